"""Join printed texts into rows: a hand, its remark, and its value at the far right."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from statistics import median
from typing import Final

from service.cards.photographed.letters import PrintedText, PrintedWord
from vision.geometry import Quad, width_and_height

_TAIL: Final = re.compile(r"[(\uff08].*|[xXcC]?\s*\d{0,3}\s*[xXcC]?|.*[)\uff09]|(?i:any|or|conc|exp).*")
"""Texts that continue a row: a remark, X or C, a value."""

_WORTH: Final = re.compile(r"(?:.*\s)?[xXcC]\s*\d{2,3}[cC]?|\d{2,3}\s*[xXcC]?")
_NEAR: Final = 1.2
"""Gap to the end of a row within which any text continues it, in letter heights."""

_FULL: Final = 0.75
"""Height of a word, relative to the largest of its row, from which its position shows the course of the row."""

_LONG: Final = 4.0
"""Ratio of width to height from which a text shows the slope of the print around it."""

_AROUND: Final = 7
"""Number of nearby long texts whose median slope a row takes."""

_OFF: Final = 0.8
"""Maximum vertical offset between a row and a text that continues it, in letter heights."""

_ALIKE: Final = 2.0
"""Weight of a difference in letter size against a vertical offset: a value is as large as its hand, a remark is not."""


@dataclass(slots=True)
class Row:
    """Words from left to right."""

    words: list[PrintedWord]
    slope: float = 0.0
    """Slope of the print around it, in pixels down per pixel to the right."""
    closed: bool = False
    """The row has its value, so text to its right belongs to the next column of the card."""

    @property
    def largest(self) -> float:
        """The height of its largest letters, in pixels."""
        return max(word.height for word in self.words)

    def height_at(self, x: float) -> float:
        """Return the row's y at ``x``, in pixels; ignore small print, since a remark stands lower."""
        least = _FULL * self.largest
        last = [word for word in self.words if word.height >= least][-1].right
        return last[1] + self.slope * (x - last[0])

    @property
    def size(self) -> float:
        """The median height of its words, in pixels."""
        heights = sorted(word.height for word in self.words)
        return heights[len(heights) // 2]


def rows_of(texts: list[PrintedText]) -> list[Row]:
    """Return the rows of all columns, each column from top to bottom."""
    rows: list[Row] = []
    lies = [(text.quad[0][1], _slope(text.quad)) for text in texts if _is_long(text.quad)]
    for text in sorted(texts, key=lambda one: one.quad[0][0]):
        words = sorted(text.words, key=lambda one: one.left[0])
        row = _going_on(rows, text, words)
        if row is None:
            near = sorted(lies, key=lambda one: abs(one[0] - text.quad[0][1]))[:_AROUND]
            row = Row([], median([slope for _, slope in near] or [0.0]))
            rows.append(row)
        row.closed = _is_worth(row, text.text.strip(), words[0])
        row.words += words
    return _by_columns(rows)


def _is_long(quad: Quad) -> bool:
    wide, high = width_and_height(quad)
    return wide >= _LONG * high


def _slope(quad: Quad) -> float:
    (x0, y0), (x1, y1), *_ = quad
    return (y1 - y0) / max(x1 - x0, 1.0)


def _going_on(rows: list[Row], text: PrintedText, words: list[PrintedWord]) -> Row | None:
    """Return the row that a text continues, or None if it starts a row."""
    x, y = words[0].left
    fitting: list[tuple[float, Row]] = []
    for row in rows:
        gap = x - row.words[-1].right[0]
        if row.closed or gap < -row.size:
            continue
        if gap > _NEAR * row.size and not _TAIL.fullmatch(text.text.strip()):
            continue
        off = abs(row.height_at(x) - y) / row.size
        unlike = _ALIKE * abs(math.log(words[0].height / row.largest))
        if off < _OFF:
            fitting.append((off + unlike, row))
    # A hand that begins behind the end of another row is of the next column, and lies between that row and the text.
    begins = max(
        (row.words[0].left[0] for _, row in fitting if not row.words[0].text.startswith("(")), default=-math.inf
    )
    here = [(far, row) for far, row in fitting if row.words[-1].right[0] > begins]
    return min(here, key=lambda one: one[0], default=(0.0, None))[1]


def _is_worth(row: Row, text: str, first: PrintedWord) -> bool:
    """Say whether a text ends a row with its value; a number close to the tiles before it is tiles, such as 99."""
    if not _WORTH.fullmatch(text):
        return False
    if not row.words or not text.isdigit():
        return bool(row.words) or " " in text
    before = row.words[-1]
    return before.text in {*"xXcC"} or first.left[0] - before.right[0] > _NEAR * row.size


def _by_columns(rows: list[Row]) -> list[Row]:
    """Order rows as people read them: rows with about the same left edge form a column."""
    columns: list[list[Row]] = []
    for row in sorted(rows, key=lambda one: one.words[0].left[0]):
        x = row.words[0].left[0]
        column = columns[-1] if columns else None
        if column is None or x - max(one.words[0].left[0] for one in column) > 6 * row.size:
            columns.append([row])
        else:
            column.append(row)
    return [row for column in columns for row in sorted(column, key=lambda one: one.words[0].left[1])]
