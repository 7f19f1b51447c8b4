"""1830 against its rulebook: the numbers below were typed from its tables."""

from __future__ import annotations

import pytest

from route_opt import titles
from route_opt.position import parse
from route_opt.rules.trains import most_of
from route_opt.tiles import keeps_track

TITLE = titles.find("1830")

# Table 7
YELLOW = {"1": 1, "2": 1, "55": 1, "56": 1, "69": 1, "3": 2, "4": 2, "58": 2} | {
    "7": 4,
    "8": 8,
    "9": 7,
    "57": 4,
}
GREEN = {"14": 3, "15": 2, "16": 1, "18": 1, "19": 1, "20": 1, "23": 3, "24": 3, "25": 1} | {
    "26": 1,
    "27": 1,
    "28": 1,
    "29": 1,
    "53": 2,
    "54": 1,
    "59": 2,
}
BROWN = {"39": 1, "40": 1, "41": 2, "42": 2, "43": 2, "44": 1, "45": 2, "46": 2, "47": 1} | {
    "61": 2,
    "62": 1,
    "63": 3,
    "64": 1,
    "65": 1,
    "66": 1,
    "67": 1,
    "68": 1,
    "70": 1,
}


@pytest.mark.parametrize(
    ("colour", "rows", "total"),
    [("yellow", YELLOW, 34), ("green", GREEN, 25), ("brown", BROWN, 26)],
)
def test_table_7_manifest(colour: str, rows: dict[str, int], total: int) -> None:
    ours = {n: count for n, count in TITLE.manifest.items() if TITLE.tiles[n].colour == colour}
    assert ours == rows
    assert sum(ours.values()) == total


def test_there_are_no_other_tiles() -> None:
    assert set(TITLE.manifest) == set(YELLOW) | set(GREEN) | set(BROWN)


# Table 6, but for 28 (below)
REPLACEMENTS = {
    "7": "18 26 27 28 29",
    "8": "16 19 23 24 25 28 29",
    "9": "18 19 20 23 24 26 27",
    "57": "14 15",
    "14": "63",
    "15": "63",
    "16": "43 70",
    "18": "43",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46",
    "26": "42 44 45",
    "27": "41 44 46",
    "29": "39 43 45 70",
    "53": "61",
    "54": "62",
    "59": "64 65 66 67 68",
}


@pytest.mark.parametrize("tile", sorted((YELLOW | GREEN).keys() - {"28"}))
def test_table_6_replacements(tile: str) -> None:
    assert set(TITLE.upgrades.get(tile, ())) == set(REPLACEMENTS.get(tile, "").split())


def test_table_6_is_misprinted_for_28() -> None:
    """It says 39, 43, 45, 70, as for 29; but 45 does not have the track of 28, and 46 has."""
    track = TITLE.tiles["28"].track
    fits = {
        better: any(keeps_track(track, TITLE.tiles[better].rotated(turn)) for turn in range(6))
        for better in ("39", "43", "45", "46", "70")
    }
    assert fits == {"39": True, "43": True, "45": False, "46": True, "70": True}
    assert set(TITLE.upgrades["28"]) == {"39", "43", "46", "70"}


def test_table_4_trains() -> None:
    rows = {t.name: (t.number, t.price) for t in TITLE.trains.values()}
    assert rows == {
        "2": (6, 80),
        "3": (5, 180),
        "4": (4, 300),
        "5": (3, 450),
        "6": (2, 630),
        "D": (6, 1100),
    }
    trade = TITLE.trains["D"].trade_in
    assert {train: 1100 - off for train, off in trade.items()} == {"4": 800, "5": 800, "6": 800}


def test_section_22_phases() -> None:
    rusts = {train.name: train.rusts_on for train in TITLE.trains.values() if train.rusts_on}
    assert rusts == {"2": "4", "3": "6", "4": "D"}
    assert TITLE.trains["D"].available_on == "6"
    limits = {phase.name: phase.train_limit for phase in TITLE.phases.values()}
    assert limits == {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "D": 2}
    rounds = {phase.name: phase.operating_rounds for phase in TITLE.phases.values()}
    assert rounds == {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "D": 3}
    newest = {phase.name: phase.tiles[-1] for phase in TITLE.phases.values()}
    assert newest == {
        "2": "yellow",
        "3": "green",
        "4": "green",
        "5": "brown",
        "6": "brown",
        "D": "brown",
    }


