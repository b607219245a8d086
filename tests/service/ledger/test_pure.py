"""Prove that the ledger's game runs on any host, without a database, web server, terminal, numpy or OpenCV."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.ledger import Ledger
from tests.service.ledger.test_ledger import begin, picked

RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
ROOT = Path(__file__).resolve().parents[3]

_REPLAY = r"""
import importlib, json, pkgutil, sys

BLOCKED = {"sqlalchemy", "alembic", "fastapi", "starlette", "pydantic", "anyio", "typer", "rich"}
BLOCKED |= {"cv2", "numpy", "onnxruntime"}


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is not on this host", name=name)


sys.meta_path.insert(0, Finder())

from pathlib import Path
from service.cards.card_folder import CardFolder
import service.ledger.game as game

for module in pkgutil.walk_packages(game.__path__, "service.ledger.game."):
    importlib.import_module(module.name)

from service.ledger.game.import_game import read_export
from service.ledger.game.pinned_rules import read_rules
from service.ledger.game.recompute import recompute
from service.ledger.game.shown.totals import SettleUp
from service.ledger.game.state import replay

library = CardFolder(Path("there-is-no-such-folder"), files=False)
found = read_export(json.load(sys.stdin), library)
sources = {one.sha256: one for one in found.sources}
ruleset = read_rules(sources[found.game.ruleset_sha256])
state = replay(found.game.sitting, found.entries, ruleset.rotation)
checked = recompute(found.game.sitting, found.entries, ruleset, sources, library)
assert not BLOCKED & set(sys.modules)
payments = SettleUp.of(state, ruleset).to_json()["payments"]
print(json.dumps([state.points, payments, checked.to_json()["differs"], list(found.differs)]))
"""


def test_a_game_is_replayed_where_nothing_is_installed(tmp_path: Path) -> None:
    """With no package installed, a game with every kind of entry can be imported, replayed and recomputed."""
    url = URL.create("sqlite", database=str(tmp_path / "book.sqlite3"))
    ledger = Ledger(url, CardFolder(tmp_path / "cards", files=False))
    game = begin(ledger)
    for version, entry in enumerate(
        (
            picked("Ann", based_on=0),
            {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": RACK}},
            {"kind": "wall"},
            {"kind": "penalty", "outcome": {"kind": "error", "ruling": "wrong-exposure", "player": "Cat"}},
            {"kind": "penalty", "transfers": [{"from": "Ann", "to": "Bea", "points": 5}]},
            {"kind": "note", "note": "tea"},
            {"kind": "undo", "undoes": 1},
        )
    ):
        ledger.add(game, {**entry, "based_on": version})
    done = subprocess.run(
        [sys.executable, "-c", _REPLAY],
        input=json.dumps(ledger.export_json(game)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    points, payments, differs, otherwise = json.loads(done.stdout)
    assert points == {line["player"]: line["points"] for line in ledger.standings(game).to_json()["standings"]}
    assert (payments, differs, otherwise) == (ledger.settle_up(game).to_json()["payments"], [], [])
    ledger.close()
