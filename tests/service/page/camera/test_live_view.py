"""Test live reading in a real browser whose camera plays a film of a rack."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.service.helpers import table_cloth
from tests.service.page.axe import faults_of
from tests.service.page.phone import CHROMIUM, FLAGS, PATIENT, choose, choose_card, text_of
from tests.service.running_server import Server, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.usefixtures("networks_wanted")

FAKE_CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
WIDE, HIGH = 1280, 720


def film(path: Path, pictures: list[np.ndarray[Any, Any]]) -> Path:
    """Return a YUV4MPEG2 film, ten frames a second; each picture is fitted into WIDE x HIGH on a grey table."""
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{WIDE} H{HIGH} F10:1 Ip A1:1 C420jpeg\n".encode())
        for picture in pictures:
            scale = min(WIDE / picture.shape[1], HIGH / picture.shape[0])
            fitted = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            frame = np.full((HIGH, WIDE, 3), 96, np.uint8)
            top, left = (HIGH - fitted.shape[0]) // 2, (WIDE - fitted.shape[1]) // 2
            frame[top : top + fitted.shape[0], left : left + fitted.shape[1]] = fitted
            file.write(b"FRAME\n" + cv2.cvtColor(frame, cv2.COLOR_BGR2YUV_I420).tobytes())
    return path


def camera(video: Path | None) -> list[str]:
    """Return Chromium's flags for a camera that plays `video`, or for no camera."""
    return [] if video is None else [*FAKE_CAMERA, f"--use-file-for-fake-video-capture={video}"]


@contextmanager
def filming(browser: Browser, video: Path | None, *flags: str) -> Iterator[Browser]:
    """Start headless Chromium with a camera that plays `video`, or without a camera for None."""
    found = browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*FLAGS, *camera(video), *flags], timeout=PATIENT
    )
    choose_card(found)
    yield found
    found.close()


def opened(browser: Browser, address: str, faults: list[str], **options: Any) -> Page:  # noqa: ANN401 - passed on
    """Open the page on a phone; its errors go into `faults`."""
    context = browser.new_context(**{"viewport": {"width": 390, "height": 844}, **options})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    return page


def labels_at(scan: dict[str, Any], tiles: list[dict[str, Any]], truth: dict[str, Any]) -> dict[int, str]:
    """Return the true label of each tile in a frame that the example photo was fitted into."""
    scale = min(WIDE / truth["width"], HIGH / truth["height"])
    left, top = (WIDE - truth["width"] * scale) / 2, (HIGH - truth["height"] * scale) / 2
    found = {}
    for tile in tiles:
        x, y = ((tile["box"][at] + tile["box"][at + 2]) / 2 * WIDE / scan["width"] for at in (0, 1))
        x, y = (x - left) / scale, (y - top) / scale
        (found[tile["id"]],) = [one[4] for one in truth["boxes"] if one[0] <= x <= one[2] and one[1] <= y <= one[3]]
    return found


def put_right(page: Page, tile: dict[str, Any], label: str) -> None:
    """Name a misread or uncertain tile, and place it: 1 to 4 and 5 to 8 are the two exposures."""
    box = page.locator(f'.boxes g[data-key="box-{tile["id"]}"]')
    if not tile["sure"] or tile["label"] != label:
        box.press("Enter")
        page.locator(f'#tile-dialog .key[data-label="{label}"]').click()
    group = (tile["id"] + 3) // 4 if tile["id"] <= 8 else 0
    if tile["group"] != group:
        if not page.locator("#tile-dialog").is_visible():
            box.press("Enter")
        place = ("On the rack", "First exposure", "Second exposure")[group]
        page.locator("#tile-dialog").get_by_role("button", name=place, exact=True).click()


MEASURED = 6
"""Seconds of one measurement."""

FRAMES = f"""() => new Promise((done) => {{
  let first;
  const tick = (now) => {{
    first ??= now;
    if (now - first < {MEASURED * 1000}) requestAnimationFrame(tick);
    else done();
  }};
  requestAnimationFrame(tick);
}})"""
"""Draw at the full rate for so long."""

FRAME = 16.7
"""Milliseconds between two frames at 60 frames a second."""

MOST_HELD_UP = 0.1
"""Largest share of the frames that the page's own work may delay."""

MOST_LOOKS = 3
"""Most measurements: what other tests do to the processor's caches slows some of them."""


