"""Move a card from page to page by QR codes and a camera."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.service.page.camera.test_live_phone import HELD, PHONE
from tests.service.page.phone import CHROMIUM, FLAGS, PATIENT, only_ours, taken_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.service.running_server import Server

WIDE, HIGH = 1280, 720
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
PICTURES = 4
"""Frames of the film for each code."""


def card_of(lines: int) -> str:
    """Return an invented card of so many lines, which differ as much as printed ones do."""
    rng = Random(8)
    sections = ["2468", "ANY LIKE NUMBERS", "CONSECUTIVE RUN", "13579", "WINDS - DRAGONS", "369"]
    shapes = [(2, 4, 4, 4), (4, 4, 4, 2), (3, 3, 4, 4), (2, 3, 2, 3, 4), (2, 2, 3, 3, 4), (5, 4, 5), (2, 4, 2, 4, 2)]
    typed = []
    for at in range(lines):
        if at % (lines // len(sections)) == 0:
            typed.append(sections[at // (lines // len(sections))])
        groups = []
        for size in rng.choice(shapes):
            face = rng.choice("123456789DDFFNEWS0")
            groups.append(face * size + (rng.choice("grb") if face in "123456789D" else ""))
        typed.append(f"{' '.join(groups)} {rng.choice('XC')} {rng.choice([25, 30, 35, 40, 50])}")
    return "\n".join(typed)


def filmed(picture: bytes, turn: float) -> np.ndarray[Any, Any]:
    """Return a QR code as a camera held slightly askew sees it: smaller, rotated, blurred, on a grey table."""
    code = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert code is not None
    high, wide = code.shape[:2]
    half, angle = 300, np.deg2rad(turn)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    across = np.array([[-half, -half], [half, -half * 0.95], [half * 0.95, half], [-half, half]])
    turned = across @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    there = cv2.getPerspectiveTransform(corners, (turned + np.array([WIDE / 2, HIGH / 2])).astype(np.float32))
    frame = cv2.warpPerspective(code, there, (WIDE, HIGH), borderValue=(96, 96, 96), flags=cv2.INTER_AREA)
    return cv2.GaussianBlur(frame, (0, 0), 0.8)


def film(path: Path, pictures: list[bytes]) -> Path:
    """Return a YUV4MPEG2 film in which the codes take turns."""
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{WIDE} H{HIGH} F5:1 Ip A1:1 C420jpeg\n".encode())
        for nth, picture in enumerate(pictures):
            frame = cv2.cvtColor(filmed(picture, 4.0 - 3 * (nth % 3)), cv2.COLOR_BGR2YUV_I420).tobytes()
            file.write((b"FRAME\n" + frame) * PICTURES)
    return path


def write(page: Page, text: str) -> None:
    """Paste a card and name it."""
    page.get_by_role("button", name="Paste a card").click()
    page.get_by_label("The card as text").fill(text)
    page.get_by_role("button", name="Read it").click()
    page.locator("[data-key=paste-take]").click()
    page.get_by_label("Name of the card").fill("Sixty lines")
    page.get_by_label("Name of the card").press("Tab")


def printed(page: Page) -> list[tuple[list[str], str]]:
    """Return the groups and the value of each line in the editor."""
    found = page.locator(".printed-line").all()
    return [(one.locator(".print").all_inner_texts(), one.locator(".worth").inner_text()) for one in found]


TWICE_IN_VIEW = """
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    setInterval(() => context.fillRect(Math.random() * 99, 0, 9, 9), 50);
    return canvas.captureStream(10);
  };
  window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect() { return window.inView.flatMap((rawValue) => [{ rawValue }, { rawValue }]); }
  };
  window.inView = [];
