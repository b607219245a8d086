"""Say how many times longer than native code the phone edition takes: `python -m tests.service.browser.site.speed`.

Both read the same photos in one run, turn by turn, and look at the same frames of a camera that moves. Of these only
ratios of medians are printed: a machine's times say nothing of a phone's. On the first visit the networks run without
threads, in two workers, on the second one with threads. How many pictures a second the page shows meanwhile, and after
how many seconds it answers, are this machine's, with all that it does beside; so how many seconds of processor it takes
is told too. Linux only.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import cv2
import numpy as np

from service.browser.site.build import build_site
from service.photos.live_sessions import LiveSessions
from service.shared.networks import drive_with, load_networks
from service.tilesets.tileset_store import TileSetStore
from tests.service.browser.site.conftest import cache, prepared, served
from tests.service.browser.site.processes import spent
from tests.service.page.jobs import API
from tests.service.page.phone import chromium, text_of
from vision import Networks, decode, read_rack

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PHOTO = Path(__file__).parents[4] / "examples" / "rack.jpg"
SIZES = {"12 megapixels": (4032, 3024), "phone-sized": (2048, 1536)}
SCAN = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const api = await API;
  const start = performance.now();
  const found = await api.scan(new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg', null);
  return [performance.now() - start, found.tiles.length];
}""".replace("API", API)

LIVE = """async ([frames, step]) => {
  const api = await API;
  const { signal } = new AbortController();
  const times = [];
  let session = null;
  let shown = 0;
  let looking = true;
  const count = () => { shown += 1; if (looking) requestAnimationFrame(count); };
  requestAnimationFrame(count);
  const begun = performance.now();
  for (const [nth, data] of frames.entries()) {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const start = performance.now();
    session = (await api.live(new Blob([bytes], { type: 'image/jpeg' }), nth * step, session, null, signal)).session;
    times.push(performance.now() - start);
  }
  looking = false;
  return [times, shown / (performance.now() - begun) * 1000];
}""".replace("API", API)
READY = """async () => {
  await (await API).cards();
}""".replace("API", API)
FRAME_SIDE = 960
FRAME_STEP = 0.1
"""Seconds between two frames of the camera."""


def film(count: int) -> list[bytes]:
    """Return the frames of a camera that moves over the rack, encoded as the page sends them."""
    pixels = np.asarray(cv2.imread(str(PHOTO)))
    high, wide = pixels.shape[:2]
    frames = []
    for nth in range(count):
        left, top = (int(0.04 * side * (1 + np.sin(nth / 2 + turn)) / 2) for side, turn in ((wide, 0), (high, 1)))
        part = pixels[top : top + int(0.96 * high), left : left + int(0.96 * wide)]
        size = (FRAME_SIDE, round(part.shape[0] * FRAME_SIDE / part.shape[1]))
        frames.append(cv2.imencode(".jpg", cv2.resize(part, size, interpolation=cv2.INTER_AREA))[1].tobytes())
    return frames


def looks(frames: list[bytes]) -> list[float]:
    """Return the milliseconds that native code takes for each frame."""
    networks, sessions, session, times = load_networks(), LiveSessions(), None, []
    with TemporaryDirectory() as folder:
        store = TileSetStore(Path(folder), files=False)
        for nth, data in enumerate(frames):
            start = perf_counter()
            frame = data, nth * FRAME_STEP, session, store, None
            session = drive_with(networks, sessions.step(*frame, cards=networks.cards)).session
            times.append((perf_counter() - start) * 1e3)
    return times


def live(page: Page, frames: list[bytes]) -> str:
    """Compare the milliseconds per frame of both editions, without the first two frames, which start the session."""
    before = looks(frames)
    times, shown = page.evaluate(LIVE, [[base64.b64encode(one).decode() for one in frames], FRAME_STEP])
    usual = median(before[2:] + looks(frames)[2:])
    return f"live looks: {median(times[2:]) / usual:.1f} x native, {shown:.0f} pictures a second shown meanwhile"


def photo(size: tuple[int, int]) -> bytes:
    """Return the example rack as a JPEG of this width and height."""
    pixels = np.asarray(cv2.imread(str(PHOTO)))
    return cv2.imencode(".jpg", cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC))[1].tobytes()


def native(data: bytes, networks: Networks) -> tuple[float, int]:
    """Return the milliseconds that native code takes, and the number of tiles it finds."""
    start = perf_counter()
    reading = read_rack(decode(data), networks)
    return (perf_counter() - start) * 1e3, len(reading.tiles)


def visits(context: BrowserContext, address: str) -> Iterator[Page]:
    """Yield the page of a first visit, then of a second one."""
    for visit in ("first visit", "from cache"):
        page = context.new_page()
        used, begun = spent(), perf_counter()
        page.goto(address)
        text_of(page, "photo", "photo")
        shown = perf_counter() - begun
        page.evaluate(READY)
        answers, used = perf_counter() - begun, spent() - used
        sys.stdout.write(
            f"{visit}: shown after {shown:.1f} s, answers after {answers:.1f} s, {used:.1f} s of processor\n"
        )
        page.locator("#local").wait_for(state="hidden")
        prepared(page)
        yield page
        page.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="photos of each size after the first")
    rounds = parser.parse_args().rounds
    networks = load_networks()
    frames = film(3 * rounds)
    with TemporaryDirectory() as folder, chromium() as browser:
        site = build_site(Path(folder) / "site", cache())
        with served(site.folder) as address:
            for page in visits(browser.new_context(service_workers="allow"), address):
                for name, size in SIZES.items():
                    data = photo(size)
                    text = base64.b64encode(data).decode()
                    took = []
                    for _ in range(rounds + 1):
                        (ours, mine), (theirs, seen) = native(data, networks), page.evaluate(SCAN, text)
                        assert mine == seen, "both read the same tiles"
                        took.append((ours, theirs))
                    usual = median(ours for ours, _ in took[1:])
                    later = median(theirs for _, theirs in took[1:]) / usual
                    threads = "threads" if page.evaluate("crossOriginIsolated") else "no threads"
                    line = f"{name}, {threads}: {later:.1f} x native, the first one {took[0][1] / usual:.1f} x"
                    sys.stdout.write(f"{line}\n")
                sys.stdout.write(f"{live(page, frames)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
