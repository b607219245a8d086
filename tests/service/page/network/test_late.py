"""Test the page on a slow network: a late answer never shows beside a question other than its own."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.helpers import png, table_cloth
from tests.service.page.evening import begin, open_game, scan_win, show_game, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import (
    RACK,
    asked_rack,
    chip,
    choose,
    enter,
    expose,
    photographed,
    play,
    show,
    taken_in,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.service.running_server import Server

PICTURE: Any = {"name": "b.png", "mimeType": "image/png", "buffer": png(table_cloth())}
OTHER = ["5D", "6D", "7D"]


def test_a_verdict_goes_with_the_rack_it_was_of(page: Page) -> None:
    """After a tile changed, the verdict on the earlier rack never shows, however late it arrives."""
    play(page)
    text_of(page, "money", "Together")
    text_of(page, "verdict", "Mah jongg")
    held = HeldRequests(page, "**/api/v1/check")
    chip(page, 14).click()
    page.locator('dialog .key[data-label="9D"]').click()
    held.wait()
    text_of(page, "verdict", "Reading the card")
    assert page.locator("#money").is_hidden()
    assert page.locator("#keep").is_hidden()
    assert page.locator("#bar").is_hidden()
    held.release()
    text_of(page, "verdict", "Not mah jongg")


def test_the_names_stay_open_while_a_changed_rack_waits_for_its_verdict(page: Page) -> None:
    """An exposure whose verdict comes late does not close the names that a player is about to type."""
    enter(page, RACK)
    page.get_by_text("Names and bettors").click()
    held = HeldRequests(page, "**/api/v1/check")
    expose(page, range(1, 5))
    held.wait()
    text_of(page, "verdict", "Reading the card")
    assert page.locator('[data-key="player-3"]').is_visible()
    held.answer(0)
    text_of(page, "verdict", "Mah jongg")
    assert page.locator('[data-key="player-3"]').is_visible()
    chip(page, 14).click()
    page.locator('dialog .key[data-label="9D"]').click()
    held.wait(2)
    held.answer(1)
    text_of(page, "verdict", "Not mah jongg")
    assert page.locator("#win").is_hidden()
    chip(page, 14).click()
    page.locator(f'dialog .key[data-label="{RACK[13]}"]').click()
    held.wait(3)
    text_of(page, "verdict", "Reading the card")
    assert page.locator("#win").is_hidden(), "it would move down when the answer above it comes"


def test_a_verdict_does_not_outlive_its_rack_by_a_burst_of_changes(page: Page) -> None:
    """A burst of changes removes the earlier verdict, even if they come faster than the page clears it."""
    play(page)
    text_of(page, "verdict", "Mah jongg")
    HeldRequests(page, "**/api/v1/check")
    stood = page.evaluate(
        """() => new Promise((done) => {
            let left = 30;
            const change = setInterval(() => {
                document.querySelector("[data-key=joker]").click();
                const shown = document.querySelector("#verdict").textContent.includes("Mah jongg");
                if (shown && left--) return;
                clearInterval(change);
                done(shown);
            }, 100);
        })"""
    )
    assert not stood
    page.unroute("**/api/v1/check")


def test_a_ruling_goes_with_the_question_it_answers(page: Page) -> None:
    """If the facts change while a ruling is under way, the ruling on the earlier facts never shows."""
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="Mah Jongg was called in error").click()
    choose(page, "Who called", "Player 1")
    ask = page.get_by_role("button", name="What do the rules say?")
    held = HeldRequests(page, "**/api/v1/rulings/*")
    ask.click()
    held.wait()
    page.get_by_label("The declarer exposed the hand").check()
    held.answer(0)
    assert not page.locator("#dispute .call").count()
    ask.click()
    held.wait(2)
    held.answer(1)
    assert page.locator("#dispute .call").inner_text() == "A hand is dead"


def test_a_sheet_closes_when_its_rack_is_gone(page: Page) -> None:
    """A new photo closes a tile's sheet, so nobody names an old tile into the new rack."""
    show(page, photographed(["1B", "2B", "3B"]))
    page.locator("#tiles .count", has_text="3 tiles").wait_for()
    page.unroute("**/api/v1/scan")
    held = HeldRequests(page, "**/api/v1/scan")
    page.set_input_files("#pick-choose", PICTURE)
    held.wait()
    chip(page, 1).click()
    page.get_by_role("heading", name="1 Bam on the rack", exact=True).wait_for()
    held.answer(0, json=photographed(OTHER))
    page.locator("#tile-dialog").wait_for(state="hidden")
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).tiles.map((tile) => tile.label)") == OTHER


