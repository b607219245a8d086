"""What is typed and not yet entered: it outlives a page that ends on view, and each window keeps its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, entries, open_game
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import choose, taken_in, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from tests.service.running_server import Server

KEPT = "([key, text]) => localStorage[`rackcheck.1.${key}`]?.includes(JSON.stringify(text))"
"""Whether the page has kept a text that is being typed."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


def _book(phone: BrowserContext, server: Server) -> Page:
    """Open the book in a new window."""
    page = phone.new_page()
    page.goto(f"{server.address}#book")
    return page


def _killed(page: Page, key: str, typed: str) -> None:
    """End the page on view, as soon as it has kept what was typed; nobody has left the field."""
    page.wait_for_function(KEPT, arg=[key, typed])
    assert page.evaluate("document.visibilityState") == "visible"
    page.close()


def test_a_win_that_is_being_typed_outlives_a_page_that_ends_on_view(phone: BrowserContext, server: Server) -> None:
    """The half-filled form comes back with the field being typed; entered or left, it stays away."""
    game = begin(server, title="Ended on view")
    page = _book(phone, server)
    open_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "Who won?", "Cat")
    page.get_by_label("Value of the hand").press_sequentially("45")
    _killed(page, "book", "45")
    page = _book(phone, server)
    assert page.get_by_role("radio", name="Cat").first.is_checked()
    assert page.get_by_label("Value of the hand").input_value() == "45"
    choose(page, "How?", "Self-picked")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Cat won, 45 points")
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").press_sequentially("Tea")
    page.keyboard.press("Escape")
    page.locator("#book-form").wait_for(state="hidden")
    page.reload()
    text_of(page, "book-history", "Cat won, 45 points")
    assert page.locator("#book-form").is_hidden()
    assert [entry["kind"] for entry in entries(server, game)] == ["win"]


def test_the_names_of_a_new_game_outlive_a_page_that_ends_on_view(phone: BrowserContext, server: Server) -> None:
    """The name being typed comes back with those before it; once the game has begun, the form is empty again."""
    page = _book(phone, server)
    names = page.locator("#book-start").get_by_label
    seats = ("East, who begins", "to East's right", "opposite East", "to East's left")
    names(seats[0]).fill("Zoe")
    names(seats[1]).press_sequentially("Xaver")
    _killed(page, "book", "Xaver")
    page = _book(phone, server)
    names = page.locator("#book-start").get_by_label
    names(seats[0]).wait_for()
    assert [names(one).input_value() for one in seats] == ["Zoe", "Xaver", "", ""]
    for seat, name in zip(seats[2:], ("Yves", "Wim"), strict=True):
        names(seat).fill(name)
    page.get_by_role("button", name="Begin the game").click()
    text_of(page, "book-table", "Zoe")
    page.locator("#book-end").get_by_role("button", name="Another game").click()
    names(seats[0]).wait_for()
    assert [names(one).input_value() for one in seats] == [""] * 4


def test_the_name_of_a_new_table_outlives_a_page_that_ends_on_view(phone: BrowserContext, server: Server) -> None:
    """The name of rules that nobody has begun yet comes back."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").press_sequentially("Thursday table")
    _killed(page, "table", "Thursday table")
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").wait_for()
    assert page.locator("[data-key=table-name]").input_value() == "Thursday table"


@pytest.mark.parametrize("ends", ["killed", "reloaded"])
def test_a_card_being_pasted_outlives_its_page(phone: BrowserContext, server: Server, ends: str) -> None:
    """The typed text comes back in its dialog, in the part of the cards alone; closed, it stays away."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=paste-card]").click()
    page.locator("[data-key=paste-text]").press_sequentially("FF 2222 4444 6666 x25")
    page.locator("[data-key=paste-text]").press("Enter")
    if ends == "killed":
        _killed(page, "cards", "FF 2222 4444 6666 x25\n")
        page = phone.new_page()
        page.goto(server.address)
        page.get_by_text("Choose a photo").wait_for()
        assert page.locator("#paste-dialog").is_hidden()
        page.get_by_role("link", name="Cards").click()
    else:
        page.reload()
    text = page.locator("[data-key=paste-text]")
    text.wait_for()
    assert text.input_value() == "FF 2222 4444 6666 x25\n"
    page.locator("[data-key=paste-read]").click()
    page.locator("[data-key=paste-take]").wait_for()
    page.reload()
    page.locator("[data-key=paste-take]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#paste-dialog").wait_for(state="hidden")
    page.reload()
    page.locator("[data-key=paste-card]").wait_for()
    assert page.locator("#paste-dialog").is_hidden()


def test_a_reading_that_ended_with_its_page_leaves_the_text(phone: BrowserContext, server: Server) -> None:
    """A page reloaded while the server reads a pasted card does not wait for it, and a tap reads the card."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=paste-card]").click()
    page.locator("[data-key=paste-text]").fill("FF 2222 4444 6666 x25")
    held = HeldRequests(page, "**/api/v1/cards/draft")
    page.locator("[data-key=paste-read]").click()
    held.wait()
    held.release()
    page.reload()
    page.locator("[data-key=paste-text]").wait_for()
    assert not page.locator("#paste-dialog .busy").count()
    page.locator("[data-key=paste-read]").click()
    page.locator("[data-key=paste-take]").wait_for()


def test_the_new_name_of_a_table_outlives_a_page_that_ends_on_view(phone: BrowserContext, server: Server) -> None:
    """The name being typed in an open table is saved at a pause in the typing."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").fill("Named anew")
    page.locator("[data-key=table-new]").click()
    title = page.locator("[data-key=table-title]")
    title.select_text()
    with page.expect_response("**/api/v1/tables/named-anew"):
        title.press_sequentially("Sunday table")
    assert title.evaluate("(one) => one === document.activeElement")
    page.close()
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("#our-table").get_by_text("Sunday table").wait_for()


