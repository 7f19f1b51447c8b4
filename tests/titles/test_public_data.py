"""1889 and 18Chesapeake row by row against the public data of 18xx.games.

Nobody took down facts of these two for the corpus, and their rulebooks are not at hand. So their
tables stand here, as they were read in the public engine, in a shape of their own.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from route_opt import titles
from route_opt.tiles import Tile
from route_opt.title import Title


class Known(NamedTuple):
    """What the public data say of a title."""

    bank: int
    cash: tuple[int, ...]
    certificates: tuple[int, ...]
    trains: str
    phases: str
    tiles: str
    prints: str
    faces: str
    market: str
    corporations: str
    privates: str
    offboards: dict[str, tuple[int, ...]]
    country: str
    terrain: dict[str, str]
    white: dict[str, str]


# Trains: name, stops, price, number, rusts on. Phases: name, limit, rounds, a letter a colour.
# Tiles: name x number. Prints: hex, colour, values of its stops, slots, track by sides; faces: the
# same of tiles of which no facts were taken down. Corporations: name, home, prices of its tokens.
# Private companies: name, price, revenue, blocks.

KNOWN = {
    "1889": Known(
        bank=7000,
        cash=(420, 420, 420, 390, 390),
        certificates=(25, 19, 14, 12, 11),
        trains="2 2 80 6 4, 3 3 180 5 6, 4 4 300 4 D, 5 5 450 3 -, 6 6 630 2 -, D 0 1100 0 -",
        phases="2 4 1 y, 3 4 2 yg, 4 3 2 yg, 5 2 3 ygb, 6 2 3 ygb, D 2 3 ygb",
        tiles=(
            "3x2 5x2 6x2 7x2 8x5 9x5 12x1 13x1 14x1 15x3 16x1 19x1 20x1 23x2 24x2 25x1 26x1 27x1 "
            "28x1 29x1 39x1 40x1 41x1 42x1 45x1 46x1 47x1 57x2 58x3 205x1 206x1 437x1 438x1 439x1 "
            "440x1 448x4 465x1 466x1 492x1 611x2"
        ),
        prints=(
            "C4 yellow 20 1 2, K4 yellow 30 1 012, B7 gray 40 2 135, B3 gray 20 0 05, "
            "G14 gray 20 0 34, F9 green 30 2 2345"
        ),
        faces=(
            "437 yellow 30 0 02, 438 yellow 40 1 02, 439 green 60 2 024, 440 green 40 2 012, "
            "205 green 30 1 013, 206 green 30 1 035, 448 brown 40 2 0123, 465 brown 60 3 0123, "
            "466 brown 60 2 012, 492 brown 80 3 012345, 611 brown 40 2 01234"
        ),
        market="""
            75 80 90 100p 110 125 140 155 175 200 225 255 285 315 350
            70 75 80 90p 100 110 125 140 155 175 200 225 255 285 315
            65 70 75 80p 90 100 110 125 140 155 175 200
            60 65 70 75p 80 90 100 110 125 140
            55 60 65 70p 75 80 90 100
            50y 55 60 65p 70 75 80
            45y 50y 55 60 65 70
            40y 45y 50y 55 60
            30o 40y 45y 50y
            20o 30o 40y 45y
            10o 20o 30o 40y
        """,
        corporations=(
            "AR K8 0 40, IR E2 0 40, SR I2 0 40, KO K4 0 40, TR F9 0 40 40, KU C10 0, UR B7 0 40 40"
        ),
        privates=("TER 20 5 K4, MF 30 5, ER 40 10 C4, SMR 50 15, DR 60 15, SIR 80 20, UTF 150 30"),
        offboards={"F1": (30, 60, 100), "J1": (20, 40, 80), "L7": (20, 40, 80)},
        country="D3 H3 J3 B5 C8 E8 I8 D9 I10",
        terrain={
            "80": "K6 H5 I6 I4 F9 E4 D5 F5 C6 E6 G6 D7 F7 A8 G8 B9 H9 H11 H13",
        },
        white={
            "city": "F3 G4 H7 A10 J11 G12 E2 I2 K8 C10 I4",
            "town": "J5 B11 G10 I12 J9",
        },
    ),
    "18Chesapeake": Known(
        bank=8000,
        cash=(1200, 800, 600, 480, 400),
        certificates=(20, 20, 16, 13, 11),
        trains="2 2 80 7 4, 3 3 180 6 6, 4 4 300 5 D, 5 5 500 3 -, 6 6 630 2 -, D 0 900 0 -",
        phases="2 4 1 y, 3 4 2 yg, 4 3 2 yg, 5 2 3 ygb, 6 2 3 ygb, D 2 3 ygbG",
        tiles=(
            "1x1 2x1 3x2 4x2 7x0 8x0 9x0 14x5 15x6 16x1 19x1 20x1 23x3 24x3 25x2 26x1 27x1 28x1 "
            "29x1 39x1 40x1 41x1 42x1 43x2 44x1 45x1 46x1 47x2 55x1 56x1 57x7 58x2 69x1 70x1 611x5 "
            "915x1 X1x1 X2x1 X3x1 X4x1 X5x1 X6x1 X7x2 X8x1 X9x1"
        ),
        prints="I9 gray 30 0 35, K1 gray 30 0 01, H6 yellow 30+30 1 1+4, J4 yellow 30+30 1 0+3",
        faces=(
            "X1 yellow 30 1 04, X2 green 40 2 01245, X3 green 40+40 1 02+35, "
            "X4 green 40+40 1 01+23, X5 green 40+40 1 35+04, X6 brown 70 3 012345, "
            "X7 brown 50 2 01245, X8 gray 100 4 012345, X9 gray 70 3 01245"
        ),
        market="""
            80 85 90 100 110 125 140 160 180 200 225 250 275 300 325 350 375
            75 80 85 90 100 110 125 140 160 180 200 225 250 275 300 325 350
            70 75 80 85 95p 105 115 130 145 160 180 200
            65 70 75 80p 85 95 105 115 130 145
            60 65 70p 75 80 85 95 105
            55y 60 65 70 75 80
            50y 55y 60 65
            40y 45y 50y
        """,
        corporations=(
            "PRR F2 0 40 60 80, PLE A3 0 40 60, SRR H4 0 40, B&O H6 0 40 60, C&O G13 0 40 60 80, "
            "LV J2 0 40, C&A J6 0 40, N&W C13 0 40 60"
        ),
        privates=(
            "D&R 20 5 K3, C-P 40 10 H2 I3, B&S 50 10 F4 G5, C&OC 80 15 D2, B&OR 100 0, CV 200 30"
        ),
        offboards={
            "A3": (40, 50, 60, 80),
            "B2": (40, 50, 60, 80),
            "A7": (40, 60, 80, 100),
            "A13": (40, 50, 60, 80),
            "B14": (40, 50, 60, 80),
            "H14": (30, 40, 50, 60),
            "L2": (40, 60, 80, 100),
        },
        country="B6 B8 B10 C3 C7 C9 C11 E7 E9 E13 F6 F12 G7 I7 J8 J10 L4 F4 G5 H2 I3",
        terrain={
            "80": "B12 D4 D6 D10 E5 C13 D2 D8",
            "40": "F10 G9 G11 H12 G3 I5 H4 J6 H6",
        },
        white={
            "city": "C5 D12 E3 F2 G13 J2 C13 D2 D8 F8 H4 J6",
            "town": "E11 G3 I5",
            "town town": "B4 K3 K5",
        },
    ),
}


@pytest.fixture(params=list(KNOWN))
def pair(request: pytest.FixtureRequest) -> tuple[Title, Known]:
    return titles.find(request.param), KNOWN[request.param]


def rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.split(",")]


def test_money_and_limits(pair: tuple[Title, Known]) -> None:
    title, known = pair
    players = [str(number) for number in range(2, 7)]
    assert title.play.bank == known.bank
    assert title.play.cash == dict(zip(players, known.cash, strict=True))
    assert title.play.certificate_limits == dict(zip(players, known.certificates, strict=True))


def test_every_train(pair: tuple[Title, Known]) -> None:
    title, known = pair
    ours = [
        [t.name, t.visits, t.counts, t.price, t.number, t.rusts_on or "-"]
        for t in title.trains.values()
    ]
    assert ours == [
        [name, int(stops), int(stops), int(price), int(number), rusts]
        for name, stops, price, number, rusts in rows(known.trains)
    ]
    diesel = title.trains["D"]
    assert diesel.available_on == "6"
    cheaper = {"1889": 300, "18Chesapeake": 200}[title.name]
    assert diesel.trade_in == dict.fromkeys(("4", "5", "6"), cheaper)


def test_every_phase(pair: tuple[Title, Known]) -> None:
    title, known = pair
    colours = {"y": "yellow", "g": "green", "b": "brown", "G": "gray"}
    ours = [
        (p.name, p.train_limit, p.operating_rounds, list(p.tiles)) for p in title.phases.values()
    ]
    assert ours == [
        (name, int(limit), int(rounds), [colours[letter] for letter in letters])
        for name, limit, rounds, letters in rows(known.phases)
    ]
    assert title.play.privates is not None
    assert list(title.play.privates.phases) == ["3", "4"]


def test_every_tile_is_there_as_often(pair: tuple[Title, Known]) -> None:
    title, known = pair
    counts = {name: int(number) for name, number in (t.rsplit("x", 1) for t in known.tiles.split())}
    added = set(title.manifest_with.get("beginner_game", ()))
    ours = {name: n for name, n in title.manifest.items() if name in counts or name not in added}
    assert ours == counts


def test_every_cell_of_the_market(pair: tuple[Title, Known]) -> None:
    title, known = pair
    letters = {"p": "par", "y": "yellow", "o": "orange"}
    ours = [
        [(cell.price, {*cell.marks} & {*letters.values()}) for cell in row if cell]
        for row in title.market.grid
    ]
    assert ours == [
        [(int(cell.rstrip("pyo")), {letters[c] for c in cell if c in letters}) for cell in line]
        for line in map(str.split, known.market.strip().splitlines())
    ]
    zones = {"yellow": ("uncounted",), "orange": ("uncounted", "unlimited")}
    for name, lifted in title.market.zones.items():
        assert tuple(lifted) == zones[name]
    assert set(title.market.zones) == {letters[c] for c in "yo" if c in known.market}


def test_every_corporation(pair: tuple[Title, Known]) -> None:
    title, known = pair
    percent = {"1889": 50, "18Chesapeake": 60}[title.name]
    ours = [
        [name, row.home, row.tokens, row.float_percent] for name, row in title.corporations.items()
    ]
    assert ours == [
        [name, (f"{home}.0",), tuple(map(int, prices)), percent]
        for name, home, *prices in rows(known.corporations)
    ]


def test_every_private_company(pair: tuple[Title, Known]) -> None:
    title, known = pair
    ours = [[name, p.price, p.revenue, p.blocks] for name, p in title.privates.items()]
    assert ours == [
        [name, int(price), int(revenue), tuple(blocks)]
        for name, price, revenue, *blocks in rows(known.privates)
    ]


# Tiles and the map


def test_every_tile_of_its_own(pair: tuple[Title, Known]) -> None:
    title, known = pair
    for name, colour, values, slots, sides in rows(known.faces):
        assert printed(title.tiles[name]) == (colour, values, int(slots), sides), name


def printed(tile: Tile) -> tuple[str, str, int, str]:
    """Colour, values, slots and track of a print, as they are written above."""
    tracks = ["" for _ in tile.stops]
    for piece in tile.track:
        side, stop = sorted(piece)
        tracks[stop - min(max(p) for p in tile.track)] += str(side)
    values = "+".join(str(stop.value(0)) for stop in tile.stops)
    slots = {stop.slots for stop in tile.stops}
    assert len(slots) == 1
    return tile.colour, values, slots.pop(), "+".join("".join(sorted(t)) for t in tracks)


def test_every_hex(pair: tuple[Title, Known]) -> None:
    title, known = pair
    for hex_id, colour, values, slots, sides in rows(known.prints):
        assert printed(title.hexes[hex_id].tile) == (colour, values, int(slots), sides), hex_id
    red = {
        h: hex_.tile.stops[0].values for h, hex_ in title.hexes.items() if is_off_board(hex_.tile)
    }
    assert red == known.offboards
    white = {h: " ".join(x.tile.kinds) for h, x in title.hexes.items() if x.tile.colour == "white"}
    found = {kinds: {h for h, k in white.items() if k == kinds} for kinds in known.white}
    assert found == {kinds: set(hexes.split()) for kinds, hexes in known.white.items()}
    bare = {h for h, kinds in white.items() if not kinds}
    assert bare == set(known.country.split()) | {
        h
        for hexes in known.terrain.values()
        for h in hexes.split()
        if not title.hexes[h].tile.stops
    }
    costs = {h: hex_.cost for h, hex_ in title.hexes.items() if hex_.cost}
    assert costs == {h: int(cost) for cost, hexes in known.terrain.items() for h in hexes.split()}


def is_off_board(tile: Tile) -> bool:
    return tile.colour == "red"
