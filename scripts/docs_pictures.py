"""Make the pictures of the documents: the page on a phone, by its example, and the faces of a rendered set.

It starts a server of its own with an empty data folder, and the phone edition without one, and drives them with
Chromium, 390 pixels wide and light. Needs the packages of requirements/test.txt. Nothing in them is a photograph: the
rack and the faces are rendered.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from platformdirs import user_cache_path
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from datasets.evaluation.tilesets.teaching_pictures import teaching_photo
from datasets.render.example import EXAMPLE_DESIGN
from scripts.load.started_server import started
from service.browser.site.build import build_site
from service.browser.site.serve import site_server
from vision import Networks, decode, overlay, read_rack

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
RACK = ROOT / "examples" / "rack.jpg"
FACES = "faces.jpg"
FACES_QUALITY = 63
FACES_SCALE = 0.85
FACES_ROOM = 50
"""Pixels of table around the faces."""
OVERLAY_WIDE = 1000
OVERLAY_ROOM = 80
"""Pixels of table around the rack."""
WIDE, HIGH = 390, 844
SCALE = 2
PATIENT = 90_000  # ms: a busy machine
CODE = "CLUB-1976"
CARD = "National Mah Jongg League"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
GAME = {"title": "Friday", "ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}


def main() -> None:
    """Read the arguments and make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=PICTURES, help="where they go")
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    write_faces(folder)
    write_overlay(folder)
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        sys.exit("no Chromium is installed; the package is called chromium in Debian")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        with serving_files() as address, phone(browser, address) as page:
            without_server(page, folder)
        with started() as server:
            for scene in SCENES:
                with phone(browser, server.address) as page:
                    scene(page, folder)
        with started(environment={"RACKCHECK_PAIRING_CODE": CODE}) as server, phone(browser, server.address) as page:
            page.get_by_label("Pairing code").wait_for()
            save(page.screenshot(), folder / "pair.png")
        browser.close()


def write_faces(folder: Path) -> None:
    """Write the teaching photo of the example's set, and its labels in the form that `sets teach --labels` reads."""
    photo = teaching_photo(EXAMPLE_DESIGN)
    corners = photo.quads.reshape(-1, 2)
    left, top = (int(v) for v in corners.min(axis=0) - FACES_ROOM)
    right, low = (int(v) for v in corners.max(axis=0) + FACES_ROOM)
    picture = Image.fromarray(photo.pixels[top:low, left:right, ::-1])
    size = (round(picture.width * FACES_SCALE), round(picture.height * FACES_SCALE))
    picture.resize(size, Image.Resampling.LANCZOS).save(folder / FACES, quality=FACES_QUALITY, optimize=True)
    tiles = []
    for quad, label in zip(photo.quads, photo.labels, strict=True):
        places = (quad - (left, top)) * FACES_SCALE
        tiles.append({"quad": [[round(float(x), 1), round(float(y), 1)] for x, y in places], "label": label})
    line = json.dumps({"image": f"docs/pictures/{FACES}", "tiles": tiles})
    (folder / "faces.json").write_text(f"{line}\n", "utf-8")


def write_overlay(folder: Path) -> None:
    """Write the example rack with its reading drawn over it, cropped to the tiles."""
    photo = decode(RACK.read_bytes())
    reading = read_rack(photo, Networks.load())
    drawn = Image.fromarray(overlay(photo, reading)[:, :, ::-1])
    scale = drawn.width / reading.width
    boxes = [[side * scale for side in tile.box] for tile in reading.tiles]
    low = [max(0, min(box[at] for box in boxes) - OVERLAY_ROOM) for at in (0, 1)]
    high = [min(drawn.size[at], max(box[at + 2] for box in boxes) + OVERLAY_ROOM) for at in (0, 1)]
    cut_out = drawn.crop((round(low[0]), round(low[1]), round(high[0]), round(high[1])))
    size = (OVERLAY_WIDE, round(cut_out.height * OVERLAY_WIDE / cut_out.width))
    cut_out.resize(size, Image.Resampling.LANCZOS).save(folder / "overlay.jpg", quality=80, optimize=True)


@contextmanager
def serving_files() -> Iterator[str]:
    """Build and serve the phone edition, yield its address, and end it at the end of the block."""
    with tempfile.TemporaryDirectory() as place:
        site = build_site(Path(place) / "site", user_cache_path("rackcheck", appauthor=False) / "site")
        with site_server(site.folder) as server:
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()
            thread.join()


@contextmanager
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """Open the page on a phone without stored data."""
    context = browser.new_context(
        viewport={"width": WIDE, "height": HIGH},
        device_scale_factor=SCALE,
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENT)
    page.goto(address)
    yield page
    context.close()


