"""1846, rule by rule: the numbers are those of the list of operating rules.

Expected values come from the rulebook and from the arithmetic in the comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tables import (
    allowed,
    choices,
    company,
    do,
    floated,
    game_1846,
    money,
    on_board,
    owning,
    passed,
    replace,
    started,
)

from operating_round.actions import (
    Assign,
    Bankrupt,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    Issue,
    Lay,
    Object,
    Pass,
    Redeem,
    Run,
    SellShares,
    Token,
)
from operating_round.errors import IllegalAction
from operating_round.round import act, apply, legal_actions, start_round, start_turn, waiting
from operating_round.rules import rules_of
from operating_round.state import Depot, State
from operating_round.table import Table
from route_opt.lays import connects
from route_opt.network import Network
from route_opt.position import Marker
from route_opt.reach import reach

TWENTY = {"Ann": 20}


def rich(state: State, **cash: int) -> State:
    """Players with other sums of money."""
    players = {**state.players, **cash}
    spent = sum(players.values()) - sum(state.players.values())
    return replace(state, players=players, bank=state.bank - spent)


def turn_of(name: str, par: int = 60, phase: str = "I", **fields: object) -> State:
    """A corporation in its turn, with 20% sold to Ann."""
    state = replace(game_1846((name, par, TWENTY)), phase=phase)
    state = company(state, name, **fields) if fields else state
    return started(state)


def at(state: State, step: str, **fields: object) -> State:
    """A state put into a step of its turn."""
    assert state.turn is not None
    return replace(state, turn=replace(state.turn, step=step, **fields))


# 1


def test_independents_then_ascending_in_the_first_round_only() -> None:
    state = owning(game_1846(), BIG4="Ann", MS="Bob")
    state = floated(
        rich(state, Cy=2000),
        ("NYC", 80, {"Cy": 20}),
        ("GT", 60, {"Cy": 20}),
        ("IC", 80, {"Cy": 20}),
    )
    first, _ = start_round(state)
    # NYC came to 80 before IC and lies on top, in either direction
    assert waiting(first) == ["MS", "BIG4", "GT", "NYC", "IC"]
    second, _ = start_round(replace(first, turn=None))
    assert waiting(second) == ["MS", "BIG4", "NYC", "IC", "GT"]


def test_income() -> None:
    state = owning(game_1846(), MC="Ann", TBC="Ann", MAIL="Bob")
    after, _ = start_round(state)
    assert after.players["Ann"] - state.players["Ann"] == 15 + 20
    assert after.players["Bob"] == state.players["Bob"]


def test_independents_only_build_and_run() -> None:
    state, _ = start_turn(start_round(owning(game_1846(), MS="Ann"))[0])
    kinds = {type(choice.action) for choice in legal_actions(state)}
    assert kinds == {Lay, Pass}


# 2


def test_issue_one_lower_redeem_one_higher_and_the_price_stays() -> None:
    state = turn_of("NYC", 60)
    # Two shares with players, none in the market
    assert allowed(state, Issue) == [Issue(1), Issue(2)]
    after = do(state, Issue(2))
    assert after.corporations["NYC"].cash == 120 + 2 * 50
    assert after.corporations["NYC"].shares == {"Ann": 20, "treasury": 60, "market": 20}
    assert after.corporations["NYC"].share_price == 60
    assert not allowed(after, Issue)
    state = company(state, "NYC", shares={"Ann": 20, "market": 30, "treasury": 50}, cash=150)
    # 70 each: two can be paid
    assert allowed(state, Redeem) == [Redeem(1), Redeem(2)]
    assert not allowed(state, Issue)
    after = do(state, Redeem(2))
    assert after.corporations["NYC"].cash == 150 - 2 * 70
    assert after.corporations["NYC"].shares == {"Ann": 20, "market": 10, "treasury": 70}


def test_shares_are_traded_before_the_run() -> None:
    state = at(turn_of("NYC", 60), "dividend", revenue=100)
    assert not allowed(state, Issue)
    assert allowed(replace(state, options=("issue_until_dividend",)), Issue)


def test_issuing_comes_before_track_and_token() -> None:
    """The steps of 6 are taken in order: shares first, then track and token in either order."""
    state = turn_of("NYC", 60, cash=500)
    assert allowed(state, Issue)
    built = do(state, Lay("E19", "8", 1))
    assert not allowed(built, Issue)
    with pytest.raises(IllegalAction, match=r"before track.*6\.1"):
        act(built, Issue(1))
    records = replace(built, options=("issue_until_dividend",))
    assert allowed(records, Issue)


def test_redeeming_comes_before_a_token() -> None:
    state = on_board(turn_of("NYC", 60, cash=500), {"E19": "8@1", "E17": "291@3"})
    state = company(state, "NYC", shares={"Ann": 20, "market": 20, "treasury": 60})
    assert allowed(state, Redeem)
    placed = do(state, Token("E17.0"))
    assert not allowed(placed, Redeem)


def test_a_private_companys_tile_is_laid_at_any_time_and_ends_nothing() -> None:
    state = company(turn_of("NYC", 60, cash=500), "NYC", companies=("MC",))
    now = do(state, Lay("B12", "9", 1, by="MC"))
    assert allowed(now, Issue)


# 3


def test_one_yellow_and_a_second_or_an_upgrade_in_any_order() -> None:
    state = turn_of("NYC", phase="II", cash=500)
    state = on_board(state, {"E19": "8@1"})
    lays = allowed(state, Lay)
    upgrade = next(a for a in lays if a.hex == "D20")
    yellow = next(a for a in lays if a.hex == "E17")
    for first, second in ((upgrade, yellow), (yellow, upgrade)):
        after = do(state, first, second)
        assert not allowed(after, Lay)
    after = do(state, upgrade)
    assert not [a for a in allowed(after, Lay) if a.hex in ("D20", "E19")]
    after = do(state, next(a for a in lays if a.hex == "D18"), yellow)
    assert not allowed(after, Lay)


def test_a_tile_may_be_laid_and_upgraded_at_once() -> None:
    state = turn_of("GT", phase="II", cash=500)
    after = do(state, Lay("B16", "6", 4))
    assert [a for a in allowed(after, Lay) if a.hex == "B16"]


def test_every_tile_costs_20_at_least() -> None:
    state = turn_of("NYC", cash=100)
    costs = {choice.cost for choice in choices(state, Lay) if choice.action.hex == "D18"}
    assert costs == {20}
    after = do(state, next(a for a in allowed(state, Lay) if a.hex == "D18"))
    assert after.corporations["NYC"].cash == 80
    assert not allowed(company(state, "NYC", cash=19), Lay)


def test_terrain_and_hexsides() -> None:
    """From Wheeling's 14@1 west: G17 is a mountain at 40 with a bridge of 20 to its east."""
    state = on_board(turn_of("B&O", phase="II", cash=500), {"G19": "14@1"})
    cost = {(c.action.hex, c.action.by): c.cost for c in choices(state, Lay)}
    assert cost["G17", ""] == 40 + 20
    assert cost["F18", ""] == 40 + 40
    blasting = company(state, "B&O", companies=("TBC",))
    cost = {(c.action.hex, c.action.by): c.cost for c in choices(blasting, Lay)}
    # The mountain is 20 cheaper, a bridge is no tunnel
    assert cost["G17", ""] == 20 + 20
    assert cost["F18", ""] == 20 + 40


