"""Read one line of a card: hands, rules, value and flags, with the place of every fault.

`README.md` beside this file gives the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Literal, NamedTuple, cast

from rules.card.fault import LineFault, LineMend
from rules.card.mends import LOOK_ALIKES, mend_group
from rules.card.pattern import (
    ANY_SUIT,
    FIRST_YEAR,
    HAND_SIZE,
    LAST_YEAR,
    LETTERS,
    NAMED_SUITS,
    NUMBERS,
    SUITED,
    UNKNOWN_SUITS,
    Among,
    AnyYear,
    Equation,
    Face,
    GroupPattern,
    HandPattern,
    OfRun,
    Parity,
    Rule,
    Slide,
    Unequal,
    ValueBonus,
    Word,
)

SIZES: Final = (5, 20)
"""Fewest and most tiles of a hand."""
LARGEST_VALUE: Final = 1_000
FLAGS: Final = ("sp", "nojoker")
"""Words that may stand behind the value."""
_KINDS: Final = ("x", "X", "c", "C")
_LONGEST_MENDED: Final = 40
"""Most characters of a mistyped word that we try to mend."""
_LONGEST_MOVED: Final = 200
"""Most characters from the value to the end of rules that stand behind it for a mend to move the rules."""
MOST_ALTERNATIVES: Final = 26
"""Most alternatives of a line: one letter tells them apart."""


class PatternError(Exception):
    """A fault in a line; ``start`` is the character of the line at which it begins, counted from 0."""

    def __init__(self, code: str, message: str, start: int, length: int = 0, mend: LineMend | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.fault = LineFault(code, message, start, length, mend)


class _Word(NamedTuple):
    text: str
    start: int

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.start + len(self.text)


_WORD: Final = re.compile(r"\(|\)|,|[^\s(),]+")
_GROUP: Final = re.compile(
    rf"(?P<faces>.+?)(?P<suit>[{UNKNOWN_SUITS}{NAMED_SUITS}{ANY_SUIT}]?)(?P<natural>!?)", re.DOTALL
)
_FACE: Final = re.compile(rf"(?P<letter>[{LETTERS}])(?:\+(?P<plus>[1-8]))?|[1-90DRGNEWSZFJA]")
_MARKS: Final = ("+", "=")
"""Signs between groups, as in ``1111a + 6666a = 7777a``: for people only; the reader skips them."""
_VALUE: Final = re.compile(r"(?P<kind>[xXcC])(?P<value>[0-9]{1,6})")
_SWAPPED_VALUE: Final = re.compile(r"([0-9]{1,6})([xXcC])")
_NEARLY_VALUE: Final = re.compile(r"([xXcC\u00d7])[^\w*!+]?([0-9]{1,6})[^\w*!+]*")
"""A value with a sign in it or behind it, such as ``x25.``, or with a multiplication sign."""
_BARE_VALUE: Final = re.compile(r"[0-9]{1,6}")
_BONUS: Final = re.compile(r"\+[0-9]{1,4}")
_WHEN: Final = ("concealed", "jokerless")
_OR: Final = re.compile(r"[-\u2013\u2014/]*(or)?[-\u2013\u2014/]*", re.IGNORECASE)
"""Spellings of ``-or-``; one character of it alone is a sign."""
_BEGINS_OR_OR_VALUE: Final = frozenset("-\u2013\u2014/oO0123456789xXcC\u00d7")
_ENDS_HAND: Final = ("", "(")
_RULES: Final = (
    (re.compile(r"(run|like)"), lambda word: Slide(cast('Literal["run", "like"]', word))),
    (re.compile(r"(odd|even)"), lambda word: Parity(cast('Literal["odd", "even"]', word))),
    (
        re.compile(rf"([{LETTERS}]) (odd|even)"),
        lambda letter, word: Parity(cast('Literal["odd", "even"]', word), letter),
    ),
    (
        re.compile(rf"([{LETTERS}]) in ([1-9](?: [1-9])*)"),
        lambda letter, numbers: Among(letter, tuple(map(int, numbers.split()))),
    ),
    (re.compile(rf"([{LETTERS}]) in run"), OfRun),
    (re.compile(rf"([{LETTERS}]) not ([{LETTERS}])"), Unequal),
    (
        re.compile(rf"([{LETTERS}]{{1,2}}) ?= ?([{LETTERS}]|[1-9]) ?([+*]) ?([{LETTERS}]|[1-9])"),
        lambda left, first, sign, second: Equation(left, first, cast('Literal["+", "*"]', sign), second),
    ),
    (
        re.compile(r"any year(?: (\d{4})-(\d{4}))?"),
        lambda first, last: AnyYear(int(first or FIRST_YEAR), int(last or LAST_YEAR)),
    ),
    (re.compile(r"(suits free|differ)"), lambda word: Word(cast('Literal["suits free", "differ"]', word))),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: one pattern for each of its alternatives, not yet numbered.

    ``rules[i]`` are the rules of the line that apply to ``hands[i]``. ``starts[i][j]`` is the first character of group
    j in alternative i, ``value_at`` the first character and the length of the value, in characters from 0.
    """

    title: str
    hands: tuple[tuple[GroupPattern, ...], ...]
    rules: tuple[tuple[Rule, ...], ...]
    concealed_only: bool
    value: int
    singles_and_pairs: bool
    no_jokers: bool
    bonuses: tuple[ValueBonus, ...] = ()
    starts: tuple[tuple[int, ...], ...] = field(default=(), compare=False)
    value_at: tuple[int, int] = field(default=(0, 0), compare=False)

    def patterns(self, number: int, section: str, place: str) -> tuple[HandPattern, ...]:
        """Return the hands of the line under its number; several alternatives carry the letters a, b, c ..."""
        letters = [""] if len(self.hands) == 1 else [chr(ord("a") + index) for index in range(len(self.hands))]
        made = (
            HandPattern(
                number=f"{number}{letter}",
                line=str(number),
                title=self.title,
                groups=groups,
                rules=rules,
                concealed_only=self.concealed_only,
                value=self.value,
                no_jokers=self.no_jokers,
                singles_and_pairs=self.singles_and_pairs,
                section=section,
                place=place,
                bonuses=self.bonuses,
            )
            for letter, groups, rules in zip(letters, self.hands, self.rules, strict=True)
        )
        return tuple(made)


