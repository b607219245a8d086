"""The answers that a table's own decisions give; they stand before the source's."""

from __future__ import annotations

from typing import Final

from rules.rulings.cases import Condition, RulingCase
from rules.settlement.table_terms import TableTerms
from rules.settlement.tournament import Tournament

WINDOWS: Final = {
    "picks": ("not-drawn",),
    "racks": ("not-drawn", "drawn"),
    "discards": ("not-drawn", "drawn", "racked"),
}
"""Until when a discard may be called, and what the next player may have done by then."""

Cases = dict[str, tuple[RulingCase, ...]]


def table_cases(table: TableTerms, tournament: Tournament | None) -> Cases:
    """Return the cases of each ruling that the table decides."""
    found: Cases = {}
    for made in (_calls(table), _walls(table, tournament), _blanks(table), _ends(table, tournament)):
        found |= made
    return found


def _case(text: str, place: str, *, allowed: bool | None, when: tuple[Condition, ...] = ()) -> RulingCase:
    return RulingCase(when, "play-on", text, place, allowed=allowed, decided=True)


def _is(name: str, *values: str | bool) -> tuple[Condition, ...]:
    return (Condition(name, values),)


def _calls(table: TableTerms) -> Cases:
    found: Cases = {}
    if table.call_until != "source":
        window = WINDOWS[table.call_until]
        place = f"a discard may be called until the next player {table.call_until}"
        found["late-claim"] = (
            _case("{claimant} may still call the tile.", place, allowed=True, when=_is("next_player", *window)),
            _case("It is too late: the tile can no longer be called.", place, allowed=False),
        )
    if table.pick_ahead:
        text = "{player} may take the next tile ahead. It goes back to the wall when somebody calls the discard."
        found["looking-ahead"] = (_case(text, "players may pick ahead", allowed=True),)
    return found


def _walls(table: TableTerms, tournament: Tournament | None) -> Cases:
    found: Cases = {}
    if table.last_wall == "cold":
        place = "cold wall"
        found["last-wall-claim"] = (
            _case(
                "In the last wall a discard is called for nothing, not even mah jongg: only a picked tile wins.",
                place,
                allowed=False,
            ),
        )
    if table.last_wall == "hot" and tournament is None:
        text = "{claimant} may call it for mah jongg, and {discarder} pays for everybody."
        found["last-wall-claim"] = (_case(text, "hot wall", allowed=True),)
    if table.after_wall != 1:
        text = f"Nobody has won and nobody pays. The next hand that is won pays {table.after_wall} times."
        found["wall-game"] = (_case(text, "hands after a wall game", allowed=None),)
    return found


def _blanks(table: TableTerms) -> Cases:
    if not table.blanks:
        return {}
    place = f"{table.blanks} blank tiles"
    exchange = [
        _case(
            "A joker is never taken for a blank tile: it stays where it was discarded.",
            place,
            allowed=False,
            when=_is("wanted_is_joker", True),
        )
    ]
    if not table.blanks_any_time:
        text = "{player} may take a discarded tile for a blank one only in their own turn."
        exchange.append(_case(text, place, allowed=False, when=_is("own_turn", False)))
    text = "{player} puts the blank tile down and takes the discarded one into the hand; nothing is exposed for it."
    exchange.append(_case(text, place, allowed=True))
    passed = "may" if table.blanks_passed else "may not"
    return {
        "blank-exchange": tuple(exchange),
        "blank-passed": (
            _case(f"A blank tile {passed} be passed in the Charleston.", place, allowed=table.blanks_passed),
        ),
        "blank-in-hand": (
            _case("A blank tile stands for no other: a hand that holds one is not complete.", place, allowed=False),
        ),
    }


def _ends(table: TableTerms, tournament: Tournament | None) -> Cases:
    found: Cases = {}
    if table.pie:
        text = (
            f"{{player}} has lost the pie of {table.pie} points and plays on without paying any more; "
            "a win is paid to {player} as ever, and is there to lose again."
        )
        found["pie-lost"] = (_case(text, f"a pie of {table.pie} points", allowed=None),)
    if tournament is not None:
        place = f"rounds of {tournament.minutes} minutes"
        up = f"The {tournament.minutes} minutes are up."
        ends = "is played to its end" if tournament.finish else "ends at once and scores as a wall game"
        found["time-up"] = (
            _case(f"{up} No new hand begins: the round is over.", place, allowed=False, when=_is("in_a_hand", False)),
            _case(f"{up} The hand that is on {ends}; no new one begins.", place, allowed=tournament.finish),
        )
        text = f"Nobody has won: each player scores {tournament.wall} points."
        found["wall-game"] = (_case(text, "tournament", allowed=None),)
    return found
