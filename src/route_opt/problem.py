"""The optimizer without titles: stops, track, trains and terms, as the core sees them.

`docs/problem.md` says what each array means and compiles a small title of one's own.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from route_opt import _core
from route_opt.arrays import ANY, flags, integers
from route_opt.errors import InvalidInstanceError, UnprovedAnswerError
from route_opt.errors import Problem as Complaint

if TYPE_CHECKING:
    from route_opt.position import Position
    from route_opt.solver import Progress

FORMAT = "route-opt/problem@1"
SOLUTION = "route-opt/solution@1"

GOALS = {
    "fewest-sides": "fewest_sides",
    "idle-train": "most_idle_trains",
    "most-goods-left": "most_goods_left",
}
"""What to prefer among equally good sets of routes."""


class _Field(NamedTuple):
    """An array of a group: how it is read, and its entry where it is left out; None is no entry.

    With `rows` it may come in rows, as long as the first array of its group.
    """

    read: Any
    default: int | None = 0
    rows: bool = False


_STOPS = {
    **{name: _Field(integers) for name in ("end_extra", "pair_value", "end_class", "goods")},
    "group": _Field(integers, -1),
    **{name: _Field(flags) for name in ("own", "end_only", "buyer", "room")},
    "minor": _Field(flags, None),
    "tariffs": _Field(integers, None, rows=True),
}
_TRAINS = {
    "counts": _Field(integers),
    **{
        name: _Field(integers, None)
        for name in ("major_visits", "major_counts", "minor_visits", "minor_counts", "tariff")
    },
}
_PAIRS = ("forbidden_ends", "bonus_ends", "required_ends")
_MONEY = ("visit_bonus", "good_value")
_SIZES = {"stops": "stops.value", "sides": "track.sides", "trains": "trains.visits"}
"""What can have names, and the field that says how many there are."""


class Stats(msgspec.Struct, frozen=True):
    """What a search cost: nodes, routes listed, seconds in the engine."""

    nodes: int
    routes: int
    seconds: float


class OwnRoute(msgspec.Struct, frozen=True):
    """A route in the core's numbers.

    Attributes
    ----------
    train
        Which train runs it.
    path
        As it runs: stops, and between two stops the sides it crosses, each as the face it leaves
        by. Face ``f`` of side ``e`` is ``stops + 2 * e + f``.
    counted
        The stops that pay, in running order.
    value
        What it earns by itself, without the terms over all routes.
    """

    train: int
    path: tuple[int, ...]
    counted: tuple[int, ...]
    value: int


class Solution(msgspec.Struct, frozen=True):
    """The best routes found for a problem.

    Attributes
    ----------
    status
        ``optimal``: proved; ``feasible``: stopped, the best lies between `value` and `bound`;
        ``infeasible``: no set of routes has the ends that are required; ``unknown``: stopped before
        one was found.
    """

    status: str
    value: int
    bound: int
    routes: tuple[OwnRoute, ...]
    engine: str
    stats: Stats
    words: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The solution as a JSON document."""
        return {"format": SOLUTION, **msgspec.to_builtins(self)}


