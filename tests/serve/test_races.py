"""Whatever comes in between: no click is lost, done twice, or answered with what is gone by.

Answers of the server are held back in the browser until a test lets them go, and every step waits
for what it needs to have happened; nothing here waits for a clock.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, chromium
from table_server import TableServer, table_server

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from route_opt import titles

PLAYERS = ["Ann", "Bob", "Cy"]
EVENING = titles.find("1846").folder / "examples" / "games" / "evening.json"

HOLDING = """
const real = window.fetch;
window.held = [];
window.hold = null;
window.fetch = async (path, options) => {
  const answer = await real(path, options);
  if (window.hold !== null && String(path) === window.hold) {
    window.hold = null;
    await new Promise((go) => window.held.push(go));
  }
  return answer;
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with table_server("--games", str(tmp_path_factory.mktemp("games"))) as found:
        yield found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium("desktop", tmp_path_factory.mktemp("browser")) as page:
        yield page


@pytest.fixture
def page(browser: Page) -> Iterator[Page]:
    browser.browser.get("about:blank")
    browser.complaints()
    yield browser
    assert [text for text in browser.complaints() if "status of 4" not in text] == []


def show(page: Page, server: TableServer) -> None:
    page.browser.get(server.address)
    page.sees("#occasion", "")
    page.wait("return document.querySelector('#board [data-hex]')")
    page.wait("return !document.querySelector('[aria-busy=true]')")
    page.run(HOLDING)


def hold(page: Page, path: str) -> None:
    """Keep back the next answer from an address."""
    page.run("window.hold = arguments[0]", path)


def is_held(page: Page) -> None:
    page.wait("return window.held.length === 1")


def let_go(page: Page) -> None:
    """The answer arrives; whatever it brings about at once has happened after this."""
    page.run("window.held.pop()()")
    page.browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "setTimeout(() => requestAnimationFrame(() => setTimeout(done)))"
    )


def auction(page: Page, server: TableServer) -> None:
    """1830, whose auction has begun: Ann is to act, and SV is for sale."""
    server.post("new", title="1830", players=PLAYERS, seed=1)
    show(page, server)
    page.sees("#occasion", "Ann: buys SV for 20")


def middle(page: Page, selector: str) -> tuple[float, float]:
    x, y = page.run(
        "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});"
        "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]",
        selector,
    )
    return x, y


def mouse(page: Page, kind: str, at: tuple[float, float]) -> None:
    event = {"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}
    page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)


def elsewhere(page: Page, server: TableServer, **action: Any) -> None:
    """Somebody acts in another window, and this page has heard of it."""
    title = page.run("return document.title")
    server.post("act", action=action)
    page.wait(f"return document.title !== {title!r}")


BUY = {"type": "bid", "private": "SV", "price": 20}


def test_a_click_during_which_the_panel_changes(page: Page, server: TableServer) -> None:
    """What is under the finger stays there until it is let go; then the new state is shown."""
    auction(page, server)
    at = middle(page, "#other-game")
    mouse(page, "mousePressed", at)
    elsewhere(page, server, **BUY)
    assert "Ann" in page.text("#occasion")
    mouse(page, "mouseReleased", at)
    page.element("#back-to-game")  # the click came
    page.click("#back-to-game")
    page.sees("#occasion", "Bob")


def test_a_press_that_ends_elsewhere_holds_nothing_up(page: Page, server: TableServer) -> None:
    auction(page, server)
    mouse(page, "mousePressed", middle(page, "#other-game"))
    elsewhere(page, server, **BUY)
    mouse(page, "mouseReleased", (5, 5))
    page.sees("#occasion", "Bob")
    assert page.run("return document.querySelector('#back-to-game')") is None


def test_a_press_before_the_end_of_the_last_was_seen(page: Page, server: TableServer) -> None:
    """Pointer up and pointer down in one task: the second press holds the panel as well."""
    auction(page, server)
    page.run(
        """
        const b = document.querySelector("#other-game");
        const say = (kind) => b.dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 0}));
        window.under = b;
        say("pointerdown"); say("pointerup"); say("pointerdown");
        """
    )
    elsewhere(page, server, **BUY)
    assert page.run("return window.under.isConnected")
    page.run("window.dispatchEvent(new PointerEvent('pointerup'))")
    page.sees("#occasion", "Bob")


def test_a_space_bar_during_which_the_panel_changes(page: Page, server: TableServer) -> None:
    auction(page, server)
    page.run("document.querySelector('#other-game').focus()")
    key = {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "}
    page.browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **key})
    elsewhere(page, server, **BUY)
    assert "Ann" in page.text("#occasion")
    page.browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    page.element("#back-to-game")


