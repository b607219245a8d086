"""The book on the page: games, entries, two phones, undo and the end of the evening, in a real browser."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import (
    FRIDAY,
    ask_who_pays_a_misnamed_discard,
    begin,
    entries,
    open_game,
    post,
    scan_win,
    win_by_hand,
)
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import CONTRAST, NAMELESS, RACK, SIDEWAYS, by_card, chip, choose, enter, text_of
from tests.service.running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route


OUTSIDE = """() => {
  const { left, right } = document.querySelector('.chart').getBoundingClientRect();
  return [...document.querySelectorAll('.chart text')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < left || box.right > right;
  }).map((one) => one.textContent);
}"""
"""List the texts of the chart that do not lie within it."""


Phone = Callable[[], "Page"]


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Phone]:
    """Phones with the book open; the test fails on an error in a page."""
    contexts = []
    faults: list[str] = []

    def made() -> Page:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{server.address}#book")
        return page

    yield made
    for context in contexts:
        context.close()
    assert faults == []


def _line(page: Page, player: str) -> str:
    """Return a player's line of the standings."""
    return page.locator("#book-standings tr", has_text=player).inner_text()


def _seat(start: Page | Locator) -> None:
    """Name the four players of a new game."""
    seats = ("East, who begins", "to East's right", "opposite East", "to East's left")
    for seat, name in zip(seats, FRIDAY["players"], strict=True):
        start.get_by_label(seat).fill(name)


def test_a_verdict_becomes_an_entry_with_one_tap(phone: Phone) -> None:
    """One tap enters a verdict; in a five-handed game the standings, East and the bettor's win survive a reload."""
    page = phone()
    _seat(page)
    page.get_by_text("More than four people").click()
    page.get_by_label("Waits first").fill("Eve")
    page.get_by_label("Name of the game").fill("First night")
    page.get_by_role("button", name="Begin the game").click()
    text_of(page, "book-table", "Hand 1 · Ann is East")
    scan_win(page)
    page.get_by_label("Eve bet on").select_option(label="Ann")
    page.locator("#money tr", has_text="Eve").wait_for()
    page.get_by_role("button", name="Add this win to First night").click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs, 20 points, from Bea")
    for _ in range(2):
        assert "Hand 2 · Bea is East" in text_of(page, "book-table", "Last entry")
        assert "1,080" in _line(page, "Eve")
        assert "4 × 200, 4 × 25, 4 × 5" in _line(page, "Bea").replace("\u00a0", " ")
        page.reload()
    page.get_by_role("link", name="Scan").click()
    assert page.locator("#tiles").is_hidden(), "the hand that was entered is cleared away"


def test_a_game_opens_while_somebody_types_another_name(phone: Phone) -> None:
    """The form goes with the field in which the player types, when the answer to Begin comes: the game is open."""
    page = phone()
    _seat(page)
    held = HeldRequests(page, "**/api/v1/games")
    page.get_by_role("button", name="Begin the game").click()
    held.wait()
    page.get_by_label("East, who begins").press_sequentially("a")
    held.answer(0)
    text_of(page, "book-table", "Hand 1 · Ann is East")
    assert page.locator("#book-start").is_hidden()


def test_two_phones_one_game_and_a_conflict(phone: Phone, server: Server) -> None:
    """An entry shows on the other phone at once; one made on an older state waits beside the newer ones to be sent."""
    game = begin(server)
    mine, other = phone(), phone()
    open_game(mine, game)
    open_game(other, game)
    mine.get_by_role("button", name="Win by hand").click()
    choose(mine, "Who won?", "Cat")
    other.get_by_label("This phone is held by").select_option(label="Bea")
    other.get_by_role("button", name="Wall game").click()
    other.get_by_role("button", name="Enter a wall game").click()
    mine.locator("#book-history", has_text="Wall game").wait_for(state="attached")
    assert mine.get_by_role("radio", name="Cat").is_checked(), "what is being entered stays"
    choose(mine, "How?", "Self-picked")
    mine.get_by_label("Value of the hand").fill("30")
    mine.get_by_role("button", name="Enter the win").click()
    pending = text_of(mine, "book-pending", "Somebody entered something first")
    assert "1 · Wall game: nobody won (by Bea)" in pending
    assert "Cat won 30 points" in pending
    assert len(entries(server, game)) == 1
    mine.reload()
    text_of(mine, "book-pending", "Somebody entered something first")
    mine.get_by_role("button", name="Enter mine too").click()
    text_of(other, "book-table", "Cat won, 30 points, self-picked")
    assert "Hand 3 · Cat is East" in other.locator("#book-table").inner_text()
    mine.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "win"]


def test_a_verdict_meets_a_newer_entry(phone: Phone, server: Server) -> None:
    """A verdict on an older state shows the newer entries first; the rack stays for corrections and is then added."""
    game = begin(server, title="Late")
    page = phone()
    open_game(page, game)
    scan_win(page)
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.get_by_role("button", name="Add this win to Late").click()
    assert "Ann won 20 points with Consecutive numbers or runs, from Bea" in text_of(
        page, "book-pending", "Somebody entered something first"
    )
    page.get_by_role("button", name="Change mine").click()
    chip(page, 14).wait_for()
    page.get_by_role("button", name="Add this win to Late").click()
    text_of(page, "book-history", "Ann won with Consecutive numbers or runs")
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "win"]


def test_what_cannot_be_sent_is_kept_and_entered_once(phone: Phone, server: Server) -> None:
    """Without a connection an entry stays on the phone, survives a reload, and enters the book once afterwards."""
    game = begin(server)
    page = phone()
    open_game(page, game)

    lost = pytest.importorskip("playwright.sync_api").Error

    def lose(route: Route) -> None:
        """Lose the answer after the book has stored the entry, the worst moment."""
        route.fetch()
        with suppress(lost):
            route.abort()

    page.route("**/entries", lose)
    win_by_hand(page, "Dee", "25")
    assert "Dee won 25 points" in text_of(page, "book-pending", "Kept on this phone")
    # More hands follow meanwhile; they queue behind it in order.
    win_by_hand(page, "Ann", "30")
    assert "Ann won 30 points" in text_of(page, "book-pending", "Ann won")
    page.reload()
    text_of(page, "book-pending", "Kept on this phone")
    page.unroute_all(behavior="wait")  # else an answer that is being lost stays open
    page.locator("#book-pending").wait_for(state="hidden")
    text_of(page, "book-history", "Ann won, 30 points")
    assert [entry["question"]["outcome"]["winner"] for entry in entries(server, game)] == ["Dee", "Ann"]


