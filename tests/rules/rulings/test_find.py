"""Find a ruling by words that players say at the table."""

from __future__ import annotations

import pytest

from rules.rulings.catalogue import CATALOGUE
from rules.rulings.find import SAID, find_rulings


@pytest.mark.parametrize(
    ("words", "ruling"),
    [
        ("called the wrong tile", "misnamed-discard"),
        ("she said 6 bam but it was 8 bam, wrong name", "misnamed-discard"),
        ("too many tiles", "wrong-tile-count"),
        ("I only have 12 tiles", "wrong-tile-count"),
        ("joker swap", "joker-exchange"),
        ("can I trade for her joker", "joker-exchange"),
        ("swap joker dead hand", "joker-exchange"),
        ("joker in a pair", "joker-in-pair"),
        ("passed a joker", "joker-passed"),
        ("false maj", "mah-jongg-in-error"),
        ("called mah jongg by mistake", "mah-jongg-in-error"),
        ("two of us want it", "two-claimants"),
        ("who gets the tile", "two-claimants"),
        ("is it too late to call", "late-claim"),
        ("wrongly called dead", "dead-hand-disputed"),
        ("peeked at the wall", "looking-ahead"),
        ("picked from the wrong end", "wrong-wall"),
        ("called for a pair", "call-for-pair"),
        ("do we have to do the second charleston", "charleston-stopped"),
        ("courtesy pass", "short-pass"),
        ("who deals next", "next-east"),
        ("exposed a concealed hand", "concealed-hand-exposed"),
        ("threw in her tiles", "threw-in-early"),
        ("take back a discard", "discard-taken-back"),
        ("my hand has 15 tiles", "wrong-tile-count"),
        ("we ran out of tiles", "wall-game"),
        ("timer", "time-up"),
        ("robbing a kong", "robbed-kong"),
    ],
)
def test_the_likeliest_ruling_comes_first(words: str, ruling: str) -> None:
    """Words from the table find their question at the top of the list."""
    assert find_rulings(words, CATALOGUE)[:1] == (ruling,)


def test_the_table_names_rulings_alone() -> None:
    """Every phrase belongs to a ruling of the catalogue and finds it among the first three."""
    assert set(SAID) <= set(CATALOGUE)
    missed = [(text, ruling) for ruling, said in SAID.items() for text in said
              if ruling not in find_rulings(text, CATALOGUE)[:3]]  # fmt: skip
    assert missed == []


@pytest.mark.parametrize("words", ["", "  ", "the of a", "?!"])
def test_no_words_list_all(words: str) -> None:
    """Without a telling word the list has all questions, in their order."""
    assert find_rulings(words, CATALOGUE) == tuple(CATALOGUE)


def test_words_that_mean_nothing_find_nothing() -> None:
    """A word that no question and no player uses finds nothing."""
    assert find_rulings("xylophone", CATALOGUE) == ()


def test_half_a_word_finds_it() -> None:
    """Half a word finds it, so that the list follows the typing."""
    assert "joker-exchange" in find_rulings("jok", CATALOGUE)
