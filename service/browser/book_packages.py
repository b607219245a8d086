"""Unpack the packages of the ledger from their archive at the first import of one."""

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
    """Find a module of these packages before they are unpacked into a folder of `sys.path`; the archive may be late."""

    def __init__(self, archive: Path, folder: Path) -> None:
        self._archive = archive
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Unpack the archive if it holds the module, and find the module there."""
        if fullname.partition(".")[0] not in _PACKAGES or not self._archive.is_file():
            return None
        shutil.unpack_archive(self._archive, self._folder, "bztar", filter="data")
        self._archive.unlink()
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def find_book(archive: str, folder: str) -> None:
    """Let Python import the ledger's packages from an archive, after all other finders."""
    sys.meta_path.append(BookFinder(Path(archive), Path(folder)))