def test_a_hand_that_waits_behind_another_is_seen_and_heard(phone: Phone, server: Server) -> None:
    """Each hand entered without a connection is told; the points say that they leave it out, until they count it."""
    game = begin(server, title="Two wait")
    page = phone()
    open_game(page, game)
    page.route("**/entries", lambda route: route.abort())
    page.set_viewport_size({"width": 390, "height": 500})
    win_by_hand(page, "Dee", "25")
    text_of(page, "book-end", "One entry of this phone is not in the book yet")
    win_by_hand(page, "Ann", "30")
    page.locator("#said", has_text="Not in the book yet: Ann won 30 points, self-picked.").wait_for(state="attached")
    assert 0 <= page.locator("#book-pending").evaluate("(one) => one.getBoundingClientRect().top") < 100
    for part in ("book-standings", "book-end"):
        text_of(page, part, "2 entries of this phone are not in the book yet, and do not count here.")
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name="Send it now").click()
    text_of(page, "book-history", "Ann won, 30 points")
    page.get_by_text("do not count here").first.wait_for(state="detached")


def test_a_game_whose_only_hand_waits_is_not_said_to_have_none(phone: Phone, server: Server) -> None:
    """Without a connection the last entry and the entries speak of what is in the book, not of what was entered."""
    game = begin(server, title="First waits")
    page = phone()
    open_game(page, game)
    page.route("**/entries", lambda route: route.abort())
    win_by_hand(page, "Dee", "25")
    text_of(page, "book-pending", "Kept on this phone")
    for part in ("book-table", "book-history"):
        assert "No entry is in the book yet." in page.locator(f"#{part}").inner_text()
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name="Send it now").click()
    assert "No entry" not in text_of(page, "book-table", "Last entry: Dee won, 25 points")


def test_what_waits_on_a_phone_that_keeps_nothing_more_says_so(phone: Phone, server: Server) -> None:
    """Where the browser's storage is full, an entry that waits is not said to be kept: the page is to stay open."""
    game = begin(server)
    page = phone()
    open_game(page, game)
    page.route("**/entries", lambda route: route.abort())
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }")
    win_by_hand(page, "Dee", "25")
    assert "Dee won 25 points" in text_of(page, "book-pending", "Leave this page open")
    assert "Kept on this phone" not in page.locator("#book-pending").inner_text()


def test_two_windows_keep_what_waits_in_both(browser: Browser, server: Server) -> None:
    """Two windows of a browser keep each other's waiting entries; the book gets each of them once."""
    game = begin(server)
    context = browser.new_context()
    windows = [context.new_page() for _ in range(2)]
    context.route("**/entries", lambda route: route.abort())
    for page in windows:
        page.goto(f"{server.address}#book")
        if page is windows[0]:  # the other one begins where this one is
            open_game(page, game)
    for page, winner, value in ((windows[0], "Dee", "25"), (windows[1], "Ann", "30"), (windows[0], "Bea", "35")):
        win_by_hand(page, winner, value)
        text_of(page, "book-pending", winner)
    for page in windows:
        page.close()
    context.unroute("**/entries")
    page = context.new_page()
    page.goto(f"{server.address}#book")
    page.locator("#book-pending").wait_for(state="hidden")
    text_of(page, "book-history", "Bea won, 35 points")
    won = [entry["question"]["outcome"]["winner"] for entry in entries(server, game)]
    context.close()
    assert sorted(won) == ["Ann", "Bea", "Dee"]


@pytest.mark.parametrize("asleep", [False, True], ids=["a window that hears of it", "a window that sleeps meanwhile"])
def test_what_one_window_drops_no_other_sends(browser: Browser, server: Server, asleep: bool) -> None:
    """An entry that waits in two windows and is dropped in one leaves the other too, which goes on with the next."""
    game = begin(server)
    context = browser.new_context()
    context.route("**/entries", lambda route: route.abort())
    first, other = (context.new_page() for _ in range(2))
    for page in (first, other):
        if page is other and asleep:
            page.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation())")
        page.goto(f"{server.address}#book")
        if page is first:
            open_game(page, game)
            win_by_hand(page, "Dee", "25")
        text_of(page, "book-pending", "Dee won 25 points")
    win_by_hand(other, "Ann", "30")
    first.get_by_role("button", name="Drop it").click()
    if not asleep:
        text_of(other, "book-pending", "Yours, not in the book yet: Ann won 30 points")
    context.unroute("**/entries")
    other.evaluate("window.dispatchEvent(new Event('online'))")
    other.locator("#book-pending").wait_for(state="hidden")
    text_of(other, "book-history", "Ann won, 30 points")
    won = [entry["question"]["outcome"]["winner"] for entry in entries(server, game)]
    context.close()
    assert won == ["Ann"]


