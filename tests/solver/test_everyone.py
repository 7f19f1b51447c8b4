"""All corporations of a board at once."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

import oracle
import route_opt
from route_opt import records, titles
from route_opt.cli import main
from route_opt.everyone import beside, every_best, unstated
from route_opt.questions import Control, answer

FOLDER = titles.find("1846").folder / "examples"
EVENING = FOLDER / "games" / "evening.json"
BOARD = {
    "title": "1846",
    "phase": "II",
    "corporation": "IC",
    "trains": ["2"],
    "tiles": {"G7": "57@0", "H6": "9@0", "J4": "9@0", "I3": "9@1"},
    "tokens": {"I5.0": ["IC"], "K3.0": ["IC"], "G7.0": ["B&O"], "C15.0": ["NYC"]},
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["best", *arguments, "--every-corporation"])


def test_each_of_a_record_has_its_own_trains() -> None:
    """Before action 69 of the evening; each as `@69:NAME` has it, all trains of it."""
    positions = records.positions_at(EVENING, "69")
    assert len(positions) > 2
    for earned in every_best(positions):
        position = earned.position
        owned = records.belongings(EVENING, "69", position.corporation).trains
        assert position.trains == owned
        assert earned.result is not None
        assert earned.result.status == "optimal"
        assert earned.result.revenue == oracle.best(position)[0]
    # Wheeling 30 and Cleveland 40, Cleveland and Erie 10, Buffalo 30 and Erie.
    revenues = {e.position.corporation: e.result.revenue for e in every_best(positions) if e.result}
    assert revenues["NYC"] == 70 + 50 + 40


def test_others_of_a_position_are_those_that_are_stated() -> None:
    """Terre Haute 20, Centralia 10, St. Louis 50, Cairo 20."""
    position = route_opt.parse(BOARD)
    positions = beside(position, {"B&O": ["2"]})
    found = {e.position.corporation: e.result for e in every_best(positions)}
    assert {name: result and result.revenue for name, result in found.items()} == {
        "IC": 50 + 10,
        "B&O": 20 + 10,
    }
    assert unstated(positions) == ["NYC"]
    assert [one.corporation for one in beside(position, {"illinois central": ["3/5"]})] == ["IC"]


def test_the_command_answers_for_all() -> None:
    file = FOLDER / "centralia.json"
    told = run(str(file)).output.splitlines()
    assert told[:2] == ["IC with 3/5+2", "160: proved"]
    done = run(f"{EVENING}@69", "--json")
    assert done.exit_code == 0
    found = json.loads(done.output)
    names = [one["corporation"] for one in found["results"]]
    assert names == [one.corporation for one in records.positions_at(EVENING, "69")]
    assert found["unstated"] == []
    for wrong in (("--keep", "2: Erie, Buffalo"), ("--trains", "2"), ("--all", "2")):
        assert run(str(file), *wrong).exit_code == 2
    assert "everybody's trains" in run(f"{EVENING}@69", "--also", "NYC:2").output
    other = run(str(file), "--also", "B&O: 2, 3/5")
    assert "B&O with 2+3/5" in other.output
    assert CliRunner().invoke(main, ["best", str(file), "--also", "NYC:2"]).exit_code == 2


def test_a_question_for_all() -> None:
    question = {"position": BOARD, "others": [{"corporation": "B&O", "trains": ["2"]}]}
    found = answer("every", question, Control())
    results = [(one["corporation"], one["revenue"]) for one in found["results"]]
    assert results == [("IC", 60), ("B&O", 30)]
    assert found["unstated"] == ["NYC"]
