"""Reading records: the shape, undo and redo, and what is told about a damaged one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from game_records import ALTOONA, PRR, RUN, after, buy_train, corporation, lay, player, record

from route_opt import check, load, records, titles
from route_opt.errors import PositionError, RecordError
from route_opt.records.rules import rules_of
from whole_game.recorded.replay import Replay


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


def wrong(*actions: dict[str, Any]) -> list[tuple[int, str, bool]]:
    """What is wrong with a record as a document: action, code, whether it was done all the same."""
    found = records.read(record("1830", *actions)).departures
    return [(one.action, one.code, one.applied) for one in found]


def test_after_something_else_there_is_nothing_to_redo() -> None:
    actions = (step(), UNDO, step(), REDO, step())
    assert kept(*actions) == [3, 5]
    assert wrong(*actions) == [(4, "redo", False)]


def test_an_undo_to_an_action_that_is_not_there() -> None:
    actions = (step(), step(), UNDO | {"action_id": 9}, step())
    assert kept(*actions) == [1, 4]
    assert wrong(*actions) == [(3, "undo", True)]


def test_an_undo_to_a_number_that_was_left_out_takes_back_all_after_it() -> None:
    """Talk is taken out of some records: the action that an undo names may be such a line."""
    rows = [step() | {"id": number} for number in (1, 2, 4, 5)]
    back = UNDO | {"action_id": 3, "id": 6}
    assert kept(*rows, back) == [1, 2]
    assert wrong(*rows, back) == [(6, "undo", True)]


def test_numbers_may_be_written_as_text() -> None:
    rows = [step() | {"id": str(number)} for number in (1, 2, 3)]
    back = UNDO | {"action_id": "1", "id": "4"}
    assert kept(*rows, back) == [1]
    assert wrong(*rows, back) == []


def test_what_is_marked_as_passed_over_has_not_happened() -> None:
    """Some records keep what was taken back, marked, with its undo marked too or left out."""
    gone = step() | {"skip": True}
    assert kept(step(), gone, UNDO | {"skip": True}, step()) == [1, 4]
    assert kept(step(), gone, step()) == [1, 3]


def test_an_undo_of_nothing() -> None:
    assert kept(UNDO, step()) == [2]
    assert wrong(UNDO, step()) == [(1, "undo", False)]


def test_undos_as_the_site_reads_them() -> None:
    """Against the obvious way: a list of actions, each undone by a None in its place."""
    rng = random.Random(18)
    for _ in range(300):
        actions: list[dict[str, Any]] = []
        for number in range(1, 40):
            kind = rng.choice(["pass", "pass", "pass", "undo", "undo", "redo", "message"])
            action = player(1, kind)
            if kind == "undo" and number > 1 and rng.random() < 0.5:
                action["action_id"] = rng.randrange(number)
            actions.append(action | {"id": number})
        assert kept(*actions) == plainly_kept(actions)


def plainly_kept(actions: list[dict[str, Any]]) -> list[int]:
    line: list[dict[str, Any] | None] = []
    undone: list[list[tuple[int, dict[str, Any]]]] = []
    for action in actions:
        if action["type"] == "undo":
            moves = [n for n, one in enumerate(line) if one and one["type"] == "pass"]
            target = action.get("action_id")
            taken = moves[-1:] if target is None else [n for n in moves if n >= target]
            undone.append([(n, actions[n]) for n in taken])
            for n in taken:
                line[n] = None
        elif action["type"] == "redo":
            for n, one in undone.pop() if undone else ():
                line[n] = one
        elif action["type"] == "pass":
            undone.clear()
        line.append(action if action["type"] in ("pass", "message") else None)
    return [one["id"] for one in line if one]


def test_the_time_to_take_back_grows_with_the_record_only() -> None:
    """Undone to the beginning and done again, over and over: counted in steps along the line."""
    from route_opt.records.undo import _Line

    for size in (1_000, 16_000):
        line = _Line(size)
        for place in range(size):
            line.add(place)
        last, steps = line.last, 0
        for start in range(0, size, 7):
            line.last = last
            while line.last >= start:
                far = line.far[line.last]
                line.last = far if far >= start else line.before[line.last]
                steps += 1
        assert steps < size / 7 * 40


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
    assert found[0].shares == {"A": 40, "B": 20, "C": 10}


# damage


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"actions": None}, "an object with a list of actions"),
        ({"title": None}, "does not name its title"),
        ({"players": []}, "does not name its players"),
        ({"players": ["A", "A"]}, "names two players alike"),
    ],
)
def test_a_record_without_its_parts(damage: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        records.read(record("1830") | damage)


def test_a_title_we_do_not_know_is_refused_by_name() -> None:
    with pytest.raises(RecordError, match=r"records of '18CZ' cannot be read yet; .*1846"):
        list(records.runs(record("18CZ")))


def test_a_title_without_records_on_the_site() -> None:
    with pytest.raises(RecordError, match="records of '1867bw' cannot be read yet"):
        list(records.runs(record("1867bw")))


def test_a_truncated_file_says_where_it_breaks_off(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    text = json.dumps(record("1830", *PRR), indent=1)
    file.write_text(text[: len(text) // 2])
    with pytest.raises(RecordError, match=r"half\.json: not JSON.* line \d+"):
        records.read(file)


def test_entries_that_are_no_actions_are_passed_over() -> None:
    game = record("1830") | {"actions": [step(), 7, {"entity": 1}, None, step()]}
    found = records.read(game)
    assert [action["id"] for action in found.happened()] == [1, 2]
    assert [(one.action, one.code) for one in found.departures] == [(1, "no_action")] * 3


def test_numbers_that_repeat_or_go_back_are_read_in_the_order_of_the_file() -> None:
    game = record("1830", *PRR, *ALTOONA, RUN)
    game["actions"][4]["id"] = game["actions"][3]["id"]
    game["actions"][6]["id"] = 2
    game["actions"][8]["id"] = "nine"
    found = records.read(game)
    assert [(one.action, one.code, one.applied) for one in found.departures] == [
        (4, "number", True),
        (2, "number", True),
        (9, "number", True),
    ]
    (one,) = records.runs(game)
    assert one.position.tiles == {"H14": "9@1", "H16": "57@1"}


def test_numbers_may_begin_with_0() -> None:
    game = record("1830", *PRR, *ALTOONA, RUN)
    for action in game["actions"]:
        action["id"] -= 1
    assert records.read(game).departures == ()
    (one,) = records.runs(game)
    assert one.action == len(PRR) + len(ALTOONA)
    assert records.moment_at(records.read(game), f"{one.action}").position == one.position
    game["actions"][1]["id"] = 0  # but not twice
    assert [(row.action, row.code) for row in records.read(game).departures] == [(0, "number")]


def departed(*actions: dict[str, Any]) -> list[Any]:
    """What departs when these follow the start of the PRR."""
    return after(record("1830", *PRR, *actions)).departures


def test_an_unknown_action_is_named() -> None:
    (one,) = departed(corporation("PRR", "teleport"))
    assert str(one) == (
        f"action {len(PRR) + 1}: PRR teleport: recorded action 'teleport' is not known; passed over"
    )


@pytest.mark.parametrize(
    ("action", "code", "message"),
    [
        (lay("PRR", "Z99", "9-0", 1), "refused", "there is no hex 'Z99'"),
        (lay("PRR", "H14", "999-0", 1), "refused", "there is no tile '999'"),
        (lay("PRR", "H14", "9-0", 6), "refused", "rotation"),
        (lay("PRR", "H14", "57-0", 0), "refused", "tile 57"),
        (
            corporation("PRR", "lay_tile", hex=["H14"], tile="9-0", rotation=0),
            "senseless",
            "its 'hex' is not a name",
        ),
        (corporation("PRR", "place_token", city="57-3-0", slot=0), "error", "not on the map"),
        (corporation("PRR", "place_token", city=None), "senseless", "its 'city' is not a name"),
        (corporation("XYZ", "buy_train", train="2-0"), "corporation", "'XYZ' is not a corp"),
        (corporation("PRR", "buy_train", train="9-0", price=1), "senseless", "there is no '9'"),
        (corporation("PRR", "buy_train", train="9-0"), "incomplete", "nothing of its 'price'"),
        (
            corporation("PRR", "discard_train", train="2-0"),
            "refused",
            "nothing that is done in its turn",
        ),
        (corporation("PRR", "buy_company", company="XX", price=1), "refused", "company 'XX'"),
        (player(9, "pass"), "player", "'9' is not a player of this game"),
        (player(1, "par"), "error", "recorded action 'par' is not known"),
        (player(1, "buy_shares", shares=["XYZ_7"]), "refused", "nothing that is done in its turn"),
        (player(1, "buy_shares", shares=5), "senseless", "its 'shares' is not a list"),
    ],
)
def test_an_action_that_makes_no_sense_is_passed_over(
    action: dict[str, Any], code: str, message: str
) -> None:
    (one,) = departed(action, corporation("PRR", "pass"))
    assert (one.action, one.code, one.applied) == (len(PRR) + 1, code, False)
    assert message in one.ours


def test_what_is_refused_though_its_effect_is_clear_is_done_as_recorded() -> None:
    """Cleveland has one space, kept for the C&O; a copy of a tile lies in one place only.

    And the space on F6 is not connected with Altoona, nor is G13, and a turn has one tile.
    """
    token = corporation("PRR", "place_token", city="F6-0-0", slot=0)
    twice = [lay("PRR", "H14", "9-0", 1), lay("PRR", "G13", "9-0", 1), token]
    document = record("1830", *PRR, *twice)
    found = after(document)
    assert [(one.code, one.applied) for one in found.departures] == [
        ("tile_copy", True),
        ("refused", True),
        ("refused", True),
    ]
    assert "but for C&O" in found.departures[-1].ours
    assert found.departures[-1].rule.startswith("19.0")
    position = records.moment_at(records.read(document), f"{len(document['actions']) + 1}:PRR")
    assert position.position.tokens["F6.0"] == ("PRR",)
    assert position.position.tiles == {"H14": "9@1", "G13": "9@1"}


def test_who_lacks_the_money_is_lent_it() -> None:
    """A 6-train, 630, when the bank sells 2s and PRR has 1000 - 80; then a seventh at 630."""
    trains = [
        buy_train("PRR", "2-0", 80),
        buy_train("PRR", "6-0", 630),
        buy_train("PRR", "6-1", 630),
    ]
    found = after(record("1830", *PRR, *trains, corporation("PRR", "pass")))
    row = found.game.operating.corporations["PRR"]
    assert (row.cash, found.game.operating.phase) == (0, "6")
    assert [one.type for one in found.departures] == ["buy_train", "buy_train"]


@pytest.mark.parametrize("routes", [5, [5], [{}], [{"train": "2-0", "connections": 5}], None])
def test_a_run_that_cannot_be_read_is_a_run_all_the_same(routes: Any) -> None:
    broken = RUN | {"routes": routes}
    found = list(records.runs(record("1830", *PRR, *ALTOONA, broken, RUN)))
    assert [bool(one.problem) for one in found] == [True, False]
    assert found[0].routes == ()


def test_automatic_actions_are_read_at_any_depth() -> None:
    deep: dict[str, Any] = player(1, "message")
    for _ in range(100_000):
        deep = player(1, "log", auto_actions=[deep])
    deep = lay("PRR", "H16", "57-0", 1) | {"auto_actions": [deep]}
    game = records.read(
        record("1830", *PRR, lay("PRR", "H14", "9-0", 1) | {"auto_actions": [deep]})
    )
    tiles = records.moment_at(game, f"{len(PRR) + 2}:PRR").position.tiles
    assert tiles == {"H14": "9@1", "H16": "57@1"}
    while deep.get("auto_actions"):  # Taken apart by hand: to drop it whole would be too deep.
        deep = deep.pop("auto_actions")[0]


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b'{"title": "1830", "players": ["\xff"]}')
    with pytest.raises(RecordError, match=r"game\.json: not UTF-8 text"):
        records.read(file)


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


def test_a_record_without_an_action_says_how_to_name_one(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record("1830", *PRR, *ALTOONA, RUN, UNDO, RUN)))
    last = len(PRR) + len(ALTOONA) + 3
    with pytest.raises(PositionError) as error:
        load(file)
    assert str(error.value) == (
        f"{file}: this is a recorded game: write {file}@ACTION; its last runs are {last} (PRR)"
    )
    file.write_text(json.dumps(record("1830", *PRR)))
    with pytest.raises(PositionError, match=r"write .*@ACTION; nobody runs in it"):
        load(file)


def test_an_optional_rule_that_nobody_knows_is_named() -> None:
    """Read without it, a game may be another: that is said first."""
    document = record("1889") | {"settings": {"optional_rules": ["double_gauge"], "seed": 1}}
    departures: list[Any] = []
    assert not list(records.runs(document, departures))
    (one,) = departures
    assert (one.action, one.code, one.applied) == (0, "option", False)
    assert "'double_gauge'" in str(one)
    document["settings"]["optional_rules"] = []
    departures.clear()
    assert not list(records.runs(document, departures))
    assert not departures


@pytest.mark.parametrize(
    ("rules", "meant", "told"),
    [
        (["optional_6_train"], ["optional_6_train"], []),
        ({"optional_6_train": True, "multiple_brown_from_ipo": False}, ["optional_6_train"], []),
        ("optional_6_train", ["optional_6_train"], []),
        (None, [], []),
        ({}, [], []),
        (5, [], ["played by 5"]),
        (["optional_6_train", None, ["x"]], ["optional_6_train"], ["None", "a list"]),
    ],
)
def test_optional_rules_in_other_shapes(rules: Any, meant: list[str], told: list[str]) -> None:
    """A name is a name wherever it stands; what is none is told, and the game read all the same."""
    document = record("1830", *PRR, *ALTOONA, RUN, settings={"optional_rules": rules, "seed": 1})
    assert records.read(document).options == set(meant)
    departures: list[Any] = []
    assert len(list(records.runs(document, departures))) == 1
    assert [(one.action, one.code, one.applied) for one in departures] == [
        (0, "option", False) for _ in told
    ]
    assert all(word in str(one) for word, one in zip(told, departures, strict=True))


SITE_TITLES = [
    name for name, folder in titles.names().items() if (folder / "records.toml").exists()
]


@pytest.mark.parametrize("name", SITE_TITLES)
@pytest.mark.parametrize("players", [1, 9])
def test_more_or_fewer_players_than_the_rules_know(name: str, players: int) -> None:
    """All sit down, each with what the nearest number of players begins with, and all money is
    there: what is dealt comes from the bank.
    """
    title = titles.find(name)
    found = Replay(records.read(record(rules_of(title).name, players=players)))
    (noted,) = found.departures
    assert (noted.code, noted.recorded) == ("players", f"played by {players}")
    cash = title.play.cash["6" if "6" in title.play.cash else "5"]
    cash = title.play.cash["2"] if players == 1 else cash
    cash = title.play.cash.get("7", cash) if players == 9 else cash
    state = found.game.operating
    assert list(state.players.values()) == [cash] * players
    assert state.bank == title.play.bank_for(players) - players * cash


def test_a_run_of_seven_players_is_judged() -> None:
    """The Altoona run of three players, with four more at the table: A, B and C come first."""
    seen = [list(records.runs(record("1830", *PRR, *ALTOONA, RUN, players=n))) for n in (3, 7)]
    assert [len(runs) for runs in seen] == [1, 1]
    assert [check(r.position, r.routes).revenue for (r,) in seen] == [30, 30]


@pytest.mark.parametrize("kind", ["player", "company", "minor", "nobody", None, ["player"]])
def test_a_name_says_more_than_a_kind_that_does_not_go_with_it(kind: Any) -> None:
    """PRR is a corporation, whatever its run says that it is."""
    ran = {**RUN, "entity_type": kind}
    departures: list[records.Departure] = []
    (found,) = records.runs(record("1830", *PRR, *ALTOONA, ran), departures)
    (meant,) = records.runs(record("1830", *PRR, *ALTOONA, RUN))
    assert (found.position, found.routes) == (meant.position, meant.routes)
    assert departures == []


def test_only_who_has_trains_runs(corpus: Path) -> None:
    """In 1870 the MKT is a private company and a corporation; the GRSC and a player run nothing."""
    document = json.loads((corpus / "games/1870/1870_game_end_bankrupt.json").read_text())
    runs = [a for a in records.read(document).happened() if a["type"] == "run_routes"]
    (first, *_) = [a["id"] for a in runs if a["entity"] == "MKT"]
    document["actions"] = [
        {**a, "entity_type": "company"} if a["id"] == first else a for a in document["actions"]
    ]
    assert len(list(records.runs(document))) == len(runs)
    for actor in ("GRSC", document["players"][0]["id"]):
        departures: list[records.Departure] = []
        rows = [{**a, "entity": actor} if a["id"] == first else a for a in document["actions"]]
        assert len(list(records.runs({**document, "actions": rows}, departures))) == len(runs) - 1
        assert [one.code for one in departures if one.action == first] == ["corporation"]


def test_a_corporation_runs_under_a_name_that_a_private_company_has_in_records(
    corpus: Path,
) -> None:
    """1889: records call both the Tosa railway and the TER by TR; only the railway has trains."""
    document = json.loads((corpus / "more/1889/314.json").read_text())
    runs = [a for a in records.read(document).happened() if a["type"] == "run_routes"]
    mistold = {a["id"] for a in runs if a["entity"] == "TR"}
    assert mistold
    document["actions"] = [
        {**a, "entity_type": "company"} if a["id"] in mistold else a for a in document["actions"]
    ]
    assert len(list(records.runs(document))) == len(runs)
