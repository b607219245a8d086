"""What a person says once is in the book once, and what the book does not take yet is said and not lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, entries, judge_rack, open_game, post, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import chip, choose, taken_in, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server


@pytest.fixture
def game(server: Server) -> str:
    """A game of the book."""
    return begin(server, title="Once")


def _opened(page: Page, game: str) -> Page:
    """Open a game on the page."""
    page.goto(f"{page.url}#book")
    page.reload()
    open_game(page, game)
    return page


def _tap_twice(page: Page, key: str) -> None:
    """Two taps on one control, faster than anybody answers."""
    page.evaluate("(key) => [1, 2].forEach(() => document.querySelector(`[data-key='${key}']`).click())", key)


def test_two_taps_on_east_are_one_change_of_seats(page: Page, server: Server) -> None:
    """How East moves and who is East are entered once each; what was tapped says that it waits."""
    game = begin(server, title="East", ruleset="modern-american", card="practice")
    _opened(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-table", "Hand 2 · East is not known")
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    for nth, (key, said) in enumerate((("east-goes-asked", "We say it each time"), ("east-Bea", "Bea is East"))):
        page.locator(f"[data-key='{key}']:enabled").wait_for()
        _tap_twice(page, key)
        held.wait(nth + 1)
        text_of(page, "book-table", "once the entry on its way is in the book")
        assert page.locator(f"[data-key='{key}']").is_disabled()
        held.answer(nth)
        text_of(page, "book-table", said)
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, game)] == ["win", "seats", "seats"]