def test_who_starts_again_gets_no_photo_of_before(page: Page) -> None:
    """A photo that is still being read when a person starts over does not enter the new hand."""
    enter(page, RACK)
    held = HeldRequests(page, "**/api/v1/scan")
    page.set_input_files("#pick-choose", PICTURE)
    held.wait()
    page.locator("#restart").click()
    page.get_by_role("button", name="Enter the tiles by hand").wait_for()
    held.answer(0, json=photographed(OTHER))
    assert page.get_by_role("button", name="Enter the tiles by hand").is_visible()
    assert page.locator("#tiles").is_hidden()


def test_who_has_waited_long_enough_may_stop(page: Page) -> None:
    """On a network without answers a person can stop waiting for a photo and take another."""
    HeldRequests(page, "**/api/v1/scan")
    with page.expect_event("requestfailed", lambda one: one.url.endswith("/api/v1/scan")):
        with page.expect_request("**/api/v1/scan"):
            page.set_input_files("#pick-choose", PICTURE)
        page.get_by_text("Looking at the photo").wait_for()
        page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Enter the tiles by hand").wait_for()
    assert page.get_by_text("Looking at the photo").count() == 0
    assert not page.get_by_role("alert").count()


def test_the_last_chosen_set_reads_the_photo(page: Page) -> None:
    """When two readings of one photo by two tile sets are under way, the set chosen last wins."""
    held = _read_with_sets(page, photographed(["1B", "2B", "3B"]))
    choice = page.get_by_label("Your set")
    choice.select_option("Oak")
    held.wait(2)
    choice.select_option("Jade")
    held.wait(3)
    held.answer(2, json=photographed(OTHER))
    held.answer(1, json=photographed(["1C", "2C", "3C"]))
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).tiles.map((tile) => tile.label)") == OTHER
    assert page.get_by_text("Looking at the photo").count() == 0


def test_a_set_chosen_while_a_photo_is_read_is_that_photos(page: Page) -> None:
    """A tile set chosen while a new photo is being read applies to that photo, not to the one on the page."""
    held = _read_with_sets(page, photographed(["1B", "2B", "3B"]))
    second: Any = {**PICTURE, "name": "second.png"}
    page.set_input_files("#pick-choose", second)
    held.wait(2)
    page.get_by_label("Your set").select_option("Oak")
    held.wait(3)
    assert b"second.png" in held.sent(2)
    assert b"Oak" in held.sent(2)
    held.answer(1, json=photographed(["1C", "2C", "3C"]))
    held.answer(2, json=photographed(OTHER))
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).tiles.map((tile) => tile.label)") == OTHER


def _read_with_sets(page: Page, scan: dict[str, object]) -> HeldRequests:
    """Read a photo on the page with two taught tile sets; no further photo is read until the test says so."""
    sets: list[dict[str, Any]] = [
        {"set": name, "faces": 3, "reader": "test@1", "missing": []} for name in ("Oak", "Jade")
    ]
    page.route("**/api/v1/sets", lambda route: route.fulfill(json={"sets": sets, "default": None}))
    page.reload()
    held = HeldRequests(page, "**/api/v1/scan")
    page.set_input_files("#pick-choose", PICTURE)
    held.wait()
    held.answer(0, json=scan)
    return held


def test_evidence_of_the_hand_before_is_not_that_of_this_one(page: Page) -> None:
    """When making evidence fails after the next hand began, the message shows at the photo, not at the new hand."""
    rack = photographed(["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"])
    held = HeldRequests(page, "**/api/v1/evidence")
    show(page, rack)
    page.get_by_role("button", name="Keep as evidence").click()
    held.wait()
    show(page, photographed(OTHER * 4 + ["F", "F"]))
    page.get_by_role("button", name="Keep as evidence").wait_for()
    held.answer(
        0, status=507, json={"error": {"code": "disk-full", "message": "the disk is full", "where": "evidence"}}
    )
    page.locator("#photo").get_by_role("alert").get_by_text("The disk is full").wait_for()
    assert not page.locator("#evidence").get_by_role("alert").count()


