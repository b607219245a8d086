"""The taught tile sets of this installation: one file each, changed whole or not at all."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from rules.input.spelling import meant
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, publish, write_atomic
from service.storage.data_folder import DataFolder, files_in
from vision import TileSet, VisionError, read_tile_set, renewed, write_tile_set
from vision.host.networks import Classifier
from vision.tilesets.tile_set import folded, set_name

MOST_SETS: Final = 100
"""Sets an installation keeps: a request must not fill a disk."""

MOST_OTHERS: Final = 12
"""Sets that a photo is compared with where it does not look like the chosen one; so many take tenths of a second."""

_SUFFIX: Final = ".json"
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """The taught set a photo is read by, if any, and where to look for one that fits it better."""

    tile_set: TileSet | None = None
    others: Callable[[], Iterable[TileSet]] = tuple


class TileSetStore:
    """Where taught sets are kept and looked up.

    A name is looked up without regard to case, to doubled blanks and to how its accents are written. Folders of
    earlier versions may hold names that differ only in case: of these the one that is written just so is meant.

    Args:
        folder: the folder of the sets; it need not exist.
        files: whether a name may also be the path of an exported set. Requests over HTTP must not name paths.
        home: the data folder, where others look at it too.
    """

    def __init__(self, folder: Path, *, files: bool, home: DataFolder | None = None) -> None:
        self._folder = folder
        self._files = files
        self._home = home or DataFolder(folder.parent)
        self._held = threading.local()

    def names(self) -> tuple[str, ...]:
        """The names of all sets, sorted without regard to case.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: where the folder cannot be read.
        """
        self._home.check()
        return tuple(sorted(map(_name, files_in(self._folder, _SUFFIX)), key=lambda name: (name.casefold(), name)))

    def has(self, name: str) -> bool:
        """Whether a set of that name is kept; raises VisionError (`bad-set-name`)."""
        return bool(self._paths(name))

    def load(self, name: str, classifier: Classifier | None = None) -> TileSet:
        """The set of that name.

        With `reader`, one that was taught with other weights comes with embeddings of this reader, made anew from the
        crops it keeps; a kept set is then written back where that can be, and a warning says so.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a file that is damaged.
        """
        if self._files and (os.sep in name or name.endswith(_SUFFIX)):
            profile = read_tile_set(Path(name).read_bytes(), name)
            return profile if classifier is None else renewed(profile, classifier)
        path = self._kept(name)
        try:
            profile = _profile(str(path), _version(path))
        except FileNotFoundError:
            raise self._unknown(name) from None
        if classifier is None or profile.fits(classifier.card):
            return profile
        try:
            with self.changing():
                made = renewed(read_tile_set(path.read_bytes(), name), classifier)
                self._write(path, made)
        except OSError as error:
            # A disk that is full or read-only: photos are read by the set all the same.
            said = "the set %s was taught with %s and cannot be kept anew for %s: %s"
            _log.warning(said, name, profile.made_by.name, classifier.card, error)
            return renewed(profile, classifier)
        said = "the set %s was taught with %s; its faces were embedded anew for %s"
        _log.warning(said, name, profile.made_by.name, classifier.card)
        return made

    def choose(self, name: str | None, classifier: Classifier) -> ChosenSet:
        """Return the set of that name with the others to compare it with; raises as `load`."""
        if name is None:
            return ChosenSet()
        tile_set = self.load(name, classifier)
        return ChosenSet(tile_set, partial(self.others, tile_set.name, classifier))

    def others(self, name: str, classifier: Classifier) -> Iterator[TileSet]:
        """The other sets, at most `MOST_OTHERS`, those last changed first; one with a fault is passed over.

        So is a folder that cannot be read: the photo is read without the comparison.
        """
        try:
            self._home.check()
            paths = sorted(files_in(self._folder, _SUFFIX), key=_last_changed, reverse=True)
        except (ServiceError, OSError) as error:
            _log.warning("no set can be compared with: %s", error)
            return
        names = [other for path in paths if (other := _name(path)) != name]
        for other in names[:MOST_OTHERS]:
            try:
                yield self.load(other, classifier)
            except (VisionError, ServiceError, OSError) as error:
                _log.warning("the set %s cannot be compared with: %s", other, error)

    def add(self, profile: TileSet) -> None:
        """Keep a new set.

        Raises:
            ServiceError: `set-exists`, `shelf-full`.
        """
        _refuse(self._paths(profile.name))
        if len(self.names()) >= MOST_SETS:
            raise ServiceError("shelf-full", f"{MOST_SETS} sets are kept; delete one first", "sets")
        self._write(self._path(profile.name), profile)

    def put(self, profile: TileSet) -> None:
        """Keep a set in the place of what it was; one of a new name is added.

        Raises:
            ServiceError: as `add`.
        """
        path = self._path(profile.name)
        if path.exists():
            self._write(path, profile)
        else:
            self.add(profile)

    def delete(self, name: str) -> str:
        """Forget a set and return the name it had; raises ServiceError (`unknown-set`)."""
        path = self._kept(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise self._unknown(name) from None
        return _name(path)

    def rename(self, name: str, new: str) -> TileSet:
        """Give a set another name.

        Raises:
            ServiceError: `unknown-set`, `set-exists`.
            VisionError: `bad-set-name`.
        """
        old = self._kept(name)
        after = replace(self.load(name), name=set_name(new))
        path = self._path(after.name)
        if path != old:
            _refuse([one for one in self._paths(after.name) if not one.samefile(old)])
            self._write(path, after)
            # On a disk that takes capitals for small letters it is the one file that was just written.
            if not path.samefile(old):
                old.unlink()
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
            publish(lock.fileno(), self._folder)
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._held.now = True
            try:
                yield
            finally:
                self._held.now = False

    def _path(self, name: str) -> Path:
        return self._folder / f"{quote(set_name(name), safe=' ')}{_SUFFIX}"

    def _paths(self, name: str) -> tuple[Path, ...]:
        """The file of the set that is written just so, or else those whose names differ from it only in case."""
        exact = self._path(name)
        if exact.exists():
            return (exact,)
        self._home.check()
        wanted = folded(set_name(name))
        found = (path for path in files_in(self._folder, _SUFFIX) if folded(_name(path)) == wanted)
        return tuple(sorted(found, key=_name))

    def _kept(self, name: str) -> Path:
        """The file of a set; raises ServiceError (`unknown-set`)."""
        found = self._paths(name)
        if len(found) > 1:
            either = " and ".join(repr(_name(path)) for path in found)
            message = f"{name!r} may be each of the sets {either}: write its capitals as they are there"
            raise ServiceError("unknown-set", message, "set")
        if not found:
            raise self._unknown(name)
        return found[0]

    def _unknown(self, name: str) -> ServiceError:
        known = ", ".join(self.names()) or "none yet: rackcheck sets teach NAME PHOTO"
        return ServiceError(
            "unknown-set", f"there is no taught set {name!r}{meant(name, self.names())}; there are {known}", "set"
        )

    def _write(self, path: Path, profile: TileSet) -> None:
        """Write a file whole or not at all."""
        self._home.check()
        make_folder(self._folder)
        write_atomic(path, write_tile_set(profile), replace=True, mode=0o600)
        self._home.check()


def _name(path: Path) -> str:
    """The name of the set in a file."""
    return unquote(path.name.removesuffix(_SUFFIX))


def _refuse(there: Sequence[Path]) -> None:
    """Let no second set be kept by a name that is taken; raises ServiceError (`set-exists`)."""
    if there:
        message = f"there is a set {_name(there[0])!r} already; choose another name, or merge the two"
        raise ServiceError("set-exists", message, "name")


@lru_cache(maxsize=8)
def _profile(path: str, _version: tuple[int, int]) -> TileSet:
    """A set's file as it was when last changed."""
    return read_tile_set(Path(path).read_bytes(), unquote(Path(path).name))


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


def home_sets() -> TileSetStore:
    """The sets of the command line, where a name may be a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic is slow to load and most commands need no setting

    return TileSetStore(sets_folder(settings().data_dir), files=True)
