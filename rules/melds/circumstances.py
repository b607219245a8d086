"""Facts that the tiles do not show: the claimant's seat, the round, East's run of wins, and how the hand was won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from rules.errors import ClaimError, TileTextError
from rules.hand import Hand
from rules.input.declared_types import checked, checked_fields
from rules.input.strict_fields import LARGEST, StrictFields, describe
from rules.settlement.payments import OyaKoPayment
from rules.tiles import WINDS, Tile, parse_tiles

Way = Literal[
    "discard", "wall", "last-tile", "last-discard", "supplement", "robbed-kong", "dealt", "first-discard", "first-draw"
]
"""Way in which the winning tile came: the last discard, the supplement for a kong, a robbed kong, the deal ..."""

WAYS: Final[tuple[Way, ...]] = get_args(Way)

DRAWN: Final = frozenset({"wall", "last-tile", "supplement", "dealt", "first-draw"})
"""Ways to draw the winning tile oneself; supplement and last tile count as self-drawn."""

DISCARDED: Final = frozenset({"discard", "last-discard", "first-discard"})
"""Ways to win on another player's discard; a robbed kong is neither drawn nor discarded, but scores as a discard."""

FIRST_TILE: Final = frozenset({"first-discard", "first-draw"})
"""Ways of a KO to win before having had a turn."""

AT_ONCE: Final = FIRST_TILE | {"dealt"}
"""Ways that leave no time to have shown a meld or made a kong."""

EAST: Final = Tile("E")


@dataclass(frozen=True, slots=True)
@checked_fields(ClaimError, own_wind=None, table_wind=None)
class Circumstances:
    """The facts of a claim, each None while unknown; an unknown fact scores nothing.

    ``own_wind`` and ``table_wind`` are the claimant's wind and the round's, ``dealer`` whether the claimant is East
    (OYA), ``streak`` how many hands East has already won in a row, whoever the claimant is. One fact fills in another:
    East's own wind is E, only East wins with the hand dealt, only another player with the first tile.

    Raises `ClaimError` with ``where`` naming the option: ``out-of-range``, ``unknown-choice``, and ``contradiction``
    where two facts cannot both be true.
    """

    own_wind: Tile | None = None
    table_wind: Tile | None = None
    dealer: bool | None = None
    streak: int = 0
    won_by: Way | None = None

    def __post_init__(self) -> None:
        for name, wind in (("own_wind", self.own_wind), ("table_wind", self.table_wind)):
            if wind is not None and wind not in WINDS:
                raise ClaimError("unknown-choice", f"{describe(wind)} is no wind; give a tile such as {EAST!r}", name)
        if self.won_by is not None and self.won_by not in WAYS:
            text = f"{self.won_by!r} is none of {', '.join(WAYS)}"
            raise ClaimError("unknown-choice", text, "won_by")
        if not 0 <= self.streak <= LARGEST:
            raise ClaimError("out-of-range", f"must be 0 to {LARGEST}, not {describe(self.streak)}", "streak")
        if self.dealer is None:
            object.__setattr__(self, "dealer", self._implied_dealer())
        if self.dealer and self.own_wind is None:
            object.__setattr__(self, "own_wind", EAST)
        self._refuse_contradictions()

    def _implied_dealer(self) -> bool | None:
        if self.own_wind is not None:
            return self.own_wind is EAST
        if self.won_by in AT_ONCE:
            return self.won_by == "dealt"
        return None

    def _refuse_contradictions(self) -> None:
        if self.own_wind is not None and self.dealer != (self.own_wind is EAST):
            seat = f"the winner's own wind is {self.own_wind}"
            text = "East is the dealer" if self.own_wind is EAST else "the dealer is East"
            raise ClaimError("contradiction", f"{seat}, and {text}: one of the two is wrong", "dealer")
        if self.won_by == "dealt" and not self.dealer:
            raise ClaimError("contradiction", "only the dealer (OYA, East) can go out with the hand dealt", "won_by")
        if self.won_by in FIRST_TILE and self.dealer:
            text = f"{self.won_by} is for a KO; the dealer (OYA, East) begins by discarding and goes out with 'dealt'"
            raise ClaimError("contradiction", text, "won_by")

    @property
    def drawn(self) -> bool:
        """Whether the claimant is known to have drawn the winning tile."""
        return self.won_by in DRAWN

    @property
    def discarded(self) -> bool:
        """Whether the winning tile is known to come from another player: a discard, or the tile of a robbed kong."""
        return self.won_by is not None and self.won_by not in DRAWN

    @checked(ClaimError)
    def minimums(self, payment: OyaKoPayment) -> tuple[int, ...]:
        """Return how many bonuses the claimant needs to go out: two numbers where it depends on an unknown dealer."""
        usual, raised = payment.minimum_bonuses, payment.minimum_bonuses_on_streak
        if self.streak < payment.streak or self.dealer is False:
            return (usual,)
        return (raised,) if self.dealer else (usual, raised)

    @checked(ClaimError)
    def won(self, way: Way | None) -> Circumstances:
        """Return the same seat and round, with the hand won in another way."""
        return replace(self, won_by=way)


def read_circumstances(options: StrictFields) -> Circumstances:
    """Read the facts from the options of a check.

    Raises the errors of ``options``, also for what `Circumstances` refuses: each names the place within the options.
    """
    own, table = (_wind(options, name) for name in ("own_wind", "table_wind"))
    way = options.choice("won_by", WAYS) if options.has("won_by") else None
    dealer = options.flag("dealer") if options.has("dealer") else None
    streak = options.whole("streak", least=0) if options.has("streak") else 0
    try:
        return Circumstances(own, table, dealer, streak, way)
    except ClaimError as error:
        options.fail(error.where, error.message, error.code)


def _wind(options: StrictFields, name: str) -> Tile | None:
    """Read a wind as racks write it: E, e or East."""
    if not options.has(name):
        return None
    text = options.text(name)
    try:
        tiles = parse_tiles(text)
    except TileTextError:
        tiles = ()
    if len(tiles) != 1 or tiles[0] not in WINDS:
        options.fail(name, f"{text!r} is none of {', '.join(wind.code for wind in WINDS)}", "unknown-choice")
    return tiles[0]


def agree_with_rack(circumstances: Circumstances, hand: Hand) -> Circumstances:
    """Complete the way of winning from the rack, or raise where claim and rack contradict each other.

    ``+4C`` on a rack is self-drawn and ``+4C<Bea`` a discard. A robbed kong goes with either: its tile was not drawn,
    and not always discarded. Raises `ClaimError` (``contradiction``, ``where`` is ``won_by``).
    """
    way, tile = circumstances.won_by, hand.winning_tile
    if way is None:
        if hand.won_by is None:
            return circumstances
        return circumstances.won("discard" if hand.won_by == "discard" else "wall")
    if hand.won_by == "discard" and way in DRAWN:
        text = f"{way!r} is a way of drawing the tile, but the rack says that {hand.discarder} discarded {tile}"
        raise ClaimError("contradiction", text, "won_by")
    if hand.won_by == "self-pick" and way in DISCARDED:
        text = f"{way!r} needs who discarded the tile: on the rack +{tile} alone is self-drawn, write +{tile}<NAME"
        raise ClaimError("contradiction", text, "won_by")
    if way in AT_ONCE and hand.exposures:
        raise ClaimError("contradiction", f"{way!r} leaves no time to have exposed a set", "won_by")
    return circumstances
