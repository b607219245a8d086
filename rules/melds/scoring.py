"""Score one way to make a complete hand: points, bonuses, limit and value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rules.melds.bonuses import Bonus, bonuses_of
from rules.melds.circumstances import Circumstances, Way
from rules.melds.decomposition import MELDS, Counts, chows_beside, decompositions, split
from rules.melds.limit_hands import LimitHand, limit_hand, limits_of, won_at_once
from rules.melds.meld_rules import MeldRules
from rules.melds.melds import LEG, Decomposition, Meld
from rules.melds.points import Scored, going_out, inside_on_discard, points_of
from rules.melds.special_hands import is_orphans, is_twins, mixed_twins, twins_limits
from rules.settlement.payments import OyaKoPayment
from rules.tiles import ALL_TILES, Tile

Form = Literal["sets", "twins", "orphans"]
"""The kind of hand; the source's nine gates are four melds and a leg too."""

TITLES: Final[dict[Form, str]] = {"sets": "Four sets and a leg", "twins": "Twins (seven pairs)", "orphans": "Orphans"}


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld, the leg, a pair or a single tile as a verdict shows it.

    ``melded``: it scores as a melded one. ``completed``: the winning tile completed it.
    """

    kind: str
    tiles: tuple[Tile, ...]
    exposed: bool
    melded: bool
    completed: bool

    def to_json(self) -> dict[str, object]:
        """Return the contract's group, with the facts that its points depend on."""
        like = len(set(self.tiles)) == 1
        return {
            "shape": "".join(tile.code[0] for tile in self.tiles),
            "tiles": [tile.code for tile in self.tiles],
            "as": self.tiles[0].code if like else " ".join(tile.code for tile in self.tiles),
            "exposed": self.exposed,
            "kind": self.kind,
            "melded": self.melded,
            "completed": self.completed,
        }


