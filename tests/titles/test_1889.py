"""1889: its data held against the public data of 18xx.games, its powers played."""

from __future__ import annotations

import pytest

import route_opt
from operating_round.actions import BuyPrivate, Exchange, Lay
from operating_round.round import act, legal_actions, start_round, start_turn, view_of
from operating_round.setup import exchange, float_corporation, new_game, sell_private
from operating_round.state import State, replace
from route_opt import titles
from route_opt.rules.privates import may_be_open

TITLE = titles.find("1889")


def lays(state: State, by: str) -> set[tuple[str, str]]:
    found = [choice.action for choice in legal_actions(state)]
    return {(one.hex, one.tile) for one in found if isinstance(one, Lay) and one.by == by}


def begun(**privates: str) -> State:
    """KO runs by Ann in phase 3, with private companies at their owners'."""
    state = new_game("1889", ["Ann", "Bob", "Cy"])
    state = replace(state, players=dict.fromkeys(state.players, 1000))
    for name, owner in privates.items():
        state = sell_private(state, name, owner)
    state = float_corporation(state, "KO", 75, {"Ann": 50})
    state, _ = start_round(replace(state, phase="3"))
    return start_turn(state)[0]


def test_who_plays_with_which_private_companies() -> None:
    # The ferry Uno-Takamatsu needs four players, the South Iyo Railway three.
    two, three, four = (set(new_game("1889", list("ABCD")[:n]).privates) for n in (2, 3, 4))
    assert two == {"TER", "MF", "ER", "SMR", "DR"}
    assert three == two | {"SIR"}
    assert four == three | {"UTF"}


def test_the_ferry_alone_may_stay_open() -> None:
    for phase, stay in (("4", set(TITLE.privates)), ("5", {"UTF"})):
        rows = TITLE.privates.items()
        assert {name for name, row in rows if may_be_open(TITLE, row, phase)} == stay


def test_money_and_limits() -> None:
    assert TITLE.play.bank == 7000
    assert TITLE.market.pars == (65, 70, 75, 80, 90, 100)
    assert new_game("1889", list("ABCDE")).players["A"] == 390
    assert TITLE.play.certificate_limit(3, 7) == 19


@pytest.mark.parametrize(
    ("trains", "phase", "pays"),
    [(["2"], "2", 30), (["5"], "5", 60), (["6"], "D", 60), (["D"], "D", 100)],
)
def test_off_boards_pay_diesels_more(trains: list[str], phase: str, pays: int) -> None:
    # Matsuyama 20 and Imabari, which pays 30, from phase 5 on 60, and a D train 100.
    document = {
        "title": "1889",
        "phase": phase,
        "corporation": "IR",
        "trains": trains,
        "tiles": {"E2": "57@1"},
        "tokens": {"E2.0": ["IR"]},
    }
    assert route_opt.best(route_opt.parse(document)).revenue == 20 + pays


def test_half_of_the_shares_float_a_corporation_which_gets_its_capital_at_once() -> None:
    state = new_game("1889", ["Ann", "Bob"])
    assert float_corporation(state, "AR", 65, {"Ann": 40}).corporations["AR"].cash == 0
    assert float_corporation(state, "AR", 65, {"Ann": 50}).corporations["AR"].cash == 10 * 65


def test_each_tile_of_kotohira_costs_80() -> None:
    # Printed on the hex and on 438 and 439: yellow, green and brown cost 80 each.
    for below, tile in (({}, "438"), ({"I4": "438@3"}, "439"), ({"I4": "439@1"}, "492")):
        position = route_opt.parse(
            {"title": "1889", "phase": "5", "corporation": "SR", "trains": [], "tiles": below}
        )
        network = route_opt.network.Network(position)
        found = route_opt.lays.legal_lays(network, hexes=["I4"], anywhere=["I4"])
        assert {(lay.tile, lay.cost(0)) for lay in found} == {(tile, 80)}


