"""The one exception class of the vision area."""

from models.errors import CodedError


class VisionError(CodedError, ValueError):
    """A picture, an array or a runtime that we cannot use at all.

    A poor photograph is not an error: it comes back as a reading with named issues.
    """
