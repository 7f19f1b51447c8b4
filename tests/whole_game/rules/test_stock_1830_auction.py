"""1830: the private companies are sold. Three players have 800 each, six 400."""

from __future__ import annotations

from hand_game import after, allowed, cash, held, offered, passes, president, refused
from rule_table import rule

from operating_round.actions import Pass, SellShares
from whole_game.actions import Bid, BuyShare, Par
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game
from whole_game.setup import new_game

FACE = {"SV": 20, "CS": 40, "DH": 70, "MH": 110, "CA": 160, "BO": 220}


def auction(players: str = "Ann Bob Cy") -> Game:
    """A game at its first offer."""
    return new_game("1830", players.split())


def on_sale(game: Game) -> str:
    """The private company for sale."""
    assert game.auction is not None
    return game.auction.offered[0]


def owner(game: Game, private: str) -> str | None:
    """Who owns a private company."""
    return game.operating.privates[private]


def bids(*pairs: tuple[str, int]) -> list[Bid]:
    """Bids, or purchases, one after another."""
    return [Bid(*pair) for pair in pairs]


@rule("1830", "1a", "1b")
def test_from_the_cheapest_and_from_the_first_player_clockwise() -> None:
    game = auction()
    for number, (private, price) in enumerate(FACE.items()):
        buyer = ("Ann", "Bob", "Cy")[number % 3]
        assert (on_sale(game), player_to_act(game)) == (private, buyer)
        game = after(game, Bid(private, price))
        assert owner(game, private) == buyer
    assert cash(game, "Ann") == 800 - 20 - 110
    assert cash(game, "Bob") == 800 - 40 - 160
    assert cash(game, "Cy") == 800 - 70 - 220


@rule("1830", "1b")
def test_a_pass_offers_the_same_one_to_the_next() -> None:
    game = passes(auction())
    assert (on_sale(game), player_to_act(game)) == ("SV", "Bob")
    game = after(game, Bid("SV", 20))
    assert (on_sale(game), player_to_act(game)) == ("CS", "Cy")


@rule("1830", "1c")
def test_the_offered_one_costs_its_face_value() -> None:
    game = auction()
    for wrong in (0, 15, 19, 21, 25, 800):
        assert refused(game, Bid("SV", wrong)).startswith("7")
    assert cash(after(game, Bid("SV", 20)), "Ann") == 780


@rule("1830", "1d")
def test_one_deal_a_turn() -> None:
    game = after(auction(), Bid("BO", 225))
    assert player_to_act(game) == "Bob"
    assert on_sale(game) == "SV"
    assert owner(game, "BO") is None
    game = passes(game)
    assert player_to_act(game) == "Cy"


@rule("1830", "2a")
def test_a_first_bid_is_five_above_face_value() -> None:
    game = auction()
    for private in ("CS", "DH", "MH", "CA", "BO"):
        assert refused(game, Bid(private, FACE[private]))
        assert refused(game, Bid(private, FACE[private] + 4))
        assert allowed(game, Bid(private, FACE[private] + 5))
        assert allowed(game, Bid(private, FACE[private] + 7))


@rule("1830", "2b")
def test_a_later_bid_is_five_above_the_highest() -> None:
    game = after(auction(), Bid("DH", 82))
    assert refused(game, Bid("DH", 82))
    assert refused(game, Bid("DH", 86))
    game = after(game, Bid("DH", 87))
    assert refused(game, Bid("DH", 91))
    assert allowed(game, Bid("DH", 92))


@rule("1830", "2c")
def test_money_bid_is_set_aside() -> None:
    # Six players have 400: with 225 on the B&O, 175 are left.
    game = after(auction("Ann Bob Cy Di Ed Flo"), Bid("BO", 225))
    game = passes(game, 5)
    assert player_to_act(game) == "Ann"
    assert refused(game, Bid("CA", 176))
    assert allowed(game, Bid("CA", 175))
    game = after(game, Bid("CA", 170))  # 5 left: not even the Schuylkill at 20
    game = passes(game, 5)
    assert player_to_act(game) == "Ann"
    assert refused(game, Bid("SV", 20))


@rule("1830", "2c", "3e")
def test_a_loser_has_his_money_back() -> None:
    # Ann bids 390 of her 400 on the Champlain, Bob outbids her: then she may spend 400 again.
    game = after(auction("Ann Bob Cy Di Ed Flo"), *bids(("CS", 390), ("CS", 395), ("SV", 20)))
    assert game.auction is not None
    assert game.auction.contest == "CS"
    game = passes(game)  # Ann gives up
    assert owner(game, "CS") == "Bob"
    assert (cash(game, "Ann"), cash(game, "Bob")) == (400, 5)
    game = passes(game, 3)  # Di, Ed, Flo
    assert player_to_act(game) == "Ann"
    assert allowed(game, Bid("BO", 400))


