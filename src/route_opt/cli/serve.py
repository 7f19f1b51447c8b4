"""`route-opt serve`: the page, and the HTTP interface for other tools."""

from __future__ import annotations

import contextlib
import functools
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from route_opt.cli import examples
from route_opt.cli.common import SECONDS, say, title_dir
from route_opt.cli.completing import FILE
from route_opt.errors import RouteOptError
from route_opt.harmless import harmless

if TYPE_CHECKING:
    from route_opt.serve.extension import Extension

WILD = ("0.0.0.0", "::", "")
"""Addresses that mean all addresses of this machine."""


class Server(NamedTuple):
    """Where a server listens, and what it gives at most."""

    host: str
    port: int
    names: tuple[str, ...]
    open_page: bool
    time_limit: float
    searches: int
    waiting: int
    body_limit: int


_OPTIONS = (
    click.option(
        "--host", default="127.0.0.1", show_default=True, help="The address to listen on."
    ),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=1846,
        show_default=True,
        help="The port; 0 for a free one.",
    ),
    click.option(
        "--name",
        "names",
        multiple=True,
        help="Another name that browsers may call this server by.",
    ),
    click.option("--open", "open_page", is_flag=True, help="Open the page in the browser."),
    click.option(
        "--time-limit",
        type=SECONDS,
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="No question takes longer than this.",
    ),
    click.option(
        "--searches",
        type=click.IntRange(1, 256),
        default=os.cpu_count() or 1,
        help="Searches at a time; by default one a core.",
    ),
    click.option(
        "--waiting",
        type=click.IntRange(0),
        default=16,
        show_default=True,
        help="How many more may wait for their turn.",
    ),
    click.option(
        "--body-limit",
        type=click.IntRange(1024),
        default=8 * 1024 * 1024,
        show_default=True,
        metavar="BYTES",
        help="The largest question.",
    ),
)


def server_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that serves the page; it gets them as a `Server`."""

    @functools.wraps(command)
    def with_server(**given: Any) -> None:
        server = Server(**{name: given.pop(name) for name in Server._fields})
        command(server=server, **given)

    found = title_dir(with_server)
    for option in reversed(_OPTIONS):
        found = option(found)
    return found


@click.command(
    name="serve",
    epilog=examples(
        "route-opt serve --open",
        "route-opt serve 3099.json --port 8000",
    ),
)
@click.argument("source", metavar="[POSITION|RECORD]", type=FILE, required=False)
@server_options
def command(source: str | None, server: Server) -> None:
    """Serve the page on this machine, and the same as an HTTP interface under /api.

    With a POSITION or a RECORD the page opens with it. /api/openapi.json describes the interface.
    """
    with needed_packages():
        from route_opt.serve.extension import found
    serve(server, read_start(source) if source else None, found())


@contextlib.contextmanager
def needed_packages() -> Iterator[None]:
    """Say what is missing where a server cannot be imported."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn"):
            raise
        raise RouteOptError(
            "the page needs starlette and uvicorn: pip install 'route-opt[serve]'", "no_server"
        ) from None


def serve(server: Server, start: dict[str, Any] | None, extensions: Sequence[Extension]) -> None:
    """Serve the page until Ctrl-C."""
    with needed_packages():
        from route_opt.serve.app import create_app
        from route_opt.serve.guard import LOOPBACK
        from route_opt.serve.run import run
        from route_opt.serve.searches import Limits
    host = server.host
    here = host in LOOPBACK
    if not here:
        say(
            f"warning: listening on {host}: everybody who can reach this machine there can use"
            " this server, without a password",
            err=True,
        )
    limits = Limits(server.body_limit, server.time_limit, server.searches, server.waiting)
    listener = _listen(host, server.port)
    wild = host in WILD
    hosts = {name.lower() for name in (host, *server.names)}
    if here or wild:
        hosts |= LOOPBACK
    if wild:
        hosts.add(socket.gethostname().lower())
    app = create_app(limits, hosts=hosts, any_address=not here, start=start, extensions=extensions)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    say(f"route-opt is at {address} (Ctrl-C ends it)", err=True)
    if server.open_page:
        click.launch(address)
    run(app, listener, limits.patience)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        reason = error.strerror or str(error)
        raise click.ClickException(f"cannot listen on {host} port {port}: {reason}") from None
    listener.listen(128)  # whoever comes before the application is ready waits
    return listener


def read_start(source: str) -> dict[str, Any]:
    """What the page opens with: a record as it is, or anything `best` takes as a position."""
    from route_opt.documents import read_json, read_source
    from route_opt.errors import PositionError
    from route_opt.position import load

    if source == "-" or not Path(source).exists():
        return {"position": load(source, lenient=True).document()}
    document = read_json(read_source(source, PositionError), PositionError, source)
    if isinstance(document, dict) and "actions" in document:
        return {"record": document, "name": harmless(Path(source).name)}
    return {"position": load(source, lenient=True).document()}
