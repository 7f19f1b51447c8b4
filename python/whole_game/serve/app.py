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
========================  =====================================================================

What changes the table may name the ``revision`` it means, and is refused if that is gone by.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from operating_round.errors import StateError
from operating_round.steps.run import watched
from route_opt import titles
from route_opt.documents import read_json, read_source
from route_opt.errors import Problem
from route_opt.questions import Control, QuestionError
from route_opt.serve.answers import at_once, body_of
from route_opt.serve.extension import Extension
from route_opt.serve.guard import RefusedError
from whole_game.data import titles as playable
from whole_game.serve.sitting import Sitting

PAGE = Path(__file__).parent / "page"
MOST_LISTENERS = 64
BEAT = 15.0
"""Seconds after which a listener hears that the server is still there."""


class _Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unknown field is an error, so that a slip is seen."""


class New(_Question, frozen=True):
    """A game to begin."""

    title: str
    players: Annotated[list[str], msgspec.Meta(max_length=20)]
    options: Annotated[list[str], msgspec.Meta(max_length=100)] = []
    seed: Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)] = 0
    name: str = ""


class Open(_Question, frozen=True):
    """A game to open: a file of the folder, or a document; a record at an action."""

    file: str = ""
    document: dict[str, Any] | None = None
    name: str = "game"
    action: int | None = None


class Act(_Question, frozen=True):
    """An action."""

    action: dict[str, Any]
    revision: int | None = None


class Move(_Question, frozen=True):
    """Undo or redo."""

    revision: int | None = None


class Hex(_Question, frozen=True):
    """A hex."""

    hex: str


def extension() -> Extension:
    """The table as an extension of the server, with no game on it; games are kept here."""
    return _Table(Path()).extension()


def opened(source: str | None, folder: str | None = None, action: int | None = None) -> Extension:
    """The table with the game of a file on it, or a recorded game before an action."""
    file = Path(source) if source else None
    table = _Table(Path(folder) if folder else file.parent if file else Path())
    if file is not None:
        document = read_json(read_source(file, StateError), StateError, str(file))
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
            self._post("new", New, lambda q, _: sitting.begin(*msgspec.structs.astuple(q))),
            self._post("open", Open, self._open),
            self._post("act", Act, lambda q, _: sitting.act(q.action, q.revision)),
            self._post("undo", Move, lambda q, _: sitting.undo(q.revision)),
            self._post("redo", Move, lambda q, _: sitting.redo(q.revision)),
            self._post("ahead", Act, lambda q, _: sitting.ahead(q.action)),
            self._post("lays", Hex, lambda q, _: {"tiles": sitting.lays(q.hex)}),
            Mount("/game", StaticFiles(directory=PAGE)),
        )
        return Extension(routes, ("/game/panel.js",))

    def _post(
        self, name: str, kind: type[_Question], function: Callable[[Any, Control], Any]
    ) -> Route:
        """An address that does something, or tells something of the table as it is."""

        async def answer(request: Request) -> Response:
            body = await body_of(request)

            def work(control: Control) -> dict[str, Any]:
                question = _read(kind, read_json(body, QuestionError))
                control.check()
                with watched(control):
                    found = function(question, control)
                    return self.sitting.state() if found is None else found

            return await at_once(request, work)

        return Route(f"/api/game/{name}", answer, methods=["POST"])

    def _open(self, question: Open, control: Control) -> None:
        document = question.document
        if document is None:
            self.sitting.open_file(question.file, control.check)
        elif "actions" in document:
            self.sitting.open_record(document, question.name, question.action, control.check)
        else:
            self.sitting.open_document(document, question.name, control.check)

    async def _state(self, request: Request) -> Response:
        def work(control: Control) -> dict[str, Any]:
            with watched(control):
                return self.sitting.state()

        return await at_once(request, work)

    async def _titles(self, request: Request) -> Response:
        return await at_once(request, lambda _: {"titles": [_card(name) for name in playable()]})

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


def _read(kind: type[_Question], document: Any) -> Any:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as problem:
        message, _, path = str(problem).partition(" - at `$.")
        raise QuestionError([Problem("wrong_type", path.rstrip("`"), message.rstrip())]) from None


def _card(name: str) -> dict[str, Any]:
    """A title as a new game asks for it."""
    title = titles.find(name)
    return {
        "name": name,
        "full_name": title.full_name,
        "players": sorted(map(int, title.play.cash)),
        "options": {name: option.text for name, option in title.options.items()},
    }
