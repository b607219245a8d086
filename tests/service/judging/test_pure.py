"""Prove that judging runs on any host, without OpenCV, ONNX Runtime, a web server, a terminal or a database."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

_JUDGE = r"""
import json, sys

BLOCKED = {"cv2", "onnxruntime", "numpy", "fastapi", "starlette", "pydantic", "typer", "rich", "sqlalchemy", "anyio"}


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is not on this host", name=name)


sys.meta_path.insert(0, Finder())

from rules.card.card import parse_card
from rules.ruleset import parse_ruleset
from service.evidence.reading_json import read_reading
from service.judging import answers
from service.judging.confirmation import parse_correction, parse_exposures
from service.judging.photo_claim import PhotoClaim, read_claim
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts

given = json.load(sys.stdin)


class Memory:
    "A library of texts."

    def card(self, name):
        return parse_card(given["cards"][name], name)

    def ruleset(self, name):
        return parse_ruleset(given["rulesets"][name], name)


library = Memory()
reading = read_reading(given["scan"], "scan")
asked = PhotoClaim("nmjl-1976", facts=WinFacts(discarder="Bea", players=("Ann", "Bea", "Cat", "Dee")))
told = {**asked.to_json(), "corrections": {str(tile): label for tile, label in [parse_correction("13=F")]}}
claim = read_claim({**told, "exposures": [list(group) for group in parse_exposures("1-4 5-8")]})
print(json.dumps({
    "asked": verify_photo(reading, "a.jpg", asked.setup(library), asked).to_json()["check"]["ask"],
    "verified": verify_photo(reading, "a.jpg", claim.setup(library), claim).to_json(),
    "checked": answers.check(given["check"], library).to_json(),
    "settled": answers.settle(given["game"], library).to_json(),
    "ruled": answers.rule("joker-in-pair", {}, library).to_json(),
    "loaded": sorted(BLOCKED & set(sys.modules)),
}))
"""


def test_a_rack_is_confirmed_judged_and_settled_without_any_package() -> None:
    """With only the standard library a host asks about a tile, judges, settles and rules, from cards in memory."""
    labels = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "6B", "F"]
    tiles = [
        {
            "label": label,
            "confidence": 0.9,
            "alternatives": [["F", 0.05]] if at == 12 else [],
            "quad": [[at, 0], [at + 1, 0], [at + 1, 1], [at, 1]],
            "row": 0,
            "index": at,
            "sure": at != 12,
        }
        for at, label in enumerate(labels)
    ]
    scan = {"width": 640, "height": 480, "tiles": tiles, "rack": "", "issues": [], "model": "a@1", "exposures": []}
    given = {
        "cards": {"nmjl-1976": (ROOT / "rules" / "cards" / "nmjl-1976.toml").read_text("utf-8")},
        "rulesets": {"nmjl-1976": (ROOT / "rules" / "rulesets" / "nmjl-1976.toml").read_text("utf-8")},
        "scan": {**scan, "aside": []},
        "check": {"rack": "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea", "card": "nmjl-1976"},
        "game": {
            "ruleset": "nmjl-1976",
            "players": ["Ann", "Bea", "Cat", "Dee"],
            "outcome": {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25},
        },
    }
    done = subprocess.run(
        [sys.executable, "-c", _JUDGE],
        cwd=ROOT,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["loaded"] == []
    assert [one["tile"] for one in found["asked"]] == [13]
    assert (found["verified"]["check"]["best"], found["checked"]["best"]) == ("24", "24")
    assert found["verified"]["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    assert found["settled"]["net"]["Ann"] == 150
    assert found["ruled"]["ruling"] == "joker-in-pair"
