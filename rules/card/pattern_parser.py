"""Read one line of a card: hands, rules, value and flags, with the place of every fault.

`README.md` beside this file gives the grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, cast

from rules.card.pattern import (
    ANY_SUIT,
    LETTERS,
    NAMED_SUITS,
    NUMBERS,
    SUITED,
    UNKNOWN_SUITS,
    Among,
    Equation,
    Face,
    GroupPattern,
    HandPattern,
    OfRun,
    Parity,
    Rule,
    Slide,
    Unequal,
    Word,
)

HAND_SIZE: Final = 14
LARGEST_VALUE: Final = 1_000
MOST_ALTERNATIVES: Final = 26
"""Most alternatives of a line: one letter tells them apart."""


class PatternError(Exception):
    """A fault in a line; ``start`` is the character of the line at which it begins, counted from 0."""

    def __init__(self, code: str, message: str, start: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start


class _Word(NamedTuple):
    text: str
    start: int


_WORD: Final = re.compile(r"\(|\)|,|[^\s(),]+")
_GROUP: Final = re.compile(
    rf"(?P<faces>.+?)(?P<suit>[{UNKNOWN_SUITS}{NAMED_SUITS}{ANY_SUIT}]?)(?P<natural>!?)", re.DOTALL
)
_FACE: Final = re.compile(rf"(?P<letter>[{LETTERS}])(?:\+(?P<plus>[1-8]))?|[1-90DRGNEWSZFJA]")
_MARKS: Final = ("+", "=")
"""Signs between groups, as in ``1111a + 6666a = 7777a``: they speak to people and mean nothing."""
_VALUE: Final = re.compile(r"(?P<kind>[xXcC])(?P<value>[0-9]{1,6})")
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
    (re.compile(r"(suits free|differ)"), lambda word: Word(cast('Literal["suits free", "differ"]', word))),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card: one pattern for each of its alternatives, not yet numbered.

    ``rules[i]`` are the rules of the line that say something about ``hands[i]``.
    """

    title: str
    hands: tuple[tuple[GroupPattern, ...], ...]
    rules: tuple[tuple[Rule, ...], ...]
    concealed_only: bool
    value: int
    singles_and_pairs: bool
    no_jokers: bool

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
            )
            for letter, groups, rules in zip(letters, self.hands, self.rules, strict=True)
        )
        return tuple(made)


def parse_line(text: str) -> Line:
    """Read a line such as ``Three kongs in a row: 1111a 2222a 3333a FF (run) x20``; the title may be left out.

    Raises `PatternError` with one of the codes ``empty-line``, ``unknown-face``, ``missing-suit``,
    ``needless-suit``, ``mixed-group``, ``wrong-tile-count``, ``unknown-rule``, ``rule-without-use``,
    ``contradicting-rules``, ``open-bracket``, ``missing-value``, ``bad-value``, ``unknown-flag``,
    ``too-many-alternatives``.
    """
    title, colon, _ = text.partition(":")
    start = len(title) + 1 if colon else 0
    reader = _LineReader([_Word(match.group(), match.start()) for match in _WORD.finditer(text, start)], len(text))
    return reader.read(title.strip() if colon else "")


