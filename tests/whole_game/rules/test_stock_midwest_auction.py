"""1850 and 1870: the first stock round (1850 5.7, 15.2; 1870 Private Companies).

P1 to P4 are the cheapest in order of cost; the dearest brings a share.
"""

from __future__ import annotations

import pytest
from midwest import TITLES, allowed, cash, choices, do, row, turn
from rule_table import rule

from operating_round.actions import BuyPrivate, Pass, SellShares
from operating_round.errors import IllegalAction
from whole_game.actions import Bid, BuyShare, Par
from whole_game.engine import apply, on_table, player_to_act
from whole_game.game import Game
from whole_game.setup import new_game

PRIVATES = {
    "1850": [
        ("GRSC", 20), ("CM", 40), ("MRB", 40), ("GBC", 50), ("MRC", 80), ("WLG", 90), ("MMR", 160),
    ],
    "1870": [("GRSC", 20), ("MRBC", 40), ("SCC", 50), ("GSC", 80), ("SLSF", 140), ("MKT", 160)],
}  # fmt: skip
BROUGHT = {"1850": "RI", "1870": "MKT"}

both = pytest.mark.parametrize("title", TITLES)


def start(title: str, options: tuple[str, ...] = ()) -> Game:
    return new_game(title, ["Ann", "Bob", "Cy"], options=options)


def bid(game: Game, *bids: tuple[str, int]) -> Game:
    return do(game, *(Bid(*pair) for pair in bids))


def all_sold(title: str, options: tuple[str, ...] = ()) -> Game:
    """Every private company bought at its price, in turn; SLSF at 100."""
    game = start(title, options)
    for name, price in PRIVATES[title]:
        game = bid(game, (name, price))
        if name == "SLSF":
            game = do(game, Par("SLSF", 100))
    return game


@rule("1850", "1a", "1b", "1c")
@rule("1870", "1a", "1b", "1c")
@both
def test_the_cheapest_is_for_sale_the_others_take_bids(title: str) -> None:
    game = start(title)
    found = {c.action.private: c.prices for c in choices(game, Bid)}
    (first, price), *others = PRIVATES[title]
    # At its price and no other; bids are 5 above the cost, up to the 700 a player has
    assert found.pop(first) == (price, price)
    assert found == {name: (cost + 5, 700) for name, cost in others}
    game = bid(game, (others[0][0], 60))
    assert player_to_act(game) == "Bob"
    assert {c.action.private: c.prices for c in choices(game, Bid)}[others[0][0]] == (65, 700)
    with pytest.raises(IllegalAction):
        apply(game, Bid(others[0][0], 64))


@rule("1850", "1d")
@rule("1870", "1c")
@both
def test_money_that_is_bid_is_set_aside(title: str) -> None:
    names = [name for name, _ in PRIVATES[title]]
    game = bid(start(title), (names[-1], 690))
    game = do(game, Pass(), Pass())
    # Ann has 10 left of her 700: not enough for anything but to raise her own bid
    assert {c.action.private: c.prices for c in choices(game, Bid)} == {names[-1]: (695, 700)}


@rule("1850", "1a", "2a", "2e")
@rule("1870", "1a", "1d", "1e")
@both
def test_a_single_bid_is_a_sale_and_play_goes_on_left_of_the_buyer(title: str) -> None:
    (p1, _), (p2, price), *_ = PRIVATES[title]
    game = bid(start(title), (p2, price + 5), (p1, 20))
    assert game.operating.privates[p2] == "Ann"
    assert cash(game, "Ann") == 700 - price - 5
    # Bob bought the one that set this off
    assert player_to_act(game) == "Cy"


@rule("1850", "2b", "2c", "2d", "2e")
@rule("1870", "1d", "1e")
@both
def test_several_bids_are_an_auction_among_the_bidders(title: str) -> None:
    (p1, _), (p2, _), (p3, price), *_ = PRIVATES[title]
    game = bid(start(title), (p2, 45), (p2, 50), (p3, price + 5), (p1, 20))
    # Left of Bob, who bids highest, sits Cy, who did not bid; then Ann
    assert player_to_act(game) == "Ann"
    assert [(c.action, c.prices) for c in choices(game, Bid)] == [(Bid(p2, 55), (55, 680))]
    game = bid(game, (p2, 55))
    assert player_to_act(game) == "Bob"
    game = do(game, Pass())
    assert (game.operating.privates[p2], cash(game, "Ann")) == ("Ann", 700 - 20 - 55)
    assert cash(game, "Bob") == 700
    # The next had one bid: sold too. Then left of Ann, who bought P1
    assert (game.operating.privates[p3], cash(game, "Cy")) == ("Cy", 700 - price - 5)
    assert player_to_act(game) == "Bob"


