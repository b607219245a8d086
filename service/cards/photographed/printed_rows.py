"""Put printed texts into rows: a hand, its remark, and what it is worth at the far right."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from statistics import median
from typing import Final

from service.cards.photographed.printed_text import PrintedText, PrintedWord
from vision.geometry import Quad, width_and_height

_TAIL: Final = re.compile(r"[(\uff08].*|[xXcC]?\s*\d{0,3}\s*[xXcC]?|.*[)\uff09]|(?i:any|or|conc|exp).*")
"""Texts that go on with a row: a remark, X or C, a value."""

_WORTH: Final = re.compile(r"(?:.*\s)?[xXcC]\s*\d{2,3}|\d{2,3}\s*[xXcC]?")
_NEAR: Final = 1.2
"""How near to the end of a row, in heights of its letters, any text goes on with it."""

_FULL: Final = 0.75
"""Part of the height of a row's largest word from which a word stands where the row runs."""

_LONG: Final = 4.0
"""How many times as wide as high a text says how the print around it lies."""

_AROUND: Final = 7
"""Texts whose lie decides for a row."""

_OFF: Final = 0.8
"""How far above or below a row, in heights of its letters, the text that goes on with it may stand."""

_ALIKE: Final = 2.0
"""What letters of another size weigh beside standing higher or lower: a value is as large as its hand, no remark is."""


@dataclass(slots=True)
class Row:
    """Words from left to right."""

    words: list[PrintedWord]
    slope: float = 0.0
    """How the print lies around it: pixels down for a pixel to the right."""
    closed: bool = False
    """Its value was read: what stands to its right belongs to the next column of the card."""

    @property
    def largest(self) -> float:
        """The height of its largest letters."""
        return max(word.height for word in self.words)

    def height_at(self, x: float) -> float:
        """Return where the row runs at ``x``: a remark in small print stands lower, and tells nothing of it."""
        least = _FULL * self.largest
        last = [word for word in self.words if word.height >= least][-1].right
        return last[1] + self.slope * (x - last[0])

    @property
    def size(self) -> float:
        """The height of its letters."""
        heights = sorted(word.height for word in self.words)
        return heights[len(heights) // 2]


def rows_of(texts: list[PrintedText]) -> list[Row]:
    """Return the rows of all columns: a column from top to bottom, then the next."""
    rows: list[Row] = []
    lies = [(text.quad[0][1], _slope(text.quad)) for text in texts if _is_long(text.quad)]
    for text in sorted(texts, key=lambda one: one.quad[0][0]):
        words = sorted(text.words, key=lambda one: one.left[0])
        row = _going_on(rows, text, words)
        if row is None:
            near = sorted(lies, key=lambda one: abs(one[0] - text.quad[0][1]))[:_AROUND]
            row = Row([], median([slope for _, slope in near] or [0.0]))
            rows.append(row)
        row.words += words
        row.closed = bool(_WORTH.fullmatch(text.text.strip())) and len(row.words) > 1
    return _by_columns(rows)


def _is_long(quad: Quad) -> bool:
    wide, high = width_and_height(quad)
    return wide >= _LONG * high


def _slope(quad: Quad) -> float:
    (x0, y0), (x1, y1), *_ = quad
    return (y1 - y0) / max(x1 - x0, 1.0)


def _going_on(rows: list[Row], text: PrintedText, words: list[PrintedWord]) -> Row | None:
    """Return the row that a text goes on with, or None where it begins one."""
    x, y = words[0].left
    best, far = None, math.inf
    for row in rows:
        gap = x - row.words[-1].right[0]
        if row.closed or gap < -row.size:
            continue
        if gap > _NEAR * row.size and not _TAIL.fullmatch(text.text.strip()):
            continue
        off = abs(row.height_at(x) - y) / row.size
        unlike = _ALIKE * abs(math.log(words[0].height / row.largest))
        if off < _OFF and off + unlike < far:
            best, far = row, off + unlike
    return best


def _by_columns(rows: list[Row]) -> list[Row]:
    """Order rows as people read them: rows that begin at about the same place are a column."""
    columns: list[list[Row]] = []
    for row in sorted(rows, key=lambda one: one.words[0].left[0]):
        x = row.words[0].left[0]
        column = columns[-1] if columns else None
        if column is None or x - max(one.words[0].left[0] for one in column) > 6 * row.size:
            columns.append([row])
        else:
            column.append(row)
    return [row for column in columns for row in sorted(column, key=lambda one: one.words[0].left[1])]
