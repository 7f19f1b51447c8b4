"""Small boards made by hand for the judge, and the table of rules with the tests that break them.

Track is written in running order: ``run("3", "H10.0 H12.0 H14 H16.0")``. Sides of pointed hexes are
0 lower left, 1 left, 2 upper left, 3 upper right, 4 right, 5 lower right; of flat-topped hexes
0 below, 1 lower left, 2 upper left, 3 above, 4 upper right, 5 lower right.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from route_opt import Verdict, Violation, check, parse

Document = dict[str, Any]

TABLE: dict[str, set[str]] = {}
"""For each numbered rule, the tests that break it."""

BROKEN: dict[tuple[str, str], set[str]] = {}
"""For each title and code, the numbers of the rules that are broken with it."""


def breaks(
    code: str, *rules: str
) -> Callable[[Callable[[], Iterable[Violation]]], Callable[[], None]]:
    """Mark a test that breaks some numbered rules and hands back what was found against it."""

    def register(test: Callable[[], Iterable[Violation]]) -> Callable[[], None]:
        for rule in rules:
            TABLE.setdefault(rule, set()).add(test.__name__)
            title, _, number = rule.partition(".")
            BROKEN.setdefault((title, code), set()).add(number)

        @functools.wraps(test)
        def wrapper() -> None:
            found = [violation for violation in test() if violation.code == code]
            assert found, f"nobody objected with {code}"
            assert all(violation.rule and violation.message for violation in found)

        del wrapper.__wrapped__
        return wrapper

    return register


def run(train: str, track: str, counted: str | None = None, revenue: int | None = None) -> Document:
    """A route document."""
    found: Document = {"train": train, "track": track.split()}
    if counted is not None:
        found["counted"] = counted.split()
    if revenue is not None:
        found["revenue"] = revenue
    return found


def judged(board: Document, *routes: Document, **changes: Any) -> Verdict:
    """The verdict on routes on a board, some fields of it changed."""
    return check(parse({**board, **changes}), routes)


def pays(board: Document, *routes: Document, **changes: Any) -> int:
    """What routes pay that must be legal."""
    verdict = judged(board, *routes, **changes)
    assert verdict.legal, [str(violation) for violation in verdict.violations]
    assert sum(statement.total for statement in verdict.statement) == verdict.revenue
    return verdict.revenue


def broken(board: Document, *routes: Document, **changes: Any) -> tuple[Violation, ...]:
    """What is found against routes."""
    return judged(board, *routes, **changes).violations


# 1830. Akron (G7.1) 10 - H8 - Pittsburgh (H10) 20 - Altoona (H12) 10 - H14 - Lancaster (H16) 20.
PENNSYLVANIA: Document = {
    "title": "1830",
    "phase": "2",
    "corporation": "PRR",
    "trains": ["2", "2", "3", "4", "D"],
    "tiles": {"G7": "1@1", "H8": "8@2", "H10": "57@1", "H14": "9@1", "H16": "57@1"},
    "tokens": {"H12.0": ["PRR"]},
}

# 1830. Canadian West (A9, A11) 30/50 on both upper sides of Barrie (B10) 30; from A11 also over
# B12 and B14 to Ottawa (B16) 20.
CANADA: Document = {
    "title": "1830",
    "phase": "2",
    "corporation": "CPR",
    "trains": ["2", "3"],
    "tiles": {"B10": "15@2", "B12": "8@2", "B14": "9@1", "B16": "57@1"},
    "tokens": {"B10.0": ["CPR"]},
}

# 1846. Chicago Connections (C5) 20/40 W+50 - Chicago (D6.2) 40 - Toledo (D14) 30 - Detroit (C15) 40
# - Port Huron (B16) 20 - Sarnia (B18) 30/50 E+20.
GRAND_TRUNK: Document = {
    "title": "1846",
    "phase": "III",
    "corporation": "GT",
    "trains": ["2", "2", "3/5", "4/6", "5", "6"],
    "tiles": {
        **{"D6": "298@0", "D8": "9@1", "D10": "9@1", "D12": "9@1", "D14": "15@0"},
        **{"C13": "7@4", "B16": "6@4"},
    },
    "tokens": {"B16.0": ["GT"]},
}
GRAND_TRUNK_LINE = "C5.0 D6.2 D8 D10 D12 D14.0 C13 C15.0 B16.0 B18.0"

# 1846. Binghamton (E23) E 20 - Salamanca (E21) 10 - E19 - Homewood (F20) 10 - Pittsburgh (F22, G21)
# E 30; from G21 also to Wheeling (G19) 30.
ALLEGHENY: Document = {
    "title": "1846",
    "phase": "II",
    "corporation": "PRR",
    "trains": ["2", "4"],
    "tiles": {"E19": "7@4", "G19": "14@1"},
    "tokens": {"F20.0": ["PRR"]},
}

# 1850. Northwest (B1) 30/40/40 - Fargo (B5) 20 - a town (B7) 10 - Duluth (B11) 20 - Mesabi (A10)
# 30/40/60.
DULUTH: Document = {
    "title": "1850",
    "phase": "2",
    "corporation": "NP",
    "trains": ["2", "3", "4", "5", "6"],
    "tiles": {"B3": "9@1", "B5": "57@1", "B7": "4@1", "B9": "9@1", "B11": "5@1"},
    "tokens": {"B11.0": ["NP"]},
    "markers": [{"kind": "mesabi", "owner": "NP"}],
}
DULUTH_LINE = "B1.0 B3 B5.0 B7.0 B9 B11.0 A10.0"

# 1850. Green Bay (E18) 20 - D19 - Sault Ste. Marie (C20) 20/40/50 - C18 - a town (C16) 10.
SAULT: Document = {
    "title": "1850",
    "phase": "2",
    "corporation": "SOO",
    "trains": ["3"],
    "tiles": {"E18": "57@0", "D19": "9@0", "C18": "9@1", "C16": "4@1"},
    "tokens": {"E18.0": ["SOO"]},
}

# 1867bw. Omaha (M11) 30/50/70 - Cheyenne (K13) 20 - Laramie (J14) 20 - a deposit (I11) - Rawlins
# (H12) 20.
WYOMING: Document = {
    "title": "1867bw",
    "phase": "2",
    "corporation": "C&N",
    "trains": ["2", "2", "3", "4", "5", "D"],
    "tiles": {"L12": "9@1", "J14": "6*@2", "I13": "8@3", "I11": "d4@0", "H12": "57*@1"},
    "tokens": {"K13.0": ["C&N"]},
}
WYOMING_LINE = "M11.0 L12 K13.0 J14.0 I13 I11.0 H12.0"

# 1870. Austin (M2) 20 - Southwest (N1) 20/40/50 - Galveston (N7) 30 - New Orleans (N17) 20 - M16 -
# Baton Rouge (M14) 20; from Galveston also to Houston (M6) 20.
GULF: Document = {
    "title": "1870",
    "phase": "1",
    "corporation": "SP",
    "trains": ["2", "2", "3", "4"],
    "tiles": {
        **{"M2": "57@0", "N3": "9@1", "N5": "9@1", "N7": "15@1", "M6": "57@2"},
        **{"N9": "9@1", "N11": "9@1", "N13": "9@1", "N15": "9@1"},
        **{"N17": "5@1", "M16": "8@5", "M14": "57@1"},
    },
    "tokens": {"N1.0": ["SP"]},
}
WEST_GULF = "N1.0 N3 N5 N7.0"
EAST_GULF = "N7.0 N9 N11 N13 N15 N17.0"
