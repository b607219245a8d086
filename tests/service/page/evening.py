"""Begin games over HTTP and enter hands on the page."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

from tests.service.page.phone import RACK, chip, choose, enter, expose

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

FRIDAY: dict[str, Any] = {"title": "Friday", "ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}


def post(server: Server, path: str, body: object) -> dict[str, Any]:
    """Send a POST request to the server as a program does."""
    request = urllib.request.Request(
        f"{server.address}api/v1/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=90) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def begin(server: Server, **changes: object) -> str:
    """Begin a game and return its id."""
    return str(post(server, "games", FRIDAY | changes)["id"])


def entries(server: Server, game: str) -> list[dict[str, Any]]:
    """Return the entries of a game."""
    with urllib.request.urlopen(f"{server.address}api/v1/games/{game}/entries", timeout=90) as answer:
        return list(json.load(answer)["entries"])


def open_game(page: Page, game: str) -> None:
    """Open a game from the list, and wait until entries of other phones arrive."""
    page.locator(f'[data-key="game-{game}"]').click()
    page.get_by_text("Up to date").wait_for()


def show_game(page: Page, game: str) -> None:
    """Load the page anew at the book, and open a game from the list."""
    page.goto(f"{page.url.partition('#')[0]}#book")
    page.reload()
    open_game(page, game)


def win_by_hand(page: Page, winner: str, value: str) -> None:
    """Enter a self-picked win in the open game."""
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "Who won?", winner)
    choose(page, "How?", "Self-picked")
    page.get_by_label("Value of the hand").fill(value)
    page.get_by_role("button", name="Enter the win").click()


def ann_won(page: Page) -> None:
    """Say that Ann won the rack with its last tile, a discard of Bea."""
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Bea")


def judge_rack(page: Page) -> None:
    """Enter on the scan page a rack that Ann won on Bea's discard."""
    enter(page, RACK)
    expose(page, range(1, 5))
    expose(page, range(5, 9))
    ann_won(page)


def scan_win(page: Page) -> None:
    """Go from the open game to the scan page, and enter there a rack that Ann won on Bea's discard."""
    page.get_by_role("button", name="Scan a winning rack").click()
    judge_rack(page)


def ask_who_pays_a_misnamed_discard(page: Page) -> None:
    """Ask in Disputes about a discard that Bea misnamed, so that Ann made a hand of 25."""
    page.locator('[data-key="ruling-misnamed-discard"]').click()
    choose(page, "Who named the discard wrongly", "Bea")
    choose(page, "Who wants it", "Ann")
    choose(page, "What it is wanted for", "Mah jongg")
    page.locator('[data-key="fact-value"]').fill("25")
    page.get_by_role("button", name="What do the rules say?").click()
