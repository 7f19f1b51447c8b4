"""Options of a run, and the report that every benchmark adds its rows to."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest

from benchmarks.report import Report

HERE = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("route-opt")
    group.addoption("--quick", action="store_true", help="Small samples and short limits.")
    group.addoption("--limit", type=float, help="Seconds a hard position may take.")
    group.addoption("--report", type=Path, help="Where the tables go.")


@pytest.fixture(scope="session")
def quick(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--quick"))


@pytest.fixture(scope="session")
def limit(request: pytest.FixtureRequest, quick: bool) -> float:
    """How long a hard position may take."""
    return request.config.getoption("--limit") or (2.0 if quick else 60.0)


@pytest.fixture(scope="session")
def pictures(quick: bool) -> Path:
    """Where pictures go: a quick run does not touch those of the README."""
    return HERE / ("results" if quick else "pictures")


@pytest.fixture(scope="session")
def report(request: pytest.FixtureRequest) -> Report:
    file = request.config.getoption("--report") or HERE / "results" / f"{date.today()}.md"
    words = ["python -m", "benchmarks" if "benchmarks" in sys.argv[0] else "pytest", *sys.argv[1:]]
    return Report(file, " ".join(words))