@rule("1850", "2e")
@rule("1870", "1e")
@both
def test_after_the_last_auction_shares_follow_left_of_who_bought_from_the_offer(title: str) -> None:
    *others, (last, price) = PRIVATES[title]
    game = bid(start(title), (last, price + 5), (last, price + 10))
    for name, cost in others:
        buyer = player_to_act(game)
        game = bid(game, (name, cost))
        if name == "SLSF":
            game = do(game, Par("SLSF", 100))
    # Bob's bid is higher, so Ann speaks; whoever of the two has not just bought shall win.
    assert player_to_act(game) == "Ann"
    game = do(game, Pass()) if buyer == "Ann" else bid(game, (last, price + 15))
    game = game if game.auction is None else do(game, Pass())
    winner = "Bob" if buyer == "Ann" else "Ann"
    assert (game.auction, game.operating.privates[last]) == (None, winner)
    assert player_to_act(game) == {"Ann": "Bob", "Bob": "Cy"}[buyer]


@rule("1850", "D1")
@rule("1870", "D1")
@both
def test_whoever_has_bid_least_speaks_where_records_say_so(title: str) -> None:
    (p1, _), (p2, _), *_ = PRIVATES[title]
    game = start(title, ("lowest_bidder_speaks",))
    game = bid(game, (p2, 45), (p2, 50), (p2, 55), (p1, 20))
    assert player_to_act(game) == "Ann"
    # By the rulebook too Ann is left of Cy; she raises to 60, and then they part: Bob has 50,
    # and sits left of her; he raises to 65, and left of him is Cy with 55, Ann has 60
    game = bid(game, (p2, 60), (p2, 65))
    assert player_to_act(game) == "Cy"
    game = do(game, Pass())
    assert player_to_act(game) == "Ann"


@rule("1850", "3b", "3c", "3e")
@rule("1870", "1f")
@both
def test_nobody_wants_the_first_until_it_is_free(title: str) -> None:
    (p1, _), *_ = PRIVATES[title]
    game = start(title)
    for price in (15, 10, 5):
        game = do(game, Pass(), Pass(), Pass())
        assert {c.prices for c in choices(game, Bid) if c.action.private == p1} == {(price, price)}
        assert player_to_act(game) == "Ann"
    game = do(game, Pass(), Pass(), Pass())
    # At 0 the player with the priority card must take it, and that is all he does
    assert game.operating.privates[p1] == "Ann"
    assert (cash(game, "Ann"), player_to_act(game)) == (700, "Bob")


@rule("1850", "3a", "3d", "3e", "O4")
@rule("1870", "1f", "O4")
@both
def test_after_a_round_without_a_sale_private_companies_pay(title: str) -> None:
    (p1, _), (p2, _), *_ = PRIVATES[title]
    game = bid(start(title), (p2, 45), (p2, 50), (p1, 20))
    game = do(bid(game, (p2, 55)), Pass())
    assert player_to_act(game) == "Ann"
    game = do(game, Pass(), Pass(), Pass())
    # P1 pays 5 to Cy, P2 10 to Ann
    assert (cash(game, "Cy"), cash(game, "Ann")) == (700 - 20 + 5, 700 - 55 + 10)
    # Cy bought from the offer, but Ann was the last to buy or bid: it starts left of her
    assert player_to_act(game) == "Bob"
    game = do(game, Pass(), Pass(), Pass())
    # Nobody bought or bid: with the first player of that round
    assert player_to_act(game) == "Bob"


@rule("1850", "3d", "O4")
@rule("1870", "O4")
@both
def test_a_bid_moves_the_start_of_the_second_round(title: str) -> None:
    (p1, _), *_, (dearest, price) = PRIVATES[title]
    game = do(start(title), Bid(p1, 20), Bid(dearest, price + 5))
    game = do(game, *[Pass()] * 3)
    # Ann bought, Bob bid last: it starts left of Bob
    assert player_to_act(game) == "Cy"


