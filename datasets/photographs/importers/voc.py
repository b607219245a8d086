"""Read Pascal VOC: one XML file per picture, boxes as ``xmin``, ``ymin``, ``xmax``, ``ymax`` in pixels."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from datasets.errors import DatasetError
from datasets.photographs.importers.common import (
    SUFFIXES,
    ImportedBox,
    ImportedPhoto,
    by_name,
    finite,
    pictures,
    text_of,
)


def _child(element: ET.Element, path: str, where: str) -> str:
    text = element.findtext(path)
    if text is None or not text.strip():
        raise DatasetError("bad-labels", f"<{path}> is missing", where)
    return text.strip()


def _root(file: Path) -> ET.Element:
    text = text_of(file)
    # Label files need no document type, and entity expansion is a risk, so reject the declaration.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise DatasetError("bad-labels", "a document type is declared: take it out", str(file))
    try:
        return ET.fromstring(text)  # noqa: S314 - without declarations there is nothing to expand
    except ET.ParseError as error:
        raise DatasetError("bad-labels", f"not XML: {error}", str(file)) from error


def _picture(file: Path, name: str, there: dict[str, Path]) -> Path:
    beside = [file.with_suffix(suffix) for suffix in sorted(SUFFIXES)]
    found = next((path for path in (file.parent / name, *beside) if path.is_file()), None) or there.get(Path(name).name)
    if found is None:
        raise DatasetError("bad-picture", f"there is no picture {name!r} in the folder", str(file))
    return found


def read_voc(folder: Path) -> Iterator[ImportedPhoto]:
    """Yield the pictures of the XML files in a folder and its subfolders.

    Raises ``DatasetError``: ``no-labels``, ``no-pictures``, ``same-name``, ``bad-picture``, ``bad-labels`` naming the
    file.
    """
    files = sorted(folder.rglob("*.xml"))
    if not files:
        raise DatasetError("no-labels", "no XML file lies in this folder or below it", str(folder))
    there = by_name(pictures(folder), str(folder))
    for file in files:
        root, where = _root(file), str(file)
        boxes = []
        for one in root.iter("object"):
            sides = [_child(one, f"bndbox/{side}", where) for side in ("xmin", "ymin", "xmax", "ymax")]
            x0, y0, x1, y1 = finite(sides, where)
            boxes.append(ImportedBox((x0, y0, x1, y1), _child(one, "name", where)))
        width, height = finite([_child(root, "size/width", where), _child(root, "size/height", where)], where)
        path = _picture(file, _child(root, "filename", where), there)
        # Some tools leave the size at 0.
        yield ImportedPhoto(path, tuple(boxes), where, (int(width), int(height)) if width and height else None)
