"""Models of the contract's JSON for `/openapi.json`, with examples.

These models only describe bodies. The judging parses them itself, and names every fault by field in the words of the
command line.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from rules.melds.circumstances import Way
from service.judging.answers import DEFAULT_RULESET

LONGEST_CODE: Final = 64
"""Limit on the characters of a typed pairing code."""


def with_examples(*documents: JsonDict) -> ConfigDict:
    """Return the configuration of a model that shows example documents."""
    return ConfigDict(json_schema_extra={"examples": [*documents]})


class OpenModel(BaseModel):
    """A model whose document may have more fields than it names."""

    model_config = ConfigDict(extra="allow")


class ErrorBody(BaseModel):
    """What is wrong, where, and what to do about it."""

    code: str = Field(examples=["unknown-tile"])
    message: str = Field(examples=["'5' names no tile; write B, C or D after its number, as in 5B"])
    where: str = Field(examples=["character 4"])
    line: int | None = Field(None, description="of a text of several lines, such as a card's, from 1", examples=[None])
    column: int | None = Field(None, description="in that line, from 1", examples=[None])


class ErrorAnswer(BaseModel):
    """The body of every answer that is not 200 or 201."""

    error: ErrorBody


class Health(BaseModel):
    """The program answers."""

    status: Literal["ok"]
    version: str


class PairingCode(BaseModel):
    """The code that the server printed at its start, however it is typed."""

    code: str = Field(max_length=LONGEST_CODE, examples=["7KQ2-MXRA"])


class Paired(BaseModel):
    """The answer's cookie lets this phone in."""

    paired: Literal[True]


class JoinDocument(BaseModel):
    """What another phone needs to come in: the code, which stands behind # of the address `/pair`."""

    code: str | None = Field(description="null where none is asked for", examples=["7KQ2-MXRA"])


class TileDocument(OpenModel):
    """One tile of a photograph; pixels of the upright image."""

    label: str = Field(examples=["5B"])
    confidence: float = Field(ge=0, le=1)
    alternatives: list[tuple[str, float]]
    quad: list[tuple[float, float]] = Field(min_length=4, max_length=4)
    box: tuple[float, float, float, float]
    row: int = Field(ge=0)
    index: int = Field(ge=0)
    sure: bool


class ScanDocument(OpenModel):
    """What was seen in one photograph."""

    image: str
    width: int
    height: int
    tiles: list[TileDocument]
    rows: list[list[str]]
    rack: str = Field(examples=["[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F 4C"])
    exposures: list[list[int]] = Field(description="indices of the tiles of each exposure")
    aside: list[int] = Field(description="indices of the tiles that lie beside the rack and are no part of it")
    unsure: list[int]
    counts: dict[str, int] = Field({}, description="how many tiles of each kind are in view")
    issues: list[dict[str, Any]]
    model: str
    tile_set: dict[str, Any] | None = Field(
        None, alias="set", description="the taught set it was read by: its name, and whether the tiles are of that set"
    )
    alike: list[list[int]] = Field(
        [],
        description="unsure tiles that show the same print, so that one answer may name them all; left out if none do",
    )
    timing_ms: dict[str, float]


class PointedTile(BaseModel):
    """The tile at a place that a person pointed at."""

    tile: TileDocument


class LiveDocument(BaseModel):
    """What is known of a camera's view after one more picture."""

    session: str = Field(description="to be sent with the next picture", examples=["q1Zz0b2mJp0C6oQmPqv2xA"])
    state: Literal["looking", "steady", "moved"] = Field(
        description="steady: the reading has stood long enough to be acted on; moved: it did, and stands no longer"
    )
    read: bool = Field(description="whether this picture was sharp enough, beside the last ones, to be read")
    looks: int = Field(ge=0, description="how many pictures were read so far")
    names: list[int] = Field(description="by which each tile of the reading is known from picture to picture")
    reading: ScanDocument | None = Field(description="what all pictures together say, where the last one lies")


class CheckOptions(OpenModel):
    """What the tiles alone do not tell."""

    joker_was_used: bool = Field(False, description="a joker lay in this hand before and was exchanged")
    near: int = Field(3, ge=0, description="how many of the nearest hands to name")
    claim: str | int | None = Field(None, description="the hand the player claims")
    as_hand: str | int | None = Field(
        None,
        description="the hand to judge and pay the rack as, where it is several: it comes first in `matches`, and "
        "`best` and `value` are its own",
    )
    table: str | list[str] | None = Field(
        None,
        description="the tiles already out of play, as text or a list of texts; the answer then says which hands are "
        "still possible",
    )
    others: list[str] | None = Field(
        None,
        description="the other players' exposures, a text each; their tiles are out of play, and the answer says which "
        "of their jokers this rack has the tile for",
    )
    own_wind: str | None = Field(None, description="games without a card: N, E, W or S")
    table_wind: str | None = Field(None, description="games without a card: N, E, W or S")
    dealer: bool | None = Field(None, description="games without a card: whether the winner is East")
    streak: int = Field(0, ge=0, description="games without a card: hands East has already won in a row")
    won_by: Way | None = Field(None, description="games without a card: left out, as the rack says")


