"""Find the ruling that a person means: compare the words with each question and with players' phrases for it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final

from rules.rulings.catalogue import CATALOGUE

_SAID: Final = {
    "mah-jongg-in-error": "called maj by mistake; false mah jongg; wrong maj, not a hand; declared but no hand; "
    "declared wrong maj; showed the hand and it was not maj; threw in after a false maj",
    "threw-in-early": "threw in the tiles too soon; mixed the hand before it was checked; mixed up my tiles; "
    "destroyed the hand",
    "false-woo": "false win; called woo without a hand",
    "misnamed-discard": "called the wrong tile; named the wrong tile; said the wrong name; misnamed; "
    "miscalled a discard; said bam but it was a crak; wrong suit",
    "wrong-tile-count": "too many tiles; too few tiles; short a tile; one tile extra; one tile short; 12 tiles; "
    "14 tiles; 15 tiles; long hand; wrong amount of tiles; forgot to pick; forgot to discard",
    "foul-hand": "wrong number of tiles in the classical game",
    "dead-hand": "called dead; what happens to a dead player; does a dead player pay",
    "dead-hand-disputed": "wrongly called dead; I am not dead; called somebody dead in error; "
    "says I am dead but not so",
    "wrong-exposure": "put up the wrong tiles; wrong pung; exposed the wrong number; exposed three and needs four; "
    "bad exposure; exposed too many tiles; changed an exposure; moved tiles from one exposure to another",
    "concealed-hand-exposed": "exposed a concealed hand; called on a C hand; opened a closed hand",
    "incorrect-claim": "called but does not have the tiles; changed my mind after calling; took back a call; "
    "said call and does not have it; does not want the called tile; cancel a call; retract a call",
    "two-claimants": "two players want the tile; three of us want it; who gets the discard; "
    "who is first in line; who has priority; "
    "two winners; one wants it for maj, another for an exposure; both called; we called together",
    "robbed-kong": "robbing a kong; rob the kong; wants the fourth tile of a kong",
    "late-claim": "too late to call; called after the next player picked; window of opportunity; already racked; "
    "already picked, still call",
    "claim-after-mah-jongg": "wanted it too, after maj was shown",
    "rapid-discards": "discarded too fast; two discards at once",
    "discard-taken-back": "took the discard back; changed a discard; put the tile back; threw the wrong tile; "
    "discarded by mistake",
    "discarded-joker": "joker was thrown; call a joker from the table; pick up a discarded joker",
    "joker-exchange": "joker swap; swap a joker; redeem a joker; trade for a joker; took a joker from my exposure; "
    "joker from a dead hand",
    "joker-in-pair": "joker in a pair; joker as a single; joker in NEWS; joker used for one tile",
    "joker-once-used": "swapped my joker, is it jokerless; double for no jokers",
    "joker-passed": "passed a joker; got a joker in the charleston",
    "blind-pass-looked": "looked at a blind pass; peeked at the steal; looked before passing on",
    "looking-ahead": "peeked at the wall; picked ahead; took a tile before the discard; future tile; "
    "looked at the next tile",
    "pick-out-of-turn": "picked out of turn; took my turn; skipped a turn; drew when it was not my turn; "
    "took two tiles",
    "wrong-wall": "picked from the wrong end; wrong wall; wrong side of the wall; took from the back of the wall",
    "wrong-east": "wrong dealer; wrong East started; wrong player was East",
    "next-east": "who deals next; the dealer won, who deals; who will be East; next dealer; "
    "who starts the next game; dealer stays; East stays; "
    "does East move; East after a wall game",
    "charleston-stopped": "stop the charleston; no second charleston; do we have to pass again",
    "short-pass": "passed too few tiles; passed two tiles only; wrong number in the charleston; "
    "not three tiles to pass; steal in the charleston; courtesy pass; do a blind pass",
    "charleston-players": "charleston with three players; two players, do we pass",
    "call-for-pair": "called for a pair; call a tile for a single; called for a NEWS or a year; "
    "pick up a discard for a pair",
    "call-after-picking": "touched the wall and then called; picked but wants the discard; put the picked tile back",
    "unplayable-hand": "no tiles left for my hand; the hand cannot be made; all tiles are out; the needed tile is gone",
    "exposed-wall-tile": "wall tile turned over; tile fell from the wall; dropped a tile, everybody saw it; "
    "saw her tiles; knocked over the wall",
    "imperfect-set": "a tile is missing; tile under the table; tile on the floor",
    "wall-game": "nobody won; no more tiles in the wall; ran out of tiles; draw game",
    "last-wall-claim": "hot wall; cold wall; called from the last wall; end of the wall; last tile of the wall",
    "east-dealt-out": "maj in the deal; East wins before the first discard; heavenly hand; East has maj right away",
    "blank-exchange": "swap a blank; zombie blank; take a discard for a blank tile",
    "blank-passed": "passed a blank; blank in the charleston",
    "blank-in-hand": "maj with a blank; blank tile in the hand",
    "pie-lost": "went pie; lost the pie; no money left",
    "time-up": "time is called; the bell rings; timer; clock ran out",
    "own-discard-wanted": "furiten; win on a tile that I threw before",
    "winner-paid": "does the discarder pay double; what does a self-pick pay; how much does everybody pay; "
    "who pays the winner; what does the one who threw it pay",
    "bettor-pays": "does the bettor collect",
    "bettor-and-penalties": "does the bettor pay a penalty",
    "bettor-conduct": "the bettor talked; bettor changed the bet; bettor switched",
}

SAID: Final[Mapping[str, tuple[str, ...]]] = {ruling: tuple(said.split("; ")) for ruling, said in _SAID.items()}
"""Phrases of players at the table, by ruling."""

_SAME: Final = (
    "maj woo",
    "discard throw threw thrown toss tossed",
    "call claim want wanted take took",
    "swap exchange trade redeem replace switch",
    "expose exposure exposed up meld rack",
    "dead die disqualified out",
    "tile tiles piece",
    "wrong error mistake false bad incorrect by-mistake misnamed misname miscalled",
    "name named say said",
    "pick draw drew picked drawn",
    "look peek peeked see saw seen",
    "late after slow",
    "pass passed passing charleston steal stole",
    "dealer east deal deals",
    "pair two double-tile eyes",
    "pung kong quint",
    "bam crak dot suit",
    "10 11 12 13 14 15 ten eleven twelve thirteen fourteen fifteen",
    "count many few number short long extra missing amount",
    "money pay pays paid owe owes penalty",
)
"""Groups of words that players use for one thing."""

_SMALL: Final = frozenset(
    """a an and are as at be been before but by can did do does for from had has have her his i if in is it its me my
    of on or she he that isnt wasnt dont doesnt didnt cant just only will would could somebody someone the their
    them then there they this to was we what when which who with you your not""".split()  # noqa: SIM905 - read as words
)
_SHORTEST_PREFIX: Final = 3
_PREFIX_WORTH: Final = 0.7
_SAME_WORTH: Final = 0.5
_NEAR: Final = 0.75
"""Least likeness (`difflib`) of a misspelt word to the one that was meant."""
_MAH_JONGG: Final = re.compile(r"\bmah?[ -]?j(?:on+g+)?\b")
"""The ways of writing Mah Jongg: maj, mahj, majong, mah-jongg."""


def find_rulings(words: str, rulings: Iterable[str]) -> tuple[str, ...]:
    """Return the rulings that the words may mean, the likeliest first; all of them, in order, for no words."""
    asked = tuple(_meant(stem) for stem in _stems(words))
    named = list(rulings)
    if not asked:
        return tuple(named)
    scored = [(_score(asked, ruling), -at, ruling) for at, ruling in enumerate(named)]
    best = max((score for score, _, _ in scored), default=0.0)
    # A ruling that shares only a common word with the question is no answer beside one that shares most of its words.
    return tuple(ruling for score, _, ruling in sorted(scored, reverse=True) if score > 0 and score >= best / 3)


def _score(asked: Sequence[str], ruling: str) -> float:
    """Return how well words fit a ruling: the best fit of one of its phrases, and a little of all others."""
    fits = [_fit(asked, phrase) for phrase in _phrases(ruling)]
    return max(fits) + 0.1 * sum(fits) / len(fits)


def _fit(asked: Sequence[str], phrase: tuple[str, ...]) -> float:
    found = sum(max((_alike(word, other) for other in phrase), default=0.0) * _rarity(word) for word in asked)
    wanted = sum(_rarity(word) for word in asked)
    # Of two phrases that match the same words prefer the shorter one, which says nothing else.
    return found / wanted * (1 - 0.05 * max(0, len(phrase) - len(asked)))


def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if len(word) >= _SHORTEST_PREFIX and other.startswith(word):
        return _PREFIX_WORTH
    return _SAME_WORTH if _groups().get(word, -1) == _groups().get(other, -2) else 0.0


@cache
def _rarity(word: str) -> float:
    """Return the weight of a word: one that many rulings share tells little."""
    held = sum(any(word in phrase for phrase in _phrases(ruling)) for ruling in CATALOGUE)
    return math.log(1 + len(CATALOGUE) / (1 + held))


@cache
def _phrases(ruling: str) -> tuple[tuple[str, ...], ...]:
    spec = CATALOGUE[ruling]
    return tuple(_stems(text) for text in (spec.title, ruling.replace("-", " "), *SAID.get(ruling, ())))


@cache
def _groups() -> dict[str, int]:
    return {_stem(word): at for at, words in enumerate(_SAME) for word in words.split()}


def _stems(text: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z0-9]+", _MAH_JONGG.sub("maj", re.sub("['’]", "", text.lower())))
    return tuple(_stem(word) for word in words if word not in _SMALL)


def _meant(stem: str) -> str:
    """Return the word of the phrases that somebody misspelt; the word itself where none is near."""
    if len(stem) <= _SHORTEST_PREFIX or any(known.startswith(stem) for known in _known()):
        return stem
    near = [known for known in _known() if known[0] == stem[0]]  # fingers seldom miss the first letter
    return (get_close_matches(stem, near, 1, _NEAR) or [stem])[0]


@cache
def _known() -> tuple[str, ...]:
    return tuple(
        dict.fromkeys((*(word for one in CATALOGUE for phrase in _phrases(one) for word in phrase), *_groups()))
    )


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_PREFIX:
            return word.removesuffix(ending)
    return word