def test_red_areas_rise_with_the_first_5() -> None:
    """20.3, 22: the lower value until then, the higher afterwards. Values as on the board."""
    low, high = TITLE.phases["4"].column, TITLE.phases["5"].column
    for hex_id, values in {
        "A9": (30, 50),
        "B24": (20, 30),
        "F2": (40, 70),
        "I1": (30, 60),
        "K13": (30, 40),
    }.items():
        stop = TITLE.hexes[hex_id].tile.stops[0]
        assert (stop.value(low), stop.value(high)) == values


def test_table_1_private_companies() -> None:
    rows = {p.name: (p.price, p.revenue) for p in TITLE.privates.values()}
    assert rows == {
        "Schuylkill Valley Navigation & Railroad": (20, 5),
        "Champlain & St. Lawrence": (40, 10),
        "Delaware & Hudson": (70, 15),
        "Mohawk & Hudson": (110, 20),
        "Camden & Amboy": (160, 25),
        "Baltimore & Ohio": (220, 30),
    }
    assert TITLE.privates["MH"].share == "NYC"
    assert TITLE.privates["CA"].share == "PRR"
    assert TITLE.privates["BO"].share == "B&O"
    assert [name for name, p in TITLE.privates.items() if not p.for_sale] == ["BO"]
    assert {p.closes_on for p in TITLE.privates.values()} == {"5"}  # 23.2


def test_table_2_corporations() -> None:
    """One token of each stands on the stock market, so one less than the table on the map."""
    rows = {
        name: (len(c.tokens) + 1, TITLE.hexes[c.home[0].split(".")[0]].name)
        for name, c in TITLE.corporations.items()
    }
    assert rows == {
        "PRR": (5, "Altoona"),
        "NYC": (5, "Albany"),
        "CPR": (5, "Montreal"),
        "B&O": (4, "Baltimore"),
        "C&O": (4, "Cleveland"),
        "ERIE": (4, "Dunkirk & Buffalo"),
        "NYNH": (3, "New York & Newark"),
        "B&M": (3, "Boston"),
    }


def test_section_19_token_prices() -> None:
    for corporation in TITLE.corporations.values():
        assert corporation.tokens == (0, 40, 100, 100)[: len(corporation.tokens)]
    assert TITLE.corporations["ERIE"].home == ("E11.0", "E11.1")  # 19.1


def test_money() -> None:
    """Tables 3, 5 and 8; two players share the 2400 of section 2 as all others do."""
    assert TITLE.play.bank == 15 * 500 + 28 * 100 + 16 * 50 + 24 * 20 + 30 * 10 + 18 * 5 + 30
    assert TITLE.play.cash == {"2": 1200, "3": 800, "4": 600, "5": 480, "6": 400}
    assert TITLE.play.certificate_limits == {"2": 28, "3": 20, "4": 16, "5": 13, "6": 11}


def test_market() -> None:
    assert TITLE.market.pars == (67, 71, 76, 82, 90, 100)
    assert max(cell.price for row in TITLE.market.grid for cell in row if cell) == 350
    assert [len(row) for row in TITLE.market.grid] == [19, 19, 16, 13, 11, 10, 9, 8, 7, 7, 7]


def test_section_18_costs() -> None:
    costs = {(hex_.terrain, hex_.cost) for hex_ in TITLE.hexes.values() if hex_.cost}
    assert costs == {("water", 80), ("mountain", 120)}
    assert TITLE.hexes["E11"].cost == 0


def test_altoona_has_a_bypass() -> None:
    tile = TITLE.hexes["H12"].tile
    assert (1, 4) in tile.track
    assert len(tile.track) == 3


def test_two_red_hexes_may_be_two_stops() -> None:
    """20.1 speaks of hexagons; the reading is an option."""
    document = {"title": "1830", "phase": "2", "corporation": "C&O", "trains": ["2"]}
    assert parse(document | {"options": ["red_hexes_separate"]}).options == ("red_hexes_separate",)


def test_the_most_trains_go_by_the_options() -> None:
    """Two 6 trains and six diesels; a third 6, or diesels without end, as agreed (Table 4)."""
    assert (most_of(TITLE, "6", ()), most_of(TITLE, "6", ("third_six",))) == (2, 3)
    assert (most_of(TITLE, "D", ()), most_of(TITLE, "D", ("unlimited_diesels",))) == (6, 0)
