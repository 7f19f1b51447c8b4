"""A position goes out as a document and comes back; the canonical form knows equal questions."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import route_opt
from corpus import examples, rows
from route_opt import titles
from route_opt.position import FORMAT, Marker, Position, load, parse

EXAMPLES: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))["position"] for file in examples()
}

NEW_YORK = {
    "title": "1830",
    "phase": "5",
    "corporation": "NYC",
    "trains": ["5", "3"],
    "tiles": {"E19": "63@0", "G19": "62@0", "D20": "9@1", "F20": "69@4"},
    "tokens": {"E19.0": ["NYC"], "G19.1": ["NYNH", None]},
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_round_trip(name: str, tmp_path: Path) -> None:
    position = parse(EXAMPLES[name])
    assert parse(position.document()) == position
    assert parse(json.dumps(position.document())) == position
    assert position.document()["format"] == FORMAT
    position.save(tmp_path / "p.json")
    assert load(tmp_path / "p.json") == position
    assert route_opt.load(str(tmp_path / "p.json")) == position


@pytest.mark.parametrize("name", EXAMPLES)
@given(seed=st.integers(0, 10**6))
def test_canonical_form_ignores_order(name: str, seed: int) -> None:
    shuffled = shuffle(EXAMPLES[name], random.Random(seed))
    first, second = parse(EXAMPLES[name]).canonical(), parse(shuffled).canonical()
    assert first == second
    assert first.canonical() == first
    assert json.dumps(first.document()) == json.dumps(second.document())


def shuffle(document: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    def mixed(value: Any) -> Any:
        if isinstance(value, dict):
            items = list(value.items())
            luck.shuffle(items)
            return dict(items)
        return luck.sample(value, len(value)) if isinstance(value, list) else value

    return {key: mixed(value) for key, value in mixed(document).items()}


def canonical(**changes: Any) -> Position:
    return parse(NEW_YORK | changes).canonical()


def test_canonical_form_turns_tiles_back() -> None:
    """63 looks the same in all six rotations, a straight 9 in two, 62 in none but its own."""
    tiles = {"E19": "63@5", "G19": "62@0", "D20": "9@4", "F20": "69@4"}
    assert canonical(tiles=tiles) == canonical()
    assert canonical(tiles=tiles).tiles["E19"] == "63@0"
    assert canonical(tiles=tiles | {"D20": "9@2"}) != canonical()


def test_canonical_form_drops_empty_slots_and_orders_tokens() -> None:
    assert canonical(tokens={"E19.0": [None, "NYC"], "G19.1": ["NYNH"]}) == canonical()
    assert canonical(tokens={"E19": ["NYC", None], "G19.1": [None, "NYNH"]}) == canonical()
    emptied = {"E19.0": ["NYC"], "G19.0": [None, None], "G19.1": ["NYNH"]}
    assert canonical(tokens=emptied) == canonical()
    assert canonical(tokens={"E19.0": ["NYNH"], "G19.1": ["NYNH"]}) != canonical()


def test_canonical_form_keeps_tokens_beside_the_city_there() -> None:
    """1870: St. Louis on a yellow tile has one slot; what stands after it is beside the city."""
    document = {"title": "1870", "phase": "4", "corporation": "GMO", "tiles": {"C18": "5@0"}}
    beside = parse(document | {"tokens": {"C18.0": [None, "GMO"]}}).canonical()
    inside = parse(document | {"tokens": {"C18.0": ["GMO"]}}).canonical()
    assert beside.tokens == {"C18.0": (None, "GMO")}
    assert beside != inside
    assert parse(beside.document()).canonical() == beside


def test_names_of_cities_are_taken_for_hexes() -> None:
    named = parse(
        NEW_YORK
        | {
            "tiles": {"Albany": "63@0", "new york & newark": "62@0", "D20": "9@1", "F20": "69@4"},
            "tokens": {"Albany": ["NYC"], "New York & Newark.1": ["NYNH", None]},
        }
    )
    assert named == parse(NEW_YORK)
    half = {"tiles": {"minneapolis": "57@0"}, "tokens": {"St. Paul": ["GN"]}}
    found = parse({"title": "1850", "phase": "2", "corporation": "GN"} | half)
    assert (found.tiles, found.tokens) == ({"D9": "57@0"}, {"D9.0": ("GN",)})


def test_an_area_has_one_name() -> None:
    """1850: the Northwest is A2 and B1, one stop under its first hex."""
    document = {"title": "1850", "phase": "5", "corporation": "GN"}
    by_hex, by_other, by_name = (
        parse(document | {"markers": [{"kind": "edge_token", "at": at, "owner": "GN"}]})
        for at in ("A2", "B1.0", "Northwest")
    )
    assert by_hex == by_other == by_name
    assert by_hex.markers == (Marker("edge_token", "A2.0", "GN"),)


def test_other_names_of_corporations_and_tiles() -> None:
    document = {"title": "1850", "phase": "2", "corporation": "MKT", "tokens": {"K6": ["MKT"]}}
    katy = parse(document)
    assert (katy.corporation, katy.tokens) == ("KATY", {"K6.0": ("KATY",)})
    city = {"title": "1870", "phase": "6", "corporation": "T&P", "tiles": {"B11": "171K@0"}}
    assert parse(city).tiles == {"B11": "171@0"}
    assert parse(city).corporation == "TP"


def test_equality_is_of_words_canonical_equality_of_questions() -> None:
    position = parse(NEW_YORK)
    assert position == parse(NEW_YORK)
    assert position != parse(NEW_YORK | {"trains": ["3", "5"]})
    assert position.canonical() == parse(NEW_YORK | {"trains": ["3", "5"]}).canonical()
    assert position != parse(NEW_YORK | {"phase": "6"})


def test_replace_checks_again() -> None:
    position = parse(NEW_YORK)
    assert position.replace(trains=["D"], phase="D").trains == ("D",)
    assert position.trains == ("5", "3")
    marked = parse({"title": "1870", "phase": "2", "corporation": "MKT"}).replace(
        markers=[Marker("connection_run", owner="MKT", from_="B11.0", to="N1.0")]
    )
    assert marked.document()["markers"] == [
        {"kind": "connection_run", "owner": "MKT", "from": "B11.0", "to": "N1.0"}
    ]
    with pytest.raises(route_opt.PositionError, match="'7' is not a train here"):
        position.replace(trains=["7"])


def test_repr_says_what_matters() -> None:
    assert repr(parse(NEW_YORK)) == "<Position 1830 phase 5: NYC with 5+3, 4 tiles>"


def test_options_change_which_trains_and_phases_there_are() -> None:
    document = {"title": "1870", "phase": "D", "corporation": "MP", "trains": ["D"]}
    assert parse(document | {"options": ["diesels"]}).phase == "D"
    with pytest.raises(route_opt.PositionError) as caught:
        parse(document)
    assert [problem.code for problem in caught.value.problems] == ["unknown_phase", "unknown_train"]
    with pytest.raises(route_opt.PositionError, match="'8' is not a train here"):
        parse(document | {"options": ["diesels"], "trains": ["8"]})


def test_any_train_may_stand_in_any_phase() -> None:
    """Analysis asks what-if questions: more trains than the limit, and trains of other phases."""
    document = NEW_YORK | {"phase": "2", "trains": ["D", "6", "6", "5", "2"], "tiles": {}}
    assert len(parse(document | {"tokens": {}}).trains) == 5


def test_every_recorded_position_round_trips(corpus: Path) -> None:
    number = 0
    for row in rows(corpus, "positions/*/*.jsonl", "hard/*.jsonl", "stress/stress.jsonl"):
        position = parse(row["position"])
        assert parse(position.document()) == position, row["id"]
        plain = position.canonical()
        assert plain.canonical() == plain, row["id"]
        assert parse(plain.document()) == plain, row["id"]
        assert not position.notes
        number += 1
    assert number > 900


def test_impossible_boards_load_when_lenient(corpus: Path) -> None:
    """Dense boards drawn at random: what breaks a rule is a note, nothing else is wrong."""
    number = noted = 0
    for row in rows(corpus, "stress/synth*.jsonl"):
        position = parse(row["position"], lenient=True)
        noted += bool(position.notes)
        number += 1
        if position.notes:
            with pytest.raises(route_opt.PositionError) as caught:
                parse(row["position"])
            assert len(caught.value.problems) == len(position.notes)
    assert number > 500
    assert noted > 500


def test_titles_agree_with_their_own_names() -> None:
    for name in titles.names():
        assert titles.find(name).name == name
