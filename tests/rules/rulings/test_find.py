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


@pytest.mark.parametrize(
    ("words", "ruling"),
    [
        ("threw the wrong tile", "discard-taken-back"),
        ("she called it 4 bam but it was 4 crak", "misnamed-discard"),
        ("I said I want it but I don't have the tiles", "incorrect-claim"),
        ("she already picked can I still call", "late-claim"),
        ("someone threw in her hand after a false mahj", "mah-jongg-in-error"),
        ("jocker in a pare", "joker-in-pair"),
        ("three of us want it", "two-claimants"),
        ("my neighbour took a joker from my set", "joker-exchange"),
        ("dealer won, who deals", "next-east"),
        ("do I have to do a blind pass", "short-pass"),
        ("she exposed too many tiles", "wrong-exposure"),
        ("wrong exposer", "wrong-exposure"),
        ("who is east after a wall game", "next-east"),
        ("dropped a tile and everyone saw it", "exposed-wall-tile"),
        ("I saw her tiles", "exposed-wall-tile"),
        ("she says my hand is dead but it isnt", "dead-hand-disputed"),
        ("what does the one who threw it pay", "winner-paid"),
        ("wrong amount of tiles", "wrong-tile-count"),
        ("13 tiles and I am east", "wrong-tile-count"),
        ("one tile short", "wrong-tile-count"),
        ("misscalled a tile", "misnamed-discard"),
        ("can I pick up a flower for a pair", "call-for-pair"),
        ("the tile I need is gone", "unplayable-hand"),
        ("east has mahjong right away", "east-dealt-out"),
        ("not tenpai said", "tempai-not-declared"),
        ("she changed her exposure", "wrong-exposure"),
        ("can she move tiles between exposures", "wrong-exposure"),
        ("my hand has eleven tiles", "wrong-tile-count"),
        ("twelve tiles", "wrong-tile-count"),
        ("forgot to pick a tile", "wrong-tile-count"),
        ("forgot to discard", "wrong-tile-count"),
        ("she only passed two tiles", "short-pass"),
        ("she took a tile before I discarded", "looking-ahead"),
        ("took from the back of the wall", "wrong-wall"),
        ("somebody took my turn", "pick-out-of-turn"),
        ("joker in NEWS", "joker-in-pair"),
        ("maj jong declared wrong", "mah-jongg-in-error"),
        ("I showed my hand but it wasn't mahjong", "mah-jongg-in-error"),
        ("two winners on one tile", "two-claimants"),
        ("she wants it for exposure and I for mahj", "two-claimants"),
        ("who is first in line for the discard", "two-claimants"),
        ("she already discarded can I call the one before", "late-claim"),
        ("does the dealer stay", "next-east"),
        ("who goes first next game", "next-east"),
        ("wrong east started", "wrong-east"),
        ("does the bettor pay a penalty", "bettor-and-penalties"),
        ("bettor switched", "bettor-conduct"),
        ("how much does everyone pay", "winner-paid"),
        ("miss named a tile", "misnamed-discard"),
        ("I don't want the tile I called", "incorrect-claim"),
        ("can I cancel my call", "incorrect-claim"),
        ("retract the call", "incorrect-claim"),
        ("somebody passed a joker by mistake", "joker-passed"),
        ("is it okay to use a joker in a run of news", "joker-in-pair"),
        ("only ten tiles on my rack", "wrong-tile-count"),
        ("east only has thirteen tiles", "wrong-tile-count"),
        ("oops threw wrong one", "discard-taken-back"),
        ("who has priority", "two-claimants"),
        ("fals mahjongg", "mah-jongg-in-error"),
        ("mistaken mah jong with the hand shown", "mah-jongg-in-error"),
        ("declared mahj, was wrong, others threw in", "mah-jongg-in-error"),
        ("mixed up my tiles too early", "threw-in-early"),
        ("wrong exposue", "wrong-exposure"),
        ("who will be east", "next-east"),
    ],
)
def test_a_question_as_players_type_it_finds_its_ruling(words: str, ruling: str) -> None:
    """Hasty, misspelt and half-said questions find their ruling at the top of the list."""
    assert find_rulings(words, CATALOGUE)[:1] == (ruling,)


@pytest.mark.parametrize("written", ["maj", "mahj", "majong", "mahjong", "mah jong", "mah-jongg", "Mahjongg"])
def test_every_way_of_writing_mah_jongg_is_the_same_word(written: str) -> None:
    """A question finds the same rulings however its writer spells the game."""
    assert find_rulings(f"{written} in error", CATALOGUE) == find_rulings("Mah Jongg in error", CATALOGUE)


def test_a_word_is_not_taken_for_a_far_one() -> None:
    """A word that no phrase has stays unknown unless it is nearly one of theirs, first letter and all."""
    assert find_rulings("told", CATALOGUE) == ()


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
