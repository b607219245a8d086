"""Convert imported pictures into pictures of an index."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from datasets.errors import DatasetError
from datasets.photographs.importers.class_names import NO_TILE, UNKNOWN, ClassTable
from datasets.photographs.index import LabelledPhoto, LabelledTile
from datasets.photographs.open_pictures import upright_size

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
"""Suffixes of picture files."""
SLACK = 2.0
"""Pixels by which a box may reach over the edge of its picture; we clip it there."""
COPY = re.compile(r"[._](?:jpe?g|png|webp|bmp)\.rf\.[0-9a-f]+$", re.IGNORECASE)
"""The suffix that Roboflow gives each augmented copy of a picture; all copies show one scene."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ImportedBox:
    """A box ``(x0, y0, x1, y1)`` in pixels of the upright picture, and its class name elsewhere."""

    box: Box
    name: str


@dataclass(frozen=True, slots=True)
class ImportedPhoto:
    """A picture and its boxes; ``where`` is the file with the boxes.

    ``size`` is width and height if that file states them. ``parts``: boxes are shares of width and height, 0 to 1.
    """

    path: Path
    boxes: tuple[ImportedBox, ...]
    where: str
    size: tuple[int, int] | None = None
    parts: bool = False
    single_tile: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about the pictures that no label file contains.

    ``source``: their name in splits and figures; ``complete``: every tile in view is boxed; ``one_group``: all pictures
    show the same tiles, so that no split may cut through them.
    """

    source: str
    complete: bool = False
    one_group: bool = False


def pictures(folder: Path) -> list[Path]:
    """Return the pictures in a folder and in its subfolders, sorted by path.

    Raises ``DatasetError`` (``no-pictures``) if there is none.
    """
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        raise DatasetError("no-pictures", "no picture lies in this folder or below it", str(folder))
    return found


def text_of(path: Path) -> str:
    """Return the text of a file; raises ``DatasetError`` (``bad-labels``) if it is missing or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError("bad-labels", f"cannot be read as text: {error}", str(path)) from error


def finite(values: Iterable[str], where: str) -> list[float]:
    """Parse texts as finite numbers; raises ``DatasetError`` (``bad-labels``) for any other text."""
    try:
        numbers = [float(value) for value in values]
    except ValueError as error:
        raise DatasetError("bad-labels", f"not a number: {error}", where) from error
    if not all(math.isfinite(number) for number in numbers):
        raise DatasetError("bad-labels", "a number is not finite", where)
    return numbers


def scene(path: Path) -> str:
    """Return the name of a picture's scene: the file name without the suffix of an augmented copy."""
    return COPY.sub("", path.stem)


def _tile(photo: ImportedPhoto, one: ImportedBox, label: str, width: int, height: int) -> LabelledTile:
    across, down = (width, height) if photo.parts else (1, 1)
    x0, y0, x1, y1 = one.box[0] * across, one.box[1] * down, one.box[2] * across, one.box[3] * down
    inside = -SLACK <= x0 < x1 <= width + SLACK and -SLACK <= y0 < y1 <= height + SLACK
    x0, y0, x1, y1 = max(0.0, x0), max(0.0, y0), min(float(width), x1), min(float(height), y1)
    box = (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))
    if not inside or box[0] >= box[2] or box[1] >= box[3]:
        raise DatasetError(
            "bad-labels",
            f"the box of a {one.name} is empty or outside {photo.path.name} ({width} x {height}): {one.box}",
            photo.where,
        )
    return LabelledTile(box, None if label == UNKNOWN else label)


def labelled(
    photos: Iterable[ImportedPhoto], classes: ClassTable, facts: Facts, said: Callable[[str], None] = lambda _: None
) -> Iterator[LabelledPhoto]:
    """Yield imported pictures as pictures of an index; calls ``said`` with the name of each, for progress.

    Raises ``DatasetError``: ``unknown-classes`` before the first picture is opened, ``bad-picture``, ``wrong-size``,
    ``bad-labels``.
    """
    everything = list(photos)
    classes.check({one.name for photo in everything for one in photo.boxes})
    for photo in everything:
        said(photo.path.name)
        width, height = upright_size(photo.path, photo.size)
        meant = [(one, classes.label(one.name)) for one in photo.boxes]
        yield LabelledPhoto(
            path=photo.path,
            name=photo.path.name,
            width=width,
            height=height,
            group=facts.source if facts.one_group else f"{facts.source}/{scene(photo.path)}",
            source=facts.source,
            tiles=tuple(_tile(photo, one, label, width, height) for one, label in meant if label != NO_TILE),
            single_tile=photo.single_tile,
            complete=facts.complete,
        )


def by_name(paths: Collection[Path], where: str) -> dict[str, Path]:
    """Return pictures by file name; raises ``DatasetError`` (``same-name``) if two share a name."""
    found: dict[str, Path] = {}
    for path in paths:
        if found.setdefault(path.name, path) != path:
            raise DatasetError("same-name", f"{path} and {found[path.name]} share a name: import them apart", where)
    return found
