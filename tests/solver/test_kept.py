"""Routes that are kept: the others are the best beside them, whoever solves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from click.testing import CliRunner

import oracle
import route_opt
from route_opt import solver, titles
from route_opt.claims import check
from route_opt.cli import main
from route_opt.errors import ClaimError
from route_opt.position import Position, parse
from route_opt.questions import Control, QuestionError, answer
from route_opt.solver import NoLegalRunError, best
from strategies import TITLES, board

CENTRALIA = route_opt.load(titles.find("1846").folder / "examples" / "centralia.json")
LIMIT = 1_500


def chosen(position: Position, seed: int) -> list[oracle.Route]:
    """A legal route of one of the trains, or of two that share no track."""
    rng = random.Random(seed)
    found: list[oracle.Route] = []
    for train in rng.sample(position.trains, min(rng.choice((1, 1, 2)), len(position.trains))):
        used = frozenset().union(*(route.uses for route in found))
        free = [r for r in oracle.routes(position, train, limit=LIMIT) if not r.uses & used]
        found += [rng.choice(free)] if free else []
    return found


def expected(position: Position, kept: list[oracle.Route]) -> int | None:
    try:
        return oracle.best_beside(position, kept, limit=LIMIT)[0]
    except oracle.Impossible:
        return None


def solved(position: Position, keep: list[Any], engine: str) -> int | None:
    try:
        result = best(position, keep=keep, engine=engine)
    except NoLegalRunError:
        return None
    assert (result.status, result.bound) == ("optimal", result.revenue)
    verdict = check(position, [route.document() for route in result.routes])
    assert (verdict.legal, verdict.revenue) == (True, result.revenue)
    return result.revenue


def kept_on_track(title: str, seed: int, engine: str) -> bool:
    """One or two routes are given with their track; False where there is nothing to compare."""
    position = parse(board(title, seed))
    try:
        kept = chosen(position, seed)
        value = expected(position, kept)
    except oracle.TooMany:
        return False
    if not kept:
        return False
    documents = [route.document() for route in kept]
    assert solved(position, documents, engine) == value, (position.document(), documents)
    return True


def kept_by_stops(title: str, seed: int) -> bool:
    """A route is given by its stops: then it runs on the track that is best for all."""
    position = parse(board(title, seed))
    try:
        kept = chosen(position, seed)[:1]
        if not kept:
            return False
        (one,) = kept
        same = [
            route
            for route in oracle.routes(position, one.train, limit=LIMIT)
            if one.stops in (route.stops, route.stops[::-1])
        ]
        values = [expected(position, [route]) for route in same]
    except oracle.TooMany:
        return False
    # As far as the stops are counted in the best way, which is what a line without brackets means.
    value = max((v for v in values if v is not None), default=None)
    line = f"{one.train}: {', '.join(one.stops)}"
    assert solved(position, [line], "native") == value, (position.document(), line)
    return True


@pytest.mark.parametrize("title", TITLES)
def test_the_others_are_the_best_beside_what_is_kept(title: str) -> None:
    assert sum(kept_on_track(title, seed, "native") for seed in range(100)) > 40


@pytest.mark.parametrize("title", TITLES)
def test_a_route_by_its_stops_runs_where_it_leaves_most(title: str) -> None:
    assert sum(kept_by_stops(title, seed) for seed in range(60)) > 25


@pytest.mark.parametrize("title", TITLES)
def test_the_other_engine_keeps_too(title: str) -> None:
    assert sum(kept_on_track(title, seed, "cpsat") for seed in range(8)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_many_boards(title: str) -> None:
    assert sum(kept_on_track(title, seed, "native") for seed in range(100, 2_000)) > 800
    assert sum(kept_by_stops(title, seed) for seed in range(60, 1_000)) > 400


def test_the_mail_may_go_with_a_kept_train() -> None:
    """Terre Haute pays 20, Centralia 10, Cairo 20, St. Louis 50 and 20 for the steamboat."""
    # The 3/5 through Centralia: 20 + 10 + 20, mail 30. Left for the 2: St. Louis, 70 + 10.
    keep = "3/5: Terre Haute, Centralia, Cairo"
    assert best(CENTRALIA, keep=[keep]).revenue == 50 + 30 + 80
    # The 3/5 to Cairo only: 10 + 20, mail 20 with either. The 2 to St. Louis: 80.
    short = best(CENTRALIA, keep=["3/5: Cairo, Centralia"], verify=True)
    assert short.revenue == 30 + 20 + 80
    assert short.kept == [0]
    assert short.document()["kept"] == [0]
    assert short.summary() == "130: proved with 1 route kept"


def test_an_extra_cube_goes_with_one_train_alone() -> None:
    """14.11: Cheyenne, Laramie and Rawlins pay 20, the last two have a refinery, and between them
    is a deposit without a cube."""
    refineries = [
        {"kind": "refinery", "at": stop, "state": "operational"} for stop in ("J14.0", "H12.0")
    ]
    position = parse(
        {
            "title": "1867bw",
            "phase": "2",
            "corporation": "C&N",
            "trains": ["2", "2"],
            "tiles": {"J14": "6*@2", "I13": "8@3", "I11": "d4@0", "H12": "57*@1"},
            "tokens": {"J14.0": ["C&N"], "H12.0": ["C&N"]},
            "markers": [*refineries, {"kind": "extraction_company", "owner": "C&N"}],
        }
    )
    # Laramie with the cube; then Cheyenne for 40 is better than Rawlins, which has no other cube.
    kept = {"train": "2", "track": ["J14.0", "I13", "I11.0"]}
    assert best(position, keep=[kept]).revenue == 20 + 30 + 40


def test_what_was_not_asked_any_more_is_not_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the first of two questions: mail with the 2, or with the kept 3/5.

    The one that was asked has 50 + 80 and 20 for the mail of the 2. But the 3/5 is longer: the set
    earns 160, and whether that is the most nobody has asked.
    """
    solve = solver._solve

    def struck(*args: Any, **options: Any) -> Any:
        found = solve(*args, **options)
        found.error = KeyboardInterrupt()
        return found

    monkeypatch.setattr(solver, "_solve", struck)
    keep = ["3/5: Terre Haute, Centralia, Cairo"]
    found = best(CENTRALIA, keep=keep, keep_interrupted=True)
    assert (found.status, found.revenue) == ("feasible", 50 + 30 + 80)
    assert found.bound > 160
    assert [route.revenue for route in found.routes] == [80, 80]
    with pytest.raises(KeyboardInterrupt):
        best(CENTRALIA, keep=keep)


