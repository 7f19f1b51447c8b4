"""1830, rule by rule: the numbers are those of the list of operating rules.

Expected values come from the rulebook and from the arithmetic in the comments.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tables import (
    allowed,
    choices,
    company,
    do,
    floated,
    game_1830,
    money,
    on_board,
    owning,
    passed,
    replace,
    started,
)

from operating_round.actions import (
    Action,
    Bankrupt,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    Exchange,
    Lay,
    Object,
    Pass,
    Run,
    SellPrivate,
    SellShares,
    Token,
)
from operating_round.errors import IllegalAction
from operating_round.policy import Simple, play_set
from operating_round.round import act, apply, legal_actions, start_round, waiting
from operating_round.state import Depot, State
from route_opt.lays import supply
from route_opt.network import Network
from route_opt.reach import reach

HOLD = {"Ann": 60}
ROUTE = {"H14": "9@1", "H16": "57@1", "H10": "57@1"}
"""H10 Pittsburgh 20 - H12 Altoona 10 - H14 - H16 Lancaster 20."""


def prr(**fields: object) -> State:
    """PRR at a par of 100 in its first turn; all 60% with Ann."""
    state = started(game_1830(("PRR", 100, {"Ann": 40, "Bob": 20})))
    return company(state, "PRR", **fields) if fields else state


def running(trains: tuple[str, ...] = ("2",), **fields: object) -> State:
    """PRR with the route above and trains, in a turn that is not its first."""
    state = game_1830(("PRR", 100, {"Ann": 40, "Bob": 20}))
    state = company(on_board(state, ROUTE), "PRR", trains=trains, operated=True, **fields)
    return started(state)


# 1


def test_private_companies_pay_their_owners() -> None:
    state = owning(game_1830(), SV="Ann", DH="Bob")
    after, _ = start_round(state)
    # Schuylkill Valley 5, Delaware & Hudson 15
    assert after.players["Ann"] - state.players["Ann"] == 5
    assert after.players["Bob"] - state.players["Bob"] == 15
    assert after.bank == state.bank - 20
    assert after.operating_rounds == (1, 1)


def test_a_corporation_earns_on_its_private_company() -> None:
    state = owning(game_1830(("PRR", 76, HOLD)), DH="Bob")
    state = company(state, "PRR", companies=("DH",))
    state = replace(state, privates={**state.privates, "DH": "PRR"})
    after, _ = start_round(state)
    assert after.corporations["PRR"].cash == 760 + 15


def test_order_is_price_then_column_then_stack() -> None:
    rich = replace(game_1830(players="Ann Bob Cy"), players={"Ann": 4000, "Bob": 0, "Cy": 0})
    state = floated(rich, ("NYC", 82, HOLD), ("PRR", 100, HOLD), ("C&O", 100, HOLD))
    # PRR and C&O stand on one space, PRR came first and lies on top
    assert waiting(replace(state, operating_rounds=(1, 1))) == ["PRR", "C&O", "NYC"]
    # NYC moves to the 100 of the second row, column 7: farther right than column 6
    moved = company(state, "NYC", market=(1, 7), share_price=100)
    assert waiting(replace(moved, operating_rounds=(1, 1))) == ["NYC", "PRR", "C&O"]


# 2


def test_capital_and_home_token() -> None:
    state = game_1830(("NYC", 90, {"Ann": 50, "Bob": 20}))
    # Ten times the par, whatever has been sold
    assert state.corporations["NYC"].cash == 900
    after = started(state)
    assert after.board.tokens == {"E19.0": ("NYC",)}
    assert after.corporations["NYC"].tokens_unplaced == (40, 100, 100)
    assert after.corporations["NYC"].cash == 900


def test_erie_picks_a_city_when_its_base_has_track() -> None:
    state = on_board(game_1830(("ERIE", 100, HOLD)), {"E11": "59@4"}, phase="3")
    state = started(state)
    assert allowed(state, Token) == [Token("E11.0"), Token("E11.1")]
    with pytest.raises(IllegalAction, match="home"):
        act(state, Pass())
    after = do(state, Token("E11.1"))
    assert after.board.tokens == {"E11.1": ("ERIE",)}
    assert after.corporations["ERIE"].cash == 1000


def test_erie_picks_a_city_when_it_lays_its_base() -> None:
    state = started(replace(game_1830(("ERIE", 100, HOLD)), phase="3"))
    assert state.board.tokens == {"E11.0": ("ERIE",)}
    after = do(state, Lay("E11", "59", 4, city=1))
    assert after.board.tokens == {"E11.1": ("ERIE",)}
    # The water of E11 costs nothing (18.0)
    assert after.corporations["ERIE"].cash == 1000


# 3


def test_private_companies_are_bought_from_phase_3_at_half_to_double() -> None:
    state = started(owning(game_1830(("PRR", 67, HOLD)), DH="Bob"))
    assert not allowed(state, BuyPrivate)
    state = replace(state, phase="3")
    (choice,) = choices(state, BuyPrivate)
    assert choice.prices == (35, 140)  # face 70
    after = do(state, BuyPrivate("DH", 140))
    assert after.players["Bob"] == state.players["Bob"] + 140
    assert after.corporations["PRR"].companies == ("DH",)
    with pytest.raises(IllegalAction, match=r"23\.1"):
        act(state, BuyPrivate("DH", 141))
    with pytest.raises(IllegalAction, match=r"23\.1"):
        act(state, BuyPrivate("DH", 34))


def test_the_b_and_o_is_never_sold_and_closes_with_the_first_train() -> None:
    state = replace(owning(game_1830(("B&O", 100, {"Ann": 40})), BO="Ann"), phase="3")
    state = company(state, "B&O", floated=True, cash=1000)
    state = started(state)
    assert not [a for a in allowed(state, BuyPrivate) if a.private == "BO"]
    state = passed(replace(state, depot=Depot({"3": 5})), "trains")
    after = do(state, BuyTrain("3", 180))
    assert after.privates["BO"] == "closed"


def test_mohawk_and_hudson_for_a_share_between_turns() -> None:
    state = started(owning(game_1830(("NYC", 67, {"Bob": 60})), MH="Ann"))
    after, _ = act(state, Exchange("MH", "IPO"))
    assert after.corporations["NYC"].shares == {"Bob": 60, "Ann": 10, "IPO": 30}
    assert after.privates["MH"] == "closed"
    # After the first tile the turn has begun
    later = do(state, Lay("E19", "57", 0))
    with pytest.raises(IllegalAction, match="Table 1"):
        act(later, Exchange("MH", "IPO"))
    anyone = replace(later, options=("exchange_any_time",))
    assert act(anyone, Exchange("MH", "IPO"))[0].privates["MH"] == "closed"


def test_the_exchange_between_rounds() -> None:
    state, _ = start_round(owning(game_1830(("NYC", 67, {"Bob": 60})), MH="Ann"))
    assert state.turn is None
    after, _ = act(state, Exchange("MH", "IPO"))
    assert after.corporations["NYC"].shares["Ann"] == 10


def test_no_exchange_above_60_percent() -> None:
    state = started(owning(game_1830(("NYC", 67, {"Ann": 60})), MH="Ann"))
    assert not allowed(state, Exchange)


def floating_by_exchange(*options: str) -> State:
    """A round with PRR to operate and NYC one share short of floating, Ann with the M&H."""
    state = owning(
        game_1830(("PRR", 67, {"Cy": 60}), ("NYC", 67, {"Bob": 30, "Ann": 20})), MH="Ann"
    )
    state = started(replace(state, options=options, phase="3"))
    assert not state.corporations["NYC"].floated
    return company(state, "NYC", shares={"Bob": 20, "Ann": 30, "IPO": 50})


def test_an_exchange_may_change_the_president() -> None:
    state = company(floating_by_exchange(), "NYC", shares={"Bob": 30, "Ann": 30, "IPO": 40})
    after, _ = act(state, Exchange("MH", "IPO"))
    # 40% against Bob's 30%
    assert after.corporations["NYC"].owner == "Ann"


def test_who_floats_by_an_exchange_operates_in_the_next_round_and_is_paid_then() -> None:
    # 11.0: floated by the sixth share, "will begin operating in the next Operating Round"; the
    # capital comes "at the beginning of the Operating Round in which" it starts.
    state = replace(floating_by_exchange(), operating_rounds=(1, 2))
    now = do(state, Exchange("MH", "IPO"))
    assert now.corporations["NYC"].shares["IPO"] == 40
    assert now.corporations["NYC"].cash == 0
    assert waiting(now) == ["PRR"]
    seen = []
    while now.operating_rounds == (1, 2):
        assert now.turn is not None
        seen.append(now.turn.entity)
        now = do(now, Pass())
    assert set(seen) == {"PRR"}
    assert now.corporations["NYC"].cash == 670
    assert sorted(waiting(now)) == ["NYC", "PRR"]
    assert money(now) == money(state)


def test_records_pay_the_capital_at_once_but_operate_in_the_next_round_too() -> None:
    now = do(floating_by_exchange("capital_at_once"), Exchange("MH", "IPO"))
    assert now.corporations["NYC"].cash == 670
    assert waiting(now) == ["PRR"]


def test_an_exchange_in_a_stock_round_floats_for_the_next_operating_round() -> None:
    state = game_1830(("PRR", 67, {"Cy": 60}), ("NYC", 67, {"Bob": 30, "Ann": 20}))
    now, _ = act(owning(state, MH="Ann"), Exchange("MH", "IPO"))
    assert now.corporations["NYC"].cash == 0
    now = started(now)
    assert now.corporations["NYC"].cash == 670
    assert sorted(waiting(now)) == ["NYC", "PRR"]


@pytest.mark.parametrize("first", [BuyPrivate("DH", 35), Pass()])
def test_no_exchange_once_anything_was_done_in_a_turn(first: Action) -> None:
    # Table 1, note 3: between the turns of Railroads, not within one
    state = owning(game_1830(("NYC", 67, {"Bob": 60})), MH="Ann", DH="Cy")
    state = started(replace(state, phase="3"))
    assert allowed(state, Exchange)
    now = do(state, first)
    assert now.turn is not None
    assert now.turn.entity == "NYC"
    assert not allowed(now, Exchange)
    with pytest.raises(IllegalAction, match="Table 1"):
        act(now, Exchange("MH", "IPO"))


# 4


def test_one_lay_or_one_upgrade() -> None:
    state = do(replace(prr(), phase="3"), Lay("H14", "9", 1))
    assert state.turn is not None
    assert state.turn.step != "track"
    state = replace(on_board(prr(), {"H14": "9@1", "H16": "57@1"}), phase="3")
    after = do(state, Lay("H16", "14", 0))
    assert not allowed(after, Lay)


def test_colours_by_phase_and_printed_yellow_waits_for_green() -> None:
    state = on_board(prr(), {"H14": "9@1", "H16": "57@1"})
    yellow = {action.hex for action in allowed(state, Lay)}
    assert "H16" not in yellow
    assert "H18" not in yellow
    green = allowed(replace(state, phase="3"), Lay)
    assert {action.tile for action in green if action.hex == "H18"} == {"59"}
    assert {action.tile for action in green if action.hex == "H16"} == {"14", "15"}


def test_track_must_extend_an_own_route() -> None:
    assert {action.hex for action in allowed(prr(), Lay)} == {"H10", "H14"}
    with pytest.raises(IllegalAction, match=r"18\.0"):
        act(prr(), Lay("B12", "9", 0))


def test_nyc_lays_its_base_without_a_connection() -> None:
    state = started(game_1830(("NYC", 67, HOLD)))
    assert {action.hex for action in allowed(state, Lay)} == {"E19"}


def test_champlain_is_an_extra_free_tile_anywhere() -> None:
    state = company(prr(), "PRR", companies=("CS",))
    state = replace(state, privates={**state.privates, "CS": "PRR"})
    extra = [action for action in allowed(state, Lay) if action.by == "CS"]
    assert {action.hex for action in extra} == {"B20"}
    after = do(state, extra[0])
    assert after.corporations["PRR"].cash == state.corporations["PRR"].cash
    # The tile of the turn is still there
    assert "H14" in {action.hex for action in allowed(after, Lay)}
    assert not [action for action in allowed(after, Lay) if action.by]


def test_delaware_is_the_tile_of_the_turn_and_brings_a_free_token() -> None:
    state = company(prr(), "PRR", companies=("DH",))
    state = replace(state, privates={**state.privates, "DH": "PRR"})
    after = do(state, next(a for a in allowed(state, Lay) if a.by == "DH"))
    # Ten times 100, less 120 for the mountain
    assert after.corporations["PRR"].cash == 1000 - 120
    assert not allowed(after, Lay)
    after = do(after, Token("F16.0", by="DH"))
    assert after.corporations["PRR"].cash == 1000 - 120
    assert "PRR" in after.board.tokens["F16.0"]
    assert after.corporations["PRR"].tokens_unplaced == (100, 100)


def test_a_later_token_of_the_delaware_is_paid() -> None:
    state = company(prr(), "PRR", companies=("DH",))
    state = replace(state, privates={**state.privates, "DH": "PRR"})
    state = do(state, next(a for a in allowed(state, Lay) if a.by == "DH"))
    state = do(passed(state, "trains"), BuyTrain("2", 80), Pass())
    state = started(state)
    state = passed(state, "token")
    (choice,) = [c for c in choices(state, Token) if c.action == Token("F16.0")]
    assert choice.cost == 40


def test_terrain_is_paid_once() -> None:
    # J14 Washington is divided by water: 80, for B&O from I15 by side 0
    state = started(game_1830(("B&O", 100, HOLD)))
    first = next(choice for choice in choices(state, Lay) if choice.action.hex == "J14")
    assert first.cost == 80
    after = replace(on_board(state, {"J14": "57@0"}), phase="3")
    upgrade = [c for c in choices(after, Lay) if c.action.hex == "J14"]
    assert upgrade
    assert {choice.cost for choice in upgrade} == {0}


def test_a_corporation_without_the_money_cannot_lay() -> None:
    state = company(started(game_1830(("B&O", 100, HOLD))), "B&O", cash=79)
    assert "J14" not in {action.hex for action in allowed(state, Lay)}


def test_hexes_of_players_private_companies_are_closed() -> None:
    state = on_board(prr(), {"H14": "9@1", "H16": "57@1"}, phase="3")
    assert "H18" in {action.hex for action in allowed(state, Lay)}
    for owner, open_ in (("Bob", False), ("C&O", True), ("closed", True)):
        now = replace(state, privates={**state.privates, "CA": owner})
        assert ("H18" in {action.hex for action in allowed(now, Lay)}) is open_


def test_upgrades_keep_track_and_the_old_tile_returns() -> None:
    state = replace(on_board(prr(), {"H14": "9@1"}), phase="3")
    found = {(a.tile, a.rotation) for a in allowed(state, Lay) if a.hex == "H14"}
    # Table 6: 9 becomes 18, 19, 20, 23, 24, 26 or 27
    assert {tile for tile, _ in found} == {"18", "19", "20", "23", "24", "26", "27"}
    after = do(state, Lay("H14", "20", 1))
    assert supply(after.rules, after.board.tiles, ())["9"] == 7
    assert supply(after.rules, after.board.tiles, ())["20"] == 0


def test_tiles_run_out() -> None:
    # Four 57 in the box
    full = dict.fromkeys(("B10", "B16", "H4", "F16"), "57@0")
    state = on_board(prr(), full)
    assert "H10" not in {action.hex for action in allowed(state, Lay)}


# 5


def test_tokens_cost_40_then_100_where_a_route_leads() -> None:
    state = passed(running(cash=1000, tokens_unplaced=(0, 40, 100, 100)), "token")
    found = {choice.action.stop: choice.cost for choice in choices(state, Token)}
    assert found == {"H10.0": 40, "H16.0": 40}
    after = do(state, Token("H16.0"))
    assert after.corporations["PRR"].cash == 1000 - 40
    assert after.corporations["PRR"].tokens_unplaced == (100, 100)
    assert not allowed(after, Token)


def test_no_second_token_on_a_hex_and_none_without_room() -> None:
    state = running(tokens_unplaced=(0, 40, 100, 100))
    tokens = {**state.board.tokens, "H16.0": ("C&O",)}
    state = passed(replace(state, board=replace(state.board, tokens=tokens)), "token")
    assert {action.stop for action in allowed(state, Token)} == {"H10.0"}
    tokens = {**tokens, "H10.0": ("PRR",)}
    state = replace(state, board=replace(state.board, tokens=tokens))
    assert not allowed(state, Token)


def test_the_last_space_of_an_unstarted_base_is_kept() -> None:
    """B&O's base in Baltimore has one space until its brown tile; NYC has two on green Albany."""
    tiles = {"H14": "9@1", "H16": "14@1", "I17": "7@1", "I15": "53@0"}
    state = passed(on_board(prr(), tiles, phase="3"), "token")
    assert "I15.0" in _reached(state)
    assert "I15.0" not in {action.stop for action in allowed(state, Token)}
    operated = company(state, "B&O", operated=True)
    assert "I15.0" in {action.stop for action in allowed(operated, Token)}