def test_what_is_typed_is_kept_when_another_window_acts(page: Page, server: TableServer) -> None:
    """In the middle of a name, and before the first digit of a number: no letter is lost."""
    auction(page, server)
    page.click("#other-game")
    page.element("#begin-name-1")  # the titles have come
    page.run("const i = document.querySelector('#begin-name-1'); i.focus(); i.select()")
    page.keys("Z", "o")
    elsewhere(page, server, **BUY)
    page.keys("e")
    page.wait("return document.querySelector('#begin-name-1').value === 'Zoe'")
    # The panel is made anew once, with nothing that has heard of the last letter.
    page.run("document.querySelector('#view-players').click()")
    assert page.run("return document.querySelector('#begin-name-1').value") == "Zoe"
    page.run("const i = document.querySelector('#begin-seed'); i.focus(); i.select()")
    elsewhere(page, server, type="bid", private="CS", price=40)
    page.keys("7", "7")
    page.wait("return document.querySelector('#begin-seed').value === '77'")
    page.click("#begin")
    page.sees("#occasion", "Ann: buys SV")
    assert [row["name"] for row in server.state()["game"]["players"]] == ["Ann", "Zoe", "Cy"]


def test_two_clicks_on_a_choice_are_one_action(page: Page, server: TableServer) -> None:
    """The second falls on what is offered next: Bob does not buy CS by Ann's double click."""
    auction(page, server)
    hold(page, "/api/game/act")
    page.run("const b = document.querySelector('.choices button'); b.click(); b.click()")
    is_held(page)
    page.run("document.querySelector('.choices button').click()")
    let_go(page)
    page.sees("#occasion", "Bob")
    page.wait("return !document.querySelector('[aria-busy=true]')")
    assert server.state()["undo"]["count"] == 1


def test_undo_waits_for_what_is_being_done(page: Page, server: TableServer) -> None:
    auction(page, server)
    hold(page, "/api/game/act")
    page.run("document.querySelector('.choices button').click()")
    is_held(page)
    page.keys("Control+z", "Control+z")
    let_go(page)
    page.wait("return !document.querySelector('#redo').disabled")
    page.wait("return !document.querySelector('[aria-busy=true]')")
    page.sees("#refused", "nothing to take back")  # the second of them
    assert server.state()["undo"]["count"] == 0


def test_an_answer_that_was_overtaken(page: Page, server: TableServer) -> None:
    """The table of one action comes after that of the next: the later one is shown."""
    auction(page, server)
    hold(page, "/api/game")
    server.post("act", action=BUY)
    is_held(page)
    server.post("act", action={"type": "bid", "private": "CS", "price": 40})
    page.sees("#occasion", "Cy")
    let_go(page)
    assert "Cy" in page.text("#occasion")


def test_who_is_late_sees_the_table_as_it_is(page: Page, server: TableServer) -> None:
    """Ann acts in another window; her click here, on what is gone by, does nothing and says so."""
    auction(page, server)
    hold(page, "/api/game")
    server.post("act", action=BUY)
    is_held(page)  # this page has not seen it yet
    page.run("document.querySelector('.choices button').click()")
    page.sees("#refused", "Somebody else has acted meanwhile")
    page.sees("#occasion", "Bob")
    let_go(page)
    assert server.state()["undo"]["count"] == 1


def test_a_picture_that_was_overtaken(page: Page, server: TableServer) -> None:
    """The board of the game before is drawn late: the map is that of the game that lies there."""
    auction(page, server)
    hold(page, "/api/draw")
    server.post("act", action=BUY)
    is_held(page)
    server.post("new", title="1846", players=PLAYERS, seed=3)
    page.sees("#occasion", "keeps one of 5 cards")
    page.wait("return document.querySelector('#board [data-hex=D20]')")
    page.wait("return document.querySelector('#board').ariaBusy !== 'true'")
    drawn = page.run("return document.querySelector('#board svg').outerHTML.length")
    let_go(page)
    assert page.run("return document.querySelector('#board svg').outerHTML.length") == drawn
    assert page.run("return document.querySelector('#board').ariaBusy") == "false"


def evening(server: TableServer, number: int) -> dict[str, Any]:
    """1846, in an evening that was recorded, before an action."""
    document = json.loads(EVENING.read_text())
    return server.post("open", document=document, name="evening", action=number)


def building(server: TableServer) -> dict[str, Any]:
    """The same, where a tile may be laid on several hexes."""
    return next(
        found
        for found in (evening(server, number) for number in range(30, 69))
        if len(found["game"]["lays"]) > 1
    )


