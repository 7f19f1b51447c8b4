"""What the author of a title wants to know of it: does it load, draw, solve, and read its records?

Each look at the title gives lines, those of what is wrong among them; none stops at the first.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from route_opt.auditing import audit
from route_opt.claiming import claim
from route_opt.claims import check
from route_opt.claims.claim import load_claim
from route_opt.claims.codes import idly_cited, uncited
from route_opt.errors import RouteOptError
from route_opt.position import Position, parse
from route_opt.records.departures import RESULT
from route_opt.records.reader import reader
from route_opt.render import draw
from route_opt.solver import best
from route_opt.tiles import COLOURS
from route_opt.title import Title
from route_opt.title.checks.tiles import ALL
from route_opt.title.files import next_tiles
from route_opt.unreachable import unreachable

OUTCOMES = "claims.toml"
"""Among the examples, how each claim there comes out."""


class Finding(NamedTuple):
    """A line of a review, and whether what it says is as it should be."""

    good: bool
    text: str


def review(title: Title) -> Iterator[Finding]:
    """Everything about a title that has been loaded, and so does not contradict itself."""
    parts = f"{len(title.hexes)} hexes, {len(title.tiles)} tiles, {len(title.trains)} trains"
    yield Finding(True, f"{title.name} loads: {parts}; every printed track end meets something")
    yield from _manifest(title)
    yield from _upgrades(title)
    yield from (Finding(False, text) for text in unreachable(title))
    yield from _citations(title)
    yield from _drawing(title)
    yield from _whole_games(title)
    yield from _examples(title)
    yield from _records(title)


def _manifest(title: Title) -> Iterator[Finding]:
    """How many tiles there are, by colour: to hold against the box."""
    counts = Counter[str]()
    endless = Counter[str]()
    for name, number in title.manifest.items():
        counts[title.tiles[name].colour] += title.in_box.get(name, number)
        endless[title.tiles[name].colour] += not (number or name in title.in_box)
    for colour in [colour for colour in COLOURS if counts[colour] or endless[colour]]:
        more = f", and {endless[colour]} without end" if endless[colour] else ""
        yield _counted(f"{colour} tiles{more}", counts[colour], title.totals.get(colour))
    yield _counted("tiles in all", sum(counts.values()), title.totals.get(ALL))
    if not title.totals:
        yield Finding(False, "tiles.toml states no [totals] to hold these against")


def _counted(what: str, number: int, stated: int | None) -> Finding:
    """A number of pieces, and what the rules say it is."""
    against = "" if stated is None else f"; {stated} are stated"
    return Finding(stated is None or stated == number, f"{number} {what}{against}")


def _upgrades(title: Title) -> Iterator[Finding]:
    """Whether every tile can come to lie somewhere."""
    rows = {name: tuple(next_tiles(tile, title.tiles)) for name, tile in title.tiles.items()}
    other = [name for name, row in rows.items() if title.upgrades.get(name, ()) != row]
    told = f", but for {', '.join(other)}" if other else ""
    yield Finding(True, f"what a tile may become is the default{told}")
    reached = {tile for tiles in title.tiles_of.values() for tile in tiles}
    for name in sorted(title.tiles.keys() - reached):
        yield Finding(False, f"tile {name} can lie on no hex")
    for name, places in title.only_on.items():
        for hex_id in dict.fromkeys(place.partition("@")[0] for place in places):
            if name in reached and name not in title.tiles_of[hex_id]:
                yield Finding(False, f"tile {name} can never lie on {hex_id}, where it only may")


def _citations(title: Title) -> Iterator[Finding]:
    """Whether every rule that a run can break is cited, and no other."""
    missing, idle = uncited(title), idly_cited(title)
    if missing:
        yield Finding(False, f"[routes.rules] names no section for {', '.join(missing)}")
    for code in idle:
        yield Finding(False, f"[routes.rules] cites {code}, which cannot arise here")
    if not missing and not idle:
        yield Finding(True, f"every rule that a run can break is cited: {len(title.routes.rules)}")


def _drawing(title: Title) -> Iterator[Finding]:
    phase, corporation = next(iter(title.phases)), next(iter(title.corporations))
    picture = draw(Position(title.name, phase, corporation))
    yield Finding(picture.startswith("<svg"), f"its board draws: {len(picture)} characters of SVG")


def _whole_games(title: Title) -> Iterator[Finding]:
    """Whether whole games can be played; if what is said of them is wrong, nobody can."""
    played = reader().plays(title)
    told = "can be played" if played else "cannot be played: there is no stock.toml"
    yield Finding(True, f"whole games {told}")


def _examples(title: Title) -> Iterator[Finding]:
    """Positions with their best run, solved and judged; claims, judged."""
    files = sorted((title.folder / "examples").glob("*.json"))
    if not any(not _is_claim(file) for file in files):
        yield Finding(False, "there is no example: a position with its best run worked out by hand")
    outcomes: dict[str, Any] = {}
    try:
        outcomes = _outcomes(title)
    except ValueError as error:
        yield Finding(False, f"{OUTCOMES}: {error}")
    for file in files:
        try:
            if _is_claim(file):
                yield _claim(file, outcomes.pop(file.stem, None))
            else:
                yield _example(file, json.loads(file.read_text(encoding="utf-8")))
        except KeyError as error:
            yield Finding(False, f"{file.name}: {error} is missing")
        except (RouteOptError, ValueError) as error:
            yield Finding(False, f"{file.name}: {error}")
    for name in outcomes:
        yield Finding(False, f"{OUTCOMES}: {name!r} is no claim beside it")


def _is_claim(file: Path) -> bool:
    return file.name.startswith("claim-")


def _outcomes(title: Title) -> dict[str, Any]:
    """How its claims come out, as its author worked it out by hand."""
    file = title.folder / "examples" / OUTCOMES
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _example(file: Path, document: dict[str, Any]) -> Finding:
    position = parse(document["position"])
    result = best(position)
    verdict = check(position, result.routes)
    if not verdict.legal or verdict.revenue != result.revenue:
        return Finding(False, f"{file.name}: search and judge disagree, {result.revenue}")
    good = document["best"] == result.revenue and result.status == "optimal"
    return Finding(good, f"{file.name}: {result.revenue}, {document['best']} is stated")


def _claim(file: Path, stated: dict[str, Any] | None) -> Finding:
    """A claim comes out as its author says: verdict, money, and each reason."""
    said = load_claim(file)
    judged = claim(said.position, said.declared, said.challenge)
    outcome = {
        "verdict": judged.verdict,
        "pays": judged.declared.revenue,
        "worth": judged.declared.true_value,
        "reasons": [reason.code for reason in judged.reasons],
    }
    told = ", ".join(f"{field} {value}" for field, value in outcome.items())
    if stated is None:
        return Finding(False, f"{file.name}: {told}; {OUTCOMES} does not say how it comes out")
    other = [field for field in {**outcome, **stated} if stated.get(field) != outcome.get(field)]
    but = [f"{field} {stated.get(field, 'missing')}" for field in other]
    return Finding(not but, f"{file.name}: {told}" + (f"; stated: {', '.join(but)}" if but else ""))


def _records(title: Title) -> Iterator[Finding]:
    """Recorded games in `examples/games`, audited; how they end is held against their results."""
    for file in sorted((title.folder / "examples" / "games").glob("*.json")):
        found = audit(file)
        if found.error is not None:
            yield Finding(False, f"{file.name}: {found.error['message']}")
            continue
        illegal = sum(not run.legal for run in found.runs)
        told = f"{len(found.runs)} runs, {illegal} not legal, {len(found.departures)} departures"
        yield Finding(not illegal, f"{file.name}: {told}")
        for one in found.departures:
            yield Finding(one.code != RESULT, f"{file.name}: action {one.action}: {one.ours}")
