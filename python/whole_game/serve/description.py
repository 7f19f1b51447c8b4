"""The addresses of the table as they are described, from the types that read the questions."""

from __future__ import annotations

from typing import Any

from route_opt import forms
from route_opt.serve.extension import Operation
from whole_game.actions import Action
from whole_game.serve.schema import (
    Act,
    Ahead,
    Exported,
    Follows,
    GameAudit,
    GameSteps,
    Lays,
    New,
    Open,
    Question,
    Redo,
    StepsShown,
    TableShown,
    TilesShown,
    TitlesShown,
    Undo,
)

TYPES = {"Action": Action}

_ANSWERS: dict[type[Question], tuple[type, Any]] = {
    New: (TableShown, {"title": "1846", "players": ["Ann", "Bob", "Cy"], "seed": 3}),
    Open: (TableShown, None),
    Act: (TableShown, {"action": {"type": "keep", "card": "MAIL"}}),
    Undo: (TableShown, {}),
    Redo: (TableShown, {}),
    Ahead: (Follows, None),
    Lays: (TilesShown, {"hex": "D14"}),
    GameSteps: (StepsShown, {}),
    GameAudit: (forms.Judged, {}),
}
"""What answers each question, and an example; the examples are a game, one after another."""


def _name_of(kind: type[Question]) -> str:
    """A question of the table as it is called there; others of that name ask about a record."""
    return kind.__name__.removeprefix("Game").lower()


def address_of(kind: type[Question]) -> str:
    """Where a question is posted."""
    return f"/api/game/{_name_of(kind)}"


def operations() -> tuple[Operation, ...]:
    """All addresses of the table."""
    table = Operation("/api/game", "game", "The table, and the game on it.", TableShown)
    events = Operation(
        "/api/game/events",
        "game_events",
        "Server-sent events: the revision of the table, whenever it changes.",
        None,
        media="text/event-stream",
    )
    export = Operation("/api/game/export", "game_export", "The game with its history.", Exported)
    cards = Operation("/api/game/titles", "game_titles", "What a new game can be.", TitlesShown)
    return (table, events, export, cards, *(_posted(kind) for kind in _ANSWERS))


def _posted(kind: type[Question]) -> Operation:
    answer, example = _ANSWERS[kind]
    summary = (kind.__doc__ or "").partition("\n")[0]
    name = f"game_{_name_of(kind)}"
    late = "revision" in kind.__struct_fields__
    return Operation(address_of(kind), name, summary, answer, kind, example, late=late)
