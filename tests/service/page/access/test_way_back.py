"""Prove that the back button closes an open dialog, also in browsers that do not close dialogs themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, open_game
from tests.service.page.phone import CAMERA, RACK, enter, text_of
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

WITHOUT = "delete window.CloseWatcher"
"""As in Firefox and Safari: only the page itself closes a dialog."""


REFUSES = """() => document.querySelector("#teach-dialog").addEventListener("cancel",
  (event) => event.preventDefault(), { once: true })"""


def _tiles(page: Page) -> None:
    by_hand = page.get_by_role("button", name="Enter the tiles by hand")
    by_hand.or_(page.get_by_role("button", name="Add a tile to the rack")).click()


def _teach(page: Page) -> None:
    page.get_by_role("button", name="Teach a new set").click()


def _camera(page: Page) -> None:
    page.get_by_role("button", name="Use the camera").click()


def _codes(page: Page) -> None:
    page.get_by_role("button", name="Read a code").click()


def _paste(page: Page) -> None:
    page.get_by_role("button", name="Paste a card").click()


def _line(page: Page) -> None:
    if page.locator("#card-editor").is_hidden():
        page.get_by_role("button", name="Write a card").click()
    page.locator("#card-editor [data-key^=add-]:not([data-key=add-section])").first.click()


def _share(page: Page) -> None:
    if page.locator("#card-editor").is_hidden():
        _paste(page)
        page.get_by_label("The card as text").fill("Ours\nFF 1111a 2222b 3333c x25")
        page.get_by_role("button", name="Read it").click()
        page.locator("[data-key=paste-take]").click()
    page.locator("[data-key=share-draft]").click()


DIALOGS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "tile-dialog": ("Scan", _tiles),
    "teach-dialog": ("Scan", _teach),
    "camera": ("Scan", _camera),
    "codes-dialog": ("Cards", _codes),
    "paste-dialog": ("Cards", _paste),
    "line-dialog": ("Cards", _line),
    "share-dialog": ("Cards", _share),
}
"""The part in which each dialog opens, and a function that opens it."""


def _at(page: Page, part: str) -> None:
    page.locator("#views a[aria-current=page]", has_text=re.compile(f"^{part}$")).wait_for()


@pytest.mark.parametrize("name", DIALOGS)
def test_the_back_button_closes_a_dialog_and_leaves_the_part(page: Page, name: str) -> None:
    """The back button closes a dialog, also the second time; then it leaves the part, and forward returns to it."""
    part, open_dialog = DIALOGS[name]
    page.evaluate(f"{WITHOUT}; {CAMERA}")
    page.get_by_role("link", name="Disputes", exact=True).click()
    page.get_by_role("link", name=part, exact=True).click()
    dialog = page.locator(f"#{name}")
    for _ in range(2):
        open_dialog(page)
        dialog.wait_for()
        page.go_back()
        dialog.wait_for(state="hidden")
        _at(page, part)
    if name in {"line-dialog", "share-dialog"}:
        # These dialogs lie over the card editor: the next back closes the editor.
        page.locator("#card-editor").wait_for()
        page.go_back()
        page.locator("#card-editor").wait_for(state="hidden")
        _at(page, part)
    page.go_back()
    _at(page, "Disputes")
    page.go_forward()
    _at(page, part)
    assert dialog.is_hidden()


def test_a_dialog_that_was_closed_leaves_nothing_in_the_history(page: Page) -> None:
    """A dialog closed by its own button leaves no history entry behind."""
    page.evaluate(WITHOUT)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("link", name="Scan", exact=True).click()
    length = page.evaluate("history.length")
    enter(page, RACK)
    # In one script, before the browser has navigated: no finger is that fast.
    page.evaluate("""() => {
      document.querySelector('[data-key="chip-3"]').click();
      document.querySelector("#tile-dialog .close").click();
    }""")
    page.get_by_role("link", name="Book").click()
    _at(page, "Book")
    assert page.evaluate("history.length") == length + 1
    page.go_back()
    _at(page, "Scan")
    text_of(page, "tiles", "The tiles")
    page.go_back()
    _at(page, "Cards")


@pytest.mark.parametrize(
    ("pulled", "leaves"),
    [pytest.param(0, True, id="tapped"), pytest.param(90, True, id="pulled"), pytest.param(30, False, id="let go")],
)
def test_a_dialog_is_left_by_the_bar_on_top_of_it(page: Page, pulled: int, leaves: bool) -> None:
    """A tap on the bar, or a long pull, closes the dialog; the bar sits in the middle, within either thumb's reach."""
    _tiles(page)
    dialog = page.locator("#tile-dialog")
    box = dialog.locator(".grip").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + pulled)
    page.mouse.up()
    assert dialog.is_hidden() is leaves
    assert dialog.evaluate("dialog => dialog.style.translate") == ""