def test_a_hexside_is_paid_by_the_second_track_to_meet_it() -> None:
    """Wheeling's own upgrade meets Pittsburgh's track over a pass of 20."""
    state = turn_of("B&O", phase="II", cash=500)
    found = {c.action.rotation: c.cost for c in choices(state, Lay) if c.action.tile == "14"}
    # 14@1 leads to sides 1, 2, 4, 5: only G21 on side 4 has track on the other side of a symbol
    assert found[1] == 20 + 20
    blasting = company(state, "B&O", companies=("TBC",))
    found = {c.action.rotation: c.cost for c in choices(blasting, Lay) if c.action.tile == "14"}
    assert found[1] == 20


def test_land_grants_are_free_for_ic_only_and_the_first_time_only() -> None:
    state = turn_of("IC", cash=500)
    assert {c.cost for c in choices(state, Lay) if c.action.hex == "J4"} == {0}
    green = replace(on_board(state, {"J4": "9@0"}), phase="II")
    assert min(c.cost for c in choices(green, Lay) if c.action.hex == "J4") == 20


def test_new_track_must_connect_but_a_city_is_enough() -> None:
    state = turn_of("NYC", phase="II", cash=500)
    state = on_board(state, {"E19": "8@1", "E17": "291@3"})
    # E17 Cleveland is reached: every upgrade of the city will do
    assert {a.tile for a in allowed(state, Lay) if a.hex == "E17"} == {"294", "295", "296"}
    # 8@1 on E19 may only be upgraded so that new track is on NYC's line
    far = [a for a in allowed(state, Lay) if a.hex == "E19"]
    assert far
    network = Network(state.position("NYC"))
    for action in far:
        new = network.board.lay("E19", f"{action.tile}@{action.rotation}")
        assert connects(network, reach(network), new)
    assert "B14" not in {a.hex for a in allowed(state, Lay)}


def test_basic_track_never_runs_out() -> None:
    manifest = game_1846().rules.manifest
    assert (manifest["7"], manifest["8"], manifest["9"]) == (0, 0, 0)


def test_special_cities_have_their_own_tiles() -> None:
    state = on_board(turn_of("NYC", cash=500), {"E19": "8@1"})
    assert {a.tile for a in allowed(state, Lay) if a.hex == "E17"} == {"291", "292", "293"}


def test_hexes_of_the_mc_and_oi_are_closed_until_bought() -> None:
    state = on_board(turn_of("GT", cash=500), {"B16": "57@1", "B14": "9@1"})
    assert "B12" in {a.hex for a in allowed(state, Lay)}
    owned = replace(state, privates={**state.privates, "MC": "Bob"})
    assert "B12" not in {a.hex for a in allowed(owned, Lay)}


# 4


def test_a_token_costs_80_anywhere_connected() -> None:
    state = on_board(turn_of("NYC", cash=500), {"E19": "8@1", "E17": "291@3"})
    found = {c.action.stop: c.cost for c in choices(state, Token)}
    assert found == {"E17.0": 80}
    after = do(state, Token("E17.0"))
    assert after.corporations["NYC"].cash == 420
    # Track may still be laid, a second token may not be placed
    assert allowed(after, Lay)
    assert not allowed(after, Token)