@pytest.fixture
def game(server: Server) -> str:
    """A game of the book."""
    return begin(server, title="Late")


def _win_on_its_way(page: Page, game: str) -> HeldRequests:
    """Enter a win from the scan page, and go back there before the book has answered."""
    show_game(page, game)
    scan_win(page)
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    page.get_by_role("button", name="Add this win to Late").click()
    held.wait()
    page.get_by_role("link", name="Scan").click()
    return held


def test_the_next_hand_outlives_the_entry_of_the_last(page: Page, game: str) -> None:
    """When a waiting entry succeeds, it clears only its own hand and not the next one."""
    held = _win_on_its_way(page, game)
    page.locator("#restart").click()
    enter(page, OTHER)
    held.answer(0)
    page.get_by_role("link", name="Book").click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    page.get_by_role("link", name="Scan").click()
    page.locator("#tiles .count", has_text="3 tiles").wait_for()


def test_an_entry_made_while_a_dropped_one_is_sent_is_not_lost(page: Page, game: str) -> None:
    """Dropping an entry while it is being retried does not lose the next entry."""
    show_game(page, game)
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    win_by_hand(page, "Cat", "25")
    held.wait()
    held.answer(0, status=502, content_type="text/html", body="<h1>no</h1>")
    page.get_by_role("button", name="Send it now").click()
    held.wait(2)
    page.get_by_role("button", name="Drop it").click()
    win_by_hand(page, "Dee", "30")
    held.answer(1, status=502, content_type="text/html", body="<h1>no</h1>")
    held.wait(3)
    assert b'"Dee"' in held.sent(2)
    held.answer(2)
    text_of(page, "book-history", "Dee won, 30 points")
    assert "Cat won" not in page.locator("#book-history").inner_text()
    assert page.locator("#book-pending").is_hidden()


def _refused(held: HeldRequests, nth: int, code: str, status: int = 422) -> None:
    held.answer(nth, status=status, json={"error": {"code": code, "message": f"the reason is {code}", "where": "body"}})


def test_a_refused_entry_leaves_the_next_hand_alone(page: Page, game: str) -> None:
    """When the book refuses an entry while the next hand is being entered, both stay."""
    show_game(page, game)
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    win_by_hand(page, "Cat", "25")
    held.wait()
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").fill("Tea at nine")
    _refused(held, 0, "wrong-number")
    page.wait_for_timeout(500)
    assert page.get_by_label("What shall the book say?").input_value() == "Tea at nine"
    page.keyboard.press("Escape")
    assert "Cat won 25 points" in text_of(page, "book-pending", "The reason is wrong-number")


def test_a_list_that_comes_late_ends_no_newer_refusal(page: Page) -> None:
    """What the book said of a new game stays, though the list of games, asked for before, comes after it."""
    held = HeldRequests(page, "**/api/v1/season")
    page.get_by_role("link", name="Book").click()
    held.wait()
    page.get_by_label("to East's left").fill("Uma")
    page.get_by_role("button", name="Begin the game").click()
    refusal = page.locator("#book-start").get_by_role("alert")
    refusal.wait_for()
    held.answer(0)
    assert refusal.is_visible()


def test_an_entry_of_a_game_that_is_gone_goes_into_no_other(page: Page, game: str, server: Server) -> None:
    """If another server with other games answers, the entry stays on the phone until a person drops it."""
    other = begin(server, title="Another")
    show_game(page, game)
    held = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    win_by_hand(page, "Cat", "25")
    held.wait()
    _refused(held, 0, "unknown-game", 404)
    assert "Cat won 25 points" in text_of(page, "book-pending", "The book no longer has this game.")
    page.get_by_role("button", name="Another game").click()
    open_game(page, other)
    assert page.locator("#book-form").is_hidden()
    assert page.locator("#book-pending").get_by_role("button", name="Drop it").is_visible()
    assert not page.locator("#book-pending [data-key=change]").count()


