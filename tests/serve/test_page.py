"""The page in a real browser, as somebody at the table uses it, on a desk and on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Page, server

from route_opt import load
from route_opt.claims.links import Links
from route_opt.network import Network

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

# 1846: MS runs Detroit 40 to Toledo 20.
DETROIT = {
    "title": "1846",
    "phase": "I",
    "corporation": "MS",
    "trains": ["2"],
    "tiles": {"C13": "7@4", "D14": "5@1"},
    "tokens": {"C15.0": ["MS"]},
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture
def page(browser: Page, address: str) -> Iterator[Page]:
    """The page as it opens, without complaints and without asking anything of others afterwards."""
    browser.browser.get("about:blank")
    browser.open(address)
    yield browser
    # A refused question is a status the browser notes; everything else is a defect.
    assert [text for text in browser.complaints() if "status of 400" not in text] == []
    assert browser.requests() <= {address.split("/")[2]}


@pytest.fixture
def detroit(page: Page, tmp_path: Path) -> Page:
    file = tmp_path / "detroit.json"
    file.write_text(json.dumps(DETROIT))
    page.load(file)
    page.sees("#panel", "1846: The Race to the Midwest")
    page.wait("return document.querySelector('#board [data-track=C13]')")
    return page


def best(page: Page) -> str:
    page.click("#tab-best")
    page.click("#best")
    return page.sees("#best-value", "proved")


def position(page: Page) -> dict[str, object]:
    """The position as it is exported: what the link holds."""
    script = """
      const [done] = [arguments[arguments.length - 1]];
      import("/page/share.js").then((share) => share.fromFragment(location.hash)).then(done);
    """
    found: dict[str, object] = page.browser.execute_async_script(script)
    return found


def test_nothing_is_wider_than_the_page(page: Page) -> None:
    for tab in ("setup", "best", "claim", "whatif", "record"):
        page.click(f"#tab-{tab}")
        width, shown = page.run(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert width <= shown
    page.shot("empty")
    page.click("#tab-claim")
    room, words = page.run(
        "const e = document.querySelector('#challenge'), style = getComputedStyle(e);"
        "const pen = document.createElement('canvas').getContext('2d');"
        "pen.font = style.font;"
        "const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);"
        "return [e.clientWidth - padding, pen.measureText(e.placeholder).width]"
    )
    assert words <= room  # an example that is cut off explains nothing


def test_the_board_is_large(page: Page) -> None:
    width, height = page.run(
        "const b = document.querySelector('#board').getBoundingClientRect();"
        "return [b.width / innerWidth, b.height / innerHeight]"
    )
    assert width * height >= 0.45


def test_a_record_step_by_step(page: Page, corpus: Path) -> None:
    page.load(corpus / "games" / "1846" / "10264.json")
    page.sees("#step", "runs")
    tiles = page.run("return document.querySelectorAll('#board [data-track]').length")
    first = page.text("#step")
    for _ in range(12):
        page.click("#next")
    page.wait(f"return document.querySelector('#step').innerText !== {first!r}")
    page.click("#next-run")
    later = page.sees("#step", "runs")
    assert later != first
    page.wait(f"return document.querySelectorAll('#board [data-track]').length > {tiles}")
    page.shot("record")
    page.click("#previous-run")
    page.click("#undo")
    page.wait(f"return document.querySelector('#step').innerText === {later!r}")


def back_to(page: Page, action: int) -> None:
    """From run to run, back to the one at an action."""
    while f"action {action} " not in page.text("#step"):
        before = page.text("#step")
        page.click("#previous-run")
        page.wait(f"return document.querySelector('#step').innerText !== {before!r}")


def test_best_of_a_recorded_run(page: Page, corpus: Path) -> None:
    """The same value as the command gives, and its routes in colour with values on the stops."""
    from route_opt import best as solve
    from route_opt import records

    file = corpus / "games" / "1846" / "3099.json"
    run = [run for run in records.runs(file) if len(run.position.trains) > 1][-1]
    page.load(file)
    page.sees("#step", "Before action")
    script = "const r = document.querySelector('#steps'); r.value = r.max;"
    page.run(f"{script} r.dispatchEvent(new Event('change'))")
    back_to(page, run.action)
    result = solve(run.position)
    assert best(page) == f"{result.revenue}: proved"
    routes = "return document.querySelectorAll('#board [data-route]').length"
    page.wait(f"{routes} === {len(result.routes)}")
    counted = sum(len(route.counted) for route in result.routes)
    page.wait(f"return document.querySelectorAll('.page-values > g').length === {counted}")
    page.shot("best")


def test_audit_shows_run_and_best_side_by_side(page: Page, corpus: Path) -> None:
    from route_opt.auditing import audit

    file = corpus / "games" / "1846" / "222264.json"
    runs = audit(file).runs
    page.load(file)
    page.sees("#step", "runs")
    page.click("#audit")
    page.element("#runs")
    rows = page.run(
        "return [...document.querySelectorAll('#runs tbody tr')]"
        ".map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    expected = [[str(run.action), run.corporation, str(run.revenue), str(run.best)] for run in runs]
    assert [[row[0], row[1], row[3], row[4]] for row in rows] == expected
    page.click("#runs tbody tr:last-child")
    page.element("#compare-run [data-route]")
    page.element("#compare-best [data-route]")
    assert str(runs[-1].best) in page.text("#compare-best figcaption")
    page.shot("compare")
    page.click("#close-compare")
    page.wait("return !document.querySelector('#board').hidden")


def test_an_illegal_claim_and_its_reason(detroit: Page) -> None:
    page = detroit
    page.click("#tab-setup")
    page.choose("#corporation", "GT")  # it has no token anywhere
    page.click("#tab-claim")
    page.sees("#panel", "click a stop")
    page.on_board("[data-stop='C15.0']")
    page.wait("return document.querySelectorAll('.claim .chip').length === 1")
    page.on_board("[data-stop='D14.0']")
    verdict = page.sees("#verdict", "Not legal")
    assert "token" in verdict
    assert "Rule" in verdict
    page.click("#judge")
    judgement = page.sees("#judgement", "refuted")
    assert "The best possible is 0, proved" in judgement
    page.shot("claim")
    page.click("#undo")
    page.wait("return document.querySelectorAll('.claim .chip').length === 1")


def test_a_legal_claim_against_the_best(detroit: Page) -> None:
    page = detroit
    page.click("#tab-claim")
    page.sees("#panel", "click a stop")
    page.on_board("[data-stop='C15.0']")
    page.wait("return document.querySelectorAll('.claim .chip').length === 1")
    page.on_board("[data-stop='D14.0']")
    page.sees("#verdict", "Legal: pays 60")
    page.click("#judge")
    assert "The declared run stands" in page.sees("#judgement", "60, proved")
    page.element("#show-best")
    page.click("#verdict-only")
    page.sees("#verdict", "Legal: pays 60")
    page.click("#judge")
    page.sees("#judgement", "stands")
    assert page.run("return document.querySelector('#show-best')") is None


def test_of_several_ways_a_hex_says_which(page: Page, corpus: Path) -> None:
    """From Columbus to Cleveland there are two ways; a click on a hex takes the other."""
    page.load(corpus / "games" / "1846" / "3099.json")
    page.sees("#step", "runs")
    page.run(
        "const r = document.querySelector('#steps'); r.value = r.max;"
        "r.dispatchEvent(new Event('change'))"
    )
    back_to(page, 549)
    network = Network(load(f"{corpus / 'games' / '1846' / '3099.json'}@549"))
    taken, other = Links(network).between("G15.0", "E17.0")
    hex_id = min({place.hex for place in other.passed} - {place.hex for place in taken.passed})
    page.click("#tab-claim")
    page.sees("#panel", "click a stop")
    route = "document.querySelector('#board [data-route] path')?.getAttribute('d')"

    def judged_and_drawn() -> str:
        """The way of the route when it has been judged, and the board shows it."""
        page.sees("#verdict", "Legal")
        page.wait("return document.querySelector('#board').ariaBusy !== 'true'")
        return str(page.run(f"return {route}"))

    for number, stop in enumerate(("H12.0", "G13.0", "G15.0", "E17.0"), 1):
        page.on_board(f"[data-stop='{stop}']")
        page.wait(f"return document.querySelectorAll('.claim .chip').length === {number}")
    first = judged_and_drawn()
    page.on_board("[data-stop='E17.0']")
    page.wait("return document.querySelectorAll('.claim .chip').length === 3")
    page.on_board(f"[data-hex='{hex_id}']")
    page.sees(".claim", f"over {hex_id}")
    page.on_board("[data-stop='E17.0']")
    page.wait("return document.querySelectorAll('.claim .chip').length === 5")
    assert judged_and_drawn() != first


def test_no_track_is_told_at_the_route(detroit: Page) -> None:
    page = detroit
    page.click("#tab-claim")
    page.sees("#panel", "click a stop")
    page.on_board("[data-stop='C15.0']")
    page.wait("return document.querySelectorAll('.claim .chip').length === 1")
    page.on_board("[data-stop='G13.0']")
    assert "no track leads from Detroit (C15) to Dayton (G13)" in page.sees("#verdict", "Not legal")


def test_laying_a_tile_changes_the_value(detroit: Page) -> None:
    """Detroit 40 and Toledo 20 are 60; on green, Toledo is worth 30: 70. Undo brings back 60."""
    page = detroit
    assert best(page) == "60: proved"
    page.click("#tab-setup")
    page.on_board("[data-hex='D14'] polygon")
    page.element("#hex button[data-tile^='15@']")
    page.shot("hex")
    page.click("#hex button[data-tile^='15@']")
    page.wait("return document.querySelector('#hex').hidden")
    assert best(page) == "70: proved"
    page.shot("laid")
    page.click("#undo")
    page.wait("return document.querySelector('#best-value').innerText === ''")
    assert best(page) == "60: proved"
    page.click("#redo")
    page.wait("return document.querySelector('#best-value').innerText === ''")
    assert best(page) == "70: proved"


def test_a_city_takes_tokens(detroit: Page) -> None:
    page = detroit
    page.click("#tab-setup")
    page.on_board("[data-stop='D14.0']")
    page.choose("#hex select.token", "PRR")
    page.wait("return document.querySelector('#board [data-stop=\"D14.0\"] .token')")
    page.click("#hex .close")
    assert position(page)["tokens"] == {"C15.0": ["MS"], "D14.0": ["PRR"]}


def test_an_empty_map_to_a_value(page: Page) -> None:
    """1830, by hand: PRR runs from Altoona, 10, to Pittsburgh, 20 on yellow: 30."""
    page.choose("#new-title", "1830")
    page.sees("#panel", "1830")
    page.choose("#corporation", "PRR")
    page.click("#add-train-2")
    page.sees("#panel", "2 ×")
    page.on_board("[data-stop='H12.0']")
    page.choose("#hex select.token", "PRR")
    page.wait("return document.querySelector('#board [data-stop=\"H12.0\"] .token')")
    page.click("#hex .close")
    page.on_board("[data-hex='H10'] polygon")
    page.click("#hex button[data-tile='57@1']")
    page.wait("return document.querySelector('#board [data-track=H10]')")
    assert best(page) == "30: proved"
    found = position(page)
    assert (found["title"], found["corporation"], found["trains"]) == ("1830", "PRR", ["2"])
    assert (found["tiles"], found["tokens"]) == ({"H10": "57@1"}, {"H12.0": ["PRR"]})


def test_what_if_ranks_moves_and_makes_one(detroit: Page, tmp_path: Path) -> None:
    page = detroit
    file = tmp_path / "before.json"
    file.write_text(json.dumps({**DETROIT, "tiles": {"C13": "7@4"}}))
    page.load(file)
    page.wait("return !document.querySelector('#board [data-track=D14]')")
    page.click("#tab-whatif")
    page.click("#rank")
    row = page.sees("#ranking tbody tr", "D14")
    assert row.startswith("+60")
    page.shot("whatif")
    page.click("#ranking tbody tr")
    page.wait("return document.querySelector('#board [data-track=D14]')")
    assert best(page) == "60: proved"


def test_the_link_holds_the_position(detroit: Page, address: str) -> None:
    page = detroit
    page.wait("return location.hash.startsWith('#p=')")
    link = page.run("return location.href")
    page.browser.get("about:blank")
    page.open(link)
    page.sees("#panel", "1846: The Race to the Midwest")
    assert best(page) == "60: proved"
    page.browser.get("about:blank")
    page.open(f"{address}#p=nonsense")
    page.sees("#said", "does not hold a position")


def test_errors_are_sentences_at_their_place(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({**DETROIT, "trains": ["9"]}))
    page.load(file)
    assert "'9' is not a train here" in page.sees("#trouble", "trains[0]")
    page.shot("wrong")
    file.write_text("{")
    page.load(file)
    page.sees("#trouble", "is not JSON")


def test_a_search_shows_how_far_it_is_and_stops(page: Page, tmp_path: Path) -> None:
    from full_boards import endless_board

    file = tmp_path / "hard.json"
    file.write_text(json.dumps(endless_board()))
    page.load(file)
    page.sees("#panel", "1846")
    page.click("#tab-best")
    page.click("#best")
    page.sees("#best-value", "gap")
    page.shot("searching")
    page.click("#stop")
    assert "gap" in page.sees("#best-value", "stopped")
    page.shot("stopped")


def test_pan_and_zoom(page: Page) -> None:
    view = (
        "return document.querySelector('#board svg').getAttribute('viewBox').split(' ').map(Number)"
    )
    before = page.run(view)
    page.click("#zoom-in")
    nearer = page.run(view)
    assert nearer[2] < before[2]
    x, y = page.run(
        "const b = document.querySelector('#board').getBoundingClientRect();"
        "return [b.x + b.width / 2, b.y + b.height / 2]"
    )
    wheel = {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -100}
    page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", wheel)
    page.wait(f"{view.replace('return ', 'return (')})[2] < {nearer[2]}")
    now = page.run(view)
    for kind, dx in (
        ("mousePressed", 0),
        ("mouseMoved", 40),
        ("mouseMoved", 80),
        ("mouseReleased", 80),
    ):
        event = {"type": kind, "x": x + dx, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
        page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    assert page.run(view)[0] < now[0]  # dragged to the right: what lay to the left comes in
    assert page.run("return document.querySelector('#hex').hidden")  # a drag is no click
    page.click("#zoom-fit")
    assert page.run(view) == before


def test_pinch(page: Page) -> None:
    view = (
        "return document.querySelector('#board svg').getAttribute('viewBox').split(' ').map(Number)"
    )
    before = page.run(view)
    x, y = page.run(
        "const b = document.querySelector('#board').getBoundingClientRect();"
        "return [b.x + b.width / 2, b.y + b.height / 2]"
    )
    for kind, apart in (("touchStart", 20), ("touchMove", 50), ("touchMove", 90), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        event = {"type": kind, "touchPoints": points}
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", event)
    assert page.run(view)[2] < before[2]


def test_a_claim_from_a_file_with_a_challenge(page: Page, tmp_path: Path) -> None:
    """The run that was declared stands in the panel; what is held against it is judged with it."""
    file = tmp_path / "claim.json"
    route = {"train": "2", "track": ["C15.0", "C13", "D14.0"]}
    file.write_text(json.dumps({"position": DETROIT, "declared": [route], "challenge": 70}))
    page.load(file)
    page.sees("#verdict", "Legal: pays 60")
    page.sees(".claim", "Toledo")
    chips = page.run(
        "return [...document.querySelectorAll('.claim .chip')].map((c) => c.innerText)"
    )
    assert chips == ["Detroit", "over C13", "Toledo"]
    assert page.run("return document.querySelector('#challenge').value") == "70"
    page.click("#judge")
    judgement = page.sees("#judgement", "stands")
    assert "70" in judgement
    page.choose("#challenge", "2: Detroit, Toledo")
    page.click("#judge")
    page.sees("#judgement", "stands")


def test_a_recorded_run_is_drawn_and_an_action_found(page: Page, corpus: Path) -> None:
    from route_opt import records

    file = corpus / "games" / "1846" / "3099.json"
    run = [run for run in records.runs(file) if len(run.routes) > 1][-1]
    page.load(file)
    page.sees("#step", "runs")
    page.element("#board [data-route]")
    page.choose("#jump", str(run.action))
    page.sees("#step", f"action {run.action} ")
    page.wait(
        f"return document.querySelectorAll('#board [data-route]').length === {len(run.routes)}"
    )
    page.click("#next")
    page.wait("return !document.querySelector('#board [data-route]')")


def test_the_audit_by_loss_and_both_runs_with_their_stops(page: Page, corpus: Path) -> None:
    from route_opt.auditing import audit

    file = corpus / "games" / "1846" / "1846_game_end_reason_all_closed.json"
    runs = audit(file).runs
    worst = max(runs, key=lambda run: run.lost)
    page.load(file)
    page.sees("#step", "runs")
    page.click("#audit")
    page.element("#runs")
    page.click("#by-loss")
    page.element("th[aria-sort='descending']")
    lost = page.run(
        "return [...document.querySelectorAll('#runs tbody tr')]"
        ".map((row) => Number(row.cells[5].innerText || 0))"
    )
    assert lost == sorted((run.lost for run in runs), reverse=True)
    page.click("#runs tbody tr")
    page.element("#compare-best [data-route]")
    for side, routes in (("run", worst.routes), ("best", worst.best_routes)):
        assert len(routes) == page.run(
            f"return document.querySelectorAll('#compare-{side} figcaption .stops').length"
        )
        inside = page.run(
            f"""
            const box = document.querySelector('#compare-{side} .board').getBoundingClientRect();
            const drawn = [...document.querySelectorAll('#compare-{side} [data-route]')];
            return drawn.every((route) => {{
              const r = route.getBoundingClientRect();
              return r.left >= box.left - 1 && r.right <= box.right + 1
                && r.top >= box.top - 1 && r.bottom <= box.bottom + 1;
            }});
            """
        )
        assert inside
    page.shot("by-loss")
    page.click("#close-compare")


def test_what_if_keeps_its_list_and_shows_the_new_run(detroit: Page, tmp_path: Path) -> None:
    """Detroit 40 and Toledo 20 with the tile laid: 60. The list stays, and the next is compared."""
    page = detroit
    file = tmp_path / "before.json"
    file.write_text(json.dumps({**DETROIT, "tiles": {"C13": "7@4"}}))
    page.load(file)
    page.wait("return !document.querySelector('#board [data-track=D14]')")
    page.click("#tab-whatif")
    page.click("#rank")
    page.sees("#ranking tbody tr", "D14")
    page.click("#ranking tbody tr")
    page.sees("#made", "60: proved")
    page.element("#board [data-route]")
    page.sees("#ranking tbody tr.on", "D14")
    page.click("#unmake")
    page.wait("return !document.querySelector('#made') && document.querySelector('#ranking')")


def test_markers_stand_at_names(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "steamboat.json"
    marker = {"kind": "steamboat", "at": "D14", "owner": "MS"}
    file.write_text(json.dumps({**DETROIT, "markers": [marker]}))
    page.load(file)
    page.sees("#panel", "1846: The Race to the Midwest")
    page.wait("return document.querySelector('#board [data-track=D14]')")
    page.click("#tab-setup")
    assert "steamboat MS at Toledo (D14)" in page.sees("#panel", "steamboat")
    offered = page.run(
        "return [...document.querySelectorAll('#marker-at option')].map((o) => o.innerText)"
    )
    assert offered == ["Chicago (D6)", "St. Louis (I1)"]  # where the first kind may stand


def test_a_damaged_record_is_shown_as_far_as_it_goes(
    page: Page, corpus: Path, tmp_path: Path
) -> None:
    document = json.loads((corpus / "games" / "1846" / "3099.json").read_text())
    lays = [row for row in document["actions"] if row["type"] == "lay_tile"]
    del lays[9]["tile"]
    number = lays[9]["id"]
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(document))
    page.load(file)
    page.sees("#step", "runs")
    page.choose("#jump", str(number))
    page.sees("#odd", f"Action {number} ")
    page.shot("damaged")


@pytest.mark.parametrize("browser", ["desktop"], indirect=True, scope="module")
def test_the_board_by_keyboard(detroit: Page) -> None:
    """Hexes take the focus and have names; the arrows go from one to the next, Enter opens it."""
    page = detroit
    page.click("#tab-setup")
    page.keys_to("#board [data-hex]")
    page.keys("ArrowRight", "ArrowDown")
    name = page.run("return document.activeElement.getAttribute('aria-label')")
    assert name.split()[0] == page.run("return document.activeElement.dataset.hex")
    page.keys("Enter")
    page.sees("#hex", name.split()[0])
    page.keys("Escape")
    page.wait("return document.querySelector('#hex').hidden")
