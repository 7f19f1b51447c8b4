"""The README: its picture of the tree, and its commands for install and tests."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def drawn() -> list[Path]:
    """The paths in the tree of the README; indented ones lie in the folder above them."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- tree -->\n```text\n(.*?)```", text, re.DOTALL)
    assert found is not None
    paths, folder = [], ROOT
    for line in found[1].splitlines():
        names = re.split(r"\s{3,}", line.strip(), maxsplit=1)[0].split("  ")
        within = folder if line.startswith(" ") else ROOT
        paths += [within / name for name in names]
        folder = within if line.startswith(" ") else ROOT / names[0]
    return paths


def test_the_tree_is_drawn_as_it_is() -> None:
    paths = drawn()
    assert not [path for path in paths if not path.exists()]
    for package in ("src/route_opt", "python/operating_round", "python/whole_game"):
        folders = {file.parent for file in (ROOT / package).glob("*/__init__.py")}
        assert not folders - set(paths)
