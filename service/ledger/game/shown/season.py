"""Standings over several games with the same rule set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from rules.input.names import name_key
from rules.ruleset import RuleSet
from service.ledger.game.records import Game
from service.ledger.game.shown.totals import ranked
from service.ledger.game.state import GameState
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A player's place in a season; `sheet` is None for a rule set without a score sheet."""

    rank: int
    player: str
    points: int
    sheet: int | None
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Season:
    """The games of one rule set, with everybody who played, best first."""

    ruleset: RuleSet
    games: int
    standings: tuple[SeasonStanding, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's season."""
        return {
            "ruleset": self.ruleset.id,
            "ruleset_title": self.ruleset.title,
            "tournament": self.ruleset.tournament is not None,
            "games": self.games,
            "standings": [asdict(one) for one in self.standings],
        }


@dataclass(frozen=True, slots=True)
class SeasonList:
    """A season of each rule set, the number of older games left out, and the damaged games, which do not count."""

    seasons: tuple[Season, ...]
    left_out: int = 0
    damaged: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        left_out = {"left_out": self.left_out} if self.left_out else {}
        damaged = {"damaged": list(self.damaged)} if self.damaged else {}
        return {"seasons": [one.to_json() for one in self.seasons], **left_out, **damaged}


def read_day(text: str, where: str) -> str:
    """Return the time at which a day written as `2026-01-31` begins on this machine, ISO 8601 in UTC; empty for none.

    Raises:
        ServiceError: `bad-field` for anything else, and for a day of no calendar.
    """
    if not text:
        return ""
    try:
        day = datetime.fromisoformat(text)
        if text == day.date().isoformat():
            return day.astimezone(UTC).isoformat()
    except ValueError:
        pass
    raise ServiceError("bad-field", "write a day as 2026-01-31", where)


def add_up(
    games: Iterable[tuple[Game, GameState, RuleSet]], people: Mapping[str, str] | None = None
) -> tuple[Season, ...]:
    """Add up the games of each rule set separately, since points of different rule sets are not comparable.

    The rule set with most games comes first. Tournaments, which a table's rules score and do not pay, are separate too,
    and so are games by a table's rules from before it changed to another rule set.
    We skip a game without entries. Different spellings of a name in several games are one person, under the name in
    `people` (the ledger's names by their keys).
    """
    played: dict[object, list[tuple[Game, GameState, RuleSet]]] = {}
    for game, state, ruleset in games:
        if state.version:
            by = (game.ruleset, ruleset.parent, ruleset.tournament is None)
            played.setdefault(by, []).append((game, state, ruleset))
    order = sorted(played.values(), key=len, reverse=True)
    return tuple(_season(found, people or {}) for found in order)


def _season(games: list[tuple[Game, GameState, RuleSet]], people: Mapping[str, str]) -> Season:
    points, sheet, wins, evenings = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    called = dict(people)
    for _, state, _ in games:
        for written, won in state.points.items():
            name = called.setdefault(name_key(written), written)
            points[name] += won
            sheet[name] += state.sheet.get(written, 0)
            wins[name] += state.wins.get(written, 0)
            evenings[name] += 1
    _, _, ruleset = games[0]
    standings = (
        SeasonStanding(
            rank=rank,
            player=name,
            points=points[name],
            sheet=sheet[name] if ruleset.score_sheet else None,
            wins=wins[name],
            games=evenings[name],
        )
        for rank, name in ranked(points if ruleset.tournament is None else sheet)
    )
    return Season(ruleset, len(games), tuple(standings))
