"""How many taps the jobs at the table take: counted in the page, and held."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.helpers import png, table_cloth
from tests.service.page.evening import begin, open_game, win_by_hand
from tests.service.page.phone import PATIENT, RACK, by_card, chip, choose, photographed, text_of
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST = {
    "first photo to verdict": 6,
    "first photo to money": 9,
    "correct two tiles": 4,
    "wrong exposures": 3,
    "change card": 3,
    "why not, and the nearest hand": 2,
    "ruling of a misnamed discard into the book": 8,
    "correct an entry": 4,
}
"""The most taps that each job may take."""

COUNT = "window.taps = 0; addEventListener('pointerdown', (event) => { if (event.isTrusted) taps += 1; }, true);"
"""Taps are what the browser itself calls a finger that comes down; a photo picked from the gallery is one more."""

_log = logging.getLogger(__name__)


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The page on the phone of somebody who opens it for the first time."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, card_chosen=False)  # type: ignore[call-arg]
    context.add_init_script(COUNT)
    found = context.new_page()
    found.set_default_timeout(PATIENT)
    found.goto(server.address)
    yield found
    context.close()


def taps(page: Page) -> int:
    """How often the page was tapped so far."""
    return int(page.evaluate("taps"))


def held(job: str, count: int) -> None:
    """Tell how many taps a job took (`--log-cli-level=info` shows it), and hold it to its bar."""
    _log.info("%s: %d taps, at most %d", job, count, MOST[job])
    assert count <= MOST[job], job


def photo(page: Page, scan: dict[str, object]) -> None:
    """Choose a photo of the gallery: a tap on the button, and one on the photo, which the page never sees."""
    page.route("**/api/v1/scan", lambda route: route.fulfill(json=scan))
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Choose a photo").click()
    chooser.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
    page.evaluate("taps += 1")


EXPOSED = [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_from_the_first_photo_to_the_money(page: Page) -> None:
    """A newcomer takes a photo, says the card, then who won and how: the verdict, then the payments."""
    photo(page, photographed(RACK, exposures=EXPOSED))
    page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    held("first photo to verdict", taps(page))
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 2")
    text_of(page, "money", "Player 2 pays Player 1")
    held("first photo to money", taps(page))
    before = taps(page)
    by_card(page, "practice card")
    text_of(page, "verdict", "Judged by Rackcheck's own practice card")
    held("change card", taps(page) - before)


def test_what_was_read_wrong_is_put_right(page: Page) -> None:
    """Two tiles read wrong, then tiles that were read as concealed, and a hand that is none."""
    wrong = [*RACK]
    wrong[8], wrong[11] = "5C", "6B"
    photo(page, photographed(wrong, exposures=[[0, 1, 2, 3]]))
    page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").click()
    text_of(page, "verdict", "Not mah jongg")
    before = taps(page)
    page.locator("#bar button").click()
    page.wait_for_function("document.activeElement.id === 'verdict'")
    assert "away" in text_of(page, "verdict", "The nearest hands")
    held("why not, and the nearest hand", taps(page) - before)
    before = taps(page)
    for number, label in ((9, "4C"), (12, "F")):
        chip(page, number).click()
        page.locator(f'dialog .key[data-label="{label}"]').click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    held("correct two tiles", taps(page) - before)
    before = taps(page)
    chip(page, 6).click()
    page.get_by_role("button", name="Expose 4 matching tiles").click()
    page.locator("#tiles h3", has_text="Second exposure").wait_for()
    held("wrong exposures", taps(page) - before)


def test_a_dispute_and_a_mistake_in_the_book(page: Page, server: Server) -> None:
    """A misnamed discard is ruled on and entered; a win entered with the wrong value is put right."""
    game = begin(server, title="Counted", ruleset="modern-american", card="practice")
    page.reload()
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    before = taps(page)
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-misnamed-discard"]').click()
    choose(page, "Who named the discard wrongly", "Bea")
    choose(page, "Who wants it", "Ann")
    choose(page, "What the claimant wants it for", "Mah jongg")
    value = page.locator('[data-key="fact-value"]')
    value.click()
    value.fill("25")
    value.blur()
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator(".ruling").wait_for()
    page.get_by_role("button", name="Enter it in Counted").click()
    text_of(page, "book-history", "Bea goes down 100 points")
    held("ruling of a misnamed discard into the book", taps(page) - before)
    win_by_hand(page, "Cat", "20")
    text_of(page, "book-history", "Cat won, 20 points")
    before = taps(page)
    page.get_by_role("button", name="Correct: Cat won, 20 points, self-picked").click()
    field = page.get_by_label("Value of the hand")
    field.click()
    field.fill("25")
    page.get_by_role("button", name="Correct it").click()
    history = text_of(page, "book-history", "Cat won, 25 points")
    assert "Taken out: it no longer counts" in history
    held("correct an entry", taps(page) - before)
