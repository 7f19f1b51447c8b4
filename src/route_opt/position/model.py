"""A position and the markers on it, as they are after checking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from route_opt import titles
from route_opt.files import write_whole
from route_opt.names import number_of
from route_opt.position.printed import least_rotations, print_of
from route_opt.title import Title

FORMAT = "route-opt/position@1"


class Marker(
    msgspec.Struct,
    frozen=True,
    cache_hash=True,
    omit_defaults=True,
    rename={"from_": "from"},
    forbid_unknown_fields=True,
):
    """Something on or beside the map that changes a run.

    Attributes
    ----------
    kind
        One of the kinds in the title's data.
    at
        Its hex or stop.
    owner
        The corporation it serves; all of them if empty.
    value
        What it is worth, if not as the title has it.
    count
        How many, for cubes.
    state
        Its state, where the kind has some.
    from
        For a run that is required: one end.
    to
        The other end.
    hex_wide
        It applies to every stop of its hex.
    """

    kind: str
    at: str = ""
    owner: str = ""
    value: int | None = None
    count: int = 0
    state: str = ""
    from_: str = ""
    to: str = ""
    hex_wide: bool = False


class Position(msgspec.Struct, frozen=True, dict=True):
    """A checked position. Get one with `route_opt.load` or `route_opt.parse`.

    Hexes, stops, tiles and corporations stand under their own names, whatever names the document
    used; two positions are equal when they ask the same question in the same words.
    """

    title: str
    phase: str
    corporation: str
    trains: tuple[str, ...] = ()
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] = {}
    markers: tuple[Marker, ...] = ()
    options: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> Title:
        """The title this position belongs to, under its options."""
        return titles.find(self.title).under(self.options)

    def document(self) -> dict[str, Any]:
        """The position as a JSON document; ``parse(p.document()) == p``."""
        found: dict[str, Any] = {
            "format": FORMAT,
            "title": self.title,
            "phase": self.phase,
            "corporation": self.corporation,
            "trains": list(self.trains),
            "tiles": dict(self.tiles),
            "tokens": {stop: list(slots) for stop, slots in self.tokens.items()},
            "markers": [msgspec.to_builtins(marker) for marker in self.markers],
        }
        if self.options:
            found["options"] = list(self.options)
        return found

    def canonical(self) -> Position:
        """The same question in standard form: all sorted, each tile in its least rotation."""
        rules = self.rules
        turns = least_rotations(rules)
        return Position(
            title=self.title,
            phase=self.phase,
            corporation=self.corporation,
            trains=tuple(sorted(self.trains)),
            tiles={h: turns.get(t, t) for h, t in sorted(self.tiles.items(), key=_hex_order)},
            tokens={
                stop: _sorted_tokens(owners, print_of(rules, self.tiles, stop).slots)
                for stop, owners in sorted(self.tokens.items(), key=_hex_order)
                if any(owners)
            },
            markers=tuple(sorted(self.markers, key=msgspec.json.encode)),
            options=tuple(sorted(set(self.options))),
        )

    def replace(self, *, lenient: bool = False, **changes: Any) -> Position:
        """The position with some fields changed, checked again."""
        from route_opt.position.reading import parse

        return parse(self.document() | msgspec.to_builtins(changes), lenient=lenient)

    def save(self, path: str | Path) -> None:
        """Write the position to a file."""
        text = msgspec.json.format(msgspec.json.encode(self.document()), indent=2)
        write_whole(path, text + b"\n")

    def __repr__(self) -> str:
        trains = "+".join(self.trains) or "no trains"
        return (
            f"<Position {self.title} phase {self.phase}: {self.corporation} with {trains}, "
            f"{number_of(len(self.tiles), 'tile')}>"
        )

    def _repr_svg_(self) -> str:
        from route_opt.render import draw

        return draw(self)


def _hex_order(item: tuple[str, Any]) -> tuple[str, int, str]:
    hex_id, _, stop = item[0].partition(".")
    return hex_id[0], int(hex_id[1:]), stop


def _sorted_tokens(owners: tuple[str | None, ...], slots: int) -> tuple[str | None, ...]:
    """The same tokens in the order of their names: first those in slots, then those beside."""
    inside = sorted(owner for owner in owners[:slots] if owner)
    beside = sorted(owner for owner in owners[slots:] if owner)
    empty = [None] * (slots - len(inside)) if beside else []
    return (*inside, *empty, *beside)