@rule("1830", "3a", "3f")
def test_one_bid_buys_it_when_it_comes_up() -> None:
    # Bob has bid on the Champlain; Cy buys the Schuylkill, and play goes on left of him.
    game = after(auction(), Pass(), Bid("CS", 50), Bid("SV", 20))
    assert owner(game, "CS") == "Bob"
    assert cash(game, "Bob") == 750
    assert (on_sale(game), player_to_act(game)) == ("DH", "Ann")


@rule("1830", "3a", "3f")
def test_several_companies_with_one_bid_follow_each_other() -> None:
    game = after(auction(), *bids(("CS", 45), ("DH", 75), ("SV", 20)))
    assert (owner(game, "CS"), owner(game, "DH")) == ("Ann", "Bob")
    assert (cash(game, "Ann"), cash(game, "Bob"), cash(game, "Cy")) == (755, 725, 780)
    assert (on_sale(game), player_to_act(game)) == ("MH", "Ann")


def contest() -> Game:
    """Ann at 45 and Bob at 50 on the Champlain; Cy has bought the Schuylkill."""
    return after(auction(), *bids(("CS", 45), ("CS", 50), ("SV", 20)))


@rule("1830", "3b", "3c", "O1a")
def test_an_auction_is_for_its_bidders_from_the_highest_bid() -> None:
    game = contest()
    spoke = []
    for bid in (55, 60, 65):
        spoke.append(player_to_act(game))
        assert {choice.action for choice in legal_actions(game)} >= {Pass()}
        assert refused(game, Bid("CS", bid - 1))
        assert refused(game, Bid("DH", 200))
        game = after(game, Bid("CS", bid))
    assert spoke == ["Ann", "Bob", "Ann"]  # whoever has the lower bid; never Cy
    game = passes(game)  # Bob
    assert owner(game, "CS") == "Ann"
    assert cash(game, "Ann") == 800 - 65


@rule("1830", "O1a")
def test_the_lowest_of_three_bidders_speaks() -> None:
    game = after(auction("Ann Bob Cy Di"), *bids(("CS", 45), ("CS", 50), ("CS", 55), ("SV", 20)))
    assert player_to_act(game) == "Ann"
    game = after(game, Bid("CS", 60))
    assert player_to_act(game) == "Bob"  # 50 against Cy's 55
    game = passes(game)
    assert player_to_act(game) == "Cy"


@rule("1830", "3d")
def test_staked_money_counts_in_the_auction() -> None:
    # Of 400, Ann has staked 300: she may go up to 400, not to 100.
    game = after(auction("Ann Bob Cy Di Ed Flo"), *bids(("CS", 300), ("CS", 305), ("SV", 20)))
    assert player_to_act(game) == "Ann"
    assert refused(game, Bid("CS", 401))
    game = after(game, Bid("CS", 400))
    assert cash(passes(game), "Ann") == 0


@rule("1830", "3d")
def test_money_staked_elsewhere_does_not_count() -> None:
    game = auction("Ann Bob Cy Di Ed Flo")
    game = after(game, Bid("BO", 300), Bid("CS", 45), Pass(), Pass(), Pass(), Pass())
    game = after(game, Bid("CS", 50), Bid("SV", 20))  # Ann has 400 - 300 - 50 free
    assert player_to_act(game) == "Bob"
    game = after(game, Bid("CS", 95))
    assert refused(game, Bid("CS", 101))
    assert allowed(game, Bid("CS", 100))


@rule("1830", "3f")
def test_play_goes_on_left_of_who_bought_from_the_offer() -> None:
    game = passes(contest())  # Ann gives up, Bob has the Champlain
    assert (on_sale(game), player_to_act(game)) == ("DH", "Ann")  # left of Cy


@rule("1830", "4a")
def test_the_schuylkill_comes_down() -> None:
    game = auction()
    for price in (15, 10, 5):
        game = passes(game, 3)
        assert (on_sale(game), player_to_act(game)) == ("SV", "Ann")
        assert refused(game, Bid("SV", price + 5))
        # A bid on the next one is 5 above its own price, which stays 40.
        assert refused(game, Bid("CS", 40))
        assert allowed(game, Bid("CS", 45))
        bought = after(game, Bid("SV", price))
        assert cash(bought, "Ann") == 800 - price
        # The next one has not come down with it.
        assert refused(bought, Bid("CS", 40 - (20 - price)))
        assert cash(after(bought, Bid("CS", 40)), "Bob") == 800 - 40


@rule("1830", "4b", "4c")
def test_nobody_at_five_and_the_first_player_takes_it() -> None:
    game = passes(auction(), 4 * 3)  # at 20, 15, 10 and 5
    assert owner(game, "SV") == "Ann"
    assert cash(game, "Ann") == 800
    assert (on_sale(game), player_to_act(game)) == ("CS", "Bob")  # as after a purchase by Ann


