"""Prove that the phone edition keeps entries through failures of the browser's database."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.service.page.held_requests import HeldRequests

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = """(files, times = new Map()) => ({
  mkdirTree: () => {},
  readdir: () => [...files.keys()].map((path) => path.slice("/kept/".length)),
  stat: (path) => ({ mtime: times.get(path)?.of === files.get(path) ? times.get(path).time : Date.now(), mode: 0 }),
  isDir: () => false,
  readFile: (path) => files.get(path),
  writeFile: (path, data) => files.set(path, data),
  utime: (path, _atime, time) => times.set(path, { of: files.get(path), time }),
  unlink: (path) => files.delete(path),
})"""
"""Make a file system, as Python's, of a map of paths to contents."""

SECOND = f"""async (between) => {{
  const {{ Storage }} = await import("/page/js/local/storage.js");
  const folder = {FOLDER};
  const opened = [];
  const opens = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...asked) {{
    const opening = opens.apply(this, asked);
    opening.addEventListener("success", () => opened.push(opening.result));
    return opening;
  }};
  const files = new Map();
  const storage = new Storage(folder(files), "/kept");
  await storage.open();
  const put = (name) => () => {{ files.set(`/kept/${{name}}`, name); return "kept"; }};
  const said = [];
  const write = async (name) => {{
    said.push(await storage.during("writes", put(name), () => {{}}, () => "not kept").catch(String));
  }};
  await write("first");
  if (between === "closed") opened.at(-1).close(); // as a phone does
  else Object.defineProperty(navigator, "locks", {{ value: undefined }}); // as over plain http
  await write("second");
  const found = new Map();
  await new Storage(folder(found), "/kept").open();
  return [said, [...found.keys()]];
}}"""
"""Lose the database connection, or the browser's locks, between two writes; return results and stored files."""


@pytest.mark.parametrize("between", ["closed", "no locks"])
def test_what_comes_after_a_loss_is_stored(page: Page, between: str) -> None:
    """The edition stores what comes after a phone closed the database, and where a page over http has no locks."""
    assert page.evaluate(SECOND, between) == [["kept", "kept"], ["/kept/first", "/kept/second"]]


FORBIDDEN = """async () => {
  const { Storage } = await import("/page/js/local/storage.js");
  IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError"); };
  const storage = new Storage({ mkdirTree: () => {}, readdir: () => [] }, "/kept");
  await storage.open();
  return storage.during("writes", () => "answered", () => {}, () => "not kept");
}"""
"""Answer a request that writes where the browser forbids the database."""


def test_a_browser_that_forbids_the_database_gets_answers(page: Page) -> None:
    """Where cookies are blocked a browser may refuse the database at once: everything works until the page closes."""
    assert page.evaluate(FORBIDDEN) == "answered"


CHANGED = f"""async () => {{
  const {{ Storage }} = await import("/page/js/local/storage.js");
  const folder = {FOLDER};
  const [mine, theirs] = [new Map(), new Map()];
  const [here, there] = [new Storage(folder(mine), "/kept"), new Storage(folder(theirs), "/kept")];
  await here.open();
  await there.open();
  await there.during("writes", () => theirs.set("/kept/book", "theirs"), () => {{}}, () => {{}});
  const seen = [];
  await here.during("reads", () => seen.push([...mine.values()]), () => seen.push([...mine.values()]), () => {{}});
  return seen;
}}"""
"""Read in one tab what another has written; return the files when the tab hears of the change, and when it reads."""


def test_a_tab_closes_its_files_before_they_change(page: Page) -> None:
    """An open book writes its files as it closes, so it closes before it gets those of another tab."""
    assert page.evaluate(CHANGED) == [[], ["theirs"]]


OVERTAKEN = f"""async () => {{
  Object.defineProperty(navigator, "locks", {{ value: undefined }}); // as over plain http
  const modules = await Promise.all(["", "?other"].map((tab) => import(`/page/js/local/storage.js${{tab}}`)));
  const folder = {FOLDER};
  const [mine, theirs] = [new Map(), new Map()];
  const [here, there] = modules.map(({{ Storage }}, tab) => new Storage(folder([mine, theirs][tab]), "/kept"));
  await here.open();
  await there.open();
  const add = (files, name) => files.set("/kept/book", `${{files.get("/kept/book") ?? ""}}${{name}} `);
  const write = (storage, files, name) => storage.during("writes", () => add(files, name), () => {{}}, () => {{}});
  let other = null;
  await here.during("writes", async () => {{
    other ??= await write(there, theirs, "theirs");
    add(mine, "mine");
  }}, () => {{}}, () => {{}});
  const seen = new Map();
  await new modules[0].Storage(folder(seen), "/kept").open();
  return seen.get("/kept/book");
}}"""
"""Write in one tab while another one's request is under way, without locks; return what is stored."""


