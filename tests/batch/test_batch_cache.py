"""Answers kept on disk: proved ones only, under all they rest on, believed only when judged."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from asking import DETROIT, NOWHERE, names, revenues, solve, write_questions

import route_opt
from mutate import damaged
from route_opt import titles
from route_opt.batching import Settings, cache
from route_opt.batching.solving import solve_rows
from route_opt.batching.sources import Item
from route_opt.errors import RouteOptError


class Asked:
    """A cache, and how often something had to be solved."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.solved = folder, 0
        self.change: Callable[[Any], Any] = lambda result: result
        cache.prepare(str(folder))
        monkeypatch.setattr(cache, "best", self._best)

    def _best(self, *args: Any, **options: Any) -> Any:
        self.solved += 1
        return self.change(route_opt.best(*args, **options))

    def __call__(self, position: dict[str, Any] = DETROIT, **settings: Any) -> dict[str, Any]:
        """The row of a position, from a worker that has just been started."""
        cache._store.cache_clear()
        item = Item("a", json.dumps(position).encode())
        (row,) = solve_rows([item], Settings(cache=str(self.folder), **settings))
        return row

    @property
    def file(self) -> Path:
        return self.folder / "answers.sqlite"

    def entries(self) -> list[tuple[Any, Any]]:
        store = sqlite3.connect(self.file)
        try:
            return store.execute("SELECT question, answer FROM answers").fetchall()
        finally:
            store.close()

    def plant(self, answer: Any) -> None:
        store = sqlite3.connect(self.file)
        with store:
            store.execute("UPDATE answers SET answer = ?", (answer,))
        store.close()


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(tmp_path / "cache", monkeypatch)


def test_a_question_in_other_words_is_answered_from_the_cache(asked: Asked) -> None:
    first = asked()
    second = asked(DETROIT | {"tokens": {"Detroit": ["MS", None]}})
    assert asked.solved == 1
    assert {**first, "key": ""} == {**second, "key": ""}, "the very same answer, its time too"
    assert first["revenue"] == 60


def test_only_what_is_proved_is_kept(asked: Asked) -> None:
    asked.change = lambda result: msgspec.structs.replace(result, status="feasible", bound=90)
    assert asked(time_limit=1.0)["status"] == "feasible"
    assert asked.entries() == []
    asked.change = lambda result: result
    assert asked()["status"] == "optimal"
    assert (asked.solved, len(asked.entries())) == (2, 1)


def test_errors_are_not_kept(asked: Asked) -> None:
    assert asked(DETROIT | {"phase": "IX"})["status"] == "error"
    assert (asked.solved, asked.entries()) == (0, [])


def test_what_is_proved_is_proved_under_any_limit(asked: Asked) -> None:
    asked(time_limit=10.0)
    assert asked(time_limit=0.001)["status"] == "optimal"
    assert asked.solved == 1


@pytest.mark.parametrize("other", [{"engine": "native"}, {"verify": True}])
def test_other_ways_to_solve_are_other_questions(asked: Asked, other: dict[str, Any]) -> None:
    asked()
    asked(**other)
    assert asked.solved == 2


STEAMBOAT = {"markers": [{"kind": "steamboat", "at": "Toledo", "owner": "MS"}]}


@pytest.mark.parametrize(
    ("change", "revenue"),
    [
        ({"phase": "II"}, 60),
        ({"trains": ["2", "2"]}, 60),
        (STEAMBOAT, 80),  # 20 more in Toledo
        (NOWHERE, 0),
    ],
)
def test_other_positions_are_other_questions(
    asked: Asked, change: dict[str, Any], revenue: int
) -> None:
    asked()
    assert asked(DETROIT | change)["revenue"] == revenue
    assert (asked.solved, len(asked.entries())) == (2, 2)


