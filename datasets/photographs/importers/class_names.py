"""Translate class names of other tools into our labels.

A table is a TOML file::

    order = ["sb1", "sb2"]        # the class numbers 0, 1, ... of YOLO files, where no classes.txt says so

    [names]
    "1B" = ["bamboo-1", "sb1"]    # a label of ours, and what others call it
    F = ["spring", "plum"]
    "?" = ["tile"]                # tiles of unknown kind: they teach where tiles are, not what they are
    "-" = ["dice"]                # no tiles: their boxes are left out

Our own labels mean themselves. ``names.toml`` holds names in common use; a table given with ``--classes`` replaces it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from datasets.errors import DatasetError
from datasets.text_files import toml_table
from vision.reading import TILE_LABELS

COMMON = Path(__file__).with_name("names.toml")
UNKNOWN = "?"
NO_TILE = "-"
MOST_NAMED = 12
"""Most unknown names that an error lists."""


@dataclass(frozen=True, slots=True)
class ClassTable:
    """Class names and their meanings: a label, ``UNKNOWN`` or ``NO_TILE``; ``order`` names the class numbers."""

    meaning: Mapping[str, str]
    order: tuple[str, ...]
    file: str

    def __post_init__(self) -> None:
        """Raise ``DatasetError`` (``bad-classes``) for meanings outside our labels."""
        unknown = sorted(set(self.meaning.values()) - TILE_LABELS - {UNKNOWN, NO_TILE})
        if unknown:
            known = ", ".join(sorted(TILE_LABELS))
            raise DatasetError("bad-classes", f"{', '.join(unknown)}: no label of ours; use {known}", self.file)

    def check(self, names: set[str]) -> None:
        """Raise ``DatasetError`` (``unknown-classes``) with all names of an import that the table lacks."""
        missing = sorted(name for name in names if name not in self.meaning and name not in TILE_LABELS)
        if missing:
            more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
            raise DatasetError(
                "unknown-classes",
                f"what are {', '.join(map(repr, missing[:MOST_NAMED]))}{more}? Add them to the table of class names",
                self.file,
            )

    def label(self, name: str) -> str:
        """Return the meaning of a name; call ``check`` first."""
        return self.meaning.get(name, name)


def _texts(values: object, where: str, file: str) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise DatasetError("bad-classes", f"{where} must be a list of names in quotes", file)
    return tuple(values)


def read_classes(path: Path = COMMON) -> ClassTable:
    """Read a table; raises ``DatasetError`` (``bad-classes``) naming file and key, ``OSError`` if it is missing."""
    file = path.name
    table = toml_table(path, "bad-classes")
    if unknown := sorted(set(table) - {"names", "order"}):
        raise DatasetError("bad-classes", f"{', '.join(unknown)}: only 'names' and 'order' mean something here", file)
    entries = table.get("names", {})
    if not isinstance(entries, dict):
        raise DatasetError("bad-classes", "'names' must be a table of lists of names", file)
    meaning: dict[str, str] = {}
    for label, names in entries.items():
        for name in _texts(names, f"names.{label}", file):
            if meaning.setdefault(name, label) != label:
                raise DatasetError("bad-classes", f"{name!r} is called {meaning[name]} and {label}: keep one", file)
    return ClassTable(meaning, _texts(table.get("order", []), "order", file), file)
