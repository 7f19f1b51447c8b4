"""The position document: one question, "what can this corporation earn, here, now?".

`parse` reads and checks a document against its title and reports every problem at once;
`Position.document` writes it back. Names of cities are accepted wherever a hex is.
"""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from route_opt import titles
from route_opt.documents import read_json, read_source
from route_opt.errors import PositionError, Problem, RouteOptError
from route_opt.harmless import brief
from route_opt.names import corporation_named, either, hint, number_of, one_of, places, split_number
from route_opt.tiles import FIRST_STOP, Stop
from route_opt.title import MarkerKind, Title

FORMAT = "route-opt/position@1"

_FIELDS = (
    "format",
    "title",
    "phase",
    "corporation",
    "trains",
    "tiles",
    "tokens",
    "markers",
    "options",
)
_MARKER_FIELDS = ("kind", "at", "owner", "value", "count", "state", "from", "to", "hex_wide")
_MOST_PROBLEMS = 100
"""After so many problems a document is given up: it is not a position with slips."""

_MOST_ENTRIES = 200
"""The longest list of trains, markers, options or tokens in one city that is read."""


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """Something on or beside the map that changes a run; `kind` is one the title's data lists."""

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
        """The title this position belongs to."""
        return titles.find(self.title)

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
        turns = _least_rotations(rules)
        return Position(
            title=self.title,
            phase=self.phase,
            corporation=self.corporation,
            trains=tuple(sorted(self.trains)),
            tiles={h: turns.get(t, t) for h, t in sorted(self.tiles.items(), key=_hex_order)},
            tokens={
                stop: _sorted_tokens(owners, _print_of(rules, self.tiles, stop).slots)
                for stop, owners in sorted(self.tokens.items(), key=_hex_order)
                if any(owners)
            },
            markers=tuple(sorted(self.markers, key=msgspec.json.encode)),
            options=tuple(sorted(set(self.options))),
        )

    def replace(self, *, lenient: bool = False, **changes: Any) -> Position:
        """The position with some fields changed, checked again."""
        return parse(self.document() | msgspec.to_builtins(changes), lenient=lenient)

    def save(self, path: str | Path) -> None:
        """Write the position to a file."""
        text = msgspec.json.format(msgspec.json.encode(self.document()), indent=2)
        Path(path).write_bytes(text + b"\n")

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


def _trimmed(slots: tuple[str | None, ...]) -> tuple[str | None, ...]:
    end = len(slots)
    while end and slots[end - 1] is None:
        end -= 1
    return slots[:end]


def _sorted_tokens(owners: tuple[str | None, ...], slots: int) -> tuple[str | None, ...]:
    """The same tokens in the order of their names: first those in slots, then those beside."""
    inside = sorted(owner for owner in owners[:slots] if owner)
    beside = sorted(owner for owner in owners[slots:] if owner)
    empty = [None] * (slots - len(inside)) if beside else []
    return (*inside, *empty, *beside)


def _print_of(title: Title, tiles: dict[str, str], stop: str) -> Stop:
    """What the laid tile, or else the map, prints for a stop."""
    hex_id, _, number = stop.partition(".")
    return _stops_of(title, tiles, hex_id)[int(number)]


def _cities_joined(title: Title, tiles: dict[str, str], stop: str) -> int:
    """How many cities became this one: each may have left it a token of the same owner."""
    hex_id = stop.partition(".")[0]
    if len(_stops_of(title, tiles, hex_id)) > 1:
        return 1
    before = (title.hexes[hex_id].tile, *(title.tiles[name] for name in title.tiles_of[hex_id]))
    return max(1, *(len(tile.stops) for tile in before))


def _stops_of(title: Title, tiles: dict[str, str], hex_id: str) -> tuple[Stop, ...]:
    spec = tiles.get(hex_id)
    if spec is None:
        return title.hexes[hex_id].tile.stops
    return title.tiles[spec.partition("@")[0]].stops


