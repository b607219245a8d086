"""Test the phone edition in headless Chromium: first visit, no network, no room, a newer version."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache as cache_of
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from service.browser.application import Application
from service.browser.messages import Asked
from service.browser.site import build
from service.browser.site.build import Site, build_site
from service.evidence.bundle_file import read_bundle
from service.evidence.recheck import recheck
from service.server.app import create_app
from service.shared.networks import load_networks
from service.shared.settings import Settings
from tests.service.browser.site.conftest import PREPARED, Host, built_site, cache, hosted, prepared, served
from tests.service.browser.site.stored_phone import FORGET, HOME, stored_phone
from tests.service.browser.test_same_answers import QUESTIONS
from tests.service.cards.printed_cards import photographed, printed
from tests.service.page.jobs import API
from tests.service.page.phone import CAMERA, PATIENT, only_ours, play, text_of
from vision import decode, read_rack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FilePayload, Page

PHOTO = Path(__file__).parents[4] / "examples" / "rack.jpg"
STORED = "Stored on this phone"
GAME = {"players": ["Ann", "Bea", "Cat", "Dee"], "ruleset": "nmjl-1976", "key": "0123456789ab1"}

ASK = f"""async ([method, path, body]) => {{
  const api = await {API};
  const options = body === null ? {{ method }} : {{ method, headers: {{ "Content-Type": "application/json" }}, body }};
  const answer = await api.answered(path, options);
  return [answer.status, answer.headers.get("Content-Type"), await answer.text()];
}}"""
"""Ask as the page does; return the answer's status, media type and text."""


EVIDENCE = f"""async (data) => {{
  const api = await {API};
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const photo = new Blob([bytes], {{ type: "image/jpeg" }});
  const made = new Uint8Array(await (await api.evidence(photo, {{ card: "nmjl-1976" }}, null)).arrayBuffer());
  return btoa(made.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}}"""
"""Return the evidence bundle of a photo, as base64."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that never opened the page."""
    found = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="allow")
    yield found
    found.close()


@pytest.fixture(scope="module")
def stored(site: Site, browser: Browser, profile: Path) -> Iterator[tuple[BrowserContext, Host]]:
    """A phone that has stored the page and made its snapshot, with the page's host."""
    with hosted(site.folder.parents[1]) as host, stored_phone(browser, profile, host.address) as context:
        yield context, host


@dataclass(frozen=True)
class Phone:
    """A page on a phone that has stored the program, with its host and all faults so far."""

    page: Page
    host: Host
    faults: list[str]


@pytest.fixture
def phone(stored: tuple[BrowserContext, Host]) -> Iterator[Phone]:
    """A page that has yet to open `HOME`, on a phone that has stored it and whose owner has entered nothing."""
    context, host = stored
    faults: list[str] = []
    page = context.new_page()
    # No script of the page runs at this address; one would write its state again.
    page.goto(f"{HOME}manifest.webmanifest")
    page.evaluate(FORGET)
    watch(page, HOME, faults)
    yield Phone(page, host, faults)
    page.close()
    host.gone = False


@cache_of
def card_photo() -> FilePayload:
    """A photographed card."""
    return {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photographed(printed(101)[0], 101)}


def ask(page: Page, method: str, path: str, body: object = None) -> tuple[int, str, str]:
    """Ask the program behind the page, once the page has started."""
    page.locator("#views a").first.wait_for()
    found = page.evaluate(ASK, [method, path, None if body is None else json.dumps(body)])
    return int(found[0]), str(found[1]), str(found[2])


def visit(context: BrowserContext, address: str, faults: list[str]) -> Page:
    """Open the page for the first time, and wait until the phone has stored it."""
    page = context.new_page()
    watch(page, address, faults)
    page.goto(address)
    text_of(page, "local", STORED)
    return page


