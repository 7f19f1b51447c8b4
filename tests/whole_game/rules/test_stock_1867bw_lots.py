"""1867 Big Wyoming: private companies by auction, the variant (16)."""

from __future__ import annotations

from big_wyoming import TITLE, lots_of
from hand_game import after, allowed, cash, held, offered, refused
from rule_table import rule

from operating_round.actions import Pass
from operating_round.rules import rules_of
from operating_round.table import Table
from whole_game import setup
from whole_game.actions import Bid, Par
from whole_game.engine import legal_actions, player_to_act


@rule(TITLE, "5a")
def test_the_same_companies_and_no_other_cards() -> None:
    for number, players in ((7, "abc"), (8, "abcd"), (9, "abcde")):
        game = setup.new_game(TITLE, list(players), options=["auction_variant"], seed=number)
        usual = setup.new_game(TITLE, list(players), seed=number)
        assert game.row is None
        assert game.lots is not None
        assert len(game.lots.left) == number
        assert set(game.lots.left) == set(game.operating.privates)
        assert {"P1", "P2", "P13"} <= set(game.lots.left)
        assert game.operating.privates == usual.operating.privates
        assert game.operating.own == usual.operating.own


@rule(TITLE, "5b", "5c", "5e")
def test_the_auctioneer_opens() -> None:
    game = lots_of("P1 P12", auctioneer="Bob")
    assert player_to_act(game) == "Bob"
    assert refused(game, Pass()) == "16.2"
    assert refused(game, Bid("P12", 85)) == "16.2"  # below its 90
    assert refused(game, Bid("P12", 91)) == "16.2"  # no multiple of 5
    assert refused(game, Bid("P2", 40)) == "16.2"  # not there
    assert allowed(game, Bid("P12", 90))
    assert allowed(game, Bid("P1", 250))


@rule(TITLE, "5d", "5e", "5f")
def test_bids_go_round_until_one_is_left() -> None:
    game = after(lots_of("P1 P12"), Bid("P1", 30))
    assert player_to_act(game) == "Bob"
    assert refused(game, Bid("P1", 30)) == "16.2"
    assert refused(game, Bid("P1", 33)) == "16.2"
    assert refused(game, Bid("P12", 90)) == "16.2"
    game = after(game, Bid("P1", 35))
    assert player_to_act(game) == "Cy"
    game = after(game, Pass(), Bid("P1", 50))
    assert player_to_act(game) == "Bob"  # Ann bid 50, Cy is out, Bob speaks
    game = after(game, Bid("P1", 55), Pass())  # Ann passes: Bob has won
    assert game.operating.privates == {"P1": "Bob", "P12": None}
    # Cy is in again for the next one.
    game = after(game, Bid("P12", 90))
    assert player_to_act(game) == "Cy"
    assert allowed(game, Bid("P12", 95))


@rule(TITLE, "5h", "5j")
def test_an_auctioneer_who_wins_pays_the_bank() -> None:
    game = lots_of("P1 P12", auctioneer="Cy")
    bank = cash(game, "bank")
    game = after(game, Bid("P1", 50), Pass(), Pass())
    assert cash(game, "Cy") == 400
    assert cash(game, "bank") == bank + 50
    assert player_to_act(game) == "Cy"


@rule(TITLE, "5i", "5j")
def test_another_winner_pays_the_auctioneer_what_is_above() -> None:
    game = lots_of("P1 P12", auctioneer="Cy")
    bank = cash(game, "bank")
    game = after(game, Bid("P1", 30), Pass(), Bid("P1", 75), Pass())
    # Bob pays 75 for P1: 30 to the bank, 45 to Cy.
    assert cash(game, "Bob") == 450 - 75
    assert cash(game, "Cy") == 450 + 45
    assert cash(game, "bank") == bank + 30
    assert player_to_act(game) == "Bob"


@rule(TITLE, "5g")
def test_no_bid_above_the_money_at_hand() -> None:
    game = lots_of("P1 P12", cash={"Ann": 98, "Bob": 100, "Cy": 99})
    assert not allowed(game, Bid("P12", 100))
    assert allowed(game, Bid("P12", 95))
    # In fives: of her 98 Ann can say 95.
    prices = {c.action.private: c.prices for c in legal_actions(game)}  # type: ignore[union-attr]
    assert prices == {"P1": (30, 95), "P12": (90, 95)}
    game = after(game, Bid("P12", 95))
    assert [c.prices for c in legal_actions(game) if c.prices] == [(100, 100)]
    game = after(game, Bid("P12", 100))
    # Neither Cy with 99 nor Ann with 98 can say 105: Bob has it.
    assert game.operating.privates["P12"] == "Bob"
    assert cash(game, "Ann") == 98 + 10


@rule(TITLE, "5k")
def test_an_auctioneer_without_money_makes_way() -> None:
    game = lots_of("P1 P12", cash={"Ann": 29, "Bob": 25, "Cy": 30})
    assert player_to_act(game) == "Cy"
    assert offered(game) == [Bid("P1", 30)]


@rule(TITLE, "5l", "5n")
def test_the_end_of_it() -> None:
    game = after(lots_of("P1", auctioneer="Bob"), Bid("P1", 30), Bid("P1", 35), Pass(), Pass())
    assert game.lots is None
    assert game.operating.round == "SR 1"
    assert game.priority == "Cy"
    assert player_to_act(game) == "Cy"


@rule(TITLE, "5l", "5m", "5n")
def test_what_nobody_can_open_leaves_the_game() -> None:
    cash_ = {"Ann": 60, "Bob": 139, "Cy": 139}
    game = lots_of("P1 P13 P3", cash=cash_, ninth="NP")
    game = after(game, Bid("P3", 50), Pass(), Pass(), Bid("P1", 35))
    # Ann opened P3 at 50 and won; with 10 left she can open nothing, so Bob did.
    assert player_to_act(game) == "Cy"
    game = after(game, Pass())  # Ann cannot say 40; Bob has P1, and nobody 140 for P13
    assert game.lots is None
    assert game.operating.privates == {"P1": "Bob", "P3": "Ann", "P13": "closed"}
    assert game.priority == "Bob"
    assert game.operating.corporations["NP"].closed
    table = Table(game.operating, rules_of(game.operating.rules))
    assert table.map.reserved("C1.0") == {}
    assert table.map.reserved("A9.0") == {0: "OSL"}


@rule(TITLE, "5o")
def test_who_wins_emerson_and_west_sets_a_price() -> None:
    game = after(lots_of("P1 P13", ninth="BH"), Bid("P13", 140), Bid("P13", 145), Pass(), Pass())
    assert player_to_act(game) == "Bob"
    assert offered(game) == [Par("BH", 60), Par("BH", 80)]
    game = after(game, Par("BH", 60))
    assert held(game, "BH") == {"Bob": 20, "treasury": 80}
    assert cash(game, "BH") == 120
    assert cash(game, "Bob") == 450 - 145
    assert cash(game, "Ann") == 450 + 5
    assert player_to_act(game) == "Bob"  # and puts the next one up
    assert allowed(game, Bid("P1", 30))
