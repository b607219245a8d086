"""Two windows of one browser: nothing that a player enters in one is lost, doubled or brought back by the other.

Windows may be processes of their own: then their writes cross, and `CROSSING` imitates the other one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.service.page.evening import ann_won, begin, entries, open_game, win_by_hand
from tests.service.page.held_requests import HeldRequests
from tests.service.page.keeping.crossing import CROSSING, kept_at, opened
from tests.service.page.phone import RACK, enter, expose, photographed, show, taken_in, text_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, Route

    from tests.service.running_server import Server

BOOK, CARDS = "rackcheck.1.book", "rackcheck.1.cards"


def _write(page: Page, title: str) -> None:
    """Begin a card."""
    page.get_by_role("button", name="Write a card").click()
    _name(page, title)


def _name(page: Page, title: str) -> None:
    """Give the open card another name."""
    page.get_by_label("Name of the card").fill(title)
    page.get_by_label("Name of the card").press("Tab")


def _listed(page: Page, title: str) -> Locator:
    """Return the button of a draft in the list."""
    return page.get_by_role("button", name=f"Go on with {title}")


def test_each_window_comes_back_to_its_own_rack(windows: BrowserContext, server: Server) -> None:
    """A reload shows rack, names and card of the window itself, though another one has changed its own since."""
    first, other = (opened(windows, server, "scan") for _ in range(2))
    enter(first, RACK)
    first.get_by_text("Names and bettors").click()
    first.get_by_label("Player 1").last.fill("Ann")
    first.get_by_label("Player 1").last.press("Tab")
    enter(other, RACK[:3])
    other.get_by_role("button", name="Change", exact=True).click()
    other.locator("#card-in-use").get_by_role("button", name="practice card").click()
    first.reload()
    text_of(first, "verdict", "Mah jongg: 20 points")
    assert first.locator("#tiles .chip:not(.add)").count() == len(RACK)
    assert first.get_by_role("group", name="Who won?").inner_text().splitlines()[1] == "Ann"
    other.reload()
    text_of(other, "card-in-use", "practice card")
    assert other.locator("#tiles .chip:not(.add)").count() == 3


def test_a_draft_that_another_windows_write_lacks_is_written_again(windows: BrowserContext, server: Server) -> None:
    """Another window that did not know a draft yet neither drops it here nor takes it from the browser."""
    page = opened(windows, server, "cards")
    _write(page, "Crossed")
    page.get_by_role("button", name="All cards").click()
    _listed(page, "Crossed").wait_for()
    page.evaluate(CROSSING, [CARDS, {"drafts": {}}, True])
    taken_in(page)
    assert _listed(page, "Crossed").count() == 1
    page.reload()
    _listed(page, "Crossed").wait_for()


def test_two_windows_that_disagree_about_a_dropped_draft_come_to_an_end(
    windows: BrowserContext, server: Server
) -> None:
    """A window that has forgotten what was dropped may write it again and again: this one takes it back once."""
    page = opened(windows, server, "cards")
    _write(page, "Forgotten")
    page.get_by_role("button", name="All cards").click()
    before = kept_at(page, CARDS)
    page.get_by_role("button", name="Throw away: Forgotten").click()
    page.get_by_text("Forgotten was thrown away.").wait_for()
    theirs = [CARDS, {"drafts": before["drafts"]}, True]
    page.evaluate(CROSSING, theirs)
    assert kept_at(page, CARDS)["drafts"] == {}
    page.evaluate(CROSSING, theirs)
    assert kept_at(page, CARDS)["drafts"] == before["drafts"]
    _write(page, "Next one")
    assert [one["card"]["title"] for one in kept_at(page, CARDS)["drafts"].values()] == ["Next one"]


@pytest.mark.parametrize("mine", ["Ours", "Zebra"], ids=["set apart", "stays"])
def test_a_draft_that_two_windows_change_at_once_becomes_two(
    windows: BrowserContext, server: Server, mine: str
) -> None:
    """Of two changes that cross one takes a new key, the same in both windows: each shows its own and keeps both."""
    page = opened(windows, server, "cards")
    _write(page, mine)
    kept = kept_at(page, CARDS)
    draft = kept["drafts"][kept["open"]]
    theirs = {**draft, "card": {**draft["card"], "title": "Theirs"}}
    page.evaluate(CROSSING, [CARDS, {"drafts": {draft["key"]: theirs}}, False])
    assert page.get_by_label("Name of the card").input_value() == mine
    _name(page, f"{mine} still")
    found = {key: one["card"]["title"] for key, one in kept_at(page, CARDS)["drafts"].items()}
    apart = found.pop(draft["key"])
    assert [apart, *found.values()] == (["Theirs", "Ours still"] if mine == "Ours" else ["Zebra still"])


def test_an_open_draft_that_another_window_throws_away_stays(windows: BrowserContext, server: Server) -> None:
    """The draft on view goes on as its own: the other window does not take it away, and it outlives a reload."""
    page = opened(windows, server, "cards")
    _write(page, "On view")
    other = opened(windows, server, "cards")
    other.get_by_role("button", name="All cards").click()
    other.get_by_role("button", name="Throw away: On view").click()
    other.get_by_text("On view was thrown away.").wait_for()
    page.wait_for_function("(key) => JSON.parse(localStorage.getItem(key)).dropped.length > 0", arg=CARDS)
    _name(page, "Still on view")
    other.close()
    page.reload()
    assert page.get_by_label("Name of the card").input_value() == "Still on view"
    assert [one["card"]["title"] for one in kept_at(page, CARDS)["drafts"].values()] == ["Still on view"]


def test_a_page_that_the_browser_kept_aside_takes_in_what_it_missed(windows: BrowserContext, server: Server) -> None:
    """A page that the player comes back to shows a draft as another window has changed it meanwhile."""
    page = opened(windows, server, "cards")
    _write(page, "Before")
    kept = kept_at(page, CARDS)
    draft = kept["drafts"][kept["open"]]
    newer = {**draft, "changes": draft["changes"] + 5, "card": {**draft["card"], "title": "Meanwhile"}}
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, JSON.stringify(text))",
        [CARDS, {**kept, "drafts": {draft["key"]: newer}}],
    )
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.get_by_role("heading", name="Meanwhile").wait_for()
    assert page.get_by_label("Name of the card").input_value() == "Meanwhile"


def _waiting(windows: BrowserContext, server: Server) -> tuple[Page, str]:
    """Open a game in a window without a connection, and enter that Dee won."""
    game = begin(server)
    windows.route("**/entries", lambda route: route.abort())
    page = opened(windows, server, "book")
    open_game(page, game)
    win_by_hand(page, "Dee", "25")
    text_of(page, "book-pending", "Kept on this phone")
    return page, game


def test_an_entry_that_another_windows_write_lacks_is_written_again(windows: BrowserContext, server: Server) -> None:
    """An entry that waits is still kept after the write of a window that did not know it: the next page enters it."""
    page, game = _waiting(windows, server)
    page.evaluate(CROSSING, [BOOK, {"queued": []}, True])
    page.close()
    windows.unroute("**/entries")
    page = opened(windows, server, "book")
    text_of(page, "book-history", "Dee won, 25 points")
    assert len(entries(server, game)) == 1


@pytest.mark.parametrize("entered", [False, True], ids=["dropped", "entered"])
def test_an_entry_that_another_window_is_done_with_leaves_this_one(
    windows: BrowserContext, server: Server, entered: bool
) -> None:
    """A window that hears of a dropped or sent entry lets it go at once, though it still reads its own last write."""
    page, game = _waiting(windows, server)
    (one,) = kept_at(page, BOOK)["queued"]
    key = one["entry"]["key"]
    told = {"entered": [{"game": game, "key": key, "seq": 1}]} if entered else {"dropped": [key]}
    page.evaluate(CROSSING, [BOOK, {"queued": [], **told}, False])
    page.locator("#book-pending").wait_for(state="hidden")
    assert kept_at(page, BOOK)["queued"] == []


def test_an_entry_that_another_window_brings_back_is_taken_out_again(windows: BrowserContext, server: Server) -> None:
    """The write of a window that has not heard of a dropped entry yet does not bring it back to the next page."""
    page, _ = _waiting(windows, server)
    before = kept_at(page, BOOK)
    page.get_by_role("button", name="Drop it").click()
    page.locator("#book-pending").wait_for(state="hidden")
    page.evaluate(CROSSING, [BOOK, {"queued": before["queued"], "dropped": []}, True])
    kept = kept_at(page, BOOK)
    assert (kept["queued"], kept["dropped"]) == ([], [before["queued"][0]["entry"]["key"]])


def test_the_photo_of_a_win_outlives_what_another_window_writes(windows: BrowserContext, server: Server) -> None:
    """A photo that could not be sent yet is sent by the next page, though another window has written meanwhile."""
    game = begin(server, title="Shot by both")
    sent: list[str] = []
    windows.route("**/evidence", lambda route: route.abort())
    first = opened(windows, server, "book")
    open_game(first, game)
    other = opened(windows, server, "book")
    other.get_by_text("Up to date").wait_for()
    first.get_by_role("link", name="Scan").click()
    show(first, photographed(RACK))
    expose(first, range(1, 5))
    expose(first, range(5, 9))
    ann_won(first)
    first.get_by_role("button", name="Add this win to Shot by both").click()
    text_of(first, "book-history", "The photo is not in the book yet.")
    other.get_by_role("button", name="Note", exact=True).click()
    other.get_by_label("What shall the book say?").press_sequentially("Tea")
    first.close()
    other.close()
    windows.unroute("**/evidence")

    def take(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(json={"evidence": []})

    windows.route("**/evidence", take)
    page = opened(windows, server, "book")
    page.wait_for_function("(key) => JSON.parse(localStorage.getItem(key)).photos.length === 0", arg=BOOK)
    assert sent == ["POST"]


FORGOTTEN = """async () => {
  const module = (window) => import(`/page/js/shared/kept-photo.js?${window}`);
  const [mine, theirs, later] = await Promise.all(["mine", "theirs", "later"].map(module));
  mine.remember(new Blob(["1"]), "mine");
  await mine.keptApart("");
  theirs.remember(new Blob(["22"]), "theirs");
  await theirs.keptApart("");
  const found = async (name) => (await later.again(null, { sent: name, width: 1 }))?.blob.size ?? null;
  mine.forget("mine");
  await mine.keptApart("");
  const seen = [await found("theirs")];
  theirs.forget("theirs");
  await theirs.keptApart("");
  return [...seen, await (await module("last")).again(null, { sent: "theirs", width: 1 })];
}"""
"""Keep a photo in one window and in another, and start over in both; return the size of what is left after each."""


def test_starting_over_leaves_the_photo_of_another_window(windows: BrowserContext, server: Server) -> None:
    """A window deletes its own photo only: the other one still teaches and keeps evidence from the photo as sent."""
    assert opened(windows, server, "scan").evaluate(FORGOTTEN) == [2, None]


def test_a_copy_counts_what_another_window_enters_meanwhile(windows: BrowserContext, server: Server) -> None:
    """A change that comes while a copy of everything is made is not in it, and counts as unsaved afterwards."""
    page = opened(windows, server, "book")
    held = HeldRequests(page, "**/api/v1/copy")
    change = "import('/page/js/keeping/unsaved.js').then(({ changed }) => changed())"
    page.evaluate(change)
    page.locator("[data-key=copy-save]").click()
    held.wait()
    page.evaluate(change)
    with page.expect_download():
        held.answer(0)
    assert kept_at(page, "rackcheck.1.unsaved")["changes"] == 1
