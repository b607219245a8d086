"""Prove what the page owes to Safari, in Chromium: a layout or a function that only Chromium has does not carry it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TALLER = """(dialog) => {
  const height = () => dialog.lastElementChild.offsetHeight;
  const before = height();
  dialog.style.height = '88dvh';
  return [before, height()];
}"""
"""Make an open dialog higher than its content; return its last element's height before and after."""


def test_a_dialog_does_not_stretch_its_rows(page: Page) -> None:
    """WebKit first lays a dialog out at its full height: its rows must not take that height over."""
    page.get_by_role("button", name="Enter the tiles by hand").click()
    before, after = page.locator("#tile-dialog").evaluate(TALLER)
    assert before == after
