"""Steps that a person takes on the page, in headless Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.helpers import png, table_cloth

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
"""The browser; the windowless build comes first, as it needs less processor time to open a page."""

NO_CHROMIUM = "no Chromium is installed; the package is called chromium-headless-shell or chromium in Debian"

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENT = 240_000
"""Milliseconds that a page may take for any step.

No test of the page proves a speed: costs are counted in requests.
"""

RACK = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "F", "F", "4C"]
"""Hand 24 with a joker: tests expose the first eight tiles as two exposures, and the last tile wins."""


SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""Whether the page scrolls sideways."""

NAMELESS = """() => [...document.querySelectorAll('button, input, select, [role=button], [role=img], summary')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length))
  .map((one) => one.outerHTML)"""
"""List controls without a name."""

CUT_CHOICES = """[...document.querySelectorAll('label select')].filter((one) => one.checkVisibility())
  .map((one) => [one.selectedOptions[0].text, one.parentElement.nextElementSibling])
  .filter(([text, shown]) => shown?.textContent !== text || shown.scrollWidth > shown.clientWidth
    || shown.scrollHeight > shown.clientHeight).map(([text]) => text)"""
"""List the choices that are cut off, or are not shown."""

RATIO = """
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (...colours) => {
    const [a, b] = colours.map(light);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };"""
"""Define `ratio(colour, other)`, their contrast (WCAG 2.2, contrast ratio), inside a function for `evaluate`."""

CONTRAST = (
    "() => {"
    + RATIO
    + """
  const ground = (one) => { for (; one; one = one.parentElement) { const colour = getComputedStyle(one).backgroundColor;
    if (!/^rgba.*, 0\\)$|transparent/.test(colour)) return colour; } return 'white'; };
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  return [...document.querySelectorAll('main *, header *, #bar *, dialog[open] *')]
    .filter((one) => own(one) && one.checkVisibility() && !one.closest('svg, :disabled'))
    .map((one) => [ratio(getComputedStyle(one).color, ground(one)), one.textContent.trim().slice(0, 30)])
    .filter(([ratio]) => ratio < 4.5);
}"""
)
"""List texts whose contrast is below 4.5 to 1 (WCAG 2.2, contrast minimum)."""


CHOSEN = """try { localStorage['rackcheck.1'] ??= JSON.stringify({ card: 'nmjl-1976', cardChosen: true }) } catch {}"""
"""Store the choice of the card of 1976, as the page does."""


CAMERA = """navigator.mediaDevices ??= {};
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  return canvas.captureStream(10);
}"""
"""Fake a camera whose picture is black; for `evaluate`."""