def test_a_ruling_an_undo_and_settling_up(phone: Phone, server: Server) -> None:
    """A ruling makes a hand dead; an undone entry is struck through and pays nothing; then the book settles up."""
    game = begin(server)
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Penalty").click()
    page.get_by_label("What happened?").select_option(label="Mah Jongg was called in error")
    page.get_by_label("Who called").select_option(label="Dee")
    page.get_by_label("The declarer exposed the hand").check()
    page.get_by_role("button", name="Enter it").click()
    text_of(page, "book-table", "dead hand")
    win_by_hand(page, "Ann", "twenty")
    assert "as a number" in page.locator("#book-form").inner_text()
    page.get_by_label("Value of the hand").fill("20")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-end", "Bea pays Ann")
    assert page.locator("#book-end .transfer").count() == 3
    page.get_by_role("img", name="Points hand by hand; now Ann +120").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    assert "Ann" in saved.value.path().read_text("utf-8")
    page.get_by_role("button", name="Undo: Ann won, 20 points, self-picked").click()
    text_of(page, "book-end", "Everybody is even")
    undone = page.locator('[data-key="entry-2"]')
    assert undone.locator("s").inner_text() == "Ann won, 20 points, self-picked"
    assert "Taken out: it no longer counts" in undone.inner_text()
    assert "Taken back: Ann won, 20 points, self-picked" in page.locator('[data-key="entry-3"]').inner_text()
    page.get_by_role("button", name="Undo: Taken back: Ann won").click()
    text_of(page, "book-end", "Bea pays Ann")


def test_a_settled_dispute_goes_into_the_book(phone: Phone, server: Server) -> None:
    """One tap enters a settled dispute into the book, with its facts."""
    game = begin(server, title="Disputed")
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="Mah Jongg was called in error").click()
    choose(page, "Who called", "Dee")
    page.get_by_label("The declarer exposed the hand").check()
    page.get_by_role("button", name="What do the rules say?").click()
    page.get_by_role("button", name="Enter it in Disputed").click()
    text_of(page, "book-table", "dead hand")
    (entry,) = entries(server, game)
    assert entry["settlement"]["ruling"]["dead"] == ["Dee"]


def test_a_dispute_typed_anew_is_asked_before_it_is_entered(phone: Phone, server: Server) -> None:
    """A tap on the button that enters a ruling, from a field with a new value, shows its ruling first."""
    game = begin(server, title="Typed anew")
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Disputes").click()
    ask_who_pays_a_misnamed_discard(page)
    enters = page.get_by_role("button", name="Enter it in Typed anew")
    enters.wait_for()
    page.locator('[data-key="fact-value"]').fill("30")
    enters.click()
    text_of(page, "dispute", "Bea alone pays Ann, 120 points")
    assert entries(server, game) == []
    enters.click()
    text_of(page, "book-history", "Ann +120 · Bea −120")


def test_a_dispute_of_the_book_knows_whose_hand_was_dead(phone: Phone, server: Server) -> None:
    """A call in error in the open game is answered with the dead hands of its book, and asks nobody for them."""
    game = begin(server, title="Dead before")
    dead = {"kind": "error", "ruling": "wrong-tile-count", "players": ["Bea"], "when": "after-first-discard"}
    post(server, f"games/{game}/entries", {"kind": "penalty", "based_on": 0, "outcome": dead})
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="Mah Jongg was called in error").click()
    choose(page, "Who called", "Dee")
    page.get_by_role("group", name="Who else exposed").get_by_label("Cat").check()
    assert page.get_by_text("Whose hands were dead before").count() == 0
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator(".ruling", has_text="does not foresee this case").wait_for()


def test_a_bettor_shares_a_penalty_in_the_book(phone: Phone, server: Server) -> None:
    """A settled dispute is entered with the bets of its answer; the form asks for them, and a correction keeps them."""
    game = begin(server, title="Shared", waiting=["Eve"])
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Scan").click()
    enter(page, RACK)
    page.get_by_label("Eve bet on").select_option("Bea")
    page.get_by_role("link", name="Disputes").click()
    ask_who_pays_a_misnamed_discard(page)
    page.locator(".ruling", has_text="Eve bet on Bea and pays Ann what Bea pays").wait_for()
    page.get_by_role("button", name="Enter it in Shared").click()
    text_of(page, "book-history", "Ann +200 · Bea −100 · Eve −100")
    page.get_by_role("button", name="Correct: The game ends").click()
    page.locator('[data-key="form-fact-value"]').fill("20")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Ann +160 · Bea −80 · Eve −80")
    page.get_by_role("button", name="Correct: The game ends").click()
    page.locator("#book-form").get_by_label("Eve bet on").select_option("Ann")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Ann +80 · Bea −160 · Eve +80")


def test_a_dispute_of_the_book_takes_east_from_it(phone: Phone, server: Server) -> None:
    """A ruling that depends on East is answered with East of the open game, whoever was East in a dispute before."""
    game = begin(server, title="Hoyle", ruleset="hoyle-league")
    page = phone()
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="dispute-rules"]').select_option("hoyle-league")
    page.locator('[data-key="ruling-false-woo"]').click()
    page.get_by_text("Who is East?").click()
    choose(page, "East", "Player 2")
    page.get_by_role("button", name="All questions").click()
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-false-woo"]').click()
    choose(page, "Who called", "Ann")
    assert page.get_by_text("Who is East?").count() == 0
    page.locator('[data-key="fact-limit"]').fill("300")
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator(".ruling", has_text="Ann, who is East, pays each other player 300 points").wait_for()
    page.get_by_role("button", name="Enter it in Hoyle").click()
    text_of(page, "book-history", "Ann −900 · Bea +300 · Cat +300 · Dee +300")


def test_a_phone_stays_with_a_player_who_left(phone: Phone, server: Server) -> None:
    """The page goes on to say who holds the phone after a change of seats, as the entries do."""
    game = begin(server, title="Held")
    page = phone()
    open_game(page, game)
    held = page.get_by_label("This phone is held by")
    held.select_option("Dee")
    page.get_by_role("button", name="Change seats").click()
    page.get_by_label("Fourth seat").fill("Eve")
    page.get_by_role("button", name="Change the seats").click()
    text_of(page, "book-history", "Seats: Ann, Bea, Cat, Eve")
    assert held.input_value() == "Dee"


