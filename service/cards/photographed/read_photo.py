"""Make a draft of a card from a photo of its print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, Final, cast

from rules.card.pasted.pasted_card import Remark
from rules.card.pasted.read_pasted import read_rows
from rules.card.pasted.source_lines import SourceLine, plain
from rules.card.pasted.typed_words import read_word
from service.cards.photographed.inks import inks_of
from service.cards.photographed.letters import words_of_line
from service.cards.photographed.print_boxes import boxes_of
from service.cards.photographed.print_labels import LABELS
from service.cards.photographed.print_requests import (
    LINE,
    CutStrip,
    FindPrint,
    MeasureInk,
    PrintSteps,
    ReadPrint,
    ReadSteps,
)
from service.cards.photographed.printed_rows import Row, rows_of
from service.cards.photographed.printed_text import PrintedText, PrintedWord
from service.shared.json_text import JsonObject
from vision.geometry import Quad, width_and_height
from vision.image.photo import closer_photo, open_photo
from vision.requests import Pixels

_SURE: Final = 0.55
"""Probability of a letter below which its line is marked."""

_LONG_SIDE: Final = 1536
_STRIDE: Final = 32
"""Pixels of a picture's long side that the finder is given, and what the sides are multiples of."""

_LEAST_WIDTH: Final = 320
"""Pixels that the reader is given at least."""

_WIDEST: Final = 40
"""Most times as wide as high that a line of print is."""

_GROUPS_APART: Final = 0.7
"""Part of the usual gap between two groups of a row from which a gap parts two groups."""

_INK_HEIGHT: Final = 24
_STRIP_HEIGHT: Final = 56
_STRIP_WIDTH: Final = 640
"""Pixels of the crop that an ink is measured in, and of the strip that is shown beside a line."""


def card_of_photo(data: bytes, name: str) -> PrintSteps[JsonObject]:
    """Return the draft of a photographed card as JSON; each line has a ``strip``, a small picture of its row.

    Raises:
        VisionError: for what is no picture.
    """
    photo = yield from open_photo(data, name)
    photo = yield from closer_photo(photo)
    return (yield from card_of_picture(photo.pixels))


def card_of_picture(pixels: Pixels) -> PrintSteps[JsonObject]:
    """Return the draft of an upright picture (h, w, 3)."""
    texts = yield from _texts(pixels)
    rows = rows_of([text for text in texts if text.words])
    letters = tuple(place for row in rows for word in row.words if _is_tiles(word) for place in word.places)
    measured = yield MeasureInk(pixels, letters, tuple(_size(quad, _INK_HEIGHT) for quad in letters))
    inks = iter(inks_of(measured))
    lines = []
    for number, row in enumerate(rows, 1):
        pieces = [piece for word in row.words for piece in pieces_of(word, inks)]
        lines.append(_source(row, number, pieces))
    found: dict[str, Any] = read_rows(lines).to_json()
    drafted = [line for section in found["sections"] for line in section["lines"]]
    places = [_place(rows[line["row"] - 1]) for line in drafted]
    strips = yield CutStrip(pixels, tuple(places), tuple(_size(place, _STRIP_HEIGHT, _STRIP_WIDTH) for place in places))
    for line, strip in zip(drafted, strips, strict=True):
        line["strip"] = strip
    return found


def _texts(pixels: Pixels) -> PrintSteps[list[PrintedText]]:
    """Find the lines of print, and read them."""
    height, width = pixels.shape[:2]
    scale = min(1.0, _LONG_SIDE / max(width, height))
    size = (_multiple(width * scale), _multiple(height * scale))
    found = cast("bytes", (yield FindPrint(pixels, max(0, math.floor(-math.log2(scale))), size)))
    across, down = width / size[0], height / size[1]
    boxes = [cast("Quad", tuple((x * across, y * down) for x, y in box)) for box in boxes_of(found, *size)]
    widths = tuple(_size(box, LINE, LINE * _WIDEST)[0] for box in boxes)
    read = cast("Sequence[ReadSteps]", (yield ReadPrint(pixels, tuple(boxes), widths, _LEAST_WIDTH)))
    each = zip(boxes, read, widths, strict=True)
    return [PrintedText(box, words_of_line(steps, LABELS, box, wide)) for box, steps, wide in each]


def _multiple(length: float) -> int:
    return max(1, round(length / _STRIDE)) * _STRIDE


def _size(quad: Quad, height: int, most: int = LINE * _WIDEST) -> tuple[int, int]:
    """Return width and height of the crop of a place: so high, at most so wide."""
    wide, high = width_and_height(quad)
    return max(4, min(round(height * wide / max(high, 1.0)), most)), height