class SeenTile(OpenModel):
    """One tile of a photo, as a person has it now."""

    tile: int = Field(ge=1, description="its number")
    label: str = Field(description="a tile code, or BACK")
    sure: bool = Field(description="the reading is sure of it, or a person has said it")
    exposure: int | None = Field(None, ge=0, description="which exposure it lies in, counted from 0")
    confidence: float | None = Field(None, ge=0, le=1, description="as the scan has it, of a tile that is not sure")
    alternatives: list[tuple[str, float]] | None = Field(None, description="as the scan has them")


class SeenRack(OpenModel):
    """A rack as it was seen: tiles that are not sure are asked about only where they change the verdict."""

    tiles: list[SeenTile]
    unclear: list[int] | None = Field(None, description="numbers of tiles of which nobody has said how they lie")
    winning: int | None = Field(None, description="number of the tile the hand was won with")
    won_by: Literal["self-pick", "discard"] | None = None
    discarder: str | None = None


class CheckQuestion(OpenModel):
    """Is this rack a hand of that card?"""

    model_config = with_examples({"rack": "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea", "card": "nmjl-1976"})

    id: str | int | None = None
    rack: str | None = Field(None, description="the rack as text; left out where `seen` is given")
    seen: SeenRack | None = Field(None, description="in place of `rack`: the tiles of a photo with what they may be")
    card: str | None = Field(None, description="left out in a game without a card, which its rule set names")
    ruleset: str | None = Field(None, description="the card's own where left out")
    options: CheckOptions | None = None


class CheckDocument(OpenModel):
    """The verdict; of a photo (`verdict.json` of an evidence file) also what a person has to say first."""

    id: str | int | None = Field(None, description="the question's; left out where it has none")
    rack: dict[str, Any]
    card: str | None = Field(description="null in a game without a card")
    ruleset: str
    circumstances: dict[str, Any] | None = Field(
        None, description="in a game without a card: the options as the verdict takes them, null for what nobody said"
    )
    minimum_bonuses: int | None = Field(None, description="in a game without a card: what going out takes")
    win: bool | None = Field(description="null where a person has to look first; never of a rack as text")
    matches: list[dict[str, Any]] = Field(
        description="the ways in which the rack wins, the most valuable first; `source` is where the card's source "
        "prints the hand, or where the rules of a game without a card say that it is one"
    )
    best: str | None
    value: int | None
    reasons: list[Any]
    near: list[dict[str, Any]]
    ask: list[dict[str, Any]] | None = Field(
        None,
        description="the tiles of the photo to look at, the most telling first: number, likeliest label, choices, the "
        "question as text, and what each choice means; with 13 tiles also which tiles it then `waits_for`",
    )
    doubts: list[dict[str, Any]] | None = Field(
        None, description="the tiles that are not sure where the verdict is the same whatever they are"
    )
    pays_more: dict[str, Any] | None = Field(
        None, description="a `hand` that `pays` more than the `best_pays`, as one that is doubled for no jokers may"
    )
    doubted_exposures: list[int] | None = Field(
        None, description="the tiles that may lie otherwise without changing the verdict"
    )
    lost_by_count: bool | None = Field(
        None,
        description="true where the tiles of a photo are too few or too many for a hand, and may be one with more of "
        "them, or without some",
    )
    cases: list[dict[str, Any]] | None = Field(None, description="what each possibility of these tiles would mean")
    ask_exposures: list[int] | None = Field(
        None,
        description="the tile numbers, counted from 1, of which the photo does not tell whether they are exposed; the "
        "claim's `exposures` says it",
    )
    exposures_mean: dict[str, Any] | None = Field(
        None,
        description="where the exposures alone decide: the verdict with them `as_shown`, with `none`, and with the "
        "groups of the unclear tiles `exposed`, each where a player may answer so",
    )
    waits: list[dict[str, Any]] | None = Field(None, description="with 13 tiles: those that complete the rack")
    prospects: dict[str, Any] | None = Field(
        None, description="with options.table: whether the hand is dead and why, or the hands still possible"
    )
    exchanges: list[dict[str, Any]] | None = Field(
        None, description="with options.others: which jokers can be exchanged, for which tile of the rack"
    )
    unsaid: list[str] | None = Field(
        None,
        description="in a game without a card: the options that nobody said and that decide whether this complete hand "
        "goes out",
    )
    remarks: list[str] | None = Field(
        None, description="in a game without a card: what was left out that may make a winning hand worth more or less"
    )


class BettorDocument(OpenModel):
    """A fifth or sixth person who backs a player."""

    name: str
    bet_on: str | None = Field(None, description="left out only where the bet is `cancelled`")


