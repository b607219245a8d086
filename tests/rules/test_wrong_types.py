"""A program that passes a value of the wrong type is told the place and what to give, and gets no verdict from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Final

import pytest

from rules import (
    Circumstances,
    Hand,
    MeldClaim,
    RulesError,
    WinClaim,
    example_hand,
    format_tiles,
    in_chips,
    is_winner,
    judge,
    list_rulings,
    load_card,
    load_ruleset,
    parse_rack,
    parse_tiles,
    prospects_of,
    rule,
    settle,
    waits_of,
)
from rules.settlement.outcome import Outcome, Wall, Win
from rules.settlement.seats import Seats

CARD: Final = load_card("nmjl-1976")
BOOK: Final = load_ruleset("nmjl-1976")
JAPANESE: Final = load_ruleset("japanese-american-2009")
RACK: Final = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")
CLAIM: Final = WinClaim(RACK)
WAITING: Final = parse_rack("NNNN SSSS FFF FF")
SEATS: Final = Seats(("Ann", "Bea", "Cat", "Dee"))
TILE: Final = parse_tiles("5B")

DEEP: Final[list[Any]] = reduce(lambda inner, _: [inner], range(2_000), [])
"""Lists in lists, more than Python calls functions in functions."""

Wrong = Any
"""A value of a type that the called function does not take."""


def _judge(wrong: Wrong = CLAIM, card: Wrong = CARD, ruleset: Wrong = BOOK, near: Wrong = 3) -> object:
    return judge(wrong, card, ruleset, near)


CALLS: Final[dict[str, tuple[str, Callable[[Wrong], object], Wrong]]] = {
    "tiles of bytes": ("character 1", parse_tiles, b"5B"),
    "codes to write out": ("tiles", format_tiles, ["5B"]),
    "codes of an iterator": ("tiles", lambda wrong: format_tiles(iter(wrong)), ["5B", 3]),
    "rack of nothing": ("character 1", parse_rack, None),
    "rack of a hand": ("character 1", parse_rack, RACK),
    "codes in a hand": ("concealed", lambda wrong: Hand((), wrong), ("5B", "5B")),
    "code as an exposure": ("exposures", lambda wrong: Hand((wrong,), ()), "5B"),
    "hand in place of a claim": ("claim", _judge, RACK),
    "text in place of a hand": ("hand", lambda wrong: _judge(WinClaim(wrong)), "NNNN"),
    "name of a card": ("card", lambda wrong: _judge(card=wrong), "nmjl-1976"),
    "name of a rule set": ("ruleset", lambda wrong: _judge(ruleset=wrong), "nmjl-1976"),
    "near as a text": ("near", lambda wrong: _judge(near=wrong), "3"),
    "number of a hand": ("claim", lambda wrong: _judge(WinClaim(RACK, claimed_hand=wrong)), 24),
    "flag as a text": ("joker_was_used", lambda wrong: _judge(WinClaim(RACK, joker_was_used=wrong)), "no"),
    "table as a text": ("table", lambda wrong: _judge(WinClaim(RACK, table=wrong)), "4C"),
    "lists in lists": ("table", lambda wrong: _judge(WinClaim(RACK, table=wrong)), DEEP),
    "codes of others": ("others", lambda wrong: _judge(WinClaim(RACK, others=(wrong,))), "4C"),
    "winner of a text": ("hand", lambda wrong: is_winner(wrong, CARD, BOOK), "NNNN"),
    "winner by a flag": ("joker_was_used", lambda wrong: is_winner(RACK, CARD, BOOK, joker_was_used=wrong), "no"),
    "waits of a text": ("hand", lambda wrong: waits_of(wrong, CARD, BOOK), "NNNN"),
    "waits by codes": ("table", lambda wrong: waits_of(WAITING, CARD, BOOK, table=wrong), ("F",)),
    "prospects of a text": ("hand", lambda wrong: prospects_of(wrong, CARD, BOOK), "NNNN"),
    "example by a number": ("hand", lambda wrong: example_hand(CARD, wrong, BOOK), 24),
    "melds of a text": ("hand", lambda wrong: judge(MeldClaim(wrong), None, JAPANESE), "NNNN"),
    "melds by codes": ("table", lambda wrong: judge(MeldClaim(RACK, table=wrong), None, JAPANESE), ("F",)),
    "no circumstances": ("circumstances", lambda wrong: judge(MeldClaim(RACK, wrong), None, JAPANESE), None),
    "streak as a text": ("streak", lambda wrong: Circumstances(streak=wrong), "3"),
    "settlement of an object": ("", lambda wrong: settle(wrong, BOOK), {"players": []}),
    "settlement by a name": ("ruleset", lambda wrong: settle(Outcome(SEATS, Wall()), wrong), "nmjl-1976"),
    "names in place of seats": ("players", lambda wrong: Outcome(wrong, Wall()), ("Ann", "Bea")),
    "no event": ("outcome", lambda wrong: Outcome(SEATS, wrong), None),
    "broken value": ("outcome.value", lambda wrong: Win("Ann", "self-pick", value=wrong), 2.5),
    "true as a value": ("outcome.value", lambda wrong: Win("Ann", "self-pick", value=wrong), True),
    "text as a flag": ("outcome.jokerless", lambda wrong: Win("Ann", "self-pick", value=25, jokerless=wrong), "no"),
    "name as the dead": ("outcome.dead", lambda wrong: Win("Ann", "self-pick", value=25, dead=wrong), "Bea"),
    "broken chips": ("points", in_chips, 2.5),
    "ruling by a name": ("ruleset", lambda wrong: rule("wrong-tile-count", wrong, {}), "nmjl-1976"),
    "ruling of nothing": ("ruling", lambda wrong: rule(wrong, BOOK, {}), None),
    "rulings of a name": ("ruleset", list_rulings, "nmjl-1976"),
}
"""Each with the place that the error names."""


@pytest.mark.parametrize(("where", "call", "wrong"), CALLS.values(), ids=CALLS)
def test_a_value_of_the_wrong_type_gets_an_error_with_its_place(
    where: str, call: Callable[[Wrong], object], wrong: Wrong
) -> None:
    """The error is one of the package's own, names the place, and says what to give."""
    with pytest.raises(RulesError) as caught:
        call(wrong)
    assert (caught.value.code, caught.value.where) == ("wrong-type", where)
    assert caught.value.message.startswith(("give ", "must be "))


@pytest.mark.parametrize(
    ("code", "where", "fields"),
    [
        ("unknown-choice", "outcome.won_by", {"won_by": "robbed"}),
        ("unknown-choice", "outcome.won_by", {"won_by": " discard"}),
        ("unknown-choice", "outcome.limit", {"won_by": "self-pick", "limit": "third"}),
        ("out-of-range", "outcome.value", {"won_by": "self-pick", "value": 0}),
        ("out-of-range", "outcome.bonuses", {"won_by": "self-pick", "points": 20, "bonuses": -1}),
    ],
)
def test_a_win_that_no_request_could_hold_is_refused(code: str, where: str, fields: dict[str, Wrong]) -> None:
    """No payment follows from a win that a program made with an unknown way, limit or number."""
    with pytest.raises(RulesError) as caught:
        Win("Ann", **fields)
    assert (caught.value.code, caught.value.where) == (code, where)
