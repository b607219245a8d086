"""Enter into two games, or in two windows, on one phone: each game keeps its own order, and no entry waits in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import begin, entries, open_game, post, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.service.running_server import Server

MINE = "not in the book yet: Wall game: nobody won"


@pytest.fixture
def games(server: Server) -> tuple[str, str]:
    """Two games of the book."""
    return begin(server, title="Table by the door"), begin(server, title="Table by the window")


def _late_wall(page: Page, server: Server, game: str, newer: dict[str, object]) -> None:
    """Enter a wall game in the open game, while another phone enters `newer`."""
    page.get_by_role("button", name="Wall game", exact=True).click()
    page.get_by_role("button", name="Enter a wall game").wait_for()
    post(server, f"games/{game}/entries", newer)
    page.get_by_role("button", name="Enter a wall game").click()
    text_of(page, "book-pending", "Somebody entered something first")


def _note(page: Page, text: str) -> None:
    """Enter a note in the open game."""
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").fill(text)
    page.get_by_role("button", name="Enter the note").click()
    page.locator("#book-form").wait_for(state="hidden")


def _open(page: Page, game: str) -> None:
    """Open a game from the list, whatever part of the book is on view."""
    page.locator("#book-start:visible, #book-end:visible").first.wait_for()
    leave = page.locator("#book-end").get_by_role("button", name="Another game")
    if leave.is_visible():
        leave.click()
    open_game(page, game)


def _show(page: Page, game: str) -> None:
    """Load the page anew at the book, where another game may be open, and open this one."""
    page.goto(f"{page.url.partition('#')[0]}#book")
    page.reload()
    _open(page, game)


def _held_up(page: Page, server: Server, game: str) -> None:
    """Make a wall game of this phone wait for a decision, with a note behind it."""
    _show(page, game)
    _late_wall(page, server, game, {"kind": "wall", "based_on": 0})
    text_of(page, "book-history", "Wall game: nobody won")  # the note would else not know it
    _note(page, "Tea at nine")
    text_of(page, "book-pending", "Note: Tea at nine")


def test_an_entry_held_up_in_one_game_holds_back_no_other_game(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """The other game takes its entries at once, also after a reload; the held game keeps its own in their order."""
    held, other = games
    _held_up(page, server, held)
    _open(page, other)
    text_of(page, "book-pending", f"Yours for Table by the door, {MINE}")
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-history", "Ann won, 25 points")
    page.reload()
    text_of(page, "book-pending", f"Yours for Table by the door, {MINE}")
    _note(page, "Cake at ten")
    text_of(page, "book-history", "Cake at ten")
    assert [entry["kind"] for entry in entries(server, other)] == ["win", "note"]
    assert [entry["kind"] for entry in entries(server, held)] == ["wall"]
    _open(page, held)
    text_of(page, "book-pending", f"Yours, {MINE}")
    page.get_by_role("button", name="Enter mine too").click()
    text_of(page, "book-history", "Tea at nine")
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["kind"] for entry in entries(server, held)] == ["wall", "wall", "note"]


def test_what_waits_for_the_network_in_two_games_is_entered_in_both(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """Each entry goes into its own game once; the page shows the open game's first and names the others' entries."""
    page.goto(f"{page.url.split('#')[0]}#book")
    page.reload()
    page.route("**/entries", lambda route: route.abort())
    for game, winner in zip(games, ("Ann", "Bea"), strict=True):
        _open(page, game)
        win_by_hand(page, winner, "25")
        text_of(page, "book-pending", f"Yours, not in the book yet: {winner} won 25 points")
        _note(page, f"{winner} has won")
        text_of(page, "book-pending", f"Note: {winner} has won")
    waits = text_of(page, "book-pending", "Not in the book yet either, for another game")
    assert "Ann won 25 points" in waits
    # Nothing of the other game stands in this game's way.
    assert page.locator("#book-pending ul").first.locator("li").count() == 1
    page.unroute("**/entries")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.locator("#book-pending").wait_for(state="hidden")
    for game, winner in zip(games, ("Ann", "Bea"), strict=True):
        won, note = entries(server, game)
        assert (won["question"]["outcome"]["winner"], note["note"]) == (winner, f"{winner} has won")


def test_the_seats_of_a_game_wait_for_no_entry_of_another(page: Page, server: Server, games: tuple[str, str]) -> None:
    """An entry that another game holds up forbids no undo here, and no win of the rack."""
    held, other = games
    post(server, f"games/{other}/entries", {"kind": "wall", "based_on": 0})
    _held_up(page, server, held)
    _open(page, other)
    page.get_by_role("button", name="Undo: Wall game").click()
    text_of(page, "book-history", "Taken back: Wall game")
    assert [entry["kind"] for entry in entries(server, other)] == ["wall", "undo"]


def test_a_game_that_is_begun_late_takes_no_place_of_another(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """What is typed in the open game goes into that one, though another that the player has begun comes late."""
    page.get_by_role("link", name="Book").click()
    for number, name in enumerate(("Eva", "Fay", "Gil", "Hal")):
        page.locator(f"[data-key=seat-{number}]").fill(name)
    held = HeldRequests(page, "**/api/v1/games")
    page.get_by_role("button", name="Begin the game").click()
    held.wait()
    _open(page, games[0])
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_label("What shall the book say?").fill("Tea at nine")
    held.answer(0)
    page.get_by_role("button", name="Enter the note").click()
    text_of(page, "book-history", "Tea at nine")
    assert [entry["note"] for entry in entries(server, games[0])] == ["Tea at nine"]


def test_newer_entries_of_another_game_are_told_by_their_own_titles(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """An undo in the held game never borrows the title of the entry with that number in the open game."""
    held, other = games
    post(server, f"games/{held}/entries", {"kind": "note", "note": "Rain", "based_on": 0})
    post(server, f"games/{other}/entries", {"kind": "note", "note": "Sun", "based_on": 0})
    _show(page, held)
    _late_wall(page, server, held, {"kind": "undo", "undoes": 1, "based_on": 1})
    newer = page.get_by_role("list", name="Newer entries")
    newer.get_by_text("Taken back: Rain").wait_for()
    _open(page, other)
    newer.get_by_text("2 · Undo").wait_for()
    assert "Sun" not in newer.inner_text()


def test_what_an_earlier_version_of_the_page_kept_is_entered(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """The page before kept the first entry on its way apart from those behind: all are entered, in their order."""
    game, _ = games
    _show(page, game)
    page.route("**/entries", lambda route: route.abort())
    for winner in ("Ann", "Bea"):
        win_by_hand(page, winner, "25")
        text_of(page, "book-pending", f"{winner} won 25 points")
    address = page.url
    page.goto(str(page.evaluate("document.querySelector('link[rel=manifest]').href")))
    page.evaluate("""() => {
      const { queued: [pending, ...queued], ...kept } = JSON.parse(localStorage["rackcheck.1.book"]);
      localStorage["rackcheck.1.book"] = JSON.stringify({ ...kept, pending, queued });
    }""")
    page.unroute("**/entries")
    page.goto(address)
    text_of(page, "book-history", "Bea won, 25 points")
    page.locator("#book-pending").wait_for(state="hidden")
    assert [entry["question"]["outcome"]["winner"] for entry in entries(server, game)] == ["Ann", "Bea"]


def test_a_refused_entry_of_another_game_is_changed_in_its_game(
    page: Page, server: Server, games: tuple[str, str]
) -> None:
    """Beside another game the page leads to the game of a refused entry, where it can be changed."""
    refused, other = games
    _show(page, refused)
    win_by_hand(page, "Ann", "0")
    page.locator("#book-form").get_by_role("alert").wait_for()
    page.keyboard.press("Escape")
    _open(page, other)
    text_of(page, "book-pending", "Yours for Table by the door, not in the book yet: Ann won 0 points")
    page.get_by_role("button", name="Open that game").click()
    page.get_by_role("button", name="Change it").click()
    assert page.get_by_role("button", name="Open that game").count() == 0
    page.get_by_label("Value of the hand").fill("20")
    page.get_by_role("button", name="Enter the win").click()
    text_of(page, "book-history", "Ann won, 20 points")
    assert (len(entries(server, refused)), entries(server, other)) == (1, [])


def test_a_second_press_of_enter_drops_no_second_entry(page: Page, server: Server, games: tuple[str, str]) -> None:
    """Who drops an entry by keyboard drops that one: the focus goes to no button of the entry shown next."""
    held, refused = games
    _show(page, refused)
    win_by_hand(page, "Ann", "0")
    page.locator("#book-form").get_by_role("alert").wait_for()
    page.keyboard.press("Escape")
    _held_up(page, server, held)
    # Focused and pressed in one, since a form that closes may give its focus back late.
    page.locator("[data-key=drop]").press("Enter")
    waits = "Yours for Table by the window, not in the book yet: Ann won 0 points"
    text_of(page, "book-pending", waits)
    page.keyboard.press("Enter")
    page.reload()
    text_of(page, "book-pending", waits)


def test_an_entry_that_one_window_enters_waits_in_no_other(page: Page, server: Server, games: tuple[str, str]) -> None:
    """Two windows hold up the same entry: decided in one, it no longer counts as not entered in the other."""
    game, _ = games
    page.goto(f"{page.url.split('#')[0]}#book")
    page.reload()
    _held_up(page, server, game)
    other = page.context.new_page()
    other.goto(page.url)
    text_of(other, "book-pending", f"Yours, {MINE}")
    page.get_by_role("button", name="Enter mine too").click()
    text_of(page, "book-history", "Tea at nine")
    text_of(other, "book-history", "Tea at nine")
    other.locator("#book-pending").wait_for(state="hidden")
    page.reload()
    text_of(page, "book-history", "Tea at nine")
    assert page.locator("#book-pending").is_hidden()
    assert [entry["kind"] for entry in entries(server, game)] == ["wall", "wall", "note"]


LEFT = """async () => {
  const { answerBy } = await import("/page/js/shared/api.js");
  const { feedOf } = await import("/page/js/book/feed.js");
  const streams = [];
  const stream = () => Object.assign(new EventTarget(), { readyState: 1, close() { this.readyState = 2; } });
  answerBy({ begun: Promise.resolve(), follow: () => (streams[streams.length] = stream()) });
  const told = [];
  const feed = feedOf(() => {}, (linked) => told.push(linked), () => told.push("again"));
  feed.follow("left", 0);
  feed.follow("open", 0);
  const after = streams.map((one) => one.dispatchEvent(new Event("error")) && [...told]);
  return after;
}"""
"""Follow a game, then another, and break the stream of each; return what was told after each break."""


def test_a_broken_stream_of_a_game_that_was_left_says_nothing_of_the_open_one(page: Page) -> None:
    """The phone edition's stream may fail after the page has left its game."""
    assert page.evaluate(LEFT) == [[], [False]]
