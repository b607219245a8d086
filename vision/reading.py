"""Value types of a reading, which check themselves when made, with the JSON of the public contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from rules.input.declared_types import checked, checked_fields
from rules.tiles import ALL_TILES
from vision.errors import VisionError
from vision.geometry import Box, Quad, hull, is_finite

BACK: Final = "BACK"
"""Label of a face-down tile."""

UNCLEAR: Final = "exposures-unclear"
"""Code of the issue that asks a person whether and how the named tiles are exposed."""

TILE_LABELS: Final = frozenset(tile.code for tile in ALL_TILES) | {BACK}
"""Every label a reading may carry."""


@dataclass(frozen=True, slots=True)
@checked_fields(VisionError)
class TileReading:
    """One tile of a rack.

    Attributes:
        label: a tile code, or `BACK` for a face-down tile.
        confidence: calibrated probability of the label.
        alternatives: the next likely labels with their probabilities, likeliest first.
        quad: the printed face in pixels of the full upright picture, clockwise from the face's own top left.
        row: which row the tile stands in, counted from the top of the picture.
        index: the tile's place in the reading order of the whole picture.
        sure: false if a person should check the tile.

    Raises:
        VisionError: `bad-label`, `bad-probability` outside 0 to 1, `bad-quad` for a corner that is not finite,
            `bad-place` for a place below 0.
    """

    label: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    quad: Quad
    row: int
    index: int
    sure: bool

    def __post_init__(self) -> None:
        for name in (self.label, *(label for label, _ in self.alternatives)):
            if name not in TILE_LABELS:
                raise VisionError("bad-label", f"{name!r} is no tile label", "tile.label")
        if any(label == self.label for label, _ in self.alternatives):
            raise VisionError("bad-label", f"{self.label} is its own alternative", "tile.alternatives")
        for value in (self.confidence, *(value for _, value in self.alternatives)):
            if not 0.0 <= value <= 1.0:
                message = f"need a probability from 0 to 1, got {value!r}"
                raise VisionError("bad-probability", message, "tile.confidence")
        if not is_finite(self.quad):
            raise VisionError("bad-quad", f"a corner is not a finite number: {self.quad!r}", "tile.quad")
        if self.row < 0 or self.index < 0:
            raise VisionError("bad-place", "row and index count from 0", "tile.row")

    @property
    def box(self) -> Box:
        """The quad's upright hull x0, y0, x1, y1 in pixels of the full picture."""
        return hull(self.quad)

    def to_json(self) -> dict[str, Any]:
        """Return the contract's tile object; pixels to a hundredth, probabilities to four places."""
        return {
            "label": self.label,
            "confidence": round(float(self.confidence), 4),
            "alternatives": [[label, round(float(value), 4)] for label, value in self.alternatives],
            "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in self.quad],
            "box": [round(float(value), 2) for value in self.box],
            "row": self.row,
            "index": self.index,
            "sure": self.sure,
        }


@dataclass(frozen=True, slots=True)
@checked_fields(VisionError)
class Issue:
    """Something about the photo that a player should know.

    Attributes:
        code: kebab-case name, stable across versions.
        message: the problem and the remedy, in a player's words.
        tiles: indices of the tiles it is about; empty when it is about the whole picture.
    """

    code: str
    message: str
    tiles: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return code, message and tile indices."""
        return {"code": self.code, "message": self.message, "tiles": list(self.tiles)}


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall time of each stage in milliseconds.

    `decode` is the time of decoding the picture; `total` covers everything from the bytes to the reading.
    """

    decode: float = 0.0
    detect: float = 0.0
    classify: float = 0.0
    total: float = 0.0

    def to_json(self) -> dict[str, float]:
        """Return milliseconds to a hundredth."""
        return {
            "decode": round(self.decode, 2),
            "detect": round(self.detect, 2),
            "classify": round(self.classify, 2),
            "total": round(self.total, 2),
        }


