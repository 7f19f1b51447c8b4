"""Parts of pages that are made from the code: a page says `<!-- made: NAME -->` where one goes.

So what a field, a file or a command is stands once, in the code; a page cannot be behind it.
"""

from __future__ import annotations

import re
import tomllib
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import click
import msgspec
from sphinx.application import Sphinx

import operating_round.cli
import route_opt.cli
import whole_game.cli
from route_opt.explained import meanings, split, structs
from route_opt.forms import Route
from route_opt.records.rules import RecordRules
from route_opt.title.written import FILES
from whole_game.data import StockData
from whole_game.schemas import DOCUMENTS

TESTS = Path(__file__).parents[2] / "tests"
_MARKED = re.compile(r"((?:^@(?:rule|breaks)\([^)]*\)\s*)+)(?:^@.*\n)*def (test_\w+)", re.MULTILINE)
_MARK = re.compile(r"^<!-- made: ([\w-]+) -->$", re.MULTILINE)
_PLAIN = {str: "text", int: "number", float: "number", bool: "true or false", Any: "anything"}


def documents() -> Iterator[str]:
    """Each document, and what it is made of; parts that several share stand once, at the end."""
    for name, type_ in DOCUMENTS.items():
        yield f"## Document: {name}"
        yield f"Schema: [`{name}.json`](../../src/route_opt/schemas/{name}.json)"
        yield from table(type_)
    yield "## Parts of documents"
    for type_ in structs([*DOCUMENTS.values(), Route]):
        if type_ not in DOCUMENTS.values():
            yield f"### {type_.__name__}"
            yield from table(type_)


def title_files() -> Iterator[str]:
    """Every file of a title, and every table that can stand in it."""
    files: dict[str, type[msgspec.Struct]] = {**FILES, "records": RecordRules, "stock": StockData}
    for name, type_ in files.items():
        yield f"## {name}.toml"
        yield from table(type_)
        for part in structs([type_])[1:]:
            yield f"### {part.__name__}"
            yield from table(part)


def commands() -> Iterator[str]:
    """The help of every command, as the programs print it."""
    programs = {
        "route-opt": route_opt.cli.main,
        "operating-round": operating_round.cli.main,
        "whole-game": whole_game.cli.main,
    }
    for name, group in programs.items():
        yield f"## {name}"
        context = click.Context(group, info_name=name, max_content_width=90, terminal_width=90)
        yield f"```text\n{group.get_help(context)}\n```"
        for sub in group.list_commands(context):
            command = group.get_command(context, sub)
            assert command is not None
            yield f"### {name} {sub}"
            inner = click.Context(command, info_name=sub, parent=context, terminal_width=90)
            yield f"```text\n{command.get_help(inner)}\n```"


def rules() -> Iterator[str]:
    """Every numbered rule with its tests, as the marks on the tests say."""
    marked: dict[tuple[str, str], list[str]] = {}
    for file in sorted(TESTS.glob("claims/test_rules_*.py")):
        for mark, test in _MARKED.findall(file.read_text("utf-8")):
            for title, number in re.findall(r'"(\w+)\.(\w+)"', mark):
                marked.setdefault((title, number), []).append(test)
    for title in dict.fromkeys(title for title, _ in marked):
        rows = [(number, tests) for (own, number), tests in marked.items() if own == title]
        yield f"## Routes, {title}"
        yield _rows(["rule", "tests"], sorted(rows, key=lambda row: (len(row[0]), row[0])))
    held: dict[tuple[str, str], list[str]] = {}
    folder = TESTS / "whole_game" / "rules"
    for file in sorted(folder.glob("test_stock_*.py")):
        for mark, test in _MARKED.findall(file.read_text("utf-8")):
            names = re.findall(r'"([^"]+)"', mark)
            for title, number in ((title, number) for title in names for number in names):
                held.setdefault((title, number), []).append(test)
    for list_ in sorted(folder.glob("*.toml")):
        points = tomllib.loads(list_.read_text("utf-8"))
        yield f"## Auctions, stock rounds and the end, {list_.stem}"
        yield _rows(
            ["rule", "section", "what it asks", "tests"],
            [
                (number, section, text, held.get((list_.stem, number), []))
                for number, (section, text, *_) in points.items()
            ],
        )


def _rows(heads: list[str], rows: list[tuple[Any, ...]]) -> str:
    lines = [heads, ["---"] * len(heads)]
    for row in rows:
        tests = "<br>".join(f"`{test}`" for test in row[-1])
        lines.append([str(cell).replace("|", r"\|") for cell in row[:-1]] + [tests])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def table(type_: type[msgspec.Struct]) -> Iterator[str]:
    """What a struct is, and its fields, one a row."""
    yield _markdown(split(type_.__doc__ or "")[0])
    told = meanings(type_)
    rows = ["| field | is | if left out | meaning |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(type_):
        cells = (
            f"`{field.encode_name}`",
            kind(field.type),
            default(field),
            _markdown(told[field.encode_name]),
        )
        rows.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    yield "\n".join(rows)


def kind(type_: Any) -> str:
    """A type in words."""
    if type_ in _PLAIN:
        return _PLAIN[type_]
    origin, parts = typing.get_origin(type_), typing.get_args(type_)
    if origin is typing.Annotated:
        return kind(parts[0])
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin in (typing.Union, types.UnionType):
        words = dict.fromkeys(kind(part) for part in parts if part is not types.NoneType)
        return ", or ".join([*words, "null"] if types.NoneType in parts else words)
    if origin is list or (origin is tuple and parts[1:] == (...,)):
        return f"list of {kind(parts[0])}"
    if origin is tuple:
        return f"list: {', '.join(kind(part) for part in parts)}"
    if origin is dict:
        return f"{kind(parts[1])}, by name"
    document = next((name for name, known in DOCUMENTS.items() if known is type_), "")
    anchor = f"document-{document}" if document else type_.__name__.lower()
    return f"[{document or type_.__name__}](#{anchor})"


def default(field: msgspec.structs.FieldInfo) -> str:
    """What a field is where it is not written."""
    if field.required:
        return "**required**"
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    if value is None or isinstance(value, msgspec.Struct) or value in ("", (), {}):
        return ""
    return f"`{msgspec.json.encode(value).decode()}`"


def _markdown(text: str) -> str:
    """A docstring as Markdown: two backticks are one."""
    return text.replace("``", "`")


MADE = {
    "documents": documents,
    "title-files": title_files,
    "commands": commands,
    "rules": rules,
}


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the parts in."""
    source[0] = _MARK.sub(lambda mark: "\n\n".join(MADE[mark[1]]()), source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True}
