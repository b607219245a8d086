"""Errors of the rules: unreadable text and broken data files. A losing hand is a verdict, never an error.

Every error carries the three fields of the contract's ``error``: ``code``, ``message`` and ``where``.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 2_000
"""Most characters of a message or a place; either may quote a whole input file."""


def shortened(text: str) -> str:
    """Cut the middle out of a text longer than `LONGEST`; keep its end, which says what to do."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 505]} ... {text[-500:]}"


class RulesError(ValueError):
    """Base of every error of this package.

    ``code`` is a stable kebab-case name, ``message`` names the fault and the remedy, ``where`` names the place: a
    character of a text, a field of an object, a line of a file. Build an error as ``Error(code, message, where)``; that
    of a text or of a card file takes the parts of its place instead.
    """

    def __init__(self, code: str, message: str, where: str = "") -> None:
        message, where = shortened(message), shortened(where)
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions otherwise unpickle by a call with the printed text alone, which no error of ours takes.
        return restored, (type(self), self.args), vars(self)


def restored(kind: type[Exception], args: tuple[object, ...]) -> Exception:
    """Return an error without its fields, for `pickle` and `copy` to fill in."""
    return kind.__new__(kind, *args)


class TextError(RulesError):
    """Text that cannot be read; ``position`` counts characters from 1, ``offending`` is the text at fault."""

    def __init__(self, code: str, message: str, *, position: int, offending: str) -> None:
        super().__init__(code, message, f"character {position}")
        self.position = position
        self.offending = offending


class TileTextError(TextError):
    """A text that names no tile."""


class RackError(TextError):
    """A rack text whose brackets, winning tile or discarder cannot be read."""


class HandError(RulesError):
    """Fields of a hand that contradict each other; ``where`` names the field."""


class CardError(RulesError):
    """A fault in a card file; ``line`` and ``column`` count from 1, and are 0 for a fault without a single place."""

    def __init__(self, code: str, message: str, *, file: str, line: int = 0, column: int = 0) -> None:
        super().__init__(code, message, f"{file}:{line}:{column}" if line else file)
        self.file = file
        self.line = line
        self.column = column


class RuleSetError(RulesError):
    """A rule set that does not exist or whose file is at fault."""


class ClaimError(RulesError):
    """Options of a claim that contradict each other or name something unknown; ``where`` names the option."""


class OutcomeError(RulesError):
    """An outcome of a game that the rule set cannot settle; ``where`` names the field."""


class RulingError(RulesError):
    """A ruling that does not exist or whose inputs are at fault; ``where`` names the input."""
