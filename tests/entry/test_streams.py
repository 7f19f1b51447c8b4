"""Streams that are closed or full, and full disks: a sentence, an exit code, nothing lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from route_opt.files import write_whole

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = str(ROOT / "src" / "route_opt" / "titles" / "g1846" / "examples" / "centralia.json")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="standard streams by number")

STREAMS = [
    *("<&-", ">&-", "2>&-", "<&- >&- 2>&-"),
    *(">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full"),
]

WAYS = {
    "an answer for programs": ("route_opt", ["best", EXAMPLE, "--json"]),
    "an error": ("route_opt", ["best", "nowhere.json"]),
    "an error for programs": ("route_opt", ["best", "nowhere.json", "--json"]),
    "no such option": ("route_opt", ["best", "--nonsense"]),
    "a state": ("operating_round", ["new", "1830", "--players", "Ann,Bob,Cy"]),
    "a game": ("whole_game", ["new", "1846", "--players", "Ann,Bob,Cy", "--seed", "1"]),
    "a table": ("whole_game", ["play", "--new", "1846", "--players", "Ann,Bob,Cy"]),
}


def ran(command: str, words: list[str], streams: str, folder: Path) -> tuple[int, bytes, bytes]:
    """The command with its streams as a shell redirects them."""
    code = f"from route_opt_entry import {command}; {command}()"
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-c", code, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("streams", STREAMS)
@pytest.mark.parametrize("way", WAYS)
def test_no_stream_to_write_to(way: str, streams: str, tmp_path: Path) -> None:
    """What cannot be answered is 2, never 1 (refuted) nor a defect; remarks may be lost."""
    command, words = WAYS[way]
    code, out, told = ran(command, words, streams, tmp_path)
    assert b"Traceback" not in told
    assert b"defect" not in told
    fails = "error" in way or words[-1] == "--nonsense"
    unwritten = ">/dev/full" in streams.split() or ">&-" in streams.split()
    assert code == (2 if fails or unwritten else 0), told
    assert bool(out) == (not unwritten and (not fails or way == "an error for programs"))


def test_a_worker_without_streams(tmp_path: Path) -> None:
    """Nothing is asked, and nothing to be written: the end at once."""
    assert ran("route_opt", ["worker"], "<&- >&- 2>&-", tmp_path)[0] == 0


def test_a_worker_says_why_it_ends(tmp_path: Path) -> None:
    """Who started it would wait for answers, and find none."""
    (tmp_path / "asked").write_text('{"ask": "titles"}\n')
    code, _, told = ran("route_opt", ["worker"], "<asked >/dev/full", tmp_path)
    assert (code, told.decode()) == (2, f"error: {os.strerror(errno.ENOSPC)}\n")


def test_a_file_does_not_take_the_place_of_a_stream(tmp_path: Path) -> None:
    """Opened where output was closed, it would get what is written there."""
    words = ["best", EXAMPLE, "--save", "p.json"]
    assert ran("route_opt", words, "<&- >&- 2>&-", tmp_path)[0] == 2
    assert ran("route_opt", ["best", "p.json"], "", tmp_path)[0] == 0


def test_a_remark_that_nobody_hears_ends_no_batch(tmp_path: Path) -> None:
    words = ["batch", EXAMPLE, "--out", "rows.jsonl", "--workers", "1"]
    assert ran("route_opt", words, "2>/dev/full", tmp_path)[0] == 0
    assert len((tmp_path / "rows.jsonl").read_bytes().splitlines()) == 1


class TestWholeFiles:
    def test_on_a_full_disk_the_old_content_stays(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "game.json"
        file.write_bytes(b"before")

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write_whole(file, b"after")
        assert file.read_bytes() == b"before"
        assert [one.name for one in tmp_path.iterdir()] == ["game.json"]

    def test_a_link_leads_on_and_modes_stay(self, tmp_path: Path) -> None:
        file, link = tmp_path / "game.json", tmp_path / "link.json"
        file.write_bytes(b"before")
        file.chmod(0o640)
        link.symlink_to(file)
        write_whole(link, b"after")
        assert link.is_symlink()
        assert file.read_bytes() == b"after"
        assert file.stat().st_mode & 0o777 == 0o640

    def test_devices_and_pipes_are_written_to(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        write_whole(pipe, b"words")
        assert os.read(reader, 100) == b"words"
        os.close(reader)
        assert pipe.is_fifo()

    def test_the_longest_name(self, tmp_path: Path) -> None:
        file = tmp_path / ("x" * 250)
        write_whole(file, b"words")
        assert file.read_bytes() == b"words"
