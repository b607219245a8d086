"""Check that the data folder is still the same folder; lock its folders, and list their files."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.shared.errors import ServiceError
from service.storage.atomic_files import make_empty, make_folder


class DataFolder:
    """The data folder that the program found at its start, or has made since.

    When the user moves the folder or unmounts its disk, we refuse to go on. New files would lie in another folder of
    that name, and nobody would see them once the right one is back.

    Args:
        folder: the data folder; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = _identity(folder)

    def check(self) -> None:
        """Refuse to go on if the path holds another folder than at the start, or none.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: if we cannot look at the path.
        """
        now = _identity(self._folder)
        if self._seen is None:
            self._seen = now
        elif now != self._seen:
            text = "the data folder is gone: put it back, or its disk; to begin a new one, start the program again"
            raise ServiceError("data-folder-gone", text, str(self._folder))

    @contextmanager
    def locked(self, folder: Path) -> Iterator[None]:
        """Hold the lock of a folder in the data folder, which also keeps other processes from changing its files."""
        self.check()
        make_folder(folder)
        file = folder / ".lock"
        make_empty(file)
        with file.open("w") as held:
            lock(held.fileno(), folder, fcntl.LOCK_EX)
            yield


def lock(handle: int, folder: Path, operation: int) -> None:
    """Lock a folder, or a file in it, as `fcntl.flock` does.

    Raises:
        BlockingIOError: if somebody else has the lock, and we must not wait.
        OSError: if the disk of the folder has no locks.
    """
    try:
        fcntl.flock(handle, operation)
    except BlockingIOError:
        raise
    except OSError as error:
        message = f"this disk locks no folder ({error.strerror}): move the data folder to a disk that does"
        raise OSError(error.errno, message, str(folder)) from error


def files_in(folder: Path, suffix: str) -> list[Path]:
    """List the entries of a folder whose names end in `suffix`, in no order; none if the folder does not exist.

    `Path.glob` would treat an unreadable folder, or a file in its place, as an empty folder.

    Raises:
        NotADirectoryError: if the folder or one of its parents is a file.
        OSError: if we cannot read the folder.
    """
    try:
        return [path for path in folder.iterdir() if path.name.endswith(suffix)]
    except FileNotFoundError:
        return []


def last_changed(path: Path) -> int:
    """Return a file's modification time in nanoseconds; 0 if another program has deleted it."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def file_version(path: Path) -> tuple[int, ...]:
    """Return a key that changes with each replacement of a file, even if the clock stands still or goes back.

    A missing file has the empty key, and so has a name that no file can have.

    Raises:
        OSError: if we cannot look at the path.
    """
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return ()
    # The time of modification alone may be older in a newer file: cp -p, rsync and git checkout set it.
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return device and inode number of a folder; None if nothing is there."""
    try:
        found = folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