def _reached(state: State) -> frozenset[str]:
    assert state.turn is not None
    return reach(Network(state.position(state.turn.entity))).stops


# 6


def test_the_best_run_is_the_default() -> None:
    state = passed(running(("2",)), "run")
    # Altoona 10 with either neighbour at 20; no 2-train joins the two
    after, _ = act(state, Run())
    assert after.turn is not None
    assert after.turn.revenue == 30


def test_declared_routes_are_judged() -> None:
    state = passed(running(("3",)), "run")
    route = {"train": "3", "track": ["H12.0", "H14", "H16.0"]}
    after, _ = act(state, Run((route,)))
    assert after.turn is not None
    assert after.turn.revenue == 30
    with pytest.raises(IllegalAction, match=r"20\.1"):
        act(state, Run(({"train": "3", "track": ["H10.0", "H14"]},)))


def test_a_better_run_that_somebody_shows_must_be_taken() -> None:
    state = passed(running(("3",)), "run")
    state, _ = act(state, Run(({"train": "3", "track": ["H12.0", "H14", "H16.0"]},)))
    # 20 + 10 + 20
    after, _ = act(state, Object("Bob"))
    assert after.turn is not None
    assert after.turn.revenue == 50
    with pytest.raises(IllegalAction, match=r"20\.3"):
        act(after, Object("Bob"))


