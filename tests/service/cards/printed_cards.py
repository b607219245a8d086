"""Invented cards as they are printed and photographed.

`python -m tests.service.cards.printed_cards [--pages N] [--hard] [--show]` says how well they are read.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

needs_networks = pytest.mark.skipif(
    find_spec("rapidocr") is None,
    reason="rapidocr brings what reads print: pip install --no-deps -r requirements/ocr-no-deps.txt",
)

Pixels = np.ndarray[Any, Any]

FOLDER: Final = Path(__file__).parents[3] / "datasets/render/fonts"
FONTS: Final = ("lat-book", "lat-roman", "lat-geometric", "lat-narrow", "lat-slab", "lat-round")
SMALL: Final = ("lat-book", "lat-roman", "lat-narrow")
INKS: Final = (
    {"a": (20, 120, 60), "b": (190, 30, 30), "c": (25, 60, 160), "": (25, 60, 160)},
    {"a": (25, 60, 160), "b": (190, 30, 30), "c": (20, 120, 60), "": (30, 30, 30)},
    {"a": (205, 40, 45), "b": (10, 105, 70), "c": (35, 40, 120), "": (35, 40, 120)},
)
SHAPES: Final = (
    *((2, 4, 4, 4), (4, 4, 4, 2), (3, 3, 4, 4), (2, 3, 2, 3, 4), (2, 2, 3, 3, 4), (5, 4, 5)),
    *((2, 4, 2, 4, 2), (4, 3, 4, 3)),
)
RUNS: Final = ((4, 4, 4), (3, 4, 4), (2, 3, 4, 3), (2, 3, 3, 4))
FAMILIES: Final = {
    "mixed": (0.25, 0.35, 0.45, 0.52),
    "runs and like numbers": (0.55, 0.85, 0.85, 0.88),
    "years and winds": (0.1, 0.15, 0.6, 0.65),
    "fixed hands": (0.05, 0.1, 0.15, 0.45),
}
"""Cumulative shares of runs, like numbers, years and lines of two hands among a card's lines; the rest is one hand."""
SIZE: Final = 30
WIDTH: Final = 1050
LINES: Final = 14


@dataclass(frozen=True)
class Printed:
    """A printed line: alternatives of groups with colours, remark, X or C, value; ``rules`` is the remark's meaning."""

    hands: tuple[tuple[tuple[str, str], ...], ...]
    kind: str
    value: int
    remark: str = ""
    rules: str = ""

    @property
    def text(self) -> str:
        """Return the line in the card's language; suits are a, b and c in order of appearance (`in_order`)."""
        found = [" ".join(tiles + ink for tiles, ink in hand) for hand in self.hands]
        rules = f" ({self.rules})" if self.rules else ""
        return in_order(f"{' -or- '.join(found)}{rules} {self.kind.lower()}{self.value}")

    @property
    def letters(self) -> str:
        """Return the printed letters of hands and value."""
        return "".join(tiles for hand in self.hands for tiles, _ in hand) + f"{self.kind}{self.value}"


def in_order(text: str) -> str:
    """Name the suits of each alternative a, b and c in order of appearance, since colours have no fixed suit."""
    hands = []
    for hand in text.split(" -or- "):
        letters = list(dict.fromkeys(re.findall(r"\b[0-9D]+([abc])\b", hand)))
        hands.append(re.sub(r"\b([0-9D]+)([abc])\b", lambda one: one[1] + "abc"[letters.index(one[2])], hand))  # noqa: B023
    return " -or- ".join(hands)


def _suits(hand: tuple[tuple[str, str], ...]) -> str:
    count = len({ink for _, ink in hand if ink})
    return f"Any {count} Suit{'s' if count > 1 else ''}" if count else ""


def _hand(rng: Random) -> tuple[tuple[str, str], ...]:
    groups = []
    for size in rng.choice(SHAPES):
        tile = rng.choice("123456789DDFFNEWS0")
        groups.append((tile * size, rng.choice("abc") if tile in "123456789D" else ""))
    return tuple(groups)


def _run(rng: Random) -> Printed:
    """Return consecutive numbers."""
    sizes = rng.choice(RUNS)
    first = rng.randint(1, 3)
    colours = rng.choice(["a" * len(sizes), "".join(rng.choice("abc") for _ in sizes)])
    numbers = [(str(first + at) * size, colours[at]) for at, size in enumerate(sizes)]
    rest = 14 - sum(sizes)
    hand = (*((("F" * rest, ""),) if rest else ()), *numbers)
    told = rng.choice([f"Any {len(sizes)} Consec. Nos.", "Any Run", "Any Consec. Nos."])
    return Printed((hand,), rng.choice("XC"), rng.choice([25, 30, 35]), f"({_suits(hand)}, {told})", "run")


def _like(rng: Random) -> Printed:
    """Return like numbers."""
    number = rng.choice("123456789")
    hand = (("FF", ""), (number * 4, "a"), (number * 4, "b"), (number * 4, "c"))
    if rng.random() < 0.5:
        hand = (("NEWS", ""), (number * 3, "a"), (number * 4, "b"), (number * 3, "c"))
    told = rng.choice(["Any Like Nos.", "Any Like Numbers"])
    return Printed((hand,), "X", rng.choice([25, 30]), f"({told}, {_suits(hand)})", "like")


def _year(rng: Random) -> Printed:
    """Return a year."""
    one, two = rng.sample("abc", 2)
    hand = rng.choice(
        [
            (("FF", ""), ("2026", one), ("2222", two), ("6666", two)),
            (("222", one), ("0000", ""), ("222", two), ("6666", two)),
            (("NN", ""), ("2026", one), ("2026", two), ("EE", ""), ("WW", "")),
        ]
    )
    return Printed((hand,), rng.choice("XC"), rng.choice([25, 30, 35]), f"({_suits(hand)})")


