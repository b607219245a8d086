"""The answer to a check: the verdict on a rack, or what a person must say before there is one."""

from __future__ import annotations

from dataclasses import dataclass

from rules.matching.prospects import Prospects, Wait
from rules.melds.meld_verdict import MeldVerdict
from rules.melds.scoring import MeldReading
from rules.verdict import HandReading, Verdict
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
        id: as the question came with it.
    """

    verdict: Verdict | MeldVerdict
    waits: tuple[Wait, ...] | None = None
    prospects: Prospects | None = None
    id: str | int | None = None

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
            case HandReading(pattern=pattern):
                return pattern.value
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
class OpenCheck:
    """A check without a verdict: a person must look first.

    Attributes:
        rack: the rack as far as it is known.
        card: the card's id; None in a game without one.
        ruleset: the rule set's id.
        reasons: what to look at, and what each answer would mean.
        cases: what the hand is for each way the open tiles may be.
        ask_exposures: numbers of the tiles whose exposures decide the verdict.
        as_read: the verdict with the exposures as they seem to lie, where they alone decide it.
    """

    rack: ConfirmedRack
    card: str | None
    ruleset: str
    reasons: tuple[str, ...]
    cases: tuple[Case, ...] = ()
    ask_exposures: tuple[int, ...] = ()
    as_read: RackCheck | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's check document: `win` is null; `ask` and `ask_exposures` say what to answer."""
        document: JsonObject = {} if self.as_read is None else self.as_read.to_json()
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
        if self.rack.open:
            document["ask"] = [_asked(tile) for tile in self.rack.open]
            document["cases"] = [case.to_json() for case in self.cases]
        if self.ask_exposures:
            document["ask_exposures"] = list(self.ask_exposures)
        return document


def _asked(tile: ConfirmedTile) -> JsonObject:
    return {"tile": tile.number, "label": tile.label, "choices": list(tile.choices), "text": question(tile)}


def question(tile: ConfirmedTile) -> str:
    """Ask about one tile: `tile 7: 6 Bam or 8 Bam`."""
    if tile.label == BACK:
        return f"tile {tile.number} lies face down"
    names = [tile_name(label) for label in tile.choices]
    return f"tile {tile.number}: {either(names)}" if len(names) > 1 else f"tile {tile.number}: is it a {names[0]}"
