"""The HTTP interface, and the page that uses it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from route_opt import titles
from route_opt.documents import read_json
from route_opt.errors import RouteOptError, UnprovedAnswerError
from route_opt.position import Position
from route_opt.questions import (
    ASKS,
    Abandoned,
    Control,
    QuestionError,
    answer,
)
from route_opt.serve.answers import JSON, at_once, body_of, json_answer, searched, searches_of
from route_opt.serve.description import describe
from route_opt.serve.extension import Extension
from route_opt.serve.guard import LOOPBACK, Guard, RefusedError, refusal
from route_opt.serve.searches import Limits, Search, Searches, Work
from route_opt.solver import DisagreementError

PAGE = Path(__file__).parent / "page"
LINES = "application/jsonl"
BEAT = 0.1
"""Seconds between two lines of progress."""


def create_app(
    limits: Limits | None = None,
    *,
    hosts: Collection[str] = LOOPBACK,
    any_address: bool = False,
    start: dict[str, Any] | None = None,
    extensions: Sequence[Extension] = (),
) -> Starlette:
    """The interface and the page as an ASGI application.

    Parameters
    ----------
    hosts
        The names the server answers to; empty for any.
    any_address
        Whether it answers to the address that a client has reached it by, too.
    start
        What the page opens with: ``{"position": …}`` or ``{"record": …, "name": …}``.
    extensions
        What layers above this one add to the interface and to the page.
    """
    panels = [panel for extension in extensions for panel in extension.panels]
    opening = {**(start or {}), **({"panels": panels} if panels else {})}
    return Starlette(
        routes=_routes(opening, extensions),
        middleware=[Middleware(Guard, hosts=hosts, any_address=any_address)],
        exception_handlers={
            RouteOptError: _on_error,
            HTTPException: _on_status,
            ClientDisconnect: _on_gone,
            Abandoned: _on_gone,
            Exception: _on_defect,
        },
        lifespan=functools.partial(_lifespan, limits or Limits()),
    )


@contextlib.asynccontextmanager
async def _lifespan(limits: Limits, app: Starlette) -> AsyncIterator[None]:
    app.state.searches = Searches(limits)
    try:
        yield
    finally:
        app.state.searches.close()


def _routes(opening: dict[str, Any], extensions: Sequence[Extension]) -> list[BaseRoute]:
    encoded = msgspec.json.encode(opening)
    return [
        Route("/", lambda _: FileResponse(PAGE / "index.html")),
        Route("/api/titles", _titles, methods=["GET"]),
        Route("/api/openapi.json", functools.partial(_description, extensions), methods=["GET"]),
        Route("/api/start", lambda _: Response(encoded, media_type=JSON), methods=["GET"]),
        Route("/api/stop", _stop, methods=["POST"]),
        Route("/api/draw", _draw, methods=["GET", "POST"]),
        *(
            Route(f"/api/{name}", functools.partial(_ask, name), methods=["POST"])
            for name in ASKS
            if name not in ("titles", "draw")
        ),
        *(route for extension in extensions for route in extension.routes),
        Mount("/page", StaticFiles(directory=PAGE)),
    ]


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RouteOptError)
    ours = isinstance(error, UnprovedAnswerError | DisagreementError)
    late = isinstance(error, TimeoutError)
    return refusal(error, 500 if ours else 503 if late else 400)


async def _on_gone(request: Request, error: Exception) -> Response:
    """Nobody hears it."""
    return Response(status_code=499)


async def _on_defect(request: Request, error: Exception) -> Response:
    """The traceback goes to whoever runs the server."""
    return refusal(RefusedError(500, "defect", f"{type(error).__name__}: {error}"))


async def _on_status(request: Request, error: Exception) -> Response:
    """An unknown address or a wrong method, told like every other error."""
    assert isinstance(error, HTTPException)
    code = error.detail.lower().replace(" ", "_")
    message = f"{request.method} {request.url.path[:100]}: {error.detail.lower()}"
    response = refusal(RefusedError(error.status_code, code, message))
    response.headers.update(error.headers or {})
    return response


async def _titles(request: Request) -> Response:
    return await at_once(request, lambda control: answer("titles", {}, control))


async def _description(extensions: Sequence[Extension], request: Request) -> Response:
    return json_answer(await asyncio.to_thread(describe, extensions))


async def _draw(request: Request) -> Response:
    """A position as a picture, or with GET the empty board of a title."""
    return await (_ask("draw", request) if request.method == "POST" else _empty_board(request))


async def _empty_board(request: Request) -> Response:
    name = request.query_params.get("title", "")

    def drawn(_: Control) -> dict[str, Any]:
        from route_opt.render import draw

        title = titles.find(name)
        return {"svg": draw(Position(title.name, next(iter(title.phases)), corporation=""))}

    return await at_once(request, drawn)


async def _stop(request: Request) -> Response:
    body, searches = await body_of(request), searches_of(request)

    def stopped(_: Control) -> dict[str, Any]:
        document = read_json(body, QuestionError)
        name = document.get("search") if isinstance(document, dict) else None
        if not isinstance(name, str):
            message = "name the search: an object with a text under 'search'"
            raise QuestionError(message, "wrong_type")
        return {"stopped": searches.stop(name)}

    return await at_once(request, stopped)


async def _ask(name: str, request: Request) -> Response:
    """Answer a question; it ends when its client goes away."""
    body = await body_of(request)

    def work(control: Control) -> dict[str, Any]:
        return answer(name, read_json(body, QuestionError), control)

    if not ASKS[name].searches:
        return await at_once(request, work)
    searches = searches_of(request)
    if LINES in request.headers.get("accept", ""):
        return StreamingResponse(_lines(searches, work), media_type=LINES)
    return await searched(request, work)


async def _lines(searches: Searches, work: Work) -> AsyncIterator[bytes]:
    """Progress a line while a search goes on, and its answer last.

    When the client goes away the server closes this generator, and that abandons the search.
    """
    try:
        async with searches.turn(searches.long) as search:
            task = searches.start(search, work)
            async for line in _progress(search, task):
                yield line
            yield msgspec.json.encode(await task) + b"\n"
    except RouteOptError as error:
        yield msgspec.json.encode(error.document()) + b"\n"
    except Abandoned:
        return


async def _progress(search: Search, task: asyncio.Future[Any]) -> AsyncIterator[bytes]:
    while not task.done():
        await asyncio.wait((task,), timeout=BEAT)
        told = search.progress()
        if told is not None and not task.done():
            yield msgspec.json.encode(told) + b"\n"
