"""Make taught faces of crops, and their embeddings anew for another classifier."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from models import ModelCard
from vision.requests import EmbedViews, Encode, Encoded, Pixels, Steps
from vision.tilesets.tile_set import MadeBy, TaughtFace, TileSet


def teach_faces(
    crops: Sequence[Pixels], labels: Sequence[str], origins: Sequence[str]
) -> Steps[tuple[TaughtFace, ...]]:
    """Return faces to teach, from upright crops and what a person says of them.

    Args:
        crops: N crops of the host.
        labels: N tile codes or `BACK`.
        origins: N texts, where each comes from.

    Raises:
        VisionError: `bad-label`.
    """
    encoded: Encoded = yield Encode(tuple(crops))
    # The embeddings are of the pictures that are kept, not of what they were made from.
    views: Sequence[array[float]] = yield EmbedViews(encoded.crops)
    return tuple(
        TaughtFace(label, picture, crop, one, origin)
        for label, picture, crop, one, origin in zip(
            labels, encoded.pictures, encoded.crops, views, origins, strict=True
        )
    )


def renewed(tile_set: TileSet, card: ModelCard) -> Steps[TileSet]:
    """Return the set with embeddings of this classifier, made anew from the crops it keeps; every face stays."""
    views: Sequence[array[float]] = ()
    if tile_set.faces:  # an emptied set holds none to be looked at
        views = yield EmbedViews(tuple(face.crop for face in tile_set.faces))
    faces = tuple(replace(face, views=one) for face, one in zip(tile_set.faces, views, strict=True))
    made_by = MadeBy.of(card)
    before = tile_set.renewed_from if tile_set.made_by == made_by else tile_set.made_by.name
    return TileSet(tile_set.name, made_by, faces, before)
