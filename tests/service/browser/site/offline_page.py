"""Fixtures for tests of the page on a phone that opened it once and has lost its server since.

One page starts Python and answers all others (`standing_in.js`), so no test has to start Python itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.browser.site.build import Site
from tests.service.browser.site.conftest import prepared, served
from tests.service.page.jobs import API
from tests.service.page.phone import PATIENT, only_ours, play, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

STARTS = (
    "test_everything_survives_a_reload",
    "test_after_a_reload_the_back_button_leaves_the_part",
    "test_the_photo_of_a_win_opens_again_from_its_entry",
)
"""Tests of what survives a reload: from the reload on they start Python themselves.

Until then, and in all other tests, the Python that was started first answers.
"""

STANDING_IN = (Path(__file__).parent / "standing_in.js").read_text("utf-8")

FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
}"""
"""Forget what the page stored about a hand; the program itself stays stored, as on a phone."""


FORGET_SETS = f"""async () => {{
  const {{ answered }} = await {API};
  for (const {{ name }} of (await (await answered("/api/v1/sets")).json()).sets) {{
    await answered("/api/v1/sets/" + encodeURIComponent(name), {{ method: "DELETE" }});
  }}
}}"""


def begin_anew(page: Page, address: str) -> None:
    """Open the page as a person who never entered anything."""
    # No script of the page runs at this address; one would write its state again.
    page.goto(f"{address}manifest.webmanifest")
    page.evaluate(FORGET)
    page.goto(address)
    page.locator("#local").wait_for(state="hidden")  # its status line moves the elements below it


@pytest.fixture(scope="module")
def phone(site: Site, browser: Browser) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that opened the page once, and the address, where no server answers any more."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    context.set_default_timeout(PATIENT)
    with served(site.folder) as address:
        page = context.new_page()
        page.add_init_script(f"{STANDING_IN}; keep();")
        page.goto(address)
        text_of(page, "local", "Stored on this phone")
    # Until there is a snapshot, each page that opens would start a Python of its own to make one.
    prepared(page)
    context.set_offline(True)
    yield context, address
    context.close()


def opened(context: BrowserContext, *, once: bool = False) -> Page:
    """Open a new page that the running Python answers; with `once` only until the page reloads."""
    page = context.new_page()
    page.add_init_script(f"{STANDING_IN}; use({{ once: {json.dumps(once)} }});")
    return page


@pytest.fixture
def page(request: pytest.FixtureRequest, phone: tuple[BrowserContext, str]) -> Iterator[Page]:
    """The page without a network, as a new user sees it."""
    context, address = phone
    found = opened(context, once=request.function.__name__ in STARTS)
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("request", lambda request: only_ours(request.url, address, faults))
    begin_anew(found, address)
    yield found
    found.close()
    assert faults == []


@pytest.fixture(scope="module")
def kept(phone: tuple[BrowserContext, str]) -> str:
    """The page's browser storage after a game that was entered by hand once."""
    context, address = phone
    page = opened(context)
    begin_anew(page, address)
    play(page)
    text_of(page, "money", "Together")
    found = str(page.evaluate("localStorage.getItem('rackcheck.1')"))
    page.close()
    return found


@pytest.fixture
def sets(page: Page) -> None:
    """Delete the taught tile sets that other tests left."""
    page.get_by_text("Choose a photo").wait_for()  # Python answers only after the page is drawn
    page.evaluate(FORGET_SETS)
