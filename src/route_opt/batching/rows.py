"""A row of a batch: a question with its answer, or the reason why it has none."""

from __future__ import annotations

import csv
import functools
import hashlib
import io
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from route_opt.batching.sources import STDIN, Item
from route_opt.documents import read_json
from route_opt.errors import PositionError, Problem, RouteOptError
from route_opt.readable import readable

COLUMNS = (
    "id",
    "key",
    "title",
    "corporation",
    "trains",
    "status",
    "revenue",
    "bound",
    "engine",
    "seconds",
    "nodes",
    "error_code",
    "error_message",
    "routes",
    "check",
)
"""The columns of the flat formats; JSON lines hold the whole result document, and the check."""

OURS = frozenset(
    {"defect", "crashed", "out_of_memory", "unreadable", "unwritable", "unproved", "disagreement"}
)
"""Errors that say nothing about the question: such a row is solved again when it comes back."""


class Settings(msgspec.Struct, frozen=True):
    """How each question is solved; part of what a row is keyed by.

    `data` is a digest of the program and the data of all titles.
    """

    engine: str = "auto"
    time_limit: float | None = None
    verify: bool = False
    cache: str = ""
    title_folders: tuple[str, ...] = ()
    data: str = ""


@functools.lru_cache(maxsize=1000)
def source_key(source: str) -> str:
    """An input as a short name: the first eight digits of the keys of its rows."""
    return hashlib.blake2b(source.encode(), digest_size=4, person=b"route-opt").hexdigest()


FROM_STDIN = source_key(STDIN)


def key_of(item: Item, settings: Settings) -> str:
    """A question's input, and all that its answer depends on: another answer, another key."""
    asked = (item.name, item.problem, settings.engine, settings.time_limit, settings.verify)
    head = msgspec.json.encode((asked, settings.data))
    digest = hashlib.blake2b(head + item.data, digest_size=12, person=b"route-opt")
    return source_key(item.source) + digest.hexdigest()


def _id(given: Any) -> Any:
    """An id as it was given; one with a number that JSON writers have no room for, as a text."""
    try:
        msgspec.json.encode(given)
    except OverflowError:
        return str(given)
    return given


def read_question(item: Item) -> tuple[Any, Any]:
    """The id of a question, and its position as a document."""
    document = read_json(item.data, PositionError)
    if isinstance(document, dict) and "position" in document:
        return _id(document.get("id", item.name)), document["position"]
    return item.name, document


Line = tuple[str, bytes]
"""A row as it is written, and its status before it."""


def crashed_line(item: Item, settings: Settings, suffix: str, message: str) -> Line:
    """The row of a question that cost its worker's life."""
    try:
        name, _ = read_question(item)
    except RouteOptError:
        name = item.name
    return failed_line(item, name, settings, suffix, "crashed", message)


def failed_line(
    item: Item, name: Any, settings: Settings, suffix: str, code: str, message: str
) -> Line:
    """The row of a question that has no answer through no fault of its own."""
    row = {"id": name, "key": key_of(item, settings)} | error_row(code, message)
    return row["status"], ENCODERS[suffix](row)


def error_row(code: str, message: str) -> dict[str, Any]:
    """What a row holds instead of an answer."""
    return RouteOptError([Problem(code, "", message)]).document()


# The formats


_CHECKS = {".jsonl": (b',"check":"', b'"}\n'), ".csv": (b",", b"\n")}
_CHECKS[".parquet"] = _CHECKS[".jsonl"]
"""What stands around the check at the end of a row, by format."""

_DIGITS = 16


