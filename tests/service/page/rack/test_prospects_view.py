"""Test in a real browser which hands a rack may still become."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.helpers import png, table_cloth
from tests.service.page.axe import faults_of
from tests.service.page.phone import by_card, enter, photographed, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

HAND = ["2C", "2C", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]
"""Hand 24 but for one 2 Crak."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_rack_may_still_become(page: Page, scheme: str) -> None:
    """The page lists the hands still possible on request, nearest first, and fewer once tiles are out of play.

    Axe passes in light and in dark, also with the error of a bad answer.
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
    section.get_by_role("button", name="Count by hand").click()
    for label in ["9B", "9D", "9C"] * 4:
        page.locator(f'dialog .key[data-label="{label}"]').click()
    page.get_by_role("button", name="Done").click()
    page.wait_for_function(
        "(many) => Number.parseInt(document.querySelector('#prospects [role=status]')?.textContent) < many", arg=many
    )
    section.get_by_role("button", name="4 × 9 Bam on the table").click()
    page.get_by_role("button", name="One less").click()
    page.get_by_role("button", name="Done").click()
    section.get_by_role("button", name="3 × 9 Bam on the table").wait_for()
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")


def test_only_a_count_can_be_cleared(page: Page) -> None:
    """The button that clears the count of the table is there once something is counted."""
    enter(page, HAND)
    section = page.locator("#prospects")
    section.get_by_role("button", name="Which hands are still possible?").click()
    text_of(page, "prospects", "still possible, nearest first")
    clear = section.get_by_role("button", name="Clear the count")
    assert not clear.count()
    section.get_by_role("button", name="Count by hand").click()
    page.locator('dialog .key[data-label="9B"]').click()
    page.get_by_role("button", name="Done").click()
    clear.click()
    section.get_by_role("button", name="Which hands are still possible?").wait_for()
    assert not clear.count()


def test_hands_further_away_are_drawn_when_they_are_unfolded(page: Page) -> None:
    """The page draws the folded hands once the player opens their list, and no longer when it is closed."""
    enter(page, HAND)
    page.get_by_role("button", name="Which hands are still possible?").click()
    text_of(page, "prospects", "still possible, nearest first")
    hands = page.locator("#prospects .near > li")
    assert hands.count() == 5
    page.locator("#prospects summary").click()
    hands.nth(5).wait_for()
    assert f"{hands.count()} hands are still possible" in page.locator("#prospects").inner_text()
    page.locator("#prospects summary").press("Enter")
    hands.nth(5).wait_for(state="detached")
    assert hands.count() == 5


def test_the_table_is_photographed(page: Page) -> None:
    """A photo of the table counts its tiles, asks about uncertain ones, and shows the jokers that can be exchanged."""
    enter(page, ["1D", "1D", "1D", "2D", "2D", "4B", "4B", "6B", "6B", "F", "F", "N", "9B"])
    by_card(page, "practice card")
    text_of(page, "verdict", "Not")
    scan = photographed(["5C", "5C", "8D", "9B", "9B", "J", "9B", "BACK"], exposures=[[3, 4, 5, 6]])
    scan["tiles"][2] |= {"sure": False, "alternatives": [["6D", 0.4]]}  # type: ignore[index]
    asked: list[str] = []

    def read(route: Route) -> None:
        asked.append(str(route.request.post_data_buffer))
        route.fulfill(json=scan)

    page.route("**/api/v1/scan", read)
    page.set_input_files("#pick-table", {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
    text = text_of(page, "prospects", "On your turn you can exchange your 9 Bam for the joker.")
    assert "On the table: 3 tiles" in text
    assert "Exposed by another player" in text
    assert "table" in asked[0]
    page.get_by_role("button", name="8 Dot on the table, not sure, please look").click()
    page.locator('dialog .candidate[data-label="6D"]').click()
    page.get_by_role("button", name="1 × 6 Dot on the table").wait_for()
    page.get_by_role("button", name="No exposure").click()
    text_of(page, "prospects", "On the table: 7 tiles")
    page.get_by_text("you can exchange your").wait_for(state="hidden")


def test_a_winning_rack_is_not_asked_what_it_may_become(page: Page) -> None:
    """A winning rack shows no section of hands that it may still become."""
    enter(page, [*HAND, "2C"])
    text_of(page, "verdict", "Mah jongg")
    page.locator("#prospects").wait_for(state="hidden")
