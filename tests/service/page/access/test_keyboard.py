"""Test the page with a keyboard alone, without a pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.phone import RACK, chip, enter

if TYPE_CHECKING:
    from playwright.sync_api import Page

WALKS = {
    390: "ArrowRight 2B ArrowRight 3B ArrowRight 1C ArrowDown 4C ArrowLeft 6B End 6C Home 4B ArrowDown 7B ArrowDown 1D "
    "ArrowUp 7B ArrowLeft 7B",
    800: "ArrowRight 2B ArrowDown 2C ArrowDown 2D ArrowDown E End J ArrowRight J ArrowDown J ArrowUp 9D Home 1D",
}
"""Keys pressed from 1 Bam on, each with the tile that has the focus then, by the width of the page."""


@pytest.mark.parametrize("width", WALKS)
def test_arrows_lead_from_key_to_key_as_they_are_shown(page: Page, width: int) -> None:
    """Arrows, Home and End lead through rows and columns of the tile keyboard; a row's end leads nowhere."""
    page.set_viewport_size({"width": width, "height": 844})
    page.get_by_role("button", name="Enter the tiles by hand").press("Enter")
    page.locator('dialog .key[data-label="1B"]').focus()
    walk = iter(WALKS[width].split())
    for key, label in zip(walk, walk, strict=True):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.label") == label, key
    page.keyboard.press("Alt+ArrowUp")
    assert page.evaluate("document.activeElement.dataset.label") == label


def _press(page: Page, name: str) -> None:
    """Go by Tab to the button `name`, and press Enter."""
    for _ in range(120):
        page.keyboard.press("Tab")
        found = page.evaluate("[document.activeElement.ariaLabel, document.activeElement.textContent]")
        if any(name in (one or "") for one in found):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"Tab does not lead to {name}")


def _on(page: Page, key: str) -> None:
    """Wait until the control `key` has the focus."""
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=key)


def test_tiles_are_moved_and_exposed_by_keyboard(page: Page) -> None:
    """By keyboard tiles become an exposure, one leaves and joins it, it is taken apart, and two tiles swap places."""
    enter(page, RACK)
    _on(page, "add-0")
    exposed = page.locator("#tiles .tray:has(+ .tray) [data-pick]")
    chip(page, 5).focus()
    for name, count in (
        ("Expose 4 matching tiles", 4), ("On the rack", 3), ("First exposure", 4), ("Take the first exposure apart", 0),
    ):  # fmt: skip
        page.keyboard.press("Enter")
        _press(page, name)
        _on(page, "chip-5")
        assert exposed.count() == count, name
    _press(page, "Make an exposure")
    for number in (2, 5):
        chip(page, number).focus()
        page.keyboard.press("Space")
    _press(page, "Swap")
    names = page.locator("#tiles [data-pick]").evaluate_all("(all) => all.slice(0, 5).map((one) => one.ariaLabel)")
    assert names == [f"{tile} on the rack" for tile in ("2 Crak", "3 Crak", "Joker", "2 Crak", "2 Crak")]
    assert page.evaluate("document.activeElement !== document.body")
