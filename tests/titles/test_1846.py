"""1846 against its rulebook (first edition): the numbers below were typed from it."""

from __future__ import annotations

import pytest

from route_opt import titles
from route_opt.errors import PositionError
from route_opt.names import places
from route_opt.position import parse
from route_opt.tiles import keeps_track

TITLE = titles.find("1846")

# Tile manifest, page 12: promotions and pieces of each row.
MANIFEST = {
    "5": ("14 15 619", 3),
    "6": ("14 15 619", 4),
    "7": ("18 21 22 26 27 28 29 30 31", 4),
    "8": ("16 17 19 21 22 23 24 25 28 29 30 31", 14),
    "9": ("18 19 20 23 24 26 27", 14),
    "57": ("14 15 619", 4),
    "291": ("294 295 296", 1),
    "292": ("294 295 296", 1),
    "293": ("294 295 296", 1),
    "14": ("611", 4),
    "15": ("611", 5),
    "16": ("43 70", 2),
    "17": ("47", 1),
    "18": ("43", 1),
    "19": ("45 46", 2),
    "20": ("44 47", 2),
    "21": ("46", 1),
    "22": ("45", 1),
    "23": ("41 43 45 47", 4),
    "24": ("42 43 46 47", 4),
    "25": ("40 45 46", 2),
    "26": ("42 44 45", 1),
    "27": ("41 44 46", 1),
    "28": ("39 43 46 70", 1),
    "29": ("39 43 45 70", 1),
    "30": ("42 70", 1),
    "31": ("41 70", 1),
    "298": ("299", 1),
    "294": ("297", 2),
    "295": ("297", 2),
    "296": ("297", 1),
    "619": ("611", 3),
    "39": ("", 1),
    "40": ("", 1),
    "41": ("", 2),
    "42": ("", 2),
    "43": ("", 2),
    "44": ("", 1),
    "45": ("", 2),
    "46": ("", 2),
    "47": ("", 2),
    "70": ("", 1),
    "299": ("300", 1),
    "297": ("290", 2),
    "611": ("51", 4),
    "300": ("", 1),
    "290": ("", 1),
    "51": ("", 2),
}


def pieces(tile: str) -> int:
    return TITLE.manifest[tile] or TITLE.in_box[tile]


@pytest.mark.parametrize("tile", MANIFEST)
def test_manifest_row(tile: str) -> None:
    promotions, quantity = MANIFEST[tile]
    assert pieces(tile) == quantity
    assert set(TITLE.upgrades.get(tile, ())) == set(promotions.split())


def test_117_pieces() -> None:
    """Components. The subtotals 49 yellow and 22 brown of the manifest do not fit its rows."""
    assert set(TITLE.manifest) == set(MANIFEST)
    assert sum(pieces(tile) for tile in TITLE.manifest) == 117
    colours = [tile.colour for name, tile in TITLE.tiles.items() for _ in range(pieces(name))]
    counts = [colours.count(colour) for colour in ("yellow", "green", "brown", "gray")]
    assert counts == [46, 44, 23, 4]


def test_6_22_7_8_9_never_run_out() -> None:
    assert [tile for tile, count in TITLE.manifest.items() if count == 0] == ["7", "8", "9"]


# The manifest's rows for printed tiles: what the board leaves of the label's promotions.
@pytest.mark.parametrize(
    ("hex_id", "promotions"),
    [("D6", {"298"}), ("C15", {"294", "295"}), ("D20", {"14", "619"}), ("G19", {"14"})],
)
def test_printed_tiles_become(hex_id: str, promotions: set[str]) -> None:
    printed = TITLE.hexes[hex_id].tile.track
    assert {
        tile
        for tile in TITLE.hexes[hex_id].first
        for turn in range(6)
        if keeps_track(printed, TITLE.tiles[tile].rotated(turn)) and lies(hex_id, tile, turn)
    } == promotions


def lies(hex_id: str, tile: str, turn: int) -> bool:
    document = {"title": "1846", "phase": "IV", "corporation": "GT"}
    try:
        parse(document | {"tiles": {hex_id: f"{tile}@{turn}"}})
    except PositionError:
        return False
    return True


@pytest.mark.parametrize("city", ["Port Huron", "South Bend", "Springfield", "Wheeling"])
def test_board_edges_prevent_brown(city: str) -> None:
    """6.2: these four cities cannot become brown."""
    hex_id = places(TITLE).hexes(city)[0]
    brown = [t for t in TITLE.tiles_of[hex_id] if TITLE.tiles[t].colour == "brown"]
    assert not any(lies(hex_id, tile, turn) for tile in brown for turn in range(6))


def test_6_3_trains() -> None:
    rows = {t.name: (t.counts, t.visits, t.price) for t in TITLE.trains.values()}
    assert rows == {
        "2": (2, 2, 80),
        "3/5": (3, 5, 160),
        "4": (4, 4, 180),
        "4/6": (4, 6, 450),
        "5": (5, 5, 500),
        "7/8": (7, 8, 900),
        "6": (6, 6, 800),
    }
    out = {
        t.name: (t.phased_out_on, t.removed_on) for t in TITLE.trains.values() if t.phased_out_on
    }
    assert out == {"2": ("III", "IV"), "3/5": ("IV", ""), "4": ("IV", "")}


