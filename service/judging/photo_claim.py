"""All that a person says of a photo, as one value with a JSON form: by which card, which tiles, who won and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import ClaimError
from rules.hand import WonBy
from rules.input.strict_fields import StrictFields
from service.judging.confirmation import parse_correction
from service.judging.win_facts import WinFacts, parse_winning_tile

_WAYS: tuple[WonBy, ...] = ("self-pick", "discard")


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of a photo.

    Attributes:
        card, ruleset: by name; a missing rule set is the card's own, a missing card is a game without one.
        options: the options of a check, as the contract has them.
        corrections: tile number, counted from 1, to a tile code or `NONE`.
        exposures: tile numbers of each exposure; None keeps the reader's grouping.
        rack: the whole rack as a person has it in the end, as text; None for the tiles of the photo, corrected.
        table: who won, how, and who sits there.
    """

    card: str | None
    ruleset: str | None
    options: Mapping[str, object] = field(default_factory=dict)
    corrections: Mapping[int, str] = field(default_factory=dict)
    exposures: tuple[tuple[int, ...], ...] | None = None
    rack: str | None = None
    table: WinFacts = field(default_factory=WinFacts)

    def to_json(self) -> dict[str, Any]:
        """The JSON that `read_claim` reads."""
        return {
            "card": self.card,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "corrections": {str(number): self.corrections[number] for number in sorted(self.corrections)},
            "exposures": None if self.exposures is None else [list(group) for group in self.exposures],
            "rack": self.rack,
            "table": _table_json(self.table),
        }


def _table_json(table: WinFacts) -> dict[str, Any]:
    return {
        "won_by": table.won_by,
        "discarder": table.discarder,
        "winner": table.winner,
        "players": list(table.players),
        "east": table.east,
        "bettors": [{"name": name, "bet_on": on} for name, on in table.bettors],
        "winning_tile": None if table.winning_tile is None else table.winning_tile.code,
        "redeemed_joker": table.redeemed_joker,
    }


def read_claim(document: object, where: str = "claim") -> Claim:
    """A claim from its JSON.

    Raises:
        ClaimError: naming the field at fault.
        ServiceError: for a correction, a winning tile or facts of the table that contradict each other.
    """
    fields = StrictFields.of(document, where, ClaimError)
    options = fields.child("options").table if fields.has("options") else {}
    found = Claim(
        card=fields.optional_text("card"),
        ruleset=fields.optional_text("ruleset"),
        options=options,
        corrections=_corrections(fields),
        exposures=_exposures(fields),
        rack=fields.optional_text("rack"),
        table=_table(fields.child("table")) if fields.has("table") else WinFacts(),
    )
    fields.done()
    return found


def _corrections(fields: StrictFields) -> dict[int, str]:
    if not fields.has("corrections"):
        return {}
    told = fields.child("corrections")
    return dict(parse_correction(f"{number}={told.text(number)}") for number in told.table)


def _exposures(fields: StrictFields) -> tuple[tuple[int, ...], ...] | None:
    if not fields.has("exposures"):
        return None
    groups = []
    for at, group in fields.items("exposures"):
        name = f"exposures[{at}]"
        if not isinstance(group, list) or any(isinstance(one, bool) or not isinstance(one, int) for one in group):
            fields.fail(name, "must be a list of tile numbers", "wrong-type")
        groups.append(tuple(group))
    return tuple(groups)


def _table(fields: StrictFields) -> WinFacts:
    winning = fields.optional_text("winning_tile")
    table = WinFacts(
        won_by=next(way for way in _WAYS if way == fields.choice("won_by", _WAYS)) if fields.has("won_by") else None,
        discarder=fields.optional_text("discarder"),
        winner=fields.optional_text("winner"),
        players=fields.texts("players") if fields.has("players") else (),
        east=fields.optional_text("east"),
        bettors=_bettors(fields),
        winning_tile=None if winning is None else parse_winning_tile(winning),
        redeemed_joker=fields.flag("redeemed_joker", default=False),
    )
    fields.done()
    return table


def _bettors(fields: StrictFields) -> tuple[tuple[str, str], ...]:
    if not fields.has("bettors"):
        return ()
    found = []
    for at, item in fields.items("bettors"):
        bettor = StrictFields.of(item, fields.place(f"bettors[{at}]"), ClaimError)
        found.append((bettor.text("name"), bettor.text("bet_on")))
        bettor.done()
    return tuple(found)
