"""1850, rule by rule: the numbers are those of the list of operating rules.

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
from operating_round.round import act, legal_actions, start_round, waiting
from operating_round.state import Depot, State, parse
from route_opt.position import Marker

HOLD = {"Ann": 60}
WEST = {"I4": "57@1", "I2": "3@3"}
"""I4 Omaha 20 - I2 10."""


def game(*floats: tuple[str, int, dict[str, int]], options: tuple[str, ...] = ()) -> State:
    """1850 with three players who have money, and companies floated."""
    return rich_game("1850", *floats, options=options)


def union(
    trains: tuple[str, ...] = ("2",), board: dict[str, str] | None = None, **fields: Any
) -> State:
    """UP at 100, not in its first turn."""
    options = fields.pop("options", ())
    state = on_board(game(("UP", 100, HOLD), options=options), WEST | (board or {}))
    return started(company(state, "UP", trains=trains, operated=True, **fields))


def owned(state: State, *privates: str, by: str = "UP") -> State:
    """Private companies of a corporation."""
    state = company(state, by, companies=privates)
    return replace(state, privates={**state.privates, **dict.fromkeys(privates, by)})


# 1


def test_private_companies_pay_and_companies_operate_by_price() -> None:
    state = owning(game(("UP", 82, HOLD), ("MP", 100, HOLD)), GRSC="Ann", MRC="Bob", WLG="Cy")
    after, _ = start_round(state)
    assert [after.players[p] - state.players[p] for p in ("Ann", "Bob", "Cy")] == [5, 15, 20]
    assert waiting(after) == ["MP", "UP"]


def test_the_credit_mobilier_pays_the_president() -> None:
    state = owned(game(("UP", 100, HOLD)), "CM", "GBC")
    after, _ = start_round(state)
    # 10 to Ann; the 10 of the Gant Brothers to UP
    assert after.players["Ann"] == state.players["Ann"] + 10
    assert after.corporations["UP"].cash == 1000 + 10


def test_nothing_is_paid_from_phase_5_on() -> None:
    state = replace(owned(game(("UP", 100, HOLD)), "CM", "GBC"), phase="5")
    after, _ = start_round(state)
    assert after.players == state.players
    assert after.corporations["UP"].cash == 1000


# 2


def test_six_shares_start_a_company_with_ten_times_its_par() -> None:
    state = game(("UP", 82, HOLD), ("MP", 100, {"Ann": 50}))
    assert state.corporations["UP"].cash == 820
    assert state.corporations["MP"].cash == 0
    after = started(state)
    assert waiting(after) == ["UP"]
    assert after.board.tokens == {"I4.0": ("UP",)}


# 3


def test_prices_of_private_companies() -> None:
    state = owning(started(game(("UP", 100, HOLD))), GRSC="Bob", CM="Bob", MRB="Cy", MRC="Cy")

    def found(state: State) -> dict[str, tuple[int, int] | None]:
        return {c.action.private: c.prices for c in choices(state, BuyPrivate)}

    # Phase 2: P3 (40) and P5 (80), half to full
    assert found(state) == {"MRB": (20, 40), "MRC": (40, 80)}
    # Then all at half to double; the Crédit Mobilier (40) for UP up to triple
    double = {"GRSC": (10, 40), "CM": (20, 120), "MRB": (20, 80), "MRC": (40, 160)}
    for phase in ("3", "4"):
        assert found(replace(state, phase=phase)) == double
    assert found(replace(state, phase="5")) == {}
    other = owning(started(game(("MP", 100, HOLD))), CM="Bob")
    assert found(replace(other, phase="3")) == {"CM": (20, 80)}


# 4


def test_one_yellow_or_one_upgrade_but_two_yellows_first() -> None:
    first = started(game(("UP", 100, HOLD)))
    first = do(first, Lay("I4", "57", 1))
    # Omaha stands on the river: 40
    assert first.corporations["UP"].cash == 960
    first = do(first, Lay("I2", "3", 3))
    assert not allowed(first, Lay)
    later = do(union(), Lay("I6", "9", 1))
    assert not allowed(later, Lay)
    green = do(replace(union(), phase="3"), Lay("I4", "14", 1))
    assert not allowed(green, Lay)
    # An upgrade costs nothing more
    assert green.corporations["UP"].cash == 1000


def test_an_upgrade_needs_new_track_or_a_city_on_an_own_route() -> None:
    state = replace(union(board={"I6": "9@1"}), phase="3")
    tiles = {lay.tile for lay in allowed(state, Lay) if lay.hex == "I6"}
    # A fork joins the line; a crossing only lies on top of it
    assert "23" in tiles
    assert "20" not in tiles
    assert {lay.tile for lay in allowed(state, Lay) if lay.hex == "I4"} == {"14", "15"}


def test_brown_cities_and_double_towns() -> None:
    katy = started(replace(game(("KATY", 100, HOLD)), phase="5"))
    katy = on_board(katy, {"K6": "14@0"})
    # 63 never in Kansas City, 135 only there and in two more
    assert {lay.tile for lay in allowed(katy, Lay) if lay.hex == "K6"} == {"135"}
    up = replace(union(board={"I4": "14@1"}), phase="5")
    assert {lay.tile for lay in allowed(up, Lay) if lay.hex == "I4"} == {"63"}
    towns = replace(union(board={"I6": "9@1", "I8": "1@0"}), phase="5")
    assert not [lay for lay in allowed(towns, Lay) if lay.hex == "I8"]


def test_chicago() -> None:
    state = started(game(("CBQ", 100, HOLD)))
    turns = {lay.rotation for lay in allowed(state, Lay) if lay.hex == "I18"}
    # Not northwest 2 and east 4
    assert turns
    assert 2 not in turns
    for rotation in turns:
        after = do(state, Lay("I18", "128", rotation))
        # CBQ starts in the west: its leg is 2 past the rotation, one of southwest, west, northwest
        assert after.board.tokens == {"I18.1": ("CBQ",)}
        assert (2 + rotation) % 6 in (0, 1, 2)
    # One city in brown
    brown = on_board(replace(do(state, Lay("I18", "128", 5)), phase="5"), {"I18": "129@0"})
    brown = turned(brown, yellows=0)
    assert do(brown, Lay("I18", "130", 0)).board.tokens == {"I18.0": ("CBQ",)}


def test_mesabi_rights_in_place_of_a_yellow_tile() -> None:
    state = game(("UP", 100, HOLD), ("NP", 90, HOLD))
    state = started(company(state, "UP", operated=True))
    # Not while a player, or nobody, owns the Mesabi Mining Company
    assert not allowed(owning(state, MRC="Bob"), Special)
    sold = owned(state, "MRC", by="NP")
    after = do(sold, Special("mesabi"))
    # 80: half to NP, half to the bank
    assert after.corporations["UP"].cash == 920
    assert after.corporations["NP"].cash == 940
    assert after.bank == sold.bank + 40
    assert after.board.markers == (Marker("mesabi", owner="UP"),)
    assert not allowed(after, Lay)
    closed = replace(state, privates={**state.privates, "MRC": "closed"})
    assert do(closed, Special("mesabi")).bank == closed.bank + 80
    # Four tokens
    others = tuple(Marker("mesabi", owner=name) for name in ("CBQ", "MILW", "RI", "GN"))
    full = replace(closed, board=replace(closed.board, markers=others))
    assert not allowed(full, Special)


def test_the_mesabi_mining_company_brings_a_token() -> None:
    state = do(owning(union(), MRC="Bob"), BuyPrivate("MRC", 80))
    assert state.board.markers == (Marker("mesabi", owner="UP"),)
    assert state.corporations["UP"].own == {"mesabi_token": True}
    assert not allowed(state, Special)


def test_the_credit_mobilier_lays_one_tile_in_the_west() -> None:
    state = company(game(("RI", 100, HOLD)), "RI", operated=True)
    state = started(owned(state, "CM", by="RI"))
    # From Cedar Rapids, H11: H9 lies west, H13 on the river
    assert {lay.hex for lay in allowed(state, Lay) if not lay.by} == {"H9", "H13"}
    assert {lay.hex for lay in allowed(state, Lay) if lay.by} == {"H9"}
    lay = Lay("H9", "57", 1, by="CM")
    # Once, and the usual lay comes before it, not after
    assert not allowed(do(state, lay), Lay)
    later = do(replace(state, options=("private_lays_any_time",)), lay)
    assert {lay.by for lay in allowed(later, Lay)} == {""}


def test_usual_lays_come_before_those_of_private_companies() -> None:
    state = owned(union(), "CM", "GBC")
    state = do(state, Lay("I6", "9", 1))
    extra = {lay.by for lay in allowed(state, Lay)}
    assert extra == {"CM", "GBC"}


def test_the_gant_brothers_cost_30_each_turn() -> None:
    state = owned(union(), "GBC")
    (choice,) = [c for c in choices(state, Lay) if c.action == Lay("I6", "9", 1, by="GBC")]
    assert choice.cost == 30
    (river,) = [
        c for c in choices(owned(union(board={"I4": "57@0"}), "GBC"), Lay)
        if c.action == Lay("H5", "9", 0, by="GBC")
    ]  # fmt: skip
    # 30 and the terrain of 40
    assert river.cost == 70


def test_the_bridge_company_lays_st_louis_free() -> None:
    state = owned(started(game(("MP", 100, HOLD))), "MRB", by="MP")
    state = do(state, Lay("L13", "57", 0, by="MRB"))
    # Free, in addition, and before the two yellows of a first turn
    assert state.corporations["MP"].cash == 1000
    assert {lay.hex for lay in allowed(state, Lay)} >= {"K14", "M12"}
    with pytest.raises(IllegalAction, match="6"):
        act(replace(state, phase="3"), Lay("L13", "14", 0))


def test_the_land_grant_lays_three_tiles_one_of_them_anywhere() -> None:
    mp = started(company(owned(game(("MP", 100, HOLD)), "WLG", by="MP"), "MP", operated=True))
    mp = on_board(mp, {"L13": "57@0"})
    east = Lay("K14", "57", 0, by="WLG")
    assert east in allowed(mp, Lay)
    after = do(mp, east)
    # One a turn
    assert not [lay for lay in allowed(after, Lay) if lay.by]
    again = turned(replace(after, used={"WLG": 1}), used={}, yellows=0)
    again = on_board(again, {"L11": "8@0"})
    west = {lay.hex for lay in allowed(again, Lay) if lay.by}
    assert west <= set(again.rules.marks["west_of_mississippi"])
    done = replace(again, used={"WLG": 3})
    assert not [lay for lay in allowed(done, Lay) if lay.by]


def test_private_companies_close_in_two_steps() -> None:
    state = replace(to_trains(union()), phase="4", depot=Depot({"5": 1, "6": 3}))
    names = ("GRSC", "CM", "MRB", "GBC", "MRC", "WLG", "MMR")
    state = replace(state, privates=dict.fromkeys(names, "Bob"), used={"CM": 1, "WLG": 2})
    five = do(state, BuyTrain("5", 450))
    # P1, P3, P5, P7 close, and P2 whose lay is used; P4 stays, and P6 with a lay left
    assert {n for n, who in five.privates.items() if who != "closed"} == {"GBC", "WLG"}
    six = replace(state, phase="5", depot=Depot({"6": 3}), privates=five.privates)
    assert set(do(six, BuyTrain("6", 630)).privates.values()) == {"closed"}


# 5


def test_station_tokens_cost_40_then_100() -> None:
    # Omaha - H5 - Sioux City
    state = passed(union(board={"I4": "57@0", "H5": "8@0", "G4": "57@2"}), "token")
    assert [(c.action, c.cost) for c in choices(state, Token)] == [(Token("G4.0"), 40)]
    after = do(state, Token("G4.0"))
    assert after.corporations["UP"].cash == 960
    assert after.corporations["UP"].tokens_unplaced == (100,)


def test_the_last_space_at_home_is_kept_for_a_company_to_start() -> None:
    # Topeka K4 - Kansas City K6, the home of KATY: one space in yellow, two in green
    board = {"I4": "57@0", "J3": "9@0", "K2": "7@3", "K4": "57@1", "K6": "57@1"}
    state = passed(union(board=board), "token")
    assert allowed(state, Token) == [Token("K4.0")]
    green = on_board(state, {"K6": "14@1"})
    assert allowed(green, Token) == [Token("K4.0"), Token("K6.0")]


def test_the_edge_token_costs_50_and_is_the_token_of_the_turn() -> None:
    board = {"I4": "57@2", "H3": "9@2", "G2": "9@2"}
    state = passed(union(board=board), "token")
    assert allowed(state, Special) == [Special("edge_token")]
    after = do(state, Special("edge_token"))
    assert after.corporations["UP"].cash == 950
    assert after.board.markers == (Marker("edge_token", "F1.0", "UP"),)
    assert after.turn is not None
    assert after.turn.step == "run"
    # It doubles the West: 2 x 30 and Omaha 20
    after = do(after, Run())
    assert after.turn is not None
    assert after.turn.revenue == 80
    # Without track to the area there is none
    without = do(union(), Pass())
    assert without.turn is not None
    assert without.turn.step == "run"


# 6


def test_the_best_run_is_the_default_and_a_better_one_must_be_taken() -> None:
    board = {"I4": "14@0", "H5": "8@0", "G4": "57@2"}
    state = passed(union(("3",), board=board), "run")
    # I2 10, Omaha 30, Sioux City 20
    best = do(state, Run())
    assert best.turn is not None
    assert best.turn.revenue == 60
    low = do(state, Run(({"train": "3", "track": ["I4.0", "I2.0"]},)))
    assert low.turn is not None
    assert low.turn.revenue == 40
    better = do(low, Object("Ann"))
    assert better.turn is not None
    assert better.turn.revenue == 60
    with pytest.raises(IllegalAction, match=r"8\.3"):
        act(better, Object("Ann"))


# 7


def test_dividends() -> None:
    state = at_dividend(spread(union(), "UP"), 130)
    # 13 a share; offering and treasury pay the company, the market the bank (9.1.1)
    assert gains(state, do(state, Dividend("full"))) == {
        "Ann": 52, "Bob": 26, "Cy": 0, "UP": 39, "bank": -117,
    }  # fmt: skip
    # 7 a share, the company keeps 60 and earns 3 x 7 (9.1.2)
    assert gains(state, do(state, Dividend("half"))) == {
        "Ann": 28, "Bob": 14, "Cy": 0, "UP": 81, "bank": -123,
    }  # fmt: skip
    assert gains(state, do(state, Dividend("withhold")))["UP"] == 130


# 8


@pytest.mark.parametrize(
    ("place", "kind", "to"),
    [
        ((0, 6), "full", (0, 7)),
        ((0, 6), "half", (0, 6)),
        ((0, 6), "withhold", (0, 5)),
        ((3, 12), "full", (2, 12)),  # 140 at the soft ledge: the arrow leads up
        ((2, 0), "withhold", (3, 0)),  # 55 at the left edge: down
        ((0, 20), "full", (0, 20)),  # 400 stays put
    ],
)
def test_prices_after_a_dividend(place: tuple[int, int], kind: str, to: tuple[int, int]) -> None:
    state = at_dividend(at(union(), "UP", *place), 100)
    assert do(state, Dividend(kind)).corporations["UP"].market == to


def test_half_of_10_stays() -> None:
    state = at_dividend(union(), 10)
    # 5 is rounded for the shareholders: they get all 10, and a half dividend moves nothing
    after = do(state, Dividend("half"))
    assert after.players["Ann"] == state.players["Ann"] + 6
    assert price(after, "UP") == 100
    moved = do(replace(state, options=("all_paid_moves_right",)), Dividend("half"))
    assert price(moved, "UP") == 110


def test_a_company_in_the_black_area_closes() -> None:
    state = at_dividend(at(union(("2", "3")), "UP", 7, 0), 100)
    total = money(state)
    after, _ = act(state, Dividend("withhold"))
    assert "UP" not in after.corporations
    assert after.board.tokens == {}
    assert after.depot.discarded == {"2": 1, "3": 1}
    assert money(after) == total


# 9


def test_one_new_train_a_turn_and_any_number_of_used_ones() -> None:
    state = company(game(("UP", 100, HOLD), ("MP", 90, HOLD)), "MP", trains=("2", "2"))
    state = passed(started(state), "trains")
    state = replace(state, depot=Depot({"2": 2, "3": 6}, {"2": 1}))
    state = do(state, BuyTrain("2", 80))
    sources = {action.source for action in allowed(state, BuyTrain)}
    # No second new one; the open market and MP still sell
    assert sources == {"MP", "discarded:2"}
    state = do(state, BuyTrain("2", 1, "MP"), BuyTrain("2", 80, "discarded:2"))
    assert state.corporations["UP"].trains == ("2",) * 3
    strict = replace(state, options=("one_train_from_depot",))
    assert {action.source for action in allowed(strict, BuyTrain)} <= {"MP"}


def test_excess_trains_are_discarded_buyer_first_then_by_price() -> None:
    state = game(("UP", 100, HOLD), ("MP", 90, HOLD), ("NP", 82, HOLD))
    for name in ("MP", "NP"):
        state = company(state, name, trains=("3", "3", "4"), operated=True)
    state = company(state, "UP", trains=("3", "4"), operated=True)
    state = passed(started(replace(state, phase="4", depot=Depot({"5": 3, "6": 3}))), "trains")
    state = do(state, BuyTrain("5", 450))
    assert {a.corporation for a in allowed(state, Discard)} == {"UP"}
    state = do(state, Discard("UP", "3"))
    assert {a.corporation for a in allowed(state, Discard)} == {"MP"}
    state = do(state, Discard("MP", "3"))
    assert {a.corporation for a in allowed(state, Discard)} == {"NP"}
    state = do(state, Discard("NP", "4"))
    assert state.depot.discarded == {"3": 2, "4": 1}


@pytest.mark.parametrize(
    ("train", "phase", "old"),
    [("4", "3", "2"), ("6", "5", "3"), ("8", "6", "4"), ("12", "10", "5")],
)
def test_trains_grow_old(train: str, phase: str, old: str) -> None:
    state = company(game(("UP", 100, HOLD), ("MP", 90, HOLD)), "MP", trains=(old,))
    state = passed(started(company(state, "UP", cash=2000)), "trains")
    state = replace(state, phase=phase, depot=Depot({train: 2}))
    state = do(state, BuyTrain(train, state.rules.trains[train].price))
    assert state.corporations["MP"].trains == ()


# 10


def in_need(cash: int = 300, ann: int = 100, **fields: Any) -> State:
    """UP with a route and no train when an 8 for 800 is the cheapest; Ann also holds MP, NP."""
    names = ("UP", "MP", "NP")
    return without_train("1850", names, WEST, "8", (cash, ann), **fields)


def test_a_company_with_a_route_must_buy_and_its_president_helps() -> None:
    state = in_need(cash=300, ann=600)
    with pytest.raises(IllegalAction, match=r"10\.7"):
        act(state, Pass())
    after = do(state, BuyTrain("8", 800))
    assert after.corporations["UP"].cash == 0
    assert after.players["Ann"] == 100


def test_in_need_not_from_another_company() -> None:
    state = company(in_need(cash=300, ann=600), "MP", trains=("6",))
    found = {(a.train, a.source) for a in allowed(state, BuyTrain) if a.price > 300}
    assert found == {("8", "bank")}


def test_who_has_sold_shares_for_a_train_buys_none_of_another_company() -> None:
    # She contributes, and 10.7 knows the bank alone then
    state = helped_by_a_sale(in_need())
    # Three of NP at 68 and two of UP at 90 make 490 + 204 + 180; nobody protects, the 8 is bought
    state = do(state, SellShares("Ann", "NP", 3), SellShares("Ann", "UP", 2))
    while allowed(state, Protect):
        state = do(state, Pass())
    assert [(a.train, a.source) for a in allowed(state, BuyTrain)] == [("8", "bank")]


def test_shares_over_60_percent_come_down_to_60() -> None:
    state = company(in_need(cash=750, ann=0), "NP", owner="Ann", shares={"Ann": 80, "IPO": 20})
    assert [a.count for a in allowed(state, SellShares) if a.corporation == "NP"] == [2]
    # 40 in row 4, column 0 is green here
    green = at(state, "NP", 4, 0)
    assert [a.count for a in allowed(green, SellShares) if a.corporation == "NP"] == [1, 2]


def test_forced_sales_are_protected_before_the_train_is_bought() -> None:
    state = do(in_need(), SellShares("Ann", "MP", 4), SellShares("Ann", "NP", 1))
    assert not allowed(state, BuyTrain)
    kept = do(state, Protect("Bob", "MP"))
    # Off the market, at 4 x 90; as if the sale had never been
    assert (price(kept, "MP"), kept.players["Bob"]) == (90, state.players["Bob"] - 360)
    fallen = do(state, Pass())
    # Row 1 to row 5 in column 6
    assert price(fallen, "MP") == 68
    after = do(fallen, Pass(), BuyTrain("8", 800))
    # 100 + 360 + 68 - 500
    assert after.players["Ann"] == 28
    assert price(after, "NP") == 64


def test_while_a_president_is_asked_nothing_else_is_done() -> None:
    # Phase 4: a 4 for 300, UP has 100 and Ann 100; two of MP at 90 make 380
    trains = Depot({"4": 1, "5": 3, "6": 3, "8": 3, "10": 2})
    state = replace(in_need(cash=100), phase="4", depot=trains)
    state = replace(state, privates={**state.privates, "GRSC": "Cy"})
    assert allowed(state, BuyPrivate) == [BuyPrivate("GRSC", 10)]
    asked = do(state, SellShares("Ann", "MP", 2))
    # 5.9.3, 5.9.5: Bob buys what was sold "as his only action", or nothing; UP, whose
    # president has just sold enough with all of its 100, spends none of them meanwhile
    assert [c.action for c in legal_actions(asked)] == [Protect("Bob", "MP"), Pass()]
    with pytest.raises(IllegalAction, match="Bob is asked") as refused:
        act(asked, BuyPrivate("GRSC", 10))
    assert refused.value.rule == "5.9, 10.7.2"
    # When he has answered, UP may as at any time of its turn
    assert allowed(do(asked, Pass()), BuyPrivate) == [BuyPrivate("GRSC", 10)]


def test_a_company_closed_by_its_own_sale_loses_all_money() -> None:
    state = at(in_need(cash=795, ann=0), "UP", 7, 0)
    total = money(state)
    state = do(state, SellShares("Ann", "UP", 1))
    assert "UP" not in state.corporations
    assert state.players["Ann"] == 0
    assert state.depot.upcoming["8"] == 3
    assert money(state) == total


def test_bankruptcy_ends_the_game() -> None:
    state = company(in_need(cash=0, ann=50), "MP", shares={"Bob": 90, "IPO": 10})
    state = company(state, "NP", shares={"Cy": 90, "Ann": 10})
    # 50, one share at 68, four of UP at 90: 478 of 800
    assert allowed(state, Bankrupt) == [Bankrupt()]
    asked = do(state, Bankrupt())
    # 5.8.2, 5.9: what was sold lowers prices unless it is protected. UP, Ann's own, falls from 90
    # in row 0 by four: 82, 76, 72, 68. Cy is asked for NP at 68.
    assert (asked.over, price(asked, "UP")) == (False, 68)
    assert allowed(asked, Protect) == [Protect("Cy", "NP")]
    fallen, kept = do(asked, Pass()), do(asked, Protect("Cy", "NP"))
    assert (price(fallen, "NP"), price(kept, "NP")) == (64, 68)
    assert kept.corporations["NP"].shares == {"Cy": 100}
    for after in (fallen, kept):
        assert (after.over, after.finish, after.players["Ann"]) == (True, "bankrupt", 0)
        assert money(after) == money(state)


def test_records_leave_the_prices_of_a_bankrupt_player_alone() -> None:
    state = company(in_need(cash=0, ann=50), "MP", shares={"Bob": 90, "IPO": 10})
    state = company(state, "NP", shares={"Cy": 90, "Ann": 10})
    after = do(replace(state, options=("bankrupt_prices_stay",)), Bankrupt())
    assert (after.over, price(after, "UP"), price(after, "NP")) == (True, 90, 68)
    assert after.corporations["UP"].shares["market"] == 40


def test_others_are_still_protected_when_the_company_closes_by_its_sales() -> None:
    # 690 and 10 for a share of UP, which closes by it; 100 of Ann's for nothing. MP is Bob's.
    state = at(in_need(cash=600, ann=100), "UP", 7, 0)
    state = do(state, SellShares("Ann", "UP", 1), SellShares("Ann", "MP", 1))
    assert "UP" not in state.corporations
    assert state.players["Ann"] == 0
    assert allowed(state, Protect) == [Protect("Bob", "MP")]
    fallen, _ = act(state, Pass())
    assert (price(fallen, "MP"), fallen.turn) == (82, None)
    kept, _ = act(state, Protect("Bob", "MP"))
    assert (price(kept, "MP"), kept.turn) == (90, None)


def test_both_tokens_of_a_company_stay_when_chicago_becomes_one_city() -> None:
    # 7.3.3: a token is never removed. Green Chicago has cities of one and two spaces, brown one
    # city of four.
    state = on_board(game(("RI", 100, HOLD), ("CBQ", 90, {"Bob": 60})), {"I18": "129@0"})
    tokens = {"I18.0": ("RI",), "I18.1": ("CBQ", "RI"), "H11.0": ("RI",)}
    state = replace(state, phase="5", board=replace(state.board, tokens=tokens))
    places = ("H11.0", "I18.0", "I18.1")
    state = company(state, "RI", operated=True, tokens_on_map=places, tokens_unplaced=(100,))
    cbq = {"tokens_on_map": ("I18.1",), "tokens_unplaced": (40, 100, 100)}
    state = started(company(state, "CBQ", operated=True, **cbq))
    after = do(state, Lay("I18", "130", 0))
    assert sorted(map(str, after.board.tokens["I18.0"])) == ["CBQ", "RI", "RI"]
    assert after.corporations["RI"].tokens_on_map == ("H11.0", "I18.0", "I18.0")
    assert parse(after.document()) == after
    # One space is left: CBQ's way on is open, and a third token of RI has no place
    assert Token("I18.0") not in allowed(passed(after, "token"), Token)


# 11: what of the stock round matters to operating rounds


def test_protection_needs_cash_and_room() -> None:
    state = in_need()
    poor = replace(state, players={**state.players, "Bob": 359})
    poor = do(poor, SellShares("Ann", "MP", 4), SellShares("Ann", "NP", 1))
    assert price(poor, "MP") == 68
    # Three players, nine companies: 17 certificates. 4 of MP and 2 x 5 more: 14, and four are 18
    full = state
    for name in ("GN", "KATY"):
        full = company(full, name, owner="Bob", shares={"Bob": 60, "IPO": 40}, ipoed=True)
        full = at(full, name, 0, 6)
    full = do(full, SellShares("Ann", "MP", 4), SellShares("Ann", "NP", 1))
    assert price(full, "MP") == 68
    # In the yellow area they do not count: 64 in row 0, column 0
    yellow = at(at(state, "GN", 0, 0), "KATY", 0, 0)
    for name in ("GN", "KATY"):
        yellow = company(yellow, name, owner="Bob", shares={"Bob": 60, "IPO": 40}, ipoed=True)
    yellow = do(yellow, SellShares("Ann", "MP", 4), SellShares("Ann", "NP", 1))
    assert allowed(yellow, Protect) == [Protect("Bob", "MP")]


# the end (12.2)


def test_a_broken_bank_that_is_refilled_is_still_broken() -> None:
    state = at_dividend(replace(union(), bank=50, operating_rounds=(1, 2)), 100)
    # 100 are kept, for which the bank has 50; then a train brings 80 back
    state = do(state, Dividend("withhold"))
    assert (state.bank, state.finish, state.over) == (-50, "bank", False)
    state = do(passed(state, "trains"), BuyTrain("2", 80))
    assert state.bank == 30
    while not state.over:
        run = state.turn is not None and state.turn.step == "run"
        state = do(state, *((Run(), Dividend("half")) if run else (Pass(),)))
    # The set of two rounds was played to its end
    assert state.operating_rounds == (2, 2)


# variants


def test_reduced_tokens() -> None:
    for name in ("CBQ", "RI"):
        assert len(game().corporations[name].tokens_unplaced) == 4
        fewer = game(options=("reduced_tokens",))
        assert fewer.corporations[name].tokens_unplaced == (0, 40, 100)


def test_historical_order() -> None:
    state = game(("MP", 100, HOLD), ("CBQ", 90, HOLD), options=("historical_order",))
    state = replace(state, operating_rounds=(1, 1))
    # MP comes after CBQ, MILW and RI, of which two have not started
    assert waiting(state) == ["CBQ"]


def test_diesels() -> None:
    state = to_trains(union(("4", "6"), options=("diesels",)))
    state = replace(state, phase="6", depot=Depot({"6": 1, "D": 1}))
    found = {(a.train, a.price, a.trade_in) for a in allowed(state, BuyTrain)}
    assert found == {("D", 800, "4"), ("D", 800, "6")}
    after = do(state, BuyTrain("D", 800, trade_in="6"))
    assert after.corporations["UP"].trains == ("D",)


def test_a_price_of_400_ends_the_game_after_the_turn() -> None:
    state = at(union(options=("finish_on_400",)), "UP", 0, 19)
    state = do(passed(state, "run"), Run(), Dividend("full"))
    assert (price(state, "UP"), state.over) == (400, False)
    while not state.over:
        state = do(state, Pass())
    assert state.finish == "price"


TABLE: dict[int, tuple[Callable[..., None], ...]] = {
    1: (
        test_private_companies_pay_and_companies_operate_by_price,
        test_the_credit_mobilier_pays_the_president,
        test_nothing_is_paid_from_phase_5_on,
    ),
    2: (test_six_shares_start_a_company_with_ten_times_its_par,),
    3: (test_prices_of_private_companies,),
    4: (
        test_one_yellow_or_one_upgrade_but_two_yellows_first,
        test_an_upgrade_needs_new_track_or_a_city_on_an_own_route,
        test_brown_cities_and_double_towns,
        test_chicago,
        test_mesabi_rights_in_place_of_a_yellow_tile,
        test_the_mesabi_mining_company_brings_a_token,
        test_the_credit_mobilier_lays_one_tile_in_the_west,
        test_usual_lays_come_before_those_of_private_companies,
        test_the_gant_brothers_cost_30_each_turn,
        test_the_bridge_company_lays_st_louis_free,
        test_the_land_grant_lays_three_tiles_one_of_them_anywhere,
        test_private_companies_close_in_two_steps,
    ),
    5: (
        test_station_tokens_cost_40_then_100,
        test_the_last_space_at_home_is_kept_for_a_company_to_start,
        test_the_edge_token_costs_50_and_is_the_token_of_the_turn,
    ),
    6: (test_the_best_run_is_the_default_and_a_better_one_must_be_taken,),
    7: (test_dividends,),
    8: (
        test_prices_after_a_dividend,
        test_half_of_10_stays,
        test_a_company_in_the_black_area_closes,
    ),
    9: (
        test_one_new_train_a_turn_and_any_number_of_used_ones,
        test_excess_trains_are_discarded_buyer_first_then_by_price,
        test_trains_grow_old,
    ),
    10: (
        test_a_company_with_a_route_must_buy_and_its_president_helps,
        test_in_need_not_from_another_company,
        test_who_has_sold_shares_for_a_train_buys_none_of_another_company,
        test_shares_over_60_percent_come_down_to_60,
        test_forced_sales_are_protected_before_the_train_is_bought,
        test_while_a_president_is_asked_nothing_else_is_done,
        test_a_company_closed_by_its_own_sale_loses_all_money,
        test_bankruptcy_ends_the_game,
    ),
    11: (test_protection_needs_cash_and_room,),
}
"""The tests of each numbered operating rule of 1850."""


def test_every_numbered_rule_has_a_test() -> None:
    assert list(TABLE) == list(range(1, 12))
