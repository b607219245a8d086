"""Test what a phone does during live reading: the screen stays on, and it vibrates once the reading is steady."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.service.page.phone import CAMERA, RACK, photographed, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

PHONE = """() => {
  window.locks = [];
  window.shaken = [];
  const request = async (kind) => {
    const lock = { kind, held: true, release: async () => { lock.held = false; } };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  navigator.vibrate = (length) => shaken.push(length);
}"""
"""Fake wake lock and vibration, and record their calls."""

TURN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  if (hidden) locks.forEach((one) => one.release());
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Hide the page behind another app, which releases its wake locks, or show it again."""

HELD = "count => window.locks.filter((one) => one.held).length === count"


def _seen(state: str) -> dict[str, object]:
    reading = photographed(RACK, rows=[RACK], exposures=[[0, 1, 2, 3], [4, 5, 6, 7]])
    return {"session": "a", "read": True, "state": state, "looks": 1, "names": [*range(1, 15)], "reading": reading}


def test_the_phone_stays_awake_and_shakes_once_the_reading_stands(page: Page) -> None:
    """The screen stays on while the camera reads, also after another app; the lock ends once the tiles are there."""
    state = "looking"

    def answer(route: Route) -> None:
        route.fulfill(json=_seen(state))

    page.route("**/api/v1/live*", answer)
    page.evaluate(f"({PHONE})(); {CAMERA}")
    page.get_by_role("button", name="Use the camera").click()
    page.wait_for_function(HELD, arg=1)
    page.evaluate(TURN, True)
    page.wait_for_function(HELD, arg=0)
    page.evaluate(TURN, False)
    page.wait_for_function(HELD, arg=1)
    assert page.evaluate("shaken") == []
    state = "steady"
    text_of(page, "tiles", "14 tiles")
    page.wait_for_function(HELD, arg=0)
    assert len(page.evaluate("shaken")) == 1
    page.evaluate(TURN, False)
    assert page.evaluate("locks.length") == 2, "nothing is asked for once the camera is closed"


def test_a_phone_that_cannot_do_either_reads_all_the_same(page: Page) -> None:
    """A phone without wake lock and vibration reads the tiles too."""
    page.route("**/api/v1/live*", lambda route: route.fulfill(json=_seen("steady")))
    page.evaluate(CAMERA)
    page.evaluate("""() => {
      Object.defineProperty(navigator, "wakeLock", { value: undefined, configurable: true });
      Object.defineProperty(navigator, "vibrate", { value: undefined, configurable: true });
    }""")
    page.get_by_role("button", name="Use the camera").click()
    text_of(page, "tiles", "14 tiles")
    assert page.locator("#camera").is_hidden()


TRACKED = f"""() => {{
  {CAMERA};
  const opens = navigator.mediaDevices.getUserMedia;
  navigator.mediaDevices.getUserMedia = async () => {{
    const stream = await opens();
    [window.track] = stream.getVideoTracks();
    return stream;
  }};
}}"""
"""A camera whose track the test can inspect."""


def test_a_camera_that_is_taken_away_says_so(page: Page) -> None:
    """When a phone call takes the camera, the page returns and says what to do."""
    page.route("**/api/v1/live*", lambda route: route.fulfill(json=_seen("looking")))
    page.evaluate(TRACKED)
    page.get_by_role("button", name="Use the camera").click()
    page.locator("#camera .status", has_text="14 tiles").wait_for()
    page.evaluate("window.track.dispatchEvent(new Event('ended'))")
    page.get_by_role("alert").get_by_text("The camera stopped").wait_for()
    assert page.locator("#camera").is_hidden()


def test_a_camera_whose_picture_cannot_be_shown_is_off(page: Page) -> None:
    """When the browser cannot show the camera's picture, the page stops the camera."""
    page.evaluate(TRACKED)
    page.evaluate("""() => {
      HTMLMediaElement.prototype.play = async () => { throw new DOMException("no", "NotAllowedError"); };
    }""")
    page.get_by_role("button", name="Use the camera").click()
    page.get_by_role("alert").get_by_text("The camera was refused").wait_for()
    assert page.evaluate("window.track.readyState") == "ended"
