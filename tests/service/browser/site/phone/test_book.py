"""Test the book on a phone that has stored the page: what the browser clears, what two tabs write, a full phone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.service.browser.site.conftest import Host
from tests.service.browser.site.phone.phone_page import GAME, IN_WORKERS, NO_NETWORKS, Phone, ask, until
from tests.service.browser.site.stored_phone import FORGET, HOME
from tests.service.page.jobs import API
from tests.service.page.phone import text_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture(scope="module", autouse=True)
def no_networks(stored: tuple[BrowserContext, Host]) -> None:
    """Photos have tests of their own."""
    stored[0].add_init_script(NO_NETWORKS)


def test_a_copy_that_brings_nothing_new_is_no_change(phone: Phone) -> None:
    """Opened again where it was saved, a copy leaves nothing that is in no copy yet."""
    page = phone.page
    page.goto(HOME)
    page.locator("#views a").first.wait_for()
    assert ask(page, "POST", "/api/v1/games", GAME | {"title": "Twice"})[0] == 201
    page.goto(f"{HOME}#book")
    with page.expect_download() as saving:
        page.locator('[data-key="copy-save"]').click()
    text_of(page, "whole-copy", "Saved as rackcheck-copy.json")
    page.set_input_files("#copy-open", saving.value.path())
    text_of(page, "whole-copy", "Nothing in it is new here")
    assert page.get_by_text("in no copy yet").count() == 0


CLEAR = """async () => {
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
  }
}"""
"""Clear the databases, as a browser does when the phone is full."""


def test_a_book_that_the_browser_cleared_is_missed(phone: Phone) -> None:
    """Where the browser has cleared the book of a full phone, the page says so; a new phone hears nothing."""
    page = phone.page
    page.goto(HOME)
    assert ask(page, "POST", "/api/v1/games", GAME)[0] == 201
    page.locator("#local").wait_for(state="hidden")
    page.goto(f"{HOME}manifest.webmanifest")
    page.evaluate(CLEAR)
    page.goto(HOME)
    text_of(page, "local", "open your last copy")


FULL = IN_WORKERS % "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };"
"""Let the workers' database refuse what they write, as on a full phone."""

FULL_ONCE = (
    IN_WORKERS
    % """
  let opened = 0;
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    opened += 1;
    return open.apply(this, given);
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    if (opened !== 2) return put.apply(this, given);
    opened += 1;
    throw new DOMException('full', 'QuotaExceededError');
  };
"""
)
"""Let a worker's database, opened a second time, refuse what is written first."""


def test_a_book_cleared_under_an_open_page_is_kept_again(phone: Phone) -> None:
    """Where the browser clears the book under an open page, the page says so, not to close it, and keeps all again."""
    page = phone.page
    page.add_init_script(FULL_ONCE)
    page.goto(HOME)
    begun = json.loads(ask(page, "POST", "/api/v1/games", GAME)[2])["id"]
    place = f"/api/v1/games/{begun}/entries"
    walls = [{"kind": "wall", "based_on": number, "key": f"0123456789ad{number}"} for number in range(2)]
    assert ask(page, "POST", place, walls[0])[0] == 201
    page.locator("#local").wait_for(state="hidden")
    session = page.context.new_cdp_session(page)
    origin = HOME.removesuffix("/club/rackcheck/")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    status, _, document = ask(page, "POST", place, walls[1])
    assert (status, json.loads(document)["error"]["code"]) == (503, "disk-full"), "browsers clear what a full phone has"
    assert "without internet it may not open again" in text_of(page, "local", "This page still has all of it")
    with page.expect_download() as saved:
        page.locator("#local").get_by_role("button", name="Save a copy").click()
    assert begun in saved.value.path().read_text("utf-8")
    assert ask(page, "POST", place, walls[1])[0] == 200, "the page still has the entry that it could not keep"
    page.reload()
    assert json.loads(ask(page, "GET", place)[2])["version"] == 2
    assert page.locator("#local", has_text="cleared").count() == 0
    page.get_by_role("link", name="Book").click()
    text_of(page, "whole-copy", "Once cleared, Rackcheck opens again only with internet.")
    assert phone.faults == []