def parse_line(text: str) -> Line:
    """Read a line such as ``Three kongs in a row: 1111a 2222a 3333a FF (run) x20``; the title may be left out.

    Raises `PatternError` with the first fault of `read_line`.
    """
    line, faults = read_line(text)
    if line is None:
        first = faults[0]
        raise PatternError(first.code, first.message, first.start, first.length, first.mend)
    return line


def read_line(text: str, usual: str = "x25") -> tuple[Line | None, tuple[LineFault, ...]]:
    """Read a line; return it and no fault, or None and all its faults in their order.

    ``usual`` is the value to suggest where one is missing. Codes: ``empty-line``, ``unknown-face``, ``missing-suit``,
    ``needless-suit``, ``mixed-group``, ``wrong-tile-count``, ``wrong-or``, ``stray-colon``, ``unknown-rule``,
    ``rule-without-use``, ``contradicting-rules``, ``open-bracket``, ``missing-value``, ``misplaced-value``,
    ``bad-value``, ``bad-bonus``, ``bad-size``, ``unknown-flag``, ``misplaced-rules``, ``too-many-alternatives``.
    """
    title, colon, _ = text.partition(":")
    start = len(title) + 1 if colon else 0
    words = [_Word(match.group(), match.start()) for match in _WORD.finditer(text, start)]
    reader = _LineReader(words, text, usual)
    line = reader.read(title.strip() if colon else "")
    faults = reader.faults
    if colon and faults:
        faults = _stray_colon(text, len(title), usual) or faults
    return (None if faults else line), tuple(sorted(faults, key=lambda fault: fault.start))


