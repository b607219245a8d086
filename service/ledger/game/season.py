"""Standings over several games: what everybody has won in those that were played by the same rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.ruleset import RuleSet
from service.ledger.game.records import Game
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject


def season_document(games: Iterable[tuple[Game, GameState, RuleSet]]) -> JsonObject:
    """Add the games up, those of each rule set by themselves: their points are not worth the same.

    The rule set played most often comes first. A game without an entry counts for nothing.
    """
    played: dict[str, list[tuple[Game, GameState, RuleSet]]] = {}
    for game, state, ruleset in games:
        if state.version:
            played.setdefault(game.ruleset, []).append((game, state, ruleset))
    order = sorted(played.values(), key=len, reverse=True)
    return {"seasons": [_season(found) for found in order]}


def _season(games: list[tuple[Game, GameState, RuleSet]]) -> JsonObject:
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    evenings: Counter[str] = Counter()
    for _, state, _ in games:
        points.update(state.points)
        wins.update(state.wins)
        evenings.update(state.points.keys())
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