def test_reserved_spaces() -> None:
    # Erie's second space is kept for ERIE at 40 while it is connected: E21 - D20 by E19? no:
    # Salamanca's side 2 leads to D20's side 5, where Erie has no track yet
    state = turn_of("ERIE", cash=500)
    assert not [a for a in allowed(state, Token) if a.stop == "D20.0"]
    joined = on_board(replace(state, phase="II"), {"D20": "14@2"})
    found = {c.action.stop: c.cost for c in choices(joined, Token)}
    assert found["D20.0"] == 40
    after = do(joined, Token("D20.0"))
    assert after.board.tokens["D20.0"] == (None, "ERIE")


def test_nobody_else_takes_a_reserved_space() -> None:
    state = on_board(turn_of("GT", cash=500), {"D12": "9@1"})
    table = Table(state, rules_of(state.rules))
    # Fort Wayne is kept for PRR, Cincinnati for B&O, Centralia for IC
    assert table.map.free_slot("E11.0", "GT") is None
    assert table.map.free_slot("E11.0", "PRR") == 0
    assert table.map.free_slot("H12.0", "GT") is None
    assert table.map.free_slot("I5.0", "GT") == 1
    assert table.map.free_slot("I5.0", "IC") == 0
    late = Table(replace(state, phase="IV"), rules_of(state.rules))
    assert late.map.free_slot("E11.0", "GT") == 0


def test_parachuted_tokens() -> None:
    state = turn_of("B&O", cash=500)
    assert {c.action.stop: c.cost for c in choices(state, Token)} == {"H12.0": 100}
    state = turn_of("PRR", cash=500)
    assert {c.action.stop: c.cost for c in choices(state, Token)}["E11.0"] == 60


def test_lower_prices_end_in_phase_iv() -> None:
    state = turn_of("B&O", phase="IV", cash=500)
    assert not allowed(state, Token)
    stays = replace(state, options=("reserved_prices_stay",))
    assert {c.action.stop: c.cost for c in choices(stays, Token)} == {"H12.0": 100}


def test_not_in_the_home_of_a_corporation_still_to_be_launched() -> None:
    table = Table(turn_of("NYC"), rules_of(game_1846().rules))
    assert table.map.free_slot("B16.0", "NYC") is None
    assert table.map.free_slot("G19.0", "NYC") is None


def test_one_token_in_all_of_chicago() -> None:
    state = on_board(turn_of("GT", cash=500), {"B16": "6@4"})
    tokens = {**state.board.tokens, "D6.0": ("GT",)}
    state = replace(state, board=replace(state.board, tokens=tokens))
    assert not [a for a in allowed(state, Token) if a.stop.startswith("D6")]


@pytest.mark.parametrize(
    ("there", "owner", "kept_away"),
    [("D6.0", "GT", True), ("D6.0", "NYC", False), ("C15.0", "GT", False)],
)
def test_a_token_in_one_city_of_chicago_counts_for_all(
    there: str, owner: str, kept_away: bool
) -> None:
    """Whatever track may lead from one of its four cities to another (6.24)."""
    state = turn_of("GT", cash=500)
    state = replace(state, board=replace(state.board, tokens={there: (owner,)}))
    table = Table(state, rules_of(state.rules))
    for stop in ("D6.1", "D6.2", "D6.3"):
        assert table.rules.tokens.one_token_only(table, stop) is kept_away


# 5


def test_phased_out_trains_run_once_more() -> None:
    state = on_board(turn_of("NYC", phase="III", cash=0), {"E19": "8@1", "E17": "291@3"})
    state = company(state, "NYC", trains=("2", "4"), phased_out=("2",))
    state = do(do(passed(state, "run"), Run()), Dividend("full"))
    assert state.corporations["NYC"].trains == ("4",)
    assert state.corporations["NYC"].phased_out == ()


def test_a_better_run_that_somebody_shows_must_be_taken() -> None:
    state = on_board(turn_of("NYC", cash=0), {"E19": "8@1", "E17": "291@3"})
    state = company(state, "NYC", trains=("2",))
    state = do(passed(state, "run"), Run(()))
    # Nothing was run: the turn goes on by itself, so declare something first
    assert state.turn is None or state.turn.revenue == 0
    state = at(company(turn_of("NYC"), "NYC", trains=("2",)), "dividend", revenue=10)
    state = on_board(state, {"E19": "8@1", "E17": "291@3"})
    after, _ = act(state, Object("Bob"))
    # Buffalo 30, Erie 10, Cleveland 40 on its yellow tile: 2 stops at most, Erie is one of them
    assert after.turn is not None
    assert after.turn.revenue == 10 + 40
    with pytest.raises(IllegalAction, match=r"6\.35"):
        act(after, Object("Bob"))


# 6


def test_half_as_in_the_rulebook() -> None:
    """250 earned: 120 kept, 13 a share (6.4)."""
    shares = {"Ann": 40, "Bob": 10, "treasury": 30, "market": 20}
    state = at(turn_of("NYC", cash=0, shares=shares), "dividend", revenue=250)
    after = do(state, Dividend("half"))
    assert after.players["Ann"] == state.players["Ann"] + 4 * 13
    assert after.players["Bob"] == state.players["Bob"] + 13
    # Unsold shares pay the treasury, those in the market nobody
    assert after.corporations["NYC"].cash == 120 + 3 * 13


def test_full_and_retained() -> None:
    shares = {"Ann": 40, "treasury": 40, "market": 20}
    state = at(turn_of("NYC", cash=0, shares=shares), "dividend", revenue=250)
    after = do(state, Dividend("full"))
    assert after.players["Ann"] == state.players["Ann"] + 4 * 25
    assert after.corporations["NYC"].cash == 4 * 25
    kept = do(state, Dividend("withhold"))
    assert kept.corporations["NYC"].cash == 250


