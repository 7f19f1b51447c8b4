"""An evening as somebody leads it: begun as one likes, refused with reasons, panels beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser import Page
from table_page import PLAYERS, acted, moment, open_record, show
from table_server import TableServer

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from operating_round.actions import Dividend, Lay, Run


def test_a_new_game_as_one_likes_it(page: Page, server: TableServer) -> None:
    """Title, players with their names, a variant and the seed are those of the game that begins."""
    show(page, server)
    if page.run("return document.querySelector('#other-game')"):
        page.click("#other-game")
    page.choose("#begin-title", "1846")
    page.choose("#begin-players", "4")
    page.wait("return document.querySelector('#begin-name-3')")
    page.run("const i = document.querySelector('#begin-name-3'); i.focus(); i.select()")
    page.keys(*"Zoe")
    page.click("#fold-begin-options summary")
    option = page.run("return document.querySelector('#fold-begin-options input').id")
    page.click(f"#{option}")
    page.run("const i = document.querySelector('#begin-seed'); i.focus(); i.select()")
    page.keys(*"77", "Tab")
    page.shot("new")
    page.click("#begin")
    page.sees("#occasion", "keeps one of")
    game = server.state()["game"]
    assert [row["name"] for row in game["players"]] == ["Ann", "Bob", "Cy", "Zoe"]
    assert game["options"] == [option.removeprefix("begin-option-")]
    exported = json.loads(
        page.browser.execute_async_script(
            "fetch('/api/game/export').then((a) => a.text()).then(arguments[0])"
        )
    )
    assert exported["seed"] == 77


def test_a_refusal_is_told_with_its_section(page: Page, server: TableServer) -> None:
    """1830: a bid must be 5 more; the game stays, and what was refused can be mended at once."""
    server.post("new", title="1830", players=PLAYERS, seed=1)
    show(page, server)
    page.sees("#occasion", "Ann: buys SV for 20")
    price = "[id^='price of: Bid on CS']"
    page.run(f"const i = document.querySelector({json.dumps(price)}); i.focus(); i.select()")
    page.keys(*"41", "Enter")
    refused = page.sees("#refused", "45")
    assert refused.rstrip(".").endswith(")"), "no section"
    assert server.state()["undo"]["count"] == 0
    page.shot("refused")
    page.run(f"const i = document.querySelector({json.dumps(price)}); i.focus(); i.select()")
    page.keys(*"45", "Enter")
    page.sees("#occasion", "Bob")
    assert page.run("return document.querySelector('#refused')") is None


def beside(page: Page, state: dict[str, Any]) -> None:
    """Open every panel, look that it says something sensible, and come back to the game."""
    occasion = state["game"]["occasion"]
    page.sees("#occasion", occasion[1:])
    page.wait("return document.querySelector('#board [data-hex]')")
    for tab in ("setup", "best", "claim", "whatif", "record"):
        page.click(f"#tab-{tab}")
        page.wait(f"return document.querySelector('#tab-{tab}').ariaSelected === 'true'")
        told = page.text("#panel")
        assert told
        assert "undefined" not in told
        assert "null" not in told
        assert page.run("return document.querySelector('#trouble').hidden"), page.text("#trouble")
    page.click("#tab-game")
    page.sees("#occasion", occasion[1:])


def test_the_panels_stand_beside_every_moment(
    page: Page, server: TableServer, record: Path
) -> None:
    state = server.post("new", title="1830", players=PLAYERS, seed=1)
    show(page, server)
    beside(page, state)
    for kind in (Lay, Run, Dividend):
        beside(page, open_record(server, record, moment(record, kind)))
    document = json.loads(record.read_text())
    beside(page, server.post("open", document=document, name="end"))


def test_best_and_what_if_of_the_game_as_it_stands(
    page: Page, server: TableServer, record: Path
) -> None:
    """The other panels find what the game's own proves; trying something out changes nothing."""
    state = open_record(server, record, moment(record, Run))
    show(page, server)
    value = page.sees("#best-value", "proved")
    page.click("#tab-best")
    page.click("#best")
    assert page.sees("#best-value", "proved") == value
    page.click("#tab-whatif")
    page.click("#rank")
    page.element("#ranking tbody tr")
    page.click("#ranking tbody tr")
    page.sees("#made", "proved")
    page.click("#tab-game")
    assert page.sees("#best-value", "proved") == value
    assert server.state()["revision"] == state["revision"]


LUMINANCE = """
const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ground = (e) => {
  for (; e; e = e.parentElement) {
    const [r, g, b, a = 1] = parse(getComputedStyle(e).backgroundColor);
    if (a === 1) return [r, g, b];
  }
  return [255, 255, 255];
};
const faint = [];
let words = 0;
for (const e of document.querySelectorAll("header *, #tabs *, #views *, #panel *, #sheet *")) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !e.checkVisibility() || e.disabled || e.closest("svg, .idle, [disabled]")) continue;
  words += 1;
  const [one, other] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (ratio < 4.5) faint.push(`${e.innerText.slice(0, 40)}: ${ratio.toFixed(2)}`);
}
return words > 30 ? faint : [`only ${words} words`];
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_by_day_and_by_night(
    page: Page, server: TableServer, record: Path, scheme: str
) -> None:
    """Every word stands out from what is behind it by 4.5 to 1 at least."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        for kind in (Lay, Run, Dividend):
            open_record(server, record, moment(record, kind))
            show(page, server)
            for view in ("board", "companies", "players"):
                page.click(f"#view-{view}")
                assert page.run(LUMINANCE) == []
        background = page.run("return getComputedStyle(document.documentElement).backgroundColor")
        assert (int(background.split("(")[1].split(",")[0]) < 128) == (scheme == "dark")
    finally:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("browser", ["desktop"], indirect=True, scope="module")
def test_whole_rounds_by_keyboard(page: Page, server: TableServer) -> None:
    """1889: auction, stock round and operating round from beginning to end; no pointer at all.

    After every action the focus stands at what may be done next, so that Enter is enough.
    """
    state = server.post("new", title="1889", players=PLAYERS, seed=2)
    show(page, server)
    page.keys_to(".choices button")
    kinds = list[str]()
    while len(set(kinds)) < 3 or state["game"]["round"].split()[0] == kinds[-1]:
        kind = state["game"]["round"].split()[0]
        if kind not in kinds:
            kinds.append(kind)
        if len(kinds) == 3 and kind != kinds[2]:
            break
        state = next_by_keyboard(page, server, state)
    assert kinds == ["ISR", "SR", "OR"]


def next_by_keyboard(page: Page, server: TableServer, state: dict[str, Any]) -> dict[str, Any]:
    """Do the first thing that the focus comes to: on the board, a tile; beside it, a choice."""
    page.wait("return !document.querySelector('[aria-busy=true]')")
    if not page.run("return Boolean(document.activeElement.closest('#panel, #board'))"):
        raise AssertionError(f"the focus is lost at {state['game']['occasion']}")
    if page.run("return Boolean(document.activeElement.closest('#board'))"):
        page.keys("Enter")
        page.wait("return document.activeElement.matches('#hex button')")
    elif not page.run("return document.activeElement.matches('button')"):
        page.keys_to(".choices button, #run-best")
    page.keys("Enter")
    return acted(page, server, state["revision"])
