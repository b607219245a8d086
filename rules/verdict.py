"""The answer to a claim on a card, and its parts: readings of the rack, near hands, reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.card.pattern import HandPattern, ValueBonus
from rules.claim import WinClaim
from rules.errors import ClaimError
from rules.input.declared_types import checked_fields
from rules.tiles import Tile


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class Reason:
    """One reason in words, and the place in the source that supports it."""

    text: str
    source: str

    def __str__(self) -> str:
        return f"{self.text} ({self.source})"


@dataclass(frozen=True, slots=True)
class GroupReading:
    """One group of a hand: ``tiles`` of the rack and, place by place, the tiles that they are or ``stand_for``.

    ``shape`` is the group as a card prints it, numbers filled in: ``2222``, ``NNNN``, ``DDDD``, ``FF``, ``15``.
    """

    shape: str
    tiles: tuple[Tile, ...]
    stand_for: tuple[Tile, ...]
    exposed: bool

    def to_json(self) -> dict[str, Any]:
        """Return the contract's group; ``as`` names one tile for a group of like tiles, else all of them."""
        kinds = dict.fromkeys(self.stand_for)
        standing = kinds if len(kinds) == 1 else self.stand_for
        return {
            "shape": self.shape,
            "tiles": [tile.code for tile in self.tiles],
            "as": " ".join([tile.code for tile in standing]),
            "exposed": self.exposed,
        }


@dataclass(frozen=True, slots=True)
class HandReading:
    """One way in which a rack is a hand of the card; ``source`` is where the card prints the hand.

    ``jokerless``: no tile of the rack is a joker. ``spoiled``: a joker once stood in the hand, and by the rule set the
    hand is not jokerless then.
    """

    pattern: HandPattern
    groups: tuple[GroupReading, ...]
    jokerless: bool
    source: str
    spoiled: bool = False

    @property
    def pays_jokerless(self) -> bool:
        """Whether the hand earns what a hand without jokers earns."""
        return self.jokerless and not self.spoiled

    @property
    def bonuses(self) -> tuple[ValueBonus, ...]:
        """The card's bonuses that this reading earns."""
        return tuple(filter(self._earns, self.pattern.bonuses))

    def _earns(self, bonus: ValueBonus) -> bool:
        return self.pays_jokerless if bonus.when == "jokerless" else not any(group.exposed for group in self.groups)

    @property
    def value(self) -> int:
        """The printed value plus the earned bonuses, never doubled."""
        return self.pattern.value + sum(bonus.points for bonus in self.bonuses)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's match.

        Only hands of that section have ``singles_and_pairs``, only jokerless hands that a used joker spoiled have
        ``pays_jokerless``.
        """
        section = {"singles_and_pairs": True} if self.pattern.singles_and_pairs else {}
        spoiled = {"pays_jokerless": False} if self.jokerless and self.spoiled else {}
        return {
            "hand": self.pattern.number,
            "title": self.pattern.title or self.pattern.text,
            "value": self.value,
            "concealed_only": self.pattern.concealed_only,
            "jokerless": self.jokerless,
            **spoiled,
            **section,
            **({"bonuses": [str(bonus) for bonus in self.bonuses]} if self.bonuses else {}),
            **self.pattern.to_json(),
            "groups": [group.to_json() for group in self.groups],
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class NearGroup:
    """One group of a near hand: ``tiles`` holds the rack's tile for each place, None where it is missing."""

    shape: str
    tiles: tuple[Tile | None, ...]
    stand_for: tuple[Tile, ...]
    exposed: bool

    def to_json(self) -> dict[str, Any]:
        """Return the group in the form of a match's group; a missing tile is null, and ``as`` names every place."""
        return {
            "shape": self.shape,
            "tiles": [None if tile is None else tile.code for tile in self.tiles],
            "as": " ".join([tile.code for tile in self.stand_for]),
            "exposed": self.exposed,
        }


@dataclass(frozen=True, slots=True)
class NearHand:
    """A near hand: ``need`` are the tiles to add, ``drop`` the tiles to give up, both in tile order.

    ``groups`` are the hand's groups with the rack's tiles in them. A joker among ``need`` replaces a tile that has no
    copy left, or is a joker that the card prints; where flowers are wild a flower may replace a tile too.
    """

    pattern: HandPattern
    need: tuple[Tile, ...]
    drop: tuple[Tile, ...]
    groups: tuple[NearGroup, ...] = ()

    @property
    def away(self) -> int:
        """Number of missing tiles."""
        return len(self.need)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's near hand."""
        return {
            "hand": self.pattern.number,
            "title": self.pattern.title or self.pattern.text,
            "value": self.pattern.value,
            "concealed_only": self.pattern.concealed_only,
            **self.pattern.to_json(),
            "away": self.away,
            "need": [tile.code for tile in self.need],
            "drop": [tile.code for tile in self.drop],
            "groups": [group.to_json() for group in self.groups],
        }


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError)
class Verdict:
    """Whether a claim wins, and how or why not.

    ``matches`` are all readings of the rack, the most valuable first; empty unless it wins. ``reasons`` say why it
    does not win, or why it is not the claimed hand, most telling first. ``near`` are the nearest other hands.
    """

    claim: WinClaim
    card: str
    ruleset: str
    matches: tuple[HandReading, ...]
    reasons: tuple[Reason, ...]
    near: tuple[NearHand, ...]

    @property
    def win(self) -> bool:
        """Whether the rack is a hand of the card."""
        return bool(self.matches)

    @property
    def best(self) -> HandReading | None:
        """The most valuable reading, which the payment uses unless somebody has chosen another."""
        return self.matches[0] if self.matches else None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's check document; ``best`` and ``value`` are null for a losing claim."""
        return {
            "rack": self.claim.hand.to_json(),
            "card": self.card,
            "ruleset": self.ruleset,
            "win": self.win,
            "matches": [match.to_json() for match in self.matches],
            "best": None if self.best is None else self.best.pattern.number,
            "value": None if self.best is None else self.best.value,
            "reasons": [str(reason) for reason in self.reasons],
            "near": [near.to_json() for near in self.near],
        }