def watch(page: Page, address: str, faults: list[str]) -> None:
    """Note what goes wrong on a page, and requests to another machine."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.on("request", lambda request: only_ours(request.url, address, faults))


def test_after_the_first_visit_all_of_it_works_without_a_network(site: Site, context: BrowserContext) -> None:
    """After the first visit a photo, a verdict and a game work without the server and without a network."""
    faults: list[str] = []
    with hosted(site.folder.parents[1]) as host:
        address = f"{host.address}club/rackcheck/"
        page = visit(context, address, faults)
        stored = [one for one in host.asked if one.endswith("?fresh")]
        assert len(stored) == len(set(stored)) > len(site.files) / 2, "it fetches each file once to store it"
        play(page)
        assert "+80" in text_of(page, "money", "Together")
        status, _, document = ask(page, "POST", "/api/v1/games", GAME)
        assert status == 201, document
        # From the second visit on the page is cross-origin isolated and the networks use threads.
        assert page.evaluate("crossOriginIsolated") is False
        # Until there is a snapshot, each page that opens would start a second Python to make one.
        prepared(page)
        page.goto(f"{address}#book")
        page.reload()
        text_of(page, "book-start", "Ann")
        assert page.evaluate("crossOriginIsolated") is True
    assert faults == []
    page.reload()
    text_of(page, "book-start", "Ann")
    place = f"/api/v1/games/{json.loads(document)['id']}/entries"
    wall = {"kind": "wall", "based_on": 0, "key": "0123456789ab2"}
    assert ask(page, "POST", place, wall)[0] == 201
    page.goto(f"{address}#scan")
    assert "+80" in text_of(page, "money", "Together")
    page.get_by_role("button", name="Start over").click()
    page.set_input_files("#pick-choose", str(PHOTO))
    page.locator("#tiles .chip").first.wait_for()
    mine = read_rack(decode(PHOTO.read_bytes()), load_networks())
    assert page.locator('#tiles [data-key^="chip-"]').count() == len(mine.tiles)
    # The evidence bundle is one file; the command line checks it again.
    bundle = read_bundle(base64.b64decode(page.evaluate(EVIDENCE, base64.b64encode(PHOTO.read_bytes()).decode())), "")
    assert bundle.parts["photo.jpg"] == PHOTO.read_bytes()
    found = {one.what: one for one in recheck(bundle, "bundle", load_networks).findings}
    assert found.keys() >= {"parts", "reading", "verdict", "settlement"}
    assert [one.text for one in found.values() if not one.agrees] == []
    # The phone saves the card; it never fetched the text recognition, and the page says what to do.
    page.goto(f"{address}#cards")
    with page.expect_download() as saved:
        page.locator('[data-key="file-practice"]').click()
    assert "title" in saved.value.path().read_text("utf-8")
    page.set_input_files("#card-photo", card_photo())
    text_of(page, "paste-dialog", "Go online once and photograph the card again")
    # The next page finds everything that was entered.
    other = context.new_page()
    other.goto(address)
    assert json.loads(ask(other, "GET", place)[2])["version"] == 1
    assert all("ERR_" in one for one in faults), faults


LESSON = f"""async (data) => {{
  const api = await {API};
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const photo = new Blob([bytes], {{ type: "image/jpeg" }});
  const {{ tiles }} = await api.proposeFaces("Club", photo, "rack.jpg");
  const named = await api.proposeFaces("Club", photo, "rack.jpg", tiles);
  const taught = await api.teachFaces("Club", photo, "rack.jpg", tiles);
  const corrected = await api.correctSet("Club", photo, [{{ ...tiles[0], label: "9B" }}], false);
  const scan = await api.scan(photo, "rack.jpg", "Club");
  const labels = scan.tiles.map((one) => one.label);
  return [tiles.length, named.tiles.length, taught.taught, corrected.kept, scan.set, labels];
}}"""
"""Teach a tile set the tiles of a photo as the program proposes them, and read the photo with it."""


def test_a_set_is_taught_and_all_is_kept_without_a_network(phone: Phone, tmp_path: Path) -> None:
    """Teaching, reading by the taught tile set, evidence and a full copy work offline; a server opens the copy."""
    photo, page = base64.b64encode(PHOTO.read_bytes()).decode(), phone.page
    phone.host.gone = True
    page.goto(HOME)
    page.locator("#views a").first.wait_for()
    found, named, taught, kept, used, labels = page.evaluate(LESSON, photo)
    assert (found, named, taught, kept) == (14, 14, 14, False)
    assert (used["name"], used["used"]) == ("Club", True)
    assert labels == [tile.label for tile in read_rack(decode(PHOTO.read_bytes()), load_networks()).tiles]
    game = GAME | {"title": "Friday"}
    assert ask(page, "POST", "/api/v1/games", game)[0] == 201
    # The next page finds the taught tile set.
    page.goto(f"{HOME}#book")
    page.reload()
    assert "changes are in no copy yet" in text_of(page, "whole-copy", "Save a copy")
    with page.expect_download() as saving:
        page.locator('[data-key="copy-save"]').click()
    text_of(page, "whole-copy", "Saved as rackcheck-copy.json")
    assert page.get_by_text("in no copy yet").count() == 0
    # New entries count as not copied, and the page stops saying that the copy holds everything.
    assert ask(page, "POST", "/api/v1/games", game | {"title": "Saturday", "key": "0123456789ab2"})[0] == 201
    assert "Saved as" not in text_of(page, "whole-copy", "1 change is in no copy yet.")
    copy = saving.value.path().read_bytes()
    with TestClient(create_app(Settings(data_dir=tmp_path)), base_url="http://127.0.0.1") as server:
        headers = {"Content-Type": "application/json"}
        brought = server.post("/api/v1/copy", content=copy, headers=headers).json()
        assert [(one["what"], one["name"]) for one in brought["added"]] == [("set", "Club"), ("game", "Friday")]
        (entry,) = brought["added"][1:]
        assert entry["entries"] == 0
        read = server.post("/api/v1/scan", files={"image": PHOTO.read_bytes()}, data={"set": "Club"}).json()
        assert read["set"]["used"] is True
        back = tmp_path / "back.json"
        back.write_bytes(server.get("/api/v1/copy").content)
    page.set_input_files("#copy-open", str(back))
    assert "Nothing in it is new here" in text_of(page, "whole-copy", "Nothing in it")
    bundle = tmp_path / "evidence.zip"
    bundle.write_bytes(base64.b64decode(page.evaluate(EVIDENCE, photo)))
    page.goto(f"{HOME}#disputes")
    page.set_input_files("#evidence-open", str(bundle))
    assert "the photo reads the same" in text_of(page, "open-evidence", "It still stands").lower()
    bundle.write_bytes(b"tea")
    page.set_input_files("#evidence-open", str(bundle))
    text_of(page, "open-evidence", "no zip file as Rackcheck writes it")
    assert all("ERR_" in one for one in phone.faults), phone.faults


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


def test_a_printed_card_is_photographed(phone: Phone) -> None:
    """The first photo of a card fetches the text recognition; the second one is read without a network."""
    page = phone.page
    page.goto(HOME)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.set_input_files("#card-photo", card_photo())
    text_of(page, "paste-dialog", "14 lines")
    assert phone.faults == []
    phone.host.gone = True
    page.get_by_role("button", name="Use these 14 lines").click()
    page.locator("#card-editor .printed-line").first.wait_for()
    page.get_by_role("button", name="All cards").click()
    page.set_input_files("#card-photo", card_photo())
    text_of(page, "paste-dialog", "14 lines")


KEPT = """async () => {
  const cache = await caches.open("rackcheck-files");
  const kept = await Promise.all((await cache.keys()).map(async (one) => (await cache.match(one)).arrayBuffer()));
  return kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
}"""
"""Return the bytes of the program that a phone has stored."""
MOST_KEPT = 36_000_000

WITHHOLD = """const Real = Worker;
window.Worker = class extends Real {
  postMessage(message, ...more) {
    if (!(%s)) super.postMessage(message, ...more);
  }
}"""
"""Keep some of the page's messages from its workers."""

