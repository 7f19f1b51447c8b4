"""The output file: valid at every moment, and continued where it stopped.

Rows are appended in whole lines, one system call each, so that even a killed run leaves a file
of complete rows. To resume, the rows there are read in step with the input: as long as their keys
agree they stay; from the first that differs on they are set aside in ``OUT.tail`` and each is
used again if its turn comes with the same key.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from route_opt.batching.rows import CSV_HEADER, flat, key_in
from route_opt.errors import Problem, RouteOptError

SUFFIXES = (".jsonl", ".csv", ".parquet")


class OutputError(RouteOptError, ValueError):
    """An output file that cannot be written, or should not be overwritten."""


class Output:
    """The file of a batch while it is being written."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        if path.suffix not in SUFFIXES:
            message = f"ends in {path.suffix!r}; expected one of {', '.join(SUFFIXES)}"
            raise OutputError([Problem("output_format", str(path), message)])
        if path.suffix == ".parquet":
            _need_pyarrow()
        self.path = path
        self.spool = path if path.suffix != ".parquet" else path.with_name(path.name + ".jsonl")
        self.suffix = self.spool.suffix
        self.tail = self.spool.with_name(self.spool.name + ".tail")
        self.kept = 0
        try:
            self._open(resume)
        except OSError as error:
            reason = error.strerror or str(error)
            raise OutputError(
                [Problem("output", str(path), f"cannot be written: {reason}")]
            ) from None

    def _open(self, resume: bool) -> None:
        if not resume:
            self.tail.unlink(missing_ok=True)
        flags = os.O_RDWR | os.O_CREAT | (0 if resume else os.O_TRUNC)
        self._file = os.open(self.spool, flags, 0o644)
        self._prefix = _lines(self.spool) if resume else iter(())
        self._end = 0
        if self.suffix == ".csv":
            if next(self._prefix, None) != CSV_HEADER:
                self._prefix = iter(())
                self._cut()
                self.write([CSV_HEADER])
            self._end = len(CSV_HEADER)
        self._tail: Iterator[bytes] | None = None

    def reuse(self, key: str) -> bytes | None:
        """The line written earlier for the next question: b"" if it stands already, None if not."""
        if self._tail is None:
            line = next(self._prefix, None)
            if line is not None and key_in(line, self.suffix) == key:
                self._end += len(line)
                self.kept += 1
                return b""
            self._set_aside(line)
        assert self._tail is not None
        line = next(self._tail, None)
        if line is not None and key_in(line, self.suffix) == key:
            self.kept += 1
            return line
        return None

    def _set_aside(self, line: bytes | None) -> None:
        """Leave the part that agrees; keep the rest, or an earlier tail, for later questions."""
        if line is not None:
            rest = self.tail.with_name(self.tail.name + ".new")
            with rest.open("wb") as file:
                file.write(msgspec.json.encode(self.kept) + b"\n" + line)
                file.writelines(self._prefix)
                os.fsync(file.fileno())
            rest.replace(self.tail)
        self._cut()
        self._tail = self._read_tail()

    def _read_tail(self) -> Iterator[bytes]:
        """The rows set aside, from the question whose turn it is."""
        lines = _lines(self.tail) if self.tail.exists() else iter(())
        first = int(next(lines, b"0"))
        for _ in range(self.kept - first):
            next(lines, None)
        return lines

    def _cut(self) -> None:
        os.ftruncate(self._file, self._end)
        os.lseek(self._file, self._end, os.SEEK_SET)

    def write(self, lines: list[bytes]) -> None:
        """Append whole rows."""
        data = b"".join(lines)
        while data:
            data = data[os.write(self._file, data) :]

    def close(self, *, finished: bool) -> None:
        """Close the file; a finished one is cut to its rows and brought into its format."""
        if finished and self._tail is None:
            self._cut()
        os.close(self._file)
        if finished:
            self.tail.unlink(missing_ok=True)
            if self.path != self.spool:
                _write_parquet(self.spool, self.path)
                self.spool.unlink()


def _lines(path: Path) -> Iterator[bytes]:
    """The complete lines of a file."""
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line


def _need_pyarrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "Parquet needs pyarrow: pip install 'route-opt[parquet]'"
        raise OutputError([Problem("no_pyarrow", "", message)]) from None


def _write_parquet(source: Path, target: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    text, number = pa.string(), pa.int64()
    types = {"revenue": number, "bound": number, "nodes": number, "seconds": pa.float64()}
    from route_opt.batching.rows import COLUMNS

    schema = pa.schema([(name, types.get(name, text)) for name in COLUMNS])
    part = target.with_name(target.name + ".part")
    with pq.ParquetWriter(part, schema) as writer:
        rows: list[dict[str, object]] = []
        for line in _lines(source):
            rows.append(flat(msgspec.json.decode(line)))
            if len(rows) == 10_000:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, schema))
    part.replace(target)
