"""What a command's exit code says of its answer: 0 proved, 1 refuted, 3 stopped, 4 two proofs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

import route_opt
from route_opt import titles
from route_opt.auditing import Audit, RunAudit
from route_opt.cli import audit, main
from route_opt.next_moves import whatif
from route_opt.solver import DisagreementError, best

CENTRALIA = titles.find("1846").folder / "examples" / "centralia.json"


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search is stopped with 10 between what it has and its bound."""

    def stopped(position: Any, **how: Any) -> Any:
        found = best(position)
        return replace(found, status="feasible", bound=found.revenue + 10)

    monkeypatch.setattr("route_opt.cli.best.best", stopped)
    monkeypatch.setattr("route_opt.everyone.best", stopped)


def test_a_proved_answer_ends_with_0() -> None:
    assert asked("best", str(CENTRALIA)).exit_code == 0
    assert asked("best", str(CENTRALIA), "--every-corporation").exit_code == 0


@pytest.mark.usefixtures("unproved")
@pytest.mark.parametrize("more", [(), ("--json",), ("--every-corporation",)])
def test_a_search_that_was_stopped_ends_with_3(more: tuple[str, ...]) -> None:
    done = asked("best", str(CENTRALIA), *more)
    assert done.exit_code == 3, done.output
    assert "170" in done.output  # 160, and 10 on top


def test_two_proofs_that_differ_end_with_4(monkeypatch: pytest.MonkeyPatch) -> None:
    def differ(*_: Any, **__: Any) -> Any:
        raise DisagreementError("60 and 70")

    monkeypatch.setattr("route_opt.cli.best.best", differ)
    done = asked("best", str(CENTRALIA), "--verify")
    assert (done.exit_code, done.output) == (4, "THE ENGINES DISAGREE: 60 and 70\n")


def test_moves_that_were_not_all_looked_at_end_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = whatif(route_opt.load(CENTRALIA))
    for complete, code in ((True, 0), (False, 3)):
        found = replace(ranking, complete=complete)
        monkeypatch.setattr("route_opt.cli.whatif.whatif", lambda *_, found=found, **__: found)
        assert asked("whatif", str(CENTRALIA)).exit_code == code


RUN = RunAudit(
    *(1, "OR 1.1", "IC", ("2",), 60, True, [], 60, 60, "optimal", 0, "Ann", "full", [], [], {})
)


@pytest.mark.parametrize(
    ("runs", "code"),
    [
        ([RUN], 0),
        ([RUN, replace(RUN, legal=False, error="it ends in the sea")], 1),
        ([RUN, replace(RUN, error="it cannot be read")], 2),
        ([RUN, replace(RUN, status="feasible", bound=70)], 3),
    ],
)
def test_an_audit_ends_with_the_worst_that_it_found(runs: list[RunAudit], code: int) -> None:
    assert audit._exit_code([Audit("one", runs=[RUN]), Audit("other", runs=runs)]) == code


def test_a_file_that_is_written_ends_with_a_line(tmp_path: Path) -> None:
    position, picture = tmp_path / "position.json", tmp_path / "board.svg"
    asked("best", str(CENTRALIA), "--save", str(position), "--svg", str(picture))
    assert json.loads(position.read_text())["corporation"] == "IC"
    assert picture.read_text().endswith("</svg>\n")
