"""Find the printed words of a picture with RapidOCR, which brings its networks along and runs them here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from service.shared.errors import ServiceError

LONGEST: Final = 1500
"""Pixels of the long side of a picture that is read: finer print than a card's needs more, and takes longer."""

_HOW: Final = (
    "this machine cannot read print yet: paste the card as text, or install requirements/ocr.txt and then, with "
    "--no-deps, requirements/ocr-no-deps.txt (docs/club.md)"
)


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A word with its place: ``quad`` are its corners in pixels, clockwise from the upper left; ``score`` is 0 to 1."""

    text: str
    score: float
    quad: tuple[tuple[float, float], ...]

    @property
    def left(self) -> tuple[float, float]:
        """The middle of its left edge."""
        return _middle(self.quad[0], self.quad[3])

    @property
    def right(self) -> tuple[float, float]:
        """The middle of its right edge."""
        return _middle(self.quad[1], self.quad[2])

    @property
    def height(self) -> float:
        """Its height in pixels."""
        return abs(self.quad[3][1] - self.quad[0][1] + self.quad[2][1] - self.quad[1][1]) / 2


@dataclass(frozen=True, slots=True)
class PrintedText:
    """Words that stand close beside each other; ``quad`` and ``score`` are those of the whole."""

    text: str
    score: float
    quad: tuple[tuple[float, float], ...]
    words: tuple[PrintedWord, ...]


def _middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


@lru_cache(maxsize=1)
def _engine() -> Any:  # noqa: ANN401 - the library is not typed
    try:
        from rapidocr import RapidOCR  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ServiceError("no-text-recognition", _HOW, "server") from error
    return RapidOCR(params={"Global.use_cls": False, "Global.log_level": "error"})


def recognise(picture: np.ndarray[Any, Any]) -> list[PrintedText]:
    """Return the printed texts of a picture, (h, w, 3) BGR; coordinates are those of the picture.

    Raises:
        ServiceError: `no-text-recognition` where the library is not installed.
    """
    found = _engine()(picture, return_word_box=True)
    if found.boxes is None:
        return []
    texts = []
    for box, text, score, words in zip(found.boxes, found.txts, found.scores, found.word_results, strict=True):
        made = tuple(PrintedWord(one, float(sure), _quad(place)) for one, sure, place in words)
        texts.append(PrintedText(str(text), float(score), _quad(box), made))
    return texts


def _quad(box: Any) -> tuple[tuple[float, float], ...]:  # noqa: ANN401 - lists or arrays
    return tuple((float(x), float(y)) for x, y in box)
