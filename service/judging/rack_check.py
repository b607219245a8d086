"""The answer to a check: the verdict on a rack, or what a person must say before there is one."""

from __future__ import annotations

from dataclasses import dataclass

from rules.matching.joker_exchanges import JokerExchange
from rules.matching.prospects import Prospects, Wait
from rules.melds.meld_verdict import MeldVerdict
from rules.melds.scoring import MeldReading
from rules.verdict import HandReading, Verdict
from service.judging.better_paid import BetterPaid
from service.judging.confirmation import ConfirmedRack, ConfirmedTile
from service.shared.json_text import JsonObject
from service.shared.wording import either, tile_name
from vision.reading import BACK


@dataclass(frozen=True, slots=True)
class RackCheck:
    """A verdict, with what the rack waits for and which hands are still possible.

    Attributes:
        verdict: by a card, or by melds in a game without one.
        waits: with a card, of a rack of 13 tiles: those that complete it; else None.
        prospects: with a card, of a rack that does not win while the tiles on the table are known; else None.
        exchanges: with exposures of the other players: jokers that the rack has the tile for; else None.
        id: as the question came with it.
        seen: the rack of a photo with tiles that are not sure, where none of them changes the verdict; else None.
        doubted_exposures: numbers of the tiles that may lie otherwise without changing the verdict.
        better: a line that pays more than the one of the highest printed value; None where that one pays most.
    """

    verdict: Verdict | MeldVerdict
    waits: tuple[Wait, ...] | None = None
    prospects: Prospects | None = None
    exchanges: tuple[JokerExchange, ...] | None = None
    id: str | int | None = None
    seen: ConfirmedRack | None = None
    doubted_exposures: tuple[int, ...] = ()
    better: BetterPaid | None = None

    @property
    def win(self) -> bool:
        """Whether the rack wins."""
        return self.verdict.win

    @property
    def match(self) -> HandReading | MeldReading | None:
        """The most valuable way in which the rack wins."""
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
        match self.match:
            case None:
                return None
            case HandReading(value=value):
                return value
            case MeldReading(value=value):
                return value

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
            document["rack"] = {**document["rack"], **self.seen.known_tiles()}
            if any(tile.number == self.seen.winning for tile in self.seen.open):
                document["rack"]["winning_tile"] = None
            document["doubts"] = [asked_json(tile) for tile in self.seen.open]
        if self.better is not None:
            document["pays_more"] = self.better.to_json()
        if self.doubted_exposures:
            document["doubted_exposures"] = list(self.doubted_exposures)
        return document


@dataclass(frozen=True, slots=True)
class Case:
    """One way the open tiles may be, by tile number, and the hand it makes, if any."""

    labels: dict[int, str]
    best: str | None
    value: int | None

    def to_json(self) -> JsonObject:
        """Return tile numbers with codes, and the verdict for them."""
        tiles = {str(number): label for number, label in self.labels.items()}
        return {"tiles": tiles, "win": self.best is not None, "best": self.best, "value": self.value}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one label of an open tile means: its verdict, or None where that hangs on other tiles too."""

    label: str
    check: RackCheck | None

    def to_json(self) -> JsonObject:
        """Return the label and the verdict; `win` is null where it is open."""
        if self.check is None:
            return {"label": self.label, "win": None, "best": None, "value": None, "match": None}
        return {"label": self.label, **_meaning(self.check)}


def _meaning(check: RackCheck) -> JsonObject:
    match = None if check.match is None else check.match.to_json()
    return {"win": check.win, "best": check.best, "value": check.value, "match": match}


@dataclass(frozen=True, slots=True)
class Question:
    """A tile to look at, and what each of its labels means."""

    tile: ConfirmedTile
    means: tuple[Meaning, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the question with its choices and what each means."""
        return {**asked_json(self.tile), "means": [meaning.to_json() for meaning in self.means]}


@dataclass(frozen=True, slots=True)
class OpenCheck:
    """A check without a verdict: a person must look first.

    Attributes:
        rack: the rack as far as it is known.
        card: the card's id; None in a game without one.
        ruleset: the rule set's id.
        reasons: what to look at, and what each answer would mean.
        asked: the tiles to look at, the most telling first; no other open tile changes the verdict.
        cases: what the hand is for each way the open tiles may be.
        ask_exposures: numbers of the tiles whose exposures decide the verdict.
        as_read: the verdict with the exposures as they seem to lie, where they alone decide it.
        flat: the verdict with no tile exposed, where the exposures alone decide it.
        id: as the question came with it.
    """

    rack: ConfirmedRack
    card: str | None
    ruleset: str
    reasons: tuple[str, ...]
    asked: tuple[Question, ...] = ()
    cases: tuple[Case, ...] = ()
    ask_exposures: tuple[int, ...] = ()
    as_read: RackCheck | None = None
    flat: RackCheck | None = None
    id: str | int | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's check document: `win` is null; `ask` and `ask_exposures` say what to answer."""
        document: JsonObject = {} if self.id is None else {"id": self.id}
        document |= {} if self.as_read is None else self.as_read.to_json()
        document |= {
            "rack": self.rack.to_json(),
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
        if self.as_read is not None and self.flat is not None:
            found = {"as_shown": _meaning(self.as_read), "none": _meaning(self.flat)}
            document["exposures_mean"] = found
        return document


def asked_json(tile: ConfirmedTile) -> JsonObject:
    """Return a tile that is not sure: number, likeliest label, what it may be, and the question as text."""
    return {"tile": tile.number, "label": tile.label, "choices": list(tile.choices), "text": question(tile)}


def question(tile: ConfirmedTile) -> str:
    """Ask about one tile: `tile 7: 6 Bam or 8 Bam`."""
    if tile.label == BACK:
        return f"tile {tile.number} lies face down"
    names = [tile_name(label) for label in tile.choices]
    return f"tile {tile.number}: {either(names)}" if len(names) > 1 else f"tile {tile.number}: is it a {names[0]}"