def _stray_colon(text: str, at: int, usual: str) -> list[LineFault]:
    """Return the fault of a colon in place of a space, where the line reads as hands without the colon."""
    if not all(_is_group(word) for word in text[:at].split()) or not text[:at].strip():
        return []
    whole = f"{text[:at]} {text[at + 1 :]}"
    if (
        ":" in whole
        or _LineReader([_Word(match.group(), match.start()) for match in _WORD.finditer(whole)], whole, usual).read("")
        is None
    ):
        return []
    mend = LineMend(at, 1, " ", "put a space there")
    message = "a colon stands behind the title alone; a space stands between groups"
    return [LineFault("stray-colon", message, at, 1, mend)]


def _is_group(text: str) -> bool:
    try:
        parse_group(text)
    except PatternError:
        return False
    return True


class _Hand(NamedTuple):
    """The groups of an alternative, with the places where they begin; ``broken`` where some cannot be read."""

    start: int
    end: int
    groups: list[GroupPattern]
    starts: list[int]
    broken: bool


class _Flags(NamedTuple):
    """The flags behind the value: words, bonuses with their places, and the number of tiles of a hand."""

    words: set[str]
    bonuses: list[tuple[ValueBonus, int]]
    size: int


class _LineReader:
    """One pass over the words of a line, in the order of the grammar; it goes on behind each fault."""

    def __init__(self, words: list[_Word], text: str, usual: str) -> None:
        self._words = words
        self._text = text
        self._end = len(text)
        self._next = 0
        self._usual = usual
        self._value_start = self._end
        # The place of the last word that is a value in the required form.
        self._last_value = max((at for at, word in enumerate(words) if _VALUE.fullmatch(word.text)), default=-1)
        self.faults: list[LineFault] = []

    def read(self, title: str) -> Line | None:
        found: list[_Hand] = []
        rules: list[tuple[Rule, int, int]] = []
        while True:
            found += self._hands()
            rules += self._rules()
            at = self._value_start = self._peek().start
            concealed_only, value = (False, 0) if self._is_or() else self._value()
            if not self._is_or() or len(found) >= MOST_ALTERNATIVES:
                break
            self._not_yet(at)
            self._take_or()
        value_at = (at, self._words[self._next - 1].end - at if self._next and self._next <= len(self._words) else 0)
        flags = self._flags()
        self._check_sizes(found, flags.size)
        self._check_bonuses(flags, concealed_only=concealed_only)
        hands = tuple(tuple(hand.groups) for hand in found)
        applied: tuple[tuple[Rule, ...], ...] = ()
        if not any(hand.broken for hand in found):
            applied, faults = check_rules(rules, hands)
            self.faults += faults
        if self.faults:
            return None
        return Line(
            title,
            hands,
            applied,
            concealed_only,
            value,
            singles_and_pairs="sp" in flags.words,
            no_jokers="nojoker" in flags.words,
            bonuses=tuple(bonus for bonus, _ in flags.bonuses),
            starts=tuple(tuple(hand.starts) for hand in found),
            value_at=value_at,
        )

    def _fault(self, code: str, message: str, start: int, length: int, mend: tuple[str, str] | None = None) -> None:
        """Note a fault; ``mend`` is the text to put in its place, and the same in words."""
        made = None if mend is None else LineMend(start, length, *mend)
        self.faults.append(LineFault(code, message, start, length, made))

    @cached_property
    def _usual_suit(self) -> str:
        """Return the suit to suggest for a group without one: the suit of most groups of the line."""
        ends = [word.text.rstrip("!")[-1:] for word in self._words]
        suits = [end for end in ends if end and end in "abcBC*"]
        if set(suits) in ({"a", "b"}, {"a", "c"}, {"b", "c"}) and len(suits) == len(set(suits)):
            return next(iter(set(UNKNOWN_SUITS) - set(suits)))
        return max(suits, key=suits.count) if suits else "a"

    def _peek(self) -> _Word:
        return self._words[self._next] if self._next < len(self._words) else _Word("", self._end)

    def _take(self) -> _Word:
        word = self._peek()
        self._next += 1
        return word

    def _hands(self) -> list[_Hand]:
        hands: list[_Hand] = []
        while True:
            hand = _Hand(self._peek().start, self._peek().start, [], [], broken=False)
            while (word := self._peek()).text not in (*_ENDS_HAND, *FLAGS) and not (
                word.text[0] in _BEGINS_OR_OR_VALUE and (self._is_or() or self._is_value(hand))
            ):
                self._next += 1
                if word.text not in _MARKS:
                    hand = self._group(word, hand)
            hand = hand._replace(end=self._words[self._next - 1].end if self._next else 0)
            hands.append(hand)
            if not hand.groups and not hand.broken:
                self._fault("empty-line", "here a hand is missing", hand.start, 0)
            if not self._is_or():
                break
            self._take_or()
        if len(hands) > MOST_ALTERNATIVES:
            self._fault("too-many-alternatives", f"at most {MOST_ALTERNATIVES} alternatives a line", 0, self._end)
        return hands

    def _group(self, word: _Word, hand: _Hand) -> _Hand:
        """Read one word as a group of the hand; note a fault for a word that is no group."""
        try:
            hand.groups.append(parse_group(*word))
        except PatternError as error:
            mend = mend_group(word.text[:_LONGEST_MENDED], self._usual_suit, _is_group)
            made = (
                None
                if mend is None or len(word.text) > _LONGEST_MENDED
                else LineMend(word.start, len(word.text), *mend)
            )
            start, message = error.start, error.message
            strange = next((at for at, char in enumerate(word.text) if char in LOOK_ALIKES), None)
            if error.code == "unknown-face" and strange is not None:
                start, message = word.start + strange, LOOK_ALIKES[word.text[strange]]
            length = 1 if error.code == "unknown-face" else len(word.text)
            self.faults.append(LineFault(error.code, message, start, length, made))
            return hand._replace(broken=True)
        hand.starts.append(word.start)
        return hand

    def _is_or(self) -> bool:
        text = self._peek().text
        return len(text) > 1 and _OR.fullmatch(text) is not None

    def _take_or(self) -> None:
        word = self._take()
        if word.text != "-or-":
            message = f"{_shown(word.text)} is no group; between alternatives stands -or-"
            self._fault("wrong-or", message, word.start, len(word.text), ("-or-", "write -or-"))

    def _is_value(self, hand: _Hand) -> bool:
        """Say whether the next word is the value, in the required form or in another one that people write."""
        text = self._peek().text
        if _VALUE.fullmatch(text) or _NEARLY_VALUE.fullmatch(text):
            return True
        after = self._words[self._next + 1].text if self._next + 1 < len(self._words) else ""
        if text in _KINDS and (_BARE_VALUE.fullmatch(after) or after in ("", *FLAGS)):
            return True
        swapped = _SWAPPED_VALUE.fullmatch(text)
        if swapped is not None and swapped[2] in "xX":
            return True
        if swapped is None and _BARE_VALUE.fullmatch(text) is None:
            return False
        size = sum(len(group.faces) for group in hand.groups)
        complete = size >= HAND_SIZE or (hand.broken and not after)
        # In a hand of more than 14 tiles 22c and 00 are tiles if the value follows.
        return complete and not (self._next < self._last_value and _is_group(text))

    def _check_sizes(self, hands: list[_Hand], wanted: int) -> None:
        for hand in hands:
            size = sum(len(group.faces) for group in hand.groups)
            if hand.groups and not hand.broken and size != wanted:
                mend = _mended_size(hand, wanted - size)
                message = _count_message(hand.groups, size, wanted)
                self.faults.append(LineFault("wrong-tile-count", message, hand.start, hand.end - hand.start, mend))

    def _rules(self) -> list[tuple[Rule, int, int]]:
        rules: list[tuple[Rule, int, int]] = []
        if self._peek().text != "(":
            return rules
        bracket = self._take()
        first = self._next
        words: list[_Word] = []
        while True:
            word = self._take()
            if word.text in ("", "("):
                self._open_bracket(bracket, first, word)
                return rules
            if word.text not in (",", ")"):
                words.append(word)
                continue
            self._rule(words, word, rules)
            words = []
            if word.text == ")":
                if self._peek().text != "(":
                    return rules
                bracket = self._take()
                first = self._next
                mend = (", ", "put them into one pair of brackets")
                message = "one pair of brackets holds all the rules, with commas between them"
                self._fault("misplaced-rules", message, word.start, bracket.end - word.start, mend)

    def _not_yet(self, at: int) -> None:
        """Note rules in brackets, or a value at ``at``, that stand before another alternative."""
        before = self._words[self._next - 1]
        if before.start < at:
            message = "one pair of brackets, behind the last alternative, holds the rules of all"
            self._fault("misplaced-rules", message, before.start, 1)
            return
        message = "one value, behind the last alternative, is that of all; write a line of each if they differ"
        self._fault("misplaced-value", message, at, before.end - at)

    def _open_bracket(self, bracket: _Word, first: int, at: _Word) -> None:
        """Note a bracket that is not closed up to ``at``, a second bracket or the end; go on at the value behind it."""
        self._next = first
        while self._peek().text and not _VALUE.fullmatch(self._peek().text):
            self._take()
        mend = None
        if at.text:
            mend = LineMend(at.start, 1, "", "leave out the second bracket")
        elif self._peek().text:
            mend = LineMend(self._peek().start, 0, ") ", "close the bracket before the value")
        self.faults.append(LineFault("open-bracket", "this '(' is never closed", bracket.start, 1, mend))

    def _rule(self, words: list[_Word], closing: _Word, rules: list[tuple[Rule, int, int]]) -> None:
        start = words[0].start if words else closing.start
        length = words[-1].end - start if words else 1
        text = " ".join(word.text for word in words)
        try:
            rules.append((parse_rule(text, start), start, length))
        except PatternError as error:
            meant = _meant_rule(text)
            self._fault(error.code, error.message, start, length, None if meant is None else (meant, f"write {meant}"))

    def _value(self) -> tuple[bool, int]:
        word = self._take()
        match = _VALUE.fullmatch(word.text)
        kind, number, end = (match["kind"], match["value"], word.end) if match else ("", "", word.end)
        if match is None:
            after = self._peek()
            swapped, nearly = _SWAPPED_VALUE.fullmatch(word.text), _NEARLY_VALUE.fullmatch(word.text)
            if word.text in _KINDS and _BARE_VALUE.fullmatch(after.text):
                kind, number, end = word.text, self._take().text, after.end
            elif swapped is not None:
                number, kind = swapped.groups()
            elif nearly is not None:
                kind, number = nearly[1].replace("\u00d7", "x"), nearly[2]
            elif _BARE_VALUE.fullmatch(word.text):
                kind, number = self._usual[0], word.text
            if number:
                made = f"{kind.lower()}{int(number)}"
                written = word.text if end == word.end else f"{word.text} {number}"
                message = f"{_shown(written)} is no value: x (exposed) or c (concealed) stands right before its number"
                if nearly is not None:
                    message = f"{_shown(written)} is no value: it is x or c and a number, and no sign"
                self._fault("misplaced-value", message, word.start, end - word.start, (made, f"write {made}"))
        if not number:
            message = "the hand ends with x (exposed) or c (concealed) and its value, as in x25"
            length = len(word.text) if word.text in _KINDS else 0
            usual = f"{word.text.lower()}{self._usual[1:]}" if length else self._usual
            text = usual if length else f" {usual} " if word.text else f" {usual}"
            self._fault("missing-value", message, word.start, length, (text, f"write {usual}, if that is its value"))
            return False, 0
        value = int(number)
        if not 1 <= value <= LARGEST_VALUE:
            message = f"a value is 1 to {LARGEST_VALUE}, not {value}"
            start = word.start + (match is not None)
            mend = LineMend(word.start, end - word.start, self._usual, f"write {self._usual}, if that is its value")
            self.faults.append(LineFault("bad-value", message, start, end - start, mend))
        return kind in "cC", value

    def _flags(self) -> _Flags:
        flags = _Flags(set(), [], HAND_SIZE)
        while (word := self._take()).text:
            if word.text in FLAGS:
                flags.words.add(word.text)
            elif _BONUS.fullmatch(word.text):
                self._bonus(word, flags)
            elif _BARE_VALUE.fullmatch(word.text) and self._peek().text in ("tiles", "tile"):
                flags = self._size(word, flags)
            else:
                self._unknown_flag(word)
        return flags

    def _unknown_flag(self, word: _Word) -> None:
        """Note one fault for all words up to the next flag."""
        if word.text == "(":
            self._late_rules(word)
            return
        words = [word]
        while (after := self._peek().text) and not (after in FLAGS or _BONUS.fullmatch(after)):
            words.append(self._take())
        told = " ".join(one.text for one in words)
        message = (
            f"{_shown(told)} is no flag; after the value stand sp, nojoker, +10 if concealed, 15 tiles, or nothing"
        )
        meant = _meant_flag(word.text) if len(words) == 1 else None
        mend = None if meant is None else (meant, f"write {meant}")
        self._fault("unknown-flag", message, word.start, words[-1].end - word.start, mend)

    def _late_rules(self, bracket: _Word) -> None:
        """Note rules in brackets behind the value, without reading them."""
        words = []
        while (word := self._take()).text not in ("", ")"):
            words.append(word.text)
        end = word.end if word.text else self._end
        inside = re.sub(" ,", ",", " ".join(words))
        start, mend = self._value_start, None
        if end - start <= _LONGEST_MOVED:
            behind = self._text[start : bracket.start].rstrip()
            text = f"({_meant_rule(inside) or inside}) {behind}"
            mend = LineMend(start, end - start, text, "put them before the value")
        message = "rules in brackets stand before the value"
        self.faults.append(LineFault("misplaced-rules", message, bracket.start, end - bracket.start, mend))

    def _bonus(self, word: _Word, flags: _Flags) -> None:
        """Read ``+10 if concealed``."""
        points = int(word.text[1:])
        said = self._take() if self._peek().text == "if" else _Word("", word.end)
        when = self._take() if said.text and self._peek().text in _WHEN else None
        if when is None or not 1 <= points <= LARGEST_VALUE:
            message = "a bonus is written +10 if concealed, or +10 if jokerless"
            self._fault("bad-bonus", message, word.start, len(word.text))
            return
        bonus = ValueBonus(points, cast('Literal["concealed", "jokerless"]', when.text))
        flags.bonuses.append((bonus, word.start))

    def _size(self, word: _Word, flags: _Flags) -> _Flags:
        """Read ``15 tiles``."""
        size, end = int(word.text), self._take().end
        if not SIZES[0] <= size <= SIZES[1] or flags.size != HAND_SIZE or size == HAND_SIZE:
            message = f"a hand that has not {HAND_SIZE} tiles says once how many, {SIZES[0]} to {SIZES[1]}"
            self._fault("bad-size", message, word.start, end - word.start)
            return flags
        return flags._replace(size=size)

    def _check_bonuses(self, flags: _Flags, *, concealed_only: bool) -> None:
        """Note bonuses that stand twice, and bonuses that every hand of the line earns."""
        seen: set[str] = set()
        for bonus, start in flags.bonuses:
            useless = (bonus.when == "concealed" and concealed_only) or (
                bonus.when == "jokerless" and "nojoker" in flags.words
            )
            if useless or bonus.when in seen:
                message = f"{bonus} says nothing: every hand of this line is {bonus.when}"
                if bonus.when in seen:
                    message = f"a bonus for {bonus.when} stands here twice"
                self._fault("bad-bonus", message, start, len(str(bonus)))
            seen.add(bonus.when)


