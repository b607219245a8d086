"""House-rule files: a house's own rule sets, and those in an exported game or a bundle."""

from __future__ import annotations

from rules.card.card import load_card
from rules.claim import WinClaim
from rules.errors import RulesError, RuleSetError
from rules.hand import parse_rack
from rules.judging import judge
from rules.ruleset import FOLDER, parse_ruleset
from rules.rulings.decide import list_rulings
from rules.settlement.outcome import parse_outcome
from rules.settling import settle
from tests.fuzz.target import Target, named

_HAND = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")
_CARD = load_card("nmjl-1976")
_PLAYERS = ["Ann", "Bea", "Cat", "Dee"]
_OUTCOMES = (
    {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 25, "jokerless": True},
    {"kind": "win", "winner": "Ann", "won_by": "self-pick", "points": 40, "bonuses": 2},
    {"kind": "wall"},
    {"kind": "misnamed", "miscaller": "Ann", "claimant": "Cat", "value": 25},
)


def _run(data: bytes) -> None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return  # the program reads files and bodies as UTF-8 before it reads a rule set
    try:
        ruleset = parse_ruleset(text, "house.toml")
    except RuleSetError as error:
        named(error)
        return
    for entry in list_rulings(ruleset):
        entry.to_json()
    bettors = [{"name": "Eve", "bet_on": "Ann"}] if ruleset.bettors.most else []
    for outcome in _OUTCOMES:
        asked = {"players": _PLAYERS, "east": "Cat", "bettors": bettors, "outcome": outcome}
        try:
            found = settle(parse_outcome(asked), ruleset)
        except RulesError as error:
            named(error)
            continue
        assert sum(found.net.values()) == 0
        found.to_json()
    try:
        judge(WinClaim(_HAND), _CARD, ruleset, 1)
    except RulesError as error:
        named(error)


_HOUSE = b'id = "club"\ntitle = "The club"\nparent = "%s"\n'
_SEEDS = (
    *((FOLDER / f"{name}.toml").read_bytes() for name in ("set-manual", "modern-american")),
    _HOUSE % b"nmjl-1976" + b"[payment]\njokerless = 2\n[rotation]\n[limits]\n",
    _HOUSE % b"modern-american" + b"[players]\nat_table = [3, 4]\n[jokers]\n[exposures]\nsmallest = 3\n",
    _HOUSE % b"japanese-american-2009" + b"limit = 400\n[points]\n[bonuses]\n[sets]\n",
    _HOUSE % b"hoyle-league" + b'[payment]\nkind = "oya-ko"\n[penalties]\n[rulings]\n',
)
_WORDS = (
    *(f"[{name}]\n".encode() for name in ("players", "hand", "jokers", "exposures", "sets", "points", "bonuses")),
    *(
        f"[{name}]\n".encode()
        for name in ("limits", "payment", "places", "bettors", "rotation", "penalties", "rulings")
    ),
    *(b'kind = "card"\n', b'kind = "oya-ko"\n', b"jokerless = 2\n", b"most = 2\n", b"limit = 500\n", b"chart = {}\n"),
    *(b"[[", b"{ a = ", b"= 1e400", b"= -1", b"= inf", b"= nan", b"= 1979-05-27", b"= true", b'= ""', b"= []", b'"""'),
)

TARGET = Target(
    "house-rule files: a rule set that settles to zero, or a RuleSetError", _run, _SEEDS, _WORDS, longest=16_000
)