def test_people_of_earlier_games_are_offered(phone: Phone, server: Server) -> None:
    """A new game offers the names of earlier games; it refuses too few; a house rule set's score sheet shows."""
    begin(server, players=["Gil", "Hal", "Ida", "Joy"])
    page = phone()
    for name in ("Gil", "Hal", "Ida", "Joy"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.get_by_label("to East's left").input_value() == "Joy"
    assert page.locator('[data-key="new-rules"]').input_value() == "nmjl-1976", "the rules that stand there are sent"
    page.get_by_label("to East's left").fill("Gil")
    page.get_by_role("button", name="Begin the game").click()
    page.locator("#book-start").get_by_role("alert").wait_for()
    page.get_by_label("to East's left").fill("Joy")
    page.locator('[data-key="new-rules"]').select_option(value="modern-american")
    page.get_by_role("button", name="Begin the game").click()
    page.get_by_role("columnheader", name="Sheet").wait_for()


def test_who_was_named_beside_the_rack_is_not_typed_again(phone: Phone) -> None:
    """A new game offers the names that were typed beside the rack, as its first ones."""
    page = phone()
    page.get_by_role("link", name="Scan").click()
    enter(page, RACK)
    page.get_by_text("Names and bettors").click()
    named = ["Kay", "Lou", "Max", "Ned"]
    for at, name in enumerate(named, 1):
        page.get_by_label(f"Player {at}", exact=True).last.fill(name)
    page.get_by_role("link", name="Book").click()
    page.get_by_text("Tap the names in playing order").wait_for()
    offered = page.locator("#book-start .offered button")
    assert offered.all_inner_texts()[:4] == named
    for at in range(4):
        offered.nth(at).click()
    page.get_by_role("button", name="Begin the game").click()
    page.get_by_text("Kay is East").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_book_is_readable_everywhere(phone: Phone, server: Server, scheme: str) -> None:
    """At 320 pixels the book does not scroll sideways, has enough contrast in both schemes, and names every control."""
    game = begin(server, players=["Annabella-Maria", "Bea", "Cat", "Dee"], waiting=["Eve", "Flo"])
    for version in range(3):
        outcome = {"winner": "Cat", "won_by": "self-pick", "value": 25 + version}
        if version != 1:
            post(server, f"games/{game}/entries", {"kind": "wall", "based_on": version})
        else:
            post(server, f"games/{game}/entries", {"kind": "win", "based_on": version, "outcome": outcome})
    page = phone()
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two names it takes

    def fine() -> None:
        assert not page.evaluate(SIDEWAYS)
        assert page.evaluate(CONTRAST) == []
        assert page.evaluate(NAMELESS) == []

    page.locator(f'[data-key="game-{game}"]').wait_for()
    page.get_by_text("More than four people").click()
    fine()
    open_game(page, game)
    page.get_by_role("img", name="Points hand by hand").wait_for()
    page.get_by_text("The numbers of the chart").click()
    fine()
    assert faults_of(page) == []
    for name in ("Win by hand", "Penalty", "Change seats", "Note"):
        page.get_by_role("button", name=name).click()
        page.locator("#book-form h2").wait_for()
        assert not page.locator("#book-form").evaluate("(one) => one.scrollWidth > one.clientWidth")
        fine()
        if name != "Note":
            assert faults_of(page) == []
        page.keyboard.press("Escape")
        page.locator("#book-form").wait_for(state="hidden")


def test_games_and_disputes_go_by_what_the_table_plays(phone: Phone) -> None:
    """A new game and disputes use the rack's card and rules; rules chosen for disputes last until the table changes."""
    page = phone()
    rules = page.locator('[data-key="new-rules"]')
    page.get_by_role("link", name="Scan").click()
    enter(page, RACK)
    by_card(page, "practice card")
    page.get_by_role("link", name="Disputes").click()
    disputes = page.locator('[data-key="dispute-rules"]')
    disputes.wait_for()
    assert disputes.input_value() == "modern-american"
    disputes.select_option("set-manual")
    page.get_by_role("link", name="Book").click()
    rules.wait_for()
    assert (rules.input_value(), page.locator('#book-start [data-key="new-card"]').input_value()) == (
        "modern-american",
        "practice",
    )
    page.get_by_role("link", name="Disputes").click()
    page.get_by_text("What happened?").wait_for()
    assert disputes.input_value() == "set-manual"
    page.get_by_role("link", name="Scan").click()
    by_card(page, "National Mah Jongg League")
    page.get_by_role("link", name="Disputes").click()
    page.wait_for_function("() => document.querySelector('[data-key=dispute-rules]').value === 'nmjl-1976'")
    page.get_by_role("link", name="Book").click()
    assert (rules.input_value(), page.locator('#book-start [data-key="new-card"]').input_value()) == ("nmjl-1976", "")


DRAWN = """() => {
  window.drawn = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
    drawn.push(text);
    fillText.call(this, text, ...where);
  };
}"""


@pytest.mark.parametrize("way", ["another part", "another app", "a copy"])
def test_the_list_of_games_is_up_to_date(phone: Phone, server: Server, way: str) -> None:
    """Whoever comes back to the list, or brings a copy in, finds the games, tables and cards that came meanwhile."""
    page = phone()
    page.get_by_role("button", name="Begin the game").wait_for()
    game = begin(server, title=f"Begun meanwhile: {way}")
    match way:
        case "another part":
            page.get_by_role("link", name="Cards").click()
            page.get_by_label("Name of the table").fill("Meanwhile")
            page.get_by_role("button", name="Set up a table").click()
            page.get_by_role("button", name="All cards and tables").click()
            page.get_by_role("button", name="Play by it: Meanwhile").click()
            page.get_by_role("link", name="Book").click()
        case "another app":
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        case _:
            with urllib.request.urlopen(f"{server.address}api/v1/copy", timeout=90) as answer:
                copy = answer.read()
            page.set_input_files("#copy-open", {"name": "copy.json", "mimeType": "application/json", "buffer": copy})
    page.locator(f'[data-key="game-{game}"]').wait_for()
    if way == "another part":
        page.wait_for_function("document.querySelector('[data-key=new-rules]').value === 'meanwhile'")


def test_a_new_game_goes_by_no_table_that_is_gone(phone: Phone, server: Server) -> None:
    """The rules chosen for a new game may be deleted before it begins: it goes by those that the form shows."""
    page = phone()
    path = f"{server.address}api/v1/tables/gone"
    table = {"id": "gone", "title": "Gone", "parent": "modern-american", "decided": {}}
    made = page.request.put(path, data={"table": table}, headers={"If-None-Match": "*"}).json()
    page.reload()
    page.locator("[data-key=new-rules]").select_option("gone")
    page.request.delete(path, headers={"If-Match": f'"{made["version"]}"'})
    page.reload()
    page.wait_for_function("() => document.querySelector('[data-key=new-rules]')?.value === 'nmjl-1976'")
    _seat(page)
    with page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/api/v1/games")) as begun:
        page.get_by_role("button", name="Begin the game").click()
    assert (begun.value.post_data_json or {})["ruleset"] == "nmjl-1976"
    text_of(page, "book-table", "Hand 1 · Ann is East")


def test_the_standings_as_a_picture_say_how_many_hands_they_count(phone: Phone, server: Server) -> None:
    """The picture of the standings, saved where a phone cannot share, shows points, hands counted and who pays whom."""
    game = begin(server, title="Drawn")
    page = phone()
    open_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    page.evaluate(DRAWN)
    with page.expect_download() as saved:
        page.locator("#book-end").get_by_role("button", name="Share as a picture").click()
    assert saved.value.suggested_filename == "rackcheck-standings.png"
    drawn = " ".join(page.evaluate("drawn"))
    assert "after 1 hand" in drawn
    assert "1. Ann" in drawn
    assert "Bea pays Ann" in drawn


PLACED = """() => {
  window.placed = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const left = this.textAlign === "right" ? x - width : x;
    placed.push({ text, left, right: left + width, y });
    fillText.call(this, text, x, y);
  };
}"""
"""Record where the page draws each text of a picture."""


def test_long_names_do_not_run_under_the_amounts_of_the_shared_picture(phone: Phone, server: Server) -> None:
    """Names of the longest allowed length are wrapped; debts are in money where the table plays for it."""
    names = ["W" * 40, "Maria-Theresia of the house on the hill", "Cat", "Dee"]
    game = begin(server, title="Long names", players=names)

    def in_money(route: Route) -> None:
        found = route.fetch().json()
        route.fulfill(json=found | {"payments": [one | {"money": "$1.25"} for one in found["payments"]]})

    page = phone()
    page.route("**/settle-up", in_money)
    open_game(page, game)
    win_by_hand(page, names[0], "25")
    text_of(page, "book-end", "$1.25")
    page.evaluate(PLACED)
    with page.expect_download():
        page.locator("#book-end").get_by_role("button", name="Share as a picture").click()
    placed = page.evaluate("placed")
    assert "".join(one["text"] for one in placed).count("W" * 40) == 4, "each name stands there in full"
    assert "$1.25" in [one["text"] for one in placed]
    lines: dict[float, list[dict[str, float]]] = {}
    for one in placed:
        lines.setdefault(one["y"], []).append(one)
    rows = [line for line in lines.values() if len(line) > 1]
    assert len(rows) == 7
    assert [(left, right) for left, right in rows if left["right"] > right["left"]] == []


def test_the_chart_is_drawn_before_anybody_has_paid(phone: Phone, server: Server) -> None:
    """After a wall game alone the chart draws everybody on its one line, that of zero, half-way up the picture."""
    game = begin(server, title="Wall")
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page = phone()
    open_game(page, game)
    chart = page.get_by_role("img", name="Points hand by hand")
    chart.wait_for()
    assert "NaN" not in chart.evaluate("(one) => one.outerHTML")
    assert chart.locator("line.zero").count() == 1
    assert chart.locator("line.grid").count() == 0
    assert chart.locator("text[text-anchor=end]").all_text_contents() == ["0"]
    line, picture = chart.locator("line.zero").bounding_box(), chart.bounding_box()
    assert line is not None
    assert picture is not None
    assert 0.3 < (line["y"] - picture["y"]) / picture["height"] < 0.6


def test_wide_names_stand_whole_beside_the_chart(phone: Phone, server: Server) -> None:
    """Names of wide letters are shortened to the room beside the chart, and those that begin alike keep their ends."""
    players = ["WWWWWWWW", "M" * 40, "MWMMMMMMMMMMMWA", "MWMMMMMMMMMMMWB"]
    game = begin(server, title="Wide letters", players=players)
    win = {"kind": "win", "winner": "WWWWWWWW", "won_by": "self-pick", "value": 25}
    post(server, f"games/{game}/entries", {"kind": "win", "based_on": 0, "outcome": win})
    page = phone()
    open_game(page, game)
    names = page.locator(".chart text[class^=line]")
    names.first.wait_for()
    assert page.evaluate(OUTSIDE) == []
    shown = names.all_text_contents()
    assert len(set(shown)) == 4
    assert [one[-1] for one in shown[2:]] == ["A", "B"]
    assert all("…" in one for one in shown)


def test_the_numbers_of_the_chart_are_whole(phone: Phone, server: Server) -> None:
    """After a large win, as after a small one, each number beside the chart keeps its sign, and no text is cut off."""
    for value in (1, 10_000):
        game = begin(server, title=f"A hand worth {value}")
        win = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": value}
        post(server, f"games/{game}/entries", {"kind": "win", "based_on": 0, "outcome": win})
        page = phone()
        open_game(page, game)
        page.locator(".chart text").first.wait_for()
        assert page.evaluate(OUTSIDE) == []


def test_the_numbers_of_the_chart_fit_on_paper(phone: Phone, server: Server) -> None:
    """On paper, which does not scroll, the table of the numbers is as wide as the page, whatever the names."""
    players = ["Bartholomew Featherstonehaugh", "W" * 40, "Maximiliana Vandenbroucke", "Christopher Montgomery"]
    game = begin(server, title="Wide", players=players)
    win = {"kind": "win", "winner": players[0], "won_by": "self-pick", "value": 500}
    post(server, f"games/{game}/entries", {"kind": "win", "based_on": 0, "outcome": win})
    page = phone()
    open_game(page, game)
    page.get_by_text("The numbers of the chart").click()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.locator(".scroll:has(.numbers)").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_everybody_who_sat_in_has_a_line_in_the_chart(phone: Phone, server: Server) -> None:
    """With substitutes, eight people played this evening: the chart draws a line of its own for each."""
    game = begin(server, title="Eight", ruleset="modern-american")
    entries: list[dict[str, Any]] = [
        {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}},
        {"kind": "seats", "players": ["Eve", "Fay", "Gil", "Hal"], "east": "Eve"},
        {"kind": "win", "outcome": {"winner": "Eve", "won_by": "self-pick", "value": 25}},
    ]
    for version, entry in enumerate(entries):
        post(server, f"games/{game}/entries", {**entry, "based_on": version})
    page = phone()
    open_game(page, game)
    looks = """(lines) => lines.map((one) => { const { stroke, strokeDasharray } = getComputedStyle(one);
      return `${stroke} ${strokeDasharray}`; })"""
    page.locator(".chart polyline").first.wait_for()
    drawn = page.locator(".chart polyline").evaluate_all(looks)
    assert len(set(drawn)) == len(drawn) == 8
    assert not any(look.startswith("none") for look in drawn)


