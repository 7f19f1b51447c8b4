"""Nothing below imports what is above, in any file, however it is loaded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from route_opt import titles

ROOT = Path(__file__).parents[2]
LAYERS = {"route_opt": "src", "operating_round": "python", "whole_game": "python"}
"""From the lowest to the highest, each with its folder."""


def imported(tree: ast.AST) -> Iterator[str]:
    """The packages that a file imports, at its top or anywhere inside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", LAYERS)
def test_no_file_imports_a_layer_above(package: str) -> None:
    order = list(LAYERS)
    above = set(order[order.index(package) + 1 :])
    files = sorted((ROOT / LAYERS[package] / package).rglob("*.py"))
    assert files
    for file in files:
        names = set(imported(ast.parse(file.read_text(encoding="utf-8"))))
        assert not names & above, f"{file.relative_to(ROOT)} imports {names & above}"


def test_the_walk_sees_every_kind_of_import() -> None:
    code = "import whole_game.cli as x\ndef f():\n    from operating_round.table import Table\n"
    assert set(imported(ast.parse(code))) == {"whole_game", "operating_round"}


def test_a_title_is_one_folder_a_layer_found_by_its_name() -> None:
    shipped = {titles.find(name).folder_name: folder for name, folder in titles.names().items()}
    assert all(folder.name == name for name, folder in shipped.items())
    for package, place in LAYERS.items():
        folders = (ROOT / place / package / "titles").glob("*/")
        assert {folder.name for folder in folders if folder.name.startswith("g")} <= set(shipped)
    assert not list((ROOT / "src" / "route_opt" / "titles").glob("*/*.py"))
