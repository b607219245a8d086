"""Models of the ledger's JSON for `/openapi.json`, with examples."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from service.server.schemas.core import (
    BettorDocument,
    ErrorBody,
    OpenModel,
    RulesetEntry,
    TransferDocument,
    with_examples,
)

_ANN_WINS: Final[JsonDict] = {
    "kind": "win",
    "based_on": 0,
    "key": "7d1c3f0a-1",
    "outcome": {"winner": "Ann"},
    "check": {"rack": "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"},
    "bets": [{"name": "Eve", "bet_on": "Ann"}],
    "model": "classifier-22@22.0",
}


class PlayerDocument(BaseModel):
    """A person who plays in this house, by one name each evening."""

    name: str = Field(examples=["Ann"], min_length=1, max_length=40)


class PlayerList(BaseModel):
    """Everybody who has ever been named, by name."""

    players: list[PlayerDocument]


class NewGame(BaseModel):
    """A game to begin. Players are in the order of turns, each to the right of the one before."""

    model_config = with_examples(
        {
            "title": "Friday",
            "ruleset": "nmjl-1976",
            "players": ["Ann", "Bea", "Cat", "Dee"],
            "waiting": ["Eve"],
            "east": "Ann",
            "key": "5b0d8a52",
        }
    )

    ruleset: str
    players: list[str] = Field(min_length=2, max_length=4)
    waiting: list[str] = Field([], max_length=4, description="who sits out and may bet, next to enter first")
    east: str | None = Field(None, description="the first player where left out")
    title: str | None = Field(None, max_length=80)
    card: str | None = Field(None, description="the rule set's own where left out")
    key: str | None = Field(None, max_length=80, description="made up by the sender: sent again, no second game begins")


class SeatsDocument(OpenModel):
    """Who sat where in a hand."""

    players: list[str]
    waiting: list[str]
    east: str | None


class SittingDocument(SeatsDocument):
    """Who sits where in the hand that is played now."""

    winds: dict[str, str] = Field(description="each player's wind; empty where East is unknown or fewer than four play")
    round: int
    table_wind: str | None
    streak: int = Field(description="hands East has won in a row")
    after_wall: bool = Field(description="the hand before was a wall game")
    over: bool = Field(description="all rounds of the game have been played")
    dead: list[str] = Field(description="whose hands are dead in this hand")
    cancelled_bets: list[str]
    source: str | None = Field(description="where the rule set says who is East next")
    note: str | None = Field(description="what the table has to say, where the source is silent")
    east_goes: str | None = Field(None, description="where the table has East go; left out where the source says it")


class StandingDocument(OpenModel):
    """One person's line."""

    rank: int
    player: str
    points: int
    chips: int = Field(description="points and the thousand that everybody starts with")
    money: str | None = Field(None, description="points in dollars, where the table plays for money")
    sheet: int | None = Field(description="the score sheet, where the rule set keeps one; it need not sum to zero")
    wins: int


class StandingList(BaseModel):
    """Who has won how much, best first; points sum to zero."""

    version: int
    standings: list[StandingDocument]


class SeasonLine(BaseModel):
    """One person's line of a season."""

    rank: int
    player: str
    points: int
    sheet: int | None = Field(description="the score sheet, where the rule set keeps one; it need not sum to zero")
    wins: int
    games: int = Field(description="in how many of the games the person took part")


class Season(BaseModel):
    """All games played by one rule set."""

    ruleset: str
    ruleset_title: str
    tournament: bool = Field(False, description="points are scored on the sheet, by which the standings are ranked")
    games: int
    standings: list[SeasonLine]


class SeasonList(BaseModel):
    """The games added up, those of each rule set by themselves; the one played most often first."""

    seasons: list[Season]
    left_out: int = Field(0, description="how many older games were not added; it is missing where all were")
    damaged: list[str] = Field(
        [], description="the damaged games, which do not count; it is missing where there are none"
    )


class EntryDocument(OpenModel):
    """One entry of a game. It is never changed; `in_effect` says whether it counts."""

    seq: int
    kind: Literal["win", "wall", "penalty", "seats", "note", "undo"]
    entered_at: str
    by: str | None
    note: str | None
    based_on: int
    in_effect: bool
    removed_by: int | None
    undoes: int | None
    instead_of: int | None
    hand: int | None
    sitting: SeatsDocument | None
    question: dict[str, Any] | None = Field(description="the settle question")
    settlement: dict[str, Any] | None = Field(description="the settle answer; net sums to zero")
    check: dict[str, Any] | None = Field(description="the check question and the match that was paid")
    model: str | None
    ruleset_sha256: str
    card_sha256: str | None
    program: str


class WinEvidenceDocument(BaseModel):
    """What is kept with a win."""

    entry: int
    of: int = Field(description="the entry it was kept with: another where a win took the place of a wrong one")
    sha256: str
    bytes: int
    kept_at: str
    state: Literal["kept", "missing", "altered", "removed"]


class StateDocument(OpenModel):
    """A game without its entries."""

    id: str
    title: str
    ruleset: str
    ruleset_title: str
    rules: RulesetEntry = Field(description="the rule set as the game plays by it: a table may have changed it since")
    card: str | None
    started_at: str
    version: int = Field(description="the number of the newest entry: base the next entry on it")
    hand: int
    start_chips: int
    bettors: int = Field(description="how many may bet")
    score_sheet: bool
    sitting: SittingDocument
    standings: list[StandingDocument]
    evidence: list[WinEvidenceDocument] = Field(description="the wins that keep a photo with all it was judged by")


