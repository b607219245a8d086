"""Test the snapshot from which a phone's Python starts, and that its answers are the server's."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from service.browser.application import Application
from service.browser.messages import Asked
from service.browser.site.build import Site
from tests.service.browser.site.conftest import PREPARED, prepared, served
from tests.service.browser.site.phone.phone_page import GAME, NO_NETWORKS, Phone, ask, watch
from tests.service.browser.site.stored_phone import HOME, stored_phone
from tests.service.browser.test_same_answers import QUESTIONS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
        context.add_init_script(NO_NETWORKS)
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
    page.add_init_script(NO_NETWORKS)
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
        context.add_init_script(NO_NETWORKS)
        page = context.new_page()
        page.goto(HOME)
        begun = json.loads(ask(page, "POST", "/api/v1/games", GAME)[2])["id"]
        page.evaluate(SPOIL, "not whole")
        page.add_init_script(WITHHOLD % f"{MAKES_SNAPSHOT} || {ABOUT_BOOK}")
        page.reload()
        status, _, document = ask(page, "POST", f"/api/v1/check?game={begun}", {"rack": "1B 2B", "card": "nmjl-1976"})
        assert status == 200, document


PREPARES = """window.prepares = 0;
const Real = Worker;
window.Worker = class extends Real {
  postMessage(message, ...more) {
    if (message.open) setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: { ready: true } })));
    else super.postMessage(message, ...more);
    window.prepares += "prepare" in message;
  }
}"""
"""Let the worker of a tab only seem to answer, and count the workers that the tab lets make a snapshot."""


def test_two_tabs_make_one_snapshot(phone: Phone) -> None:
    """Of two tabs that start without a snapshot one makes it, as it takes a phone many seconds."""
    page, other = phone.page, phone.page.context.new_page()
    prepared(page)
    assert page.evaluate(DROP_SNAPSHOT)
    for tab in (page, other):
        tab.add_init_script(PREPARES)
        tab.goto(HOME)
    for tab in (page, other):
        tab.locator("#views a").first.wait_for()
        tab.locator("#local").wait_for(state="hidden")
    prepared(page)
    assert page.evaluate("window.prepares") + other.evaluate("window.prepares") == 1
    other.close()
