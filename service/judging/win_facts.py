"""What a person says about the table: who won, how, and who sits there; and the settlement question it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.hand import WonBy
from rules.tiles import Tile, parse_tiles
from service.shared.errors import WrongUsageError

SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class WinFacts:
    """The facts of a win that no photograph shows.

    Attributes:
        won_by: how the hand was won; None where nobody has said, and nothing can be settled.
        discarder: who discarded the winning tile; with `won_by` left out it means a discard.
        winner: None for the first of the players who did not discard the tile.
        players: in the order of turns; empty for nameless seats.
        winning_tile: which of the tiles the hand was won with.
        redeemed_joker: the winner drew the tile by redeeming a joker.
    """

    won_by: WonBy | None = None
    discarder: str | None = None
    winner: str | None = None
    players: tuple[str, ...] = ()
    east: str | None = None
    bettors: tuple[tuple[str, str], ...] = ()
    winning_tile: Tile | None = None
    redeemed_joker: bool = False

    def __post_init__(self) -> None:
        if self.discarder is not None and self.won_by is None:
            object.__setattr__(self, "won_by", "discard")
        if self.won_by == "discard" and self.discarder is None:
            raise WrongUsageError(
                "contradiction", "a win on a discard needs the player who discarded the tile", "discarder"
            )
        if self.won_by == "self-pick" and self.discarder is not None:
            raise WrongUsageError("contradiction", "a self-picked tile has no discarder: leave this out", "discarder")
        if self.winning_tile is not None and self.won_by is None:
            text = "say how it was won, self-pick or discard, when you name the winning tile"
            raise WrongUsageError("contradiction", text, "won_by")

    def outcome(self, check: Mapping[str, Any]) -> dict[str, Any]:
        """The settle question for a winning check document; `won_by` must be known."""
        best = check["matches"][0]
        players = self._seats()
        win: dict[str, Any] = {
            "kind": "win",
            "winner": self._winner(players),
            "won_by": self.won_by,
            "discarder": self.discarder,
            "jokerless": best["jokerless"],
            **claim_value(best),
        }
        if self.redeemed_joker:
            win["redeemed_joker"] = True
        return {
            "ruleset": check["ruleset"],
            "players": players,
            "east": self.east,
            "bettors": [{"name": name, "bet_on": on} for name, on in self.bettors],
            "outcome": win,
        }

    @property
    def winner_is_east(self) -> bool | None:
        """Whether East won; None where nobody has said who East is."""
        return None if self.east is None else self._winner(self._seats()) == self.east

    def _winner(self, players: list[str]) -> str:
        return self.winner or next(name for name in players if name != self.discarder)

    def _seats(self) -> list[str]:
        """The players, or as many nameless ones as sit at a table."""
        if self.players:
            return list(self.players)
        named = [self.winner or "Winner"] + ([self.discarder] if self.discarder is not None else [])
        return named + [f"Player {seat + 1}" for seat in range(len(named), SEATS)]


def claim_value(best: Mapping[str, Any]) -> dict[str, Any]:
    """What a match is worth, in the fields of the settle question."""
    if best.get("limit"):
        return {"limit": best["limit"]}
    if "points" in best:
        return {"points": best["points"], "bonuses": sum(bonus["count"] for bonus in best["bonuses"])}
    return {"value": best["value"], "singles_and_pairs": bool(best.get("singles_and_pairs", False))}


def parse_bettor(text: str) -> tuple[str, str]:
    """Read `Eve:Ann`: Eve bets on Ann.

    Raises:
        WrongUsageError: `bad-bettor`.
    """
    name, colon, on = text.partition(":")
    if not colon or not name.strip() or not on.strip():
        raise WrongUsageError("bad-bettor", "write the bettor, a colon and the player backed, as in Eve:Ann", text)
    return name.strip(), on.strip()


def parse_players(text: str) -> tuple[str, ...]:
    """Read `Ann,Bea,Cat,Dee`."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def parse_winning_tile(text: str) -> Tile:
    """Read the one tile a hand was won with.

    Raises:
        TileTextError: for a text that names no tiles.
        WrongUsageError: `bad-winning-tile` for one that names several.
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise WrongUsageError("bad-winning-tile", f"{text!r} names {len(tiles)} tiles; name one", "winning_tile")
    return tiles[0]
