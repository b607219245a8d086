"""Standings over several games with the same rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.ruleset import RuleSet
from service.ledger.game.player_names import name_key
from service.ledger.game.records import Game
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject


def season_document(
    games: Iterable[tuple[Game, GameState, RuleSet]], people: Mapping[str, str] | None = None
) -> JsonObject:
    """Add up the games of each rule set separately, since points of different rule sets are not comparable.

    The rule set with most games comes first. We skip a game without entries. Different spellings of a name in several
    games are one person, under the name in `people` (the ledger's names by their keys).
    """
    played: dict[str, list[tuple[Game, GameState, RuleSet]]] = {}
    for game, state, ruleset in games:
        if state.version:
            played.setdefault(game.ruleset, []).append((game, state, ruleset))
    order = sorted(played.values(), key=len, reverse=True)
    return {"seasons": [_season(found, people or {}) for found in order]}


def _season(games: list[tuple[Game, GameState, RuleSet]], people: Mapping[str, str]) -> JsonObject:
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    evenings: Counter[str] = Counter()
    called = dict(people)
    for _, state, _ in games:
        for written, won in state.points.items():
            name = called.setdefault(name_key(written), written)
            points[name] += won
            wins[name] += state.wins.get(written, 0)
            evenings[name] += 1
    order = sorted(points, key=lambda name: (-points[name], name))
    first, _, ruleset = games[0]
    return {
        "ruleset": first.ruleset,
        "ruleset_title": ruleset.title,
        "games": len(games),
        "standings": [
            {
                "rank": 1 + sum(other > points[name] for other in points.values()),
                "player": name,
                "points": points[name],
                "wins": wins[name],
                "games": evenings[name],
            }
            for name in order
        ],
    }
