"""What a command loads: no more than it needs, so that it starts at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from route_opt import titles

EXAMPLE = titles.find("1846").folder / "examples" / "centralia.json"

RUN = """
import sys
sys.argv = ["route-opt", *{arguments!r}]
import route_opt_entry
try:
    route_opt_entry.route_opt()
except SystemExit as end:
    print(*sorted(sys.modules), file=sys.stderr)
    raise
"""


def loaded(*arguments: str, **environment: str) -> set[str]:
    """The modules that are there when a command has ended."""
    code = RUN.format(arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=os.environ | environment,
    )
    return set(done.stderr.split())


def test_help_loads_neither_titles_nor_search() -> None:
    names = loaded("--help")
    assert "click" in names
    assert {name for name in names if name.startswith("route_opt")} == {
        *("route_opt", "route_opt.cli", "route_opt_entry"),
    }
    assert not names & {"msgspec", "tomllib", "ortools"}


@pytest.mark.parametrize("arguments", [("best", str(EXAMPLE)), ("titles",)])
def test_a_command_loads_no_other(arguments: tuple[str, ...]) -> None:
    names = loaded(*arguments)
    others = ("ortools", "numpy", "starlette", "pyarrow", "route_opt.batching", "route_opt.serve")
    assert not names & {*others, "operating_round", "whole_game", "multiprocessing", "asyncio"}


MOST_OF_OURS = 60
"""Modules of this package for the best routes of a position; there are more than 160."""


def test_a_title_is_not_read_twice(tmp_path: Path) -> None:
    """With the title in the cache nothing is loaded that reads and checks its files."""
    reading = {"tomllib", "route_opt.title.files", "route_opt.title.checks"}
    cache = str(tmp_path / "cache")
    first, second = (loaded("best", str(EXAMPLE), ROUTE_OPT_CACHE=cache) for _ in range(2))
    assert first >= reading
    assert not second & {*reading, "difflib", "hashlib", "csv", "sqlite3"}
    assert len({name for name in second if name.startswith("route_opt")}) <= MOST_OF_OURS


PYTHON = """
import sys
import route_opt
position = route_opt.load({example!r})
assert route_opt.best(position, engine={engine!r}).revenue == 160
assert route_opt.best(position, keep=["2: Cairo, Centralia"]).routes
print(*sorted(sys.modules))
"""


@pytest.mark.parametrize("engine", ["auto", "native"])
def test_or_tools_are_loaded_by_no_search_of_ours(engine: str) -> None:
    code = PYTHON.format(example=str(EXAMPLE), engine=engine)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    names = set(done.stdout.split())
    assert "route_opt.solver" in names
    assert not {name for name in names if name.startswith(("ortools", "numpy", "pandas"))}
    assert not {name for name in names if name.startswith("route_opt.cpsat")}
