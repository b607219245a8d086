"""What reading print asks of a host, beside the requests of `vision.requests`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from vision.geometry import Quad
from vision.requests import Pixels, Request

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FindPrint:
    """Run the finder of print on a whole picture.

    The host averages blocks of 2 x 2 pixels `halvings` times, leaving an odd last row or column out, resizes bilinearly
    to `size` (width, height), and runs the network.

    Answer: bytes, a row after another, the probability of print at each pixel of that size in 255ths.
    """

    pixels: Pixels
    halvings: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReadPrint:
    """Straighten places of print to crops `LINE` pixels high, and run the reader of print on each.

    A crop is `widths[n]` pixels wide; to the right it is filled with grey up to `least`.

    Answer: `ReadSteps` a place.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    widths: tuple[int, ...]
    least: int


@dataclass(frozen=True, slots=True)
class ReadSteps:
    """What the reader says of a line, step by step from left to right.

    Attributes:
        labels: the number of the likeliest label.
        scores: its probability.
        width: pixels of the crop that all steps together cover.
    """

    labels: Sequence[int]
    scores: Sequence[float]
    width: int


@dataclass(frozen=True, slots=True)
class MeasureInk:
    """Tell the colours of print: a (red to green) and b (yellow to blue) of CIE Lab, the ink's less the paper's.

    The host straightens each place to a crop of `sizes[n]` (width, height). The paper is the mean of the lightest
    fifth, the ink that of the 12 % farthest from it.

    Answer: (a, b) a place.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    sizes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CutStrip:
    """Straighten places to pictures of `sizes[n]` (width, height).

    Answer: a JPEG as a data URL a place.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    sizes: tuple[tuple[int, int], ...]


PrintRequest = FindPrint | ReadPrint | MeasureInk | CutStrip | Request

PrintSteps = Generator[PrintRequest, Any, T]
"""A part of reading print: it yields requests, is sent their answers, and returns its result."""

LINE: Final = 48
"""Height in pixels of a crop that the reader takes."""
