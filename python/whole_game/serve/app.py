"""The addresses of a game that is led from the page, under ``/api/game``.

========================  =====================================================================
``GET /api/game``         the table: who is to act, what may be done, what everybody has
``GET …/events``          server-sent events: the revision of the table whenever it changes
``GET …/export``          the game with its history, as a file
``GET …/titles``          what a new game can be: titles, numbers of players, options
``POST …/new``            ``title``, ``players``, ``options``, ``seed``
``POST …/open``           ``file`` of the folder; or ``document``, a game or a record, ``name``
``POST …/act``            ``action``
``POST …/undo, redo``
``POST …/ahead``          ``action``: what would follow
``POST …/lays``           ``hex``: the tiles that may be laid there
``POST …/steps``          what has been done so far, with the board before each action
``POST …/audit``          every run made so far, judged
========================  =====================================================================

What changes the table may name the ``revision`` it means, and is refused if that is gone by.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from operating_round.errors import StateError
from operating_round.steps.run import watched
from route_opt import titles
from route_opt.documents import read_json, read_source
from route_opt.forms.flaws import read_form
from route_opt.questions import Control, QuestionError
from route_opt.serve.answers import Answering, at_once, body_of, in_turn, searched
from route_opt.serve.extension import Extension
from route_opt.serve.guard import RefusedError
from whole_game.data import titles as playable
from whole_game.serve.description import TYPES, address_of, operations
from whole_game.serve.schema import (
    Act,
    Ahead,
    GameAudit,
    GameSteps,
    Lays,
    New,
    Open,
    Question,
    Redo,
    TableShown,
    TitleShown,
    TitlesShown,
    Undo,
)
from whole_game.serve.sitting import Sitting

PAGE = Path(__file__).parent / "page"
MOST_LISTENERS = 64
BEAT = 15.0
"""Seconds after which a listener hears that the server is still there."""

BEGIN = 60.0
"""Seconds that a search may take before the page is there."""


def extension() -> Extension:
    """The table as an extension of the server, with no game on it; games are kept here."""
    return _Table(Path()).extension()


def opened(source: str | None, folder: str | None = None, action: int | None = None) -> Extension:
    """The table with the game of a file on it, or a recorded game before an action."""
    file = Path(source) if source else None
    table = _Table(Path(folder) if folder else file.parent if file else Path())
    if file is not None:
        document = read_json(read_source(file, StateError), StateError, str(file))
        with watched(Control(BEGIN)):
            if isinstance(document, dict) and "actions" in document:
                table.sitting.open_record(document, f"{file.stem}-played-on", action)
            else:
                table.sitting.open_path(file)
    return table.extension()


class _Table:
    """The sitting, and who looks at it."""

    def __init__(self, folder: Path) -> None:
        self.sitting = Sitting(folder, self._changed)
        self.listeners: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def extension(self) -> Extension:
        sitting = self.sitting
        routes = (
            Route("/api/game", self._state, methods=["GET"]),
            Route("/api/game/events", self._events, methods=["GET"]),
            Route("/api/game/export", self._export, methods=["GET"]),
            Route("/api/game/titles", self._titles, methods=["GET"]),
            self._deed(New, lambda q, _: sitting.begin(*msgspec.structs.astuple(q))),
            self._deed(Open, self._open),
            self._deed(Act, lambda q, _: sitting.act(q.action, q.revision)),
            self._deed(Undo, lambda q, _: sitting.undo(q.revision)),
            self._deed(Redo, lambda q, _: sitting.redo(q.revision)),
            _post(Ahead, searched, lambda q, _: sitting.ahead(q.action)),
            _post(Lays, at_once, lambda q, _: sitting.lays(q.hex)),
            _post(GameSteps, at_once, lambda _, control: sitting.steps(control.check)),
            _post(GameAudit, searched, lambda _, control: sitting.audit(control)),
            Mount("/game", StaticFiles(directory=PAGE)),
        )
        return Extension(routes, ("/game/panel.js",), operations(), TYPES)

    def _deed(self, kind: type[Question], function: Callable[[Any, Control], None]) -> Route:
        """An address that changes the table, and shows it afterwards."""

        def done(question: Any, control: Control) -> TableShown:
            function(question, control)
            return self.sitting.state()

        return _post(kind, in_turn, done)

    def _open(self, question: Open, control: Control) -> None:
        document = question.document
        if document is None:
            self.sitting.open_file(question.file, control.check)
        elif "actions" in document:
            self.sitting.open_record(document, question.name, question.action, control.check)
        else:
            self.sitting.open_document(document, question.name, control.check)

    async def _state(self, request: Request) -> Response:
        def work(control: Control) -> TableShown:
            with watched(control):
                return self.sitting.state()

        return await at_once(request, work)

    async def _titles(self, request: Request) -> Response:
        return await at_once(request, lambda _: TitlesShown([*map(_card, playable())]))

    async def _export(self, request: Request) -> Response:
        return await at_once(request, lambda _: self.sitting.document())

    # those who look

    def _changed(self) -> None:
        for loop, event in list(self.listeners):
            with contextlib.suppress(RuntimeError):  # a loop that has ended
                loop.call_soon_threadsafe(event.set)

    async def _events(self, request: Request) -> Response:
        if len(self.listeners) >= MOST_LISTENERS:
            raise RefusedError(503, "busy", "too many windows look at this table")
        return StreamingResponse(self._told(), media_type="text/event-stream")

    async def _told(self) -> AsyncIterator[bytes]:
        """The revision now, and whenever it changes."""
        listener = (asyncio.get_running_loop(), asyncio.Event())
        self.listeners.add(listener)
        try:
            while True:
                listener[1].clear()
                yield b"data: %d\n\n" % self.sitting.revision
                while not listener[1].is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(listener[1].wait(), BEAT)
                    if not listener[1].is_set():
                        yield b": still there\n\n"
        finally:
            self.listeners.discard(listener)


def _post(kind: type[Question], room: Answering, function: Callable[[Any, Control], Any]) -> Route:
    """An address for one kind of question, after which it is named."""

    async def answer(request: Request) -> Response:
        body = await body_of(request)

        def work(control: Control) -> Any:
            question = _read(kind, read_json(body, QuestionError))
            control.check()
            with watched(control):
                return function(question, control)

        return await room(request, work)

    return Route(address_of(kind), answer, methods=["POST"])


def _read(kind: type[Question], document: Any) -> Any:
    question, wrong = read_form(document, kind)
    if wrong:
        raise QuestionError(wrong)
    return question


def _card(name: str) -> TitleShown:
    """A title as a new game asks for it."""
    title = titles.find(name)
    options = {name: option.text for name, option in title.options.items()}
    return TitleShown(name, title.full_name, sorted(map(int, title.play.cash)), options)