def _checked(body: bytes, suffix: str) -> bytes:
    """A row with its check: a digest of all that stands before it.

    It tells a row that was changed by accident or by hand from one that was written here. It is no
    secret: an output is to be trusted as far as those who may write into it.
    """
    before, after = _CHECKS[suffix]
    digest = hashlib.blake2b(body, digest_size=_DIGITS // 2, person=b"route-opt").hexdigest()
    return body + before + digest.encode() + after


def _is_unchanged(line: bytes, suffix: str) -> bool:
    size = _DIGITS + sum(map(len, _CHECKS[suffix]))
    return _checked(line[:-size], suffix) == line


def json_line(row: dict[str, Any]) -> bytes:
    """A row as a JSON line."""
    return _checked(msgspec.json.encode(row).removesuffix(b"}"), ".jsonl")


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row under the columns of the flat formats, but for its check."""
    stats, error = row.get("stats") or {}, row.get("error") or {}
    routes, name = row.get("routes"), row["id"]
    return {
        "id": name if isinstance(name, str) else msgspec.json.encode(name).decode(),
        "key": row["key"],
        "title": row.get("title"),
        "corporation": row.get("corporation"),
        "trains": "+".join(row["trains"]) if "trains" in row else None,
        "status": row["status"],
        "revenue": row.get("revenue"),
        "bound": row.get("bound"),
        "engine": row.get("engine"),
        "seconds": stats.get("seconds"),
        "nodes": stats.get("nodes"),
        "error_code": error.get("code"),
        "error_message": error.get("message"),
        "routes": None if routes is None else msgspec.json.encode(routes).decode(),
    }


def flat_line(row: dict[str, Any]) -> bytes:
    """A row of a Parquet file while it is being written: its columns as a JSON line."""
    return json_line(flat(row))


def csv_line(row: dict[str, Any]) -> bytes:
    """A row as a CSV line; a line break inside a field stands in quotes."""
    values = ["" if value is None else str(value) for value in flat(row).values()]
    return _checked(_csv(values).removesuffix(b"\n"), ".csv")


def _csv(values: list[str]) -> bytes:
    text = io.StringIO()
    # The writer puts those line breaks in quotes that it ends its own lines with: so both.
    csv.writer(text, lineterminator="\r\n").writerow(values)
    return text.getvalue().removesuffix("\r\n").encode() + b"\n"


CSV_HEADER = _csv(list(COLUMNS))

ENCODERS: dict[str, Callable[[dict[str, Any]], bytes]] = {
    ".jsonl": json_line,
    ".csv": csv_line,
    ".parquet": flat_line,
}

Key = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class _Failure(msgspec.Struct):
    code: str
    message: str = ""


class Written(msgspec.Struct):
    """A written row, in any format: what it tells about itself, and the shape of the rest."""

    id: Any
    key: Key
    status: str
    revenue: int | None = None
    bound: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    routes: list[dict[str, Any]] | str | None = None
    stats: dict[str, float] | None = None
    error: _Failure | None = None
    error_code: str | None = None

    @property
    def again(self) -> bool:
        """Whether the row holds an error of ours, and no answer."""
        return (self.error.code if self.error else self.error_code) in OURS

    @property
    def question(self) -> tuple[str, str]:
        """Which question of which input it answers, whatever that asked."""
        return self.key[:8], self.id if isinstance(self.id, str) else repr(self.id)


def read_line(line: bytes, suffix: str) -> Written:
    """A written row.

    Raises
    ------
    ValueError
        If it is none.
    """
    if not _is_unchanged(line, suffix):
        raise ValueError("its check does not fit: it has been changed since it was written")
    if suffix == ".csv":
        row = msgspec.convert(_csv_fields(line), readable(Written), strict=False)
    else:
        row = msgspec.convert(msgspec.json.decode(line), readable(Written))
    if isinstance(row.routes, str):
        msgspec.json.decode(row.routes)
    return row


def read_row(line: bytes, suffix: str, number: int) -> Written:
    """A written row that has to be one; the error names it."""
    try:
        return read_line(line, suffix)
    except ValueError as error:
        reason = str(error) or type(error).__name__
        raise ValueError(f"row {number} is not a row of a batch: {reason}") from None


def _csv_fields(line: bytes) -> dict[str, str]:
    """The columns of a CSV line that hold something."""
    try:
        (values,) = csv.reader([line.decode().removesuffix("\n")], strict=True)
    except csv.Error as error:
        raise ValueError(str(error)) from None
    fields = dict(zip(COLUMNS, values, strict=True))
    return {name: text for name, text in fields.items() if text or name == "id"}
