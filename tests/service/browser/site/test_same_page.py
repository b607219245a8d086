"""Run the tests of the page against the phone edition too, without its server and with the network off.

The functions are those of `tests/service/page`, here with fixtures of a page that no server answers;
`test_same_parts.py` has more of them. Tests of a server's own part (a busy machine, other people's phones, its data
folder) and tests that hold back requests stay there.
"""

from __future__ import annotations

from tests.service.browser.site.offline_page import kept, page, phone  # noqa: F401 - fixtures
from tests.service.page.access import test_way_back
from tests.service.page.book import test_win_photo
from tests.service.page.rack import test_page, test_prospects_view

SHARED = {
    test_page: (
        "test_from_tiles_to_who_owes_what",
        "test_singles_and_pairs_are_paid_their_value",
        "test_a_hand_that_pays_more_is_named_and_called_at_a_tap",
        "test_everything_survives_a_reload",
        "test_names_are_typed_one_after_another",
        "test_an_exchanged_joker_that_makes_the_hand_is_paid_as_self_picked",
        "test_who_won_is_asked_once_somebody_has",
        "test_a_bettor_takes_part",
        "test_a_lost_hand_says_how_near_it_is",
        "test_a_tile_can_be_changed_moved_and_removed",
        "test_the_keyboard_is_enough",
        "test_every_control_has_a_name",
        "test_nothing_is_cut_off_at_any_width",
        "test_text_stands_out_in_light_and_dark",
        "test_what_is_no_photo_is_explained",
    ),
    test_prospects_view: ("test_a_winning_rack_is_not_asked_what_it_may_become",),
    test_way_back: (
        "test_the_back_button_closes_a_dialog_and_leaves_the_part",
        "test_a_dialog_that_was_closed_leaves_nothing_in_the_history",
        "test_a_step_within_a_dialog_is_taken_back_first",
        "test_after_a_reload_the_back_button_leaves_the_part",
        "test_a_dialog_does_not_lie_over_another_part",
    ),
    test_win_photo: ("test_the_photo_of_a_win_opens_again_from_its_entry",),
}
"""Names of the shared tests by module."""

globals().update({name: getattr(module, name) for module, names in SHARED.items() for name in names})