def test_of_two_hexes_the_one_clicked_last_is_open(page: Page, server: TableServer) -> None:
    """The tiles of the first arrive after those of the second."""
    state = building(server)
    show(page, server)
    page.wait("return document.querySelector('.page-offers > *')")
    first, second = list(state["game"]["lays"])[:2]
    names = [state["game"]["lays"][one]["name"] for one in (first, second)]
    page.run("document.querySelector('#list-lays').open = true")
    hold(page, "/api/game/lays")
    page.run(f"document.querySelector('#lay-{first}').click()")
    is_held(page)
    page.run(f"document.querySelector('#lay-{second}').click()")
    page.sees("#hex h2", names[1])
    let_go(page)
    assert page.text("#hex h2") == names[1]
    # And what is open about a hex is gone with the state that it was about.
    server.post("act", action={"type": "pass"})
    page.wait("return document.querySelector('#hex').hidden")


def test_a_file_that_is_being_opened_is_waited_for(page: Page, server: TableServer) -> None:
    """What is asked before the position is there would be asked of the one that is about to go."""
    show(page, server)
    hold(page, "/api/check")
    page.load(EVENING.parents[1] / "centralia.json")
    is_held(page)
    assert page.run("return document.querySelector('#panel').ariaBusy") == "true"
    let_go(page)
    page.wait("return document.querySelector('#panel').ariaBusy === 'false'")
    page.click("#tab-best")
    page.click("#best")
    page.sees("#best-value", "proved")


def test_a_search_for_a_run_that_is_gone_by(page: Page, server: TableServer) -> None:
    """The best of a run that was made meanwhile is not shown as that of whoever acts next."""
    evening(server, 69)
    page.browser.get(server.address)
    page.sees("#best-value", "160: proved")
    page.run(HOLDING)
    routes = ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]
    server.post("act", action={"type": "run_routes", "routes": routes})
    page.sees(".choices", "earned 110")
    hold(page, "/api/best")
    server.post("undo")  # the search begins anew
    is_held(page)
    server.post("redo")
    page.sees(".choices", "earned 110")
    let_go(page)
    assert "160" not in page.text(".choices")
    routes_drawn = "return document.querySelectorAll('#board [data-route]').length"
    page.wait(f"{routes_drawn} === 2")


def test_steps_of_the_game_that_come_when_nobody_looks(page: Page, server: TableServer) -> None:
    """The panel was left before they arrived: the game's board is not put back to them."""
    state = building(server)
    where = next(iter(state["game"]["lays"]))
    lay = server.post("lays", hex=where)["tiles"][0]["turns"][0]["action"]
    server.post("act", action=lay)
    show(page, server)
    words = f"document.querySelector('#board [data-hex={where}] title').textContent"
    laid = f"{words}.includes('tile {lay['tile']}@')"
    still = "!document.querySelector('[aria-busy=true]')"
    page.wait(f"return {laid} && {still}")
    hold(page, "/api/game/steps")
    page.run("document.querySelector('#tab-record').click()")
    is_held(page)
    page.run("document.querySelector('#tab-game').click()")
    page.wait(f"return {laid} && {still}")
    let_go(page)  # the last of them is before the tile was laid
    page.wait(f"return {still}")
    assert page.run(f"return {laid}")
    page.click("#undo")
    page.wait(f"return !{laid}")


def test_a_page_that_was_hidden_sees_what_happened(page: Page, server: TableServer) -> None:
    """Behind another tab it hears nothing, and keeps no connection; it asks when it is seen."""
    auction(page, server)
    hidden = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    change = "document.dispatchEvent(new Event('visibilitychange'))"
    page.run(hidden % "true" + change)
    server.post("act", action=BUY)
    assert "Ann" in page.text("#occasion")
    page.run(hidden % "false" + change)
    page.sees("#occasion", "Bob")


def test_a_server_that_comes_back(page: Page, tmp_path: Path) -> None:
    """kill -9, and another on the same port and file: the page goes on without being loaded."""
    with table_server("--games", str(tmp_path)) as one:
        one.post("new", title="1830", players=PLAYERS, seed=1)
        show(page, one)
        page.sees("#occasion", "Ann")
        file, port = one.state()["file"], one.address.rsplit(":", 1)[1].strip("/")
        one.kill()
        page.sees("#said", "does not answer")
    with table_server(str(tmp_path / file), "--port", port) as two:
        page.wait("return document.querySelector('#said').innerText === ''")
        two.post("act", action=BUY)
        page.sees("#occasion", "Bob")
        page.click("#undo")
        page.sees("#occasion", "Ann")
        page.browser.get("about:blank")
        page.complaints()
