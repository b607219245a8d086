"""What lies in a folder of the data folder, said or refused; never an empty list for a folder that cannot be read."""

from __future__ import annotations

from pathlib import Path


def files_in(folder: Path, suffix: str) -> list[Path]:
    """The entries of a folder whose names end so, in no order; none where the folder is not there yet.

    `Path.glob` takes a folder that this user may not read, or a file in its place, for an empty one: what was kept
    would seem to be gone.

    Raises:
        NotADirectoryError: where a file stands in its place, or in that of one above it.
        OSError: where it cannot be read.
    """
    try:
        return [path for path in folder.iterdir() if path.name.endswith(suffix)]
    except FileNotFoundError:
        return []
