"""The options that several commands share; a command names them by this module."""

from __future__ import annotations

from typing import Annotated, Final

from rules.melds.circumstances import WAYS
from service.commands.support.options import argument, flag, option
from service.judging.answers import DEFAULT_RULESET

HOW_WON: Final = f"How the hand was won: self-pick or discard; in games without a card {', '.join(WAYS)}."
"""Help text of `--won-by`, without the sentence about its default."""

CardOption = Annotated[
    str | None,
    option(
        "--card",
        "CARD",
        "The card to judge by: a name of `rackcheck cards list`, or a card file. Left out: that of `rackcheck use`.",
    ),
]
RulesetOption = Annotated[
    str | None,
    option(
        "--ruleset",
        "RULES",
        "The rules to play by: a name of `rackcheck cards list` or `tables list`, or a house's file. Left out: the "
        "card's own.",
    ),
]
TableRules = Annotated[
    str | None,
    option(
        "--ruleset",
        "RULES",
        "The rules: a name of `rackcheck cards list` or `tables list`, or a house's file. Left out: those of "
        f"`rackcheck use`, else {DEFAULT_RULESET}.",
    ),
]
SetOption = Annotated[
    str | None,
    option(
        "--set",
        "SET",
        "Read by a set that was taught: its name, or a file of `rackcheck sets export`. Left out: by none.",
    ),
]
WrittenFile = Annotated[str | None, argument("[FILE]", "The file to write. Left out: it is printed.")]
Discarder = Annotated[
    str | None, option("--discarder", "NAME", "Who discarded the winning tile; --won-by discard asks for it.")
]
Players = Annotated[str | None, option("--players", "A,B,C,D", "The players in turn. Left out: nameless seats.")]
JokerWasUsed = Annotated[bool, flag("--joker-was-used", "A joker lay in this hand before and was exchanged.")]
AsHand = Annotated[
    str | None,
    option(
        "--as-hand",
        "N",
        "The number of the hand the player calls, where the rack is several: judged and paid as that one. Left "
        "out: the most valuable.",
    ),
]
Near = Annotated[int, option("--near", "K", "How many of the nearest hands to name, from", min=0, max=100)]
OwnWind = Annotated[
    str | None,
    option("--own-wind", "WIND", "Games without a card: the winner's wind, N, E, W or S. Left out: not known."),
]
TableWind = Annotated[
    str | None,
    option("--table-wind", "WIND", "Games without a card: the wind of the round, N, E, W or S. Left out: not known."),
]
Streak = Annotated[
    int | None,
    option("--streak", "N", "Games without a card: hands East has already won in a row. Left out: 0.", min=0),
]
