"""1867 Big Wyoming against its draft rules (v10.0): the numbers below were typed from them."""

from __future__ import annotations

import pytest

from route_opt import titles

TITLE = titles.find("1867bw")

# Section 15
YELLOW = {"7": 5, "8": 15, "9": 15, "57*": 5, "6*": 5, "6j": 1, "d1": 5, "d2": 5}
GREEN = {"16": 1, "17": 1, "18": 1, "19": 1, "20": 1, "23": 3, "24": 3, "25": 2, "26": 2} | {
    "27": 2,
    "28": 1,
    "29": 1,
    "14c": 1,
    "619c": 1,
    "53*": 2,
    "205j": 1,
    "206j": 1,
    "441*": 2,
    "442*": 2,
    "475*": 2,
    "d3": 2,
    "d4": 2,
    "d5": 2,
    "d6": 2,
}
BROWN = {"39": 1, "40": 1, "41": 2, "42": 2, "43": 1, "44": 1, "45": 1, "46": 1, "47": 1} | {
    "70": 1,
    "125c": 1,
    "448*": 2,
    "449*": 2,
    "448j": 1,
    "450*": 2,
}
GRAY = {"290c": 1}


@pytest.mark.parametrize(
    ("colour", "rows"),
    [("yellow", YELLOW), ("green", GREEN), ("brown", BROWN), ("gray", GRAY)],
)
def test_section_15_manifest(colour: str, rows: dict[str, int]) -> None:
    ours = {n: count for n, count in TITLE.manifest.items() if TITLE.tiles[n].colour == colour}
    assert ours == rows


def test_section_3_116_tiles() -> None:
    assert sum(TITLE.manifest.values()) == 116


def test_section_8_2_a_letters_and_deposits_stay_apart() -> None:
    for hex_id, tiles in TITLE.tiles_of.items():
        hex_ = TITLE.hexes[hex_id]
        for name in tiles:
            assert TITLE.tiles[name].label == hex_.label
            assert TITLE.tiles[name].kinds == hex_.tile.kinds


def test_section_12_trains() -> None:
    rows = {t.name: (t.number, t.price, t.rusts_on) for t in TITLE.trains.values()}
    assert rows == {
        "2": (8, 100, "4"),
        "3": (6, 160, "6"),
        "4": (4, 300, "D"),
        "5": (2, 450, ""),
        "6": (2, 600, ""),
        "D": (8, 900, ""),
    }
    assert (
        sum(train.number for train in TITLE.trains.values() if isinstance(train.number, int)) == 30
    )


def test_section_11_phases() -> None:
    rows = {
        p.name: (
            p.tiles[-1],
            p.operating_rounds,
            p.train_limit,
            (p.cubes["production"], p.cubes["capacity"], p.cubes["export"]),
        )
        for p in TITLE.phases.values()
    }
    assert rows == {
        "2": ("yellow", 1, 4, (1, 2, 1)),
        "3": ("green", 2, 4, (1, 2, 1)),
        "4": ("green", 2, 3, (2, 3, 1)),
        "5": ("brown", 3, 2, (2, 3, 1)),
        "6": ("brown", 3, 2, (3, 4, 2)),
        "D": ("gray", 3, 2, (3, 4, 2)),
    }


def test_section_8_2_c_d_off_board_columns() -> None:
    """Yellow in phase 2, green in 3 and 4, brown in 5, 6 and D."""
    assert [phase.column for phase in TITLE.phases.values()] == [0, 1, 1, 2, 2, 2]


def test_section_13_corporations() -> None:
    rows = {
        name: (len(c.tokens), c.home, TITLE.hexes[c.home[0].split(".")[0]].name)
        for name, c in TITLE.corporations.items()
    }
    assert rows == {
        "OSL": (4, ("A9.0",), "Pocatello"),
        "CBQ": (4, ("E3.0",), "Cody"),
        "C&N": (3, ("K13.0",), "Cheyenne"),
        "CNW": (3, ("H8.0",), "Casper"),
        "GINW": (3, ("J4.0",), "Gillette"),
        "WNW": (3, ("E9.0",), "Lander & Riverton"),
        "BH": (3, ("G5.0",), "Worland"),
        "NWW": (4, ("M11.0",), "Omaha"),
        "NP": (4, ("C1.0",), "Butte"),
    }
    assert TITLE.play.tokens.times_value == 3  # 8.2.B
    # Section 3: 49 tokens; two of each corporation lie on the market and the revenue track.
    assert sum(len(c.tokens) + 2 for c in TITLE.corporations.values()) == 49