MAKES_SNAPSHOT = "message.prepare"
ABOUT_BOOK = r"/^\/api\/v1\/(games|players|season)/.test(message.address)"

DROP_SNAPSHOT = """async () => {
  const cache = await caches.open("rackcheck-files");
  return cache.delete((await cache.keys()).find(({ url }) => url.includes("/kept/snapshot-")));
}"""
"""Let Python start from its files the next time."""


def test_answers_are_the_servers_byte_for_byte(
    site: Site,
    browser: Browser,
    profile: Path,
    tmp_path: Path,
) -> None:
    """Python in the browser answers byte for byte as it does here, also when it starts from a snapshot.

    The stored program and the snapshot together stay below `MOST_KEPT`.
    """
    faults: list[str] = []
    with (
        served(site.folder.parents[1]) as host,
        stored_phone(browser, profile, host) as context,
        ThreadPoolExecutor(1) as aside,
    ):
        page = context.new_page()
        watch(page, HOME, faults)
        page.on("console", lambda told: faults.append(told.text))
        page.add_init_script(WITHHOLD % MAKES_SNAPSHOT)
        page.goto(HOME)
        for begun in ("from a snapshot", "anew"):
            if begun == "anew":
                assert page.evaluate(KEPT) <= MOST_KEPT
                assert page.evaluate(DROP_SNAPSHOT)
                page.reload()
            here = Application(tmp_path / begun)
            for name, (method, path, body) in QUESTIONS.items():
                data = b"" if body is None else json.dumps(body).encode()
                asked = Asked(method, path, "" if body is None else "application/json", data)
                # Playwright keeps an event loop running in this thread.
                answer = aside.submit(asyncio.run, here.answer(asked)).result()
                said = (answer.status, answer.kind, answer.body.decode())
                assert ask(page, method, path, body) == said, f"{name}, begun {begun}"
    assert faults == []


