"""How an old record is meant: the site has counted cities and stops otherwise, and read rules so.

The day a game began says which way it was, unless somebody has brought the record up to date since.
So a record that such changes touch is played more than once, and tells by itself: meant wrongly,
tokens find no space, runs have no token of their own, money is short, and the players do not end
with what it says they had.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from route_opt.records.document import Record
from route_opt.records.rules import RecordRules, find_title
from route_opt.records.words import recorded_revenue
from whole_game.recorded.decode import Recorded, Turned
from whole_game.recorded.ending import apart
from whole_game.recorded.replay import Replay


class Dialect(NamedTuple):
    """How a record is told.

    Our numbers of the cities that it numbers otherwise, our options of its day, whether both ends
    of a route counted, whether prices moved in the order of launch, and the dividend that moved
    no price.
    """

    cities: Turned = {}
    options: tuple[str, ...] = ()
    ends: bool = False
    by_launch: bool = False
    held: int = 0

    def replay(
        self,
        record: Record,
        happened: Sequence[Recorded] | None = None,
        *,
        rulebook: bool = False,
    ) -> Replay:
        """A record on its way, told this way: all that happened in it, or only that."""
        return Replay(
            record,
            self.cities,
            happened,
            options=self.options,
            ends=self.ends,
            by_launch=self.by_launch,
            held=self.held,
            rulebook=rulebook,
        )


class Trouble(NamedTuple):
    """How much of a record makes no sense, and how far it ends from what it says."""

    departures: int
    apart: int


_KNOWN: WeakKeyDictionary[Record, Dialect] = WeakKeyDictionary()


def dialect_of(record: Record) -> Dialect:
    """The way that a record is told, found out once."""
    if record not in _KNOWN:
        _KNOWN[record] = _found_out(record)
    return _KNOWN[record]


def _found_out(record: Record) -> Dialect:
    """How a record makes most sense.

    From the likeliest way on, each change is tried by itself, and kept where it makes more sense
    of the record: so that a few changes need a few readings, not one for each of their sets.
    """
    found = _likeliest(record)
    changes = list(_changes(record))
    if not changes:
        return found
    least = _trouble(found, record)
    for change in changes:
        if not any(least):
            break
        way = change(found)
        trouble = _trouble(way, record)
        if trouble < least:
            found, least = way, trouble
    return _with_price_held(found, record) if any(least) else found


def _with_price_held(way: Dialect, record: Record) -> Dialect:
    """A way in which one dividend moved no price, if then nothing else is wrong.

    Where a told price is all that does not fit, it says that an earlier move was not made; the
    result says which.
    """
    played = _played(way, record)
    if [one.code for one in played.departures] != ["price"] or not apart(record, played.game):
        return way
    (wrong,) = played.departures
    paid = [
        line.id
        for line in played.lines
        if line.action["type"] == "dividend" and line.action["entity"] == wrong.entity
    ]
    for number in reversed([one for one in paid if one and one < wrong.action]):
        held = way._replace(held=number)
        if _trouble(held, record) == Trouble(departures=1, apart=0):
            return held
    return way


def _likeliest(record: Record) -> Dialect:
    """Numbers go by the date, if there is one.

    Rules go by what the site does now, as records are brought up to date with it.
    """
    old = _old_numbers(record, find_title(record.title)[1])
    return Dialect(old if record.date else {})


def _changes(record: Record) -> Iterator[Callable[[Dialect], Dialect]]:
    """What may be meant otherwise in a record, each as a change of how it is told."""
    rules = find_title(record.title)[1]
    old = _old_numbers(record, rules)
    if old:
        yield lambda way: way._replace(cities={} if way.cities else old)
    kinds = {action["type"] for action in record.actions}
    for change in rules.formerly:
        if record.date < change.until and change.action in kinds:
            yield functools.partial(_with_option, change.option)
    if record.date < rules.ends_counted and any(map(_has_no_revenue, record.actions)):
        yield lambda way: way._replace(ends=True)
    if record.date < rules.moved_by_launch:
        yield lambda way: way._replace(by_launch=True)


def _with_option(option: str, way: Dialect) -> Dialect:
    return way._replace(options=(*way.options, option))


def _has_no_revenue(action: Recorded) -> bool:
    return action["type"] == "run_routes" and recorded_revenue(action) is None


def _old_numbers(record: Record, rules: RecordRules) -> Turned:
    """The old numbers that a record may have used, for the tiles whose cities it names."""
    named = {
        str(action.get("city")).partition("-")[0]
        for action in record.actions
        if action["type"] == "place_token"
    }
    return {
        tile: dict(enumerate(change.cities))
        for change in rules.renumbered
        if record.date < change.until
        for tile in change.tiles
        if tile in named
    }


def _trouble(way: Dialect, record: Record) -> Trouble:
    """What is wrong with a record that is told this way."""
    replay = _played(way, record)
    amounts = apart(record, replay.game).values()
    return Trouble(len(replay.departures), sum(map(abs, amounts)))


def _played(way: Dialect, record: Record) -> Replay:
    """A record that is told this way, played to its end."""
    replay = way.replay(record)
    for place in range(len(replay.lines)):
        replay.advance(place)
    return replay
