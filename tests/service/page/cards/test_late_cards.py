"""Test cards and tables on a slow network: what a person wrote stays, and a late answer changes only its own object."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.cards.test_cards import KONGS, add, add_kongs, begin, cards, draft_of, keys, printed, standing  # noqa: F401
from tests.service.page.cards.test_our_table import our_table, set_up, table
from tests.service.page.held_requests import HeldRequests
from tests.service.page.network.test_late import PICTURE
from tests.service.page.phone import photographed, show, taken_in

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.service.running_server import Server

TYPED = "FF 2222 4444 6666 x25"
REFUSED = {"error": {"code": "no-print", "message": "no print was found", "where": "image"}}


def texts_of(page: Page) -> list[str]:
    """Return the lines of the open card, as the phone stores them."""
    return [line["text"] for section in draft_of(page)["sections"] for line in section["lines"]]


def type_line(page: Page, text: str) -> None:
    """Type the open line instead of tapping it, and tap Done at once."""
    dialog = page.locator("#line-dialog")
    dialog.get_by_text("Type it instead").click()
    dialog.get_by_label("The line as you would type it").fill(text)
    dialog.get_by_role("button", name="Done").click()


def write(page: Page, title: str) -> None:
    """Begin a card with one line, and wait until its check finds no fault."""
    begin(page, title)
    add_kongs(page)
    standing(page, "no fault")


@pytest.mark.parametrize("before", [[], ["1", "1"]], ids=["new line", "line with tiles"])
def test_a_typed_line_outlives_the_tap_on_done(cards: Page, before: list[str]) -> None:  # noqa: F811
    """A typed line stays on the card at once; its reading arrives later and opens nothing."""
    begin(cards, "Typed")
    add(cards)
    keys(cards, before)
    held = HeldRequests(cards, "**/api/v1/cards/draft")
    type_line(cards, TYPED)
    held.wait()
    assert texts_of(cards) == [TYPED]
    held.answer(0)
    cards.locator(".card-line.unsure").wait_for()
    assert len(texts_of(cards)) == 1
    assert cards.locator("#line-dialog").is_hidden()
    cards.locator("[data-key=card-undo]").click()
    assert TYPED not in texts_of(cards)


def test_escape_ends_the_typing(cards: Page) -> None:  # noqa: F811
    """Escape closes the line's dialog, and keeps what is typed as the tap on Done does."""
    begin(cards, "Escaped")
    add(cards)
    held = HeldRequests(cards, "**/api/v1/cards/draft")
    cards.locator("#line-dialog").get_by_text("Type it instead").click()
    cards.locator("#line-dialog").get_by_label("The line as you would type it").fill(TYPED)
    cards.keyboard.press("Escape")
    held.wait()
    assert texts_of(cards) == [TYPED]
    assert cards.locator("#line-dialog").is_hidden()
    held.answer(0)
    cards.locator(".card-line.unsure").wait_for()


def test_a_typed_line_that_was_removed_does_not_come_back(cards: Page) -> None:  # noqa: F811
    """The late reading of a removed line changes nothing."""
    begin(cards, "Removed")
    add(cards)
    held = HeldRequests(cards, "**/api/v1/cards/draft")
    type_line(cards, TYPED)
    held.wait()
    cards.locator(".printed-line").click()
    cards.locator("#line-dialog").get_by_role("button", name="Remove", exact=True).click()
    held.answer(0)
    assert texts_of(cards) == []


def test_a_card_is_kept_once_however_often_it_is_tapped(cards: Page) -> None:  # noqa: F811
    """A second tap on "Keep this card" sends nothing, and does not report somebody else's change."""
    write(cards, "Kept twice")
    held = HeldRequests(cards, "**/api/v1/cards/kept-twice")
    keep = cards.get_by_role("button", name="Keep this card")
    keep.click()
    held.wait()
    assert keep.is_disabled()
    keep.evaluate("(one) => one.click()")
    held.answer(0)
    cards.get_by_text("Kept twice is kept.").wait_for()
    assert cards.locator("[data-key=keep-card]").inner_text() == "Kept"
    assert held.asked == 1


