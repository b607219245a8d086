"""Print the answers of a command to standard output and messages to standard error, as JSON or for people."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol, TypeVar

import typer
from rich import box
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from rules.input.one_line import is_one_line
from service.shared import json_text
from service.shared.errors import ErrorObject, WrongUsageError, error_object
from service.shared.json_text import JsonObject

OPTION_NAMES: Final[ContextVar[frozenset[str]]] = ContextVar("option_names", default=frozenset())
"""The options of the running command, without dashes, to name a faulty field by its option."""


def printable(value: object) -> str:
    """Replace control characters, so that no input can steer the terminal."""
    return "".join(char if char == "\n" or is_one_line(char) else "�" for char in str(value))


def plain_table(heads: Iterable[str], rows: Iterable[Iterable[object]], right: Collection[str] = ()) -> Table:
    """Return a table of texts and values; the columns of the heads `right` are numbers.

    A narrow terminal breaks words of the other columns and cuts off nothing; numbers and the first column, the name
    to type, stay whole.
    """
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    for number, head in enumerate(heads):
        side: JustifyMethod = "right" if head in right else "left"
        table.add_column(head, justify=side, overflow="fold", no_wrap=number == 0 or head in right)
    for row in rows:
        table.add_row(*(one if isinstance(one, Text) else Text(printable(one)) for one in row))
    return table


class HasJson(Protocol):
    """A value with a JSON form."""

    def to_json(self) -> JsonObject:
        """Return the contract's document."""


Answer = TypeVar("Answer", bound=HasJson)


class UnprintableError(Exception):
    """Standard output fails, as on a full disk: the answer is lost, but the command's work stands."""

    def __init__(self, error: OSError, done: str = "") -> None:
        why = f"standard output cannot be written ({error.strerror or error}); what the command did stands"
        super().__init__(f"{done}: {why}" if done else why)


class Output:
    """The answers of one command.

    With `as_json` we print every answer and every failed input as one JSON object on one line of standard output. Else
    we print answers for people, and failures go to standard error. `at_once` flushes each answer, which a program at
    the other end of a pipe needs; without it we buffer answers, which is faster. With `of_files` the requests come from
    files, and an error names its place in the file; else it names the option that the person typed. Every method that
    prints an answer raises `UnprintableError` if we cannot write standard output.
    """

    def __init__(self, *, as_json: bool, at_once: bool = True, of_files: bool = False) -> None:
        self.as_json = as_json
        self._options = frozenset() if of_files else OPTION_NAMES.get()
        self._at_once = at_once
        self._status = 0
        self._done = ""
        self._out = Console(highlight=False, markup=False, emoji=False)
        self._err = Console(stderr=True, highlight=False, markup=False, emoji=False)

    def answer(self, answer: Answer, show: Callable[[Console, Answer], None]) -> None:
        """Print one answer; `show` prints it for people."""
        if self.as_json:
            self._line(answer.to_json())
            return
        with self._printing():
            show(self._out, answer)

    def report(self, document: JsonObject, show: Callable[[Console], None] | str) -> None:
        """Print what a command did: the document for programs, or what `show` prints, or says, for people."""
        if self.as_json:
            self._line(document)
            return
        with self._printing():
            if isinstance(show, str):
                # We break no line, so that people can copy a path or a command.
                self._out.print(Text(show), soft_wrap=True)
            else:
                show(self._out)

    def note(self, text: Text) -> None:
        """Print a message to standard error."""
        # In a log or a pipe we break no line, so that people can search for a path and copy it.
        self._err.print(text, soft_wrap=not self._err.is_terminal)

    @contextmanager
    def answering(self, named: JsonObject | None = None, where: str = "") -> Iterator[None]:
        """Answer one input inside the block; turn any exception into the error of that input.

        `named` identifies the input (its id, its image); `where` is the place of an exception without one of its own.
        """
        try:
            yield
        except (BrokenPipeError, UnprintableError):
            raise
        except Exception as error:  # noqa: BLE001 - the one table of errors has a row for every exception
            self.failure(error, named, where)

    def failure(self, error: Exception, named: JsonObject | None = None, where: str = "") -> None:
        """Print the error of a failed input."""
        self.fail(2 if isinstance(error, WrongUsageError) else 1)
        found = error_object(error, where)
        if self._done:
            found["message"] = f"{self._done}: {found['message']}"
        if self.as_json:
            self._line({**(named or {}), "error": found})
        else:
            self.note(error_text({**found, "where": as_typed(found["where"], self._options)}))

    def done(self, what: str) -> None:
        """Remember which steps are done, and add that to the message of any later failure."""
        self._done = what

    def fail(self, status: int = 1) -> None:
        """Remember that an input failed, for the exit status."""
        self._status = max(self._status, status)

    def end(self) -> None:
        """Exit with the status of the worst failure, if any."""
        if self._status:
            raise typer.Exit(self._status)

    def _line(self, document: JsonObject) -> None:
        self.text(json_text.dumps(document) + "\n")

    def text(self, text: str) -> None:
        """Print a text unchanged, for a program to read."""
        with self._printing():
            sys.stdout.write(text)
            if self._at_once:
                sys.stdout.flush()

    @contextmanager
    def _printing(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UnprintableError(error, self._done) from error


@contextmanager
def one_answer(as_json: bool, named: JsonObject | None = None, where: str = "") -> Iterator[Output]:
    """Answer one input inside the block, as `Output.answering`, and exit with the status of a failure."""
    output = Output(as_json=as_json)
    with output.answering(named, where):
        yield output
    output.end()


_FIELD: Final = re.compile(r"(?:(?:options|outcome|check|transfers\[\d+\])\.)?(\w+)(?:\[\d+\](?:\.\w+)?)?")
"""A place in a request: `options.own_wind`, `outcome.value`, `transfers[0].points`, `bets[0].name`, `players[1]`."""


def as_typed(where: str, options: Collection[str]) -> str:
    """Return the option for a place in a request (`--own-wind` for `options.own_wind`), or else the field's name."""
    found = _FIELD.fullmatch(where) if options else None
    if found is None:
        return where
    name = found[1].replace("_", "-")
    # An option that a person may repeat is a list in a request, with a plural name.
    return next((f"--{one}" for one in (name, name.removesuffix("s")) if one in options), found[1])


def error_text(error: ErrorObject) -> Text:
    """Return an error in one line for people."""
    place = f"{printable(error['where'])}: " if error["where"] else ""
    return Text.assemble(("error: ", "bold red"), place, printable(error["message"]))
