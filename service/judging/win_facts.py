"""Facts of a win that no photo shows: who won, how, and who sits at the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Literal

from rules.errors import ClaimError
from rules.hand import WonBy
from rules.melds.circumstances import Circumstances
from rules.melds.scoring import MeldReading
from rules.ruleset import RuleSet
from rules.settlement.outcome import Outcome, Win
from rules.settlement.payments import CardPayment
from rules.settlement.seat_rotation import WINDS
from rules.settlement.seats import HOW_TO_BET, Bettor, Seats, split_bet
from rules.tiles import Tile, parse_tiles
from rules.verdict import HandReading
from service.shared.errors import WrongUsageError
from service.shared.json_text import JsonObject

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class WinFacts:
    """The facts of a win that no photo shows.

    Attributes:
        won_by: how the player won the hand; None if unknown, and then we settle nothing.
        discarder: who discarded the winning tile; without `won_by` it implies a discard.
        winner: the winner's name; None for the first player who is not the discarder.
        players: the players in turn order; empty for nameless seats.
        east: who is East; None if unknown.
        bettors: pairs of a bettor and the player they bet on.
        redeemed_joker: the winner drew the tile after redeeming a joker.
        rolled_double, after_wall, last_wall: as in `Win`; they count only where a table has decided so.
        balances: earlier gains and losses of the evening, in points; they count at a table with a pie.
    """

    won_by: WonBy | None = None
    discarder: str | None = None
    winner: str | None = None
    players: tuple[str, ...] = ()
    east: str | None = None
    bettors: tuple[tuple[str, str], ...] = ()
    winning_tile: Tile | None = None
    redeemed_joker: bool = False
    dead: tuple[str, ...] = ()
    rolled_double: bool = False
    after_wall: bool = False
    last_wall: bool = False
    balances: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for where in ("discarder", "winner", "east"):
            name = getattr(self, where)
            if name is not None and not name.strip():
                raise WrongUsageError("blank", "must not be blank", where)
        self._refuse_half_characters()
        if self.discarder is not None and self.won_by is None:
            object.__setattr__(self, "won_by", "discard")
        if self.won_by == "discard" and self.discarder is None:
            text = "a win on a discard needs the player who discarded the tile"
            raise WrongUsageError("contradiction", text, "discarder")
        if self.won_by == "self-pick" and self.discarder is not None:
            raise WrongUsageError("contradiction", "a self-picked tile has no discarder: leave this out", "discarder")
        if self.winning_tile is not None and self.won_by is None:
            text = "say how it was won, self-pick or discard, when you name the winning tile"
            raise WrongUsageError("contradiction", text, "won_by")

    def _refuse_half_characters(self) -> None:
        """Refuse a name that a terminal sent in another encoding: written as evidence, nobody could read it back."""
        given = {
            **{where: (getattr(self, where),) for where in ("discarder", "winner", "east")},
            "players": self.players,
            "bettors": chain.from_iterable(self.bettors),
            "dead": self.dead,
        }
        for where, names in given.items():
            for name in filter(None, names):
                if any("\ud800" <= char <= "\udfff" for char in name):
                    text = f"{name!r} is no text: let the terminal write UTF-8, then type the name again"
                    raise WrongUsageError("bad-name", text, where)

    def outcome(self, match: HandReading | MeldReading) -> Outcome:
        """Return the outcome to settle for this winning hand; `won_by` must be known.

        Raises:
            OutcomeError: for a name that is no player's, and for a repeated name.
        """
        assert self.won_by is not None, "nothing is settled before somebody said how the hand was won"
        worth = hand_value(match)
        seats = Seats(self._seats(), self.east, tuple(Bettor(name, on) for name, on in self.bettors))
        win = Win(
            winner=self._winner(seats.players) or "",
            won_by=self.won_by,
            discarder=self.discarder,
            value=worth.value,
            points=worth.points,
            bonuses=worth.bonuses,
            limit="full" if worth.limit is True else worth.limit,
            jokerless=jokerless(match),
            singles_and_pairs=worth.singles_and_pairs,
            redeemed_joker=self.redeemed_joker,
            dead=self.dead,
            rolled_double=self.rolled_double,
            after_wall=self.after_wall,
            last_wall=self.last_wall,
        )
        return Outcome(seats, win, balances=self.balances)

    def picked(self, ruleset: RuleSet) -> bool | None:
        """Say whether the rule set pays the win as a self-picked one; None if we do not know how it was won."""
        if self.won_by is None:
            return None
        payment = ruleset.payment
        exchange = isinstance(payment, CardPayment) and payment.redeemed_joker_is_self_pick
        return self.won_by == "self-pick" or (self.redeemed_joker and exchange)

    @property
    def winner_is_east(self) -> bool | None:
        """Whether East won; None if we do not know who East is."""
        return None if self.east is None else self._winner(self._seats()) == self.east

    @property
    def own_wind(self) -> str | None:
        """The wind of the winner's seat, as a tile code; None where the seats do not tell."""
        players, winner = self.players, self._winner(self.players)
        if winner not in players or self.east not in players or len(players) != len(WINDS):
            return None
        return WINDS[(players.index(winner) - players.index(self.east)) % len(WINDS)]

    def _winner(self, players: tuple[str, ...]) -> str | None:
        """Return the winner; None where the discarder is all who play, whom `Seats` refuses."""
        return self.winner or next((name for name in players if name != self.discarder), None)

    def _seats(self) -> tuple[str, ...]:
        """Return the players, or placeholder names for the seats of a table."""
        if self.players:
            return self.players
        # A name that somebody gave, such as Winner or Player 3, is no placeholder for another seat.
        winner = self.winner or ("Player 1" if self.discarder == "Winner" else "Winner")
        named = (winner, *(() if self.discarder is None else (self.discarder,)))
        others = [name for seat in range(SEATS) if (name := f"Player {seat + 1}") not in named]
        return (*named, *others[len(named) - SEATS :])


