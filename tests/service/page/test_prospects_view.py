"""What a rack may still become, asked on the page in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.phone import enter, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

HAND = ["2C", "2C", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]
"""Hand 24 but for one 2 Crak."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_rack_may_still_become(page: Page, scheme: str) -> None:
    """Asked for when wanted: the hands still possible, nearest first, and fewer once tiles are out of play.

    In light and in dark no rule of axe is broken, by the error of a bad answer either.
    """
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of two names
    enter(page, HAND)
    text_of(page, "verdict", "Not yet mah jongg")
    section = page.locator("#prospects")
    assert section.get_by_role("listitem").count() == 0
    section.get_by_role("button", name="Which hands are still possible?").click()
    first = text_of(page, "prospects", "still possible, nearest first")
    assert "Consecutive numbers or runs" in first.split("more")[0]
    assert "1 tile away" in first
    many = int(section.get_by_role("status").inner_text().split()[0])
    assert faults_of(page) == []
    field = section.get_by_label("Tiles out of play")
    field.fill("9B 9B 9B 9B 9D 9D 9D 9D 9C 9C 9C 9C")
    field.press("Tab")
    page.wait_for_function(
        "(many) => Number.parseInt(document.querySelector('#prospects [role=status]')?.textContent) < many", arg=many
    )
    field.fill("nonsense")
    field.press("Tab")
    section.get_by_role("alert").wait_for()
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")


def test_a_winning_rack_is_not_asked_what_it_may_become(page: Page) -> None:
    """A hand that is mah jongg needs nothing more, and no section stands in the way."""
    enter(page, [*HAND, "2C"])
    text_of(page, "verdict", "Mah jongg")
    page.locator("#prospects").wait_for(state="hidden")
