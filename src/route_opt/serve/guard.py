"""Who may ask, and how much at a time.

The server listens on loopback, but any page in a browser on this machine can send requests there.
So a request must name this server as its host, and come from this page or from no page at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from route_opt.errors import Problem, RouteOptError

_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::\d{0,5})?")

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


class RefusedError(RouteOptError):
    """A request that is not answered, with the status that says why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__([Problem(code, "", message)])
        self.status = status


def refusal(error: RouteOptError, status: int = 400) -> Response:
    """An error as a response: the same words as on the command line."""
    status = getattr(error, "status", status)
    headers = {"retry-after": "1"} if status == 503 else None
    content = msgspec.json.encode(error.document())
    return Response(content, status, headers, "application/json")


class Guard:
    """Refuses requests for other hosts or from other pages, and adds headers to every answer.

    `hosts` are the names this server answers to, in small letters; empty for any. With
    `any_address` it answers to the address by which it was reached, too: no page elsewhere can
    take that for its own name.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], any_address: bool = False) -> None:
        self.app, self.hosts, self.any_address = app, hosts, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        reason = self._refused(scope)
        app = refusal(reason) if reason else self.app
        await app(scope, receive, send_with_headers)

    def _refused(self, scope: Scope) -> RefusedError | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        written = _HOST.fullmatch(host)
        if host and written is None:
            return RefusedError(400, "bad_host", "the Host of the request is no name with a port")
        name = (written["name"] or written["address"]).lower() if written else ""
        if not self._is_ours(name, scope.get("server")):
            return RefusedError(403, "wrong_host", "this server does not answer to that name")
        if origin is None:
            return None
        try:
            sender = urlsplit(origin).netloc
        except ValueError:
            return RefusedError(400, "bad_origin", "the Origin of the request is no address")
        if sender != host:
            return RefusedError(403, "wrong_origin", "only the server's own page may ask")
        return None

    def _is_ours(self, name: str, reached: tuple[str, int] | None) -> bool:
        if not self.hosts or name in self.hosts:
            return True
        return self.any_address and reached is not None and _plain(name) == _plain(reached[0])


def _plain(address: str) -> str:
    """An address in one way to write it; IPv4 within IPv6 as itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(getattr(found, "ipv4_mapped", None) or found)