def test_entries_go_into_a_book_that_has_lost_some(page: Page, game: str) -> None:
    """After an older copy of the book was restored, the phone shows its entries and sends its own on top."""
    show_game(page, game)
    text_of(page, "book-standings", "Cat")
    entries = f"{page.url.partition('#')[0]}api/v1/games/{game}/entries"
    assert page.request.post(entries, data={"kind": "note", "note": "Tea", "based_on": 0}).ok
    known = page.request.get(entries.removesuffix("/entries")).json()
    lost = {**known, "version": 3, "entries": [{**known["entries"][0], "seq": seq} for seq in (1, 2, 3)]}
    page.route(f"**/api/v1/games/{game}", lambda route: route.fulfill(json=lost))
    page.reload()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('rackcheck.1.book')).game?.version === 3")
    win_by_hand(page, "Cat", "25")
    text_of(page, "book-pending", "The game is at version 1")
    page.unroute(f"**/api/v1/games/{game}")
    page.get_by_role("button", name="Send it now").click()
    text_of(page, "book-history", "Cat won, 25 points")
    assert page.locator("#book-pending").is_hidden()


def test_a_sheet_closes_when_the_book_has_its_hand(page: Page, game: str) -> None:
    """A tap on a tile's sheet does not bring back the hand that the page cleared behind it."""
    held = _win_on_its_way(page, game)
    chip(page, 3).click()
    page.get_by_role("heading", name="Joker in the first exposure", exact=True).wait_for()
    held.answer(0)
    page.locator("#tile-dialog").wait_for(state="hidden")
    page.get_by_role("button", name="Enter the tiles by hand").wait_for()


def test_what_a_rack_may_become_goes_with_that_rack(page: Page) -> None:
    """The hands still possible for an earlier rack never show beside a changed one."""
    enter(page, RACK[:12])
    page.get_by_role("button", name="Which hands are still possible?").click()
    listed = page.locator("#prospects li").first
    listed.wait_for()
    held = HeldRequests(page, "**/api/v1/check")
    chip(page, 1).click()
    page.locator('dialog .key[data-label="9D"]').click()
    listed.wait_for(state="detached")
    text_of(page, "verdict", "Reading the card")
    held.release()
    listed.wait_for()


def test_a_network_that_says_nothing_is_told_and_tried_again(page: Page) -> None:
    """If a verdict never arrives, the page says so, and shows it once the server answers again."""
    page.clock.install()
    page.reload()
    held = HeldRequests(page, "**/api/v1/check")
    enter(page, RACK)
    page.clock.run_for(1000)
    held.wait()
    text_of(page, "verdict", "Reading the card")
    page.clock.run_for(20_000)
    text_of(page, "verdict", "does not answer")
    held.release()
    page.clock.run_for(2000)
    text_of(page, "verdict", "Mah jongg")


def test_a_machine_that_is_gone_is_not_asked_without_a_pause(page: Page) -> None:
    """After no answer, the page asks again after some seconds, neither at once nor at every other change."""
    page.clock.install()
    page.reload()
    enter(page, RACK)
    text_of(page, "verdict", "Mah jongg")
    asked: list[float] = []

    def refuse(route: Route) -> None:
        question = json.loads(route.request.post_data or "")
        # Questions about the rack as it was, and about the key under the pointer, may be asked until then.
        if asked_rack(question).endswith("9D") and "near" not in question["options"]:
            asked.append(time.monotonic())
        route.abort("connectionrefused")

    page.route("**/api/v1/check", refuse)
    chip(page, 14).click()
    page.locator('dialog .key[data-label="9D"]').click()
    text_of(page, "verdict", "does not answer")
    page.get_by_role("button", name="Make an exposure").click()
    page.clock.run_for(1500)
    taken_in(page)
    # The page pauses for five seconds, of which we skipped one and a half; a slow machine takes the rest meanwhile.
    assert all(later - sooner > 3 for sooner, later in pairwise(asked))
    assert asked
    page.unroute("**/api/v1/check")
    page.clock.run_for(5000)
    text_of(page, "verdict", "Not mah jongg")


