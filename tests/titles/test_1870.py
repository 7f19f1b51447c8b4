"""1870 against its rulebook: the numbers below were typed from its tables."""

from __future__ import annotations

import pytest

from route_opt import parse, titles
from route_opt.errors import PositionError
from route_opt.lays import supply
from route_opt.names import places

TITLE = titles.find("1870")


@pytest.mark.parametrize(
    ("colour", "pieces"), [("yellow", 81), ("green", 43), ("brown", 35), ("gray", 2)]
)
def test_tile_manifest_totals(colour: str, pieces: int) -> None:
    """The scan has lost the number of each tile; the totals stand in the headings."""
    tiles = [name for name, tile in TITLE.tiles.items() if tile.colour == colour]
    assert sum(TITLE.manifest[name] for name in tiles) == pieces


YELLOW = "1 2 3 4 5 6 7 8 9 55 56 57 58 69"
GREEN = "14 15 16 17 18 19 20 23 24 25 26 27 28 29 141 142 143 144"
BROWN = "39 40 41 42 43 44 45 46 47 63 70 145 146 147 170"
GRAY = "171 172"


def test_tile_manifest_numbers() -> None:
    assert set(TITLE.manifest) == set(f"{YELLOW} {GREEN} {BROWN} {GRAY}".split())


def test_designers_tiles() -> None:
    """27 tiles fewer, none of them gray and none of a city: two or three curves and straights, a
    pair of 25, and one each of twenty others of which two lie in the box.
    """
    (changes,) = TITLE.manifest_with.values()
    fewer = {tile: TITLE.manifest[tile] - count for tile, count in changes.items()}
    pairs = {"4": 2, "7": 2, "8": 2, "9": 3, "25": 2}
    assert fewer == pairs | dict.fromkeys(changes.keys() - pairs, 1)
    assert sum(fewer.values()) == 27
    left = supply(TITLE, {"A4": "28@0", "A6": "9@1"}, ["original_tiles"])
    assert (left["28"], left["9"], left["23"]) == (0, 19, 4)
    assert supply(TITLE, {"A4": "28@0"}, ())["28"] == 1


def test_a_position_has_no_more_tiles_than_the_designers_set() -> None:
    """28 is there once in that set, twice in the box."""
    tiles = {"A4": "28@0", "A8": "28@0"}
    board = {"title": "1870", "phase": "3", "corporation": "ATSF", "tiles": tiles}
    assert len(parse(board).tiles) == 2
    with pytest.raises(PositionError, match="tile 28 lies 2 times; 1870 has 1") as raised:
        parse(board | {"options": ["original_tiles"]})
    assert [problem.code for problem in raised.value.problems] == ["too_many_tiles"]
    assert len(parse(board).tiles) == 2  # what was read before makes no difference


# Tile replacements (both copies of the table agree), without 59, which is not in the game.
REPLACEMENTS = {
    "3": "141 142 143",
    "4": "141 142",
    "5": "14 15",
    "6": "14 15",
    "7": "18 26 27 28 29",
    "8": "16 17 19 23 24 25 28 29",
    "9": "18 19 20 23 24 26 27",
    "57": "14 15",
    "58": "141 142 143",
    "14": "63 170",
    "15": "63 170",
    "16": "43 70",
    "17": "47",
    "18": "43",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46",
    "26": "42 44 45",
    "27": "41 44 46",
    "28": "39 46 70",
    "29": "39 45 70",
    "141": "145 146 147",
    "142": "145 146 147",
    "143": "146 147",
    "144": "147",
    "170": "171 172",
}


@pytest.mark.parametrize("tile", sorted(TITLE.manifest))
def test_tile_replacements(tile: str) -> None:
    expected = set(REPLACEMENTS.get(tile, "").split())
    if tile == "58":
        expected.add("144")  # left out by the table, though nothing else could become 144
    assert set(TITLE.upgrades.get(tile, ())) == expected


def test_every_tile_can_come_to_lie_somewhere() -> None:
    assert set().union(*TITLE.tiles_of.values()) == set(TITLE.manifest)


