"""What completes an entry, beside its request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import Sitting
from service.cards.card_library import CardLibrary
from service.ledger.game.records import Entry
from service.ledger.game.state import GameState


@dataclass(frozen=True, slots=True)
class EntryContext:
    """The inputs that complete an entry, beside its request.

    Attributes:
        start: the sitting at the beginning of the game.
        card: the card of the game; None if each win names its own.
        library: resolves the names of cards and of `ruleset`.
        now: the state after all entries, or None to compute it.
        imported: whether the entry was made before; older versions entered some contradictions that we refuse today.
        sitting: the seats by which an imported entry was made; None for those of the state.
    """

    start: Sitting
    entries: Sequence[Entry]
    card: str | None
    ruleset: RuleSet
    library: CardLibrary
    now: GameState | None = None
    imported: bool = False
    sitting: Sitting | None = None
