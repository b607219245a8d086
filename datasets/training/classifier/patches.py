"""Cut faces out of pictures with some of their surroundings, so that each epoch can cut them differently."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.photographs.boxes import overlap
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import full_pixels
from datasets.photographs.physical_sets import tile_set
from datasets.render.patch_size import HEIGHT, MARGIN, WIDTH
from datasets.training.classifier.labels import LABELS, NONE
from vision.host.arrays import Floats, Pixels
from vision.host.face_crops import hulls, rectify

MOST_GLYPHS = 6
"""Most glyphs of a face whose places a patch records."""


MARKS = ("labels", "upright", "real", "sets", "faces", "texts", "glyphs")
"""The fields of patches beside their pixels."""


def no_glyphs(count: int) -> Floats:
    """Return the glyph places of ``count`` patches without glyphs, or with unknown glyphs."""
    return np.full((count, MOST_GLYPHS, 5), np.nan, np.float32)


@dataclass(frozen=True, slots=True)
class Patches:
    """Patches (n, HEIGHT, WIDTH, 3) uint8 RGB and their annotations: ``labels`` (n,) int16 indices.

    ``upright`` (n,) bool: the face is certainly upright. ``real`` (n,) bool: cut from a photograph. ``sets`` (n,)
    int64: a number for the tile set, the same for all pictures outside ``physical_sets.toml``. ``faces`` (n,) int64: a
    number for the printed face, the same in every shot of it; -1 if unknown. ``texts`` (n,) int64: the texts on the
    face, bits as in ``labels.texts_of``; -1 if unknown. ``glyphs`` (n, MOST_GLYPHS, 5) float32: single characters, each
    as its index in ``labels.GLYPHS``, x and y of its centre and its height in pixels of the patch, and degrees turned
    clockwise; NaN fills the unused rows. Glyphs are known if the texts are.
    """

    pixels: Pixels
    labels: npt.NDArray[np.int16]
    upright: npt.NDArray[np.bool_]
    real: npt.NDArray[np.bool_]
    sets: npt.NDArray[np.int64]
    faces: npt.NDArray[np.int64]
    texts: npt.NDArray[np.int64]
    glyphs: Floats

    def __post_init__(self) -> None:
        """Refuse arrays of different lengths."""
        lengths = {len(self.pixels), *(len(getattr(self, name)) for name in MARKS)}
        if len(lengths) != 1:
            raise ValueError(f"patches, labels and flags must be of one length, not {sorted(lengths)}")


def _between(quads: Floats, rng: np.random.Generator) -> Floats:
    """Return quads across the gap between neighbours, as examples of no tile."""
    wrong = []
    for quad in quads[rng.permutation(len(quads))[:2]]:
        sideways = (quad[1] - quad[0]) * rng.choice([-0.5, 0.5]) + (quad[3] - quad[0]) * rng.choice([-0.5, 0.0, 0.5])
        wrong.append(quad + sideways)
    return np.array(wrong, np.float32).reshape(-1, 4, 2)


def _elsewhere(photo: LabelledPhoto, quads: Floats, rng: np.random.Generator) -> Floats:
    """Return at most two random quads of a completely labelled picture that touch no tile."""
    found: list[Floats] = []
    for _ in range(8):
        side = float(np.exp(rng.uniform(np.log(18), np.log(140))))
        centre = rng.uniform(0, [photo.width, photo.height])
        shape = (
            np.array([[-0.36, -0.5], [0.36, -0.5], [0.36, 0.5], [-0.36, 0.5]]) * side
            + rng.normal(0, 0.05, (4, 2)) * side
        )
        quad = (shape + centre).astype(np.float32)
        if len(quads) == 0 or overlap(hulls(quad[None]), hulls(quads)).max() < 0.05:
            found.append(quad)
        if len(found) == 2:
            break
    return np.array(found, np.float32).reshape(-1, 4, 2)


def cut(
    photos: Iterable[LabelledPhoto],
    quads_of: Sequence[Floats] | None,
    *,
    real: bool,
    seed: int,
    nothing_of: Sequence[Floats] | None = None,
    most: int | None = None,
) -> Patches:
    """Cut every tile with known corners, and a few places without a tile.

    ``quads_of``: for each photo quads (tiles, 4, 2) float32, NaN if unknown, which replace those of the index.
    ``nothing_of``: for each photo further quads without a tile. ``most``: at most this many tiles per photo, drawn at
    random. A single-tile picture is its own quad. Mirrored copies are skipped.
    """
    rng = np.random.default_rng(seed)
    pixels: list[Pixels] = []
    marks: list[tuple[int, bool, int]] = []
    for place, photo in enumerate(photos):
        if photo.mirrored:
            continue
        quads = _quads(photo) if quads_of is None or photo.single_tile else quads_of[place]
        faces = _faces(photo, quads, () if nothing_of is None else nothing_of[place], most, rng)
        if not faces:
            continue
        corners = np.stack([quad for quad, _, _ in faces]).astype(np.float32)
        rgb = cv2.cvtColor(full_pixels(photo), cv2.COLOR_BGR2RGB)
        pixels.append(rectify(np.asarray(rgb, np.uint8), corners, size=(HEIGHT, WIDTH), margin=MARGIN))
        marks += [(label, known, zlib.crc32(tile_set(photo).encode())) for _, label, known in faces]
    stacked = np.concatenate(pixels) if pixels else np.zeros((0, HEIGHT, WIDTH, 3), np.uint8)
    names, upright, sets = np.array(marks, np.int64).reshape(-1, 3).T
    unknown = np.full(len(marks), -1, np.int64)
    whose = np.full(len(marks), real)
    glyphs = no_glyphs(len(marks))
    return Patches(stacked, names.astype(np.int16), upright.astype(bool), whose, sets, unknown, unknown, glyphs)


def _faces(
    photo: LabelledPhoto, quads: Floats, nothing: Floats | tuple[()], most: int | None, rng: np.random.Generator
) -> list[tuple[Floats, int, bool]]:
    """Return what to cut of one photo: quads (4, 2), their labels, and whether each is certainly upright."""
    kept = [i for i, tile in enumerate(photo.tiles) if tile.label is not None and np.isfinite(quads[i]).all()]
    there = quads[kept]
    if most is not None and len(kept) > most:
        kept = sorted(rng.choice(kept, most, replace=False).tolist())
    known_up = photo.single_tile or all(tile.quad is not None for tile in photo.tiles)
    faces = [(quads[i], LABELS.index(str(photo.tiles[i].label)), known_up) for i in kept]
    if photo.single_tile:
        return faces
    empty = [_between(quads[kept], rng)]
    if photo.complete:
        empty.append(_elsewhere(photo, there, rng))
    empty += [np.array(given, np.float32).reshape(-1, 4, 2) for given in (photo.pieces, nothing)]
    return [*faces, *((quad, NONE, False) for quad in np.concatenate(empty))]


def _quads(photo: LabelledPhoto) -> Floats:
    unknown = ((np.nan, np.nan),) * 4
    quads = [tile.corners if photo.single_tile else tile.quad or unknown for tile in photo.tiles]
    return np.array(quads, np.float32).reshape(-1, 4, 2)


def joined(parts: list[Patches]) -> Patches:
    """Concatenate patches. This empties ``parts`` on the way, so as not to hold gigabytes twice."""
    pixels = np.empty((sum(len(part.pixels) for part in parts), HEIGHT, WIDTH, 3), np.uint8)
    marks = {name: np.concatenate([getattr(part, name) for part in parts]) for name in MARKS}
    end = len(pixels)
    while parts:
        part = parts.pop()
        pixels[end - len(part.pixels) : end] = part.pixels
        end -= len(part.pixels)
    return Patches(pixels, **marks)