SPOIL = """async (data) => {
  const cache = await caches.open("rackcheck-files");
  const { url } = (await cache.keys()).find((one) => one.url.includes("/kept/snapshot-"));
  const packed = new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("gzip")));
  const body = await packed.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = { "X-Browser": navigator.userAgent, "X-Hash": data === "whole, of no use" ? hash : "0" };
  await cache.put(url, new Response(body, { headers }));
}"""
"""Replace the snapshot of Python by other bytes."""


def test_a_snapshot_that_is_of_no_use_is_made_anew(phone: Phone) -> None:
    """When the snapshot is unusable, Python starts from its files and makes a new one; the player sees no error."""
    page = phone.page
    for instead in ("not whole", "whole, of no use"):
        prepared(page)
        page.evaluate(SPOIL, instead)
        page.goto(HOME)
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
        assert ask(page, "GET", "/api/v1/games")[0] == 200
    prepared(page)
    told: list[str] = []
    page.on("console", lambda one: told.append(one.text))
    page.reload()
    assert ask(page, "GET", "/api/v1/games")[0] == 200
    assert page.evaluate(PREPARED, 0)
    assert told == []


def test_a_hand_of_an_open_game_is_judged_when_python_starts_from_its_files(
    site: Site, browser: Browser, profile: Path
) -> None:
    """Without a snapshot, as after an update, a hand of an open game is judged, also before the book is asked for."""
    with served(site.folder.parents[1]) as host, stored_phone(browser, profile, host) as context:
        page = context.new_page()
        page.goto(HOME)
        begun = json.loads(ask(page, "POST", "/api/v1/games", GAME)[2])["id"]
        page.evaluate(SPOIL, "not whole")
        page.add_init_script(WITHHOLD % f"{MAKES_SNAPSHOT} || {ABOUT_BOOK}")
        page.reload()
        status, _, document = ask(page, "POST", f"/api/v1/check?game={begun}", {"rack": "1B 2B", "card": "nmjl-1976"})
        assert status == 200, document


COUNTS = """window.prepares = 0;
const Counted = Worker;
window.Worker = class extends Counted {
  postMessage(message, ...more) {
    window.prepares += "prepare" in message;
    super.postMessage(message, ...more);
  }
}"""
"""Count the workers that a tab lets make a snapshot."""


def test_two_tabs_make_one_snapshot(phone: Phone) -> None:
    """Of two tabs that start without a snapshot one makes it, as it takes a phone many seconds."""
    page, other = phone.page, phone.page.context.new_page()
    prepared(page)
    assert page.evaluate(DROP_SNAPSHOT)
    for tab in (page, other):
        tab.add_init_script(COUNTS)
        tab.goto(HOME)
    for tab in (page, other):
        tab.locator("#views a").first.wait_for()
        tab.locator("#local").wait_for(state="hidden")
    prepared(page)
    assert page.evaluate("window.prepares") + other.evaluate("window.prepares") == 1
    other.close()


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


IN_WORKERS = """{
  const Whole = Blob;
  window.Blob = class extends Whole {
    constructor([text, ...more], kind) {
      super([text, ...more, ...(kind?.type === "text/javascript" ? [`%s`] : [])], kind);
    }
  };
}"""
"""Let workers run a script first."""

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


