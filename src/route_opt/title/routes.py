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
    """A kind of marker, and what it does to a run.

    Attributes
    ----------
    kind
        Its name in positions.
    effect
        One of the effects described above.
    rule
        The section of the rulebook.
    amount
        How much, for effects that pay; by hex where it differs.
    others
        How much for everybody but its owner.
    hexes
        The hexes it may stand on; any if empty.
    stops
        The kinds of stop it may stand at; any if empty.
    hex_wide
        It applies to every stop of its hex.
    until
        The phase in which it leaves the game.
    owner_until
        The phase in which it becomes everybody's.
    placed
        It stands somewhere; otherwise a corporation only holds it.
    owned
        It needs an owner.
    states
        The states it may be in.
    text
        What it is, in words.
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
    """An official variant or another reading of a rule, switched on by a document's `options`.

    Attributes
    ----------
    text
        What it changes, in words.
    scope
        Who asks for it: `routes` or `rounds`.
    rule
        The section of the rulebook.
    """

    text: str
    scope: str
    rule: str = ""


class Ends(Data, frozen=True):
    """Off-boards in classes, and what two of them at the ends of one route do.

    Attributes
    ----------
    classes
        Classes by name, each with its off-boards and what each adds to a bonus.
    forbidden
        Pairs of classes that may not be the two ends of a route.
    bonus
        Pairs of classes that pay both amounts when both ends are counted.
    """

    classes: dict[str, dict[str, int]] = {}
    forbidden: tuple[tuple[str, str], ...] = ()
    bonus: tuple[tuple[str, str], ...] = ()


class StopSet(Data, frozen=True):
    """Stops that pay an amount together, to each route that calls at all of them.

    A hex stands for its stop, or for any of those of which a route has one at most.

    Attributes
    ----------
    name
        What the statement calls it.
    stops
        The stops, all of which a route has to visit.
    amount
        What each route that does earns on top.
    rule
        The section of the rulebook.
    """

    name: str
    stops: tuple[str, ...]
    amount: int
    rule: str


class Routes(Data, frozen=True):
    """The rules for routes in which titles differ.

    Attributes
    ----------
    rules
        For each code of a violation, the section of the rulebook; every code that can arise must be
        here.
    one_per_route
        Hexes with several cities of which a route visits one at most.
    through
        Off-board hexes that trains may pass.
    access
        Hexes open only to owners of a kind of marker.
    ends
        Off-boards in classes, and what two of them at the ends of a route do.
    sets
        Stops that pay on top where one route visits them all.
    cube_value
        What a delivered cube pays.
    beside_tokens
        Tokens may stand beside a city, beyond its slots: they serve their owner and block nobody.
    beside_fills
        The option under which such a token takes a space of its city where one is free, and blocks.
    beside_fills_on
        The hexes where it does.
    separate_areas
        The option that makes the hexes of an off-board area stops of their own.
    double_markers
        The option under which doubling includes markers.
    objectors
        Who may object to a run; empty where the rules do not say.
    """

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
