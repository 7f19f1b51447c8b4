"""The page of a game as somebody uses it: opened, chosen from, waited for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from browser import Page
from table_server import TableServer

import whole_game
from route_opt.records.document import read as read_record
from whole_game.recorded.replay import Replay

PLAYERS = ["Ann", "Bob", "Cy"]


def show(page: Page, server: TableServer) -> None:
    """Open the page on what lies on the table."""
    page.browser.get(server.address)
    page.wait("return document.querySelector('#occasion, #begin')")


def choose(page: Page, text: str) -> None:
    """Click the choice that begins with a text."""
    page.click_found(
        f"""
        const all = [...document.querySelectorAll("#panel button")];
        return all.find((b) => (b.ariaLabel || b.innerText).startsWith({text!r}));
        """
    )


def play(server: TableServer, *actions: dict[str, Any]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for action in actions:
        state = server.post("act", action=action)
    return state


def bid(private: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "private": private, "price": price}


def moment(file: Path, *kinds: type, **fields: Any) -> int:
    """The number of the first recorded action before which actions of these kinds are offered."""
    replay = Replay(read_record(file))
    for place, line in enumerate(replay.lines):
        offered = [choice.action for choice in whole_game.legal_actions(replay.game)]
        if line.auto is None and all(
            any(
                isinstance(one, kind)
                and all(getattr(one, name, None) == value for name, value in fields.items())
                for one in offered
            )
            for kind in kinds
        ):
            return line.id
        replay.advance(place)
    raise AssertionError("there is no such moment")


def open_record(server: TableServer, record: Path, number: int) -> dict[str, Any]:
    document = json.loads(record.read_text())
    return server.post("open", document=document, name="record", action=number)


def arrived(page: Page, state: dict[str, Any]) -> None:
    """Wait until a page that was open before shows this state: what it showed till then is old."""
    page.wait(f"return document.querySelector('#panel').dataset.revision >= {state['revision']}")


def acted(page: Page, server: TableServer, revision: int) -> dict[str, Any]:
    """Wait until the table has moved on and the page shows it, and give it."""
    page.wait(
        "return !document.querySelector('[aria-busy=true]')"
        f" && document.querySelector('#panel').dataset.revision > {revision}"
    )
    return server.state()
