"""The network of a position: stops, values, tokens and what they block, by hand on small boards."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from corpus import examples
from route_opt import titles
from route_opt.network import Network, NetworkStop
from route_opt.position import parse


def network(title: str, phase: str, corporation: str, **fields: Any) -> Network:
    return Network(parse({"title": title, "phase": phase, "corporation": corporation} | fields))


def example(name: str, **changes: Any) -> Network:
    (file,) = (file for file in examples() if file.stem == name)
    document = json.loads(file.read_text(encoding="utf-8"))
    return Network(parse(document["position"] | changes))


def test_stops_of_a_small_board() -> None:
    """Four yellow tiles: Albany, two towns in F20, plain track; New York as the map prints it."""
    stops = example("albany").stops
    values = {name: stops[name].value for name in ("D14.0", "E19.0", "F20.0", "F20.1", "G19.0")}
    assert values == {"D14.0": 20, "E19.0": 20, "F20.0": 10, "F20.1": 10, "G19.0": 40}
    assert (stops["E19.0"].city, stops["E19.0"].kind) == ("Albany", "city")
    assert stops["F20.1"].kind == "town"


def test_stops_without_track_are_left_out() -> None:
    """Scranton F16 has no tile; no train can come there."""
    assert "F16.0" not in example("albany").stops


def test_a_full_city_blocks_others_and_not_its_owner() -> None:
    york = example("albany").stops["G19.0"]
    assert (york.own, york.full, york.through) == (False, True, False)
    york = example("albany", corporation="NYNH").stops["G19.0"]
    assert (york.own, york.full, york.through) == (True, False, True)


@pytest.mark.parametrize(
    ("tokens", "full"),
    [
        ([], False),
        (["PRR"], False),
        ([None, "PRR"], False),
        (["PRR", "B&O"], True),
        (["PRR", "NYC"], False),
        (["NYC", "PRR"], False),
    ],
)
def test_a_city_with_two_slots(tokens: list[str | None], full: bool) -> None:
    """1830, tile 14 in Pittsburgh H10: blocked only when both slots are others'."""
    there = network(
        "1830", "3", "NYC", tiles={"H10": "14@0"}, tokens={"H10": tokens} if tokens else {}
    ).stops["H10.0"]
    assert there.slots == 2
    assert (there.full, there.through) == (full, not full)
    assert there.own == ("NYC" in tokens)


def test_off_boards_are_ends() -> None:
    stops = network("1830", "2", "PRR").stops
    assert stops["F2.0"].kind == "offboard"
    assert not stops["F2.0"].through
    assert not stops["F2.0"].full


def test_sault_ste_marie_may_be_passed() -> None:
    """1850 8.1."""
    stops = network("1850", "2", "SOO").stops
    assert stops["C20.0"].through
    assert not stops["K20.0"].through


# Off-board and other values that follow the phase, from the rulebooks and the boards.
@pytest.mark.parametrize(
    ("title", "stop", "values"),
    [
        ("1830", "F2.0", {"2": 40, "4": 40, "5": 70, "6": 70, "D": 70}),
        ("1846", "I1.0", {"I": 50, "II": 50, "III": 70, "IV": 70}),
        ("1846", "B8.0", {"I": 40, "II": 40, "III": 10, "IV": 10}),
        ("1850", "A10.0", {"2": 30, "4": 30, "5": 40, "6": 40, "8": 60, "12": 60}),
        ("1850", "F1.0", {"2": 30, "4": 30, "5": 40, "6": 40, "8": 40, "12": 40}),
        ("1867bw", "M11.0", {"2": 30, "3": 50, "4": 50, "5": 70, "6": 70, "D": 70}),
        ("1870", "A2.0", {"1": 30, "3": 30, "4": 40, "5": 40, "6": 50, "7": 50, "8": 50}),
        ("1889", "F1.0", {"2": 30, "4": 30, "5": 60, "6": 60, "D": 60}),
        ("18Chesapeake", "A7.0", {"2": 40, "3": 60, "4": 60, "5": 80, "6": 80, "D": 100}),
    ],
)
def test_values_by_phase(title: str, stop: str, values: dict[str, int]) -> None:
    corporation = next(iter(titles.find(title).corporations))
    for phase, value in values.items():
        assert network(title, phase, corporation).stops[stop].value == value


def test_tile_values_replace_printed_ones() -> None:
    """1830: Boston prints 30; tile 53 says 50, tile 61 says 60."""
    values = [
        network("1830", "5", "B&M", tiles=tiles).stops["E23.0"].value
        for tiles in ({}, {"E23": "53@1"}, {"E23": "61@3"})
    ]
    assert values == [30, 50, 60]


def test_an_area_is_one_stop() -> None:
    """1830: the Gulf is I1 and J2."""
    found = network("1830", "2", "C&O")
    assert "I1.0" in found.stops
    assert "J2.0" not in found.stops
    assert found.board.stop_of["J2.0"] == found.board.stop_of["I1.0"]


