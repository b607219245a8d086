"""Compare rulings on random facts with an oracle written from the sources, not from the program.

The oracle answers only what a source settles, and quotes it; None stands for what the source leaves open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from rules.ruleset import load_ruleset
from rules.rulings.decide import rule

PLAYERS: Final = ("Ann", "Bea", "Cat", "Dee")
SYSTEMS: Final = ("nmjl-1976", "set-manual", "modern-american", "hoyle-league", "japanese-american-2009")
ROUNDS: Final = 400

Facts = Mapping[str, Any]
Pays = dict[tuple[str, str], int]


@dataclass(frozen=True)
class Due:
    """What a source says: the outcome, the dead hands, the payments, who gets the tile, the entries of the sheet."""

    outcome: str | None = None
    dead: frozenset[str] | None = None
    pays: Pays | None = None
    awarded: str | None = None
    sheet: Pays | dict[str, int] | None = None


def _dead(*names: str) -> Due:
    return Due("dead-hand", frozenset(names), {})


SILENT: Final = Due("silent", frozenset(), {})
PLAY_ON: Final = Due("play-on", frozenset(), {})


def mah_jongg_in_error(system: str, facts: Facts) -> Due | None:
    """Answer a Mah Jongg in error by who exposed and who threw in."""
    declarer, threw = facts["declarer"], facts["threw_in"]
    shown = [declarer] * facts["exposed"] + threw
    intact = [name for name in PLAYERS if name not in {declarer, *threw}]
    match system, len(threw):
        case "nmjl-1976", 0:
            # 2: "the mistake is rectified immediately before the hand is exposed ... the game continues without any
            # penalty"; 3(a): "exposes the hand and all other hands are intact ... the declarer's hand is dead"
            return _dead(declarer) if facts["exposed"] else PLAY_ON
        case "nmjl-1976", 1:  # 4(a): "Their hands are dead but pay winner same as other players."
            return _dead(declarer, *threw)
        case "nmjl-1976", 2:  # 4(b): "pays the player whose hand is intact a penalty of double the value"
            return Due("game-over", None, {(declarer, intact[0]): 2 * facts["value"]})
        case "set-manual", _ if not shown:  # "called in error and no one exposes his hand, the game continues."
            return PLAY_ON
        case "set-manual", _ if len(shown) < 3:  # "the player with the exposed hand is out of the game"
            return _dead(*shown)
        case "set-manual", _ if len(shown) == 3 and facts["exposed"]:
            # "all but one player exposes his hand ... all pay the player with the unexposed hand"; whether so even an
            # erring declarer is paid, who alone kept the hand hidden, it leaves to the reader
            (unexposed,) = {*PLAYERS} - {*shown}
            return Due("game-over", None, {(name, unexposed): facts["value"] for name in shown})
        case "hoyle-league", 0:  # "his hand becomes dead; the others continue without him"
            return _dead(declarer)
        case "modern-american", _:
            return SILENT
        case "japanese-american-2009", _:
            return false_woo(system, facts)
    return None


def false_woo(system: str, facts: Facts) -> Due | None:
    """Answer a false woo."""
    declarer = facts["declarer"]
    others = [name for name in PLAYERS if name != declarer]
    if system == "hoyle-league":
        # "If the offender is East, he must pay the limit to each other player; if another player offends, he must pay
        # the limit to East and half the limit to the other two."; "the play ends"
        full = {facts["east"]} if declarer != facts["east"] else {*others}
        owed = {name: facts["limit"] if name in full else facts["limit"] // 2 for name in others}
        return Due("game-over", None, {(declarer, name): points for name, points in owed.items()})
    if system == "japanese-american-2009":  # "100 point PENALTY for a false Mah Jongg"; read as paid to every player
        return Due(None, None, {(declarer, name): 100 for name in others})
    return SILENT


def misnamed_discard(system: str, facts: Facts) -> Due | None:
    """Answer a misnamed discard."""
    if system in {"hoyle-league", "japanese-american-2009"}:
        return SILENT
    if system == "set-manual":  # "If a tile is incorrectly named, it may not be taken."
        return PLAY_ON
    if facts["wanted_for"] == "exposure":  # 5: "it cannot be claimed, no penalty"; 1(g): "you must correctly label"
        return Due("play-on", frozenset(), {})
    # 5: "game ends. Miscaller pays four times the value of claimant's hand. Other players do not pay."; the guide:
    # "4 times the value that the Mah Jongg would have won", 200 for a jokerless hand of 25
    jokerless = system == "modern-american" and facts["jokerless"] and not facts["singles_and_pairs"]
    points = 4 * facts["value"] * (2 if jokerless else 1)
    sheet = {**dict.fromkeys(PLAYERS, 0), facts["miscaller"]: -points} if system == "modern-american" else None
    return Due("game-over", None, {(facts["miscaller"], facts["claimant"]): points}, sheet=sheet)


def wrong_tile_count(system: str, facts: Facts) -> Due | None:
    """Answer a wrong number of tiles."""
    wrong, when = facts["players"], facts["when"]
    if system == "nmjl-1976" and when == "before-charleston":  # 8: "the tiles are thrown in"
        return Due("replay", frozenset(), {})
    if when != "after-first-discard":
        return None
    if system == "nmjl-1976" and len(wrong) == 3:  # 9(c): "the game is replayed"
        return Due("replay", frozenset(), {})
    if system in {"nmjl-1976", "set-manual", "modern-american"} and len(wrong) < 3:
        # 9(a), (b): "the player's hand is dead"; "his hand is considered dead"; 1(a): dead without 13 tiles
        return _dead(*wrong)
    return None


def two_claimants(system: str, facts: Facts) -> Due | None:
    """Answer two claims to one discard: Mah Jongg first, then the nearest in turn."""
    wanting = facts["for_mah_jongg"] or facts["for_exposure"]
    if system == "set-manual" and len(wanting) > 1:
        return None  # it says only that the tile goes to "the player who needs it as the last tile"
    if system not in {"nmjl-1976", "modern-american", "set-manual"}:
        return None
    start = PLAYERS.index(facts["discarder"])
    in_turn = [PLAYERS[(start + step) % 4] for step in (1, 2, 3)]
    return Due(awarded=next(name for name in in_turn if name in wanting))


def dead_hand_disputed(system: str, facts: Facts) -> Due | None:
    """Answer a hand that somebody called dead."""
    if system != "modern-american":
        return SILENT if system in {"hoyle-league", "japanese-american-2009"} else None
    if facts["was_dead"]:
        return _dead(facts["player"])
    # "If someone declares a player's hand dead in error ... that person ... loses 25 points."
    return Due(None, frozenset(), {}, sheet={**dict.fromkeys(PLAYERS, 0), facts["caller"]: -25})


def _of_error(draw: random.Random) -> Facts:
    declarer, *others = draw.sample(PLAYERS, 4)
    threw = others[: draw.randint(0, 3)]
    return {
        "declarer": declarer,
        "exposed": draw.random() < 0.5,
        "threw_in": threw,
        "value": draw.randint(1, 200),
        "east": draw.choice(PLAYERS),
    }


def _of_woo(draw: random.Random) -> Facts:
    return {"declarer": draw.choice(PLAYERS), "limit": 2 * draw.randint(1, 500), "east": draw.choice(PLAYERS)}


def _of_name(draw: random.Random) -> Facts:
    miscaller, claimant = draw.sample(PLAYERS, 2)
    return {
        "miscaller": miscaller,
        "claimant": claimant,
        "wanted_for": draw.choice(["exposure", "mah-jongg"]),
        "value": draw.randint(1, 200),
        "jokerless": draw.random() < 0.5,
        "singles_and_pairs": draw.random() < 0.5,
    }


def _of_count(draw: random.Random) -> Facts:
    whens = ["before-charleston", "before-first-discard", "after-first-discard", "after-first-discard"]
    return {"players": draw.sample(PLAYERS, draw.randint(1, 3)), "when": draw.choice(whens)}


def _of_claims(draw: random.Random) -> Facts:
    discarder, *others = draw.sample(PLAYERS, 4)
    exposing = draw.randint(0, 2)
    return {
        "discarder": discarder,
        "for_exposure": others[:exposing],
        "for_mah_jongg": others[exposing : draw.randint(max(exposing, 2), 3)],
    }


def _of_dispute(draw: random.Random) -> Facts:
    caller, player = draw.sample(PLAYERS, 2)
    return {"caller": caller, "player": player, "was_dead": draw.random() < 0.5}


QUESTIONS: Final[Mapping[str, tuple[Callable[[random.Random], Facts], Callable[[str, Facts], Due | None]]]] = {
    "mah-jongg-in-error": (_of_error, mah_jongg_in_error),
    "false-woo": (_of_woo, false_woo),
    "misnamed-discard": (_of_name, misnamed_discard),
    "wrong-tile-count": (_of_count, wrong_tile_count),
    "two-claimants": (_of_claims, two_claimants),
    "dead-hand-disputed": (_of_dispute, dead_hand_disputed),
}
"""How to draw the facts of a ruling, and what the sources say to them."""


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("ruling", QUESTIONS)
def test_rulings_on_random_facts_are_those_of_the_sources(ruling: str, system: str) -> None:
    """Outcome, dead hands, payments, the tile and the sheet are as the source says, wherever it says so."""
    draw, book = random.Random(f"{ruling} {system}"), load_ruleset(system)
    draw_facts, oracle = QUESTIONS[ruling]
    for _ in range(ROUNDS):
        facts = draw_facts(draw)
        due = oracle(system, facts)
        if due is None:
            continue
        # Another question than this one calls the four who sit at the table `players`.
        seats = {} if "players" in facts else {"players": list(PLAYERS)}
        answer = rule(ruling, book, {**seats, **facts})
        found = Counter[tuple[str, str]]()
        for one in answer.transfers:
            found[one.payer, one.payee] += one.points
        assert due.outcome in {None, answer.outcome}, facts
        assert due.dead in (None, frozenset(answer.dead)), facts
        assert due.pays in (None, dict(found)), facts
        assert due.awarded in {None, answer.awarded}, facts
        assert due.sheet in (None, dict(answer.sheet or ())), facts
