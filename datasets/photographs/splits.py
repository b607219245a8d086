"""Decide which pictures train and which only measure: by group, once, never by picture.

A hash of its name sends a group to validation, so that new photographs move no old one. Two sources of single tiles and
the American sets never train. More is left out by name: sources (``alanchoi00/mahjong_detection``) and sets of
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
"""Sources of single tiles that never train: tile sets of their own."""
UNSEEN_SETS = frozenset({"american-dragons", "american-grey", "american-pale", "american-seasons"})
"""Tile sets that never train: the American ones among the photographs."""


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


def names(text: str) -> list[str]:
    """Return the names of a comma-separated list, as the commands take what is left out."""
    return [name for part in text.split(",") if (name := part.strip())]


def is_left_out(photo: LabelledPhoto, leave_out: Collection[str]) -> bool:
    """Return whether the picture's source or tile set is named."""
    return photo.source in leave_out or tile_set(photo) in leave_out


def is_unseen(photo: LabelledPhoto, leave_out: Collection[str] = ()) -> bool:
    """Return whether the picture's source, tile set or design trains nothing, always or by name."""
    if is_left_out(photo, leave_out) or tile_set(photo) in UNSEEN_SETS or is_held_out(photo.design):
        return True
    return photo.single_tile and photo.source in UNSEEN_SOURCES


def is_validation(photo: LabelledPhoto, leave_out: Collection[str] = ()) -> bool:
    """Return whether the picture only measures."""
    if photo.single_tile or is_unseen(photo, leave_out):
        return is_unseen(photo, leave_out)
    digest = hashlib.sha256(photo.group.encode()).digest()
    return int.from_bytes(digest[:4], "big") < VALIDATION_SHARE * 2**32


def split(photos: Iterable[LabelledPhoto], leave_out: Collection[str] = ()) -> Split:
    """Split by group; sources and tile sets in ``leave_out`` only measure.

    Raises ``DatasetError`` (``nothing-left-out``) for a name that no picture bears: a slip of the pen would train on
    what is to be measured.
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
