"""The ledger's games and entries as people see them, each with its document of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.ruleset import RuleSet
from rules.settlement.chips import START_POINTS
from service.cards.ruleset_lists import ruleset_entry
from service.ledger.game.records import Entry, Game, sitting_json
from service.ledger.game.shown.totals import money_json, ranked
from service.ledger.game.state import GameState
from service.ledger.game.win_evidence import ShownEvidence
from service.shared.errors import ErrorObject
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One entry; `removed_by` is the number of the entry that removed it, or None while it counts."""

    entry: Entry
    removed_by: int | None = None

    @property
    def in_effect(self) -> bool:
        """Whether the entry counts."""
        return self.removed_by is None

    def to_json(self) -> JsonObject:
        """Return the contract's document: question, settlement, and whether the entry counts."""
        entry, body = self.entry, self.entry.body
        return {
            "seq": entry.seq,
            "kind": entry.kind,
            "entered_at": entry.entered_at,
            "by": body.by,
            "note": body.note,
            "based_on": body.based_on,
            "in_effect": self.in_effect,
            "removed_by": self.removed_by,
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


def shown_entries(entries: Sequence[Entry], removed_by: Mapping[int, int]) -> tuple[ShownEntry, ...]:
    """Show entries; `removed_by` maps the number of each removed entry to the entry that removed it."""
    return tuple(ShownEntry(entry, removed_by.get(entry.seq)) for entry in entries)


@dataclass(frozen=True, slots=True)
class EntryList:
    """Some of a game's newest entries; `version` is the number of the newest."""

    version: int
    entries: tuple[ShownEntry, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        return {"version": self.version, "entries": [entry.to_json() for entry in self.entries]}


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a game.

    Attributes:
        rank: equal points share one.
        sheet: the score sheet, if the rule set has one.
        money: the points in money, if the table plays for money.
    """

    rank: int
    player: str
    points: int
    sheet: int | None
    wins: int
    money: str | None

    @property
    def chips(self) -> int:
        """The player's chips, with those of the start."""
        return START_POINTS + self.points

    def to_json(self) -> JsonObject:
        """Return the contract's line."""
        return {
            "rank": self.rank,
            "player": self.player,
            "points": self.points,
            "chips": self.chips,
            "sheet": self.sheet,
            "wins": self.wins,
            **money_json(self.money),
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody's place after entry number `version`, best first."""

    version: int
    lines: tuple[Standing, ...]

    @classmethod
    def of(cls, state: GameState, ruleset: RuleSet) -> Standings:
        """Rank everybody by points, or in a tournament by the score sheet."""
        lines = (
            Standing(
                rank=rank,
                player=name,
                points=state.points[name],
                sheet=state.sheet.get(name, 0) if ruleset.score_sheet else None,
                wins=state.wins.get(name, 0),
                money=ruleset.table.money(state.points[name]),
            )
            for rank, name in ranked(state.scores(ruleset))
        )
        return cls(state.version, tuple(lines))

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {"version": self.version, "standings": [line.to_json() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class ShownState:
    """A game without its entries."""

    game: Game
    state: GameState
    ruleset: RuleSet
    evidence: tuple[ShownEvidence, ...] = ()

    @property
    def version(self) -> int:
        """The number of the newest entry."""
        return self.state.version

    @property
    def dead(self) -> list[str]:
        """The players whose hands are dead in the present hand."""
        return [name for name in self.state.dead if name in self.state.sitting.players]

    @property
    def table_wind(self) -> str | None:
        """The wind of the round, where the rules have one."""
        return self.state.sitting.table_wind(self.ruleset.rotation)

    @property
    def note(self) -> str | None:
        """Why nobody is East; None if somebody is."""
        if self.state.sitting.acting_east is not None:
            return None
        return "the source does not say who is East now: the table says it by a change of seats"

    @property
    def standings(self) -> Standings:
        """Everybody's place."""
        return Standings.of(self.state, self.ruleset)

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        game, ruleset = self.game, self.ruleset
        return {
            "id": game.id,
            "title": game.title,
            "ruleset": game.ruleset,
            "ruleset_title": ruleset.title,
            "rules": ruleset_entry(ruleset),
            "card": game.card,
            "started_at": game.started_at,
            "version": self.version,
            "hand": self.state.hand,
            "start_chips": START_POINTS,
            "bettors": ruleset.most_bets,
            "score_sheet": ruleset.score_sheet,
            "sitting": self._seats(),
            "standings": [line.to_json() for line in self.standings.lines],
            "evidence": [one.to_json() for one in self.evidence],
        }

    def _seats(self) -> JsonObject:
        """Return the contract's seats of the present hand, with their source."""
        state, sitting, rules = self.state, self.state.sitting, self.ruleset.rotation
        return {
            **sitting_json(sitting),
            "winds": sitting.winds,
            "round": sitting.round,
            "table_wind": self.table_wind,
            "streak": sitting.streak,
            "after_wall": state.after_wall,
            "over": sitting.is_over(rules),
            "dead": self.dead,
            "cancelled_bets": [name for name in state.cancelled if name in sitting.waiting],
            "source": self.ruleset.cite(rules.place) if rules.place else None,
            "note": self.note,
            **({"east_goes": state.east_goes} if rules.is_silent else {}),
        }


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game with its entries, or with those that a phone does not know yet."""

    now: ShownState
    entries: tuple[ShownEntry, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {**self.now.to_json(), "entries": [entry.to_json() for entry in self.entries]}


Shown = TypeVar("Shown", ShownGame, ShownEntry)


@dataclass(frozen=True, slots=True)
class Stored(Generic[Shown]):
    """A game or an entry that the ledger holds since a request; `new` is false for a repeated request."""

    shown: Shown
    new: bool


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """An imported game; `differs` lists the entries whose payments differ from the file."""

    shown: ShownGame
    differs: tuple[int, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {**self.shown.to_json(), "differs": list(self.differs)}


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
    """Some games of the ledger, the number of all, and the fault of a ledger that accepts no entries.

    `damaged` are the ids of games whose beginning is damaged, in place of their lines.
    """

    games: tuple[GameLine, ...]
    total: int
    fault: ErrorObject | None = None
    damaged: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        fault = {} if self.fault is None else {"fault": self.fault}
        damaged = {"damaged": list(self.damaged)} if self.damaged else {}
        return {"games": [line.to_json() for line in self.games], "total": self.total, **fault, **damaged}
