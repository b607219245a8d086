"""Read what stands behind the value: ``sp``, ``nojoker``, bonuses such as ``+10 if concealed``, and ``15 tiles``."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple, cast

from rules.card.fault import LineFault, LineMend
from rules.card.line.cursor import Cursor, Token, shown
from rules.card.line.line_rules import meant_rule
from rules.card.line.values import BARE_VALUE, FLAGS
from rules.card.pattern import HAND_SIZE, LARGEST_VALUE, ValueBonus

SIZES: Final = (5, 20)
"""Fewest and most tiles of a hand."""
_LONGEST_MOVED: Final = 200
"""Most characters from the value to the end of rules that stand behind it for a mend to move the rules."""
_BONUS: Final = re.compile(r"\+[0-9]{1,4}")
_WHEN: Final = ("concealed", "jokerless")


class Flags(NamedTuple):
    """The flags behind the value: words, bonuses with their places, and the number of tiles of a hand."""

    words: set[str]
    bonuses: list[tuple[ValueBonus, int]]
    size: int


def read_flags(cursor: Cursor, value_start: int) -> Flags:
    """Read all that is left of the line; ``value_start`` is where its value begins."""
    flags = Flags(set(), [], HAND_SIZE)
    while (token := cursor.take()).text:
        if token.text in FLAGS:
            flags.words.add(token.text)
        elif _BONUS.fullmatch(token.text):
            _read_bonus(cursor, token, flags)
        elif BARE_VALUE.fullmatch(token.text) and cursor.peek().text in ("tiles", "tile"):
            flags = _read_size(cursor, token, flags)
        elif token.text == "(":
            _late_rules(cursor, token, value_start)
        else:
            _unknown_flag(cursor, token)
    return flags


def _unknown_flag(cursor: Cursor, token: Token) -> None:
    """Note one fault for all words up to the next flag."""
    tokens = [token]
    while (after := cursor.peek().text) and not (after in FLAGS or _BONUS.fullmatch(after)):
        tokens.append(cursor.take())
    told = " ".join(one.text for one in tokens)
    message = f"{shown(told)} is no flag; after the value stand sp, nojoker, +10 if concealed, 15 tiles, or nothing"
    letters = re.sub("[^a-z]", "", token.text.lower())[:20]
    meant = get_close_matches(letters, FLAGS, n=1) if len(tokens) == 1 else []
    mend = (meant[0], f"write {meant[0]}") if meant else None
    cursor.fault("unknown-flag", message, token.start, tokens[-1].end - token.start, mend)


def _late_rules(cursor: Cursor, bracket: Token, value_start: int) -> None:
    """Note rules in brackets behind the value, without reading them."""
    words = []
    while (token := cursor.take()).text not in ("", ")"):
        words.append(token.text)
    end = token.end
    inside = re.sub(" ,", ",", " ".join(words))
    mend = None
    start = value_start
    if end - start <= _LONGEST_MOVED:
        behind = cursor.text[start : bracket.start].rstrip()
        mend = LineMend(start, end - start, f"({meant_rule(inside) or inside}) {behind}", "put them before the value")
    message = "rules in brackets stand before the value"
    cursor.faults.append(LineFault("misplaced-rules", message, bracket.start, end - bracket.start, mend))


def _read_bonus(cursor: Cursor, token: Token, flags: Flags) -> None:
    """Read ``+10 if concealed``."""
    points = int(token.text[1:])
    said = cursor.take() if cursor.peek().text == "if" else None
    when = cursor.take() if said is not None and cursor.peek().text in _WHEN else None
    if when is None or not 1 <= points <= LARGEST_VALUE:
        message = "a bonus is written +10 if concealed, or +10 if jokerless"
        cursor.fault("bad-bonus", message, token.start, len(token.text))
        return
    bonus = ValueBonus(points, cast('Literal["concealed", "jokerless"]', when.text))
    flags.bonuses.append((bonus, token.start))


def _read_size(cursor: Cursor, token: Token, flags: Flags) -> Flags:
    """Read ``15 tiles``."""
    size, end = int(token.text), cursor.take().end
    if not SIZES[0] <= size <= SIZES[1] or flags.size != HAND_SIZE or size == HAND_SIZE:
        message = f"a hand that has not {HAND_SIZE} tiles says once how many, {SIZES[0]} to {SIZES[1]}"
        cursor.fault("bad-size", message, token.start, end - token.start)
        return flags
    return flags._replace(size=size)


def check_bonuses(cursor: Cursor, flags: Flags, *, concealed_only: bool) -> None:
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
            cursor.fault("bad-bonus", message, start, len(str(bonus)))
        seen.add(bonus.when)
