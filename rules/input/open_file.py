"""Open a file that a person named."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_file(path: Path) -> BinaryIO:
    """Open a file to read its bytes.

    We refuse a named pipe, since opening it waits for a writer without an end. One in /dev, as a shell makes it for
    `<(command)`, has its writer already.

    Raises:
        OSError: if we cannot open it; ESPIPE for a named pipe.
    """
    try:
        mode = path.stat().st_mode
    except ValueError as error:  # Python's own error for a name with a NUL or half a character, which no file has
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error
    if stat.S_ISFIFO(mode) and path.absolute().parts[1:2] != ("dev",):
        raise OSError(errno.ESPIPE, "it is a pipe; name a file", str(path))
    return path.open("rb")