@dataclass(frozen=True, slots=True)
@checked_fields(VisionError)
class SetInUse:
    """The taught set that a person chose for a photo.

    Attributes:
        name: the name of the set.
        used: whether the set counts in the reading; false if the tiles do not look like it and the networks read alone.
        doubted: whether the set counts although the tiles may be of another one.
        better: name of another taught set that the tiles clearly belong to; None if we found none or did not search.
    """

    name: str
    used: bool
    doubted: bool = False
    better: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the name, whether the set is used or doubted, and the set that fits better."""
        return {"name": self.name, "used": self.used, "doubted": self.doubted, "better": self.better}


@dataclass(frozen=True, slots=True)
@checked_fields(VisionError)
class RackReading:
    """The reading of one photograph; a reading without tiles is valid.

    Attributes:
        width, height: size of the full upright picture in pixels.
        tiles: in reading order; `tiles[i].index == i`, rows do not decrease.
        rack: the rack as text, exposures in brackets, without face-down tiles and tiles aside.
        issues: problems of the photo and the rack, most serious first.
        model: the networks that read it, `name@version`.
        timing_ms: wall time of each stage.
        exposures: indices of the tiles of each exposure, in the order of the brackets in `rack`.
        aside: indices of the tiles that lie beside the rack and are no part of it.
        tile_set: the chosen taught set, or None.
        alike: indices of unsure tiles of the rack that show the same print, a group each.

    Raises:
        VisionError: `bad-size`; `bad-place` for tiles out of order, and for an index that is no tile's or comes twice.
    """

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    rack: str
    issues: tuple[Issue, ...]
    model: str
    timing_ms: Timing = field(default=Timing(), compare=False)
    exposures: tuple[tuple[int, ...], ...] = ()
    aside: tuple[int, ...] = ()
    tile_set: SetInUse | None = None
    alike: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise VisionError("bad-size", "a picture is at least 1 x 1 pixels", "reading")
        if [tile.index for tile in self.tiles] != list(range(len(self.tiles))):
            raise VisionError("bad-place", "tiles must be in reading order, numbered from 0", "reading.tiles")
        rows = [tile.row for tile in self.tiles]
        if rows and (rows[0] != 0 or any(after - before not in {0, 1} for before, after in pairwise(rows))):
            raise VisionError("bad-place", "rows must count up from 0 without gaps", "reading.tiles")
        named = [*self.aside, *(index for group in self.exposures for index in group)]
        if len(set(named)) != len(named) or any(not 0 <= index < len(self.tiles) for index in named):
            raise VisionError("bad-place", "exposures and tiles aside must name each tile once", "reading.exposures")
        named = [index for group in self.alike for index in group]
        if len(set(named)) != len(named) or any(not 0 <= index < len(self.tiles) for index in named):
            raise VisionError("bad-place", "groups of like tiles must name each tile once at most", "reading.alike")
        for issue in self.issues:
            if any(not 0 <= index < len(self.tiles) for index in issue.tiles):
                raise VisionError("bad-place", f"issue {issue.code} names tiles that are not there", "reading.issues")

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The labels row by row, from the top of the picture, left to right."""
        count = 1 + max((tile.row for tile in self.tiles), default=-1)
        return tuple(tuple(tile.label for tile in self.tiles if tile.row == row) for row in range(count))

    @property
    def counts(self) -> dict[str, int]:
        """Number of tiles of each kind in view, without face-down ones."""
        return dict(Counter(tile.label for tile in self.tiles if tile.label != BACK))

    @property
    def unsure(self) -> tuple[int, ...]:
        """Indices of the tiles that a person should check."""
        return tuple(tile.index for tile in self.tiles if not tile.sure)

    @checked(VisionError)
    def to_json(self, image: str) -> dict[str, Any]:
        """Return the contract's scan document for the picture called `image`.

        It adds `exposures`, `aside`, `counts`, `issues`, `set` and, if there are any, `alike` to the contract's fields.
        """
        return {
            "image": image,
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_json() for tile in self.tiles],
            "rows": [list(row) for row in self.rows],
            "rack": self.rack,
            "exposures": [list(group) for group in self.exposures],
            "aside": list(self.aside),
            "unsure": list(self.unsure),
            "counts": self.counts,
            "issues": [issue.to_json() for issue in self.issues],
            "model": self.model,
            "set": None if self.tile_set is None else self.tile_set.to_json(),
            **({"alike": [list(group) for group in self.alike]} if self.alike else {}),
            "timing_ms": self.timing_ms.to_json(),
        }
