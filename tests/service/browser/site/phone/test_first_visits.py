"""Test first visits of the phone edition: all of it is stored, also where a download is cut short."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest

from service.browser.site.build import Site
from service.evidence.bundle_file import read_bundle
from service.evidence.recheck import recheck
from service.shared.networks import load_networks
from tests.service.browser.site.conftest import hosted, prepared, served
from tests.service.browser.site.phone.phone_page import EVIDENCE, GAME, PHOTO, STORED, ask, card_photo, until, watch
from tests.service.page.phone import CAMERA, play, text_of
from vision import decode, read_rack

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def visit(context: BrowserContext, address: str, faults: list[str]) -> Page:
    """Open the page for the first time, and wait until the phone has stored it."""
    page = context.new_page()
    watch(page, address, faults)
    page.goto(address)
    text_of(page, "local", STORED)
    return page


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
        until(page, f"{LOOKS} === 1")
        page.clock.run_for(60_000)
        assert page.locator("#camera .status").inner_text() == "Getting Rackcheck ready"
        assert page.evaluate(LOOKS) == 1
        page.evaluate("window.tell({ warm: true })")
        page.clock.run_for(9000)
        page.locator("#camera .status", has_text="does not answer").wait_for()
        # The page drops the frame that it stopped waiting for.
        assert page.evaluate(DROPPED) == 1
        page.clock.run_for(2000)
        until(page, f"{LOOKS} === 2")
        # Closing the camera drops the frame that is under way.
        page.locator("#camera .close").click()
        until(page, f"{DROPPED} === 2")


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
        page.add_init_script(BEGINNING)
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
        page.add_init_script(BEGINNING)
        page.goto(f"{host.address}club/rackcheck/")
        page.evaluate("window.tell({ ready: true, warm: true })")
        text_of(page, "local", "the download goes on")
        host.in_place.clear()
        page.evaluate("window.dispatchEvent(new Event('online'))")
        text_of(page, "local", STORED)