@rule("1850", "D2")
@rule("1870", "D2")
@both
def test_play_goes_on_when_nobody_buys_where_records_say_so(title: str) -> None:
    (p1, _), (p2, _), *_ = PRIVATES[title]
    game = bid(start(title, ("private_round_goes_on",)), (p2, 45), (p2, 50), (p1, 20))
    # Left of Bob, the highest, is Ann: she passes, and Bob has P2. Left of Cy, who bought: Ann
    game = do(game, Pass())
    assert (game.operating.privates[p2], player_to_act(game)) == ("Bob", "Ann")
    game = do(game, Pass(), Pass(), Pass())
    # Bob was the last to bid: by the rulebook Cy would begin. Here the next in turn does
    assert player_to_act(game) == "Ann"


@rule("1850", "D8")
@rule("1870", "D8")
@both
def test_the_offered_one_takes_any_price_where_records_say_so(title: str) -> None:
    game = start(title, ("offer_takes_any_price",))
    game = bid(game, ("GRSC", 33))
    assert (game.operating.privates["GRSC"], cash(game, "Ann")) == ("Ann", 667)
    with pytest.raises(IllegalAction, match="GRSC"):
        apply(start(title), Bid("GRSC", 33))


@rule("1850", "4a", "4b")
@rule("1870", "2c")
@both
def test_the_dearest_brings_a_share_and_shares_are_for_sale_then(title: str) -> None:
    game = all_sold(title)
    name = BROUGHT[title]
    last = ["Ann", "Bob", "Cy"][(len(PRIVATES[title]) - 1) % 3]
    assert row(game, name).shares == {last: 10, "IPO": 90}
    assert game.auction is None
    # Left of whoever bought the last one
    assert player_to_act(game) == ["Bob", "Cy", "Ann"][(len(PRIVATES[title]) - 1) % 3]
    # The first certificate of each other company is the president's
    assert {a.price for a in allowed(game, Par)} == {68, 72, 76, 82, 90, 100}
    assert name in {a.corporation for a in allowed(game, Par)}
    assert {a.corporation for a in allowed(game, BuyShare)} == (
        {"SLSF"} if title == "1870" else set()
    )


@rule("1850", "4c", "12b")
@rule("1870", "2c")
@both
def test_the_share_that_came_with_a_private_company_counts_as_sold(title: str) -> None:
    game, name = all_sold(title), BROUGHT[title]
    game = turn(game, Par(name, 68))
    while not row(game, name).floated:
        game = turn(game, BuyShare(name, "IPO"))
    # 10% with the private company, 20% of the president, three more
    assert row(game, name).shares["IPO"] == 40


@rule("1850", "4d")
@rule("1870", "3a")
@both
def test_nothing_is_sold_in_the_first_round(title: str) -> None:
    game, name = all_sold(title), BROUGHT[title]
    game = turn(game, Par(name, 68))
    for _ in range(4):
        assert not allowed(game, SellShares)
        assert not allowed(game, BuyPrivate)
        game = turn(game, BuyShare(name, "IPO"))


@rule("1870", "2a", "2b")
def test_slsf_is_the_presidents_certificate_and_one_certificate() -> None:
    game = start("1870")
    for name, price in PRIVATES["1870"][:5]:
        game = bid(game, (name, price))
    # Bob has it, with the Bridge Company; he sets its par before anything else
    assert player_to_act(game) == "Bob"
    assert {a.price for a in allowed(game, Par)} == {68, 72, 76, 82, 90, 100}
    game = do(game, Par("SLSF", 82))
    assert row(game, "SLSF").shares == {"Bob": 20, "IPO": 80}
    assert (row(game, "SLSF").owner, cash(game, "Bob")) == ("Bob", 700 - 40 - 140)
    play = on_table(game)
    assert play.stock_rules.counted(play, "Bob") == 2
    assert "SLSF" not in play.table.privates.of("Bob")
    # It operates with 20% sold, and has ten times its par when it does
    game = do(game, Bid("MKT", 160))
    while game.stock is not None:
        game = turn(game)
    assert cash(game, "SLSF") == 820
    assert game.operating.turn is not None
    assert game.operating.turn.entity == "SLSF"
