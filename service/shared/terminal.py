"""Standard output and standard error: characters that a terminal lacks, and messages that cannot be written."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from typing import Any


def show_every_character() -> None:
    """Make output write an escape for a character that its encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _LossyFile(io.FileIO):
    """A file that takes what cannot be written: the disk is full, or the reader of the pipe has left."""

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - bytes of any kind; Python 3.12 names them `Buffer`
        with suppress(OSError):
            return super().write(data)
        return memoryview(data).nbytes


def lose_messages_alone() -> None:
    """Make standard error lose a message that it cannot write, so that the work and its answers go on."""
    errors = sys.stderr
    buffer = getattr(errors, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # Python without buffers (-u) has only the file
    # The console of Windows is no such file, and neither is what a test puts here.
    if isinstance(raw, io.FileIO):
        file = io.BufferedWriter(_LossyFile(raw.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(file, errors.encoding, errors.errors, line_buffering=True)
