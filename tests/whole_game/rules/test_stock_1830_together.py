"""1830: what happens when several rules meet: offices, private companies, limits, the bank."""

from __future__ import annotations

from hand_game import (
    BuyShare,
    Pass,
    SellShares,
    after,
    all_pass,
    allowed,
    cash,
    held,
    passes,
    president,
    price,
    refused,
    started,
    stock_round,
)
from rule_table import rule

from operating_round.actions import BuyPrivate, BuyTrain, Exchange
from operating_round.state import Depot
from whole_game.actions import Bid, Par
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game, parse
from whole_game.setup import new_game
from whole_game.standings import standings


def counted(game: Game, player: str) -> int:
    play = on_table(game)
    return play.stock_rules.counted(play, player)


# the private company B&O and its corporation (Table 1, 13.0, 23.2)


def baltimore(**given: object) -> Game:
    """Ann has the private company and its 20%, Bob 20%; the turn is Bob's."""
    rows = {"B&O": started("Ann", 67, Ann=20, Bob=20, Cy=20, cash=670)}
    return stock_round("1830", rows, privates={"BO": "Ann"}, turn="Bob", **given)  # type: ignore[arg-type]


@rule("1830", "6d", "14a", "14c", "10c")
def test_the_office_of_the_b_and_o_goes_and_its_private_company_stays() -> None:
    game = baltimore()
    # The private company and the president's certificate
    assert counted(game, "Ann") == 2
    game = after(game, BuyShare("B&O", "IPO"))
    assert president(game, "B&O") == "Bob"
    assert game.operating.privates["BO"] == "Ann"
    # She has two single shares for the certificate; he the certificate and one
    assert (counted(game, "Ann"), counted(game, "Bob")) == (3, 2)
    assert parse(game.document()) == game
    # It pays her 30 in the operating round, and closes when Bob buys a train for the B&O
    before = cash(game, "Ann")
    game = all_pass(game)
    assert cash(game, "Ann") == before + 30
    while not any(isinstance(c.action, BuyTrain) for c in legal_actions(game)):
        game = after(game, Pass())
    assert player_to_act(game) == "Bob"
    game = after(game, BuyTrain("2", 80))
    assert game.operating.privates["BO"] == "closed"
    (ann,) = [row for row in standings(game) if row.player == "Ann"]
    assert ann.worth == cash(game, "Ann") + 2 * (price(game, "B&O") or 0)


def test_no_corporation_buys_the_private_company_b_and_o() -> None:
    game = all_pass(baltimore(phase="3", depot=Depot({"3": 3, "4": 4, "5": 3, "6": 2, "D": 6})))
    assert game.operating.turn is not None
    found = [c.action for c in legal_actions(game) if isinstance(c.action, BuyPrivate)]
    assert not found


@rule("1830", "6b", "6c", "6d", "6e", "7a")
def test_two_certificates_that_come_free_in_one_round() -> None:
    # Ann gets the share of the PRR and the certificate of the B&O; neither is sold in this round,
    # nor the share before the PRR has a par
    game = new_game("1830", ["Ann", "Bob", "Cy"])
    for name, bid in {"SV": 20, "CS": 40, "DH": 70}.items():
        game = after(game, Bid(name, bid))
    game = after(game, Pass(), Bid("MH", 110), Pass(), Bid("CA", 160))
    assert player_to_act(game) == "Bob"
    game = after(game, Pass(), Pass(), Bid("BO", 220))
    assert player_to_act(game) == "Ann"
    assert refused(game, Pass())
    game = after(game, Par("B&O", 100))
    # 800 less 20, 160 and 220; the certificates cost nothing
    assert cash(game, "Ann") == 400
    assert (held(game, "PRR")["Ann"], held(game, "B&O")["Ann"]) == (10, 20)
    assert counted(game, "Ann") == 5
    while player_to_act(game) != "Ann":
        game = after(game, Pass())
    for name in ("PRR", "B&O"):
        assert refused(game, SellShares("Ann", name, 1)).startswith("12.0")
    assert allowed(game, Par("PRR", 67))


