"""A real browser for the tests of the page: Chromium without a window, on this machine only."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SIZES = {"desktop": (1280, 860), "phone": (390, 844)}


@contextlib.contextmanager
def served(program: str, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The ``serve`` of a program, a process of its own on a free port; gives its address too."""
    command = [sys.executable, "-c", program, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        found = None
        while found is None:
            line = process.stderr.readline()
            assert line, "the server did not start"
            found = re.search(r"http://\S+/", line)
        # What it says afterwards is read, too: a full pipe would stop it.
        rest = threading.Thread(target=process.stderr.read)
        rest.start()
        try:
            yield process, found[0]
        finally:
            process.terminate()
            process.wait(20)
            rest.join()
    finally:
        process.kill()
        process.wait(20)
        process.stderr.close()


@contextlib.contextmanager
def server(*arguments: str) -> Iterator[str]:
    """A server of our own; gives its address."""
    with served("from route_opt.cli import run; run()", *arguments) as (_, address):
        yield address


@contextlib.contextmanager
def chromium(size: str, folder: Path) -> Iterator[Page]:
    """A browser window of a size; the test is skipped where there is no Chromium."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not binary or not driver:
        pytest.skip("chromium and chromedriver are not installed: the page is not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    width, height = SIZES[size]
    for flag in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={max(width, 500)},{height}",
    ):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
    try:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        metrics["mobile"] = size == "phone"
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        if size == "phone":
            browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        yield Page(browser, size)
    finally:
        browser.quit()


class Page:
    """The page as somebody uses it: what can be seen, clicked and read."""

    def __init__(self, browser: Any, size: str) -> None:
        self.browser, self.size = browser, size

    def open(self, address: str) -> None:
        self.browser.get(address)
        self.wait("return document.querySelector('#board [data-hex]') !== null")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.browser.execute_script(script, *arguments)

    def wait(self, script: str, seconds: float = 20) -> Any:
        """Wait until a script gives something true, and give that."""
        end = time.monotonic() + seconds
        while True:
            found = self.run(script)
            if found:
                return found
            assert time.monotonic() < end, f"waited in vain for: {script}\n{self.text('body')}"
            time.sleep(0.05)

    def element(self, selector: str) -> Any:
        self.wait(f"return document.querySelector({selector!r})")
        return self.browser.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        return str(
            self.wait(f"return document.querySelector({selector!r})?.innerText || ' '")
        ).strip()

    def sees(self, selector: str, words: str) -> str:
        """Wait until an element shows some words, and give all that it showed then."""
        return str(
            self.wait(
                f"""
                const text = document.querySelector({selector!r})?.innerText;
                return text?.includes({words!r}) ? text || " " : null;
                """
            )
        ).strip()

    def click(self, selector: str) -> None:
        """Click on an element that can be seen and is not covered."""
        self.click_found(f"return document.querySelector({selector!r})")

    def click_found(self, script: str) -> None:
        """Click on what a script finds, once it stays where it is and nothing is under way."""
        seen, place = None, None
        while place is None or place != seen:
            seen = place
            place = self.wait(
                f"""
                const e = (() => {{ {script} }})();
                if (!e || e.disabled || document.querySelector("[aria-busy=true]")) return null;
                e.scrollIntoView({{block: "nearest"}});
                const b = e.getBoundingClientRect();
                const at = [b.x + b.width / 2, b.y + b.height / 2];
                const top = document.elementFromPoint(...at);
                return e === top || e.contains(top) ? at : null;
                """
            )
        self.press(*place)

    def on_board(self, selector: str) -> None:
        """Click where the middle of an element of the picture is on the screen."""
        self.element(f"#board {selector}")
        x, y = self.run(
            "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]",
            f"#board {selector}",
        )
        self.press(x, y)

    def press(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def keys(self, *names: str) -> None:
        """Press keys, one after another: ``Tab``, ``Enter``, ``Control+z``."""
        from selenium.webdriver import ActionChains, Keys

        special = {"Tab": Keys.TAB, "Enter": Keys.ENTER, "Escape": Keys.ESCAPE}
        special |= {"ArrowDown": Keys.ARROW_DOWN, "ArrowUp": Keys.ARROW_UP}
        special |= {"ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT}
        for name in names:
            chain = ActionChains(self.browser, duration=0)
            *held, key = name.split("+")
            for _ in held:
                chain.key_down(Keys.CONTROL)
            chain.send_keys(special.get(key, key))
            for _ in held:
                chain.key_up(Keys.CONTROL)
            chain.perform()

    def keys_to(self, selector: str) -> None:
        """Press Tab until the focus has come to an element."""
        for _ in range(60):
            if self.run(f"return document.activeElement.matches({selector!r})"):
                return
            self.keys("Tab")
        raise AssertionError(f"the keyboard does not come to {selector}")

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list, as its keyboard does."""
        found = self.wait(
            f"""
            const e = document.querySelector({selector!r});
            if (!e) return null;
            e.value = {value!r};
            e.dispatchEvent(new Event("change"));
            return e.value || " ";
            """
        )
        assert found in (value, " "), f"{selector} has no {value}"

    def load(self, file: Path) -> None:
        self.element("#file").send_keys(str(file))

    def shot(self, name: str) -> None:
        """Keep a picture of the page, where ROUTE_OPT_SHOTS names a folder."""
        folder = os.environ.get("ROUTE_OPT_SHOTS")
        if folder:
            self.browser.save_screenshot(str(Path(folder) / f"{name}-{self.size}.png"))

    def complaints(self) -> list[str]:
        """What the browser's console says of errors."""
        return [
            row["message"] for row in self.browser.get_log("browser") if row["level"] == "SEVERE"
        ]

    def requests(self) -> set[str]:
        """The hosts the page has asked anything of."""
        import json

        found = set()
        for row in self.browser.get_log("performance"):
            message = json.loads(row["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                address = message["params"]["request"]["url"]
                if address.startswith("http"):
                    found.add(address.split("/")[2])
        return found
