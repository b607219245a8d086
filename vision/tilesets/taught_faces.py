"""Make taught faces from crops, and new embeddings of them for another classifier."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from models import ModelCard
from vision.errors import VisionError
from vision.requests import EmbedViews, Encode, Encoded, Pixels, Steps
from vision.tilesets.tile_set import MadeBy, TaughtFace, TileSet


def teach_faces(
    crops: Sequence[Pixels], labels: Sequence[str], origins: Sequence[str]
) -> Steps[tuple[TaughtFace, ...]]:
    """Return taught faces, from upright crops and a person's labels for them.

    Args:
        crops: N crops of the host.
        labels: N tile codes or `BACK`.
        origins: N texts that say where each crop comes from.

    Raises:
        VisionError: `bad-label`, also for another number of labels or origins than crops.
    """
    if not len(crops) == len(labels) == len(origins):
        raise VisionError("bad-label", f"need a label and an origin for each of {len(crops)} crops", "labels")
    encoded: Encoded = yield Encode(tuple(crops))
    # Embed the crops as the encoded pictures show them, since the set keeps only these.
    views: Sequence[array[float]] = yield EmbedViews(encoded.crops)
    return tuple(
        TaughtFace(label, picture, crop, one, origin)
        for label, picture, crop, one, origin in zip(
            labels, encoded.pictures, encoded.crops, views, origins, strict=True
        )
    )


def renewed(tile_set: TileSet, card: ModelCard) -> Steps[TileSet]:
    """Return the set with new embeddings by this classifier, from the crops that it keeps; every face stays."""
    views: Sequence[array[float]] = yield EmbedViews(tuple(face.crop for face in tile_set.faces))
    faces = tuple(replace(face, views=one) for face, one in zip(tile_set.faces, views, strict=True))
    made_by = MadeBy.of(card)
    before = tile_set.renewed_from if tile_set.made_by == made_by else tile_set.made_by.name
    return TileSet(tile_set.name, made_by, faces, before)
