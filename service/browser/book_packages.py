"""The packages of the book: unpacked from their archive when one of them is first imported."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

_PACKAGES: Final = frozenset({"alembic", "mako", "markupsafe", "sqlalchemy", "typing_extensions"})


class BookFinder(MetaPathFinder):
    """Finds a module of these packages that lies nowhere yet.

    Args:
        archive: holds them; it may come later.
        folder: one of `sys.path`, where they are unpacked.
    """

    def __init__(self, archive: Path, folder: Path) -> None:
        self._archive = archive
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Unpack the archive for a module of the book that no other finder knows."""
        if fullname.partition(".")[0] not in _PACKAGES or not self._archive.is_file():
            return None
        shutil.unpack_archive(self._archive, self._folder, "bztar", filter="data")
        self._archive.unlink()
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def find_book(archive: str, folder: str) -> None:
    """Let the book's modules be imported from an archive, once all other finders have been asked."""
    sys.meta_path.append(BookFinder(Path(archive), Path(folder)))
