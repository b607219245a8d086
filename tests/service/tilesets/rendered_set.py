"""A rendered tile set to teach in tests: a photo of its faces, and a rack of its tiles."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from datasets.evaluation.tilesets.teaching_pictures import photograph, teaching_photo
from datasets.render.example import EXAMPLE_DESIGN, index_row
from tests.service.helpers import jpeg

DESIGN: Final = EXAMPLE_DESIGN
"""Design of the example picture; no network was trained on it."""

OTHER: Final = EXAMPLE_DESIGN + 1
"""Another design, for tests that choose the wrong tile set."""


@dataclass(frozen=True)
class Picture:
    """A rendered photo as a file, and its labels in the form `--labels` reads."""

    data: bytes
    labels: dict[str, Any]

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """Write the photo and the labels to files; return the paths."""
        folder.mkdir(exist_ok=True)
        photo, labels = folder / name, folder / f"{name}.json"
        photo.write_bytes(self.data)
        labels.write_text(json.dumps({**self.labels, "image": str(photo)}), "utf-8")
        return photo, labels


@cache
def faces(design: int = DESIGN) -> Picture:
    """Return the photo for teaching a tile set."""
    return _picture(teaching_photo(design))


@cache
def rack(seed: int = 0, design: int = DESIGN) -> Picture:
    """Return a photo of a rack of the tile set."""
    return _picture(photograph(design, seed, "good"))


def _picture(scene: Any) -> Picture:  # noqa: ANN401 - a Scene; its module need not be known here
    row: Any = index_row(scene, "a.jpg")
    tiles = [{"box": box[:4], "label": box[4]} for box in row["boxes"]]
    return Picture(jpeg(scene.pixels), {"image": "a.jpg", "tiles": tiles})
