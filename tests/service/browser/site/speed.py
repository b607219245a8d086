"""Say how many times longer than native code the phone edition takes: `python -m tests.service.browser.site.speed`.

Both read the same photos in one run, turn by turn. Only ratios of medians are printed: a machine's times say nothing of
a phone's. On the first visit the networks run on one thread, on the second one on several.
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
from service.shared.networks import load_networks
from tests.service.browser.site.conftest import cache, served
from tests.service.page.phone import PATIENT, chromium, text_of
from vision import Networks, decode, read_rack

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PHOTO = Path(__file__).parents[4] / "examples" / "rack.jpg"
SIZES = {"12 megapixels": (4032, 3024), "phone-sized": (2048, 1536)}
SCAN = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const site = document.querySelector('meta[name=rackcheck-site]').content;
  const api = await import(`./${site}/page/js/shared/api.js`);
  const start = performance.now();
  const found = await api.scan(new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg', null);
  return [performance.now() - start, found.tiles.length];
}"""


def photo(size: tuple[int, int]) -> bytes:
    """The rack of the examples as a JPEG of this width and height."""
    pixels = np.asarray(cv2.imread(str(PHOTO)))
    return cv2.imencode(".jpg", cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC))[1].tobytes()


def native(data: bytes, networks: Networks) -> tuple[float, int]:
    """Milliseconds that native code takes, and the tiles it sees."""
    start = perf_counter()
    reading = read_rack(decode(data), networks)
    return (perf_counter() - start) * 1e3, len(reading.tiles)


def visits(context: BrowserContext, address: str) -> Iterator[Page]:
    """The page as it is on the first visit, and on the second."""
    for _ in range(2):
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.goto(address)
        text_of(page, "photo", "photo")
        page.locator("#local").wait_for(state="hidden")
        yield page
        page.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="photos of each size after the first")
    rounds = parser.parse_args().rounds
    networks = load_networks()
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
                    threads = "threads" if page.evaluate("crossOriginIsolated") else "one thread"
                    line = f"{name}, {threads}: {later:.1f} x native, the first one {took[0][1] / usual:.1f} x"
                    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