def test_a_step_within_a_dialog_is_taken_back_first(page: Page) -> None:
    """A dialog may refuse to close and show its earlier step; the next back closes it."""
    page.evaluate(WITHOUT)
    _teach(page)
    page.evaluate(REFUSES)
    page.go_back()
    page.wait_for_function("() => history.state?.dialog === true")
    assert page.locator("#teach-dialog").is_visible()
    page.go_back()
    page.locator("#teach-dialog").wait_for(state="hidden")
    _at(page, "Scan")


def test_after_a_reload_the_back_button_leaves_the_part(page: Page) -> None:
    """A dialog that was open before a reload does not hold up the back button."""
    page.add_init_script(WITHOUT)
    page.reload()
    page.get_by_role("link", name="Cards", exact=True).click()
    _paste(page)
    page.locator("#paste-dialog").wait_for()
    page.reload()
    page.get_by_role("heading", name="Your cards").wait_for()
    assert page.locator("#paste-dialog").is_hidden()
    page.wait_for_function("() => !history.state?.dialog")
    page.go_back()
    _at(page, "Scan")


def test_what_a_dialog_lies_over_is_not_left_without_it(page: Page) -> None:
    """If the browser leaves the card editor under an open dialog, the dialog with its line closes too."""
    page.get_by_role("link", name="Cards", exact=True).click()
    _line(page)
    page.locator("#line-dialog").wait_for()
    page.evaluate("history.back()")
    page.get_by_role("heading", name="Your cards").wait_for()
    page.locator("#line-dialog").wait_for(state="hidden")
    page.get_by_role("button", name="Write a card").click()
    page.locator("#card-editor").wait_for()
    assert page.locator("#line-dialog").is_hidden()


def test_a_dialog_does_not_lie_over_another_part(page: Page) -> None:
    """A dialog closes when the page moves to another part."""
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("link", name="Scan", exact=True).click()
    _tiles(page)
    page.evaluate("history.back()")
    _at(page, "Cards")
    assert page.locator("#tile-dialog").is_hidden()


def test_what_is_typed_when_back_closes_a_card_or_a_table_stays(page: Page) -> None:
    """The back button ends the typing in the field that goes, as a tap on a button does."""
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Write a card").click()
    page.get_by_label("Name of the card").press_sequentially("Typed card")
    page.go_back()
    page.get_by_role("button", name="Go on with Typed card").wait_for()
    page.get_by_role("button", name="Set up a table").click()
    page.get_by_role("heading", name="Our table", exact=True).wait_for()
    page.locator("[data-key=table-title]").fill("Typed table")
    page.go_back()
    page.get_by_role("button", name="Change: Typed table").wait_for()


def test_a_card_and_a_table_are_left_one_after_the_other(page: Page) -> None:
    """Back closes what was opened last; the button of the one beneath closes that one alone."""
    page.get_by_role("link", name="Disputes", exact=True).click()
    page.get_by_role("link", name="Cards", exact=True).click()
    table, card = page.locator("[data-key=table-title]"), page.locator("#card-editor")
    page.get_by_label("Name of the table").fill("Left last")
    page.get_by_role("button", name="Set up a table").click()
    table.wait_for()
    page.get_by_role("button", name="Write a card").click()
    card.wait_for()
    page.go_back()
    card.wait_for(state="hidden")
    assert table.is_visible()
    page.get_by_role("button", name="Write a card").click()
    card.wait_for()
    page.get_by_role("button", name="All cards and tables").click()
    table.wait_for(state="detached")
    assert card.is_visible()
    page.go_back()
    card.wait_for(state="hidden")
    _at(page, "Cards")
    page.go_back()
    _at(page, "Disputes")


def test_a_table_that_came_over_is_left_by_the_back_button(page: Page) -> None:
    """The back button closes a table that came from a file, and the part stays."""
    page.get_by_role("link", name="Cards", exact=True).click()
    text = 'id = "brought"\ntitle = "Brought"\nparent = "modern-american"\n'
    page.set_input_files("#card-file", {"name": "a.toml", "mimeType": "text/plain", "buffer": text.encode()})
    page.get_by_text("Brought has come over and is kept.").wait_for()
    page.wait_for_function("() => history.state?.opened")
    page.go_back()
    page.locator("[data-key=table-title]").wait_for(state="detached")
    _at(page, "Cards")


def test_the_dialogs_of_the_book_are_closed_too(page: Page, server: Server) -> None:
    """The book's form and the address for another phone close, and the game stays open."""
    game = begin(server, title="Back")
    page.reload()
    page.evaluate(WITHOUT)
    page.get_by_role("link", name="Book", exact=True).click()
    open_game(page, game)
    for button, dialog in (("Win by hand", "#book-form"), ("Let another phone join", "#join-dialog")):
        page.get_by_role("button", name=button).click()
        page.locator(dialog).wait_for()
        page.go_back()
        page.locator(dialog).wait_for(state="hidden")
        page.get_by_role("heading", name="Back").wait_for()
        _at(page, "Book")
