"""Read YOLO text files: beside each picture, or in a folder ``labels`` beside its folder ``images``; a line per tile.

A line is a class number and the box as shares of the picture (``class cx cy w h``), or a class number and an outline
(``class x0 y0 x1 y1 x2 y2 ...``), whose bounding box counts. ``classes.txt`` or the table's ``order`` names the
numbers.
"""

from collections.abc import Iterator
from pathlib import Path

from datasets.errors import DatasetError
from datasets.photographs.importers.class_names import ClassTable
from datasets.photographs.importers.common import ImportedBox, ImportedPhoto, finite, pictures, text_of


def label_file(picture: Path) -> Path | None:
    """Return the text file of a picture, or ``None`` if it has none."""
    places = [picture.with_suffix(".txt")]
    folders = picture.parts
    if "images" in folders[:-1]:
        last = len(folders) - 1 - folders[::-1].index("images")
        places.append(Path(*folders[:last], "labels", *folders[last + 1 :]).with_suffix(".txt"))
    return next((place for place in places if place.is_file()), None)


def _names(folder: Path, classes: ClassTable) -> tuple[str, ...]:
    file = folder / "classes.txt"
    names = tuple(line.strip() for line in text_of(file).splitlines() if line.strip()) if file.is_file() else ()
    if not (names or classes.order):
        raise DatasetError(
            "no-class-order", "put classes.txt with one name a line there, or 'order' into the table", str(folder)
        )
    return names or classes.order


def _box(line: str, names: tuple[str, ...], where: str) -> ImportedBox:
    first, *rest = line.split()
    if not first.isdecimal() or int(first) >= len(names):
        raise DatasetError("bad-labels", f"class {first!r} is none of 0 to {len(names) - 1}", where)
    numbers = finite(rest, where)
    if len(numbers) == 4:
        x, y, width, height = numbers
        return ImportedBox((x - width / 2, y - height / 2, x + width / 2, y + height / 2), names[int(first)])
    if len(numbers) < 6 or len(numbers) % 2:
        raise DatasetError("bad-labels", "need four numbers of a box or three corners and more after the class", where)
    xs, ys = numbers[0::2], numbers[1::2]
    return ImportedBox((min(xs), min(ys), max(xs), max(ys)), names[int(first)])


def read_yolo(folder: Path, classes: ClassTable) -> Iterator[ImportedPhoto]:
    """Yield the pictures of a folder that have a text file; an empty file means no tile.

    Raises ``DatasetError``: ``no-pictures``, ``no-labels`` if no picture has a file, ``no-class-order``, ``bad-labels``
    naming file and line.
    """
    names = _names(folder, classes)
    found = [(picture, file) for picture in pictures(folder) if (file := label_file(picture))]
    if not found:
        raise DatasetError("no-labels", "no picture has a text file beside it or under labels/", str(folder))
    for picture, file in found:
        lines = enumerate(text_of(file).splitlines(), start=1)
        boxes = tuple(_box(line, names, f"{file}:{number}") for number, line in lines if line.strip())
        yield ImportedPhoto(picture, boxes, str(file), parts=True)
