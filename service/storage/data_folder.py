"""The data folder while the program runs: where it was moved, or its disk is away, nothing is begun anew."""

from __future__ import annotations

from pathlib import Path

from service.shared.errors import ServiceError


class DataFolder:
    """The data folder that was there when the program began, or that it has made since.

    Without it taught sets and cards would seem never to have been, and what is kept meanwhile would lie in another
    folder of that name, which nobody sees any more once the right one is back.

    Args:
        folder: the data folder; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = _which(folder)

    def check(self) -> None:
        """Say so where it is another folder than before, or none.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: where it cannot be looked at.
        """
        now = _which(self._folder)
        if self._seen is None:
            self._seen = now
        elif now != self._seen:
            text = "the data folder is gone: put it back, or its disk; to begin a new one, start the program again"
            raise ServiceError("data-folder-gone", text, str(self._folder))


def _which(folder: Path) -> tuple[int, int] | None:
    """The number of a folder and of its disk; None where there is nothing."""
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