def test_section_14_private_companies() -> None:
    rows = {name: (p.name, p.price, p.revenue) for name, p in TITLE.privates.items()}
    assert rows == {
        "P1": ("Laramie Land Management", 30, 5),
        "P2": ("Green River Land Management", 40, 5),
        "P3": ("Great Western Energy", 50, 10),
        "P4": ("J.F. Blydenburgh, Railway Pundit", 50, 10),
        "P5": ("Public Land Office Grant", 60, 15),
        "P6": ("UPR Board Membership", 70, 20),
        "P7": ("South Works Partnership", 70, 15),
        "P8": ("C.W. Brown Survey Co.", 70, 10),
        "P9": ("Dyer & Northington Refinery", 70, 20),
        "P10": ("Wind River Business Council", 80, 15),
        "P11": ("Hammond Extraction Co.", 90, 15),
        "P12": ("Urban Development Contract", 90, 15),
        "P13": ("Emerson & West Investments", 140, 25),
    }
    privates = TITLE.privates
    assert {n for n, p in privates.items() if not p.closes_on} == {"P6", "P11"}
    assert {n for n, p in privates.items() if p.always_in_game} == {"P1", "P2", "P13"}  # 5.7
    assert (privates["P1"].blocks, privates["P2"].blocks) == (("J14",), ("E13",))
    assert privates["P3"].hexes == ("A9", "C1", "E15", "M3")
    assert set(privates["P10"].hexes) == {"D8", "E9", "G5", "E3"}
    assert {n for n, p in privates.items() if p.paid != "round"} == {"P6"}
    assert {n for n, p in privates.items() if not p.for_sale} == {"P13"}


def test_p5_spaces_border_c3_or_b6() -> None:
    around = {TITLE.neighbour(centre, side) for centre in ("C3", "B6") for side in range(6)}
    playable = {
        hex_id
        for hex_id in around
        if hex_id and TITLE.hexes[hex_id].tile.colour == "white" and hex_id != "B6"
    }
    assert set(TITLE.privates["P5"].hexes) == playable


def test_money() -> None:
    """Sections 5.4, 7.1."""
    assert TITLE.play.bank == 9000
    assert TITLE.play.cash == {"3": 450, "4": 425, "5": 375}
    assert TITLE.play.certificate_limits == {"3": 15, "4": 13, "5": 12}
    prices = TITLE.play.special["start_prices"]["first_phase"]
    assert prices == {"60": "2", "80": "2", "110": "3", "140": "5"}
    assert TITLE.market.pars == (60, 80, 110, 140)
    assert max(cell.price for row in TITLE.market.grid for cell in row if cell) == 350  # 4.3


def test_section_3_components() -> None:
    """Mountain tokens lie on the printed costs (5.2), so there is one for each."""
    costs = [str(hex_.cost) for hex_ in TITLE.hexes.values() if hex_.cost]
    assert {cost: costs.count(cost) for cost in costs} == {"10": 7, "20": 10, "30": 7, "40": 2}
    assert TITLE.play.special["mountains"]["tokens"] == {"10": 7, "20": 10, "30": 7, "40": 2}
    deposits = [h for h in TITLE.hexes.values() if h.tile.kinds == ("deposit",)]
    capacity = TITLE.phases["D"].cubes["capacity"]
    assert len(deposits) * capacity == TITLE.play.special["resources"]["cubes"] == 20


def test_section_4_1_places_named_by_the_rules() -> None:
    named = {
        "C3": "Yellowstone Lake",
        "B6": "Jackson",
        "J14": "Laramie",
        "E13": "Green River & Rock Springs",
        "D8": "Pinedale",
        "A9": "Pocatello",
        "C1": "Butte",
        "E15": "Grand Junction",
        "M3": "Rapid City",
        "M11": "Omaha",
    }
    assert {hex_id: TITLE.hexes[hex_id].name for hex_id in named} == named
    assert TITLE.hexes["C3"].tile.colour == "blue"
    assert TITLE.hexes["E7"].tile.colour == "gray"


def test_every_datum_says_where_it_comes_from() -> None:
    assert TITLE.reconstruction
    marks = {"rules", "inferred", "invented", "public"}
    for hex_ in TITLE.hexes.values():
        assert set(hex_.sources.values()) <= marks
        for datum, there in {
            "exists": True,
            "name": bool(hex_.name),
            "cost": bool(hex_.cost),
            "stop": bool(hex_.tile.stops),
            "value": bool(hex_.tile.stops),
            "track": bool(hex_.tile.track),
        }.items():
            assert not there or datum in hex_.sources, (hex_.id, datum)
    for source in TITLE.tile_sources.values():
        assert source["count"] == "rules"


def test_cube_rules() -> None:
    """8.2.C.c and d."""
    assert TITLE.routes.cube_value == 30
    assert TITLE.markers["survey_company"].amount == 10
    assert TITLE.markers["business_council"].amount == 20
    assert TITLE.play.special["resources"]["refineries_in_wyoming"] == 5
