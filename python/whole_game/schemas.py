"""JSON Schemas of every document, from the types that read and write them.

    python -m whole_game.schemas             fails where a shipped schema is not that of the types
    python -m whole_game.schemas --write     renews the files in ``route_opt/schemas``

It stands on the highest layer because only that knows all documents.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import route_opt
from operating_round.state import State
from route_opt import forms
from route_opt.explained import schema_components
from whole_game.game import Beside
from whole_game.keeping import Kept

FOLDER = Path(route_opt.__file__).with_name("schemas")
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_REF = re.compile(r"#/(?:components/schemas|\$defs)/(\w+)")


class StateDocument(State, frozen=True, kw_only=True):
    """A state between two actions of an operating round; fields of a title stand beside others.

    Attributes
    ----------
    format
        What this document is.
    """

    format: Literal["route-opt/state@1"] = "route-opt/state@1"


class GameDocument(Beside, frozen=True, kw_only=True):
    """A whole game between two actions.

    Attributes
    ----------
    operating
        Board, companies, money: the state that operating rounds play on.
    format
        What this document is.
    history
        How it came about, where the game is kept so that everything can be taken back.
    """

    operating: StateDocument
    format: Literal["route-opt/game@1"] = "route-opt/game@1"
    history: Kept | None = None


DOCUMENTS: dict[str, type] = {
    "position": forms.Position,
    "claim": forms.Claim,
    "result": forms.Result,
    "verdict": forms.Verdict,
    "judgement": forms.Judgement,
    "whatif": forms.Ranking,
    "problem": forms.OwnProblem,
    "solution": forms.Solution,
    "batch-row": forms.BatchRow,
    "error": forms.Error,
    "state": StateDocument,
    "game": GameDocument,
}
"""Each document with its type; the interface as a whole is described by `api`."""

_OMITTED = ("own", "options", "done", "used", "turn", "finish", "over", "round", "bankrupt")
"""Fields of a state that are left out where they say nothing."""


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each document, by name, and the description of the interface as ``api``."""
    from route_opt.serve.description import describe
    from whole_game.serve.app import extension

    extra = (forms.Route, forms.Record)
    types = [*DOCUMENTS.values(), *extra]
    found, components = schema_components(types, "#/$defs/{name}")
    state = components["StateDocument"]
    state["required"] = [name for name in state["required"] if name not in _OMITTED]
    made = {
        name: _alone(name, ref["$ref"], components)
        for name, ref in zip(DOCUMENTS, found, strict=False)
    }
    return {**made, "api": describe([extension()])}


def _alone(name: str, ref: str, components: dict[str, Any]) -> dict[str, Any]:
    """One schema with all that it refers to."""
    root = _REF.fullmatch(ref)
    assert root is not None
    needed = sorted(_reached(root[1], components))
    defs = {part: _local(components[part]) for part in needed}
    return {"$schema": DIALECT, "$id": f"route-opt/{name}", "$ref": ref, "$defs": defs}


def _reached(name: str, components: dict[str, Any]) -> set[str]:
    found, todo = {name}, [name]
    while todo:
        more = set(_REF.findall(json.dumps(components[todo.pop()]))) - found
        found |= more
        todo += sorted(more)
    return found


def _local(part: dict[str, Any]) -> Any:
    """A component with its references to others of the same file."""
    return json.loads(_REF.sub(r"#/$defs/\1", json.dumps(part)))


def files() -> Iterator[tuple[Path, str]]:
    """Where each schema is shipped, and what stands there."""
    for name, document in schemas().items():
        yield FOLDER / f"{name}.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files, or say which are not up to date."""
    if "--write" in sys.argv[1:]:
        FOLDER.mkdir(exist_ok=True)
        for file, text in files():
            file.write_text(text, encoding="utf-8")
        return
    old = [f.name for f, text in files() if not f.exists() or f.read_text("utf-8") != text]
    if old:
        sys.exit(f"not as the types say: {', '.join(old)}; python -m whole_game.schemas --write")


if __name__ == "__main__":
    main()
