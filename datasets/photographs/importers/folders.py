"""Read single tiles in folders named by class: ``FOLDER/bamboo-1/a.jpg``; the tile fills its picture."""

from collections.abc import Iterator
from pathlib import Path

from datasets.errors import DatasetError
from datasets.photographs.importers.common import ImportedBox, ImportedPhoto, pictures


def read_folders(folder: Path) -> Iterator[ImportedPhoto]:
    """Yield every picture below a folder, with the name of its own folder as its class.

    Raises ``DatasetError``: ``no-pictures``, ``no-labels`` for a picture outside the class folders.
    """
    for picture in pictures(folder):
        if picture.parent == folder:
            raise DatasetError("no-labels", f"{picture.name} lies in no folder named by its class", str(folder))
        box = ImportedBox((0.0, 0.0, 1.0, 1.0), picture.parent.name)
        yield ImportedPhoto(picture, (box,), str(picture.parent), parts=True, single_tile=True)
