"""The page has one word for one thing, wherever it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.service.page.evening import begin, open_game, post

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server


def test_what_was_entered_as_a_penalty_is_called_one(page: Page, server: Server) -> None:
    """An agreed payment comes of no ruling: its entry and its correction say penalty, as the button does."""
    game = begin(server, title="Paid for the tea")
    paid = {"from": "Ann", "to": "Bea", "points": 5}
    post(server, f"games/{game}/entries", {"kind": "penalty", "transfers": [paid], "note": "Tea", "based_on": 0})
    page.goto(f"{server.address}#book")
    open_game(page, game)
    assert page.locator("[data-key=entry-1] .fine").first.inner_text().startswith("1 · Penalty · ")
    page.get_by_role("button", name="Correct: A payment the table agreed on").click()
    page.get_by_role("dialog", name="Correct the penalty").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.get_by_role("dialog", name="A penalty", exact=True).wait_for()


def test_the_correction_of_a_wall_game_is_called_one(page: Page, server: Server) -> None:
    """Somebody won a wall game after all: the form offers a win, and says that it corrects the wall game."""
    game = begin(server, title="Nobody won")
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.goto(f"{server.address}#book")
    open_game(page, game)
    page.get_by_role("button", name="Correct: Wall game").click()
    form = page.get_by_role("dialog", name="Correct the wall game")
    form.get_by_role("group", name="Who won?").wait_for()
    form.get_by_label("What was it?").select_option("A penalty")
    form.get_by_label("What happened?").wait_for()
    form.get_by_role("button", name="Close").click()


def test_the_charleston_has_its_capital(page: Page, server: Server) -> None:
    """An answer that names the Charleston writes it as the questions do."""
    page.goto(f"{server.address}#disputes")
    page.get_by_role("button", name="A hand holds too many or too few tiles").click()
    page.get_by_role("radio", name="Before Charleston").wait_for()


def test_a_card_is_saved_as_a_file_as_all_else_is(page: Page) -> None:
    """The buttons that save a card say the same as those that save a taught set, a photo and evidence."""
    page.get_by_role("link", name="Cards").click()
    page.get_by_role("link", name="Save as a file: Hoyle's typical list").wait_for()
    assert page.locator("#cards-list").get_by_text("Save as file").count() == 0
