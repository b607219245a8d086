"""Prove that a person who follows the tutorial finds on the page what it names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.service.conftest import ROOT
from tests.service.page.phone import chip, choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.usefixtures("networks_wanted")


def bold(document: str, after: str, before: str) -> list[str]:
    """Return the bold names between two headings of a document; they name elements of the page."""
    text = (ROOT / "docs" / document).read_text("utf-8").partition(after)[2].partition(before)[0]
    found = re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
    assert found
    return [" ".join(one.split()) for one in found]


class Walk:
    """A walk over the page that remembers every text it has shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._met = ""

    def look(self) -> None:
        """Remember what the page shows now."""
        self._met += self._page.locator("body").inner_text()

    def tap(self, name: str) -> None:
        """Look, and press the control with this name."""
        self.look()
        button = self._page.get_by_role("button", name=name)
        button.or_(self._page.get_by_role("link", name=name)).or_(
            self._page.locator("summary", has_text=name)
        ).first.click()

    def missed(self, names: list[str]) -> list[str]:
        """Return the names that the page never showed."""
        return [name for name in names if name not in self._met]


def test_the_tutorial_names_what_the_page_shows(page: Page, example: Path) -> None:
    """The tutorial's steps work in order from photo to ruling; the page shows every bold name and the same figures."""
    walk = Walk(page)
    walk.look()
    page.set_input_files("#pick-choose", example)
    chip(page, 14).wait_for()
    for part in ("First exposure", "Second exposure", "On the rack"):
        page.locator("#tiles").get_by_text(part).wait_for()
    chip(page, 3).click()
    sheet = page.locator("#tile-dialog")
    sheet.get_by_text("Read as Joker").wait_for()
    sheet.get_by_text("Any tile").wait_for()
    sheet.get_by_text("Where it lies").wait_for()
    page.keyboard.press("Escape")
    walk.tap("Names and bettors")
    for at, name in enumerate(("Ann", "Bea", "Cat", "Dee"), 1):
        page.get_by_label(f"Player {at}", exact=True).last.fill(name)
    for question, answer in (("Who won?", "Ann"), ("How?", "From a discard"), ("Whose discard?", "Bea")):
        choose(page, question, answer)
    page.locator("#money", has_text="Bea pays Ann").wait_for()
    page.locator("#verdict", has_text="Mah jongg: 20 points").wait_for()
    walk.tap("Book")
    page.get_by_text("Tap the names").wait_for()
    for name in ("Ann", "Bea", "Cat", "Dee"):
        page.locator("#book-start .offered").get_by_role("button", name=name, exact=True).click()
    walk.tap("Begin the game")
    page.get_by_text("Up to date").wait_for()
    walk.tap("Scan a winning rack")
    page.locator("#keep", has_text="Add this win").wait_for()
    walk.tap("Add this win")
    page.get_by_text("Bea is East").wait_for()
    walk.tap("Undo")
    page.get_by_text("Taken out").wait_for()
    walk.tap("Disputes")
    walk.tap("Mah Jongg was called in error")
    choose(page, "Who called", "Cat")
    walk.tap("What do the rules say?")
    page.get_by_role("group", name="The ruling").wait_for()
    assert walk.missed(bold("tutorial.md", "## 2.", "## Your phone")) == []


@pytest.mark.usefixtures("sets")
def test_a_set_is_taught_as_the_page_on_teaching_says(page: Page) -> None:
    """The four steps of the page on teaching work in order, by their names; then the set learns another's face."""
    walk = Walk(page)
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Rosewood")
    walk.look()
    page.set_input_files("#teach-choose", ROOT / "docs" / "pictures" / "faces.jpg")
    teaching.locator('[data-face="0"]').wait_for()
    walk.look()
    teaching.get_by_role("button", name=re.compile("^Teach ")).click()
    teaching.get_by_text("Photos are now read by it.").wait_for()
    walk.tap("Done")
    page.wait_for_function("() => document.querySelector('select option:checked')?.textContent === 'Rosewood'")
    walk.look()
    # A second tile set knows a face that the first one has lost.
    sets = f"{page.url.rstrip('/')}/api/v1/sets"
    assert page.request.post(f"{sets}?name=Jokers", data=page.request.get(f"{sets}/Rosewood/file").body()).ok
    face = page.request.get(f"{sets}/Rosewood").json()["taught"][0]["id"]
    assert page.request.delete(f"{sets}/Rosewood/faces/{face}").ok
    page.reload()
    walk.tap("Add another set's faces")
    walk.tap("Add 1 face")
    page.get_by_role("button", name="Undo").wait_for()
    walk.look()
    assert walk.missed(bold("teaching.md", "## On the phone", "## In the terminal")) == []