def test_another_set_keeps_what_was_said_of_the_hand(page: Page) -> None:
    """When another tile set reads the photo again, winner, winning way and exposures stay, and Undo works."""
    held = _read_with_sets(page, photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]]))
    page.locator('[data-key="guess-right"]').click()
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 2")
    text_of(page, "money", "Together")
    page.get_by_label("Your set").select_option("Oak")
    held.wait(2)
    # A third set is chosen before that answer: it reads the same photo, so the hand stays.
    page.get_by_label("Your set").select_option("Jade")
    held.wait(3)
    held.answer(2, json=photographed([*RACK[:8], "9D", *RACK[9:]], exposures=[]))
    assert _said(page) == {"winner": 0, "how": "discard", "discarder": 1, "winning": 14, "laid": True}
    assert page.locator("#tiles h3").all_inner_texts() == ["First exposure", "Second exposure", "On the rack"]
    page.get_by_role("button", name="Undo: The photo was read again.").first.click()
    text_of(page, "verdict", "Mah jongg: 20 points")


def test_tiles_that_another_set_finds_are_asked_about(page: Page) -> None:
    """When another tile set finds one more tile, the page guesses the exposures again and keeps the winner."""
    held = _read_with_sets(page, photographed(RACK[:13], exposures=[[0, 1, 2, 3], [4, 5, 6, 7]], width=860))
    page.locator('[data-key="guess-right"]').click()
    page.get_by_label("Your set").select_option("Oak")
    held.wait(2)
    held.answer(1, json=photographed(RACK, exposures=[[0, 1, 2, 3], [4, 5, 6, 7]], width=860))
    text_of(page, "tiles", "The photo suggests these exposures.")
    page.get_by_role("button", name="Undo: The photo was read again.").first.click()
    text_of(page, "tiles", "13 tiles")


def _remove_the_last(page: Page) -> None:
    chip(page, 14).click()
    page.locator("#tile-dialog").get_by_role("button", name="Not a tile: remove").click()


def _lay_aside(page: Page) -> None:
    page.get_by_role("button", name="Make an exposure").click()
    chip(page, 14).click()
    page.get_by_role("button", name="Not mine", exact=True).click()


@pytest.mark.parametrize("correct", [_remove_the_last, _lay_aside])
def test_another_set_brings_back_no_tile_that_was_taken_out(page: Page, correct: Callable[[Page], None]) -> None:
    """A photo whose tiles a person removed or laid aside is not read again by another tile set."""
    held = _read_with_sets(page, photographed(RACK))
    correct(page)
    text_of(page, "tiles", "13 tiles")
    page.get_by_label("Your set").select_option("Oak")
    page.wait_for_timeout(300)
    assert held.asked == 1
    text_of(page, "tiles", "13 tiles")


def test_what_is_named_while_a_part_is_read_stays_named(page: Page) -> None:
    """A tile named, or added by hand, while a part of the photo is being read again is in the new rack too."""
    show(page, photographed([*RACK[:8], "9D", *RACK[9:13]]))
    text_of(page, "tiles", "13 tiles")
    page.unroute("**/api/v1/scan")
    held = HeldRequests(page, "**/api/v1/scan")
    page.get_by_role("button", name="Crop", exact=True).click()
    for edge, key in (("Left", "ArrowLeft"), ("Top", "ArrowUp"), ("Right", "ArrowRight"), ("Bottom", "ArrowDown")):
        page.get_by_role("slider", name=f"{edge} edge").focus()
        for _ in range(9):
            page.keyboard.press(key)
    page.get_by_role("button", name="Read this part").click()
    held.wait()
    chip(page, 9).click()
    page.locator('#tile-dialog .key[data-label="4C"]').click()
    page.locator('[data-key="add-0"]').click()
    page.locator('#tile-dialog .key[data-label="4C"]').click()
    page.get_by_role("button", name="Done").click()
    held.answer(0, json=photographed([*RACK[:8], "9D", *RACK[9:13]], width=800))
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).tiles.map((tile) => tile.label)") == RACK


def answer_the_first_of_two(page: Page) -> HeldRequests:
    """Answer the first of a photo's two questions; return the checks, of which the one after the answer is held."""
    scan = photographed(["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"])
    for at in (0, 4):
        scan["tiles"][at] |= {"sure": False, "confidence": 0.5, "alternatives": [["9C", 0.4]]}  # type: ignore[index]
    show(page, scan)
    text_of(page, "tiles", "2 to look at")
    held = HeldRequests(page, "**/api/v1/check")
    chip(page, 1).click()
    page.locator('#tile-dialog .key[data-label="2C"]').click()
    held.wait()
    return held