def unsteady(path: Path, picture: np.ndarray[Any, Any]) -> Path:
    """Make a film whose reading never becomes steady: the rack jumps, and other tiles are hidden each time.

    It is long and never repeats, so that frames sampled at intervals differ too.
    """
    rng = np.random.default_rng(7)
    high, wide = picture.shape[:2]
    frames = []
    for _ in range(31):
        angle, scale = float(rng.uniform(-24, 24)), float(rng.uniform(0.6, 0.9))
        matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), angle, scale)
        shown = cv2.warpAffine(picture, matrix, (wide, high))
        x, y = (int(rng.uniform(0.2, 0.6) * size) for size in (wide, high))
        shown[y : y + high // 4, x : x + wide // 4] = 90
        frames.append(shown)
    return film(path, frames)


def main_thread_tasks(page: Page) -> list[float]:
    """Return the processor time of each task of the page's main thread during one measurement, in milliseconds.

    Unlike the time between two frames, it does not depend on what else the machine does.
    """
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    session = page.context.new_cdp_session(page)
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108 - wraps a builtin
    categories = ["__metadata", "disabled-by-default-devtools.timeline"]
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": categories}})
    page.evaluate(FRAMES)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    session.detach()
    tasks: dict[tuple[int, int], list[float]] = {
        (event["pid"], event["tid"]): []
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    for event in events:
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in tasks:
            tasks[event["pid"], event["tid"]].append(event.get("tdur", 0) / 1000)
    # Chromium may keep an empty page in a process of its own.
    return max(tasks.values(), key=sum)


def held_up_while_live(page: Page) -> float:
    """Open the camera on an unsteady film; return the share of frames that tasks of the main thread delay, at best."""
    page.get_by_role("button", name="Use the camera").click()
    page.locator("#camera[open] .status", has_text="tiles").wait_for()
    best = math.inf
    for _ in range(MOST_LOOKS):
        tasks = main_thread_tasks(page)
        assert page.locator("#camera").is_visible(), "the camera is still read"
        assert sum(tasks) > 0
        best = min(best, sum(task // FRAME for task in tasks) * FRAME / 1000 / MEASURED)
        if best <= MOST_HELD_UP:
            break
    return best


def test_the_page_keeps_its_frames_while_the_camera_is_read(
    browser: Browser, server: Server, example: Path, tmp_path: Path
) -> None:
    """Scaling, sending and drawing over the camera's pictures does not make the page drop frames."""
    picture = cv2.imread(str(example))
    assert picture is not None
    faults: list[str] = []
    with filming(browser, unsteady(tmp_path / "rack.y4m", picture)) as filmed:
        assert held_up_while_live(opened(filmed, server.address, faults)) <= MOST_HELD_UP
    assert faults == []


def test_from_the_live_camera_to_who_owes_what(browser: Browser, server: Server, example: Path, tmp_path: Path) -> None:
    """The camera sends one frame at a time and shows the tiles; the steady reading freezes, is judged and settled."""
    picture = cv2.imread(str(example))
    assert picture is not None
    truth = json.loads(example.with_suffix(".json").read_text("utf-8"))
    faults: list[str] = []
    flying, most = 0, 0

    def begun(request: Any) -> None:  # noqa: ANN401 - playwright's request
        nonlocal flying, most
        flying += request.url.endswith("/api/v1/live")
        most = max(most, flying)

    def ended(request: Any) -> None:  # noqa: ANN401 - the same
        nonlocal flying
        flying -= request.url.endswith("/api/v1/live")

    with filming(browser, film(tmp_path / "rack.y4m", [picture])) as filmed:
        page = opened(filmed, server.address, faults)
        page.on("request", begun)
        page.on("requestfinished", ended)
        page.on("requestfailed", ended)
        page.get_by_role("button", name="Use the camera").click()
        # A reading that is steady at once closes the camera in the same moment, which hides its message.
        page.locator("#camera .status", has_text="14 tiles").wait_for(state="attached")
        drawn = "(c) => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((value) => value > 0)"
        assert page.locator("#camera .overlay").evaluate(drawn)
        page.locator("#tiles .chip").first.wait_for()
        assert page.locator("#camera").is_hidden()
        assert page.evaluate("document.querySelector('#camera video').srcObject") is None, "the camera is let go"
        assert most == 1
        assert page.locator(".boxes .box").count() == 14
        kept = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1'))")
        assert kept["scan"]["width"] == 960
        labels = labels_at(kept["scan"], kept["tiles"], truth)
        for tile in kept["tiles"]:
            put_right(page, tile, labels[tile["id"]])
        # The test names one tile wrongly and corrects it by a tap.
        for label in ("9D", labels[14]):
            page.locator('.boxes g[data-key="box-14"]').click()
            page.locator(f'#tile-dialog .key[data-label="{label}"]').click()
        choose(page, "Who won?", "Player 3")
        choose(page, "How?", "Self-picked")
        text_of(page, "verdict", "Mah jongg: 20 points")
        assert "+120" in text_of(page, "money", "Together")
        page.reload()
        assert "+120" in text_of(page, "money", "Together")
    assert faults == []


def test_a_picture_without_light_says_so_and_can_be_taken_all_the_same(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """For a dark picture the camera says what to do; "Take it now" reads it like any other photo."""
    faults: list[str] = []
    with filming(browser, film(tmp_path / "night.y4m", [table_cloth(HIGH, WIDE) // 12])) as filmed:
        page = opened(filmed, server.address, faults)
        page.get_by_role("button", name="Use the camera").click()
        page.locator("#camera .status", has_text="too dark").wait_for()
        page.get_by_role("button", name="Take it now").click()
        page.locator("#photo .note.warn", has_text="too dark").wait_for()
        assert page.locator("#camera").is_hidden()
        assert page.evaluate("document.querySelector('#camera video').srcObject") is None, "the camera is let go"
        # The page sends frames smaller, and a photo as the camera saw it.
        assert page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).scan.width") == WIDE
        assert page.get_by_role("button", name="Camera", exact=True).is_visible()
    assert faults == []


def test_a_network_that_says_nothing_is_told_and_tried_again(browser: Browser, server: Server, tmp_path: Path) -> None:
    """If no frame is answered the page replaces its last message, and goes on once the server answers."""
    faults: list[str] = []
    with filming(browser, film(tmp_path / "night.y4m", [table_cloth(HIGH, WIDE) // 12])) as filmed:
        page = opened(filmed, server.address, faults)
        page.clock.install()
        page.reload()
        asked: list[Route] = []

        def hold(route: Route) -> None:
            """Let only the first frame be answered."""
            asked.append(route)
            if len(asked) == 1:
                route.continue_()

        page.route("**/api/v1/live", hold)
        page.get_by_role("button", name="Use the camera").click()
        status = page.locator("#camera .status")
        dark = status.get_by_text("too dark")
        dark.wait_for()
        while len(asked) < 2:
            page.wait_for_timeout(20)
        page.clock.run_for(8000)
        status.get_by_text("does not answer").wait_for()
        page.unroute("**/api/v1/live")
        page.clock.run_for(1500)
        dark.wait_for()
    assert faults == []


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (409, {"code": "frame-in-flight", "message": "send the next one after its answer", "where": "session"}),
        (503, {"code": "busy", "message": "try again", "where": "server"}),
    ],
    ids=["frame before", "other photos"],
)
def test_a_server_without_time_for_a_frame_is_asked_again(
    browser: Browser, server: Server, tmp_path: Path, status: int, error: dict[str, str]
) -> None:
    """A frame that the server had no time for is no reason to close the camera, and the next one comes later."""
    faults: list[str] = []
    asked: list[float] = []

    def refuse(route: Route) -> None:
        """Let all but the first frame be answered."""
        asked.append(time.monotonic())
        if len(asked) == 1:
            route.fulfill(status=status, json={"error": error})
        else:
            route.continue_()

    with filming(browser, film(tmp_path / "night.y4m", [table_cloth(HIGH, WIDE) // 12])) as filmed:
        page = opened(filmed, server.address, faults)
        page.route("**/api/v1/live", refuse)
        page.get_by_role("button", name="Use the camera").click()
        told = page.locator("#camera .status")
        told.get_by_text("busy").wait_for()
        told.get_by_text("too dark").wait_for()
    assert asked[1] - asked[0] > 1
    assert faults == []


def test_a_camera_that_the_server_has_forgotten_begins_anew(
    browser: Browser, server: Server, example: Path, tmp_path: Path
) -> None:
    """A phone that was in a pocket, or whose server has started anew, goes on to the rack as if just opened."""
    picture = cv2.imread(str(example))
    assert picture is not None
    faults: list[str] = []
    answered: list[int] = []

    def forget(route: Route) -> None:
        """Give the phone the name of a session that the server does not have."""
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "session": "1.forgotten"})

    with filming(browser, film(tmp_path / "rack.y4m", [picture])) as filmed:
        page = opened(filmed, server.address, faults)
        page.on("response", lambda found: answered.append(found.status) if found.url.endswith("/live") else None)
        page.route("**/api/v1/live", forget, times=1)
        page.get_by_role("button", name="Use the camera").click()
        text_of(page, "tiles", "14 tiles")
    assert answered[:3] == [200, 404, 200]
    assert 404 not in answered[2:]
    assert faults == []


IS_SHOWN = "(name) => document.querySelector('#camera video').srcObject?.getVideoTracks()[0].label === name"
"""Whether the camera of this name is on view."""


def look(page: Page, button: str, camera: str) -> None:
    """Tap on a button that shows a camera, and wait until the camera of this name is on view."""
    page.get_by_role("button", name=button).click()
    page.wait_for_function(IS_SHOWN, arg=camera)
    page.locator("#camera-now:enabled").wait_for()


def test_another_camera_is_a_tap_away_and_stays_chosen(browser: Browser, server: Server) -> None:
    """A laptop's own camera looks at the player: a tap changes to the next one, also after the dialog was closed.

    One that has been unplugged since leaves the device's first camera.
    """
    faults: list[str] = []
    with filming(browser, None, *FAKE_CAMERA[1:], "--use-fake-device-for-media-stream=device-count=2") as found:
        page = opened(found, server.address, faults)
        look(page, "Use the camera", "fake_device_0")
        look(page, "Switch to another camera", "fake_device_1")
        assert page.evaluate("document.activeElement.id") == "camera-other"
        page.keyboard.press("Escape")
        look(page, "Use the camera", "fake_device_1")
        look(page, "Switch to another camera", "fake_device_0")
        page.evaluate("localStorage['rackcheck.1'] = JSON.stringify({ camera: 'unplugged' })")
        page.reload()
        look(page, "Use the camera", "fake_device_0")
    assert faults == []


TORCH = """MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
MediaStreamTrack.prototype.applyConstraints = async () => {};"""
"""Give every camera a light."""


def test_the_light_is_off_behind_another_camera(browser: Browser, server: Server) -> None:
    """Each camera has a light of its own, and it is off when the camera opens."""
    faults: list[str] = []
    with filming(browser, None, *FAKE_CAMERA[1:], "--use-fake-device-for-media-stream=device-count=2") as found:
        page = opened(found, server.address, faults)
        page.evaluate(TORCH)
        look(page, "Use the camera", "fake_device_0")
        page.get_by_role("button", name="Light", pressed=False).click()
        page.get_by_role("button", name="Light", pressed=True).wait_for()
        look(page, "Switch to another camera", "fake_device_1")
        page.get_by_role("button", name="Light", pressed=False).wait_for()
    assert faults == []


def test_a_single_camera_has_no_button_for_another(browser: Browser, server: Server) -> None:
    """Nothing is offered that there is not."""
    faults: list[str] = []
    with filming(browser, None, *FAKE_CAMERA) as found:
        page = opened(found, server.address, faults)
        look(page, "Use the camera", "fake_device_0")
        text_of(page, "camera", "No tiles")
        assert not page.locator("#camera-other").is_visible()
    assert faults == []


@pytest.mark.parametrize("device", [True, False], ids=["refused", "none there"])
def test_without_a_camera_a_photo_is_taken(browser: Browser, server: Server, device: bool) -> None:
    """If the camera is refused or missing, the page says which, closes the view and offers a photo."""
    faults: list[str] = []
    # The browser answers like a person who taps "Block".
    with filming(browser, None, *((FAKE_CAMERA[0], f"{FAKE_CAMERA[1]}=deny") if device else ())) as filmed:
        page = opened(filmed, server.address, faults)
        page.get_by_role("button", name="Use the camera").click()
        alert = page.get_by_role("alert")
        alert.wait_for()
        wanted = "The camera was refused" if device else "no camera"
        assert wanted in alert.inner_text()
        assert "Take a photo instead" in alert.inner_text()
        assert page.locator("#camera").is_hidden()
        assert page.get_by_text("Take a photo", exact=True).is_visible()
    assert faults == []


def test_over_plain_http_photos_are_taken(browser: Browser, tmp_path: Path) -> None:
    """Over plain http from another machine browsers give no camera, so the page offers only photos and says why."""
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_HOST_NAMES": "table.test"}
    faults: list[str] = []
    with (
        running_server(environment=environment) as server,
        filming(browser, None, "--host-resolver-rules=MAP table.test 127.0.0.1") as filmed,
    ):
        page = opened(filmed, server.address.replace("127.0.0.1", "table.test"), faults)
        page.get_by_text("over https only").wait_for()
        assert page.get_by_role("button", name="Use the camera").count() == 0
        assert page.locator("label.main", has_text="Take a photo").is_visible()
    assert faults == []


def test_axe_finds_nothing_about_the_camera(browser: Browser, server: Server) -> None:
    """At the narrowest width axe passes the open camera, everything is in view, and Escape closes it."""
    with filming(browser, None, *FAKE_CAMERA) as camera:
        page = camera.new_page(viewport={"width": 320, "height": 568})
        page.set_default_timeout(PATIENT)
        page.goto(server.address)
        page.get_by_role("button", name="Use the camera").click()
        page.locator("#camera-now:enabled").wait_for()
        assert faults_of(page) == []
        dialog = page.locator("#camera")
        assert not dialog.evaluate("(one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight")
        page.keyboard.press("Escape")
        assert dialog.is_hidden()
        assert page.evaluate("document.activeElement.dataset.key") == "camera"
