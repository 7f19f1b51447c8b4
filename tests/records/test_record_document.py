"""Reading records: the shape, undo and redo, and what is told about a damaged one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from game_records import ALTOONA, PRR, RUN, corporation, lay, player, record

from route_opt import load, records
from route_opt.errors import PositionError, RecordError


def kept(*actions: dict[str, Any]) -> list[int]:
    """The numbers of the actions that happened."""
    found = records.read(record("1830", *actions))
    return [action["id"] for action in found.happened()]


def step() -> dict[str, Any]:
    return player(1, "pass")


UNDO, REDO = player(1, "undo"), player(1, "redo")
TALK = player(1, "message", message="hello")


def test_an_undo_takes_back_the_last_action() -> None:
    assert kept(step(), step(), UNDO) == [1]
    assert kept(step(), step(), UNDO, UNDO) == []


def test_an_undo_goes_back_to_the_action_it_names() -> None:
    assert kept(step(), step(), step(), UNDO | {"action_id": 1}) == [1]
    assert kept(step(), step(), step(), UNDO | {"action_id": 0}) == []


def test_a_redo_brings_back_what_the_last_undo_took() -> None:
    assert kept(step(), step(), UNDO, REDO) == [1, 2]
    assert kept(step(), step(), UNDO, UNDO, REDO) == [1]
    assert kept(step(), step(), step(), UNDO | {"action_id": 1}, REDO) == [1, 2, 3]


def test_messages_are_neither_undone_nor_end_a_redo() -> None:
    assert kept(step(), TALK, UNDO) == [2]
    assert kept(step(), UNDO, TALK, REDO) == [1, 3]


def test_after_something_else_there_is_nothing_to_redo() -> None:
    with pytest.raises(RecordError, match=r"action 4 \(redo by 1\): there is nothing to redo"):
        kept(step(), UNDO, step(), REDO)


def test_an_undo_to_an_action_that_is_not_there() -> None:
    with pytest.raises(RecordError, match=r"action 2 .*back to action 9, which is not there"):
        kept(step(), UNDO | {"action_id": 9})


def test_a_tile_undone_is_not_on_the_board() -> None:
    first = lay("PRR", "H14", "9-0", 1)
    game = record("1830", *PRR, first, UNDO, lay("PRR", "H14", "8-0", 0))
    position = records.moment_at(records.read(game), f"{len(PRR) + 4}:PRR").position
    assert position.tiles == {"H14": "8@0"}


def test_the_position_before_an_action_that_was_undone_later() -> None:
    actions = [*PRR, lay("PRR", "H14", "9-0", 1), corporation("PRR", "pass"), UNDO, UNDO]
    game = records.read(record("1830", *actions))
    before = len(PRR) + 2  # the pass, when the tile still lay there
    assert records.moment_at(game, f"{before}:PRR").position.tiles == {"H14": "9@1"}
    assert records.moment_at(game, f"{len(actions) + 1}:PRR").position.tiles == {}


def test_old_records_without_numbers_or_player_numbers() -> None:
    game = record("1830", *PRR, *ALTOONA, RUN)
    for action in game["actions"]:
        del action["id"]
        if action["entity_type"] == "player":
            action["entity"] = "ABC"[action["entity"] - 1]
    game["players"] = [{"name": name} for name in "ABC"]
    found = list(records.runs(game))
    assert [one.position.tiles for one in found] == [{"H14": "9@1", "H16": "57@1"}]
    assert found[0].shares == {"A": 40, "B": 20}


# damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"actions": None}, "an object with a list of actions"),
        ({"title": None}, "does not name its title"),
        ({"players": []}, "does not name its players"),
        ({"actions": [{"type": "pass"}, 7]}, r"entry 2 of the actions \(after action 1\)"),
        ({"actions": [{"entity": 1}]}, "entry 1 of the actions"),
    ],
)
def test_a_record_without_its_parts(damage: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        records.read(record("1830") | damage)


def test_a_title_we_do_not_know_is_refused_by_name() -> None:
    with pytest.raises(RecordError, match=r"records of '18Chesapeake' cannot be read yet; .*1846"):
        list(records.runs(record("18Chesapeake")))


def test_a_title_without_records_on_the_site() -> None:
    with pytest.raises(RecordError, match="records of '1867bw' cannot be read yet"):
        list(records.runs(record("1867bw")))


def test_a_truncated_file_says_where_it_breaks_off(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    text = json.dumps(record("1830", *PRR), indent=1)
    file.write_text(text[: len(text) // 2])
    with pytest.raises(RecordError, match=r"half\.json: not JSON.* line \d+"):
        records.read(file)


def test_an_action_out_of_order_is_named() -> None:
    game = record("1830", *PRR)
    game["actions"][1], game["actions"][3] = game["actions"][3], game["actions"][1]
    with pytest.raises(RecordError, match=r"action 3 \(buy_shares by 1\): .*out of order"):
        records.read(game)


def test_an_unknown_action_is_named() -> None:
    game = record("1830", *PRR, corporation("PRR", "teleport"))
    with pytest.raises(RecordError, match=r"action 6 \(teleport by PRR\): 'teleport' is not"):
        list(records.runs(game))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lay("PRR", "Z99", "9-0", 1), "hex 'Z99' is not on the map"),
        (lay("PRR", "H14", "999-0", 1), "tile '999-0' is not a tile"),
        (lay("PRR", "H14", "9-0", 6), "rotation 6 is outside"),
        (corporation("PRR", "place_token", city="57-3-0", slot=0), "city '57-3-0' is not on"),
        (corporation("PRR", "place_token", city="F6-0-0", slot=0), "no free space for a token"),
        (corporation("XYZ", "buy_train", train="2-0", price=80), "'XYZ' is not a corporation"),
        (corporation("PRR", "buy_train", train="9-0", price=80), "train '9' is not a train"),
        (corporation("PRR", "discard_train", train="2-0"), "train '2-0', which it does not have"),
        (corporation("PRR", "buy_company", company="XX", price=9), "'XX' is not in this game"),
        (RUN, "runs train '2-0', which it does not have"),
        (player(9, "pass"), "'9' is not a player of this game"),
        (player(1, "par"), "says nothing of its 'corporation'"),
        (player(1, "buy_shares", shares=["PRR_77"]), "no certificate 'PRR_77'"),
    ],
)
def test_an_action_that_makes_no_sense_is_named(action: dict[str, Any], message: str) -> None:
    game = records.read(record("1830", *PRR, action))
    number = len(PRR) + 1
    with pytest.raises(RecordError, match=message) as error:
        records.Game(game).replay(game.happened())
    assert error.value.problems[0].where.startswith(f"action {number} (")


def test_a_tile_copy_lies_in_one_place_only() -> None:
    game = records.read(
        record("1830", *PRR, lay("PRR", "H14", "9-0", 1), lay("PRR", "G13", "9-0", 1))
    )
    with pytest.raises(RecordError, match="tile 9-0 lies on H14 already"):
        records.Game(game).replay(game.happened())


# RECORD.json@ACTION


def test_a_record_is_a_position_wherever_one_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record("1830", *PRR, *ALTOONA, RUN)))
    number = len(PRR) + len(ALTOONA) + 1
    position = load(f"{file}@{number}")
    assert (position.corporation, position.phase, position.trains) == ("PRR", "2", ("2",))
    assert load(f"{file}@{number}:NYC").corporation == "NYC"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("900", "there is no action 900; the record has actions up to"),
        ("x", "'x' names no action"),
        ("3", "no corporation is about to act there"),
        ("3:XYZ", "'XYZ' is not a corporation of 1830"),
    ],
)
def test_a_place_in_a_record_that_is_none(tmp_path: Path, action: str, message: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record("1830", *PRR)))
    with pytest.raises(PositionError, match=message):
        load(f"{file}@{action}")