def test_the_next_question_is_not_asked_about_another_photo(page: Page) -> None:
    """A photo that comes while the verdict after an answer is under way opens none of its own questions."""
    held = answer_the_first_of_two(page)
    page.set_input_files("#pick-choose", PICTURE)
    held.wait(2)
    held.release()
    held.answer(1)
    text_of(page, "tiles", "2 to look at")
    page.wait_for_timeout(300)
    assert page.locator("#tile-dialog").is_hidden()


CORRECTED = {"set": "Oak", "faces": ["face-1"], "changes": []}


@pytest.mark.parametrize("step", ["Yes, teach it", "Undo"])
def test_a_lesson_is_shown_beside_its_own_photo_only(page: Page, step: str) -> None:
    """A lesson that is taught or undone after a new photo came says nothing about the new photo, which may teach."""
    held = _read_with_sets(page, photographed(OTHER))
    _name_the_first(page)
    page.get_by_label("Your set").select_option("Oak")
    page.route("**/corrections", lambda route: route.fulfill(json=CORRECTED))
    lesson = page.locator("#lesson")
    lesson.get_by_role("button", name="Show what would change").click()
    late = HeldRequests(page, "**/forget" if step == "Undo" else "**/corrections")
    lesson.get_by_role("button", name="Yes, teach it").click()
    if step == "Undo":
        lesson.get_by_role("button", name="Undo").click()
    late.wait()
    page.set_input_files("#pick-choose", PICTURE)
    held.wait(2)
    held.answer(1, json=photographed(OTHER))
    late.answer(0, json=CORRECTED | {"faces": 3 if step == "Undo" else ["face-1"]})
    _name_the_first(page)
    lesson.get_by_role("button", name="Show what would change").wait_for()
    assert "has learned" not in lesson.inner_text()


def test_a_refused_lesson_leaves_the_focus_at_the_rack(page: Page) -> None:
    """When a lesson that the player does not want is gone, the rack above it has the focus."""
    _read_with_sets(page, photographed(OTHER))
    _name_the_first(page)
    page.get_by_label("Your set").select_option("Oak")
    page.locator("#lesson").get_by_role("button", name="No", exact=True).press("Enter")
    page.wait_for_function("() => document.activeElement.closest('section')?.id === 'tiles'")


def test_what_would_change_is_shown_for_the_set_that_learns(page: Page) -> None:
    """After another tile set is chosen, the page shows anew what would change before that one learns."""
    _read_with_sets(page, photographed(OTHER))
    _name_the_first(page)
    choice, lesson = page.get_by_label("Your set"), page.locator("#lesson")
    page.route("**/corrections", lambda route: route.fulfill(json=CORRECTED))
    for name in ("Oak", "Jade"):
        choice.select_option(name)
        assert lesson.get_by_role("button", name="Yes, teach it").count() == 0
        lesson.get_by_text(f"The set {name} can learn the tile").wait_for()
        lesson.get_by_role("button", name="Show what would change").click()
        lesson.get_by_role("button", name="Yes, teach it").wait_for()
    listed: list[str] = []
    page.on("request", lambda request: listed.append(request.url))
    with page.expect_request(lambda request: request.url.endswith("/api/v1/sets")):
        lesson.get_by_role("button", name="Yes, teach it").click()
    assert any("Jade/corrections" in url for url in listed)


def _name_the_first(page: Page) -> None:
    chip(page, 1).click()
    page.locator('#tile-dialog .key[data-label="8D"]').click()
    page.locator("#tile-dialog").wait_for(state="hidden")


def _said(page: Page) -> dict[str, Any]:
    """Return what the page stored of the answers about the hand."""
    kept = json.loads(page.evaluate("localStorage.getItem('rackcheck.1')"))
    return {part: kept[part] for part in ("winner", "how", "discarder", "winning", "laid")}


OLDER = """() => {
  const asks = window.fetch;
  window.fetch = (...asked) => asks(...asked).catch((problem) => {
    throw problem.name === "TimeoutError" ? new DOMException("aborted", "AbortError") : problem;
  });
}"""
"""Make `fetch` fail without a reason, as Chromium before 124 does."""