@rule("1830", "5a", "5b")
def test_a_later_one_that_nobody_buys_lets_bought_ones_pay() -> None:
    game = after(auction(), *bids(("SV", 20), ("CS", 40)))
    game = passes(game, 3)
    assert cash(game, "Ann") == 800 - 20 + 5
    assert cash(game, "Bob") == 800 - 40 + 10
    assert on_sale(game) == "DH"
    assert refused(game, Bid("DH", 65))
    assert allowed(game, Bid("DH", 70))
    assert cash(passes(game, 3), "Bob") == 800 - 40 + 10 + 10


@rule("1830", "5c")
def test_the_next_round_begins_left_of_the_last_buyer() -> None:
    # Ann buys, Bob bids, Cy passes, Ann and Bob pass: the run of passes ends with Bob, the next
    # round begins with Bob, left of Ann.
    game = after(auction(), Bid("SV", 20), Bid("BO", 225), Pass(), Pass(), Pass())
    assert cash(game, "Ann") == 800 - 20 + 5
    assert player_to_act(game) == "Bob"


@rule("1830", "5d", "3f")
def test_the_last_buyer_may_have_bought_by_a_bid() -> None:
    # Ann bids on the C&SL, Bob buys the Schuylkill: the C&SL is Ann's for 45. Play goes on left of
    # Bob; all pass; the last to buy was Ann, and the next round begins with Bob.
    game = after(auction(), Bid("CS", 45), Bid("SV", 20))
    assert player_to_act(game) == "Cy"
    game = after(game, Pass(), Pass(), Pass())
    assert (cash(game, "Ann"), cash(game, "Bob")) == (800 - 45 + 10, 800 - 20 + 5)
    assert player_to_act(game) == "Bob"


@rule("1830", "O1b")
def test_a_bid_is_no_purchase_for_the_next_round() -> None:
    # The last deal is Cy's bid; still it begins with Bob, left of Ann who bought.
    game = after(auction(), Bid("SV", 20), Pass(), Bid("BO", 225), Pass(), Pass(), Pass())
    assert cash(game, "Ann") == 800 - 20 + 5
    assert player_to_act(game) == "Bob"


@rule("1830", "D1")
def test_or_seat_order_goes_on() -> None:
    game = new_game("1830", ["Ann", "Bob", "Cy"], options=["private_round_goes_on"])
    game = after(game, Bid("SV", 20), Pass(), Bid("BO", 225), Pass(), Pass(), Pass())
    assert cash(game, "Ann") == 800 - 20 + 5
    assert player_to_act(game) == "Ann"  # after Cy


@rule("1830", "6a")
def test_no_stock_before_all_private_companies_are_sold() -> None:
    game = after(auction(), *bids(("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160)))
    assert refused(game, Par("PRR", 67))
    assert refused(game, BuyShare("PRR", "IPO"))
    game = after(game, Bid("BO", 220), Par("B&O", 67))
    assert player_to_act(game) == "Ann"
    assert allowed(game, Par("PRR", 67))


@rule("1830", "6b")
def test_the_camden_and_amboy_brings_a_share() -> None:
    game = after(auction(), *bids(("SV", 20), ("CS", 40), ("DH", 70), ("MH", 110), ("CA", 160)))
    assert held(game, "PRR") == {"Bob": 10, "IPO": 90}
    assert cash(game, "Bob") == 800 - 40 - 160
    assert owner(game, "CA") == "Bob"  # and stays open
    assert president(game, "PRR") is None


@rule("1830", "6d", "6e")
def test_the_b_and_o_brings_its_presidency_at_a_par_set_at_once() -> None:
    game = after(auction(), *bids(*FACE.items()))
    assert player_to_act(game) == "Cy"
    assert set(offered(game)) == {Par("B&O", price) for price in (67, 71, 76, 82, 90, 100)}
    assert refused(game, Par("B&O", 80))
    assert refused(game, Pass())
    game = after(game, Par("B&O", 90))
    assert cash(game, "Cy") == 800 - 70 - 220
    assert held(game, "B&O") == {"Cy": 20, "IPO": 80}
    assert president(game, "B&O") == "Cy"
    assert game.operating.corporations["B&O"].par == 90


@rule("1830", "6d", "6e")
def test_the_b_and_o_won_by_a_bid_brings_it_too() -> None:
    game = after(auction(), *bids(("BO", 225), ("SV", 20), ("CS", 40)))
    game = after(game, *bids(("DH", 70), ("MH", 110), ("CA", 160)))
    assert owner(game, "BO") == "Ann"
    assert player_to_act(game) == "Ann"
    assert refused(game, Pass())
    game = after(game, Par("B&O", 67))
    assert cash(game, "Ann") == 800 - 70 - 225
    assert player_to_act(game) == "Ann"  # left of Cy, who bought the Camden & Amboy


@rule("1830", "6c", "7a")
def test_nothing_is_sold_in_the_first_round() -> None:
    game = after(auction(), *bids(*FACE.items()), Par("B&O", 67))
    assert refused(game, SellShares("Ann", "PRR", 1))
    game = after(game, Par("PRR", 67))  # Ann
    assert player_to_act(game) == "Bob"
    assert refused(game, SellShares("Bob", "PRR", 1))  # though the PRR has a par by now
