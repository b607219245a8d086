"""Test that one answer names all tiles of a photo that look the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.phone import chip, photographed, show

if TYPE_CHECKING:
    from playwright.sync_api import Page

RACK = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "6B", "6B", "6B", "6B", "F", "F"]
OPEN = (8, 9, 10)


def photograph(page: Page) -> None:
    """Photograph a rack of which three tiles are unsure and look the same."""
    scan = photographed(RACK, alike=[list(OPEN)], unsure=list(OPEN))
    tiles = scan["tiles"]
    assert isinstance(tiles, list)
    for at in OPEN:
        tiles[at].update(sure=False, confidence=0.6, alternatives=[["8B", 0.3]])
    show(page, scan)


@pytest.mark.parametrize("left_out", [0, 1], ids=["all of them", "one is another tile"])
def test_one_answer_names_the_tiles_that_look_the_same(page: Page, left_out: int) -> None:
    """The player sees the tiles that look the same; those that the player does not leave out get the same name."""
    photograph(page)
    chip(page, 9).click()
    dialog = page.locator("#tile-dialog")
    same = dialog.locator(".like")
    same.first.wait_for()
    assert [one.get_attribute("aria-label") for one in same.all()] == [f"{at} of 2 that look the same" for at in (1, 2)]
    assert faults_of(page) == []
    for at in range(left_out):
        same.nth(at).click()
        assert same.nth(at).get_attribute("aria-pressed") == "false"
    dialog.locator('.candidate[data-label="8B"]').click()
    dialog.wait_for(state="hidden")
    page.get_by_role("button", name="Undo").first.wait_for()
    said = [str(chip(page, number).get_attribute("aria-label")) for number in (9, 10, 11)]
    kept = "6 Bam on the rack, not sure, please look" if left_out else "8 Bam on the rack"
    assert said == ["8 Bam on the rack", kept, "8 Bam on the rack"]


def test_a_tile_that_looks_like_no_other_is_asked_about_alone(page: Page) -> None:
    """Once the others have their names, or without any, the dialog shows the tile alone."""
    photograph(page)
    dialog = page.locator("#tile-dialog")
    for number in (10, 11):
        chip(page, number).click()
        for one in dialog.locator(".like").all():
            one.click()
        dialog.locator('.candidate[data-label="6B"]').click()
        dialog.wait_for(state="hidden")
    chip(page, 9).click()
    dialog.locator(".candidate").first.wait_for()
    assert dialog.locator(".like").count() == 0
