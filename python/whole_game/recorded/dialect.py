"""How an old record is meant: the site has counted cities otherwise, and read rules otherwise.

The day a game began says which way it was, unless somebody has brought the record up to date since.
So a record that one of these changes touches is played both ways, and tells by itself: meant
wrongly, tokens find no space, runs have no token of their own, and money is short.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from route_opt.records.document import Record
from route_opt.records.rules import RecordRules, find_title
from whole_game.recorded.decode import Turned
from whole_game.recorded.replay import Replay


class Dialect(NamedTuple):
    """Our numbers of the cities that a record numbers otherwise, and our options of its day."""

    cities: Turned = {}
    options: tuple[str, ...] = ()

    def replay(self, record: Record, *, rulebook: bool = False) -> Replay:
        """A record on its way, told this way."""
        return Replay(record, self.cities, options=self.options, rulebook=rulebook)


def dialect_of(record: Record) -> Dialect:
    """The way that a record is told."""
    ways = _ways(record)
    found, least = ways[0], -1
    for way in ways if len(ways) > 1 else ():
        trouble = _trouble(way.replay(record))
        if least < 0 or trouble < least:
            found, least = way, trouble
        if not trouble:
            break
    return found


def _ways(record: Record) -> list[Dialect]:
    """Every way in which a record may be told, the likeliest first.

    Numbers go by the date, if there is one. Rules go by what the site does now, as records are
    brought up to date with it.
    """
    rules = find_title(record.title)[1]
    cities: list[Turned] = [{}]
    options: list[tuple[str, ...]] = [()]
    old = _old_numbers(record, rules)
    if old:
        cities.insert(0 if record.date else 1, old)
    former = _former_options(record, rules)
    if former:
        options.append(former)
    return [Dialect(*way) for way in itertools.product(cities, options)]


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


def _former_options(record: Record, rules: RecordRules) -> tuple[str, ...]:
    """Our options under which a record may have been played, where it has what they are about."""
    kinds = {action["type"] for action in record.actions}
    return tuple(
        change.option
        for change in rules.formerly
        if record.date < change.until and change.action in kinds
    )


def _trouble(replay: Replay) -> int:
    """How much of a record makes no sense."""
    for place in range(len(replay.lines)):
        replay.advance(place)
    return len(replay.departures)
