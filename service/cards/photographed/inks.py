"""Tell the colours that words are printed in: the suits of a card."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_PALE: Final = 18.0
_PALEST: Final = 10.0
"""Chroma (CIELAB) below which ink is black: where no gap parts colours from black, and the least that a colour has."""

_GAP: Final = 6.0
"""Chroma between the palest colour and the most colourful black where a gap parts them: thin print is pale."""

_APART: Final = 34.0
"""Degrees of hue between two inks."""

_HUES: Final = {"red": 35.0, "green": 145.0, "blue": 285.0}
_SAME_NAME: Final = 55.0
"""Degrees of hue (CIELAB) of these colours in print, and how far an ink of that name may be."""

_MOST_INKS: Final = 4


def inks_of(colours: Sequence[tuple[float, float]]) -> list[str]:
    """Return for each word the name of its ink, all empty where the print has one colour alone.

    ``colours`` are a and b of CIE Lab, each ink's less its paper's. Words of one ink have one name: ``green``, ``red``
    or ``blue`` for the ink that is most so, else one that only tells it from others; black ink is ``black``.
    """
    least = _least([math.hypot(a, b) for a, b in colours])
    hues = [_hue(a, b) for a, b in colours if math.hypot(a, b) >= least]
    centres = _centres(hues)
    if len(centres) > _MOST_INKS:
        return [""] * len(colours)
    called = _called(centres)
    names = []
    for a, b in colours:
        if math.hypot(a, b) < least or not centres:
            names.append("black")
            continue
        hue = _hue(a, b)
        names.append(called[min(range(len(centres)), key=lambda at: _between(hue, centres[at]))])
    return names if len(set(names)) > 1 else [""] * len(colours)


def _least(chromas: list[float]) -> float:
    """Return the chroma from which ink has a colour: in the middle of the widest gap around ``_PALE``."""
    around = [(one, other) for one, other in pairwise(sorted(chromas)) if one < _PALE and other > _PALEST]
    one, other = max(around, key=lambda gap: gap[1] - gap[0], default=(0.0, 0.0))
    return min(max((one + other) / 2, _PALEST), _PALE) if other - one >= _GAP else _PALE


def _called(centres: list[float]) -> list[str]:
    """Return a name for each ink; two are never called alike."""
    names = [f"ink-{at}" for at in range(len(centres))]
    left = list(range(len(centres)))
    for name, hue in _HUES.items():
        near = min(left, key=lambda at: _between(centres[at], hue), default=None)
        if near is not None and _between(centres[near], hue) <= _SAME_NAME:
            names[near] = name
            left.remove(near)
    return names


def _hue(a: float, b: float) -> float:
    """Return degrees, 0 <= hue < 360."""
    return math.degrees(math.atan2(b, a)) % 360


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _centres(hues: list[float]) -> list[float]:
    """Return the middles of the groups that hues fall into, around the circle."""
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
    large = [group for group in groups if len(group) * 40 >= len(hues)]
    return [math.degrees(cmath.phase(sum(cmath.rect(1, math.radians(hue)) for hue in group))) % 360 for group in large]
