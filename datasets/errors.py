"""The one error of the datasets area, and how its commands end with one."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager

from models import ModelError
from models.errors import CodedError


class DatasetError(CodedError, ValueError):
    """Unusable labelled pictures, or an unusable table about them."""


@contextmanager
def one_line_on_error(parser: ArgumentParser) -> Iterator[None]:
    """End the command with status 2 and the reason where a picture, a label, a table or a model is unusable."""
    try:
        yield
    except (DatasetError, ModelError, OSError) as error:
        parser.exit(2, f"{error}\n")
