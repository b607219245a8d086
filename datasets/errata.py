"""Corrections of labels that are wrong in the photo index, looked at one by one (``errata.toml``)."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from datasets.index import LabelledPhoto, LabelledTile

ERRATA = Path(__file__).with_name("errata.toml")

Place = tuple[str, tuple[float, ...], str | None]


def corrected(photos: Iterable[LabelledPhoto], path: Path = ERRATA) -> Iterator[LabelledPhoto]:
    """Yield the photos with the labels of ``path`` put right; others pass unchanged.

    A correction names picture, box and wrong label, and applies only where all three agree. Raises ``OSError`` and
    ``tomllib.TOMLDecodeError`` for a file that cannot be read.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["wrong"]
    right: dict[Place, str] = {
        (entry["image"], tuple(float(value) for value in entry["at"]), entry["says"]): entry["is"] for entry in entries
    }

    def put_right(photo: LabelledPhoto, tile: LabelledTile) -> LabelledTile:
        label = right.get((photo.name, tile.box, tile.label))
        return tile if label is None else replace(tile, label=label)

    for photo in photos:
        yield replace(photo, tiles=tuple(put_right(photo, tile) for tile in photo.tiles))