def _meant_flag(text: str) -> str | None:
    found = get_close_matches(re.sub("[^a-z]", "", text.lower())[:20], FLAGS, n=1)
    return found[0] if found else None


_SAID_RULES: Final = {"run": "run|consec|sequen", "like": "like", "odd": r"\bodds?\b", "even": r"\bevens?\b"}
"""Wordings of rules on printed cards, such as any 3 consec. nos. or any like numbers."""


def _meant_rule(text: str) -> str | None:
    """Return the rule that a text says in other words or misspells; None without a guess."""
    for rule, said in _SAID_RULES.items():
        if text != rule and re.search(said, text.lower()):
            return rule
    known = ("run", "like", "odd", "even", "any year", "suits free", "differ")
    found = get_close_matches(text.lower()[:20], known, n=1)
    return found[0] if found else None


def _mended_size(hand: _Hand, step: int) -> LineMend | None:
    """Return the mend of a hand with one tile too few or too many, where one group is the odd one out."""
    if abs(step) != 1:
        return None
    large = [place for place, group in enumerate(hand.groups) if group.alike and len(group.faces) > 2]
    sizes = [len(hand.groups[place].faces) for place in large]
    usual = [size for size in set(sizes) if sizes.count(size) > 1]
    odd = [place for place, size in zip(large, sizes, strict=True) if any(size + step == one for one in usual)]
    if len(odd) != 1:
        odd = [place for place, group in enumerate(hand.groups) if group.alike and str(group) in ("F", "FFF")]
    if len(odd) != 1:
        return None
    (place,) = odd
    group = hand.groups[place]
    text = str(replace(group, faces=group.faces[:1] * (len(group.faces) + step)))
    return LineMend(hand.starts[place], len(str(group)), text, f"write {text}")


