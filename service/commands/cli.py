"""Put the commands together: `rackcheck`."""

from __future__ import annotations

import os
import sys
from copy import copy
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from service.commands.check import check
from service.commands.doctor import doctor
from service.commands.evidence import evidence
from service.commands.game.commands import game
from service.commands.library.cards import cards, chart, use
from service.commands.library.tables import tables
from service.commands.library.tilesets import sets
from service.commands.scan import scan
from service.commands.serving.serve import serve
from service.commands.serving.site import site
from service.commands.settle import rule, rulings, settle
from service.commands.support.help import Helped
from service.commands.support.output import Output, UnprintableError
from service.commands.verify import verify
from service.commands.watch import watch
from service.shared.errors import WrongUsageError
from service.shared.terminal import lose_messages_alone, show_every_character
from service.shared.version import version
from service.shared.wording import what_to_write

app = typer.Typer(
    name="rackcheck",
    help="Read an American mahjong rack from a photo, check the hand, say who owes what.\n\n"
    "Each command explains itself: rackcheck verify --help. In the folder of the project, type scripts/run "
    "in the place of rackcheck.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

for command in (verify, scan, watch, check, use, settle, rulings, rule, chart, serve, doctor):
    app.command(cls=Helped)(command)
_GROUPS = {"cards": cards, "tables": tables, "game": game, "evidence": evidence, "sets": sets, "site": site}
for name, group in _GROUPS.items():
    app.add_typer(group, name=name)

# Typer has no public name for its class of usage errors, but `BadParameter` is a subclass of it.
_WRONG_USAGE: type[Exception] = typer.BadParameter.__mro__[1]


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"rackcheck {version()}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Read an American mahjong rack from a photo, check the hand, say who owes what."""


@cache
def _command(name: str) -> Any:  # noqa: ANN401 - Typer has no public name for it
    """Build the program with the command or group of this name alone, as building all takes longer than most run.

    Without such a name, as for help, build all.
    """
    part = copy(app)
    part.registered_commands = [one for one in app.registered_commands if getattr(one.callback, "__name__", "") == name]
    part.registered_groups = [one for one in app.registered_groups if one.name == name]
    return typer.main.get_command(part if part.registered_commands or part.registered_groups else app)


def main(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit status.

    0: done. 1: the work failed for some input. 2: wrong usage. 3: a person has to look at a tile first (`verify`,
    `watch`), or no reading was stable (`watch`).
    """
    given = sys.argv[1:] if arguments is None else arguments
    lose_messages_alone()
    _open_closed_streams()
    show_every_character()
    try:
        status = _run(given)
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        return 1
    except BrokenPipeError:
        # The reader of our output has closed the pipe, so we cannot print an error either.
        _drop_output()
        return 1
    except (UnprintableError, OSError) as error:
        # Each command handles the errors of its files, so this one comes from standard output.
        _drop_output()
        said = error if isinstance(error, UnprintableError) else UnprintableError(error)
        sys.stderr.write(f"error: {said}\n")
        return 1
    return status


def _run(given: list[str]) -> int:
    try:
        status = _command(next(iter(given), ""))(given, standalone_mode=False)
    except _WRONG_USAGE as error:
        usage: Any = error
        usage.message = what_to_write(usage.message)
        usage.show()
        if "unexpected extra argument" in usage.format_message():
            typer.echo("What has spaces in it goes in quotes: 'Ann, Bea, Cat, Dee' or '2C 2C J 2C'.", err=True)
        if "--json" in given:
            Output(as_json=True).failure(WrongUsageError("wrong-usage", usage.format_message(), "arguments"))
        return 2
    return status if isinstance(status, int) else 0


def _open_closed_streams() -> None:
    """Open /dev/null for a standard stream that our parent has closed, before another file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until the end


def _drop_output() -> None:
    """Send buffered output to /dev/null, so that Python does not try to flush it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
