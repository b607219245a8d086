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


def _seen(state: str, looks: int = 1, labels: list[str] = RACK, **more: object) -> dict[str, object]:
    reading = photographed(labels, **{"rows": [labels], "exposures": [], **more})
    names = [*range(1, len(labels) + 1)]
    return {"session": "a", "read": True, "state": state, "looks": looks, "names": names, "reading": reading}


def test_the_phone_stays_awake_and_shakes_once_the_reading_stands(page: Page) -> None:
    """The screen stays on while the camera reads, also after another app; the lock ends once the tiles are there."""
    state = "looking"
    sent: list[str] = []

    def answer(route: Route) -> None:
        sent.append(state)
        route.fulfill(json=_seen(state))

    page.route("**/api/v1/live*", answer)
    page.evaluate(f"({PHONE})(); {CAMERA}")
    page.get_by_role("button", name="Use the camera").click()
    page.wait_for_function(HELD, arg=1)
    page.evaluate(TURN, True)
    page.wait_for_function(HELD, arg=0)
    before = len(sent)
    page.wait_for_timeout(300)
    assert len(sent) <= before + 1, "a phone in the pocket sends nothing after the frame under way"
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


BLURRED = {"code": "blurred", "message": "the photo is blurred"}
DARK = {"code": "too-dark", "message": "the photo is too dark"}


def test_the_camera_says_what_would_help(page: Page) -> None:
    """The line below the picture counts the rack's tiles, tells what may be wrong with them, and what helps first."""
    told = {
        "14 tiles. Hold still": _seen("looking", issues=[BLURRED]),  # a phone just raised blurs its first pictures
        "14 tiles. The photo is blurred": _seen("looking", 6, issues=[BLURRED]),
        "The photo is too dark": _seen("looking", 6, [], issues=[BLURRED, DARK]),
        "Only 12 tiles in view": _seen("steady", 6, aside=[0, 1]),
        "13 tiles. The photo is blurred": _seen("steady", 6, aside=[0], issues=[BLURRED]),
    }
    answer = _seen("looking")
    page.route("**/api/v1/live*", lambda route: route.fulfill(json=answer))
    page.evaluate(CAMERA)
    page.get_by_role("button", name="Use the camera").click()
    for text, answer in told.items():  # noqa: B007 - the route answers with it
        page.locator("#camera .status", has_text=text).wait_for()
    answer = {**_seen("steady"), "read": False}
    for _ in range(3):
        with page.expect_response("**/api/v1/live*"):
            pass
    assert "13 tiles" in page.locator("#camera .status").inner_text(), "a frame that the server skipped changes nothing"


def test_a_doubtful_reading_is_kept_once_it_stays(page: Page) -> None:
    """A steady reading with an issue may improve, so it is kept only after three seconds in which it stays steady."""
    answer = _seen("looking")
    page.route("**/api/v1/live*", lambda route: route.fulfill(json=answer))
    page.evaluate(CAMERA)
    page.clock.install(time=0)
    page.clock.pause_at(60)
    page.get_by_role("button", name="Use the camera").click()
    status = page.locator("#camera .status")
    for most in (2000, 2000, 3500):
        answer = _seen("looking")
        page.clock.run_for(2000)
        status.get_by_text("Hold still").wait_for()
        answer = _seen("steady", issues=[BLURRED])
        status.get_by_text("The photo is blurred").wait_for()
        assert page.locator("#camera").is_visible(), "a reading that changed begins its three seconds anew"
        page.clock.run_for(most)
    text_of(page, "tiles", "14 tiles")


LIGHT = """MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
MediaStreamTrack.prototype.applyConstraints = async () => { throw new DOMException("", "OperationError"); };"""
"""Give every camera a light that does not come on."""


def test_a_light_that_does_not_come_on_is_offered_no_more(page: Page) -> None:
    """A phone that is hot refuses its light: the button goes, and the camera reads on."""
    state = "looking"
    page.route("**/api/v1/live*", lambda route: route.fulfill(json=_seen(state)))
    page.evaluate(f"() => {{ {CAMERA}; {LIGHT} }}")
    page.get_by_role("button", name="Use the camera").click()
    page.get_by_role("button", name="Light").click()
    page.get_by_role("button", name="Light").wait_for(state="hidden")
    state = "steady"
    text_of(page, "tiles", "14 tiles")


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
