"""Every numbered rule for routes is broken by some test, and its code is seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import test_rules_1830
import test_rules_1846
import test_rules_1850
import test_rules_1867bw
import test_rules_1870
from claim_boards import TABLE

from route_opt.title import Title

MODULES = {
    "1830": test_rules_1830,
    "1846": test_rules_1846,
    "1850": test_rules_1850,
    "1867bw": test_rules_1867bw,
    "1870": test_rules_1870,
}

NUMBERED = {
    "1830": [str(n) for n in range(1, 13)],
    "1846": [str(n) for n in range(1, 16)],
    "1850": [str(n) for n in range(1, 14)],
    "1867bw": [*(f"R{n}" for n in range(1, 17)), *(f"C{n}" for n in range(1, 12))],
    "1870": [str(n) for n in range(1, 13)],
}
"""The numbers under which the rules for routes are listed, title by title."""

COMMON = {
    *("no_track", "not_adjacent", "ends_on_track", "reversed_at_junction", "stop_passed_over"),
    *("side_used_twice", "stop_twice", "no_own_token", "too_few_stops", "too_many_stops"),
    *("stop_not_counted", "full_city_passed", "off_board_passed", "side_shared"),
    *("train_not_owned", "train_used_twice", "counted_not_visited", "counted_twice"),
    "wrong_revenue",
}
"""The codes that can arise under every title."""


@pytest.mark.parametrize("name", NUMBERED)
def test_every_rule_has_a_test_that_breaks_it(name: str) -> None:
    wanted = {f"{name}.{number}" for number in NUMBERED[name]}
    assert wanted == {rule for rule in TABLE if rule.startswith(f"{name}.")}
    for rule in wanted:
        assert all(callable(getattr(MODULES[name], test)) for test in TABLE[rule])


def test_the_numbers_are_those_of_the_list_of_rules(corpus: Path) -> None:
    text = (corpus / "RULES.md").read_text(encoding="utf-8")
    routes = text[text.index("# Routes") : text.index("# Operating rounds")]
    for name, numbers in NUMBERED.items():
        part = routes[routes.index(f"### {name}") + 4 :].partition("###")[0]
        found = re.findall(r"^(?:\d+\. \*\*([RC]\d+)\*\*|(\d+)\. (?!\*\*))", part, re.MULTILINE)
        assert [lettered or plain for lettered, plain in found] == numbers


def test_every_title_cites_its_rulebook(title: Title) -> None:
    rules = title.routes.rules
    assert set(rules) >= COMMON
    if title.routes.objectors:
        assert "better_shown" in rules
    if title.routes.one_per_route:
        assert {"one_hex_only", "two_cities_of_hex"} <= set(rules)
    if title.routes.access:
        assert "no_access" in rules
    if title.routes.ends.forbidden:
        assert "forbidden_ends" in rules
    if any(train.counts != train.visits for train in title.trains.values()):
        assert {"too_many_counted", "own_token_not_counted"} <= set(rules)
    if any(kind.effect == "required_ends" for kind in title.markers.values()):
        assert "connection_not_run" in rules
