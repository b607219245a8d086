"""Classify icons by the words of their names (`categories.toml`)."""

import re
import tomllib
from pathlib import Path

WORDS: dict[str, frozenset[str]] = {
    category: frozenset(words.split())
    for category, words in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
}

_NEVER = re.compile(
    r"(^|-)(flag|flags|keycap|alpha|alphabet|letter|number|numeric|digit|button|squared|square-[a-z]|circle-[a-z]|"
    r"hand|hands|thumbs|finger|fingers|skin|clock-\d+|mahjong|joker-card|playing|card|cards|dice|game-die|input|symbols|"
    r"off|slash|x|plus|minus|check|add|remove|cancel|edit|alert|lock|cog|arrow-[a-z]+|script|file|text|regional|"
    r"calendar|abc|abcd|roman|numeral|chart|graph|phone|device|database|cloud-[a-z]+|folder|network|bookmark|"
    r"light-skin|dark-skin|medium)(-|$)|\d|japanese-[a-z]+-button|heart-decoration|-[a-z]$"
)


def is_usable(name: str) -> bool:
    """Return whether an icon's name means an object, not letters, numbers, cards or buttons of a program."""
    return _NEVER.search(name) is None


def categories(name: str, *, everything: bool = False) -> tuple[str, ...]:
    """Return the categories of an icon; with ``everything`` a name without a category gets ``other``."""
    words = set(name.split("-")) | {name}
    found = tuple(category for category, known in WORDS.items() if words & known)
    return found or (("other",) if everything else ())
