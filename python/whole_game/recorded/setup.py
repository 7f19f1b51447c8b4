"""The game before the first action of its record: title, options, players, what is removed."""

from __future__ import annotations

from collections.abc import Sequence

from operating_round.state import BANK, CLOSED, MARKET
from route_opt.records.document import Record
from route_opt.records.rules import RecordRules, find_title
from route_opt.title import Title
from whole_game.game import Game
from whole_game.recorded.draw import Removal, privates_dealt, removed, shares_drawn
from whole_game.setup import new_game

_TAKEN = (BANK, MARKET, CLOSED, "IPO", "treasury", "")
"""Names that mean somebody else at our table."""


def seats(record: Record, title: Title) -> dict[str, str]:
    """The players by the numbers that records give them, each with a name of his own."""
    found: dict[str, str] = {}
    for player in record.players:
        name = player.name
        while name in _TAKEN or name in title.corporations or name in found.values():
            name += "'"
        found[player.id] = name
    return found


def out_of_game(record: Record, rules: RecordRules) -> Removal:
    """What chance, or the edition, has left out of a game."""
    if rules.draw is None:
        return Removal([], [])
    fields = ("company", "corporation", "entity")
    seen = {str(action.get(field)) for action in record.actions for field in fields}
    editions = [record.options, record.options | {rules.edition}]
    return removed(rules.draw, record.seeds, len(record.players), editions, seen)


def set_up(record: Record, formerly: Sequence[str] = (), *, rulebook: bool = False) -> Game:
    """The game before the first action of its record, also under options of its day.

    With `rulebook`, not by the readings of the site.
    """
    title, rules = find_title(record.title, len(record.players))
    out = out_of_game(record, rules)
    site = [ours for theirs, ours in rules.options.items() if theirs in record.options]
    chosen = [option for options in site for option in options]
    if rules.draw is not None and rules.draw.later and not out.left_out:
        chosen.append(rules.draw.later)
    readings = () if rulebook else (*title.play.recorded, *formerly)
    options = dict.fromkeys([*rules.always, *readings, *chosen])
    players = list(seats(record, title).values())
    seed = record.seeds[0]
    return new_game(
        title.name,
        players,
        options=options,
        removed=[*out.drawn, *out.left_out],
        drawn=shares_drawn(title, seed),
        dealt=privates_dealt(title.under(options), seed, len(players)),
        any_number=True,
    )
