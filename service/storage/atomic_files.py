"""Write files whole or not at all, whenever the power goes or the program is killed."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE_FILE: Final = 0o600
"""Mode of a file that only its owner may read and write."""

PRIVATE_FOLDER: Final = 0o700
"""Mode of a folder that only its owner may enter."""

_NO_LINKS: Final = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS}


def write_atomic(path: Path, data: bytes, *, replace: bool, mode: int = 0o666, durable: bool = True) -> None:
    """Write a file that others see whole or not at all.

    Until it is whole it lies beside `path`, under a name that begins with a dot and ends in `.part`.

    Args:
        path: the file; its folder must exist.
        data: what it is to hold.
        replace: whether it takes the place of a file that is there.
        mode: who may do what with it, less what the user's umask takes away.
        durable: wait until it is on the disk; without, a power cut may leave an older file or an empty one.

    Raises:
        FileExistsError: where there is a file of that name and it may not be replaced.
        OSError: where it cannot be written; `filename` is always `path`.
    """
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        try:
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
            with os.fdopen(handle, "wb") as file:
                publish(handle, path.parent)
                file.write(data)
                file.flush()
                if durable:
                    os.fsync(handle)
            if replace:
                part.replace(path)
            else:
                _name(part, path)
        finally:
            part.unlink(missing_ok=True)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def write_private(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file for this user alone, in a folder for this user alone.

    Without `replace` a file that is there stays: of two processes that start at once the first one's secret counts.

    Raises:
        OSError: where it cannot be written.
    """
    make_folder(path.parent)
    with suppress(FileExistsError):
        write_atomic(path, data, replace=replace, mode=PRIVATE_FILE)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it for this user alone, where they are not there yet.

    Raises:
        NotADirectoryError: where a file stands in its place, or in that of one above it.
        FileNotFoundError: where it is a link to what is not there.
        OSError: where it cannot be made.
    """
    try:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir(PRIVATE_FOLDER, exist_ok=True)
            publish(one, one.parent)
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        if lost := next((one for one in (folder, *folder.parents) if one.is_symlink() and not one.exists()), None):
            # A link to a disk that is away, most likely.
            target = str(lost.parent / lost.readlink())
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), target) from error
        # "Choose another name" would be the advice for a file.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error


def make_empty(file: Path) -> None:
    """Make an empty file for this user alone; one that is there stays as it is.

    Raises:
        OSError: where it cannot be made.
    """
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    try:
        publish(handle, file.parent)
    finally:
        os.close(handle)


def publish(made: int | Path, folder: Path) -> None:
    """Give a file (its handle) or a folder that root has just made to the owner of the folder it lies in.

    A command typed as root would otherwise lock out the user as whom the program serves. SQLite does the same with the
    files beside a book. For anyone but root this does nothing, nor where there are no users, as in a browser.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    found = folder.stat()
    # Some disks know no owners.
    with suppress(OSError):
        if isinstance(made, Path):
            os.lchown(made, found.st_uid, found.st_gid)
        else:
            os.fchown(made, found.st_uid, found.st_gid)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk; some disks cannot be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _name(part: Path, path: Path) -> None:
    """Give a file its name, where nothing has it."""
    try:
        os.link(part, path)
    except (OSError, AttributeError) as error:
        # Python in a browser has no such function.
        if isinstance(error, OSError) and error.errno not in _NO_LINKS:
            raise
        # A disk without second names, such as a memory card's: the name is taken first, and its empty file replaced.
        path.open("xb").close()
        part.replace(path)
