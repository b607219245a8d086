"""A rule set file's rules for hands without a card: points, bonuses and limit hands, with the source's places.

The tables ``[sets]``, ``[points]``, ``[bonuses]`` and ``[limits]`` of the file, field by field. A house can change the
numbers there; code gives each name its meaning (`rules.melds.points`, `rules.melds.bonuses`,
`rules.melds.limit_hands`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.input.frozen_mapping import FrozenMapping
from rules.input.strict_fields import LARGEST, StrictFields, read_table

MELD_POINTS: Final = ("pung", "pung-of-honors", "kong", "kong-of-honors")
"""Melds that score points, melded or concealed."""

OTHER_POINTS: Final = ("leg-of-own-wind", "leg-of-table-wind", "leg-of-dragons", "one-chance", "inside-on-discard")

BONUSES: Final = (
    *("own-wind", "table-wind", "dragons", "pung-series", "all-pungs", "three-concealed-pungs"),
    *("all-chows", "chow-series", "run", "ichi-kyu-ari", "ichi-kyu-nashi", "concealed"),
    *("one-suit-with-honors", "pure-suit", "last-tile", "last-discard", "supplement", "robbed-kong"),
)
"""The bonuses in the order of the source; a verdict lists them so."""

LIMITS: Final = (
    *("three-dragons", "all-winds", "winds-and-dragons", "four-concealed-pungs", "ones-and-nines"),
    *("pungs-in-one-suit", "sky-ladder", "four-kongs", "pure-suit", "all-green", "nine-gates"),
    *("twins-ari", "twins-nashi", "twins-in-one-suit", "mixed-twins", "orphans", "dealt", "first-tile"),
)
"""The limit hands in the order of the source."""


@dataclass(frozen=True, slots=True)
class PointsRule:
    """Points of a meld or another feature, melded and concealed; equal where nobody can meld it."""

    melded: int
    concealed: int
    place: str


@dataclass(frozen=True, slots=True)
class BonusRule:
    """A bonus: it doubles the points ``count`` times."""

    count: int
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class LimitRule:
    """A limit hand; ``points`` is the minimum of a pure suit beyond going out, None for the others."""

    name: str
    place: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules for building and scoring hands without a card; each ``place`` is a place in the source."""

    place: str
    """Place of the rule on a complete hand."""
    set_place: str
    """Place of the rule on the tiles of a set."""
    count_place: str
    """Place of the rule that a kong counts as three tiles."""
    minimum_place: str
    """Place of the rule on the number of bonuses that a hand needs."""
    mixed_chows_place: str
    """Place of the rule that keeps chows and jump chows apart."""
    exposure_place: str
    """Place of the rule on the melds that a player may claim and expose."""
    twins_place: str
    orphans_place: str
    supplement_place: str
    base_place: str
    points: Mapping[str, PointsRule]
    bonuses: Mapping[str, BonusRule]
    limits: Mapping[str, LimitRule]

    def __post_init__(self) -> None:
        for name in ("points", "bonuses", "limits"):
            object.__setattr__(self, name, FrozenMapping(getattr(self, name)))

    def cited(self, cite: Callable[[str], str]) -> MeldRules:
        """Return the same rules with ``cite`` applied to each place, to add the document."""
        places = {field.name: cite(getattr(self, field.name)) for field in _PLACES}
        return replace(
            self,
            **places,
            points={key: replace(rule, place=cite(rule.place)) for key, rule in self.points.items()},
            bonuses={key: replace(rule, place=cite(rule.place)) for key, rule in self.bonuses.items()},
            limits={key: replace(rule, place=cite(rule.place)) for key, rule in self.limits.items()},
        )


_PLACES: Final = tuple(field for field in dataclasses.fields(MeldRules) if field.name.endswith("place"))


def load_meld_rules(document: StrictFields) -> MeldRules:
    """Read the four tables of a rule set file; raise the error of ``document`` naming the field at fault."""
    sets, points = document.child("sets"), document.child("points")
    bonuses, limits = document.child("bonuses"), document.child("limits")
    places = {field.name: "" for field in _PLACES}
    for name in places:
        places[name] = (points if name == "base_place" else sets).text(name)
    rules = MeldRules(
        **places,
        points={name: _points(points.child(name), name) for name in (*MELD_POINTS, *OTHER_POINTS)},
        bonuses={name: read_table(BonusRule, bonuses.child(name), count=(0, LARGEST)) for name in BONUSES},
        limits={name: _limit(limits.child(name), name) for name in LIMITS},
    )
    for table in (sets, points, bonuses, limits):
        table.done()
    return rules


def _points(fields: StrictFields, name: str) -> PointsRule:
    if name in MELD_POINTS:
        return read_table(PointsRule, fields, melded=(0, LARGEST), concealed=(0, LARGEST))
    points = fields.whole("points", least=0)
    rule = PointsRule(points, points, fields.text("place"))
    fields.done()
    return rule


def _limit(fields: StrictFields, name: str) -> LimitRule:
    points = fields.points("points") if name == "pure-suit" else None
    rule = LimitRule(fields.text("name"), fields.text("place"), points)
    fields.done()
    return rule