def test_a_table_whose_answer_was_lost_is_in_the_list(page: Page, server: Server) -> None:
    """The machine has the table, but its answer was lost: the next tap makes no second one, and lists it."""
    part = our_table(page)
    part.get_by_label("Name of the table").fill("Lost table")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/v1/tables/lost-table", lose, times=1)
    part.get_by_role("button", name="Set up a table").click()
    part.get_by_role("alert").get_by_text("does not answer").wait_for()
    part.get_by_role("button", name="Set up a table").click()
    part.get_by_role("alert").get_by_text("already").wait_for()
    part.get_by_role("button", name="Change: Lost table").click()
    part.get_by_role("heading", name="Lost table").wait_for()
    found = page.request.get(f"{server.address}api/v1/tables").json()["tables"]
    assert [one["id"] for one in found if one["title"] == "Lost table"] == ["lost-table"]


def test_a_card_whose_answer_was_lost_is_kept_once(cards: Page, server: Server) -> None:  # noqa: F811
    """The machine has the card, but its answer was lost: the next tap says so, and makes no second card of it."""
    write(cards, "Answer lost")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    cards.route("**/api/v1/cards/answer-lost", lose, times=1)
    keep = cards.get_by_role("button", name="Keep this card")
    keep.click()
    cards.locator("#card-editor").get_by_role("alert").get_by_text("does not answer").wait_for()
    keep.click()
    cards.get_by_text("Answer lost is kept.").wait_for()
    found = cards.request.get(f"{server.address}api/v1/cards").json()["cards"]
    assert [one["id"] for one in found if one["title"] == "Answer lost"] == ["answer-lost"]


FOURS = [*KONGS[:-3], "8", *KONGS[-2:]]
ADDITION = [*KONGS[:-3], "9", *KONGS[-2:]]


def add_line(page: Page, taps: list[str]) -> None:
    """Enter a line in the first section."""
    add(page)
    keys(page, taps)
    page.locator("#line-dialog").get_by_role("button", name="Done").click()


@pytest.mark.parametrize("reloads", [False, True], ids=["at once", "after a reload"])
@pytest.mark.parametrize("before", [False, True], ids=["new card", "card kept before"])
def test_a_card_whose_answer_was_lost_is_changed_further(
    cards: Page,  # noqa: F811
    server: Server,
    before: bool,
    reloads: bool,
) -> None:
    """The machine has the card, but its answer was lost: changed further, it is kept in place of that one."""
    title, name = f"Further {before:d}{reloads:d}", f"further-{before:d}{reloads:d}"
    write(cards, title)
    keep = cards.get_by_role("button", name="Keep this card")
    if before:
        keep.click()
        cards.get_by_text(f"{title} is kept.").wait_for()
        add_line(cards, FOURS)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    cards.route(f"**/api/v1/cards/{name}", lose, times=1)
    keep.click()
    cards.locator("#card-editor").get_by_role("alert").get_by_text("does not answer").wait_for()
    add_line(cards, ADDITION)
    if reloads:
        cards.reload()
    keep.click()
    cards.get_by_text(f"{title} is kept.").wait_for()
    found = cards.request.get(f"{server.address}api/v1/cards").json()["cards"]
    assert [(one["id"], one["hands"]) for one in found if one["title"] == title] == [(name, 2 + before)]


def test_a_card_that_is_left_while_it_is_kept_is_kept(cards: Page) -> None:  # noqa: F811
    """A card left while it is being kept is in the list, and not among the drafts."""
    write(cards, "Left early")
    held = HeldRequests(cards, "**/api/v1/cards/left-early")
    cards.get_by_role("button", name="Keep this card").click()
    held.wait()
    cards.get_by_role("button", name="All cards").click()
    cards.get_by_role("heading", name="Not kept yet").wait_for()
    held.answer(0)
    cards.get_by_text("Left early is kept.").wait_for()
    assert not cards.get_by_role("heading", name="Not kept yet").count()
    cards.get_by_role("button", name="Change: Left early").wait_for()


