"""Test failed requests of the book: the page reports each where it was made, and keeps what the person typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.evening import begin, entries, post, show_game
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import choose, text_of

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
    show_game(page, game)
    return page


def test_what_an_open_game_is_refused_is_told_there(book: Page, server: Server, game: str) -> None:
    """A failed join code and a failed reload of the game each show an error until they work."""
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
    # Once the connection is back the page reloads the game, though nobody has entered anything.
    book.evaluate("window.dispatchEvent(new Event('online'))")
    told.wait_for(state="detached")
    text_of(book, "book-table", "Wall game")


def test_an_open_game_that_did_not_load_is_loaded_again(book: Page, server: Server, game: str) -> None:
    """What another phone has entered shows by itself once the machine answers again, though nothing else happens."""
    told = book.locator("#book-table").get_by_role("alert")
    book.clock.install()
    book.route("**/chart", lambda route: route.abort("connectionreset"))
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    told.get_by_text("does not answer").wait_for()
    book.unroute("**/chart")
    book.clock.run_for(5000)
    told.wait_for(state="detached")
    text_of(book, "book-table", "Wall game")


def _penalty(book: Page) -> None:
    """Choose a ruling and fill in one fact, without entering it."""
    book.get_by_role("button", name="Penalty").click()
    book.get_by_label("What happened?").select_option(label=RULING)
    book.get_by_label("Who called").select_option(label="Dee")


def test_a_penalty_begun_before_a_reload_is_entered_after_it(book: Page, server: Server, game: str) -> None:
    """A penalty form survives a reload; until the rules load it can enter nothing and keeps what was typed."""
    _penalty(book)
    held = HeldRequests(book, "**/api/v1/rulings?*")
    book.reload()
    wanted = book.locator("#form-wanted")
    wanted.get_by_text("The rules are not here yet").wait_for()
    book.get_by_role("button", name="Enter it").click()
    assert book.locator("#book-form").is_visible()
    held.wait()
    held.answer(0)
    wanted.get_by_text("Ready to be entered").wait_for()
    assert book.get_by_label("Who called").input_value() == "Dee"
    book.get_by_role("button", name="Enter it").click()
    book.locator("#book-history .entry").wait_for()
    (entry,) = entries(server, game)
    assert entry["question"]["outcome"]["declarer"] == "Dee"


def test_rules_that_do_not_come_are_asked_for_again(book: Page, server: Server, game: str) -> None:
    """If the rules fail to load, the penalty form says so and retries at a tap; an agreed payment needs no rules."""
    book.route("**/api/v1/rulings?*", lambda route: route.fulfill(**BROKEN))
    book.get_by_role("button", name="Penalty").click()
    form = book.locator("#book-form")
    form.get_by_role("alert").get_by_text("The disk is broken").wait_for()
    book.get_by_label("What happened?").select_option(label="A payment the table agreed on")
    assert "who pays whom" in book.locator("#form-wanted").inner_text()
    book.unroute("**/api/v1/rulings?*")
    form.get_by_role("button", name="Try again").click()
    book.get_by_label("What happened?").select_option(label=RULING)
    book.get_by_label("Who called").select_option(label="Dee")
    book.get_by_role("button", name="Enter it").click()
    book.locator("#book-history .entry").wait_for()
    assert [entry["kind"] for entry in entries(server, game)] == ["penalty"]


def test_a_penalty_is_corrected_before_the_rules_are_here(book: Page, server: Server, game: str) -> None:
    """A penalty opened for correction before the rules load shows the entered facts, then replaces the old entry."""
    outcome = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Dee"}
    post(server, f"games/{game}/entries", {"kind": "penalty", "based_on": 0, "outcome": outcome})
    held = HeldRequests(book, "**/api/v1/rulings?*")
    book.get_by_role("button", name="Correct:").click()
    book.get_by_role("button", name="Correct it").click()
    assert "The rules are not here yet" in book.locator("#form-wanted").inner_text()
    held.wait()
    held.answer(0)
    book.get_by_label("Who called").select_option(label="Cat")
    book.get_by_role("button", name="Correct it").click()
    text_of(book, "book-history", "Taken out")
    assert entries(server, game)[-1]["question"]["outcome"]["declarer"] == "Cat"


def test_a_tap_on_an_incomplete_form_shows_beside_the_button_what_is_wanted(book: Page) -> None:
    """A tap on the button of an incomplete form marks the line above the button, in view; it follows the answers."""
    book.set_viewport_size({"width": 320, "height": 480})
    book.get_by_role("button", name="Win by hand").click()
    book.get_by_role("button", name="Enter the win").click()
    wanted = book.locator("#form-wanted.danger")
    wanted.get_by_text("Say who won.").wait_for()
    assert wanted.evaluate(
        "one => { const { top, bottom } = one.getBoundingClientRect(); return top > 0 && bottom < innerHeight }"
    )
    choose(book, "Who won?", "Ann")
    wanted.get_by_text("Say how: self-picked, or from a discard.").wait_for()
    assert not book.locator("#book-form").get_by_role("alert").count()
