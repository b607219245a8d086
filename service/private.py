"""Files that are nobody else's business: keys and secrets of this installation, for its own user alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def write_private(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file whole or not at all, readable by this user alone (mode 0600), in a folder that is (mode 0700).

    Without `replace` a file that is there already stays, and nothing is written: of two processes that start at once
    the first one's secret counts.

    Raises:
        OSError: where it cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes its file with mode 0600, whatever the umask.
    handle, part = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(part).replace(path)
            return
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        Path(part).unlink(missing_ok=True)
