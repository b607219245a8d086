"""Judge and settle every entry again, with the texts that it used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Literal

from rules.errors import RulesError
from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import Sitting
from service.cards.card_library import CardLibrary
from service.judging import answers
from service.judging.win_facts import hand_value, jokerless
from service.ledger.game.entering.asked_now import asked_now
from service.ledger.game.pinned_rules import PinnedLibrary, card_source, ruleset_source
from service.ledger.game.records import Entry, Source, StoredSettlement
from service.ledger.game.state import advance, begun, replay
from service.ledger.game.win_evidence import LostEvidence
from service.shared.errors import ErrorObject, ServiceError, error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value of entry `seq` that is computed otherwise `now`; `what` names it."""

    seq: int
    what: str
    stored: object
    now: object


@dataclass(frozen=True, slots=True)
class FailedEntry:
    """An entry that this version cannot compute."""

    seq: int
    error: ErrorObject


@dataclass(frozen=True, slots=True)
class ChangedSource:
    """A card or rule set whose text in the library differs from the text `sha256` of an entry; None if it is gone."""

    kind: Literal["card", "ruleset"]
    id: str
    sha256: str
    now: str | None


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A game judged and settled again.

    Attributes:
        version: the number of the newest entry.
        checked: the number of entries with a settlement.
        differs: entries whose payment or verdict changes.
        unknown: entries that this version cannot compute.
        changed: cards and rule sets that changed since.
    """

    version: int
    checked: int
    differs: tuple[Difference, ...]
    unknown: tuple[FailedEntry, ...]
    changed: tuple[ChangedSource, ...]
    evidence: tuple[LostEvidence, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every entry and its evidence is as stored."""
        return not (self.differs or self.unknown or self.evidence)

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        evidence = {"evidence": [asdict(one) for one in self.evidence]} if self.evidence else {}
        return {
            "version": self.version,
            "checked": self.checked,
            "differs": [asdict(one) for one in self.differs],
            "unknown": [asdict(one) for one in self.unknown],
            "changed": [asdict(one) for one in self.changed],
            **evidence,
        }


def recompute(
    start: Sitting, entries: Sequence[Entry], ruleset: RuleSet, sources: Mapping[str, Source], library: CardLibrary
) -> Recomputed:
    """Judge and settle every entry again, after the hands before it as they count now."""
    differs: list[Difference] = []
    unknown: list[FailedEntry] = []
    checked = 0
    asked = _questions(start, entries, ruleset)
    for entry in entries:
        if entry.body.settlement is None:
            continue
        checked += 1
        card = sources.get(entry.card_sha256 or "")
        pinned = PinnedLibrary(library, sources[entry.ruleset_sha256], *([card] if card else []))
        try:
            differs += _differences(entry, asked.get(entry.seq), card, pinned)
        except (RulesError, ServiceError) as error:
            unknown.append(FailedEntry(entry.seq, error_object(error)))
    changed = tuple(_changed(entries, sources, library))
    return Recomputed(len(entries), checked, tuple(differs), tuple(unknown), changed)


def _questions(start: Sitting, entries: Sequence[Entry], ruleset: RuleSet) -> dict[int, tuple[JsonObject, JsonObject]]:
    """Return the settle question of each entry and the options of its check, after the hands that count before it."""
    found: dict[int, tuple[JsonObject, JsonObject]] = {}
    for entry in entries:
        if entry.body.question is not None:
            options = entry.body.check["question"].get("options") if entry.body.check else None
            found[entry.seq] = dict(entry.body.question), options or {}
    state = begun(start)
    for entry in replay(start, entries, ruleset.rotation).in_effect:
        if entry.seq in found:
            then = partial(replay, start, entries[: entry.seq - 1], ruleset.rotation, before=entry.body.instead_of)
            found[entry.seq] = asked_now(entry, state, then, ruleset)
        advance(state, entry, ruleset.rotation)
    return found


def _differences(
    entry: Entry, asked: tuple[JsonObject, JsonObject] | None, card: Source | None, library: CardLibrary
) -> Iterator[Difference]:
    """Yield each difference between the stored and the computed values."""
    stored = entry.body.settlement
    assert stored is not None
    if asked is None:
        return  # a payment that the table agreed on
    question, options = asked
    if entry.body.check is not None:
        # Version 0.1.0 stored the path of a file in place of the card's id.
        named = {"options": options} | ({"card": card.id} if card else {})
        yield from _of_check(entry, {**entry.body.check["question"], **named}, question["outcome"], library)
    now = StoredSettlement.of(answers.settle(question, library).to_json())
    for name in ("net", "sheet"):
        if getattr(now, name) != getattr(stored, name):
            yield Difference(entry.seq, name, getattr(stored, name), getattr(now, name))
    if stored.payments != now.payments:
        yield Difference(entry.seq, "transfers", stored.payments, now.payments)


def _of_check(
    entry: Entry, question: Mapping[str, Any], outcome: Mapping[str, Any], library: CardLibrary
) -> Iterator[Difference]:
    seq, hand, verdict = entry.seq, entry.body.card_hand, answers.check(question, library)
    best = verdict.match
    if best is None:
        yield Difference(seq, "win", stored=True, now=False)
        return
    if verdict.best != hand:
        yield Difference(seq, "hand", hand, verdict.best)
    for name, value in ({"jokerless": jokerless(best)} | hand_value(best).to_json()).items():
        if outcome.get(name) != value:
            yield Difference(seq, name, outcome.get(name), value)


def _changed(entries: Sequence[Entry], sources: Mapping[str, Source], library: CardLibrary) -> Iterator[ChangedSource]:
    """Yield the sources whose text in the library has changed or is missing."""
    for name in sorted({name for entry in entries for name in entry.sources}):
        source = sources[name]
        is_card = source.kind == "card"
        try:
            now = (card_source if is_card else ruleset_source)(library, source.id)
            alone = (library.card_text if is_card else library.ruleset_text)(source.id)
        except RulesError:
            yield ChangedSource(source.kind, source.id, name, None)
            continue
        # Version 0.1.0 stored a house rule set without its parent's text.
        if source.text not in {now.text, alone}:
            yield ChangedSource(source.kind, source.id, name, now.sha256)
