"""1850 5.9 and 1870 Share Price Protection: presidents buy what was sold of their companies.

x stands at 100 and is Ann's, y at 90 and is Bob's, z at 82 and is Cy's, each with 40%.
"""

from __future__ import annotations

import pytest
from midwest import (
    COMPANIES,
    TITLES,
    allowed,
    at,
    cash,
    changed,
    choices,
    do,
    four,
    held,
    place,
    replace,
    row,
    turn,
    with_cash,
    with_turn,
)
from rule_table import rule

from operating_round.actions import Pass, Protect, SellShares
from operating_round.errors import IllegalAction
from whole_game.actions import Accept, BuyShare
from whole_game.engine import legal_actions, player_to_act
from whole_game.game import Game

both = pytest.mark.parametrize("title", TITLES)


@rule("1850", "13a", "13b")
@rule("1870", "8a", "8b")
@both
def test_presidents_are_asked_after_the_turn_in_the_order_of_the_sales(title: str) -> None:
    x, y, z = COMPANIES[title]
    game = do(four(title), SellShares("Dan", z, 2), SellShares("Dan", x, 1))
    # Not before his turn is over: he may still buy
    assert player_to_act(game) == "Dan"
    game = do(game, BuyShare(y, "IPO"))
    assert player_to_act(game) == "Cy"
    # The special turn is for this alone, all shares or none
    assert [c.action for c in legal_actions(game)] == [Protect("Cy", z), Pass()]
    assert [c.cost for c in choices(game, Protect)] == [164]
    game = do(game, Protect("Cy", z))
    assert player_to_act(game) == "Ann"
    assert [c.cost for c in choices(game, Protect)] == [100]


@rule("1850", "13b", "13c")
@rule("1870", "8b")
@both
def test_protected_shares_are_paid_at_full_price_and_the_price_stays(title: str) -> None:
    _, _, z = COMPANIES[title]
    game = turn(four(title), SellShares("Dan", z, 2))
    game = do(game, Protect("Cy", z))
    assert (cash(game, "Dan"), cash(game, "Cy")) == (1164, 836)
    assert row(game, z).shares == {"Cy": 60, "IPO": 40}
    assert place(game, z) == (2, 6)


@rule("1850", "13c")
@rule("1870", "8b")
@both
def test_without_protection_the_price_falls(title: str) -> None:
    _, _, z = COMPANIES[title]
    game = turn(four(title), SellShares("Dan", z, 2))
    game = do(game, Pass())
    assert row(game, z).shares == {"Cy": 40, "IPO": 40, "market": 20}
    assert place(game, z) == (4, 6)
    # Nobody protected: left of the seller
    assert player_to_act(game) == "Ann"