def test_a_bet_counts_for_one_hand_of_the_book(phone: Phone, server: Server) -> None:
    """A bet goes into the book with its hand: on the next rack nobody has bet yet, though the same people sit there."""
    begin(server, title="Manual", ruleset="set-manual", waiting=["Eve"])
    page = phone()
    page.locator("#book-start").get_by_role("button", name="Manual").click()
    page.get_by_role("button", name="Scan a winning rack").click()
    rack = ["3B"] * 3 + ["4B"] * 3 + ["3D"] * 4 + ["4D"] * 4
    enter(page, rack)
    page.get_by_label("Eve bet on").select_option("Ann")
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    page.get_by_role("button", name="Add this win to Manual").click()
    text_of(page, "book-history", "Ann +150 · Bea −100 · Cat −100 · Dee −100 · Eve +150")
    page.get_by_role("button", name="Scan a winning rack").click()
    enter(page, rack)
    assert page.get_by_label("Eve bet on").input_value() == ""


def test_a_hand_is_corrected_with_its_own_seats(phone: Phone, server: Server) -> None:
    """A correction asks about those who sat and waited at that hand, and keeps its bet, though Eve sits by now."""
    game = begin(server, title="Five", waiting=["Eve"])
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    page.get_by_label("Value of the hand").fill("20")
    page.get_by_label("Eve bet on").select_option("Ann")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-table", "Waiting: Ann")
    page.get_by_role("button", name="Correct: Ann won").click()
    assert page.get_by_role("radio", name="Ann").is_checked()
    page.get_by_label("Value of the hand").fill("25")
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Ann +150 · Bea −100 · Cat −100 · Dee −100 · Eve +150")


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("win", {"winner": "Ann", "won_by": "self-pick", "value": 20}),
        ("penalty", {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Dee"}),
    ],
    ids=["a win", "a ruling"],
)
def test_a_correction_keeps_the_note_of_its_entry(
    phone: Phone, server: Server, kind: str, outcome: dict[str, object]
) -> None:
    """A note that came with an entry, as the command line enters it, stands with the entry that corrects it too."""
    game = begin(server, title="Noted")
    post(server, f"games/{game}/entries", {"kind": kind, "based_on": 0, "outcome": outcome, "note": "Cat saw it"})
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Correct:").click()
    hint = page.get_by_text("In place of:").inner_text()
    assert hint.endswith(". It stays in the book, struck through.")
    assert ".." not in hint
    page.get_by_text("Ready to be entered.").wait_for()
    page.get_by_role("button", name="Correct it").click()
    text_of(page, "book-history", "Taken out")
    assert [entry["note"] for entry in entries(server, game)] == ["Cat saw it", "Cat saw it"]


