"""The player's claim about a photo, with a JSON form: the card, corrected tiles, who won and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.errors import ClaimError
from rules.hand import Hand, parse_rack
from rules.input.strict_fields import StrictFields
from rules.melds.circumstances import Circumstances
from rules.settlement.outcome import WAYS, read_balances
from service.cards.card_library import CardSource
from service.judging.confirmation import parse_corrections
from service.judging.judge_setup import JudgeSetup, make_setup
from service.judging.win_facts import WinFacts, parse_winning_tile, refuse_other_way
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

_OF_TABLES: Final = ("rolled_double", "after_wall", "last_wall")
"""Facts of a win that count only where a table has decided so."""


@dataclass(frozen=True, slots=True)
class PhotoClaim:
    """The player's claim about a photo.

    Attributes:
        card: the card's name; None in a game without one.
        ruleset: the rule set's name; None for the card's own.
        options: the options of a check, as in the contract.
        corrections: tile number, counted from 1, to a tile code or `NONE`.
        exposures: tile numbers of each exposure; None keeps the reading's grouping.
        rack: the whole rack as text, as the player finally gave it; None for the corrected tiles of the photo.
        facts: who won, how, and who sits at the table.
    """

    card: str | None = None
    ruleset: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    corrections: Mapping[int, str] = field(default_factory=dict)
    exposures: tuple[tuple[int, ...], ...] | None = None
    rack: str | None = None
    facts: WinFacts = field(default_factory=WinFacts)

    def setup(self, library: CardSource) -> JudgeSetup:
        """Find the card and rule set of the claim and read its options.

        Raises:
            ClaimError: `contradiction` where the options or the rack contradict the facts that we settle by.
            RulesError: as `make_setup` and `parse_rack` do.
        """
        setup = make_setup(self.card, self.ruleset, self.options, library)
        _refuse_other_circumstances(setup.circumstances, self.facts)
        if self.rack is not None:
            _refuse_other_win(parse_rack(self.rack), self.facts)
        return setup

    def to_json(self) -> JsonObject:
        """Return the JSON that `read_claim` reads."""
        return {
            "card": self.card,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "corrections": {str(number): self.corrections[number] for number in sorted(self.corrections)},
            "exposures": None if self.exposures is None else [list(group) for group in self.exposures],
            "rack": self.rack,
            "table": _facts_to_json(self.facts),
        }


def _refuse_other_circumstances(judged: Circumstances, facts: WinFacts) -> None:
    """Refuse circumstances that would judge another win than the one we settle."""
    if facts.won_by is None:
        return
    refuse_other_way(judged, facts.won_by, "the table's won_by", "options.won_by")
    if judged.dealer is not None and facts.winner_is_east is not None and judged.dealer != facts.winner_is_east:
        message = f"the winner is {'' if facts.winner_is_east else 'not '}East by the table: correct one of the two"
        raise ClaimError("contradiction", message, "options.dealer")
    wind = facts.own_wind
    if judged.own_wind is not None and wind is not None and judged.own_wind.code != wind:
        message = f"the winner's wind is {wind} by the table's seats: correct one of the two"
        raise ClaimError("contradiction", message, "options.own_wind")


def _refuse_other_win(told: Hand, facts: WinFacts) -> None:
    """Refuse a rack whose winning tile is another than the table's, or came in another way than we settle."""
    tile = facts.winning_tile
    if tile is not None and tile is not told.winning_tile:
        message = f"the rack does not mark {tile} as the winning tile: write +{tile} in it, or leave this out"
        raise ClaimError("contradiction", message, "table.winning_tile")
    if told.won_by is None or facts.won_by is None:
        return
    named = (facts.discarder or "").casefold()
    if told.won_by != facts.won_by or (told.discarder or "").casefold() != named:
        message = f"the rack says {_came(told.discarder)}, the table {_came(facts.discarder)}: correct one of the two"
        raise ClaimError("contradiction", message, "rack")


def _came(discarder: str | None) -> str:
    return "self-pick" if discarder is None else f"{discarder} discarded the tile"


def _facts_to_json(facts: WinFacts) -> JsonObject:
    return {
        "won_by": facts.won_by,
        "discarder": facts.discarder,
        "winner": facts.winner,
        "players": list(facts.players),
        "east": facts.east,
        "bettors": [{"name": name, "bet_on": on} for name, on in facts.bettors],
        "winning_tile": None if facts.winning_tile is None else facts.winning_tile.code,
        "redeemed_joker": facts.redeemed_joker,
        **{name: True for name in _OF_TABLES if getattr(facts, name)},
        **({"dead": list(facts.dead)} if facts.dead else {}),
        **({"balances": dict(facts.balances)} if facts.balances else {}),
    }


def read_claim(document: object, where: str = "claim") -> PhotoClaim:
    """Read a claim from its JSON.

    Raises:
        ClaimError: naming the field at fault.
        TileTextError: for a winning tile that is none.
        ServiceError: for a bad correction, more winning tiles than one, and facts that contradict each other.
    """
    fields = StrictFields.of(document, where, ClaimError)
    options = fields.child("options").table if fields.has("options") else {}
    claim = PhotoClaim(
        card=fields.optional_text("card"),
        ruleset=fields.optional_text("ruleset"),
        options=options,
        corrections=_read_corrections(fields),
        exposures=_read_exposures(fields),
        rack=fields.optional_text("rack"),
        facts=_read_facts(fields.child("table")) if fields.has("table") else WinFacts(),
    )
    fields.done()
    return claim


def claim_of_form(fields: Mapping[str, str]) -> PhotoClaim:
    """Read the claim in the field `claim` of a form; raises ServiceError (`missing-field`), and as `read_claim`."""
    if "claim" not in fields:
        raise ServiceError("missing-field", "the form has no text named 'claim'", "claim")
    return read_claim(json_text.loads(fields["claim"], "claim"))


def _read_corrections(fields: StrictFields) -> dict[int, str]:
    if not fields.has("corrections"):
        return {}
    given = fields.child("corrections")
    return parse_corrections(f"{number}={given.text(number)}" for number in given.table)


def _read_exposures(fields: StrictFields) -> tuple[tuple[int, ...], ...] | None:
    if not fields.has("exposures"):
        return None
    groups = []
    for at, group in fields.items("exposures"):
        if not isinstance(group, list) or any(isinstance(one, bool) or not isinstance(one, int) for one in group):
            fields.fail(f"exposures[{at}]", "must be a list of tile numbers", "wrong-type")
        groups.append(tuple(group))
    return tuple(groups)


def _read_facts(fields: StrictFields) -> WinFacts:
    winning = fields.optional_text("winning_tile")
    facts = WinFacts(
        won_by=fields.choice("won_by", WAYS) if fields.has("won_by") else None,
        discarder=fields.optional_text("discarder"),
        winner=fields.optional_text("winner"),
        players=fields.optional_texts("players"),
        east=fields.optional_text("east"),
        bettors=tuple(_read_bettor(one) for one in fields.optional_children("bettors")),
        winning_tile=None if winning is None else parse_winning_tile(winning),
        redeemed_joker=fields.flag("redeemed_joker", default=False),
        dead=fields.optional_texts("dead"),
        rolled_double=fields.flag("rolled_double", default=False),
        after_wall=fields.flag("after_wall", default=False),
        last_wall=fields.flag("last_wall", default=False),
        balances=read_balances(fields),
    )
    fields.done()
    return facts


def _read_bettor(fields: StrictFields) -> tuple[str, str]:
    bettor = fields.text("name"), fields.text("bet_on")
    fields.done()
    return bettor
