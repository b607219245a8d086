"""Exported games: the ledger of another installation, imported entry by entry."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

from rules.errors import RulesError
from service.cards.card_folder import CardFolder
from service.ledger.game.export import to_csv, to_json
from service.ledger.game.import_game import read_export
from service.ledger.game.pinned_rules import read_rules
from service.ledger.game.recompute import recompute
from service.ledger.game.state import replay
from service.shared import json_text
from service.shared.errors import ServiceError
from tests.fuzz.mutate import ODD_VALUES, crafted, dumped, mutated
from tests.fuzz.target import Target, named
from tests.fuzz.wire import example_game

SHELF = CardFolder(Path("none"), files=False)


def _run(data: bytes) -> None:
    try:
        document = json_text.loads(data, "body")
        found = read_export(document, SHELF, 50)
    except (RulesError, ServiceError) as error:
        named(error)
        return
    sources = {source.sha256: source for source in found.sources}
    rules = read_rules(sources[found.game.ruleset_sha256])
    state = replay(found.game.sitting, found.entries, rules.rotation)
    assert sum(state.points.values()) == 0
    json_text.dumps(recompute(found.game.sitting, found.entries, rules, sources, SHELF).to_json())
    to_csv(found.entries, state, rules)
    again = read_export(json.loads(json_text.dumps(to_json(found.game, found.entries, sources))), SHELF, 50)
    assert not again.differs
    assert [entry.body for entry in again.entries] == [entry.body for entry in found.entries]


def _craft(data: bytes, rng: Random) -> bytes:
    """Change the tree, or one of its texts, and then make its hash anew."""
    try:
        tree = json.loads(data)
        if rng.random() < 0.4:
            source = rng.choice(tree["sources"])
            before = source["sha256"]
            source["text"] = mutated(source["text"].encode(), rng, _RULES, 30_000).decode("utf-8", "replace")
            after = hashlib.sha256(source["text"].encode()).hexdigest()
            return dumped(tree).replace(before.encode(), after.encode())
        if rng.random() < 0.3:
            entry = rng.choice(tree["entries"])
            entry["kind"] = rng.choice(("win", "wall", "penalty", "seats", "note", "undo", rng.choice(ODD_VALUES)))
        return dumped(crafted(tree, rng))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return mutated(data, rng, _WORDS, 60_000)


_RULES = (
    b"[payment]\n",
    b"[rotation]\n",
    b"[rulings]\n",
    b"{points:9}",
    b"{",
    b"[[",
    b"= -1",
    b"= 1e9",
    b'"""',
    b"parent = ",
)
_WORDS = (b'"entries": [', b'"sources": [', b'"sitting": {', b'"kind": "undo"', b'"undoes": ', b'"instead_of": ')
_SEEDS = (json_text.dumps(example_game()).encode(), json_text.dumps({**example_game(), "entries": []}).encode())

TARGET = Target(
    "exported games: one that reads back alike, or a RulesError or ServiceError",
    _run,
    _SEEDS,
    _WORDS,
    longest=80_000,
    craft=_craft,
)
