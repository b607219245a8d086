"""Sort the words of a typed line: title, groups, value, and the remarks beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from rules.card.pasted.notes import Notes, notes_of
from rules.card.pasted.source_lines import SourceLine
from rules.card.pasted.typed_hand import TypedHand, size_of
from rules.card.pasted.typed_words import SUIT_MARKS, Group, Word, read_word, words_of
from rules.card.pattern import HAND_SIZE, LARGEST_VALUE

FEWEST: Final = 10
"""Fewest tiles of a line; a row with fewer and no value is a heading, such as 2468."""

_EARLY: Final = re.compile(r"[1-9]\d?[05]")
"""A number before the tiles that may be the value."""

_INNER: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]?")


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of one line, sorted: hands of groups, its title, its value, and the remarks beside it.

    ``kinds`` are the x and c that it says, ``notes`` the remarks of each hand; a remark behind the last of several
    hands is of all where no other has one. ``doubts`` are words whose tiles may be others, each with the reason.
    ``early`` is a bare number before the tiles, which may be the value, the number of the row, or tiles.
    """

    title: str
    hands: tuple[TypedHand, ...]
    value: int | None
    kinds: frozenset[str]
    notes: tuple[Notes, ...]
    mended: tuple[str, ...]
    doubts: tuple[tuple[str, str], ...]
    early: str = ""

    @property
    def remarked(self) -> bool:
        """Whether it holds a remark that we understand."""
        return any(one.words or one.suits or one.rules for one in self.notes)

    @property
    def size(self) -> int:
        """How many tiles its largest alternative has."""
        return max((size_of(hand) for hand in self.hands), default=0)


def read_line(line: SourceLine) -> Reading:
    """Sort the words of a line; the notes keep every word that is no title, tile or value, so that none gets lost."""
    title, colon, rest = line.text.partition(":")
    skip = 0
    if colon and re.search(r"[A-Za-z]{2}", title) and not tiles_in(title) and tiles_in(rest):
        skip = len(title) + 1
    words = []
    for text, at in words_of(line.text[skip:]):
        bracket = _INNER.fullmatch(text)
        inside = _bracketed(bracket[1].strip()) if bracket else None
        words.append(inside or read_word(text, line.ink(skip + at, skip + at + len(text))))
    sorter = _Sorter()
    for word in _joined(words):
        sorter.take(word)
    reading = sorter.done()
    return replace(reading, title=" ".join((title if skip else reading.title).split()))


def _bracketed(text: str) -> Word:
    """Read the text in brackets: a value, X or C, a colour, or a remark."""
    word = read_word(text)
    if word.role in {"value", "kind"} or (word.value is not None and len(text) > 1):
        return replace(word, groups=(), role="value" if word.value is not None else "kind")
    return Word(f"({text})")


def tiles_in(text: str) -> int:
    """Count the tiles that the words of a text name."""
    return sum(group.size for one, _ in words_of(text) for group in read_word(one).groups)


def _joined(words: list[Word]) -> list[Word]:
    """Join tiles that people typed one by one: F F 2 2 2 2."""
    singles = [word for word in words if word.groups]
    if len(singles) < HAND_SIZE - 2 or any(len(word.text) > 1 for word in singles[:12]):
        return words
    found: list[Word] = []
    for word in words:
        last = found[-1] if found else None
        if last and last.groups and word.groups and last.groups[0].faces[0] == word.text and len(word.text) == 1:
            found[-1] = replace(last, groups=(Group(last.groups[0].faces + word.text),), text=last.text + word.text)
        else:
            found.append(word)
    return found