def test_a_table_that_was_left_stays_closed(page: Page, server: Server) -> None:
    """Late answers to a left table's changes do not open the table again."""
    part = set_up(page, "Left table")
    held = HeldRequests(page, "**/api/v1/tables/left-table")
    part.get_by_label("Name of the table").fill("Renamed table")
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("heading", name="Our table").wait_for()
    for nth in (0, 1):
        held.wait(nth + 1)
        held.answer(nth)
    part.get_by_text("Renamed table").wait_for()
    assert part.get_by_role("heading", name="Our table").is_visible()
    assert table(page, server, "left-table")["decided"] == {"jokers.in_pairs": True}


def test_a_change_that_a_left_table_was_refused_is_told(page: Page) -> None:
    """If the server refuses a change of a left table, the list names the table, which stays closed."""
    part = set_up(page, "Refused table")
    held = HeldRequests(page, "**/api/v1/tables/refused-table")
    part.get_by_label("Name of the table").fill("Another name")
    part.get_by_role("button", name="All cards and tables").click()
    held.wait()
    held.answer(0, status=412, json={"error": {"code": "version-conflict", "message": "changed", "where": "table"}})
    part.get_by_text("Somebody has changed Refused table meanwhile.").wait_for()
    assert part.get_by_role("heading", name="Our table").is_visible()


def test_a_change_of_a_table_whose_answer_was_lost_is_nobody_elses(page: Page, server: Server) -> None:
    """The machine has the change, but its answer was lost: the next change goes on from it, and accuses nobody."""
    part = set_up(page, "Unsure table")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/v1/tables/unsure-table", lose, times=1)
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("alert").get_by_text("does not answer").wait_for()
    part.locator("[data-key='option-payment.east']").fill("2")
    part.locator("[data-key='option-payment.east']").press("Tab")
    part.locator("[data-key='item-payment.east'].changed").wait_for()
    kept = table(page, server, "unsure-table")
    assert kept["decided"] == {"jokers.in_pairs": True, "payment.east": 2}
    assert not part.get_by_text("meanwhile").count()
    # Since that answer the phone knows again what the machine has.
    other = {"id": "unsure-table", "title": "Unsure table", "parent": kept["parent"], "decided": {}}
    page.request.put(f"{server.address}api/v1/tables/unsure-table", data={"table": other})
    part.get_by_label("Players may pick their next tile ahead").click()
    part.get_by_text("Somebody has changed Unsure table meanwhile.").wait_for()


def test_a_table_is_deleted_after_its_change_on_its_way(page: Page) -> None:
    """The phone's own change, still on its way, is not taken for the change of somebody else."""
    part = set_up(page, "Short table")
    held = HeldRequests(page, "**/api/v1/tables")
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("button", name="All cards and tables").click()
    held.wait()
    part.get_by_role("button", name="Delete: Short table").click()
    held.answer(0)
    held.wait(2)
    held.answer(1)
    part.get_by_text("Short table was deleted.").wait_for()


def test_an_older_list_of_tables_takes_no_place_of_a_newer_one(page: Page) -> None:
    """A list that was asked for before a table was set up arrives after it, and does not hide the table."""
    held = HeldRequests(page, "**/api/v1/tables")
    page.get_by_role("link", name="Cards", exact=True).click()
    held.wait()
    part = page.locator("#our-table")
    part.get_by_label("Name of the table").fill("Quick table")
    part.get_by_role("button", name="Set up a table").click()
    held.wait(2)
    held.answer(1)
    held.answer(0, json={"tables": []})
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("button", name="Delete: Quick table").click()


