"""1850 against its rulebook: the numbers below were typed from its sections and tables."""

from __future__ import annotations

import pytest

from route_opt import titles
from route_opt.errors import PositionError
from route_opt.names import places
from route_opt.position import parse

TITLE = titles.find("1850")

# Section 22: the pictures are lost, the numbers beside them are not. Three columns, read downwards
# in the order of the tile numbers within a colour; "map" rows left out.
FIRST_COLUMN = {"1": 1, "2": 1, "3": 3, "4": 4, "5": 2, "6": 2, "7": 6, "8": 20, "9": 20} | {
    "55": 1,
    "56": 1,
    "57": 5,
}
SECOND_COLUMN = [4, 1, 1, 4, 4, 1, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
SECOND_TILES = "58 69 128 14 15 16 17 18 19 20 23 24 25 26 27 28 29 129 132 141 142 143"
THIRD_COLUMN = [1, 1, 1, 3, 3, 2, 1, 2, 2, 2, 4, 1, 1, 1, 3, 1, 1, 1, 1, 1, 2]
THIRD_TILES = "144 39 40 41 42 43 44 45 46 47 63 70 130 133 135 145 146 147 131 134 138"


def test_section_22_manifest() -> None:
    second = dict(zip(SECOND_TILES.split(), SECOND_COLUMN, strict=True))
    third = dict(zip(THIRD_TILES.split(), THIRD_COLUMN, strict=True))
    assert TITLE.manifest == FIRST_COLUMN | second | third


def test_section_21_trains() -> None:
    rows = {t.name: (t.price, t.number) for t in TITLE.trains.values() if not t.option}
    assert rows == {
        "2": (80, 6),
        "3": (180, 6),
        "4": (300, 4),
        "5": (450, 3),
        "6": (630, 3),
        "8": (800, 3),
        "10": (950, 2),
        "12": (1100, 0),
    }
    rusts = {train.name: train.rusts_on for train in TITLE.trains.values() if train.rusts_on}
    assert rusts == {"2": "4", "3": "6", "4": "8", "5": "12"}


def test_section_21_phases() -> None:
    phases = [phase for phase in TITLE.phases.values() if not phase.option]
    assert [phase.name for phase in phases] == ["2", "3", "4", "5", "6", "8", "10", "12"]
    assert [phase.train_limit for phase in phases] == [4, 4, 3, 2, 2, 2, 2, 2]
    assert [phase.operating_rounds for phase in phases] == [1, 2, 2, 3, 3, 3, 3, 3]
    assert [phase.column for phase in phases] == [0, 0, 0, 1, 1, 2, 2, 2]
    newest = [phase.tiles[-1] for phase in phases]
    assert newest == ["yellow", "green", "green", "brown", "brown", "gray", "gray", "gray"]


def test_16_2_diesels() -> None:
    """In place of 8, 10 and 12: any length, 300 off for a 4, 5 or 6; phases 8 and 10 go."""
    diesel = TITLE.trains["D"]
    assert (diesel.option, diesel.visits, diesel.available_on) == ("diesels", 0, "6")
    assert diesel.trade_in == {"4": 300, "5": 300, "6": 300}
    assert [t.name for t in TITLE.trains.values() if t.without == "diesels"] == ["8", "10", "12"]
    assert TITLE.phases["D"].option == "diesels"


def test_16_3_reduced_tokens() -> None:
    """One token at 100 less for every company that has two of them."""
    fewer = {name: c.fewer_tokens for name, c in TITLE.corporations.items() if c.fewer_tokens}
    assert fewer == {"CBQ": {"reduced_tokens": 1}, "RI": {"reduced_tokens": 1}}


def test_15_2_private_companies() -> None:
    rows = {p.number: (p.name, p.price, p.revenue) for p in TITLE.privates.values()}
    assert rows == {
        "P1": ("Great River Shipping Company", 20, 5),
        "P2": ("Crédit Mobilier", 40, 10),
        "P3": ("Mississippi River Bridge Company", 40, 10),
        "P4": ("Gant Brothers Construction Company", 50, 10),
        "P5": ("Mesabi Mining Company", 80, 15),
        "P6": ("Western Land Grant Company", 90, 20),
        "P7": ("Mississippi & Missouri Railroad", 160, 20),
    }
    closing: dict[str, set[str]] = {}
    for private in TITLE.privates.values():
        closing.setdefault(private.closes_on, set()).add(private.number)
    assert closing == {"5": {"P1", "P3", "P5", "P7"}, "6": {"P2", "P4", "P6"}}  # 4.2.4, 4.2.5
    early = {p.number for p in TITLE.privates.values() if p.sold_from == "2"}
    assert early == {"P3", "P5"}  # 4.2.1


def test_15_3_public_companies() -> None:
    rows = {
        name: (TITLE.hexes[c.home[0].split(".")[0]].name, len(c.tokens), c.edge_token is not None)
        for name, c in TITLE.corporations.items()
    }
    assert rows == {
        "CBQ": ("Chicago", 4, False),
        "MILW": ("Milwaukee", 3, True),
        "RI": ("Cedar Rapids", 4, False),
        "GN": ("Minneapolis & St. Paul", 3, True),
        "KATY": ("Kansas City", 3, True),
        "MP": ("St. Louis", 3, False),
        "NP": ("Duluth", 3, True),
        "SOO": ("La Crosse", 3, True),
        "UP": ("Omaha", 3, True),
    }
    prices = {c.edge_token.price for c in TITLE.corporations.values() if c.edge_token}
    assert prices == {50}  # 7.4


def test_edge_tokens_stand_on_western_areas_and_sault_ste_marie() -> None:
    """7.4: each west edge area and Sault Ste. Marie have a place for tokens; the rest have none."""
    places = {
        TITLE.hexes[c.edge_token.area].name for c in TITLE.corporations.values() if c.edge_token
    }
    assert places == {"Northwest", "West", "Southwest", "Sault Ste. Marie"}
    doubled = {TITLE.hexes[hex_id].name for hex_id in TITLE.markers["edge_token"].hexes}
    assert doubled == places


def test_section_21_money() -> None:
    assert TITLE.play.bank == 12000  # 2.4
    assert TITLE.play.cash == {str(players): 2100 // players for players in range(2, 7)}  # 3.3
    assert TITLE.play.certificate_limits == {
        "2": {"9": 24, "8": 21},
        "3": {"9": 17, "8": 15},
        "4": {"9": 14, "8": 12},
        "5": {"9": 11, "8": 9},
        "6": {"9": 9, "8": 8},
    }
    assert TITLE.market.pars == (68, 72, 76, 82, 90, 100)  # 5.1.2


def test_6_4_3_large_cities() -> None:
    """135 only on Kansas City, Minneapolis & St. Paul and St. Louis, and no 63 there."""
    for hex_ in TITLE.hexes.values():
        special = hex_.name in ("Kansas City", "Minneapolis & St. Paul", "St. Louis")
        tiles = TITLE.tiles_of[hex_.id]
        assert ("135" in tiles) == special
        assert not (special and "63" in tiles)


def test_6_4_1_towns() -> None:
    for name, tile in TITLE.tiles.items():
        if tile.kinds == ("town", "town"):
            assert name not in TITLE.upgrades
        elif tile.kinds == ("town",) and tile.colour == "yellow":
            assert set(TITLE.upgrades[name]) <= {"141", "142", "143", "144"}


def test_6_1_3_chicago_may_not_point_northwest_and_east() -> None:
    """Sides of a pointed hex clockwise from the lower left: 2 is northwest, 4 is east."""
    track = {turn: {side for _, side in TITLE.tiles["128"].rotated(turn)} for turn in range(6)}
    assert track[2] == {2, 4}
    document = {"title": "1850", "phase": "2", "corporation": "CBQ"}
    parse(document | {"tiles": {"I18": "128@0"}})
    with pytest.raises(PositionError) as caught:
        parse(document | {"tiles": {"I18": "128@2"}})
    assert "forbidden_rotation" in {problem.code for problem in caught.value.problems}


def test_6_1_first_tile_is_green_in_two_cities() -> None:
    yellow = {h.name for h in TITLE.hexes.values() if h.tile.colour == "yellow"}
    assert yellow == {"Milwaukee", "Cedar Rapids"}


def test_west_of_the_mississippi() -> None:
    """Glossary: no hex with the river in it, nor the hex west of the Mesabi Range."""
    west = TITLE.marks["west_of_mississippi"]
    mesabi = next(h.id for h in TITLE.hexes.values() if h.name == "Mesabi Range")
    assert TITLE.neighbour(mesabi, 1) not in west
    for city in ("Minneapolis & St. Paul", "La Crosse", "St. Louis", "Rock Island"):
        assert places(TITLE).hexes(city)[0] not in west
    for city in ("Omaha", "Kansas City", "Des Moines", "Fargo", "Cedar Rapids"):
        assert places(TITLE).hexes(city)[0] in west


@pytest.mark.parametrize("name", ["C20"])
def test_8_1_sault_ste_marie_may_be_passed(name: str) -> None:
    assert TITLE.routes.through == (name,)
    assert TITLE.hexes[name].name == "Sault Ste. Marie"


def test_6_5_1_mesabi() -> None:
    right = TITLE.play.rights["mesabi"]
    assert (right.number, right.price, right.to_owner) == (4, 80, 40)
    assert TITLE.hexes["A10"].name == "Mesabi Range"
    assert TITLE.routes.access == {"A10": "mesabi"}
