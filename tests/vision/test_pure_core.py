"""The core runs without OpenCV, ONNX Runtime and numpy, from the bytes of a photo to a settlement."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import vision

ROOT = Path(__file__).resolve().parents[2]

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"cv2", "numpy", "onnxruntime"}:
            raise ImportError(f"{name} is not there")
sys.meta_path.insert(0, Blocked())
"""
"""Program that makes the packages of the native host impossible to import."""

IMPORTS = """
import pkgutil, vision
from importlib import import_module
names = [module.name for module in pkgutil.walk_packages(vision.__path__, "vision.", onerror=lambda name: None)]
core = [name for name in names if name.split(".")[1] != "host"]
for name in core:
    import_module(name)
for name in ("decode", "read_rack", "Networks"):
    try:
        getattr(vision, name)
    except ImportError:
        continue
    raise AssertionError(f"{name} needs no native host")
print(len(core))
"""

LINE = """
import json, struct
from rules.card.card import load_card
from rules.claim import WinClaim
from rules.judging import judge
from rules.ruleset import load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import settle
from rules.tiles import may_be_one_meld
from service.judging.confirmation import confirm
from tests.vision.toy_host import CARDS, ToyHost, ToyPicture, homography_fits, tile
from vision.image.photo import open_photo
from vision.pipeline import read_rack
from vision.requests import Rectify, run

def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + bytes(4)

size = 1500, 600
data = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)) + chunk(b"IEND", b"")
exposed = [("2C", 0), ("2C", 0), ("J", 0), ("2C", 2), None, ("3C", 0), ("3C", 2), ("3C", 0), ("3C", 0)]
upper = [tile(label, 200 + 75 * at, 100, 60, turns) for at, (label, turns) in enumerate(exposed[:4])]
upper += [tile(label, 250 + 75 * at, 100, 60, turns) for at, (label, turns) in enumerate(exposed[5:], 4)]
lower = [tile(label, 200 + 75 * at, 200, 110) for at, label in enumerate(["4C", "4C", "4C", "4C", "F", "F"])]
host = ToyHost(ToyPicture(*size, (*upper, *lower)))
photo = run(open_photo(data, "rack.png"), host)
reading = run(read_rack(photo, CARDS, may_be_one_meld), host)
card, ruleset = load_card("nmjl-1976"), load_ruleset("nmjl-1976")
verdict = judge(WinClaim(confirm(reading, {}, None).hand(None, None, None, {})), card, ruleset)
value = verdict.best.pattern.value
outcome = {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": value}
settlement = settle(parse_outcome({"players": ["Ann", "Bea", "Cat", "Dee"], "outcome": outcome}), ruleset)
cuts = [request for request in host.requests if isinstance(request, Rectify)]
print(json.dumps({
    "rack": reading.rack, "unsure": reading.unsure, "issues": [issue.code for issue in reading.issues],
    "hand": verdict.best.pattern.number, "net": dict(settlement.net),
    "corners": [tile.quad for tile in reading.tiles], "laid": [quad for _, quad in (*upper, *lower)],
    "maps": all(homography_fits(*one) for cut in cuts for one in zip(cut.quads, cut.maps, strict=True)),
}))
"""


def without_packages(code: str) -> str:
    """Return the output of code in an interpreter without the native host's packages."""
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_whole_core_is_imported_without_the_hosts_packages() -> None:
    """Every module of vision except the native host, and the package's names that need no host, can be imported."""
    assert int(without_packages(IMPORTS)) > 40


def test_a_photo_is_read_judged_and_settled_without_the_hosts_packages() -> None:
    """With a toy host the rack, its exposures, every corner, the verdict and the payments are exact."""
    told = json.loads(without_packages(LINE))
    assert told["rack"] == "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
    assert (told["unsure"], told["issues"]) == ([], [])
    assert (told["hand"], told["net"]) == ("24", {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20})
    assert told["maps"]
    for corners, laid in zip(told["corners"], told["laid"], strict=True):
        for corner, place in zip(corners, laid, strict=True):
            assert abs(corner[0] - place[0]) < 0.1
            assert abs(corner[1] - place[1]) < 0.1


NATIVE = {"cv2", "onnxruntime", "numpy"}


def test_only_the_host_imports_its_packages() -> None:
    """No module of the core imports OpenCV, ONNX Runtime or numpy; only the package's own names import the host."""
    wrong = []
    for path in sorted((ROOT / "vision").rglob("*.py")):
        if "host" in path.relative_to(ROOT / "vision").parts[:1] or path == ROOT / "vision" / "__init__.py":
            continue
        for line in path.read_text("utf-8").splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]) and len(words) > 1:
                top = words[1].split(".")
                if top[0] in NATIVE or top[:2] == ["vision", "host"]:
                    wrong.append(f"{path.name}: {line.strip()}")
    assert not wrong


def test_the_packages_names_are_those_it_says() -> None:
    """Every public name exists once, and nothing is imported before its first use."""
    names = vars(vision)["__all__"]
    assert dir(vision) == sorted(set(names)) == sorted(names)
    assert [name for name in names if not hasattr(vision, name)] == []
    with pytest.raises(AttributeError):
        vision.no_such_name  # type: ignore[attr-defined]  # noqa: B018
