"""Tile copies and tokens: slots, reserved spaces, and where tokens go on an upgrade."""

from __future__ import annotations

import pytest

from route_opt import titles
from route_opt.records.pieces import City, PieceError, Pieces


def test_a_token_takes_the_first_slot_nobody_keeps() -> None:
    city = City(2)
    city.reserve("B&O", 0)
    assert city.put("IC")
    assert city.tokens == [None, "IC"]
    assert city.put("B&O")
    assert city.tokens == ["B&O", "IC"]


def test_a_token_without_a_space_takes_the_one_an_upgrade_brings() -> None:
    """E11 shows one space; 57 has one too, 14 has two."""
    pieces = Pieces(titles.find("1846"))
    assert pieces.city("E11.0").put("IC")
    assert not pieces.city("E11.0").put("NYC")
    assert pieces.document() == {"E11.0": ["IC", "NYC"]}
    pieces.lay("E11", "57-0", 1)
    assert pieces.city("E11.0").over == ["NYC"]
    pieces.lay("E11", "14-0", 1)
    assert pieces.city("E11.0").slots == ["IC", "NYC"]


def test_a_token_that_keeps_off_the_first_space_leaves_it_free() -> None:
    pieces = Pieces(titles.find("1846"))
    pieces.city("E11.0").put_second("PRR")
    assert pieces.city("E11.0").put("NYC")
    pieces.lay("E11", "57-0", 1)
    pieces.lay("E11", "14-0", 1)
    assert pieces.city("E11.0").slots == ["NYC", "PRR"]
    pieces.city("D20.0").put_second("ERIE")
    assert pieces.document()["D20.0"] == [None, "ERIE"]


def test_a_space_given_up_is_free() -> None:
    city = City(1)
    city.reserve("B&O", None)
    city.release("B&O")
    city.put("IC")
    assert city.tokens == ["IC"]


def test_a_kept_space_stays_kept_through_an_upgrade() -> None:
    """Cincinnati keeps its first space for B&O while others build it up."""
    pieces = Pieces(titles.find("1846"))
    pieces.city("H12.0").reserve("B&O", 0)
    pieces.lay("H12", "291-0", 0)
    pieces.lay("H12", "294-0", 0)
    pieces.city("H12.0").put("IC")
    assert pieces.document() == {"H12.0": [None, "IC"]}
    pieces.lay("H12", "296-0", 0)
    pieces.city("H12.0").put("B&O")
    assert pieces.document() == {"H12.0": ["B&O", "IC"]}


def test_the_copy_under_an_upgrade_can_be_laid_elsewhere() -> None:
    pieces = Pieces(titles.find("1830"))
    pieces.lay("H16", "57-0", 1)
    pieces.lay("H16", "14-0", 1)
    pieces.lay("E19", "57-0", 0)
    assert pieces.tiles == {"H16": "14@1", "E19": "57@0"}
    assert pieces.copies == {"14-0": "H16", "57-0": "E19"}


def test_each_city_of_a_hex_keeps_the_track_it_had() -> None:
    """New York: printed at side 3 (first) and side 0 (second). 54 at rotation 0 has cities at
    sides 0 1 and 2 3; so the printed first city becomes its second, and the other way round."""
    title = titles.find("1830")
    pieces = Pieces(title)
    pieces.city("G19.0").put("NYNH")
    pieces.city("G19.1").put("PRR")
    pieces.lay("G19", "54-0", 0)
    sides: dict[int, set[int]] = {}
    for first, second in title.tiles["54"].rotated(0):
        sides.setdefault(max(first, second) - 6, set()).add(min(first, second))
    north = next(n for n, found in sides.items() if 3 in found)
    south = next(n for n, found in sides.items() if 0 in found)
    assert pieces.document() == {f"G19.{north}": ["NYNH"], f"G19.{south}": ["PRR"]}


def test_two_cities_become_one() -> None:
    """Chicago of 1850 has two cities until its brown tile, which has one with four spaces."""
    title = titles.find("1850")
    pieces = Pieces(title)
    pieces.city("I18.0").put("GN")
    pieces.city("I18.1").put("CBQ")
    one = next(t for t in title.tiles_of["I18"] if len(title.tiles[t].stops) == 1)
    pieces.lay("I18", f"{one}-0", 0)
    assert pieces.document() == {"I18.0": ["GN", "CBQ"]}


def test_cities_are_named_by_copy_or_by_printed_hex() -> None:
    pieces = Pieces(titles.find("1846"))
    assert pieces.stop_of_city("D6-0-3") == "D6.3"
    assert pieces.stop_of_city("E11-1-0") == "E11.0"
    pieces.lay("E11", "57-2", 1)
    assert pieces.stop_of_city("57-2-0") == "E11.0"
    with pytest.raises(PieceError, match="'D6-0-4': D6 has 4 cities"):
        pieces.stop_of_city("D6-0-4")


def test_tiles_under_another_name() -> None:
    pieces = Pieces(titles.find("1870"))
    pieces.lay("B11", "171K-0", 0)
    assert pieces.tiles == {"B11": "171@0"}
