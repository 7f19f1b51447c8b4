"""Actions in words: what only one title knows is told as its players would say it."""

from __future__ import annotations

from pathlib import Path

from operating_round.actions import Special
from route_opt.records.document import read as read_record
from whole_game.engine import apply, legal_actions, proceed
from whole_game.game import Game, parse
from whole_game.occasion import occasion
from whole_game.policy import Steady
from whole_game.recorded.replay import Replay
from whole_game.serve.choices import offers
from whole_game.setup import new_game


def told(game: Game, kind: str) -> list[str]:
    """The offers of one kind that only a title knows, in words."""
    kinds = (("type", "special"), ("kind", kind))
    found = offers(game, legal_actions(game))
    return [one.text for one in found if all(one.action.get(k) == v for k, v in kinds)]


def recorded(file: Path, kind: str) -> Game:
    """The first moment of a record at which something of a kind is offered."""
    replay = Replay(read_record(file))
    for place in range(len(replay.lines)):
        if told(replay.game, kind):
            return replay.game
        replay.advance(place)
    raise AssertionError(f"nobody is offered {kind}")


def test_a_connection_run(corpus: Path) -> None:
    game = recorded(corpus / "games" / "1870" / "1870_game_end_bank.json", "destination")
    turn = game.operating.turn
    assert turn is not None
    assert told(game, "destination") == [
        f"Put the destination token of {turn.entity} on the map",
        f"Put the destination token of {turn.entity} on its charter",
    ]


def test_the_mesabi_range(corpus: Path) -> None:
    file = corpus / "games" / "1850" / "1850_game_end_bankrupt.json"
    (text,) = told(recorded(file, "mesabi"), "mesabi")
    assert text == "Buy the right to the Mesabi Range for 80"


def test_an_offer_of_the_union_pacific() -> None:
    """1867bw: the occasion names the corporation that is asked, and the answers say who asks."""
    policy = Steady(5)
    game, _ = proceed(parse(new_game("1867bw", ["Ann", "Bob", "Cy"], seed=5).document()))
    while not told(game, "acquire"):
        game, _ = apply(game, policy.choose(game, legal_actions(game)), agreed=True)
    actions = [choice.action for choice in legal_actions(game)]
    (name,) = {action.at for action in actions if isinstance(action, Special)}
    assert f"answers the offer of the Union Pacific for {name}, OR" in occasion(game)
    assert told(game, "acquire")[0] == f"Let the Union Pacific acquire {name}"