LOSE_WORKER = """if (!window.name) {
  window.name = "lost once";
  const Whole = Blob;
  window.Blob = class extends Whole {
    constructor([text, ...more], kind) {
      super([String(text).replace("local/worker.js", "local/none.js"), ...more], kind);
    }
  };
}"""
"""Let the script of the first worker not load, once."""


def test_a_question_is_answered_where_the_worker_did_not_load(phone: Phone) -> None:
    """Where the worker's script did not load, a photo is refused with what to do, and the next try works."""
    page = phone.page
    page.add_init_script(LOSE_WORKER)
    page.goto(HOME)
    text_of(page, "local", "could not be loaded")
    page.set_input_files("#pick-choose", str(PHOTO))
    text_of(page, "photo", "Open the page again")
    with page.expect_navigation():
        page.get_by_role("button", name="Try again").click()
    page.set_input_files("#pick-choose", str(PHOTO))
    page.locator("#tiles .chip").first.wait_for()


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
    _until(other, "window.heard === 0")
    assert ask(page, "POST", "/api/v1/copy", copies[1])[0] == 200
    _until(other, "window.heard === 1")
    other.close()


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
    # The first change after the start: Python makes files, too, for one that it refuses.
    page.reload()
    status, _, document = ask(page, "POST", f"/api/v1/games/{begun}/entries", wall | {"based_on": 7})
    assert (status, json.loads(document)["error"]["code"]) == (422, "bad-version"), document


BEGINNING = """window.asked = [];
window.Worker = class extends EventTarget {
  constructor() {
    super();
    window.tell = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
  }

  postMessage(message) {
    window.asked.push(message);
  }
}"""
"""A fake worker: `tell` sends its messages to the page, and `asked` lists the page's messages to it."""

LOOKS = "window.asked.filter(({ address }) => address === '/api/v1/live').length"
DROPPED = "window.asked.filter(({ drop }) => drop !== undefined).length"


def test_the_camera_waits_until_the_program_is_loaded(site: Site, context: BrowserContext) -> None:
    """While the program loads, the camera view says that it is coming and sends only one frame."""
    page = context.new_page()
    page.clock.install()
    page.add_init_script(BEGINNING)
    with served(site.folder) as address:
        page.goto(address)
        page.evaluate(CAMERA)
        page.get_by_role("button", name="Use the camera").click()
        page.locator("#camera .status", has_text="Getting Rackcheck ready").wait_for()
        _until(page, f"{LOOKS} === 1")
        page.clock.run_for(60_000)
        assert page.locator("#camera .status").inner_text() == "Getting Rackcheck ready"
        assert page.evaluate(LOOKS) == 1
        page.evaluate("window.tell({ warm: true })")
        page.clock.run_for(9000)
        page.locator("#camera .status", has_text="does not answer").wait_for()
        # The page drops the frame that it stopped waiting for.
        assert page.evaluate(DROPPED) == 1
        page.clock.run_for(2000)
        _until(page, f"{LOOKS} === 2")
        # Closing the camera drops the frame that is under way.
        page.locator("#camera .close").click()
        _until(page, f"{DROPPED} === 2")


