"""Every numbered rule for routes is broken by some test, and its code is seen."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import test_rules_1830
import test_rules_1846
import test_rules_1850
import test_rules_1867bw
import test_rules_1870
from claim_boards import BROKEN, TABLE
from msgspec.structs import replace

from route_opt import titles
from route_opt.claims import booking, rules
from route_opt.claims.codes import CODES, idly_cited, uncited
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


def yielded(module: ModuleType) -> Iterator[str]:
    """The codes that the rules of a module find: the first word of what they yield."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            first, second = node.value.elts[:2]
            finding = second if isinstance(second, ast.Tuple) else node.value
            first = finding.elts[0]
            assert isinstance(first, ast.Constant), ast.unparse(node)
            yield str(first.value)


def test_every_code_is_known_with_when_it_arises() -> None:
    """An objection by a better run is none of a rule's: the claim makes it."""
    assert {*yielded(rules), *yielded(booking), "better_shown"} == CODES.keys()


@pytest.mark.parametrize("name", NUMBERED)
def test_every_rule_has_a_test_that_breaks_it(name: str) -> None:
    wanted = {f"{name}.{number}" for number in NUMBERED[name]}
    assert wanted == {rule for rule in TABLE if rule.startswith(f"{name}.")}
    for rule in wanted:
        assert all(callable(getattr(MODULES[name], test)) for test in TABLE[rule])


def listed(corpus: Path, name: str) -> dict[str, str]:
    """The rules for routes of a title as the list of rules has them, by number."""
    text = (corpus / "RULES.md").read_text(encoding="utf-8")
    routes = text[text.index("# Routes") : text.index("# Operating rounds")]
    part = routes[routes.index(f"### {name}") + 4 :].partition("###")[0]
    found = re.findall(r"^(?:\d+\. \*\*([RC]\d+)\*\*|(\d+)\. (?!\*\*))(.*)$", part, re.MULTILINE)
    return {lettered or plain: words for lettered, plain, words in found}


@pytest.mark.parametrize("name", NUMBERED)
def test_the_numbers_are_those_of_the_list_of_rules(name: str, corpus: Path) -> None:
    assert list(listed(corpus, name)) == NUMBERED[name]


NAMED = ("Connection Run", "Operate Trains", "Points to Remember")
"""Sections that have no number; those of 1870 have none."""


def sections(name: str, words: str) -> set[str]:
    """The sections of a title that are listed in some words: 22 and 22.0 are the same one."""
    parts = [part.strip().removesuffix(".0") for part in re.split("[,;]", words)]
    numbers = [part for part in parts if name != "1870" and re.fullmatch(r"\d+(\.\w+)*", part)]
    return {*numbers, *(part for part in parts if part in NAMED)}


@pytest.mark.parametrize("name", NUMBERED)
def test_a_code_cites_a_section_of_a_rule_that_it_breaks(name: str, corpus: Path) -> None:
    """Where the list of rules names sections, and the title does not say that none states it."""
    numbered, compared = listed(corpus, name), set()
    for code, cited in titles.find(name).routes.rules.items():
        words = [numbered[number] for number in BROKEN.get((name, code), ())]
        words = [text for text in words if not text.startswith("Variants")]
        brackets = [inside for text in words for inside in re.findall(r"\((.*?)\)", text)]
        stated = set[str]().union(*(sections(name, inside) for inside in brackets))
        if stated and not cited.startswith("not stated"):
            assert sections(name, cited) & stated, f"{code}: {cited}, not {stated}"
            compared.add(code)
    assert len(compared) >= (2 if name == "1870" else 9), compared


def test_every_title_cites_its_rulebook(title: Title) -> None:
    cited = title.routes.rules
    assert set(cited) >= COMMON
    if title.routes.objectors:
        assert "better_shown" in cited
    if title.routes.one_per_route:
        assert {"one_hex_only", "two_cities_of_hex"} <= set(cited)
    if title.routes.access:
        assert "no_access" in cited
    if title.routes.ends.forbidden:
        assert "forbidden_ends" in cited
    if any(train.counts != train.visits for train in title.trains.values()):
        assert {"too_many_counted", "own_token_not_counted"} <= set(cited)
    if any(kind.effect == "required_ends" for kind in title.markers.values()):
        assert "connection_not_run" in cited


def citing(title: Title, cited: dict[str, str]) -> Title:
    """A title with other sections in its data."""
    return replace(title, routes=replace(title.routes, rules=cited))


def test_every_section_that_is_missing_is_named(title: Title) -> None:
    cited = title.routes.rules
    assert not uncited(title)
    for code in cited:
        assert uncited(citing(title, {c: s for c, s in cited.items() if c != code})) == [code]
    assert set(uncited(citing(title, {}))) == set(cited)


def test_what_cannot_arise_is_not_cited(title: Title) -> None:
    """Every code that no rule of the title can come to is named if it has a section."""
    assert not idly_cited(title)
    others = [code for code in CODES if code not in title.routes.rules]
    assert others
    everything = dict.fromkeys([*CODES, "no_such_code"], "1")
    assert idly_cited(citing(title, everything)) == [*others, "no_such_code"]
