"""1870, rule by rule: the numbers are those of the list of operating rules.

Expected values come from the rulebook and from the arithmetic in the comments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tables import (
    allowed,
    at,
    at_dividend,
    choices,
    company,
    do,
    gains,
    helped_by_a_sale,
    money,
    on_board,
    owning,
    passed,
    price,
    replace,
    rich_game,
    spread,
    started,
    to_trains,
    turned,
    without_train,
)

from operating_round.actions import (
    Assign,
    Bankrupt,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    Lay,
    Object,
    Pass,
    Protect,
    Run,
    SellShares,
    Special,
    Token,
)
from operating_round.errors import IllegalAction
from operating_round.round import act, legal_actions, proceed, start_round, start_turn, waiting
from operating_round.rules import rules_of
from operating_round.state import Depot, State
from operating_round.table import Table
from operating_round.titles.g1870.destinations import place_destination
from route_opt.position import Marker

HOLD = {"Ann": 60}
TO_DENVER = {
    "B3": "8@0",
    "C2": "8@3",
    "D3": "9@2",
    "E4": "8@0",
    "F3": "9@0",
    "G2": "8@3",
    "H3": "4@2",
    "I4": "8@0",
    "J3": "57@0",
}
"""J3 Fort Worth 20 - H3 10 - A2 Denver 30: from FW's home to its destination, three stops."""
TO_SOUTHWEST = {
    "M2": "57@0",
    "L3": "9@0",
    "K4": "4@0",
    "J5": "57@0",
    "I6": "9@0",
    "H7": "9@0",
    "G8": "9@0",
    "F9": "4@0",
    "E10": "8@0",
    "D9": "4@2",
    "C8": "8@3",
    "B9": "14@0",
    "B11": "57@1",
}
"""N1 - M2 - K4 - J5 - F9 - D9 - B9 Topeka (ATSF, seven stops) - B11 Kansas City (MKT, eight)."""


def game(*floats: tuple[str, int, dict[str, int]], options: tuple[str, ...] = ()) -> State:
    """1870 with three players who have money, and companies floated."""
    return rich_game("1870", *floats, options=options)


def fort_worth(
    trains: tuple[str, ...] = ("3",),
    board: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
    **fields: Any,
) -> State:
    """FW at 100, not in its first turn; nobody is connected when the round begins."""
    state = game(("FW", 100, HOLD), options=options)
    tokens = {"J3.0": ("FW",)}
    state = on_board(state, {k: v for k, v in TO_DENVER.items() if k != "B3"} | (board or {}))
    state = replace(state, board=replace(state.board, tokens=tokens))
    shown = {"tokens_on_map": ("J3.0",), "tokens_unplaced": (40,)}
    state = company(state, "FW", trains=trains, operated=True, **shown)
    return started(company(state, "FW", **fields) if fields else state)


# 1


def test_private_companies_pay_and_companies_operate_by_price() -> None:
    state = owning(game(("FW", 82, HOLD), ("MP", 100, HOLD)), GRSC="Ann", GSC="Bob", MKT="Cy")
    after, _ = start_round(state)
    assert [after.players[p] - state.players[p] for p in ("Ann", "Bob", "Cy")] == [5, 15, 20]
    assert waiting(after) == ["MP", "FW"]


def test_six_shares_start_a_company_but_two_start_slsf() -> None:
    state = game(("FW", 100, {"Ann": 50}), ("SLSF", 68, {"Bob": 20}), ("MP", 90, HOLD))
    assert waiting(replace(state, operating_rounds=(1, 1))) == ["MP", "SLSF"]
    after = started(state)
    # Ten times the par, and the home marker is free
    assert after.board.tokens == {"C18.0": ("MP",)}
    assert after.corporations["MP"].cash == 900


# 2


def test_private_companies_are_bought_in_phases_2_and_3() -> None:
    state = owning(started(game(("FW", 100, HOLD))), GRSC="Bob", SLSF="Bob")
    assert not allowed(state, BuyPrivate)
    for phase, legal in (("2", True), ("3", True), ("4", False)):
        found = {
            c.action.private: c.prices for c in choices(replace(state, phase=phase), BuyPrivate)
        }
        # 20 at half to double; SLSF is never sold to a company
        assert found == ({"GRSC": (10, 40)} if legal else {})


def test_the_bridge_company_is_sold_in_phase_1_to_those_on_the_river() -> None:
    for name, prices in (("MP", [(20, 40)]), ("SSW", [(20, 40)]), ("FW", [])):
        state = owning(started(game((name, 100, HOLD))), MRBC="Bob", GRSC="Bob")
        assert [choice.prices for choice in choices(state, BuyPrivate)] == prices


# 3


def test_two_yellow_tiles_or_one_upgrade() -> None:
    state = fort_worth(board={"J3": "57@0"})
    state = replace(state, phase="2")
    yellow = do(state, Lay("B3", "8", 0))
    colours = {state.rules.tiles[lay.tile].colour for lay in allowed(yellow, Lay)}
    assert colours == {"yellow"}
    upgraded = do(state, Lay("J3", "14", 0))
    assert not allowed(upgraded, Lay)


def test_new_track_must_be_on_an_own_route() -> None:
    state = replace(fort_worth(), phase="2")
    # D3 is a straight on FW's line: a fork joins it, a crossing (20) only lies on top of it
    tiles = {lay.tile for lay in allowed(state, Lay) if lay.hex == "D3"}
    assert "23" in tiles
    assert "20" not in tiles


def test_terrain_is_paid_once() -> None:
    state = started(game(("MKT", 100, HOLD)))
    after = do(state, Lay("B11", "57", 1))
    assert after.corporations["MKT"].cash == 1000 - 40
    after = turned(replace(after, phase="2"), yellows=0, lays=())
    after = do(after, Lay("B11", "14", 1))
    assert after.corporations["MKT"].cash == 1000 - 40


