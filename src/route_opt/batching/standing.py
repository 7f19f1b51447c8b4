"""The rows that an output holds already, read before anything in it is changed."""

from __future__ import annotations

import contextlib
import csv
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from route_opt.batching.rows import CSV_HEADER, FROM_STDIN, Written, read_line, read_row


class Standing:
    """Where the row of each key stands in a file of rows.

    Attributes
    ----------
    end
        Where the complete rows end. What is behind them was torn off in the middle of a row.
    dropped
        How many rows with errors of ours have been given up because they are solved again.

    Raises
    ------
    ValueError
        If the file holds anything but rows: it is not for us to change.
    """

    def __init__(self, file: BinaryIO, suffix: str) -> None:
        self.suffix = suffix
        self.end = self.dropped = 0
        self._places: dict[bytes, list[int]] = {}
        self._again: set[int] = set()
        with _long_fields():
            self._read(file)

    def _read(self, file: BinaryIO) -> None:
        if self.suffix == ".csv":
            header = file.readline()
            if CSV_HEADER.startswith(header):
                self.end = len(header) if header == CSV_HEADER else 0
            else:
                raise ValueError(f"begins with {header[:60]!r}; expected {CSV_HEADER[:16]!r}…")
        number = 0
        for number, record in enumerate(records(file, self.suffix), 1):
            if not _complete(record, self.suffix):
                self._check_torn(record)
                return
            row = read_row(record, self.suffix, number)
            self._places.setdefault(bytes.fromhex(row.key), []).append(self.end)
            if row.again:
                self._again.add(self.end)
            self.end += len(record)

    def _check_torn(self, piece: bytes) -> None:
        """A row that was being written when its run was killed is given up, and nothing else."""
        if self.suffix == ".csv":
            # A quote too many would hide all that follows: then there are whole rows in it.
            lines = [line + b"\n" for line in piece.split(b"\n")]
            torn = _is_row(piece + b"\n") or not any(map(_is_row, lines[1:]))
        else:
            torn = piece.startswith(b'{"id":') and (bool(self._places) or b',"key":"' in piece)
            torn = torn or b'{"id":'.startswith(piece)
        if not torn:
            raise ValueError(f"ends with {piece[:60]!r}; expected the beginning of a row")

    def take(self, key: str) -> int | None:
        """Where the row of the next question stands; None if it is to be solved."""
        places = self._places.get(bytes.fromhex(key))
        if not places:
            return None
        place = places.pop(0)
        if place in self._again:
            self.dropped += 1
            return None
        return place

    def others(self) -> list[int]:
        """The rows nobody has asked for, in their order."""
        return sorted(place for places in self._places.values() for place in places)


def replaced(others: list[int], asked: Iterable[int], file: BinaryIO, suffix: str) -> set[int]:
    """Those of the other rows that answer an earlier form of a question asked now.

    Standard input is another input every time, so that nothing that came from it is replaced.
    """
    if not others:
        return set()
    now = {row_at(place, file, suffix).question for place in asked}
    questions = {place: row_at(place, file, suffix).question for place in others}
    return {
        place
        for place, question in questions.items()
        if question in now and question[0] != FROM_STDIN
    }


def record_at(place: int, file: BinaryIO, suffix: str) -> bytes:
    """The row that begins at a place."""
    file.seek(place)
    return next(records(file, suffix))


def row_at(place: int, file: BinaryIO, suffix: str) -> Written:
    """What the row that begins at a place tells about itself."""
    with _long_fields():
        return read_line(record_at(place, file, suffix), suffix)


def records(file: BinaryIO, suffix: str) -> Iterator[bytes]:
    """The rows of a file from where it stands; the last may be torn."""
    lines: list[bytes] = []
    quotes = 0
    while line := file.readline():
        lines.append(line)
        quotes += line.count(b'"')
        if suffix != ".csv" or quotes % 2 == 0:
            yield b"".join(lines)
            lines, quotes = [], 0
    if lines:
        yield b"".join(lines)


def _complete(record: bytes, suffix: str) -> bool:
    """Whether a row is whole: in CSV a line break inside quotes does not end it."""
    return record.endswith(b"\n") and not (suffix == ".csv" and record.count(b'"') % 2)


def _is_row(line: bytes) -> bool:
    try:
        read_line(line, ".csv")
    except ValueError:
        return False
    return True


@contextlib.contextmanager
def _long_fields() -> Iterator[None]:
    """Let the CSV reader take fields of any length; its limit is one for the whole process."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)