# 7


@pytest.mark.parametrize(
    ("price", "payout", "after"),
    [
        (100, 0, 90),
        (100, 40, 90),  # less than half
        (100, 50, 100),  # half
        (100, 90, 100),
        (100, 100, 112),  # one
        (100, 190, 112),
        (100, 200, 124),  # two
        (100, 300, 124),  # three only above 150
        (150, 450, 180),
        (165, 490, 195),
        (165, 500, 212),  # three times 165 is 495
        (137, 60, 124),  # half of 137 is 68.5
        (137, 70, 137),
        (550, 1700, 550),  # the end of the chart
    ],
)
def test_prices(price: int, payout: int, after: int) -> None:
    state = turn_of("NYC", 60)
    row = state.rules.market.grid[0]
    column = next(n for n, cell in enumerate(row) if cell and cell.price == price)
    state = company(state, "NYC", market=(0, column), share_price=price, par=price)
    state = replace(state, market_order={f"0,{column}": ("NYC",)}, bank=50_000)
    state = at(state, "dividend", revenue=payout or 10)
    kind = "full" if payout else "withhold"
    assert do(state, Dividend(kind)).corporations["NYC"].share_price == after


def test_at_price_0_a_corporation_leaves_the_game() -> None:
    state = turn_of("NYC", 60, cash=100, trains=("2",), companies=("SC",))
    state = company(state, "NYC", market=(0, 1), share_price=10, par=10)
    state = replace(state, market_order={"0,1": ("NYC",)}, privates={"SC": "NYC"})
    state = at(state, "dividend", revenue=40)
    after, _ = act(state, Dividend("withhold"))
    assert "NYC" not in after.corporations
    assert after.board.tokens == {}
    assert after.market_order == {}
    assert after.privates["SC"] == "closed"
    assert after.turn is None
    assert money(after) == money(state)


# 8


def buying(name: str = "NYC", phase: str = "II", **fields: Any) -> State:
    """A corporation at its train step."""
    return at(turn_of(name, phase=phase, **fields), "trains", revenue=0, paid=True)


def test_either_side_of_a_card_at_purchase() -> None:
    state = replace(buying(cash=1000), depot=Depot({"4": 2, "5": 5}))
    assert allowed(state, BuyTrain) == [BuyTrain("3/5", 160), BuyTrain("4", 180)]
    after = do(state, BuyTrain("3/5", 160))
    assert after.depot.upcoming == {"4": 1, "5": 5}
    assert after.corporations["NYC"].trains == ("3/5",)
    assert after.corporations["NYC"].cash == 840
    # The next phase only when all of this one are sold (6.53)
    after = do(after, BuyTrain("4", 180))
    assert allowed(after, BuyTrain) == [BuyTrain("4/6", 450), BuyTrain("5", 500)]


def test_other_corporations_sell_but_nothing_phased_out() -> None:
    state = buying(phase="III", cash=300)
    state = company(state, "GT", trains=("2", "4"), phased_out=("2",))
    found = [c for c in choices(state, BuyTrain) if c.action.source == "GT"]
    assert [(c.action.train, c.prices) for c in found] == [("4", (1, 300))]


@pytest.mark.parametrize(("phase", "limit"), [("I", 4), ("II", 4), ("III", 3), ("IV", 2)])
def test_train_limits(phase: str, limit: int) -> None:
    state = buying(phase=phase, cash=2000)
    full = company(state, "NYC", trains=("5",) * limit)
    assert not allowed(full, BuyTrain)
    # Phased out trains do not count (6.54)
    old = company(state, "NYC", trains=(*("5",) * (limit - 1), "2"), phased_out=("2",))
    assert allowed(old, BuyTrain)


def test_excess_trains_are_turned_in_and_sold_again_as_either_type() -> None:
    state = buying(phase="II", cash=1000, trains=("4",))
    state = replace(state, depot=Depot({"5": 5, "6": 9}))
    state = company(state, "GT", trains=("4", "4", "3/5", "4"))
    after = do(state, BuyTrain("5", 500))
    assert after.phase == "III"
    with pytest.raises(IllegalAction, match=r"6\.5"):
        act(after, Pass())
    assert {a.corporation for a in allowed(after, Discard)} == {"GT"}
    after = do(after, Discard("GT", "3/5"))
    assert after.corporations["GT"].trains == ("4", "4", "4")
    assert BuyTrain("4", 180, "discarded:3/5") in allowed(after, BuyTrain)
    assert BuyTrain("3/5", 160, "discarded:3/5") in allowed(after, BuyTrain)
    after = do(after, BuyTrain("4", 180, "discarded:3/5"))
    assert after.depot.discarded == {}
    assert after.phase == "III"


def test_no_train_to_get_below_the_limit() -> None:
    """6.56: not even the one that would phase the others out."""
    state = buying(phase="III", cash=2000, trains=("4", "4", "4"))
    state = replace(state, depot=Depot({"6": 9}))
    assert not allowed(state, BuyTrain)


# 9


