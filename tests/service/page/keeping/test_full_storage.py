"""A full storage: the page says what it cannot keep, and never brings back something older."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.service.page.evening import begin, entries, open_game, win_by_hand
from tests.service.page.keeping.crossing import kept_at, opened
from tests.service.page.phone import RACK, enter, taken_in, text_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.service.running_server import Server

FULL: Final = """(room) => {
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (this === localStorage && value.length > room) throw new DOMException("", "QuotaExceededError");
    set.call(this, key, value);
  };
}"""
"""Leave the browser room for texts of at most so many characters, as long as this page is open."""

LOST: Final = "what you enter is lost when the page closes"


def test_a_full_phone_keeps_no_older_rack(windows: BrowserContext, server: Server) -> None:
    """The page says that the rack is lost on closing: a reload shows it as it is, a new window no former one."""
    page = opened(windows, server, "scan")
    enter(page, RACK[:3])
    assert len(kept_at(page, "rackcheck.1")["tiles"]) == 3
    page.evaluate(FULL, 300)
    page.locator("[data-key=add-0]").click()
    page.locator('dialog .key[data-label="9D"]').click()
    page.keyboard.press("Escape")
    text_of(page, "tiles", LOST)
    assert "tiles" not in kept_at(page, "rackcheck.1")
    other = opened(windows, server, "scan")
    other.get_by_text("Choose a photo").wait_for()
    taken_in(other)
    assert other.locator("#tiles").is_hidden()
    other.close()
    page.reload()
    page.locator('#tiles [data-key="chip-4"]').wait_for()
    assert page.get_by_text(LOST).count() == 0


def test_a_full_phone_keeps_no_older_draft(windows: BrowserContext, server: Server) -> None:
    """A draft that has changed since the phone had room comes back as it is in its window, and in no other."""
    page = opened(windows, server, "cards")
    page.get_by_role("button", name="Write a card").click()
    name = page.get_by_label("Name of the card")
    for title in ("Older", "Newer"):
        name.fill(title)
        name.press("Tab")
        page.get_by_role("heading", name=title).wait_for()
        page.evaluate(FULL, 300)
    assert kept_at(page, "rackcheck.1.cards")["drafts"] == {}
    other = opened(windows, server, "cards")
    other.get_by_role("heading", name="Your cards").wait_for()
    taken_in(other)
    assert other.get_by_text("Older", exact=True).count() == 0
    other.close()
    page.reload()
    page.get_by_role("heading", name="Newer").wait_for()
    assert name.input_value() == "Newer"


def test_a_full_phone_keeps_no_older_form(windows: BrowserContext, server: Server) -> None:
    """A form says that it is lost on closing; it comes back as it is in its window, and in no other."""
    game = begin(server, title="Full of forms")
    page = opened(windows, server, "book")
    open_game(page, game)
    page.get_by_role("button", name="Note", exact=True).click()
    note = page.get_by_label("What shall the book say?")
    note.fill("Older")
    note.press("Tab")
    assert kept_at(page, "rackcheck.1.book")["form"]["note"] == "Older"
    page.evaluate(FULL, 300)
    note.fill("Newer")
    note.press("Tab")
    text_of(page, "book-form", LOST)
    assert "form" not in kept_at(page, "rackcheck.1.book")
    page.reload()
    note.wait_for()
    assert note.input_value() == "Newer"


def test_a_full_phone_brings_no_dropped_entry_back(windows: BrowserContext, server: Server) -> None:
    """Of the entries that wait it keeps those that it had room for, until they are dropped; a reload has them all."""
    game = begin(server, title="Full of entries")
    windows.route("**/entries", lambda route: route.abort())
    page = opened(windows, server, "book")
    open_game(page, game)
    win_by_hand(page, "Ann", "25")
    text_of(page, "book-pending", "Kept on this phone")
    kept = kept_at(page, "rackcheck.1.book")
    room = len(str({name: kept[name] for name in ("queued", "photos", "dropped", "entered")}))
    page.evaluate(FULL, room)
    win_by_hand(page, "Bea", "25")
    text_of(page, "book-pending", "Leave this page open")
    assert [one["title"][:3] for one in kept_at(page, "rackcheck.1.book")["queued"]] == ["Ann"]
    page.get_by_role("button", name="Drop it: Ann").or_(page.get_by_role("button", name="Drop it", exact=True)).click()
    page.locator("#book-pending", has_text="Ann won").wait_for(state="detached")
    assert kept_at(page, "rackcheck.1.book")["queued"] == []
    windows.unroute("**/entries")
    page.reload()
    text_of(page, "book-history", "Bea won, 25 points")
    assert [one["question"]["outcome"]["winner"] for one in entries(server, game)] == ["Bea"]
