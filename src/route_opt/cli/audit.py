"""`route-opt audit`: every run of recorded games, and the money left on the table."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from route_opt.auditing import Audit, RunAudit, Total, audit_all
from route_opt.cli import BAD_INPUT, PROVED, REFUTED, STOPPED, examples
from route_opt.cli.common import as_json, engine_options, say, say_json, title_dir
from route_opt.cli.completing import FILE
from route_opt.cli.output import write
from route_opt.records import Departure

_COLUMNS = (
    "record",
    "action",
    "round",
    "corporation",
    "president",
    "trains",
    "revenue",
    "legal",
    "violations",
    "best",
    "bound",
    "status",
    "lost",
    "dividend",
    "routes",
    "error",
)


@click.command(
    name="audit",
    epilog=examples(
        "route-opt audit 3099.json --worst",
        "route-opt audit games/*.json --csv",
    ),
)
@click.argument("records", metavar="RECORD...", type=FILE, nargs=-1, required=True)
@as_json
@click.option("--csv", "as_csv", is_flag=True, help="Answer as CSV, a row a run.")
@click.option("--worst", is_flag=True, help="The worst misses first.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the best routes of the worst miss.",
)
@click.option("--workers", type=click.IntRange(1), help="Worker processes; all cores by default.")
@engine_options
@title_dir
def command(
    records: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    worst: bool,
    svg: Path | None,
    workers: int | None,
    engine: str,
    time_limit: float | None,
    verify: bool,
) -> None:
    """Judge every run of each RECORD, a game as 18xx.games exports it.

    A record is read to its last action. Where it departs from the rules, or makes no sense, that is
    listed after its runs: the action, the section, what was recorded and what the rules say.
    """
    show = _Progress(len(records))
    audits = audit_all(
        records,
        workers=workers or os.cpu_count() or 1,
        engine=engine,
        time_limit=time_limit,
        verify=verify,
        report=show.update,
    )
    show.close()
    if worst:
        for one in audits:
            one.runs.sort(key=lambda run: (-run.lost, run.action))
    if as_json:
        for one in audits:
            say_json(one.document())
    elif as_csv:
        say(_csv(audits).rstrip("\n"))
    else:
        say("\n\n".join(_text(one) for one in audits))
    if svg:
        _draw(audits, svg)
    sys.exit(_exit_code(audits))


def _exit_code(audits: Iterable[Audit]) -> int:
    audits = list(audits)
    if not all(one.legal for one in audits):
        return REFUTED
    if any(one.error for one in audits) or any(run.error for one in audits for run in one.runs):
        return BAD_INPUT
    proved = all(run.status == "optimal" for one in audits for run in one.runs)
    return PROVED if proved else STOPPED


def _text(one: Audit) -> str:
    """A record for people: a line a run, then who missed what."""
    lines = [f"{one.record}  {one.title}".rstrip()]
    lines += _table([_line(run) for run in one.runs], _HEAD)
    if one.runs:
        lines += ["", *_totals("corporation", one.corporations, one.corporations)]
        players = {name: total for name, total in one.players.items() if total.runs or total.got}
        lines += ["", *_totals("player", players, one.players)]
    if one.departures:
        rows = [_departure(found) for found in one.departures]
        lines += ["", f"{_counted(one.departures)} from the rules", *_table(rows, _DEPARTURES)]
    if one.error:
        where = f"{one.error['where']}: " if one.error["where"] else ""
        lines.append(f"error: {where}{one.error['message']}")
    return "\n".join(lines)


_DEPARTURES = ("action", "who", "recorded", "section", "done", "what the rules say")


def _departure(found: Departure) -> tuple[str, ...]:
    done = "yes" if found.applied else "no"
    return (
        str(found.action),
        found.entity,
        found.recorded,
        found.rule,
        done,
        found.ours,
    )


def _counted(departures: Sequence[Departure]) -> str:
    return "1 departure" if len(departures) == 1 else f"{len(departures)} departures"


_HEAD = ("action", "round", "corp", "trains", "run", "best", "lost", "legal", "status", "routes")


def _line(run: RunAudit) -> tuple[str, ...]:
    notes = [found["message"] for found in run.violations]
    if run.status in ("feasible", "unknown"):
        notes.append(f"at most {run.bound}")
    if run.error:
        notes.append(run.error)
    return (
        str(run.action),
        run.round,
        run.corporation,
        "+".join(run.trains),
        str(run.revenue),
        "-" if run.best is None else str(run.best),
        str(run.lost) if run.lost else "",
        "yes" if run.legal else "NO",
        run.status,
        " | ".join([_routes(run), *notes]),
    )


def _routes(run: RunAudit) -> str:
    """What was run: each train with its stops, those that did not count in parentheses."""
    told = []
    for route in run.routes:
        counted = set(route["counted"])
        stops = [place for place in route["track"] if "." in place]
        names = [stop.removesuffix(".0") for stop in stops]
        marked = [n if s in counted else f"({n})" for n, s in zip(names, stops, strict=True)]
        told.append(f"{route['train']}: {'-'.join(marked)}")
    return ", ".join(told)


def _totals(what: str, rows: dict[str, Total], order: Iterable[str]) -> list[str]:
    cells = []
    for name in sorted((n for n in order if n in rows), key=lambda n: (-rows[n].lost, n)):
        total = rows[name]
        illegal = f"{total.illegal} illegal" if total.illegal else ""
        cells.append((name, str(total.runs), str(total.got), str(total.lost), illegal))
    return _table(cells, (what, "runs", "got", "lost", ""))


def _table(rows: Sequence[Sequence[str]], head: Sequence[str]) -> list[str]:
    """Columns as wide as they need to be: numbers to the right, the last one as it is."""
    if not rows:
        return []
    table = [head, *rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(head))]
    numbers = [all(_is_number(row[place]) for row in rows) for place in range(len(head))]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _is_number(text: str) -> bool:
    return text in ("", "-") or text.replace(".", "", 1).lstrip("-").isdigit()


def _csv(audits: Iterable[Audit]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for one in audits:
        for run in one.runs:
            row: dict[str, Any] = {name: getattr(run, name, "") for name in _COLUMNS}
            row["record"] = one.record
            row["trains"] = "+".join(run.trains)
            row["routes"] = _routes(run)
            row["violations"] = "; ".join(found["message"] for found in run.violations)
            writer.writerow(row)
        if one.error:
            writer.writerow({"record": one.record, "status": "error", "error": _told(one.error)})
    return text.getvalue()


def _told(error: dict[str, str]) -> str:
    return f"{error['where']}: {error['message']}" if error["where"] else error["message"]


def _draw(audits: Iterable[Audit], file: Path) -> None:
    """The picture of the worst miss of all records."""
    from route_opt.position import load
    from route_opt.render import draw

    missed = [(run.lost, one, run) for one in audits if (run := one.worst)]
    if not missed:
        say("nothing was missed, so there is nothing to draw", err=True)
        return
    lost, one, run = max(missed, key=lambda found: found[0])
    position = load(f"{one.record}@{run.action}:{run.corporation}")
    write(draw(position, run.best_routes), file)
    say(f"{file}: {one.record}@{run.action}, {run.corporation} missed {lost}", err=True)


class _Progress:
    """How many records are done: on a terminal, where there are several."""

    def __init__(self, records: int) -> None:
        self.records = records
        self.on = sys.stderr.isatty() and records > 1

    def update(self, done: int) -> None:
        """Show it."""
        if self.on:
            sys.stderr.write(f"\r\x1b[K{done} of {self.records} records")
            sys.stderr.flush()

    def close(self) -> None:
        """Clear the line."""
        if self.on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
