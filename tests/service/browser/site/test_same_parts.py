"""Run the tests of cards, photos, taught tile sets and access on the phone edition too (see `test_same_page.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.service.browser.site.offline_page import kept, page, phone, sets  # noqa: F401 - fixtures
from tests.service.page.access import test_access, test_way_back
from tests.service.page.book import test_win_photo
from tests.service.page.cards import test_card_codes, test_cards
from tests.service.page.cards.test_cards import ELSEWHERE, THEIRS, cards  # noqa: F401 - a fixture among them
from tests.service.page.network import test_late
from tests.service.page.phone import text_of
from tests.service.page.rack import test_page, test_photo_tools
from tests.service.page.tilesets import test_tile_sets

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHARED = {
    test_access: (
        "test_the_bar_covers_nothing_that_has_the_focus",
        "test_the_focus_is_not_lost_when_a_rack_comes_or_goes",
        "test_the_first_tab_leads_to_the_answer_once_there_is_one",
        "test_axe_finds_nothing_on_a_narrow_phone",
        "test_a_dispute_is_settled_with_its_source",
        "test_a_game_without_a_card",
        "test_a_rack_of_thirteen_is_told_what_it_waits_for",
        "test_the_back_button_comes_back_from_what_was_opened",
    ),
    test_cards: (
        "test_a_line_is_tapped_in",
        "test_what_few_lines_need_is_tapped_too",
        "test_a_fault_is_marked_and_mended_at_a_tap",
        "test_what_another_phone_did_is_not_lost",
        "test_two_windows_keep_their_drafts",
        "test_wild_flowers_stay_wild",
        "test_nothing_is_lost_on_the_way",
        "test_lines_are_moved_copied_and_undone",
        "test_what_is_typed_after_a_removal_is_not_undone_with_it",
        "test_a_line_moves_by_taps",
        "test_a_card_is_pasted",
        "test_lines_pasted_after_the_reading_are_read_too",
        "test_a_rack_is_tried_on_the_card",
    ),
    test_card_codes: (
        "test_a_camera_that_is_refused_late_brings_no_dialog_back",
        "test_a_card_that_is_not_sent_brings_no_dialog_back",
    ),
    test_late: ("test_a_verdict_does_not_outlive_its_rack_by_a_burst_of_changes",),
    test_page: (
        "test_one_hand_is_not_called_hands",
        "test_a_tile_beside_the_rack_is_taken_in_by_a_tap",
        "test_how_tiles_lie_is_asked_where_the_verdict_hangs_on_it",
        "test_a_row_of_another_rack_is_laid_aside",
        "test_a_doubt_that_changes_nothing_keeps_nobody_waiting",
        "test_only_tiles_that_matter_are_asked_about",
    ),
    test_photo_tools: (
        "test_tiles_are_wiped_away_laid_aside_and_swapped",
        "test_exposures_are_boxed_on_the_photo",
    ),
    test_tile_sets: (
        "test_a_set_is_taught_chosen_and_learns_from_a_correction",
        "test_a_strange_set_is_said_so_and_leads_to_teaching",
    ),
    test_way_back: (
        "test_a_dialog_is_left_by_the_bar_on_top_of_it",
        "test_what_a_dialog_lies_over_is_not_left_without_it",
    ),
    test_win_photo: (
        "test_all_photos_of_a_game_are_removed_at_once",
        "test_a_photo_is_left_out_where_the_table_does_not_want_it",
    ),
}
"""Names of the shared tests by module."""

globals().update({name: getattr(module, name) for module, names in SHARED.items() for name in names})


STORED_UNDER_A_FINGER = """const { keys } = Cache.prototype;
const down = new Promise((done) => window.addEventListener("pointerdown", done, { once: true }));
Cache.prototype.keys = async function () {
  const found = await keys.call(this);
  document.body.dataset.kept = "yes";
  await down;
  return found;
};"""
"""Let the page finish storing its files, and so clear its notice, at the next `pointerdown`."""


def test_a_tap_outlives_the_notice(cards: Page) -> None:  # noqa: F811
    """The notice that goes while a finger is down waits, so that the tapped button does not move from under it."""
    cards.add_init_script(STORED_UNDER_A_FINGER)
    cards.reload()
    cards.locator("body[data-kept]").wait_for()
    text_of(cards, "local", "Getting Rackcheck ready")
    cards.get_by_role("button", name="Write a card").click()
    cards.get_by_label("Name of the card").wait_for()
    cards.locator("#local").wait_for(state="hidden")


REFUSED = "navigator.serviceWorker.register = async () => { throw new DOMException('denied', 'SecurityError'); }"
"""Refuse to store anything, as a browser does where cookies are blocked."""


def test_a_browser_that_forbids_storing_is_told_of(page: Page) -> None:  # noqa: F811
    """Where the browser forbids storing the page says so, and promises no download that would go on."""
    page.add_init_script(REFUSED)
    page.reload()
    text_of(page, "local", "This browser stores nothing")


def test_a_file_that_cannot_be_saved_is_told(cards: Page) -> None:  # noqa: F811
    """When another tab has deleted the card, saving its file fails with a message and writes no file."""
    # Other tests here leave cards under their own names, so this one needs its own.
    text = THEIRS.replace("four-hands", "gone-meanwhile").replace("Theirs", "Gone meanwhile")
    cards.evaluate(ELSEWHERE, ["gone-meanwhile", text])
    cards.reload()
    cards.locator("#local").wait_for(state="hidden")  # the page says nothing more of its start
    save = cards.get_by_role("link", name="Save as a file: Gone meanwhile")
    with cards.expect_download() as saved:
        save.click()
    assert saved.value.path().read_text("utf-8").strip() == text.strip()
    cards.evaluate(ELSEWHERE, ["gone-meanwhile", ""])
    save.click()
    text_of(cards, "local", "The file was not saved.")
    assert cards.locator("#local button").all_inner_texts() == ["Close"]
