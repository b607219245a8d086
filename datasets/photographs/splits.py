"""Split pictures into training and validation by group, never by picture.

A hash of the group's name decides, so that new photographs do not move old ones. Two sources of single tiles and the
American sets never train. Callers exclude more by name: sources (``alanchoi00/mahjong_detection``) and sets of
``physical_sets.toml``.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from datasets.errors import DatasetError
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.physical_sets import tile_set
from datasets.render.design_splits import is_held_out

VALIDATION_SHARE = 0.15
UNSEEN_SOURCES = frozenset({"kch3coo/mahjong_detection", "justinchan114/Mahjong_Tile_Classifier"})
"""Sources of single tiles that never train, because each shows tile sets of its own."""
UNSEEN_SETS = frozenset({"american-dragons", "american-grey", "american-pale", "american-seasons"})
"""Tile sets that never train: the American sets among the photographs."""


@dataclass(frozen=True, slots=True)
class Split:
    """Pictures for training and for validation, without a common group."""

    train: tuple[LabelledPhoto, ...]
    validation: tuple[LabelledPhoto, ...]

    def __post_init__(self) -> None:
        """Raise ``ValueError`` if the split cuts through a group."""
        both = {photo.group for photo in self.train} & {photo.group for photo in self.validation}
        if both:
            raise ValueError(f"groups in both halves of the split: {sorted(both)[:5]}")


def names(text: str) -> list[str]:
    """Parse a comma-separated list of names, the argument of ``--leave-out``."""
    return [name for part in text.split(",") if (name := part.strip())]


def is_left_out(photo: LabelledPhoto, leave_out: Collection[str]) -> bool:
    """Return whether ``leave_out`` names the picture's source or tile set."""
    return photo.source in leave_out or tile_set(photo) in leave_out


def is_unseen(photo: LabelledPhoto, leave_out: Collection[str] = ()) -> bool:
    """Return whether the picture's source, tile set or design is held out, always or by ``leave_out``."""
    if is_left_out(photo, leave_out) or tile_set(photo) in UNSEEN_SETS or is_held_out(photo.design):
        return True
    return photo.single_tile and photo.source in UNSEEN_SOURCES


def is_validation(photo: LabelledPhoto, leave_out: Collection[str] = ()) -> bool:
    """Return whether the picture belongs to validation."""
    if photo.single_tile or is_unseen(photo, leave_out):
        return is_unseen(photo, leave_out)
    digest = hashlib.sha256(photo.group.encode()).digest()
    return int.from_bytes(digest[:4], "big") < VALIDATION_SHARE * 2**32


def split(photos: Iterable[LabelledPhoto], leave_out: Collection[str] = ()) -> Split:
    """Split by group; sources and tile sets in ``leave_out`` go to validation.

    Raises ``DatasetError`` (``nothing-left-out``) for a name without pictures, because a typing error would let
    held-out pictures train.
    """
    everything: Sequence[LabelledPhoto] = tuple(photos)
    there = {photo.source for photo in everything} | {tile_set(photo) for photo in everything}
    if unknown := sorted(set(leave_out) - there):
        raise DatasetError(
            "nothing-left-out",
            f"no picture is of {', '.join(unknown)}; the sources and tile sets are {', '.join(sorted(there))}",
            "leave-out",
        )
    return Split(
        train=tuple(photo for photo in everything if not is_validation(photo, leave_out)),
        validation=tuple(photo for photo in everything if is_validation(photo, leave_out)),
    )