def test_a_game_without_a_card_is_entered_by_points_or_limit(phone: Phone, server: Server) -> None:
    """The form asks for points and bonuses until both are numbers; a limit takes their place."""
    game = begin(server, title="Counted", ruleset="japanese-american-2009")
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    form = page.locator("#book-form")
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "Self-picked")
    form.get_by_label("Points", exact=True).fill("30")
    form.get_by_label("Bonuses").fill("2,5")
    form.get_by_label("Bonuses").press("Tab")
    form.get_by_text("Say the points and the bonuses, as numbers.").wait_for()
    form.get_by_label("Limit").select_option("full")
    form.get_by_text("Ready to be entered.").wait_for()
    form.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Ann won, a limit hand, self-picked")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Hide the page, as a phone does before it ends it."""


def test_a_number_that_is_being_typed_outlives_a_hidden_page(phone: Phone, server: Server) -> None:
    """A phone ends a hidden page without a word: the form keeps the number in a field that nobody has left."""
    game = begin(server, title="Typed")
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Win by hand").click()
    page.get_by_label("Value of the hand").press_sequentially("45")
    page.evaluate(HIDE)
    again = page.context.new_page()
    page.close()
    again.goto(f"{server.address}#book")
    value = again.get_by_label("Value of the hand")
    value.wait_for()
    assert value.input_value() == "45"


def test_a_rack_without_a_card_takes_east_from_the_book(phone: Phone, server: Server) -> None:
    """The book knows East, so the page does not ask: Bea sits South and is no dealer."""
    game = begin(server, title="Counted by rack", ruleset="japanese-american-2009")
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Scan").click()
    enter(page, ["2B", "3B", "4B", "5B", "6B", "7B", "3C", "4C", "5C", "6D", "7D", "8D", "5D", "5D"])
    choose(page, "Who won?", "Bea")
    assert page.get_by_text("Who is East?").count() == 0
    address = f"/check?game={game}"
    with page.expect_request(lambda one: one.url.endswith(address) and "won_by" in (one.post_data or "")) as judged:
        choose(page, "How?", "Self-picked")
    options = (judged.value.post_data_json or {})["options"]
    assert (options["own_wind"], options["dealer"]) == ("S", False)


