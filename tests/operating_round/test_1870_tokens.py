"""1870: markers in and beside cities, in any order of placing, upgrading and closing.

Held against a small model of the rulebook: a station marker takes a space, the last one in a home
is kept for its company (Place Station Markers); a destination marker stands at the edge of the
hex and takes none (Connection Run), but in station marker wars one that is free, also later; what
stands on a tile stays when another is laid (Lay or Upgrade Track).
"""

from __future__ import annotations

import random

import pytest
from tables import replace, rich_game

from operating_round.rules import rules_of
from operating_round.setup import float_corporation
from operating_round.state import State, Turn, parse
from operating_round.table import Table
from operating_round.titles.g1870.destinations import is_connected, place_destination

CITIES = {
    # Home of, destination of, and tiles with their spaces
    "J5": ("TP", ("MP",), [("57", 1), ("14", 2), ("170", 2)]),
    "J3": ("FW", ("SSW",), [("5", 1), ("15", 2), ("63", 2)]),
    "C18": ("MP", ("GMO",), [("57", 1), ("14", 2), ("170", 2), ("172", 2)]),
    "N17": ("", ("SP", "TP"), [("6", 1), ("14", 2), ("170", 2)]),
    "B11": ("MKT", (), [("57", 1), ("15", 2), ("170", 2), ("171", 3)]),
    # Off the board: the Southwest has a space for SP alone, Denver none
    "N1": ("SP", ("ATSF", "MKT"), []),
    "A2": ("", ("FW",), []),
}
WARS = ("J5", "J3", "C18", "N17")
"""Dallas, Fort Worth, St. Louis and New Orleans."""
OUTSIDERS = ("ATSF", "IC", "SLSF")


class Model:
    """Who stands in a space of a city, and who beside it."""

    def __init__(self, city: str, wars: bool) -> None:
        self.home, self.guests, self.tiles = CITIES[city]
        self.wars = wars and city in WARS
        self.laid, self.spaces = -1, 0 if city == "A2" else 1
        self.inside: list[str] = []
        self.beside: list[str] = []
        self.waits = bool(self.home)

    def room(self, name: str) -> bool:
        kept = 1 if self.waits and name != self.home else 0
        return len(self.inside) + kept < self.spaces

    def marker(self, name: str) -> None:
        (self.inside if self.wars and self.room(name) else self.beside).append(name)

    def settle(self) -> None:
        for name in list(self.beside) if self.wars else ():
            if self.room(name):
                self.beside.remove(name)
                self.inside.append(name)


def all_started(wars: bool) -> State:
    options = ("station_marker_wars",) if wars else ()
    names = {*OUTSIDERS, *(c for home, guests, _ in CITIES.values() for c in (home, *guests) if c)}
    state = rich_game("1870", options=options)
    state = replace(state, players=dict.fromkeys(state.players, 90_000))
    for name in sorted(names):
        state = float_corporation(state, name, 68, {"Ann": 60})
    return replace(state, phase="6", round="OR 1.1", operating_rounds=(1, 3))


@pytest.mark.parametrize("wars", [False, True])
@pytest.mark.parametrize("city", list(CITIES))
def test_markers_in_and_beside_a_city(city: str, wars: bool) -> None:
    start = all_started(wars)
    rules = rules_of(start.rules)
    for seed in range(60):
        chance, model = random.Random(seed), Model(city, wars)
        table = Table(start, rules)
        stop = f"{city}.0"
        for name in start.corporations:
            if name != model.home and table.corporation(name).floated:
                table.map.place_home(name)
        for _ in range(12):
            step(chance, table, model, city)
            spaces = table.map.stop(stop).slots
            there = list(table.state.board.tokens.get(stop, ()))
            assert spaces == model.spaces
            assert sorted(filter(None, there[:spaces])) == sorted(model.inside), seed
            assert sorted(filter(None, there[spaces:])) == sorted(model.beside), seed
            for name, row in table.state.corporations.items():
                here = row.tokens_on_map.count(stop)
                assert here == there.count(name) <= 1
            clean = replace(table.state, turn=None)
            assert parse(clean.document()) == clean


def step(chance: random.Random, table: Table, model: Model, city: str) -> None:
    """One thing that may happen on a city, to the table and to the model."""
    stop = f"{city}.0"
    standing = {*model.inside, *model.beside}
    match chance.choice(["lay", "token", "token", "home", "marker", "marker", "close"]):
        case "lay" if model.laid + 1 < len(model.tiles):
            model.laid += 1
            tile, model.spaces = model.tiles[model.laid]
            table.map.lay(city, f"{tile}@0")
        case "token" if model.tiles:
            name = chance.choice([*OUTSIDERS, *model.guests])
            if name in table.state.corporations and name not in standing:
                slot = table.map.free_slot(stop, name)
                row = table.corporation(name)
                assert (slot is not None) is model.room(name)
                if slot is not None and row.tokens_unplaced:
                    table.map.place_next_token(name, stop, slot)
                    model.inside.append(name)
        case "home" if model.waits:
            table.map.place_home(model.home)
            model.inside.append(model.home)
            model.waits = False
        case "marker" if model.guests:
            name = chance.choice(model.guests)
            known = name in table.state.corporations
            if known and name not in standing and not is_connected(table.state, name):
                table.set(turn=Turn(entity=name, step="connection"))
                place_destination(table, True)
                table.set(turn=None)
                model.marker(name)
        case "close" if standing and chance.random() < 0.5:
            name = chance.choice(sorted(standing))
            table.rules.effects.price_at_closed(table, name)
            model.inside = [other for other in model.inside if other != name]
            model.beside = [other for other in model.beside if other != name]
    model.settle()
