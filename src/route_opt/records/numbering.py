"""Which city an old record means: the site has counted those of some tiles otherwise.

The day a game began says which way it was counted, unless somebody has brought the record up to
date since. So a record that names such cities is replayed both ways, and tells by itself: counted
wrongly, tokens find no space and runs have no token of their own.
"""

from __future__ import annotations

from route_opt.records.course import Course
from route_opt.records.document import Record
from route_opt.records.game import Game
from route_opt.records.pieces import PieceError
from route_opt.records.routes import RouteError, read_routes
from route_opt.records.rules import find_title
from route_opt.records.views import position_of

Turned = dict[str, dict[int, int]]


def game_of(record: Record) -> Game:
    """A new game of a record, in which its cities are read as they were meant."""
    old = _old_numbers(record)
    if not old:
        return Game(record)
    # Equally good both ways: by its date.
    ways: list[Turned] = [old, {}] if record.date else [{}, old]
    return Game(record, min(ways, key=lambda turned: _trouble(Game(record, turned))))


def _old_numbers(record: Record) -> Turned:
    """The old numbers that a record may have used, for the tiles whose cities it names."""
    named = {
        str(action.get("city")).partition("-")[0]
        for action in record.actions
        if action["type"] == "place_token"
    }
    return {
        tile: dict(enumerate(change.cities))
        for change in find_title(record.title)[1].renumbered
        if record.date < change.until
        for tile in change.tiles
        if tile in named
    }


def _trouble(game: Game) -> int:
    """How much of a record makes no sense: tokens without a space, runs that break rules."""
    from route_opt.claims import check

    game.course = Course(game.record.happened())
    wrong = 0
    for place, action in enumerate(game.course):
        if action["type"] == "run_routes":
            try:
                game.foresee(action)
                position = position_of(game, game.corporation(str(action.get("entity"))))
                verdict = check(position, read_routes(position, action, game.train_names()))
                wrong += not verdict.legal
            except (PieceError, RouteError):
                wrong += 1
        game.apply(action, place)
    return wrong + sum(one.code in ("no_space", "second_token") for one in game.departures)
