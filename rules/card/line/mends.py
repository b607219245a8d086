"""Guess the group that a mistyped word was meant to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from unicodedata import normalize

_PUNCTUATION: Final = re.compile(r"[:;.,/|\u2013\u2014\u2012-]+")
_UNSEEN: Final = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Characters that nobody sees, which come along from web pages and PDF files."""
_LOOK_ALIKES: Final = str.maketrans({"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1", "i": "1", "|": "1"})
_LOWER_CASE: Final = str.maketrans("newsfdrgxyuvzj", "NEWSFDRGXYUVZJ")
_PARTS: Final = re.compile(
    r"[1-9XYUVD0](?:[1-9XYUVD0]|(?<=[XYUV])\+[1-8])*[abcBC*]!?|NEWS!?|EW!?|NS!?|([NEWSFRG0ZAJ])\1*!?|[1-9XYUV]+D!?"
)
_NEARLY_NEWS: Final = re.compile(r"\b(?=[NEWS]*[A-Z](?<![NEWS]))(?:[A-Z]EWS|N[A-Z]WS|NE[A-Z]S|NEW[A-Z])\b")
_PAINTED: Final = re.compile(r"([NEWSFRG0ZAJ]+)[abcBCD*](!?)")
_UNKNOWN_SUIT: Final = re.compile(r"([0-9XYUVD+]*[1-9XYUVD][0-9]*)[^\d\s](!?)")
_NO_SUIT: Final = re.compile(r"([0-9XYUVD+]+)(!?)")

LOOK_ALIKES: Final = {
    "O": "the letter O is no tile; the zero of a year, the White dragon, is the digit 0",
    "o": "the letter o is no tile; the zero of a year, the White dragon, is the digit 0",
    "l": "the letter l is no tile; a one is the digit 1",
    "I": "the letter I is no tile; a one is the digit 1",
    "\u2014": "a dash is no tile; a space stands between groups, and -or- between alternatives",
    "\u2013": "a dash is no tile; a space stands between groups, and -or- between alternatives",
    ":": "a colon is no tile; a space stands between groups, and a colon only behind the title",
    **dict.fromkeys(_UNSEEN, "a character that nobody sees stands here; leave it out"),
}
"""Characters that people type for others, with the message for each."""


def mend_group(word: str, suit: str, reads: Callable[[str], bool]) -> tuple[str, str] | None:
    """Guess the groups behind a mistyped word; return their text and the mend in words, None without a guess.

    ``suit`` is the suit letter to give a group that lacks one; ``reads`` says whether a text is one group.
    """
    text = word
    done: list[str] = []
    for say, change in _STEPS:
        changed = change(text, suit)
        if changed != text:
            text = changed
            done.append(say)
            if not text:
                return "", "leave it out"
            if all(map(reads, text.split())):
                return text, f"{done[0] if len(done) == 1 else 'write'} {text!r}".replace("'", "")
    return None


def _split(text: str) -> str:
    """Put a space between the groups that a word runs together."""
    parts = []
    for word in text.split():
        found = [match.group() for match in _PARTS.finditer(word)]
        parts += found if "".join(found) == word else [word]
    return " ".join(parts)


def _suited(text: str, suit: str) -> str:
    """Give ``suit`` to each group without a suit, or with a letter that is no suit."""
    words = []
    for word in text.split():
        match = _NO_SUIT.fullmatch(word)
        if match is None and word.rstrip("!")[-1:] not in set("abcBCD*"):
            match = _UNKNOWN_SUIT.fullmatch(word)
        words.append(f"{match[1]}{suit}{match[2]}" if match and re.search(r"[1-9XYUVD]", match[1]) else word)
    return " ".join(words)


_STEPS: Final[tuple[tuple[str, Callable[[str, str], str]], ...]] = (
    ("write", lambda text, _: normalize("NFKC", text.translate(dict.fromkeys(map(ord, _UNSEEN))))),
    ("put a space between the groups:", lambda text, _: _PUNCTUATION.sub(" ", text).strip()),
    ("write the digits:", lambda text, _: text.translate(_LOOK_ALIKES)),
    ("write capitals:", lambda text, _: _capitals(text)),
    ("write", lambda text, _: _NEARLY_NEWS.sub("NEWS", text)),
    ("put a space between the groups:", lambda text, _: _split(text)),
    ("leave the suit out:", lambda text, _: " ".join(_PAINTED.sub(r"\1\2", word) for word in text.split())),
    ("write a suit:", _suited),
)
"""Changes to try one after the other until the word reads, each with its words."""


def _capitals(text: str) -> str:
    """Write faces in capitals, and leave the suit at the end of each word as it is."""
    words = []
    for word in text.split():
        match = re.fullmatch(r"(.*?)([abc]?!?)", word, re.DOTALL)
        assert match is not None, "both parts may be empty"
        words.append(match[1].translate(_LOWER_CASE) + match[2])
    return " ".join(words)
