"""Test that a player with a keyboard sees where the focus is, and that it stays where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.access.test_large_text import LARGE, SEEN
from tests.service.page.evening import begin, open_game, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import CAMERA, RACK, RATIO, enter, photographed, resume, show, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.service.running_server import Server

LINES = """() => [document.activeElement, ...document.activeElement.children].map((one) => getComputedStyle(one))
  .filter((one) => one.vectorEffect === 'non-scaling-stroke' && parseFloat(one.strokeWidth) >= 4)
  .map((one) => one.stroke)"""
"""List the colors of the lines around what has the focus that are 4 pixels of the screen wide, for `evaluate`."""

RING = (
    "() => {"
    + RATIO
    + """
  const at = document.activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
  if (outlineStyle !== 'solid' || parseFloat(outlineWidth) < 3) return 0;
  return ratio(outlineColor, getComputedStyle(at.closest('dialog, section')).backgroundColor);
}"""
)
"""Return the contrast of the focus ring with its ground, 0 without a ring, for `evaluate`."""


def _focus_is_on(page: Page, key: str) -> None:
    """Wait until the control `key` has the focus."""
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=key)


def test_the_focus_is_seen_on_any_photo(page: Page) -> None:
    """On a photo a tile with the focus has a black and a white line, which do not shrink with the photo."""
    show(page, photographed(RACK))
    page.locator('[data-key="box-1"]').wait_for()
    page.locator("#pick-choose").focus()
    while not page.evaluate("document.activeElement.matches('.box')"):
        page.keyboard.press("Tab")
    assert page.evaluate(LINES) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_tool_of_the_photo_takes_the_focus(page: Page) -> None:
    """The frame and the cross take the focus from the button that brings them, with a line that shows it."""
    show(page, photographed(RACK))
    for button, first in (("crop", "edge-left"), ("add-missed", "cross")):
        page.locator(f'[data-key="{button}"]').press("Enter")
        _focus_is_on(page, first)
        assert "rgb(0, 0, 0)" in page.evaluate(LINES)
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.activeElement.id === 'photo-title'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_is_seen_in_the_camera(page: Page, scheme: str) -> None:
    """The focus ring stands out from the camera's dark dialog in both color schemes (3 to 1)."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two names
    page.evaluate(CAMERA)
    page.get_by_role("button", name="Use the camera").press("Enter")
    page.locator("#camera-now:enabled").wait_for()
    page.locator("#camera .close").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(RING) >= 3


def test_pasted_text_and_tables_have_the_ring_of_the_others(page: Page, server: Server) -> None:
    """The field for a card's text and the table of the standings have the focus ring of all other controls."""
    game = begin(server, title="Ringed")
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Paste a card").press("Enter")
    page.locator("[data-key=paste-text]").focus()
    assert page.evaluate(RING) >= 3
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.locator("[data-key=to-end]").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('.scroll')")
    assert page.evaluate(RING) >= 3


def test_what_a_redraw_moves_stays_in_view(page: Page, kept: str) -> None:
    """A control that keeps the focus is in view, above the bar, after what it brought has pushed it down."""
    resume(page, kept)
    page.get_by_text("Names and bettors").press("Enter")
    more = page.locator("[data-key=add-bettor]")
    more.focus()
    page.evaluate("document.activeElement.scrollIntoView({ block: 'end' })")
    page.keyboard.press("Enter")
    page.locator("[data-key=bettor-0]").wait_for()
    assert more.evaluate(SEEN)


def test_a_typed_line_stays_in_view(page: Page) -> None:
    """The field of a typed line keeps the focus in view when Enter brings the meaning of the line above it."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").press("Enter")
    page.locator("#card-editor .card-section > button").press("Enter")
    page.locator("#line-dialog summary").first.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("FFFF 2222 4444 88 X 25")
    page.keyboard.press("Enter")
    page.locator("#line-dialog .meaning").wait_for()
    _focus_is_on(page, "typed-line")
    page.wait_for_function(f"() => ({SEEN})(document.activeElement)")


def test_a_draft_that_is_gone_on_with_takes_the_focus(page: Page) -> None:
    """The title of a draft takes the focus when it opens again from the list."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Write a card").press("Enter")
    page.get_by_label("Name of the card").fill("Gone on with")
    page.get_by_role("button", name="All cards").press("Enter")
    page.get_by_role("button", name="Go on with Gone on with").press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'editor-title'")


def test_reading_a_pasted_card_leaves_the_focus(page: Page) -> None:
    """The button that reads a pasted card keeps the focus beside what it has found."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("button", name="Paste a card").press("Enter")
    page.get_by_label("The card as text").fill("FFFF 2222 4444 88 (any 1 suit) X 25")
    page.locator("[data-key=paste-read]").press("Enter")
    page.locator("[data-key=paste-take]").wait_for()
    _focus_is_on(page, "paste-read")


def test_a_tile_that_left_the_table_leaves_the_focus_beside_the_count(page: Page) -> None:
    """When the last tile of a kind leaves the table, its section has the focus, not the rack further up."""
    enter(page, RACK[:13])
    page.get_by_role("button", name="Count by hand").press("Enter")
    page.locator('#tile-dialog .key[data-label="9D"]').press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="1 × 9 Dot on the table").press("Enter")
    page.get_by_role("button", name="One less").press("Enter")
    page.wait_for_function("() => document.activeElement.closest('section')?.id === 'prospects'")


def test_what_takes_the_focus_by_keyboard_is_in_view(browser: Browser, server: Server) -> None:
    """In large text the title of a table that was set up takes the focus, and the page shows it."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(f"{server.address}#cards")
    page.get_by_label("Name of the table").fill("Far below")
    page.locator("[data-key=table-new]").press("Enter")
    page.get_by_role("heading", name="Far below").wait_for()
    page.wait_for_function("() => document.activeElement.id === 'our-table-title'")
    page.wait_for_function(f"() => ({SEEN})(document.activeElement)")
    context.close()


