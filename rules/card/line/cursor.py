"""The words of a line, read one after the other, and the faults found on the way."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final, NamedTuple

from rules.card.fault import LineFault, LineMend
from rules.card.pattern import UNKNOWN_SUITS

_TOKEN: Final = re.compile(r"\(|\)|,|[^\s(),]+")


class PatternError(Exception):
    """A fault in a line; ``start`` is the character of the line at which it begins, counted from 0."""

    def __init__(self, code: str, message: str, start: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start


class Token(NamedTuple):
    """A word, bracket or comma of a line, and its first character, counted from 0."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.start + len(self.text)


class Cursor:
    """A place in a line. What reads a part of the line moves it, and goes on behind each fault that it notes.

    ``usual`` is the value to suggest where one is missing. At the end of the line the next token is empty.
    """

    def __init__(self, text: str, usual: str, start: int = 0) -> None:
        self.text = text
        self.usual = usual
        self.faults: list[LineFault] = []
        self.tokens = [Token(match.group(), match.start()) for match in _TOKEN.finditer(text, start)]
        self.next = 0

    def peek(self, ahead: int = 0) -> Token:
        """Return the next token, or the one so many behind it."""
        at = self.next + ahead
        return self.tokens[at] if at < len(self.tokens) else Token("", len(self.text))

    def take(self) -> Token:
        """Return the next token and go behind it."""
        token = self.peek()
        self.next += 1
        return token

    def end_of_last(self) -> int:
        """Return the place behind the token taken last."""
        return self.tokens[self.next - 1].end if 0 < self.next <= len(self.tokens) else 0

    def fault(self, code: str, message: str, start: int, length: int, mend: tuple[str, str] | None = None) -> None:
        """Note a fault; ``mend`` is the text to put in its place, and the same in words."""
        made = None if mend is None else LineMend(start, length, *mend)
        self.faults.append(LineFault(code, message, start, length, made))

    @cached_property
    def usual_suit(self) -> str:
        """Return the suit to suggest for a group without one: the suit of most groups of the line."""
        ends = [token.text.rstrip("!")[-1:] for token in self.tokens]
        suits = [end for end in ends if end and end in "abcBC*"]
        if set(suits) in ({"a", "b"}, {"a", "c"}, {"b", "c"}) and len(suits) == len(set(suits)):
            return next(iter(set(UNKNOWN_SUITS) - set(suits)))
        return max(suits, key=suits.count) if suits else "a"


def shown(text: str) -> str:
    """Return a text as a message quotes it, shortened where it is long."""
    return repr(text if len(text) <= 20 else text[:20] + "...")
