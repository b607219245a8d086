"""Lay racks as people do: tiles held, exposed, set apart, and lying about the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.drawing.set_style import pick
from datasets.render.faces.tile_design import BACK, FACE_LABELS, Design
from datasets.render.scene.placement import Placement, flat, leaning, points_of, row_of
from datasets.render.scene.racks import build_rack, random_shape
from datasets.render.scene.solids import Solid

ASIDE = -1
"""Row number of tiles outside the rack."""
WON = 9
"""Row number of a winning tile set apart."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Tiles laid out.

    Row 0 holds the exposures in order, and ``sizes`` the number of tiles of each exposure. Rows 1 to 9 hold concealed
    tiles, row 1 the farthest from the owner. Row ``ASIDE`` holds tiles outside the rack.
    """

    placement: Placement
    sizes: tuple[int, ...] = ()


def hold(rng: Rng, count: int) -> list[str]:
    """Deal ``count`` concealed tiles as people hold them, no kind more often than a tile set has it."""
    labels: list[str] = []
    while len(labels) < count:
        kind = pick(rng, (*FACE_LABELS, "F", "J"))
        room = (8 if kind in {"F", "J"} else 4) - labels.count(kind)
        labels += [kind] * min(int(rng.integers(1, 5)), room)
    return labels[:count]


def expose(rng: Rng, *, chows: bool = False) -> list[list[str]]:
    """Deal one to four exposures of like tiles and jokers (with ``chows``, also runs), 11 tiles at most."""
    groups: list[list[str]] = []
    kinds: set[str] = set()
    for _ in range(int(rng.integers(1, 5))):
        kind = pick(rng, [label for label in FACE_LABELS if label not in kinds | {"J"}])
        kinds.add(kind)
        size = int(pick(rng, (3, 4, 5, 6), (0.4, 0.4, 0.15, 0.05)))
        natural = int(rng.integers(1, min(size, 4) + 1))
        natural = min(size, 4) if rng.random() < 0.6 else natural
        group = [kind] * natural + ["J"] * (size - natural)
        rng.shuffle(group)
        if chows and rng.random() < 0.6:
            first = int(rng.integers(1, 8))
            suit = pick(rng, "BCD")
            group = [f"{first + step}{suit}" for step in range(3)]
        if sum(map(len, groups)) + len(group) <= 11:
            groups.append(group)
    return groups


def _line(
    rng: Rng, body: Design, groups: Sequence[Sequence[str]], at: tuple[float, float], row: int, *, turn: float = 0.0
) -> list[Solid]:
    """Lay groups of tiles in a line rightwards from ``at`` (x, y)."""
    x, y = at
    out = []
    for group in groups:
        for label in group:
            out.append(flat(rng, body, label, x, y + rng.normal(0, 0.02), turn + rng.normal(0, 1.5), 0.0, row))
            x += 1.01 + abs(rng.normal(0, 0.015))
        x += rng.uniform(0.35, 0.9)
    return out


def _standing(rng: Rng, body: Design, labels: Sequence[str], row: int) -> list[Solid]:
    """Stand or lean a row without a rack, centred on x = 0, sometimes in groups."""
    lean = float(rng.choice([90.0, rng.uniform(60, 88)]))
    places = row_of(len(labels), rng, tight=rng.random() < 0.7)
    return [
        leaning(rng, body, label, x, (0.0, 0.0), lean, row, rng.normal(0, 0.8))
        for label, x in zip(labels, places, strict=True)
    ]


def _lying(rng: Rng, body: Design, labels: Sequence[str], row: int, y: float = 0.0) -> list[Solid]:
    """Lay a row on the table, centred on x = 0, sometimes in groups."""
    places = row_of(len(labels), rng, tight=rng.random() < 0.7)
    return [
        flat(rng, body, label, x, y + rng.normal(0, 0.02), rng.normal(0, 1.2), 0.0, row)
        for label, x in zip(labels, places, strict=True)
    ]


def _table(solids: Sequence[Solid], *, standing: bool, near: Sequence[Solid] = ()) -> Placement:
    """Put tiles on a table without a rack; the camera is at the owner's seat or, if all tiles lie, anywhere."""
    return Placement(
        points_of([*solids, *near]),
        far=solids,
        near=near,
        elevation=(15, 60) if standing else (28, 90),
        azimuth=(-35, 35) if standing else (-180, 180),
        fill=(0.25, 1.0),
    )


def _racked(rng: Rng, body: Design, held: Sequence[str], groups: Sequence[Sequence[str]], *, turned: bool) -> Placement:
    made = build_rack(
        rng, body, random_shape(rng, body), held, groups, standing=not turned and rng.random() < 0.3, turned=turned
    )
    return replace(made, fill=(0.25, 1.0))


def _sizes(groups: Sequence[Sequence[str]]) -> tuple[int, ...]:
    return tuple(len(group) for group in groups)


def _rest(rng: Rng, groups: Sequence[Sequence[str]]) -> list[str]:
    """Deal the concealed tiles that fill the exposures up to 13 or 14 tiles."""
    return hold(rng, (14 if rng.random() < 0.6 else 13) - sum(map(len, groups)))


def on_top(rng: Rng, body: Design, *, touching: bool = False, turned: bool = False, chows: bool = False) -> Arrangement:
    """Put exposures on top of the rack, in groups with gaps.

    They may touch, be turned to the players across the table, or be runs (``chows``).
    """
    groups = expose(rng, chows=chows)
    laid = [[label for group in groups for label in group]] if touching else groups
    return Arrangement(_racked(rng, body, _rest(rng, groups), laid, turned=turned), _sizes(groups))