# 7 and 8


def test_a_dividend_as_in_the_rulebook() -> None:
    """50 earned: 25 for half the shares, 10 on the pool's 20%, 15 stay in the bank (20.3)."""
    state = running(("3",), shares={"Ann": 50, "market": 20, "IPO": 30}, cash=0)
    state = do(passed(state, "run"), Run())
    assert state.turn is not None
    assert state.turn.revenue == 50
    after = do(state, Dividend("full"))
    assert after.players["Ann"] == state.players["Ann"] + 25
    assert after.corporations["PRR"].cash == 10
    assert after.bank == state.bank - 35
    # One space to the right of 100 in the top row
    assert after.corporations["PRR"].share_price == 112


def test_earnings_may_be_withheld() -> None:
    state = do(passed(running(("3",), cash=0), "run"), Run())
    after = do(state, Dividend("withhold"))
    assert after.corporations["PRR"].cash == 50
    assert after.players == state.players
    assert after.corporations["PRR"].share_price == 90
    assert allowed(state, Dividend) == [Dividend("full"), Dividend("withhold")]


@pytest.mark.parametrize(
    ("place", "kind", "price"),
    [
        ((1, 18), "full", 350),  # the end of the second row: up
        ((0, 18), "full", 350),  # nothing beyond
        ((4, 10), "full", 110),  # 100 at the end of its row: up
        ((0, 0), "withhold", 53),  # the start of a row: down
        ((7, 0), "withhold", 10),  # nothing below
    ],
)
def test_prices_at_the_ends_of_rows(place: tuple[int, int], kind: str, price: int) -> None:
    state = running(("3",))
    here = state.rules.market.grid[place[0]][place[1]]
    assert here is not None
    order = {f"{place[0]},{place[1]}": ("PRR",)}
    state = replace(company(state, "PRR", market=place, share_price=here.price), market_order=order)
    after = do(passed(state, "run"), Run(), Dividend(kind))
    assert after.corporations["PRR"].share_price == price


