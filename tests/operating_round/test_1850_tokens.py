"""1850 7.3.3: tokens on cities stay, in any order of placing and upgrading; Chicago above all.

Chicago is two cities in yellow and green, one space each in yellow, one and two in green, and one
city of four spaces in brown and grey (6.1.3, 22).
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tables import replace, rich_game

from operating_round.rules import rules_of
from operating_round.setup import float_corporation
from operating_round.state import State, parse
from operating_round.table import Table

CITIES = {
    "I18": ("CBQ", ["128@5", "129@0", "130@0", "131@0"]),
    "L13": ("MP", ["57@0", "14@0", "135@0"]),
    "G18": ("MILW", ["14@0", "63@0"]),
}
"""Home of whom, and tiles that follow each other."""
COMPANIES = ("CBQ", "GN", "MILW", "MP", "NP", "RI", "UP")


def all_started() -> State:
    state = rich_game("1850")
    state = replace(state, players=dict.fromkeys(state.players, 90_000))
    for name in COMPANIES:
        state = float_corporation(state, name, 68, {"Ann": 60})
    return replace(state, phase="8", round="OR 1.1", operating_rounds=(1, 3))


@pytest.mark.parametrize("city", list(CITIES))
def test_tokens_stay_whatever_is_laid(city: str) -> None:
    home, tiles = CITIES[city]
    start = all_started()
    for seed in range(80):
        chance, table = random.Random(seed), Table(start, rules_of(start.rules))
        for name in COMPANIES:
            if name != home:
                table.map.place_home(name)
        stand: Counter[str] = Counter()
        left, waits = list(tiles), True
        for _ in range(14):
            match chance.choice(["lay", "token", "token", "token", "home"]):
                case "lay" if left:
                    table.map.lay(city, left.pop(0))
                case "home" if waits:
                    table.map.place_home(home)
                    stand[home] += 1
                    waits = False
                case "token":
                    place(chance, table, city, home, waits, stand)
            check(table, city, stand)


def place(
    chance: random.Random, table: Table, city: str, home: str, waits: bool, stand: Counter[str]
) -> None:
    """A company places its next token in one of the cities of the hex, where the rules let it."""
    name = chance.choice([other for other in COMPANIES if other != home])
    stops = [f"{city}.{n}" for n in range(len(table.map.laid(city).tile.stops))]
    stop = chance.choice(stops)
    there = [owner for owner in table.state.board.tokens.get(stop, ()) if owner]
    if name in there or not table.corporation(name).tokens_unplaced:
        return
    slot = table.map.free_slot(stop, name)
    # The last space in a home is kept for its company (7.3.1)
    kept = waits and stop == table.map.home_stops(home)[0]
    assert (slot is not None) is (len(there) + kept < table.map.stop(stop).slots)
    if slot is not None:
        table.map.place_next_token(name, stop, slot)
        stand[name] += 1


def check(table: Table, city: str, stand: Counter[str]) -> None:
    """Every token is there once, in a space, and its company knows where."""
    board = table.state.board.tokens
    found: Counter[str] = Counter()
    for stop, owners in board.items():
        if stop.partition(".")[0] == city:
            assert len(owners) <= table.map.stop(stop).slots
            found.update(owner for owner in owners if owner)
    assert found == +stand
    for name in COMPANIES:
        on_map = Counter(table.corporation(name).tokens_on_map)
        assert on_map == Counter(stop for stop in board for owner in board[stop] if owner == name)
    clean = replace(table.state, turn=None)
    assert parse(clean.document()) == clean
