"""Invented cards as they are printed and photographed.

`python -m tests.service.cards.printed_cards [--pages N] [--hard]` says how well they are read.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Pixels = np.ndarray[Any, Any]

FOLDER: Final = Path("/usr/share/fonts/truetype")
FONTS: Final = (
    "liberation/LiberationSans-Bold.ttf",
    "liberation/LiberationSans-Regular.ttf",
    "dejavu/DejaVuSansCondensed-Bold.ttf",
    "liberation/LiberationSerif-Bold.ttf",
)
"""Fonts of a Linux desktop like those of printed cards; without them there is nothing to print with."""

INKS: Final = {"a": (20, 120, 60), "b": (190, 30, 30), "c": (25, 60, 160), "": (25, 60, 160)}
SHAPES: Final = (
    *((2, 4, 4, 4), (4, 4, 4, 2), (3, 3, 4, 4), (2, 3, 2, 3, 4), (2, 2, 3, 3, 4), (5, 4, 5)),
    (2, 4, 2, 4, 2),
)
HEADINGS: Final = ("2468", "ANY LIKE NUMBERS", "CONSECUTIVE RUN")
SIZE: Final = 30
WIDTH: Final = 1050
LINES: Final = 14


@dataclass(frozen=True)
class Printed:
    """A printed line: groups with their colours, X or C, value."""

    groups: tuple[tuple[str, str], ...]
    kind: str
    value: int

    @property
    def text(self) -> str:
        """The line in the card's language; colours are a, b and c in their order."""
        inks = list(dict.fromkeys(ink for _, ink in self.groups if ink))
        hand = " ".join(tiles + ("abc"[inks.index(ink)] if ink else "") for tiles, ink in self.groups)
        return f"{hand} {self.kind.lower()}{self.value}"

    @property
    def letters(self) -> str:
        """What is printed of hand and worth."""
        return "".join(tiles for tiles, _ in self.groups) + f"{self.kind}{self.value}"


def invented(rng: Random) -> Printed:
    """A line nobody's card has."""
    groups = []
    for size in rng.choice(SHAPES):
        tile = rng.choice("123456789DDFFNEWS0")
        groups.append((tile * size, rng.choice("abc") if tile in "123456789D" else ""))
    if rng.random() < 0.15:
        groups = [("FF", ""), ("NEWS", ""), (rng.choice("2468") * 4, "a"), (rng.choice("1357") * 4, "b")]
    return Printed(tuple(groups), rng.choice("XC"), rng.choice([25, 30, 35, 40, 50]))


