"""Every run of a recorded game: what was run, whether it was legal, and what it left behind.

The routes are judged by `claims`, the best is found and proved by the solver, and what was missed
is traced to the players: dividends follow their shares and the dividend the record shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from route_opt import titles
from route_opt.claims import Verdict, check
from route_opt.errors import RouteOptError
from route_opt.harmless import harmless
from route_opt.position import Position
from route_opt.records import Departure, Record, Run, read, runs
from route_opt.records.explain import explained
from route_opt.rules.dividends import kept, kept_by_minor, on_shares

if TYPE_CHECKING:
    from route_opt.solver import Progress


class RunAudit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One run, judged.

    Attributes
    ----------
    revenue
        What the record says was earned, or what the routes pay where it says nothing.
    best, bound, status
        The most there was: proved when `status` is ``optimal``, else at most `bound`.
    lost
        What was left on the table.
    players, treasury
        What the players and the corporation would have got more, by shares and dividend.
    """

    action: int
    round: str
    corporation: str
    trains: tuple[str, ...]
    revenue: int
    legal: bool
    violations: list[dict[str, str]]
    best: int | None
    bound: int | None
    status: str
    lost: int
    president: str
    dividend: str
    routes: list[dict[str, Any]]
    best_routes: list[dict[str, Any]]
    players: dict[str, int]
    treasury: int = 0
    error: str = ""


class Total(msgspec.Struct):
    """What a corporation or a player got out of all runs, and missed."""

    runs: int = 0
    got: int = 0
    lost: int = 0
    illegal: int = 0


