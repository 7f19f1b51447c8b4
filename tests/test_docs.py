"""The documents: links lead somewhere, commands exist, folders that are listed are there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from operating_round.cli import main as rounds
from route_opt.cli import main

ROOT = Path(__file__).parent.parent
SKIPPED = (".venv", "build", "node_modules", ".pytest_cache")
DOCUMENTS = sorted(
    file
    for file in ROOT.rglob("*.md")
    if not any(part in SKIPPED for part in file.relative_to(ROOT).parts)
)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
        if "://" not in link and not link.startswith("#"):
            assert (file.parent / link.partition("#")[0]).exists(), link


def commands(group: click.Group) -> set[str]:
    return set(group.list_commands(click.Context(group)))


def test_the_table_of_commands_is_complete() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `route-opt (\w+)", text, re.MULTILINE))
    assert told == commands(main)


def test_commands_in_examples_exist() -> None:
    for file in DOCUMENTS:
        blocks = re.findall(r"```sh\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL)
        for program, group in (("route-opt", main), ("operating-round", rounds)):
            used = [word for block in blocks for word in re.findall(rf"\b{program} (\w+)", block)]
            assert set(used) <= commands(group), file
