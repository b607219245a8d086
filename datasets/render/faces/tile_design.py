"""Draw whole tile sets, face by face, from a seed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial

from datasets.render.drawing.canvas import Canvas, Colour, Pixels, Rng
from datasets.render.drawing.carving import Finish
from datasets.render.drawing.set_style import Style, draw_index, draw_style, hsv, mix, pick
from datasets.render.faces.bams import draw_bam
from datasets.render.faces.birds import draw_bird
from datasets.render.faces.captioned_flowers import draw_captioned, has_captions
from datasets.render.faces.craks import draw_crak
from datasets.render.faces.dots import draw_dot
from datasets.render.faces.flowers import draw_flower, draw_flowers
from datasets.render.faces.jokers import draw_joker, joker_kinds
from datasets.render.faces.novelty_motifs import draw_ground, novelty_of
from datasets.render.faces.serpents import has_serpents
from datasets.render.faces.white_dragons import draw_soap
from datasets.render.faces.winds_dragons import draw_dragon, draw_wind

BACK = "BACK"
FACE_LABELS: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "BCD" for n in range(1, 10)),
    *("E", "S", "W", "N", "R", "G", "0", "F", "J"),
)
"""The kinds with a face."""

# A design with every face drawn holds about 3 MB; scenes use one for a few pictures and then another.
_KEPT = 64


@dataclass(frozen=True)
class Design:
    """One tile set.

    `faces` maps each of FACE_LABELS and BACK to one or more pictures (160, 120, 3) uint8 BGR, the face upright; F and
    J may have several. Colours are BGR. `bands` are the layers of the body from the face backwards, as pairs of start
    (0..1 of the thickness) and colour. `aspect` is width over height of a face, `thickness` is in face widths, `radius`
    the corner radius in face widths, `gloss` 0 (satin) to 1 (polished), `clear` the translucency of the body, 0 for
    most sets. The pictures are read-only; the set draws each at its first use.
    """

    seed: int
    faces: Mapping[str, tuple[Pixels, ...]]
    body: Colour
    back: Colour
    bands: tuple[tuple[float, Colour], ...]
    aspect: float
    thickness: float
    radius: float
    gloss: float
    clear: float = 0.0

    @property
    def name(self) -> str:
        """Return the name of the design in an index: "design-17"."""
        return f"design-{self.seed}"


@lru_cache(maxsize=_KEPT)
def draw_design(seed: int) -> Design:
    """Return set number `seed`; the same seed always gives the same pixels. Drawing a face takes some milliseconds."""
    style = draw_style(seed)
    rng = style.rng("shape")
    return Design(
        seed=seed,
        faces=Faces(partial(_faces, style, Finish(style))),
        body=style.body,
        back=style.back,
        bands=_bands(style, rng),
        aspect=rng.uniform(0.68, 0.82),
        thickness=rng.uniform(0.45, 0.95),
        radius=rng.uniform(0.03, 0.16),
        gloss=rng.uniform(0, 1),
        clear=_clear(style),
    )


class Faces(Mapping[str, tuple[Pixels, ...]]):
    """The faces of a set; draws each at its first use, because a scene shows a third of them."""

    def __init__(self, draw: Callable[[str], tuple[Pixels, ...]]) -> None:
        """Take the painter of the faces of a label."""
        self._draw = cache(draw)

    def __getitem__(self, label: str) -> tuple[Pixels, ...]:
        return self._draw(label)

    def __iter__(self) -> Iterator[str]:
        return iter((*FACE_LABELS, BACK))

    def __len__(self) -> int:
        return len(FACE_LABELS) + 1


def _faces(style: Style, finish: Finish, label: str) -> tuple[Pixels, ...]:
    """Draw the faces of one label."""
    if label == BACK:
        return (finish.back(),)
    novelty = novelty_of(style)
    if novelty is not None:
        style = novelty.dressed(style, label)
    draws: list[Callable[[Canvas, Style], None]]
    if label == "F":
        draws = [_flower(style, group, number) for group, number in draw_flowers(style)]
    elif label == "J":
        draws = [partial(draw_joker, variant=variant) for variant in joker_kinds(style)]
    else:
        # Soaps and serpents carry no letter, so they need no room for one.
        alone = label == "0" or (label in {"R", "G"} and has_serpents(style))
        draws = [partial(_one if alone else _beside_index, label=label)]
    grounds = [style]
    if style.pale and sum(style.body) > 400 and style.rng(f"pale-{label}").random() < 0.2:
        # Somebody replaced a lost tile from another set's spares, seldom in quite the same colour.
        grounds.append(replace(style, body=mix(style.body, (225, 240, 245), 0.6)))
    return tuple(
        finish.face(_drawn(ground, draw), ground.body, f"{label}-{k}")
        for ground in grounds
        for k, draw in enumerate(draws)
    )


def _flower(style: Style, group: str, number: int) -> Callable[[Canvas, Style], None]:
    """Return the painter of one flower of this set."""
    captioned = group != "modern" and has_captions(style)
    return partial(draw_captioned if captioned else draw_flower, group=group, number=number)


def _one(canvas: Canvas, style: Style, label: str) -> None:
    """Draw a kind with one face."""
    if label in "ESWN":
        draw_wind(canvas, style, label)
    elif label in "RG":
        draw_dragon(canvas, style, label)
    elif label == "0":
        draw_soap(canvas, style)
    elif label == "1B":
        draw_bird(canvas, style)
    else:
        draw, ink = {"B": (draw_bam, style.green), "C": (draw_crak, style.red), "D": (draw_dot, style.blue)}[label[1]]
        draw(canvas, style, int(label[0]))
        draw_index(canvas, style, label[0], ink)


def _beside_index(canvas: Canvas, style: Style, label: str) -> None:
    """Draw a kind with one face; in sets with large indices smaller, lower and away from the index."""
    if not style.large_index:
        _one(canvas, style, label)
        return
    rng = style.rng("beside-index")
    # At an art scale of 1 art is about 124 units high around y = 84; scale it to about half of the face.
    k = min(0.95, rng.uniform(0.62, 0.82) / style.art_scale)
    aside = rng.uniform(2, 12) * (1 if style.index == "left" else -1)
    low = 160 - rng.uniform(5, 11) - (84 + 62 * style.art_scale) * k
    with canvas.placed(60 + aside - 60 * k, low, scale=k):
        _one(canvas, style, label)


def _clear(style: Style) -> float:
    """Pick the translucency of the body, 0 for most sets."""
    rng = style.rng("clear")
    return rng.uniform(0.15, 0.55) if rng.random() < 0.07 else 0.0


def _bands(style: Style, rng: Rng) -> tuple[tuple[float, Colour], ...]:
    """Pick the layers of the body: mostly two, in some sets stripes between them."""
    seam = 1 - style.back_share
    bands = [(0.0, style.core)]
    if rng.random() < 0.15:
        inks = (style.red, style.green, style.blue, style.back, hsv(rng.uniform(0, 360), 0.6, 0.8))
        for _ in range(int(rng.integers(1, 5))):
            bands.append((seam, pick(rng, inks)))
            seam += rng.uniform(0.05, 0.12)
    if seam < 0.95:
        bands.append((seam, style.back))
    return tuple(bands)


def _drawn(style: Style, draw: Callable[[Canvas, Style], None]) -> Pixels:
    canvas = Canvas(style.body)
    novelty = novelty_of(style)
    if novelty is not None:
        draw_ground(canvas, style, novelty.ground)
    draw(canvas, style)
    return canvas.finish()
