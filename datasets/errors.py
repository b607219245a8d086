"""The one error of the datasets area, and how its commands end with one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager

from models import ModelError


class DatasetError(ValueError):
    """Unusable labelled pictures, or an unusable table about them.

    Attributes:
        code: kebab-case name of the fault, stable across versions.
        message: what is wrong and what to do about it.
        where: the faulty file, line, field or argument.
    """

    def __init__(self, code: str, message: str, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.code = code
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[DatasetError], tuple[str, str, str]]:
        """Pickle by the three parts, so that the error survives a trip between processes."""
        return type(self), (self.code, self.message, self.where)


@contextmanager
def one_line_on_error(parser: ArgumentParser) -> Iterator[None]:
    """End the command with status 2 and the reason where a picture, a label, a table or a model is unusable."""
    try:
        yield
    except (DatasetError, ModelError, OSError) as error:
        parser.exit(2, f"{error}\n")
