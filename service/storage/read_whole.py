"""Read a file that a person named, up to a limit."""

from __future__ import annotations

import os
from pathlib import Path

from rules.input.open_file import open_file
from service.shared.errors import ServiceError


def read_whole(path: Path, most: int) -> bytes:
    """Read a file of at most `most` bytes; of a larger one we read no more than that.

    Raises:
        ServiceError: `too-large`.
        OSError: as `open_file`.
    """
    with open_file(path) as file:
        data = file.read(most + 1)
        size = max(len(data), os.fstat(file.fileno()).st_size)
    if len(data) > most:
        read = f"the file has {-(-size // 1_000_000)} MB, and at most {most // 1_000_000} MB are read"
        raise ServiceError("too-large", f"{read}: name a smaller one", str(path))
    return data