def test_nobody_crosses_the_river_before_the_bridge_company_is_sold() -> None:
    state = owning(game(("MP", 100, HOLD), ("SSW", 90, HOLD)), MRBC="Bob")
    mp = started(state)
    # St. Louis: only 5, to the west and southwest
    assert [lay for lay in allowed(mp, Lay) if lay.hex == "C18"] == [Lay("C18", "5", 0)]
    ssw, _ = proceed(replace(mp, turn=None, done=("MP",)))
    memphis = [lay for lay in allowed(ssw, Lay) if lay.hex == "H17"]
    ways = {"5": (0, 1), "6": (0, 2), "57": (0, 3)}
    sides = [{(end + lay.rotation) % 6 for end in ways[lay.tile]} for lay in memphis]
    # Memphis: northeast 3, east 4, southeast 5, southwest 0
    assert sides
    assert all(side <= {0, 3, 4, 5} for side in sides)
    assert {lay.tile for lay in memphis} == {"5", "6", "57"}


def test_the_bridge_company_at_home_in_the_first_turn() -> None:
    state = do(started(owning(game(("MP", 100, HOLD)), MRBC="Bob")), BuyPrivate("MRBC", 40))
    state = do(replace(state, phase="2"), Lay("C18", "57", 1, by="MRBC"))
    # 1000 less the 40 for the company; the tile is free and none of the two of the turn
    assert state.corporations["MP"].cash == 960
    with pytest.raises(IllegalAction, match="Lay or Upgrade"):
        act(state, Lay("C18", "14", 1))
    after = do(state, Lay("C16", "9", 1))
    assert after.turn is not None
    assert after.turn.yellows == 1
    assert allowed(after, Lay)


def test_the_bridge_company_bought_with_the_trains_of_the_first_turn_still_lays_at_home() -> None:
    # Its powers "may be used immediately upon the purchase": free, beside the tiles of the turn
    state = passed(started(owning(game(("MP", 100, HOLD)), MRBC="Bob")), "trains")
    assert not allowed(state, Lay)
    state = do(state, BuyPrivate("MRBC", 40))
    assert {(lay.hex, lay.by) for lay in allowed(state, Lay)} == {("C18", "MRBC")}
    after = do(state, Lay("C18", "57", 1, by="MRBC"))
    assert after.corporations["MP"].cash == 960
    assert after.board.tiles == {"C18": "57@1"}
    assert not allowed(after, Lay)
    # In a later turn the tile is none of the first's
    later = replace(state, turn=None, done=())
    later = passed(start_turn(later, "MP")[0], "trains")
    assert not allowed(later, Lay)


def test_the_bridge_company_saves_40_once() -> None:
    state = started(owning(game(("MP", 100, HOLD)), MRBC="Bob"))
    state = company(do(state, BuyPrivate("MRBC", 40)), "MP", operated=True)
    state = on_board(state, {"C18": "57@2"})
    # B17 costs 40; the tile counts as one of the turn
    after = do(state, Lay("B17", "9", 2, by="MRBC"))
    assert after.corporations["MP"].cash == 960
    assert after.turn is not None
    assert after.turn.yellows == 1
    assert not [lay for lay in allowed(after, Lay) if lay.by]


def test_the_free_tile_at_home_leaves_the_40_of_the_bridge_company_for_another() -> None:
    # Two sentences, two powers: 40 off one hex along the river, and the tile at home for no cost
    state = do(started(owning(game(("MP", 100, HOLD)), MRBC="Bob")), BuyPrivate("MRBC", 40))
    state = do(state, Lay("C18", "57", 2, by="MRBC"))
    assert state.corporations["MP"].cash == 960
    for earned, now in ((0, state), (10, started(replace(state, turn=None)))):  # a round's income
        after = do(now, Lay("B17", "9", 2, by="MRBC"))
        assert after.corporations["MP"].cash == 960 + earned  # B17 costs 40, less 40
        assert not [lay for lay in allowed(after, Lay) if lay.by]


def test_170_only_where_a_p_is_printed() -> None:
    state = started(game(("FW", 100, HOLD), ("ATSF", 90, HOLD)))
    state = on_board(replace(state, phase="4"), {"J3": "14@0"})
    assert {lay.tile for lay in allowed(state, Lay) if lay.hex == "J3"} == {"63", "170"}
    state = on_board(started(replace(game(("ATSF", 90, HOLD)), phase="4")), {"B9": "14@0"})
    assert {lay.tile for lay in allowed(state, Lay) if lay.hex == "B9"} == {"63"}


# 4


def test_markers_cost_40_then_100() -> None:
    state = started(game(("ATSF", 100, HOLD)))
    state = on_board(state, {"B9": "57@1", "B11": "57@1", "B7": "4@1", "B5": "9@1"})
    state = on_board(passed(state, "token"), {"B11": "14@1"})
    assert [(c.action, c.cost) for c in choices(state, Token)] == [(Token("B11.0"), 40)]
    after = do(state, Token("B11.0"))
    assert after.corporations["ATSF"].cash == 960
    assert after.corporations["ATSF"].tokens_unplaced == (100,)


def test_the_last_space_at_home_is_kept_for_a_company_to_start() -> None:
    state = started(game(("ATSF", 100, HOLD)))
    # Kansas City is MKT's home: one space in yellow, two in green
    yellow = passed(on_board(state, {"B9": "57@1", "B11": "57@1"}), "token")
    assert not allowed(yellow, Token)
    green = on_board(yellow, {"B11": "14@1"})
    assert allowed(green, Token) == [Token("B11.0")]
    # Nor for one that has closed: it does not start again
    rows = {name: row for name, row in yellow.corporations.items() if name != "MKT"}
    assert allowed(replace(yellow, corporations=rows), Token) == [Token("B11.0")]


