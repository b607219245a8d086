"""Read COCO: one JSON file with ``images``, ``annotations`` and ``categories``.

Boxes are left, top, width, height in pixels. We skip crowds (``iscrowd``), because they show no single tile.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError
from datasets.photographs.importers.common import ImportedBox, ImportedPhoto, by_name, finite, pictures, text_of
from datasets.text_files import json_value


def _file(folder: Path) -> Path:
    if folder.is_file():
        return folder
    found = sorted(folder.rglob("*.json"))
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise DatasetError("no-labels", f"need one COCO file, found {names}: name the file itself", str(folder))
    return found[0]


def _list(document: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    values = document.get(key)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise DatasetError("bad-labels", f"{key!r} must be a list of objects", where)
    return values


def _id(entry: dict[str, Any], key: str, where: str) -> int | str:
    value = entry.get(key)
    if not isinstance(value, int | str):
        raise DatasetError("bad-labels", f"{key!r} must be a number or a text", where)
    return value


def _box(annotation: dict[str, Any], names: dict[object, str], where: str) -> ImportedBox:
    box = annotation.get("bbox")
    if not isinstance(box, list) or len(box) != 4:
        raise DatasetError("bad-labels", "'bbox' must be left, top, width, height", where)
    if _id(annotation, "category_id", where) not in names:
        raise DatasetError("bad-labels", f"there is no category {annotation['category_id']!r}", where)
    left, top, width, height = finite(map(str, box), where)
    return ImportedBox((left, top, left + width, top + height), names[annotation["category_id"]])


def read_coco(folder: Path) -> Iterator[ImportedPhoto]:
    """Yield the pictures of a COCO file; ``folder`` contains the file, or is the file itself with pictures beside it.

    Raises ``DatasetError``: ``no-labels``, ``no-pictures``, ``same-name``, ``bad-labels`` naming file and entry.
    """
    file = _file(folder)
    document = json_value(text_of(file), "bad-labels", str(file))
    if not isinstance(document, dict):
        raise DatasetError("bad-labels", "must be an object with images, annotations and categories", str(file))
    categories = _list(document, "categories", str(file))
    names: dict[object, str] = {_id(one, "id", f"{file}: categories"): str(one.get("name")) for one in categories}
    boxes: defaultdict[object, list[ImportedBox]] = defaultdict(list)
    for number, annotation in enumerate(_list(document, "annotations", str(file))):
        if not annotation.get("iscrowd"):
            where = f"{file}: annotation {number}"
            boxes[_id(annotation, "image_id", where)].append(_box(annotation, names, where))
    there: dict[str, Path] | None = None
    images = _list(document, "images", str(file))
    if unknown := set(boxes) - {_id(image, "id", f"{file}: images") for image in images}:
        named = ", ".join(sorted(map(str, unknown)))
        raise DatasetError("bad-labels", f"annotations of images that are not listed: {named}", str(file))
    for image in images:
        name, size = image.get("file_name"), (image.get("width"), image.get("height"))
        if not isinstance(name, str) or not all(isinstance(side, int) for side in size):
            raise DatasetError("bad-labels", f"image {image['id']!r} needs file_name, width and height", str(file))
        path = file.parent / name
        if not path.is_file():
            # Exports often lie in another folder than in their file names.
            there = there if there is not None else by_name(pictures(file.parent), str(file))
            path = there.get(Path(name).name, path)
        yield ImportedPhoto(path, tuple(boxes[image["id"]]), str(file), (int(size[0] or 0), int(size[1] or 0)))
