"""Find probable mistypings in a card as a whole: its rule set, its sections, lines beside each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from rules.card.card_file import CardDraft, DraftLine
from rules.card.fault import CardFault, Mend
from rules.card.pattern import UNKNOWN_SUITS, HandPattern
from rules.card.toml_positions import key_place, line_and_column
from rules.matching.lint.line_doubts import Around, line_doubts
from rules.ruleset import RuleSet, load_ruleset
from rules.settlement.payments import CardPayment

_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def card_doubts(draft: CardDraft, rulesets: Collection[str], rules: RuleSet | None) -> Iterator[CardFault]:
    """Yield a warning for each probable mistyping; ``rulesets`` are ids that the card may name, ``rules`` its own."""
    yield from _ruleset(draft, rulesets)
    yield from _empty_sections(draft)
    years = frozenset(_YEAR.findall(" ".join(draft.head.get(key, "") for key in ("id", "title", "source"))))
    bonus = _bonus_for_jokerless(draft, rules)
    for line in draft.lines:
        section = draft.sections[line.section]
        named = years | frozenset(_YEAR.findall(section.get("title", ""))) if years else years
        values = tuple(
            other.line.value
            for other in draft.lines
            if other is not line and other.section == line.section and other.line is not None
        )
        for doubt in line_doubts(line, Around(values, named, bonus)):
            yield draft.fault_in(line, doubt)
    yield from _twins(draft)


def _ruleset(draft: CardDraft, rulesets: Collection[str]) -> Iterator[CardFault]:
    name = draft.head.get("ruleset")
    if name is None or name in rulesets:
        return
    line, column = key_place(draft.text, None, 0, "ruleset")
    row = draft.text.splitlines()[line - 1]
    at = row.find(name, column)
    near = get_close_matches(name[:60], rulesets, n=1)
    mend = Mend(line, at + 1, len(name), near[0], f"write {near[0]}") if near and at >= 0 else None
    message = f"there is no rule set {name!r}; there are {', '.join(rulesets)}"
    yield CardFault("unknown-ruleset", message, line, max(at + 1, column), len(name), mend=mend, level="warning")


def _empty_sections(draft: CardDraft) -> Iterator[CardFault]:
    headers = list(re.finditer(r"^[ \t]*\[\[[ \t]*section[ \t]*\]\][^\n]*\n?", draft.text, re.MULTILINE))
    filled = {line.section for line in draft.lines}
    for nth, texts in enumerate(draft.sections):
        if nth in filled or nth >= len(headers) or any(fault.section == nth for fault in draft.faults):
            continue
        start = headers[nth].start()
        end = headers[nth + 1].start() if nth + 1 < len(headers) else len(draft.text)
        place = line_and_column(draft.text, start)
        mend = Mend(*place, end - start, "", "remove the section")
        message = f"the section {texts.get('title', '')!r} has no line"
        yield CardFault("empty-section", message, *place, len("[[section]]"), nth, mend=mend, level="warning")


def _bonus_for_jokerless(draft: CardDraft, rules: RuleSet | None) -> bool:
    """Say whether the card's rule set pays more for hands without jokers, but not for singles and pairs."""
    if rules is None and "ruleset" not in draft.head:
        rules = load_ruleset("modern-american")
    payment = None if rules is None else rules.payment
    return isinstance(payment, CardPayment) and payment.jokerless > 1 and not payment.singles_and_pairs_doubled


def _twins(draft: CardDraft) -> Iterator[CardFault]:
    """Yield a warning for each hand that repeats another one in other suit letters, or that another one contains."""
    seen: dict[object, str] = {}
    meanings = draft.meanings
    sets = [frozenset(tuple(sorted(hand)) for hand in concrete) for _, _, concrete in meanings]
    for place, (line, hand, _) in enumerate(meanings):
        first = seen.setdefault(_in_one_order(hand), hand.number)
        if first != hand.number:
            if not any(fault.code == "duplicate-hand" and fault.hand == str(line.number) for fault in draft.faults):
                yield _on_line(draft, line, "same-hand", f"hand {hand.number} is hand {first} in other suits")
            continue
        for other, (other_line, larger, _) in enumerate(meanings):
            if other_line is line or not sets[place] <= sets[other] or not _adds_nothing(hand, larger):
                continue
            same = sets[place] == sets[other]
            if same and all(group.letters for one in (hand, larger) for group in one.groups if group.suit):
                continue  # the League's book prints such a pair, 74 and 75
            # Of two lines with the same hands and the same worth the later one is too much.
            if not same or other < place or not _adds_nothing(larger, hand):
                what = "the hands" if same else "some of the hands"
                message = f"hand {hand.number} means {what} of {larger.number}, which pays as much: it never counts"
                yield _on_line(draft, line, "hand-inside-hand", message)
                break


def _on_line(draft: CardDraft, line: DraftLine, code: str, message: str) -> CardFault:
    """Return a warning about a whole line; its mend takes the line out where that takes no other hand along."""
    fault = draft.fault_of(line, code, message, "warning")
    if len(line.hands) > 1:
        return fault
    quoted = _whole_string(draft.text, line)
    mend = Mend(*line_and_column(draft.text, quoted[0]), quoted[1] - quoted[0], "", "remove the line")
    return replace(fault, mend=mend)


def _whole_string(text: str, line: DraftLine) -> tuple[int, int]:
    """Return where the string of a line begins and ends in the file, with its quotes and the comma behind it."""
    start, end = line.literal.offsets[0], line.literal.offsets[-1]
    while start > 0 and text[start - 1] in "\"'":
        start -= 1
    while end < len(text) and text[end] in "\"'":
        end += 1
    comma = re.compile(r"[ \t]*,").match(text, end)
    return start, comma.end() if comma else end


def _adds_nothing(hand: HandPattern, larger: HandPattern) -> bool:
    """Say whether a player with this hand loses nothing by taking the larger one."""
    return (
        larger.value >= hand.value
        and not hand.bonuses
        and larger.concealed_only <= hand.concealed_only
        and larger.no_jokers <= hand.no_jokers
        and not any(group.natural_only for group in larger.groups)
        and larger.singles_and_pairs <= hand.singles_and_pairs
    )


def _in_one_order(hand: HandPattern) -> object:
    """Return a value that is equal for hands that differ only in the letters of their free suits."""
    by_suit: dict[str, list[str]] = {}
    fixed = []
    for group in hand.groups:
        text = "".join(map(str, group.faces)) + ("!" if group.natural_only else "")
        if group.suit and group.suit in UNKNOWN_SUITS:
            by_suit.setdefault(group.suit, []).append(text)
        else:
            fixed.append(text + group.suit)
    free = tuple(sorted(tuple(sorted(groups)) for groups in by_suit.values()))
    return free, tuple(sorted(fixed)), frozenset(map(str, hand.rules)), hand.concealed_only, hand.no_jokers
