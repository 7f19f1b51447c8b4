"""Who may object to a declared run, what that does, and what is said to those who may not."""

from __future__ import annotations

import pytest
from tables import company, game_1830, game_1846, on_board, passed, replace, rich_game, started

from operating_round.actions import Dividend, Object, Run, Special
from operating_round.errors import IllegalAction
from operating_round.round import act, apply, legal_actions
from operating_round.state import State

WEST = {"I2": "3@3", "I4": "14@0", "H5": "8@0", "G4": "57@2"}
"""1850: I2 10, Omaha 30 and Sioux City 20 in a row, 60 for a 3 train."""


ROUTE = {"H14": "9@1", "H16": "57@1", "H10": "57@1"}
"""1830: Pittsburgh 20, Altoona 10, Lancaster 20 in a row, 50 for a 3 train."""


def declared_1850() -> State:
    """UP of Ann 40% and Bob 20% could run for 60, and declares 40; Cy holds nothing."""
    state = on_board(rich_game("1850", ("UP", 100, {"Ann": 40, "Bob": 20})), WEST)
    state = started(company(state, "UP", trains=("3",), operated=True))
    low = Run(({"train": "3", "track": ["I4.0", "I2.0"]},))
    return act(passed(state, "run"), low)[0]


def objectors(state: State) -> list[str]:
    return [c.action.player for c in legal_actions(state) if isinstance(c.action, Object)]


def test_stockholders_object_in_1850() -> None:
    state = declared_1850()
    assert objectors(state) == ["Ann", "Bob"]
    after, events = act(state, Object("Bob"))
    assert after.turn is not None
    assert after.turn.revenue == 60
    assert any("Bob objects" in event.text for event in events)
    assert objectors(after) == []  # nothing better is left to show


def test_others_do_not() -> None:
    state = declared_1850()
    with pytest.raises(IllegalAction, match=r"Cy has no share of UP.*\(8\.3\)"):
        act(state, Object("Cy"))
    with pytest.raises(IllegalAction, match=r"'Dora' is not a player in this game"):
        act(state, Object("Dora"))
    assert state.turn is not None
    assert state.turn.revenue == 40


DENVER = {
    "B3": "8@0", "C2": "8@3", "D3": "9@2", "E4": "8@0", "F3": "9@0", "G2": "8@3", "H3": "4@2",
    "I4": "8@0", "J3": "57@0",
}  # fmt: skip
"""1870: Fort Worth 20, a town 10 and Denver 30 in a row, from FW's home to its destination."""


def test_in_1870_stockholders_object_to_a_run_and_to_a_connection_run() -> None:
    """Bob, who has sold his share, is no stockholder; that in the market is nobody's."""
    state = on_board(rich_game("1870", ("FW", 100, {"Ann": 40, "Cy": 10, "Bob": 10})), DENVER)
    shares = {"Ann": 40, "Cy": 10, "market": 10, "IPO": 40}
    state = company(state, "FW", trains=("3",), operated=True, shares=shares)
    state = company(state, "FW", tokens_on_map=("J3.0",), tokens_unplaced=(40,))
    state = replace(state, board=replace(state.board, tokens={"J3.0": ("FW",)}))
    state = started(state)
    assert state.turn is not None
    assert state.turn.step == "first_connection"
    state = act(state, Special("destination", "FW", "charter"))[0]
    assert objectors(act(state, Run())[0]) == []  # the best there is
    state = act(act(state, Run())[0], Dividend("withhold"))[0]
    low = Run(({"train": "3", "track": ["J3.0", "I4", "H3.0"]},))
    state = act(passed(state, "run"), low)[0]
    # 30 declared; 60 can be run
    assert objectors(state) == ["Ann", "Cy"]
    with pytest.raises(IllegalAction, match=r"Bob has no share of FW.*\(Operate Trains"):
        act(state, Object("Bob"))
    after = act(state, Object("Cy"))[0]
    assert after.turn is not None
    assert after.turn.revenue == 60


def test_anyone_objects_in_1830() -> None:
    holders = {"Ann": 60}
    state = on_board(game_1830(("PRR", 100, holders)), ROUTE)
    state = started(company(state, "PRR", trains=("3",), operated=True))
    route = {"train": "3", "track": ["H12.0", "H14", "H16.0"]}
    state = act(passed(state, "run"), Run((route,)))[0]
    # 30 declared, 50 can be run
    assert objectors(state) == ["Ann", "Bob", "Cy"]


def test_an_objection_counts_trains_that_run_for_the_last_time() -> None:
    """1846: phased out trains run once more, and so they do in the run somebody shows."""
    state = on_board(
        game_1846(("NYC", 100, {"Ann": 20})), {"E19": "8@1", "E17": "291@3", "D18": "9@0"}
    )
    state = started(company(state, "NYC", trains=("2", "4"), phased_out=("2",)))
    state = passed(state, "run")
    best = act(state, Run())[0]
    low = act(state, Run(({"train": "4", "track": ["D20.0", "E19", "E17.0"]},)))[0]
    assert best.turn is not None
    assert low.turn is not None
    assert best.turn.revenue is not None
    assert low.turn.revenue is not None
    assert low.turn.revenue < best.turn.revenue
    assert low.corporations["NYC"].trains == ("2", "4")
    shown = act(low, Object("Bob"))[0]
    assert shown.turn is not None
    assert shown.turn.revenue == best.turn.revenue
    paid = apply(shown, Dividend("full"))[0]
    assert paid.corporations["NYC"].trains == ("4",)
