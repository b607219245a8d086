"""Read the remarks that cards print beside a hand: "any 2 suits", "any consec. nos.", "opp. dragons", "concealed"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rules.card.line.cursor import PatternError
from rules.card.line.line_rules import parse_rule

_COUNT: Final = {"one": 1, "1": 1, "i": 1, "l": 1, "same": 1, "two": 2, "2": 2, "three": 3, "3": 3, "1st": 1}

_SUITS: Final = re.compile(
    r"\b(?:in\s+)?(?:any\s*|the\s+)?(?P<first>1|2|3|i|l|one|two|three|same)(?:\s*(?:or|-|/|to)\s*(?P<second>2|3|two|three))?"
    r"\s*(?:different\s+)?(?:s?u[ijlrt1]{1,3}[so]?|colou?rs?)\b"
)
_NUMBERS_OR_RUN: Final = r"(?:\s+(?:nos?\.?|num\w*\.?|run))?"
_PHRASES: Final = (
    ("run", rf"\bany\s*(?:\d\s*|two\s+|three\s+|four\s+|five\s+)?(?:conse[ce]\w*\.?|sequential|run){_NUMBERS_OR_RUN}"),
    ("run", rf"\bconse[ce]\w*\.?{_NUMBERS_OR_RUN}|\bany\s*run\b"),
    ("like", r"\bany\s*(?:one\s+)?like\s+(?:nos?\.?|num\w*\.?)|\blike\s+(?:nos?\.?|num\w*\.?)|\bany\s*like\b"),
    ("odd", r"\b(?:any\s+)?odds?(?:\s+(?:nos?\.?|num\w*\.?))?(?:\s+only)?\b"),
    ("even", r"\b(?:any\s+)?evens?(?:\s+(?:nos?\.?|num\w*\.?))?(?:\s+only)?\b"),
    ("fixed", r"\b(?:only\s+)?these\s+(?:nos?\.?|num\w*\.?)(?:\s+only)?|\bas\s+(?:printed|shown)\b"),
    ("matching-dragons", r"\b(?:w(?:ith|/)?\s*)?(?:matching|same(?:\s+suit)?)\s+drag\w*\.?|\bmatching\b"),
    ("opposite-dragons", r"\b(?:w(?:ith|/)?\s*)?opp\w*\.?\s+drag\w*\.?"),
    ("different-dragons", r"\bany\s*(?:2|3|two|three)\s*(?:different\s+)?drag\w*\.?"),
    ("any-dragons", r"\b(?:w(?:ith|/)?\s*)?any\s+(?:\d\s+|two\s+|three\s+)?drag\w*\.?"),
    ("any-wind", r"\bany\s*(?:one\s+|1\s+)?wind\b"),
    ("like", r"\bany\s*(?:one\s+|1\s+)?(?:no(?:\.|$)|number\b)"),
    ("nojoker", r"\b(?:no|without)\s+jokers?(?:\s+allowed)?\b|\bjokers?\s+not\s+allowed\b|\bnojoker\b"),
    ("sp", r"\bsingles\s*(?:and|&|/)\s*pairs(?:\s+only)?\b|\bsp\b"),
    ("c", r"\b(?:must\s+be\s+)?(?:concealed|conc\b\.?)(?:\s+only)?|\bclosed\b"),
    ("x", r"\bexposed(?:\s+ok)?\b|\bmay\s+be\s+exposed\b"),
)
_MISREAD: Final = (
    (r"\ba[nmau]{1,3}y", "any"),
    (r"\b(?:[akr][aenmuvw]{0,3}|[aenmu]{1,2})[yv](?=\s*[\dilrc])(?![a-z])", "any"),
    (r"\bany\s*([1-3il])\s*[s5](?:u[a-z]{0,3}|[a-z]{1,2}t[a-z]{0,2})\b", r"any \1 suits"),
    (r"\bany\s*r[aouw][mnsu]\b", "any run"),
    (r"\b(any\s*\d?\s*)c[ao][mn]s?[a-z]{0,3}\b\.?", r"\1consec"),
    (r"\bl[a-z]?ke\b", "like"),
    (r"(?<=like |nsec )(?:[a-z]{1,3}[bh][a-z]{0,2}[nr]s?|[hmnr][eo]s)\b", "numbers"),
)
"""Misreadings of small print, each with the word meant: letters that look alike, in the few words that cards print
there. Other words stay as they are, so that a person hears of them."""
_OF_A_HAND: Final = frozenset({"fixed", "nojoker", "any-wind", *(word for word, _ in _PHRASES if "dragons" in word)})
"""Remarks that are hardly a section's title, but for the hands below it."""
_FILLERS: Final = frozenset(
    (
        *("and", "with", "w/", "w", "hand", "hands", "in", "the", "any", "only", "of", "a", "are", "is"),
        *("pts", "points", "-", "&", "or", "all"),
    )
)