# 5


def test_the_best_run_is_the_default_and_a_better_one_must_be_taken() -> None:
    state = passed(fort_worth(), "run")
    # Fort Worth 20, the small city on H3 10
    after = do(state, Run())
    assert after.turn is not None
    assert after.turn.revenue == 30
    # With a branch to K4, 10 more; but H3 alone is declared
    state = on_board(state, {"K2": "7@3", "K4": "4@1"})
    route = {"train": "3", "track": ["J3.0", "I4", "H3.0"]}
    low = do(state, Run((route,)))
    assert low.turn is not None
    assert low.turn.revenue == 30
    better = do(low, Object("Ann"))
    assert better.turn is not None
    assert better.turn.revenue == 40


# 6


def test_a_full_dividend() -> None:
    state = at_dividend(spread(fort_worth(), "FW"), 130)
    # 13 a share; the company earns on three: offering and treasury; the market pays the bank
    assert gains(state, do(state, Dividend("full"))) == {
        "Ann": 52, "Bob": 26, "Cy": 0, "FW": 39, "bank": -117,
    }  # fmt: skip


def test_the_companys_half_is_rounded_up() -> None:
    state = at_dividend(spread(fort_worth(), "FW"), 130)
    # 65 up to 70 for the company, 60 for the shares: 6 each; the company has three
    assert gains(state, do(state, Dividend("half"))) == {
        "Ann": 24, "Bob": 12, "Cy": 0, "FW": 88, "bank": -124,
    }  # fmt: skip
    down = replace(state, options=("half_dividend_rounds_down",))
    # 60 for the company, 7 each
    assert gains(down, do(down, Dividend("half"))) == {
        "Ann": 28, "Bob": 14, "Cy": 0, "FW": 81, "bank": -123,
    }  # fmt: skip


def test_earnings_may_be_withheld() -> None:
    state = at_dividend(spread(fort_worth(), "FW"), 130)
    after = do(state, Dividend("withhold"))
    assert gains(state, after) == {"Ann": 0, "Bob": 0, "Cy": 0, "FW": 130, "bank": -130}


# 7


@pytest.mark.parametrize(
    ("place", "kind", "to"),
    [
        ((0, 6), "full", (0, 7)),
        ((0, 6), "half", (0, 6)),
        ((0, 6), "withhold", (0, 5)),
        ((3, 12), "full", (2, 12)),  # 140 at the ledge: the arrow leads up to 160
        ((2, 0), "withhold", (3, 0)),  # 55 at the left edge: down to 50
        ((0, 20), "full", (0, 20)),  # 400 stays
        ((4, 15), "full", (3, 15)),  # 180 at the end of its row: up
    ],
)
def test_prices_after_a_dividend(place: tuple[int, int], kind: str, to: tuple[int, int]) -> None:
    state = at_dividend(at(fort_worth(), "FW", *place), 100)
    assert do(state, Dividend(kind)).corporations["FW"].market == to


def test_a_dividend_of_nothing_moves_left() -> None:
    # Half of 10, rounded up, leaves nothing to pay
    state = at_dividend(fort_worth(), 10)
    assert price(do(state, Dividend("half")), "FW") == 90
    # No train, no earnings
    assert price(passed(fort_worth(()), "trains"), "FW") == 90


def test_a_company_in_the_closing_section_closes() -> None:
    state = at_dividend(at(fort_worth(("2", "2")), "FW", 7, 0), 100)
    total = money(state)
    after, events = act(state, Dividend("withhold"))
    assert "FW" not in after.corporations
    assert after.board.tokens == {}
    assert after.depot.discarded == {"2": 2}
    assert money(after) == total
    assert any(event.kind == "closing" for event in events)


# 8


def test_any_number_of_trains_within_the_limit() -> None:
    state = passed(fort_worth(()), "trains")
    state = do(state, *[BuyTrain("2", 80)] * 4)
    # Four trains; after that no room
    assert state.turn is None or state.turn.step != "trains"
    assert state.corporations["FW"].trains == ("2",) * 4
    assert state.corporations["FW"].cash == 1000 - 320


def test_trains_come_in_order_and_old_ones_go() -> None:
    state = to_trains(fort_worth(("2", "2", "3")))
    state = replace(state, phase="2", depot=Depot({"4": 5, "5": 4, "6": 3, "8": 3}))
    assert allowed(state, BuyTrain) == [BuyTrain("4", 300)]
    state = do(state, BuyTrain("4", 300))
    assert state.phase == "3"
    # The 2s are scrapped with the first 4
    assert state.corporations["FW"].trains == ("3", "4")


def test_excess_trains_go_to_the_open_market_and_are_sold_there() -> None:
    state = game(("FW", 100, HOLD), ("MP", 90, HOLD))
    state = company(state, "MP", trains=("3", "3", "4"), operated=True)
    state = company(state, "FW", operated=True, cash=1000)
    state = passed(started(state), "trains")
    state = replace(state, phase="3", depot=Depot({"5": 4, "6": 3}))
    state = do(state, BuyTrain("5", 450))
    # The limit is two in phase 4; MP's president chooses
    assert allowed(state, Discard) == [Discard("MP", "3"), Discard("MP", "4")]
    state = do(state, Discard("MP", "4"))
    assert state.depot.discarded == {"4": 1}
    assert BuyTrain("4", 300, "discarded:4") in allowed(state, BuyTrain)


def test_trains_of_other_companies_from_1() -> None:
    state = company(game(("FW", 100, HOLD), ("MP", 90, HOLD)), "MP", trains=("3",))
    state = passed(started(state), "trains")
    (choice,) = [c for c in choices(state, BuyTrain) if c.action.source == "MP"]
    assert choice.prices == (1, 1000)
    # Its last train too
    assert do(state, BuyTrain("3", 1, "MP")).corporations["MP"].trains == ()


