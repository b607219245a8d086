"""The one error of the models area."""

from __future__ import annotations


class ModelError(RuntimeError):
    """A missing, altered or unsuitable model.

    Attributes:
        code: kebab-case name of the fault, stable across versions.
        message: what is wrong and what to do about it.
        where: the file or the field of the model card.
    """

    def __init__(self, code: str, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[ModelError], tuple[str, str, str]]:
        """Pickle by the three parts, so that the error survives a trip between processes."""
        return type(self), (self.code, self.message, self.where)
