"""The OpenAPI description of the interface, from the same types that read the questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import route_opt
from route_opt import forms, titles
from route_opt.explained import schema_components
from route_opt.questions import ASKS
from route_opt.serve.extension import Extension, Operation

_REF = "#/components/schemas/{name}"
_BARE = {"best": "Position", "whatif": "Position", "solve": "OwnProblem"}
"""Questions that may be a position, or a problem, and nothing else."""


def describe(extensions: Sequence[Extension] = ()) -> dict[str, Any]:
    """The description as a JSON document, with what layers above add."""
    types: list[type] = [
        forms.Error,
        forms.Position,
        forms.Route,
        forms.Record,
        forms.Progress,
    ]
    types.append(forms.OwnProblem)
    types += [kind for ask in ASKS.values() for kind in (ask.question, ask.answer)]
    named = {name: kind for extension in extensions for name, kind in extension.types.items()}
    added = [operation for extension in extensions for operation in extension.operations]
    types += [kind for one in added for kind in (one.question, one.answer) if kind is not None]
    found, components = schema_components([*named.values(), *types], _REF)
    components |= dict(zip(named, found, strict=False))
    # Titles are found by looking, so the type cannot name them.
    components["Position"]["properties"]["title"]["enum"] = list(titles.names())
    components["Position"]["examples"] = [_EXAMPLE]
    paths: dict[str, Any] = {}
    for name, ask in ASKS.items():
        if name != "titles":
            paths[f"/api/{name}"] = {"post": _operation(name, ask.question, ask.answer)}
    paths["/api/titles"] = {"get": _titles()}
    paths["/api/draw"]["get"] = _empty_board()
    paths["/api/stop"] = {"post": _stop()}
    for one in added:
        paths[one.address] = {"get" if one.question is None else "post": _added(one)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "route-opt",
            "version": route_opt.__version__,
            "description": "The best train routes in 18xx railway games, proved.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


_EXAMPLE = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}

_PROBLEM = {
    "stops": {"value": [20, 30], "own": [True, False]},
    "track": {"pieces": [[0, 2], [3, 1]], "sides": 1},
    "trains": {"visits": [2]},
}

_EXAMPLES: dict[str, dict[str, Any]] = {
    "best": {"position": _EXAMPLE, "time_limit": 5},
    "check": {"position": _EXAMPLE, "routes": [{"train": "2", "track": ["C15.0", "C13", "D14.0"]}]},
    "claim": {"position": _EXAMPLE, "declared": ["2: Detroit, Toledo = 60"], "challenge": 70},
    "whatif": {"position": _EXAMPLE},
    "solve": {"problem": _PROBLEM, "time_limit": 5},
    "draw": {"position": _EXAMPLE},
    "tiles": {"position": _EXAMPLE, "hex": "D14"},
}


def _operation(name: str, question: type, answer: type) -> dict[str, Any]:
    asked: dict[str, Any] = {"$ref": _REF.format(name=question.__name__)}
    if name in _BARE:
        asked = {"anyOf": [asked, {"$ref": _REF.format(name=_BARE[name])}]}
    body: dict[str, Any] = {"schema": asked}
    if name in _EXAMPLES:
        body["example"] = _EXAMPLES[name]
    return {
        "operationId": name,
        "summary": (question.__doc__ or "").partition("\n")[0],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {"200": _answered(name, answer), **_ERRORS},
    }


def _added(operation: Operation) -> dict[str, Any]:
    """An address of a layer above."""
    answer: dict[str, Any] = {"type": "string"}
    if operation.answer is not None:
        answer = {"$ref": _REF.format(name=operation.answer.__name__)}
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {
            "200": {"description": "The answer.", "content": {operation.media: {"schema": answer}}},
            **_ERRORS,
        },
    }
    if operation.late:
        found["responses"]["409"] = _error("Meant for what is not there any more.")
    if operation.question is not None:
        body: dict[str, Any] = {"schema": {"$ref": _REF.format(name=operation.question.__name__)}}
        if operation.example is not None:
            body["example"] = operation.example
        found["requestBody"] = {"required": True, "content": {"application/json": body}}
    return found


def _answered(name: str, answer: type) -> dict[str, Any]:
    content: dict[str, Any] = {
        "application/json": {"schema": {"$ref": _REF.format(name=answer.__name__)}}
    }
    if name == "draw":
        content = {"image/svg+xml": {"schema": {"type": "string"}}}
    if ASKS[name].searches:
        # With `Accept: application/jsonl`: progress a line while it searches, the answer last.
        content["application/jsonl"] = {"schema": {"type": "string"}}
    return {"description": "The answer.", "content": content}


def _error(description: str) -> dict[str, Any]:
    ref = {"$ref": _REF.format(name="Error")}
    return {"description": description, "content": {"application/json": {"schema": ref}}}


_ERRORS = {
    "400": _error("The question cannot be read or makes no sense: every reason."),
    "403": _error("Asked by another page, or under another name."),
    "413": _error("The question is too large."),
    "503": _error("Too many searches are waiting."),
}


def _titles() -> dict[str, Any]:
    ref = {"$ref": _REF.format(name="TitleCards")}
    return {
        "operationId": "titles",
        "summary": "The titles, and what is needed to set up a position of them.",
        "responses": {
            "200": {
                "description": "The titles.",
                "content": {"application/json": {"schema": ref}},
            },
            "403": _ERRORS["403"],
        },
    }


def _empty_board() -> dict[str, Any]:
    return {
        "operationId": "empty_board",
        "summary": "The empty board of a title.",
        "parameters": [
            {
                "name": "title",
                "in": "query",
                "required": True,
                "schema": {"type": "string", "enum": list(titles.names())},
            }
        ],
        "responses": {
            "200": {
                "description": "A picture.",
                "content": {"image/svg+xml": {"schema": {"type": "string"}}},
            },
            "400": _ERRORS["400"],
            "403": _ERRORS["403"],
        },
    }


def _stop() -> dict[str, Any]:
    asked = {
        "type": "object",
        "properties": {"search": {"type": "string"}},
        "required": ["search"],
    }
    answered = {"type": "object", "properties": {"stopped": {"type": "boolean"}}}
    return {
        "operationId": "stop",
        "summary": "End a search with the best it has found.",
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {
            "200": {
                "description": "Whether there was such a search.",
                "content": {"application/json": {"schema": answered}},
            },
            **_ERRORS,
        },
    }
