"""Every datum of the titles against the facts in the corpus: hex by hex, cell by cell, row by row.

The facts were taken down apart from the titles' files, from the rulebooks and from the public
engine of 18xx.games, in another shape. Where a title departs from them it says why, here.
"""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest

import corpus
from route_opt import titles
from route_opt.tiles import FIRST_STOP, Tile
from route_opt.title import Title

Facts = dict[str, Any]
Cell = tuple[int, tuple[str, ...]]
TAKEN = corpus.folder() / "facts"
NAMES = sorted(name for name in titles.names() if (TAKEN / f"{name}.json").exists())
"""The titles of which facts were taken down."""
COLUMNS = ("yellow", "green", "brown", "gray", "blue")


@functools.cache
def facts(name: str) -> Facts:
    text = (corpus.folder() / "facts" / f"{name}.json").read_text(encoding="utf-8")
    found: Facts = json.loads(text)
    return found


@pytest.fixture(params=NAMES)
def pair(request: pytest.FixtureRequest) -> tuple[Title, Facts]:
    return titles.find(request.param), facts(request.param)


# Prints: a tile, or what is printed on a hex.


def pieces(row: Facts) -> list[list[int]]:
    """The track of a fact as sorted pairs of ends, in the numbers of a tile."""
    paths = [p if isinstance(p, list) else [p["a"], p["b"]] for p in row["paths"]]
    return sorted(sorted(map(number, path)) for path in paths)


def number(end: int | str) -> int:
    return end if isinstance(end, int) else FIRST_STOP + int(end[1:])


def values(revenue: int | dict[str, int]) -> tuple[int, ...]:
    if isinstance(revenue, int):
        return (revenue,)
    assert set(revenue) <= set(COLUMNS)
    return tuple(revenue[colour] for colour in COLUMNS if colour in revenue)


def stop(row: Facts) -> tuple[str, tuple[int, ...], int]:
    return row["kind"], values(row["revenue"]), row.get("slots", 0)


def printed(tile: Tile) -> tuple[str, list[Any], list[list[int]], str | None]:
    stops = [(stop.kind, stop.values, stop.slots) for stop in tile.stops]
    return tile.colour, stops, sorted(map(sorted, tile.track)), tile.label or None


def fact(row: Facts) -> tuple[str, list[Any], list[list[int]], str | None]:
    return row["color"], [stop(s) for s in row["stops"]], pieces(row), row["label"]


# The map