# 9


def in_need(cash: int = 300, ann: int = 100, **fields: Any) -> State:
    """FW with a route and no train when an 8 for 800 is the cheapest; Ann also holds MP, IC."""
    tiles = {"J3": "57@0", "I4": "8@0", "H3": "4@2"}
    names = ("FW", "MP", "IC")
    return without_train("1870", names, tiles, "6", (cash, ann), **fields)


def test_a_company_with_a_route_must_buy_and_its_president_helps() -> None:
    state = in_need(cash=300, ann=600)
    with pytest.raises(IllegalAction):
        act(state, Pass())
    after = do(state, BuyTrain("8", 800))
    # All of the treasury, and no more than is missing: 500 of 600
    assert after.corporations["FW"].cash == 0
    assert after.players["Ann"] == 100
    assert after.corporations["FW"].trains == ("8",)


def test_in_need_only_the_bank_and_the_cheapest() -> None:
    state = company(in_need(cash=300, ann=600), "MP", trains=("6",))
    found = {(a.train, a.source) for a in allowed(state, BuyTrain) if a.price > 300}
    assert found == {("8", "bank")}


def test_who_has_sold_shares_for_a_train_buys_none_of_another_company() -> None:
    # "It may not be purchased from another company"
    helped_by_a_sale(in_need())


def test_stock_is_sold_in_one_block_a_company_and_no_more_than_needed() -> None:
    state = in_need()
    # 800 - 300 - 100: 400 are missing. MP at 90 has room for all four of Ann's: 360.
    # IC at 68: three, 204. FW at 90: two would do, but only down to the presidency: at most four
    sales = allowed(state, SellShares)
    assert [a.count for a in sales if a.corporation == "MP"] == [1, 2, 3, 4]
    assert [a.count for a in sales if a.corporation == "IC"] == [1, 2, 3]
    state = do(state, SellShares("Ann", "MP", 2))
    left = {a.corporation for a in allowed(state, SellShares)}
    assert "MP" not in left


def test_this_presidency_stays_others_may_change() -> None:
    state = in_need()
    state = company(state, "FW", shares={"Ann": 40, "Bob": 30, "IPO": 30})
    own = [a.count for a in allowed(state, SellShares) if a.corporation == "FW"]
    # 40 to 30 leaves Ann president against Bob's 30, 20 would not
    assert own == [1]
    state = company(state, "IC", owner="Ann", shares={"Ann": 30, "Cy": 20, "IPO": 50})
    after = do(state, SellShares("Ann", "IC", 3))
    assert after.corporations["IC"].owner == "Cy"


def test_a_president_may_protect_the_price() -> None:
    state = do(in_need(), SellShares("Ann", "MP", 4), SellShares("Ann", "IC", 1))
    # 300 + 100 + 360 + 68 = 828: enough. Bob is asked first, for four at 90
    assert allowed(state, Protect) == [Protect("Bob", "MP")]
    kept = do(state, Protect("Bob", "MP"))
    assert price(kept, "MP") == 90
    assert kept.corporations["MP"].shares == {"Bob": 90, "IPO": 10}
    assert kept.players["Bob"] == state.players["Bob"] - 360
    fallen = do(state, Pass())
    # 90 stands in row 1: four down in column 6 are 82, 76, 72, 68
    assert price(fallen, "MP") == 68
    # Then Cy for IC; then the train
    assert allowed(fallen, Protect) == [Protect("Cy", "IC")]
    bought = do(fallen, Pass(), BuyTrain("8", 800))
    assert bought.players["Ann"] == 28
    assert bought.corporations["MP"].shares["market"] == 40


def test_while_a_president_is_asked_nothing_else_is_done() -> None:
    # Phase 3: a 4 for 300, FW has 100 and Ann 100; two of MP at 90 make 380
    trains = Depot({"4": 1, "5": 4, "6": 3, "8": 3, "10": 2})
    state = replace(in_need(cash=100), phase="3", depot=trains)
    state = company(state, "FW", companies=("SCC",))
    state = replace(state, privates={**state.privates, "GRSC": "Cy", "SCC": "FW"})
    assert allowed(state, BuyPrivate) == [BuyPrivate("GRSC", 10)]
    assert allowed(state, Assign)
    asked = do(state, SellShares("Ann", "MP", 2))
    # "the president may only buy the shares of his company that were sold"
    assert [c.action for c in legal_actions(asked)] == [Protect("Bob", "MP"), Pass()]


def test_no_protection_without_cash_or_room_for_certificates() -> None:
    state = in_need()
    poor = replace(state, players={**state.players, "Bob": 359}, bank=state.bank)
    poor = do(poor, SellShares("Ann", "MP", 4), SellShares("Ann", "IC", 1))
    assert price(poor, "MP") == 68
    # Three players, ten companies: 20 certificates. Bob has 4 of MP and fills up with others
    more = {"ATSF": 60, "GMO": 60, "SSW": 60}
    full = state
    for name, percent in more.items():
        rest = {"Bob": percent, "IPO": 100 - percent}
        full = company(full, name, owner="Bob", shares=rest, ipoed=True)
        full = at(full, name, 0, 6)
    # 4 + 3 x 5 = 19: one more, but not four
    full = do(full, SellShares("Ann", "MP", 4), SellShares("Ann", "IC", 1))
    assert price(full, "MP") == 68


@pytest.mark.parametrize(("count", "to"), [(1, (3, 11)), (2, (5, 11)), (3, (5, 11))])
def test_the_ledges(count: int, to: tuple[int, int]) -> None:
    # 120 stands on the ledge: one share is stopped by it, two are not; column 11 ends in row 5,
    # where the lower ledge stops the third
    state = at(in_need(cash=800 - 120 * count, ann=0), "IC", 3, 11)
    state = replace(state, players={**state.players, "Cy": 0})
    state = do(state, SellShares("Ann", "IC", count))
    assert state.corporations["IC"].market == to