def test_what_cannot_be_kept_is_told_with_its_rule() -> None:
    with pytest.raises(ClaimError, match=r"keep\[0\].*without another stop: Centralia"):
        best(CENTRALIA, keep=["2: Terre Haute, Cairo"])
    with pytest.raises(ClaimError, match="IC has one 2 train"):
        best(CENTRALIA, keep=["2: Cairo, Centralia", "2: Terre Haute, Centralia"])
    with pytest.raises(ClaimError, match="uses the track"):
        best(CENTRALIA, keep=["2: Cairo, Centralia", "3/5: Cairo, Centralia, St. Louis"])
    with pytest.raises(ClaimError, match="neither a hex nor a city"):
        best(CENTRALIA, keep=["2: Atlantis, Cairo"])
    with pytest.raises(ClaimError, match="said to pay 90"):
        best(CENTRALIA, keep=["2: Cairo, Centralia = 90"])


def test_questions_keep_as_well() -> None:
    question = {"position": CENTRALIA.document(), "keep": ["3/5: Cairo, Centralia"]}
    found = answer("best", question, Control())
    assert (found["revenue"], found["kept"]) == (30 + 20 + 80, [0])
    with pytest.raises(QuestionError, match="a list of routes"):
        answer("best", {**question, "keep": "3/5: Cairo, Centralia"}, Control())


def test_the_command_says_what_is_kept() -> None:
    file = str(titles.find("1846").folder / "examples" / "centralia.json")
    done = CliRunner().invoke(main, ["best", file, "--keep", "3/5: cairo, centralia"])
    assert done.output.splitlines()[:2] == [
        "130: proved with 1 route kept",
        "  3/5: Cairo, Centralia = 50 (kept)",
    ]
    both = CliRunner().invoke(main, ["best", file, "--keep", "2: cairo, centralia", "--all", "2"])
    assert "does not go together" in both.output
