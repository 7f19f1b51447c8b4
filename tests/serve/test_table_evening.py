"""An evening as somebody leads it: begun as one likes, refused with reasons, panels beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser import Page
from table_page import PLAYERS, acted, arrived, bid, moment, open_record, play, show
from table_server import TableServer

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from operating_round.actions import BuyTrain, Dividend, Lay, Run, Token
from route_opt.records.document import read as read_record
from whole_game.engine import apply, legal_actions, proceed
from whole_game.game import parse
from whole_game.policy import Steady
from whole_game.recorded.replay import Replay
from whole_game.setup import new_game


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
    page.sees("#fold-begin-options summary", "(1)")
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


def press_hex(page: Page, hex_id: str) -> None:
    """Click in the corner of a hex where nothing else is drawn."""
    x, y = page.run(
        "const e = document.querySelector(`#board [data-hex='${arguments[0]}'] polygon`);"
        "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height * 0.9]",
        hex_id,
    )
    page.press(x, y)


def test_a_place_where_nothing_may_be_done_says_why(
    page: Page, server: TableServer, record: Path
) -> None:
    """1830: a hex that a private company blocks, and a city to which no track leads."""
    state = open_record(server, record, moment(record, Lay))
    show(page, server)
    page.wait("return document.querySelector('.page-offers > *')")
    press_hex(page, "D18")
    told = page.sees("#hex", f"{state['game']['entity']} may lay nothing on D18")
    assert "D18 is closed as long as a player owns MH (17.0" in told
    page.shot("blocked")
    page.click("#hex .close")
    press_hex(page, next(iter(state["game"]["lays"])))
    page.element("#hex [data-tile]")
    state = open_record(server, record, moment(record, Token))
    arrived(page, state)
    page.sees("#occasion", "may place a token")
    page.wait("return document.querySelector('.page-offers > *')")
    page.on_board("[data-stop='F22.0']")  # Providence
    page.sees("#hex", f"F22.0 is not connected with a token of {state['game']['entity']} (")
    assert server.state()["revision"] == state["revision"]


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


def test_why_something_is_not_offered(page: Page, server: TableServer) -> None:
    """1830: who has bid 700 of his 800 has 100 left, for neither of two private companies."""
    server.post("new", title="1830", players=PLAYERS, seed=1)
    play(server, bid("BO", 700), bid("CS", 45), bid("DH", 75))
    show(page, server)
    page.click("#denied summary")
    told = page.sees("#denied", "Mohawk & Hudson: Ann has 100 to bid with, not 115 (7.0-7.3).")
    assert "Camden & Amboy: Ann has 100 to bid with, not 165 (7.0-7.3)." in told
    assert "(2)" in told


def test_a_click_at_another_step_says_so(page: Page, server: TableServer, record: Path) -> None:
    state = open_record(server, record, moment(record, BuyTrain, source="bank"))
    show(page, server)
    page.on_board("[data-hex='E11']")
    entity = state["game"]["entity"]
    page.sees("#hex", f"{entity} is at the trains step, not at the track step (")


def test_where_no_hex_takes_a_tile_each_says_why(
    page: Page, server: TableServer, corpus: Path
) -> None:
    """1850: a track step with nothing to lay; a hex far from all track does not meet it."""
    replay = Replay(read_record(corpus / "games" / "1850" / "1850_game_end_bankrupt.json"))
    place = 0
    while not (
        (turn := replay.game.operating.turn)
        and turn.step == "track"
        and not any(isinstance(choice.action, Lay) for choice in legal_actions(replay.game))
    ):
        replay.advance(place)
        place += 1
    server.post("open", document=replay.game.document(), name="nowhere")
    show(page, server)
    page.sees("#no-lays", "click one on the board to see why")
    page.on_board("[data-hex='A10']")
    page.sees("#hex", f"{turn.entity} may lay nothing on")


def test_holdings_of_five_players_fit_a_phone(
    page: Page, server: TableServer, corpus: Path
) -> None:
    """1846 for five: every player's column is seen at once, and company names stay beside them."""
    file = corpus / "games" / "1846" / "3099.json"
    open_record(server, file, json.loads(file.read_text())["actions"][-1]["id"])
    show(page, server)
    page.click("#view-players")
    columns = page.wait(
        "const all = [...document.querySelectorAll('.holdings thead th.number:not(.also)')];"
        "return all.length === 5 && all.map((e) => e.getBoundingClientRect().right)"
    )
    assert max(columns) <= page.run("return document.documentElement.clientWidth")
    page.run("document.querySelector('.wide').scrollLeft = 1000")
    left = page.run("return document.querySelector('.holdings .plate').getBoundingClientRect().x")
    assert left >= 0
    page.shot("holdings")


def steady(server: TableServer, title: str, kind: type) -> None:
    """A game that goes on by itself until something of a kind is offered."""
    policy = Steady(5)
    game, _ = proceed(parse(new_game(title, PLAYERS, seed=5).document()))
    while not any(isinstance(choice.action, kind) for choice in legal_actions(game)):
        game, _ = apply(game, policy.choose(game, legal_actions(game)), agreed=True)
    server.post("open", document=game.document(), name=title)


def test_nobody_objects_and_tokens_have_no_price(page: Page, server: TableServer) -> None:
    """1867bw: no objections, so nothing is unfolded; what a token costs depends on its place."""
    steady(server, "1867bw", Dividend)
    show(page, server)
    page.sees("#objection summary", "Object to the run")
    assert not page.run("return document.querySelector('#objection').open")
    page.click("#view-companies")
    cards = page.sees("#sheet", "tokens left")
    assert "free" not in cards
    page.click("#view-market")
    words = page.wait("return document.querySelector('.chart')?.textContent")
    assert "start: a corporation may start here" in words
    assert "par:" not in words
