"""Everything that is written can be read: on the page and in its pictures, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Page
from table_page import PLAYERS, moment, open_record, show
from table_server import TableServer

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")

import whole_game
from operating_round.actions import Dividend, Lay, Run
from whole_game.data import titles as playable
from whole_game.policy import find_policy, play

FAINT = r"""
const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
const light = (colour) => {
  const [x, y, z] = colour.map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const over = ([r, g, b, a = 1], shown, under) =>
  [r, g, b].map((v, n) => v * a * shown + under[n] * (1 - a * shown));
const opacity = (e) =>
  (e instanceof Element ? getComputedStyle(e).opacity * opacity(e.parentNode) : 1);
const brightness = (e) => {
  if (!(e instanceof Element)) return 1;
  const own = /brightness\(([\d.]+)\)/.exec(getComputedStyle(e).filter);
  return (own?.[1] ?? 1) * brightness(e.parentNode);
};
const dimmed = (e, [r, g, b, a = 1]) => [...[r, g, b].map((v) => v * brightness(e)), a];
const laidOver = (layers) =>
  layers.reduce((under, [colour, shown]) => over(colour, shown, under), [255, 255, 255]);

/** What is behind an element of the page. */
const ground = (e) => {
  const layers = [];
  for (; e; e = e.parentElement) layers.unshift([parse(getComputedStyle(e).backgroundColor), 1]);
  return laidOver(layers);
};
/** What is drawn at a point of a picture before some words; by night land and spaces are dimmed. */
const drawn = (words, x, y) => {
  const picture = words.closest("svg");
  const layers = [[ground(picture), 1]];
  for (const [e, box] of shapes(picture)) {
    if (x < box.x - 5 || x > box.right + 5 || y < box.y - 5 || y > box.bottom + 5) continue;
    if (e.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_PRECEDING) break; // drawn later
    const style = getComputedStyle(e);
    const at = new DOMPoint(x, y).matrixTransform(e.getScreenCTM().inverse());
    const part = style.stroke !== "none" && e.isPointInStroke(at) ? "stroke"
      : style.fill !== "none" && e.isPointInFill(at) ? "fill" : null;
    if (!part) continue;
    layers.push([dimmed(e, parse(style[part])), opacity(e) * style[`${part}Opacity`]]);
  }
  return laidOver(layers);
};
const known = new Map();
const shapes = (picture) => {
  if (!known.has(picture)) {
    const all = [...picture.querySelectorAll("*")].filter((e) => e instanceof SVGGeometryElement);
    known.set(picture, all.map((e) => [e, e.getBoundingClientRect()]));
  }
  return known.get(picture);
};

const faint = [];
let words = 0;
const look = (e, ink, below) => {
  words += 1;
  const [one, other] = [light(over(ink, opacity(e), below)), light(below)];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (ratio >= 4.5) return;
  const what = `${ink} on ${below.map(Math.round)}`;
  faint.push(`${e.textContent.slice(0, 40)}: ${ratio.toFixed(2)}, ${what}`);
};
for (const e of document.querySelectorAll("header *, #tabs *, #views *, #panel *, #sheet *")) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !e.checkVisibility() || e.disabled || e.closest("svg, [disabled]")) continue;
  look(e, parse(getComputedStyle(e).color), ground(e));
}
const picture = document.querySelector("#sheet").hidden ? "#board" : "#sheet";
for (const e of document.querySelectorAll(`${picture} svg text`)) {
  const box = e.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const crossed = e.closest(".token[opacity]"); // out of the game
  if (!e.checkVisibility() || crossed) continue;
  const { fill, stroke } = getComputedStyle(e);
  const below = stroke === "none" ? drawn(e, x, y) : dimmed(e, parse(stroke)).slice(0, 3);
  look(e, dimmed(e, parse(fill)), below);
}
return words > 30 ? faint : [`only ${words} words`];
"""


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest, page: Page) -> Iterator[str]:
    features = [{"name": "prefers-color-scheme", "value": request.param}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    yield request.param
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def read(page: Page, server: TableServer) -> None:
    """Every sheet of the game as it lies there."""
    show(page, server)
    for view in ("board", "market", "companies", "players"):
        page.click(f"#view-{view}")
        page.wait("return !document.querySelector('[aria-busy=true]')")
        assert page.run(FAINT) == [], view


def test_words_can_be_read_by_day_and_by_night(
    page: Page, server: TableServer, record: Path, scheme: str
) -> None:
    """Every word stands out from what is behind it by 4.5 to 1 at least."""
    for kind in (Lay, Run, Dividend):
        open_record(server, record, moment(record, kind))
        read(page, server)
    background = page.run("return getComputedStyle(document.documentElement).backgroundColor")
    assert (int(background.split("(")[1].split(",")[0]) < 128) == (scheme == "dark")


@pytest.mark.parametrize("browser", ["desktop"], indirect=True, scope="module")
def test_the_words_of_every_title(page: Page, server: TableServer, scheme: str) -> None:
    """A beginning and a later moment of each: its tokens, tiles, spaces and cards."""
    for title in playable():
        game = whole_game.new_game(title, PLAYERS, seed=5)
        for most in (0, 200):
            later = play(game, find_policy("steady", 0), most=most)
            server.post("open", document=later.document(), name=title)
            read(page, server)
