"""A queue of corporations that wait to be started: rows of places, the top row first.

A queue is a list of rows, each a list with a name or None for every column. All functions give a
new queue.
"""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.table import Table, View
from operating_round.titles.g1867bw.names import PUNDIT
from operating_round.titles.g1867bw.remembered import Waiting
from route_opt.errors import Problem

Queue = list[list[str | None]]


def filled(names: list[str], columns: int, rows: int) -> Queue:
    """A queue of these corporations, row after row."""
    places: list[str | None] = [*names, *[None] * (columns * rows - len(names))]
    return [places[at : at + columns] for at in range(0, columns * rows, columns)]


def names(queue: Queue) -> list[str]:
    """Who waits, from the top."""
    return [name for row in queue for name in row if name]


def row_of(queue: Queue, name: str) -> int | None:
    """The row in which a corporation waits, the top being 0."""
    return next((number for number, row in enumerate(queue) if name in row), None)


def without(queue: Queue, gone: str) -> Queue:
    """The queue without one of its corporations; nobody moves."""
    return [[None if name == gone else name for name in row] for row in queue]


def moved_up(queue: Queue) -> Queue:
    """Everybody one row up, into an empty top row."""
    return [*queue[1:], [None] * len(queue[0])] if queue else []


def closed_up(queue: Queue) -> Queue:
    """Everybody up until somebody stands in the top row."""
    while names(queue) and not any(queue[0]):
        queue = moved_up(queue)
    return queue


def with_last(queue: Queue, name: str) -> Queue | None:
    """The queue with one more in the highest empty row, or None if every row has somebody."""
    for number, row in enumerate(queue):
        if not any(row):
            return [*queue[:number], [name, *row[1:]], *queue[number + 1 :]]
    return None


def fullest_column(queue: Queue) -> int:
    """The column in which most wait; of equal ones the rightmost."""
    counts = [sum(name is not None for name in column) for column in zip(*queue, strict=True)]
    return max(range(len(counts)), key=lambda column: (counts[column], column))


def without_column(queue: Queue, column: int) -> Queue:
    """The queue without those in a column; the others keep their rows."""
    return [[None if at == column else name for at, name in enumerate(row)] for row in queue]


def waiting_rows(table: View) -> Queue:
    """The queue of a game, all its rows."""
    size = table.title.play.special["queue"]
    rows: Queue = [list(row) for row in Waiting.of(table.state).queue]
    rows += [[None] * size["columns"] for _ in range(size["rows"] - len(rows))]
    return rows


def set_rows(table: Table, rows: Queue) -> None:
    """Put another queue in its place."""
    Waiting.set(table, queue=rows)


def start_prices(table: View) -> tuple[int, ...]:
    """The first prices that the phase allows (7.1)."""
    phases = table.title.play.special["start_prices"]["first_phase"]
    return tuple(int(price) for price, phase in phases.items() if table.reached_phase(phase))


def may_start(table: View, name: str, player: str) -> bool:
    """Whether a player may start what waits in the top row; with P4 in the second (14.4)."""
    place = row_of(waiting_rows(table), name)
    return place == 0 or (place == 1 and table.privates.owner_of(PUNDIT) == player)


def queue_misfits(table: View) -> Iterator[Problem]:
    """Rows that are none of this game, and who cannot wait in them."""
    size, rows = table.title.play.special["queue"], Waiting.of(table.state).queue
    if len(rows) > size["rows"] or any(len(row) != size["columns"] for row in rows):
        message = f"is not of at most {size['rows']} rows of {size['columns']}"
        yield Problem("wrong_queue", "own.queue", message)
    waiting = [name for row in rows for name in row if name is not None]
    for name in waiting:
        row = table.state.corporations.get(name)
        if row is None or row.market is not None or waiting.count(name) > 1:
            yield Problem("wrong_queue", "own.queue", f"{name!r} does not wait, or twice")
    ninth = Waiting.of(table.state).ninth
    if ninth and ninth not in table.state.corporations:
        yield Problem("wrong_queue", "own.ninth", f"{ninth!r} is not a corporation")