class Problem:
    """A board, the trains that run on it, and what they are paid for.

    Every group is a mapping from names to lists, arrays, numpy arrays or other buffers. Arrays of
    32-bit integers, and of bytes or truth values for flags, are used where they lie, without a
    copy: leave them alone as long as the problem is in use.

    Parameters
    ----------
    stops
        ``value`` and any other field of ``Stops`` in ``instance.hpp``.
    track
        ``pieces``, pairs of ends, and ``sides``, their number. Stop ``s`` is the end ``s``, face
        ``f`` (0 or 1) of side ``e`` is ``stops + 2 * e + f``.
    trains
        ``visits`` and any other field of ``Trains``.
    terms
        Any field of ``Terms``; ``sets`` are mappings with ``stops`` and a ``value``.
    names
        Names of ``stops``, ``sides`` and ``trains``, for people.

    Raises
    ------
    InvalidInstanceError
        With every problem found.

    Examples
    --------
    Two stops with a side between them, worth 20 and 30, an own token at the first, and a train of
    two stops:

    >>> problem = Problem(
    ...     stops={"value": [20, 30], "own": [True, False]},
    ...     track={"pieces": [(0, 2), (3, 1)], "sides": 1},
    ...     trains={"visits": [2]},
    ...     names={"stops": ["Here", "There"], "trains": ["2"]},
    ... )
    >>> problem
    <Problem: 2 stops, 1 side, 1 train>
    >>> solution = problem.solve()
    >>> solution.value, solution.status
    (50, 'optimal')
    >>> print(*solution.words)
    2: There, Here = 50
    """

    # What the core reads from an instance.
    value: Any
    end_extra: Any
    pair_value: Any
    end_class: Any
    group: Any
    goods: Any
    own: Any
    end_only: Any
    buyer: Any
    room: Any
    minor: Any
    tariffs: Any
    track: Any
    sides: int
    visits: Any
    counts: Any
    tariff: Any
    major_visits: Any
    major_counts: Any
    minor_visits: Any
    minor_counts: Any
    forbidden_ends: Any
    bonus_ends: Any
    required_ends: Any
    sets: Any
    visit_bonus: int
    good_value: int
    extra_good: bool

    def __init__(
        self,
        stops: Mapping[str, Any],
        track: Mapping[str, Any],
        trains: Mapping[str, Any],
        terms: Mapping[str, Any] | None = None,
        names: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        reader = _Reader()
        reader.group(self, "stops", stops, "value", _STOPS)
        reader.track(self, track)
        reader.group(self, "trains", trains, "visits", _TRAINS)
        reader.terms(self, terms or {})
        self.names = reader.names(self, names or {})
        reader.done(map(_complaint, _core.validate(self, reader.unread)))

    def __repr__(self) -> str:
        parts = ((len(self.value), "stop"), (self.sides, "side"), (len(self.visits), "train"))
        counted = ", ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in parts)
        return f"<Problem: {counted}>"

    # Where it comes from.

    @classmethod
    def from_position(cls, position: Position) -> Problem:
        """What a position of a title compiles to.

        >>> from route_opt import parse
        >>> position = parse({"title": "1846", "phase": "I", "corporation": "MS", "trains": ["2"],
        ...                   "tiles": {"C13": "7@4", "D14": "5@1"}, "tokens": {"C15.0": ["MS"]}})
        >>> Problem.from_position(position).solve().value
        60
        """
        from route_opt.compile import compile_network
        from route_opt.network import Network

        network = Network(position)
        made = compile_network(network)
        names = {
            "stops": network.board.stop_names,
            "sides": ["-".join(hexes) for hexes in network.board.side_names],
            "trains": position.trains,
        }
        return cls(
            {name: getattr(made, name) for name in ("value", *_STOPS)},
            {"pieces": made.track, "sides": made.sides},
            {name: getattr(made, name) for name in ("visits", *_TRAINS)},
            {
                **{name: getattr(made, name) for name in (*_PAIRS, *_MONEY)},
                "sets": [{"stops": stops, "value": value} for value, stops in _unpacked(made.sets)],
                "extra_good": made.extra_good,
            },
            names,
        )

    @classmethod
    def parse(cls, document: Any) -> Problem:
        """The problem of a JSON document, as text or as an object.

        Raises
        ------
        InvalidInstanceError
            With every problem found.
        """
        from route_opt.documents import read_json

        if isinstance(document, str | bytes):
            document = read_json(document, InvalidInstanceError)
        if not isinstance(document, dict):
            found = type(document).__name__
            raise _invalid("wrong_type", "", f"a problem is an object, not {found}")
        groups = {"stops", "track", "trains", "terms", "names"}
        unknown = sorted(set(document) - groups - {"format"})
        missing = sorted({"stops", "track", "trains"} - set(document))
        wrong = [Complaint("unknown_field", str(name), "is not a field here") for name in unknown]
        wrong += [Complaint("missing", name, "is missing") for name in missing]
        if document.get("format", FORMAT) != FORMAT:
            message = f"{document['format']!r} is not {FORMAT!r}"
            wrong.append(Complaint("wrong_format", "format", message))
        wrong += [
            Complaint("wrong_type", name, "is not an object")
            for name in sorted(groups & set(document))
            if not isinstance(document[name], dict)
        ]
        absent = {one.where for one in wrong}
        try:
            problem = cls(**{name: {} for name in missing}, **_objects(document, groups))
        except InvalidInstanceError as error:
            wrong += [one for one in error.problems if one.where.partition(".")[0] not in absent]
        if wrong:
            raise InvalidInstanceError(wrong)
        return problem

    def document(self) -> dict[str, Any]:
        """The problem as a JSON document; what says nothing is left out."""
        stops = {
            name: [bool(x) for x in getattr(self, name)]
            if field.read is flags
            else list(getattr(self, name))
            for name, field in _STOPS.items()
            if (field.rows and len(getattr(self, name)))  # a row of zeros is a row
            or any(x != (field.default or 0) for x in getattr(self, name))
        }
        trains = {name: list(getattr(self, name)) for name in _TRAINS if any(getattr(self, name))}
        terms: dict[str, Any] = {
            name: _pairs(found) for name in _PAIRS if len(found := getattr(self, name))
        }
        terms |= {name: found for name in (*_MONEY, "extra_good") if (found := getattr(self, name))}
        if len(self.sets):
            terms["sets"] = [{"stops": s, "value": value} for value, s in _unpacked(self.sets)]
        found = {
            "format": FORMAT,
            "stops": {"value": list(self.value), **stops},
            "track": {"pieces": _pairs(self.track), "sides": self.sides},
            "trains": {"visits": list(self.visits), **trains},
            "terms": terms,
            "names": {name: list(given) for name, given in self.names.items() if given},
        }
        return {name: part for name, part in found.items() if part}

    # What can be asked.

    def solve(
        self,
        *,
        engine: str = "auto",
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Progress | None = None,
    ) -> Solution:
        """The best set of routes, with a proof; the options are those of `best`.

        Raises
        ------
        UnprovedAnswerError
            If the answer does not pass the independent check.
        """
        from route_opt.solver import search

        answer = search(
            self, engine=engine, time_limit=time_limit, node_limit=node_limit, progress=progress
        )
        if answer.error is not None:
            raise answer.error
        stats = answer.stats.nodes, answer.stats.routes, answer.stats.seconds
        return self._checked(
            *(answer.status, answer.value, answer.bound, answer.routes, answer.engine, stats)
        )

    def all_best(
        self, *, sets: int = 10, goal: str = "fewest-sides", time_limit: float | None = None
    ) -> tuple[list[Solution], bool]:
        """Sets of routes that earn the most, no two on the same track, and whether these are all.

        `goal` says which come first: ``fewest-sides``, ``idle-train`` or ``most-goods-left``.
        """
        if goal not in GOALS:
            raise ValueError(f"goal {goal!r} is not one of {', '.join(GOALS)}")
        if sets < 1:
            raise ValueError(f"sets is {sets}, and not at least 1")
        seconds = math.inf if time_limit is None else time_limit
        if math.isnan(seconds):
            raise ValueError("a time limit is a number of seconds, not nan")
        found, complete = _core.all_optimal(self, goal=GOALS[goal], sets=sets, seconds=seconds)
        return [self._checked(*raw[:4], "native", raw[4]) for raw in found], complete

    def verify(self, solution: Solution) -> list[str]:
        """What is wrong with a solution, by code that shares nothing with the search.

        Nothing, if its routes are legal and worth what they say; otherwise a sentence each.
        """
        routes = [(r.train, list(r.path), list(r.counted), r.value) for r in solution.routes]
        return _core.verify(self, solution.status, solution.value, solution.bound, routes)

    def count_routes(self) -> list[list[int]]:
        """How many legal routes each train has: entry n of its list are those over n stops.

        A route is legal if its train may visit its stops and may count an own one among them.
        """
        return _core.count_routes(self)

    def _checked(
        self,
        status: str,
        value: int,
        bound: int,
        raw: list[tuple[int, list[int], list[int], int]],
        engine: str,
        stats: tuple[int, int, float],
    ) -> Solution:
        routes = tuple(OwnRoute(t, tuple(path), tuple(c), v) for t, path, c, v in raw)
        words = tuple(map(self._words, routes))
        found = Solution(status, value, bound, routes, engine, Stats(*stats), words)
        if status not in ("unknown", "infeasible") and (wrong := self.verify(found)):
            raise UnprovedAnswerError("; ".join(wrong), "unproved")
        return found

    def _words(self, route: OwnRoute) -> str:
        """A route as people write it: stops that do not count stand in brackets."""
        called = [end for end in route.path if end < len(self.value)]
        stops = [
            name if stop in route.counted else f"({name})"
            for stop in called
            for name in [self._name("stops", stop)]
        ]
        return f"{self._name('trains', route.train)}: {', '.join(stops)} = {route.value}"

    def _name(self, kind: str, number: int) -> str:
        return self.names[kind][number] if self.names[kind] else str(number)


class _Reader:
    """Reads the groups of a problem, and remembers all that is wrong with them."""

    def __init__(self) -> None:
        self.wrong: list[Complaint] = []
        self.unread: set[str] = set()

    def say(self, where: str, message: str, code: str = "wrong_type") -> None:
        """Note a problem."""
        self.wrong.append(Complaint(code, where, message))

    def done(self, more: Iterable[Complaint]) -> None:
        """Raise what was found, here and by the core, if anything was.

        An entry that is wrong was taken as 0: what the core says of that place is no news.
        """
        told = {one.where.rpartition(".")[0] for one in self.wrong} | {
            one.where for one in self.wrong
        }
        self.wrong += [one for one in more if one.where not in told | self.unread]
        if self.wrong:
            raise InvalidInstanceError(self.wrong)

    def known(self, name: str, group: Any, fields: Sequence[str]) -> Mapping[str, Any]:
        """The group, without fields that do not exist."""
        if not isinstance(group, Mapping):
            self.say(name, f"is not a mapping of {', '.join(fields)}")
            return {}
        for field in group:
            if field not in fields:
                self.say(f"{name}.{field}", f"is none of {', '.join(fields)}", "unknown_field")
        return group

    def array(self, where: str, read: Any, value: Any, width: int = 0) -> Any:
        """A field as an array of the core; of what is no list, nothing."""

        def complain(message: str, place: int | None = None) -> None:
            if place is None:
                self.unread.add(where)
                self.say(where, message)
            else:
                self.say(f"{where}[{place // 2 if width == 2 else place}]", message)

        return read(value, complain, width)

    def group(
        self, into: Problem, name: str, group: Any, first: str, fields: dict[str, _Field]
    ) -> None:
        """Arrays of a group, the first of which says how long they are."""
        group = self.known(name, group, (first, *fields))
        leading = f"{name}.{first}"
        if first not in group:
            self.unread.add(leading)
            self.say(leading, "is missing", "missing")
        leader = self.array(leading, integers, group.get(first, ()))
        setattr(into, first, leader)
        size = ANY if leading in self.unread else len(leader)
        for field, (read, default, rows) in fields.items():
            given = group.get(field)
            if given is None:
                given = () if default is None else [default] * len(leader)
            width = size if rows else 0
            setattr(into, field, self.array(f"{name}.{field}", read, given, width))

    def number(self, where: str, value: Any, read: Any = integers) -> int:
        """A single integer, or a flag."""

        def complain(message: str, place: int | None = None) -> None:
            self.unread.add(where)
            self.say(where, message)

        return int(read([value], complain)[0])

    def track(self, into: Problem, group: Any) -> None:
        """Pieces, and how many sides there are."""
        group = self.known("track", group, ("pieces", "sides"))
        into.track = self.pairs("track.pieces", group.get("pieces", ()))
        into.sides = self.number("track.sides", group.get("sides", 0))

    def pairs(self, where: str, value: Any) -> Any:
        """Pairs, one after the other."""
        found = self.array(where, integers, value, 2)
        if len(found) % 2:
            self.say(where, f"{len(found)} numbers are no pairs")
            return array("i")
        return found

    def terms(self, into: Problem, group: Any) -> None:
        """Terms over whole routes, or over all of them."""
        group = self.known("terms", group, (*_PAIRS, *_MONEY, "extra_good", "sets"))
        for name in _PAIRS:
            setattr(into, name, self.pairs(f"terms.{name}", group.get(name, ())))
        for name in _MONEY:
            setattr(into, name, self.number(f"terms.{name}", group.get(name, 0)))
        extra = group.get("extra_good", False)
        into.extra_good = bool(self.number("terms.extra_good", extra, flags))
        into.sets = array("i")
        sets = group.get("sets", ())
        if not isinstance(sets, list | tuple):
            self.say("terms.sets", "is not a list of sets of stops")
            sets = ()
        for place, one in enumerate(sets):
            where = f"terms.sets[{place}]"
            one = self.known(where, one, ("stops", "value"))
            for field in sorted({"stops", "value"} - one.keys()):
                self.say(f"{where}.{field}", "is missing", "missing")
            stops = self.array(f"{where}.stops", integers, one.get("stops", ()))
            into.sets.extend((self.number(f"{where}.value", one.get("value", 0)), len(stops)))
            into.sets.extend(stops)

    def names(self, of: Problem, group: Any) -> dict[str, tuple[str, ...]]:
        """Names, as many as there are things to name."""
        group = self.known("names", group, tuple(_SIZES))
        sizes = {"stops": len(of.value), "sides": of.sides, "trains": len(of.visits)}
        found = {}
        for kind, size in sizes.items():
            names = group.get(kind, ())
            listed = isinstance(names, Iterable) and not isinstance(names, str)
            names = tuple(names) if listed else (None,)
            if not all(isinstance(name, str) for name in names):
                self.say(f"names.{kind}", "is not a list of names")
                names = ()
            if names and len(names) != size and _SIZES[kind] not in self.unread:
                self.say(f"names.{kind}", f"{len(names)} names for {size} {kind}")
            found[kind] = names
        return found


def _objects(document: dict[str, Any], groups: set[str]) -> dict[str, dict[str, Any]]:
    """The groups of a document, each as an object: an empty one in place of anything else."""
    return {
        name: found if isinstance(found := document[name], dict) else {}
        for name in sorted(groups & set(document))
    }


def _pairs(flat: Any) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _unpacked(flat: Any) -> list[tuple[int, list[int]]]:
    """Sets of stops as (value, stops)."""
    found, at = [], 0
    while at < len(flat):
        size = flat[at + 1]
        found.append((flat[at], list(flat[at + 2 : at + 2 + size])))
        at += 2 + size
    return found


def _complaint(words: str) -> Complaint:
    """What the core says, `where: what`."""
    where, _, message = words.partition(": ")
    return Complaint("invalid_instance", where, message)


def _invalid(code: str, where: str, message: str) -> InvalidInstanceError:
    return InvalidInstanceError([Complaint(code, where, message)])
