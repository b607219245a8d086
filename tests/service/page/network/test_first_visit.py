"""Test the page where one of its files does not come on a first visit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.service.running_server import Server

NOTHING = """new Promise((done) => document.head.append(
  Object.assign(document.createElement("script"), { src: "/nothing.js", onerror: done })))"""
"""Add a script that does not come."""

LINKS = "#views a"
"""What only the page's script draws."""


@pytest.fixture
def first(browser: Browser) -> Iterator[Page]:
    """A phone that has never opened the page, with a clock that the test moves on."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def _missing(page: Page, file: str) -> list[str]:
    """Let a file not come; return the list in which each request for it is noted."""
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, body="busy")

    page.route(f"**/{file}", busy)
    return asked


def test_a_page_without_its_script_is_opened_again_more_and_more_seldom(first: Page, server: Server) -> None:
    """The page opens itself again after 3, 9, 27 and 81 seconds and no more, and says what to do."""
    asked = _missing(first, "main.js")
    first.goto(server.address)
    for count, seconds in enumerate((3, 9, 27, 81), 1):
        first.clock.run_for((seconds - 1) * 1000)
        assert (len(asked), first.locator("#unloaded").is_visible()) == (count, count > 1)
        with first.expect_navigation():
            first.clock.run_for(1000)
    first.clock.run_for(3_600_000)
    assert len(asked) == 5
    assert "Check the connection" in first.locator("#unloaded").inner_text()
    first.unroute_all()
    first.get_by_role("link", name="try again").click()
    first.locator(LINKS).first.wait_for()
    assert first.locator("#unloaded").count() == 0
    # Tries are counted anew from a page that came.
    _missing(first, "main.js")
    first.reload()
    with first.expect_navigation():
        first.clock.run_for(3000)


def test_a_page_that_came_after_all_is_not_opened_again(first: Page, server: Server) -> None:
    """A script that came late and began the page keeps what the player has typed since."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    first.route("**/main.js", hold)
    first.goto(server.address, wait_until="commit")
    first.locator("#unloaded").wait_for(state="attached")
    first.evaluate(NOTHING)
    held[0].continue_()
    first.locator(LINKS).get_by_text("Disputes").click()
    field = first.locator("#dispute input").first
    field.fill("too many til")
    first.clock.run_for(600_000)
    assert field.input_value() == "too many til"


def test_a_stylesheet_that_did_not_come_is_asked_for_again(first: Page, server: Server) -> None:
    """A stylesheet that did not come comes by itself, and the page is not opened again."""
    asked = _missing(first, "tiles.css")
    first.goto(server.address)
    first.locator(LINKS).first.wait_for()
    opened = first.evaluate("performance.timeOrigin")
    while len(asked) < 3:
        first.clock.run_for(1000)
    first.unroute_all()
    while not first.evaluate("[...document.styleSheets].some(({ href }) => href?.endsWith('tiles.css'))"):
        first.clock.run_for(1000)
    assert first.evaluate("performance.timeOrigin") == opened
