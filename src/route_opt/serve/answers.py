"""Answering over HTTP: questions read within limits, answered in threads, while somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from route_opt.serve.guard import RefusedError
from route_opt.serve.searches import Room, Searches, Work

JSON = "application/json"


def json_answer(document: Any, status: int = 200) -> Response:
    """A document as a response."""
    return Response(msgspec.json.encode(document), status, media_type=JSON)


def searches_of(request: Request) -> Searches:
    """The searches of the server that a request has come to."""
    searches: Searches = request.app.state.searches
    return searches


async def body_of(request: Request) -> bytes:
    """What a request brings, read no further than the limit."""
    most = searches_of(request).limits.body
    too_large = RefusedError(413, "too_large", f"a question has at most {most} bytes here")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and (len(length) > 18 or int(length) > most):
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise too_large
    return bytes(body)


Answering = Callable[[Request, Work], Awaitable[Response]]
"""A way to answer a question: in one room or another."""


async def at_once(request: Request, work: Work) -> Response:
    """Answer a question that takes no search."""
    return await answered(request, searches_of(request).quick, work)


async def searched(request: Request, work: Work) -> Response:
    """Answer a question that may take a search."""
    return await answered(request, searches_of(request).long, work)


async def in_turn(request: Request, work: Work) -> Response:
    """Do what changes something, after whatever was asked for before."""
    return await answered(request, searches_of(request).changes, work)


async def answered(request: Request, room: Room, work: Work) -> Response:
    """The answer, unless the client has gone before it is there."""
    gone = asyncio.ensure_future(_until_gone(request))
    waiting = asyncio.ensure_future(searches_of(request).answer(room, work))
    try:
        await asyncio.wait((gone, waiting), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            return Response(status_code=499)
        found = await waiting
    finally:
        gone.cancel()
        waiting.cancel()
    if isinstance(found, dict) and "svg" in found:
        return Response(found["svg"], media_type="image/svg+xml")
    return json_answer(found)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