def test_more_than_60_percent_must_come_down_to_60() -> None:
    state = company(in_need(cash=750, ann=0), "IC", owner="Ann", shares={"Ann": 90, "IPO": 10})
    # 50 are missing and one share brings 68, but three must go
    assert [a.count for a in allowed(state, SellShares) if a.corporation == "IC"] == [3]
    # In the green and brown zones there is no limit: 50 in row 3, column 0 is green
    green = at(state, "IC", 3, 0)
    assert [a.count for a in allowed(green, SellShares) if a.corporation == "IC"] == [1]


def test_a_forced_sale_may_close_the_company_and_all_money_is_lost() -> None:
    state = at(in_need(cash=795, ann=0), "FW", 7, 0)
    total = money(state)
    state = do(state, SellShares("Ann", "FW", 1))
    # 10 is the last space above the closing section: one share closes the company
    assert "FW" not in state.corporations
    assert state.players["Ann"] == 0
    assert state.depot.upcoming["8"] == 3
    assert money(state) == total


def test_bankruptcy_ends_the_game() -> None:
    state = company(in_need(cash=0, ann=50), "MP", shares={"Bob": 90, "IPO": 10})
    state = company(state, "IC", shares={"Cy": 90, "Ann": 10})
    # Ann: 50, one share of IC at 68, four of FW at 90: 478 of 800
    assert Bankrupt() in allowed(state, Bankrupt)
    asked = do(state, Bankrupt())
    # All shares sold may be protected: FW, Ann's own, falls from 90 in row 0 to 68; Cy is asked
    assert (asked.over, price(asked, "FW")) == (False, 68)
    assert allowed(asked, Protect) == [Protect("Cy", "IC")]
    assert price(do(asked, Protect("Cy", "IC")), "IC") == 68
    after = do(asked, Pass())
    assert price(after, "IC") == 64
    assert after.over
    assert after.finish == "bankrupt"
    assert after.players["Ann"] == 0
    # Records end at once, with the prices as they were
    record = do(replace(state, options=("bankrupt_prices_stay",)), Bankrupt())
    assert (record.over, price(record, "FW"), price(record, "IC")) == (True, 90, 68)
    # The president's certificate cannot be sold
    assert after.corporations["FW"].shares["Ann"] == 20
    rich = company(state, "FW", cash=500)
    assert not allowed(rich, Bankrupt)


# 10


def connected(**fields: Any) -> State:
    """FW lays the last tile to Denver, runs, keeps it and is at the end of its turn."""
    state = fort_worth(**fields)
    state = do(passed(do(state, Lay("B3", "8", 0)), "run"), Run(), Dividend("withhold"))
    return passed(state, "connection")


def test_a_connection_run_follows_the_turn() -> None:
    state = connected()
    assert state.turn is not None
    assert state.turn.entity == "FW"
    assert {a.choice for a in allowed(state, Special)} == {"map", "charter"}
    with pytest.raises(IllegalAction, match="Connection Run"):
        act(state, Pass())
    state = do(state, Special("destination", "FW", "map"))
    # At the edge of the hex, free
    assert state.board.tokens["A2.0"] == ("FW",)
    assert state.board.markers == (Marker("destination", "A2.0", "FW"),)
    assert state.corporations["FW"].tokens_unplaced == (40,)
    state = do(state, Run())
    assert state.turn is not None
    # Fort Worth 20, H3 10, Denver 30 doubled
    assert state.turn.revenue == 90
    assert {a.kind for a in allowed(state, Dividend)} == {"full", "withhold"}
    before = price(state, "FW")
    assert before == 90  # 100, left for the earnings kept
    paid, _ = act(state, Dividend("full"))
    assert price(paid, "FW") == 100
    kept, _ = act(state, Dividend("withhold"))
    assert price(kept, "FW") == before
    assert kept.corporations["FW"].cash == state.corporations["FW"].cash + 90
    assert kept.turn is None


def test_the_marker_may_be_kept_for_100() -> None:
    state = do(connected(), Special("destination", "FW", "charter"), Run())
    assert state.turn is not None
    # No doubling: 20 + 10 + 30
    assert state.turn.revenue == 60
    assert state.corporations["FW"].tokens_unplaced == (40, 100)


def test_a_marker_already_there_leaves_only_the_charter() -> None:
    state = fort_worth()
    state = replace(state, board=replace(state.board, tokens={"J3.0": ("FW",), "A2.0": ("FW",)}))
    state = company(state, "FW", tokens_on_map=("J3.0", "A2.0"), tokens_unplaced=())
    state = do(passed(do(state, Lay("B3", "8", 0)), "run"), Run(), Dividend("withhold"))
    state = passed(state, "connection")
    assert {a.choice for a in allowed(state, Special)} == {"charter"}


def test_the_train_must_reach_so_far_and_the_run_is_made_once() -> None:
    short = fort_worth(("2",))
    short = do(passed(do(short, Lay("B3", "8", 0)), "run"), Run(), Dividend("withhold"))
    short = passed(short, "end") if short.turn else short
    assert short.turn is None or short.turn.step != "connection"
    state = do(connected(), Special("destination", "FW", "map"), Run())
    state, _ = act(state, Dividend("full"))
    again = passed(started(replace(state, operating_rounds=None)), "run")
    again = do(again, Run(), Dividend("full"))
    assert again.turn is None or again.turn.step != "connection"


