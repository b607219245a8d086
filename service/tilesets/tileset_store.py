"""Keep the taught tile sets of this installation: one file each, changed whole or not at all."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from models import ModelCard
from rules.input.spelling import meant
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_empty, make_folder, write_atomic
from service.storage.data_folder import DataFolder, files_in
from vision.errors import VisionError
from vision.requests import Steps
from vision.tilesets.set_recognition import OtherSets
from vision.tilesets.taught_faces import renewed
from vision.tilesets.tile_set import TileSet, empty_tile_set, folded, set_name
from vision.tilesets.tile_set_file import CropOf, read_tile_set, write_tile_set

MOST_SETS: Final = 100
"""Most sets an installation keeps, so that no request fills a disk."""

MOST_OTHERS: Final = 12
"""Most sets we compare a photo with that does not look like the chosen one; they take tenths of a second."""

_SUFFIX: Final = ".json"
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """The taught set a photo is read by, if any, and where to look for one that fits it better."""

    tile_set: TileSet | None = None
    others: Callable[[], OtherSets] = tuple


class TileSetStore:
    """A folder of taught sets.

    A set has the name of its file, whatever is written inside: who copies a file has two sets. A name is looked up
    without regard to case, to doubled blanks and to how its accents are written. In a folder of an earlier version,
    where names may differ in case alone, the name that is written just so is meant.

    Args:
        folder: the folder of the sets; it need not exist.
        files: whether a set that is only read may also be named by the path of an exported file; what changes a set
            takes kept ones alone. A request over HTTP must not name paths.
        home: the data folder, where others look at it too.
        crop_of: decodes the pictures of taught faces; None lets OpenCV do it.
    """

    def __init__(
        self, folder: Path, *, files: bool, home: DataFolder | None = None, crop_of: CropOf | None = None
    ) -> None:
        self._folder = folder
        self._crop_of = crop_of
        self._files = files
        self._home = home or DataFolder(folder.parent)
        self._held = threading.local()

    def names(self) -> tuple[str, ...]:
        """Return the names of all sets, sorted without regard to case.

        Raises:
            ServiceError: `data-folder-gone`.
            OSError: where the folder cannot be read.
        """
        self._home.check()
        return tuple(sorted(map(_name, files_in(self._folder, _SUFFIX)), key=lambda name: (name.casefold(), name)))

    def has(self, name: str) -> bool:
        """Say whether a set of that name is kept; raises VisionError (`bad-set-name`)."""
        return bool(self._paths(name))

    def load(self, name: str) -> TileSet:
        """Return the set of that name, or of that file, to read by it.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a file that is damaged.
            OSError: for a file elsewhere that cannot be read.
        """
        return self.read(Path(name).read_bytes(), name) if self._is_file(name) else self.load_kept(name)

    def load_kept(self, name: str) -> TileSet:
        """Return the kept set of that name, to change it.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a file that is damaged.
        """
        path = self._kept(name)
        try:
            return _read_set(str(path), _version(path), self.crop_of)
        except FileNotFoundError:
            raise self._unknown(name) from None

    def read(self, data: bytes, where: str) -> TileSet:
        """Read the file of a set; raises VisionError for one that is damaged."""
        return read_tile_set(data, where, self.crop_of)

    @property
    def crop_of(self) -> CropOf:
        """What decodes the pictures of taught faces."""
        if self._crop_of is None:
            from vision.host.teaching import crop_of  # noqa: PLC0415 - a browser has no OpenCV

            self._crop_of = crop_of
        return self._crop_of

    def fitting(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the set of that name, or of that file, with embeddings of this classifier; raises as `load`."""
        if not self._is_file(name):
            return (yield from self.fitting_kept(name, card))
        tile_set = self.load(name)
        return tile_set if tile_set.fits(card) else (yield from renewed(tile_set, card))

    def fitting_kept(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the kept set of that name with embeddings of this classifier; raises as `load_kept`.

        One that was taught with other weights gets new embeddings from the crops it keeps. It is written back where
        that can be, and a warning says so.
        """
        tile_set = self.load_kept(name)
        if tile_set.fits(card):
            return tile_set
        try:
            with self.changing():
                made = yield from renewed(self.load_kept(name), card)
                self._write(self._kept(name), made)
        except (OSError, VisionError) as error:
            # Where the disk is full or read-only, or the set has no room for other embeddings, photos are read by it
            # all the same.
            said = "the set %s was taught with %s and cannot be kept anew for %s: %s"
            _log.warning(said, name, tile_set.made_by.name, card, error)
            return (yield from renewed(tile_set, card))
        said = "the set %s was taught with %s; its faces were embedded anew for %s"
        _log.warning(said, name, tile_set.made_by.name, card)
        return made

    def begun(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the set of that name with embeddings of this classifier; one without a face where there is none yet.

        Raises:
            ServiceError: `shelf-full`; `bad-set-name` for a new name that reads like a file's.
            VisionError: `bad-set-name`, or for a kept set that is damaged.
        """
        new = empty_tile_set(name, card)
        if self.has(new.name):
            return (yield from self.fitting_kept(new.name, card))
        self._check_new(new.name)
        return new

    def choose(self, name: str | None, card: ModelCard) -> Steps[ChosenSet]:
        """Return the set of that name with the others to compare it with; raises as `load`."""
        if name is None:
            return ChosenSet()
        tile_set = yield from self.fitting(name, card)
        return ChosenSet(tile_set, partial(self.others, tile_set.name, card))

    def others(self, name: str, card: ModelCard) -> Iterator[Steps[TileSet | None]]:
        """Yield at most `MOST_OTHERS` other sets, those last changed first; None for what cannot be read."""
        try:
            self._home.check()
            paths = sorted(files_in(self._folder, _SUFFIX), key=_last_changed, reverse=True)
        except (ServiceError, OSError) as error:
            _log.warning("no set can be compared with: %s", error)
            return
        names = [other for path in paths if (other := _name(path)) != name]
        for other in names[:MOST_OTHERS]:
            yield self._other(other, card)

    def _other(self, name: str, card: ModelCard) -> Steps[TileSet | None]:
        try:
            return (yield from self.fitting_kept(name, card))
        except (VisionError, ServiceError, OSError) as error:
            _log.warning("the set %s cannot be compared with: %s", name, error)
            return None

    def same(self, name: str, other: str) -> bool:
        """Say whether the kept set of a name is the other, which may be named by a file.

        Raises:
            ServiceError: `unknown-set`.
            VisionError: `bad-set-name`.
            OSError: for a file that cannot be looked at.
        """
        return self._kept(name).samefile(other if self._is_file(other) else self._kept(other))

    def _is_file(self, name: str) -> bool:
        """Say whether a name is the path of an exported set; where a kept set has the name, that is meant."""
        if not self._files or not (os.sep in name or name.endswith(_SUFFIX)):
            return False
        try:
            return not self.has(name)
        except VisionError:
            # No set is called so, but a file may be.
            return True

    def _check_new(self, name: str) -> None:
        """Refuse a set more where there is no room, or by a name that the command line would take for a file.

        Raises:
            ServiceError: `bad-set-name`, `shelf-full`.
        """
        if len(self.names()) >= MOST_SETS:
            raise ServiceError("shelf-full", f"{MOST_SETS} sets are kept; delete one first", "sets")
        self._check_new_name(name)

    def _check_new_name(self, name: str) -> None:
        """Refuse a new name that the command line would take for a file; raises ServiceError (`bad-set-name`)."""
        if self._files and name.endswith(_SUFFIX):
            message = (
                f"{name!r} reads like a file: choose a name that does not end in {_SUFFIX}. To take in the set of a "
                "file: rackcheck sets import FILE"
            )
            raise ServiceError("bad-set-name", message, "name")

    def add(self, tile_set: TileSet) -> None:
        """Keep a new set.

        Raises:
            ServiceError: `set-exists`, `shelf-full`; `bad-set-name` for a name that reads like a file's.
            VisionError: `set-full`.
        """
        _refuse(self._paths(tile_set.name))
        self._check_new(tile_set.name)
        self._write(self._path(tile_set.name), tile_set)

    def put(self, tile_set: TileSet) -> None:
        """Keep a set in place of what it was, or add one of a new name; raises as `add`."""
        # A file that somebody has copied may write its name otherwise than we do.
        there = [path for path in self._paths(tile_set.name) if _name(path) == tile_set.name]
        if there:
            self._write(there[0], tile_set)
        else:
            self.add(tile_set)

    def delete(self, name: str) -> str:
        """Delete a set and return the name it had; raises ServiceError (`unknown-set`)."""
        path = self._kept(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise self._unknown(name) from None
        return _name(path)

    def rename(self, name: str, new: str) -> TileSet:
        """Give a set another name.

        Raises:
            ServiceError: `unknown-set`, `set-exists`; `bad-set-name` for a name that reads like a file's.
            VisionError: `bad-set-name`, `set-full`.
        """
        old = self._kept(name)
        after = replace(self.load_kept(name), name=set_name(new))
        path = self._path(after.name)
        if path != old:
            self._check_new_name(after.name)
            _refuse([one for one in self._paths(after.name) if not one.samefile(old)])
            self._write(path, after)
            # Where the disk ignores case, it is the file that was just written.
            if not path.samefile(old):
                old.unlink()
        return after

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keep everybody else, other processes too, from changing a set inside."""
        if getattr(self._held, "now", False):
            yield
            return
        self._home.check()
        make_folder(self._folder)
        file = self._folder / ".lock"
        make_empty(file)
        with file.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._held.now = True
            try:
                yield
            finally:
                self._held.now = False

    def _path(self, name: str) -> Path:
        return self._folder / f"{quote(set_name(name), safe=' ')}{_SUFFIX}"

    def _paths(self, name: str) -> tuple[Path, ...]:
        """Return the file of the name that is written just so, or else those of names that differ in case alone."""
        there = files_in(self._folder, _SUFFIX)
        exact = self._path(name)
        # A disk that ignores case has a file by other names too: the one that it lists is the set's.
        if exact in there:
            return (exact,)
        self._home.check()
        wanted = folded(set_name(name))
        return tuple(sorted((path for path in there if folded(_name(path)) == wanted), key=_name))

    def _kept(self, name: str) -> Path:
        """Return the file of a kept set.

        Raises:
            ServiceError: `unknown-set`.
            VisionError: `bad-set-name`.
        """
        if self._files and os.sep in name:
            raise self._unknown(name)
        found = self._paths(name)
        if len(found) > 1:
            either = " and ".join(repr(_name(path)) for path in found)
            message = f"{name!r} may be each of the sets {either}: write its capitals as they are there"
            raise ServiceError("unknown-set", message, "set")
        if not found:
            raise self._unknown(name)
        return found[0]

    def _unknown(self, name: str) -> ServiceError:
        if self._files and (os.sep in name or name.endswith(_SUFFIX)):
            message = f"{name!r} is no set that is kept: take a file in first, with rackcheck sets import FILE"
            return ServiceError("unknown-set", message, "set")
        known = ", ".join(self.names()) or "none yet: rackcheck sets teach NAME PHOTO"
        return ServiceError(
            "unknown-set", f"there is no taught set {name!r}{meant(name, self.names())}; there are {known}", "set"
        )

    def _write(self, path: Path, tile_set: TileSet) -> None:
        data = write_tile_set(tile_set)
        self._home.check()
        make_folder(self._folder)
        write_atomic(path, data, replace=True, mode=0o600)
        self._home.check()


def _name(path: Path) -> str:
    """Return the name of the set in a file: in its plain form, or as it is for a file whose name is none of a set."""
    name = unquote(path.name.removesuffix(_SUFFIX))
    try:
        return set_name(name)
    except VisionError:
        return name


def _refuse(there: Sequence[Path]) -> None:
    """Refuse a name that is taken; raises ServiceError (`set-exists`)."""
    if there:
        message = f"there is a set {_name(there[0])!r} already; choose another name, or merge the two"
        raise ServiceError("set-exists", message, "name")


@lru_cache(maxsize=8)
def _read_set(path: str, _version: tuple[int, int], crop_of: CropOf) -> TileSet:
    kept = read_tile_set(Path(path).read_bytes(), unquote(Path(path).name), crop_of)
    return replace(kept, name=_name(Path(path)))


def _last_changed(path: Path) -> int:
    """Return when a file was last changed, in nanoseconds; 0 for one that is gone by now."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _version(path: Path) -> tuple[int, int]:
    """Return what differs once a file is replaced, also where the clock was set back or stands still."""
    found = path.stat()
    return found.st_mtime_ns, found.st_ino


def sets_folder(data_dir: Path) -> Path:
    """Return where the taught sets lie in a data folder."""
    return data_dir / "sets"


def home_sets() -> TileSetStore:
    """Return the sets of the command line, where a name may be a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; most commands need no setting

    return TileSetStore(sets_folder(settings().data_dir), files=True)
