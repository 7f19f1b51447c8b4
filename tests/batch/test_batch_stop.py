"""Stopped at any moment, a batch leaves whole rows, says where they are, and goes on.

Nothing here waits for a time: the input is held back until the output shows what is awaited.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from asking import (
    FORMATS,
    children,
    command,
    ids,
    names,
    question,
    rows,
    solve,
    timeless,
    write_questions,
)

from route_opt.batching.run import CHUNK

COUNT = 1500

SURE = CHUNK + 2
"""With so many lines a first stretch of rows is written for sure: a second has been begun."""


class Running:
    """A batch that reads questions from us."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    @property
    def input(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def ask(self, lines: list[str]) -> None:
        self.input.write("".join(lines).encode())
        self.input.flush()

    def wait_for(self, path: Path, count: int) -> None:
        """Until the output holds so many rows."""
        while not path.exists() or path.read_bytes().count(b"\n") < count:
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.005)

    def stop(self, how: signal.Signals) -> str:
        self.process.send_signal(how)
        return self.process.communicate()[1].decode()


@contextmanager
def running(*words: str | Path) -> Iterator[Running]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command("-", *words), stdin=pipe, stderr=pipe) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_stopped_again_and_again_it_ends_the_same(tmp_path: Path, stop: signal.Signals) -> None:
    lines = [question(name) for name in names(COUNT)]
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    with running("--out", whole) as once:
        once.process.communicate("".join(lines).encode())
    chance = random.Random(int(stop))
    # Rows are written once so many stretches are under way; ask for some more than that.
    ahead = (2 * 2 + 4) * CHUNK
    for _ in range(3):
        asked = chance.randrange(ahead + 3 * CHUNK, COUNT)
        with running("--out", out, "--workers", "2", "--resume") as batch:
            batch.ask(lines[:asked])
            batch.wait_for(out, chance.randrange(SURE, asked - ahead))
            batch.stop(stop)
        assert batch.process.returncode == (130 if stop == signal.SIGINT else -stop)
        torn = out.read_bytes().split(b"\n")
        assert all(json.loads(line)["revenue"] == 60 for line in torn[:-1])
        assert stop == signal.SIGKILL or torn[-1] == b""
    with running("--out", out, "--workers", "2", "--resume") as batch:
        batch.process.communicate("".join(lines).encode())
    assert batch.process.returncode == 0
    assert timeless(out) == timeless(whole)


@pytest.mark.parametrize("suffix", FORMATS)
def test_what_is_said_names_the_file_that_is_there(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    spool = tmp_path / "out.parquet.jsonl" if suffix == ".parquet" else out
    lines = [question(name) for name in names(400)]
    with running("--out", out, "--workers", "1") as batch:
        batch.ask(lines)
        batch.wait_for(spool, SURE)
        said = batch.stop(signal.SIGINT)
    assert batch.process.returncode == 130
    assert said == f"stopped; {spool} holds what is done; continue with --resume\n"
    assert [path.name for path in tmp_path.iterdir()] == [spool.name]
    with running("--out", out, "--workers", "1", "--resume") as batch:
        said = batch.process.communicate("".join(lines).encode())[1].decode()
    assert ", 0 from before" not in said
    assert "from before" in said
    assert ids(out) == names(400)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_stopped_before_the_first_row_it_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with running("--out", out, "--workers", "1") as batch:
        batch.ask([question(name) for name in names(CHUNK)])  # a worker begins, and has no answer
        while not children(batch.process.pid):
            assert batch.process.poll() is None
            time.sleep(0.005)
        said = batch.stop(signal.SIGINT)
    assert (batch.process.returncode, said) == (130, "stopped; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_stopped_many_times_at_once_it_still_tidies_up(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with running("--out", out, "--workers", "2") as batch:
        batch.ask([question(name) for name in names(600)])
        batch.wait_for(out, SURE)
        while batch.process.poll() is None:
            batch.process.send_signal(signal.SIGINT)
        said = batch.process.communicate()[1].decode()
    assert batch.process.returncode == 130
    assert said == f"stopped; {out} holds what is done; continue with --resume\n"


def test_stopped_again_while_it_tidies_up_it_goes_on() -> None:
    """The same without luck: the second Ctrl-C comes when the first has been heard."""
    code = """
import signal
from route_opt.cli.batch import _stopped_once
with _stopped_once():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        signal.raise_signal(signal.SIGINT)
        print("tidied up")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("tidied up\n", "")


def test_stopped_while_a_finished_file_is_put_in_order_it_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    write_questions(source, names(4))
    solve(source, out=out)
    before = rows(out)
    write_questions(source, reversed(names(4)))

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt, match="holds what is done"):
            solve(source, out=out, resume=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]
    assert rows(out)[:4] == before
