"""The game itself: tiles, hands, cards, verdicts, payments and rulings, from text and values alone.

The package loads the module of a public name at its first use, so a program that needs tiles loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.card.card import Card as Card
    from rules.card.card import list_cards as list_cards
    from rules.card.card import load_card as load_card
    from rules.card.card import parse_card as parse_card
    from rules.claim import WinClaim as WinClaim
    from rules.errors import CardError as CardError
    from rules.errors import ClaimError as ClaimError
    from rules.errors import HandError as HandError
    from rules.errors import OutcomeError as OutcomeError
    from rules.errors import RackError as RackError
    from rules.errors import RulesError as RulesError
    from rules.errors import RuleSetError as RuleSetError
    from rules.errors import RulingError as RulingError
    from rules.errors import TileTextError as TileTextError
    from rules.hand import Hand as Hand
    from rules.hand import parse_rack as parse_rack
    from rules.judging import judge as judge
    from rules.matching.example_hand import example_hand as example_hand
    from rules.matching.lint.check import check_card as check_card
    from rules.matching.prospects import Prospects as Prospects
    from rules.matching.prospects import Waits as Waits
    from rules.matching.prospects import prospects_of as prospects_of
    from rules.matching.prospects import waits_of as waits_of
    from rules.matching.winner import is_winner as is_winner
    from rules.melds.circumstances import Circumstances as Circumstances
    from rules.melds.meld_verdict import MeldClaim as MeldClaim
    from rules.melds.meld_verdict import MeldVerdict as MeldVerdict
    from rules.ruleset import RuleSet as RuleSet
    from rules.ruleset import list_rulesets as list_rulesets
    from rules.ruleset import load_ruleset as load_ruleset
    from rules.ruleset import parse_ruleset as parse_ruleset
    from rules.ruleset import read_ruleset as read_ruleset
    from rules.rulings.decide import RulingAnswer as RulingAnswer
    from rules.rulings.decide import list_rulings as list_rulings
    from rules.rulings.decide import rule as rule
    from rules.settlement.chips import in_chips as in_chips
    from rules.settlement.fewest_payments import settle_up as settle_up
    from rules.settlement.outcome import Outcome as Outcome
    from rules.settlement.outcome import parse_outcome as parse_outcome
    from rules.settlement.seat_rotation import HandEnd as HandEnd
    from rules.settlement.seat_rotation import Sitting as Sitting
    from rules.settlement.seat_rotation import next_sitting as next_sitting
    from rules.settlement.transfers import Transfer as Transfer
    from rules.settling import Settlement as Settlement
    from rules.settling import settle as settle
    from rules.tiles import ALL_TILES as ALL_TILES
    from rules.tiles import Tile as Tile
    from rules.tiles import format_tiles as format_tiles
    from rules.tiles import may_be_one_meld as may_be_one_meld
    from rules.tiles import parse_tiles as parse_tiles
    from rules.verdict import Reason as Reason
    from rules.verdict import Verdict as Verdict

_PUBLIC: Final = {
    "card.card": ("Card", "list_cards", "load_card", "parse_card"),
    "claim": ("WinClaim",),
    "errors": (
        "CardError",
        "ClaimError",
        "HandError",
        "OutcomeError",
        "RackError",
        "RuleSetError",
        "RulesError",
        "RulingError",
        "TileTextError",
    ),
    "hand": ("Hand", "parse_rack"),
    "judging": ("judge",),
    "matching.lint.check": ("check_card",),
    "matching.example_hand": ("example_hand",),
    "matching.prospects": ("Prospects", "Waits", "prospects_of", "waits_of"),
    "matching.winner": ("is_winner",),
    "melds.circumstances": ("Circumstances",),
    "melds.meld_verdict": ("MeldClaim", "MeldVerdict"),
    "ruleset": ("RuleSet", "list_rulesets", "load_ruleset", "parse_ruleset", "read_ruleset"),
    "rulings.decide": ("RulingAnswer", "list_rulings", "rule"),
    "settlement.chips": ("in_chips",),
    "settlement.fewest_payments": ("settle_up",),
    "settlement.outcome": ("Outcome", "parse_outcome"),
    "settlement.seat_rotation": ("HandEnd", "Sitting", "next_sitting"),
    "settlement.transfers": ("Transfer",),
    "settling": ("Settlement", "settle"),
    "tiles": ("ALL_TILES", "Tile", "format_tiles", "may_be_one_meld", "parse_tiles"),
    "verdict": ("Reason", "Verdict"),
}
"""The public names by the module that defines them."""

_MODULES: Final = {name: module for module, names in _PUBLIC.items() for name in names}


if not TYPE_CHECKING:  # so that a type checker refuses a misspelt name
    __all__ = list(_MODULES)

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_MODULES)