@rule("1850", "13d", "14a", "14b")
@rule("1870", "8e")
@both
def test_play_goes_on_left_of_the_last_who_protected(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = turn(four(title), SellShares("Dan", y, 1), SellShares("Dan", x, 1))
    after = do(game, Protect("Bob", y), Protect("Ann", x))
    assert (player_to_act(after), after.priority) == ("Bob", "Bob")
    after = do(game, Protect("Bob", y), Pass())
    # Left of Bob: Ann and Bob himself are passed over
    assert (player_to_act(after), after.priority) == ("Cy", "Cy")
    # Who did not protect an earlier one may protect a later one
    after = do(game, Pass(), Protect("Ann", x))
    assert (player_to_act(after), place(after, y), place(after, x)) == ("Bob", (2, 6), (0, 6))


@rule("1850", "13d")
@rule("1870", "8a")
@both
def test_one_president_of_two_companies_answers_each_apart(title: str) -> None:
    x, y, _ = COMPANIES[title]
    game = held(four(title), y, Ann=40, Dan=20)
    game = turn(game, SellShares("Dan", x, 1), SellShares("Dan", y, 1))
    assert allowed(game, Protect) == [Protect("Ann", x)]
    game = do(game, Pass())
    assert allowed(game, Protect) == [Protect("Ann", y)]
    game = do(game, Protect("Ann", y))
    assert (place(game, x), place(game, y)) == ((1, 6), (1, 6))


@rule("1850", "13e")
@rule("1870", "8c")
@both
def test_cash_at_hand_and_no_sale_to_raise_it(title: str) -> None:
    _, _, z = COMPANIES[title]
    for held_cash, asked in ((163, False), (164, True)):
        game = turn(with_cash(four(title), Cy=held_cash), SellShares("Dan", z, 2))
        assert bool(allowed(game, Protect)) is asked
        assert not allowed(game, SellShares) or not asked
        if not asked:
            assert place(game, z) == (4, 6)


@rule("1850", "13e")
@rule("1870", "8c")
@both
def test_certificates_must_have_room(title: str) -> None:
    _, _, z = COMPANIES[title]
    limit = {"1850": 14, "1870": 16}[title]
    # z: the president's certificate and two; two more are sold
    for others, place_of_z, asked in (
        (limit - 5, (2, 6), True),
        (limit - 4, (2, 6), False),
        # 60 in row 2, column 1 is yellow: z does not count
        (limit, (2, 1), True),
    ):
        game = turn(at(holding(four(title), "Cy", others), z, *place_of_z), SellShares("Dan", z, 2))
        assert bool(allowed(game, Protect)) is asked, others


def holding(game: Game, player: str, number: int) -> Game:
    """A player with so many certificates more, of companies of which nobody is president."""
    used = [name for name, row in game.operating.corporations.items() if row.ipoed]
    for name in game.operating.corporations:
        part = min(5, number)
        if name not in used and part:
            number -= part
            game = at(changed(game, name, ipoed=True, par=68), name, 5, 6)
            game = changed(game, name, shares={player: 10 * part, "IPO": 100 - 10 * part})
    assert not number
    return game


@rule("1850", "14c")
@rule("1870", "8d")
@both
def test_above_60_percent_all_are_kept_or_all_are_sold(title: str) -> None:
    _, _, z = COMPANIES[title]
    game = held(four(title), z, Cy=60, Dan=30)
    game = turn(game, SellShares("Dan", z, 3))
    game = do(game, Protect("Cy", z))
    assert row(game, z).shares == {"Cy": 90, "IPO": 10}
    # Above 60% he buys no more, and is not made to sell
    later = with_turn(game, "Cy")
    assert BuyShare(z, "IPO") not in allowed(later, BuyShare)
    assert Pass() in [c.action for c in legal_actions(later)]
    # A sale brings him down to 60%: three of nine at least
    assert [a.count for a in allowed(later, SellShares) if a.corporation == z] == [3, 4, 5]
    # Not where there is no such limit: 50 in row 4, column 1 is green
    green = at(later, z, 4, 1)
    assert [a.count for a in allowed(green, SellShares) if a.corporation == z] == [1, 2, 3, 4, 5]


@rule("1850", "14d")
def test_1850_a_president_who_sold_may_protect_later() -> None:
    # 5.9.10, 5.3.3
    _, _, z = COMPANIES["1850"]
    game = turn(with_turn(four("1850"), "Cy"), SellShares("Cy", z, 1))
    assert place(game, z) == (3, 6)
    game = turn(game, SellShares("Dan", z, 1))
    assert allowed(game, Protect) == [Protect("Cy", z)]


@rule("1870", "8f")
def test_1870_a_president_who_sold_does_not_protect_in_this_round() -> None:
    _, _, z = COMPANIES["1870"]
    game = turn(with_turn(four("1870"), "Cy"), SellShares("Cy", z, 1))
    game = turn(game, SellShares("Dan", z, 1))
    assert not allowed(game, Protect)
    assert place(game, z) == (4, 6)


@rule("1870", "D11")
def test_1870_or_he_does() -> None:
    _, _, z = COMPANIES["1870"]
    game = four("1870")
    options = ("protection_after_own_sale",)
    game = replace(game, operating=replace(game.operating, options=options))
    game = turn(with_turn(game, "Cy"), SellShares("Cy", z, 1))
    assert place(game, z) == (3, 6)  # not his own sale
    game = turn(game, SellShares("Dan", z, 1))
    assert allowed(game, Protect) == [Protect("Cy", z)]


@rule("1850", "14e")
@rule("1870", "8g")
@both
def test_nobody_protects_what_a_president_sells_himself(title: str) -> None:
    _, _, z = COMPANIES[title]
    game = turn(with_turn(four(title), "Cy"), SellShares("Cy", z, 2))
    assert not allowed(game, Protect)
    assert place(game, z) == (4, 6)
    # Where records have forced sales answered later, this stays
    later = four(title)
    options = ("protection_after_purchase",)
    later = replace(later, operating=replace(later.operating, options=options))
    later = turn(with_turn(later, "Cy"), SellShares("Cy", z, 2))
    assert (allowed(later, Protect), place(later, z)) == ([], (4, 6))
    # Nor his successor: he is in office only when the sale is over
    game = turn(with_turn(four(title), "Cy"), SellShares("Cy", z, 3))
    assert row(game, z).owner == "Dan"
    assert not allowed(game, Protect)
    assert place(game, z) == (5, 6)
    # But from later sales he does
    game = turn(with_turn(held(game, z, Dan=30, Bob=20, market=10), "Bob"), SellShares("Bob", z, 1))
    assert allowed(game, Protect) == [Protect("Dan", z)]


@rule("1850", "13g")
@rule("1870", "7c")
@both
def test_protection_saves_a_company_from_closing(title: str) -> None:
    # 10 in row 7, column 0: one share sold closes it
    _, _, z = COMPANIES[title]
    game = turn(at(four(title), z, 7, 0), SellShares("Dan", z, 1))
    assert allowed(game, Protect) == [Protect("Cy", z)]
    assert place(do(game, Protect("Cy", z)), z) == (7, 0)
    assert z not in do(game, Pass()).operating.corporations


@rule("1850", "13b")
@rule("1870", "8a")
@both
def test_who_is_asked_does_nothing_else(title: str) -> None:
    _, y, z = COMPANIES[title]
    section = {"1850": "5.9", "1870": "Share Price Protection"}[title]
    game = turn(four(title), SellShares("Dan", z, 2))
    for action in (
        SellShares("Cy", z, 1),
        BuyShare(y, "IPO"),
        BuyShare(z, "market"),
        Protect("Cy", y),
        Protect("Ann", z),
        Accept(),
    ):
        with pytest.raises(IllegalAction) as caught:
            do(game, action)
        assert str(caught.value) == f"Cy protects {z} now or passes, and nothing else ({section})"


@rule("1850", "14f")
@rule("1870", "O8")
@both
def test_a_sale_that_is_protected_does_not_break_the_bank(title: str) -> None:
    # 1850 5.9: bought from the seller, as if it had never come to the market; 12.2: the bank is
    # broken when it cannot pay for stock sold into the open market
    _, _, z = COMPANIES[title]
    game = four(title)
    game = replace(game, operating=replace(game.operating, bank=100))
    game = turn(game, SellShares("Dan", z, 2))
    kept = do(game, Protect("Cy", z))
    assert (kept.operating.bank, kept.operating.finish) == (100, "")
    fallen = do(game, Pass())
    assert (fallen.operating.bank, fallen.operating.finish) == (-64, "bank")