def test_another_program_solves_again(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    asked()
    monkeypatch.setattr(cache, "program", lambda: "a later one")
    asked()
    assert asked.solved == 2


def test_another_map_is_solved_again(asked: Asked, tmp_path: Path) -> None:
    """To run nothing stays legal when Toledo gets track, but it is not the best any more."""
    own = tmp_path / "g1846"
    shutil.copytree(titles.find("1846").folder, own)
    with titles.added_folder(own, trust=True):
        assert asked(NOWHERE)["revenue"] == 0
    file = own / "map.toml"
    toledo = 'D14 = { name = "Toledo", print = "white city" }'
    assert toledo in file.read_text()
    track = toledo.replace("white city", "yellow city:30 a:1,2,3")
    file.write_text(file.read_text().replace(toledo, track))
    with titles.added_folder(own, trust=True):
        assert asked(NOWHERE)["revenue"] == 70  # Detroit 40, Toledo 30
    assert asked(NOWHERE)["revenue"] == 0


LIES: list[Any] = [
    b"{}",
    "{}",
    b"",
    None,
    17,
    b"\0" * 100,
    b"x" * 15,
    b"x" * (cache.LONGEST + 1),
    json.dumps({"status": "optimal", "revenue": 990, "bound": 990, "routes": []}).encode(),
    json.dumps({"status": "optimal", "revenue": 0, "bound": 0, "routes": []}),
]


@pytest.mark.parametrize("lie", LIES)
def test_a_planted_answer_is_solved_anew_and_replaced(asked: Asked, lie: Any) -> None:
    asked()
    asked.plant(lie)
    assert (asked()["revenue"], asked.solved) == (60, 2)
    assert (asked()["revenue"], asked.solved) == (60, 2), "it has been replaced"


def test_an_edited_answer_is_solved_anew(asked: Asked) -> None:
    asked()
    ((_, answer),) = asked.entries()
    assert answer.count(b'"revenue":60') == 1
    asked.plant(answer.replace(b'"revenue":60', b'"revenue":90'))
    assert (asked()["revenue"], asked.solved) == (60, 2)


def test_the_answer_to_another_question_is_solved_anew(asked: Asked) -> None:
    asked(NOWHERE)
    ((_, nothing),) = asked.entries()  # a legal answer here too, though not the best
    asked()
    asked.plant(nothing)
    assert (asked()["revenue"], asked.solved) == (60, 3)


@pytest.mark.parametrize(
    ("track", "revenue"),
    [
        (["C15.0", "C13", "D14.0"], 90),  # what it pays is 60
        (["C15.0", "C13", "E11"], 60),  # there is no such track
        (["nowhere"], 60),
    ],
)
def test_even_under_our_seal_an_answer_is_judged_again(
    asked: Asked, track: list[str], revenue: int
) -> None:
    asked()
    ((question, _),) = asked.entries()
    route = {"train": "2", "track": track, "counted": [track[0], track[-1]]}
    stats = {"nodes": 1, "routes": 1, "seconds": 0.1}
    entry = {"revenue": revenue, "engine": "native", "routes": [route], "stats": stats}
    content = json.dumps(entry).encode()
    asked.plant(cache._seal(question, content) + content)
    assert (asked()["revenue"], asked.solved) == (60, 2)


def test_a_lower_answer_under_another_secret_is_solved_anew(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To run nothing is legal and pays 0: only the seal can tell that we never proved it."""
    asked()
    ((question, _),) = asked.entries()
    stats = {"nodes": 1, "routes": 1, "seconds": 0.1}
    lie = json.dumps({"revenue": 0, "engine": "native", "routes": [], "stats": stats}).encode()
    with monkeypatch.context() as other:
        other.setenv("XDG_DATA_HOME", str(tmp_path / "of another"))
        cache.secret.cache_clear()
        forged = cache._seal(question, lie) + lie
    cache.secret.cache_clear()
    asked.plant(forged)
    assert (asked()["revenue"], asked.solved) == (60, 2)


def test_where_no_secret_can_be_kept_answers_are_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    cache.secret.cache_clear()
    first = cache.secret()
    cache.secret.cache_clear()
    assert len(first) == len(cache.secret()) == 32
    assert first != cache.secret()
    cache.secret.cache_clear()


# The file as a whole


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.999])
def test_a_cut_cache_yields_right_rows(asked: Asked, share: float) -> None:
    for position in (DETROIT, NOWHERE):
        asked(position)
    store = sqlite3.connect(asked.file)
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    data = asked.file.read_bytes()
    asked.file.write_bytes(data[: int(len(data) * share)])
    assert (asked()["revenue"], asked(NOWHERE)["revenue"]) == (60, 0)


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 25), *(pytest.param(n, 500, marks=pytest.mark.slow) for n in (2, 3))]
)
def test_a_damaged_cache_yields_right_rows(asked: Asked, seed: int, count: int) -> None:
    """Bytes changed, lost, doubled anywhere in the file: solved anew, whatever it says."""
    for position in (DETROIT, NOWHERE):
        asked(position)
    store = sqlite3.connect(asked.file)
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    data = asked.file.read_bytes()
    luck = random.Random(seed)
    for _ in range(count):
        for left in asked.folder.glob("answers.sqlite-*"):
            left.unlink()
        asked.file.write_bytes(damaged(data, luck))
        assert (asked()["revenue"], asked(NOWHERE)["revenue"]) == (60, 0)


def test_a_table_whose_name_is_no_text_any_more(asked: Asked) -> None:
    """SQLite tells the name of what it cannot read, byte for byte."""
    assert asked()["revenue"] == 60
    store = sqlite3.connect(asked.file)
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    data = asked.file.read_bytes()
    data = data.replace(b"tableanswers", b"table\xb4nswers").replace(
        b"CREATE TABLE", b"CREATE TXBLE"
    )
    asked.file.write_bytes(data)
    assert asked()["revenue"] == 60


def test_a_foreign_file_yields_right_rows_and_stays_as_it_is(asked: Asked) -> None:
    asked.file.unlink()
    asked.file.write_bytes(b"Dear diary, " * 1000)
    assert cache.prepare(str(asked.folder)) == "file is not a database"
    assert asked()["revenue"] == 60
    assert asked.file.read_bytes() == b"Dear diary, " * 1000


OURS = "CREATE TABLE answers (question BLOB PRIMARY KEY, answer BLOB)"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x FROM n"
DATABASES = {
    "other columns": ["CREATE TABLE answers (name TEXT, age INTEGER, town TEXT)"],
    "another table": ["CREATE TABLE people (name TEXT)"],
    "another table as well": [OURS, "CREATE TABLE people (name TEXT)"],
    "answers without end": [f"CREATE VIEW answers (question, answer) AS {ENDLESS}"],
    "writing without end": [
        OURS,
        "CREATE TRIGGER more BEFORE INSERT ON answers BEGIN"
        f" INSERT INTO answers SELECT * FROM ({ENDLESS}); END",
    ],
}


@pytest.mark.parametrize("kind", DATABASES)
def test_a_foreign_database_yields_right_rows_and_stays_as_it_is(asked: Asked, kind: str) -> None:
    """Also one that was made to be asked for ever: a view or a trigger can do anything."""
    asked.file.unlink()
    store = sqlite3.connect(asked.file)
    with store:
        for statement in DATABASES[kind]:
            store.execute(statement)
    store.close()
    before = asked.file.read_bytes()
    assert cache.prepare(str(asked.folder)) == "the file is another program's database"
    assert asked()["revenue"] == 60
    assert asked.file.read_bytes() == before


def test_a_text_that_is_none_is_replaced(asked: Asked) -> None:
    asked()
    store = sqlite3.connect(asked.file)
    with store:
        store.execute("UPDATE answers SET answer = CAST(x'ff80' AS TEXT)")
    store.close()
    assert cache.prepare(str(asked.folder)) == ""
    assert (asked()["revenue"], asked.solved) == (60, 2)
    assert (asked()["revenue"], asked.solved) == (60, 2), "it has been replaced"


@pytest.mark.parametrize("before", [True, False])
def test_a_cache_that_others_hold_yields_right_rows(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    monkeypatch.setattr(cache, "PATIENCE", 0.05)
    if before:
        asked()
    cache._store(str(asked.folder)).close()
    other = sqlite3.connect(asked.file, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert asked()["revenue"] == 60
    assert asked(NOWHERE)["revenue"] == 0
    other.close()


def test_a_cache_that_breaks_under_way_yields_right_rows(asked: Asked, tmp_path: Path) -> None:
    settings = Settings(cache=str(asked.folder))
    item = Item("a", json.dumps(DETROIT).encode())
    assert solve_rows([item], settings)[0]["revenue"] == 60
    store = sqlite3.connect(asked.file)
    with store:
        store.execute("DROP TABLE answers")
    store.close()
    assert solve_rows([item], settings)[0]["revenue"] == 60


def test_a_cache_that_cannot_be_is_said_before_anything_is_solved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RouteOptError, match="cannot be a cache: "):
        cache.prepare(str(tmp_path / "file"))
    with pytest.raises(RouteOptError, match="cannot be a cache: "):
        cache.prepare(str(tmp_path / "file" / "below"))


def test_many_threads_share_a_cache(tmp_path: Path) -> None:
    write_questions(tmp_path / "in.jsonl", names(200))
    settings = Settings(cache=str(tmp_path / "cache"))
    counts = solve(tmp_path / "in.jsonl", out=tmp_path / "out.jsonl", settings=settings)
    assert counts.proved == 200
    assert set(revenues(tmp_path / "out.jsonl")) == {60}