def test_nobody_objects_to_a_connection_that_no_train_can_run() -> None:
    """By track alone FW is connected; its 2 calls at two of Fort Worth, H3 and Denver."""
    state = fort_worth(("2",))
    state = replace(state, options=("connection_by_track",))
    state = do(passed(do(state, Lay("B3", "8", 0)), "run"), Run(), Dividend("withhold"))
    state = do(passed(state, "connection"), Special("destination", "FW", "map"))
    assert state.turn is not None
    assert state.turn.revenue == 0
    assert {type(choice.action) for choice in legal_actions(state)} == {Dividend}
    with pytest.raises(IllegalAction, match="no train of FW can make its connection run"):
        act(state, Object("Ann"))


def test_a_run_that_does_not_end_at_both_is_refused() -> None:
    state = do(connected(), Special("destination", "FW", "map"))
    with pytest.raises(IllegalAction, match="Connection Run"):
        act(state, Run(()))


def two_connected(first: str) -> State:
    """ATSF and MKT can both run to the Southwest after the turn of one of them."""
    state = leading_southwest(("MKT", 100, HOLD), ("ATSF", 90, HOLD), ("FW", 82, HOLD))
    state = replace(state, operating_rounds=(1, 1), round="OR 1.1", done=("GMO",))
    state, _ = start_turn(state, first)
    return state


def leading_southwest(
    *floats: tuple[str, int, dict[str, int]], options: tuple[str, ...] = ()
) -> State:
    """ATSF and MKT with an 8 each and track to the Southwest; FW with neither."""
    state = on_board(game(*floats, options=options), TO_SOUTHWEST, phase="6")
    homes = {"ATSF": "B9.0", "MKT": "B11.0", "FW": "J3.0"}
    tokens = {stop: (name,) for name, stop in homes.items()}
    state = replace(state, board=replace(state.board, tokens=tokens))
    for name, stop in homes.items():
        trains = ("8",) if name != "FW" else ()
        shown = {"tokens_on_map": (stop,), "tokens_unplaced": (40,), "trains": trains}
        state = company(state, name, operated=True, **shown)
    for name in ("ATSF", "MKT"):
        state = company(state, name, tokens_unplaced=(40, 100))
    return state


@pytest.mark.parametrize(
    ("operator", "order"), [("FW", ["MKT", "ATSF"]), ("ATSF", ["ATSF", "MKT"])]
)
def test_the_operator_runs_first_then_by_price(operator: str, order: list[str]) -> None:
    state = two_connected(operator)
    if operator != "FW":
        state = do(passed(state, "run"), Run(), Dividend("half"))
    state = passed(state, "connection")
    ran = []
    while state.turn is not None and state.turn.step == "connection":
        name = state.turn.entity
        ran.append(name)
        state = do(state, Special("destination", name, "charter"), Run())
        state, _ = act(state, Dividend("withhold"))
    assert ran == order
    assert state.done[-1] == operator


def test_a_company_that_closes_in_its_turn_opens_a_connection_that_is_run_at_once() -> None:
    # FW's marker fills Dallas, on the way of both. Without a train its price goes left from 10,
    # into the closing section: its marker is gone. MKT at 100 runs before ATSF at 90.
    state = at(two_connected("FW"), "FW", 7, 0)
    tokens = {**state.board.tokens, "J5.0": ("FW",)}
    state = replace(state, board=replace(state.board, tokens=tokens))
    state = company(state, "FW", tokens_on_map=("J3.0", "J5.0"), tokens_unplaced=())
    while "FW" in state.corporations:
        state, _ = act(state, Pass())
    ran = []
    while state.turn is not None and state.turn.step == "connection":
        name = state.turn.entity
        ran.append(name)
        state = do(state, Special("destination", name, "charter"), Run())
        state, _ = act(state, Dividend("withhold"))
    assert ran == ["MKT", "ATSF"]
    assert state.turn is None
    assert state.done[-1] == "FW"


def test_400_in_a_connection_run_after_a_company_closed_ends_the_game() -> None:
    # As above, with MKT at 375: its run brings it to 400. It finishes, and so does the game.
    state = at(at(two_connected("FW"), "FW", 7, 0), "MKT", 0, 19)
    tokens = {**state.board.tokens, "J5.0": ("FW",)}
    state = replace(state, board=replace(state.board, tokens=tokens), options=("finish_on_400",))
    state = company(state, "FW", tokens_on_map=("J3.0", "J5.0"), tokens_unplaced=())
    while "FW" in state.corporations:
        state, _ = act(state, Pass())
    state = do(state, Special("destination", "MKT", "charter"), Run(), Dividend("full"))
    assert price(state, "MKT") == 400
    # ATSF is connected at the same time, and runs before the turn is over
    assert not state.over
    state = do(state, Special("destination", "ATSF", "charter"), Run(), Dividend("withhold"))
    assert (state.over, state.finish) == (True, "price")


def test_a_connection_made_in_a_stock_round_is_run_at_the_start_of_the_next() -> None:
    state = fort_worth(board={"B3": "8@0"})
    assert state.turn is not None
    assert state.turn.step == "first_connection"
    state = do(state, Special("destination", "FW", "map"), Run(), Dividend("full"))
    assert state.turn is not None
    # Then its turn
    assert (state.turn.entity, state.turn.step) == ("FW", "track")
    assert state.turn.revenue is None


@pytest.mark.parametrize(
    ("kind", "order"), [("full", ["MKT", "FW", "ATSF"]), ("withhold", ["FW", "MKT", "ATSF"])]
)
def test_the_order_of_turns_is_that_of_prices_after_the_runs_that_begin_a_round(
    kind: str, order: list[str]
) -> None:
    # FW stands on MKT at 100; a run that is paid brings MKT to 110 before anybody operates
    state = started(leading_southwest(("FW", 100, HOLD), ("MKT", 100, HOLD), ("ATSF", 90, HOLD)))
    state = do(state, Special("destination", "MKT", "charter"), Run(), Dividend(kind))
    state = do(state, Special("destination", "ATSF", "charter"), Run(), Dividend("withhold"))
    assert state.turn is not None
    assert (state.turn.entity, state.turn.first, state.done) == (order[0], False, ())
    assert waiting(state) == order


