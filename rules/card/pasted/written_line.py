"""Write one typed line of a card in the card's language, with remarks on guesses and unknown words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rules.card.line.card_line import Line, parse_line
from rules.card.line.cursor import PatternError
from rules.card.pasted.notes import Notes, notes_of
from rules.card.pasted.pasted_card import PastedLine, Remark
from rules.card.pasted.source_lines import SourceLine
from rules.card.pasted.suits import choose_suits
from rules.card.pasted.typed_hand import (
    TypedHand,
    any_wind,
    begs_a_remark,
    consecutive,
    differ,
    grown_group,
    named_dragon,
    numbers_of,
    rise,
    size_of,
    torn_group,
    torn_year,
    west_or_white,
    wind_or_five,
)
from rules.card.pasted.typed_line import Reading
from rules.card.pasted.typed_words import Group, read_word
from rules.card.pattern import HAND_SIZE

_DRAGONS: Final = {"matching-dragons": "matching", "opposite-dragons": "opposite", "any-dragons": "any"}
_SINGLES_AND_PAIRS: Final = re.compile(r"\bsingles?\b.*\bpairs?\b", re.IGNORECASE)
_REMARK_MISSING: Final = "the numbers are consecutive or alike, and no remark was read: may they be others too?"


def write_line(line: SourceLine, reading: Reading, section: str, more: tuple[Remark, ...] = ()) -> PastedLine:
    """Write a line in the card's language, and check it with the card's parser."""
    as_typed = own_language(line.text, line.source, line.row)
    if as_typed is not None and not more and not any(line.colours):
        return as_typed
    words = {word for notes in reading.notes for word in notes.words}
    hands, of_hands = _hands(reading, any(line.colours))
    tail, of_value = _tail(reading, words, section)
    rules, of_rules = _all_rules(line, reading, words, section)
    title = reading.title.strip(" -.|>").replace(":", "")
    title = title if re.search(r"\w", title) else ""  # a bullet is no title
    text = _written(title, hands, rules, tail)
    text, dropped = _without_useless(text, title, hands, rules, tail)
    remarks = [*more, *_of_words(reading), *of_hands, *of_value, *of_rules]
    remarks += [Remark("not-understood", f"'{rule}' says nothing about these tiles", rule) for rule in dropped]
    if not any(remark.look for remark in remarks):
        try:
            read = parse_line(text)
        except PatternError as error:
            remarks.append(Remark("no-line", error.message, text[error.start :]))
        else:
            remarks += _of_one_way(read, reading)
    return PastedLine(text, line.source, line.row, tuple(remarks))


def _of_words(reading: Reading) -> Iterator[Remark]:
    """Yield remarks on corrected, doubtful and unknown words."""
    for text in reading.mended:
        yield Remark("mended", text)
    for text, why in reading.doubts:
        yield Remark("unsure-letters", why, text)
    for text in dict.fromkeys(text for notes in reading.notes for text in notes.unknown):
        yield Remark("not-understood", f"{text!r} was not understood", text)


def _hands(reading: Reading, inked: bool) -> tuple[list[str], list[Remark]]:
    """Write the hands of a line with their suits; return remarks on suits, winds and sizes too."""
    hands = []
    remarks: list[Remark] = []
    for hand, notes in zip(reading.hands, reading.notes, strict=False):
        groups = tuple(one for one in hand if isinstance(one, Group))
        if "any-wind" in notes.words:
            groups, heeded = any_wind(groups)
            if not heeded:
                remarks.append(Remark("not-understood", "any wind needs one wind in the line, and no other"))
        elif not reading.doubts and (doubt := wind_or_five(groups)) is not None:
            remarks.append(Remark("unsure-letters", f"{doubt!r} may be winds or fives: S and 5 look alike", doubt))
        remarks += _of_groups(groups)
        dragons = [said for word, said in _DRAGONS.items() if word in notes.words]
        if len(dragons) > 1:
            remarks.append(Remark("not-understood", f"the line says {' dragons and '.join(dragons)} dragons"))
        chosen = choose_suits(groups, notes.suits, dragons[0] if dragons else "")
        if (dragon := named_dragon(groups, inked)) is not None:
            remarks.append(
                Remark("suits-guessed", f"is {dragon!r} a dragon of that color, or any in a color of its own?")
            )
        if chosen.why and not any(remark.code == "suits-guessed" for remark in remarks):
            remarks.append(Remark("suits-guessed", chosen.why))
        shown = iter(
            f"{group.faces}{suit}{'!' if group.natural else ''}"
            for group, suit in zip(groups, chosen.suits, strict=True)
        )
        hands.append(" ".join(one if isinstance(one, str) else next(shown) for one in hand))
        if (size := size_of(hand)) != HAND_SIZE:
            remarks.append(Remark("tile-count", f"the line has {size} tiles, not {HAND_SIZE}"))
    return hands, remarks


def _of_groups(groups: tuple[Group, ...]) -> Iterator[Remark]:
    """Yield remarks on groups that no card prints beside each other, or that probably are others."""
    if (west := west_or_white(groups)) is not None:
        yield Remark("unsure-letters", f"is {west!r} West, or White dragons (0)?", west)
    if (apart := torn_group(groups)) is not None:
        yield Remark("not-understood", f"is {apart!r} one group, and the blank in it a mistake?", apart)
    if (torn := torn_year(groups)) is not None:
        yield Remark("not-understood", f"is {torn!r} a part of a year?", torn)
    if (grown := grown_group(groups)) is not None:
        yield Remark("not-understood", f"is {grown!r} two groups?", grown)


def _tail(reading: Reading, words: set[str], section: str) -> tuple[list[str], list[Remark]]:
    """Write the value and the flags of a line; return a remark where the value, or X or C, is a guess."""
    kinds = reading.kinds | (words & {"x", "c"})
    flags = ["sp"] * bool("sp" in words or _SINGLES_AND_PAIRS.search(section)) + ["nojoker"] * ("nojoker" in words)
    if reading.value is None:
        return ["c"] * (kinds == {"c"}) + flags, [Remark("value-missing", "the line says no value")]
    tail = [f"{'c' if kinds == {'c'} else 'x'}{reading.value}", *flags]
    titled = (one for one in reading.title.split() if read_word(one).role == "value")
    remarks = [Remark("value-missing", f"{one} stands before the tiles: is it the value?", one) for one in titled]
    if reading.early:
        remarks.append(
            Remark("value-missing", f"{reading.early} stands before the tiles: is it the value?", reading.early)
        )
    if re.fullmatch(r"(\d)\1\1|369", value := str(reading.value)):
        remarks.append(Remark("value-missing", f"is {value} the value, or a pung or section?", value))
    if len(kinds) != 1:
        said = "both X and C" if kinds else "neither X nor C"
        remarks.append(Remark("exposed-guessed", f"the line says {said}: X is a guess"))
    return tail, remarks


def _all_rules(line: SourceLine, reading: Reading, words: set[str], section: str) -> tuple[list[str], list[Remark]]:
    """Return the rules of a line; remark on rules that we cannot write, and on a rule that only the heading says."""
    rules, unsaid = _rules(reading.notes, reading.hands)
    remarks = [Remark("not-understood", one, line.text) for one in unsaid]
    if "run" in rules and not all(map(consecutive, reading.hands)):
        remarks.append(Remark("not-understood", "the line says any run, and its numbers are not consecutive"))
    if any(notes.lacks(notes_of(section)) for notes in reading.notes):
        remarks.append(Remark("remark-missing", f"the heading {section!r} is a remark, and the line does not say it"))
    moved = {"run", "like"} & set(rules)
    if moved or "fixed" in words:
        if moved and "fixed" in words:
            remarks.append(Remark("not-understood", f"the line says these numbers only and ({', '.join(moved)})"))
        return rules, remarks
    headed = _rule_of_heading(section, reading.hands)
    if headed:
        message = f"the heading {section!r} says ({headed}), and the line does not"
        return [*rules, headed], [*remarks, Remark("remark-missing", message)]
    if any(line.colours) and not rules and any(begs_a_remark(hand) for hand in reading.hands):
        remarks.append(Remark("remark-missing", _REMARK_MISSING))
    return rules, remarks


def _of_one_way(read: Line, reading: Reading) -> list[Remark]:
    """Return a remark where one way to make a line would get the rule or flag of another way."""
    for applied, notes in zip(read.rules, reading.notes, strict=True):
        own, _ = _rules((notes,), reading.hands)
        said = {"sp", "nojoker"} & set().union(*(one.words for one in reading.notes))
        if not {str(rule) for rule in applied} <= set(own) or not said <= notes.words:
            return [Remark("not-understood", "only one of its ways has this remark: make a line of each way")]
    return []


def _rules(notes: tuple[Notes, ...], hands: tuple[TypedHand, ...]) -> tuple[list[str], list[str]]:
    """Return the rules in the remarks of a line, and messages for remarks that the language cannot express here."""
    words = {word for one in notes for word in one.words}
    rules = [rule for one in notes for rule in one.rules]
    rules = list(dict.fromkeys([*rules, *(word for word in ("run", "like", "odd", "even") if word in words)]))
    if "different-dragons" not in words:
        return rules, []
    if all(differ(hand) for hand in hands):
        return [*rules, "differ"], []
    return rules, ["say which of these groups must differ"]


def _rule_of_heading(section: str, hands: tuple[TypedHand, ...]) -> str:
    """Return run or like where the heading says it and the numbers of a hand fit it; empty otherwise."""
    if re.search(r"\bconsec|\bruns?\b", section, re.IGNORECASE) and any(rise(numbers_of(hand), 2) for hand in hands):
        return "run"
    alike = any(len(numbers) > 1 and len(set(numbers)) == 1 for numbers in map(numbers_of, hands))
    return "like" if alike and re.search(r"\blike\s+(?:nos?\b|num)", section, re.IGNORECASE) else ""


def own_language(text: str, source: str, row: int) -> PastedLine | None:
    """Return a line that is already in the card's language, unchanged but for blanks; None for any other.

    Tiles typed one by one are groups of that language too, but nobody means these; nor is W always West.
    """
    try:
        hands = [tuple(Group(one.symbols) for one in hand) for hand in parse_line(text).hands]
    except PatternError:
        return None
    if any(torn_group(hand) or west_or_white(hand) for hand in hands):
        return None
    return PastedLine(" ".join(text.split()), source, row)


def _written(title: str, hands: list[str], rules: list[str], tail: list[str]) -> str:
    parts = [f"{title}:"] if title else []
    parts += [" -or- ".join(hands)] + ([f"({', '.join(rules)})"] if rules else []) + tail
    return " ".join(parts)


def _without_useless(
    text: str, title: str, hands: list[str], rules: list[str], tail: list[str]
) -> tuple[str, list[str]]:
    """Leave out rules that do not apply to the tiles; return them too, so that a person hears of them."""
    dropped = []
    for rule in list(rules):
        try:
            parse_line(text)
        except PatternError as error:
            if error.code not in {"rule-without-use", "contradicting-rules"}:
                break
            start = text.find("(") + 1
            inside = text[start : error.start].count(",")
            rules = [*rules[:inside], *rules[inside + 1 :]] if inside < len(rules) else rules[:-1]
            dropped.append(rule)
            text = _written(title, hands, rules, tail)
    return text, dropped