FORBIDDEN = IN_WORKERS % "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"
"""Let workers have no database, as where a browser forbids it."""


def test_a_phone_that_keeps_no_book_says_so(phone: Phone) -> None:
    """Where the browser keeps nothing that is entered, the page says so before anybody enters it."""
    phone.page.add_init_script(FORBIDDEN)
    phone.page.goto(HOME)
    text_of(phone.page, "local", "what you enter is lost when the page closes")
    assert ask(phone.page, "POST", "/api/v1/games", GAME)[0] == 201


CLEAR_BEFORE_WRITING = (
    IN_WORKERS
    % """
  let armed = false;
  new BroadcastChannel('tests-clear').onmessage = () => { armed = true; };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    if (armed && mode === 'readwrite') {
      armed = false;
      this.close();
      indexedDB.deleteDatabase(this.name);
    }
    return transaction.call(this, stores, mode, ...more);
  };
"""
)
"""Let a worker's database, once told so, be cleared right before the next change is stored."""


def test_a_book_cleared_while_an_entry_is_made_is_kept_again(phone: Phone) -> None:
    """Where the browser clears the book while an entry is made, the entry and all before it are kept again."""
    page = phone.page
    page.add_init_script(CLEAR_BEFORE_WRITING)
    page.goto(HOME)
    begun = json.loads(ask(page, "POST", "/api/v1/games", GAME)[2])["id"]
    page.evaluate("new BroadcastChannel('tests-clear').postMessage(null)")
    place = f"/api/v1/games/{begun}/entries"
    wall = {"kind": "wall", "based_on": 0, "key": "0123456789ad0"}
    assert ask(page, "POST", place, wall)[0] == 201
    text_of(page, "local", "This page still has all of it")
    page.reload()
    assert json.loads(ask(page, "GET", place)[2])["version"] == 1
    assert phone.faults == []


UNSAVED = "JSON.parse(localStorage['rackcheck.1.unsaved']).changes"


def test_a_change_in_one_tab_counts_once(phone: Phone) -> None:
    """A question in another tab, which reads the changed files first, is no change that a copy lacks."""
    other = phone.page.context.new_page()
    for tab in (phone.page, other):
        tab.goto(HOME)
    assert ask(other, "GET", "/api/v1/games")[0] == 200
    assert ask(phone.page, "POST", "/api/v1/games", GAME)[0] == 201
    assert ask(other, "POST", "/api/v1/check", {"rack": "1B 2B", "card": "nmjl-1976"})[0] == 200
    assert other.evaluate(UNSAVED) == 1
    other.close()


def test_two_tabs_lose_no_entry(phone: Phone) -> None:
    """Entries that two tabs make in turn are all in the book."""
    other = phone.page.context.new_page()
    for tab in (phone.page, other):
        tab.goto(HOME)
    place = f"/api/v1/games/{json.loads(ask(phone.page, 'POST', '/api/v1/games', GAME)[2])['id']}/entries"
    for number, tab in enumerate((phone.page, phone.page, other, other, phone.page)):
        wall = {"kind": "wall", "based_on": number, "key": f"0123456789ac{number}"}
        status, _, document = ask(tab, "POST", place, wall)
        assert status == 201, document
    other.close()


NO_LOCKS = IN_WORKERS % "Object.defineProperty(navigator, 'locks', { value: undefined });"
"""Let workers have no locks, as over plain http."""

AT_ONCE = f"""async (body) => {{
  const {{ post }} = await {API};
  window.begun = post("/api/v1/games", body);
}}"""
"""Begin a game without waiting for the answer."""


def test_two_tabs_without_locks_lose_no_game(phone: Phone) -> None:
    """Where tabs cannot take turns, the one that another has overtaken writes once more, on top of what that wrote."""
    tabs = (phone.page, phone.page.context.new_page())
    for tab in tabs:
        tab.add_init_script(NO_LOCKS)
        tab.goto(HOME)
        assert ask(tab, "GET", "/api/v1/games")[0] == 200
    for number in range(4):
        for nth, tab in enumerate(tabs):
            tab.evaluate(AT_ONCE, GAME | {"key": f"0123456789ae{number}{nth}"})
        for tab in tabs:
            assert tab.evaluate("window.begun.then(({ id }) => Boolean(id))")
    tabs[1].close()
    phone.page.reload()
    assert len(json.loads(ask(phone.page, "GET", "/api/v1/games")[2])["games"]) == 8


