"""The eight jobs at a table as a newcomer does them on either edition; each checks its number of taps."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from tests.service.page.evening import FRIDAY, win_by_hand
from tests.service.page.phone import by_card, chip, choose, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

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
"""Most taps that each job may take."""

PHOTO = Path(__file__).parents[3] / "examples" / "rack.jpg"

COUNT = "window.taps = 0; addEventListener('pointerdown', (event) => { if (event.isTrusted) taps += 1; }, true);"
"""Count the browser's `pointerdown` events; choosing a photo in the gallery is one tap more."""

API = """import(document.querySelector('script[src$="/js/main.js"]').src).then((main) => main.$shared_api)"""
"""The page's own module `shared/api.js` in either edition; in `evaluate`."""

BEGIN = f"""async (body) => {{
  const {{ answered }} = await {API};
  const answer = await answered("/api/v1/games", {{
    method: "POST", headers: {{ "Content-Type": "application/json" }}, body }});
  return (await answer.json()).id;
}}"""
"""Begin a game in either edition; return its id."""

_log = logging.getLogger(__name__)


def newcomer(browser: Browser) -> BrowserContext:
    """A phone whose owner opens the page for the first time."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        card_chosen=False,  # type: ignore[call-arg]
        service_workers="allow",
    )
    context.add_init_script(COUNT)
    return context


@contextmanager
def job(page: Page, name: str) -> Iterator[None]:
    """Count the taps of a job, log them with the seconds (`--log-cli-level=info`), and check the bound."""
    before, start = int(page.evaluate("taps")), perf_counter()
    yield
    taps = int(page.evaluate("taps")) - before
    _log.info("%s: %d taps, at most %d; %.1f s", name, taps, MOST[name], perf_counter() - start)
    assert 0 < taps <= MOST[name], name


def name_tile(page: Page, number: int, label: str) -> None:
    """Name a tile of the rack."""
    chip(page, number).click()
    page.locator(f'dialog .key[data-label="{label}"]').click()


def scan_and_settle(page: Page) -> None:
    """Go from the example photo to the money, with the usual mishaps on the way."""
    with job(page, "first photo to money"):
        with job(page, "first photo to verdict"):
            with page.expect_file_chooser() as chooser:
                page.get_by_text("Choose a photo").click()
            chooser.value.set_files(PHOTO)
            page.evaluate("taps += 1")
            page.locator("#card-in-use").get_by_role("button", name="National Mah Jongg League").click()
            text_of(page, "verdict", "Mah jongg: 20 points")
        choose(page, "Who won?", "Player 1")
        choose(page, "How?", "From a discard")
        choose(page, "Whose discard?", "Player 2")
        text_of(page, "money", "Player 2 pays Player 1")
    with job(page, "change card"):
        by_card(page, "practice card")
        text_of(page, "verdict", "Judged by Rackcheck's own practice card")
    by_card(page, "National Mah Jongg League")
    text_of(page, "verdict", "Mah jongg: 20 points")
    # A misreading as it happens: two wrong tiles, then an exposure read as concealed tiles.
    name_tile(page, 9, "5C")
    name_tile(page, 12, "6B")
    text_of(page, "verdict", "Not mah jongg")
    with job(page, "why not, and the nearest hand"):
        page.locator("#bar button").click()
        page.wait_for_function("() => document.activeElement.id === 'verdict'")
        assert "away" in text_of(page, "verdict", "The nearest hand")
    with job(page, "correct two tiles"):
        name_tile(page, 9, "4C")
        name_tile(page, 12, "4C")
        text_of(page, "verdict", "Mah jongg: 20 points")
    chip(page, 6).click()
    page.get_by_role("button", name="Take the second exposure apart").click()
    page.locator("#tiles h3", has_text="Second exposure").wait_for(state="hidden")
    with job(page, "wrong exposures"):
        chip(page, 6).click()
        page.get_by_role("button", name="Expose 4 matching tiles").click()
        page.locator("#tiles h3", has_text="Second exposure").wait_for()


def rule_and_correct(page: Page) -> None:
    """Get a ruling on a misnamed discard and enter it; correct a win that was entered with the wrong value."""
    body = FRIDAY | {"title": "Counted", "ruleset": "modern-american", "card": "practice"}
    game = page.evaluate(BEGIN, json.dumps(body))
    page.reload()
    page.get_by_role("link", name="Book").click()
    page.locator(f'[data-key="game-{game}"]').click()
    text_of(page, "book-table", "Hand 1")
    with job(page, "ruling of a misnamed discard into the book"):
        page.get_by_role("link", name="Disputes").click()
        page.locator('[data-key="ruling-misnamed-discard"]').click()
        choose(page, "Who named the discard wrongly", "Bea")
        choose(page, "Who wants it", "Ann")
        choose(page, "What it is wanted for", "Mah jongg")
        value = page.locator('[data-key="fact-value"]')
        value.click()
        value.fill("25")
        value.blur()
        page.get_by_role("button", name="What do the rules say?").click()
        page.locator(".ruling").wait_for()
        page.get_by_role("button", name="Enter it in Counted").click()
        text_of(page, "book-history", "Bea goes down 100 points")
    win_by_hand(page, "Cat", "20")
    text_of(page, "book-history", "Cat won, 20 points")
    with job(page, "correct an entry"):
        page.get_by_role("button", name="Correct: Cat won, 20 points, self-picked").click()
        field = page.get_by_label("Value of the hand")
        field.click()
        field.fill("25")
        page.get_by_role("button", name="Correct it").click()
        history = text_of(page, "book-history", "Cat won, 25 points")
    assert "Taken out: it no longer counts" in history