def invented(rng: Random, family: str = "mixed") -> Printed:
    """Return a made-up line that is on no published card."""
    kind = rng.random()
    runs, like, years, two = FAMILIES[family]
    if kind < runs:
        return _run(rng)
    if kind < like:
        return _like(rng)
    if kind < years:
        return _year(rng)
    hand = _hand(rng)
    hands = (hand, _hand(rng)) if kind < two else (hand,)
    told = _suits(hand) if len(hands) == 1 else ""
    return Printed(hands, rng.choice("XC"), rng.choice([25, 30, 35, 40, 50]), f"({told})" if told else "")


HEADINGS: Final = ("2468", "ANY LIKE NUMBERS", "CONSECUTIVE RUN")
"""Headings, one above every fifth line of a panel."""


def printed(seed: int, family: str = "mixed", count: int = LINES) -> tuple[Pixels, list[Printed]]:
    """Return the picture (BGR) of a panel, and its lines: at most 15."""
    rng = Random(seed)
    font = ImageFont.truetype(str(FOLDER / f"{rng.choice(FONTS)}.ttf"), SIZE)
    small = ImageFont.truetype(str(FOLDER / f"{rng.choice(SMALL)}.ttf"), int(SIZE * rng.uniform(0.58, 0.72)))
    inks = rng.choice(INKS)
    row = int(SIZE * rng.uniform(1.6, 1.9))
    gap = SIZE * rng.uniform(0.36, 0.5)
    below = rng.random() < 0.3
    page = Image.new("RGB", (WIDTH, row * LINES * 3 + 160), (252, 250, 244))
    draw = ImageDraw.Draw(page)
    dark = (30, 30, 30)
    lines: list[Printed] = []
    y = 30
    for at in range(count):
        if at % 5 == 0:
            draw.text((60, y), HEADINGS[at // 5], font=font, fill=(150, 20, 20))
            y += row
        line = invented(rng, family)
        x = 60.0
        for nth, hand in enumerate(line.hands):
            x = 60.0
            if nth:
                draw.text((x, y), "or", font=small, fill=dark)
                x += draw.textlength("or ", font=small) + gap
            for tiles, ink in hand:
                draw.text((x, y), tiles, font=font, fill=inks[ink])
                x += draw.textlength(tiles, font=font) + gap
            if nth < len(line.hands) - 1:
                y += row
        wide = draw.textlength(line.remark, font=small)
        worth = y
        if line.remark and (below or x + wide > WIDTH - 170):
            draw.text((100, y + row * 0.75), line.remark, font=small, fill=dark)
            y += int(row * 0.75)
        else:
            draw.text((x + SIZE * 0.2, y + SIZE * 0.3), line.remark, font=small, fill=dark)
        draw.text((WIDTH - 150, worth), line.kind, font=font, fill=dark)
        draw.text((WIDTH - 100, worth), str(line.value), font=font, fill=dark)
        lines.append(line)
        y += row
    cut = page.crop((0, 0, WIDTH, y + 30))
    return np.asarray(cut)[:, :, ::-1].copy(), lines


def photographed(page: Pixels, seed: int, *, hard: bool = False) -> bytes:
    """Return a handheld phone's JPEG of a page: skewed, unevenly lit, slightly blurred; `hard`: worse and smaller."""
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
    return packed.tobytes()


@dataclass
class Score:
    """Counts of lines and letters read right and wrong."""

    lines: int = 0
    untouched: int = 0
    marked: int = 0
    wrong: int = 0
    letters: int = 0
    right: int = 0

    def add(self, wanted: list[Printed], found: list[tuple[str, bool]]) -> None:
        """Count one page; `found` holds each line's text and whether it is sure."""
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
    """Return the edit distance: letters to change, add or remove."""
    before = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        now = [at]
        for to, wanted in enumerate(other, 1):
            now.append(min(before[to] + 1, now[-1] + 1, before[to - 1] + (letter != wanted)))
        before = now
    return before[-1]


def measure(pages: range, *, hard: bool, show: bool = False) -> Score:
    """Print, photograph and read pages; `show` prints each misread line."""
    from service.cards.photographed.native_print import read_card_photo

    score = Score()
    for seed in pages:
        page, lines = printed(seed)
        draft = read_card_photo(photographed(page, seed, hard=hard), "card.jpg").to_json()
        read = [line for section in draft["sections"] for line in section["lines"]]
        score.add(lines, [(in_order(line["text"]), line["sure"]) for line in read])
        if show:
            _show(seed, lines, read)
    return score


def _show(seed: int, lines: list[Printed], read: list[dict[str, Any]]) -> None:
    meant = Counter(line.text for line in lines)
    for line in read:
        text = in_order(line["text"])
        if line["sure"] and meant[text]:
            continue
        near = min(meant, key=lambda one: distance(one, text))
        why = [one["message"] for one in line["remarks"] if one["look"]]
        print(f"{seed} {'?' if not line['sure'] else '!'} {text}\n    meant {near}\n    {why}")  # noqa: T201


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the lines that are not as they were meant")
    asked = parser.parse_args()
    score = measure(range(asked.first, asked.first + asked.pages), hard=asked.hard, show=asked.show)
    shares = {"without a touch": score.untouched, "marked": score.marked, "wrong and unmarked": score.wrong}
    told = ", ".join(f"{name} {count / score.lines:.1%}" for name, count in shares.items())
    print(f"{score.lines} lines: {told}; letters {score.right / score.letters:.2%}")  # noqa: T201


if __name__ == "__main__":
    main()