def test_cards_and_rules_are_asked_for_once(page: Page, server: Server) -> None:
    """The page that opens asks once for cards and rule sets; the book that comes on view asks anew."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    for part in ("#scan", "#book"):
        page.goto("about:blank")
        asked.clear()
        with page.expect_response("**/api/v1/sets"):  # the page requests the tile sets after the cards
            page.goto(f"{server.address}{part}")
        page.wait_for_load_state("networkidle")
        assert (asked.count("cards"), asked.count("rulesets")) == (1, 1)
    page.get_by_role("link", name="Scan", exact=True).click()
    with page.expect_response("**/api/v1/rulesets"):
        page.get_by_role("link", name="Book", exact=True).click()


def test_older_rules_that_come_late_undo_no_choice(page: Page, server: Server) -> None:
    """Rule sets that were asked for before a table was changed arrive after it, and the table is still played by."""
    older = page.request.get(f"{server.address}api/v1/rulesets").json()
    held = HeldRequests(page, "**/api/v1/rulesets")
    part = set_up(page, "Chosen table")
    held.wait()
    part.get_by_label("A joker may stand in a pair").click()
    held.wait(2)
    held.answer(1)
    part.get_by_role("button", name="All cards and tables").click()
    play = part.locator("[data-key=table-play-chosen-table]")
    play.click()
    part.get_by_role("button", name="Playing: Chosen table").wait_for()
    held.answer(0, json=older)
    assert play.get_attribute("aria-pressed") == "true"


def test_a_photo_that_was_closed_leaves_the_pasted_text_alone(cards: Page) -> None:  # noqa: F811
    """The late refusal of a closed photo opens nothing, and leaves the pasted text alone."""
    held = HeldRequests(cards, "**/api/v1/cards/photo")
    dialog = cards.locator("#paste-dialog")
    for nth in (0, 1):
        cards.set_input_files("#card-photo", PICTURE)
        held.wait(nth + 1)
        dialog.get_by_role("button", name="Close").click()
    held.answer(0, status=422, json=REFUSED)
    assert dialog.is_hidden()
    cards.get_by_role("button", name="Paste a card").click()
    area = cards.get_by_label("The card as text")
    area.fill(TYPED)
    held.answer(1, status=422, json=REFUSED)
    assert area.input_value() == TYPED
    assert not dialog.get_by_role("alert").count()


def test_codes_that_come_late_lie_over_no_other_part(cards: Page) -> None:  # noqa: F811
    """A card to be shown as codes that comes late, after the player has gone to another part, opens no dialog there."""
    held = HeldRequests(cards, "**/api/v1/cards/practice")
    cards.get_by_role("button", name="Show as code: Rackcheck's own practice card").click()
    held.wait()
    cards.get_by_role("link", name="Scan", exact=True).click()
    held.answer(0)
    assert cards.locator("#share-dialog").is_hidden()


def test_the_answer_to_a_rack_goes_with_that_rack(cards: Page) -> None:  # noqa: F811
    """Of two racks tried on a card, the answer to the first comes late, and does not show as that to the second."""
    begin(cards, "Two racks")
    add_kongs(cards)
    held = HeldRequests(cards, "**/api/v1/cards/try")
    cards.get_by_text("Try a rack on this card").click()
    rack = cards.locator("#card-editor").get_by_label("Tiles of the rack")
    for number, text in enumerate(("FF 2222B 4444C 6667D", "FF 2222B 4444C 6666D"), 1):
        rack.fill(text)
        rack.press("Tab")
        held.wait(number)
    held.answer(1)
    won = cards.locator("#card-editor [data-key=try-card]").get_by_text("Mah jongg")
    won.wait_for()
    held.answer(0)
    assert won.is_visible()
    assert rack.input_value() == "FF 2222B 4444C 6666D"


def test_codes_that_come_late_take_no_place_of_others(cards: Page) -> None:  # noqa: F811
    """Of two cards to be shown as codes, the one that comes late does not replace the one on view."""
    held = HeldRequests(cards, "**/api/v1/cards/*")
    for number, name in enumerate(("practice", "nmjl-1976"), 1):
        cards.locator(f"[data-key=share-{name}]").click()
        held.wait(number)
    held.answer(1)
    title = cards.locator("#share-title", has_text="National Mah Jongg League")
    title.wait_for()
    held.answer(0)
    assert title.is_visible()


def test_a_card_that_comes_late_takes_no_place_of_a_newer_one(cards: Page) -> None:  # noqa: F811
    """A copy that comes once the player writes a card of their own opens nothing, and its fields keep the focus."""
    held = HeldRequests(cards, "**/api/v1/cards/practice")
    cards.locator("[data-key=copy-practice]").click()
    held.wait()
    begin(cards, "Written meanwhile")
    cards.get_by_label("Name of the card").focus()
    held.answer(0)
    assert draft_of(cards)["title"] == "Written meanwhile"
    assert cards.get_by_label("Name of the card").evaluate("(one) => one === document.activeElement")


def test_a_card_that_comes_late_gets_no_lines_that_are_pasted(cards: Page) -> None:  # noqa: F811
    """A copy that comes while the player pastes a card opens nothing: the lines make a card of their own."""
    held = HeldRequests(cards, "**/api/v1/cards/practice")
    cards.locator("[data-key=copy-practice]").click()
    held.wait()
    cards.locator("[data-key=paste-card]").click()
    cards.locator("[data-key=paste-text]").fill(TYPED)
    cards.locator("[data-key=paste-read]").click()
    take = cards.locator("[data-key=paste-take]")
    take.wait_for()
    held.answer(0)
    take.click()
    cards.locator(".printed-line").wait_for()
    assert len(texts_of(cards)) == 1


def test_a_table_that_comes_late_takes_no_place_of_another(page: Page) -> None:
    """Of two tables that the player has opened, the one that comes late does not replace the one on view."""
    part = set_up(page, "Late one")
    part.get_by_role("button", name="All cards and tables").click()
    set_up(page, "Early one")
    part.get_by_role("button", name="All cards and tables").click()
    held = HeldRequests(page, "**/api/v1/tables/*")
    for number, name in enumerate(("late-one", "early-one"), 1):
        part.locator(f"[data-key=table-edit-{name}]").click()
        held.wait(number)
    held.answer(1)
    part.get_by_role("heading", name="Early one").wait_for()
    held.answer(0)
    assert part.get_by_role("heading", name="Early one").is_visible()


@pytest.mark.parametrize("busy", [False, True], ids=["lost connection", "busy machine"])
def test_a_card_is_checked_once_the_machine_answers_again(cards: Page, *, busy: bool) -> None:  # noqa: F811
    """A failed check is not shown as a fault of the card, and the page repeats it without a change to the card."""

    def refuse(route: Route) -> None:
        if busy:
            route.fulfill(status=503, json={"error": {"code": "busy", "message": "too much", "where": "server"}})
        else:
            route.abort()

    cards.route("**/api/v1/cards/check", refuse)
    begin(cards, "Checked later")
    add(cards)
    with cards.expect_request(lambda one: one.url.endswith("/check") and "6666c" in (one.post_data or "")):
        keys(cards, KONGS)
    cards.locator("#line-dialog").get_by_role("button", name="Done").click()
    taken_in(cards)
    standing(cards, "1 line · checking")
    cards.unroute("**/api/v1/cards/check")
    standing(cards, "no fault")


LOST = """(name) => { Response.prototype[name] = () => Promise.reject(new TypeError("network error")); }"""
"""Lose the connection while an answer's body arrives."""


def test_a_file_that_is_cut_off_is_told(page: Page) -> None:
    """If an evidence file or a full copy is cut off, the page says that the server does not answer, and can retry."""
    page.get_by_role("link", name="Book").click()
    copy = page.locator("#whole-copy")
    copy.locator("[data-key=copy-save]").wait_for()
    page.evaluate(LOST, "blob")
    copy.locator("[data-key=copy-save]").click()
    copy.get_by_role("alert").get_by_text("does not answer").wait_for()
    copy.locator("[data-key=copy-save]").wait_for()
    page.get_by_role("link", name="Scan").click()
    show(page, photographed(["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]))
    page.route("**/api/v1/evidence", lambda route: route.fulfill(body="a file"))
    page.get_by_role("button", name="Keep as evidence").click()
    page.locator("#evidence").get_by_role("alert").get_by_text("does not answer").wait_for()
    page.get_by_role("button", name="Keep as evidence").wait_for()
