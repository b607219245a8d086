"""Draw pieces of other games and other small printed objects of the size of tiles, as hard negatives.

Playing cards, dice, dominoes, tiles with letters or numbers, keys of a remote control, labels. They share bodies, inks
and finish with tiles, so that only their print distinguishes them. Letters that mean winds and dragons in some sets
never appear alone here.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from datasets.render.drawing.canvas import FACE_HEIGHT, FACE_WIDTH, Canvas, Colour, Pixels, Rng
from datasets.render.drawing.carving import Finish
from datasets.render.drawing.set_style import INDEX_FONTS, WORD_FONTS, Style, draw_style, hsv, mix, pick
from datasets.render.faces.tile_design import BACK, Design, draw_design
from datasets.render.scene.placement import Placement
from datasets.render.scene.playing_cards import card_back, coloured_card, playing_card
from datasets.render.scene.scene_kinds import crowd, line, pile, tray
from datasets.render.scene.solids import Solid

PIECE: Final = "PIECE"
"""Label of a piece among the faces of a scene's set; no tile gets this label."""

_OF_A_GAME: Final = 8
"""Number of faces of one game in a scene."""

_TELLING: Final = frozenset("ESWNRGCFPBDOJ")
"""Letters that mean a wind, a dragon, a flower or a joker when alone on a tile."""

SPOTS: Final = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)),
}
"""Places of the pips of each count, in steps from the centre."""


def draw_spots(canvas: Canvas, x: float, y: float, step: float, count: int, colour: Colour, radius: float) -> None:
    """Draw `count` pips around (x, y), `step` apart."""
    for across, down in SPOTS[count]:
        canvas.disc(x + across * step, y + down * step, radius, colour)