def beyond(rng: Rng, body: Design) -> Arrangement:
    """Lay exposures on the table beyond a standing or lying row."""
    groups = expose(rng)
    held = _rest(rng, groups)
    standing = rng.random() < 0.6
    row = (_standing if standing else _lying)(rng, body, held, 1)
    y = (body.thickness if standing else 0.5 / body.aspect) + rng.uniform(0.1, 1.0) + 0.5 / body.aspect
    wide = sum(_sizes(groups)) + 0.6 * len(groups)
    x = rng.uniform(-7.0, max(-6.9, 7.0 - wide))
    return Arrangement(_table(_line(rng, body, groups, (x, y), 0), standing=standing, near=row), _sizes(groups))


def beside(rng: Rng, body: Design) -> Arrangement:
    """Lay exposures to the right of the concealed tiles, in the line of their row."""
    groups = expose(rng)
    held = _rest(rng, groups)
    standing = rng.random() < 0.6
    row = (_standing if standing else _lying)(rng, body, held, 1)
    x = max(float(solid.centre[0]) for solid in row) + 1.0 + rng.uniform(0.5, 2.5)
    y = 0.5 / body.aspect if standing else 0.0
    shown = _line(rng, body, groups, (x, y), 0)
    return Arrangement(_table(shown, standing=standing, near=row), _sizes(groups))


def one_row(rng: Rng, body: Design) -> Arrangement:
    """Lay a rack of concealed tiles only, in one row."""
    held = _rest(rng, [])
    if rng.random() < 0.4:
        return Arrangement(_racked(rng, body, held, [], turned=False))
    standing = rng.random() < 0.3
    return Arrangement(_table((_standing if standing else _lying)(rng, body, held, 1), standing=standing))


def two_rows(rng: Rng, body: Design) -> Arrangement:
    """Lay a rack of concealed tiles only, in two rows."""
    held = _rest(rng, [])
    cut = int(rng.integers(4, 11))
    pitch = 1 / body.aspect + rng.uniform(0.03, 0.6)
    solids = [*_lying(rng, body, held[:cut], 1, pitch), *_lying(rng, body, held[cut:], 2)]
    return Arrangement(_table(solids, standing=False))


def won_beside(rng: Rng, body: Design) -> Arrangement:
    """Lay thirteen tiles in a row, and the winning tile apart at its right."""
    standing = rng.random() < 0.4
    row = (_standing if standing else _lying)(rng, body, hold(rng, 13), 1)
    x = max(float(solid.centre[0]) for solid in row) + 1.0 + rng.uniform(0.4, 2.0)
    y = 0.5 / body.aspect + 0.1 if standing else 0.0
    won = flat(rng, body, pick(rng, FACE_LABELS), x, y, rng.normal(0, 3), 0.0, WON)
    return Arrangement(_table([won], standing=standing, near=row))


def won_beyond(rng: Rng, body: Design) -> Arrangement:
    """Put the winning tile apart: beside exposures on top of the rack, or above a row without exposures."""
    groups = expose(rng) if rng.random() < 0.6 else []
    won = pick(rng, FACE_LABELS)
    made = _racked(rng, body, hold(rng, 13 - sum(map(len, groups))), [*groups, [won]], turned=False)
    apart = [replace(solid, row=WON) if solid is made.far[-1] else solid for solid in made.far]
    return Arrangement(replace(made, far=apart), _sizes(groups))


def _litter(rng: Rng, body: Design, made: Arrangement) -> Arrangement:
    """Add discards, walls and other players' tiles around the rack, at least a tile's height away from it."""
    points = points_of(made.placement.solids)
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    h = 1 / body.aspect
    out: list[Solid] = []
    far = float(high[1]) + h
    if rng.random() < 0.6:
        for x in np.arange(low[0] - 1, high[0] + 1, 1.7):
            for step in range(3):
                if rng.random() < 0.35:
                    label = BACK if rng.random() < 0.15 else pick(rng, FACE_LABELS)
                    angle = rng.uniform(0, 360)
                    where = (float(x + rng.uniform(-0.2, 0.2)), far + 0.7 + 1.8 * step)
                    out.append(flat(rng, body, label, *where, angle))
        far += 6.0
    if rng.random() < 0.35:
        x, y = rng.uniform(-12, -4), far + rng.uniform(0.5, 2)
        out += _line(rng, body, [[BACK] * int(rng.integers(6, 19))], (x, y), ASIDE)
        far = y + h
    if rng.random() < 0.35:
        y = far + rng.uniform(2, 5)
        out += _line(rng, body, expose(rng), (rng.uniform(-6, 0), y), ASIDE, turn=180.0)
    if rng.random() < 0.2:
        x = float(high[0]) + rng.uniform(2, 4)
        for step in range(int(rng.integers(3, 9))):
            out.append(flat(rng, body, pick(rng, FACE_LABELS), x, low[1] + 1.02 * step, 90.0))
    return replace(made, placement=replace(made.placement, far=[*out, *made.placement.far]))


def arrange_tiles(rng: Rng, body: Design, kind: str) -> Arrangement:
    """Lay out a rack of one of ``KINDS`` with the measures of ``body``; two in five get other tiles around them."""
    made = KINDS[kind](rng, body)
    return _litter(rng, body, made) if rng.random() < 0.4 else made


KINDS: dict[str, Callable[[Rng, Design], Arrangement]] = {
    "shelf": on_top,
    "touching": partial(on_top, touching=True),
    "turned": partial(on_top, turned=True),
    "chows": partial(on_top, chows=True),
    "beyond": beyond,
    "beside": beside,
    "one row": one_row,
    "two rows": two_rows,
    "won beside": won_beside,
    "won beyond": won_beyond,
}
"""The arrangements by name."""
