"""Files that are nobody else's business: keys and secrets of this installation, for its own user alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from service.storage.atomic_files import make_folder, write_atomic


def write_private(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file whole or not at all, readable by this user alone (mode 0600), in a folder that is (mode 0700).

    Without `replace` a file that is there already stays, and nothing is written: of two processes that start at once
    the first one's secret counts.

    Raises:
        OSError: where it cannot be written.
    """
    make_folder(path.parent, 0o700)
    if replace:
        write_atomic(path, data, replace=True, mode=0o600)
        return
    with suppress(FileExistsError):
        write_atomic(path, data, replace=False, mode=0o600)