def _letter(rng: Rng, style: Style) -> Pixels:
    """Draw a tile of a word game: a letter, mostly with its value in a corner."""
    canvas = Canvas(style.body, 120, 126)
    ink, font = style.dark, style.word_font
    if rng.random() < 0.8:
        canvas.text(pick(rng, tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")), font, 56, 58, ink, fit=(66, 72))
        canvas.text(str(int(rng.integers(1, 11))), font, 101, 106, ink, size=rng.uniform(20, 30))
    else:
        alone = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in _TELLING]
        text = pick(rng, alone) if rng.random() < 0.6 else pick(rng, alone) + pick(rng, alone).lower()
        canvas.text(text, font, 60, 63, pick(rng, style.inks), fit=(84, 84))
    return canvas.finish()


def _number(rng: Rng, style: Style) -> Pixels:
    """Draw a tile of a number game: 1 to 13 in one of four colours, over a mark or nothing."""
    canvas = Canvas(style.body)
    ink = pick(rng, style.inks)
    canvas.text(str(int(rng.integers(1, 14))), style.index_font, 60, 60, ink, fit=(80, 66))
    mark = pick(rng, ("ring", "disc", "line", "suit", "none"))
    if mark == "ring":
        canvas.disc(60, 126, 15, ink, width=4)
    elif mark == "disc":
        canvas.disc(60, 126, rng.uniform(8, 16), mix(ink, style.body, 0.5 * rng.random()))
    elif mark == "line":
        canvas.line([(30, 122), (90, 122)], ink, 5)
    elif mark == "suit":
        canvas.text(pick(rng, tuple("♠♥♦♣★")), "symbols", 60, 126, ink, fit=(34, 34))
    return canvas.finish()


def _domino(rng: Rng, style: Style) -> Pixels:
    """Draw a domino: two halves of pips with a bar between them."""
    canvas = Canvas(style.body, 90, 180)
    many = 10 if rng.random() < 0.4 else 7
    canvas.line([(10, 90), (80, 90)], mix(style.dark, style.body, 0.3), rng.uniform(2, 5))
    if rng.random() < 0.4:
        canvas.disc(45, 90, 6, hsv(40, 0.6, 0.7))
    coloured = rng.random() < 0.4
    for middle in (45, 135):
        ink = pick(rng, style.inks) if coloured else style.dark
        draw_spots(canvas, 45, middle, 24, int(rng.integers(0, many)), ink, rng.uniform(6.5, 10))
    return canvas.finish()


def _die(rng: Rng, style: Style) -> Pixels:
    """Draw one side of a die: pips, or a number."""
    body = style.body if rng.random() < 0.5 else hsv(rng.uniform(0, 360), 0.7, rng.uniform(0.2, 0.8))
    ink: Colour = (245, 245, 245) if sum(body) < 380 else style.dark
    canvas = Canvas(body, 120, 120)
    if rng.random() < 0.8:
        draw_spots(canvas, 60, 60, rng.uniform(28, 34), int(rng.integers(1, 7)), ink, rng.uniform(9, 14))
    else:
        canvas.text(str(int(rng.integers(1, 21))), style.index_font, 60, 60, ink, fit=(60, 60))
    return canvas.finish()


def _key(rng: Rng, style: Style) -> Pixels:
    """Draw a key or a button: a small sign or a word on a rounded ground."""
    ground = pick(rng, (style.body, hsv(rng.uniform(0, 360), 0.3, rng.uniform(0.05, 0.95))))
    ink: Colour = (240, 240, 240) if sum(ground) < 380 else (30, 30, 30)
    canvas = Canvas(ground, 120, 120)
    texts = (
        *("ESC", "TAB", "OK", "ON", "OFF", "MENU", "F1", "F7", "F12", "+", "-", "/", "?", "7 &", "VOL", "CH"),
        *("ENTER", "DEL"),
    )
    canvas.text(pick(rng, texts), pick(rng, INDEX_FONTS), rng.uniform(44, 76), rng.uniform(40, 80), ink, fit=(60, 36))
    if rng.random() < 0.5:
        canvas.box(8, 8, 112, 112, mix(ground, ink, 0.3), width=3)
    return canvas.finish()


def _label(rng: Rng, style: Style) -> Pixels:
    """Draw a scrap of print: a heading and lines of text, with a rule or a picture's box."""
    canvas = Canvas(mix(style.body, (255, 255, 255), 0.5))
    words = (
        *("TEA", "SALE", "BONUS", "POINTS", "SCORE", "MADE IN", "NOTES", "VISA", "MINT", "FRESH", "BEST", "No. 42"),
        *("50c", "2 FOR 1"),
    )
    canvas.text(pick(rng, words), pick(rng, WORD_FONTS), 60, rng.uniform(20, 40), pick(rng, style.inks), fit=(100, 30))
    top = 56.0
    if rng.random() < 0.5:
        canvas.box(14, top, 106, top + 34, hsv(rng.uniform(0, 360), rng.random(), rng.random()))
        top += 44
    letters = tuple("abcdefghiklmnoprstuvw 0123456789")
    font, size = pick(rng, INDEX_FONTS), rng.uniform(8, 15)
    while top < 150:
        text = "".join(pick(rng, letters) for _ in range(int(rng.integers(6, 18)))).strip() or "x"
        canvas.text(text, font, 60, top, style.dark, fit=(100, size))
        top += size * 1.6
    return canvas.finish()


def _code(rng: Rng, style: Style) -> Pixels:
    """Draw a code of bars or squares."""
    canvas = Canvas(mix(style.body, (255, 255, 255), 0.7))
    if rng.random() < 0.5:
        x = 8.0
        while x < 112:
            wide = float(rng.choice([2, 4, 6]))
            canvas.box(x, 24, x + wide, 120, (20, 20, 20))
            x += wide + float(rng.choice([2, 4, 6]))
        canvas.text(
            "".join(str(int(d)) for d in rng.integers(0, 10, 9)), "lat-typewriter", 60, 136, (20, 20, 20), fit=(96, 14)
        )
        return canvas.finish()
    cells = int(rng.integers(5, 14))
    step = 104 / cells
    for k in np.flatnonzero(rng.random(cells * cells) < 0.5).tolist():
        x, y = 8 + (k % cells) * step, 28 + (k // cells) * step
        canvas.box(x, y, x + step, y + step, (20, 20, 20))
    return canvas.finish()


_GAMES: Final[tuple[tuple[Callable[[Rng, Style], Pixels], float, float, float], ...]] = (
    (playing_card, 0.2, 126 / 176, 0.03),
    (card_back, 0.11, 126 / 176, 0.03),
    (coloured_card, 0.05, 126 / 176, 0.03),
    (_letter, 0.17, 120 / 126, 0.25),
    (_number, 0.13, 120 / 160, 0.3),
    (_domino, 0.11, 0.5, 0.4),
    (_die, 0.08, 1.0, 1.0),
    (_key, 0.05, 1.0, 0.2),
    (_label, 0.06, 120 / 160, 0.03),
    (_code, 0.04, 120 / 160, 0.03),
)
"""Painter of a face, its probability, its width over its height, its thickness in widths."""


@lru_cache(maxsize=16)
def draw_pieces(number: int, like: int | None = None) -> Design:
    """Draw the pieces of game `number`, as the `PIECE` faces of a set without tiles.

    The pieces share body and inks with design `like`, or have their own if `like` is None. The same numbers always give
    the same pixels.
    """
    rng = np.random.default_rng([number, 77])
    style = draw_style(number if like is None else like)
    draw, _, aspect, thickness = _GAMES[int(rng.choice(len(_GAMES), p=[share for _, share, _, _ in _GAMES]))]
    finish = Finish(replace(style, seed=number))
    faces = []
    for variant in range(_OF_A_GAME):
        face = cv2.resize(draw(rng, style), (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
        faces.append(finish.face(np.asarray(face, np.uint8), style.body, f"piece-{variant}"))
    shape = draw_design(number)
    return replace(
        shape,
        faces={PIECE: tuple(faces), BACK: (finish.back(),)},
        body=style.body,
        aspect=float(np.clip(aspect * math.exp(rng.normal(0, 0.05)), 0.45, 1.1)),
        thickness=thickness,
    )


_LAID: Final = (line, tray, pile, crowd)


def among_pieces(rng: Rng, design: Design) -> tuple[Placement, Design]:
    """Place pieces of another game alone, or among the tiles of `design` at the same size.

    Returns the placement and the design to draw it with.
    """
    number = int(rng.integers(1_000_000_000))
    alone = rng.random() < 0.5
    share = 1.0 if alone else rng.uniform(0.15, 0.5)
    pieces = draw_pieces(number, None if alone or rng.random() < 0.5 else design.seed)
    shaped = pieces if alone else design
    placement = pick(rng, _LAID, (0.4, 0.2, 0.3, 0.1))(rng, shaped)
    placement = replace(
        placement, far=_exchanged(rng, placement.far, share), near=_exchanged(rng, placement.near, share)
    )
    faces = {label: design.faces[label] for label in {solid.label for solid in placement.solids} - {PIECE}}
    return placement, replace(shaped, faces={**faces, PIECE: pieces.faces[PIECE], BACK: shaped.faces[BACK]})


def _exchanged(rng: Rng, solids: Sequence[Solid], share: float) -> list[Solid]:
    """Turn a share of the face-up tiles into pieces; with a share of 1 also remove all other tiles."""
    up = [solid.normal[2] > 0 for solid in solids]
    kept = [(solid, shown) for solid, shown in zip(solids, up, strict=True) if shown or share < 1]
    return [
        replace(solid, label=PIECE) if shown and (share >= 1 or rng.random() < share) else solid
        for solid, shown in kept
    ]
