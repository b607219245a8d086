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
    if "\0" in str(path):
        # Python's own error for such a name is no OSError.
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if stat.S_ISFIFO(path.stat().st_mode) and path.absolute().parts[1:2] != ("dev",):
        raise OSError(errno.ESPIPE, "it is a pipe; name a file", str(path))
    return path.open("rb")
