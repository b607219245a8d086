"""Make an index of photographs labelled with another tool.

Run ``python -m datasets.photographs.importers FORMAT FOLDER --out INDEX``. Formats: ``yolo`` (text files), ``coco``
(one JSON file), ``voc`` (XML files), ``folders`` (single tiles in folders named by class). A table translates class
names (``datasets/photographs/importers/class_names.py``); common names need none.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.photographs.importers.class_names import COMMON, ClassTable, read_classes
from datasets.photographs.importers.coco import read_coco
from datasets.photographs.importers.common import Facts, ImportedPhoto, labelled
from datasets.photographs.importers.folders import read_folders
from datasets.photographs.importers.voc import read_voc
from datasets.photographs.importers.yolo import read_yolo
from datasets.photographs.index import write_index

FORMATS: dict[str, Callable[[Path, ClassTable], Iterator[ImportedPhoto]]] = {
    "yolo": read_yolo,
    "coco": lambda folder, _: read_coco(folder),
    "voc": lambda folder, _: read_voc(folder),
    "folders": lambda folder, _: read_folders(folder),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.photographs.importers", description=__doc__)
    parser.add_argument("format", choices=FORMATS)
    parser.add_argument("folder", type=Path, help="folder of the pictures and their labels (coco: or the file itself)")
    parser.add_argument("--out", type=Path, required=True, metavar="INDEX", help="index.jsonl to write")
    parser.add_argument("--classes", type=Path, default=COMMON, metavar="FILE.toml", help="table of class names")
    parser.add_argument("--source", help="name of the pictures in figures and splits (default: the folder's)")
    parser.add_argument("--complete", action="store_true", help="every tile in view is boxed: the rest is background")
    parser.add_argument("--one-group", action="store_true", help="all pictures show the same tiles: never split them")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, import and write; on an error write no index and exit with status 2."""
    parser = _parser()
    options = parser.parse_args(arguments)
    facts = Facts(options.source or options.folder.resolve().stem, options.complete, options.one_group)
    with one_line_on_error(parser):
        classes = read_classes(options.classes)
        with Console(stderr=True).status("importing") as status:
            photos = list(labelled(FORMATS[options.format](options.folder, classes), classes, facts, status.update))
        write_index(photos, options.out)
    tiles = sum(len(photo.tiles) for photo in photos)
    unknown = sum(tile.label is None for photo in photos for tile in photo.tiles)
    print(f"{options.out}: {len(photos)} pictures, {tiles} tiles, {unknown} of them of unknown kind")


if __name__ == "__main__":
    main()