@functools.cache
def _least_rotations(title: Title) -> dict[str, str]:
    """For tiles that look the same in several rotations, the least of them."""
    least: dict[str, str] = {}
    for name, tile in title.tiles.items():
        seen: dict[frozenset[frozenset[int]], int] = {}
        for turn in range(6):
            look = frozenset(frozenset(piece) for piece in tile.rotated(turn))
            first = seen.setdefault(look, turn)
            if first != turn:
                least[f"{name}@{turn}"] = f"{name}@{first}"
    return least


def load(source: str | Path, *, lenient: bool = False) -> Position:
    """Load a position from a file, ``-`` for standard input, or ``game.json@312``.

    A document that holds its position under ``position``, beside an id or a note, will do too.
    See `parse` for `lenient`.

    Raises
    ------
    PositionError
        With every problem found.
    """
    name = str(source)
    path, at, action = name.rpartition("@")
    if at and not os.path.exists(name):
        from route_opt.records import position_at

        return position_at(path, action)
    document = read_json(read_source(source, PositionError), PositionError, name)
    if isinstance(document, dict) and isinstance(document.get("actions"), list):
        from route_opt.records import which_action

        raise which_action(document, name)
    if isinstance(document, dict) and "title" not in document and "position" in document:
        document = document["position"]
    try:
        return parse(document, lenient=lenient)
    except PositionError as error:
        raise error.in_file(name) from None


def parse(
    document: dict[str, Any] | str | bytes, where: str = "", *, lenient: bool = False
) -> Position:
    """Read a position from a dict, or from JSON text or bytes.

    With `lenient`, a board that no box of tiles could build (more copies than there are, track
    off the map) is taken as drawn, and each such thing is a line in the position's `notes`.

    >>> parse('{"title": "1830", "phase": "2", "corporation": "PRR", "trains": ["2"]}')
    <Position 1830 phase 2: PRR with 2, 0 tiles>

    Raises
    ------
    PositionError
        With every problem found, each with its place in the document.
    """
    if isinstance(document, str | bytes):
        document = read_json(document, PositionError, where)
    if not isinstance(document, dict):
        found = type(document).__name__
        raise PositionError([Problem("wrong_type", where, f"a position is an object, not {found}")])
    return _Reader(document, lenient).read()


# What no box of tiles could show, though it is clear what it would mean. `lenient` lets it pass.
_IMPOSSIBLE = frozenset(
    {
        "too_many_tiles",
        "reserved_place",
        "track_off_map",
        "impassable",
        "blank_side",
        "forbidden_rotation",
        "token_beyond_slots",
    }
)