def test_no_run_is_no_dividend() -> None:
    after = passed(prr(), "trains")
    assert after.corporations["PRR"].share_price == 90


# 9


def trains(state: State) -> State:
    """The train step of a turn that earned nothing."""
    while state.turn is not None and state.turn.step != "trains":
        run = state.turn.step == "run"
        state = do(state, Run(()) if run else Pass())
    return state


def test_trains_are_sold_in_order() -> None:
    state = trains(prr())
    assert allowed(state, BuyTrain) == [BuyTrain("2", 80)]
    last = replace(state, depot=Depot({"2": 1, "3": 5}))
    after = do(last, BuyTrain("2", 80))
    assert after.corporations["PRR"].cash == 1000 - 80
    assert allowed(after, BuyTrain) == [BuyTrain("3", 180)]


def test_limits_and_returns() -> None:
    """21.0: a 3 and a 4, then the first 5: one of the three goes back, and is sold again."""
    state = trains(prr(trains=("3", "4"), cash=1000))
    state = replace(state, phase="4", depot=Depot({"5": 3, "6": 2}))
    after = do(state, BuyTrain("5", 450))
    assert after.phase == "5"
    assert {type(choice.action) for choice in legal_actions(after)} == {Discard}
    after = do(after, Discard("PRR", "3"))
    assert after.corporations["PRR"].trains == ("4", "5")
    assert after.depot.discarded == {"3": 1}
    room = trains(company(replace(after, turn=state.turn), "PRR", trains=("4",)))
    assert BuyTrain("3", 180, "discarded:3") in allowed(room, BuyTrain)