def test_a_tab_without_locks_loses_nothing_of_another(page: Page) -> None:
    """Over plain http two tabs may write at once: the later one does its request again on top of the other's."""
    assert page.evaluate(OVERTAKEN) == "theirs mine "


UNOPENED = f"""async () => {{
  const {{ Storage }} = await import("/page/js/local/storage.js");
  const folder = {FOLDER};
  const opens = IDBFactory.prototype.open;
  IDBFactory.prototype.open = () => {{ throw new DOMException("no room to open it", "UnknownError"); }};
  const files = new Map();
  const storage = new Storage(folder(files), "/kept");
  await storage.open();
  const put = () => {{ files.set("/kept/book", `${{files.get("/kept/book") ?? ""}}+`); return "written"; }};
  const write = () => storage.during("writes", put, () => {{}}, (answer) => (answer ? "not written" : "not read"));
  const said = [await write()];
  IDBFactory.prototype.open = opens;
  said.push(await write());
  IDBFactory.prototype.open = () => {{ throw new DOMException("no room to open it", "UnknownError"); }};
  IDBObjectStore.prototype.put = () => {{ throw new DOMException("no room", "UnknownError"); }};
  return [...said, await write()];
}}"""
"""Write where the database cannot be opened, where it can, and where it closes because it has no room."""


def test_a_database_that_cannot_be_opened_is_no_empty_book(page: Page) -> None:
    """Where a full phone cannot open the database the book takes no entries, until it can."""
    assert page.evaluate(UNOPENED) == ["not read", "written", "not written"]


SAME_MOMENT = f"""async () => {{
  const {{ Storage }} = await import("/page/js/local/storage.js");
  const folder = {FOLDER};
  const now = Date.now();
  Date.now = () => now;
  const [files, found] = [new Map(), new Map()];
  const storage = new Storage(folder(files), "/kept");
  await storage.open();
  for (const entry of ["first", "other"]) {{
    await storage.during("writes", () => files.set("/kept/book", entry), () => {{}}, () => {{}});
  }}
  await new Storage(folder(found), "/kept").open();
  return found.get("/kept/book");
}}"""
"""Write a file twice, with as many bytes, at the same moment of the clock; return what is stored."""


def test_a_clock_that_stands_still_loses_no_entry(page: Page) -> None:
    """Each entry is stored though a clock, set back or coarse, gives two of them the same moment."""
    assert page.evaluate(SAME_MOMENT) == "other"


REFUSED_AT_ONCE = """async () => {
  const { keepApart, keptApart } = await import("/page/js/shared/kept-photo.js");
  await keepApart("a", 1);
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "UnknownError"); };
  const silent = new Promise((done) => { setTimeout(() => done("silent"), 5000); });
  return [String(await Promise.race([keepApart("b", 2), silent])), await keptApart("a")];
}"""
"""Keep a photo where the database refuses it at once; return the answer, and a photo kept before."""


def test_a_database_that_refuses_a_photo_at_once_holds_nothing_up(page: Page) -> None:
    """Where the database refuses a photo at once the photo is sent from memory, instead of waiting for ever."""
    assert page.evaluate(REFUSED_AT_ONCE) == ["undefined", 1]


WENT_BACK = """async () => {
  localStorage["rackcheck.1.unsaved"] = JSON.stringify({ changes: 12, told: Date.now() + 30 * 86_400_000 });
  return (await import("/page/js/keeping/unsaved.js")).due();
}"""
"""Return whether a reminder is due when the last one is a month ahead of the clock."""


def test_a_clock_that_went_back_does_not_end_the_reminders(page: Page) -> None:
    """The page reminds of a copy although the phone's clock was ahead at the last reminder."""
    assert page.evaluate(WENT_BACK) is True


SILENT = """async () => {
  const { Files } = await import("/page/js/local/files.js");
  const files = await new Files("/", "1").open();
  [window.said, window.begun] = ["", Date.now()];
  files.bytes("v-1/a.onnx").catch(({ name }) => { window.said = name; });
}"""
"""Ask for a file of a version of the phone edition."""