def test_a_lost_network_is_told_in_an_older_browser_too(page: Page, game: str) -> None:
    """Also in an older browser the page reports a verdict or an entry that never arrives."""
    page.clock.install()
    page.goto(f"{page.url}#book")
    page.reload()
    page.evaluate(OLDER)
    open_game(page, game)
    entries = HeldRequests(page, f"**/api/v1/games/{game}/entries")
    win_by_hand(page, "Cat", "25")
    page.clock.run_for(1000)
    entries.wait()
    page.clock.run_for(20_000)
    text_of(page, "book-pending", "does not answer")
    page.get_by_role("link", name="Scan").click()
    checks = HeldRequests(page, f"**/api/v1/check?game={game}")
    enter(page, RACK)
    page.clock.run_for(1000)
    checks.wait()
    page.clock.run_for(20_000)
    text_of(page, "verdict", "does not answer")


MAYBE = ["1B", "1B", "1B", "2B", "2B", "2B", "N", "N", "E", "E", "R", "G", "F", "J"]


def test_what_lies_on_the_table_goes_with_its_hand(page: Page) -> None:
    """A photo of the table that arrives after the next hand began counts no tiles and shows no message."""
    enter(page, MAYBE)
    text_of(page, "prospects", "Photograph the table")
    held = HeldRequests(page, "**/api/v1/scan")
    page.set_input_files("#pick-table", PICTURE)
    held.wait()
    page.locator("#restart").click()
    enter(page, MAYBE)
    text_of(page, "prospects", "Photograph the table")
    page.set_input_files("#pick-table", PICTURE)
    held.wait(2)
    held.answer(0, json=photographed(OTHER))
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).lying") is None
    assert page.locator("#prospects .busy", has_text="Looking at the photo").is_visible(), "the second one is under way"
    held.answer(1, json=photographed(["9D"]))
    assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).lying.tiles.length") == 1


def test_the_next_question_is_not_asked_in_another_part_of_the_page(page: Page) -> None:
    """With two uncertain tiles, the second question does not open when the first verdict arrives in the book's part."""
    held = answer_the_first_of_two(page)
    page.get_by_role("link", name="Book").click()
    held.release()
    held.answer(0)
    page.wait_for_timeout(1000)
    page.locator("#tile-dialog").wait_for(state="hidden")
    page.get_by_role("link", name="Scan").click()
    text_of(page, "tiles", "1 to look at")
    assert page.locator("#tile-dialog").is_hidden()


def test_a_list_of_rules_opens_once_there_are_any(page: Page) -> None:
    """Until the rules have come, a list to choose from is not to be tapped: it would show nothing."""
    held = HeldRequests(page, "**/api/v1/rulesets")
    for part, name in (("book", "Rules"), ("cards", "It plays by")):
        page.goto(f"{page.url.partition('#')[0]}#{part}")
        page.reload()
        assert page.get_by_label(name).is_disabled()
    held.release()
    page.reload()
    page.get_by_label("It plays by").select_option(label="Hoyle's League game")


def test_a_ruling_asked_for_before_the_rule_sets_come_is_answered(page: Page, server: Server) -> None:
    """A player who asks while Disputes still follows a game just opened gets the answer, and keeps it."""
    game = begin(server, title="Asked at once", ruleset="hoyle-league")
    page.goto(f"{page.url}#disputes")
    page.locator('[data-key="dispute-rules"]').select_option("hoyle-league")
    page.locator('[data-key="ruling-false-woo"]').wait_for()
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    held = HeldRequests(page, "**/api/v1/rulesets")
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-false-woo"]').click()
    choose(page, "Who called", "Ann")
    page.locator('[data-key="fact-limit"]').fill("300")
    settled = HeldRequests(page, "**/api/v1/settle*")
    page.get_by_role("button", name="What do the rules say?").click()
    settled.wait()
    held.answer(0)
    settled.answer(0)
    ruling = page.locator(".ruling", has_text="Ann, who is East, pays each other player 300 points")
    ruling.wait_for()
    taken_in(page)
    assert ruling.is_visible()
