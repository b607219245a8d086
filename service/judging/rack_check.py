"""The answer to a check: the verdict on a rack, or the questions that the player must answer first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.matching.joker_exchanges import JokerExchange
from rules.matching.prospects import Prospects, Wait
from rules.melds.meld_verdict import MeldVerdict
from rules.melds.scoring import MeldReading
from rules.verdict import HandReading, Verdict
from service.judging.better_paid import BetterPaid
from service.judging.confirmation import ConfirmedRack, ConfirmedTile, KnownRack, known_hand
from service.shared.json_text import JsonObject
from service.shared.wording import either, tile_name
from vision.reading import BACK


@dataclass(frozen=True, slots=True)
class RackCheck:
    """A verdict, with the rack's waits and the hands still possible.

    Attributes:
        verdict: the verdict by a card, or by melds in a game without one.
        waits: with a card and one tile missing: the tiles that complete the rack; else None, also where the tiles on
            the table cannot be right.
        prospects: with a card and known tiles on the table, for a rack that does not win: hands still possible; else
            None.
        exchanges: with exposures of the other players: jokers that a tile of the rack can redeem; else None.
        seen: the rack of a photo with uncertain tiles, none of which changes the verdict; else None.
        doubted_exposures: numbers of the tiles whose exposure is unclear but does not change the verdict.
        better: a line that pays more than the line of the highest printed value; None if there is none.
        lost_by_count: the rack of a photo has too few or too many tiles, and may be a hand with more, or without some.
    """

    verdict: Verdict | MeldVerdict
    waits: tuple[Wait, ...] | None = None
    prospects: Prospects | None = None
    exchanges: tuple[JokerExchange, ...] | None = None
    id: str | int | None = None
    seen: ConfirmedRack | None = None
    doubted_exposures: tuple[int, ...] = ()
    better: BetterPaid | None = None
    lost_by_count: bool = False

    @property
    def card(self) -> str | None:
        """The card's id; None in a game without one."""
        return self.verdict.card if isinstance(self.verdict, Verdict) else None

    @property
    def ruleset(self) -> str:
        """The rule set's id."""
        return self.verdict.ruleset

    @property
    def win(self) -> bool:
        """Whether the rack wins."""
        return self.verdict.win

    @property
    def rack(self) -> KnownRack:
        """The judged rack, without the labels of its uncertain tiles."""
        hand = known_hand(self.verdict.claim.hand)
        if self.seen is None:
            return hand
        unknown = any(tile.number == self.seen.winning for tile in self.seen.open)
        return replace(self.seen.known, winning_tile=None if unknown else hand.winning_tile, won_by=hand.won_by)

    @property
    def match(self) -> HandReading | MeldReading | None:
        """The most valuable hand that the rack makes, or the hand to pay; None if it does not win."""
        return self.verdict.best

    @property
    def best(self) -> str | None:
        """The name of the best hand: its number on the card, or its form in a game without one."""
        match self.match:
            case None:
                return None
            case HandReading(pattern=pattern):
                return pattern.number
            case MeldReading(form=form):
                return form

    @property
    def value(self) -> int | None:
        """The value of the best hand, never doubled."""
        return None if self.match is None else self.match.value

    def to_json(self) -> JsonObject:
        """Return the contract's check document."""
        named = {} if self.id is None else {"id": self.id}
        document: JsonObject = {**named, **self.verdict.to_json()}
        if self.waits is not None:
            document["waits"] = [wait.to_json() for wait in self.waits]
        if self.prospects is not None:
            found = self.prospects.to_json()
            document["prospects"] = {name: found[name] for name in ("dead", "reasons", "possible")}
        if self.exchanges is not None:
            document["exchanges"] = [exchange.to_json() for exchange in self.exchanges]
        if self.seen is not None:
            document["rack"] = self.rack.to_json()
            document["doubts"] = [asked_json(tile) for tile in self.seen.open]
        if self.better is not None:
            document["pays_more"] = self.better.to_json()
        if self.doubted_exposures:
            document["doubted_exposures"] = list(self.doubted_exposures)
        if self.lost_by_count:
            document["lost_by_count"] = True
        return document


