"""The requests of print reading to its host, beside those of `vision.requests`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from vision.geometry import Quad
from vision.requests import Pixels, Request

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FindPrint:
    """Run the text detector on a whole picture.

    The host averages blocks of 2 x 2 pixels `halvings` times, leaving an odd last row or column out, resizes bilinearly
    to `size` (width, height), and runs the network.

    Answer: bytes in row order, the probability of print at each pixel of that size in 255ths.
    """

    pixels: Pixels
    halvings: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReadPrint:
    """Rectify quads of print to crops `LINE` pixels high, and run the print reader on each.

    A crop is `widths[n]` pixels wide; the host pads it with grey on the right up to `least`.

    Answer: one `ReadSteps` per quad.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    widths: tuple[int, ...]
    least: int


@dataclass(frozen=True, slots=True)
class ReadSteps:
    """The reader's output for a line, one step after another from left to right.

    Attributes:
        labels: index of the likeliest label at each step.
        scores: its probability at each step.
        width: width in pixels of the padded crop, which all steps together cover.
    """

    labels: Sequence[int]
    scores: Sequence[float]
    width: int


@dataclass(frozen=True, slots=True)
class MeasureInk:
    """Measure the colours of print: a (red to green) and b (yellow to blue) of CIE Lab, ink minus paper.

    The host rectifies each quad to a crop of `sizes[n]` (width, height). The paper is the mean of the lightest fifth of
    the pixels, the ink the mean of the 12 % farthest from the paper.

    Answer: one (a, b) per quad.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    sizes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CutStrip:
    """Rectify quads to pictures of `sizes[n]` (width, height).

    Answer: one JPEG as a data URL per quad.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    sizes: tuple[tuple[int, int], ...]


PrintRequest = FindPrint | ReadPrint | MeasureInk | CutStrip | Request

PrintSteps = Generator[PrintRequest, Any, T]
"""Steps of print reading: a generator that yields requests, receives their answers, and returns a result."""

LINE: Final = 48
"""Height of the reader's crops in pixels."""
