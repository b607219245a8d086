"""Make a draft of a card from a photo of the printed card."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Final, cast

from rules.card.pasted.pasted_card import PastedCard, Remark
from rules.card.pasted.read_pasted import read_rows
from rules.card.pasted.source_lines import SourceLine, plain
from rules.card.pasted.typed_line import read_line
from rules.card.pasted.typed_words import Group, read_word
from service.cards.photographed.inks import inks_of
from service.cards.photographed.letters import LABELS, PrintedText, PrintedWord, words_of_line
from service.cards.photographed.print_boxes import boxes_of
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
from service.shared.json_text import JsonObject
from vision.geometry import Quad, width_and_height
from vision.image.photo import closer_photo, open_photo
from vision.requests import Pixels

_SURE: Final = 0.55
"""Probability of a letter below which we mark its line."""

_LONG_SIDE: Final = 1536
_STRIDE: Final = 32
"""Longest side of the text detector's input in pixels, and the divisor of both sides."""

_LEAST_WIDTH: Final = 320
"""Minimum width of the reader's input in pixels."""

_WIDEST: Final = 40
"""Maximum ratio of width to height of a line of print."""

_GROUPS_APART: Final = 0.7
"""Gap, relative to the median gap between groups of a row, from which two words are separate groups."""

_WITHOUT_SUIT: Final = frozenset("NEWSF")
"""Letters whose ink tells nothing, so that it parts no group of them."""

_JOINED: Final = re.compile(r"(?!(\d)\1*$)\d{2,3}|(\d)\2{5,}")
"""Digits that are rather two groups without the gap between them: two or three unlike ones, which make no year, or more
like ones than a quint has."""

_WORTH: Final = re.compile(r"(?:\(.*\)\s*)?(?:[xXcC]\W*\d{2,3}c?|\d{2,3}c?\W*[xXcC]?)")
"""A row of a value alone, with its remark or without; the hand that it belongs to may not have been found."""

_INK_HEIGHT: Final = 24
_STRIP_HEIGHT: Final = 56
_STRIP_WIDTH: Final = 640
"""Height of the crop for an ink, and height and maximum width of the strip beside a line, in pixels."""


