"""`route-opt titles`: what there is, how far to trust it, and the names that positions need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from route_opt import titles
from route_opt.cli import examples
from route_opt.cli.common import as_json, is_trusted, say, say_json, title_dir
from route_opt.cli.completing import TITLE
from route_opt.questions import card
from route_opt.title import MarkerKind, Title, Train
from route_opt.title.files import load_title


@click.command(
    name="titles",
    epilog=examples(
        "route-opt titles",
        "route-opt titles 1846",
        "route-opt titles check my-titles/g1899",
    ),
)
@click.argument("words", metavar="[TITLE | check FOLDER|TITLE]", type=TITLE, nargs=-1)
@title_dir
@as_json
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """List the titles with the sources of their data.

    With a TITLE, all that one needs to write a position of it: phases, trains, corporations,
    cities with their hexes, marker kinds, options.

    `check` looks at a title as its author would: whether it loads and draws, how many tiles of a
    colour there are (against `[totals]` of its tiles.toml), which tiles can lie nowhere, whether
    search and judge find its examples' best, whether its claims come out as examples/claims.toml
    says, and how its recorded games (examples/games) read and end.
    It ends with 1 where something is wrong, with 2 and every reason where a title does not load.
    """
    if words[:1] == ("check",) and len(words) == 2:
        context.exit(_check(context, words[1], as_json))
    if len(words) > 1:
        raise click.UsageError(f"{' '.join(words)!r} is neither a title nor `check FOLDER`.")
    name = words[0] if words else None
    found = [titles.find(name)] if name else [titles.find(each) for each in titles.names()]
    if as_json and name:
        say_json(card(found[0]), indent=True)
    elif as_json:
        fields = ("name", "full_name", "edition", "reconstruction", "sources")
        rows = [{field: getattr(title, field) for field in fields} for title in found]
        say_json(rows, indent=True)
    else:
        for title in found:
            say("\n".join((*_head(title), *(_words(title) if name else _sources(title)))))


def _check(context: click.Context, name: str, as_json: bool) -> int:
    """Review a title, by its folder or its name."""
    from route_opt.review import review

    if Path(name).is_dir():
        title = load_title(Path(name))
        with titles.added_folder(name, trust=is_trusted(context)):
            findings = list(review(title))
    else:
        findings = list(review(titles.find(name)))
    if as_json:
        say_json([{"good": found.good, "text": found.text} for found in findings], indent=True)
    else:
        say("\n".join(f"{'  ' if found.good else '! '}{found.text}" for found in findings))
    return int(not all(found.good for found in findings))


def _head(title: Title) -> Iterator[str]:
    yield f"{title.name}  {title.full_name}"
    yield f"    edition: {title.edition}"


def _sources(title: Title) -> Iterator[str]:
    for what, source in title.sources.items():
        yield f"    {what}: {source}"
    if title.reconstruction:
        yield f"    THE MAP IS A RECONSTRUCTION. {title.reconstruction}"
    for name, option in title.options.items():
        yield f"    option {name}: {option.text} ({option.rule})"


def _words(title: Title) -> Iterator[str]:
    """The words of a position of this title, as they are written."""
    yield "phases"
    for phase in title.phases.values():
        yield _row(phase.name, f"{', '.join(phase.tiles)} tiles", *_in_force(phase))
    yield "trains"
    for train in title.trains.values():
        yield _row(train.name, f"{train.price}", _length(train), *_in_force(train))
    yield "corporations"
    for name, corporation in title.corporations.items():
        also = f"also {', '.join(corporation.also)}" if corporation.also else ""
        yield _row(name, corporation.name, f"home {', '.join(corporation.home)}", also)
    yield "cities, towns and off-boards"
    for place, hexes, stops in _places(title):
        yield _row(place, ", ".join(hexes), stops)
    if title.markers:
        yield "markers"
        for kind in title.markers.values():
            yield _row(kind.kind, kind.text or _does(kind), *_needs(kind))
    options = [(n, option) for n, option in title.options.items() if option.scope == "routes"]
    if options:
        yield "options"
        for name, option in options:
            yield _row(name, option.text)


def _row(name: str, *said: str) -> str:
    return f"    {name}: {'; '.join(filter(None, said))}".rstrip(": ")


def _in_force(row: object) -> Iterable[str]:
    option, without = getattr(row, "option", ""), getattr(row, "without", "")
    return filter(None, (option and f"with {option}", without and f"without {without}"))


def _length(train: Train) -> str:
    """What limits a train's routes: ``visits 5, counts 3``, ``visits 3 cities, 2 towns``."""
    whole, *kinds = train.limits
    visits = [f"{whole.visits}"] if whole.visits else []
    visits += [kind.number(kind.visits) for kind in kinds if kind.visits is not None]
    counts = [f"{whole.counts}"] if whole.counts not in (None, whole.visits) else []
    counts += [k.number(k.counts) for k in kinds if k.counts not in (None, k.visits)]
    said = f"visits {', '.join(visits)}" if visits else "any number of stops"
    return f"{said}, counts {', '.join(counts)}" if counts else said


def _places(title: Title) -> Iterator[tuple[str, list[str], str]]:
    """The named places, then those that have no name, each with its hexes and stops."""
    seen: dict[str, list[str]] = {}
    for hex_ in title.hexes.values():
        if hex_.tile.stops:
            seen.setdefault(hex_.name or hex_.id, []).append(hex_.id)
    for place, hexes in sorted(seen.items(), key=lambda row: (row[0] in title.hexes, row[0])):
        stops = title.hexes[hexes[0]].tile.stops
        kinds = {stop.kind for stop in stops}
        what = " and ".join(sorted(kinds)).replace("offboard", "off-board")
        if len(stops) > 1:
            what += (
                f", {len(stops)} stops: {', '.join(f'{hexes[0]}.{n}' for n in range(len(stops)))}"
            )
        yield place, hexes, what


_DOES = {
    "value": "{amount} at the stop",
    "double": "the stop counts double",
    "double_end": "the stop counts double at the end of a run, and has a token of the owner",
    "visit_bonus": "{amount} for each stop that one train visits",
    "required_ends": "one train must run from one stop to the other, and not beyond",
    "token": "a token of the owner stands there",
    "access": "the owner may run there",
    "cubes": "cubes on a deposit",
    "refinery": "a refinery, which pays for cubes",
    "cube_value": "{amount} for each cube delivered",
    "extra_cube": "one more cube on a deposit before the run",
}


def _does(kind: MarkerKind) -> str:
    """What a kind of marker does to a run."""
    amount = f"+{kind.amount}"
    if isinstance(kind.amount, dict):
        amount = ", ".join(f"+{each} on {hex_id}" for hex_id, each in kind.amount.items())
    others = f", +{kind.others} for others" if kind.others else ""
    return _DOES[kind.effect].format(amount=amount) + others


def _needs(kind: MarkerKind) -> Iterator[str]:
    fields = list(kind.places)
    fields += ["owner"] * kind.owned
    fields += ["count"] * (kind.effect == "cubes") + ["state"] * bool(kind.states)
    yield f"needs {', '.join(fields)}" if fields else ""
    if kind.hexes:
        yield f"on {', '.join(kind.hexes)}"
    if kind.stops:
        yield f"on a {' or '.join(kind.stops).replace('offboard', 'off-board')}"
    if kind.states:
        yield f"state {', '.join(kind.states)}"
