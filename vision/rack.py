"""A rack as text, from labels and where the tiles lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.order import Layout
from vision.quads import Quads
from vision.reading import BACK

JOKER: Final = "J"

GAP: Final = 0.3
"""Part of a tile's width that lies free between two exposures, at least."""

FULL_RACK: Final = 13
"""Tiles of a whole hand without the winning tile: fewer are a part of one, whose rows say nothing."""


def rack_text(labels: Sequence[str], quads: Quads, layout: Layout) -> str:
    """The rack in the contract's text form, each exposure in brackets.

    Exposures lie on top of the rack, in a row of their own: of exactly two rows with 13 tiles or more together the
    upper one (as the faces stand) is taken for exposures if the gaps in it leave nothing but pungs, kongs, quints and
    sextets of like tiles and jokers. Otherwise everything is concealed: a photo cannot tell, and a wrong exposure
    would decide a claim. Face-down tiles have no text and are left out.

    Args:
        labels: of N tiles.
        quads: (N, 4, 2) their corners in pixels.
        layout: how they stand.
    """
    rows = list(layout.rows) if layout.faces_down else list(reversed(layout.rows))
    exposures: list[list[str]] = []
    if len(rows) == 2 and len(labels) >= FULL_RACK:
        groups = _groups(rows[0], quads)
        if all(_is_exposure([labels[index] for index in group]) for group in groups):
            exposures = [[labels[index] for index in group] for group in groups]
            rows = rows[1:]
    concealed = [labels[index] for row in rows for index in row if labels[index] != BACK]
    return " ".join([*(f"[{' '.join(group)}]" for group in exposures), *concealed])


def _groups(row: Sequence[int], quads: Quads) -> list[list[int]]:
    """The row cut where tiles stand clearly apart."""
    chosen = np.asarray(quads, np.float64)[list(row)]
    centres = chosen.mean(axis=1)
    widths = np.linalg.norm(chosen[:, 1] + chosen[:, 2] - chosen[:, 0] - chosen[:, 3], axis=1) / 2
    heights = np.linalg.norm(chosen[:, 2] + chosen[:, 3] - chosen[:, 0] - chosen[:, 1], axis=1) / 2
    step = np.diff(centres, axis=0)
    # What a tile takes up along the row: its width, or its height where it lies on its side.
    right = (chosen[:, 1] + chosen[:, 2] - chosen[:, 0] - chosen[:, 3]) / 2
    direction = centres[-1] - centres[0]
    sideways = np.abs(right @ direction) < 0.7 * widths * np.linalg.norm(direction)
    taken = np.where(sideways, heights, widths)
    free = np.linalg.norm(step, axis=1) - (taken[1:] + taken[:-1]) / 2
    groups = [[row[0]]]
    for index, gap in zip(row[1:], free, strict=True):
        if gap > GAP * float(np.median(widths)):
            groups.append([])
        groups[-1].append(index)
    return groups


def _is_exposure(labels: Sequence[str]) -> bool:
    """Three to six like tiles, jokers among them, but not jokers alone."""
    kinds = set(labels) - {JOKER}
    return 3 <= len(labels) <= 6 and len(kinds) == 1 and BACK not in kinds