def test_issuing_comes_before_the_presidents_money() -> None:
    """60 falls to 50 without a run. Two shares: 50 to 30, paid 20 each: 80 + 40 = 120 < 160."""
    state = passed(turn_of("GT", 60, phase="II", cash=80), "trains")
    state = replace(state, depot=Depot({"4": 2, "5": 5}))
    assert state.corporations["GT"].share_price == 50
    assert [c.action for c in legal_actions(state)] == [Issue(2, forced=True)]
    after = do(state, Issue(2, forced=True))
    assert after.corporations["GT"].cash == 120
    assert after.corporations["GT"].share_price == 30
    assert after.corporations["GT"].shares == {"Ann": 20, "market": 20, "treasury": 60}
    # Now the president helps, and may choose either type: 40 or 60
    assert allowed(after, BuyTrain) == [BuyTrain("3/5", 160), BuyTrain("4", 180)]
    bought = do(after, BuyTrain("4", 180))
    assert bought.players["Ann"] == after.players["Ann"] - 60
    assert bought.corporations["GT"].cash == 0


def test_no_help_where_one_type_can_be_paid() -> None:
    state = passed(turn_of("GT", 60, phase="II", cash=170), "trains")
    state = replace(state, depot=Depot({"4": 2, "5": 5}))
    found = [choice.action for choice in legal_actions(state)]
    # It may issue for the dearer one: one share, 50 to 40, paid 30; 170 + 30 reaches 180
    assert BuyTrain("3/5", 160) in found
    assert BuyTrain("4", 180) not in found
    assert Issue(1, forced=True) in found
    after = do(state, Issue(1, forced=True))
    assert BuyTrain("4", 180) in allowed(after, BuyTrain)


def test_stock_is_sold_but_not_this_presidency() -> None:
    state = rich(game_1846(), Ann=1000, Bob=1000)
    state = floated(state, ("GT", 60, {"Ann": 30, "Bob": 20}), ("IC", 40, {"Ann": 30, "Bob": 30}))
    state = company(replace(state, phase="II"), "GT", cash=0)
    shares = {"Ann": 30, "Bob": 20, "market": 50}
    state, _ = start_turn(company(state, "GT", shares=shares))
    state = passed(replace(state, depot=Depot({"4": 2})), "trains")
    state = rich(state, Ann=100)
    # The market is full of GT; of IC, which has not operated, the president alone may sell
    found = allowed(state, SellShares)
    assert {a.corporation for a in found} == {"IC"}
    # 180 - 100 = 80 are needed at most: two shares at 40, a third is not needed
    assert {a.count for a in found} == {1, 2}
    after = do(state, SellShares("Ann", "IC", 2))
    assert after.players["Ann"] == 100 + 80
    # One space left for a president's sale, however many; Bob has more now
    assert after.corporations["IC"].share_price == 30
    assert after.corporations["IC"].owner == "Bob"
    assert allowed(after, BuyTrain) == [BuyTrain("3/5", 160), BuyTrain("4", 180)]


def test_a_corporation_must_buy_even_without_a_route() -> None:
    state = passed(turn_of("NYC", cash=500), "trains")
    with pytest.raises(IllegalAction, match="must"):
        act(state, Pass())


def test_with_nine_last_trains_sold_nobody_must_buy_one() -> None:
    state = passed(turn_of("NYC", cash=0, phase="IV"), "trains")
    state = replace(state, depot=Depot({}), options=("nine_last_trains",))
    assert [choice.action for choice in legal_actions(state)] == [Pass()]


def two_sales() -> State:
    """GT at its train step with 100 of the 900 a train costs at least; Ann is president of IC."""
    state = rich(game_1846(), Ann=1000, Bob=1000)
    state = floated(state, ("GT", 60, {"Ann": 20}), ("IC", 100, {"Ann": 40, "Bob": 20}))
    shares = {"Ann": 20, "market": 50, "treasury": 30}
    state = company(replace(state, phase="IV"), "GT", cash=100, shares=shares)
    state, _ = start_turn(company(state, "IC", operated=True), "GT")
    return rich(passed(replace(state, depot=Depot({"6": 9})), "trains"), Ann=550)


def test_a_presidents_sales_in_one_need_lower_the_price_once() -> None:
    # 5.2: one box left for shares sold by their President, even if several were sold. IC at 100:
    # the first share brings 100 and moves it to 90, where the second brings 90.
    state = two_sales()
    once = do(state, SellShares("Ann", "IC", 1))
    assert once.corporations["IC"].share_price == 90
    twice = do(once, SellShares("Ann", "IC", 1))
    assert twice.corporations["IC"].share_price == 90
    assert twice.players["Ann"] == 550 + 100 + 90


def test_another_turn_is_another_need() -> None:
    sold = do(two_sales(), SellShares("Ann", "IC", 1))
    again, _ = start_turn(replace(sold, turn=None), "GT")
    after = do(rich(passed(again, "trains"), Ann=550), SellShares("Ann", "IC", 1))
    assert after.corporations["IC"].share_price == 80


def test_issuing_all_there_is_may_remove_the_corporation() -> None:
    # 6.5: as many shares as possible are issued when they do not suffice. At 30 without a run the
    # price falls to 20; two shares bring it to 0, which is out of the game (5.25).
    state = passed(turn_of("GT", 40, phase="III", cash=10), "trains")
    state = company(state, "GT", share_price=20, market=(0, 2), par=20)
    state = replace(state, market_order={"0,2": ("GT",)}, depot=Depot({"5": 5, "6": 9}))
    assert allowed(state, Issue) == [Issue(2, forced=True)]
    after = do(state, Issue(2, forced=True))
    assert "GT" not in after.corporations
    assert money(after) == money(state)


# 10