@dataclass(frozen=True, slots=True)
class HandValue:
    """The worth of a winning hand: its value on the card; without a card, points and bonuses, or a limit."""

    value: int | None = None
    singles_and_pairs: bool = False
    points: int | None = None
    bonuses: int | None = None
    limit: Literal[True, "half"] | None = None

    def to_json(self) -> JsonObject:
        """Return the fields of the settle question."""
        if self.limit is not None:
            return {"limit": self.limit}
        if self.points is not None:
            return {"points": self.points, "bonuses": self.bonuses}
        return {"value": self.value, "singles_and_pairs": self.singles_and_pairs}


def hand_value(match: HandReading | MeldReading) -> HandValue:
    """Return the worth of a winning hand."""
    if isinstance(match, HandReading):
        return HandValue(match.value, match.pattern.singles_and_pairs)
    if match.limit:
        return HandValue(limit=match.limit)
    return HandValue(points=match.points, bonuses=match.doubles)


def jokerless(match: HandReading | MeldReading) -> bool:
    """Say whether a hand is paid as one without jokers; always true in a game without a card."""
    return not isinstance(match, HandReading) or match.pays_jokerless


def parse_bettor(text: str, players: Collection[str] = ()) -> tuple[str, str]:
    """Read `Eve:Ann`: Eve bets on Ann; `players` are the names, if known.

    Raises:
        WrongUsageError: `bad-bettor`.
    """
    name, on = split_bet(text, players)
    if not name:
        raise WrongUsageError("bad-bettor", HOW_TO_BET, text if text.strip() else "bettor")
    return name, on


def parse_players(text: str, where: str = "players") -> tuple[str, ...]:
    """Read `Ann,Bea,Cat,Dee`; an empty text names nobody.

    Raises:
        WrongUsageError: `blank` for an empty name between two commas, at the beginning or at the end.
    """
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) and len(names) > 1:
        raise WrongUsageError("blank", "a name beside a comma is missing: write it, or take the comma out", where)
    return names if all(names) else ()


def parse_winning_tile(text: str) -> Tile:
    """Read the winning tile, one tile code.

    Raises:
        TileTextError: for a malformed tile text.
        WrongUsageError: `bad-winning-tile` unless it is exactly one tile.
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise WrongUsageError("bad-winning-tile", f"{text!r} names {len(tiles)} tiles; name one", "winning_tile")
    return tiles[0]


def refuse_other_way(judged: Circumstances, won_by: str | None, what: str, where: str) -> None:
    """Refuse circumstances in which a hand is judged by another way of winning than it is paid by.

    Args:
        judged: the circumstances.
        won_by: how the hand was won; None if we do not know.
        what: what says how it was won, for the message.
        where: where the circumstances say otherwise, for the error.

    Raises:
        ClaimError: `contradiction`.
    """
    picked = won_by == "self-pick"
    if won_by is None or judged.won_by is None or judged.drawn == picked:
        return
    paid = "the winner picked the tile" if picked else "the tile came from another player"
    message = f"{judged.won_by!r} contradicts {what}, by which {paid}: correct one of the two"
    raise ClaimError("contradiction", message, where)
