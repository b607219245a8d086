"""Rack text: typed by a person, and part of every check."""

from __future__ import annotations

from pathlib import Path

from rules.errors import RackError, RulesError, TileTextError
from rules.hand import parse_rack
from service.cards.card_folder import CardFolder
from service.judging import answers
from service.shared import json_text
from tests.fuzz.target import Target, named

SHELF = CardFolder(Path("none"), files=False)
_ASKED: tuple[dict[str, object], ...] = (
    {"card": "nmjl-1976"},
    {"card": "practice", "ruleset": "modern-american", "options": {"near": 1, "table": "1B 2B"}},
    {"ruleset": "japanese-american-2009", "options": {"own_wind": "E", "dealer": True}},
    {"card": "set-manual", "options": {"joker_was_used": True}},
)


def _run(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    try:
        hand = parse_rack(text)
    except (RackError, TileTextError) as error:
        named(error)
        return
    assert parse_rack(str(hand)) == hand
    try:
        verdict = answers.check({"rack": text, **_ASKED[len(data) % len(_ASKED)]}, SHELF)
    except RulesError as error:
        named(error)
        return
    json_text.dumps(verdict.to_json())


_SEEDS = (
    b"[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea",
    b'1B 1B 1B 4C 4C 4C 7D 7D 7D N N N E +E<"Aunt Bea"',
    b"111B,222C,333D NEWS FFFF JJ RD GD WD +0",
    b"[N N N N] [RD RD RD] Soap Red Green White North Flower Joker Bird 5Bam 5Crak 5Dot",
    "\U0001f000\U0001f001\U0001f004\ufe0e \U0001f010\U0001f022\U0001f02a +\U0001f021".encode(),
    "\U0001f02b".encode(),
    b"[1B 1B 1B] [2B 2B 2B] [3B 3B 3B] [4B 4B 4B] 5B +5B",
    b"",
)
_WORDS = (b"[", b"]", b"+", b"<", b'"', b" Joker", b"crack", b"Bams", b"Red Dragon", b"big joker", b"NEWS", b"0D")

TARGET = Target(
    "rack text: a hand that prints back and can be judged, or a RackError or TileTextError that names the place",
    _run,
    _SEEDS,
    _WORDS,
    longest=2200,
)
