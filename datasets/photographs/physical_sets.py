"""Look up the physical tile set of a photograph (``physical_sets.toml``), to measure on sets outside training.

One photographer owns several sets, and one set appears in many scenes. The table covers the photographs of
``../shared/data``; pictures of other indexes belong to the set ``UNKNOWN``.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from datasets.errors import DatasetError
from datasets.photographs.index import LabelledPhoto

TILE_SETS = Path(__file__).with_name("physical_sets.toml")
UNKNOWN = "unknown"
"""The tile set of pictures from groups outside the table."""


@cache
def read_tile_sets(path: Path = TILE_SETS) -> Mapping[str, str]:
    """Return the tile set of each group of ``path``.

    Raises ``DatasetError`` (``bad-tile-sets``) for a group under two sets, and ``OSError`` or
    ``tomllib.TOMLDecodeError`` for an unreadable file.
    """
    found: dict[str, str] = {}
    for name, entry in tomllib.loads(path.read_text(encoding="utf-8"))["set"].items():
        for group in entry["groups"]:
            if group in found:
                raise DatasetError(
                    "bad-tile-sets", f"group {group!r} stands under {found[group]!r} and {name!r}: keep one", path.name
                )
            found[group] = name
    return found


def tile_set(photo: LabelledPhoto) -> str:
    """Return the name of a picture's tile set, or ``UNKNOWN``."""
    return read_tile_sets().get(photo.group, UNKNOWN)
