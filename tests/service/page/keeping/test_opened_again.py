"""Open again what Rackcheck has saved; other files, and what this place lacks, get an answer that says what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from tests.service.page.evening import begin, open_game, post, win_by_hand
from tests.service.page.phone import enter, text_of
from tests.service.running_server import free_port, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.service.running_server import Server

PRACTICE = Path(__file__).parents[4] / "rules/cards/practice.toml"
OURS = PRACTICE.read_text("utf-8").replace('id = "practice"', 'id = "ours"')
NO_COPY = {
    "spreadsheet": b"\xef\xbb\xbfentry,kind\r\n1,win\r\n",
    "photo": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "nothing": b"",
}


def test_a_saved_game_opens_on_another_phone(page: Page, server: Server, tmp_path: Path) -> None:
    """The file of one game brings it in where it is missing, and changes nothing where it is."""
    game = begin(server, title="Carried over")
    page.goto(f"{server.address}#book")
    open_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game (JSON)").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.get_by_role("button", name="Another game").click()
    page.set_input_files("#copy-open", file)
    text_of(page, "whole-copy", "Nothing in it is new here.")
    with running_server(environment={"RACKCHECK_DATA_DIR": str(tmp_path / "other")}) as other:
        there = page.context.new_page()
        there.goto(f"{other.address}#book")
        there.set_input_files("#copy-open", file)
        text_of(there, "whole-copy", "Brought in: 1 game.")
        open_game(there, game)
        text_of(there, "book-history", "Ann won, 25 points")
        there.close()


def test_a_game_that_stays_as_it_is_here_is_told_and_heard(page: Page, server: Server, tmp_path: Path) -> None:
    """A game that has gone on in two places comes in from neither: the page says why, and not that nothing is new."""
    game = begin(server, title="Gone on twice")
    with running_server(environment={"RACKCHECK_DATA_DIR": str(tmp_path / "other")}) as other:
        post(other, "games/import", json.loads(_export(server, game)))
        post(other, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
        theirs = _export(other, game)
    post(server, f"games/{game}/entries", {"kind": "note", "note": "Tea", "based_on": 0})
    page.goto(f"{server.address}#book")
    page.set_input_files("#copy-open", {"name": "game.json", "mimeType": "application/json", "buffer": theirs})
    told = page.get_by_role("group", name="What came of the copy")
    told.wait_for()
    why = "Not brought in: the game Gone on twice. This game has other entries here, and stays as it is."
    assert " ".join(told.inner_text().split()) == f"Nothing was brought in. {why}"
    page.locator("#said", has_text=f"Nothing was brought in. {why}").wait_for(state="attached")


def _export(server: Server, game: str) -> bytes:
    """Return the file of a game."""
    with urlopen(f"{server.address}api/v1/games/{game}/export.json", timeout=90) as answer:
        return bytes(answer.read())


@pytest.mark.parametrize("what", NO_COPY)
def test_another_file_is_no_copy(page: Page, server: Server, what: str) -> None:
    """A file that Rackcheck has not saved is refused in words of the table, with what to choose instead."""
    page.goto(f"{server.address}#book")
    page.set_input_files("#copy-open", {"name": "a", "mimeType": "text/plain", "buffer": NO_COPY[what]})
    alert = page.locator("#whole-copy").get_by_role("alert")
    assert alert.inner_text() == "This is some other file, or it is damaged: choose one that Rackcheck saved."


def test_another_file_is_no_taught_set(page: Page) -> None:
    """The page names its own button that saves a set, and no command of the terminal."""
    page.get_by_role("button", name="Teach a new set").click()
    page.locator("#teach-dialog input[accept*=json]").set_input_files(
        {"name": "a.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    alert = page.locator("#teach-dialog").get_by_role("alert").first
    told = "This is no file of a taught set: take the file that `sets export` wrote, or the page by “Save as a file”."
    assert alert.inner_text() == told


def test_a_lost_game_says_which_card_to_bring_along(browser: Browser, tmp_path: Path) -> None:
    """A new book without the game's card names the card and says how it comes; with the card the game goes on.

    Meanwhile the scan page says that the game is gone, and where to decide about it.
    """
    port = str(free_port())
    page = browser.new_context(viewport={"width": 320, "height": 640}).new_page()
    with running_server("--port", port, environment={"RACKCHECK_DATA_DIR": str(tmp_path / "old")}) as server:
        post(server, "cards", {"text": OURS})
        game = begin(server, title="By our card", ruleset="modern-american", card="ours")
        page.goto(f"{server.address}#book")
        open_game(page, game)
        win_by_hand(page, "Ann", "25")
        text_of(page, "book-history", "Ann won, 25 points")
    with running_server("--port", port, environment={"RACKCHECK_DATA_DIR": str(tmp_path / "new")}) as server:
        page.get_by_role("heading", name="By our card is no longer in the book").wait_for()
        page.get_by_role("link", name="Scan").click()
        enter(page, ["1B"])
        text_of(page, "verdict", "The book no longer has this game. Under Book you choose how to go on.")
        page.get_by_role("link", name="Book", exact=True).click()
        page.get_by_role("button", name="Go on with these points").click()
        text_of(page, "book-fault", "The game is played by ours, which is not here any more. Bring it in under Cards")
        post(server, "cards", {"text": OURS})
        page.get_by_role("button", name="Go on with these points").click()
        text_of(page, "book-history", "As it stood in the game that the book has lost")
        assert urlopen(f"{server.address}api/v1/games", timeout=90).read().count(b'"card": "ours"') == 1
    page.context.close()
