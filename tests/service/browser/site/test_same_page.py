"""The tests of the page, run against the phone edition too: from a server that has gone away, with the network off.

They are the same functions as in `tests/service/page`, here with a page that no server answers. Those that hold a
server's own part (a busy machine, phones of others, what lies in its data folder), or put an answer in place of the
server's, stay there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.browser.site.build import Site
from tests.service.browser.site.conftest import served
from tests.service.page import test_page, test_prospects_view, test_way_back, test_win_photo
from tests.service.page.phone import PATIENT, chromium, only_ours, play, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

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
"""Tests by their modules."""

globals().update({name: getattr(module, name) for module, names in SHARED.items() for name in names})

STARTS = (
    "test_everything_survives_a_reload",
    "test_after_a_reload_the_back_button_leaves_the_part",
    "test_the_photo_of_a_win_opens_again_from_its_entry",
)
"""Tests that promise what is there after a reload: from that on they start Python themselves.

To all others, and until then, the one answers that was started first.
"""

STANDING_IN = (Path(__file__).parent / "standing_in.js").read_text("utf-8")

FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
}"""
"""What the page keeps of a hand; the program stays stored, as on a phone."""


def begin_anew(page: Page, address: str) -> None:
    """Open the page as somebody who never entered anything."""
    # Where no script of the page runs, which would write again what it knows.
    page.goto(f"{address}manifest.webmanifest")
    page.evaluate(FORGET)
    page.goto(address)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def phone(site: Site, browser: Browser) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that has opened the page once, and its address: nobody answers there any more."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    context.set_default_timeout(PATIENT)
    with served(site.folder) as address:
        page = context.new_page()
        page.add_init_script(f"{STANDING_IN}; keep();")
        page.goto(address)
        text_of(page, "local", "Stored on this phone")
    context.set_offline(True)
    yield context, address
    context.close()


def opened(context: BrowserContext, *, once: bool = False) -> Page:
    """A new page, which Python answers that runs already; with `once` until it is loaded anew."""
    page = context.new_page()
    page.add_init_script(f"{STANDING_IN}; use({{ once: {json.dumps(once)} }});")
    return page


@pytest.fixture
def page(request: pytest.FixtureRequest, phone: tuple[BrowserContext, str]) -> Iterator[Page]:
    """The page of somebody who begins anew, without a network."""
    context, address = phone
    found = opened(context, once=request.function.__name__ in STARTS)
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("request", lambda request: only_ours(request.url, address, faults))
    begin_anew(found, address)
    yield found
    found.close()
    assert faults == []


@pytest.fixture(scope="module")
def kept(phone: tuple[BrowserContext, str]) -> str:
    """What the page keeps in the browser of a game that was played by hand once."""
    context, address = phone
    page = opened(context)
    begin_anew(page, address)
    play(page)
    text_of(page, "money", "Together")
    found = str(page.evaluate("localStorage.getItem('rackcheck.1')"))
    page.close()
    return found