def _is_tiles(word: PrintedWord) -> bool:
    """Whether a word may be tiles: remarks and worth are printed in any colour."""
    return len(word.places) == len(word.text) and bool(read_word(plain(word.text)).groups)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or the part of one that is printed in one ink; `doubt` where it is not sure that it ends here."""

    word: PrintedWord
    ink: str = ""
    doubt: bool = False


def pieces_of(word: PrintedWord, inks: Iterator[str]) -> list[Piece]:
    """Take a word apart where its ink changes: the gap between two groups was lost."""
    if not _is_tiles(word):
        return [Piece(word)]
    names = [next(inks) for _ in word.text]
    for at in range(1, len(names) - 1):
        # The place of a letter reaches into its neighbours: one alone is no ink of its own.
        if names[at - 1] == names[at + 1]:
            names[at] = names[at - 1]
    ends = [0]
    doubt = False
    for at in range(1, len(names)):
        if names[at] == names[at - 1]:
            continue
        near = [one for one in (at, at - 1, at + 1) if 0 < one < len(names) and word.text[one] != word.text[one - 1]]
        doubt = doubt or not near
        end = near[0] if near else at
        if end > ends[-1]:
            ends.append(end)
    pieces = []
    for start, end in pairwise([*ends, len(names)]):
        part = names[start:end]
        places = word.places[start:end]
        quad = (places[0][0], places[-1][1], places[-1][2], places[0][3])
        one = PrintedWord(word.text[start:end], word.score, quad, places)
        pieces.append(Piece(one, max(part, key=part.count), doubt))
    return pieces


def _source(row: Row, number: int, pieces: list[Piece]) -> SourceLine:
    """Return a row as text, with the ink of each letter and a remark where it was not surely read."""
    letters: list[tuple[str, str]] = []
    for nth, piece in enumerate(pieces):
        # A row that begins with 0R goes on with the hand above: no hand begins with that group.
        said = "or" if nth == 0 and row.words[0].text.upper() == "0R" else plain(piece.word.text)
        letters += [(letter, piece.ink) for letter in said] + [(" ", "")]
    text = "".join(letter for letter, _ in letters).rstrip()
    unsure = [word.text for word in _beside_remarks(row.words) if _is_unsure(word)]
    remarks = [Remark("unsure-letters", f"{one!r} was not surely read", one) for one in unsure]
    close = [*_maybe_one(pieces), *(piece.word.text for piece in pieces if piece.doubt)]
    remarks += [Remark("unsure-letters", f"{one!r} may be one group or two", one) for one in close]
    return SourceLine(text, text, number, tuple(ink for _, ink in letters[: len(text)]), remarks=tuple(remarks))


def _beside_remarks(words: Sequence[PrintedWord]) -> Iterator[PrintedWord]:
    """Yield the words that no brackets hold: how many suits a remark says is compared with the colours of the line."""
    inside = False
    for word in words:
        inside = inside or word.text.startswith(("(", "\uff08"))
        if not inside:
            yield word
        inside = inside and not word.text.endswith((")", "\uff09"))


def _is_unsure(word: PrintedWord) -> bool:
    """Whether a person should look at a word; X and x, which share what probability there is, say the same."""
    read = read_word(plain(word.text))
    return read.role != "note" and word.score < (_SURE / 2 if read.role == "kind" else _SURE)


def _maybe_one(pieces: list[Piece]) -> Iterator[str]:
    """Give neighbours of one tile and one ink that stand closer than groups do in this row: they may be one quint."""
    words = [plain(piece.word.text) for piece in pieces]
    gaps = [math.dist(one.word.right, other.word.left) for one, other in pairwise(pieces)]
    alike = [one.ink == other.ink and len({*one.word.text, *other.word.text}) == 1 for one, other in pairwise(pieces)]
    tiles = [bool(read_word(one).groups and read_word(other).groups) for one, other in pairwise(words)]
    apart = [gap for gap, same, both in zip(gaps, alike, tiles, strict=True) if both and not same]
    least = _GROUPS_APART * median(apart) if apart else math.inf
    for (one, other), gap, same in zip(pairwise(words), gaps, alike, strict=True):
        if same and gap < least:
            yield f"{one} {other}"


def _place(row: Row) -> Quad:
    """Return the place of a row, with some room around it."""
    first, last = row.words[0].quad, row.words[-1].quad
    room = row.size * 0.25
    (x0, y0), (x3, y3), (x1, y1), (x2, y2) = first[0], first[3], last[1], last[2]
    return (x0 - room, y0 - room), (x1 + room, y1 - room), (x2 + room, y2 + room), (x3 - room, y3 + room)