def test_a_rack_without_a_card_takes_the_round_from_the_book(phone: Phone, server: Server) -> None:
    """In the South round a pung of Souths earns the second bonus that a hand needs; nobody has to say the round."""
    game = begin(server, title="Second round", ruleset="japanese-american-2009")
    for at, winner in enumerate(["Bea", "Cat", "Dee", "Ann"]):
        won = {"winner": winner, "won_by": "self-pick", "points": 30, "bonuses": 2}
        post(server, f"games/{game}/entries", {"kind": "win", "based_on": at, "outcome": won})
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Scan a winning rack").click()
    enter(page, ["2B", "3B", "4B", "5B", "6B", "7B", "3C", "4C", "5C", "S", "S", "S", "5D", "5D"])
    choose(page, "Who won?", "Cat")
    choose(page, "How?", "Self-picked")
    chip(page, 9).click()
    page.get_by_role("button", name="The winning tile").click()
    text_of(page, "verdict", "Mah jongg: 110 points")
    assert (
        page.get_by_label("Wind of the round").count() == page.get_by_label("Hands East has won in a row").count() == 0
    )
    page.get_by_role("button", name="Add this win to Second round").click()
    text_of(page, "book-history", "Ann −220 · Bea −110 · Cat +440 · Dee −110")


def test_a_dead_hand_of_the_book_is_dead_beside_the_rack(phone: Phone, server: Server) -> None:
    """Who pays is counted with the dead hands of the open game, as the book counts: they pay, and none of them wins."""
    game = begin(server, title="With a dead hand")
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Dee", "exposed": True, "threw_in": []}
    post(server, f"games/{game}/entries", {"kind": "penalty", "based_on": 0, "outcome": error})
    page = phone()
    open_game(page, game)
    scan_win(page)
    text_of(page, "money", "a dead hand pays like the others")
    choose(page, "Who won?", "Dee")
    text_of(page, "money", "Dee's hand is dead")
    assert page.get_by_role("button", name="Add this win").count() == 0


def test_a_bet_that_a_ruling_cancelled_is_not_paid_beside_the_rack(phone: Phone, server: Server) -> None:
    """Who pays is counted without the bets that the open game has cancelled, as the book counts."""
    game = begin(server, title="Cancelled", waiting=["Eve"])
    error = {"kind": "error", "ruling": "bettor-conduct", "bettor": "Eve", "what": "gives-information"}
    post(server, f"games/{game}/entries", {"kind": "penalty", "based_on": 0, "outcome": error})
    page = phone()
    open_game(page, game)
    scan_win(page)
    page.get_by_label("Eve bet on").select_option("Ann")
    page.locator("#money .net tr", has_text="Eve").wait_for()
    assert "Ann\t+80\nBea\t−40\nCat\t−20\nDee\t−20\nEve\t0" in text_of(page, "money", "Together")
    page.get_by_role("button", name="Add this win to Cancelled").click()
    text_of(page, "book-history", "Ann +80 · Bea −40 · Cat −20 · Dee −20")


def test_a_dispute_knows_the_bets_that_a_ruling_cancelled(phone: Phone, server: Server) -> None:
    """A dispute is settled without the bets that the open game has canceled since the player laid the rack."""
    game = begin(server, title="Cancelled", waiting=["Eve"])
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Scan a winning rack").click()
    enter(page, RACK)
    page.get_by_label("Eve bet on").select_option("Ann")
    page.get_by_role("link", name="Disputes").click()
    page.locator('[data-key="ruling-bettor-conduct"]').click()
    choose(page, "Which bettor", "Eve")
    choose(page, "What the bettor did", "Gives information")
    page.get_by_role("button", name="What do the rules say?").click()
    page.get_by_role("button", name="Enter it in Cancelled").click()
    text_of(page, "book-table", "Eve's bet is canceled")
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="All questions").click()
    ask_who_pays_a_misnamed_discard(page)
    page.locator(".ruling", has_text="Bea pays Ann").wait_for()
    assert page.locator(".ruling", has_text="Eve").count() == 0
    page.get_by_role("button", name="Enter it in Cancelled").click()
    text_of(page, "book-history", "Ann +100 · Bea −100")


def test_damaged_games_of_a_season_are_counted(browser: Browser, server: Server) -> None:
    """Where the book says that games of the season are damaged, the page says how many do not count."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/api/v1/season", lambda route: route.fulfill(json={"seasons": [], "damaged": ["aaa", "bbb"]}))
    page.goto(f"{server.address}#book")
    page.get_by_text("2 games are damaged and do not count here.").wait_for()
    context.close()


def test_a_rack_that_is_no_win_stays_while_the_book_is_looked_at(phone: Phone, server: Server) -> None:
    """A rack that is no win stays while the player looks at the book, so that a misread tile can be corrected."""
    game = begin(server, title="Looked at")
    page = phone()
    open_game(page, game)
    page.get_by_role("link", name="Scan").click()
    enter(page, [*RACK[:-1], "9D"])
    text_of(page, "verdict", "Not mah jongg")
    page.get_by_role("link", name="Book").click()
    page.get_by_role("button", name="Scan a winning rack").click()
    page.locator("#tiles .count", has_text="14 tiles").wait_for()


def test_a_name_may_be_as_long_beside_the_rack_as_in_the_book(phone: Phone) -> None:
    """The field beside the rack takes names as long as the book does."""
    page = phone()
    seat = page.locator('[data-key="seat-0"]')
    seat.wait_for()
    page.get_by_role("link", name="Scan").click()
    enter(page, RACK)
    page.get_by_text("Names and bettors").click()
    beside = page.locator('[data-key="player-0"]').get_attribute("maxlength")
    assert beside == seat.get_attribute("maxlength") == "40"


def test_the_address_of_a_game_opens_it(phone: Phone, server: Server) -> None:
    """A game's address, as in the QR code, opens the game; for a missing game the page says so above the list."""
    game = begin(server, title="By its address")
    page = phone()
    page.goto(f"{server.address}?game={game}#book")
    text_of(page, "book-table", "By its address")
    page.goto(f"{server.address}?game=nosuchgame#book")
    page.get_by_role("heading", name="A new game").wait_for()


