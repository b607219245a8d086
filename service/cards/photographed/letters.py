"""Decode the reader's labels along a line into words.

A run of steps with the same likeliest label is one letter, and a blank separates two letters of the same label
(connectionist temporal classification, A. Graves and others, ICML 2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from service.cards.photographed.print_requests import ReadSteps
from vision.geometry import Point, Quad

LABELS: Final = ("", *map(chr, range(33, 127)), " ")
"""Signs by label index, ASCII alone, as a card has no other; the first is the blank of the CTC decoder."""

_BLANK: Final = 0
_OPEN: Final = frozenset("(\uff08")


def columns_of(signs: str) -> list[int]:
    """Return the column of the network's output for each of `LABELS`.

    Args:
        signs: the signs in the metadata of PP-OCRv6, one per line. The output adds a blank before and a space after.
    """
    known = signs.splitlines()
    return [0, *(known.index(letter) + 1 for letter in LABELS[1:-1]), len(known) + 1]


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A word: ``quad`` are its corners in pixels, clockwise from the upper left; ``score`` is 0 to 1.

    ``places`` are the quads of its letters.
    """

    text: str
    score: float
    quad: Quad
    places: tuple[Quad, ...] = ()

    @property
    def left(self) -> Point:
        """The middle of its left edge."""
        return _between(self.quad[0], self.quad[3], 0.5)

    @property
    def right(self) -> Point:
        """The middle of its right edge."""
        return _between(self.quad[1], self.quad[2], 0.5)

    @property
    def height(self) -> float:
        """Its height in pixels."""
        return abs(self.quad[3][1] - self.quad[0][1] + self.quad[2][1] - self.quad[1][1]) / 2


@dataclass(frozen=True, slots=True)
class PrintedText:
    """Words close beside each other; ``quad`` encloses them all."""

    quad: Quad
    words: tuple[PrintedWord, ...]

    @property
    def text(self) -> str:
        """Its words with spaces between them."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter, its probability, and its middle as a fraction of the line's width."""

    text: str
    score: float
    middle: float


def words_of_line(read: ReadSteps, labels: Sequence[str], quad: Quad, width: int) -> tuple[PrintedWord, ...]:
    """Return the words of a line.

    Args:
        read: the reader's output for the line.
        labels: the reader's labels; the first is the blank.
        quad: the line's corners.
        width: width of the line in the crop, in pixels; the rest of the crop is padding.
    """
    steps = len(read.labels)
    letters = _letters(read, labels, read.width / steps / width if steps else 0.0)
    usual = median([other.middle - one.middle for one, other in pairwise(letters)] or [1.0])
    words: list[list[_Letter]] = [[]]
    for letter in letters:
        # A bracket starts a remark, however close to the last group it stands.
        if letter.text in _OPEN:
            words.append([])
        if letter.text == " ":
            words.append([])
        else:
            words[-1].append(letter)
    return tuple(_word(word, quad, usual) for word in words if word)


def _letters(read: ReadSteps, labels: Sequence[str], part: float) -> list[_Letter]:
    found: list[_Letter] = []
    before, start = _BLANK, 0
    for at in range(len(read.labels) + 1):
        label = read.labels[at] if at < len(read.labels) else _BLANK
        if label == before:
            continue
        if before != _BLANK:
            score = max(read.scores[start:at])
            found.append(_Letter(labels[before], score, min((start + at) / 2 * part, 1.0)))
        before, start = label, at
    return found


def _word(word: list[_Letter], quad: Quad, usual: float) -> PrintedWord:
    """Return a word; it extends half a letter beyond the middles of its first and last letter."""
    middles = [letter.middle for letter in word]
    wide = (middles[-1] - middles[0]) / (len(word) - 1) if len(word) > 1 else usual
    inner = [(one + other) / 2 for one, other in pairwise(middles)]
    edges = [max(middles[0] - wide / 2, 0.0), *inner, min(middles[-1] + wide / 2, 1.0)]
    text = "".join(letter.text for letter in word)
    places = tuple(_part(quad, left, right) for left, right in pairwise(edges))
    return PrintedWord(text, min(letter.score for letter in word), _part(quad, edges[0], edges[-1]), places)


def _part(quad: Quad, left: float, right: float) -> Quad:
    """Return the part of a line from `left` to `right`, fractions of its width from 0 to 1."""
    one, two, three, four = quad
    return (
        _between(one, two, left),
        _between(one, two, right),
        _between(four, three, right),
        _between(four, three, left),
    )


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
