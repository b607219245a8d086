"""Make a draft of a card from a photo of its print."""

from __future__ import annotations

import base64
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np

from rules.card.pasted.pasted_card import Remark
from rules.card.pasted.read_pasted import read_rows
from rules.card.pasted.source_lines import SourceLine, plain
from rules.card.pasted.typed_words import read_word
from service.cards.photographed.inks import inks_of
from service.cards.photographed.printed_rows import Row, rows_of
from service.cards.photographed.text_recognition import LONGEST, recognise
from service.shared.json_text import JsonObject
from vision import decode

UNSURE: Final = 0.55
"""Score of a word below which its line is marked; chosen with `python -m tests.service.cards.printed_cards`."""

_STRIP: Final = 640
"""Pixels of the width of the strip that is shown beside a line."""

Pixels = np.ndarray[Any, Any]


def read_card_photo(data: bytes, name: str) -> JsonObject:
    """Return the draft of a photographed card as JSON; each line has a ``strip``, a small picture of its row.

    Raises:
        VisionError: for what is no picture.
        ServiceError: `no-text-recognition` where the recogniser is not installed.
    """
    return draft_of_picture(decode(data, name).pixels)


def draft_of_picture(pixels: Pixels) -> JsonObject:
    """Return the draft of an upright picture, (h, w, 3) uint8 BGR."""
    scale = min(1.0, LONGEST / max(pixels.shape[:2]))
    picture = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    rows = rows_of(recognise(picture))
    inks = iter(inks_of(picture, [word for row in rows for word in row.words]))
    lines = [_source(row, number, [next(inks) for _ in row.words]) for number, row in enumerate(rows, 1)]
    found: dict[str, Any] = read_rows(lines).to_json()
    for section in found["sections"]:
        for line in section["lines"]:
            line["strip"] = _strip(picture, rows[line["row"] - 1])
    return found


def _source(row: Row, number: int, inks: list[str]) -> SourceLine:
    """Return a row as text, with the ink of each letter and a remark where it was not surely read."""
    letters: list[tuple[str, str]] = []
    for word, ink in zip(row.words, inks, strict=True):
        # Remarks and worth are printed in any colour: only tiles have a suit.
        letters += [(letter, ink) for letter in plain(word.text)] + [(" ", "")]
    text = "".join(letter for letter, _ in letters).rstrip()
    weak = [word.text for word in row.words if word.score < UNSURE and read_word(plain(word.text)).role != "note"]
    remarks = [Remark("unsure-letters", f"{one!r} was not surely read", one) for one in weak]
    remarks += [Remark("unsure-letters", f"{one!r} may be one group or two", one) for one in _maybe_one(row, inks)]
    return SourceLine(text, text, number, tuple(ink for _, ink in letters[: len(text)]), remarks=tuple(remarks))


def _maybe_one(row: Row, inks: list[str]) -> list[str]:
    """Return neighbours of one tile and one ink: a narrow gap in a quint reads like the gap between groups."""
    words = [plain(word.text) for word in row.words]
    beside = zip(pairwise(words), pairwise(inks), strict=True)
    return [f"{one} {other}" for (one, other), (ink, its) in beside if ink == its and len({*one, *other}) == 1]


def _strip(picture: Pixels, row: Row) -> str:
    """Return the piece of the photo that a row stands on, as a data URL."""
    xs = [x for word in row.words for x, _ in word.quad]
    ys = [y for word in row.words for _, y in word.quad]
    room = row.size * 0.3
    top, left = max(int(min(ys) - room), 0), max(int(min(xs) - room), 0)
    strip = picture[top : int(max(ys) + room) + 1, left : int(max(xs) + room) + 1]
    scale = min(1.0, _STRIP / max(strip.shape[1], 1))
    small = cv2.resize(strip, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else strip
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return "data:image/jpeg;base64," + base64.b64encode(packed.tobytes()).decode("ascii")
