"""Find the tiles that complete a hand, and the hands of the card that are still within its reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.card.card import Card
from rules.card.pattern import HandPattern
from rules.errors import ClaimError
from rules.hand import Hand
from rules.input.declared_types import checked, checked_fields
from rules.matching.dead_hands import why_dead
from rules.matching.nearest import within_reach
from rules.matching.own_exchange import OwnJokers
from rules.matching.played_card import PlayedCard
from rules.matching.rack_counts import RackCounts
from rules.matching.reasons import tile_faults
from rules.ruleset import RuleSet
from rules.tiles import ALL_TILES, JOKER, Tile, copies
from rules.verdict import NearHand, Reason


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a rack.

    ``hands`` are the hands that it completes, the most valuable first. ``left`` counts its copies that are neither in
    the rack nor on the table, or, where there is none, those that may come back from there. ``self_pick_only``: it wins
    in the player's own turn, not as a discard. ``exchange`` says which own exposed jokers the player exchanges first;
    None where the tile wins at once.
    """

    tile: Tile
    hands: tuple[HandPattern, ...]
    left: int
    self_pick_only: bool
    exchange: Reason | None = None

    @property
    def value(self) -> int:
        """Value of its most valuable hand."""
        return self.hands[0].value

    def to_json(self) -> dict[str, Any]:
        """Return the tile with its hands and their values."""
        return {
            "tile": self.tile.code,
            "left": self.left,
            "self_pick_only": self.self_pick_only,
            "value": self.value,
            "hands": [
                {"hand": hand.number, "title": hand.title or hand.text, "value": hand.value} for hand in self.hands
            ],
            **({} if self.exchange is None else {"exchange": str(self.exchange)}),
        }


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class Waits:
    """The tiles that a rack waits for, the best-paying first, then in tile order."""

    hand: Hand
    card: str
    ruleset: str
    waits: tuple[Wait, ...]

    def to_json(self) -> dict[str, Any]:
        """Return rack, card, rule set and waits."""
        return {
            "rack": self.hand.to_json(),
            "card": self.card,
            "ruleset": self.ruleset,
            "waits": [wait.to_json() for wait in self.waits],
        }


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class Prospects:
    """The hands of a card that a player can still make.

    ``possible`` lists them all, nearest first; a complete hand is 0 away. ``reasons`` say why the hand is dead; they
    are empty while any hand is possible.
    """

    hand: Hand
    card: str
    ruleset: str
    table: tuple[Tile, ...]
    possible: tuple[NearHand, ...]
    reasons: tuple[Reason, ...]

    @property
    def dead(self) -> bool:
        """Whether the player can make no hand on the card any more."""
        return not self.possible

    def to_json(self) -> dict[str, Any]:
        """Return the possible hands, or the reasons why the hand is dead."""
        return {
            "rack": self.hand.to_json(),
            "table": [tile.code for tile in self.table],
            "card": self.card,
            "ruleset": self.ruleset,
            "dead": self.dead,
            "reasons": [str(reason) for reason in self.reasons],
            "possible": [near.to_json() for near in self.possible],
        }


@checked(ClaimError)
def waits_of(
    hand: Hand,
    card: Card,
    ruleset: RuleSet,
    *,
    table: tuple[Tile, ...] = (),
    others: tuple[tuple[Tile, ...], ...] = (),
    joker_was_used: bool = False,
) -> Waits:
    """Return the tiles that complete a rack of 13; leave out tiles that have no copy left.

    ``table`` and ``others`` are those of `prospects_of`. Raises `ClaimError`: ``wrong-tile-count`` for another number
    of tiles, ``winning-tile-marked`` where the rack names its winning tile, ``impossible-rack`` where rack and table
    hold more of a tile than a set, ``wrong-exposure``, and ``no-card-rules`` as `rules.judging.judge` does.
    """
    played = PlayedCard.of(card, ruleset)
    query = played.query(hand, table, others, joker_was_used=joker_was_used)
    rack = query.rack
    if hand.winning_tile is not None:
        raise ClaimError("winning-tile-marked", "is marked, but a rack that waits has none yet", "rack")
    sizes = played.index.sizes
    if rack.size + 1 not in sizes:
        waiting = " or ".join(str(size - 1) for size in sizes)
        message = f"has {rack.size} tiles; a rack that waits for its last tile has {waiting}"
        raise ClaimError("wrong-tile-count", message, "rack")
    if query.overfull or rack.faults:
        reason = next(reason for reason in tile_faults(played, query))
        code = "impossible-rack" if query.overfull else "wrong-exposure"
        raise ClaimError(code, str(reason), "rack")
    seen = (*hand.tiles, *query.seen)
    returning = played.returning(query)
    own = OwnJokers.of(played, hand)
    held, laid = list(own.exchanges(rack)), {kind for _, kind, _ in own.laid}
    found = []
    for tile in ALL_TILES:
        unseen = copies(tile) - seen.count(tile)
        left = unseen if unseen > 0 else returning.get(tile.index, 0)
        if left < 1:
            continue
        hands = played.completed([_drawn(meant, tile) for meant in query.racks], joker_was_used=query.joker_was_used)
        if hands:
            drawn_only = unseen < 1 or (tile is JOKER and played.jokers.discarded != "callable")
            found.append(Wait(tile, hands, left, self_pick_only=drawn_only))
        # The last joker may itself come by the exchange, which then brings no second one.
        elif (held or tile in laid) and (unseen > 0 or tile is not JOKER):
            drawn = [exchange._replace(racks=[_drawn(meant, tile) for meant in exchange.racks]) for exchange in held]
            first = own.first(own.exchanges(_drawn(rack, tile)) if tile in laid else drawn)
            if first is not None:
                found.append(Wait(tile, first.hands, left, self_pick_only=True, exchange=first.reason))
    return Waits(hand, card.id, ruleset.id, tuple(sorted(found, key=lambda wait: -wait.value)))


@checked(ClaimError)
def prospects_of(
    hand: Hand,
    card: Card,
    ruleset: RuleSet,
    *,
    table: tuple[Tile, ...] = (),
    others: tuple[tuple[Tile, ...], ...] = (),
    joker_was_used: bool = False,
) -> Prospects:
    """Return which hands a player can still make, or why the hand is dead.

    The exposures stay; the player can give up every other tile. The hand may lack its concealed tiles, as when the
    others judge a player by the exposures. ``table`` are tiles known to be out of play, ``others`` the exposures of the
    other players, whose jokers may still be exchanged. Raises `ClaimError` (``no-card-rules``) as
    `rules.judging.judge` does.
    """
    played = PlayedCard.of(card, ruleset)
    query = played.query(hand, table, others, joker_was_used=joker_was_used)
    possible = () if query.rack.size > played.index.sizes[-1] else tuple(within_reach(played, query))
    reasons = () if possible else why_dead(played, query)
    return Prospects(hand, card.id, ruleset.id, table, possible, reasons)


def _drawn(rack: RackCounts, tile: Tile) -> RackCounts:
    if tile is JOKER:
        return rack._replace(size=rack.size + 1, jokers=rack.jokers + 1)
    concealed = rack.concealed | {tile.index: rack.concealed.get(tile.index, 0) + 1}
    return rack._replace(size=rack.size + 1, concealed=concealed)