def test_an_area_may_be_read_as_two_stops() -> None:
    found = network("1830", "2", "C&O", options=["red_hexes_separate"])
    assert found.stops["I1.0"].value == found.stops["J2.0"].value == 30
    assert found.stops["I1.0"].id != found.stops["J2.0"].id


def test_mesabi_is_open_to_those_with_the_right() -> None:
    """1850 6.5.1: the right is the corporation's own."""
    right = {"kind": "mesabi", "owner": "NP"}
    assert not network("1850", "3", "NP").stops["A10.0"].access
    assert network("1850", "3", "NP", markers=[right]).stops["A10.0"].access
    assert not network("1850", "3", "GN", markers=[right]).stops["A10.0"].access
    assert network("1850", "3", "GN").stops["C20.0"].access


def test_removed_corporations_block_their_start_city() -> None:
    """1846 section 2: Homewood F20 has one place, and the token of the PRR stands on it."""
    marker = {"kind": "removed_corporation", "at": "F20.0", "owner": "PRR"}
    blocked = network("1846", "I", "B&O", markers=[marker]).stops["F20.0"]
    assert (blocked.tokens, blocked.full, blocked.through) == (("PRR",), True, False)
    assert network("1846", "I", "B&O").stops["F20.0"].through


def test_tokens_beside_a_city_belong_and_never_block() -> None:
    """1870: Dallas on a yellow tile has one slot; the destination marker of MP is beside it."""
    there = {"tiles": {"J5": "57@0"}, "tokens": {"J5.0": ["TP", "MP"]}}
    assert network("1870", "3", "MP", **there).stops["J5.0"].own
    assert network("1870", "3", "MP", **there).stops["J5.0"].through
    assert network("1870", "3", "SSW", **there).stops["J5.0"].full
    open_ = {"tiles": {"J5": "57@0"}, "tokens": {"J5.0": [None, "MP"]}}
    assert network("1870", "3", "SSW", **open_).stops["J5.0"].through


def test_what_is_empty_beside_a_full_city_does_not_open_it() -> None:
    """One slot, taken; the empty places after it are no slots."""
    there = {"tiles": {"J5": "57@0"}, "tokens": {"J5.0": ["TP", None, "MP"]}}
    assert network("1870", "3", "SSW", **there).stops["J5.0"].full
    written = network("1846", "I", "GT", tokens={"D6.1": ["NYC", None]}).stops["D6.1"]
    assert (written.full, written.through) == (True, False)


def test_four_cities_of_chicago_are_four_stops() -> None:
    """1846: each has its own place for a token, so one may be full while the others are not."""
    stops = network("1846", "I", "GT", tokens={"D6.1": ["NYC"]}).stops
    chicago = [stops[f"D6.{n}"] for n in range(4)]
    assert [stop.full for stop in chicago] == [False, True, False, False]
    assert len({stop.id for stop in chicago}) == 4


def test_what_lies_on_a_hex() -> None:
    """Tile 8 joins sides 0 and 2; turned by five sixths, sides 5 and 1."""
    laid = example("albany").laid["D18"]
    assert [set(piece) for piece in laid.track] == [{5, 1}]
    assert laid.exits == {5: (1,), 1: (5,)}


def test_deposits_are_stops_without_value() -> None:
    """1867bw: the deposit at I11 counts as a location and is worth nothing by itself."""
    deposit = example("cheyenne").stops["I11.0"]
    assert (deposit.kind, deposit.value, deposit.through) == ("deposit", 0, True)


def test_stops_are_shared_between_positions_but_not_their_tokens() -> None:
    """Prepared stops are kept; a token of one position must not be seen in another."""
    first = network("1830", "2", "PRR", tokens={"H12.0": ["PRR"]}).stops["H12.0"]
    second: NetworkStop = network("1830", "2", "PRR").stops["H12.0"]
    assert (first.own, second.own) == (True, False)
    assert network("1830", "5", "PRR").stops["F2.0"].value == 70
    assert network("1830", "2", "PRR").stops["F2.0"].value == 40


def test_building_it_is_fast(corpus: Path) -> None:
    """The latest position of a long 1870 game, after warm-up: well under a millisecond."""
    file = corpus / "positions/1870/1870_game_end_bank.jsonl"
    last = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
    position = parse(last["position"])
    Network(position).stops  # noqa: B018
    began = time.process_time()
    for _ in range(200):
        Network(position).stops  # noqa: B018
    assert (time.process_time() - began) / 200 < 0.001


def test_a_marker_beside_its_city_takes_a_free_space_in_station_marker_wars() -> None:
    """1870, Variants: in Dallas the destination marker then fills one of the city's spaces."""
    document = {
        "title": "1870",
        "phase": "4",
        "corporation": "MKT",
        "tiles": {"J5": "57@0"},
        "markers": [{"kind": "destination", "at": "J5.0", "owner": "MP"}],
    }
    beside = Network(parse(document)).stops["J5.0"]
    assert (beside.tokens, beside.full) == ((None, "MP"), False)
    fills = Network(parse(document | {"options": ["station_marker_wars"]})).stops["J5.0"]
    assert (fills.tokens, fills.full) == (("MP",), True)