FOLLOW = f"""async (path) => {{
  const api = await {API};
  api.follow(path).addEventListener("state", ({{ data }}) => {{ window.heard = JSON.parse(data).version; }});
}}"""
"""Follow the state of a game; `heard` is the version heard last."""


def test_a_copy_opened_in_one_tab_shows_in_another(phone: Phone) -> None:
    """A tab that shows a game hears of the entries that another tab has brought in with a copy."""
    page, copies = phone.page, []
    page.goto(HOME)
    begun = json.loads(ask(page, "POST", "/api/v1/games", GAME)[2])["id"]
    copies.append(json.loads(ask(page, "GET", "/api/v1/copy")[2]))
    wall = {"kind": "wall", "based_on": 0, "key": "0123456789ab2"}
    assert ask(page, "POST", f"/api/v1/games/{begun}/entries", wall)[0] == 201
    copies.append(json.loads(ask(page, "GET", "/api/v1/copy")[2]))
    page.goto(f"{HOME}manifest.webmanifest")
    page.evaluate(FORGET)
    page.goto(HOME)
    assert ask(page, "POST", "/api/v1/copy", copies[0])[0] == 200
    other = page.context.new_page()
    other.goto(HOME)
    other.locator("#views a").first.wait_for()
    other.evaluate(FOLLOW, f"/api/v1/games/{begun}/events")
    until(other, "window.heard === 0")
    assert ask(page, "POST", "/api/v1/copy", copies[1])[0] == 200
    until(other, "window.heard === 1")
    other.close()


CARD = """id = "four-hands"
title = "Four hands"
[[section]]
title = "Four hands"
lines = ["FF 1111a 2222b 3333c x25"]
"""


def test_what_was_deleted_stays_deleted(phone: Phone) -> None:
    """A deleted card is gone in another open tab too, and does not come back when the page opens again."""
    page = phone.page
    page.goto(HOME)
    other = page.context.new_page()
    other.goto(HOME)
    cards = "/api/v1/cards"
    assert ask(page, "POST", cards, {"text": CARD})[0] == 201
    assert '"four-hands"' in ask(other, "GET", cards)[2]
    assert ask(page, "DELETE", f"{cards}/four-hands")[0] == 200
    assert '"four-hands"' not in ask(other, "GET", cards)[2]
    other.close()
    page.reload()
    assert '"four-hands"' not in ask(page, "GET", cards)[2]
    assert phone.faults == []


def test_a_full_phone_still_shows_and_copies_the_book(phone: Phone) -> None:
    """On a full phone an entry is refused with what to do, and the book still opens and is copied."""
    page = phone.page
    page.goto(HOME)
    game = GAME | {"title": "Friday"}
    begun = json.loads(ask(page, "POST", "/api/v1/games", game)[2])["id"]
    page.add_init_script(FULL)
    page.reload()
    wall = {"kind": "wall", "based_on": 0, "key": "0123456789ab2"}
    for _ in range(2):
        for path in ("/api/v1/games", f"/api/v1/games/{begun}", "/api/v1/copy"):
            status, _, document = ask(page, "GET", path)
            assert (status, "Friday" in document) == (200, True), document
        status, _, document = ask(page, "POST", f"/api/v1/games/{begun}/entries", wall)
        assert (status, json.loads(document)["error"]["code"]) == (503, "disk-full"), document
        assert "this phone has no room left: nothing was written" in document
        assert json.loads(ask(page, "GET", f"/api/v1/games/{begun}")[2])["version"] == 0, "nor is it shown"
    # The first change after the start: Python makes files, too, for one that it refuses.
    page.reload()
    status, _, document = ask(page, "POST", f"/api/v1/games/{begun}/entries", wall | {"based_on": 7})
    assert (status, json.loads(document)["error"]["code"]) == (422, "bad-version"), document
