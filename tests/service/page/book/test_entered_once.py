"""Prove that the book takes each entry only once, and that the page keeps an entry the book has not taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, entries, judge_rack, post, scan_win, show_game, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import chip, choose, taken_in, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server


@pytest.fixture
def game(server: Server) -> str:
    """A game of the book."""
    return begin(server, title="Once")


def _tap_twice(page: Page, key: str) -> None:
    """Tap a control twice, faster than any answer."""
    page.evaluate(
        "(key) => { const one = document.querySelector(`[data-key='${key}']`); one.click(); one.click(); }", key
    )


def test_two_taps_on_east_are_one_change_of_seats(page: Page, server: Server) -> None:
    """Two taps enter "how East moves" once, and "who is East" once; the tapped control says that it is waiting."""
    game = begin(server, title="East", ruleset="modern-american", card="practice")
    show_game(page, game)
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


ADD, ON_ITS_WAY, ANOTHER = "Add this win to Once", "This win is on its way", "Another entry of this phone waits for you"


def _win_without_network(page: Page, game: str) -> None:
    """Tap twice to add a win while the network is down, and go back to the scan page."""
    show_game(page, game)
    scan_win(page)
    page.get_by_role("button", name=ADD).wait_for()
    page.route("**/entries", lambda route: route.abort())
    _tap_twice(page, "keep")
    text_of(page, "book-pending", "Kept on this phone")
    page.get_by_role("link", name="Scan").click()


def test_a_self_picked_win_is_added(page: Page, server: Server, game: str) -> None:
    """The rack of a win on the scan page says that its winner drew the last tile."""
    show_game(page, game)
    scan_win(page)
    choose(page, "How?", "Self-picked")
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    (entry,) = entries(server, game)
    assert entry["check"]["question"]["rack"].endswith(" +4C")


def test_a_win_that_waits_for_the_network_is_not_added_again(page: Page, server: Server, game: str) -> None:
    """While a win waits for the network, a note replaces its button, also after a reload; the book gets it once."""
    _win_without_network(page, game)
    text_of(page, "keep", ON_ITS_WAY)
    page.reload()
    text_of(page, "keep", ON_ITS_WAY)
    assert page.get_by_role("button", name=ADD).count() == 0
    page.get_by_role("link", name="Look at it").click()
    page.unroute("**/entries")
    # The page tries again by itself too, and then takes the button away, perhaps while we aim at it.
    page.get_by_role("button", name="Send it now").evaluate_all("(buttons) => buttons.forEach((one) => one.click())")
    page.locator("#book-pending").wait_for(state="hidden")
    assert len(entries(server, game)) == 1
    page.get_by_role("link", name="Scan").click()
    page.get_by_role("button", name="Enter the tiles by hand").wait_for()


def test_a_win_changed_while_it_is_on_its_way_is_not_entered_beside_itself(
    page: Page, server: Server, game: str
) -> None:
    """Adding a win again after changing it on the way enters nothing: the page shows the first entry instead."""
    _win_without_network(page, game)
    chip(page, 13).click()
    page.get_by_role("button", name="The winning tile", exact=True).click()
    text_of(page, "keep", ON_ITS_WAY)
    page.unroute("**/entries")
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-pending", "Somebody entered something first")
    assert len(entries(server, game)) == 1


def test_the_same_rack_begun_anew_is_not_added_again(page: Page, game: str) -> None:
    """Starting over and entering the same rack again says that this win is already under way."""
    _win_without_network(page, game)
    page.locator("#restart").click()
    judge_rack(page)
    text_of(page, "keep", ON_ITS_WAY)


def test_a_win_that_was_dropped_can_be_added_again(page: Page, server: Server, game: str) -> None:
    """Dropping a waiting win brings its button back; adding it again enters it once."""
    _win_without_network(page, game)
    page.get_by_role("link", name="Look at it").click()
    page.get_by_role("button", name="Drop it").click()
    page.unroute("**/entries")
    page.get_by_role("link", name="Scan").click()
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    assert len(entries(server, game)) == 1


def _held_up(page: Page, server: Server, game: str) -> None:
    """Make a wall game of this phone wait for a decision by entering another one first."""
    show_game(page, game)
    page.get_by_role("button", name="Wall game").click()
    page.get_by_role("button", name="Enter a wall game").wait_for()
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.get_by_role("button", name="Enter a wall game").click()
    text_of(page, "book-pending", "Somebody entered something first")
    text_of(page, "book-history", "Wall game: nobody won")  # what is entered behind would else not know it


def test_a_win_behind_an_entry_that_waits_for_a_person_is_not_lost(page: Page, server: Server, game: str) -> None:
    """The scan page says which entry needs a decision first, and offers the win again afterwards."""
    _held_up(page, server, game)
    scan_win(page)
    text_of(page, "keep", ANOTHER)
    assert page.get_by_role("button", name=ADD).count() == 0
    page.get_by_role("link", name="Look at it").click()
    page.get_by_role("button", name="Drop it").click()
    page.get_by_role("link", name="Scan").click()
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "win"]


def test_an_undo_of_this_phone_is_no_news_to_its_rack(page: Page, server: Server, game: str) -> None:
    """A rack laid before this phone took back the last win is entered without a question."""
    show_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    page.get_by_role("link", name="Scan").click()
    judge_rack(page)
    page.get_by_role("link", name="Book").click()
    page.locator("[data-key=undo-1]").click()
    page.locator("[data-key=entry-2]").wait_for()
    page.get_by_role("link", name="Scan").click()
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    assert [entry["kind"] for entry in entries(server, game)] == ["win", "undo", "win"]


def test_an_entry_of_this_phone_is_no_news_to_its_form(page: Page, server: Server, game: str) -> None:
    """A form opened while an entry waits for the network is entered after it; an entry of another phone is told."""
    show_game(page, game)
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    win_by_hand(page, "Ann", "25")
    held.wait()
    page.get_by_role("button", name="Note", exact=True).click()
    held.answer(0)
    held.release()
    page.get_by_label("What shall the book say?").fill("Tea at nine")
    page.get_by_role("button", name="Enter the note").click()
    text_of(page, "book-history", "Tea at nine")
    assert [entry["kind"] for entry in entries(server, game)] == ["win", "note"]
    page.get_by_role("button", name="Note", exact=True).click()
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 2})
    page.get_by_label("What shall the book say?").fill("Tea at ten")
    page.get_by_role("button", name="Enter the note").click()
    text_of(page, "book-pending", "Somebody entered something first")


def _ask_for_a_ruling(page: Page) -> None:
    """Ask for the ruling on a call in error by Dee."""
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="Mah Jongg was called in error").click()
    choose(page, "Who called", "Dee")
    page.get_by_role("button", name="What do the rules say?").click()


def test_a_ruling_is_entered_once(page: Page, server: Server, game: str) -> None:
    """Two taps enter a ruling once; its button is gone while the entry waits and after the book has it."""
    show_game(page, game)
    _ask_for_a_ruling(page)
    page.get_by_role("button", name="Enter it in Once").wait_for()
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    _tap_twice(page, "dispute-enter")
    held.wait()
    page.get_by_role("link", name="Disputes").click()
    text_of(page, "dispute", "You have entered this")
    held.answer(0)
    assert page.get_by_role("button", name="Enter it in Once").count() == 0
    page.get_by_role("link", name="Book").click()
    page.locator("#book-pending").wait_for(state="hidden")
    taken_in(page)
    assert [entry["kind"] for entry in entries(server, game)] == ["penalty"]


def test_a_ruling_behind_an_entry_that_waits_for_a_person_is_not_lost(page: Page, server: Server, game: str) -> None:
    """The page shows the ruling that waits behind another entry, and enters it once that one is decided."""
    _held_up(page, server, game)
    _ask_for_a_ruling(page)
    page.get_by_role("button", name="Enter it in Once").click()
    text_of(page, "dispute", ANOTHER)
    page.get_by_role("link", name="Book").click()
    page.get_by_role("button", name="Drop it").click()
    page.get_by_role("link", name="Disputes").click()
    page.locator("#dispute").get_by_role("alert").wait_for(state="detached")
    page.get_by_role("button", name="Enter it in Once").click()
    page.locator("#book-history .entry").nth(1).wait_for()
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "penalty"]


def test_a_win_whose_rack_has_left_the_page_is_not_dropped_to_change_it(page: Page, server: Server, game: str) -> None:
    """Another hand lies on the scan page by now: the waiting win can be entered or dropped, but not changed there."""
    show_game(page, game)
    scan_win(page)
    page.route("**/events?*", lambda route: route.abort())
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.get_by_role("button", name=ADD).click()
    text_of(page, "book-pending", "Somebody entered something first")
    page.get_by_role("button", name="Change mine").wait_for()
    page.get_by_role("link", name="Scan").click()
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("link", name="Book").click()
    page.locator('[data-key="change"]').evaluate_all("(buttons) => buttons.forEach((one) => one.click())")
    assert "Ann won 20 points" in text_of(page, "book-pending", "Somebody entered something first")
    assert page.get_by_role("button", name="Change mine").count() == 0
    page.get_by_role("button", name="Enter mine too").click()
    page.locator("#book-history .entry").nth(1).wait_for()
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "win"]


def test_a_ruling_that_meets_a_newer_entry_is_changed_in_its_form(page: Page, server: Server, game: str) -> None:
    """A ruling that meets a newer entry opens with its facts in the book's form, where it can be changed."""
    show_game(page, game)
    _ask_for_a_ruling(page)
    page.get_by_role("button", name="Enter it in Once").wait_for()
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    page.get_by_role("button", name="Enter it in Once").click()
    held.wait()
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    held.answer(0)
    page.get_by_role("button", name="Change mine").click()
    assert page.get_by_label("Who called").input_value() == "Dee"
    page.get_by_label("Who called").select_option(label="Cat")
    held.release()
    page.get_by_role("button", name="Enter it", exact=True).click()
    page.locator("#book-history .entry").nth(1).wait_for()
    assert entries(server, game)[1]["question"]["outcome"]["declarer"] == "Cat"