@dataclass(frozen=True, slots=True)
class Case:
    """One combination of the open tiles' labels, by tile number, and its verdict."""

    labels: dict[int, str]
    check: RackCheck

    def to_json(self) -> JsonObject:
        """Return tile numbers with codes, and the verdict for them."""
        tiles, check = {str(number): label for number, label in self.labels.items()}, self.check
        return {"tiles": tiles, "win": check.win, "best": check.best, "value": check.value, **_waits_for(check)}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The verdict for one label of an open tile; None if it also depends on other tiles."""

    label: str
    check: RackCheck | None

    def to_json(self) -> JsonObject:
        """Return the label and the verdict; `win` is null without a verdict."""
        if self.check is None:
            return {"label": self.label, "win": None, "best": None, "value": None, "match": None}
        return {"label": self.label, **_meaning(self.check)}


def _meaning(check: RackCheck) -> JsonObject:
    match = None if check.match is None else check.match.to_json()
    return {"win": check.win, "best": check.best, "value": check.value, "match": match, **_waits_for(check)}


def _waits_for(check: RackCheck) -> JsonObject:
    """Return the codes of the tiles that complete a rack of 13, the best-paying first; nothing without any."""
    return {"waits_for": [wait.tile.code for wait in check.waits]} if check.waits else {}


@dataclass(frozen=True, slots=True)
class Question:
    """A tile to ask about, and the verdict for each of its labels."""

    tile: ConfirmedTile
    means: tuple[Meaning, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the question with its choices and the verdict for each."""
        return {**asked_json(self.tile), "means": [meaning.to_json() for meaning in self.means]}


@dataclass(frozen=True, slots=True)
class OpenCheck:
    """A check without a verdict: the player must answer questions first.

    Attributes:
        card: the card's id; None in a game without one.
        reasons: which tiles to look at and what each answer would mean, as text.
        asked: the tiles to ask about, most informative first; as long as these have one of their choices, no other open
            tile changes the verdict.
        cases: the verdict for each combination of the open tiles' labels.
        ask_exposures: numbers of the tiles whose exposures decide the verdict.
        exposures_mean: if the exposures alone decide the verdict: what it is with them `as_shown`, with `none`, and, if
            the unclear tiles are shown concealed, with their groups `exposed`.
    """

    rack: ConfirmedRack
    card: str | None
    ruleset: str
    reasons: tuple[str, ...]
    asked: tuple[Question, ...] = ()
    cases: tuple[Case, ...] = ()
    ask_exposures: tuple[int, ...] = ()
    exposures_mean: Mapping[str, RackCheck] = field(default_factory=dict)
    id: str | int | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's check document: `win` is null, `ask` and `ask_exposures` hold the questions."""
        document: JsonObject = {} if self.id is None else {"id": self.id}
        document |= {
            "rack": self.rack.known.to_json(),
            "card": self.card,
            "ruleset": self.ruleset,
            "win": None,
            "matches": [],
            "best": None,
            "value": None,
            "reasons": list(self.reasons),
            "near": [],
        }
        if self.asked:
            document["ask"] = [question.to_json() for question in self.asked]
            document["cases"] = [case.to_json() for case in self.cases]
        if self.ask_exposures:
            document["ask_exposures"] = list(self.ask_exposures)
        if self.exposures_mean:
            document["exposures_mean"] = {name: _meaning(check) for name, check in self.exposures_mean.items()}
        return document


def asked_json(tile: ConfirmedTile) -> JsonObject:
    """Return an uncertain tile: number, likeliest label, possible labels, and the question as text."""
    return {"tile": tile.number, "label": tile.label, "choices": list(tile.choices), "text": question(tile)}


def question(tile: ConfirmedTile) -> str:
    """Word the question about one tile: `tile 7: 6 Bam or 8 Bam`."""
    if tile.label == BACK:
        return f"tile {tile.number} lies face down"
    names = [tile_name(label) for label in tile.choices]
    return f"tile {tile.number}: {either(names)}" if len(names) > 1 else f"tile {tile.number}: is it a {names[0]}"
