"""Prove in Chromium that the page relies on nothing that Safari or Firefox does otherwise."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from PIL import Image

from tests.service.conftest import ROOT
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import RACK, chip, photographed, show

if TYPE_CHECKING:
    from playwright.sync_api import Page

TALLER = """(dialog) => {
  const height = () => dialog.lastElementChild.offsetHeight;
  const before = height();
  dialog.style.height = '88dvh';
  return [before, height()];
}"""
"""Make an open dialog higher than its content; return its last element's height before and after."""


PIECES = """async (bytes) => {
  const { pictureAlone } = await import('./page/js/shared/jpeg.js');
  const file = new Blob([new Uint8Array(bytes)]);
  window.Blob = class extends Blob {
    constructor(parts, options) { super(parts, options); this.pieces = parts.length; }
  };
  return (await pictureAlone(file)).pieces;
}"""
"""Return in how many pieces the page holds a photo."""


def test_a_photo_is_held_in_one_piece(page: Page) -> None:
    """Firefox cannot cut or shrink a photo whose first piece is two bytes long."""
    photo = io.BytesIO()
    Image.new("RGB", (16, 16)).save(photo, "JPEG")
    assert page.evaluate(PIECES, list(photo.getvalue())) == 1


def test_a_dialog_does_not_stretch_its_rows(page: Page) -> None:
    """WebKit first lays a dialog out at its full height: its rows must not take that height over."""
    page.get_by_role("button", name="Enter the tiles by hand").click()
    before, after = page.locator("#tile-dialog").evaluate(TALLER)
    assert before == after


def test_a_control_that_its_work_disables_does_not_lose_the_focus(page: Page) -> None:
    """Safari takes the focus from a disabled control: once the answer is there, its section has it again."""
    show(page, photographed(RACK))
    chip(page, 14).wait_for()
    page.unroute("**/api/v1/scan")
    held = HeldRequests(page, "**/api/v1/scan")
    page.get_by_role("button", name="Crop", exact=True).click()
    page.get_by_role("button", name="Read this part").press("Enter")
    held.wait()
    page.evaluate("document.activeElement.blur()")
    held.answer(0, json=photographed(RACK))
    page.wait_for_function("() => document.activeElement.id === 'photo-title'")


def test_the_page_goes_without_the_newest_functions(page: Page) -> None:
    """The parts of the page change without `checkVisibility` and `AbortSignal.any`, which Safari has from 17.4 on."""
    page.evaluate("delete Element.prototype.checkVisibility; delete AbortSignal.any")
    for part in ("Cards", "Book", "Scan"):
        page.get_by_role("link", name=part, exact=True).press("Enter")
        page.locator(f"#views [aria-current=page]:text-is('{part}')").wait_for()


def test_a_line_says_its_style_apart() -> None:
    """Before 26.2 Safari draws no line whose `text-decoration` names a style: suits would differ by colour alone."""
    sheets = [one.read_text("utf-8") for one in (ROOT / "service" / "page" / "css").glob("*.css")]
    assert re.findall(r"text-decoration: [^;]* [^;]*;", "".join(sheets)) == []