@dataclass(frozen=True, slots=True)
class MeldReading:
    """One way in which a rack is a complete hand, and its value that way.

    ``value`` is the doubled and rounded points, or the limit, before the multiplier of the payment. ``limit`` is
    ``"half"`` for mixed twins on a discard. Twins and orphans score nothing but the limit; their ``points`` are the
    points for going out. ``source`` is the place of the rule that such tiles are a hand.
    """

    form: Form
    groups: tuple[ShownMeld, ...]
    scored: tuple[Scored, ...]
    bonuses: tuple[Bonus, ...]
    limits: tuple[LimitHand, ...]
    limit: bool | Literal["half"]
    value: int
    source: str

    @property
    def points(self) -> int:
        """The points before doubling."""
        return sum(one.points for one in self.scored)

    @property
    def doubles(self) -> int:
        """How often the points are doubled."""
        return sum(bonus.count for bonus in self.bonuses)

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: higher value first, then a named limit, more points, the form, and the tiles."""
        tiles = tuple((group.tiles[0].index, group.kind, group.completed) for group in self.groups)
        return -self.value, not self.limits, -(self.points << self.doubles), self.form, tiles

    def goes_out(self, minimum: int) -> bool:
        """Say whether it has the minimum of bonuses, or is a limit hand of any kind."""
        return bool(self.limits) or self.doubles >= minimum

    def to_json(self) -> dict[str, object]:
        """Return the contract's match, with the parts that make up the points and the limit."""
        return {
            "hand": self.form,
            "title": TITLES[self.form],
            "value": self.value,
            "concealed_only": self.form != "sets",
            "jokerless": True,
            "points": self.points,
            "bonuses": [{"name": one.name, "count": one.count, "source": one.source} for one in self.bonuses],
            "doubles": self.doubles,
            "limit": self.limit,
            "limits": [{"name": one.name, "source": one.source} for one in self.limits],
            "scored": [{"name": one.name, "points": one.points, "source": one.source} for one in self.scored],
            "groups": [group.to_json() for group in self.groups],
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class MeldRack:
    """A rack: its exposed melds, the counts of its concealed tiles, and how many kongs these must hold."""

    exposed: tuple[Meld, ...]
    concealed: Counts
    kongs: int
    winning_tile: Tile | None = None

    @property
    def open_melds(self) -> int:
        """How many melds the concealed tiles have to make."""
        return MELDS - len(self.exposed)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The inputs of scoring: tables of the rule set (each place with its document), payment, facts of the claim."""

    rules: MeldRules
    payment: OyaKoPayment
    circumstances: Circumstances

    def won(self, way: Way | None) -> Scoring:
        """Return the same inputs for a hand won in another way."""
        return Scoring(self.rules, self.payment, self.circumstances.won(way))


def readings(tiles: MeldRack, scoring: Scoring) -> tuple[MeldReading, ...]:
    """Return every way in which tiles make a complete hand, with enough bonuses or not, the best-scoring first."""
    ways = split(tiles.concealed, tiles.open_melds, tiles.kongs, chows_beside(tiles.exposed))
    found = [
        _read_decomposition(one, scoring)
        for way in ways
        for one in decompositions(way, tiles.exposed, tiles.winning_tile, discarded=scoring.circumstances.discarded)
    ]
    if not tiles.exposed and is_twins(tiles.concealed):
        found.append(_read_twins(tiles, scoring))
    if not tiles.exposed and is_orphans(tiles.concealed):
        found.append(_read_orphans(tiles, scoring))
    return tuple(sorted(found, key=lambda reading: reading.order))


def _read_decomposition(hand: Decomposition, scoring: Scoring) -> MeldReading:
    rules, payment, circumstances = scoring.rules, scoring.payment, scoring.circumstances
    scored = points_of(hand, circumstances, rules, payment)
    bonuses = bonuses_of(hand, circumstances, rules)
    points, doubled = sum(one.points for one in scored), sum(bonus.count for bonus in bonuses)
    limits = limits_of(hand, circumstances, rules, points - payment.base)
    value = payment.limit if limits else payment.amount(points, doubled)
    is_limit = bool(limits) or payment.is_limit(points, doubled)
    return MeldReading("sets", _groups(hand), scored, bonuses, limits, is_limit, value, rules.place)


def _groups(hand: Decomposition) -> tuple[ShownMeld, ...]:
    melds = (
        ShownMeld(one.shape, one.tiles, one.exposed, melded, at == hand.completed)
        for at, (one, melded) in enumerate(zip(hand.melds, hand.melded, strict=True))
    )
    leg = ShownMeld("leg", (hand.leg, hand.leg), exposed=False, melded=False, completed=hand.completed == LEG)
    return (*melds, leg)


def _read_twins(tiles: MeldRack, scoring: Scoring) -> MeldReading:
    circumstances = scoring.circumstances
    kinds = tuple(tile for tile, held in zip(ALL_TILES, tiles.concealed, strict=False) if held)
    named = (*twins_limits(kinds, scoring.rules), *won_at_once(circumstances, scoring.rules))
    full = bool(named) or circumstances.drawn
    groups = tuple(_concealed_group("pair", (tile, tile), tiles.winning_tile) for tile in kinds)
    return _special("twins", groups, named or (mixed_twins(circumstances, scoring.rules),), scoring, full=full)


def _read_orphans(tiles: MeldRack, scoring: Scoring) -> MeldReading:
    held = [(tile, number) for tile, number in zip(ALL_TILES, tiles.concealed, strict=False) if number]
    groups = [_concealed_group("single", (tile,), tiles.winning_tile) for tile, number in held if number == 1]
    groups += [_concealed_group("leg", (tile, tile), tiles.winning_tile) for tile, number in held if number == 2]
    named = (limit_hand("orphans", scoring.rules), *won_at_once(scoring.circumstances, scoring.rules))
    return _special("orphans", tuple(groups), named, scoring, full=True)


def _concealed_group(kind: str, tiles: tuple[Tile, ...], winning_tile: Tile | None) -> ShownMeld:
    return ShownMeld(kind, tiles, exposed=False, melded=False, completed=winning_tile in tiles)


def _special(
    form: Form, groups: tuple[ShownMeld, ...], limits: Sequence[LimitHand], scoring: Scoring, *, full: bool
) -> MeldReading:
    payment = scoring.payment
    scored = (going_out(scoring.rules, payment), *inside_on_discard(scoring.circumstances, scoring.rules, inside=True))
    value = payment.limit if full else payment.half_limit
    source = scoring.rules.twins_place if form == "twins" else scoring.rules.orphans_place
    return MeldReading(form, groups, scored, (), tuple(limits), True if full else "half", value, source)
