"""What the rules raise: unreadable text and broken data files, never an ordinary losing hand.

Every error carries the three fields of the public contract: ``code`` (kebab-case, stable),
``message`` (what is wrong and what to do) and ``where`` (the place in the input).
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 2_000
"""Characters of a message, and of a place, at most: both may quote what was given, which may have been a whole file."""


def shortened(text: str) -> str:
    """The text as an error tells it: of a longer one than `LONGEST` the middle is left out, the end says what to do."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 505]} ... {text[-500:]}"


class RulesError(ValueError):
    """Base of every error of this package.

    ``code`` is a stable kebab-case name, ``message`` says what is wrong and what to do,
    ``where`` names the place: a character of a text, a field of an object, a line of a file.
    """

    def __init__(self, message: str, *, code: str, where: str = "") -> None:
        message, where = shortened(message), shortened(where)
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.message = message
        self.where = where

    def to_json(self) -> dict[str, str]:
        """Return the contract's ``error`` object."""
        return {"code": self.code, "message": self.message, "where": self.where}


class TextError(RulesError):
    """Text that cannot be read; ``position`` counts characters from 1, ``offending`` is the text at fault."""

    def __init__(self, message: str, *, code: str, position: int, offending: str) -> None:
        super().__init__(message, code=code, where=f"character {position}")
        self.position = position
        self.offending = offending


class TileTextError(TextError):
    """A text that names no tile."""


class RackError(TextError):
    """A rack text whose brackets, winning tile or discarder cannot be read."""


class HandError(RulesError):
    """Fields of a hand that contradict each other; ``where`` names the field."""


class CardError(RulesError):
    """A fault in a card file; ``line`` and ``column`` count from 1, 0 where the fault has no one place."""

    def __init__(self, message: str, *, code: str, file: str, line: int = 0, column: int = 0) -> None:
        place = f"{file}:{line}:{column}" if line else file
        super().__init__(message, code=code, where=place)
        self.file = file
        self.line = line
        self.column = column


class RuleSetError(RulesError):
    """A rule set that does not exist or whose file is at fault."""


class ClaimError(RulesError):
    """Options of a claim that contradict each other or name something unknown; ``where`` names the option."""


class OutcomeError(RulesError):
    """An outcome of a game that cannot be settled as given; ``where`` names the field."""


class RulingError(RulesError):
    """A ruling that does not exist or whose inputs are at fault; ``where`` names the input."""