def test_a_download_from_a_host_that_fell_silent_ends(page: Page) -> None:
    """A host that takes a request and never answers is given up: what waits for the file says so instead of hanging."""
    listed = {"version": "1", "files": {"v-1/a.onnx": ["0", 1]}, "later": []}
    page.route("**/v-1/files.json", lambda route: route.fulfill(json=listed))
    held = HeldRequests(page, "**/v-1/a.onnx?fresh")
    page.clock.install()
    page.evaluate(SILENT)
    held.wait()
    page.clock.run_for(19_000)
    # On a slow machine the twentieth second may be over.
    assert page.evaluate("window.said === '' || Date.now() >= window.begun + 20_000")
    page.clock.run_for(2000)
    page.wait_for_function("window.said === 'AbortError'")


NO_ROOM = """async () => {
  const { Files } = await import("/page/js/local/files.js");
  const files = await new Files("/", "2").open();
  const put = Cache.prototype.put;
  let room = 1;
  Cache.prototype.put = async function (...asked) {
    if (!room--) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, asked);
  };
  const said = await files.keepAll().catch(({ name }) => name);
  return [said, (await (await caches.open("rackcheck-files")).keys()).map(({ url }) => url.split("/").at(-1))];
}"""
"""Store a version on a phone that has room for one file of it; return the refusal and the names of the stored files."""


def test_a_version_without_room_leaves_its_room_to_the_entries(page: Page) -> None:
    """A phone that cannot store all of a version stores none of its files: entries need the room."""
    files = {"v-2/a.js": b"one", "v-2/b.js": b"two"}
    listed = {place: [sha256(data).hexdigest(), len(data)] for place, data in files.items()}
    page.route("**/v-2/files.json", lambda route: route.fulfill(json={"version": "2", "files": listed, "later": []}))
    page.route("**/v-2/*.js?fresh", lambda route: route.fulfill(body=files[f"v-2/{route.request.url[-10:-6]}"]))
    assert page.evaluate(NO_ROOM) == ["QuotaExceededError", ["files-2"]]


LACKS_ROOM = r"""async () => {
  window.Worker = class extends EventTarget { postMessage() {} };
  document.head.insertAdjacentHTML("beforeend", '<meta name="rackcheck-site" content="v-1">');
  const { lookForNewer } = await import("/page/js/local/updates.js");
  const put = Cache.prototype.put;
  Cache.prototype.put = async function (...asked) {
    if (/kept\/[0-9a-f]{64}/.test(asked[0])) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, asked);
  };
  const offered = [];
  const look = () => lookForNewer("/", "1", { offer: (...one) => offered.push(one), pass: () => {} }).catch(() => {});
  for (let hours = 0; hours < 3; hours++) await look();
  await offered[0][2]();
  const { now } = Date;
  Date.now = () => now() + 86_400_000;
  await look();
  return offered.map(([text, label]) => [text, label]);
}"""
"""Look for a newer version on a full phone three times, as the player wants, and a day later; return the messages."""


def test_a_phone_without_room_seldom_downloads_a_version_again(page: Page) -> None:
    """A phone without room for a newer version downloads it again after a day, or when the player says so."""
    data = b"new"
    listed = {"version": "3", "files": {"v-3/a.js": [sha256(data).hexdigest(), len(data)]}, "later": []}
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("?fresh") else None)
    page.route("**/rackcheck-files.json", lambda route: route.fulfill(json={"version": "3"}))
    page.route("**/v-3/files.json", lambda route: route.fulfill(json=listed))
    page.route("**/v-3/a.js?fresh", lambda route: route.fulfill(body=data))
    offered = page.evaluate(LACKS_ROOM)
    assert [label for _, label in offered] == ["Try again"] * 3
    assert len(asked) == 3


TWO_MESSAGES = """async () => {
  const { Notice } = await import("/page/js/keeping/notice.js");
  const place = document.body.appendChild(document.createElement("div"));
  const notice = new Notice(place);
  const seen = [];
  const look = () => seen.push(place.hidden ? "" : place.querySelector("p").textContent);
  notice.say("storing");
  notice.offer("not saved");
  look();
  notice.pass("stored");
  notice.clear();
  look();
  notice.say("waiting");
  notice.offer("newer");
  notice.offer("newer");
  for (let left = 0; left < 2; left++) {
    look();
    place.querySelector("button").click();
  }
  look();
  notice.clear();
  look();
  return seen;
}"""
"""Show two messages at once; return what the player reads."""


def test_a_message_stays_until_the_player_closes_it(page: Page) -> None:
    """A message of what failed stays while others come and go, and each of two ends at a tap."""
    assert page.evaluate(TWO_MESSAGES) == ["not saved", "not saved", "newer", "not saved", "waiting", ""]
