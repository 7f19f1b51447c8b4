"""The groups of a problem as the arrays of the core, and all that is wrong with them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, NamedTuple

from route_opt.arrays import ANY, flags, integers
from route_opt.errors import InvalidInstanceError
from route_opt.errors import Problem as Complaint
from route_opt.harmless import brief
from route_opt.problem.solution import STATUSES, Solution

if TYPE_CHECKING:
    from route_opt.problem.problem import Problem


class Field(NamedTuple):
    """An array of a group: how it is read, and its entry where it is left out; None is no entry.

    With `rows` it may come in rows, as long as the first array of its group.
    """

    read: Any
    default: int | None = 0
    rows: bool = False


STOPS = {
    **{name: Field(integers) for name in ("end_extra", "pair_value", "end_class", "goods")},
    "group": Field(integers, -1),
    **{name: Field(flags) for name in ("own", "end_only", "buyer", "room")},
    "minor": Field(flags, None),
    "tariffs": Field(integers, None, rows=True),
}
TRAINS = {
    "counts": Field(integers),
    **{
        name: Field(integers, None)
        for name in ("major_visits", "major_counts", "minor_visits", "minor_counts", "tariff")
    },
}
PAIRS = ("forbidden_ends", "bonus_ends", "required_ends")
MONEY = ("visit_bonus", "good_value")
SIZES = {"stops": "stops.value", "sides": "track.sides", "trains": "trains.visits"}
"""What can have names, and the field that says how many there are."""


class Reader:
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
                at = place // 2 if width == 2 else place
                self.say(f"{where}[{at}]", message)

        return read(value, complain, width)

    def group(
        self, into: Problem, name: str, group: Any, first: str, fields: dict[str, Field]
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
            width = size if rows else 0
            found = self.array(f"{name}.{field}", read, group.get(field, ()), width)
            if default is not None and not len(found):  # left out, or nothing in it
                found = self.array("", read, [default] * len(leader))
            setattr(into, field, found)

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
            return found[:-1]
        return found

    def terms(self, into: Problem, group: Any) -> None:
        """Terms over whole routes, or over all of them."""
        group = self.known("terms", group, (*PAIRS, *MONEY, "extra_good", "sets"))
        for name in PAIRS:
            setattr(into, name, self.pairs(f"terms.{name}", group.get(name, ())))
        for name in MONEY:
            setattr(into, name, self.number(f"terms.{name}", group.get(name, 0)))
        extra = group.get("extra_good", False)
        into.extra_good = bool(self.number("terms.extra_good", extra, flags))
        into.sets = array("i")
        sets = group.get("sets", ())
        if not isinstance(sets, list | tuple):
            self.say("terms.sets", f"{brief(sets)} is not a list of sets of stops")
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
        group = self.known("names", group, tuple(SIZES))
        sizes = {"stops": len(of.value), "sides": of.sides, "trains": len(of.visits)}
        found = {}
        for kind, size in sizes.items():
            names = self.listed(f"names.{kind}", group.get(kind, ()))
            if names and len(names) != size and SIZES[kind] not in self.unread:
                self.say(f"names.{kind}", f"{len(names)} names for {size} {kind}")
            found[kind] = names
        return found

    def listed(self, where: str, names: Any) -> tuple[str, ...]:
        """Names of which there is a list; one that is no text is told."""
        if isinstance(names, str | Mapping | Set) or not isinstance(names, Iterable):
            self.say(where, f"{brief(names)} is not a list of names")
            return ()
        found = tuple(names)
        for place, name in enumerate(found):
            if not isinstance(name, str):
                self.say(f"{where}[{place}]", f"{brief(name)} is not a name")
        return found

    def solution(self, given: Solution) -> tuple[str, int, int, list[Any]]:
        """A solution as the core looks at it; of one that was stopped it knows no other status."""
        if given.status not in STATUSES:
            self.say("status", f"{brief(given.status)} is none of {', '.join(STATUSES)}")
        elif given.status in STATUSES[2:] and given.routes:
            self.say("routes", f"a solution that is {given.status} has none")
        value, bound = (self.number(name, getattr(given, name)) for name in ("value", "bound"))
        routes = []
        for place, route in enumerate(given.routes):
            train, worth = (
                self.number(f"routes[{place}].{name}", getattr(route, name))
                for name in ("train", "value")
            )
            path, counted = (
                list(self.array(f"routes[{place}].{name}", integers, getattr(route, name)))
                for name in ("path", "counted")
            )
            routes.append((train, path, counted, worth))
        status = "feasible" if given.status == "unknown" else given.status
        return status, value, bound, routes
