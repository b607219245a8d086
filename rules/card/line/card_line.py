"""Read one line of a card: its hands, rules, value and flags, in the order of the grammar.

`docs/card-language.md` gives the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.card.fault import LineFault, LineMend
from rules.card.line.alternatives import MOST_ALTERNATIVES, Hand, check_sizes, is_or, read_hands, take_or
from rules.card.line.cursor import Cursor, PatternError
from rules.card.line.flags import check_bonuses, read_flags
from rules.card.line.groups import is_group
from rules.card.line.line_rules import PlacedRule, check_rules, read_rules
from rules.card.line.values import Value, read_value
from rules.card.pattern import GroupPattern, HandPattern, Rule, ValueBonus


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
        raise PatternError(faults[0].code, faults[0].message, faults[0].start)
    return line


def read_line(text: str, usual: str = "x25") -> tuple[Line | None, tuple[LineFault, ...]]:
    """Read a line; return it and no fault, or None and all its faults in their order.

    ``usual`` is the value to suggest where one is missing. Codes: ``empty-line``, ``unknown-face``, ``missing-suit``,
    ``needless-suit``, ``mixed-group``, ``wrong-tile-count``, ``wrong-or``, ``stray-colon``, ``unknown-rule``,
    ``rule-without-use``, ``contradicting-rules``, ``open-bracket``, ``missing-value``, ``misplaced-value``,
    ``bad-value``, ``bad-bonus``, ``bad-size``, ``unknown-flag``, ``misplaced-rules``, ``too-many-alternatives``.
    """
    title, colon, _ = text.partition(":")
    cursor = Cursor(text, usual, len(title) + 1 if colon else 0)
    line = _read(cursor, title.strip() if colon else "")
    faults = cursor.faults
    if colon and faults:
        faults = _stray_colon(text, len(title), usual) or faults
    return line, tuple(sorted(faults, key=lambda fault: fault.start))


def _stray_colon(text: str, at: int, usual: str) -> list[LineFault]:
    """Return the fault of a colon in place of a space, where the line reads as hands without the colon."""
    if not all(is_group(word) for word in text[:at].split()) or not text[:at].strip():
        return []
    whole = f"{text[:at]} {text[at + 1 :]}"
    if ":" in whole or _read(Cursor(whole, usual), "") is None:
        return []
    mend = LineMend(at, 1, " ", "put a space there")
    message = "a colon stands behind the title alone; a space stands between groups"
    return [LineFault("stray-colon", message, at, 1, mend)]


def _read(cursor: Cursor, title: str) -> Line | None:
    """Read the line under its title; None where the cursor holds faults."""
    found: list[Hand] = []
    rules: list[PlacedRule] = []
    while True:
        found += read_hands(cursor)
        rules += read_rules(cursor)
        value_start = cursor.peek().start
        value = Value(0, concealed_only=False) if is_or(cursor) else read_value(cursor)
        if not is_or(cursor) or len(found) >= MOST_ALTERNATIVES:
            break
        _too_early(cursor, value_start)
        take_or(cursor)
    value_length = cursor.end_of_last() - value_start
    flags = read_flags(cursor, value_start)
    check_sizes(cursor, found, flags.size)
    check_bonuses(cursor, flags, concealed_only=value.concealed_only)
    hands = tuple(hand.groups for hand in found)
    applied: tuple[tuple[Rule, ...], ...] = ()
    if not any(hand.broken for hand in found):
        applied, faults = check_rules(rules, hands)
        cursor.faults += faults
    if cursor.faults:
        return None
    return Line(
        title,
        hands,
        applied,
        value.concealed_only,
        value.points,
        singles_and_pairs="sp" in flags.words,
        no_jokers="nojoker" in flags.words,
        bonuses=tuple(bonus for bonus, _ in flags.bonuses),
        starts=tuple(hand.starts for hand in found),
        value_at=(value_start, value_length),
    )


def _too_early(cursor: Cursor, value_start: int) -> None:
    """Note rules in brackets, or a value, that stand before another alternative."""
    before = cursor.tokens[cursor.next - 1]
    if before.start < value_start:
        message = "one pair of brackets, behind the last alternative, holds the rules of all"
        cursor.fault("misplaced-rules", message, before.start, 1)
        return
    message = "one value, behind the last alternative, is that of all; write a line of each if they differ"
    cursor.fault("misplaced-value", message, value_start, before.end - value_start)
