"""Show the ledger's values as JSON documents of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.ruleset import RuleSet
from rules.settlement.chips import START_POINTS
from service.ledger.game.records import Entry, Game, sitting_json
from service.ledger.game.state import GameState
from service.ledger.game.totals import money_json
from service.shared.errors import ErrorObject
from service.shared.json_text import JsonObject


def entry_document(entry: Entry, removed_by: Mapping[int, int]) -> JsonObject:
    """Show one entry: its question, its settlement, and whether it counts."""
    body = entry.body
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "entered_at": entry.entered_at,
        "by": body.by,
        "note": body.note,
        "based_on": body.based_on,
        "in_effect": entry.seq not in removed_by,
        "removed_by": removed_by.get(entry.seq),
        "undoes": body.undoes,
        "instead_of": body.instead_of,
        "hand": body.hand,
        "sitting": body.sitting and sitting_json(body.sitting),
        "question": body.question,
        "settlement": body.settlement and body.settlement.to_json(),
        **({} if body.east_goes is None else {"east_goes": body.east_goes}),
        "check": body.check,
        "model": body.model,
        "ruleset_sha256": entry.ruleset_sha256,
        "card_sha256": entry.card_sha256,
        "program": body.program,
    }


def sitting_view(state: GameState, ruleset: RuleSet) -> JsonObject:
    """Show the seats of the present hand, and the source for them."""
    sitting, rules = state.sitting, ruleset.rotation
    east_known = sitting.acting_east is not None
    return {
        "players": list(sitting.players),
        "waiting": list(sitting.waiting),
        "east": sitting.acting_east,
        "winds": sitting.winds,
        "round": sitting.round,
        "table_wind": sitting.table_wind(rules),
        "streak": sitting.streak,
        "over": sitting.is_over(rules),
        "dead": [name for name in state.dead if name in sitting.players],
        "cancelled_bets": [name for name in state.cancelled if name in sitting.waiting],
        "source": ruleset.cite(rules.place) if rules.place else None,
        "note": None
        if east_known
        else "the source does not say who is East now: the table says it by a change of seats",
        **({"east_goes": state.east_goes} if rules.is_silent else {}),
    }


def standings(state: GameState, ruleset: RuleSet) -> list[JsonObject]:
    """Rank everybody by points, or in a tournament by the score sheet, best first; equal points share a rank."""
    ranked = state.scores(ruleset)
    order = sorted(ranked, key=lambda name: (-ranked[name], name))
    return [
        {
            "rank": 1 + sum(points > ranked[name] for points in ranked.values()),
            "player": name,
            "points": state.points[name],
            "chips": START_POINTS + state.points[name],
            "sheet": state.sheet.get(name, 0) if ruleset.score_sheet else None,
            "wins": state.wins.get(name, 0),
            **money_json(ruleset.table.money(state.points[name])),
        }
        for name in order
    ]


def game_document(
    game: Game, state: GameState, entries: Iterable[Entry], ruleset: RuleSet, evidence: Sequence[JsonObject]
) -> JsonObject:
    """Show a game with its entries."""
    return {
        **state_document(game, state, ruleset, evidence),
        "entries": [entry_document(entry, state.removed_by) for entry in entries],
    }


def state_document(game: Game, state: GameState, ruleset: RuleSet, evidence: Sequence[JsonObject]) -> JsonObject:
    """Show a game without its entries; `evidence` comes from `service.ledger.game.win_evidence.evidence_document`."""
    return {
        "id": game.id,
        "title": game.title,
        "ruleset": game.ruleset,
        "ruleset_title": ruleset.title,
        "card": game.card,
        "started_at": game.started_at,
        "version": state.version,
        "hand": state.hand,
        "start_chips": START_POINTS,
        "bettors": ruleset.bettors.most,
        "score_sheet": ruleset.score_sheet,
        "sitting": sitting_view(state, ruleset),
        "standings": standings(state, ruleset),
        "evidence": list(evidence),
    }


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as one line of a list; `last_entry_at` is None for a game without entries."""

    game: Game
    version: int
    last_entry_at: str | None

    def to_json(self) -> JsonObject:
        """Return the contract's line."""
        game = self.game
        return {
            "id": game.id,
            "title": game.title,
            "ruleset": game.ruleset,
            "card": game.card,
            "players": list(game.sitting.everyone),
            "started_at": game.started_at,
            "last_entry_at": self.last_entry_at,
            "version": self.version,
        }


@dataclass(frozen=True, slots=True)
class GameList:
    """Some games of the ledger, the number of all, and the fault of a ledger that accepts no entries."""

    games: tuple[GameLine, ...]
    total: int
    fault: ErrorObject | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        fault = {} if self.fault is None else {"fault": self.fault}
        return {"games": [line.to_json() for line in self.games], "total": self.total, **fault}