@pytest.mark.parametrize(
    ("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)]
)
def test_train_limits(phase: str, limit: int) -> None:
    depot = Depot({"5": 1})
    state = replace(trains(prr()), phase=phase, depot=depot)
    full = company(state, "PRR", trains=("5",) * limit, cash=5000)
    assert not allowed(full, BuyTrain)
    below = company(state, "PRR", trains=("5",) * (limit - 1), cash=5000)
    assert BuyTrain("5", 450) in allowed(below, BuyTrain)


def test_trains_of_other_corporations_from_1() -> None:
    state = started(game_1830(("PRR", 100, {"Ann": 40, "Bob": 20}), ("C&O", 67, {"Cy": 60})))
    state = company(state, "C&O", trains=("2",))
    state = trains(state)
    (choice,) = [c for c in choices(state, BuyTrain) if c.action.source == "C&O"]
    assert choice.prices == (1, 1000)
    after = do(state, BuyTrain("2", 777, "C&O"))
    assert after.corporations["C&O"].cash == 670 + 777
    assert after.corporations["C&O"].trains == ()
    assert after.corporations["PRR"].trains == ("2",)


def test_a_d_for_1100_or_with_a_train_in_part_payment() -> None:
    state = trains(prr(trains=("5",), cash=1100))
    state = replace(state, phase="6", depot=Depot({"6": 1, "D": 6}))
    found = allowed(state, BuyTrain)
    assert BuyTrain("D", 1100) in found
    assert BuyTrain("D", 800, trade_in="5") in found
    after = do(state, BuyTrain("D", 800, trade_in="5"))
    assert after.corporations["PRR"].trains == ("D",)
    assert after.corporations["PRR"].cash == 300
    assert after.depot.discarded == {"5": 1}
    early = replace(state, phase="5", depot=Depot({"6": 2, "D": 6}))
    assert not [a for a in allowed(early, BuyTrain) if a.train == "D"]


@pytest.mark.parametrize(("new", "old"), [("4", "2"), ("6", "3"), ("D", "4")])
def test_old_trains_go(new: str, old: str) -> None:
    price = {"4": 300, "6": 630, "D": 1100}[new]
    phase = {"4": "3", "6": "5", "D": "6"}[new]
    state = started(game_1830(("PRR", 100, {"Ann": 40, "Bob": 20}), ("C&O", 67, {"Cy": 60})))
    state = company(trains(state), "PRR", cash=2000)
    state = company(state, "C&O", trains=(old, "5"))
    depot = Depot({new: 1} if new != "D" else {"6": 1, "D": 6}, {old: 1})
    after = do(replace(state, phase=phase, depot=depot), BuyTrain(new, price))
    assert after.phase == new
    assert after.corporations["C&O"].trains == ("5",)
    assert after.depot.discarded == {}


def test_the_first_5_closes_private_companies() -> None:
    state = owning(prr(cash=900), SV="Ann", CS="Bob")
    state = replace(trains(state), phase="4", depot=Depot({"5": 3}))
    after = do(state, BuyTrain("5", 450))
    assert after.privates["SV"] == after.privates["CS"] == "closed"


# 10


def needy(cash: int, **more: int) -> State:
    """PRR with a route, no train and little money, at its train step; a 4 costs 300."""
    state = running((), cash=cash)
    state = replace(state, phase="4", depot=Depot({"4": 1, "5": 3}))
    state = trains(state)
    players = {**state.players, **more}
    spent = sum(players.values()) - sum(state.players.values())
    return replace(state, players=players, bank=state.bank - spent)


def test_a_corporation_with_a_route_must_buy() -> None:
    state = needy(300)
    with pytest.raises(IllegalAction, match="must"):
        act(state, Pass())
    # Without track there is no route, and no duty
    free = trains(prr())
    assert Pass() in [choice.action for choice in legal_actions(free)]


def test_the_president_pays_the_rest() -> None:
    state = needy(120, Ann=200)
    after = do(state, BuyTrain("4", 300))
    assert after.corporations["PRR"].cash == 0
    assert after.players["Ann"] == 200 - 180
    assert money(after) == money(state)


def test_only_the_cheapest_and_nothing_more_with_his_money() -> None:
    state = replace(needy(120, Ann=2000), depot=Depot({"4": 1}, {"3": 1}))
    # A returned 3 at 180 is cheaper than the 4 at 300
    assert allowed(state, BuyTrain) == [BuyTrain("3", 180, "discarded:3")]
    rich = replace(state, depot=Depot({"4": 1}, {"2": 1}))
    # A 2 at 80 can be paid by the treasury: no help
    assert allowed(rich, BuyTrain) == [BuyTrain("2", 80, "discarded:2")]


def test_another_corporations_train_not_above_its_price_with_his_money() -> None:
    state = company(needy(120, Ann=2000), "C&O", trains=("3",), cash=0)
    ranges = {c.prices for c in choices(state, BuyTrain) if c.action.source == "C&O"}
    # With the treasury any price up to 120; with help up to the 180 a 3 costs
    assert ranges == {(1, 120), (121, 180)}


def test_stock_is_sold_without_losing_this_presidency() -> None:
    # 300 - 120 - 50: Ann lacks 130. She has 40% of PRR (Bob 20%) at 90, and 60% of NYC at 67.
    state = needy(120, Ann=2000, Bob=2000)
    state = floated(state, ("NYC", 67, {"Ann": 30, "Bob": 20}))
    extra = state.players["Ann"] - 50
    state = replace(state, players={**state.players, "Ann": 50}, bank=state.bank + extra)
    found = allowed(state, SellShares)
    # PRR: 20% keep her president; one share brings 90, two 180: enough, a third is not needed
    assert SellShares("Ann", "PRR", 2) in found
    assert SellShares("Ann", "PRR", 3) not in found
    # NYC at 67: two shares bring 134; the office may go to Bob
    assert SellShares("Ann", "NYC", 2) in found
    assert SellShares("Ann", "NYC", 3) not in found
    after = do(state, SellShares("Ann", "NYC", 2))
    assert after.players["Ann"] == 50 + 134
    assert after.corporations["NYC"].owner == "Bob"
    assert after.corporations["NYC"].shares["market"] == 20
    # The price moves down a line for each share
    place = state.corporations["NYC"].market
    assert place is not None
    assert after.corporations["NYC"].market == (place[0] + 2, place[1])
    assert BuyTrain("4", 300) in allowed(after, BuyTrain)
    assert not allowed(after, SellShares)


def test_no_more_than_half_to_the_pool() -> None:
    state = needy(0, Ann=0)
    state = company(state, "PRR", shares={"Ann": 60, "market": 40})
    assert {a.count for a in allowed(state, SellShares)} == {1}


def test_private_companies_may_be_sold_to_players() -> None:
    state = needy(120, Ann=0, Bob=500)
    state = replace(state, privates={**state.privates, "CS": "Ann"})
    found = [c for c in choices(state, SellPrivate) if c.action.buyer == "Bob"]
    assert [choice.prices for choice in found] == [(1, 500)]
    after = do(state, SellPrivate("CS", "Bob", 100))
    assert (after.players["Ann"], after.players["Bob"]) == (100, 400)
    assert after.privates["CS"] == "Bob"


def test_bankruptcy_ends_the_game() -> None:
    # 40% of PRR, of which 20% may go at 90 each: 180 + 10 + 50 < 300
    state = needy(50, Ann=10)
    assert Bankrupt() in allowed(state, Bankrupt)
    after, _ = apply(state, Bankrupt())
    assert after.over
    assert after.finish == "bankrupt"
    assert after.players["Ann"] == 0
    assert after.corporations["PRR"].shares["Ann"] == 20
    assert money(after) == money(state)
    assert not allowed(needy(50, Ann=100), Bankrupt)


def without_trains(cash: int) -> State:
    """PRR with a route, no train and `cash`; the bank has no train left."""
    return replace(needy(cash, Ann=1000), phase="D", depot=Depot({}))


def test_with_an_empty_bank_a_corporation_stays_without_a_train() -> None:
    # 20.2 asks for a purchase, but nothing is for sale, and 24.0 (4) never requires another
    # corporation's train.
    assert [choice.action for choice in legal_actions(without_trains(0))] == [Pass()]
    after = do(without_trains(0), Pass())
    assert after.corporations["PRR"].trains == ()
    assert not after.over


def test_with_an_empty_bank_a_train_of_another_corporation_is_bought_or_not() -> None:
    state = company(without_trains(120), "C&O", trains=("5",), cash=0)
    found = [(choice.action, choice.prices) for choice in legal_actions(state)]
    # Out of its own treasury alone: the president may not assist where nothing must be bought
    assert found == [(BuyTrain("5", 1, "C&O"), (1, 120)), (Pass(), None)]
    assert do(state, BuyTrain("5", 120, "C&O")).corporations["PRR"].trains == ("5",)


def test_automatic_players_go_on_with_an_empty_bank() -> None:
    after, _ = play_set(without_trains(0), Simple())
    assert after.operating_rounds is None
    assert after.corporations["PRR"].trains == ()


# 11


@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("D", 3)])
def test_rounds_between_stock_rounds(phase: str, rounds: int) -> None:
    state, _ = start_round(replace(game_1830(), phase=phase))
    assert state.operating_rounds == (1, rounds)


