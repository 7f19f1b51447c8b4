"""How a record says that its game ended, beside how it ends when it is played."""

from __future__ import annotations

from collections.abc import Iterator

from route_opt.records.departures import RESULT, Departure
from route_opt.records.document import Record
from whole_game.game import Game
from whole_game.standings import standings


def apart(record: Record, game: Game) -> dict[str, int]:
    """By how much more each player ends than the record says; nothing where it does not say."""
    if not record.result or not game.over:
        return {}
    worths = {one.player: one.worth for one in standings(game)}
    more = {who: worths.get(who, 0) - worth for who, worth in record.result.items()}
    return {who: amount for who, amount in more.items() if amount}


def unlike(record: Record, game: Game) -> Iterator[Departure]:
    """What is to be said of a record that does not end as it says."""
    more = apart(record, game)
    if not record.result or (game.over and not more):
        return
    said = ", ".join(f"{who} {worth}" for who, worth in record.result.items())
    if game.over:
        told = [f"{who} ends with {abs(by)} {_than(by)}" for who, by in more.items()]
        why = f"by its own actions {', '.join(told)}: it was reckoned otherwise than it is told"
    else:
        why = f"its actions break off in {game.operating.round or 'the auction'}, before the end"
    number = record.actions[-1]["id"] if record.actions else 0
    yield Departure(number, "", "", RESULT, "", f"the game ends with {said}", why, applied=False)


def _than(by: int) -> str:
    return "more" if by > 0 else "less"
