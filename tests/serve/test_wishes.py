"""Why a choice is not offered: the engine's own refusals, with their sections."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from operating_round.actions import BuyTrain, Lay, Pass, Token
from route_opt.records.document import read as read_record
from whole_game.actions import Action, Bid, BuyShare, Par
from whole_game.data import titles as playable
from whole_game.engine import History, legal_actions, player_to_act
from whole_game.game import Game, parse
from whole_game.recorded.replay import Replay
from whole_game.serve.view import lays
from whole_game.serve.wishes import denied
from whole_game.setup import new_game

PLAYERS = ["Ann", "Bob", "Cy"]


def begun(title: str, *actions: Action, options: Sequence[str] = (), seed: int = 1) -> History:
    """A new game, so far."""
    history = History(parse(new_game(title, PLAYERS, options=options, seed=seed).document()))
    for action in actions:
        history.apply(action)
    return history


def reasons(game: Game) -> dict[str, str]:
    """What is not possible, and why."""
    return {wish.text: wish.why for wish in denied(game, legal_actions(game))}


def pass_to(history: History, player: str) -> None:
    """The others pass until it is a player's turn."""
    while player_to_act(history.game) != player:
        history.apply(Pass())


def test_money_set_aside_for_a_bid() -> None:
    # 800 each: with 700 on the B&O, 100 are left; 5 above 110 and 160 are the least bids on two.
    history = begun("1830", Bid("BO", 700), Bid("CS", 45), Bid("DH", 75))
    found = reasons(history.game)
    assert found == {
        "Bid on MH, Mohawk & Hudson": "Ann has 100 to bid with, not 115 (7.0-7.3)",
        "Bid on CA, Camden & Amboy": "Ann has 100 to bid with, not 165 (7.0-7.3)",
    }


def test_a_card_of_the_row_that_is_too_dear() -> None:
    """1867bw: who has no money for a card is told what it costs, by its place in the row."""
    history = begun("1867bw")
    while history.game.row is not None:
        row, player = history.game.row, history.game.row.turn
        if row.par[0]:
            history.apply(legal_actions(history.game)[0].action)
            continue
        cash = history.game.operating.players[player]
        privates = history.game.operating.rules.privates
        for place, (card, _) in enumerate(row.cards):
            face = privates[card].price if card in privates else 0
            cost = face + 5 * place  # 6: five on each card left of it
            why = f"{card} costs {cost}, and {player} has {cash} (6)"
            assert (why in reasons(history.game).values()) == (cost > cash)
        dearest = max(legal_actions(history.game), key=lambda choice: choice.cost)
        history.apply(dearest.action)


SOLD = [Bid("SV", 20), Bid("CS", 40), Bid("DH", 70), Bid("MH", 110), Bid("CA", 160), Bid("BO", 220)]


def test_one_purchase_a_turn_and_no_sale_in_the_first_round() -> None:
    # Ann 20 + 110, Bob 40 + 160, Cy 70 + 220: then Ann begins, with 670.
    history = begun("1830", *SOLD, Par("B&O", 67))
    history.apply(Par("NYC", 100))
    found = reasons(history.game)
    assert found["Buy 10% of NYC from the initial offering"] == (
        "Ann has bought in this turn (4.0, 8.0)"
    )
    assert found["Start ERIE at 67"] == "Ann has bought in this turn (4.0, 8.0)"
    assert found["Sell 10% of NYC"] == "nothing is sold in the first stock round (12.0, 13.0)"
    # Cy has 800 - 70 - 220 = 510: a share of the NYC for 100, then 200 and 134 to start two.
    for purchase in (BuyShare("NYC", "IPO"), Par("PRR", 100), Par("C&O", 67)):
        pass_to(history, "Cy")
        history.apply(purchase)
    pass_to(history, "Cy")
    found = reasons(history.game)
    assert found["Buy 10% of PRR from the initial offering"] == (
        "PRR costs 100, and Cy has 76 (4.0, 8.0)"
    )
    assert found["Start ERIE at 67"] == "that costs 134, and Cy has 76 (4.0, 8.0)"


def recorded(file: Path, *words: str) -> tuple[Game, str]:
    """The first moment of a record at which something is refused with these words."""
    replay = Replay(read_record(file))
    for place in range(len(replay.lines)):
        for why in reasons(replay.game).values():
            if all(word in why for word in words):
                return replay.game, why
        replay.advance(place)
    raise AssertionError(f"nothing is refused with {words}")


@pytest.fixture(scope="module")
def record(corpus: Path) -> Path:
    return sorted((corpus / "games" / "1830").glob("*.json"))[0]


def test_a_train_must_be_bought(record: Path) -> None:
    game, why = recorded(record, "must buy a train")
    turn = game.operating.turn
    assert turn is not None
    assert why.startswith(f"{turn.entity} must buy a train (")
    assert not game.operating.corporations[turn.entity].trains
    assert not any(isinstance(choice.action, Pass) for choice in legal_actions(game))


def test_a_train_of_a_later_phase(record: Path) -> None:
    game, why = recorded(record, "the bank sells no 4 now, but 3")
    assert game.operating.depot.upcoming["3"] > 0
    assert "2" not in game.operating.depot.upcoming
    assert why.endswith(")")


def test_the_presidents_certificate_and_what_was_sold(record: Path) -> None:
    game, why = recorded(record, "the president's certificate of", "has no other taker")
    name = why.split("certificate of ")[1].split()[0]
    row = game.operating.corporations[name]
    assert row.shares[row.owner or ""] == 20
    assert all(part < 20 for who, part in row.shares.items() if who in PLAYERS and who != row.owner)
    game, why = recorded(record, "has sold", "in this round")
    player, _, _, name = why.split()[:4]
    assert game.stock is not None
    assert name in game.stock.sold[player]


def test_why_there_is_no_token_and_no_run(record: Path) -> None:
    game, why = recorded(record, "no city with a free space is connected")
    choices = legal_actions(game)
    assert not any(isinstance(choice.action, Token) for choice in choices)
    turn = game.operating.turn
    assert turn is not None
    assert f"a token of {turn.entity} (" in why
    game, why = recorded(record, "has no train to run")
    turn = game.operating.turn
    assert turn is not None
    assert turn.revenue == 0
    assert why.startswith(f"{turn.entity} has no train to run (")


def test_a_hex_at_another_step_than_the_lay(record: Path) -> None:
    replay = Replay(read_record(record))
    place = 0
    while not any(isinstance(choice.action, BuyTrain) for choice in legal_actions(replay.game)):
        replay.advance(place)
        place += 1
    assert not any(isinstance(choice.action, Lay) for choice in legal_actions(replay.game))
    turn = replay.game.operating.turn
    assert turn is not None
    why = lays(replay.game, "E11").why
    assert why.startswith(f"{turn.entity} is at the trains step, not at the track step (")


@pytest.mark.parametrize("title", playable())
def test_whatever_is_not_offered_has_a_reason_with_its_section(title: str) -> None:
    """Random play: nothing that is told to be impossible is offered, and each tells its section."""
    chance = random.Random(3)
    history = begun(title, seed=3)
    for _ in range(250):
        choices = legal_actions(history.game)
        if not choices:
            break
        for wish in denied(history.game, choices):
            assert wish.why.endswith(")"), wish
            assert "{" not in wish.why, wish
        history.apply(chance.choice(choices).action)
