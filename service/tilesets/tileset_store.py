"""Store the taught tile sets of this installation, one file each, with atomic writes."""

from __future__ import annotations

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
from service.storage.atomic_files import make_folder, write_atomic
from service.storage.data_folder import DataFolder, file_version, files_in, last_changed
from service.storage.read_whole import read_whole
from vision.errors import VisionError
from vision.requests import Steps
from vision.tilesets.set_recognition import OtherSets
from vision.tilesets.taught_faces import renewed
from vision.tilesets.tile_set import TileSet, empty_tile_set, folded, set_name
from vision.tilesets.tile_set_file import MOST_BYTES, CropOf, read_tile_set, write_tile_set

MOST_SETS: Final = 100
"""Maximum number of tile sets in an installation, so that requests cannot fill the disk."""

MOST_OTHERS: Final = 12
"""Maximum number of other tile sets to compare with a photo unlike the chosen set, to bound the time."""

_SUFFIX: Final = ".json"
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """The taught tile set for a photo, or None, and the other sets that may fit the photo better."""

    tile_set: TileSet | None = None
    others: Callable[[], OtherSets] = tuple


class TileSetStore:
    """A folder of taught tile sets.

    The file name gives the name of a set, whatever the file contains, so that a copy of a file is a second set. Lookup
    ignores case, doubled blanks and the Unicode form of accents. In a folder of an earlier version names may differ in
    case alone; there an exact match wins.

    Args:
        folder: the folder of the sets; it need not exist.
        files: whether readers may also name a set by the path of an exported file; methods that change a set accept
            stored sets only. A request over HTTP must not name paths.
        home: the data folder, shared with other stores; None for the parent of `folder`.
        crop_of: decodes the pictures of taught faces; None for OpenCV.
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
            OSError: if we cannot read the folder.
        """
        self._home.check()
        return tuple(sorted(map(_name, files_in(self._folder, _SUFFIX)), key=lambda name: (name.casefold(), name)))

    def has(self, name: str) -> bool:
        """Say whether the store has a set of that name; raises VisionError (`bad-set-name`)."""
        return bool(self._paths(name))

    def load(self, name: str) -> TileSet:
        """Return the set of that name or exported file, for reading.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a damaged file.
            OSError: for an unreadable exported file.
        """
        return self.read(read_whole(Path(name), MOST_BYTES), name) if self._is_file(name) else self.load_kept(name)

    def load_kept(self, name: str) -> TileSet:
        """Return the stored set of that name, for a change.

        Raises:
            ServiceError: `unknown-set`, `data-folder-gone`.
            VisionError: for a damaged file.
        """
        path = self._kept(name)
        try:
            return _read_set(str(path), file_version(path), self.crop_of)
        except FileNotFoundError:
            raise self._unknown(name) from None

    def read(self, data: bytes, where: str) -> TileSet:
        """Parse the bytes of a set's file; raises VisionError for a damaged file."""
        return read_tile_set(data, where, self.crop_of)

    @property
    def crop_of(self) -> CropOf:
        """The decoder for the pictures of taught faces."""
        if self._crop_of is None:
            from vision.host.teaching import crop_of  # noqa: PLC0415 - a browser has no OpenCV

            self._crop_of = crop_of
        return self._crop_of

    def fitting(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the set of that name or exported file, with embeddings of this classifier; raises as `load`."""
        if not self._is_file(name):
            return (yield from self.fitting_kept(name, card))
        # The embeddings of a file from elsewhere may not belong to its crops.
        return (yield from renewed(self.load(name), card))

    def fitting_kept(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the stored set of that name with embeddings of this classifier; raises as `load_kept`.

        For a set with embeddings of other weights we compute new ones from its crops, write the set back if possible,
        and log a warning.
        """
        tile_set = self.load_kept(name)
        if tile_set.fits(card):
            return tile_set
        try:
            with self.changing():
                made = yield from renewed(self.load_kept(name), card)
                self._write(self._kept(name), made)
        except (OSError, VisionError) as error:
            # The set still serves for reading if the disk is full or read-only, or if its file would grow too large.
            said = "the set %s was taught with %s and cannot be kept anew for %s: %s"
            _log.warning(said, name, tile_set.made_by.name, card, error)
            return (yield from renewed(tile_set, card))
        said = "the set %s was taught with %s; its faces were embedded anew for %s"
        _log.warning(said, name, tile_set.made_by.name, card)
        return made

    def begun(self, name: str, card: ModelCard) -> Steps[TileSet]:
        """Return the set of that name with embeddings of this classifier, or a new empty set.

        Raises:
            ServiceError: `shelf-full`; `bad-set-name` for a new name that looks like a file.
            VisionError: `bad-set-name`, or for a damaged set.
        """
        new = empty_tile_set(name, card)
        if self.has(new.name):
            return (yield from self.fitting_kept(new.name, card))
        self._check_new(new.name)
        return new

    def choose(self, name: str | None, card: ModelCard) -> Steps[ChosenSet]:
        """Return the set of that name, and the other sets for comparison; raises as `load`."""
        if name is None:
            return ChosenSet()
        tile_set = yield from self.fitting(name, card)
        return ChosenSet(tile_set, partial(self.others, tile_set.name, card))

    def others(self, name: str, card: ModelCard) -> Iterator[Steps[TileSet | None]]:
        """Yield steps that load at most `MOST_OTHERS` other sets, last changed first; None for an unreadable set."""
        try:
            self._home.check()
            paths = sorted(files_in(self._folder, _SUFFIX), key=last_changed, reverse=True)
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
        """Say whether two names mean the same stored set; `other` may be the path of a file.

        Raises:
            ServiceError: `unknown-set`.
            VisionError: `bad-set-name`.
            OSError: for an unreadable file.
        """
        return self._kept(name).samefile(other if self._is_file(other) else self._kept(other))

    def _is_file(self, name: str) -> bool:
        """Say whether a name is the path of an exported set; a stored set of that name comes first."""
        if not self._files or not (os.sep in name or name.endswith(_SUFFIX)):
            return False
        try:
            return not self.has(name)
        except VisionError:
            # The name is invalid for a set, but a file may have it.
            return True

    def _check_new(self, name: str) -> None:
        """Refuse a new set if the store is full, or if the command line would take its name for a file.

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
        """Store a new set.

        Raises:
            ServiceError: `set-exists`, `shelf-full`; `bad-set-name` for a name that looks like a file.
            VisionError: `set-full`.
        """
        _refuse(self._paths(tile_set.name))
        self._check_new(tile_set.name)
        self._write(self._path(tile_set.name), tile_set)

    def put(self, tile_set: TileSet) -> None:
        """Replace the set of that name, or add a new one; raises as `add`."""
        # A file that a user copied may encode the same name differently.
        there = [path for path in self._paths(tile_set.name) if _name(path) == tile_set.name]
        if there:
            self._write(there[0], tile_set)
        else:
            self.add(tile_set)

    def delete(self, name: str) -> str:
        """Delete a set and return its name; raises ServiceError (`unknown-set`)."""
        path = self._kept(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise self._unknown(name) from None
        return _name(path)

    def rename(self, name: str, new: str) -> TileSet:
        """Rename a set.

        Raises:
            ServiceError: `unknown-set`, `set-exists`; `bad-set-name` for a name that looks like a file.
            VisionError: `bad-set-name`, `set-full`.
        """
        old = self._kept(name)
        after = replace(self.load_kept(name), name=set_name(new))
        path = self._path(after.name)
        if path != old:
            self._check_new_name(after.name)
            _refuse([one for one in self._paths(after.name) if not one.samefile(old)])
            self._write(path, after)
            # On a disk that ignores case, the old path may be the file that we just wrote.
            if not path.samefile(old):
                old.unlink()
        return after

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the lock of the store, which also keeps other processes from changing a set."""
        if getattr(self._held, "now", False):
            yield
            return
        with self._home.locked(self._folder):
            self._held.now = True
            try:
                yield
            finally:
                self._held.now = False

    def _path(self, name: str) -> Path:
        return self._folder / f"{quote(set_name(name), safe=' ')}{_SUFFIX}"

    def _paths(self, name: str) -> tuple[Path, ...]:
        """Return the file of exactly this name, or else the files of names that match without regard to case."""
        there = files_in(self._folder, _SUFFIX)
        exact = self._path(name)
        # On a disk that ignores case every spelling exists, so we look for the name in the folder's listing.
        if exact in there:
            return (exact,)
        self._home.check()
        wanted = folded(set_name(name))
        return tuple(sorted((path for path in there if folded(_name(path)) == wanted), key=_name))

    def _kept(self, name: str) -> Path:
        """Return the file of a stored set.

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
    """Return the normalised set name of a file, or the file's own name if it is invalid for a set."""
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
def _read_set(path: str, _version: tuple[int, ...], crop_of: CropOf) -> TileSet:
    kept = read_tile_set(read_whole(Path(path), MOST_BYTES), unquote(Path(path).name), crop_of)
    return replace(kept, name=_name(Path(path)))


def sets_folder(data_dir: Path) -> Path:
    """Return the folder of the taught tile sets in a data folder."""
    return data_dir / "sets"


def home_sets() -> TileSetStore:
    """Return the store of the command line, where a name may be the path of a file.

    Raises:
        ServiceError: `bad-setting`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; most commands need no setting

    return TileSetStore(sets_folder(settings().data_dir), files=True)