def test_27_train_cards() -> None:
    """Components: with five players 7 + 6 + 5 cards are used, and 9 are left for phase IV."""
    numbers = {name: train.number for name, train in TITLE.trains.items()}
    cards = {name: number["5"] for name, number in numbers.items() if isinstance(number, dict)}
    assert cards["2"] + cards["3/5"] + cards["4/6"] + 9 == 27
    assert cards["3/5"] == cards["4"]
    assert cards["4/6"] == cards["5"]
    assert numbers["6"] == numbers["7/8"] == 0  # 6.5: phase IV has no limit


def test_section_8_phases() -> None:
    phases = TITLE.phases
    assert [phase.train_limit for phase in phases.values()] == [4, 4, 3, 2]
    assert [phase.tiles[-1] for phase in phases.values()] == ["yellow", "green", "brown", "gray"]
    assert {phase.operating_rounds for phase in phases.values()} == {2}
    assert [phase.column for phase in phases.values()] == [0, 0, 1, 1]


def test_section_3_private_companies() -> None:
    rows = {p.name: (p.price, p.revenue) for p in TITLE.privates.values()}
    assert rows == {
        "Michigan Central": (40, 15),
        "Ohio & Indiana": (40, 15),
        "Lake Shore Line": (40, 15),
        "Chicago & Western Indiana": (60, 10),
        "Michigan Southern": (60, 0),
        "Big 4": (40, 0),
        "Mail Contract": (80, 0),
        "Meat Packing Company": (60, 15),
        "Steamboat Company": (40, 10),
        "Tunnel Blasting Company": (60, 20),
    }
    assert [name for name, p in TITLE.privates.items() if not p.closes_on] == ["MAIL"]


def test_independents() -> None:
    rows = {
        name: (c.treasury, c.debt, c.trains, len(c.tokens))
        for name, c in TITLE.corporations.items()
        if c.minor
    }
    assert rows == {"MS": (60, 80, ("2",), 1), "BIG4": (40, 60, ("2",), 1)}


def test_port_spaces() -> None:
    """Section 3: 20, and 40 in Holland and Wheeling."""
    amounts = TITLE.markers["steamboat"].amount
    assert isinstance(amounts, dict)
    assert {TITLE.hexes[hex_id].name: amount for hex_id, amount in amounts.items()} == {
        "Holland": 40,
        "Wheeling": 40,
        "Toledo": 20,
        "St. Louis": 20,
        "Chicago Connections": 20,
    }


def test_groups() -> None:
    """Chart of section 2: two, one or none of each group leave the game."""
    groups: dict[str, set[str]] = {}
    for private in TITLE.privates.values():
        groups.setdefault(private.group, set()).add(private.name)
    for corporation in TITLE.corporations.values():
        groups.setdefault(corporation.group, set()).add(corporation.name)
    assert len(groups.pop("")) == 4 + 4  # MS and Big 4 have one name as private and as independent
    assert sorted(map(len, groups.values())) == [3, 3, 3]
    removed = TITLE.play.special["setup"]["remove_from_each_group"]
    assert removed == {"3": 2, "4": 1, "5": 0}


def test_tokens() -> None:
    """6.2: two to four tokens beside the initial one, at 80; four reserved spaces at 40."""
    public = {n: c for n, c in TITLE.corporations.items() if not c.minor}
    assert {len(c.tokens) - 1 for c in public.values()} == {2, 3, 4}
    assert {price for c in public.values() for price in c.tokens[1:]} == {80}
    reserved = {
        name: (TITLE.hexes[r.stop.split(".")[0]].name, r.price, r.price_unconnected, r.until)
        for name, c in public.items()
        for r in c.reserved
    }
    assert reserved == {
        "ERIE": ("Erie", 40, 0, "IV"),
        "IC": ("Centralia", 40, 0, "IV"),
        "B&O": ("Cincinnati", 40, 100, "IV"),
        "PRR": ("Fort Wayne", 40, 60, "IV"),
    }


def test_money() -> None:
    """Charts of sections 2 and 5.1."""
    # Two play the designer's variant: its figures are those of the public games.
    assert TITLE.play.bank == {"2": 7000, "3": 6500, "4": 7500, "5": 9000}
    assert TITLE.play.cash == {"2": 600, "3": 400, "4": 400, "5": 400}
    assert TITLE.play.certificate_limits == {
        "2": {"5": 19, "4": 16},
        "3": {"5": 14, "4": 11},
        "4": {"6": 12, "5": 10, "4": 8},
        "5": {"7": 11, "6": 10, "5": 8, "4": 6},
    }
    assert (TITLE.market.pars[0], TITLE.market.pars[-1]) == (40, 150)  # 5.1


def test_6_32_east_and_west() -> None:
    """Holland and Louisville are neither."""
    ends = TITLE.routes.ends
    classes = {name: set(hexes) for name, hexes in ends.classes.items()}
    red = {hex_.id for hex_ in TITLE.hexes.values() if hex_.tile.colour == "red"}
    neither = red - classes["E"] - classes["W"]
    assert {TITLE.hexes[hex_id].name for hex_id in neither} == {"Holland", "Louisville"}
    west = {TITLE.hexes[hex_id].name for hex_id in classes["W"]}
    assert west == {"St. Louis", "Chicago Connections"}
    assert (ends.forbidden, ends.bonus) == ((("E", "E"),), (("E", "W"),))


def test_ic_land_grant() -> None:
    assert len(TITLE.marks["ic_land_grant"]) == 5  # 6.2: five spaces


def test_hexside_costs() -> None:
    """6.23: bridges, and tunnels or passes, each with a price."""
    kinds = {border.kind for border in TITLE.borders.values()}
    assert kinds == {"bridge", "tunnel/pass"}
    assert all(border.cost > 0 for border in TITLE.borders.values())
