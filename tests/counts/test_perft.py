"""How many legal routes there are, by train and number of stops.

Counts show a rule read differently before any revenue does. The small boards are counted by hand,
in the comments; the core and the brute force must both come to that number. On random boards they
must come to the same.
"""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from route_opt import _core
from route_opt.compile import compile_network
from route_opt.network import Network
from route_opt.position import Position, parse
from strategies import TITLES, position

Board = dict[str, Any]
Counts = dict[int, int]

# I19 Atlantic City - I15 Baltimore - J14 Washington - K13 Deep South, one line of four stops.
LINE: Board = {
    "title": "1830",
    "phase": "2",
    "corporation": "B&O",
    "tiles": {"I17": "9@1", "J14": "57@0"},
    "tokens": {"I15.0": ["B&O"]},
}

# H10 Pittsburgh, H12 Altoona, H16 Lancaster on one line; a by-pass leads round Altoona.
BY_PASS: Board = {
    "title": "1830",
    "phase": "2",
    "corporation": "PRR",
    "tiles": {"H10": "57@1", "H14": "9@1", "H16": "57@1"},
    "tokens": {"H10.0": ["PRR"], "H12.0": ["PRR"]},
}

# The line from one city of New York to the other, over a town of G17.
NEW_YORK: Board = {
    "title": "1830",
    "phase": "3",
    "corporation": "NYNH",
    "tiles": {"G19": "54@0", "G17": "2@2", "F18": "7@5"},
    "tokens": {"G19.0": ["NYNH"]},
}

# B10 Barrie is joined to both hexes of the Canadian West, A9 and A11.
BARRIE: Board = {
    "title": "1830",
    "phase": "3",
    "corporation": "CPR",
    "tiles": {"B10": "15@2"},
    "tokens": {"B10.0": ["CPR"]},
}

# Three lines meet in I5 Centralia: to I1 St. Louis, G7 Terre Haute and K3 Cairo.
CENTRALIA: Board = {
    "title": "1846",
    "phase": "II",
    "corporation": "IC",
    "tiles": {"G7": "57@0", "H6": "9@0", "I3": "9@1", "J4": "9@0"},
    "tokens": {"I5.0": ["IC"]},
}

# G13 Dayton and G15 Columbus, joined directly, over F14 and over H14.
PARALLEL: Board = {
    "title": "1846",
    "phase": "II",
    "corporation": "B&O",
    "tiles": {"G13": "15@3", "G15": "15@0", "F14": "7@5", "H14": "7@2"},
    "tokens": {"G13.0": ["B&O"]},
}

# A line from E11 Fort Wayne parts on F12: to G13 Dayton and over G11 to G9 Indianapolis.
JUNCTION: Board = {
    "title": "1846",
    "phase": "II",
    "corporation": "PRR",
    "tiles": {"E11": "57@2", "F12": "23@2", "G13": "57@2", "G11": "8@1", "G9": "57@1"},
    "tokens": {"E11.0": ["PRR"], "G13.0": ["PRR"], "G9.0": ["PRR"]},
}

# Two cities of D6 Chicago, joined over C7 and D8.
CHICAGO: Board = {
    "title": "1846",
    "phase": "I",
    "corporation": "GT",
    "tiles": {"D8": "7@1"},
    "tokens": {"D6.1": ["GT"]},
}

# B11 Duluth beside A10, the Mesabi Range.
DULUTH: Board = {
    "title": "1850",
    "phase": "2",
    "corporation": "NP",
    "tiles": {"B11": "57@2"},
    "tokens": {"B11.0": ["NP"]},
}
RIGHTS: Board = {"markers": [{"kind": "mesabi", "owner": "NP"}]}

# E18 Green Bay - C20 Sault Ste. Marie - C16, one line through an off-board that may be passed.
SAULT: Board = {
    "title": "1850",
    "phase": "2",
    "corporation": "SOO",
    "tiles": {"E18": "57@0", "D19": "9@0", "C18": "9@1", "C16": "4@1"},
    "tokens": {"E18.0": ["SOO"]},
}

# H8 Casper - I7 a deposit - J4 Gillette, one line.
DEPOSIT: Board = {
    "title": "1867bw",
    "phase": "3",
    "corporation": "CNW",
    "tiles": {"H8": "57*@1", "I7": "d4@1", "J6": "8@1", "J4": "57*@0"},
    "tokens": {"H8.0": ["CNW"]},
}