# swaps (Table 1 note 3)


@rule("1830", "16d", "14a", "O7", "8h")
def test_a_swap_in_the_turn_of_another_takes_his_office() -> None:
    rows = {"NYC": started("Bob", 67, Bob=30, Ann=30, market=10)}
    game = stock_round("1830", rows, privates={"MH": "Ann"}, turn="Bob")
    assert refused(game, SellShares("Ann", "NYC", 1))
    game = after(game, Exchange("MH", "market"))
    # 40 against 30: at once; the turn is still Bob's, who may sell all now
    assert (president(game, "NYC"), player_to_act(game), game.priority) == ("Ann", "Bob", "Bob")
    assert allowed(game, SellShares("Bob", "NYC", 3))
    # Bob passes, and so do the others: nobody has dealt
    game = passes(game, 3)
    assert (game.stock, game.priority) == (None, "Bob")


@rule("1830", "16d", "15a", "15c")
def test_a_swap_floats_the_nyc_and_a_purchase_in_the_same_turn_takes_the_office() -> None:
    # 20 + 30 have left the bank; with the share for the Mohawk & Hudson 60
    rows = {"NYC": started("Bob", 76, Bob=30, Ann=20)}
    game = stock_round("1830", rows, privates={"MH": "Ann"}, turn="Ann")
    game = after(game, Exchange("MH", "IPO"), BuyShare("NYC", "IPO"))
    assert (president(game, "NYC"), held(game, "NYC")["Ann"]) == ("Ann", 40)
    game = all_pass(game)
    assert cash(game, "NYC") == 760


# limits and offices (10.0, 13.0)


@rule("1830", "11a", "11b", "12e", "14e")
def test_who_loses_an_office_and_is_above_the_limit_may_not_pass() -> None:
    # Cy takes the NYC from Ann with a fourth share. She has 20 certificates, the most for three,
    # of which the certificate of the NYC is one: with two shares for it she has 21.
    names = ("PRR", "ERIE", "C&O", "B&M")
    # Five, five and five and two shares of corporations that are Bob's; the certificate and one
    shares = {name: 50 if name != "B&M" else 30 for name in names}
    rows = {name: started("Bob", 67, Bob=50, Ann=part) for name, part in shares.items()} | {
        "NYC": started("Ann", 67, Ann=30, Cy=30)
    }
    game = stock_round("1830", rows, turn="Cy", cash={"Cy": 500})
    assert counted(game, "Ann") == 5 + 5 + 5 + 3 + 2
    game = after(game, BuyShare("NYC", "IPO"), Pass())
    assert (president(game, "NYC"), player_to_act(game), counted(game, "Ann")) == ("Cy", "Ann", 21)
    assert refused(game, Pass())
    assert {type(choice.action) for choice in legal_actions(game)} == {SellShares}
    game = after(game, SellShares("Ann", "NYC", 1))
    assert counted(game, "Ann") == 20
    assert allowed(game, Pass())


# the bank (25.0)


@rule("1830", "18b")
def test_a_bank_broken_by_a_sale_stays_so_though_a_purchase_follows() -> None:
    # 100 for 134: broken, though 67 come in again in the same turn
    rows = {
        "NYC": started("Ann", 67, Ann=40, Bob=20),
        "PRR": started("Bob", 67, Bob=60, Ann=20),
    }
    game = stock_round("1830", rows, bank=100)
    game = after(game, SellShares("Ann", "PRR", 2), BuyShare("NYC", "IPO"))
    assert (cash(game, "bank"), game.operating.finish) == (33, "bank")
    assert not game.over
    game = all_pass(game)
    assert game.stock is None
    while not game.over:
        game = after(game, Pass())
    assert game.operating.finish == "bank"
