"""Every rule of auctions, stock rounds and the end has a test, and every such test has its rule."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from rule_table import HERE, TESTS, TITLES, points

from route_opt import titles

MODULES = [importlib.import_module(file.stem) for file in sorted(HERE.glob("test_stock_*_*.py"))]
"""All tests of rules: they say what they hold while they are imported."""


@pytest.mark.parametrize("title", TITLES)
def test_every_point_has_a_test(title: str) -> None:
    bare = [number for number in points(title) if (title, number) not in TESTS]
    assert not bare, f"{title}: no test holds " + ", ".join(bare)


def test_every_test_names_points_of_a_list() -> None:
    for title, number in TESTS:
        assert number in points(title), f"{title} has no point {number}"


def test_what_is_marked_is_run() -> None:
    run = {test for module in MODULES for name, test in vars(module).items() if name[:5] == "test_"}
    for marked in TESTS.values():
        assert not [test.__name__ for test in marked if test not in run]


@pytest.mark.parametrize("title", TITLES)
def test_points_are_written_out(title: str) -> None:
    options = titles.find(title).options
    for number, point in points(title).items():
        assert re.fullmatch(r"\d+[a-z]*|[OD]\d+[a-z]*", number), number
        assert point.section, number
        assert len(point.text) > 10, number
        assert not point.option or point.option in options, number


@pytest.mark.parametrize("title", TITLES)
def test_no_numbered_rule_is_left_out(title: str, corpus: Path) -> None:
    text = (corpus / "RULES-STOCK.md").read_text(encoding="utf-8")
    part = text[text.index(f"### {title}\n") :].split("###")[1]
    numbered = set(re.findall(r"(?:^|\. )(\d+)(?:-\d+)?\. (?=[A-Z\d])", part, re.MULTILINE))
    listed = {re.sub(r"\D+$", "", number) for number in points(title)}
    assert numbered <= listed


@pytest.mark.parametrize("title", TITLES)
def test_every_option_of_the_stock_rounds_has_a_point(title: str) -> None:
    found = titles.find(title)
    data = titles.in_layer(found, "whole_game", "stock.toml")
    assert data is not None
    words = set(re.findall(r"\w+", data.read_text(encoding="utf-8")))
    listed = {point.option for point in points(title).values()}
    assert {option for option in found.options if option in words} <= listed
