"""1846: what happens when several rules meet: corporations in the market, shares, limits."""

from __future__ import annotations

from typing import Any

from hand_game import (
    BuyShare,
    Pass,
    SellShares,
    after,
    all_pass,
    allowed,
    cash,
    held,
    president,
    price,
    refused,
    started,
    stock_round,
)
from rule_table import rule

from operating_round.actions import Dividend, Issue, Redeem, Run
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game, parse
from whole_game.standings import standings


def kinds(game: Game) -> set[type]:
    return {type(choice.action) for choice in legal_actions(game)}


def counted(game: Game, player: str) -> int:
    play = on_table(game)
    return play.stock_rules.counted(play, player)


def limit(game: Game) -> int:
    play = on_table(game)
    return play.stock_rules.certificate_limit(play)


def to_stock_round(game: Game) -> tuple[Game, set[tuple[str, type]]]:
    """The next stock round, everybody passing; what was offered on the way, by corporation."""
    seen: set[tuple[str, type]] = set()
    while game.stock is None:
        assert game.operating.turn is not None
        seen |= {(game.operating.turn.entity, kind) for kind in kinds(game)}
        game = go_on(game)
    return game, seen


def go_on(game: Game) -> Game:
    """The game after a pass; trains run where they must, and what they earn is kept."""
    if Pass in kinds(game):
        return after(game, Pass())
    return after(game, Run() if Run in kinds(game) else Dividend("withhold"))


def lost(**shares: Any) -> Game:
    """The NYC at 80 is in the market, with 500; Ann's B&O operates beside it."""
    rows = {
        "NYC": started("market", 80, cash=500, trains=("2",), **shares),
        "B&O": started("Ann", 100, Ann=40, Bob=20, market=10, cash=300, trains=("2",)),
    }
    return stock_round("1846", rows, turn="Ann")


# a corporation in the market, and one that has left it (6.1, 7.02-7.04, 7.1)


@rule("1846", "13a")
def test_a_corporation_in_the_market_neither_issues_nor_redeems() -> None:
    # 30% with players, 20% in the market: led by one of them it could do either
    game = all_pass(lost(Ann=10, Bob=10, Cy=10, market=20))
    before = held(game, "NYC")
    game, seen = to_stock_round(game)
    assert {Issue, Redeem} <= {kind for name, kind in seen if name == "B&O"}
    assert not {kind for name, kind in seen if name == "NYC"} & {Issue, Redeem}
    assert held(game, "NYC") == before
    assert president(game, "NYC") == "market"


@rule("1846", "13b", "13c", "12a")
def test_who_takes_it_from_the_market_redeems_what_lies_there() -> None:
    # Ann buys the second "10% share", and has the certificate; her other share lies in the market
    game = lost(Ann=10, Bob=10, market=20)
    game = after(game, BuyShare("NYC", "market"))
    assert (president(game, "NYC"), cash(game, "Ann")) == ("Ann", 400 - 80)
    assert held(game, "NYC") == {"Ann": 20, "Bob": 10, "market": 10, "treasury": 60}
    # A share in the market: left one at the end of the round, to 70 (5.4)
    game = all_pass(game)
    assert price(game, "NYC") == 70
    assert parse(game.document()) == game
    while game.operating.turn is None or game.operating.turn.entity != "NYC":
        game = go_on(game)
    assert player_to_act(game) == "Ann"
    # 6.1: 30% with players and 10% in the market, two may be issued; one redeemed, at 80
    offered = [choice.action for choice in legal_actions(game)]
    assert [a.count for a in offered if isinstance(a, Issue)] == [1, 2]
    assert [a.count for a in offered if isinstance(a, Redeem)] == [1]
    game = after(game, Redeem(1))
    assert cash(game, "NYC") == 500 - 80
    assert held(game, "NYC") == {"Ann": 20, "Bob": 10, "treasury": 70}


@rule("1846", "13b", "9b")
def test_a_share_from_the_treasury_makes_a_president_who_may_sell_again() -> None:
    game = lost(Ann=10, Bob=20, market=30)
    assert refused(game, SellShares("Ann", "NYC", 1))
    game = after(game, BuyShare("NYC", "treasury"))
    # 20% as Bob has, who bought nothing: the office is that of the buyer
    assert president(game, "NYC") == "Ann"
    assert cash(game, "NYC") == 500 + 80
    # It has left the market, and Bob may sell
    assert player_to_act(game) == "Bob"
    assert allowed(game, SellShares("Bob", "NYC", 1))


# a corporation that goes, and the limit (5.15, 5.25)


@rule("1846", "7g", "11b")
def test_a_corporation_that_goes_in_a_sale_leaves_others_above_the_limit() -> None:
    # Four players, six corporations: 12; with five 10. Cy has 11 of others.
    names = ("PRR", "C&O", "ERIE")
    rows = {
        name: started("Bob", 40, Bob=30, Cy=part)
        for name, part in zip(names, (50, 40, 20), strict=True)
    }
    rows["NYC"] = started("Ann", 40, at=(0, 1), Ann=30, Dan=10)
    game = stock_round("1846", rows, players="Ann Bob Cy Dan", removed=("GT",))
    assert (limit(game), counted(game, "Cy")) == (12, 11)
    game = after(game, SellShares("Ann", "NYC", 1))
    assert "NYC" not in game.operating.corporations
    assert limit(game) == 10
    # Whoever holds shares of it has nothing for them
    (dan,) = [row for row in standings(game) if row.player == "Dan"]
    assert dan.worth == 400
    while player_to_act(game) != "Cy":
        game = after(game, Pass())
    assert refused(game, Pass())
    assert kinds(game) == {SellShares}
    game = after(game, SellShares("Cy", "ERIE", 1))
    assert allowed(game, Pass())
