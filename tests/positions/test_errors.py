"""Bad positions: every problem at once, each with what, where, the value and what was expected."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from route_opt.claims import check
from route_opt.documents import LARGEST
from route_opt.errors import ClaimError, PositionError
from route_opt.position import load, parse

GOOD: dict[str, Any] = {
    "format": "route-opt/position@1",
    "title": "1846",
    "phase": "II",
    "corporation": "PRR",
    "trains": ["3/5", "2"],
    "tiles": {"E19": "8@4", "G15": "57@0"},
    "tokens": {"F20.0": ["PRR"]},
    "markers": [{"kind": "mail_contract", "owner": "PRR"}],
}


def problems(document: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(PositionError) as caught:
        parse(document)
    return [(problem.code, problem.where, problem.message) for problem in caught.value.problems]


def test_the_good_one_is_good() -> None:
    assert parse(GOOD).trains == ("3/5", "2")


# A change to the good document; code and place of the one problem; words in its message.
CASES: list[tuple[dict[str, Any], str, str, list[str]]] = [
    ({"title": "1864"}, "unknown_title", "title", ["'1864'", "1830, 1846", "did you mean '1846'"]),
    ({"title": 1846}, "wrong_type", "title", ["1846 is not a text"]),
    ({"title": None}, "missing", "title", ["is missing"]),
    ({"format": "x@1"}, "wrong_format", "format", ["'x@1' is not 'route-opt/position@1'"]),
    ({"phase": "2"}, "unknown_phase", "phase", ["'2' is not a phase", "I, II, III, IV"]),
    ({"phase": ""}, "unknown_phase", "phase", ["'' is not a phase", "I, II, III, IV"]),
    ({"phase": None}, "missing", "phase", ["is missing"]),
    ({"phase": 3}, "wrong_type", "phase", ["3 is not a text"]),
    ({"corporation": "PPR"}, "unknown_corporation", "corporation", ["'PPR'", "'PRR'?"]),
    ({"corporation": ""}, "unknown_corporation", "corporation", ["''", "expected one of"]),
    ({"corporation": ["PRR"]}, "wrong_type", "corporation", ["['PRR'] is not a text"]),
    ({"trains": ["3/5", "8"]}, "unknown_train", "trains[1]", ["'8' is not a train", "7/8"]),
    ({"trains": ["2", 3]}, "unknown_train", "trains[1]", ["3 is not a train"]),
    ({"trains": "2"}, "wrong_type", "trains", ["'2' is not a list"]),
    ({"trains": ["2"] * 999}, "too_long", "trains", ["999 entries"]),
    ({"train": ["2"]}, "unknown_field", "train", ["'train'", "did you mean 'trains'?"]),
    ({"options": ["diesels"]}, "unknown_option", "options[0]", ["'diesels' is not an option"]),
    ({"tiles": {"E99": "8@4"}}, "unknown_hex", "tiles.E99", ["'E99' is neither a hex nor a city"]),
    (
        {"tiles": {"Clevland": "5@1"}},
        "unknown_hex",
        "tiles.Clevland",
        ["'Cleveland'?"],
    ),
    ({"tiles": {"E19": "888@4"}}, "unknown_tile", "tiles.E19", ["'888@4' is not a tile of 1846"]),
    ({"tiles": {"E19": "8"}}, "unknown_tile", "tiles.E19", ["'8'", "write <tile>@<rotation>"]),
    ({"tiles": {"E19": "8@6"}}, "bad_rotation", "tiles.E19", ["rotation '6' is outside 0..5"]),
    ({"tiles": {"E19": "8@-1"}}, "bad_rotation", "tiles.E19", ["rotation '-1'"]),
    ({"tiles": {"E19": 8}}, "wrong_type", "tiles.E19", ["8 is not a tile such as '57@2'"]),
    ({"tiles": ["E19"]}, "wrong_type", "tiles", ["['E19'] is not an object"]),
    ({"tiles": {"E19": "57@0"}}, "wrong_tile", "tiles.E19", ["57 does not belong on E19"]),
    ({"tiles": {"E17": "57@0"}}, "reserved_place", "tiles.E17", ["expected one of", "291"]),
    ({"tiles": {"D16": "8@0"}}, "wrong_tile", "tiles.D16", ["no tile may be laid on D16"]),
    ({"tiles": {"B14": "9@2"}}, "track_off_map", "tiles.B14", ["leaves the map at side 2"]),
    ({"tiles": {"E15": "9@0"}}, "blank_side", "tiles.E15", ["the blank side of D16 at side 3"]),
    ({"tiles": {"E19": "8@4", "e19": "8@4"}}, "two_tiles", "tiles.e19", ["E19 has a tile"]),
    ({"tiles": {"D14": "57@0", "Toledo": "5@1"}}, "two_tiles", "tiles.Toledo", ["D14 has a tile"]),
    ({"tokens": {"F20.1": ["PRR"]}}, "unknown_stop", "tokens.F20.1", ["F20 has 1 stop"]),
    ({"tokens": {"E19": ["PRR"]}}, "unknown_stop", "tokens.E19", ["E19 has no stop"]),
    (
        {"tokens": {"F20": ["PRR", "GT"]}},
        "token_beyond_slots",
        "tokens.F20",
        ["1 slot"],
    ),
    ({"tokens": {"I5": ["IC", "IC"]}}, "two_tokens", "tokens.I5", ["IC has 2 tokens in one city"]),
    ({"tokens": {"F20": "PRR"}}, "wrong_type", "tokens.F20", ["'PRR' is not a list"]),
    ({"tokens": {"F20": ["XYZ"]}}, "unknown_corporation", "tokens.F20[0]", ["'XYZ'"]),
    ({"tokens": {"F20": [""]}}, "unknown_corporation", "tokens.F20[0]", ["''"]),
    ({"tokens": {"F20": [7]}}, "unknown_corporation", "tokens.F20[0]", ["7 is not"]),
    ({"tokens": {"F22": ["PRR"]}}, "token_beyond_slots", "tokens.F22", ["offboard has 0 slots"]),
    ({"tokens": {"F20": ["PRR"], "F20.0": ["GT"]}}, "two_entries", "tokens.F20.0", ["F20.0 has"]),
    ({"markers": [{"kind": "meat"}]}, "unknown_marker", "markers[0].kind", ["'meat'"]),
    ({"markers": ["meat_packing"]}, "wrong_type", "markers[0]", ["is not an object"]),
    ({"markers": {"kind": "x"}}, "wrong_type", "markers", ["is not a list"]),
    (
        {"markers": [{"owner": "PRR"}]},
        "unknown_marker",
        "markers[0].kind",
        ["None is not"],
    ),
    (
        {"markers": [{"kind": "meat_packing", "at": "F20", "owner": "PRR"}]},
        "wrong_place",
        "markers[0].at",
        ["stands on D6, I1, not on F20"],
    ),
    (
        {"markers": [{"kind": "meat_packing", "owner": "PRR"}]},
        "missing",
        "markers[0].at",
        ["a meat_packing marker needs it"],
    ),
    (
        {"markers": [{"kind": "meat_packing", "at": "D6.1"}]},
        "missing",
        "markers[0].owner",
        ["needs an owner"],
    ),
    (
        {"markers": [{"kind": "mail_contract", "owner": "PRR", "value": "10"}]},
        "wrong_number",
        "markers[0].value",
        ["'10' is not a whole number from 0 to 10000"],
    ),
    (
        {"markers": [{"kind": "mail_contract", "owner": "PRR", "worth": 10}]},
        "unknown_field",
        "markers[0].worth",
        ["'worth' is not a field"],
    ),
    (
        {"markers": [{"kind": "mail_contract", "owner": "PRR", "state": [1]}]},
        "unknown_state",
        "markers[0].state",
        ["has no state, [1]"],
    ),
    (
        {"markers": [{"kind": "meat_packing", "at": "D6", "owner": "PRR", "hex_wide": 1}]},
        "wrong_type",
        "markers[0].hex_wide",
        ["1 is not true or false"],
    ),
]


@pytest.mark.parametrize(
    ("change", "code", "where", "words"),
    CASES,
    ids=[f"{c[1]}-{c[2]}-{n}" for n, c in enumerate(CASES)],
)
def test_each_problem(change: dict[str, Any], code: str, where: str, words: list[str]) -> None:
    found = problems(GOOD | change)
    assert [(c, w) for c, w, _ in found] == [(code, where)]
    for word in words:
        assert word in found[0][2]


def test_track_into_a_closed_side() -> None:
    """1830: no track between Ottawa B16 and C17. Tile 57@2 joins sides 2 and 5 of B16."""
    document = {"title": "1830", "phase": "2", "corporation": "CPR", "tiles": {"B16": "57@2"}}
    codes = {code: message for code, _, message in problems(document)}
    assert "enters C17 at side 5, which is closed to track" in codes["impassable"]


def test_more_copies_than_the_box_holds() -> None:
    """1830 Table 7: one tile 1, two tiles 4."""
    tiles = {"E7": "4@1", "F10": "4@1", "D4": "4@1", "G7": "1@0", "G17": "1@0"}
    document = {"title": "1830", "phase": "2", "corporation": "PRR", "tiles": tiles}
    assert {message for code, _, message in problems(document) if code == "too_many_tiles"} == {
        "tile 4 lies 3 times; 1830 has 2",
        "tile 1 lies 2 times; 1830 has 1",
    }


def test_tiles_without_limit() -> None:
    """1846 6.22: 7, 8 and 9 never run out, though the box has 14 of 9."""
    country = "C11 D8 D10 D12 E7 E9 E13 F6 F8 F10 F12 G11 H4 H6 H8 I3 I7"
    document = GOOD | {"tiles": dict.fromkeys(country.split(), "9@1")}
    assert len(country.split()) > 14
    parse(document)


def test_ambiguous_names_ask_for_the_hex() -> None:
    """1830, red hexes as two stops: the Gulf is then I1 or J2. As one area it is one place."""
    document = {"title": "1830", "phase": "2", "corporation": "PRR", "tokens": {"Gulf": ["PRR"]}}
    assert [code for code, _, _ in problems(document)] == ["token_beyond_slots"]
    ((code, _, message),) = problems(document | {"options": ["red_hexes_separate"]})
    assert (code, message) == ("ambiguous_name", "'Gulf' is Gulf (I1) or Gulf (J2); give the hex")
    # Two hexes of 1870 are called Springfield, each with its state.
    springfield = {
        "title": "1870",
        "phase": "2",
        "corporation": "MP",
        "tiles": {"Springfield": "57@0"},
    }
    ((code, _, message),) = problems(springfield)
    assert code == "ambiguous_name"
    assert "Springfield, IL (B19) or Springfield, MO (E12)" in message
    # Names with commas, and clear beginnings.
    for name in ("Springfield, MO", "springfield mo", "Springfield M"):
        assert parse(springfield | {"tiles": {name: "57@0"}}).tiles == {"E12": "57@0"}


@pytest.mark.parametrize("name", ["Chicago", "chicago", "D6", "d6"])
def test_a_token_in_a_hex_of_several_cities_says_in_which(name: str) -> None:
    document = {"title": "1846", "phase": "II", "corporation": "GT", "tokens": {name: ["GT"]}}
    ((code, where, message),) = problems(document)
    assert (code, where) == ("ambiguous_name", f"tokens.{name}")
    assert message == f"{name!r} is one of D6.0, D6.1, D6.2 or D6.3; give which"
    # No token decides nothing.
    assert parse(document | {"tokens": {name: [None]}}).tokens == {"D6.0": (None,)}


def test_a_marker_in_a_hex_of_several_cities() -> None:
    """Meat packing counts in all of Chicago; boomtown in one city, where it may be the own one."""
    document = {"title": "1846", "phase": "II", "corporation": "GT", "tokens": {"D6.2": ["GT"]}}
    packing = {"kind": "meat packing", "at": "Chicago", "owner": "GT"}
    assert parse(document | {"markers": [packing]}).markers[0].at == "D6.0"
    boom = {"kind": "boomtown", "at": "Chicago", "owner": "GT"}
    ((code, where, message),) = problems(document | {"markers": [boom]})
    assert (code, where) == ("ambiguous_name", "markers[0].at")
    assert message.endswith("give which; D6.2 has a token of GT")
    assert parse(document | {"markers": [boom | {"hex_wide": True}]}).markers[0].hex_wide


@pytest.mark.parametrize("count", [True, 1.0])
def test_what_equals_a_number_that_was_read_before_is_no_number(count: object) -> None:
    cube = {"kind": "cube", "at": "I11.0", "count": 1}
    document = {"title": "1867bw", "phase": "2", "corporation": "C&N", "tiles": {"I11": "d1@0"}}
    assert parse(document | {"markers": [cube]}).markers[0].count == 1
    ((code, where, _),) = problems(document | {"markers": [cube | {"count": count}]})
    assert (code, where) == ("wrong_number", "markers[0].count")


def test_names_are_read_as_people_write_them() -> None:
    position = parse(
        {
            "title": "1846",
            "phase": "ii",
            "corporation": "ic",
            "trains": ["3 / 5"],
            "tokens": {"St Louis": [], "centralia": ["illinois central"], "CAIRO": ["Ic"]},
            "markers": [
                {"kind": "Mail Contract", "owner": "IC"},
                {"kind": "steamboat", "at": "saint louis", "owner": "b & o"},
            ],
        }
    )
    assert (position.phase, position.corporation, position.trains) == ("II", "IC", ("3/5",))
    assert position.tokens == {"I1.0": (), "I5.0": ("IC",), "K3.0": ("IC",)}
    assert [marker.kind for marker in position.markers] == ["mail_contract", "steamboat"]
    assert position.markers[1].owner == "B&O"


def test_a_train_is_not_its_beginning() -> None:
    document = {"title": "1846", "phase": "II", "corporation": "IC", "trains": ["3"]}
    ((code, _, message),) = problems(document)
    assert code == "unknown_train"
    assert "did you mean '3/5'" in message


def test_half_a_name_asks_which_city() -> None:
    """1830: New York & Newark are two stops of G19; Akron & Canton on a tile too."""
    document = {"title": "1830", "phase": "2", "corporation": "NYNH"}
    ((code, where, message),) = problems(document | {"tokens": {"New York": ["NYNH"]}})
    assert (code, where) == ("ambiguous_name", "tokens.New York")
    assert "one of G19.0 or G19.1" in message
    parse(document | {"tokens": {"New York.0": ["NYNH"]}, "tiles": {"Akron": "1@0"}})


def test_states_of_a_refinery() -> None:
    document = {"title": "1867bw", "phase": "2", "corporation": "CNW"}
    marker = {"kind": "refinery", "at": "Casper", "state": "broken"}
    ((code, where, message),) = problems(document | {"markers": [marker]})
    assert (code, where) == ("unknown_state", "markers[0].state")
    assert "construction, inoperational, operational, disrepair" in message


def test_cubes_lie_on_deposits() -> None:
    document = {"title": "1867bw", "phase": "2", "corporation": "CNW"}
    marker = {"kind": "cube", "at": "Casper", "count": 1}
    ((code, _, message),) = problems(document | {"markers": [marker]})
    assert code == "wrong_place"
    assert "stands on a deposit, not on a city" in message


def test_all_problems_at_once() -> None:
    """Twelve slips, twelve problems in one error."""
    found = problems(
        {
            "format": "route-opt/position@9",
            "title": "1846",
            "phase": "5",
            "corporation": "PPR",
            "trains": ["2", "9"],
            "tiles": {"E19": "8@7", "E98": "8@1", "G15": "999@0", "E15": "9@0"},
            "tokens": {"F20": ["PRR", "GT"], "I5": ["IC", "IC"]},
            "markers": [{"kind": "cattle"}],
            "extra": 1,
        }
    )
    assert sorted(code for code, _, _ in found) == [
        "bad_rotation",
        "blank_side",
        "token_beyond_slots",
        "two_tokens",
        "unknown_corporation",
        "unknown_field",
        "unknown_hex",
        "unknown_marker",
        "unknown_phase",
        "unknown_tile",
        "unknown_train",
        "wrong_format",
    ]


def test_fields_that_there_are_not_come_in_the_order_of_the_document() -> None:
    odd = dict.fromkeys(["worth", "colour", "b", "a", "stock", "player", "turn"], 1)
    marker = {"kind": "mail_contract", "owner": "PRR"} | odd
    found = problems(GOOD | {"markers": [marker]} | odd)
    assert [where for _, where, _ in found] == [*odd, *(f"markers[0].{name}" for name in odd)]
    with pytest.raises(ClaimError) as caught:
        check(parse(GOOD), [{"train": "2", "track": ["F20.0", "E19"]} | odd])
    assert [problem.where for problem in caught.value.problems] == [
        f"routes[0].{name}" for name in odd
    ]


def test_a_bad_tile_does_not_cast_doubt_on_its_tokens() -> None:
    """The tokens of a city whose tile is unknown cannot be judged: one problem, not three."""
    change = {"tiles": {"G15": "999@0"}, "tokens": {"G15.1": ["PRR", "GT", "IC"]}}
    assert [code for code, _, _ in problems(GOOD | change)] == ["unknown_tile"]


def test_message_of_the_error_lists_all() -> None:
    with pytest.raises(PositionError) as caught:
        parse(GOOD | {"phase": "9", "trains": ["9"]})
    assert str(caught.value).splitlines() == [
        "phase: '9' is not a phase here; expected one of I, II, III, IV",
        "trains[0]: '9' is not a train here; expected one of 2, 3/5, 4, 4/6, 5, 7/8, 6",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: Expecting value at line 1 column 1"),
        ('{"title": "1846", ', "not JSON"),
        ('{"title": "1846"} x', "not JSON: Extra data"),
        ('{"title": "1846", "title": "1830"}', "key 'title' stands twice in one object"),
        ('{"title": "1846", "tiles": {"E19": "8@1", "E19": "8@2"}}', "key 'E19' stands twice"),
        ('{"title": NaN}', "NaN is not a number of JSON"),
        ("[]", "a position is an object, not a list"),
        ('"1846"', "a position is an object, not a text"),
        ("[" * 100_000, "nested too deeply"),
        ('{"title": ' + "9" * 5000 + "}", "not JSON"),
        ("\ufeff{}", ""),
        (b"\xff\xfe{}", "not UTF-8 text (byte 0)"),
        (b"\xef\xbb\xbf{}", "title: is missing"),
    ],
)
def test_broken_json(text: str | bytes, words: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse(text)
    assert words in str(caught.value)


def test_every_truncation_of_a_position_is_an_error() -> None:
    text = json.dumps(GOOD)
    for end in range(len(text)):
        with pytest.raises(PositionError):
            parse(text[:end])


def test_a_100_mb_file_is_refused_at_once(tmp_path: Path) -> None:
    """Its size is enough; nothing is read."""
    file = tmp_path / "huge.json"
    with file.open("wb") as sparse:
        sparse.truncate(100 * 1024 * 1024)
    tracemalloc.start()
    with pytest.raises(PositionError, match="is larger than") as caught:
        load(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.problems[0].code == "too_large"
    assert peak < 1024 * 1024


def test_huge_text_is_refused() -> None:
    with pytest.raises(PositionError, match="is larger than"):
        parse(b" " * (LARGEST + 1))


@pytest.mark.parametrize("name", ["nowhere.json", "\0", "x" * 5000, "."])
def test_unreadable_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(PositionError) as caught:
        load(str(tmp_path / name))
    assert caught.value.problems[0].code == "unreadable"


@pytest.mark.parametrize(
    "document",
    [
        GOOD | {"tiles": {f"Q{n}": "8@1" for n in range(20_000)}},
        GOOD | {"trains": ["9"] * 200, "tokens": {f"city {n}": ["PRR"] for n in range(20_000)}},
        GOOD | {f"field {n}": n for n in range(20_000)},
        GOOD | {"markers": [{"kind": "x" * 100_000}] * 200},
        GOOD | {"phase": "x" * 1_000_000},
        GOOD | {"tiles": {"E19": "8@" + "1" * 1_000_000}},
        GOOD | {"tiles": {"x" * 1_000_000: "8@1"}},
        GOOD | {"tokens": {"F20." + "9" * 5_000: ["PRR"]}},
        GOOD | {"tokens": {"F20": [None] * 1_000_000}},
        GOOD | {"tokens": {"F20": ["PRR"] * 1_000_000}},
        GOOD | {"title": "1" * 100_000},
        GOOD | {"tiles": {7: "8@1"}, "tokens": {None: []}, "markers": [{1: 2}]},
        GOOD | {"corporation": 10**5000},
        GOOD | {"tokens": {"F20.\N{ARABIC-INDIC DIGIT THREE}": ["PRR"]}},
        GOOD | {"tiles": {"\ud800": "\ud800"}},
    ],
    ids=range(15),
)
def test_odd_documents_are_refused_quickly(document: dict[Any, Any]) -> None:
    began = time.process_time()
    with pytest.raises(PositionError) as caught:
        parse(document)
    assert time.process_time() - began < 1
    assert len(caught.value.problems) <= 101
    for problem in caught.value.problems:
        assert len(str(problem)) < 500
        str(problem).encode()


def test_deep_values_are_told_briefly() -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    for field in ("title", "phase", "trains", "tiles", "tokens", "markers", "format"):
        with pytest.raises(PositionError):
            parse(GOOD | {field: deep})


def test_lenient_takes_an_impossible_board_as_drawn() -> None:
    """1830: three copies of 4 where there are two, track off the map and into a closed side."""
    tiles = {"E7": "4@2", "F10": "4@1", "D4": "4@1", "B16": "57@2"}
    document = {"title": "1830", "phase": "2", "corporation": "PRR", "tiles": tiles}
    position = parse(document, lenient=True)
    assert position.tiles == tiles
    assert any("tile 4 lies 3 times" in note for note in position.notes)
    assert any("closed to track" in note for note in position.notes)
    with pytest.raises(PositionError) as caught:
        parse(document)
    assert [str(problem) for problem in caught.value.problems] == list(position.notes)


def test_lenient_does_not_excuse_nonsense() -> None:
    with pytest.raises(PositionError):
        parse(GOOD | {"tiles": {"E19": "57@0"}}, lenient=True)
    with pytest.raises(PositionError):
        parse(GOOD | {"phase": "9"}, lenient=True)