def broke() -> State:
    """Ann, president of GT with 20% of it, has 30, a private and an independent."""
    state = owning(rich(game_1846(), Ann=1000, Bob=1000), LSL="Ann", MS="Ann")
    state = floated(state, ("GT", 60, {"Ann": 20}), ("IC", 40, {"Bob": 20}))
    shares = {"Ann": 20, "market": 20, "treasury": 60}
    state = company(replace(state, phase="III"), "GT", cash=10, shares=shares)
    state = replace(state, depot=Depot({"5": 5, "6": 9}))
    state, _ = start_turn(state, "GT")
    return rich(passed(state, "trains"), Ann=30)


def test_a_bankrupt_player_leaves_and_the_game_goes_on() -> None:
    """GT at 50: 10 + 30 of Ann's + 2 x 50 for her certificate = 140 in the treasury."""
    state = broke()
    assert [choice.action for choice in legal_actions(state)] == [Bankrupt()]
    after, _ = act(state, Bankrupt())
    row = after.corporations["GT"]
    assert row.owner == "market"
    assert row.shares == {"market": 40, "treasury": 60}
    assert row.cash == 140
    assert after.players["Ann"] == 0
    assert after.privates["LSL"] == after.privates["MS"] == "closed"
    assert after.minors == {}
    assert not after.over
    assert money(after) == money(state)


def test_or_what_he_had_to_keep_lowers_its_price() -> None:
    """Paid at 50, as by the rule; then one space left, to 40."""
    state = replace(broke(), options=("bankrupt_sales_move_prices",))
    row = act(state, Bankrupt())[0].corporations["GT"]
    assert (row.cash, row.share_price) == (140, 40)


def test_a_corporation_in_the_market_runs_by_itself() -> None:
    state = company(turn_of("NYC", 60, phase="II", cash=0), "NYC", owner="market", operated=True)
    state = company(state, "NYC", shares={"market": 50, "treasury": 50})
    # Without a train two spaces left: 60 to 40. It has 200 then: the cheapest train of the bank
    state = replace(company(state, "NYC", cash=200), turn=None, depot=Depot({"4": 2, "5": 5}))
    after, _ = start_turn(state, "NYC")
    assert after.turn is None
    assert after.corporations["NYC"].share_price == 40
    assert after.corporations["NYC"].trains == ("3/5",)
    assert after.corporations["NYC"].cash == 40


def test_a_corporation_in_the_market_keeps_what_it_runs() -> None:
    state = on_board(turn_of("NYC", 60), {"E19": "8@1", "E17": "291@3"})
    shares = {"market": 50, "treasury": 50}
    state = company(state, "NYC", owner="market", trains=("2",), cash=0, shares=shares)
    state, _ = start_turn(replace(state, turn=None), "NYC")
    assert [choice.action for choice in legal_actions(state)] == [Run()]
    after, _ = act(state, Run())
    # Erie 10 and Cleveland 40
    assert after.corporations["NYC"].cash == 50
    assert after.corporations["NYC"].share_price == 50


def lost(**fields: Any) -> State:
    """NYC in the market at 60; printed track leads from Erie (10) to Buffalo (60 in phase III)."""
    state = turn_of("NYC", 60, phase="III")
    shares = {"market": 50, "treasury": 50}
    state = company(state, "NYC", owner="market", cash=0, shares=shares, **fields)
    return start_turn(replace(state, turn=None, depot=Depot({"5": 5, "6": 9})), "NYC")[0]


def test_a_phased_out_train_counts_as_a_train_of_a_corporation_in_the_market() -> None:
    # 7.1: two boxes left only if it owns no train when it would run; the 2 runs, then goes
    after, _ = act(lost(trains=("2",), phased_out=("2",)), Run())
    assert after.corporations["NYC"].cash == 70
    assert after.corporations["NYC"].trains == ()
    assert after.corporations["NYC"].share_price == 50


def test_a_train_without_a_route_counts_too() -> None:
    state = company(turn_of("GT", 60, cash=0), "GT", owner="market", trains=("2",))
    after, _ = start_turn(replace(state, turn=None), "GT")
    assert after.turn is None
    assert after.corporations["GT"].share_price == 50


def test_a_corporation_in_the_market_runs_for_the_most_possible() -> None:
    state = lost(trains=("2",), phased_out=("2",))
    with pytest.raises(IllegalAction, match=r"70, not for 0 \(7\.1\)"):
        act(state, Run(()))


# 11


def test_private_companies_for_1_to_their_price_in_phases_i_and_ii() -> None:
    state = owning(turn_of("NYC", cash=500), MC="Bob", MAIL="Cy")
    found = {c.action.private: c.prices for c in choices(state, BuyPrivate)}
    assert found == {"MC": (1, 40), "MAIL": (1, 80)}
    after = do(state, BuyPrivate("MAIL", 80))
    assert after.board.markers == (Marker("mail_contract", owner="NYC"),)
    assert after.players["Cy"] == state.players["Cy"] + 80
    assert not allowed(replace(state, phase="III"), BuyPrivate)


def test_an_independent_is_not_bought_at_the_train_limit() -> None:
    state = owning(turn_of("NYC", cash=500, trains=("2",) * 4), MS="Bob")
    assert not allowed(state, BuyPrivate)