def test_the_runs_that_begin_a_round_come_before_a_first_marker() -> None:
    # TP at 100 has not operated: its marker will fill Dallas, on the way of MKT and ATSF
    hold = {"Ann": 50, "Bob": 10}
    state = leading_southwest(
        ("TP", 100, hold), ("MKT", 90, HOLD), ("ATSF", 82, HOLD), ("FW", 68, HOLD)
    )
    state = started(state)
    for name in ("MKT", "ATSF"):
        assert state.board.tokens.get("J5.0") is None
        state = do(state, Special("destination", name, "charter"), Run(), Dividend("withhold"))
    assert state.turn is not None
    assert (state.turn.entity, state.turn.first) == ("TP", True)
    assert state.board.tokens["J5.0"] == ("TP",)
    assert state.corporations["TP"].tokens_on_map == ("J5.0",)


def test_connections_may_belong_to_the_first_turn_of_a_round() -> None:
    # as recorded games have it: TP's marker lies before MKT runs, and FW stays before MKT
    option = ("connections_in_first_turn",)
    prices = ("FW", 100, HOLD), ("MKT", 100, HOLD), ("ATSF", 90, HOLD)
    state = started(leading_southwest(*prices, options=option))
    state = do(state, Special("destination", "MKT", "charter"), Run(), Dividend("full"))
    state = do(state, Special("destination", "ATSF", "charter"), Run(), Dividend("withhold"))
    assert state.turn is not None
    assert state.turn.entity == "FW"
    tp = ("TP", 100, {"Ann": 50, "Bob": 10})
    state = started(leading_southwest(tp, *prices[1:], options=option))
    assert state.board.tokens["J5.0"] == ("TP",)


# 11


def owner(private: str, phase: str = "2") -> State:
    state = started(game(("FW", 100, HOLD)))
    state = company(state, "FW", companies=(private,))
    return replace(state, phase=phase, privates={**state.privates, private: "FW"})


def test_cattle_west_of_the_river() -> None:
    state = owner("SCC")
    hexes = {action.hex for action in allowed(state, Assign)}
    # Neither a city on the river nor one east of it
    assert {"J3", "E12", "B9"} <= hexes
    assert not hexes & {"C18", "H17", "M14", "K16", "B19", "M20"}
    after = do(state, Assign("SCC", hex="J3"))
    assert after.board.markers == (Marker("cattle", "J3.0", "FW"),)
    assert after.corporations["FW"].companies == ("SCC",)
    assert not allowed(after, Assign)


def test_ports_open_and_closed() -> None:
    state = owner("GSC")
    hexes = {action.hex for action in allowed(state, Assign)}
    assert hexes == {"H17", "M14", "M20", "N7", "N17"}
    opened = do(state, Assign("GSC", hex="N7"))
    assert opened.board.markers == (Marker("port_open", "N7.0", "FW"),)
    # Not in the same operating round, nor elsewhere
    assert not allowed(opened, Special)
    assert not allowed(opened, Assign)
    later = replace(opened, round="OR 1.2")
    assert allowed(later, Special) == [Special("closed_port", "N7")]
    closed = do(later, Special("closed_port", "N7"))
    assert closed.board.markers == (Marker("port_closed", "N7.0", "FW"),)
    assert closed.privates["GSC"] == "closed"
    # Or closed from the start
    assert do(state, Special("closed_port", "N7")).privates["GSC"] == "closed"


def test_ports_are_frozen_in_phase_4_and_go_in_phase_5() -> None:
    state = do(owner("GSC", "3"), Assign("GSC", hex="N7"))
    state = replace(passed(state, "trains"), depot=Depot({"5": 1, "6": 3}), round="OR 2.1")
    state = do(state, BuyTrain("5", 450))
    assert (state.phase, state.privates["GSC"]) == ("4", "closed")
    assert not allowed(state, Special)
    assert len(state.board.markers) == 1
    state = company(state, "FW", cash=1000)
    state = do(state, BuyTrain("6", 630))
    assert state.board.markers == ()


# 12: what of the stock round matters to operating rounds


def test_the_seller_does_not_protect_his_own_sale() -> None:
    state = in_need(cash=600, ann=0)
    state = company(state, "IC", owner="Ann", shares={"Ann": 50, "Cy": 40, "IPO": 10})
    state = do(state, SellShares("Ann", "IC", 3))
    # 68 in row 5: three down in column 6 are 64, 60, 55
    assert price(state, "IC") == 55


# variants


def test_a_price_of_400_ends_the_game_after_the_turn() -> None:
    state = at(fort_worth(options=("finish_on_400",)), "FW", 0, 19)
    state = do(passed(state, "run"), Run(), Dividend("full"))
    assert price(state, "FW") == 400
    assert not state.over
    while not state.over:
        state = do(state, Pass())
    assert state.finish == "price"
    # Reached in a stock round: nobody operates
    sold_out = at(game(("FW", 100, HOLD), options=("finish_on_400",)), "FW", 0, 20)
    assert start_round(sold_out)[0].over


def test_records_of_the_400_finish_end_with_the_dividend() -> None:
    options = ("finish_on_400", "finish_at_once")
    state = at(fort_worth(options=options), "FW", 0, 19)
    state = do(passed(state, "run"), Run())
    assert not state.over
    state = do(state, Dividend("full"))
    assert (price(state, "FW"), state.over, state.finish) == (400, True, "price")
    # Without the variant the price of 400 ends nothing
    state = at(fort_worth(options=("finish_at_once",)), "FW", 0, 19)
    state = do(passed(state, "run"), Run(), Dividend("full"))
    assert (price(state, "FW"), state.over) == (400, False)