def test_a_closed_message_leaves_the_focus_in_the_part_on_view(page: Page, server: Server) -> None:
    """When the line that says what was not saved is closed, the part of the page below it has the focus."""
    game = begin(server, title="Unsaved file")
    page.goto(f"{server.address}#book")
    page.reload()
    open_game(page, game)
    page.route("**/export.csv", lambda route: route.abort())
    page.locator("#book-end").get_by_role("link", name="CSV").press("Enter")
    page.locator("#local").get_by_role("button", name="Close").press("Enter")
    page.wait_for_function("() => document.activeElement.closest('section')?.id === 'book-table'")


def test_an_offer_that_is_declined_leaves_the_focus_at_the_payments(page: Page, kept: str) -> None:
    """When the offer of the home screen is gone, the payments above it have the focus."""
    page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    resume(page, kept)
    page.locator("#install").get_by_role("button", name="All right").press("Enter")
    page.wait_for_function("() => document.activeElement.closest('section')?.id === 'money'")


def test_a_dialog_is_no_landmark_of_the_page(page: Page) -> None:
    """The page has one banner, its own; the head of a dialog is none."""
    page.get_by_role("button", name="Enter the tiles by hand").press("Enter")
    page.locator("#tile-dialog .close").wait_for()
    assert page.locator("#tile-dialog").get_by_role("banner").count() == 0


def test_a_high_bar_covers_nothing_that_has_the_focus(browser: Browser, server: Server) -> None:
    """In large text the bar has several lines, and what has the focus is still in view above it."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    context.add_init_script(LARGE)
    page = context.new_page()
    page.goto(server.address)
    enter(page, RACK[:13])
    page.locator("#bar button", has_text="it waits for").wait_for()
    page.locator("#tiles-title").focus()
    for key in ("chip-1", "chip-13", "group", "share-verdict", "prospects"):
        while not page.evaluate("key => document.activeElement.dataset.key === key", key):
            page.keyboard.press("Tab")
        assert page.evaluate(f"({SEEN})(document.activeElement)"), key
    context.close()


def test_the_title_of_the_document_names_the_part_on_view(page: Page) -> None:
    """The window's title says which part of the page is on view, also after going back."""
    page.wait_for_function("() => document.title === 'Scan · Rackcheck'")
    for part in ("Book", "Cards", "Disputes"):
        page.get_by_role("link", name=part, exact=True).click()
        page.wait_for_function("(part) => document.title === `${part} · Rackcheck`", arg=part)
    page.go_back()
    page.wait_for_function("() => document.title === 'Cards · Rackcheck'")


def test_an_entry_that_needs_a_look_takes_the_focus(page: Page, server: Server) -> None:
    """An entry that others were faster than comes into view with the focus; who types meanwhile goes on typing."""
    game = begin(server, title="Slower")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    held = HeldRequests(page, "**/entries")
    conflict = {"error": {"code": "conflict", "message": "others were faster", "newer": [], "version": 0}}
    win_by_hand(page, "Cat", "25")
    held.wait()
    held.answer(0, status=409, json=conflict)
    page.wait_for_function("() => document.activeElement.id === 'book-pending'")
    assert page.locator("#pending-title").evaluate(SEEN)
    page.get_by_role("button", name="Another game").click()
    page.locator("#book-pending [data-key=again]").press("Enter")
    held.wait(2)
    field = page.get_by_label("East, who begins")
    field.press_sequentially("An")
    held.answer(1, status=409, json=conflict)
    text_of(page, "book-pending", "Somebody entered something first")
    page.keyboard.type("na")
    assert field.input_value() == "Anna"


def test_a_button_that_its_tap_disables_leaves_the_focus_in_its_section(page: Page, server: Server) -> None:
    """While an undo is on its way the entries have the focus, and after it too: its button is gone then."""
    game = begin(server, title="Disabled")
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    win_by_hand(page, "Cat", "25")
    text_of(page, "book-history", "Cat won, 25 points")
    held = HeldRequests(page, "**/entries")
    undo = page.locator('[data-key="undo-1"]')
    undo.press("Enter")
    held.wait()
    assert undo.is_disabled()
    in_entries = "() => document.activeElement.closest('section')?.id === 'book-history'"
    page.wait_for_function(in_entries)
    held.answer(0)
    text_of(page, "book-history", "Taken out")
    page.wait_for_function(in_entries)


def test_a_button_that_its_work_disabled_has_the_focus_again(page: Page, server: Server) -> None:
    """While a card is being saved its editor has the focus, and the button has it again once that failed."""
    page.goto(f"{server.address}#cards")
    page.locator("[data-key=paste-card]").click()
    page.locator("[data-key=paste-text]").fill("FF 2222 4444 6666 (any 1 suit) X 25")
    page.locator("[data-key=paste-read]").click()
    page.locator("[data-key=paste-take]").click()
    held = HeldRequests(page, "**/api/v1/cards/my-card")
    page.locator("[data-key=keep-card]").press("Enter")
    held.wait()
    page.wait_for_function("() => document.activeElement.id === 'editor-title'")
    held.answer(0, status=502, content_type="text/html", body="<h1>no</h1>")
    _focus_is_on(page, "keep-card")
