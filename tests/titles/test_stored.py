"""Titles kept in a cache: the same as those in their files, whatever happens to the cache."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from route_opt import titles
from route_opt.errors import TitleError
from route_opt.title import Title
from route_opt.title import files as reading
from route_opt.title.files import load_title
from route_opt.title.stored import MOST, cache_folder, load_stored


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROUTE_OPT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A title of one's own, to edit."""
    return Path(shutil.copytree(titles.find("1846").folder, tmp_path / "g1846"))


def fields(title: Title) -> dict[str, object]:
    return {name: getattr(title, name) for name in title.__struct_fields__}


def entry(cache: Path) -> Path:
    (found,) = cache.iterdir()
    return found


@pytest.fixture
def from_files(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were read file by file."""
    read: list[Path] = []

    def load(folder: Path) -> Title:
        read.append(folder)
        return load_title(folder)

    monkeypatch.setattr(reading, "load_title", load)
    return read


def test_a_title_from_the_cache_is_the_same(
    title: Title, cache: Path, from_files: list[Path]
) -> None:
    first, second = (load_stored(title.folder) for _ in range(2))
    assert from_files == [title.folder]
    assert fields(first) == fields(second) == fields(load_title(title.folder))


def test_an_edited_title_is_read_again(cache: Path, folder: Path) -> None:
    before = load_stored(folder).trains["2"].price
    file = folder / "trains.toml"
    text = file.read_text(encoding="utf-8")
    changed = text.replace(f"price = {before}", f"price = {before + 7}", 1)
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    assert load_stored(folder).trains["2"].price == before + 7
    file.write_text(text, encoding="utf-8")
    assert load_stored(folder).trains["2"].price == before


def test_a_title_that_moves_knows_where_it_is(cache: Path, folder: Path, tmp_path: Path) -> None:
    load_stored(folder)
    elsewhere = folder.rename(tmp_path / "elsewhere")
    assert load_stored(elsewhere).folder == elsewhere


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: data.replace(b"Chicago", b"Chikago"),
        lambda data: data + b"x",
    ],
)
def test_damage_is_seen_and_mended(
    damage: object, cache: Path, folder: Path, from_files: list[Path]
) -> None:
    assert callable(damage)
    right = fields(load_stored(folder))
    file = entry(cache)
    sound = file.read_bytes()
    file.write_bytes(damage(sound))
    assert file.read_bytes() != sound
    assert fields(load_stored(folder)) == right
    assert file.read_bytes() == sound
    assert len(from_files) == 2


def test_the_entry_of_another_title_is_not_believed(cache: Path, folder: Path) -> None:
    load_stored(folder)
    mine = entry(cache)
    load_stored(titles.find("1830").folder)
    (other,) = set(cache.iterdir()) - {mine}
    mine.write_bytes(other.read_bytes())
    assert load_stored(folder).name == "1846"


def test_a_folder_that_cannot_be_written_is_in_nobodys_way(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("kept", encoding="utf-8")
    for place in (blocked, blocked / "below", Path("/proc/none")):
        monkeypatch.setenv("ROUTE_OPT_CACHE", str(place))
        assert load_stored(folder).name == "1846"
    assert blocked.read_text(encoding="utf-8") == "kept"
    monkeypatch.setenv("ROUTE_OPT_CACHE", "")
    assert cache_folder() is None
    assert load_stored(folder).name == "1846"


def test_where_an_entry_should_be_a_folder_may_stand(cache: Path, folder: Path) -> None:
    load_stored(folder)
    file = entry(cache)
    file.unlink()
    file.mkdir()
    assert load_stored(folder).name == "1846"
    assert [*cache.iterdir()] == [file]


def test_many_may_begin_at_once(cache: Path, folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(load_stored, [folder] * 16))
    assert {one.name for one in found} == {"1846"}
    assert all(fields(one) == fields(found[0]) for one in found)
    assert entry(cache).suffix == ".title"


def test_it_does_not_grow_for_ever(cache: Path, folder: Path) -> None:
    cache.mkdir()
    for number in range(MOST + 5):
        (cache / f"{number}.title").write_bytes(b"old")
    load_stored(folder)
    assert len([*cache.iterdir()]) == MOST
    assert load_stored(folder).name == "1846"


def test_a_bad_title_is_refused_each_time(cache: Path, folder: Path) -> None:
    (folder / "trains.toml").write_text("[[trains]]\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(TitleError):
            load_stored(folder)
    assert not cache.exists()
