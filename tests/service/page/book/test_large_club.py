"""A club with many tables and evenings: its lists stay usable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, open_game, post
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TABLES = 12
EVENINGS = 2


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    """A server with the games of all tables and evenings, of one title, and their ids, the oldest first."""
    with running_server(environment={"RACKCHECK_DATA_DIR": str(tmp_path_factory.mktemp("club"))}) as server:
        yield (
            server,
            [
                begin(
                    server,
                    title="Club night",
                    players=[f"{name} {at % TABLES + 1}" for name in ("Ann", "Bea", "Cat", "Dee")],
                )
                for at in range(TABLES * EVENINGS)
            ],
        )


def test_every_game_of_a_large_club_can_be_opened(browser: Browser, club: tuple[Server, list[str]]) -> None:
    """The list begins with the newest games; a button adds the older ones and leads on from there by keyboard too."""
    server, games = club
    page = browser.new_context(viewport={"width": 320, "height": 640}).new_page()
    page.goto(f"{server.address}#book")
    listed = page.locator(".games .game")
    page.locator(f'[data-key="game-{games[-1]}"]').wait_for()
    first = listed.count()
    assert first < len(games)
    page.get_by_role("button", name="Show older games").focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-key="game-{games[0]}"]').wait_for()
    assert listed.count() == len(games)
    assert page.evaluate("document.activeElement.dataset.key") == f"game-{games[-1 - first]}"
    assert page.get_by_role("button", name="Show older games").count() == 0
    open_game(page, games[0])
    assert page.locator("#book-table .seat strong").all_inner_texts() == ["Ann 1", "Bea 1", "Cat 1", "Dee 1"]
    page.context.close()


def test_names_that_begin_alike_differ_in_the_chart(page: Page, server: Server) -> None:
    """Beside the lines of the evening, long names that begin alike keep their ends, and others their beginnings."""
    players = ["Annemarie Klein", "Annemarie Gross", "Wilhelmina", "Bea"]
    game = begin(server, title="Namesakes", players=players)
    outcome = {"kind": "win", "winner": "Bea", "won_by": "self-pick", "value": 25}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": outcome, "based_on": 0})
    page.goto(f"{server.address}#book")
    open_game(page, game)
    names = page.locator("#book-end .chart text[class^=line]").all_text_contents()
    assert names == ["Anne…ein", "Anne…oss", "Wilhelm…", "Bea"]