def test_170_on_p_hexes_171_and_172_on_one_city() -> None:
    """Lay or Upgrade Track; the values of the map section name the cities."""
    named = {
        tile: {TITLE.hexes[hex_id].name for hex_id in TITLE.only_on[tile]}
        for tile in ("170", "171", "172")
    }
    assert named["170"] == {"New Orleans", "Dallas", "Fort Worth", "St. Louis", "Kansas City"}
    assert named["171"] == {"Kansas City"}
    assert named["172"] == {"St. Louis"}
    assert TITLE.tiles["170"].stops[0].values == (50,)
    assert {TITLE.tiles[tile].stops[0].values for tile in ("171", "172")} == {(60,)}


def test_trains() -> None:
    """The summary's table; 36 cards, 12s without limit."""
    rows = {t.name: (t.price, t.number) for t in TITLE.trains.values() if not t.option}
    assert rows == {
        "2": (80, 7),
        "3": (180, 6),
        "4": (300, 5),
        "5": (450, 4),
        "6": (630, 3),
        "8": (800, 3),
        "10": (950, 2),
        "12": (1100, 0),
    }
    numbers = [train.number for train in TITLE.trains.values() if not train.option]
    assert sum(n for n in numbers if isinstance(n, int)) + 6 == 36
    rusts = {train.name: train.rusts_on for train in TITLE.trains.values() if train.rusts_on}
    assert rusts == {"2": "4", "3": "6", "4": "8", "5": "12"}


def test_phases() -> None:
    phases = [phase for phase in TITLE.phases.values() if not phase.option]
    assert [phase.name for phase in phases] == list("12345678")
    starts = [phase.starts_with for phase in phases]
    assert starts == [(), ("3",), ("4",), ("5",), ("6",), ("8",), ("10",), ("12",)]
    assert [phase.train_limit for phase in phases] == [4, 4, 3, 2, 2, 2, 2, 2]
    assert [phase.operating_rounds for phase in phases] == [1, 2, 2, 3, 3, 3, 3, 3]
    assert [phase.column for phase in phases] == [0, 0, 0, 1, 1, 2, 2, 2]


def test_diesels() -> None:
    """Variants: 1100, or 800 for a 4, 5 or 6; the last phase uses the bottom value."""
    diesel = TITLE.trains["D"]
    assert diesel.price == 1100
    assert {train: 1100 - off for train, off in diesel.trade_in.items()} == {
        "4": 800,
        "5": 800,
        "6": 800,
    }
    assert (diesel.visits, diesel.option) == (0, "diesels")
    assert [p.name for p in TITLE.phases.values() if p.without == "diesels"] == ["6", "7", "8"]
    assert (TITLE.phases["D"].column, TITLE.phases["D"].train_limit) == (2, 2)


def test_off_board_values() -> None:
    """The map: three values each."""
    values = {
        h.name: h.tile.stops[0].values for h in TITLE.hexes.values() if h.tile.colour == "red"
    }
    assert values == {
        "Denver": (30, 40, 50),
        "Chicago": (40, 50, 60),
        "Southwest": (20, 40, 50),
        "Southeast": (20, 30, 50),
    }


def test_private_companies() -> None:
    rows = [(p.name, p.price, p.revenue) for p in TITLE.privates.values()]
    assert rows == [
        ("Great River Shipping Company", 20, 5),
        ("Mississippi River Bridge Company", 40, 10),
        ("Southern Cattle Company", 50, 10),
        ("Gulf Shipping Company", 80, 15),
        ("St. Louis-San Francisco Railway", 140, 0),
        ("Missouri-Kansas-Texas Railroad", 160, 20),
    ]
    assert [name for name, p in TITLE.privates.items() if not p.for_sale] == ["SLSF"]
    assert TITLE.corporations["SLSF"].float_percent == 20