def printed(seed: int) -> tuple[Pixels, list[Printed]]:
    """A panel of a card, BGR, and its lines."""
    rng = Random(seed)
    font = ImageFont.truetype(str(FOLDER / rng.choice(FONTS)), SIZE)
    small = ImageFont.truetype(str(FOLDER / FONTS[1]), int(SIZE * 0.62))
    row = int(SIZE * 1.75)
    page = Image.new("RGB", (WIDTH, row * (LINES + 3) + 80), (252, 250, 244))
    draw = ImageDraw.Draw(page)
    lines, y = [], 30
    for at in range(LINES):
        if at % 5 == 0:
            draw.text((60, y), HEADINGS[at // 5], font=font, fill=(150, 20, 20))
            y += row
        line = invented(rng)
        x = 60.0
        for tiles, ink in line.groups:
            draw.text((x, y), tiles, font=font, fill=INKS[ink])
            x += draw.textlength(tiles, font=font) + SIZE * 0.42
        suits = len({ink for _, ink in line.groups if ink})
        if suits:
            remark = f"(Any {suits} Suit{'s' if suits > 1 else ''})"
            draw.text((x + SIZE * 0.2, y + SIZE * 0.35), remark, font=small, fill=(30, 30, 30))
        draw.text((WIDTH - 150, y), line.kind, font=font, fill=(30, 30, 30))
        draw.text((WIDTH - 100, y), str(line.value), font=font, fill=(30, 30, 30))
        lines.append(line)
        y += row
    return np.asarray(page)[:, :, ::-1].copy(), lines


def photographed(page: Pixels, seed: int, *, hard: bool = False) -> Pixels:
    """A page as a phone held by hand sees it: askew, unevenly lit, a little unsharp; `hard`: worse, and smaller."""
    rng = np.random.default_rng(seed)
    high, wide = page.shape[:2]
    size = (int(wide * 1.25), int(high * 1.25))
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    straight = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]) * size
    askew = straight + rng.uniform(-0.035, 0.035, (4, 2)) * size[0]
    there = cv2.getPerspectiveTransform(corners, askew.astype(np.float32))
    seen = cv2.warpPerspective(page, there, size)
    covered = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), there, size)
    table = np.full((size[1], size[0], 3), rng.integers(60, 150, 3), np.uint8)
    seen = np.where(covered[..., None] > 127, seen, table)
    scale = (1400 if hard else 1800) / max(size)
    seen = cv2.resize(seen, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float64)
    ys, xs = np.mgrid[0 : seen.shape[0], 0 : seen.shape[1]]
    across, down = rng.uniform(0, 1, 2)
    light = 0.8 + 0.3 * np.cos((xs / seen.shape[1] - across) * 2) * np.cos((ys / seen.shape[0] - down) * 1.5)
    seen = seen * light[..., None] * rng.uniform(0.87, 1, 3)
    blur = rng.uniform(1.0, 1.7) if hard else rng.uniform(0.5, 1.0)
    seen = cv2.GaussianBlur(seen, (0, 0), blur) + rng.normal(0, 8 if hard else 4, seen.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, 60 if hard else 85]
    _, packed = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), quality)
    found = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert found is not None
    return found


@dataclass
class Score:
    """How many lines and letters were read how."""

    lines: int = 0
    untouched: int = 0
    marked: int = 0
    wrong: int = 0
    letters: int = 0
    right: int = 0

    def add(self, wanted: list[Printed], found: list[tuple[str, bool]]) -> None:
        """Count one page; `found`: the text of each line, and whether it asks for no look."""
        left = dict(found)
        for line in wanted:
            self.lines += 1
            self.letters += len(line.letters)
            read = line.text if line.text in left else min(left, key=lambda one: distance(one, line.text), default="")
            sure = left.get(read, False)
            self.right += max(0, len(line.letters) - (0 if read == line.text else distance(read, line.text)))
            self.untouched += read == line.text and sure
            self.marked += not sure
            self.wrong += read != line.text and sure


def distance(one: str, other: str) -> int:
    """Letters that have to be changed, added or taken away."""
    before = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        now = [at]
        for to, wanted in enumerate(other, 1):
            now.append(min(before[to] + 1, now[-1] + 1, before[to - 1] + (letter != wanted)))
        before = now
    return before[-1]


def measure(pages: range, *, hard: bool) -> Score:
    """Print, photograph and read pages."""
    from service.cards.photographed.read_photo import draft_of_picture

    score = Score()
    for seed in pages:
        page, lines = printed(seed)
        draft = draft_of_picture(photographed(page, seed, hard=hard))
        score.add(lines, [(line["text"], line["sure"]) for section in draft["sections"] for line in section["lines"]])
    return score


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--hard", action="store_true")
    asked = parser.parse_args()
    score = measure(range(asked.first, asked.first + asked.pages), hard=asked.hard)
    shares = {"without a touch": score.untouched, "marked": score.marked, "wrong and unmarked": score.wrong}
    told = ", ".join(f"{name} {count / score.lines:.1%}" for name, count in shares.items())
    print(f"{score.lines} lines: {told}; letters {score.right / score.letters:.2%}")  # noqa: T201


if __name__ == "__main__":
    main()
