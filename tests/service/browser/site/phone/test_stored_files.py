"""Test what a phone has stored of the page: spoilt files, a full phone, a newer version."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.browser.site import build
from service.browser.site.build import Site, build_site
from tests.service.browser.site.conftest import built_site, cache, served
from tests.service.browser.site.phone.phone_page import Phone, ask
from tests.service.browser.site.stored_phone import HOME, stored_phone
from tests.service.page.phone import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


SPOIL_FILE = """async (hash) => {
  const cache = await caches.open("rackcheck-files");
  const { url } = (await cache.keys()).find((one) => one.url.endsWith(`/kept/${hash}`));
  await cache.put(url, new Response("not this"));
}"""
"""Replace the stored file with this hash by other bytes."""


UNREADABLE = "Cache.prototype.match = async () => { throw new DOMException('broken', 'UnknownError'); }"
"""Fail to read what is stored, as a browser does whose storage is broken."""


def test_a_phone_whose_storage_is_broken_is_told_so(phone: Phone) -> None:
    """Where the browser cannot store the program, the page says so, and promises no download that would go on."""
    phone.page.add_init_script(UNREADABLE)
    phone.page.goto(HOME)
    text_of(phone.page, "local", "This browser stores nothing")


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