REMARK: Final = re.compile("|".join([_SUITS.pattern, *(f"(?:{pattern})" for _, pattern in _PHRASES)]), re.IGNORECASE)
"""A remark that stands in a line without brackets."""

SECTION: Final = re.compile(
    r"\W*(?:(?:any\s+)?like\s+num\w*|consecutive\s+runs?|singles?\W+(?:and\W+)?pairs?)\W*", re.IGNORECASE
)
"""Headings that could be remarks as well."""


@dataclass(slots=True)
class Notes:
    """The remarks of a line as read: counts of suits, words such as ``run``, rules as typed, and unknown remarks."""

    suits: tuple[int, ...] = ()
    words: set[str] = field(default_factory=set)
    rules: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing was said."""
        return not (self.suits or self.words or self.rules or self.unknown)

    def add(self, other: Notes) -> None:
        """Add the remarks of another place in the line."""
        self._suits(other.suits)
        self.words |= other.words
        self.rules += [rule for rule in other.rules if rule not in self.rules]
        self.unknown += other.unknown

    def read(self, text: str) -> None:
        """Read one remark, without its brackets."""
        for part in [text] if _as_rules(text) else re.split(r"[,;]", text):
            self._phrase(part.strip())

    def lacks(self, other: Notes) -> bool:
        """Say whether the other, all understood, says of suits, dragons, winds or jokers what this does not."""
        more = other.words & _OF_A_HAND - self.words
        return not other.unknown and (bool(more) or other.suits not in {(), self.suits})

    def _phrase(self, text: str) -> None:
        kept = _as_rules(text)
        if kept:
            self.rules += [rule for rule in kept if rule not in self.rules]
            return
        rest = text.lower()
        for pattern, word in _MISREAD:
            rest = re.sub(pattern, word, rest)
        if match := _SUITS.search(rest):
            counts = {_COUNT[match["first"]], _COUNT[match["second"] or match["first"]]}
            self._suits(tuple(sorted(counts)))
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
        for word, pattern in _PHRASES:
            rest, found = re.subn(pattern, " ", rest)
            if found:
                self.words.add(word)
        if "different-dragons" in self.words:
            self.words.add("any-dragons")
        if [word for word in re.findall(r"[^\s.!:()]+", rest) if word not in _FILLERS]:
            self.unknown.append(text)

    def _suits(self, counts: tuple[int, ...]) -> None:
        """Note numbers of suits; a second remark that says others is not understood."""
        if counts and self.suits and counts != self.suits:
            self.unknown.append(f"any {' or '.join(map(str, counts))} suits")
        self.suits = self.suits or counts


def notes_of(text: str) -> Notes:
    """Read one remark, without its brackets."""
    notes = Notes()
    notes.read(text)
    return notes


def _as_rules(text: str) -> list[str]:
    """Return the rules of a remark in the card's own language; none where a part of it is no rule."""
    rules = []
    for part in text.split(","):
        try:
            rules.append(str(parse_rule(" ".join(part.split()))))
        except PatternError:
            return []
    return rules