def _count_message(groups: list[GroupPattern], size: int, wanted: int) -> str:
    message = f"the hand has {size} tiles, not {wanted}"
    for group in groups:
        if group.suit == "D" and all(face.symbol == "D" for face in group.faces):
            message += f"; {group} is {len(group.faces)} dragons of the Dots: write {group}a, {group}* or 0, R, G"
    return message


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")


def parse_group(text: str, start: int = 0) -> GroupPattern:
    """Read one group, such as ``2222a`` or ``FF!``; ``start``: its place in its line. Raises PatternError."""
    match = _GROUP.fullmatch(text)
    if match is None:
        raise PatternError("unknown-face", f"{_shown(text)} is no group of tiles", start)
    faces = []
    at = 0
    while at < len(match["faces"]):
        face = _FACE.match(match["faces"], at)
        if face is None:
            wrong = match["faces"][at]
            message = f"{wrong!r} is no face; faces are 1-9 0 D R G N E W S Z F J A {' '.join(LETTERS)}"
            if wrong in UNKNOWN_SUITS and at:
                message = f"the suit {wrong} ends a group: leave a space behind it"
            raise PatternError("unknown-face", message, start + at)
        faces.append(Face(face["letter"] or face.group(), int(face["plus"] or 0)))
        at = face.end()
    group = GroupPattern(tuple(faces), match["suit"], bool(match["natural"]))
    _check_group(group, start)
    return group


