"""Format the help of a command in a player's words: arguments by name, defaults of options, examples."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from service.commands.support.help_examples import EXAMPLES
from service.commands.support.output import OPTION_NAMES


class Helped(TyperCommand):
    """A command whose help shows no types or brackets, and ends with examples."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - Typer has no public name for it
        """Run the command, so that its errors name its options."""
        options = [name for one in self.params if one.param_type_name == "option" for name in one.opts]
        token = OPTION_NAMES.set(frozenset(name.removeprefix("--") for name in options))
        try:
            return super().invoke(ctx)
        finally:
            OPTION_NAMES.reset(token)

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as above
        """Write the usage line: the command with its arguments."""
        words = [_name(one) for one in self.params if one.param_type_name == "argument"]
        formatter.write_usage(ctx.command_path, " ".join((*words, "[OPTIONS]")))

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as above
        """Write the arguments, the options and the examples."""
        found = self.get_params(ctx)
        arguments = [(_name(one), _explain(one)) for one in found if one.param_type_name == "argument"]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        with formatter.section("Options"):
            typed = ((one, one.get_help_record(ctx)) for one in found if one.param_type_name == "option")
            formatter.write_dl([(record[0], _explain(one)) for one, record in typed if record is not None])
        with formatter.section("Examples"):
            name = ctx.command_path.removeprefix(f"{ctx.find_root().info_name} ")
            for line in EXAMPLES.get(name, ()):
                # Without wrapping: people could not copy a command that is broken into lines.
                formatter.write(f"  {line}\n")


def _name(argument: Any) -> str:  # noqa: ANN401 - as above
    return str(argument.metavar or argument.name.upper())


def _explain(one: Any) -> str:  # noqa: ANN401 - as above
    """Return the help text of a parameter, with its bounds, and with its default unless the text states it."""
    text = str(one.help or "")
    if one.max is not None:
        text += f" {one.min} to {one.max}."
    named = isinstance(one.default, str | int) and not isinstance(one.default, bool)
    return text if not named or "eft out" in text else f"{text} Left out: {one.default}."