def choose_card(browser: Browser) -> None:
    """Make every new context patient, and let it play by the card of 1976 without a service worker.

    `card_chosen=False` and `service_workers="allow"` undo that. Installing the worker fetches each file of the page a
    second time, and Playwright cannot intercept the worker's requests. Tests of first visits, of pages without their
    server, of pairing and of whole evenings allow it.
    """
    new_context = browser.new_context

    def chosen(*, card_chosen: bool = True, **options: Any) -> BrowserContext:  # noqa: ANN401 - Playwright's own options
        context = new_context(**{"service_workers": "block", **options})
        context.set_default_timeout(PATIENT)
        if card_chosen:
            context.add_init_script(CHOSEN)
        return context

    browser.new_context = chosen  # type: ignore[method-assign]


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Start a headless Chromium and end it afterwards; skip where none is installed."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags], timeout=PATIENT)
        choose_card(found)
        yield found
        found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium for tests elsewhere; the tests of the page share one."""
    with chromium() as found:
        yield found


def only_ours(url: str, address: str, faults: list[str]) -> None:
    """Note a request to another machine."""
    if not url.startswith((address, "data:", "blob:")):
        faults.append(f"asked for {url}")


def asked_rack(question: dict[str, Any] | None) -> str:
    """Return the rack of a check request as text; the page sends the tiles as the photo showed them."""
    if not question or "seen" not in question:
        return str((question or {}).get("rack", ""))
    seen = question["seen"]
    groups: dict[int, list[str]] = {}
    for tile in seen["tiles"]:
        if tile["exposure"] is not None:
            groups.setdefault(tile["exposure"], []).append(tile["label"])
    slope = [one for one in seen["tiles"] if one["exposure"] is None]
    parts = [f"[{' '.join(groups[at])}]" for at in sorted(groups)]
    parts += [one["label"] for one in slope if one["tile"] != seen.get("winning")]
    parts += [f"+{one['label']}" for one in slope if one["tile"] == seen.get("winning")]
    return " ".join(parts)


TYPE = """(tiles) => {
  for (const label of tiles) document.querySelector(`dialog .key[data-label="${label}"]`).click();
}"""
"""Press keys of the tile keyboard; for `evaluate`."""


TWICE = "(one) => { one.click(); one.click(); }"
"""Tap a button twice at once; for `evaluate`."""


def enter(page: Page, tiles: list[str]) -> None:
    """Enter tiles by hand on the tile keyboard, all at once: tests of the keyboard itself tap each key."""
    page.get_by_role("button", name="Enter the tiles by hand").click()
    page.locator("dialog .key").first.wait_for()
    page.evaluate(TYPE, tiles)
    page.get_by_role("button", name="Done").click()


def focused(page: Page, label: str) -> None:
    """Wait until the control labelled `label` has the focus; fail if it never gets it."""
    page.wait_for_function("label => document.activeElement.getAttribute('aria-label') === label", arg=label)


def chip(page: Page, number: int) -> Locator:
    """Return the button of a tile of the rack."""
    return page.locator(f'#tiles [data-key="chip-{number}"]')


def choose(page: Page, question: str, answer: str) -> None:
    """Answer one of the questions about the win."""
    page.get_by_role("group", name=question).get_by_role("radio", name=answer).check()


EXPOSE = """(numbers) => {
  for (const key of ["group", ...numbers.map((number) => `chip-${number}`), "group-done"]) {
    document.querySelector(`#tiles [data-key="${key}"]`).click();
  }
}"""
"""Press the buttons of an exposure; for `evaluate`."""


def expose(page: Page, numbers: range) -> None:
    """Expose tiles of the rack, all at once: tests of marking tap each tile."""
    page.locator('#tiles [data-key="group"]').wait_for()
    page.evaluate(EXPOSE, list(numbers))


def by_card(page: Page, title: str) -> None:
    """Switch to another card, or to a game without one."""
    page.get_by_role("button", name="Change", exact=True).click()
    page.locator("#card-in-use").get_by_role("button", name=title).click()


def play(page: Page) -> None:
    """Enter the winning rack and say that player 1 won it on the discard of player 2."""
    enter(page, RACK)
    expose(page, range(1, 5))
    expose(page, range(5, 9))
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 2")


def resume(page: Page, kept: str) -> None:
    """Open the page on a game that was played before."""
    # A page without the program writes the state: a starting program would overwrite it.
    address = page.url
    page.goto(str(page.evaluate("document.querySelector('link[rel=manifest]').href")))
    page.evaluate("(kept) => { sessionStorage.clear(); localStorage.setItem('rackcheck.1', kept); }", kept)
    page.goto(address)
    text_of(page, "money", "Together")


def text_of(page: Page, section: str, wanted: str) -> str:
    """Wait until a section holds `wanted`; return its text."""
    found = page.locator(f"#{section}", has_text=wanted)
    found.wait_for()
    return found.inner_text()


def taken_in(page: Page) -> None:
    """Wait until the page has processed an answer: a later answer has arrived and was drawn."""
    page.evaluate("fetch('/healthz').then((one) => one.text()).then(() => new Promise(requestAnimationFrame))")


def photographed(labels: list[str], **more: object) -> dict[str, object]:
    """Return a scan document of tiles in one row."""
    tiles = [
        {"label": label, "confidence": 0.99, "alternatives": [], "row": 0, "index": at, "sure": True,
         "quad": [[left, 10], [left + 40, 10], [left + 40, 70], [left, 70]], "box": [left, 10, left + 40, 70]}
        for at, left, label in ((at, 10 + at * 60, label) for at, label in enumerate(labels))
    ]  # fmt: skip
    return {"image": "a.png", "width": 20 + 60 * len(labels), "height": 100, "tiles": tiles, "rack": " ".join(labels),
            "exposures": [], "aside": [], "unsure": [], "issues": [], "model": "test@1", **more}  # fmt: skip


def show(page: Page, scan: dict[str, object]) -> None:
    """Photograph, with `scan` as the answer: other tests check what the networks read."""
    page.route("**/api/v1/scan", lambda route: route.fulfill(json=scan))
    page.evaluate("([path, answer]) => window.standIn?.(path, answer)", ["/api/v1/scan", scan])  # in the phone edition
    page.set_input_files("#pick-choose", {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())})