def _check_group(group: GroupPattern, start: int) -> None:
    suited = any(face.symbol in SUITED for face in group.faces)
    if suited and not group.suit:
        message = f"{group} needs a suit: a, b, c, * (any), or B, C, D"
        raise PatternError("missing-suit", message, start)
    if group.suit and not suited:
        raise PatternError("needless-suit", f"{group} has a suit but no number or D that takes one", start)
    if not group.alike and any(face.symbol in "ZAJ" for face in group.faces):
        raise PatternError("mixed-group", f"in {group}, Z, A and J stand only with their like", start)


def parse_rule(text: str, start: int = 0) -> Rule:
    """Read one rule, such as ``run`` or ``X in 3 6 9``; ``start``: its place in its line. Raises PatternError."""
    for form, make in _RULES:
        match = form.fullmatch(text)
        if match is not None:
            return make(*match.groups())
    known = "run, like, odd, even, X odd, X in 3 6 9, X in run, X not Y, V = X+Y, any year, suits free, differ"
    raise PatternError("unknown-rule", f"{_shown(text)} is no rule; rules are {known}", start)


def check_rules(
    rules: list[tuple[Rule, int, int]], hands: tuple[tuple[GroupPattern, ...], ...]
) -> tuple[tuple[tuple[Rule, ...], ...], list[LineFault]]:
    """Return the rules that apply to each hand of a line, and the faults of the other rules.

    ``rules`` are (rule, start, length). A rule is at fault if it applies to no hand, or repeats or contradicts another.
    """
    faults: list[LineFault] = []
    words: dict[str, tuple[int, int]] = {}
    applied: list[list[Rule]] = [[] for _ in hands]
    for rule, start, length in rules:
        if str(rule) in words:
            faults.append(LineFault("contradicting-rules", f"the rule {rule} stands twice", start, length))
            continue
        words[str(rule)] = start, length
        useless = [_useless(rule, groups, [other for other, _, _ in rules]) for groups in hands]
        if all(useless):
            faults.append(LineFault("rule-without-use", useless[0], start, length))
        for found, message in zip(applied, useless, strict=True):
            if not message:
                found.append(rule)
    for pair in (("run", "like"), ("odd", "even")):
        if all(word in words for word in pair):
            message = f"{pair[0]} and {pair[1]} exclude each other"
            faults.append(LineFault("contradicting-rules", message, *max(words[word] for word in pair)))
    return tuple(map(tuple, applied)), faults


