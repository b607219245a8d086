"""Read and write the photo index: one JSON object per line, each a picture and its labelled boxes.

``datasets/photographs/README.md`` lists the fields.
"""

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError
from datasets.text_files import json_value
from vision.geometry import Quad, as_quads, box_corners
from vision.reading import TILE_LABELS


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One boxed tile.

    ``box`` is ``(x0, y0, x1, y1)`` in pixels of the stored picture; ``label`` is ``None`` if the kind is unknown;
    ``quad`` is the printed face, clockwise from its own top-left, or ``None`` if the corners are unknown.
    """

    box: tuple[float, float, float, float]
    label: str | None
    quad: tuple[tuple[float, float], ...] | None = None

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Return the face's own corners, or those of the box if they are unknown."""
        return self.quad or box_corners(self.box)


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One picture of the index.

    ``group`` names the scene: pictures of one group show the same tiles, so a split never cuts through a group.
    ``ignored``: boxes ``(x0, y0, x1, y1)`` that may or may not hold a tile. ``mirrored``: an upstream copy that may be
    a mirror image, whose glyphs must not train. ``complete``: every tile in view is boxed. ``pieces``: corners of
    objects that only look like tiles. ``design``: the design of a rendered scene, None for a photograph.
    """

    path: Path
    name: str
    width: int
    height: int
    group: str
    source: str
    tiles: tuple[LabelledTile, ...]
    single_tile: bool = False
    mirrored: bool = False
    complete: bool = False
    tile_aspect: float | None = None
    ignored: tuple[tuple[float, float, float, float], ...] = ()
    pieces: tuple[Quad, ...] = ()
    design: str | None = None


def _tiles(row: dict[str, object], where: str) -> Iterator[LabelledTile]:
    boxes = row.get("boxes")
    quads = row.get("quads")
    if not isinstance(boxes, list):
        raise DatasetError("bad-index", "'boxes' must be a list of [x0, y0, x1, y1, label]", where)
    if quads is not None and (not isinstance(quads, list) or len(quads) != len(boxes)):
        raise DatasetError("bad-index", "'quads' must hold one quad a box", where)
    for number, entry in enumerate(boxes):
        if not isinstance(entry, list) or len(entry) != 5:
            raise DatasetError("bad-index", f"box {number} must be [x0, y0, x1, y1, label]", where)
        x0, y0, x1, y1 = (float(value) for value in entry[:4])
        label = entry[4]
        if label is not None and label not in TILE_LABELS:
            raise DatasetError(
                "bad-index", f"box {number} is called {label!r}, which is no tile; known: {sorted(TILE_LABELS)}", where
            )
        if not (x1 > x0 and y1 > y0 and all(map(math.isfinite, (x0, y0, x1, y1)))):
            raise DatasetError("bad-index", f"box {number} is empty: {entry[:4]}", where)
        quad = None if quads is None else as_quads([quads[number]])[0]
        yield LabelledTile((x0, y0, x1, y1), label, quad)


def _photo(row: object, folder: Path, where: str) -> LabelledPhoto:
    if not isinstance(row, dict):
        raise DatasetError("bad-index", "not a JSON object with image, size and boxes", where)
    return LabelledPhoto(
        path=folder / row["image"],
        name=row["image"],
        width=int(row["width"]),
        height=int(row["height"]),
        group=str(row["group"]),
        source=str(row["source"]),
        tiles=tuple(_tiles(row, where)),
        single_tile=bool(row.get("single_tile")),
        mirrored=bool(row.get("mirrored_or_rotated")),
        complete=row.get("all_tiles_boxed") is True,
        tile_aspect=row.get("tile_aspect"),
        ignored=tuple((a, b, c, d) for a, b, c, d in row.get("ignored", ())),
        pieces=tuple(as_quads(row.get("pieces", ()))),
        design=row.get("design"),
    )


def read_index(path: Path) -> tuple[LabelledPhoto, ...]:
    """Read an index file; picture paths are relative to its folder.

    Raises ``DatasetError`` (``bad-index``) naming file, line and field, and ``OSError`` if the file cannot be read.
    """
    photos = []
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            where = f"{path.name}:{number}"
            try:
                photos.append(_photo(json_value(line.decode("utf-8"), "bad-index", where), path.parent, where))
            except KeyError as error:
                raise DatasetError("bad-index", f"the field {error} is missing", where) from error
            except DatasetError:
                raise
            except UnicodeDecodeError as error:
                raise DatasetError("bad-index", f"no UTF-8 text: {error}", where) from error
            except (TypeError, ValueError, OverflowError) as error:
                raise DatasetError("bad-index", f"a field holds something of another kind: {error}", where) from error
    return tuple(photos)


def photo_row(photo: LabelledPhoto, folder: Path) -> dict[str, Any]:
    """Return the JSON object of a picture for an index in ``folder``; ``read_index`` reads it back."""
    image = Path(os.path.relpath(photo.path.resolve(), folder.resolve())).as_posix()
    row: dict[str, Any] = {
        "image": image,
        "width": photo.width,
        "height": photo.height,
        "group": photo.group,
        "source": photo.source,
        "boxes": [[*tile.box, tile.label] for tile in photo.tiles],
        "single_tile": photo.single_tile,
        "mirrored_or_rotated": photo.mirrored,
        "all_tiles_boxed": photo.complete,
        "tile_aspect": photo.tile_aspect,
        "ignored": [list(box) for box in photo.ignored],
    }
    quads = [tile.quad for tile in photo.tiles]
    if quads and all(quad is not None for quad in quads):
        row["quads"] = quads
    if photo.pieces:
        row["pieces"] = photo.pieces
    if photo.design is not None:
        row["design"] = photo.design
    return row


def write_index(photos: Iterable[LabelledPhoto], path: Path, *, append: bool = False) -> None:
    """Write pictures as an index, or with ``append`` add them to it; writes all pictures or none.

    Keeps the quads of a picture only if every tile has one.
    """
    lines = "".join(json.dumps(photo_row(photo, path.parent)) + "\n" for photo in photos)
    if append and path.exists() and not path.read_bytes().endswith(b"\n"):
        lines = f"\n{lines}"  # an editor may have left the last line open
    with path.open("a" if append else "w", encoding="utf-8") as file:
        file.write(lines)
