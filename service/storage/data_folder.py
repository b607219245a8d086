"""The data folder: is it still the one that was there, and what lies in it."""

from __future__ import annotations

from pathlib import Path

from service.shared.errors import ServiceError


class DataFolder:
    """The data folder that was there when the program began, or that it has made since.

    Where it was moved, or its disk is away, the program begins nothing anew: that would lie in another folder of that
    name, which nobody sees any more once the right one is back.

    Args:
        folder: the data folder; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = _identity(folder)

    def check(self) -> None:
        """Refuse to go on where it is another folder than before, or none.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: where it cannot be looked at.
        """
        now = _identity(self._folder)
        if self._seen is None:
            self._seen = now
        elif now != self._seen:
            text = "the data folder is gone: put it back, or its disk; to begin a new one, start the program again"
            raise ServiceError("data-folder-gone", text, str(self._folder))


def files_in(folder: Path, suffix: str) -> list[Path]:
    """List the entries of a folder whose names end so, in no order; none where the folder is not there yet.

    `Path.glob` takes a folder that this user may not read, or a file in its place, for an empty one.

    Raises:
        NotADirectoryError: where a file stands in its place, or in that of one above it.
        OSError: where it cannot be read.
    """
    try:
        return [path for path in folder.iterdir() if path.name.endswith(suffix)]
    except FileNotFoundError:
        return []


def _identity(folder: Path) -> tuple[int, int] | None:
    """The number of a folder and of its disk; None where there is nothing."""
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
