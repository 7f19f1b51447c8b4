"""The output file: valid at every moment, ours alone, and continued where it stopped.

Rows are only ever appended, in whole lines, so that even a killed run leaves a file of complete
rows. A run that continues one reads the rows that stand, by their keys, and appends what is
missing. Only when all is done, and only if rows stand in another order than the input or have been
answered anew, is the file written afresh beside itself and put in its place: the rows of other
inputs first, in their order, then those of this one.

The rows of a Parquet file are kept in ``OUT.jsonl`` until they are complete.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import sys
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from route_opt.batching.parquet import need_pyarrow, read_parquet, write_parquet
from route_opt.batching.rows import CSV_HEADER
from route_opt.batching.sources import shown, status_of
from route_opt.batching.standing import Standing, record_at, replaced
from route_opt.errors import Problem, RouteOptError

if sys.platform != "win32":
    import fcntl

SUFFIXES = (".jsonl", ".csv", ".parquet")


class OutputError(RouteOptError, ValueError):
    """An output file that cannot be written, or should not be overwritten."""


class Output:
    """The file of a batch while it is being written.

    Parameters
    ----------
    resume
        Go on with the rows that are there.
    force
        Throw away what is there.
    inputs
        The files that are read meanwhile: none of them may be written.

    Attributes
    ----------
    spool
        Where the rows are while the batch runs.
    kept, others
        How many rows that were there are used, and how many belong to other inputs.
    """

    def __init__(
        self,
        path: Path,
        *,
        resume: bool = False,
        force: bool = False,
        inputs: Iterable[str] = (),
    ) -> None:
        self.path, self.suffix = path, path.suffix
        self.spool = path.with_name(path.name + ".jsonl") if self.suffix == ".parquet" else path
        self.kept = self.others = self._end = 0
        self._check_name(inputs)
        with self._explained(path):
            if self.spool != path and not (resume or force) and os.path.lexists(path):
                raise self._exists(path)
            # A link is followed once: the file is the same to the end, whatever becomes of it.
            self._real = Path(os.path.realpath(self.spool))
            self._target = Path(os.path.realpath(path))
            self._file = os.open(self._real, os.O_RDWR | os.O_CREAT, 0o666)
        self._places = array("q")
        self._finished = False
        self._standing: Standing | None = None
        try:
            with self._explained(path):
                self._take(resume, force)
        except BaseException:
            self.close()
            raise

    def _check_name(self, inputs: Iterable[str]) -> None:
        if sys.platform == "win32":  # there are no such locks, and no file is replaced in use
            message = "batches write files on Linux and macOS only; see route_opt.batch in Python"
            raise self._error("platform", self.path, message)
        if self.suffix not in SUFFIXES:
            message = f"ends in {self.suffix!r}; expected one of {', '.join(SUFFIXES)}"
            raise self._error("output_format", self.path, message)
        if self.spool != self.path:
            try:
                need_pyarrow()
            except ImportError as error:
                raise OutputError(str(error), "no_pyarrow") from None
        for name in inputs:
            for ours in {self.path, self.spool}:
                there, here = status_of(name), status_of(str(ours))
                if there and here and os.path.samestat(there, here):
                    message = f"is the output and, as {shown(name)}, an input; choose another one"
                    raise self._error("output_is_input", ours, message)

    def _lock(self) -> None:
        """Make sure that the file is ours alone, and still the one of that name."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._error("output_busy", self.spool, "another batch is writing it") from None
        found, named = os.fstat(self._file), status_of(str(self._real))
        if named is None or not os.path.samestat(found, named):
            # It was put in its place by another batch just now.
            raise self._error("output_busy", self.spool, "another batch has just written it")
        if not stat.S_ISREG(found.st_mode):
            raise self._error("output", self.spool, "cannot be written: is not a file")

    def _take(self, resume: bool, force: bool) -> None:
        """Make the file ours, and find out what it holds."""
        self._lock()
        if force:
            os.ftruncate(self._file, 0)
        elif os.fstat(self._file).st_size and not resume:
            raise self._exists(self.spool)
        elif resume:
            self._continue()

    def _continue(self) -> None:
        if self.spool != self.path and self.path.exists() and not os.fstat(self._file).st_size:
            with self._ours(self.path), self._rewritten() as file:
                read_parquet(self.path, file)
        with self._ours(self.spool), self._reading() as file:
            self._standing = Standing(file, self.suffix)
        self._end = self._standing.end
        os.ftruncate(self._file, self._end)

    @property
    def continues(self) -> bool:
        """Whether rows may stand here already."""
        return self._standing is not None

    def standing(self, key: str) -> int | None:
        """Where the row of the next question stands already; None if it is to be solved."""
        place = self._standing.take(key) if self._standing else None
        self.kept += place is not None
        return place

    def write(self, rows: Iterable[bytes | int]) -> None:
        """The next rows of the input: new ones are appended, places are of rows that stand."""
        new: list[bytes] = []
        end = self._end
        if not end and self.suffix == ".csv":
            new.append(CSV_HEADER)
            end += len(CSV_HEADER)
        for row in rows:
            if self._standing:
                self._places.append(row if isinstance(row, int) else end)
            if isinstance(row, bytes):
                new.append(row)
                end += len(row)
        with self._explained(self.spool):
            self._append(b"".join(new))

    def _append(self, data: bytes) -> None:
        """Write to the end, all or nothing."""
        at = self._end
        try:
            while at < self._end + len(data):
                at += os.pwrite(self._file, data[at - self._end :], at)
        except BaseException:
            os.ftruncate(self._file, self._end)
            raise
        self._end = at

    def left(self) -> str:
        """What a run that did not finish leaves behind, in words."""
        if self._end <= len(CSV_HEADER) * (self.suffix == ".csv"):
            return "nothing was written"
        return f"{shown(str(self.spool))} holds what is done; continue with --resume"

    def finish(self) -> None:
        """Bring the rows into their order and their format."""
        if not self._end:
            self.write([])
        with self._explained(self.path):
            if self._standing:
                self._arrange(self._standing)
            if self.spool != self.path:
                with self._reading() as lines, _refilled(self._target, self._file) as file:
                    write_parquet(lines, file)
                self._real.unlink()
        self._finished = True

    def close(self) -> None:
        """Let go of the file; one that holds nothing is removed, unless that is the answer."""
        with contextlib.suppress(OSError, OutputError):
            if not self._finished:
                self._lock()
                if not os.fstat(self._file).st_size:
                    self._real.unlink()
        os.close(self._file)

    def _arrange(self, standing: Standing) -> None:
        others, places = standing.others(), self._places
        with self._reading() as file:
            old = replaced(others, places, file, self.suffix)
            kept = [place for place in others if place not in old]
            self.others = len(kept)
            in_order = all(a < b for a, b in itertools.pairwise(places))
            if in_order and not old and not standing.dropped:
                return
            with self._rewritten() as target:
                target.write(CSV_HEADER if self.suffix == ".csv" else b"")
                for place in (*kept, *places):
                    target.write(record_at(place, file, self.suffix))

    @contextlib.contextmanager
    def _rewritten(self) -> Iterator[BinaryIO]:
        """Our file with another content; it is ours, locked, before others can see it."""
        with _refilled(self._real, self._file) as file:
            mine = os.dup(file.fileno())
            fcntl.flock(mine, fcntl.LOCK_EX)
            yield file
        before, self._file = self._file, mine
        os.close(before)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[BinaryIO]:
        with open(os.dup(self._file), "rb") as file:
            file.seek(0)
            yield file

    @contextlib.contextmanager
    def _ours(self, path: Path) -> Iterator[None]:
        """What cannot be read as rows is somebody else's, or damaged: it stays as it is."""
        try:
            yield
        except ValueError as error:
            message = f"{error}; it is left as it is: choose another output, or --force"
            raise self._error("output_foreign", path, message) from None

    @contextlib.contextmanager
    def _explained(self, path: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = f"cannot be written: {error.strerror or error}"
            if self._end:
                message += f"; {self.left()}"
            raise self._error("output", path, message) from None

    def _exists(self, path: Path) -> OutputError:
        message = "is there already; continue it with --resume, or replace it with --force"
        return self._error("output_exists", path, message)

    def _error(self, code: str, path: Path, message: str) -> OutputError:
        return OutputError([Problem(code, shown(str(path)), message)])


@contextlib.contextmanager
def _refilled(path: Path, like: int) -> Iterator[BinaryIO]:
    """A file written anew beside itself, and put in its place when it is whole."""
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name[:100]}.", delete=False
    ) as file:
        try:
            yield cast(BinaryIO, file)
            file.flush()
            os.fchmod(file.fileno(), stat.S_IMODE(os.fstat(like).st_mode))
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