def _useless(rule: Rule, groups: tuple[GroupPattern, ...], rules: list[Rule]) -> str:
    """Return the reason why a rule does not apply to a hand, empty where it applies."""
    digits = {face.symbol for group in groups for face in group.faces if face.symbol in NUMBERS}
    letters = {letter for group in groups for letter in group.letters}
    slides = any(isinstance(other, Slide) for other in rules)
    match rule:
        case Slide(word="like") if len(digits) != 1:
            return "like needs one printed number, the same in all its groups"
        case Slide() if not digits:
            return "run needs printed numbers to move"
        case Parity(letter="") if not letters and not (slides and digits):
            return f"{rule} needs run, like or a letter: nothing else changes its number"
        case Parity(letter=letter) | Among(letter=letter) | OfRun(letter=letter) if letter and letter not in letters:
            return f"{rule} speaks of {letter}, which is in no group"
        case OfRun() if not digits or Slide("run") not in rules:
            return f"{rule} needs the rule run and printed numbers"
        case Unequal() if rule.first == rule.second or not {rule.first, rule.second} <= letters:
            return f"{rule} needs two different letters that are in groups"
        case Equation() if not set(rule.letters) <= letters:
            return f"{rule} speaks of a letter that is in no group"
        case AnyYear() if not any(group.year for group in groups):
            return f"{rule} needs a printed year, such as 2026a"
        case AnyYear() if (
            slides or not rule.first < rule.last or not FIRST_YEAR <= rule.first <= rule.last <= LAST_YEAR
        ):
            return "any year goes without run or like, and names years from 1900 to 2099, the earlier first"
        case Word(word="suits free") if not any(group.suit in NAMED_SUITS for group in groups if group.suit):
            return "suits free needs groups with a named suit, B, C or D"
        case _:
            return ""
