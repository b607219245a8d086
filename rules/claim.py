"""A player's claim to a hand of a card, with the facts that the tiles do not show."""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import ClaimError
from rules.hand import Hand
from rules.input.declared_types import checked_fields
from rules.tiles import Tile


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError, claimed_hand="claim")
class WinClaim:
    """A claim that a hand is on the card.

    ``joker_was_used``: a joker once stood in the hand, even if a player exchanged it later. ``claimed_hand`` is the
    number of the hand that the player calls; the reasons then speak of that hand. ``table`` are tiles known to be out
    of play, ``others`` the exposures of the other players, out of play but for jokers that may be exchanged.
    """

    hand: Hand
    joker_was_used: bool = False
    claimed_hand: str | None = None
    table: tuple[Tile, ...] = ()
    others: tuple[tuple[Tile, ...], ...] = ()