class _Reader:
    """Reads one document; every method adds to the same list of problems."""

    def __init__(self, document: dict[str, Any], lenient: bool) -> None:
        self.document = document
        self.lenient = lenient
        self.notes: list[str] = []
        self.problems: list[Problem] = []
        self.unclear: set[str] = set()  # hexes whose tile could not be read
        self.runner = ""  # the running corporation, and all tokens, once they are read
        self.tokens: dict[str, tuple[str | None, ...]] = {}

    def read(self) -> Position:
        document = self.document
        for field in document.keys() - set(_FIELDS):
            self.unknown("unknown_field", _place(field), "field", field, _FIELDS)
        if document.get("format", FORMAT) != FORMAT:
            self.add("wrong_format", "format", f"{brief(document['format'])} is not {FORMAT!r}")
        self.title = self.find_title()
        self.options = self.read_options()
        phase = self.name("phase", "unknown_phase", self.allowed(self.title.phases))
        self.runner = self.running_corporation()
        trains = self.read_trains()
        tiles = self.read_tiles()
        self.check_supply(tiles)
        self.tokens = self.read_tokens(tiles)
        markers = self.read_markers(tiles)
        if self.problems:
            raise PositionError(self.problems)
        return Position(
            self.title.name,
            phase,
            self.runner,
            trains,
            tiles,
            self.tokens,
            markers,
            self.options,
            tuple(self.notes),
        )

    # problems

    def add(self, code: str, where: str, message: str) -> None:
        problem = Problem(code, where, message)
        if self.lenient and code in _IMPOSSIBLE:
            self.notes.append(str(problem))
        else:
            self.problems.append(problem)
        if len(self.problems) >= _MOST_PROBLEMS:
            more = Problem("too_many_problems", "", "there may be more; mend these first")
            raise PositionError([*self.problems, more])

    def unknown(self, code: str, where: str, what: str, value: Any, known: Iterable[str]) -> None:
        names = list(known)
        expected = hint(value, names)
        if not expected and len(names) <= 16:
            expected = f"; expected one of {', '.join(names)}"
        article = "an" if what[0] in "aeiou" else "a"
        self.add(code, where, f"{brief(value)} is not {article} {what} here{expected}")

    def known(self, code: str, where: str, what: str, value: Any, known: Iterable[str]) -> str:
        """A name under its own spelling; one that is not known is a problem."""
        names = list(known)
        found = one_of(value, names)
        if found is None:
            self.unknown(code, where, what, value, names)
        return found or ""

    # simple fields

    def text(self, field: str) -> str | None:
        value = self.document.get(field)
        if value is None:
            self.add("missing", field, "is missing")
        elif not isinstance(value, str):
            self.add("wrong_type", field, f"{brief(value)} is not a text")
        else:
            return value
        return None

    def name(self, field: str, code: str, known: Iterable[str]) -> str:
        value = self.text(field)
        return "" if value is None else self.known(code, field, field, value, known)

    def running_corporation(self) -> str:
        name = self.text("corporation")
        return "" if name is None else self.corporation(name, "corporation")

    def table(self, field: str) -> dict[str, Any]:
        value = self.document.get(field, {})
        if not isinstance(value, dict):
            self.add("wrong_type", field, f"{brief(value)} is not an object")
            return {}
        for name in value:
            if not isinstance(name, str):
                self.add("wrong_type", f"{field}.{_place(name)}", "is not the name of a place")
        return {name: entry for name, entry in value.items() if isinstance(name, str)}

    def entries(self, field: str) -> list[Any]:
        value = self.document.get(field, [])
        if not isinstance(value, list | tuple):
            self.add("wrong_type", field, f"{brief(value)} is not a list")
            return []
        if len(value) > _MOST_ENTRIES:
            self.add("too_long", field, f"has {len(value)} entries; {_MOST_ENTRIES} is the most")
            return []
        return list(value)

    def find_title(self) -> Title:
        name = self.text("title")
        if name is None:
            raise PositionError(self.problems)
        try:
            return titles.find(name)
        except RouteOptError as error:
            raise PositionError([*self.problems, *error.problems]) from None

    def read_options(self) -> tuple[str, ...]:
        known = self.title.options
        read = [
            self.known("unknown_option", f"options[{n}]", "option", option, known)
            for n, option in enumerate(self.entries("options"))
        ]
        return tuple(filter(None, read))

    def allowed(self, table: dict[str, Any]) -> list[str]:
        """The names of phases or trains that the options in force leave in the game."""
        return [
            name
            for name, row in table.items()
            if (not row.option or row.option in self.options) and row.without not in self.options
        ]

    def read_trains(self) -> tuple[str, ...]:
        known = self.allowed(self.title.trains)
        return tuple(
            self.known("unknown_train", f"trains[{n}]", "train", train, known)
            for n, train in enumerate(self.entries("trains"))
        )

    def corporation(self, name: Any, where: str) -> str:
        known = self.title.corporations
        if isinstance(name, str) and name in known:
            return name
        found = corporation_named(self.title, name)
        if found is None:
            self.unknown("unknown_corporation", where, "corporation", name, known)
        return found or ""

    # the board

    def hex(self, name: str, where: str) -> str | None:
        """A hex from its coordinate or the name of its city."""
        if name in self.title.hexes:
            return name
        names = places(self.title)
        found = names.hexes(name)
        if len(found) == 1 or (found and self.is_one_area(found)):
            return found[0]
        if found:
            which = either(f"{self.title.hexes[hex_id].name} ({hex_id})" for hex_id in found)
            self.add("ambiguous_name", where, f"{brief(name)} is {which}; give the hex")
        else:
            wrong = f"{brief(name)} is neither a hex nor a city of {self.title.name}"
            self.add("unknown_hex", where, wrong + names.hint(name))
        return None

    def is_one_area(self, hexes: tuple[str, ...]) -> bool:
        """Whether hexes are one stop together."""
        areas = {self.title.hexes[hex_id].area for hex_id in hexes}
        return len(areas) == 1 and "" not in areas and not self.separate_areas

    def stop(
        self,
        name: Any,
        where: str,
        tiles: dict[str, str],
        fits: Callable[[Stop], bool],
        any_will_do: bool = False,
    ) -> str | None:
        """A stop from ``F20.0``, ``F20``, or the name of its city with or without ``.n``.

        Without a number it is the stop of its hex that `fits`; of several such, none is taken
        for granted unless it decides nothing (`any_will_do`).
        """
        if not isinstance(name, str):
            self.add("wrong_type", where, f"{brief(name)} is not the name of a stop")
            return None
        base, number = split_number(name)
        hex_id = self.hex(base, where)
        if hex_id is None or hex_id in self.unclear:
            return None
        area = self.title.hexes[hex_id].area
        if area and not self.separate_areas:
            hex_id = self.title.areas[area][0]
        printed = _stops_of(self.title, tiles, hex_id)
        fitting = [n for n, stop in enumerate(printed) if fits(stop)]
        if number is None and len(fitting) > 1 and not any_will_do:
            self.add("ambiguous_name", where, self.which(name, hex_id, fitting))
            return None
        if number is None:
            number = fitting[0] if fitting else 0
        if number >= len(printed):
            what = number_of(len(printed), "stop") if printed else "no stop"
            message = f"{hex_id} has {what}, so there is no {hex_id}.{number}"
            self.add("unknown_stop", where, message)
            return None
        return f"{hex_id}.{number}"

    def which(self, name: str, hex_id: str, numbers: list[int]) -> str:
        """That a name means several stops, and which of them has the own token."""
        stops = [f"{hex_id}.{number}" for number in numbers]
        own = [stop for stop in stops if self.runner and self.runner in self.tokens.get(stop, ())]
        known = f"; {' and '.join(own)} has a token of {self.runner}" if own else ""
        return f"{brief(name)} is one of {either(stops)}; give which{known}"

    @property
    def separate_areas(self) -> bool:
        return self.title.routes.separate_areas in self.options

    def read_tiles(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, spec in self.table("tiles").items():
            where = f"tiles.{_place(name)}"
            hex_id = self.hex(name, where)
            if hex_id is None:
                continue
            if hex_id in found:
                self.add("two_tiles", where, f"{hex_id} has a tile already")
                continue
            if not isinstance(spec, str) or len(spec) > 60:
                self.add("wrong_type", where, f"{brief(spec)} is not a tile such as '57@2'")
                self.unclear.add(hex_id)
                continue
            checked, problems = checked_tile(self.title, hex_id, spec)
            if checked:
                found[hex_id] = checked
            else:
                self.unclear.add(hex_id)
            for problem in problems:
                self.add(problem.code, where, problem.message)
        return found

    def check_supply(self, tiles: dict[str, str]) -> None:
        used = Counter(spec.partition("@")[0] for spec in tiles.values())
        for tile, count in used.items():
            supply = self.title.manifest[tile]
            if supply and count > supply:
                message = f"tile {tile} lies {count} times; {self.title.name} has {supply}"
                self.add("too_many_tiles", "tiles", message)

    def read_tokens(self, tiles: dict[str, str]) -> dict[str, tuple[str | None, ...]]:
        found: dict[str, tuple[str | None, ...]] = {}
        for name, slots in self.table("tokens").items():
            where = f"tokens.{_place(name)}"
            unused = isinstance(slots, list | tuple) and not any(slots)
            stop = self.stop(name, where, tiles, lambda stop: stop.slots > 0, any_will_do=unused)
            if not isinstance(slots, list | tuple) or len(slots) > _MOST_ENTRIES:
                message = f"{brief(slots)} is not a list with one entry a slot"
                self.add("wrong_type", where, message)
                continue
            owners = tuple(
                None if owner is None else self.corporation(owner, f"{where}[{n}]")
                for n, owner in enumerate(slots)
            )
            if stop is None:
                continue
            if stop in found:
                self.add("two_entries", where, f"{stop} has an entry already")
                continue
            self.check_tokens(stop, owners, tiles, where)
            found[stop] = owners
        return found

    def check_tokens(
        self, stop: str, owners: tuple[str | None, ...], tiles: dict[str, str], where: str
    ) -> None:
        print_ = _print_of(self.title, tiles, stop)
        beside = self.title.routes.beside_tokens and print_.kind in ("city", "offboard")
        if len(_trimmed(owners)) > print_.slots and not beside:
            slots = number_of(print_.slots, "slot")
            tokens = number_of(len(_trimmed(owners)), "token")
            message = f"{tokens}, but this {print_.kind} has {slots}"
            self.add("token_beyond_slots", where, message)
        for owner, count in Counter(owner for owner in owners if owner).items():
            if count > _cities_joined(self.title, tiles, stop):
                self.add("two_tokens", where, f"{owner} has {count} tokens in one city")

    # markers

    def read_markers(self, tiles: dict[str, str]) -> tuple[Marker, ...]:
        found = []
        for n, data in enumerate(self.entries("markers")):
            where = f"markers[{n}]"
            if not isinstance(data, dict):
                self.add("wrong_type", where, f"{brief(data)} is not an object")
                continue
            marker = self.read_marker(data, where, tiles)
            if marker is not None:
                found.append(marker)
        return tuple(found)

    def read_marker(self, data: dict[str, Any], where: str, tiles: dict[str, str]) -> Marker | None:
        before = len(self.problems)
        for field in data.keys() - set(_MARKER_FIELDS):
            self.unknown(
                "unknown_field", f"{where}.{_place(field)}", "field", field, _MARKER_FIELDS
            )
        known = self.title.markers
        name = self.known("unknown_marker", f"{where}.kind", "marker", data.get("kind"), known)
        if not name:
            return None
        kind = known[name]
        hex_wide = data.get("hex_wide", False)
        if not isinstance(hex_wide, bool):
            self.add("wrong_type", f"{where}.hex_wide", f"{brief(hex_wide)} is not true or false")
        stands = self.read_places(kind, data, where, tiles)
        self.check_place(kind, stands, where, tiles)
        owner = self.read_owner(kind, data.get("owner"), f"{where}.owner")
        state = self.read_state(kind, data.get("state"), f"{where}.state")
        value = self.number(data.get("value"), f"{where}.value")
        count = self.number(data.get("count"), f"{where}.count")
        if len(self.problems) > before:
            return None
        at, from_, to = (stands.get(field, "") for field in ("at", "from", "to"))
        return Marker(kind.kind, at, owner, value, count or 0, state, from_, to, hex_wide)

    def read_places(
        self, kind: MarkerKind, data: dict[str, Any], where: str, tiles: dict[str, str]
    ) -> dict[str, str]:
        """Where a marker stands, or from where to where it makes a train run."""
        whole_hex = kind.hex_wide or data.get("hex_wide") is True

        def fits(stop: Stop) -> bool:
            return not kind.stops or stop.kind in kind.stops

        return {
            field: self.stop(data[field], f"{where}.{field}", tiles, fits, whole_hex) or ""
            for field in ("at", "from", "to")
            if data.get(field) is not None
        }

    def read_owner(self, kind: MarkerKind, owner: Any, where: str) -> str:
        if owner is not None:
            return self.corporation(owner, where)
        if kind.owned:
            self.add("missing", where, f"a {kind.kind} marker needs an owner")
        return ""

    def read_state(self, kind: MarkerKind, state: Any, where: str) -> str:
        if kind.states:
            return self.known("unknown_state", where, "state", state, kind.states)
        if state not in (None, ""):
            self.add("unknown_state", where, f"a {kind.kind} marker has no state, {brief(state)}")
        return ""

    def check_place(
        self, kind: MarkerKind, places: dict[str, str], where: str, tiles: dict[str, str]
    ) -> None:
        for field in kind.places:
            if field not in places:
                self.add("missing", f"{where}.{field}", f"a {kind.kind} marker needs it")
        stop = places.get("at", "")
        at = stop.partition(".")[0]
        if not (kind.placed and at):
            return
        if kind.hexes and at not in kind.hexes:
            message = f"a {kind.kind} marker stands on {', '.join(kind.hexes)}, not on {at}"
            self.add("wrong_place", f"{where}.at", message)
        found = _print_of(self.title, tiles, stop).kind
        if kind.stops and found not in kind.stops:
            message = (
                f"a {kind.kind} marker stands on a {' or '.join(kind.stops)}, not on a {found}"
            )
            self.add("wrong_place", f"{where}.at", message)

    def number(self, value: Any, where: str) -> int | None:
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000:
            return value
        self.add("wrong_number", where, f"{brief(value)} is not a whole number from 0 to 10000")
        return None


def _place(name: Any) -> str:
    """A key of the document as part of a path: as it is, if that can be printed on a line."""
    if isinstance(name, str) and len(name) <= 60 and name.isprintable():
        return name
    return brief(name)


@functools.lru_cache(maxsize=100_000)
def checked_tile(title: Title, hex_id: str, spec: str) -> tuple[str, tuple[Problem, ...]]:
    """A tile on a hex under its own name (empty if it cannot lie there), and what is wrong."""
    name, at, turn = spec.rpartition("@")
    name = title.aliases.get(name, name)
    if not at or name not in title.tiles:
        meant = hint(name, title.tiles) if at else "; write <tile>@<rotation>, such as '57@2'"
        message = f"{brief(spec)} is not a tile of {title.name}{meant}"
        return "", (Problem("unknown_tile", "", message),)
    if turn not in ("0", "1", "2", "3", "4", "5"):
        message = f"tile {name!r}: rotation {brief(turn)} is outside 0..5"
        return "", (Problem("bad_rotation", "", message),)
    problems: list[Problem] = []
    if name not in title.tiles_of[hex_id]:
        code, message = _wrong_tile(title, hex_id, name)
        problems.append(Problem(code, "", message))
        if code == "wrong_tile":
            return "", tuple(problems)
    if not title.may_turn(name, hex_id, int(turn)):
        message = f"tile {name} may not lie on {hex_id} at rotation {turn}"
        problems.append(Problem("forbidden_rotation", "", message))
    track = title.tiles[name].rotated(int(turn))
    for side in sorted({end for piece in track for end in piece if end < FIRST_STOP}):
        problem = _side_problem(title, hex_id, side)
        if problem:
            problems.append(problem)
    return f"{name}@{turn}", tuple(problems)


def _wrong_tile(title: Title, hex_id: str, name: str) -> tuple[str, str]:
    """Why a tile may not lie on a hex: a place reserved for others, or no tile for such a hex."""
    allowed = sorted(title.tiles_of[hex_id])
    if not allowed:
        return "wrong_tile", f"no tile may be laid on {hex_id}, tile {name} neither"
    message = f"tile {name} does not belong on {hex_id}"
    message += f"; expected one of {', '.join(allowed)}" if len(allowed) <= 16 else ""
    same_stops = title.tiles[name].kinds == title.hexes[hex_id].tile.kinds
    return "reserved_place" if same_stops else "wrong_tile", message


def _side_problem(title: Title, hex_id: str, side: int) -> Problem | None:
    """What is wrong with track that leaves a hex by a side, if anything."""
    other = title.neighbour(hex_id, side)
    if other is None:
        return Problem("track_off_map", "", f"its track leaves the map at side {side}")
    border = title.border(hex_id, other)
    if border and border.impassable:
        message = f"its track enters {other} at side {side}, which is closed to track"
        return Problem("impassable", "", message)
    hex_ = title.hexes[other]
    across = (side + 3) % 6
    if not hex_.first and not any(across in piece for piece in hex_.tile.track):
        message = f"its track runs into the blank side of {other} at side {side}"
        return Problem("blank_side", "", message)
    return None
