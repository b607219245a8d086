"""Write files atomically: a power cut or a killed program never leaves half a file."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE_FILE: Final = 0o600
"""File mode: only the owner may read and write."""

PRIVATE_FOLDER: Final = 0o700
"""Folder mode: only the owner may enter."""

_NO_LINKS: Final = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS}


def write_atomic(path: Path, data: bytes, *, replace: bool, mode: int = 0o666, durable: bool = True) -> None:
    """Write a file atomically: other processes see all of it or nothing.

    We write to a temporary file beside `path`, whose name begins with a dot and ends in `.part`, and rename it.

    Args:
        path: the file; its folder must exist.
        data: the content.
        replace: whether to replace a file of that name.
        mode: the permission bits, before the user's umask.
        durable: wait until the disk has the file; otherwise a power cut may leave an older file or an empty one.

    Raises:
        FileExistsError: if the file exists and `replace` is false.
        OSError: if we cannot write it; `filename` is always `path`.
    """
    part = unfinished(path)
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
                give_name(part, path)
        finally:
            part.unlink(missing_ok=True)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def unfinished(path: Path) -> Path:
    """Return a new path beside a file, for its content until it is whole."""
    # Of a long name we take 50 characters: in any script they fit into the 255 bytes of a name.
    return path.parent / f".{path.name[:50]}.{secrets.token_hex(6)}.part"


def write_private(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file that only this user can read, in a folder that only this user can enter.

    Without `replace` an existing file stays, so that two processes that start at once share the first one's secret.

    Raises:
        OSError: if we cannot write it.
    """
    make_folder(path.parent)
    with suppress(FileExistsError):
        write_atomic(path, data, replace=replace, mode=PRIVATE_FILE)


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, for this user alone.

    Raises:
        NotADirectoryError: if the folder or one of its parents is a file.
        FileNotFoundError: if it is a dangling symbolic link.
        OSError: if we cannot make it.
    """
    try:
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir(PRIVATE_FOLDER, exist_ok=True)
            publish(one, one.parent)
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        if lost := next((one for one in (folder, *folder.parents) if one.is_symlink() and not one.exists()), None):
            # Most likely a link to a disk that is not mounted.
            target = str(lost.parent / lost.readlink())
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), target) from error
        # A FileExistsError would tell the user to choose another name, which is advice for a file.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from error


def make_empty(file: Path) -> None:
    """Make an empty file for this user alone; leave an existing file as it is.

    Raises:
        OSError: if we cannot make it.
    """
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    try:
        publish(handle, file.parent)
    finally:
        os.close(handle)


def publish(made: int | Path, folder: Path) -> None:
    """Give a file (by its handle) or a folder that root has just made to the owner of the enclosing folder.

    Otherwise a command run as root would lock out the user that runs the server. SQLite does the same with the files
    beside a database. This does nothing for other users, or on a system without users, such as a browser.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    found = folder.stat()
    # Some file systems have no owners.
    with suppress(OSError):
        if isinstance(made, Path):
            os.lchown(made, found.st_uid, found.st_gid)
        else:
            os.fchown(made, found.st_uid, found.st_gid)


def sync_folder(folder: Path) -> None:
    """Flush a folder's directory entries to the disk; ignore file systems that cannot."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def give_name(part: Path, path: Path) -> None:
    """Give a complete temporary file its name, unless the name is taken; the caller removes the temporary name.

    Raises:
        FileExistsError: if the name is taken.
        OSError: if we cannot give it.
    """
    try:
        os.link(part, path)
    except (OSError, AttributeError) as error:
        # Python in a browser has no os.link.
        if isinstance(error, OSError) and error.errno not in _NO_LINKS:
            raise
        # Without hard links, as on a memory card, we first claim the name with an empty file, then replace that file.
        path.open("xb").close()
        part.replace(path)
