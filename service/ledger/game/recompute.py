"""Judge and settle every entry again, with the texts that it used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.errors import RulesError
from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import Sitting
from service.cards.card_library import CardLibrary
from service.judging import answers
from service.judging.win_facts import hand_value, jokerless
from service.ledger.game.complete_entry import with_past
from service.ledger.game.pinned_rules import PinnedLibrary, card_source, ruleset_source
from service.ledger.game.records import Entry, Source, StoredSettlement
from service.ledger.game.state import advance, begun, replay
from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject


def recompute(
    start: Sitting, entries: Sequence[Entry], ruleset: RuleSet, sources: Mapping[str, Source], library: CardLibrary
) -> JsonObject:
    """Judge and settle every entry again, after the hands before it as they count now.

    `differs` lists entries whose payment or verdict changes, with the stored and the computed values. `unknown` lists
    entries that this version cannot compute, with the error. `changed` lists the cards and rule sets whose text in the
    library differs from the text that an entry used.
    """
    differs: list[JsonObject] = []
    unknown: list[JsonObject] = []
    checked = 0
    asked = _questions(start, entries, ruleset)
    for entry in entries:
        if entry.body.settlement is None:
            continue
        checked += 1
        pinned = PinnedLibrary(library, *_sources_of(entry, sources))
        try:
            differs += [{"seq": entry.seq, **found} for found in _differences(entry, asked.get(entry.seq), pinned)]
        except (RulesError, ServiceError) as error:
            unknown.append({"seq": entry.seq, "error": error_object(error)})
    return {"checked": checked, "differs": differs, "unknown": unknown, "changed": _changed(entries, sources, library)}


def _questions(start: Sitting, entries: Sequence[Entry], ruleset: RuleSet) -> dict[int, JsonObject]:
    """Return the settle question of each entry; a correction of an earlier hand may change the pie of later ones."""
    found = {entry.seq: dict(entry.body.question) for entry in entries if entry.body.question is not None}
    state = begun(start)
    for entry in replay(start, entries, ruleset.rotation).in_effect:
        if entry.seq in found:
            found[entry.seq] = with_past(found[entry.seq], state, ruleset)
        advance(state, entry, ruleset.rotation)
    return found


def _sources_of(entry: Entry, sources: Mapping[str, Source]) -> list[Source]:
    names = [entry.ruleset_sha256, *([entry.card_sha256] if entry.card_sha256 else [])]
    return [sources[name] for name in names]


def _differences(entry: Entry, question: JsonObject | None, library: CardLibrary) -> Iterator[JsonObject]:
    """Yield each difference between the stored and the computed values."""
    stored = entry.body.settlement
    assert stored is not None
    if question is None:
        return  # a payment that the table agreed on
    if entry.body.check is not None:
        yield from _of_check(entry.body.check, question["outcome"], library)
    now = StoredSettlement.of(answers.settle(question, library).to_json())
    for name in ("net", "sheet"):
        if getattr(now, name) != getattr(stored, name):
            yield {"what": name, "stored": getattr(stored, name), "now": getattr(now, name)}
    if stored.payments != now.payments:
        yield {"what": "transfers", "stored": stored.payments, "now": now.payments}


def _of_check(check: Mapping[str, Any], outcome: Mapping[str, Any], library: CardLibrary) -> Iterator[JsonObject]:
    verdict = answers.check(check["question"], library)
    best = verdict.match
    if best is None:
        yield {"what": "win", "stored": True, "now": False}
        return
    if verdict.best != check["match"]["hand"]:
        yield {"what": "hand", "stored": check["match"]["hand"], "now": verdict.best}
    for name, value in ({"jokerless": jokerless(best)} | hand_value(best).to_json()).items():
        if outcome.get(name) != value:
            yield {"what": name, "stored": outcome.get(name), "now": value}


def _changed(entries: Sequence[Entry], sources: Mapping[str, Source], library: CardLibrary) -> list[JsonObject]:
    """List the sources whose text in the library has changed or is missing."""
    used = {name for entry in entries for name in (entry.ruleset_sha256, entry.card_sha256) if name is not None}
    found = []
    for name in sorted(used):
        source = sources[name]
        try:
            now = (card_source if source.kind == "card" else ruleset_source)(library, source.id)
        except RulesError:
            found.append({"kind": source.kind, "id": source.id, "sha256": name, "now": None})
            continue
        if now.sha256 != name:
            found.append({"kind": source.kind, "id": source.id, "sha256": name, "now": now.sha256})
    return found
