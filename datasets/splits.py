"""Which pictures train and which only measure: decided by group, once, and never by picture.

Scenes: a group goes to validation by a hash of its name, so that adding photographs moves no old one. Single-tile
sources hold one whole tile set each; two of them are kept out of training entirely, so that one figure
speaks of sets never seen.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.index import LabelledPhoto

VALIDATION_SHARE = 0.15
UNSEEN_SOURCES = frozenset({"kch3coo/mahjong_detection", "justinchan114/Mahjong_Tile_Classifier"})
"""Sources no picture of which trains anything: tile sets of their own (see ``models/*/README.md``)."""


@dataclass(frozen=True, slots=True)
class Split:
    """Pictures for training and for validation; no group stands in both."""

    train: tuple[LabelledPhoto, ...]
    validation: tuple[LabelledPhoto, ...]

    def __post_init__(self) -> None:
        """Refuse a split that cuts through a group."""
        both = {photo.group for photo in self.train} & {photo.group for photo in self.validation}
        if both:
            raise ValueError(f"groups in both halves of the split: {sorted(both)[:5]}")


def is_validation(photo: LabelledPhoto) -> bool:
    """Whether the picture only measures."""
    if photo.single_tile:
        return photo.source in UNSEEN_SOURCES
    digest = hashlib.sha256(photo.group.encode()).digest()
    return int.from_bytes(digest[:4], "big") < VALIDATION_SHARE * 2**32


def split(photos: Iterable[LabelledPhoto]) -> Split:
    """Split by group."""
    everything: Sequence[LabelledPhoto] = tuple(photos)
    return Split(
        train=tuple(photo for photo in everything if not is_validation(photo)),
        validation=tuple(photo for photo in everything if is_validation(photo)),
    )
