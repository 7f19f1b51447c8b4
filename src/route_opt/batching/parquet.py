"""Parquet: written from the rows of a finished batch, and read back to go on with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from route_opt.batching.rows import COLUMNS, read_row

ROWS_AT_ONCE = 10_000


def need_pyarrow() -> None:
    """Import it.

    Raises
    ------
    ImportError
        With what to install.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        message = "Parquet needs pyarrow: pip install 'route-opt[parquet]'"
        raise ImportError(message) from None


def _schema() -> Any:
    import pyarrow as pa

    text, number = pa.string(), pa.int64()
    types = {"revenue": number, "bound": number, "nodes": number, "seconds": pa.float64()}
    return pa.schema([(name, types.get(name, text)) for name in COLUMNS])


def write_parquet(lines: BinaryIO, target: BinaryIO) -> None:
    """Turn rows as JSON lines into a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = _schema()
    with pq.ParquetWriter(target, schema, write_page_checksum=True) as writer:
        rows: list[dict[str, object]] = []
        for line in lines:
            rows.append(msgspec.json.decode(line))
            if len(rows) == ROWS_AT_ONCE:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, schema))


def read_parquet(source: Path, target: BinaryIO) -> None:
    """Turn a Parquet file of ours back into rows as JSON lines.

    Raises
    ------
    ValueError
        If it is none of ours.
    """
    for number, row in enumerate(_rows(source), 1):
        line = msgspec.json.encode(row) + b"\n"  # its check comes with it, as it was
        read_row(line, ".parquet", number)
        target.write(line)


def _rows(source: Path) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(source, page_checksum_verification=True) as file:
            if not file.schema_arrow.equals(_schema()):
                raise ValueError(f"has the columns {', '.join(file.schema_arrow.names)}")
            for batch in file.iter_batches(ROWS_AT_ONCE):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"is no Parquet file that can be read: {reason}") from None
