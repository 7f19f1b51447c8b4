"""The corpus that comes with the project: complete, packed the same by everybody, and enough."""

from __future__ import annotations

from pathlib import Path

import pytest

import corpus as packed
from corpus import pack
from route_opt import titles

ROOT = Path(__file__).parent.parent


def test_all_parts_are_there(corpus: Path) -> None:
    assert {path.name for path in corpus.iterdir()} >= set(pack.PARTS)
    for name in titles.names():
        # Of two titles there are whole games alone, from which nothing was taken down.
        if not list(corpus.glob(f"more/{name}/*.json")):
            assert list(corpus.glob(f"positions/{name}/*.jsonl")), name
            assert (corpus / "facts" / f"{name}.json").is_file(), name


def test_packing_what_was_unpacked_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("hard", "RULES.md"):
        archive = packed.HERE / f"{name}.tar.xz"
        packed.unpack(archive, tmp_path)
        assert pack.packed(tmp_path, name) == archive.read_bytes()


def test_another_folder_adds_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "positions" / "1830").mkdir(parents=True)
    (tmp_path / "positions" / "1830" / "friday.jsonl").write_text('{"id": "friday"}\n')
    monkeypatch.setenv("ROUTE_OPT_CORPUS", str(tmp_path))
    found = packed.folder.__wrapped__()
    ids = [row["id"] for row in packed.rows(found, "positions/1830/*.jsonl")]
    assert ids[-1] == "friday"
    assert len(ids) > 1


def test_a_folder_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUTE_OPT_CORPUS", "nowhere/at/all")
    with pytest.raises(FileNotFoundError, match="nowhere/at/all"):
        packed.folder.__wrapped__()


def test_nothing_names_a_folder_beside_the_project() -> None:
    parts = ("src", "python", "bindings", "cpp", "tests", "benchmarks", ".ci", "pyproject.toml")
    files = [file for part in parts for file in [ROOT / part, *(ROOT / part).rglob("*")]]
    texts = [file for file in files if file.is_file() and "__pycache__" not in file.parts]
    assert len(texts) > 200
    for file in texts:
        content = file.read_bytes()
        assert b"../" + b"shared" not in content, file
        assert b'.parent / "' + b'shared"' not in content, file
