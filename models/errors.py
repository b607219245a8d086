"""The one error of the models area, and what it has in common with those of vision and datasets."""

from __future__ import annotations


class CodedError(Exception):
    """Base of the errors of `models`, `vision` and `datasets`.

    `code` is a kebab-case name of the fault, stable across versions; `message` says what is wrong and what to do about
    it; `where` names the file, line, field or argument at fault.
    """

    def __init__(self, code: str, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[CodedError], tuple[str, str, str]]:
        """Pickle by the three parts, so that the error survives a trip between processes."""
        return type(self), (self.code, self.message, self.where)


class ModelError(CodedError, RuntimeError):
    """A missing, altered or unsuitable model."""
