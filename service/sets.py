"""The taught tile sets of this installation: one file each, changed whole or not at all."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from rules.spelling import meant
from service.errors import ServiceError
from service.home import Home
from service.listing import files_in
from service.whole import hand_over, make_folder, write_whole
from vision.errors import VisionError
from vision.profile import SetProfile, renewed, set_name
from vision.profile_file import read_profile, write_profile
from vision.reader import Reader

MOST_SETS: Final = 100
"""Sets an installation keeps: a request must not fill a disk."""

MOST_OTHERS: Final = 12
"""Sets that a photo is compared with where it does not look like the chosen one; so many take tenths of a second."""

_SUFFIX: Final = ".json"
_log: Final = logging.getLogger(__name__)


class SetStore:
    """Where taught sets are kept and looked up.

    Args:
        folder: the folder of the sets; it need not exist.
        files: whether a name may also be the path of an exported set. Requests over HTTP must not name paths.
        home: the data folder, where others look at it too.
    """

    def __init__(self, folder: Path, *, files: bool, home: Home | None = None) -> None:
        self._folder = folder
        self._files = files
        self._home = home or Home(folder.parent)
        self._held = threading.local()

    def names(self) -> tuple[str, ...]:
        """The names of all sets, sorted without regard to case.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: where the folder cannot be read.
        """
        self._home.check()
        found = (unquote(path.name.removesuffix(_SUFFIX)) for path in files_in(self._folder, _SUFFIX))
        return tuple(sorted(found, key=lambda name: (name.casefold(), name)))

    def load(self, name: str, reader: Reader | None = None) -> SetProfile:
        """The set of that name.

        With `reader`, one that was taught with other weights comes with embeddings of this reader, made anew from the
        crops it keeps; a kept set is then written back where that can be, and a warning says so.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a file that is damaged.
        """
        if self._files and (os.sep in name or name.endswith(_SUFFIX)):
            profile = read_profile(Path(name).read_bytes(), name)
            return profile if reader is None else renewed(profile, reader)
        path = self._path(name)
        try:
            profile = _profile(str(path), _version(path))
        except FileNotFoundError:
            raise self._unknown(name) from None
        if reader is None or profile.fits(reader.card):
            return profile
        try:
            with self.changing():
                made = renewed(read_profile(path.read_bytes(), name), reader)
                self._write(made)
        except OSError as error:
            # A disk that is full or read-only: photos are read by the set all the same.
            said = "the set %s was taught with %s and cannot be kept anew for %s: %s"
            _log.warning(said, name, profile.made_by.name, reader.card, error)
            return renewed(profile, reader)
        said = "the set %s was taught with %s; its faces were embedded anew for %s"
        _log.warning(said, name, profile.made_by.name, reader.card)
        return made

    def others(self, name: str, reader: Reader) -> Iterator[SetProfile]:
        """The other sets, at most `MOST_OTHERS`, those last changed first; one with a fault is passed over.

        So is a folder that cannot be read: the photo is read without the comparison.
        """
        try:
            self._home.check()
            paths = sorted(files_in(self._folder, _SUFFIX), key=_last_changed, reverse=True)
        except (ServiceError, OSError) as error:
            _log.warning("no set can be compared with: %s", error)
            return
        names = [other for path in paths if (other := unquote(path.name.removesuffix(_SUFFIX))) != name]
        for other in names[:MOST_OTHERS]:
            try:
                yield self.load(other, reader)
            except (VisionError, ServiceError, OSError) as error:
                _log.warning("the set %s cannot be compared with: %s", other, error)

    def add(self, profile: SetProfile) -> None:
        """Keep a new set.

        Raises:
            ServiceError: `set-exists`, `shelf-full`.
        """
        if self._path(profile.name).exists():
            message = f"there is a set {profile.name!r} already; choose another name, or merge the two"
            raise ServiceError("set-exists", message, "name")
        if len(self.names()) >= MOST_SETS:
            raise ServiceError("shelf-full", f"{MOST_SETS} sets are kept; delete one first", "sets")
        self._write(profile)

    def put(self, profile: SetProfile) -> None:
        """Keep a set in the place of what it was.

        Raises:
            ServiceError: `shelf-full`.
        """
        if self._path(profile.name).exists():
            self._write(profile)
        else:
            self.add(profile)

    def delete(self, name: str) -> None:
        """Forget a set; raises ServiceError (`unknown-set`)."""
        try:
            self._path(name).unlink()
        except FileNotFoundError:
            raise self._unknown(name) from None

    def rename(self, name: str, new: str) -> SetProfile:
        """Give a set another name.

        Raises:
            ServiceError: `unknown-set`, `set-exists`.
            VisionError: `bad-set-name`.
        """
        before = self.load(name)
        after = replace(before, name=set_name(new))
        if after.name != before.name:
            self.add(after)
            self.delete(before.name)
        return after

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Nobody else changes a set inside, no other process either: what is read here may be written back changed."""
        if getattr(self._held, "now", False):
            yield
            return
        self._home.check()
        make_folder(self._folder)
        with (self._folder / ".lock").open("w") as lock:
            hand_over(lock.fileno(), self._folder)
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._held.now = True
            try:
                yield
            finally:
                self._held.now = False

    def _path(self, name: str) -> Path:
        return self._folder / f"{quote(set_name(name), safe=' ')}{_SUFFIX}"

    def _unknown(self, name: str) -> ServiceError:
        known = ", ".join(self.names()) or "none yet: rackcheck sets teach NAME PHOTO"
        return ServiceError(
            "unknown-set", f"there is no taught set {name!r}{meant(name, self.names())}; there are {known}", "set"
        )

    def _write(self, profile: SetProfile) -> None:
        """Write a file whole or not at all."""
        self._home.check()
        make_folder(self._folder)
        write_whole(self._path(profile.name), write_profile(profile), replace=True, mode=0o600)
        self._home.check()


@lru_cache(maxsize=8)
def _profile(path: str, _version: tuple[int, int]) -> SetProfile:
    """A set's file as it was when last changed."""
    return read_profile(Path(path).read_bytes(), unquote(Path(path).name))


def _last_changed(path: Path) -> int:
    """When a file was last changed, in nanoseconds; 0 for one that is gone by now."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _version(path: Path) -> tuple[int, int]:
    """What differs whenever a file was replaced, also by a clock that was set back or stands still."""
    found = path.stat()
    return found.st_mtime_ns, found.st_ino


def sets_folder(data_dir: Path) -> Path:
    """Where the taught sets lie in a data folder."""
    return data_dir / "sets"


def home_sets() -> SetStore:
    """The sets of the command line, where a name may be a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.settings import settings  # noqa: PLC0415 - pydantic is slow to load and most commands need no setting

    return SetStore(sets_folder(settings().data_dir), files=True)
