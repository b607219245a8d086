"""Group the printed letters of a card by the colour of their ink, which shows the suit."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_PALE: Final = 18.0
_PALEST: Final = 10.0
"""Chroma (CIELAB) below which ink is black: the default, and the lower bound if a gap separates colours from black."""

_GAP: Final = 6.0
"""Minimum gap in chroma between black and colours that moves the threshold, since thin print is pale."""

_APART: Final = 34.0
"""Minimum difference between two inks, in degrees of hue."""

_HUES: Final = {"red": 35.0, "green": 145.0, "blue": 285.0}
_SAME_NAME: Final = 55.0
"""Hue of these colours in print, in degrees (CIELAB), and how far from it an ink of that name may be."""

_MOST_INKS: Final = 4
_LETTERS_OF_INK: Final = 40
"""An ink of the card has at least one of so many letters."""


def inks_of(colours: Sequence[tuple[float, float]]) -> list[str]:
    """Return the name of each letter's ink; all empty if the print has only one colour.

    ``colours`` are a and b of CIE Lab, ink minus paper, one pair per letter. The ink nearest to green, red or blue gets
    that name (``green``, ``red``, ``blue``), black ink is ``black``, any other ink gets an arbitrary name, and a letter
    far from every ink gets none.
    """
    least = _least([math.hypot(a, b) for a, b in colours])
    hues = [_hue(a, b) for a, b in colours if math.hypot(a, b) >= least]
    centres = _centres(hues)
    # Beside one ink a speck or a shadow makes no second one: all letters would surely be of one suit.
    if len(centres) > _MOST_INKS or len(hues) * _LETTERS_OF_INK < len(colours):
        return [""] * len(colours)
    called = _called(centres)
    names = []
    for a, b in colours:
        if math.hypot(a, b) < least or not centres:
            names.append("black")
            continue
        hue = _hue(a, b)
        nearest = min(range(len(centres)), key=lambda at: _between(hue, centres[at]))
        # An ink of a few letters alone is no centre, and none of the others either.
        names.append(called[nearest] if _between(hue, centres[nearest]) <= _SAME_NAME else "")
    return names if len(set(names)) > 1 else [""] * len(colours)


def _least(chromas: list[float]) -> float:
    """Return the chroma from which ink counts as coloured: the middle of the widest gap around ``_PALE``."""
    around = [(one, other) for one, other in pairwise(sorted(chromas)) if one < _PALE and other > _PALEST]
    one, other = max(around, key=lambda gap: gap[1] - gap[0], default=(0.0, 0.0))
    return min(max((one + other) / 2, _PALEST), _PALE) if other - one >= _GAP else _PALE


def _called(centres: list[float]) -> list[str]:
    """Return a distinct name for each ink."""
    names = [f"ink-{at}" for at in range(len(centres))]
    left = list(range(len(centres)))
    for name, hue in _HUES.items():
        near = min(left, key=lambda at: _between(centres[at], hue), default=None)
        if near is not None and _between(centres[near], hue) <= _SAME_NAME:
            names[near] = name
            left.remove(near)
    return names


def _hue(a: float, b: float) -> float:
    """Return the hue in degrees, 0 <= hue < 360."""
    return math.degrees(math.atan2(b, a)) % 360


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _centres(hues: list[float]) -> list[float]:
    """Cluster hues on the colour circle and return the centres, in degrees."""
    if not hues:
        return []
    ordered = sorted(hues)
    gaps = [(ordered[(at + 1) % len(ordered)] - one) % 360 for at, one in enumerate(ordered)]
    first = (gaps.index(max(gaps)) + 1) % len(ordered)
    turned = ordered[first:] + ordered[:first]
    groups = [[turned[0]]]
    for before, hue in pairwise(turned):
        if (hue - before) % 360 > _APART:
            groups.append([])
        groups[-1].append(hue)
    large = [group for group in groups if len(group) * _LETTERS_OF_INK >= len(hues)]
    return [math.degrees(cmath.phase(sum(cmath.rect(1, math.radians(hue)) for hue in group))) % 360 for group in large]
