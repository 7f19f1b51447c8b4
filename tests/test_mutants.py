"""The slow tier puts errors in and sees the fast tests fail (`mutants.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutants import LAYERS, MUTANTS, ROOT, Copy, Mutant


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("tree") / "copy")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_an_error_is_noticed(mutant: Mutant, tree: Copy) -> None:
    assert tree.catches(mutant), mutant.name


def test_there_are_errors_for_every_layer() -> None:
    assert len(MUTANTS) >= 60
    assert {mutant.layer for mutant in MUTANTS} == set(LAYERS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_a_copy_is_what_is_tested(tmp_path: Path) -> None:
    """An error in a copy is noticed there; the tree stays as it is."""
    copy = Copy(tmp_path / "copy")
    check = "tests/titles/test_1830.py"
    change = ("src/route_opt/titles/g1830/trains.toml", "price = 630", "price = 640")
    before = (ROOT / change[0]).read_bytes()
    assert copy.catches(Mutant("titles", *change, (check,)))
    assert (ROOT / change[0]).read_bytes() == before
    assert not copy.fails((check,))