def test_diesels() -> None:
    state = to_trains(fort_worth(("4", "6"), options=("diesels",)))
    state = replace(state, phase="5", depot=Depot({"6": 1, "D": 1}))
    # 1100, or 800 with a 4, 5 or 6; after the first 6. At the limit only in exchange
    found = {(a.train, a.price, a.trade_in) for a in allowed(state, BuyTrain)}
    assert found == {("D", 800, "4"), ("D", 800, "6")}
    after = do(state, BuyTrain("D", 800, trade_in="6"))
    # The 4s go with the first D
    assert after.phase == "D"
    assert after.corporations["FW"].trains == ("D",)


def test_station_marker_wars() -> None:
    # Dallas in green has two spaces, one of them kept for TP, whose home it is
    state = on_board(started(game(("MP", 100, HOLD))), {"J5": "14@0"})
    rules = rules_of(state.rules)
    for options, there in ((), (None, None, "MP")), (("station_marker_wars",), (None, "MP")):
        table = Table(replace(state, options=options), rules)
        place_destination(table, True)
        assert table.state.board.tokens["J5.0"] == there
    # In yellow there is no space for it; with the upgrade it takes one
    table = Table(replace(on_board(state, {"J5": "57@0"}), options=("station_marker_wars",)), rules)
    place_destination(table, True)
    assert table.state.board.tokens["J5.0"] == (None, "MP")
    table.map.lay("J5", "14@0")
    assert table.state.board.tokens["J5.0"] == (None, "MP")
    assert table.map.slots_of("J5.0") == [None, "MP"]


def test_historical_order_holds_slsf_back() -> None:
    state = game(("SLSF", 100, {"Ann": 20}), options=("historical_order",))
    assert state.corporations["SLSF"].cash == 0
    after, _ = start_round(state)
    assert waiting(after) == []
    assert after.players["Ann"] == state.players["Ann"] + 20


def test_the_other_market_changes_three_zones() -> None:
    market, places = game().rules.market, [(6, 5), (7, 6), (4, 0)]
    assert [market.zone(place) for place in places] == ["yellow", "yellow", "brown"]
    other = ("market_1850",)
    assert [market.zone(place, other) for place in places] == ["", "", "green"]
    # What is yellow does not count, green is not limited either, brown is had several at once
    lifted = [set(market.lifts(place)) for place in places]
    assert lifted == [{"uncounted"}, {"uncounted"}, {"uncounted", "unlimited", "several"}]
    assert set(market.lifts((4, 0), other)) == {"uncounted", "unlimited"}


TABLE: dict[int, tuple[Callable[..., None], ...]] = {
    1: (
        test_private_companies_pay_and_companies_operate_by_price,
        test_six_shares_start_a_company_but_two_start_slsf,
    ),
    2: (
        test_private_companies_are_bought_in_phases_2_and_3,
        test_the_bridge_company_is_sold_in_phase_1_to_those_on_the_river,
    ),
    3: (
        test_two_yellow_tiles_or_one_upgrade,
        test_new_track_must_be_on_an_own_route,
        test_terrain_is_paid_once,
        test_nobody_crosses_the_river_before_the_bridge_company_is_sold,
        test_the_bridge_company_at_home_in_the_first_turn,
        test_the_bridge_company_saves_40_once,
        test_170_only_where_a_p_is_printed,
    ),
    4: (
        test_markers_cost_40_then_100,
        test_the_last_space_at_home_is_kept_for_a_company_to_start,
    ),
    5: (test_the_best_run_is_the_default_and_a_better_one_must_be_taken,),
    6: (
        test_a_full_dividend,
        test_the_companys_half_is_rounded_up,
        test_earnings_may_be_withheld,
    ),
    7: (
        test_prices_after_a_dividend,
        test_a_dividend_of_nothing_moves_left,
        test_a_company_in_the_closing_section_closes,
    ),
    8: (
        test_any_number_of_trains_within_the_limit,
        test_trains_come_in_order_and_old_ones_go,
        test_excess_trains_go_to_the_open_market_and_are_sold_there,
        test_trains_of_other_companies_from_1,
    ),
    9: (
        test_a_company_with_a_route_must_buy_and_its_president_helps,
        test_in_need_only_the_bank_and_the_cheapest,
        test_who_has_sold_shares_for_a_train_buys_none_of_another_company,
        test_stock_is_sold_in_one_block_a_company_and_no_more_than_needed,
        test_this_presidency_stays_others_may_change,
        test_a_president_may_protect_the_price,
        test_while_a_president_is_asked_nothing_else_is_done,
        test_the_ledges,
        test_more_than_60_percent_must_come_down_to_60,
        test_a_forced_sale_may_close_the_company_and_all_money_is_lost,
        test_bankruptcy_ends_the_game,
    ),
    10: (
        test_a_connection_run_follows_the_turn,
        test_the_marker_may_be_kept_for_100,
        test_a_marker_already_there_leaves_only_the_charter,
        test_the_operator_runs_first_then_by_price,
        test_a_connection_made_in_a_stock_round_is_run_at_the_start_of_the_next,
        test_the_order_of_turns_is_that_of_prices_after_the_runs_that_begin_a_round,
        test_the_runs_that_begin_a_round_come_before_a_first_marker,
        test_connections_may_belong_to_the_first_turn_of_a_round,
    ),
    11: (
        test_cattle_west_of_the_river,
        test_ports_open_and_closed,
        test_ports_are_frozen_in_phase_4_and_go_in_phase_5,
    ),
    12: (
        test_the_seller_does_not_protect_his_own_sale,
        test_no_protection_without_cash_or_room_for_certificates,
        test_a_full_dividend,
    ),
}
"""The tests of each numbered operating rule of 1870."""


def test_every_numbered_rule_has_a_test() -> None:
    assert list(TABLE) == list(range(1, 13))
