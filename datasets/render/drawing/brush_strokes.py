"""Draw characters stroke by stroke, so that every tile set has its own handwriting.

Engravers of real tiles copy brush writing, and fonts offer only a few fixed hands. A character is a list of strokes in
a square of 100 units, y downwards; the set's handwriting sets their thickness, tilt and unsteadiness.
"""

from typing import Literal, TypeAlias

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Floats, normals, oval
from datasets.render.drawing.set_style import Style, weight_for

_Kind = Literal["across", "down", "left", "right", "dot", "bend"]
_Stroke: TypeAlias = tuple[_Kind, tuple[tuple[float, float], ...]]

# Width along a stroke, as a share of the pen: the brush presses, lifts and points differently in each.
_PRESSURE: dict[_Kind, tuple[float, ...]] = {
    "across": (0.9, 0.65, 0.7, 1.15),
    "down": (1.15, 0.85, 0.85, 0.95),
    "left": (1.15, 1.0, 0.7, 0.15),
    "right": (0.35, 0.8, 1.35, 0.25),
    "dot": (0.3, 1.0, 1.3, 0.8),
    "bend": (1.0, 0.85, 1.0, 0.8),
}

_FIVE: tuple[_Stroke, ...] = (
    ("across", ((18, 16), (82, 14))),
    ("down", ((46, 16), (36, 82))),
    ("bend", ((22, 48), (72, 45), (66, 82))),
    ("across", ((6, 86), (94, 83))),
)

STROKES: dict[str, tuple[_Stroke, ...]] = {
    "一": (("across", ((8, 54), (92, 46))),),
    "二": (("across", ((24, 28), (76, 25))), ("across", ((8, 78), (92, 74)))),
    "三": (("across", ((18, 18), (82, 14))), ("across", ((25, 48), (75, 45))), ("across", ((6, 82), (94, 78)))),
    "四": (
        ("down", ((16, 24), (21, 80))),
        ("bend", ((16, 24), (86, 22), (80, 80))),
        ("left", ((40, 25), (38, 46), (28, 60))),
        ("bend", ((59, 24), (60, 52), (73, 54))),
        ("across", ((20, 76), (80, 75))),
    ),
    "五": _FIVE,
    "伍": (
        ("left", ((24, 6), (18, 26), (4, 44))),
        ("down", ((17, 32), (17, 94))),
        *((kind, tuple((30 + 0.68 * x, y) for x, y in points)) for kind, points in _FIVE),
    ),
    "六": (
        ("dot", ((44, 6), (56, 22))),
        ("across", ((6, 40), (94, 34))),
        ("left", ((38, 50), (32, 68), (12, 92))),
        ("dot", ((60, 52), (74, 68), (90, 90))),
    ),
    "七": (("across", ((4, 52), (96, 36))), ("bend", ((44, 6), (42, 74), (52, 86), (84, 86), (88, 70)))),
    "八": (("left", ((36, 22), (30, 56), (4, 90))), ("right", ((56, 14), (66, 52), (97, 90)))),
    "九": (
        ("left", ((40, 6), (36, 52), (8, 92))),
        ("bend", ((10, 38), (68, 30), (62, 74), (72, 88), (93, 86), (95, 68))),
    ),
    "東": (
        ("across", ((12, 18), (88, 15))),
        ("down", ((50, 2), (50, 98))),
        ("down", ((24, 30), (27, 64))),
        ("bend", ((24, 30), (79, 28), (75, 64))),
        ("across", ((26, 46), (76, 45))),
        ("across", ((26, 62), (75, 61))),
        ("left", ((47, 62), (34, 80), (6, 93))),
        ("right", ((52, 62), (68, 78), (96, 92))),
    ),
    "南": (
        ("across", ((22, 17), (78, 14))),
        ("down", ((50, 2), (48, 32))),
        ("down", ((14, 35), (13, 96))),
        ("bend", ((14, 36), (87, 33), (85, 90), (75, 93))),
        ("dot", ((35, 41), (42, 51))),
        ("left", ((65, 39), (60, 46), (55, 52))),
        ("across", ((32, 60), (68, 57))),
        ("across", ((29, 74), (71, 71))),
        ("down", ((50, 58), (50, 93))),
    ),
    "西": (
        ("across", ((4, 14), (96, 8))),
        ("left", ((39, 12), (37, 38), (25, 62))),
        ("bend", ((61, 11), (62, 52), (70, 59), (79, 58))),
        ("down", ((13, 36), (20, 90))),
        ("bend", ((13, 37), (89, 32), (81, 90))),
        ("across", ((19, 85), (81, 84))),
    ),
    "北": (
        ("down", ((37, 14), (34, 94))),
        ("across", ((11, 41), (35, 36))),
        ("right", ((5, 82), (20, 76), (36, 64))),
        ("left", ((86, 26), (74, 40), (57, 51))),
        ("bend", ((56, 7), (56, 78), (66, 88), (90, 87), (94, 69))),
    ),
    "中": (
        ("down", ((16, 28), (22, 64))),
        ("bend", ((16, 28), (86, 24), (79, 62))),
        ("across", ((21, 59), (80, 57))),
        ("left", ((50, 3), (50, 40), (50, 70), (50, 99))),
    ),
    "發": (
        ("bend", ((12, 12), (40, 8), (28, 28), (6, 44))),
        ("dot", ((15, 23), (26, 32))),
        ("right", ((54, 4), (68, 24), (98, 41))),
        ("left", ((77, 5), (70, 12), (62, 18))),
        ("left", ((90, 13), (82, 20), (73, 26))),
        ("bend", ((12, 51), (42, 48), (40, 62))),
        ("across", ((14, 63), (40, 61))),
        ("bend", ((15, 63), (12, 76), (44, 73), (39, 96), (26, 92))),
        ("left", ((61, 46), (58, 60), (49, 68))),
        ("bend", ((61, 47), (82, 45), (82, 60), (95, 62))),
        ("bend", ((53, 73), (86, 71), (72, 88), (47, 99))),
        ("right", ((57, 75), (75, 89), (99, 98))),
    ),
    "萬": (
        ("across", ((8, 15), (92, 11))),
        ("down", ((33, 3), (35, 24))),
        ("left", ((67, 2), (65, 12), (61, 25))),
        ("down", ((24, 31), (28, 58))),
        ("bend", ((24, 31), (79, 28), (74, 57))),
        ("across", ((27, 44), (76, 43))),
        ("across", ((28, 57), (74, 56))),
        ("down", ((50, 30), (50, 84))),
        ("down", ((13, 66), (12, 99))),
        ("bend", ((13, 69), (89, 65), (85, 93), (74, 95))),
        ("across", ((30, 86), (66, 80))),
        ("dot", ((60, 73), (72, 88))),
    ),
}
"""The strokes of each character that we can write; a font sets all other characters."""