class _LineReader:
    """One pass over the words of a line, in the order of the grammar."""

    def __init__(self, words: list[_Word], end: int) -> None:
        self._words = words
        self._end = end
        self._next = 0

    def read(self, title: str) -> Line:
        hands = self._hands()
        rules = check_rules(self._rules(), hands)
        concealed_only, value = self._value()
        flags = self._flags()
        return Line(
            title,
            hands,
            rules,
            concealed_only,
            value,
            singles_and_pairs="sp" in flags,
            no_jokers="nojoker" in flags,
        )

    def _peek(self) -> _Word:
        return self._words[self._next] if self._next < len(self._words) else _Word("", self._end)

    def _take(self) -> _Word:
        word = self._peek()
        self._next += 1
        return word

    def _hands(self) -> tuple[tuple[GroupPattern, ...], ...]:
        hands = []
        while True:
            start = self._peek().start
            groups = []
            while self._peek().text not in ("", "(", "-or-") and not _VALUE.fullmatch(self._peek().text):
                word = self._take()
                if word.text not in _MARKS:
                    groups.append(parse_group(*word))
            size = sum(len(group.faces) for group in groups)
            if not groups:
                raise PatternError("empty-line", "here a hand is missing", start)
            if size != HAND_SIZE:
                raise PatternError("wrong-tile-count", _count_message(groups, size), start)
            hands.append(tuple(groups))
            if self._peek().text != "-or-":
                break
            self._take()
        if len(hands) > MOST_ALTERNATIVES:
            raise PatternError("too-many-alternatives", f"at most {MOST_ALTERNATIVES} alternatives a line", 0)
        return tuple(hands)

    def _rules(self) -> list[tuple[Rule, int]]:
        rules: list[tuple[Rule, int]] = []
        if self._peek().text != "(":
            return rules
        bracket = self._take()
        words: list[_Word] = []
        while True:
            word = self._take()
            if word.text in ("", "("):
                raise PatternError("open-bracket", "this '(' is never closed", bracket.start)
            if word.text not in (",", ")"):
                words.append(word)
                continue
            start = words[0].start if words else word.start
            rules.append((parse_rule(" ".join(word.text for word in words), start), start))
            words.clear()
            if word.text == ")":
                return rules

    def _value(self) -> tuple[bool, int]:
        word = self._take()
        match = _VALUE.fullmatch(word.text)
        if match is None:
            message = "the hand ends with x (exposed) or c (concealed) and its value, as in x25"
            raise PatternError("missing-value", message, word.start)
        value = int(match["value"])
        if not 1 <= value <= LARGEST_VALUE:
            raise PatternError("bad-value", f"a value is 1 to {LARGEST_VALUE}, not {value}", word.start + 1)
        return match["kind"] in "cC", value

    def _flags(self) -> set[str]:
        flags = set()
        while (word := self._take()).text:
            if word.text not in ("sp", "nojoker"):
                message = f"{_shown(word.text)} is no flag; after the value stand sp, nojoker or nothing"
                raise PatternError("unknown-flag", message, word.start)
            flags.add(word.text)
        return flags


def _count_message(groups: list[GroupPattern], size: int) -> str:
    message = f"the hand has {size} tiles, not {HAND_SIZE}"
    for group in groups:
        if group.suit == "D" and all(face.symbol == "D" for face in group.faces):
            message += f"; {group} is {len(group.faces)} dragons of the Dots: write {group}a, {group}* or 0, R, G"
    return message


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")


def parse_group(text: str, start: int = 0) -> GroupPattern:
    """Read one group, such as ``2222a`` or ``FF!``; ``start`` is where it begins in its line."""
    match = _GROUP.fullmatch(text)
    if match is None:
        raise PatternError("unknown-face", f"{_shown(text)} is no group of tiles", start)
    faces = []
    at = 0
    while at < len(match["faces"]):
        face = _FACE.match(match["faces"], at)
        if face is None:
            message = f"{match['faces'][at]!r} is no face; faces are 1-9 0 D R G N E W S Z F J A {' '.join(LETTERS)}"
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
    """Read one rule, such as ``run`` or ``X in 3 6 9``; ``start`` is where it begins in its line."""
    for form, make in _RULES:
        match = form.fullmatch(text)
        if match is not None:
            return make(*match.groups())
    known = "run, like, odd, even, X odd, X in 3 6 9, X in run, X not Y, V = X+Y, suits free, differ"
    raise PatternError("unknown-rule", f"{_shown(text)} is no rule; rules are {known}", start)


def check_rules(
    rules: list[tuple[Rule, int]], hands: tuple[tuple[GroupPattern, ...], ...]
) -> tuple[tuple[Rule, ...], ...]:
    """Return, for each hand of a line, the rules that say something about it.

    Refuses rules that say nothing about any hand, and rules that contradict each other.
    """
    words: dict[str, int] = {}
    applied: list[list[Rule]] = [[] for _ in hands]
    for rule, start in rules:
        if str(rule) in words:
            raise PatternError("contradicting-rules", f"the rule {rule} stands twice", start)
        words[str(rule)] = start
        useless = [_useless(rule, groups, [other for other, _ in rules]) for groups in hands]
        if all(useless):
            raise PatternError("rule-without-use", useless[0], start)
        for found, message in zip(applied, useless, strict=True):
            if not message:
                found.append(rule)
    for pair in (("run", "like"), ("odd", "even")):
        if all(word in words for word in pair):
            message = f"{pair[0]} and {pair[1]} exclude each other"
            raise PatternError("contradicting-rules", message, max(words[word] for word in pair))
    return tuple(map(tuple, applied))


def _useless(rule: Rule, groups: tuple[GroupPattern, ...], rules: list[Rule]) -> str:
    """Return why a rule says nothing about a hand; nothing where it does."""
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
        case Word(word="suits free") if not any(group.suit in NAMED_SUITS for group in groups if group.suit):
            return "suits free needs groups with a named suit, B, C or D"
        case _:
            return ""