def test_ten_public_companies_with_their_destinations() -> None:
    assert " ".join(TITLE.corporations) == "ATSF FW GMO IC MP MKT SP SSW SLSF TP"
    ends = {
        name: (
            TITLE.hexes[c.home[0].split(".")[0]].name,
            TITLE.hexes[c.destination].name,
        )
        for name, c in TITLE.corporations.items()
    }
    assert ends["TP"] == ("Dallas", "New Orleans")  # the one row the scan kept
    assert ends["FW"] == ("Fort Worth", "Denver")
    # Station Marker Wars names four large cities as destinations; the others are off-boards.
    large = {there for _, there in ends.values()} - {"Denver", "Chicago", "Southwest", "Southeast"}
    assert large == {"Dallas", "Fort Worth", "New Orleans", "St. Louis"}


def test_token_prices() -> None:
    """Charters: free, 40, 100; the destination marker at 100."""
    for corporation in TITLE.corporations.values():
        assert corporation.tokens == (0, 40, 100)[: len(corporation.tokens)]
    assert TITLE.play.special["connection_run"]["marker_price"] == 100


def test_money() -> None:
    assert TITLE.play.bank == 12000
    assert TITLE.play.cash == {str(players): 2100 // players for players in range(2, 8)}
    assert TITLE.play.certificate_limits == {
        "2": {"10": 28, "9": 24},
        "3": {"10": 20, "9": 17},
        "4": {"10": 16, "9": 14},
        "5": {"10": 13, "9": 11},
        "6": {"10": 11, "9": 9},
        "7": {"10": 9, "9": 7},  # the designer's rules, not this rulebook
    }
    assert TITLE.market.pars == (68, 72, 76, 82, 90, 100)


def test_1850_market_variant() -> None:
    """The two yellow 60s of the sixth and seventh columns turn white, the 40 at the left green."""
    cells = TITLE.market.variants["market_1850"]
    found = {}
    for place, zone in cells.items():
        row, column = map(int, place.split(","))
        cell = TITLE.market.grid[row][column]
        assert cell is not None
        found[cell.price, column + 1] = (zone, set(cell.marks) & {"yellow", "green", "brown"})
    assert found == {
        (60, 6): ("white", {"yellow"}),
        (60, 7): ("white", {"yellow"}),
        (40, 1): ("green", {"brown"}),
    }


def test_markers() -> None:
    """Private companies: cattle +10, a port +20 and, open, +10 for the others; gone in phase 5."""
    kinds = TITLE.markers
    assert (kinds["cattle"].amount, kinds["cattle"].others) == (10, 0)
    assert (kinds["port_open"].amount, kinds["port_open"].others) == (20, 10)
    assert (kinds["port_closed"].amount, kinds["port_closed"].others) == (20, 0)
    assert {kinds[k].until for k in ("cattle", "port_open", "port_closed")} == {"5"}
    river = set(TITLE.marks["mississippi"])
    assert not river & set(kinds["cattle"].hexes)
    assert places(TITLE).hexes("new orleans")[0] in kinds["port_open"].hexes


def test_the_bridge() -> None:
    """Memphis: northeast, east, southeast, southwest. St. Louis: only 5, west and southwest."""
    memphis = TITLE.rivers[places(TITLE).hexes("memphis")[0]]
    assert (memphis.second, memphis.keep) == ("0345", "second")
    louis = TITLE.rivers[places(TITLE).hexes("st. louis")[0]]
    assert (louis.first, louis.keep) == ("01", "first")
    sides = {
        tile: {side for _, side in TITLE.tiles[tile].rotated(turn)}
        for tile in ("5", "6", "57")
        for turn in range(6)
        if {side for _, side in TITLE.tiles[tile].rotated(turn)} <= {0, 1}
    }
    assert sides == {"5": {0, 1}}


def test_no_track_across_the_lines_east_of_new_orleans() -> None:
    closed = {frozenset(pair) for pair, border in TITLE.borders.items() if border.impassable}
    east = TITLE.neighbour(places(TITLE).hexes("new orleans")[0], 4)
    assert east == "N19"
    assert closed == {frozenset(("N17", "N19")), frozenset(("N19", "O18"))}
