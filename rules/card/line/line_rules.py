"""Read the rules in brackets, such as ``(run, X in 3 6 9)``, and say to which hands of the line they apply."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple, cast

from rules.card.fault import LineFault, LineMend
from rules.card.line.cursor import Cursor, PatternError, Token, shown
from rules.card.line.values import VALUE
from rules.card.pattern import (
    FIRST_YEAR,
    LAST_YEAR,
    LETTERS,
    NAMED_SUITS,
    NUMBERS,
    Among,
    AnyYear,
    Equation,
    GroupPattern,
    OfRun,
    Parity,
    Rule,
    Slide,
    Unequal,
    Word,
)

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
_SAID: Final = {"run": "run|consec|sequen", "like": "like", "odd": r"\bodds?\b", "even": r"\bevens?\b"}
"""Wordings of rules on printed cards, such as any 3 consec. nos. or any like numbers."""


class PlacedRule(NamedTuple):
    """A rule with its first character in the line, counted from 0, and its length."""

    rule: Rule
    start: int
    length: int


def parse_rule(text: str, start: int = 0) -> Rule:
    """Read one rule, such as ``run`` or ``X in 3 6 9``; ``start``: its place in its line. Raises PatternError."""
    for form, make in _RULES:
        match = form.fullmatch(text)
        if match is not None:
            return make(*match.groups())
    known = "run, like, odd, even, X odd, X in 3 6 9, X in run, X not Y, V = X+Y, any year, suits free, differ"
    raise PatternError("unknown-rule", f"{shown(text)} is no rule; rules are {known}", start)


def meant_rule(text: str) -> str | None:
    """Return the rule that a text says in other words or misspells; None without a guess."""
    for rule, said in _SAID.items():
        if text != rule and re.search(said, text.lower()):
            return rule
    known = ("run", "like", "odd", "even", "any year", "suits free", "differ")
    found = get_close_matches(text.lower()[:20], known, n=1)
    return found[0] if found else None


def read_rules(cursor: Cursor) -> list[PlacedRule]:
    """Read the rules in brackets that come next, if any do."""
    rules: list[PlacedRule] = []
    if cursor.peek().text != "(":
        return rules
    bracket = cursor.take()
    first = cursor.next
    tokens: list[Token] = []
    while True:
        token = cursor.take()
        if token.text in ("", "("):
            _open_bracket(cursor, bracket, first, token)
            return rules
        if token.text not in (",", ")"):
            tokens.append(token)
            continue
        rules += _read_rule(cursor, tokens, token)
        tokens = []
        if token.text == ")":
            if cursor.peek().text != "(":
                return rules
            bracket = cursor.take()
            first = cursor.next
            mend = (", ", "put them into one pair of brackets")
            message = "one pair of brackets holds all the rules, with commas between them"
            cursor.fault("misplaced-rules", message, token.start, bracket.end - token.start, mend)


def _open_bracket(cursor: Cursor, bracket: Token, first: int, at: Token) -> None:
    """Note a bracket that is not closed up to ``at``, a second bracket or the end; go on at the value behind it."""
    cursor.next = first
    while cursor.peek().text and not VALUE.fullmatch(cursor.peek().text):
        cursor.take()
    mend = None
    if at.text:
        mend = LineMend(at.start, 1, "", "leave out the second bracket")
    elif cursor.peek().text:
        mend = LineMend(cursor.peek().start, 0, ") ", "close the bracket before the value")
    cursor.faults.append(LineFault("open-bracket", "this '(' is never closed", bracket.start, 1, mend))


def _read_rule(cursor: Cursor, tokens: list[Token], closing: Token) -> list[PlacedRule]:
    start = tokens[0].start if tokens else closing.start
    length = tokens[-1].end - start if tokens else 1
    text = " ".join(token.text for token in tokens)
    try:
        return [PlacedRule(parse_rule(text, start), start, length)]
    except PatternError as error:
        meant = meant_rule(text)
        cursor.fault(error.code, error.message, start, length, None if meant is None else (meant, f"write {meant}"))
        return []


def check_rules(
    rules: list[PlacedRule], hands: tuple[tuple[GroupPattern, ...], ...]
) -> tuple[tuple[tuple[Rule, ...], ...], list[LineFault]]:
    """Return the rules that apply to each hand of a line, and the faults of the other rules.

    A rule is at fault if it applies to no hand, or repeats or contradicts another.
    """
    faults: list[LineFault] = []
    places: dict[str, tuple[int, int]] = {}
    applied: list[list[Rule]] = [[] for _ in hands]
    for rule, start, length in rules:
        if str(rule) in places:
            faults.append(LineFault("contradicting-rules", f"the rule {rule} stands twice", start, length))
            continue
        places[str(rule)] = start, length
        useless = [_useless(rule, groups, [other.rule for other in rules]) for groups in hands]
        if all(useless):
            faults.append(LineFault("rule-without-use", useless[0], start, length))
        for found, message in zip(applied, useless, strict=True):
            if not message:
                found.append(rule)
    for pair in (("run", "like"), ("odd", "even")):
        if all(word in places for word in pair):
            message = f"{pair[0]} and {pair[1]} exclude each other"
            faults.append(LineFault("contradicting-rules", message, *max(places[word] for word in pair)))
    return tuple(map(tuple, applied)), faults


def _useless(rule: Rule, groups: tuple[GroupPattern, ...], rules: list[Rule]) -> str:
    """Return the reason why a rule does not apply to a hand, empty where it applies."""
    digits = {symbol for group in groups for symbol in group.symbols if symbol in NUMBERS}
    letters = {letter for group in groups for letter in group.letters}
    slides = any(isinstance(other, Slide) and not _useless(other, groups, []) for other in rules)
    match rule:
        case Slide(word="like") if len(digits) != 1:
            return "like needs one printed number, the same in all its groups"
        case Slide() if not digits:
            return "run needs printed numbers to move"
        case Parity(letter="") if not letters and not slides:
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