BY_HAND: list[tuple[str, Board, str, Counts]] = [
    # Two stops: Baltimore with either neighbour. Three: Baltimore in the middle, or at the west
    # end. Four: the whole line. Without Baltimore, the only token, nothing.
    ("a line, D", LINE, "D", {2: 2, 3: 2, 4: 1}),
    ("a line, 3", LINE, "3", {2: 2, 3: 2}),
    ("a line, 2", LINE, "2", {2: 2}),
    # Washington full of another's tokens ends a route: nothing reaches the Deep South.
    ("a full city", LINE | {"tokens": {"I15.0": ["B&O"], "J14.0": ["PRR"]}}, "D", {2: 2, 3: 1}),
    # The token in Washington and Baltimore full: Atlantic City is out of reach.
    ("full, beyond", LINE | {"tokens": {"J14.0": ["B&O"], "I15.0": ["PRR"]}}, "D", {2: 2, 3: 1}),
    # Pittsburgh - Altoona, Altoona - Lancaster, Pittsburgh - Lancaster by the by-pass; all three.
    ("a by-pass", BY_PASS, "D", {2: 3, 3: 1}),
    # From the token to the town, and on to the other city of the same hex.
    ("two stops of a hex", NEW_YORK, "4", {2: 1, 3: 1}),
    # Barrie to the one area by either of two tracks; not from the area to itself.
    ("one area", BARRIE, "3", {2: 2}),
    # As two stops: also right through, from one to the other.
    ("two areas", BARRIE | {"options": ["red_hexes_separate"]}, "3", {2: 2, 3: 1}),
    # Centralia with each of three; each pair of the three through Centralia.
    ("a star", CENTRALIA, "3/5", {2: 3, 3: 3}),
    # Three tracks between the same two cities; two of them in one route would call twice.
    ("parallel tracks", PARALLEL, "6", {2: 3}),
    # Fort Wayne with either of the others, which cannot be joined: that would reverse on F12.
    ("a junction", JUNCTION, "6", {2: 2}),
    # At most one city of Chicago in a route.
    ("Chicago", CHICAGO, "4", {}),
    # Without the right to the Mesabi Range nobody calls there.
    ("no right", DULUTH, "4", {}),
    ("a right", DULUTH | RIGHTS, "4", {2: 1}),
    # Green Bay to the Sault, and through it to the town.
    ("through an off-board", SAULT, "4", {2: 1, 3: 1}),
    # A deposit is a stop, so the 2 cannot reach Gillette.
    ("a deposit, 2", DEPOSIT, "2", {2: 1}),
    ("a deposit, 4", DEPOSIT, "4", {2: 1, 3: 1}),
]
NAMES = [name for name, *_ in BY_HAND]


def set_up(board: Board, train: str) -> Position:
    return parse(board | {"trains": [train]})


def core_counts(position: Position) -> list[Counts]:
    """The core's count for each train of a position."""
    return [
        {stops: count for stops, count in enumerate(by_stops) if count}
        for by_stops in _core.count_routes(compile_network(Network(position)))
    ]


@pytest.mark.parametrize(("name", "board", "train", "counts"), BY_HAND, ids=NAMES)
def test_brute_force_counts_as_by_hand(name: str, board: Board, train: str, counts: Counts) -> None:
    assert oracle.counts(set_up(board, train), train) == counts


@pytest.mark.parametrize(("name", "board", "train", "counts"), BY_HAND, ids=NAMES)
def test_core_counts_as_by_hand(name: str, board: Board, train: str, counts: Counts) -> None:
    assert core_counts(set_up(board, train)) == [counts]


@pytest.mark.parametrize("title", TITLES)
def test_core_counts_as_brute_force(title: str) -> None:
    check_counts(title, range(30))


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_core_counts_as_brute_force_on_many_boards(title: str) -> None:
    check_counts(title, range(30, 2_000))


def check_counts(title: str, seeds: range) -> None:
    for seed in seeds:
        board = position(title, seed)
        expected = [oracle.counts(board, train) for train in board.trains]
        assert core_counts(board) == expected, board.document()
