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
from tests.service.browser.site.conftest import hosted
from tests.service.browser.site.stored_phone import HOME, stored_phone, without_threads
from tests.service.page.jobs import API
from tests.service.page.phone import only_ours, play, text_of

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


WARM = """async () => {
  const site = document.querySelector('meta[name=rackcheck-site]').content;
  const { warm } = await import(`./${site}/page/js/local/begin.js`);
  await warm;
}"""
"""Wait until everything that a photo needs has loaded: no server would send it later."""


@pytest.fixture(scope="module")
def phone(site: Site, browser: Browser, profile: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that has stored the page, and the address, where no server answers any more."""
    with hosted(site.folder.parents[1]) as host, stored_phone(browser, profile, host.address) as context:
        page = context.new_page()
        page.add_init_script(f"{STANDING_IN}; keep();")
        without_threads(page)
        page.goto(HOME)
        page.evaluate(WARM)
        host.gone = True
        context.set_offline(True)
        yield context, HOME


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
