"""Test pictures that players at a laptop drop on the page or paste into it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from tests.service.helpers import png, table_cloth
from tests.service.page.phone import photographed, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

GIVE = """([kind, selector, files]) => {
  const data = new DataTransfer();
  for (const [name, type, bytes] of files) {
    data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
  }
  const more = { bubbles: true, cancelable: true };
  const event = kind === "paste"
    ? new ClipboardEvent(kind, { clipboardData: data, ...more }) : new DragEvent(kind, { dataTransfer: data, ...more });
  return !document.querySelector(selector).dispatchEvent(event);
}"""
"""Drop or paste files on an element; return whether the page kept the browser from what it would do with them."""

PICTURE = ["a.png", "image/png", base64.b64encode(png(table_cloth())).decode()]
NOTE = ["a.txt", "text/plain", base64.b64encode(b"1B").decode()]


@pytest.fixture
def photos(page: Page) -> list[str]:
    """Answer every photo with two tiles; list the photos sent."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/api/v1/scan") else None)
    page.route("**/api/v1/scan", lambda route: route.fulfill(json=photographed(["1B", "2B"])))
    return sent


@pytest.mark.parametrize("kind", ["drop", "paste"])
def test_a_picture_is_read_as_a_chosen_photo(page: Page, photos: list[str], kind: str) -> None:
    """A second one takes the place of the first."""
    for number in (1, 2):
        assert page.evaluate(GIVE, [kind, "main", [NOTE, PICTURE]])
        text_of(page, "tiles", "2 tiles")
        page.wait_for_function("() => !document.querySelector('#photo .busy')")
        assert len(photos) == number


@pytest.mark.parametrize("kind", ["dragover", "drop"])
def test_a_file_that_is_no_picture_does_not_take_the_pages_place(page: Page, kind: str) -> None:
    """The browser would leave the page for the file."""
    assert page.evaluate(GIVE, [kind, "main", [NOTE]])


def test_only_the_first_part_takes_pictures(page: Page, photos: list[str]) -> None:
    """On the book's part, and over a dialog, a picture changes nothing; back on the first part it is read."""
    page.get_by_role("button", name="Enter the tiles by hand").click()
    page.locator("#tile-dialog").wait_for()
    assert page.evaluate(GIVE, ["drop", "body", [PICTURE]])
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Book").click()
    assert page.evaluate(GIVE, ["drop", "body", [PICTURE]])
    assert not page.evaluate(GIVE, ["paste", "body", [PICTURE]])
    page.get_by_role("link", name="Scan").click()
    page.evaluate(GIVE, ["drop", "body", [PICTURE]])
    text_of(page, "tiles", "2 tiles")
    assert len(photos) == 1


def test_text_pasted_into_a_field_stays_text(page: Page) -> None:
    """A spreadsheet copies its cells as text and as a picture."""
    page.evaluate("document.querySelector('main').append(document.createElement('textarea'))")
    assert not page.evaluate(GIVE, ["paste", "main textarea", [PICTURE]])
    assert not page.evaluate(GIVE, ["paste", "main", [NOTE]])