def test_every_hex(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    rows = {row["hex"]: row for row in known["hexes"]}
    assert set(title.hexes) == set(rows)
    for hex_id, row in rows.items():
        ours = title.hexes[hex_id]
        assert printed(ours.tile) == fact(row), hex_id
        assert ours.cost == row.get("cost", 0), hex_id
        if title.name != "1867bw":  # whose facts name the landscape of every hex
            assert [ours.terrain] * bool(ours.terrain) == row.get("terrain", []), hex_id
            assert ours.name == row.get("name", ""), hex_id
            assert ours.later_label == row.get("future_label", {}).get("label", ""), hex_id
            assert sorted(ours.first) == sorted(row["first_tiles"]), hex_id


def test_values_phase_by_phase(pair: tuple[Title, Facts]) -> None:
    """By the name of the phase, so that the columns of the phases are tested with them."""
    title, known = pair
    compared = 0
    for row in known["hexes"]:
        for n, place in enumerate(row["stops"]):
            for phase, value in place.get("revenue_by_phase", {}).items():
                ours = title.hexes[row["hex"]].tile.stops[n]
                assert ours.value(title.phases[phase].column) == value, (row["hex"], phase)
                compared += 1
    assert compared or title.name == "1867bw"


@pytest.mark.parametrize(
    ("phase", "butte", "omaha"),
    [("2", 20, 30), ("3", 30, 50), ("4", 30, 50), ("5", 40, 70), ("6", 40, 70), ("D", 40, 70)],
)
def test_wyoming_phase_by_phase(phase: str, butte: int, omaha: int) -> None:
    """8.2.C.d: yellow in phase 2, green in 3 and 4, brown afterwards."""
    title = titles.find("1867bw")
    column = title.phases[phase].column
    found = [title.hexes[hex_id].tile.stops[0].value(column) for hex_id in ("C1", "M11")]
    assert found == [butte, omaha]


def test_areas_of_several_hexes(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    groups: dict[str, set[str]] = {}
    for row in known["hexes"]:
        for place in row["stops"]:
            if "group" in place:
                groups.setdefault(place["group"], set()).add(row["hex"])
    assert {name: set(hexes) for name, hexes in title.areas.items()} == groups


def test_through_and_once_only(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    places = [(row["hex"], place) for row in known["hexes"] for place in row["stops"]]
    assert set(title.routes.through) == {h for h, place in places if place.get("through")}
    assert set(title.routes.one_per_route) == {
        h for h, place in places if "one_visit_group" in place
    }


def test_borders(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    found: dict[tuple[str, str], tuple[bool, int, str]] = {}
    for row in known["hexes"]:
        for side in row.get("borders", []):
            other = title.neighbour(row["hex"], side["edge"])
            assert other is not None
            closed, cost = side["type"] == "impassable", side.get("cost", 0)
            between = min(row["hex"], other), max(row["hex"], other)
            found[between] = closed, cost, side.get("symbol", "")
    ours = {pair: (b.impassable, b.cost, b.kind) for pair, b in title.borders.items()}
    assert ours == found


def test_hexes_of_private_companies(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    found = {row["hex"]: row["private"] for row in known["hexes"] if "private" in row}
    assert {hex_.id: hex_.private for hex_ in title.hexes.values() if hex_.private} == found


def test_rivers() -> None:
    words = {
        "all track must stay on bank_a": "first",
        "all track must stay on bank_b": "second",
        "no track piece may join bank_a with bank_b": "either",
    }
    title, known = titles.find("1870"), facts("1870")
    rivers = {row["hex"]: row["river"] for row in known["hexes"] if "river" in row}
    assert {h: (r.first, r.second, r.keep) for h, r in title.rivers.items()} == {
        hex_id: (
            "".join(map(str, river["bank_a"])),
            "".join(map(str, river["bank_b"])),
            words[river["before_bridge"]],
        )
        for hex_id, river in rivers.items()
    }


def marked(name: str, field: str) -> set[str]:
    return {row["hex"] for row in facts(name)["hexes"] if row.get(field)}


@pytest.mark.parametrize(
    ("name", "mark", "field"),
    [
        ("1846", "lake_shore_line", "lake_shore_line"),
        ("1846", "ic_land_grant", "ic_land_grant"),
        ("1850", "west_of_mississippi", "west_of_mississippi"),
        ("1867bw", "half_terrain", "p5_half_terrain"),
        ("1870", "mississippi", "mississippi"),
        ("1870", "cattle", "cattle_eligible"),
        ("1870", "port", "port_eligible"),
    ],
)
def test_hexes_that_a_rule_names(name: str, mark: str, field: str) -> None:
    assert set(titles.find(name).marks[mark]) == marked(name, field)


def test_where_markers_stand() -> None:
    known = {row["hex"]: row for row in facts("1846")["hexes"]}
    title = titles.find("1846")
    ports = {h: row["port"]["steamboat_bonus"] for h, row in known.items() if "port" in row}
    assert title.markers["steamboat"].amount == ports
    assert set(title.markers["steamboat"].hexes) == set(ports)
    meat = {h: row["meat_packing"]["bonus"] for h, row in known.items() if "meat_packing" in row}
    assert set(title.markers["meat_packing"].hexes) == set(meat)
    assert {title.markers["meat_packing"].amount} == set(meat.values())
    title = titles.find("1870")
    for kind in ("port_open", "port_closed"):
        assert set(title.markers[kind].hexes) == marked("1870", "port_eligible")
    assert set(title.markers["cattle"].hexes) == marked("1870", "cattle_eligible")
    edges = {
        row["hex"]: row["edge_token_of"] for row in facts("1850")["hexes"] if "edge_token_of" in row
    }
    title = titles.find("1850")
    assert set(title.markers["edge_token"].hexes) == set(edges)
    for name, corporation in title.corporations.items():
        places = {hex_id for hex_id, owners in edges.items() if name in owners}
        mine = {corporation.edge_token.area} if corporation.edge_token else set()
        assert mine <= places
        assert bool(mine) == bool(places)


def test_east_and_west() -> None:
    """6.32: each off-board of 1846 with its side and what it adds."""
    ends: dict[str, dict[str, int]] = {}
    for row in facts("1846")["hexes"]:
        if "east_west" in row:
            ends.setdefault(row["east_west"]["side"], {})[row["hex"]] = row["east_west"]["bonus"]
    assert titles.find("1846").routes.ends.classes == ends


# Tiles


def test_every_tile(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    if title.name == "1867bw":
        rows = {row["id"]: row for row in known["tile_manifest"]}
        counts = {name: row["count"] for name, row in rows.items()}
    else:
        rows = facts("tiles")
        counts = {
            name: row["count by title"][title.name]
            for name, row in rows.items()
            if title.name in row["count by title"]
        }
    counts = {name: 0 if count == "inf" else count for name, count in counts.items()}
    assert title.manifest == counts
    for name, tile in title.tiles.items():
        assert printed(tile) == fact(rows[name]), name


def test_every_upgrade(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    rows = {name: set(better) for name, better in known["tile_upgrades"].items() if better}
    rows.pop("K13 pre-printed", None)  # the print of a hex, compared with the map
    assert {name: set(better) for name, better in title.upgrades.items()} == rows


def test_tiles_for_certain_hexes() -> None:
    for name, row in facts("tiles").items():
        for title in map(titles.find, row["count by title"]):
            if title.name in row.get("only_on", {}):
                assert set(title.only_on[name]) == set(row["only_on"][title.name])


# Trains and phases


def length(distance: Any) -> tuple[int, int]:
    if not isinstance(distance, dict):
        return distance or 0, distance or 0
    visit, count = distance["visit"], distance["count"]
    return (0, 0) if visit == "unlimited" else (visit, count)


def known_to(known: Facts, data: Any) -> Any:
    """What is said by numbers of players, for those of the game without a variant."""
    if not isinstance(data, dict):
        return data
    return {count: value for count, value in data.items() if count in known["starting_cash"]}


def test_every_train(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    ours = {
        train.name: (
            *(train.visits, train.counts, train.price),
            known_to(known, train.number),
            train.rusts_on,
        )
        for train in title.trains.values()
        if not train.option
    }
    assert ours == {
        row["name"]: (
            *length(row["distance"]),
            row["price"],
            0 if row["count"] == "unlimited" else row["count"],
            row.get("rusts_on") or row.get("rusted_by") or "",
        )
        for row in known["trains"]
    }


def test_every_phase(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    phases = [phase for phase in title.phases.values() if not phase.option]
    assert [(p.name, p.train_limit, p.operating_rounds, list(p.tiles)) for p in phases] == [
        (
            row["name"],
            row["train_limit"],
            row["operating_rounds"],
            row.get("tile_colours") or row["tiles"],
        )
        for row in known["phases"]
    ]
    cubes = ("production", "capacity", "export")
    for phase, row in zip(phases, known["phases"], strict=True):
        assert phase.cubes == {n: row[f"cube_{n}"] for n in cubes if f"cube_{n}" in row}


# Companies


def test_every_corporation(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    for row in known["corporations"]:
        ours = title.corporations[row.get("id") or row["sym"]]
        assert ours.name == row["name"]
        assert " or ".join(ours.home) == row.get("home_stop", f"{row['home']}.0")
        prices = row.get("token_prices", [0] * row.get("tokens", 0))
        assert list(ours.tokens) == prices, ours.name
        assert ours.destination == row.get("destination", "")
        kept = [
            (r["stop"], r["price"], r.get("price_unconnected", 0)) for r in row.get("reserved", [])
        ]
        assert [(r.stop, r.price, r.price_unconnected) for r in ours.reserved] == kept
    minors = {row["id"]: row for row in known.get("minors", [])}
    assert {name for name, c in title.corporations.items() if c.minor} == set(minors)
    for name, row in minors.items():
        minor = title.corporations[name]
        assert (minor.home, minor.debt, minor.treasury) == (
            (row["home_stop"],),
            row["debt"],
            row["treasury"],
        )
        assert (list(minor.trains), minor.order) == (row["trains"], row["order"])


def test_every_private_company(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    rows = {row["id"]: row for row in known["privates"]}
    assert set(title.privates) == set(rows)
    for name, row in rows.items():
        ours = title.privates[name]
        assert (ours.name, ours.price, ours.revenue) == (row["name"], row["price"], row["revenue"])
        if "blocks_hexes" in row:
            assert list(ours.blocks) == row["blocks_hexes"], name
        if "always_in_game" in row:
            assert ours.always_in_game == row["always_in_game"], name


# Money


def test_every_cell_of_the_market(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    ours = [[(c.price, set(c.marks)) if c else None for c in row] for row in title.market.grid]
    if title.name != "1867bw":
        # That a space is the last of its column shows by itself.
        assert ours == [
            [c and (c["price"], set(c["marks"]) - {"bottom"}) for c in row]
            for row in known["market"]["grid"]
        ]
        return
    for mine, row in zip(ours, known["market"]["grid"], strict=True):
        for cell, text in zip(mine, row, strict=True):
            assert cell is not None
            word = str(text)
            assert cell[0] == (0 if word == "Closed" else int(word.rstrip("p")))
            assert ("par" in cell[1]) == word.endswith("p")
            assert ("closed" in cell[1]) == (word == "Closed")


def test_bank_cash_and_limits(pair: tuple[Title, Facts]) -> None:
    title, known = pair
    play = title.play
    bank = known["bank"]
    assert known_to(known, play.bank) == (bank["value"] if "value" in str(bank) else bank)
    cash = {k: v for k, v in known["starting_cash"].items() if k != "source"}
    assert known_to(known, play.cash) == cash
    limits = {k: v for k, v in known["certificate_limits"].items() if k != "source"}
    assert known_to(known, play.certificate_limits) == limits
