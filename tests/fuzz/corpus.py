"""Keep the inputs of each target: one zip file a target, the same bytes for the same inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FOLDER: Final = Path(__file__).resolve().parent / "corpus"

_TIME: Final = (1980, 1, 1, 0, 0, 0)  # the earliest time of a zip entry: an input has no time of its own


def kept(name: str) -> tuple[bytes, ...]:
    """Return the kept inputs of a target, the shortest first; empty without a corpus."""
    path = FOLDER / f"{name}.zip"
    if not path.is_file():
        return ()
    with ZipFile(path) as archive:
        return tuple(sorted(map(archive.read, archive.namelist()), key=lambda data: (len(data), data)))


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Replace the kept inputs of a target."""
    FOLDER.mkdir(exist_ok=True)
    with ZipFile(FOLDER / f"{name}.zip", "w") as archive:
        for title, data in sorted((hashlib.sha256(data).hexdigest()[:16], data) for data in set(inputs)):
            info = ZipInfo(title, _TIME)
            info.create_system = 3  # Unix, whatever this system is
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, data)