def test_an_independents_treasury_train_and_token_go_to_the_buyer() -> None:
    state = owning(turn_of("NYC", cash=500), MS="Bob")
    after = do(state, BuyPrivate("MS", 60))
    row = after.corporations["NYC"]
    assert row.cash == 500 - 60 + 60
    assert row.trains == ("2",)
    assert after.board.tokens["C15.0"] == ("NYC",)
    assert row.tokens_on_map == ("D20.0", "C15.0")
    assert row.tokens_unplaced == (80, 80, 80)
    assert after.minors == {}
    # That train does not run this round: there is nothing to run
    after = passed(after, "trains")
    assert after.corporations["NYC"].share_price == 50


def test_two_tiles_of_the_michigan_central_must_join() -> None:
    state = company(turn_of("NYC", cash=0), "NYC", companies=("MC",))
    first = {(a.hex, a.tile) for a in allowed(state, Lay) if a.by == "MC"}
    assert {hex_id for hex_id, _ in first} == {"B10", "B12"}
    # 9@1 on B12 runs west to B10 and east to B14
    after = do(state, Lay("B12", "9", 1, by="MC"))
    assert after.corporations["NYC"].cash == 0
    second = [a for a in allowed(after, Lay) if a.by == "MC"]
    assert second
    board = after.rules.tiles
    for action in second:
        sides = {side for piece in board[action.tile].rotated(action.rotation) for side in piece}
        assert action.hex == "B10"
        assert 4 in sides  # the side towards B12
    after = do(after, second[0])
    assert not [a for a in allowed(after, Lay) if a.by]


def towards(state: State, action: Lay, side: int) -> bool:
    """Whether a tile has track to a side."""
    return any(side in piece for piece in state.rules.tiles[action.tile].rotated(action.rotation))


@pytest.mark.parametrize(
    ("private", "first", "second", "side"),
    [
        # B12 has B10 to its west and B14 to its east (9@1); from B10 it is side 4
        ("MC", Lay("B12", "9", 1, by="MC"), "B10", 4),
        # F14 has F16 to its east; 9@1 joins both sides, from F16 it is side 1
        ("O&I", Lay("F14", "9", 1, by="O&I"), "F16", 1),
    ],
)
def test_the_two_tiles_must_join_in_different_turns_too(
    private: str, first: Lay, second: str, side: int
) -> None:
    state = company(turn_of("NYC", cash=0), "NYC", companies=(private,))
    state = replace(state, privates={**state.privates, private: "NYC"})
    now = do(state, first)
    # The same corporation in the next round, the first tile lying there
    later, _ = start_turn(replace(do(now, Pass()), turn=None, used={private: 1}), "NYC")
    found = [action for action in allowed(later, Lay) if action.by == private]
    assert found
    assert {action.hex for action in found} == {second}
    assert all(towards(later, action, side) for action in found)
    # A tile that somebody else has laid there binds nobody: any track will do then
    free = replace(later, used={})
    others = [action for action in allowed(free, Lay) if action.by == private]
    assert not all(towards(later, action, side) for action in others)


def test_lake_shore_line_upgrades_once_free_and_unconnected() -> None:
    state = company(turn_of("GT", phase="II", cash=0), "GT", companies=("LSL",))
    state = on_board(state, {"E17": "291@3", "D14": "5@1"})
    found = [a for a in allowed(state, Lay) if a.by == "LSL"]
    assert {a.hex for a in found} == {"D14", "E17"}
    after = do(state, found[0])
    assert not [a for a in allowed(after, Lay) if a.by]
    assert not [a for a in allowed(replace(state, phase="I"), Lay) if a.by == "LSL"]


def test_the_chicago_and_western_indiana_places_its_token_on_purchase() -> None:
    state = owning(turn_of("NYC", cash=500), **{"C_and_WI": "Bob"})
    after = do(state, BuyPrivate("C&WI", 60))
    assert after.board.tokens["D6.3"] == ("NYC",)
    assert after.corporations["NYC"].tokens_unplaced == (80, 80, 80)
    later = replace(state, options=("chicago_token_later",))
    after = do(later, BuyPrivate("C&WI", 60))
    assert "D6.3" not in after.board.tokens
    assert [one for one in allowed(after, Token) if one.by] == [Token("D6.3", by="C&WI")]
    anywhere = replace(after, options=("chicago_token_later", "chicago_token_anywhere"))
    found = [one for one in allowed(anywhere, Token) if one.by]
    assert found == [Token(f"D6.{city}", by="C&WI") for city in range(4)]
    before, now = anywhere.corporations["NYC"], do(anywhere, found[0]).corporations["NYC"]
    assert now.tokens_on_map == (*before.tokens_on_map, "D6.0")
    assert (now.cash, now.tokens_unplaced) == (before.cash, before.tokens_unplaced)


def test_a_mail_contract_that_pays_nothing_leaves_no_marker() -> None:
    state = owning(turn_of("NYC", cash=500), MAIL="Bob")
    paid = do(state, BuyPrivate("MAIL", 80))
    assert paid.board.markers == (Marker("mail_contract", owner="NYC"),)
    unpaid = do(replace(state, options=("mail_contract_unpaid",)), BuyPrivate("MAIL", 80))
    assert unpaid.board.markers == ()
    assert unpaid.privates["MAIL"] == paid.privates["MAIL"] == "NYC"