def test_a_form_stays_with_its_game(phone: Phone, server: Server) -> None:
    """A form that is open while the address of another game opens that game does not lie over it."""
    first, other = begin(server), begin(server, title="Invited to", players=["Eve", "Fay", "Gil", "Hal"])
    page = phone()
    open_game(page, first)
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "Who won?", "Ann")
    page.goto(f"{server.address}?game={other}#book")
    page.locator("#table-title", has_text="Invited to").wait_for()
    page.get_by_text("Up to date").wait_for()
    assert page.locator("#book-form").is_hidden()


def test_a_code_to_join_that_comes_late_lies_over_no_other_part(phone: Phone, server: Server) -> None:
    """A code to join that comes after the player has gone to the rack opens no dialog there."""
    game = begin(server)
    page = phone()
    open_game(page, game)
    held = HeldRequests(page, "**/api/v1/join")
    page.get_by_role("button", name="Let another phone join").click()
    held.wait()
    page.get_by_role("link", name="Scan").click()
    held.answer(0)
    assert page.locator("#join-dialog").is_hidden()


@pytest.mark.parametrize("kept", [True, False], ids=["a form of an earlier version", "a new form"])
def test_all_who_wait_have_a_named_field(phone: Phone, kept: bool) -> None:
    """Both forms name a field for each of the four who may wait at one table, and the book takes all four."""
    page = phone()
    page.set_viewport_size({"width": 320, "height": 640})
    if kept:
        page.get_by_role("button", name="Begin the game").wait_for()
        page.evaluate(
            "sessionStorage.clear(); localStorage['rackcheck.1.book'] = JSON.stringify({ draft: "
            "{ title: '', ruleset: null, card: null, seats: ['', '', '', ''], waiting: ['', ''], key: null } })"
        )
        page.reload()
    start, form = page.locator("#book-start"), page.locator("#book-form")
    labels = ("Waits first", "Waits second", "Waits third", "Waits fourth")
    waiting = ["Annabella-Maria", "Fay", "Gus", "Hal"]
    _seat(start)
    page.get_by_text("More than four people").click()
    for label, name in zip(labels, waiting, strict=True):
        start.get_by_label(label).fill(name)
    assert not page.evaluate(SIDEWAYS)
    page.get_by_role("button", name="Begin the game").click()
    text_of(page, "book-table", "Waiting: Annabella-Maria, then Fay, then Gus, then Hal")
    page.get_by_role("button", name="Change seats").click()
    assert [form.get_by_label(one).input_value() for one in labels] == waiting
    form.get_by_label("Waits fourth").fill("Ida")
    form.get_by_role("button", name="Change the seats").click()
    text_of(page, "book-table", "Waiting: Annabella-Maria, then Fay, then Gus, then Ida")


def test_east_may_leave_the_table(phone: Phone, server: Server) -> None:
    """If another player takes East's seat, the form shows that East is not known, and that is what it enters."""
    game = begin(server, title="East leaves")
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Change seats").click()
    page.get_by_label("First seat").fill("Eve")
    page.get_by_label("First seat").press("Tab")
    assert page.get_by_label("Who is East?").input_value() == ""
    page.get_by_role("button", name="Change the seats").click()
    text_of(page, "book-history", "Seats: Eve, Bea, Cat, Dee; East is not known")


def test_a_player_who_comes_late_waits_third(phone: Phone, server: Server) -> None:
    """A name added to a game in which two wait already waits behind both."""
    game = begin(server, waiting=["Eve", "Fay"])
    page = phone()
    open_game(page, game)
    page.get_by_role("button", name="Change seats").click()
    page.locator("#book-form").get_by_label("Waits third").fill("Gus")
    page.locator("#book-form").get_by_role("button", name="Change the seats").click()
    text_of(page, "book-table", "Waiting: Eve, then Fay, then Gus")


def test_a_day_of_another_year_says_the_year(phone: Phone) -> None:
    """The list of games tells the evenings of two years apart."""
    says = "async (day) => (await import('/page/js/shared/texts.js')).day(day)"
    page = phone()
    assert "2019" in page.evaluate(says, "2019-11-21T19:00:00Z")
    assert "20" not in page.evaluate(says, page.evaluate("new Date().getFullYear() + '-11-11T12:00:00Z'"))


def test_who_is_east_is_said_at_a_tap_where_the_rules_do_not_say(phone: Phone, server: Server) -> None:
    """After a hand of the modern game the page asks first how East moves, then who is East."""
    game = begin(server, title="Easterly", ruleset="modern-american", card="practice")
    page = phone()
    open_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-table", "Hand 2 · East is not known")
    asked, who = page.locator("#book-table .note[role=group]"), page.get_by_role("group", name="Who is East now?")
    page.get_by_role("group", name="East after each hand").wait_for()
    assert asked.count() == 1, "one question at a time"
    page.get_by_role("button", name="We say it each time").click()
    who.wait_for()
    assert asked.count() == 1
    who.get_by_role("button", name="Bea").click()
    text_of(page, "book-table", "Hand 2 · Bea is East")
    assert asked.count() == 0
    assert entries(server, game)[-1]["kind"] == "seats"


def test_where_east_goes_is_asked_once_a_game(phone: Phone, server: Server) -> None:
    """Where the rules do not say how East moves, the page asks once a game, and the table may change the answer."""
    game = begin(server, title="Once and for all", ruleset="modern-american", card="practice")
    page = phone()
    open_game(page, game)
    asked = page.get_by_role("group", name="East after each hand")
    asked.get_by_role("button", name="East moves to the right").click()
    text_of(page, "book-history", "From now on: East moves to the right after each hand")
    assert asked.count() == 0
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-table", "Hand 2 · Bea is East")
    page.get_by_label("East after each hand").select_option("stays")
    text_of(page, "book-history", "From now on: East stays after winning or a wall game")
    win_by_hand(page, "Bea", "25")
    text_of(page, "book-table", "Hand 3 · Bea is East")
    assert faults_of(page) == []
