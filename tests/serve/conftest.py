"""A table and a browser that looks at it, for the tests of a game led from the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import SIZES, Page, chromium
from table_server import TableServer, table_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    with table_server("--games", str(tmp_path_factory.mktemp("games"))) as found:
        yield found


@pytest.fixture(scope="module", params=list(SIZES))
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    with chromium(request.param, tmp_path_factory.mktemp("browser")) as page:
        yield page


@pytest.fixture
def page(browser: Page, server: TableServer) -> Iterator[Page]:
    """The page without complaints, without asking anything of others, never wider than itself."""
    browser.browser.get("about:blank")
    browser.complaints()
    yield browser
    width, shown = browser.run(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width <= shown
    # A refused question is a status the browser notes; everything else is a defect.
    assert [text for text in browser.complaints() if "status of 400" not in text] == []
    assert browser.requests() <= {server.address.split("/")[2]}


@pytest.fixture(scope="module")
def record(corpus: Path) -> Path:
    return sorted((corpus / "games" / "1830").glob("*.json"))[0]