class Audit(msgspec.Struct):
    """A record, judged run by run.

    Attributes
    ----------
    actions
        How many actions the record has; all of them were read.
    departures
        Where the record departs from the rules: actions that do not fit the board, and whatever is
        wrong with a run.
    error
        Why it could not be read at all, or None.
    """

    record: str
    title: str = ""
    actions: int = 0
    runs: list[RunAudit] = []
    departures: list[Departure] = []
    corporations: dict[str, Total] = {}
    players: dict[str, Total] = {}
    error: dict[str, str] | None = None

    @property
    def legal(self) -> bool:
        """Whether every run was."""
        return all(run.legal for run in self.runs)

    @property
    def worst(self) -> RunAudit | None:
        """The run that left most on the table, the first of equals; None if none did."""
        missed = [run for run in self.runs if run.lost > 0]
        return max(missed, key=lambda run: run.lost, default=None)

    def document(self) -> dict[str, Any]:
        """The audit as a JSON document."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        if self.error is None:
            del found["error"]
        return found


def audit(
    source: str | Path | Record,
    *,
    engine: str = "auto",
    time_limit: float | None = None,
    verify: bool = False,
    progress: Progress | None = None,
    check_time: Callable[[], None] | None = None,
) -> Audit:
    """Judge every run of a record; what in it departs from the rules is noted, and on it goes.

    Parameters
    ----------
    source
        The record's file, or the record.
    engine, time_limit, verify, progress
        How to find the best of each run, as for `route_opt.solver.best`.
    check_time
        Called before each run; a `RouteOptError` that it raises ends the audit with what it has.
    """
    found = Audit(harmless(source.source if isinstance(source, Record) else str(source)))
    try:
        record = source if isinstance(source, Record) else read(source)
        found.title, found.actions = record.title, len(record.actions)
        found.players = {player.name: Total() for player in record.players}
        how = {"engine": engine, "time_limit": time_limit, "verify": verify, "progress": progress}
        add_runs(found, runs(record, found.departures), check_time, **how)
    except RouteOptError as error:
        problem = error.problems[0]
        found.error = {"code": problem.code, "where": problem.where, "message": problem.message}
    return found


def add_runs(
    found: Audit, made: Iterable[Run], check_time: Callable[[], None] | None = None, **how: Any
) -> None:
    """Judge runs, whoever tells them, and add them to an audit; parameters as of `audit`."""
    for run in made:
        if check_time is not None:
            check_time()
        row = _judge(run, **how)
        found.runs.append(row)
        found.departures += _departures(row)
        _add(found, run, row)
    found.departures.sort(key=lambda one: one.action)


def audit_all(
    sources: Sequence[str | Path],
    *,
    workers: int = 1,
    report: Callable[[int], None] | None = None,
    **how: Any,
) -> list[Audit]:
    """`audit` for many records, in order; `report` hears how many are done.

    `how` are the keywords of `audit`.
    """
    found: dict[int, Audit] = {}
    for number, one in _each(sources, workers, how):
        found[number] = one
        if report:
            report(len(found))
    return [found[number] for number in range(len(sources))]


def _each(
    sources: Sequence[str | Path], workers: int, how: dict[str, Any]
) -> Iterator[tuple[int, Audit]]:
    if workers <= 1 or len(sources) <= 1:
        for number, source in enumerate(sources):
            yield number, audit(source, **how)
        return
    folders = [str(folder) for folder in titles.folders()]
    # The largest first, so that no worker is left alone with it at the end.
    order = sorted(range(len(sources)), key=lambda number: -_size(sources[number]))
    with ProcessPoolExecutor(min(workers, len(sources))) as pool:
        tasks = {pool.submit(_work, str(sources[number]), folders, how): number for number in order}
        for task in as_completed(tasks):
            number = tasks[task]
            try:
                yield number, task.result()
            except BrokenExecutor:
                crash = {
                    "code": "crashed",
                    "where": "",
                    "message": "the worker died on this record",
                }
                yield number, Audit(str(sources[number]), error=crash)


def _work(source: str, folders: Sequence[str], how: dict[str, Any]) -> Audit:
    for folder in folders:
        titles.add_folder(folder, trust=True)  # it was asked about where it came in
    return audit(source, **how)


def _size(source: str | Path) -> int:
    try:
        return Path(source).stat().st_size
    except OSError:
        return 0


def _judge(run: Run, **how: Any) -> RunAudit:
    position = run.position
    verdict = check(position, run.routes)
    revenue = verdict.revenue if run.revenue is None else run.revenue
    violations = _violations(run, verdict, revenue)
    answer = _answer(position, how)
    lost = max((answer["best"] or 0) - revenue, 0)
    players, treasury = _divided(run, revenue)
    more_players, more_treasury = _divided(run, revenue + lost)
    return RunAudit(
        action=run.action,
        round=run.round,
        corporation=position.corporation,
        trains=position.trains,
        revenue=revenue,
        legal=not violations,
        violations=violations,
        lost=lost,
        president=run.president,
        dividend=run.dividend,
        routes=[route.document() for route in verdict.routes],
        players={name: more_players[name] - got for name, got in players.items()},
        treasury=more_treasury - treasury,
        **answer,
    )


def _violations(run: Run, verdict: Verdict, revenue: int) -> list[dict[str, str]]:
    """Everything wrong with a run: its routes, or what the record says they earned."""
    found = [
        {"code": one.code, "where": one.where, "rule": one.rule, "message": one.message}
        for one in verdict.violations
    ]
    rule = run.position.rules.routes.rules.get("wrong_revenue", "")
    row = {"code": "recorded_revenue", "where": "revenue", "rule": rule, "message": ""}
    if run.problem:
        found.append({"code": "unreadable", "where": "routes", "rule": "", "message": run.problem})
    elif revenue != verdict.revenue:
        message = f"the record says {revenue}, the routes pay {verdict.revenue}"
        reason = explained(run.position, run.routes, revenue)
        found.append(row | {"message": f"{message} ({reason})"})
    return found


def _departures(row: RunAudit) -> Iterator[Departure]:
    """What is wrong with a run, among whatever else is wrong with the record."""
    for one in row.violations:
        yield Departure(
            action=row.action,
            entity=row.corporation,
            type="run_routes",
            code=one["code"],
            rule=one["rule"],
            recorded=f"runs for {row.revenue}",
            ours=one["message"],
            applied=True,
        )


def _answer(position: Position, how: dict[str, Any]) -> dict[str, Any]:
    """The best there was, or why there is no answer."""
    from route_opt.solver import best

    try:
        result = best(position, **how)
    except RouteOptError as error:
        none: dict[str, Any] = {"best": None, "bound": None, "best_routes": []}
        return {"status": "error", "error": str(error)} | none
    return {
        "status": result.status,
        "best": None if result.status == "unknown" else result.revenue,
        "bound": result.bound,
        "best_routes": [route.document() for route in result.routes],
    }


def _divided(run: Run, revenue: int) -> tuple[dict[str, int], int]:
    """What each player, and the corporation, gets of a revenue, as this run's was divided."""
    minor = run.moment.entity_type == "minor"
    kind = _KINDS.get(run.dividend, "withhold")
    paid = revenue - (kept_by_minor(revenue) if minor else kept(revenue, kind, run.half_kept))
    players = {name: on_shares(paid, percent) for name, percent in run.shares.items()}
    return players, revenue - paid + on_shares(paid, run.to_corporation)


_KINDS = {"payout": "full", "half": "half"}
"""Dividends as records call them; with none recorded a corporation keeps all."""


def _add(found: Audit, run: Run, row: RunAudit) -> None:
    total = found.corporations.setdefault(row.corporation, Total())
    total.runs += 1
    total.got += row.revenue
    total.lost += row.lost
    total.illegal += not row.legal
    if row.president:
        ran = found.players.setdefault(row.president, Total())
        ran.runs += 1
        ran.illegal += not row.legal
    for name, dividend in _divided(run, row.revenue)[0].items():
        got = found.players.setdefault(name, Total())
        got.got += dividend
        got.lost += row.players[name]
