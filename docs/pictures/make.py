"""The pictures of the README and the site, made anew: `python docs/pictures/make.py`.

A solved board is drawn by our own command; the page is looked at in Chromium without a window.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
TESTS = HERE.parents[1] / "tests"
sys.path += [str(TESTS), str(TESTS / "serve")]

from browser import Page, chromium, server  # noqa: E402
from table_server import table_server  # noqa: E402

import corpus  # noqa: E402

MOMENT = "games/1846/3099.json@488"
"""Late in a game: two trains with long runs."""
AT = 370
"""An action of the same game before which the table is shown: a corporation lays track."""


def main() -> None:
    """Make them all."""
    corpora = corpus.folder()
    record, _, action = str(corpora / MOMENT).partition("@")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        position = folder / "position.json"
        route_opt("best", f"{record}@{action}", "--save", str(position))
        route_opt("best", str(position), "--svg", str(HERE / "board.svg"))
        for size, picture in (("desktop", "page.png"), ("phone", "phone.png")):
            with server() as address, chromium(size, folder / size) as page:
                page.open(address)
                page.load(position)
                page.click("#tab-best")
                page.click("#best")
                page.sees("#best-value", "proved")
                page.wait("return document.querySelector('#board [data-route]') !== null")
                keep(page, HERE / picture)
        with table_server(record, "--at", str(AT)) as table, chromium("desktop", folder) as page:
            page.browser.get(table.address)
            page.wait("return document.querySelector('#occasion') !== null")
            page.wait("return document.querySelector('[aria-busy=true]') === null")
            keep(page, HERE / "table.png")


def route_opt(*arguments: str) -> None:
    """Run our own command."""
    program = "from route_opt.cli import run; run()"
    subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True)


def keep(page: Page, file: Path) -> None:
    """Save what can be seen, in as few bytes as the picture allows."""
    page.wait("return document.querySelector('#board [data-hex]') !== null")
    page.wait("return document.querySelector('#board [data-track]') !== null")
    page.wait("return document.getAnimations().every((one) => one.playState !== 'running')")
    page.browser.save_screenshot(str(file))
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE).save(file, optimize=True)


if __name__ == "__main__":
    main()