def save(png: bytes, path: Path, colours: int = 128) -> None:
    """Save a screenshot with a palette, which takes a third of the bytes and looks the same."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    palette = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size} bytes")


def cut(page: Page, first: str, last: str, path: Path) -> None:
    """Save the part of the page from section `first` to section `last` at its full height."""
    # Hide the bar at the screen's edge, or it would cover the sections.
    page.evaluate("document.getElementById('bar').style.display = 'none'; scrollTo(0, 0)")
    above, below = (_box(page.locator(f"#{name}")) for name in (first, last))
    top = max(above[0] - 8, 0)
    clip = {"x": 0, "y": top, "width": WIDE, "height": below[1] - top + 8}
    save(page.screenshot(full_page=True, clip=clip), path)  # type: ignore[arg-type]  # a FloatRect


def _box(section: Locator) -> tuple[float, float]:
    found = section.bounding_box()
    if found is None:
        raise SystemExit(f"{section} is not on the page: the page has changed, so must this script")
    return found["y"], found["y"] + found["height"]


def choose(page: Page, question: str, answer: str) -> None:
    """Answer one of the questions about the win."""
    page.get_by_role("group", name=question).get_by_role("radio", name=answer).check()


def scan(page: Page, folder: Path) -> None:
    """Take the pictures of a scan, from the first screen to the settlement."""
    page.get_by_label("Your set").wait_for()
    save(page.screenshot(), folder / "start.png")
    read_the_rack(page)
    page.mouse.move(0, 0)  # a phone has no pointer that lights up a button
    cut(page, "photo", "tiles", folder / "read.png")
    page.locator('#tiles [data-key="chip-3"]').click()
    page.locator("#tile-dialog").get_by_role("button", name="Close").wait_for()
    save(page.screenshot(), folder / "sheet.png")
    page.keyboard.press("Escape")
    page.get_by_text("Names and bettors").click()
    for at, name in enumerate(GAME["players"], 1):
        page.get_by_label(f"Player {at}", exact=True).last.fill(name)
    page.get_by_text("Names and bettors").click()
    tell_the_win(page)
    cut(page, "win", "win", folder / "win.png")
    cut(page, "verdict", "verdict", folder / "verdict.png")
    cut(page, "money", "money", folder / "money.png")


def read_the_rack(page: Page) -> None:
    """Choose the example photo, wait for its reading, and choose the card if the page asks for it."""
    page.set_input_files("#pick-choose", RACK)
    page.locator('#tiles [data-key="chip-14"]').wait_for()
    page.locator("#photo svg image").wait_for()
    card = page.locator("#card-in-use")
    card.get_by_role("button").first.wait_for()
    if card.get_by_role("button", name=CARD).count():
        card.get_by_role("button", name=CARD).click()
    page.locator("#verdict", has_text="Mah jongg").wait_for()


def tell_the_win(page: Page) -> None:
    """Enter that Ann won from Bea's discard."""
    choose(page, "Who won?", "Ann")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Bea")
    page.locator("#money", has_text="Together").wait_for()


def without_server(page: Page, folder: Path) -> None:
    """Take the pictures of the stored page and of a scan offline."""
    page.locator("#local", has_text="Stored on this phone").wait_for()
    save(page.screenshot(clip={"x": 0, "y": 0, "width": WIDE, "height": HIGH // 2}), folder / "stored.png", 64)
    page.context.set_offline(offline=True)
    read_the_rack(page)
    page.locator("#bar", has_text="Mah jongg").wait_for()
    save(page.screenshot(), folder / "offline.png")


def book(page: Page, folder: Path) -> None:
    """Add a win to a game, and take the picture of its standings."""
    game = page.request.post(f"{page.url}api/v1/games", data=GAME).json()["id"]
    page.reload()
    page.get_by_role("link", name="Book").click()
    page.locator(f'[data-key="game-{game}"]').click()
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("button", name="Scan a winning rack").click()
    read_the_rack(page)
    tell_the_win(page)
    page.get_by_role("button", name="Add this win to Friday").click()
    page.locator("#book-history", has_text="Ann won").wait_for()
    cut(page, "book-table", "book-standings", folder / "book.png")


def dispute(page: Page, folder: Path) -> None:
    """Take the picture of the ruling on a wrongly named discard."""
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name="A discard was named wrongly and is wanted").click()
    choose(page, "Who named the discard wrongly", "Player 2")
    choose(page, "Who wants it", "Player 1")
    choose(page, "What it is wanted for", "Mah jongg")
    page.get_by_label("What the hand that wants it is worth").fill("25")
    page.get_by_role("button", name="What do the rules say?").click()
    answer = page.get_by_role("group", name="The ruling")
    answer.wait_for()
    save(answer.screenshot(), folder / "dispute.png")


def teach(page: Page, folder: Path) -> None:
    """Take the picture of the proposed names of a tile set's faces."""
    page.get_by_role("button", name="Teach a new set").click()
    page.locator("#teach-dialog").get_by_label("What to call the set").fill("Rosewood")
    page.set_input_files("#teach-choose", folder / FACES)
    page.locator('#teach-dialog [data-face="0"]').wait_for()
    save(page.screenshot(), folder / "teach.png", 64)


SCENES: tuple[Callable[[Page, Path], None], ...] = (scan, book, dispute, teach)


if __name__ == "__main__":
    main()
