"""Say a line of a card in plain English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.card.pattern import (
    ANY_SUIT,
    HAND_SIZE,
    LETTERS,
    NUMBERS,
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
    Word,
)
from rules.input.one_line import listed

_SIZES: Final = ("", "one", "a pair of", "a pung of", "a kong of", "a quint of", "a sextet of")
_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDER: Final = ("first", "second", "third")
_NAMED: Final = {"B": "Bams", "C": "Craks", "D": "Dots"}
_DRAGON_OF: Final = {"B": "Green dragons", "C": "Red dragons", "D": "White dragons"}
_TILES: Final = {
    "F": ("flower", "flowers"),
    "N": ("North", "North winds"),
    "E": ("East", "East winds"),
    "W": ("West", "West winds"),
    "S": ("South", "South winds"),
    "R": ("Red dragon", "Red dragons"),
    "G": ("Green dragon", "Green dragons"),
    "0": ("White dragon", "White dragons"),
    "J": ("joker", "jokers"),
    "Z": ("wind of your choice", "one wind of your choice"),
    "A": ("tile of your choice", "one tile of your choice"),
}
"""Singular and plural name of each face without a suit."""


def line_in_words(hand: HandPattern) -> str:
    """Say one hand of a card: its groups by suit, its rules, whether it may be exposed, and its value."""
    sentences = [_groups_in_words(hand.groups)]
    sentences += [found for rule in hand.rules if (found := _rule_in_words(rule, hand))]
    sentences += _letters_in_words(hand)
    natural = list(dict.fromkeys(str(group).rstrip("!") for group in hand.groups if group.natural_only))
    if hand.no_jokers:
        sentences.append("no joker in this hand")
    elif natural:
        sentences.append(f"no joker in {listed(natural)}")
    if hand.singles_and_pairs:
        sentences.append("a hand of singles and pairs: no bonus for being jokerless")
    sentences.append(f"{'concealed only' if hand.concealed_only else 'may be exposed'}, {hand.value} points")
    sentences += [f"{bonus.points} points more if {bonus.when}" for bonus in hand.bonuses]
    if hand.size != HAND_SIZE:
        sentences.append(f"a hand of {hand.size} tiles")
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


def suits_in_words(hand: HandPattern) -> str:
    """Say how many suits the suit letters of a hand ask for, as a card prints it; empty where they ask for none."""
    suits = {group.suit for group in hand.groups if group.suit}
    unknown = len(suits & set(UNKNOWN_SUITS))
    said = []
    if suits & set(_NAMED) and Word("suits free") not in hand.rules:
        said.append("the suits that are printed")
    if unknown:
        said.append(f"any {unknown} suit{'s' * (unknown > 1)}")
    if ANY_SUIT in suits:
        said.append(f"any suit for each {'other ' * (len(suits) > 1)}group")
    return listed(said)


def _groups_in_words(groups: Sequence[GroupPattern]) -> str:
    unknown = list(dict.fromkeys(group.suit for group in groups if group.suit and group.suit in UNKNOWN_SUITS))
    plain = [_group_in_words(group) for group in groups if group.suit not in unknown]
    parts = []
    for place, suit in enumerate(unknown):
        within = [group for group in groups if group.suit == suit]
        lone = len(unknown) == 1 and _dragons_alone(within)
        said = listed([_group_in_words(group, alone=lone) for group in within])
        if len(unknown) == 1:
            parts.append(said if lone else f"in any one suit {said}")
        else:
            parts.append(f"in a {_ORDER[place]} suit {said}")
    if len(unknown) > 1:
        return "; ".join([*([listed(plain)] if plain else []), *parts])
    return listed([*plain, *parts]) if not parts or not plain else f"{listed(plain)}; {parts[0]}"


def _dragons_alone(groups: Sequence[GroupPattern]) -> bool:
    """Say whether the groups of a suit hold nothing but its dragon."""
    return all(set(group.symbols) == {"D"} for group in groups)


def _group_in_words(group: GroupPattern, *, alone: bool = False) -> str:
    """Say one group; ``alone`` where no number tells the suit of its dragons."""
    size = len(group.faces)
    if not group.alike:
        return _unlike_in_words(group)
    said = _SIZES[size] if size < len(_SIZES) else f"{_number(size)}"
    return f"{said} {_face_in_words(group.faces[0], group.suit, size, alone=alone)}"


def _face_in_words(face: Face, suit: str, size: int, *, alone: bool) -> str:
    if face.symbol == "D":
        if suit in _DRAGON_OF:
            return _DRAGON_OF[suit] if size > 1 else _DRAGON_OF[suit][:-1]
        if alone or suit == ANY_SUIT:
            return "one dragon of your choice" if size > 1 else "dragon of your choice"
        return "its dragons" if size > 1 else "of its dragons"
    if face.symbol in _TILES:
        return _TILES[face.symbol][size > 1]
    name = str(face).replace("+", " plus ")
    number = f"{name}s" if face.symbol in NUMBERS and size > 1 else name
    if suit in _NAMED:
        return f"{name} {_NAMED[suit] if size > 1 else _NAMED[suit][:-1]}"
    return f"{number} in any suit" if suit == ANY_SUIT else number


def _unlike_in_words(group: GroupPattern) -> str:
    symbols = group.symbols
    if symbols == "NEWS":
        return "NEWS, one wind of each"
    suit = f" {_NAMED[group.suit]}" if group.suit in _NAMED else " in any suit" if group.suit == ANY_SUIT else ""
    if group.year is not None:
        return f"the year {symbols}{suit}" + (" with White dragons for 0" if "0" in symbols else "")
    singles = [
        str(face).replace("+", " plus ") if face.symbol in NUMBERS + LETTERS else
        "its dragon" if face.symbol == "D" else _TILES[face.symbol][0]
        for face in group.faces
    ]  # fmt: skip
    return f"the single tiles {listed(singles)}{suit}"


def _rule_in_words(rule: Rule, hand: HandPattern) -> str:
    match rule:
        case Slide(word="like"):
            return "any number, the same in all its groups"
        case Slide():
            return _run_in_words(hand)
        case Parity(letter=""):
            return f"{rule.word} numbers only"
        case AnyYear():
            years = len({group.year for group in hand.groups if group.year is not None})
            within = f"from {rule.first} to {rule.last}"
            if years == 1:
                return f"the year is an example: any year you choose {within}"
            return f"the years are an example: any {_number(years)} different years {within}"
        case Word(word="suits free"):
            return "the suits are an example: others may take their places"
        case Word():
            return "no tile stands in two groups"
        case _:
            return ""


def _run_in_words(hand: HandPattern) -> str:
    digits = sorted({int(symbol) for group in hand.groups for symbol in group.symbols if symbol in NUMBERS})
    if len(digits) == 1:
        return "any number"
    if digits == list(range(digits[0], digits[0] + len(digits))):
        return f"any {_number(len(digits))} numbers in a row"
    return "the numbers are an example: all move up or down together"


def _letters_in_words(hand: HandPattern) -> list[str]:
    """Say which numbers each letter may stand for."""
    said = []
    explained: set[str] = set()
    for rule in hand.rules:
        match rule:
            case Among():
                said.append(f"{rule.letter} is {listed([str(one) for one in rule.numbers], 'or')}")
                explained.add(rule.letter)
            case OfRun():
                said.append(f"{rule.letter} is one of these numbers")
                explained.add(rule.letter)
            case Parity(letter=letter) if letter:
                said.append(f"{letter} is {rule.word}")
                explained.add(letter)
            case Unequal():
                said.append(f"{rule.first} and {rule.second} are different numbers")
            case Equation():
                sign = "plus" if rule.sign == "+" else "times"
                left = f"{' and '.join(rule.left)} are the digits of" if len(rule.left) > 1 else f"{rule.left} is"
                said.append(f"{left} {rule.first} {sign} {rule.second}")
                explained |= set(rule.left)
            case _:
                pass
    free = [
        letter for letter in dict.fromkeys("".join(group.letters for group in hand.groups)) if letter not in explained
    ]
    if free:
        said.insert(0, f"{listed(free)} may be any number{'s' * (len(free) > 1)}")
    return said


def _number(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else str(count)