def test_a_train_in_the_set_changes_the_next_one_only() -> None:
    state = trains(prr())
    assert state.operating_rounds == (1, 1)
    after = do(replace(state, depot=Depot({"3": 5})), BuyTrain("3", 180), Pass())
    assert after.operating_rounds is None
    assert start_round(after)[0].operating_rounds == (1, 2)


def test_a_broken_bank_ends_the_game_after_the_set() -> None:
    state = replace(running(("3",)), bank=20, operating_rounds=(1, 2))
    state = do(passed(state, "run"), Run(), Dividend("full"))
    assert state.bank < 0
    assert state.finish == "bank"
    assert not state.over
    while not state.over:
        state = trains(state)
        state = do(state, Pass()) if state.turn else state
    assert state.operating_rounds == (2, 2)


TABLE: dict[int, tuple[Callable[..., None], ...]] = {
    1: (test_private_companies_pay_their_owners, test_order_is_price_then_column_then_stack),
    2: (test_capital_and_home_token, test_erie_picks_a_city_when_its_base_has_track),
    3: (
        test_private_companies_are_bought_from_phase_3_at_half_to_double,
        test_the_b_and_o_is_never_sold_and_closes_with_the_first_train,
        test_mohawk_and_hudson_for_a_share_between_turns,
    ),
    4: (
        test_one_lay_or_one_upgrade,
        test_colours_by_phase_and_printed_yellow_waits_for_green,
        test_track_must_extend_an_own_route,
        test_terrain_is_paid_once,
        test_hexes_of_players_private_companies_are_closed,
        test_upgrades_keep_track_and_the_old_tile_returns,
    ),
    5: (
        test_tokens_cost_40_then_100_where_a_route_leads,
        test_no_second_token_on_a_hex_and_none_without_room,
        test_the_last_space_of_an_unstarted_base_is_kept,
    ),
    6: (test_the_best_run_is_the_default, test_a_better_run_that_somebody_shows_must_be_taken),
    7: (test_a_dividend_as_in_the_rulebook, test_earnings_may_be_withheld),
    8: (test_prices_at_the_ends_of_rows, test_no_run_is_no_dividend),
    9: (
        test_trains_are_sold_in_order,
        test_limits_and_returns,
        test_trains_of_other_corporations_from_1,
        test_a_d_for_1100_or_with_a_train_in_part_payment,
        test_old_trains_go,
    ),
    10: (
        test_a_corporation_with_a_route_must_buy,
        test_the_president_pays_the_rest,
        test_stock_is_sold_without_losing_this_presidency,
        test_bankruptcy_ends_the_game,
    ),
    11: (test_rounds_between_stock_rounds, test_a_train_in_the_set_changes_the_next_one_only),
}
"""The tests of each numbered operating rule of 1830."""


def test_every_numbered_rule_has_a_test() -> None:
    assert list(TABLE) == list(range(1, 12))
