"""Test a book that lost entries or is read-only: the page says so, says what to do, and offers no entry forms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import begin, open_game, post
from tests.service.page.phone import SIDEWAYS
from tests.service.running_server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.service.running_server import Server


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A small phone."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    yield page
    context.close()


def test_a_lost_book_is_told_on_the_page(phone: Page, tmp_path: Path) -> None:
    """The top of the page says what is missing and how to restore it; nobody can begin a new game in its place."""
    place = {"RACKCHECK_DATA_DIR": str(tmp_path)}
    with running_server(environment=place) as server:
        game = begin(server)
        post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    book = tmp_path / "book.sqlite3"
    book.write_bytes(b"")
    for more in ("-wal", "-shm"):
        book.with_name(f"{book.name}{more}").unlink(missing_ok=True)
    with running_server(environment=place) as server:
        phone.goto(f"{server.address}#book")
        phone.get_by_role("heading", name="Entries of the book are lost").wait_for()
        assert "rackcheck game restore" in phone.locator("#book-fault").get_by_role("alert").inner_text()
        assert phone.get_by_role("button", name="Begin the game").count() == 0
        assert phone.locator("#book-start").is_hidden()
        assert not phone.evaluate(SIDEWAYS)
        assert faults_of(phone) == []
        phone.get_by_role("link", name="Scan").click()
        # The page still judges racks.
        phone.get_by_role("button", name="Enter the tiles by hand").wait_for()


def test_a_book_that_can_only_be_read_is_read(phone: Page, server: Server) -> None:
    """A read-only book shows its games and entries; entry forms appear once it takes entries again."""
    game = begin(server, title="Read")
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    fault = {"code": "read-only", "message": "the book can be read, and nothing be entered", "where": "book"}

    def told(route: Route) -> None:
        found: dict[str, Any] = route.fetch().json()
        route.fulfill(json=found | {"fault": fault})

    phone.route("**/api/v1/games?*", told)
    phone.goto(f"{server.address}#book")
    phone.get_by_role("heading", name="The book can only be read").wait_for()
    phone.get_by_text("The book can be read, and nothing be entered.").wait_for()
    assert phone.get_by_role("button", name="Begin the game").count() == 0
    open_game(phone, game)
    phone.locator("#book-history", has_text="Wall game").wait_for()
    assert phone.get_by_role("button", name="Win by hand").count() == 0
    assert phone.get_by_role("button", name="Undo: Wall game: nobody won").is_disabled()
    assert faults_of(phone) == []
    phone.unroute("**/api/v1/games?*")
    phone.get_by_role("button", name="Look again").click()
    phone.get_by_role("button", name="Win by hand").wait_for()
    assert phone.locator("#book-fault").is_hidden()


def test_the_list_counts_the_games_that_cannot_be_opened(phone: Page, server: Server) -> None:
    """A game of a damaged beginning is counted below the games that can be opened."""
    begin(server, title="Sound")

    def told(route: Route) -> None:
        found: dict[str, Any] = route.fetch().json()
        route.fulfill(json=found | {"damaged": ["aaa"]})

    phone.route("**/api/v1/games?*", told)
    phone.goto(f"{server.address}#book")
    phone.get_by_role("alert").filter(has_text="One game is damaged and cannot be opened").wait_for()
    assert phone.locator("#book-start").get_by_text("Sound").count() == 1


def test_a_saved_copy_says_which_games_it_leaves_out(phone: Page, server: Server) -> None:
    """Where games are damaged, the page that saves a copy of everything says how many are not in it."""
    phone.route("**/api/v1/copy", lambda route: route.fulfill(json={"games": [], "damaged": ["aaa", "bbb"]}))
    phone.goto(f"{server.address}#book")
    phone.get_by_role("button", name="Save a copy").click()
    phone.get_by_role("alert").filter(has_text="2 games of the book are damaged and are not in it.").wait_for()
