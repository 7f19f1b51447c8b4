"""The rules for routes in which titles differ, and the markers that change a run."""

from __future__ import annotations

from route_opt.title.data import Data

EFFECTS = (
    "value",
    "double",
    "double_end",
    "visit_bonus",
    "required_ends",
    "token",
    "access",
    "cubes",
    "refinery",
    "cube_value",
    "extra_cube",
)
"""What a marker may do to a run."""


class MarkerKind(Data, frozen=True):
    """What a kind of marker does to a run. See `titles/README.md` for the effects.

    `hexes` and `stops` say where it may stand: on these hexes, on these kinds of stop; empty for
    anywhere. In the phase `until` it leaves the game, in the phase `owner_until` it is everybody's.
    """

    kind: str
    effect: str
    rule: str
    amount: int | dict[str, int] = 0
    others: int = 0
    hexes: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    hex_wide: bool = False
    until: str = ""
    owner_until: str = ""
    placed: bool = True
    owned: bool = True
    states: tuple[str, ...] = ()
    text: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The fields in which a marker of this kind says where it is."""
        return ("from", "to") if self.effect == "required_ends" else ("at",) * self.placed


class Option(Data, frozen=True):
    """An official variant or another reading of a rule, switched on by a document's `options`."""

    text: str
    scope: str
    rule: str = ""


class Ends(Data, frozen=True):
    """Off-boards in classes, and what two of them at the ends of one route do."""

    classes: dict[str, dict[str, int]] = {}
    forbidden: tuple[tuple[str, str], ...] = ()
    bonus: tuple[tuple[str, str], ...] = ()


class StopSet(Data, frozen=True):
    """Stops that pay an amount together, to each route that calls at all of them.

    A hex stands for its stop, or for any of those of which a route has one at most.
    """

    name: str
    stops: tuple[str, ...]
    amount: int
    rule: str


class Routes(Data, frozen=True):
    """The rules for routes in which titles differ."""

    rules: dict[str, str] = {}
    one_per_route: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    access: dict[str, str] = {}
    ends: Ends = Ends()
    sets: tuple[StopSet, ...] = ()
    cube_value: int = 0
    beside_tokens: bool = False
    beside_fills: str = ""
    beside_fills_on: tuple[str, ...] = ()
    separate_areas: str = ""
    double_markers: str = ""
    objectors: str = ""
