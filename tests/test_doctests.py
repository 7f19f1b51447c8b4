"""The examples in docstrings and on all pages run and tell the truth."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import operating_round
import route_opt
import whole_game
from transcripts import PAGES, ROOT


def modules() -> list[str]:
    packages = (route_opt, operating_round, whole_game)
    found = [
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [name for name in found if not name.endswith("__main__")]


def test_there_are_modules_to_look_at() -> None:
    assert {"route_opt.position", "operating_round.typed", "whole_game.play"} <= set(modules())


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_on_pages(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_there_are_pages_with_examples() -> None:
    assert any(">>> " in page.read_text(encoding="utf-8") for page in PAGES)
