"""Printed words with their places."""

from __future__ import annotations

from dataclasses import dataclass

from vision.geometry import Point, Quad


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
        return _middle(self.quad[0], self.quad[3])

    @property
    def right(self) -> Point:
        """The middle of its right edge."""
        return _middle(self.quad[1], self.quad[2])

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


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
