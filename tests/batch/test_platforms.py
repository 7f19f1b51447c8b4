"""Where there are no locks and no sockets to hand on, a batch says so and what to do."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import route_opt
from route_opt import titles
from route_opt.batching.output import Output, OutputError
from route_opt.batching.pool import PoolError

EXAMPLE = titles.names()["1846"] / "examples" / "centralia.json"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def test_no_file_is_written_on_windows(windows: None, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="on Linux and macOS only"):
        Output(tmp_path / "out.jsonl", resume=False, force=False, inputs=[])
    assert not (tmp_path / "out.jsonl").exists()


def test_rows_come_by_an_executor_on_windows(windows: None) -> None:
    position = route_opt.load(EXAMPLE)
    with pytest.raises(PoolError, match="needs an executor"):
        next(iter(route_opt.batch([position])))
    with ThreadPoolExecutor(1) as executor:
        (row,) = route_opt.batch([position], executor=executor)
    assert row["revenue"] == 160
