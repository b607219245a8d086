"""Test download links whose file is gone, or whose server does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.service.page.evening import begin, open_game
from tests.service.page.phone import text_of
from tests.service.running_server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.service.running_server import Server


def test_a_file_of_a_server_that_stopped_is_not_saved(browser: Browser) -> None:
    """Without the server a tap on CSV says why there is no file, in view; the page stays, and so does the game."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    with running_server() as server:
        game = begin(server, title="Files of an evening")
        page.goto(f"{server.address}#book")
        open_game(page, game)
        link = page.locator("#book-end").get_by_role("link", name="CSV")
        with page.expect_download() as saved:
            link.click()
        assert saved.value.suggested_filename == f"rackcheck-{game}.csv"
        assert "Ann" in saved.value.path().read_text("utf-8")
    address = page.url
    link.click()
    assert "does not answer" in text_of(page, "local", "The file was not saved.")
    assert page.locator("#local p").evaluate("(one) => one.getBoundingClientRect().top >= 0")
    assert page.url == address
    assert link.get_attribute("href") == f"/api/v1/games/{game}/export.csv"  # for a long press
    page.locator("#local").get_by_role("button", name="Close").click()
    page.locator("#local").wait_for(state="hidden")
    page.close()


def test_a_log_in_page_is_saved_as_no_file(page: Page, server: Server) -> None:
    """Where a network answers with the page on which one logs in, no file is saved: the page of Rackcheck says so."""
    game = begin(server, title="A hotel's network")
    page.goto(f"{server.address}#book")
    open_game(page, game)
    saved: list[str] = []
    page.on("download", lambda found: saved.append(found.suggested_filename))
    for asked in ("games/*/export.csv", "copy"):
        page.route(f"**/api/v1/{asked}", lambda route: route.fulfill(content_type="text/html", body="<h1>Log in</h1>"))
    page.locator("#book-end").get_by_role("link", name="CSV").click()
    text_of(page, "local", "cannot be read")
    page.get_by_role("button", name="Save a copy").click()
    text_of(page, "whole-copy", "cannot be read")
    assert saved == []


def test_the_files_of_a_game_that_is_gone_are_not_saved(page: Page, server: Server) -> None:
    """Once the book has lost the game, a tap on JSON says so; the page shows what it knows, without the links."""
    game = begin(server, title="An evening without files")
    page.goto(f"{server.address}#book")
    open_game(page, game)
    page.locator("#book-end").wait_for()
    lost = {"error": {"code": "unknown-game", "message": "there is no such game", "where": "game"}}
    asked: list[str] = []

    def lose_the_game(route: Route) -> None:
        """Answer for a book that loses the game as its file is asked for: what the page still loads meets the game."""
        asked.append(route.request.url)
        if any(address.endswith("/export.json") for address in asked):
            route.fulfill(status=404, json=lost)
        else:
            route.fallback()

    page.route(f"**/api/v1/games/{game}**", lose_the_game)
    page.route(f"**/api/v1/games/{game}/**", lose_the_game)
    link = page.locator("#book-end").get_by_role("link", name="JSON")
    link.press("Enter")
    text_of(page, "local", "The book no longer has this game.")
    page.get_by_role("heading", name="An evening without files is no longer in the book").wait_for()
    link.wait_for(state="detached")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_file_of_a_set_that_is_gone_is_not_saved(page: Page) -> None:
    """Once another phone has forgotten the set, a tap on its file says so, and the list of sets lacks it."""
    mine = {"set": "Ivory", "reader": "", "renewed_from": None}
    page.route("**/api/v1/sets", lambda route: route.fulfill(json={"sets": [mine], "default": None}))
    page.reload()
    page.get_by_label("Your set").select_option(label="Ivory")
    link = page.locator("[data-key=set-file]")
    link.wait_for()
    page.unroute("**/api/v1/sets")
    link.click()
    text_of(page, "local", "This set is not there any more")
    link.wait_for(state="detached")
    assert "The set Ivory is not there any more" in page.locator("#photo").get_by_role("alert").inner_text()
