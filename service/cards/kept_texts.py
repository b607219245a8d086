"""Store the texts of one folder by name, each with a version; replace or remove one without losing changes."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, write_atomic
from service.storage.data_folder import DataFolder, files_in
from service.storage.read_whole import read_whole

MOST_KEPT: Final = 200
"""Maximum number of texts in a folder, so that requests cannot fill the disk."""

_MOST_BYTES: Final = 1_000_000
"""Maximum size of a file that we read: no card and no rule set has as many characters."""

_NAME: Final = re.compile(r"(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*")
"""Valid ids of stored texts: the form of a card's id, short enough for a file name."""


class KeptTexts:
    """The texts of a folder, in files named `ID.toml`.

    Args:
        folder: the folder; it need not exist.
        home: the data folder around it.
        what: the word for a text in messages, such as `card`.
    """

    def __init__(self, folder: Path, home: DataFolder, what: str) -> None:
        self.folder = folder
        self._home = home
        self._what = what

    def names(self) -> list[str]:
        """Return the names of all texts, in alphabetical order.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: if we cannot read the folder.
        """
        self._home.check()
        found = files_in(self.folder, ".toml")
        return sorted(path.stem for path in found if _NAME.fullmatch(path.stem) and path.is_file())

    def path(self, name: str) -> Path | None:
        """Return the file of a text; None for an unknown name."""
        path = self.folder / f"{name}.toml"
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def text(self, name: str) -> str | None:
        """Return a text exactly as its file has it; None for an unknown name.

        Raises:
            ServiceError, OSError: as `exact_text`.
        """
        path = self.path(name)
        return None if path is None else exact_text(path)

    def check_version(self, name: str, expected: str | None) -> None:
        """Refuse to change a text that somebody else has changed.

        `expected` is the version to change: empty for a new text, `*` for any version, None for no check.

        Raises:
            ServiceError: `version-conflict`.
        """
        if expected is None:
            return
        text = self.text(name)
        now = "" if text is None else version_of(text)
        if expected == now or (expected == "*" and now):
            return
        if not expected:
            message = f"there is a {self._what} {name!r} already"
        elif not now:
            message = f"the {self._what} {name!r} was removed since"
        else:
            message = f"the {self._what} {name!r} was changed since: look at it, then change it again"
        raise ServiceError("version-conflict", message, "version")

    def put(self, name: str, text: str, expected: str | None = None) -> bool:
        """Store a text, replacing the version `expected` (see `check_version`); return whether it is new.

        Raises:
            ServiceError: `bad-id` for an invalid name, `version-conflict`, `shelf-full`, `data-folder-gone`.
        """
        _refuse_bad_id(name)
        with self._home.locked(self.folder):
            new = self.path(name) is None
            self.check_version(name, expected)
            if new and len(self.names()) >= MOST_KEPT:
                message = f"{MOST_KEPT} {self._what}s are kept; remove one from {self.folder}"
                raise ServiceError("shelf-full", message, f"{self._what}s")
            write_atomic(self.folder / f"{name}.toml", text.encode("utf-8"), replace=True, mode=0o600)
            self._home.check()
        return new

    def remove(self, name: str, expected: str | None = None) -> str | None:
        """Remove a text and return it, or None for an unknown name; its file moves to the folder `removed`.

        Raises:
            ServiceError: `version-conflict`, `data-folder-gone`.
        """
        with self._home.locked(self.folder):
            text = self.text(name)
            if text is not None:
                self.check_version(name, expected)
                self._set_aside(self.folder / f"{name}.toml", text)
        return text

    def rename(self, name: str, new: str, text: str, expected: str) -> None:
        """Store a text under a new name, and move the old file, of version `expected`, to the folder `removed`.

        Raises:
            ServiceError: `bad-id`, `data-folder-gone`; `version-conflict` if the old text changed or `new` is taken.
        """
        _refuse_bad_id(new)
        with self._home.locked(self.folder):
            self.check_version(name, expected)
            self.check_version(new, "")
            old = self.folder / f"{name}.toml"
            write_atomic(self.folder / f"{new}.toml", text.encode("utf-8"), replace=True, mode=0o600)
            self._set_aside(old, exact_text(old))

    def _set_aside(self, path: Path, text: str) -> None:
        """Move the file of a text to the folder `removed`, as the newest file there."""
        removed = self.removed_path(path.stem, text)
        make_folder(removed.parent)
        # `_forget_oldest` sorts by modification time, which must be the time of removal and not of writing.
        os.utime(path)
        # We move the file last, so that the text stays in place if a step before fails.
        path.replace(removed)
        self._forget_oldest(removed)

    def removed_path(self, name: str, text: str) -> Path:
        """Return the path of a removed text's file."""
        return self.folder / "removed" / f"{name}.{version_of(text)}.toml"

    @staticmethod
    def _forget_oldest(newest: Path) -> None:
        """Delete the oldest removed texts beyond `MOST_KEPT`; the newest may have an old time of a clock set back."""
        files = sorted(files_in(newest.parent, ".toml"), key=lambda path: (path == newest, path.stat().st_mtime_ns))
        for path in files[: max(0, len(files) - MOST_KEPT)]:
            path.unlink(missing_ok=True)


def exact_text(path: Path) -> str:
    """Return the exact text of a file, with its line ends, since they are part of its version; no byte order mark.

    Raises:
        ServiceError: `not-text` for a file that is no UTF-8 text, `too-large`.
        OSError: if we cannot read the file.
    """
    try:
        return read_whole(path, _MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte {error.start} of the file is no UTF-8 text: mend the file, or move it away"
        raise ServiceError("not-text", message, str(path)) from error


def _refuse_bad_id(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ServiceError("bad-id", "an id has at most 64 small letters, digits and hyphens", "id")


def version_of(text: str) -> str:
    """Return the version of a text: a prefix of its SHA-256, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
