"""The slow tier puts errors in and sees the fast tests fail (`mutants.py`)."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def loaded(file: Path) -> Any:
    """A module by its file: folders of tests have modules of the same name."""
    spec = importlib.util.spec_from_file_location("errors_put_in", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mutants = loaded(ROOT / "tests" / "mutants.py")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return mutants.Copy(tmp_path_factory.mktemp("tree") / "copy")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.name)
def test_an_error_is_noticed(mutant: Any, tree: Any) -> None:
    assert tree.catches(mutant), mutant.name


PARTS = (
    *("cpp/src/frontier", "cpp/src", "bindings", "python/operating_round", "python/whole_game"),
    *("src/route_opt/titles", "src/route_opt/claims", "src/route_opt/batching"),
    *("src/route_opt/records", "src/route_opt/cpsat", "src/route_opt/cli", "src/route_opt/serve"),
)


def test_there_are_errors_for_every_part_of_the_program() -> None:
    assert len(mutants.MUTANTS) >= 60
    assert [part for part in PARTS if not any(part in one.file for one in mutants.MUTANTS)] == []
    assert len({mutant.name for mutant in mutants.MUTANTS}) == len(mutants.MUTANTS)


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.name)
def test_an_error_has_its_place(mutant: Any) -> None:
    """A line that moved takes its error along."""
    assert (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old) == 1


def test_a_copy_is_what_is_tested(tmp_path: Path) -> None:
    """An error in a copy is noticed there; the tree stays as it is."""
    copy = mutants.Copy(tmp_path / "copy")
    check = "tests/titles/test_1830.py"
    change = ("src/route_opt/titles/g1830/trains.toml", "price = 630", "price = 640")
    before = (ROOT / change[0]).read_bytes()
    assert copy.catches(mutants.Mutant("titles", *change, (check,)))
    assert (ROOT / change[0]).read_bytes() == before
    assert not copy.fails((check,))
