"""Standings over several games: what everybody has won in those that were played by the same rules."""

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
    """Add the games up, those of each rule set by themselves: their points are not worth the same.

    The rule set played most often comes first. A game without an entry counts for nothing. Who is written otherwise in
    one game than in another is one person, called as in `people`, the names of the book by their keys.
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