def test_mountains_are_free_with_the_mines_rivers_are_not() -> None:
    # Takamatsu's side 0 leads to K6, a river: 80 for everybody.
    for owner, mountain in (("Ann", 80), ("KO", 0)):
        state = begun()
        if owner == "KO":
            state = begun(SMR="Ann")
            state, _ = act(state, BuyPrivate("SMR", 50))
        table = route_opt.rules.costs
        position = state.position("KO", ())
        network = route_opt.network.Network(position)
        owned = state.corporations["KO"].companies
        found = {
            lay.hex: table.lay_cost(TITLE, lay, "KO", owned)
            for hex_id in ("K6", "E4", "H5")
            for lay in route_opt.lays.legal_lays(network, hexes=[hex_id], anywhere=[hex_id])
        }
        assert found == {"K6": 80, "E4": mountain, "H5": 80}  # H5 has a river too


def test_the_port_is_laid_by_its_player_alone() -> None:
    state = begun(MF="Ann")
    assert {tile for _, tile in lays(state, "MF")} == {"437"}
    assert {hex_id for hex_id, _ in lays(state, "MF")} == {"B11", "G10", "I12", "J9"}
    assert all(tile != "437" for _, tile in lays(state, ""))
    # Bob's ferry is not for the track of Ann's corporation, but between turns.
    other = begun(MF="Bob")
    assert not lays(other, "MF")
    between = replace(other, turn=None)
    after, _ = act(between, Lay("J9", "437", 2, "MF"))
    assert after.board.tiles["J9"] == "437@2"
    with pytest.raises(route_opt.RouteOptError):
        act(after, Lay("B11", "437", 5, "MF"))


def test_who_sells_the_ehime_railway_may_lay_a_green_tile_on_ohzu() -> None:
    state = begun(ER="Ann")
    assert not lays(state, "ER")
    assert not any(hex_id == "C4" for hex_id, _ in lays(state, ""))
    state, _ = act(state, BuyPrivate("ER", 40))
    green = {tile for _, tile in lays(state, "ER")}
    assert green == {"12", "13", "14", "15", "205", "206"}
    after, _ = act(state, Lay("C4", "12", 0, "ER"))
    assert not lays(after, "ER")
    assert after.corporations["KO"].cash == state.corporations["KO"].cash


def test_the_dougo_railway_for_a_share_of_ir_from_the_offering() -> None:
    state = sell_private(new_game("1889", ["Ann", "Bob"]), "DR", "Bob")
    state = float_corporation(state, "IR", 70, {"Ann": 40})
    after = exchange(state, "DR")
    # With Bob's ten 50% are out: IR floats and gets ten times its first price.
    assert after.corporations["IR"].shares == {"Ann": 40, "Bob": 10, "IPO": 50}
    assert (after.privates["DR"], after.corporations["IR"].cash) == ("closed", 700)
    with pytest.raises(route_opt.RouteOptError):
        exchange(state, "DR", "market")
    turn = begun(DR="Bob")
    assert Exchange("DR", "IPO") not in [choice.action for choice in legal_actions(turn)]


def test_the_ferry_stays_with_its_player_and_pays_more() -> None:
    state = sell_private(new_game("1889", list("ABCD")), "UTF", "B")
    before, _ = start_round(state)
    assert before.players["B"] - state.players["B"] == 30
    late, _ = start_round(replace(state, phase="5"))
    assert late.players["B"] - state.players["B"] == 50


def test_homes_are_taken_when_the_round_begins() -> None:
    state = new_game("1889", ["Ann", "Bob"])
    state = replace(state, players=dict.fromkeys(state.players, 2000))
    state = float_corporation(state, "SR", 100, {"Ann": 50})
    state = float_corporation(state, "KO", 65, {"Bob": 50})
    state, _ = start_round(state)
    # SR operates first; KO stands in Takamatsu already, and blocks it.
    assert state.board.tokens == {"I2.0": ("SR",), "K4.0": ("KO",)}


def test_who_sells_in_need_stays_president_everywhere() -> None:
    state = new_game("1889", ["Ann", "Bob"])
    state = replace(state, players=dict.fromkeys(state.players, 2000))
    state = float_corporation(state, "SR", 100, {"Ann": 50})
    state = float_corporation(state, "KO", 65, {"Ann": 40, "Bob": 30})
    state, _ = start_round(state)
    view = view_of(start_turn(state)[0])
    assert view.entity == "SR"
    # 40% of KO against Bob's 30%: one share, so that Ann is not below him.
    assert view.rules.need.sale_limit(view, "Ann", "KO") == 1
