"""Convert a random tile set into a design for the scene renderer: faces in BGR, layers of the body, shape, gloss."""

from functools import lru_cache

import numpy as np

from datasets.render.design_splits import HELD_OUT_TILE_SET_DESIGNS
from datasets.render.drawing.canvas import Rng
from datasets.render.faces.tile_design import Design, Faces
from datasets.render.tilesets.backs import back_colour
from datasets.render.tilesets.drawing.canvas import Pixels
from datasets.render.tilesets.drawing.palette import Colour, mix
from datasets.render.tilesets.sampler import VARIANTS, draw_face
from datasets.render.tilesets.style import Style, draw_style

_KEPT = 16


@lru_cache(maxsize=_KEPT)
def tile_set_design(seed: int) -> Design:
    """Return random tile set ``seed`` as a design of that number; it draws each face at its first use."""
    style = draw_style(seed, held_out=seed in HELD_OUT_TILE_SET_DESIGNS)
    rng = style.rng("shape")
    return Design(
        seed=seed,
        faces=bgr_faces(style),
        body=bgr(style.palette.body),
        back=bgr(back_colour(style)),
        bands=_bands(style, rng),
        aspect=rng.uniform(0.68, 0.82),
        thickness=rng.uniform(0.45, 0.95),
        radius=rng.uniform(0.03, 0.16),
        gloss=rng.uniform(0, 1),
        clear=rng.uniform(0.1, 0.4) if rng.random() < 0.05 else 0.0,
    )


def bgr(colour: Colour) -> Colour:
    """Swap red and blue of a colour."""
    return colour[2], colour[1], colour[0]


def _bands(style: Style, rng: Rng) -> tuple[tuple[float, Colour], ...]:
    """Choose the layers of the body: face and back, one colour through and through, or stripes between them."""
    body, back = bgr(style.palette.body), bgr(back_colour(style))
    if rng.random() < 0.12:
        return ((0.0, body),)
    seam = rng.uniform(0.3, 0.75)
    bands = [(0.0, body)]
    for _ in range(int(rng.choice((0, 1, 2, 3), p=(0.5, 0.25, 0.17, 0.08)))):
        ink = bgr(style.palette.more[int(rng.integers(len(style.palette.more)))])
        bands.append((seam, mix(ink, body, rng.uniform(0, 0.5))))
        seam += rng.uniform(0.06, 0.16)
    return (*bands, (min(seam, 0.95), back))


def bgr_faces(style: Style) -> Faces:
    """Return the faces of a set in BGR; it draws each at its first use."""

    def draw(label: str) -> tuple[Pixels, ...]:
        faces = [draw_face(style, label, variant) for variant in range(VARIANTS.get(label, 1))]
        return tuple(np.ascontiguousarray(face.pixels[..., ::-1]) for face in faces)

    return Faces(draw)
