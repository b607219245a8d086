"""Every public function and value of `rules` refuses a value of the wrong type with an error of the package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import rules
from rules import (
    Card,
    Circumstances,
    Hand,
    HandEnd,
    MeldClaim,
    Outcome,
    RulesError,
    Sitting,
    Tile,
    WinClaim,
    judge,
    load_card,
    load_ruleset,
    parse_rack,
    waits_of,
)
from rules.card.card_file import read_draft
from rules.ruleset import FOLDER
from rules.settlement.outcome import Wall
from rules.settlement.seat_rotation import RotationRules
from rules.settlement.seats import Seats
from tests.hostile_values import Parameters, faults, public_callables, public_methods

CARD: Final = load_card("set-manual")
BOOK: Final = load_ruleset("set-manual")
JAPANESE: Final = load_ruleset("japanese-american-2009")
RACK: Final = parse_rack("333B 444B 333D 4444D")
CLAIM: Final = WinClaim(RACK)
SEATS: Final = Seats(("Ann", "Bea", "Cat", "Dee"))
SITTING: Final = Sitting(SEATS.players)
MELDS: Final = MeldClaim(RACK)
VERDICT: Final = judge(CLAIM, CARD, BOOK)
RULESET_TEXT: Final = (FOLDER / "set-manual.toml").read_text("utf-8")
CARD_TEXT: Final = (Path(rules.__file__).parent / "cards" / "set-manual.toml").read_text("utf-8")

PLAYED: Final[Parameters] = {"hand": (RACK, ""), "card": (CARD, ""), "ruleset": (BOOK, "")}
OUT: Final[Parameters] = {"table": ((), "tuple"), "others": ((), "tuple"), "joker_was_used": (False, "flag")}

CASES: Final[Mapping[str, Parameters]] = {
    "Card": {
        "id": ("c", "text"),
        "title": ("C", "text"),
        "source": ("C", "text"),
        "ruleset": (None, "text+none"),
        "hands": (CARD.hands, "tuple"),
        "concrete": (CARD.concrete, "tuple"),
        "flowers_wild": (False, "flag"),
    },
    "Circumstances": {
        "own_wind": (None, "anything"),
        "table_wind": (None, "anything"),
        "dealer": (None, "flag+none"),
        "streak": (0, "whole"),
        "won_by": (None, "text+none"),
    },
    "Hand": {
        "exposures": ((), "tuple"),
        "concealed": (RACK.concealed, "tuple"),
        "winning_tile": (None, "none"),
        "won_by": (None, "text+none"),
        "discarder": (None, "text+none"),
    },
    "HandEnd": {"kind": ("wall", "text"), "winner": (None, "text+none"), "offender": (None, "text+none")},
    "MeldClaim": {"hand": (RACK, ""), "circumstances": (Circumstances(), ""), "table": ((), "tuple")},
    "MeldVerdict": {
        "claim": (MELDS, ""),
        "circumstances": (Circumstances(), ""),
        "minimum": (2, "whole"),
        "ruleset": ("r", "text"),
        **dict.fromkeys(("matches", "reasons", "remarks", "near"), ((), "tuple")),
        "unsaid": ((), "tuple of texts"),
    },
    "Outcome": {
        "seats": (SEATS, ""),
        "event": (Wall(), ""),
        "ruleset": (None, "text+none"),
        "id": (None, "text+whole+none"),
        "balances": ({}, "mapping"),
    },
    "Prospects": {
        "hand": (RACK, ""),
        "card": ("c", "text"),
        "ruleset": ("r", "text"),
        **dict.fromkeys(("table", "possible", "reasons"), ((), "tuple")),
    },
    "Reason": {"text": ("because", "text"), "source": ("p. 1", "text")},
    "RuleSet": {
        **dict.fromkeys(("id", "title", "document"), ("r", "text")),
        "card": (None, "text+none"),
        "players": ((4,), "tuple"),
        "payment": (BOOK.payment, ""),
        "places": (BOOK.places, "any mapping"),
        "bettors": (BOOK.bettors, ""),
        "penalties": (BOOK.penalties, "mapping"),
        "rulings": (BOOK.rulings, "mapping"),
        **dict.fromkeys(("hand", "jokers", "exposures", "melds", "chart"), (None, "none")),
        "rotation": (BOOK.rotation, ""),
        "limit": (None, "whole+none"),
        "table": (BOOK.table, ""),
        "tournament": (None, "none"),
        "parent": (None, "text+none"),
        "changes": ((), "tuple of texts"),
    },
    "RulingAnswer": {
        **dict.fromkeys(("ruling", "ruleset", "outcome", "text", "source"), ("x", "text")),
        "dead": ((), "tuple of texts"),
        "allowed": (None, "flag+none"),
        "awarded": (None, "text+none"),
        "transfers": ((), "tuple"),
        "sheet": (None, "tuple+none"),
    },
    "Settlement": {
        "seats": (SEATS, ""),
        "transfers": ((), "tuple"),
        "source": ("p. 1", "text"),
        "sheet": (None, "tuple+none"),
        "ruling": (None, "none"),
        "id": (None, "text+whole+none"),
        "money": ((), "tuple"),
    },
    "Sitting": {
        "players": (SEATS.players, "tuple of texts"),
        "waiting": ((), "tuple of texts"),
        "east": (None, "text+none"),
        "passes": (0, "whole"),
        "streak": (0, "whole"),
        "mistaken": (None, "text+none"),
        "skipped": ((), "tuple of texts"),
    },
    "Tile": {"code": ("5B", "text")},
    "Transfer": {"payer": ("Ann", "text"), "payee": ("Bea", "text"), "points": (25, "whole"), "why": ("won", "text")},
    "Verdict": {
        "claim": (CLAIM, ""),
        "card": ("c", "text"),
        "ruleset": ("r", "text"),
        **dict.fromkeys(("matches", "reasons", "near"), ((), "tuple")),
    },
    "Waits": {"hand": (RACK, ""), "card": ("c", "text"), "ruleset": ("r", "text"), "waits": ((), "tuple")},
    "WinClaim": {
        "hand": (RACK, ""),
        "joker_was_used": (False, "flag"),
        "claimed_hand": (None, "text+none"),
        "table": ((), "tuple"),
        "others": ((), "tuple"),
    },
    "check_card": {"text": (CARD_TEXT, "text"), "name": ("card", "text")},
    "example_hand": {"card": (CARD, ""), "number": ("2", "text"), "ruleset": (BOOK, "")},
    "format_tiles": {"tiles": (RACK.tiles, "list+mapping")},
    "in_chips": {"points": (25, "whole")},
    "is_winner": {**PLAYED, "joker_was_used": (False, "flag")},
    "judge": {"claim": (CLAIM, ""), "card": (CARD, "none"), "ruleset": (BOOK, ""), "near": (3, "whole")},
    "list_cards": {},
    "list_rulesets": {},
    "list_rulings": {"ruleset": (BOOK, "")},
    "load_card": {"name": ("set-manual", "text")},
    "load_ruleset": {"name": ("set-manual", "text")},
    "may_be_one_meld": {"codes": (["5B"] * 3, "texts")},
    "next_sitting": {"sitting": (SITTING, ""), "end": (HandEnd("wall"), ""), "rules": (RotationRules(), "")},
    "parse_card": {"text": (CARD_TEXT, "text"), "name": ("card", "text")},
    "parse_outcome": {
        "obj": ({"players": list(SEATS.players), "outcome": {"kind": "wall"}}, "object"),
    },
    "parse_rack": {"text": ("5B", "text")},
    "parse_ruleset": {"text": (RULESET_TEXT, "text"), "name": ("r", "text"), "parent_text": (None, "text+none")},
    "parse_tiles": {"text": ("5B", "text")},
    "prospects_of": {**PLAYED, **OUT},
    "read_ruleset": {"path": (FOLDER / "set-manual.toml", "")},
    "rule": {
        "ruling": ("foul-hand", "text"),
        "ruleset": (BOOK, ""),
        "inputs": ({"players": ["Ann", "Bea", "Cat", "Dee"], "player": "Ann"}, "any mapping"),
    },
    "settle": {"outcome": (Outcome(SEATS, Wall()), ""), "ruleset": (BOOK, "")},
    "settle_up": {"balances": ({"Ann": 5, "Bea": -5}, "mapping")},
    "waits_of": {**PLAYED, **OUT, "hand": (parse_rack("333B 444B 333D 444D 5D"), "")},
}
"""Every public function and value, with its parameters."""


METHODS: Final[Mapping[str, tuple[Callable[..., object], Parameters]]] = {
    "Card.of": (Card.of, {"draft": (read_draft(CARD_TEXT), "")}),
    "Card.find": (CARD.find, {"number": ("2", "text")}),
    "Card.cite": (CARD.cite, {"hand": (CARD.hands[0], "")}),
    "Circumstances.minimums": (Circumstances().minimums, {"payment": (JAPANESE.payment, "")}),
    "Circumstances.won": (Circumstances().won, {"way": ("wall", "text+none")}),
    "RuleSet.cite": (BOOK.cite, {"place": ("p. 1", "text")}),
    "RuleSet.cite_table": (BOOK.cite_table, {"decided": ("x", "text")}),
    "RuleSet.check_seats": (BOOK.check_seats, {"seats": (SEATS, "")}),
    "Sitting.table_wind": (SITTING.table_wind, {"rules": (RotationRules(), "")}),
    "Sitting.is_over": (SITTING.is_over, {"rules": (RotationRules(), "")}),
}
"""Every public method of a value that takes an argument, with its parameters."""


def test_every_public_name_has_a_case() -> None:
    """A new public function or value, or one whose name changes, needs a case here."""
    assert set(CASES) == set(public_callables(rules))
    assert set(METHODS) == public_methods(rules)


@pytest.mark.parametrize("name", CASES)
def test_no_value_of_the_wrong_type_reaches_the_rules(name: str) -> None:
    """Each argument of another type gets the code wrong-type and what to give, never an error of Python's own."""
    code = "unknown-tile" if name == "Tile" else "wrong-type"
    assert list(faults(getattr(rules, name), CASES[name], RulesError, code)) == []


@pytest.mark.parametrize("name", METHODS)
def test_no_value_of_the_wrong_type_reaches_a_method(name: str) -> None:
    """A method of a value refuses an argument of another type as a function does."""
    assert list(faults(*METHODS[name], RulesError)) == []


def test_a_list_does_for_a_tuple() -> None:
    """Values and functions take lists where tuples are declared, nested ones too; a value holds tuples all the same."""
    tiles: Any = [Tile("5B")] * 3
    pair: Any = [Tile("R"), Tile("R")]
    exposures: Any = [tiles]
    hand = Hand(exposures, pair)
    assert hand == Hand((tuple(tiles),), (Tile("R"), Tile("R")))
    assert hash(hand) == hash(Hand((tuple(tiles),), (Tile("R"), Tile("R"))))
    waiting = parse_rack("333B 444B 333D 444D 5D")
    out: Any = [Tile("5D"), Tile("5D")]
    assert waits_of(waiting, CARD, BOOK, table=out) == waits_of(waiting, CARD, BOOK, table=tuple(out))
    names: Any = ["Ann", "Bea"]
    assert Seats(names).players == ("Ann", "Bea")
