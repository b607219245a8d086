"""Export a game: CSV for a spreadsheet, or JSON with everything that the ledger stores of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from rules.ruleset import RuleSet
from service.ledger.game.records import Entry, Game, Source
from service.ledger.game.state import GameState
from service.ledger.game.win_evidence import WinFile
from service.shared.json_text import JsonObject
from service.shared.version import version

FORMAT: Final = "rackcheck-game"
FORMAT_VERSION: Final = 1

_COLUMNS: Final = (
    *("entry", "entered_at", "kind", "counts", "removes", "hand", "east", "winner", "won_by", "discarder", "value"),
    *("ruling", "card_hand", "note", "by"),
)

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a text that a spreadsheet would run as a formula."""


SPREADSHEET_MARK: Final = "\N{BYTE ORDER MARK}"
"""First character of a CSV file; without it spreadsheets do not read the file as UTF-8."""


def to_csv(entries: Sequence[Entry], state: GameState, ruleset: RuleSet) -> str:
    """Return one row per entry with its facts and everybody's win or loss; the last row has the totals in effect."""
    nets = [entry.body.settlement.scores(ruleset) if entry.body.settlement else {} for entry in entries]
    totals = state.scores(ruleset)
    # Somebody may have sat only in hands that no longer count.
    names = list(dict.fromkeys(chain(totals, *nets)))
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow([*_COLUMNS, *map(_cell, names)])
    for entry, net in zip(entries, nets, strict=True):
        facts = _facts(entry, state)
        rows.writerow([*(_cell(facts[column]) for column in _COLUMNS), *(net.get(name, 0) for name in names)])
    rows.writerow(["", "", "total", *[""] * (len(_COLUMNS) - 3), *(totals.get(name, 0) for name in names)])
    return text.getvalue()


def _facts(entry: Entry, state: GameState) -> dict[str, object]:
    body, outcome = entry.body, entry.body.outcome
    return {
        "entry": entry.seq,
        "entered_at": entry.entered_at,
        "kind": entry.kind,
        "counts": "no" if entry.seq in state.removed_by else "yes",
        "removes": entry.removes,
        "hand": body.hand,
        "east": body.sitting and body.sitting.acting_east,
        "winner": outcome.get("winner"),
        "won_by": outcome.get("won_by"),
        "discarder": outcome.get("discarder"),
        "value": outcome.get("value") or outcome.get("points") or _limit(outcome),
        "ruling": outcome.get("ruling") or ("misnamed-discard" if outcome.get("kind") == "misnamed" else None),
        "card_hand": body.card_hand,
        "note": body.note,
        "by": body.by,
    }


def _limit(outcome: Mapping[str, Any]) -> str | None:
    """Word the limit of a hand without points."""
    return {True: "full limit", "half": "half limit"}.get(outcome.get("limit"))


def _cell(value: object) -> object:
    """Return a value for a spreadsheet; quote a text that looks like a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def to_json(
    game: Game, entries: Sequence[Entry], sources: Mapping[str, Source], evidence: Iterable[WinFile] = ()
) -> JsonObject:
    """Return everything that the ledger stores of a game, with texts of cards and rule sets, and its evidence."""
    files = [one.to_json() for one in evidence]
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program": version(),
        "game": {
            "id": game.id,
            "started_at": game.started_at,
            "ruleset_sha256": game.ruleset_sha256,
            **({"card_sha256": game.card_sha256} if game.card_sha256 else {}),
            **game.body(),
        },
        "entries": [{**entry.head(), "body": entry.body.to_json(entry.kind)} for entry in entries],
        "sources": [
            {"kind": source.kind, "id": source.id, "sha256": name, "text": source.text}
            for name, source in sorted(sources.items())
        ],
        **({"evidence": files} if files else {}),
    }