class _Sorter:
    """One pass over the words of a line."""

    def __init__(self) -> None:
        self._title: list[str] = []
        self._hands: list[list[Group | str]] = [[]]
        self._value: int | None = None
        self._bare: list[Word] = []
        self._kinds: set[str] = set()
        self._worth_kind = ""
        self._cents = False
        self._worth = False  # the value of this alternative was read: no tiles follow
        self._texts: list[str] = []
        self._mended: list[str] = []
        self._doubts: list[tuple[str, str]] = []
        self._notes = [Notes()]

    def take(self, word: Word) -> None:
        """Put one word where it belongs."""
        begun = any(self._hands)
        if word.role == "or":
            if begun and self._hands[-1]:
                self._flush()
                self._hands.append([])
                self._notes.append(Notes())
                self._worth = False
            return
        if word.text == "-" and begun:
            return  # a dash between groups, remarks or the value only separates
        if word.role == "sign":
            if begun:
                self._hands[-1].append(word.text)
            return
        if word.role == "kind" and begun:
            self._kinds.add(word.kind)
            self._value_in_front()
            return
        if begun and self._kinds and word.value is not None and self._value is None:
            self._take_value(word)
            return
        if word.groups and (not self._texts or _strong(word)) and not self._worth:
            self._flush()
            self._mended += [word.mended] if word.mended else []
            self._doubts += [(word.text, word.doubt)] if word.doubt else []
            self._hands[-1] += word.groups
            self._bare.append(word)
            return
        if word.value is not None and begun and self._value is None:
            self._take_value(word)
            return
        self._text(word, begun)

    def _take_value(self, word: Word) -> None:
        self._flush()
        self._value = word.value
        self._worth = True
        self._cents = word.cents
        self._worth_kind = word.kind

    def _value_in_front(self) -> None:
        """Take a number before X or C and before all tiles, as in "25 exposed FF 2222", for the value."""
        first = self._bare[0] if len(self._bare) == 1 else None
        if first and _EARLY.fullmatch(first.text) and self._hands == [[*first.groups]] and self._value is None:
            self._value = first.value
            self._hands[0].clear()
            self._bare.clear()

    def _text(self, word: Word, begun: bool) -> None:
        if not begun and not word.text.startswith("("):
            self._title.append(word.text)
            return
        if word.text.startswith("("):
            self._flush()
            inside = word.text[1:-1] if word.text.endswith(")") else word.text[1:]
            if not self._colour(inside) and not self._colours(inside):
                self._notes[-1].read(inside)
            return
        if not self._texts and self._colour(word.text):
            return
        self._texts.append(word.text)

    def _colour(self, text: str) -> bool:
        """Take a suit's name as the suit of the group before it."""
        mark = SUIT_MARKS.get(text.lower().strip(" .,;")) or (text if re.fullmatch(r"[GRBKgrbk]", text) else "")
        last = self._hands[-1][-1] if self._hands[-1] else None
        if not mark or not isinstance(last, Group) or not last.suited or last.mark:
            return False
        self._hands[-1][-1] = replace(last, mark=mark)
        return True

    def _colours(self, text: str) -> bool:
        """Take a list of colours, one for each group with a suit: (G G R B)."""
        marks = [mark.lower() for mark in re.findall(r"[A-Za-z]+", text)]
        known = [SUIT_MARKS.get(mark, mark if mark in "grbk" else "") for mark in marks]
        hand = self._hands[-1]
        places = [at for at, one in enumerate(hand) if isinstance(one, Group) and one.suited and not one.mark]
        if not all(known) or len(known) != len(places) or len(known) < 2 or re.search(r"\d", text):
            return False
        for at, mark in zip(places, known, strict=True):
            group = self._hands[-1][at]
            assert isinstance(group, Group)
            self._hands[-1][at] = replace(group, mark=mark)
        return True

    def _flush(self) -> None:
        if self._texts:
            self._notes[-1].read(" ".join(self._texts))
            self._texts.clear()

    def _early_value(self) -> Word | None:
        """Return a bare number before the tiles that may be the value: they are complete without it."""
        first = self._bare[0] if self._bare else None
        (hand, *others) = self._hands
        if self._value is not None or first is None or not _EARLY.fullmatch(first.text) or any(others):
            return None
        rest = hand[len(first.groups) :]
        return first if hand[: len(first.groups)] == list(first.groups) and size_of(tuple(rest)) == HAND_SIZE else None

    def _late_value(self) -> Word | None:
        """Return a bare number behind the tiles that may be the value: they are complete without it."""
        last = self._bare[-1] if self._bare else None
        if self._value is not None or last is None or last.value is None or not self._hands[-1]:
            return None
        size = size_of(tuple(self._hands[-1]))
        without = size - sum(group.size for group in last.groups)
        fits = without == HAND_SIZE or (size != HAND_SIZE and last.value % 5 == 0 and last.value >= 10)
        return last if fits and 0 < last.value <= LARGEST_VALUE and without else None

    def done(self) -> Reading:
        """Return the reading; take a bare number at an end as the value where the tiles are complete without it."""
        self._flush()
        self._remark_of_title()
        early, late = self._early_value(), self._late_value()
        # A pair such as 55 is hardly a value beside a number that can be nothing else.
        if early is not None and (late is None or len(set(late.text)) == 1):
            del self._hands[0][: len(early.groups)]
            self._take_value(early)
        elif late is not None:
            del self._hands[-1][-len(late.groups) :]
            self._take_value(late)
        hands = tuple(tuple(hand) for hand in self._hands if hand)
        kinds = set(self._kinds)
        if self._worth_kind and not (kinds and self._cents):
            kinds.add(self._worth_kind)
        return Reading(
            " ".join(self._title),
            hands,
            self._value,
            frozenset(kinds),
            self._notes_of_hands(),
            tuple(self._mended),
            tuple(self._doubts),
            "" if early is None else early.text,
        )

    def _remark_of_title(self) -> None:
        """Take a title that only says a remark, such as the rest of "any 1 suit, run", for one."""
        said = notes_of(" ".join(self._title).strip(" ,;"))
        if (said.rules or said.words) and not said.unknown:
            self._notes[0].add(said)
            self._title.clear()

    def _notes_of_hands(self) -> tuple[Notes, ...]:
        """Return the remarks of each hand; a remark behind an "or" without tiles is of the hand before."""
        notes: list[Notes] = []
        for hand, said in zip(self._hands, self._notes, strict=True):
            if notes and not hand:
                notes[-1].add(said)
            else:
                notes.append(said)
        return tuple(notes[-1:] * len(notes) if all(one.empty for one in notes[:-1]) else notes)


def _strong(word: Word) -> bool:
    """Say whether a word is surely tiles, even after a remark has begun."""
    return (word.text[0].isdigit() and len(word.text) > 1) or (word.text.isupper() and len(word.text) > 2)