class SettleQuestion(OpenModel):
    """How a game ended."""

    model_config = with_examples(
        {
            "ruleset": "nmjl-1976",
            "players": ["Ann", "Bea", "Cat", "Dee"],
            "bettors": [{"name": "Eve", "bet_on": "Ann"}],
            "outcome": {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 25},
        }
    )

    id: str | int | None = None
    ruleset: str
    players: list[str]
    east: str | None = None
    bettors: list[BettorDocument] = []
    balances: dict[str, int] | None = Field(None, description="won or lost before, where the table plays with a pie")
    outcome: dict[str, Any]


class ClaimTable(OpenModel):
    """Who won, how, and who sits there."""

    won_by: Literal["self-pick", "discard"] | None = None
    discarder: str | None = None
    winner: str | None = Field(None, description="the first of the players who did not discard where left out")
    players: list[str] = []
    east: str | None = None
    bettors: list[BettorDocument] = []
    winning_tile: str | None = None
    redeemed_joker: bool = False
    dead: list[str] | None = Field(None, description="the players whose hands are dead")
    rolled_double: bool = False
    after_wall: bool = False
    last_wall: bool = False
    balances: dict[str, int] | None = Field(None, description="won or lost before, where the table plays with a pie")


class EvidenceClaim(OpenModel):
    """All that a person says of a photo."""

    model_config = with_examples(
        {
            "card": "nmjl-1976",
            "corrections": {"3": "J"},
            "exposures": [[1, 2, 3, 4], [5, 6, 7, 8]],
            "table": {"won_by": "discard", "discarder": "Bea", "players": ["Ann", "Bea", "Cat", "Dee"]},
        }
    )

    card: str | None = None
    ruleset: str | None = Field(None, description="the card's own where left out")
    options: CheckOptions | None = None
    corrections: dict[str, str] = Field(
        {}, description="tile number, counted from 1, to what it is; NONE for what is no tile of the rack"
    )
    exposures: list[list[int]] | None = Field(None, description="tile numbers; the reader's grouping where left out")
    rack: str | None = Field(None, description="the whole rack as it was in the end, judged in place of the tiles read")
    table: ClaimTable | None = None


class TransferDocument(BaseModel):
    """One payment."""

    model_config = ConfigDict(populate_by_name=True)

    payer: str = Field(alias="from")
    to: str
    points: int = Field(gt=0)
    why: str


class SettleDocument(OpenModel):
    """Who pays whom; `net` sums to zero."""

    id: str | int | None
    transfers: list[TransferDocument]
    net: dict[str, int]
    sheet: dict[str, int] | None
    source: str
    ruling: dict[str, Any] | None = Field(description="the answer of the ruling, where the outcome is an error")
    money: dict[str, str] | None = Field(None, description="net in dollars, where the table plays for money")


class SettleFault(OpenModel):
    """One game of several that cannot be settled."""

    id: str | int | None = None
    error: ErrorBody


SettleAnswer = SettleDocument | list[SettleDocument | SettleFault]
"""One settlement, or for an array a settlement or an error for each game."""


class ExposureEntry(BaseModel):
    """What may lie exposed."""

    smallest: int
    natural: bool = Field(description="one of its tiles is no joker")


class BettorsEntry(BaseModel):
    """Who may bet."""

    most: int = Field(description="how many people may bet on a hand; 0 where nobody bets, as in a tournament")
    players: int = Field(description="beside how many players; 0 where the source has no bettors")


class RulesetEntry(OpenModel):
    """One rule set as a list shows it."""

    id: str
    title: str
    document: str
    card: str | None
    takes_card: bool
    exposures: ExposureEntry | None = Field(description="null in a game without a card")
    parent: str | None = Field(description="the rule set that a table's rules come from")
    asks: list[str] = Field(description="fields of a win that this rule set pays by, beside the usual ones")
    tournament: bool = Field(False, description="points are scored on the sheet, and nobody pays")
    bettors: BettorsEntry


class RulesetList(BaseModel):
    """The rule sets that can be named in a question."""

    rulesets: list[RulesetEntry]


class RulingList(BaseModel):
    """What can be asked about errors and disputes, and with which inputs."""

    ruleset: str
    rulings: list[dict[str, Any]]


class RulingQuestion(OpenModel):
    """What happens now? The ruling's inputs stand beside the rule set."""

    model_config = with_examples({"ruleset": "nmjl-1976", "miscaller": "Bea", "wanted_for": "exposure"})

    ruleset: str | None = Field(None, description=f"{DEFAULT_RULESET} where left out")


class RulingDocument(OpenModel):
    """The ruling and its payments."""

    ruling: str
    ruleset: str
    outcome: str
    dead: list[str]
    allowed: bool | None = Field(description="whether the player may act so; null where nobody asks or it is open")
    awarded: str | None = Field(description="who gets the tile; null where nobody asks or it is open")
    transfers: list[TransferDocument]
    sheet: dict[str, int] | None = Field(description="on the score sheet, where the rule set has one")
    text: str
    source: str