"""
"""Fake a camera that finds each code twice in every frame, as with two phones side by side."""

REFUSED_LATE = """() => {
  navigator.mediaDevices ??= {};
  navigator.mediaDevices.getUserMedia = () => new Promise((_, refuse) => {
    window.refused = async () => {
      refuse(new DOMException("", "NotAllowedError"));
      await new Promise((done) => setTimeout(done));
    };
  });
}"""
"""Fake a camera whose permission prompt is answered after the dialog closed."""

NOT_SENT_LATE = """() => {
  navigator.canShare = () => true;
  navigator.share = () => new Promise((_, refuse) => {
    window.refused = async () => {
      refuse(new DOMException("", "DataError"));
      await new Promise((done) => setTimeout(done));
    };
  });
}"""
"""Fake a phone that fails to pass a file to another app after the dialog closed."""

ASK_CODES = "async (text) => { window.inView = await (await import('/page/js/codes/codes.js')).codesOf(text); }"
TOO_LONG = """async ([length, different]) => {
  const { codesOf } = await import("/page/js/codes/codes.js");
  let seed = 1;
  const next = () => { seed = (seed * 48271) % 2147483647; return String.fromCharCode(32 + (seed % 90)); };
  const text = Array.from({ length }, () => (different ? next() : "#")).join("");
  return codesOf(text).then((codes) => codes.length, String);
}"""


def test_a_camera_that_is_refused_late_brings_no_dialog_back(page: Page) -> None:
    """A camera refusal that comes after the dialog closed does not reopen it."""
    page.evaluate(REFUSED_LATE)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    dialog = page.locator("#codes-dialog")
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")
    page.evaluate("window.refused()")
    assert dialog.is_hidden()


OPENED_LATE = """() => {
  window.openings = [];
  navigator.mediaDevices.getUserMedia = () => new Promise((done) => openings.push(() => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d").fillRect(0, 0, 9, 9);
    const stream = canvas.captureStream(10);
    done(stream);
    return stream;
  }));
}"""
"""Fake a camera that opens when the test says so: `openings[n]()` delivers the stream of one opening."""


def test_a_camera_that_opens_late_leaves_the_next_one_alone(page: Page) -> None:
    """If the first of two cameras opens late, the page stops it and the second camera stays on."""
    page.evaluate(OPENED_LATE)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    page.locator("#codes-dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Read a code").click()
    page.evaluate("() => { window.second = window.openings[1](); }")
    page.wait_for_function("() => document.querySelector('#codes-dialog video').srcObject === window.second")
    page.evaluate("() => { window.first = window.openings[0](); }")
    page.wait_for_function("() => window.first.getTracks().every((track) => track.readyState === 'ended')")
    assert page.evaluate("document.querySelector('#codes-dialog video').srcObject === window.second")
    assert page.evaluate("window.second.getTracks()[0].readyState") == "live"


def test_a_camera_that_stops_while_it_reads_codes_is_told(page: Page) -> None:
    """When the phone takes the camera away, as a locked screen does, the dialog says so and keeps the codes read."""
    page.evaluate(OPENED_LATE)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    page.evaluate("() => { window.stream = window.openings[0](); }")
    dialog = page.locator("#codes-dialog")
    page.wait_for_function("() => document.querySelector('#codes-dialog video').srcObject === window.stream")
    page.evaluate("window.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    dialog.get_by_role("alert").get_by_text("The camera stopped").wait_for()
    dialog.get_by_text("No code of a card in view yet.").wait_for()


def test_a_camera_that_stops_before_its_picture_plays_is_told(page: Page) -> None:
    """When the phone takes the camera away just as it opens, the dialog says so too."""
    page.evaluate(OPENED_LATE)
    page.evaluate("() => { HTMLMediaElement.prototype.play = () => new Promise((done) => { window.plays = done; }); }")
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    page.evaluate("() => { window.stream = window.openings[0](); }")
    page.wait_for_function("window.plays !== undefined")
    page.evaluate("window.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    page.evaluate("() => window.plays()")
    page.locator("#codes-dialog").get_by_role("alert").get_by_text("The camera stopped").wait_for()


def test_a_card_that_is_not_sent_brings_no_dialog_back(page: Page) -> None:
    """A card that another app does not take after the dialog closed does not reopen it."""
    page.evaluate(NOT_SENT_LATE)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Show as code: Rackcheck's own practice card").click()
    dialog = page.locator("#share-dialog")
    dialog.get_by_role("button", name="Send it by another app").click()
    dialog.get_by_role("button", name="Close").click()
    page.evaluate("window.refused()")
    assert dialog.is_hidden()


def test_the_phones_stay_awake_while_codes_are_shown_and_read(page: Page) -> None:
    """The screen stays on while the camera reads codes, and while the page shows them; both dialogs let it go."""
    page.evaluate(f"({PHONE})()")
    page.evaluate(OPENED_LATE)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    page.wait_for_function(HELD, arg=1)
    page.locator("#codes-dialog").get_by_role("button", name="Close").click()
    page.wait_for_function(HELD, arg=0)
    write(page, card_of(60))
    page.get_by_role("button", name="Show as code").click()
    page.locator(".qr").wait_for()
    page.wait_for_function(HELD, arg=1)
    page.locator("#share-dialog").get_by_role("button", name="Close").click()
    page.wait_for_function(HELD, arg=0)


def test_a_second_tap_does_not_keep_the_screen_on(page: Page) -> None:
    """A second tap before the codes show takes no lock that outlives them."""
    page.evaluate(f"({PHONE})()")
    page.get_by_role("link", name="Cards", exact=True).click()
    write(page, card_of(60))
    page.evaluate("() => [1, 2].forEach(() => document.querySelector('[data-key=share-draft]').click())")
    page.wait_for_function("() => window.locks.length === 2")
    page.locator("#share-dialog").get_by_role("button", name="Close").click()
    page.wait_for_function(HELD, arg=0)


CLOSED_AT_ONCE = """() => {
  const dialog = document.querySelector("#share-dialog");
  const watch = new MutationObserver(() => {
    watch.disconnect();
    dialog.querySelector(".close").click();
  });
  watch.observe(dialog, { attributeFilter: ["open"] });
  document.querySelector("[data-key=share-draft]").click();
}"""
"""Show a card as codes, and close the dialog before its codes come."""


def test_codes_take_turns_until_one_is_held(page: Page) -> None:
    """Codes take turns by themselves; a held one stays, and a tap on either side holds the one that it shows."""
    page.evaluate(f"({PHONE})()")
    page.get_by_role("link", name="Cards", exact=True).click()
    write(page, card_of(120))
    page.evaluate(CLOSED_AT_ONCE)
    page.locator("#share-dialog").wait_for(state="hidden")
    page.evaluate(ASK_CODES, card_of(120))
    assert page.evaluate(f"({HELD})(0)"), "codes that come late keep no screen on"
    page.clock.install(time=0)
    page.clock.pause_at(60)
    page.get_by_role("button", name="Show as code").click()
    which, more = page.locator("#share-dialog [data-key=which]"), page.clock.run_for
    which.wait_for()
    count = int(which.inner_text().split()[-1])

    def is_shown(nth: int, step: str) -> None:
        if step:
            page.locator("#share-dialog").get_by_role("button", name=step).click()
        else:
            more(1700)
        assert which.inner_text() == f"{nth} of {count}"

    assert count > 2
    for nth, step in [(2, ""), (2, "Hold this one"), (2, ""), (1, "Before"), (count, "Before"), (1, "Next"),
                      (1, "Let them take turns"), (2, ""), (3, "Next"), (3, "")]:  # fmt: skip
        is_shown(nth, step)


SENDS = """(name) => {
  navigator.canShare = () => true;
  navigator.share = () => Promise.reject(new DOMException("", name));
}"""
"""Fake a phone that asks to which app a file goes, and whose answer is an error of this name."""


def test_a_card_that_is_not_sent_is_told(page: Page) -> None:
    """A card that another app did not take is told, one that the player did not send is not."""
    page.get_by_role("link", name="Cards", exact=True).click()
    for name, told in (("AbortError", 0), ("DataError", 1)):
        page.evaluate(SENDS, name)
        page.get_by_role("button", name="Show as code: Rackcheck's own practice card").click()
        dialog = page.locator("#share-dialog")
        dialog.get_by_role("button", name="Send it by another app").click()
        taken_in(page)
        assert dialog.get_by_role("alert").count() == told
        dialog.get_by_role("button", name="Close").click()


def test_a_browser_too_old_for_codes_offers_the_file(page: Page) -> None:
    """A browser that cannot pack a card says so beside the button that passes its file on."""
    page.evaluate("() => { delete window.CompressionStream; navigator.canShare = () => true; }")
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Show as code: Rackcheck's own practice card").click()
    dialog = page.locator("#share-dialog")
    dialog.get_by_role("alert").get_by_text("too old for codes").wait_for()
    assert dialog.get_by_role("button", name="Send it by another app").is_visible()


def test_a_code_that_is_seen_twice_is_taken_once(page: Page) -> None:
    """A code seen twice in one frame gives one card and one request."""
    faults, asked = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("cards/draft") else None)
    page.add_init_script(TWICE_IN_VIEW)
    page.goto(page.url.partition("#")[0] + "#cards")
    page.reload()
    page.get_by_role("button", name="Read a code").click()
    page.evaluate(ASK_CODES, "Seen twice\nFF 1111a 2222a 3333a x25")
    page.locator("#codes-dialog").wait_for(state="hidden")
    page.locator(".printed-line").first.wait_for()
    page.wait_for_timeout(500)
    assert (len(asked), faults) == (1, [])


ASK_DAMAGED = """async (text) => {
  const [code] = await (await import('/page/js/codes/codes.js')).codesOf(text);
  window.inView = [code.slice(0, -9) + (code.at(-9) === "A" ? "B" : "A") + code.slice(-8)];
}"""
CHANGES = """async () => {
  let changes = 0;
  new MutationObserver((all) => { changes += all.length; })
    .observe(document.querySelector("#codes-dialog"), { subtree: true, childList: true, characterData: true });
  await new Promise((done) => setTimeout(done, 1000));
  return changes;
}"""
"""Count the changes of the dialog within a second."""


def test_a_code_with_one_wrong_letter_is_told_without_a_flicker(page: Page) -> None:
    """While a damaged code is in view, the dialog keeps saying so; a sound one is then taken."""
    page.add_init_script(TWICE_IN_VIEW)
    page.goto(page.url.partition("#")[0] + "#cards")
    page.reload()
    page.get_by_role("button", name="Read a code").click()
    card = "Damaged once\nFF 1111a 2222a 3333a x25"
    page.evaluate(ASK_DAMAGED, card)
    page.locator("#codes-dialog").get_by_role("alert").wait_for()
    assert page.evaluate(CHANGES) == 0
    page.evaluate(ASK_CODES, card)
    page.locator(".printed-line").first.wait_for()


ASK_NTH = """async ([texts, nth]) => {
  const { codesOf } = await import("/page/js/codes/codes.js");
  const cards = await Promise.all(texts.map(codesOf));
  window.inView = cards.map((codes) => codes[nth]);
  return cards.map(({ length }) => length);
}"""
"""Show a code of each of several cards at once; return how many codes each has."""


def _reading(page: Page) -> None:
    """Begin to read codes with a camera that sees what `inView` lists."""
    page.add_init_script(TWICE_IN_VIEW)
    page.goto(page.url.partition("#")[0] + "#cards")
    page.reload()
    page.get_by_role("button", name="Read a code").click()


def test_the_codes_of_two_cards_in_view_do_not_hinder_each_other(page: Page) -> None:
    """The first of two cards whose codes take turns beside each other comes over once all its codes were seen."""
    cards = [card_of(60), card_of(66)]
    _reading(page)
    first, second = page.evaluate(ASK_NTH, [cards, 0])
    assert first == second > 1
    for nth in range(1, first):
        page.locator("#codes-dialog").get_by_text(f"{nth} of {first} codes read.").wait_for()
        page.evaluate(ASK_NTH, [cards, nth])
    page.locator("#card-editor .printed-line").nth(59).wait_for()


def test_a_code_of_a_newer_version_is_told(page: Page) -> None:
    """A code in a format that is newer than the program says so, until a code that it knows comes into view."""
    _reading(page)
    dialog = page.locator("#codes-dialog")
    page.evaluate("() => { window.inView = ['RACKCHECK2:1:1:00000000:ABC']; }")
    dialog.get_by_text("a newer version of Rackcheck").wait_for()
    page.evaluate(ASK_NTH, [[card_of(60)], 0])
    dialog.get_by_text("1 of ").wait_for()
    assert dialog.get_by_text("a newer version").count() == 0


def test_what_no_phone_would_read_is_not_shown_as_codes(page: Page) -> None:
    """A text that unpacks beyond the limit, or needs too many codes, is refused before any code is shown."""
    assert page.evaluate(TOO_LONG, [400_000, False]) < 40
    assert "too-long" in page.evaluate(TOO_LONG, [400_001, False])
    assert page.evaluate(TOO_LONG, [20_000, True]) <= 40
    assert "too-long" in page.evaluate(TOO_LONG, [60_000, True])


COLLECTED = r"""async (text) => {
  const { codesOf, collect, textOf } = await import("/page/js/codes/codes.js");
  const codes = await codesOf(text);
  const [last] = codes.slice(-1);
  // The same card, as a version that cuts it into more pieces shows it.
  const finer = last.replace(/^RACKCHECK1:(\d+):\d+/, (_, at) => `RACKCHECK1:${Number(at) + 1}:${Number(at) + 1}`);
  const card = [finer, ...codes.slice(0, -1), finer, last].reduce(collect, []).at(-1);
  const { 1: first } = card.pieces;
  const damaged = [first.slice(0, -1), first.toLowerCase(), `:::${first.slice(3)}`].map((piece) =>
    ({ ...card, pieces: { ...card.pieces, 1: piece } }));
  const read = (one) => textOf(one).then((found) => found === text && one.have === codes.length, ({ name }) => name);
  const foreign = ["RACKCHECK1:0:2:00000000:A", "RACKCHECK1:3:2:00000000:A", "RACKCHECK1:1:41:00000000:A", "https://a.b"];
  return [await Promise.all([card, { ...card, sum: "00000000" }, ...damaged].map(read)), foreign.reduce(collect, [])];
}"""


def test_codes_that_make_no_card_bring_none(page: Page) -> None:
    """Codes in any order make their card; of another card or damaged they make none; other codes count for nothing."""
    read, foreign = page.evaluate(COLLECTED, card_of(60))
    assert read == [True, "RangeError", "RangeError", "RangeError", "RangeError"]
    assert foreign == []


def test_a_card_goes_from_page_to_page_by_its_codes(browser: Browser, server: Server, tmp_path: Path) -> None:
    """A card of 60 lines fits into a few codes; another phone reads them with its camera, every line unchanged."""
    faults: list[str] = []
    address = f"{server.address.rstrip('/')}/#cards"
    context = browser.new_context(viewport={"width": 820, "height": 1100})
    giving = context.new_page()
    giving.on("pageerror", lambda error: faults.append(str(error)))
    giving.goto(address)
    write(giving, card_of(60))
    lines = printed(giving)
    assert len(lines) == 60
    giving.get_by_role("button", name="Show as code").click()
    giving.get_by_role("button", name="Hold this one").click()
    pictures = []
    giving.locator(".qr").wait_for()
    count = int(giving.locator("[data-key=which]").inner_text().split()[-1])
    assert 1 < count <= 4
    for _ in range(count):
        pictures.append(giving.locator(".qr").screenshot())
        giving.get_by_role("button", name="Next").click()
    context.close()

    video = film(tmp_path / "codes.y4m", pictures)
    flags = [*FLAGS, *FAKE_CAMERA, f"--use-file-for-fake-video-capture={video}"]
    other = browser.browser_type.launch(executable_path=CHROMIUM, args=flags, timeout=PATIENT)
    try:
        taking = other.new_context(viewport={"width": 390, "height": 844}).new_page()
        taking.set_default_timeout(PATIENT)
        taking.on("pageerror", lambda error: faults.append(str(error)))
        taking.on("request", lambda request: only_ours(request.url, server.address, faults))
        taking.goto(address)
        taking.get_by_role("button", name="Read a code").click()
        taking.get_by_role("heading", name="Sixty lines").wait_for()
        taking.locator("#codes-dialog").wait_for(state="hidden")
        assert printed(taking) == lines
    finally:
        other.close()
    assert faults == []


NO_CAMERA = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '%s'))"


@pytest.mark.parametrize(
    ("here", "trouble"),
    [
        pytest.param(NO_CAMERA % "NotFoundError", "This device has no camera", id="no-camera"),
        pytest.param(NO_CAMERA % "OverconstrainedError", "This device has no camera", id="no-camera-in-webkit"),
        pytest.param("delete window.DecompressionStream", "This browser is too old for codes", id="old-browser"),
    ],
)
def test_where_no_code_is_read_the_dialog_names_what_works(page: Page, here: str, trouble: str) -> None:
    """The dialog says why it reads no code here, and names the buttons that work instead."""
    page.evaluate(f"() => {{ {here} }}")
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("button", name="Read a code").click()
    dialog = page.locator("#codes-dialog")
    told = dialog.get_by_role("alert").inner_text()
    assert trouble in told
    assert "photo" not in told
    assert dialog.locator("video").count() == 0
    dialog.get_by_role("button", name="Close").click()
    buttons = re.findall("“(.+?)”", told)
    assert buttons
    for button in buttons:
        page.locator("#cards-list").get_by_text(button, exact=True).wait_for()