def test_markers_of_the_meat_packers_and_the_steamboat() -> None:
    state = company(turn_of("NYC"), "NYC", companies=("MPC", "SC"))
    found = {(a.private, a.hex) for a in allowed(state, Assign)}
    assert {h for p, h in found if p == "MPC"} == {"D6", "I1"}
    assert {h for p, h in found if p == "SC"} == {"B8", "C5", "D14", "G19", "I1"}
    after = do(state, Assign("MPC", hex="I1"), Assign("SC", hex="G19"))
    assert after.board.markers == (
        Marker("meat_packing", "I1.0", "NYC", 30),
        Marker("steamboat", "G19.0", "NYC", 40),
    )
    assert not allowed(after, Assign)


def test_a_player_places_the_port_token_when_income_is_paid() -> None:
    state = owning(game_1846(("GT", 60, TWENTY)), SC="Bob")
    state, _ = start_round(state)
    after = do(state, Assign("SC", corporation="GT"))
    assert after.board.markers == ()
    after = do(after, Assign("SC", hex="B8"))
    assert after.board.markers == (Marker("steamboat", "B8.0", "GT", 40),)
    assert after.turn is not None
    assert after.turn.entity == "GT"


# 12


def test_independents_share_what_they_earn() -> None:
    """Detroit 40 and Port Huron 20: 30 for the owner, 30 kept."""
    state = owning(game_1846(), MS="Ann")
    state = on_board(state, {"B16": "5@0"})
    state, _ = start_turn(start_round(state)[0])
    after, _ = act(passed(state, "run"), Run())
    assert after.players["Ann"] == state.players["Ann"] + 30
    assert after.minors["MS"].cash == 60 + 30


# 13


def test_phase_iii() -> None:
    state = owning(buying(phase="II", cash=1000), SC="Bob", MAIL="Bob", MS="Cy")
    state = company(state, "GT", trains=("2", "4"), companies=("TBC",))
    state = replace(state, privates={**state.privates, "TBC": "GT"}, depot=Depot({"5": 5, "6": 9}))
    after = do(state, BuyTrain("5", 500))
    assert after.phase == "III"
    assert after.corporations["GT"].phased_out == ("2",)
    assert after.corporations["GT"].companies == ()
    assert after.minors == {}
    assert "C15.0" not in after.board.tokens
    # The Mail Contract stays, whoever owns it
    assert after.privates["MAIL"] == "Bob"
    assert after.privates["SC"] == after.privates["TBC"] == "closed"
    assert money(after) == money(state)


def test_phase_iv() -> None:
    state = buying(phase="III", cash=1000)
    state = company(state, "GT", trains=("2", "4"), phased_out=("2",))
    markers = (Marker("steamboat", "G19.0", "GT", 40), Marker("mail_contract", owner="GT"))
    state = replace(state, board=replace(state.board, markers=markers), depot=Depot({"6": 9}))
    after = do(state, BuyTrain("6", 800))
    assert after.phase == "IV"
    assert after.corporations["GT"].trains == ("4",)
    assert after.corporations["GT"].phased_out == ("4",)
    assert after.board.markers == (Marker("mail_contract", owner="GT"),)
    # Trains of phase IV never run out (6.5); in other readings there are nine
    assert after.depot.upcoming == {"6": 9}
    nine = do(replace(state, options=("nine_last_trains",)), BuyTrain("6", 800))
    assert nine.depot.upcoming == {"6": 8}


# 14


def test_the_game_ends_after_the_sequence_in_which_the_bank_breaks() -> None:
    state = at(turn_of("NYC", trains=("2",)), "dividend", revenue=100)
    state = replace(state, bank=10)
    after = do(state, Dividend("full"))
    assert after.finish == "bank"
    assert not after.over
    assert after.operating_rounds == (1, 2)
    while not after.over:
        actions = [choice.action for choice in legal_actions(after)]
        after, _ = apply(after, Pass() if Pass() in actions else actions[0])
    assert after.operating_rounds == (2, 2)


TABLE: dict[int, tuple[Callable[..., None], ...]] = {
    1: (test_independents_then_ascending_in_the_first_round_only, test_income),
    2: (test_issue_one_lower_redeem_one_higher_and_the_price_stays,),
    3: (
        test_one_yellow_and_a_second_or_an_upgrade_in_any_order,
        test_every_tile_costs_20_at_least,
        test_terrain_and_hexsides,
        test_land_grants_are_free_for_ic_only_and_the_first_time_only,
        test_new_track_must_connect_but_a_city_is_enough,
        test_hexes_of_the_mc_and_oi_are_closed_until_bought,
    ),
    4: (test_a_token_costs_80_anywhere_connected, test_reserved_spaces, test_parachuted_tokens),
    5: (test_phased_out_trains_run_once_more,),
    6: (test_half_as_in_the_rulebook, test_full_and_retained),
    7: (test_prices, test_at_price_0_a_corporation_leaves_the_game),
    8: (test_either_side_of_a_card_at_purchase, test_train_limits),
    9: (test_issuing_comes_before_the_presidents_money, test_stock_is_sold_but_not_this_presidency),
    10: (
        test_a_bankrupt_player_leaves_and_the_game_goes_on,
        test_a_corporation_in_the_market_runs_by_itself,
    ),
    11: (
        test_private_companies_for_1_to_their_price_in_phases_i_and_ii,
        test_an_independents_treasury_train_and_token_go_to_the_buyer,
    ),
    12: (test_independents_share_what_they_earn,),
    13: (test_phase_iii, test_phase_iv),
    14: (test_the_game_ends_after_the_sequence_in_which_the_bank_breaks,),
}
"""The tests of each numbered operating rule of 1846."""


def test_every_numbered_rule_has_a_test() -> None:
    assert list(TABLE) == list(range(1, 15))
