"""What the book could not do is told where a person asked for it, and nothing that was said is lost by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.evening import begin, open_game, post
from tests.service.page.phone import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

BROKEN: Any = {"status": 500, "json": {"error": {"code": "io-error", "message": "the disk is broken", "where": "x"}}}
RULING = "Mah Jongg was called in error"


@pytest.fixture
def game(server: Server) -> str:
    """A game of the book."""
    return begin(server, title="Troubled")


@pytest.fixture
def book(page: Page, game: str) -> Page:
    """The page with that game open."""
    page.goto(f"{page.url}#book")
    page.reload()
    open_game(page, game)
    return page


def test_what_an_open_game_is_refused_is_told_there(book: Page, server: Server, game: str) -> None:
    """A code to join that cannot be made, and a game that cannot be read again: both are said, until it works."""
    told = book.locator("#book-table").get_by_role("alert")
    book.route("**/api/v1/join", lambda route: route.fulfill(**BROKEN))
    book.get_by_role("button", name="Let another phone join").click()
    told.get_by_text("The disk is broken").wait_for()
    book.unroute("**/api/v1/join")
    book.get_by_role("button", name="Let another phone join").click()
    told.wait_for(state="detached")
    book.keyboard.press("Escape")
    book.route("**/chart", lambda route: route.fulfill(**BROKEN))
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    told.get_by_text("The disk is broken").wait_for()
    book.unroute("**/chart")
    # The connection comes back: the game is read again though nothing has been entered since.
    book.evaluate("window.dispatchEvent(new Event('online'))")
    told.wait_for(state="detached")
    text_of(book, "book-table", "Wall game")
