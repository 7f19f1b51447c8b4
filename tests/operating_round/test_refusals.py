"""What is refused is refused for its true reason, with the section of the rulebook."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from changed import moments
from click.testing import CliRunner
from tables import company, game_1830, game_1846, on_board, owning, passed, replace, started

from operating_round.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    Issue,
    Lay,
    Pass,
    Run,
    SellShares,
    Token,
)
from operating_round.cli import main
from operating_round.errors import IllegalAction
from operating_round.reasons import why_nothing_on
from operating_round.round import act, legal_actions, skip_to, view_of
from operating_round.state import Depot, State
from route_opt import titles

HOLD = {"Ann": 60}
ROUTE = {"H14": "9@1", "H16": "57@1", "H10": "57@1"}
"""H10 Pittsburgh - H12 Altoona, the base of PRR - H14 - H16 Lancaster."""


def prr(phase: str = "2", **fields: Any) -> State:
    """PRR with the route above and 670, Cy with the D&H in F16."""
    state = on_board(owning(game_1830(("PRR", 67, HOLD)), DH="Cy"), ROUTE)
    state = company(replace(state, phase=phase), "PRR", operated=True, **fields)
    return started(state)


def why(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        act(state, action)
    return str(caught.value)


@pytest.mark.parametrize(
    ("action", "fields", "reason"),
    [
        (Lay("Z9", "9", 1), {}, "no hex 'Z9'"),
        (Lay("G15", "999", 1), {}, "no tile '999'"),
        (Lay("G15", "9", 7), {}, "rotation '7' is outside"),
        # 18.0: green comes with the first 3
        (Lay("H16", "14", 0), {}, "tile 14 is green; phase 2 has yellow"),
        # the hex of a player's private company (Table 1)
        (Lay("F16", "57", 0), {}, "F16 is closed as long as a player owns DH"),
        # 18.0: no city tile where no city is
        (Lay("G15", "57", 1), {}, "tile 57 does not belong on G15"),
        # 18.2: 54 and 62 are New York's
        (Lay("H16", "54", 0), {"phase": "3"}, "tile 54 does not belong on H16"),
        # 18.1: 57@1 has track to both ends; 15@1 has sides 1 to 4
        (Lay("H16", "15", 2), {"phase": "3"}, "does not keep the track"),
        (Lay("B12", "9", 1), {}, "does not meet the track of PRR"),
        (Lay("H14", "9", 1, by="DH"), {}, "PRR does not own 'DH'"),
    ],
)
def test_lays(action: Lay, fields: dict[str, Any], reason: str) -> None:
    told = why(prr(**fields), action)
    assert reason in told
    assert "(17.0, 18.0" in told or "(23.1)" in told


def test_a_tile_that_has_run_out() -> None:
    # Table 7: one copy of tile 1, for hexes with two towns such as G7 and G17
    assert titles.find("1830").manifest["1"] == 1
    assert "no tile 1 is left" in why(on_board(prr(), {"G7": "1@0"}), Lay("G17", "1", 1))


def test_what_a_tile_costs() -> None:
    # 6.2: every tile costs 20 at least; the land of E19 no more
    state = started(company(game_1846(("NYC", 60, {"Ann": 20})), "NYC", cash=15))
    told = why(state, Lay("E19", "8", 1))
    assert "it costs 20, and NYC has 15" in told
    assert "6.2" in told


def test_lays_beyond_those_of_the_turn() -> None:
    state = company(owning(game_1846(("NYC", 60, {"Ann": 20}))), "NYC", cash=500)
    state = started(state)
    state, _ = act(state, Lay("E19", "8", 1))
    state, _ = act(state, Lay("E17", "291", 3))
    # 6.2: one yellow tile, and a second or an upgrade
    assert "NYC has no first tile left in this turn" in why(state, Lay("D18", "7", 4))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Token("H9.0"), "no stop 'H9.0'"),
        (Token("H12.0"), "PRR has a token there already"),
        (Token("F2.0"), "F2.0 is not a city that takes tokens"),
        (Token("D2.0"), "D2.0 is not connected with a token of PRR"),
        (Token("H16.0"), "it costs 40, and PRR has 30"),
    ],
)
def test_tokens(action: Token, reason: str) -> None:
    told = why(passed(prr(cash=30), "token"), action)
    assert reason in told
    assert "19.0" in told


def test_a_city_without_room_and_one_that_is_kept() -> None:
    state = prr()
    tokens = {**state.board.tokens, "H16.0": ("C&O",)}
    full = replace(state, board=replace(state.board, tokens=tokens))
    assert "H16.0 has no free space" in why(passed(full, "token"), Token("H16.0"))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (BuyTrain("9", 100), "no train '9'"),
        (BuyTrain("3", 180), "the bank sells no 3 now, but 2"),
        (BuyTrain("2", 70), "a 2 costs 80, not 70"),
        # 30 and the 30 it kept: Pittsburgh or Lancaster 20 and Altoona 10
        (BuyTrain("2", 80), "it costs 80, and PRR has 60"),
        (BuyTrain("2", 10, "C&O"), "C&O has no 2 to sell"),
        (SellShares("Ann", "PRR", 1), "PRR is not in need"),
    ],
)
def test_trains(action: Action, reason: str) -> None:
    state = company(prr(cash=30, trains=("2",)), "C&O", trains=("3",))
    told = why(passed(ran(state), "trains"), action)
    assert reason in told
    assert "20.2, 21.0" in told


def ran(state: State) -> State:
    """The run made and its money kept, so that trains are next."""
    for action in (Run(), Dividend("withhold")):
        state, _ = act(passed(state, "run") if action == Run() else state, action)
    return state


def test_at_the_train_limit() -> None:
    state = passed(ran(prr(trains=("2",) * 3)), "trains")
    state = company(state, "PRR", trains=("2",) * 4)
    assert "PRR has 4 trains, as many as it may" in why(state, BuyTrain("2", 80))


def test_private_companies() -> None:
    assert "in phase 2" in why(prr(), BuyPrivate("DH", 70))
    assert "35 to 140, not 141" in why(prr("3"), BuyPrivate("DH", 141))
    assert "it costs 40, and PRR has 39" in why(prr("3", cash=39), BuyPrivate("DH", 40))
    assert "belongs to nobody" in why(prr("3"), BuyPrivate("CS", 40))
    assert "no private company 'XX'" in why(prr("3"), BuyPrivate("XX", 40))


def test_the_wrong_step_and_the_wrong_kind() -> None:
    state = prr(trains=("2",))
    assert "PRR is at the track step, not at the token step" in why(state, Token("H16.0"))
    at = passed(state, "run")
    assert "PRR is at the run step, not at the track step" in why(at, Lay("G15", "9", 1))
    declared, _ = act(at, Run())
    assert "there are full, withhold" in why(declared, Dividend("half"))


def test_issues_and_discards() -> None:
    state = started(game_1846(("NYC", 60, {"Ann": 20})))
    assert "may issue 1 to 2, not 3" in why(state, Issue(3))
    crowded = company(prr(), "PRR", trains=("2",) * 5)
    assert "PRR must discard a train" in why(crowded, Lay("G15", "9", 1))
    assert "PRR must discard a train" in why(crowded, Discard("PRR", "3"))


@pytest.mark.parametrize("title", titles.names())
def test_every_lay_that_is_refused_has_its_reason(title: str) -> None:
    """Each tile in each rotation on hexes near and far: never the last resort of the list.

    A lay refused for its cost is legal with more money; one refused for another reason is not.
    """
    rng, seen = random.Random(title), 0
    states = [
        state
        for seed in range(3)
        for state in moments(title, seed, 12)
        if state.turn is not None and state.turn.step == "track"
    ]
    for state in states[:4]:
        assert state.turn is not None
        rich = company(state, state.turn.entity, cash=5000)
        legal = {c.action for c in legal_actions(state) if isinstance(c.action, Lay)}
        paid = {c.action for c in legal_actions(rich) if isinstance(c.action, Lay)}
        near = {lay.hex for lay in paid} | set(rng.sample(sorted(state.rules.hexes), 5))
        for hex_id in sorted(near)[:12]:
            for tile in rng.sample(sorted(state.rules.tiles), 12):
                action = Lay(hex_id, tile, rng.randrange(6))
                if action in legal or any(lay.hex == hex_id and lay.city for lay in paid):
                    continue
                seen += 1
                told = why(state, action)
                assert "no city" not in told, (action, told)
                assert ("it costs" in told) == (action in paid), (action, told)
    assert seen > 50


def test_a_script_is_told_the_reason_of_the_step_it_means(tmp_path: Path) -> None:
    state = prr()
    with pytest.raises(IllegalAction, match="does not meet the track of PRR"):
        skip_to(state, Lay("B12", "9", 1))
    # A train is bought three steps later: there it is too dear
    with pytest.raises(IllegalAction, match="it costs 80, and PRR has 30"):
        skip_to(prr(cash=30, trains=("2",)), BuyTrain("2", 80))
    file, script = tmp_path / "state.json", tmp_path / "script.json"
    state.save(file)
    script.write_text(json.dumps([{"type": "lay_tile", "hex": "B12", "tile": "9", "rotation": 1}]))
    found = CliRunner().invoke(main, ["run", str(file), "--script", str(script)])
    assert isinstance(found.exception, IllegalAction)
    assert "action 1" in str(found.exception)
    assert "does not meet the track of PRR" in str(found.exception)


def test_what_no_step_of_the_turn_can_pass_is_told_too() -> None:
    declared, _ = act(passed(prr(trains=("2",)), "run"), Run())
    with pytest.raises(IllegalAction, match="at the dividend step, not at the track step"):
        skip_to(declared, Lay("G15", "9", 1))


def test_a_position_is_no_state(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    for form in ({"format": "route-opt/position@1"}, {}):
        position = {"title": "1830", "phase": "2", "corporation": "PRR", "trains": ["2"], **form}
        file.write_text(json.dumps(position))
        for words in (["run", str(file), "--auto", "pay"], ["legal", str(file)]):
            found = CliRunner().invoke(main, words)
            assert "this is a position" in str(found.exception)


def test_the_returned_depot_is_told() -> None:
    state = passed(ran(prr(trains=("2",))), "trains")
    state = replace(state, depot=Depot({"3": 2}, {"2": 1}))
    assert "comes from discarded:2, not from 'bank'" in why(state, BuyTrain("2", 80))


def test_why_nothing_at_all_may_be_laid_on_a_hex() -> None:
    """What holds up the tile that comes furthest: money after connection, connection after all."""

    def told(hex_id: str, **fields: Any) -> str:
        return why_nothing_on(view_of(prr(**fields)), hex_id)

    assert told("F16") == "F16 is closed as long as a player owns DH"
    assert told("H12") == "no tile replaces what is printed on H12"  # Altoona is gray
    assert told("B12") == "the tile does not meet the track of PRR as it must"
    assert told("H10").endswith("; phase 2 has yellow")  # Pittsburgh has its 57
    assert "no hex 'Z9'" in told("Z9")


def test_running_at_another_time_has_its_section() -> None:
    """20.1: trains run; a run or a pass at the wrong time is told with it."""
    assert why(prr(trains=("2",)), Run()).endswith("not at the run step (20.1)")
    assert why(passed(prr(trains=("2",)), "run"), Pass()) == "PRR must run its trains (20.1)"
