"""Correct the photo index by ``label_errata.toml``: wrong labels, boxes around the print only, unboxed tiles."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.photographs.boxes import boxes_of, overlap
from datasets.photographs.index import LabelledPhoto, LabelledTile, read_index

ERRATA = Path(__file__).with_name("label_errata.toml")
THERE = 0.5
"""Least intersection over union with a box at which a missing tile counts as boxed after all."""

Place = tuple[str, tuple[float, ...], str | None]


def _added(photo: LabelledPhoto, missing: list[list[float | str]]) -> Iterator[LabelledTile]:
    boxes = boxes_of(photo.tiles)
    for *place, label in missing:
        x0, y0, x1, y1 = map(float, place)
        if not (overlap(boxes, np.array([[x0, y0, x1, y1]], np.float32)) >= THERE).any():
            yield LabelledTile((x0, y0, x1, y1), str(label))


def apply_errata(photos: Iterable[LabelledPhoto], path: Path = ERRATA) -> Iterator[LabelledPhoto]:
    """Yield the photos with the labels and boxes of ``path`` corrected and its missing tiles added.

    A label correction names picture, box and wrong label, and applies only if all three agree; a box correction names
    picture and box. A missing tile is added only where there is no box. Raises ``OSError`` and
    ``tomllib.TOMLDecodeError``.
    """
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    right: dict[Place, str] = {
        (entry["image"], tuple(float(value) for value in entry["at"]), entry["says"]): entry["is"]
        for entry in table.get("wrong", ())
    }
    framed = {
        (entry["image"], tuple(float(value) for value in entry["at"])): tuple(float(value) for value in entry["is"])
        for entry in table.get("framed", ())
    }
    missing: dict[str, list[list[float | str]]] = table.get("missing", {})

    def put_right(photo: LabelledPhoto, tile: LabelledTile) -> LabelledTile:
        label = right.get((photo.name, tile.box, tile.label), tile.label)
        x0, y0, x1, y1 = framed.get((photo.name, tile.box), tile.box)
        return replace(tile, label=label, box=(x0, y0, x1, y1))

    for photo in photos:
        tiles = tuple(put_right(photo, tile) for tile in photo.tiles)
        yield replace(photo, tiles=(*tiles, *_added(photo, missing.get(photo.name, []))))


def read_corrected(*indexes: Path) -> tuple[LabelledPhoto, ...]:
    """Read index files with their labels and boxes corrected."""
    return tuple(apply_errata(photo for index in indexes for photo in read_index(index)))
