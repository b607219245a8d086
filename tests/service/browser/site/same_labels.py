"""Say how often both editions read the same: `python -m tests.service.browser.site.same_labels --count 100`.

Rendered scenes of all kinds, each phone-sized and as a 12-megapixel photo, and the pictures of the project, are read by
the phone edition in Chromium and by native code. Tiles count as the same where their places and labels agree.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.scene.scene import render_scene
from service.browser.site.build import build_site
from service.shared.networks import load_networks
from tests.service.browser.site.conftest import cache, prepared, served
from tests.service.page.jobs import API
from tests.service.page.phone import chromium, text_of
from vision import Networks, decode, read_rack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[4]
COMMITTED = ("examples/rack.jpg", "docs/pictures/faces.jpg")
PHONE = (2048, 1536)
LARGE = (4032, 3024)
PATIENT = 600_000  # ms that a page may take for any step
SCAN = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const api = await API;
  return (await api.scan(new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg', null)).tiles;
}""".replace("API", API)


@dataclass
class Counts:
    """Counts of the comparison.

    Attributes:
        tiles: tiles of both editions together; each pair counts once.
        labels: tiles to which both editions give the same label.
        asked: tiles that both editions ask about, or neither.
        unlike: names of the pictures that differ.
    """

    tiles: int = 0
    labels: int = 0
    asked: int = 0
    unlike: list[str] = field(default_factory=list)

    def add(self, name: str, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> None:
        """Pair the tiles of one picture by position and count them."""
        left, before = list(theirs), (self.labels, self.asked)
        count = 0
        for tile in ours:
            middle, width = _middle(tile), np.linalg.norm(np.subtract(tile["quad"][1], tile["quad"][0]))
            near = [one for one in left if np.linalg.norm(_middle(one) - middle) < width / 2]
            count += 1
            if near:
                left.remove(near[0])
                self.labels += near[0]["label"] == tile["label"]
                self.asked += near[0]["sure"] == tile["sure"]
        count += len(left)
        self.tiles += count
        if (self.labels - before[0], self.asked - before[1]) != (count, count):
            self.unlike.append(name)

    def text(self, what: str) -> str:
        """Return the counts in one line."""
        if not self.tiles:
            return f"{what}: no tiles\n"
        alike = f"{self.labels / self.tiles:.4%} of {self.tiles} tiles read alike"
        return (
            f"{what}: {alike}, {self.asked / self.tiles:.4%} asked about alike; differs: {self.unlike or 'nothing'}\n"
        )


def _middle(tile: dict[str, Any]) -> npt.NDArray[np.float64]:
    return np.asarray(np.mean(tile["quad"], axis=0), np.float64)


def photos(count: int, first: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield the size, name and JPEG file of each picture."""
    for place in COMMITTED:
        yield "committed", place, (ROOT / place).read_bytes()
    for seed in range(first, first + count):
        pixels = render_scene(seed, PHONE).pixels
        large = cv2.resize(pixels, LARGE, interpolation=cv2.INTER_CUBIC)
        for size, shown in (("phone-sized", pixels), ("12 megapixels", large)):
            yield size, f"scene {seed}", cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def compare(page: Page, networks: Networks, count: int, first: int) -> dict[str, Counts]:
    """Read each picture with both editions and count."""
    found: dict[str, Counts] = {}
    for size, name, data in photos(count, first):
        ours = read_rack(decode(data), networks).to_json(name)["tiles"]
        theirs = page.evaluate(SCAN, base64.b64encode(data).decode())
        found.setdefault(size, Counts()).add(name, ours, theirs)
    return found


def opened(browser: Browser, address: str) -> Page:
    """Open the phone edition, wait until the phone has stored it, and open it again."""
    page = browser.new_context(service_workers="allow").new_page()
    page.set_default_timeout(PATIENT)
    page.goto(address)
    text_of(page, "photo", "photo")
    page.locator("#local").wait_for(state="hidden")
    prepared(page)
    page.reload()
    text_of(page, "photo", "photo")
    return page


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=99, help="rendered scenes, each in two sizes")
    parser.add_argument("--first", type=int, default=910_000, help="seed of the first scene")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, chromium() as browser:
        site = build_site(Path(folder) / "site", cache())
        with served(site.folder) as address:
            found = compare(opened(browser, address), load_networks(), arguments.count, arguments.first)
    for size, counts in found.items():
        sys.stdout.write(counts.text(size))


if __name__ == "__main__":
    main()