def test_a_number_of_our_table_is_kept_only_whole(phone: BrowserContext, server: Server) -> None:
    """A number that counts at once is not kept in the middle of the typing: half of it would be another rule."""
    page = phone.new_page()
    page.clock.install()  # before any typing: it cannot end a timer that began without it
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").fill("Whole numbers")
    page.locator("[data-key=table-new]").click()
    number = page.locator("#our-table .option-number input").first
    number.wait_for()
    saved: list[str] = []
    page.on("request", lambda request: saved.append(request.url) if request.method == "PUT" else None)
    number.select_text()
    number.press_sequentially("1")
    page.clock.fast_forward(5000)
    taken_in(page)
    assert saved == []


def test_a_list_of_tables_that_comes_late_does_not_end_the_typing(phone: BrowserContext, server: Server) -> None:
    """The list of tables may come once the player types in a new table: the field keeps the focus and half a number."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").fill("Late list")
    taken_in(page)
    held = HeldRequests(page, "**/api/v1/tables")
    page.locator("[data-key=table-new]").click()
    number = page.locator("#our-table .option-number input").first
    number.wait_for()
    held.wait()
    saved: list[str] = []
    page.on("request", lambda request: saved.append(request.url) if request.method == "PUT" else None)
    number.select_text()
    number.press_sequentially("1")
    held.answer(0)
    assert number.evaluate("(one) => one === document.activeElement")
    assert saved == []


def _astray(route: Route) -> None:
    route.abort()


def _without_answer(route: Route) -> None:
    route.fetch()
    route.abort()


def _under_way(_: Route) -> None:
    """Leave the request to the end of its page."""


@pytest.mark.parametrize(
    ("request_goes", "left"),
    [(_astray, False), (_without_answer, False), (_under_way, False), (_under_way, True)],
    ids=["astray", "its answer was lost", "under way", "under way to a table that was left"],
)
def test_a_number_being_typed_in_a_table_outlives_a_reload(
    phone: BrowserContext, server: Server, request_goes: Callable[[Route], None], left: bool
) -> None:
    """A reload comes back to the table as it was left, open or not, and saves the number; nobody else is accused."""
    title = f"Typed {request_goes.__name__} {left}"
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=table-name]").fill(title)
    page.locator("[data-key=table-new]").click()
    number = page.locator("[data-key='option-payment.east']")
    number.select_text()
    number.press_sequentially("2")
    page.route("**/api/v1/tables/typed-*", request_goes, times=1)
    if request_goes is _under_way:
        with page.expect_request("**/api/v1/tables/typed-*"):
            number.press("Tab")
    if left:
        page.locator("[data-key=table-back]").click()
        page.locator("[data-key=table-name]").wait_for()
    page.reload()
    if left:
        page.get_by_role("button", name=f"Change: {title}").click()
    page.locator("[data-key='item-payment.east'].changed").wait_for()
    assert number.input_value() == "2"
    assert page.get_by_text("meanwhile").count() == 0
    found = page.request.get(f"{server.address}api/v1/tables").json()["tables"]
    name = next(one["id"] for one in found if one["title"] == title)
    decided = page.request.get(f"{server.address}api/v1/tables/{name}").json()["decided"]
    assert decided == {"payment.east": 2}


def test_a_dialog_brought_back_by_a_reload_leaves_the_focus_on_the_page(phone: BrowserContext, server: Server) -> None:
    """The dialog of a pasted card that a reload has brought back is closed: the list of cards has the focus."""
    page = phone.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_role("button", name="Paste a card").click()
    page.locator("[data-key=paste-text]").fill("FF 2222 4444 6666 x25")
    page.reload()
    page.locator("#paste-dialog").get_by_role("button", name="Close").click()
    page.wait_for_function("document.activeElement.closest('#cards-list')")


def test_a_window_comes_back_to_its_own_game(phone: BrowserContext, server: Server) -> None:
    """A second window with another game takes neither the first one's game nor its half-filled form."""
    first, other = begin(server, title="First window"), begin(server, title="Other window")
    page = _book(phone, server)
    open_game(page, first)
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").fill("Tea at nine")
    page.get_by_label("What shall the book say?").press("Tab")
    window = _book(phone, server)
    window.keyboard.press("Escape")
    window.locator("#book-end").get_by_role("button", name="Another game").click()
    open_game(window, other)
    for one, title in ((page, "First window"), (window, "Other window")):
        one.reload()
        one.get_by_role("heading", name=title).wait_for(state="attached")
    assert page.get_by_label("What shall the book say?").input_value() == "Tea at nine"
    page.get_by_role("button", name="Enter the note").click()
    text_of(page, "book-history", "Tea at nine")
    assert entries(server, other) == []
    assert len(entries(server, first)) == 1
