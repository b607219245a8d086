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
    points, sheet, wins, evenings = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    called = dict(people)
    for _, state, _ in games:
        for written, won in state.points.items():
            name = called.setdefault(name_key(written), written)
            points[name] += won
            sheet[name] += state.sheet.get(written, 0)
            wins[name] += state.wins.get(written, 0)
            evenings[name] += 1
    first, _, ruleset = games[0]
    ranked = points if ruleset.tournament is None else sheet
    return {
        "ruleset": first.ruleset,
        "ruleset_title": ruleset.title,
        "games": len(games),
        "standings": [
            {
                "rank": 1 + sum(other > ranked[name] for other in ranked.values()),
                "player": name,
                "points": points[name],
                "sheet": sheet[name] if ruleset.score_sheet else None,
                "wins": wins[name],
                "games": evenings[name],
            }
            for name in sorted(ranked, key=lambda name: (-ranked[name], name))
        ],
    }