def draw_character(
    canvas: Canvas, style: Style, font: str, character: str, ink: Colour, size: float, *, edge: Colour | None = None
) -> None:
    """Draw one character centred at (0, 0): in strokes if the set has a handwriting, else in `font`.

    `size` is the em in units; `edge` outlines the ink of set characters.
    """
    if not style.written or edge is not None or character not in STROKES:
        # Thicker strokes would blot out a crowded character.
        crowded = len(STROKES.get(character, ())) > 8
        weight = weight_for(style, font) * (0.3 if crowded else 1.0)
        canvas.text(character, font, 0, 0, ink, size=size, slant=style.slant, weight=weight, edge=edge)
        return
    hand = style.rng("hand")
    pen = hand.uniform(8, 17)  # in units of 100
    tilt, unsteady, contrast = hand.uniform(-0.02, 0.16), hand.uniform(0.5, 4.0), hand.uniform(0.4, 1.3)
    rng = style.rng(f"written-{character}")
    strokes = STROKES[character]
    # Write crowded characters with a finer point.
    pen = pen if len(strokes) < 5 else min(pen, 12.0) * (0.85 if len(strokes) < 9 else 0.6)
    moved = []
    for kind, points in strokes:
        path = np.asarray(points, dtype=np.float64)
        path = path + rng.normal(0, unsteady, path.shape)
        path[:, 1] -= tilt * (path[:, 0] - 50)
        moved.append((kind, path))
    every = np.vstack([path for _, path in moved])
    middle = (every.min(axis=0) + every.max(axis=0)) / 2
    scale = size * 0.86 / 100
    with canvas.placed(0, 0, scale=scale):
        for kind, path in moved:
            _ink_stroke(canvas, path - middle, kind, pen, contrast, ink)


def _ink_stroke(canvas: Canvas, path: Floats, kind: _Kind, pen: float, contrast: float, ink: Colour) -> None:
    """Draw one stroke with its pressure, as overlapping round touches of the brush."""
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    t = np.linspace(0, along[-1], 24)
    line = np.column_stack([np.interp(t, along, path[:, 0]), np.interp(t, along, path[:, 1])])
    # Averaging neighbours rounds the corners and keeps the ends.
    for _ in range(2):
        line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
    shares = np.asarray(_PRESSURE[kind])
    width = np.interp(np.linspace(0, 1, len(line)), np.linspace(0, 1, len(shares)), shares)
    width = pen * np.maximum(1 + (width - 1) * contrast, 0.12)
    across = normals(line) * width[:, None] / 2
    for k in range(len(line)):
        canvas.poly(oval(line[k, 0], line[k, 1], width[k] / 2, width[k] / 2, steps=12), ink)
        if k:
            canvas.poly(
                [line[k - 1] + across[k - 1], line[k] + across[k], line[k] - across[k], line[k - 1] - across[k - 1]],
                ink,
            )