def _until(page: Page, condition: str) -> None:
    """Wait until a condition holds; the page's content security policy forbids `wait_for_function`."""
    for _ in range(PATIENT // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


def test_a_download_that_is_cut_short_goes_on(site: Site, context: BrowserContext) -> None:
    """An interrupted download resumes at a tap before the page runs, and by itself while the phone stores files."""
    with served(site.folder, break_once=("pyodide.asm.wasm", "licences.txt")) as address:
        page = context.new_page()
        page.goto(address)
        text_of(page, "local", "could not be loaded")
        page.get_by_text("Rackcheck does not answer on this phone").first.wait_for()
        assert "machine" not in page.locator("body").inner_text(), "there is none"
        with page.expect_navigation():
            page.get_by_role("button", name="Try again").click()
        text_of(page, "local", "not stored yet")
        page.evaluate("window.dispatchEvent(new Event('online'))")
        text_of(page, "local", STORED)
    page.reload()
    assert ask(page, "GET", "/api/v1/rulesets")[0] == 200


@pytest.mark.parametrize("script", ["/page/js/main.js", "/local/begin.js", "/local/workers.js"])
def test_a_page_that_comes_in_part_is_opened_again(site: Site, context: BrowserContext, script: str) -> None:
    """Where one of the page's scripts does not come on a first visit, the page opens itself again until it comes."""
    with hosted(site.folder.parents[1]) as host:
        host.in_place = {script: 503}
        page = context.new_page()
        with page.expect_event("load"):
            page.goto(f"{host.address}club/rackcheck/")
        assert page.locator("#views a").count() == 0
        page.wait_for_event("load")
        host.in_place.clear()
        page.locator("#views a").first.wait_for()


BUSY = {"licences.txt": 503}
LOG_IN = {"/rackcheck/worker.js": 200, "licences.txt": 200, "rackcheck-files.json": 200}


@pytest.mark.parametrize("in_place", [BUSY, LOG_IN], ids=["busy", "log-in"])
def test_a_download_goes_on_after_a_page_in_place_of_a_file(
    site: Site, context: BrowserContext, in_place: dict[str, int]
) -> None:
    """A busy host, or a network that asks to log in, only interrupts the download: it goes on by itself afterwards."""
    with hosted(site.folder.parents[1]) as host:
        host.in_place = dict(in_place)
        page = context.new_page()
        page.goto(f"{host.address}club/rackcheck/")
        text_of(page, "local", "the download goes on")
        host.in_place.clear()
        page.evaluate("window.dispatchEvent(new Event('online'))")
        text_of(page, "local", STORED)


SPOIL_FILES = """async () => {
  const [cache, spare] = [await caches.open("rackcheck-files"), await caches.open("spare")];
  let count = 0;
  for (const { url } of await cache.keys()) {
    if (!/kept\\/[0-9a-f]{64}(\\.gz)?$/.test(url)) continue;
    await spare.put(url, await cache.match(url));
    await cache.put(url, new Response("not this"));
    count++;
  }
  return count;
}"""
"""Replace each stored file by other bytes; return how many."""

RESTORE_FILES = """async () => {
  const [cache, spare] = [await caches.open("rackcheck-files"), await caches.open("spare")];
  for (const { url } of await spare.keys()) await cache.put(url, await spare.match(url));
  await caches.delete("spare");
}"""
"""Undo `SPOIL_FILES`, for the tests that follow on the same phone."""


def test_what_was_stored_badly_mends_itself(phone: Phone) -> None:
    """The phone fetches a stored file again if its bytes do not match its hash."""
    page = phone.page
    spoilt = page.evaluate(SPOIL_FILES)
    try:
        assert spoilt > 50
        page.goto(HOME)
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
        phone.host.gone = True
        page.reload()
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
    finally:
        page.evaluate(RESTORE_FILES)


DROP_LIST = """async () => {
  const cache = await caches.open("rackcheck-files");
  return cache.delete((await cache.keys()).find(({ url }) => url.includes("/kept/files-")));
}"""
"""Forget which files the stored version has, as on a first visit."""


def set_quota(page: Page, size: int | None) -> None:
    """Let the browser store at most so many bytes; None for its own limit."""
    limit = {} if size is None else {"quotaSize": size}
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": HOME.removesuffix("/club/rackcheck/"), **limit})


def test_a_full_phone_still_starts(phone: Phone) -> None:
    """A phone without room for the files that it fetches runs with them, each time."""
    page = phone.page
    for spoil in (SPOIL_FILES, DROP_LIST):
        try:
            assert page.evaluate(spoil)
            set_quota(page, 1)
            page.goto(HOME)
            assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
        finally:
            set_quota(page, None)
    page.evaluate(RESTORE_FILES)
    page.reload()
    page.locator("#local").wait_for(state="hidden")  # it has stored the list again


BROKEN = """async ([root, version, place]) => {
  const { Files } = await import(`./v-${version}/page/js/local/files.js`);
  Cache.prototype.match = () => Promise.reject(new DOMException("broken", "UnknownError"));
  const files = await new Files(root, version).open();
  return [await files.hasSnapshot(), new TextDecoder().decode(await files.bytes(`v-${version}/${place}`))];
}"""
"""Return whether there is a snapshot, and the text of a file, where nothing kept can be read."""


def test_a_phone_whose_storage_is_broken_fetches_the_files(site: Site, phone: Phone) -> None:
    """Where the browser cannot read what it has stored, every file comes from the host."""
    licences = site.files[f"v-{site.version}/licences.txt"].decode()
    assert phone.page.evaluate(BROKEN, [HOME, site.version, "licences.txt"]) == [False, licences]


UNREADABLE = "Cache.prototype.match = async () => { throw new DOMException('broken', 'UnknownError'); }"
"""Fail to read what is stored, as a browser does whose storage is broken."""


def test_a_phone_whose_storage_is_broken_is_told_so(phone: Phone) -> None:
    """Where the browser cannot store the program, the page says so, and promises no download that would go on."""
    phone.page.add_init_script(UNREADABLE)
    phone.page.goto(HOME)
    text_of(phone.page, "local", "This browser stores nothing")


SPOIL_FILE = """async (hash) => {
  const cache = await caches.open("rackcheck-files");
  const { url } = (await cache.keys()).find((one) => one.url.endsWith(`/kept/${hash}`));
  await cache.put(url, new Response("not this"));
}"""
"""Replace the stored file with this hash by other bytes."""


@pytest.fixture(scope="module")
def newer(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A public folder with a newer version of the site in the place of `site`."""
    public = tmp_path_factory.mktemp("newer")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "_licences", lambda _packages: b"Newer.\n")
        assert build_site(public / "club" / "rackcheck", cache()).version != site.version
    return public


@pytest.mark.parametrize("place", ["index.html", "page/js/main.js"])
def test_a_version_that_is_spoilt_and_gone_gives_way_to_the_hosts(
    site: Site, browser: Browser, profile: Path, newer: Path, place: str
) -> None:
    """No page runs without its frame and scripts: where the host lacks them too, the phone takes the host's version."""
    data = site.files.get(place) or site.files[f"v-{site.version}/{place}"]
    with served(newer) as host, stored_phone(browser, profile, host) as context:
        page = context.new_page()
        page.goto(f"{HOME}manifest.webmanifest")
        page.evaluate(SPOIL_FILE, hashlib.sha256(data).hexdigest())
        page.goto(HOME)
        page.goto(f"{HOME}manifest.webmanifest")
        page.goto(HOME)
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
        assert page.evaluate(VERSION) != f"v-{site.version}"


VERSION = "document.querySelector('meta[name=rackcheck-site]').content"


def test_a_newer_version_waits_until_a_player_takes_it(
    site: Site,
    browser: Browser,
    profile: Path,
    newer: Path,
    tmp_path: Path,
) -> None:
    """The page fetches a newer version in the background, offers it in one line, and waits for the player's tap."""
    folder = tmp_path / "club" / "rackcheck"
    shutil.copytree(site.folder, folder)
    with served(tmp_path) as host, stored_phone(browser, profile, host) as context:
        page = context.new_page()
        page.goto(HOME)
        page.locator("#local").wait_for(state="hidden")  # now it looks for newer versions
        shutil.rmtree(folder)
        shutil.copytree(newer / "club" / "rackcheck", folder)
        version = built_site(folder).version
        set_quota(page, 1)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        text_of(page, "local", "this phone has no room for it")
        set_quota(page, None)
        page.get_by_role("button", name="Try again").click()
        text_of(page, "local", "A new version is here")
        assert page.evaluate(VERSION) == f"v-{site.version}"
        fetched: list[str] = []
        page.on("request", lambda one: fetched.append(one.url) if one.url.endswith("?fresh") else None)
        # The host has deleted the old version's files; the page still works with the stored ones.
        page.reload()
        assert page.evaluate(VERSION) == f"v-{site.version}"
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
        text_of(page, "local", "A new version is here")
        assert [one for one in fetched if f"v-{version}" in one] == [], "what waits is not fetched at each start"
        # Also where the old version lacks a file, and cannot start.
        assert page.evaluate(SPOIL_FILES.replace(r"(\.gz)?", r"\.gz"))
        page.reload()
        page.get_by_text("Rackcheck does not answer on this phone").first.wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Use it").click()
        assert page.evaluate(VERSION) == f"v-{version}"
        assert ask(page, "GET", "/api/v1/rulesets")[0] == 200