@dataclass(frozen=True, slots=True)
class PhotographedCard:
    """The draft of a photographed card, and a small picture of the row of each line, as data URLs."""

    card: PastedCard
    strips: tuple[str, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's draft; each line has its ``strip``."""
        found: JsonObject = self.card.to_json()
        drafted = [line for section in found["sections"] for line in section["lines"]]
        for line, strip in zip(drafted, self.strips, strict=True):
            line["strip"] = strip
        return found


def card_of_photo(data: bytes, name: str) -> PrintSteps[PhotographedCard]:
    """Return the draft of a photographed card.

    Raises:
        VisionError: for bytes that are no image.
    """
    photo = yield from open_photo(data, name)
    pixels = (yield from closer_photo(photo)).pixels
    texts = yield from _texts(pixels)
    rows = rows_of([text for text in texts if text.words])
    letters = tuple(place for row in rows for word in row.words if _is_tiles(word) for place in word.places)
    measured = yield MeasureInk(pixels, letters, tuple(_size(quad, _INK_HEIGHT) for quad in letters))
    inks = iter(inks_of(measured))
    pieces = [[piece for word in row.words for piece in pieces_of(word, inks)] for row in rows]
    winds = ink_of_winds(pieces)
    card = read_rows([source_of(row, at + 1, pieces[at], winds) for at, row in enumerate(rows)])
    places = [_place(rows[line.row - 1]) for line in card.lines]
    strips = yield CutStrip(pixels, tuple(places), tuple(_size(place, _STRIP_HEIGHT, _STRIP_WIDTH) for place in places))
    return PhotographedCard(card, tuple(strips))


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
    """Return width and height of the crop of a quad: `height` high, at most `most` wide, in pixels."""
    wide, high = width_and_height(quad)
    return max(4, min(round(height * wide / max(high, 1.0)), most)), height


def _is_tiles(word: PrintedWord) -> bool:
    """Say whether a word may be tiles; remarks and values may have any colour."""
    return len(word.places) == len(word.text) and bool(read_word(plain(word.text)).groups)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or the part of a word in one ink; `doubt` says that its end is uncertain."""

    word: PrintedWord
    ink: str = ""
    doubt: bool = False


def pieces_of(word: PrintedWord, inks: Iterator[str]) -> list[Piece]:
    """Split a word where its ink changes, since the reader missed the gap between two groups there."""
    if not _is_tiles(word):
        return [Piece(word)]
    names = [next(inks) for _ in word.text]
    for at in range(1, len(names) - 1):
        # The quad of a letter overlaps its neighbours, so a single letter between two of one ink has that ink.
        if names[at - 1] == names[at + 1]:
            names[at] = names[at - 1]
    ends = [0]
    doubt = False
    for at in range(1, len(names)):
        if names[at] == names[at - 1] or {word.text[at - 1], word.text[at]} <= _WITHOUT_SUIT:
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


def ink_of_winds(rows: Sequence[Sequence[Piece]]) -> str:
    """Return the ink in which a card prints most of its letters without a suit but S; empty if it has none."""
    inks = [piece.ink for row in rows for piece in row if {*plain(piece.word.text)} <= _WITHOUT_SUIT - {"S"}]
    return max(inks, key=inks.count, default="")


def source_of(row: Row, number: int, pieces: list[Piece], winds: str = "") -> SourceLine:
    """Return a row as text, with the ink of each letter and remarks about uncertain letters.

    ``winds`` is the ink of winds and flowers, empty where it is unknown.
    """
    letters: list[tuple[str, str]] = []
    for nth, piece in enumerate(pieces):
        # A row that begins with 0R continues the hand above, as no hand begins with that group.
        said = "or" if nth == 0 and row.words[0].text.upper() == "0R" else plain(piece.word.text)
        letters += [(letter, piece.ink) for letter in said] + [(" ", "")]
    text = "".join(letter for letter, _ in letters).rstrip()
    line = SourceLine(text, text, number, tuple(ink for _, ink in letters[: len(text)]))
    unsure = [word.text for word in _beside_remarks(row.words) if _is_unsure(word)]
    remarks = [Remark("unsure-letters", f"{one!r} was not surely read", one) for one in unsure]
    close = [*_maybe_one(pieces), *_maybe_two(line), *(piece.word.text for piece in pieces if piece.doubt)]
    remarks += [Remark("unsure-letters", f"{one!r} may be one group or two", one) for one in close]
    fives = [one.word.text for one in pieces if {*one.word.text} == {"S"} and one.ink != (winds or one.ink)]
    remarks += [Remark("unsure-letters", f"{one!r} has the ink of a suit: is it fives?", one) for one in fives]
    if _WORTH.fullmatch(text):
        remarks.append(Remark("not-understood", "its value stands in another row: is it of another hand?", text))
    return replace(line, remarks=tuple(remarks))


def _beside_remarks(words: Sequence[PrintedWord]) -> Iterator[PrintedWord]:
    """Yield the words outside brackets; the draft checks a remark against the colours of its line instead."""
    inside = False
    for word in words:
        inside = inside or word.text.startswith(("(", "\uff08"))
        if not inside:
            yield word
        inside = inside and not word.text.endswith((")", "\uff09"))


def _is_unsure(word: PrintedWord) -> bool:
    """Say whether a person should look at a word; X and x mean the same but share the probability."""
    read = read_word(plain(word.text))
    return read.role != "note" and word.score < (_SURE / 2 if read.role == "kind" else _SURE)


def _maybe_one(pieces: list[Piece]) -> Iterator[str]:
    """Yield neighbouring words of one tile and ink that stand closer than the groups of this row: maybe one quint."""
    words = [plain(piece.word.text) for piece in pieces]
    gaps = [math.dist(one.word.right, other.word.left) for one, other in pairwise(pieces)]
    alike = [one.ink == other.ink and len({*one.word.text, *other.word.text}) == 1 for one, other in pairwise(pieces)]
    tiles = [bool(read_word(one).groups and read_word(other).groups) for one, other in pairwise(words)]
    apart = [gap for gap, same, both in zip(gaps, alike, tiles, strict=True) if both and not same]
    least = _GROUPS_APART * median(apart) if apart else math.inf
    for (one, other), gap, same in zip(pairwise(words), gaps, alike, strict=True):
        if same and gap < least:
            yield f"{one} {other}"


def _maybe_two(line: SourceLine) -> Iterator[str]:
    """Yield groups of a row that may be two whose gap was not read."""
    groups = (one for hand in read_line(line).hands for one in hand if isinstance(one, Group))
    return (group.faces for group in groups if _JOINED.fullmatch(group.faces))


def _place(row: Row) -> Quad:
    """Return the quad around a row, with a margin."""
    first, last = row.words[0].quad, row.words[-1].quad
    room = row.size * 0.25
    (x0, y0), (x3, y3), (x1, y1), (x2, y2) = first[0], first[3], last[1], last[2]
    return (x0 - room, y0 - room), (x1 + room, y1 - room), (x2 + room, y2 + room), (x3 - room, y3 + room)
