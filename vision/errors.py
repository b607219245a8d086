"""The one exception class of the vision area."""

from __future__ import annotations


class VisionError(ValueError):
    """A picture, an array or a runtime that we cannot use at all.

    A poor photograph is not an error: it comes back as a reading with named issues.

    Attributes:
        code: kebab-case name of the fault, stable across versions.
        message: the problem and the remedy, in a sentence or two.
        where: the file, field or argument with the fault.
    """

    def __init__(self, code: str, message: str, where: str = "image") -> None:
        super().__init__(f"{where}: {message}")
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[VisionError], tuple[str, str, str]]:
        """Pickle by the three parts, so that the error survives a trip between processes."""
        return type(self), (self.code, self.message, self.where)
