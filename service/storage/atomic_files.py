"""Files that are there whole or not at all, whenever the power goes or the program is killed."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

_NO_LINKS: Final = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS}


def write_atomic(path: Path, data: bytes, *, replace: bool, mode: int = 0o666) -> None:
    """Write a file that others see whole or not at all, and that is on the disk when this returns.

    What is written lies beside it until then, under a name that begins with a dot and ends in `.part`.

    Args:
        path: the file; its folder must exist.
        data: what it is to hold.
        replace: whether it takes the place of a file that is there.
        mode: who may do what with it, less what the user's umask takes away.

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
                os.fsync(file.fileno())
            if replace:
                part.replace(path)
            else:
                _name(part, path)
        finally:
            part.unlink(missing_ok=True)
        _keep_names(path.parent)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it, where it is not there yet.

    Raises:
        NotADirectoryError: where a file stands in its place, or in that of one above it.
        OSError: where it cannot be made.
    """
    try:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
    except FileExistsError as error:
        # "Choose another name" would be the advice for a file.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error
    for made in reversed(missing):
        publish(made, made.parent)


def make_empty(file: Path) -> None:
    """Make an empty file of the owner of its folder, for others to write; one that is there stays as it is.

    Raises:
        OSError: where it cannot be made.
    """
    with file.open("ab") as made:
        publish(made.fileno(), file.parent)


def publish(made: int | Path, folder: Path) -> None:
    """Give a file (its handle) or a folder that root has just made to the owner of the folder it lies in.

    A command that was typed as root would otherwise lock out the user as whom the program serves: what it keeps may be
    read by its owner alone. SQLite does the same with the files beside a book. For anyone but root this does nothing.
    """
    if os.geteuid() != 0:
        return
    found = folder.stat()
    # Some disks know no owners.
    with suppress(OSError):
        if isinstance(made, Path):
            os.lchown(made, found.st_uid, found.st_gid)
        else:
            os.fchown(made, found.st_uid, found.st_gid)


def _name(part: Path, path: Path) -> None:
    """Give a file its name, where nothing has it."""
    try:
        os.link(part, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # A disk without second names, such as a memory card's: the name is taken first, and its empty file replaced.
        path.open("xb").close()
        part.replace(path)


def _keep_names(folder: Path) -> None:
    """Let the folder's names be on the disk too; some disks cannot be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