class GameDocument(StateDocument):
    """A game: seats, standings and every entry."""

    entries: list[EntryDocument]


class EntryList(BaseModel):
    """Entries of a game."""

    version: int
    entries: list[EntryDocument]


class GameLine(OpenModel):
    """A game as a list shows it."""

    id: str
    title: str
    ruleset: str
    card: str | None
    players: list[str]
    started_at: str
    last_entry_at: str | None
    version: int


class GameList(OpenModel):
    """Games; the one begun or imported last comes first, whatever the clock said."""

    games: list[GameLine]
    total: int
    fault: ErrorBody | None = Field(
        None,
        description="why nothing can be entered (`book-lost`, `read-only`) and what to do; left out if all is well",
    )
    damaged: list[str] = Field(
        [], description="the games of a damaged beginning, in place of their lines; it is missing where there are none"
    )


class NewEntry(BaseModel):
    """Something to enter.

    `win`: `outcome` as in a settle question, without its kind; with `check` the rack is judged here and its value
    taken. `wall`: nothing more. `penalty`: `outcome` of the kind `error` (a ruling and its inputs) or `misnamed`, or
    `transfers` that the table has agreed on. `seats`: `players`, `waiting` and `east` from now on. `undo`: `undoes`,
    the number of the entry that shall no longer count. A win, wall or penalty with `instead_of` takes the place of
    another.
    """

    model_config = with_examples(
        _ANN_WINS,
        {
            "kind": "win",
            "based_on": 1,
            "outcome": {"winner": "Bea", "won_by": "self-pick", "value": 25, "jokerless": False},
        },
        {"kind": "wall", "based_on": 2},
        {
            "kind": "penalty",
            "based_on": 3,
            "outcome": {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Cat", "exposed": True},
        },
        {"kind": "undo", "based_on": 4, "undoes": 2},
        {"kind": "seats", "based_on": 5, "players": ["Eve", "Bea", "Cat", "Dee"], "east": "Bea"},
    )

    kind: Literal["win", "wall", "penalty", "seats", "note", "undo"]
    based_on: int = Field(
        ge=0, description="the version of the game this was made from; 409 when it is no longer the newest"
    )
    key: str | None = Field(None, max_length=80, description="made up by the sender: sent again, it is entered once")
    by: str | None = Field(None, max_length=80)
    note: str | None = Field(None, max_length=500)
    outcome: dict[str, Any] | None = None
    check: dict[str, Any] | None = Field(None, description="rack, card (the game's where left out) and options")
    model: str | None = Field(None, max_length=80, description="the reader that read the rack from a photo")
    bets: list[BettorDocument] = []
    transfers: list[TransferDocument] = []
    instead_of: int | None = None
    undoes: int | None = None
    players: list[str] | None = None
    waiting: list[str] | None = None
    east: str | None = None
    east_goes: Literal["right", "stays", "asked"] | None = Field(
        None, description="of a change of seats: where East goes from now on, where the rules do not say it"
    )


class ConflictBody(OpenModel):
    """What was entered since: nothing of the refused entry is in the book."""

    code: Literal["conflict"]
    message: str
    where: str
    version: int
    newer: list[EntryDocument]


class ConflictAnswer(BaseModel):
    """The body of a 409 for an entry that was based on an older state."""

    error: ConflictBody


class ChipsPayment(OpenModel):
    """One payment at the end of the evening."""

    model_config = ConfigDict(populate_by_name=True)

    payer: str = Field(alias="from")
    to: str
    points: int = Field(gt=0)
    chips: dict[str, int] = Field(description="chips of 200, 25 and 5 by number; under 1 what no chip is worth")
    money: str | None = Field(None, description="points in dollars, where the table plays for money")


class SettleUpDocument(BaseModel):
    """Who pays whom so that everybody is even."""

    version: int
    payments: list[ChipsPayment]
    fewest: bool = Field(description="no smaller number of payments could do it")


class ChartPoint(OpenModel):
    """What a point of the chart stands for."""

    seq: int
    kind: str
    hand: int


class ChartDocument(BaseModel):
    """Running totals: each list begins with 0 and has one number more than `hands`."""

    version: int
    hands: list[ChartPoint]
    totals: dict[str, list[int]]


class DifferenceDocument(OpenModel):
    """Something that is stored otherwise than it is computed now."""

    seq: int
    what: str = Field(examples=["net"])
    stored: Any
    now: Any


class RecomputeDocument(OpenModel):
    """Which entries no longer agree with the rules they were made by."""

    version: int
    checked: int
    differs: list[DifferenceDocument]
    unknown: list[dict[str, Any]] = Field(description="entries that this program cannot compute, each with its error")
    changed: list[dict[str, Any]] = Field(description="cards and rule sets whose text is another now, or gone")
    evidence: list[dict[str, Any]] = Field([], description="wins whose evidence is missing or altered, with its state")


class ExportDocument(OpenModel):
    """Everything the book holds of a game."""

    format: Literal["rackcheck-game"]
    format_version: Literal[1]
    program: str = Field(description="the version that wrote it")
    game: dict[str, Any]
    entries: list[dict[str, Any]]
    sources: list[dict[str, Any]]
    evidence: list[dict[str, Any]] = Field([], description="what was kept with wins, each file in base64")


class ImportedDocument(GameDocument):
    """A game that was read in."""

    differs: list[int] = Field(description="entries whose payments are computed otherwise than the file has them")