def test_a_refused_entry_that_is_changed_keeps_its_place_before_those_behind(
    page: Page, server: Server, game: str
) -> None:
    """The page says why two entries wait behind a refused one; once it is changed, all three are entered in order."""
    show_game(page, game)
    page.route("**/entries", lambda route: route.abort())
    win_by_hand(page, "Ann", "0")
    text_of(page, "book-pending", "Kept on this phone")
    win_by_hand(page, "Bea", "25")
    win_by_hand(page, "Cat", "30")
    text_of(page, "book-pending", "Waiting behind it")
    page.unroute("**/entries")
    page.get_by_role("button", name="Send it now").evaluate_all("(buttons) => buttons.forEach((one) => one.click())")
    form = page.locator("#book-form")
    form.get_by_text("2 other entries of this phone wait behind this one").wait_for()
    page.keyboard.press("Escape")
    waits = text_of(page, "book-pending", "These wait behind it, so that the hands stay in order.")
    assert all(title in waits for title in ("Ann won 0 points", "Bea won 25 points", "Cat won 30 points"))
    page.reload()
    text_of(page, "book-pending", "These wait behind it")
    page.get_by_role("button", name="Change it").click()
    form.get_by_label("Value of the hand").fill("20")
    form.get_by_role("button", name="Enter the win").click()
    page.locator("#book-history .entry").nth(2).wait_for()
    page.locator("#book-pending").wait_for(state="hidden")
    won = [entry["question"]["outcome"] for entry in entries(server, game)]
    assert [(one["winner"], one["value"]) for one in won] == [("Ann", 20), ("Bea", 25), ("Cat", 30)]


def test_a_form_filled_in_behind_an_entry_that_waits_for_a_person_is_not_lost(
    page: Page, server: Server, game: str
) -> None:
    """What is entered while another entry needs a decision waits behind it, in view, and is entered after it."""
    _held_up(page, server, game)
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").fill("Tea at nine")
    page.get_by_role("button", name="Enter the note").click()
    page.locator("#book-form").wait_for(state="hidden")
    waits = text_of(page, "book-pending", "These wait behind it")
    assert "Note: Tea at nine" in waits
    page.get_by_role("button", name="Enter mine too").click()
    text_of(page, "book-history", "Tea at nine")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "wall", "note"]
