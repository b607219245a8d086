"""Declare the arguments and options of commands, and read how a hand was won."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from rules.hand import WonBy
from rules.melds.circumstances import DRAWN, WAYS
from service.judging.win_facts import WinFacts
from service.shared.errors import WrongUsageError

_NAMED: Final = re.compile(r"(?!TILES).*\b(FILE|PHOTO|IMAGE|FOLDER|DIR|ID)\b")
"""Words for values that name a file, a folder or a game; a line of tiles may be blank."""


def argument(metavar: str, text: str, **more: Any) -> Any:  # noqa: ANN401 - as Typer declares it
    """Declare an argument of a command: the word for it and its help text."""
    return typer.Argument(metavar=metavar, help=text, callback=_check_of(metavar), **more)


def option(name: str, metavar: str, text: str, **more: Any) -> Any:  # noqa: ANN401 - as above
    """Declare an option that takes a value: its name, the word for the value, and its help text."""
    return typer.Option(name, metavar=metavar, help=text, callback=_check_of(metavar), **more)


def _check_of(metavar: str) -> Callable[[Any], Any] | None:
    return _refuse_blank if _NAMED.match(metavar) else None


def _refuse_blank(value: Any) -> Any:  # noqa: ANN401 - a text, a list of texts, or None
    """Refuse a blank name, as an unset variable of a shell leaves it: it would mean the current folder, or any game."""
    if any(not one.strip() for one in ([value] if isinstance(value, str) else value or ())):
        raise typer.BadParameter("must not be blank: name it, or leave it out")
    return value


def flag(name: str, text: str) -> Any:  # noqa: ANN401 - as above
    """Declare an option without a value: its name and its help text."""
    return typer.Option(name, help=text)


Json = Annotated[
    bool, flag("--json", "Print JSON on standard output: one document, or one object a line for many inputs.")
]


def given(**options: object) -> dict[str, object]:
    """Return the options that the person gave; a rule set may not know the others."""
    return {name: value for name, value in options.items() if value is not None and value is not False}


def won_by_of(way: str | None) -> WonBy | None:
    """Convert the way a hand was won to `self-pick` or `discard`, for the settlement."""
    if way is None:
        return None
    if way != "self-pick" and way not in WAYS:
        text = f"{way!r} is none of {', '.join(('self-pick', *WAYS))}"
        raise typer.BadParameter(text, param_hint="--won-by")
    return "self-pick" if way == "self-pick" or way in DRAWN else "discard"


def refuse_way_without_card(won_by: str | None) -> None:
    """Refuse a way of winning that only games without a card know; raises `WrongUsageError` (`unknown-choice`)."""
    if won_by not in {None, "self-pick", "discard"}:
        message = f"{won_by!r} is known only in games without a card: with a card say self-pick or discard"
        raise WrongUsageError("unknown-choice", message, "won_by")


def way_options(card: str | None, won_by: str | None, facts: WinFacts) -> dict[str, object]:
    """Return how the hand was won, and whether by East, as options of a check without a card.

    With a card return none, and raise as `refuse_way_without_card`.
    """
    if card is not None:
        refuse_way_without_card(won_by)
        return {}
    return {"won_by": "wall" if won_by == "self-pick" else won_by, "dealer": facts.winner_is_east}
