"""Fixtures of the page's tests: one server and data folder, one browser a file, a new profile for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.page.phone import chromium, only_ours, play, text_of
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


FEATURES = (
    "CrossOriginOpenerPolicy",
    # Of the list that Playwright gives, and that this one replaces, what a browser without windows has:
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsUpgrades",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""Features that Chromium leaves out.

With the first one it would start a second process for each new page, to open the server's address apart from the empty
page; `tests/service/hostile` checks the header, and the phone edition's tests keep the feature.
"""


# One browser a file: Playwright keeps an event loop running in its thread, which other tests must not meet.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with chromium(f"--disable-features={','.join(FEATURES)}") as found:
        yield found


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's data folder."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def sets(data: Path) -> TileSetStore:
    """The server's taught tile sets, without those that other tests left."""
    found = TileSetStore(sets_folder(data), files=False)
    for name in found.names():
        found.delete(name)
    return found


@pytest.fixture(scope="session")
def server(data: Path) -> Iterator[Server]:
    """A server; tests begin their own games in it and teach their own tile sets."""
    with running_server(environment={"RACKCHECK_DATA_DIR": str(data)}) as found:
        yield found


def _close(context: BrowserContext) -> None:
    """Close a browser; a route that answers a request nobody waits for any more faults no later test."""
    for one in context.pages:
        one.unroute_all(behavior="ignoreErrors")
    context.close()


@pytest.fixture
def page(browser: Browser, server: Server, sets: TileSetStore) -> Iterator[Page]:
    """The page on a phone; the test fails on a page error or a request to another machine.

    It opens after `sets`, so that it knows no tile set of another test.
    """
    context = browser.new_context(viewport={"width": 390, "height": 844})
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("request", lambda request: only_ours(request.url, server.address, faults))
    found.goto(server.address)
    yield found
    _close(context)
    assert faults == []


@pytest.fixture
def windows(browser: Browser) -> Iterator[BrowserContext]:
    """A browser for several windows; the test fails on an error in one of them."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    faults: list[str] = []
    context.on("weberror", lambda found: faults.append(str(found.error)))
    yield context
    _close(context)
    assert faults == []


@pytest.fixture(scope="module")
def kept(browser: Browser, server: Server) -> str:
    """The page's browser storage after a game that was entered by hand once."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(server.address)
    play(page)
    text_of(page, "money", "Together")
    found = str(page.evaluate("localStorage.getItem('rackcheck.1')"))
    context.close()
    return found
