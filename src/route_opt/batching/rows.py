"""A row of a batch: one question solved, or the reason why it was not."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable
from typing import Any

import msgspec

from route_opt.batching.sources import Item
from route_opt.documents import read_json
from route_opt.errors import PositionError, Problem, RouteOptError

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
)
"""The columns of the flat formats; JSON lines hold the whole result document."""


class Settings(msgspec.Struct, frozen=True):
    """How each question is solved; part of what a row is keyed by."""

    engine: str = "auto"
    time_limit: float | None = None
    verify: bool = False
    cache: str = ""
    title_folders: tuple[str, ...] = ()


def key_of(item: Item, settings: Settings) -> str:
    """The content of a question as a short name: another content, another key."""
    salt = f"{settings.engine}|{settings.time_limit}|{settings.verify}|{item.name}"
    digest = hashlib.blake2b(item.data, digest_size=12, salt=b"", person=b"route-opt")
    digest.update(salt.encode())
    return digest.hexdigest()


def solve_item(item: Item, settings: Settings) -> dict[str, Any]:
    """The row of a question. Whatever is wrong with it stands in the row."""
    row: dict[str, Any] = {"id": item.name, "key": key_of(item, settings)}
    try:
        if item.problem is not None:
            raise RouteOptError([item.problem])
        return row | _solved(item, settings, row)
    except RouteOptError as error:
        return row | error.document()
    except MemoryError:
        problem = Problem("out_of_memory", "", "needs more memory than a worker may use")
        return row | RouteOptError([problem]).document()
    except Exception as error:  # a defect of ours must not cost the other rows
        problem = Problem("defect", "", f"{type(error).__name__}: {error}")
        return row | RouteOptError([problem]).document()


def _solved(item: Item, settings: Settings, row: dict[str, Any]) -> dict[str, Any]:
    from route_opt.batching.cache import cached_best
    from route_opt.position import parse

    document = read_json(item.data, PositionError)
    if isinstance(document, dict) and "position" in document:
        row["id"] = document.get("id", item.name)
        document = document["position"]
    position = parse(document, lenient=True)
    head = {
        "title": position.title,
        "corporation": position.corporation,
        "trains": list(position.trains),
    }
    return {"id": row["id"]} | head | cached_best(position, settings)


def json_line(row: dict[str, Any]) -> bytes:
    """A row as a JSON line."""
    return msgspec.json.encode(row) + b"\n"


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row under the columns of the flat formats."""
    stats, error = row.get("stats") or {}, row.get("error") or {}
    routes = row.get("routes")
    return {
        "id": str(row["id"]),
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


def csv_line(row: dict[str, Any]) -> bytes:
    """A row as a CSV line; a line break inside a field becomes a space, so a row is a line."""
    values = ["" if v is None else str(v).replace("\n", " ") for v in flat(row).values()]
    return _csv(values)


def _csv(values: list[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue().encode()


CSV_HEADER = _csv(list(COLUMNS))

ENCODERS: dict[str, Callable[[dict[str, Any]], bytes]] = {".jsonl": json_line, ".csv": csv_line}


def key_in(line: bytes, suffix: str) -> str:
    """The key a written row carries."""
    if suffix == ".csv":
        return next(csv.reader([line.decode()]))[1]
    return str(msgspec.json.decode(line)["key"])
