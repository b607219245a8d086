"""Count the taps of the jobs at the table on a server's page, and check the bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, open_game, post
from tests.service.page.jobs import newcomer, rule_and_correct, scan_and_settle
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The page on the phone of somebody who opens it for the first time."""
    context = newcomer(browser)
    found = context.new_page()
    found.goto(server.address)
    yield found
    context.close()


@pytest.mark.usefixtures("networks_wanted")
def test_from_the_first_photo_to_the_money(page: Page) -> None:
    """First photo, card, winner, other card, wrong tiles, wrong exposure, losing hand: each stays within its taps."""
    scan_and_settle(page)


def test_a_dispute_and_a_mistake_in_the_book(page: Page) -> None:
    """A ruling entered into the book and a corrected entry stay within their taps."""
    rule_and_correct(page)


def test_who_pays_whom_is_a_tap_away_after_a_long_evening(page: Page, server: Server) -> None:
    """A tap under the standings leads past all entries to the end of the evening, and the focus goes with it."""
    game = begin(server, title="Long")
    for number in range(20):
        post(server, f"games/{game}/entries", {"kind": "wall", "based_on": number})
    page.reload()
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.locator("#book-standings").get_by_role("button", name="End of the evening").click()
    assert page.evaluate("document.activeElement.id") == "end-title"
    assert page.locator("#book-end").evaluate("one => Math.abs(one.getBoundingClientRect().top) < innerHeight / 2")
