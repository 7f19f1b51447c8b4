"""A game led from the page, in a real browser, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import Page
from table_page import PLAYERS, acted, arrived, bid, choose, moment, open_record, play, show
from table_server import TableServer, table_server

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

from operating_round.actions import BuyTrain, Lay, Run, Token
from route_opt import titles
from route_opt.records.document import read as read_record
from whole_game.recorded.replay import Replay


def test_a_private_auction(page: Page, server: TableServer) -> None:
    """1830: bought, bid on, passed, by clicking; the log tells it, and undo takes it back."""
    show(page, server)
    if page.run("return document.querySelector('#other-game')"):
        page.click("#other-game")
    page.choose("#begin-title", "1830")
    page.click("#begin")
    page.sees("#occasion", "Ann: buys SV for 20")
    page.shot("auction")
    choose(page, "Buy SV")
    page.sees("#occasion", "Bob: buys CS for 40")
    page.run(
        "const i = [...document.querySelectorAll('.offer input')]"
        ".find((i) => i.previousElementSibling.innerText.includes('DH')); i.value = 90"
    )
    choose(page, "Bid on DH")
    page.sees("#occasion", "Cy")
    assert "Bob 90" in page.text("#sale")
    choose(page, "Pass")
    page.sees("#occasion", "Ann")
    page.click("#list-log summary")
    assert page.text("#log").splitlines()[:3] == [
        "Cy passes",
        "Bob bids 90 on DH",
        "Ann buys SV for 20",
    ]
    page.click("#undo")
    page.sees("#occasion", "Cy")
    page.click("#undo")
    page.sees("#occasion", "Bob")
    assert "90" not in page.text("#sale")
    page.click("#redo")
    page.sees("#sale", "Bob 90")


def test_a_stock_round_in_two_windows(page: Page, server: TableServer) -> None:
    """1830: shares bought and sold by clicking; what is done elsewhere is seen at once."""
    server.post("new", title="1830", players=PLAYERS, seed=1)
    prices = {"SV": 20, "CS": 40, "DH": 70, "MH": 110, "CA": 160, "BO": 220}
    state = play(server, *(bid(name, price) for name, price in prices.items()))
    show(page, server)
    page.sees("#occasion", "sets the first price of B&O")
    play(server, {"type": "par", "corporation": "B&O", "price": 100})  # from another window
    page.sees("#occasion", "Ann: turn in stock round 1")
    assert state["game"]["round"] == "ISR 1"
    choose(page, "Start PRR at 67")
    page.sees("#occasion", "Bob")
    page.click("#view-players")
    held = page.sees("#sheet", "20%★")
    assert "/20" in held
    page.click("#view-market")
    page.element("#sheet [data-token='PRR']")
    page.shot("market")
    page.click("#view-companies")
    page.sees("#sheet", "not floated")
    page.click("#view-board")
    choose(page, "Buy 10% of PRR from the initial offering")
    page.sees("#occasion", "Cy")
    # Somebody else acts before Cy does: he sees what is so now.
    play(server, {"type": "pass"})
    page.sees("#occasion", "Ann")
    choose(page, "Buy 10% of PRR")
    page.sees("#occasion", "Bob")
    assert server.state()["log"][-1].startswith("Ann buys")


def click_place(page: Page, place: str) -> None:
    kind = "stop" if "." in place else "hex"
    page.wait("return document.querySelector('.page-offers > *')")
    page.on_board(f"[data-{kind}='{place}']")


def test_an_operating_turn(page: Page, server: TableServer, record: Path) -> None:
    """Lay, token, run and dividend of one company, on the board and beside it."""
    state = open_record(server, record, moment(record, Lay))
    show(page, server)
    first = next(iter(state["game"]["lays"]))
    click_place(page, first)
    page.element("#hex [data-tile]")
    assert "left" in page.text("#hex")
    page.shot("lay")
    page.click("#hex [data-tile]")
    page.wait(f"return document.querySelector('#board [data-track={first}]')")
    assert server.state()["game"]["position"]["tiles"][first]

    state = open_record(server, record, moment(record, Token))
    stop = next(
        row["at"] for row in state["game"]["choices"] if row["action"]["type"] == "place_token"
    )
    entity = state["game"]["entity"]
    page.wait("return document.querySelector('.page-offers > *')")
    page.sees("#occasion", "may place a token")
    click_place(page, stop)
    page.click("#hex .choice")
    page.wait(f"return document.querySelector(\"#board [data-stop='{stop}'] .token\")")
    assert entity in server.state()["game"]["position"]["tokens"][stop]


def test_a_run_is_proved_drawn_and_paid(page: Page, server: TableServer, record: Path) -> None:
    state = open_record(server, record, moment(record, Run))
    entity = state["game"]["entity"]
    show(page, server)
    value = page.sees("#best-value", "proved").split(":")[0]
    page.element("#board [data-route]")
    page.shot("run")
    # Other routes: clicked, judged, not legal and so not to be declared.
    page.click("#declare-other")
    page.sees("#run", "click a stop on the board")
    assert page.run("return document.querySelector('#declare').disabled")
    page.click("#declare-other")
    page.click("#run-best")
    page.sees("#occasion", "declares the dividend")
    game = server.state()["game"]
    assert str(game["revenue"]) == value
    told = page.text(".choices")
    shares = next(row["shares"] for row in game["companies"] if row["name"] == entity)
    for player in state["game"]["players"]:
        part = shares.get(player["name"], 0)
        if part:
            assert f"{player['name']} +{int(value) * part // 100}" in told
    page.shot("dividend")
    before = {row["name"]: row["cash"] for row in game["players"]}
    choose(page, "Pay out")
    page.wait("return !document.querySelector('#occasion').innerText.includes('dividend')")
    after = {row["name"]: row["cash"] for row in server.state()["game"]["players"]}
    gains = {name: int(value) * shares.get(name, 0) // 100 for name in before}
    assert {name: after[name] - before[name] for name in before} == gains


def click_routes(page: Page, *routes: tuple[str, ...]) -> None:
    """Click routes together, stop by stop."""
    for number, stops in enumerate(routes):
        if number:
            page.click("#add-route")
        chips = f".claim:nth-of-type({number + 1}) .chip"
        for count, stop in enumerate(stops, 1):
            page.on_board(f"[data-stop='{stop}']")
            page.wait(f"return document.querySelectorAll({chips!r}).length === {count}")


EVENING = titles.find("1846").folder / "examples" / "games" / "evening.json"
# Cleveland - Wheeling 70 and Erie - Buffalo 40, of 160 that can be run.
DECLARED = (("E17.0", "G19.0"), ("D20.0", "C21.0"))


def test_other_routes_and_an_objection(page: Page, server: TableServer) -> None:
    """1846: NYC declares 110 by clicking stops, legal; somebody shows that 160 can be run."""
    open_record(server, EVENING, 69)
    show(page, server)
    page.sees("#best-value", "160: proved")
    page.click("#declare-other")
    click_routes(page, *DECLARED)
    page.sees("#verdict", "Legal: pays 110")
    page.element("#board [data-route='1']")
    page.shot("declare")
    page.click("#declare")
    page.sees(".choices", "earned 110")
    page.element("#board [data-route='1']")
    page.click("#object-P2")
    page.click("#object-best")
    page.sees(".choices", "earned 160")
    page.sees("#objection", "none is better, proved")
    page.click("#undo")
    page.sees(".choices", "earned 110")


def test_the_game_in_progress_is_audited(page: Page, server: TableServer) -> None:
    """1846: NYC runs for 110 of 160, is told so, and its next moves are among the steps at once."""
    open_record(server, EVENING, 69)
    show(page, server)
    page.click("#tab-record")
    page.sees("#nothing-yet", "As soon as something is done")
    routes = ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]
    play(server, {"type": "run_routes", "routes": routes})  # from another window
    page.sees("#step", "Before action 1")
    page.sees("#step", "NYC runs for 110")
    page.sees("#panel", "opened in its middle")
    page.wait("return document.querySelectorAll('#board [data-route]').length === 2")
    page.click("#audit")
    page.sees("#panel", "1 run, 0 illegal, 50 left on the table")
    cells = page.run(
        "return [...document.querySelector('#runs tbody tr').cells].map((c) => c.innerText)"
    )
    assert cells == ["1", "NYC", "2+2+2+2", "110", "160", "50"]
    page.click("#runs tbody tr")
    page.sees("#compare-run figcaption", "NYC ran 110")
    page.sees("#compare-best figcaption", "best 160, proved")
    page.shot("audit")
    page.click("#close-compare")
    # An objection: what had to be run in the end is what counts, and nothing is lost any more.
    play(server, {"type": "object", "player": "P2"}, {"type": "dividend", "kind": "full"})
    page.sees("#step", "Before action 3")
    page.click("#audit")
    page.sees("#panel", "1 run, 0 illegal, 0 left on the table")
    page.click("#previous-run")
    page.sees("#step", "Before action 1")
    page.click("#undo")
    page.sees("#step", "Before action 3")
    page.click("#tab-game")
    page.sees("#occasion", "NYC")
    page.click("#undo")  # in the game, not in what was looked at
    page.sees(".choices", "earned 160")


def test_an_objection_with_routes_of_ones_own(page: Page, server: TableServer) -> None:
    """1846, 6.35: 110 declared; 70 is not more, Cleveland - Erie 50 beside it makes 120."""
    open_record(server, EVENING, 69)
    play(
        server,
        {"type": "run_routes", "routes": ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]},
    )
    show(page, server)
    page.sees("#objection", "6.35")
    page.sees("#objection", "P3 is bankrupt, and out of the game (6.35).")
    page.click("#object-P2")
    page.sees("#shows", "click a stop on the board")
    click_routes(page, ("E17.0", "G19.0"))
    page.sees("#shows", "70 is not more than the 110 declared")
    assert page.run("return document.querySelector('#object-with').disabled")
    page.click("#add-route")
    for count, stop in enumerate(("E17.0", "D20.0"), 1):
        page.on_board(f"[data-stop='{stop}']")
        page.wait(f"return document.querySelectorAll('.claim.on .chip').length === {count}")
    page.sees("#verdict", "Legal: pays 120")
    page.shot("objection")
    page.click("#object-with")
    page.sees(".choices", "earned 120")
    assert server.state()["log"][-1] == "P2 objects: NYC must run for 120"


def test_who_may_not_object_is_told_why(page: Page, server: TableServer, corpus: Path) -> None:
    """1870: stockholders alone."""
    file = sorted((corpus / "games" / "1870").glob("*.json"))[0]
    replay, entity, strangers, number = Replay(read_record(file)), "", list[str](), 0
    for place, line in enumerate(replay.lines):
        state = replay.game.operating
        if line.auto is None and state.turn is not None and state.turn.step == "dividend":
            entity, number = state.turn.entity, line.id
            shares = state.corporations[entity].shares
            strangers = [name for name in replay.game.players if not shares.get(name)]
        if strangers:
            break
        replay.advance(place)
    open_record(server, file, number)
    show(page, server)
    page.sees("#occasion", f"declares the dividend of {entity}")
    page.click("#objection summary")
    for name in strangers:
        why = f"{name} has no share of {entity}: a stockholder may object (Operate Trains)."
        page.sees("#objection", why)


def test_a_train_with_rust_and_undo_through_the_phase(
    page: Page, server: TableServer, record: Path
) -> None:
    number = moment(record, BuyTrain, train="4", source="bank")
    state = open_record(server, record, number)
    losers = [row["name"] for row in state["game"]["companies"] if "2" in row["trains"]]
    show(page, server)
    told = page.sees(".choices", "phase 4 begins")
    for name in losers:
        assert f"{name} loses a 2" in told
    page.shot("rust")
    choose(page, "Buy a 4 from the bank")
    page.sees("#where", "phase 4")
    page.click("#undo")
    page.sees("#where", "phase 3")
    page.click("#redo")
    page.sees("#where", "phase 4")
    page.click("#undo")
    page.sees("#where", "phase 3")


def test_a_record_from_the_record_panel_is_played_on(
    page: Page, server: TableServer, record: Path
) -> None:
    show(page, server)
    page.load(record)
    page.sees("#step", "runs")
    number = int(page.text("#step").split("action ")[1].split()[0])
    page.click("#play-on")
    page.sees("#best-value", "proved")
    page.click("#run-best")
    page.sees("#occasion", "dividend")
    assert server.state()["undo"]["count"] == 1
    assert f"from-{number}" in page.text("#panel")


def test_a_double_click_begins_one_game(page: Page, server: TableServer) -> None:
    """Neither is a game begun twice, nor is what is typed lost when the panel is made anew."""
    show(page, server)
    if page.run("return document.querySelector('#other-game')"):
        page.click("#other-game")
    page.choose("#begin-title", "1830")
    games = len(server.state()["games"])
    page.run("const b = document.querySelector('#begin'); b.click(); b.click()")
    page.sees("#occasion", "Ann: buys SV for 20")
    page.wait("return !document.querySelector('[aria-busy=true]')")
    assert len(server.state()["games"]) == games + 1
    # A price is being typed while the panel is made anew, as a search or another window does.
    page.run("document.querySelector(\"[id^='price of: Bid on DH']\").focus()")
    page.keys("Control+a", "9", "0")
    page.click("#view-players")
    page.click("#view-board")
    price = "document.querySelector(\"[id^='price of: Bid on DH']\")"
    page.wait(f"return {price}.value === '90'")
    choose(page, "Bid on DH")
    page.sees("#sale", "Ann 90")


def test_killed_and_shown_again(page: Page, tmp_path: Path) -> None:
    """kill -9, a new server on the same file: the page shows the very same game."""
    with table_server("--games", str(tmp_path)) as one:
        one.post("new", title="1846", players=PLAYERS, seed=3)
        page.browser.get(one.address)
        page.sees("#occasion", "Cy: keeps one of 5 cards")
        page.click(".choices .choice")
        before = page.sees("#occasion", "Bob")
        file = one.state()["file"]
        one.kill()
        page.sees("#said", "The server does not answer; the game is in its file.")
    with table_server(str(tmp_path / file)) as two:
        page.browser.get(two.address)
        assert page.sees("#occasion", "Bob") == before
        page.click("#undo")
        page.sees("#occasion", "Cy: keeps one of 5 cards")
        page.browser.get("about:blank")
        page.complaints()
        page.requests()


BY_KEYBOARD = pytest.mark.parametrize("browser", ["desktop"], indirect=True, scope="module")


@BY_KEYBOARD
def test_an_auction_and_a_stock_round_by_keyboard(page: Page, server: TableServer) -> None:
    """1846: a whole draft and a first price; 1830: a bid with its price, a share; no pointer."""
    state = server.post("new", title="1846", players=PLAYERS, seed=3)
    show(page, server)
    page.sees("#occasion", "keeps one of 5 cards")
    page.keys_to(".choices button")
    while state["game"]["round"] == "DR 1":
        page.keys("ArrowDown", "ArrowUp", "Enter")
        state = acted(page, server, state["revision"])
        page.wait("return document.activeElement.closest('.choices')")
    page.sees("#occasion", "stock round 1")
    page.wait("return document.activeElement.ariaLabel?.startsWith('Start ')")
    page.keys("ArrowDown", "Enter")
    page.wait("return document.querySelector('#list-players').innerText.includes('20%★')")

    state = server.post("new", title="1830", players=PLAYERS, seed=1)
    page.sees("#occasion", "buys SV for 20")
    page.keys_to("[id^='price of: Bid on DH']")
    page.keys("Control+a", "9", "0", "Enter")
    state = acted(page, server, state["revision"])
    assert state["log"][-1] == "Ann bids 90 on DH"
    prices = {"SV": 20, "CS": 40, "MH": 110, "CA": 160, "BO": 220}
    state = play(server, *(bid(name, price) for name, price in prices.items()))
    state = play(server, {"type": "par", "corporation": "B&O", "price": 67})
    page.sees("#occasion", "stock round 1")
    page.keys_to(".choices button")
    first = page.run("return document.activeElement.ariaLabel")
    player = state["game"]["player"]
    held = next(row["shares"] for row in state["game"]["players"] if row["name"] == player)
    page.keys("Enter")
    state = acted(page, server, state["revision"])
    bought = first.removeprefix("Buy 10% of ").split()[0]
    who = next(row for row in state["game"]["players"] if row["name"] == player)
    assert who["shares"][bought] == held.get(bought, 0) + 10


@BY_KEYBOARD
def test_an_operating_turn_by_keyboard(page: Page, server: TableServer, record: Path) -> None:
    """1830: a tile and a token on the board, a run, a dividend, a train; undo and redo."""
    state = open_record(server, record, moment(record, Lay))
    show(page, server)
    page.wait("return document.querySelector('.page-offers > *')")
    # The hexes as a list are folded away: Tab comes to what can be seen, the way out of the step.
    page.keys_to(".choices button")
    assert page.run("return document.activeElement.checkVisibility()")
    assert page.run("return document.activeElement.innerText") == "Lay no more track"
    page.keys_to("#board [tabindex='0']")
    assert "lay" in page.run("return document.activeElement.getAttribute('aria-label')")
    page.keys("Enter")
    page.wait("return document.activeElement.matches('#hex [data-tile]')")
    before = state["game"]["position"]["tiles"]
    page.keys("Enter")
    state = acted(page, server, state["revision"])
    assert state["game"]["position"]["tiles"] != before
    page.keys("Control+z")
    state = acted(page, server, state["revision"])
    assert state["game"]["position"]["tiles"] == before
    # As fast as fingers are: what is undone waits for what is being done.
    page.run("document.querySelector('.choices button').click()")
    page.keys("Control+z")
    page.wait("return !document.querySelector('#redo').disabled")
    assert server.state()["undo"]["count"] == 0

    state = open_record(server, record, moment(record, Token))
    arrived(page, state)
    entity = state["game"]["entity"]
    page.sees("#occasion", "may place a token")
    page.wait("return document.querySelector('.page-offers > *')")
    page.keys_to("#board [tabindex='0']")
    stop = page.run("return document.activeElement.dataset.stop")
    page.keys("Enter")
    page.wait("return document.activeElement.matches('#hex .choice')")
    page.keys("Enter")
    state = acted(page, server, state["revision"])
    assert entity in state["game"]["position"]["tokens"][stop]

    state = open_record(server, record, moment(record, Run))
    arrived(page, state)
    page.sees("#best-value", "proved")
    page.keys_to("#run-best")
    page.keys("Enter")
    state = acted(page, server, state["revision"])
    entity, revenue = state["game"]["entity"], state["game"]["revenue"]
    page.wait("return document.activeElement.innerText?.startsWith('Pay out')")
    page.keys("ArrowDown", "Enter")
    state = acted(page, server, state["revision"])
    assert f"{entity} keeps {revenue}" in state["log"]

    state = open_record(server, record, moment(record, BuyTrain, source="bank"))
    arrived(page, state)
    entity = state["game"]["entity"]
    page.sees("#occasion", f"buys trains for {entity}")
    page.keys_to(".choices button")
    page.keys("Enter")
    after = acted(page, server, state["revision"])
    trains = [
        next(row["trains"] for row in one["game"]["companies"] if row["name"] == entity)
        for one in (state, after)
    ]
    assert len(trains[1]) == len(trains[0]) + 1
