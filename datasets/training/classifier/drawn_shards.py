"""Patches of drawn tile sets on disk: shards that a training run maps into memory instead of loading.

``python -m datasets.training.classifier.drawn_shards --out runs/art --sets 4000`` writes two files for each hundred
sets. A second run goes on where the first one ended.
"""

import argparse
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets.render.patch_size import HEIGHT, MARGIN, WIDTH
from datasets.render.tilesets.drawing import canvas
from datasets.render.tilesets.drawing.canvas import Glyph, Pixels
from datasets.render.tilesets.drawing.lettering import ART
from datasets.render.tilesets.sampler import draw_faces
from datasets.render.tilesets.shown.nothing import draw_nothing
from datasets.render.tilesets.shown.shot import lit, photographed
from datasets.render.tilesets.style import draw_style
from datasets.training.classifier.labels import GLYPHS, LABELS, NONE, texts_of
from datasets.training.classifier.patches import MOST_GLYPHS, Patches, no_glyphs
from datasets.training.classifier.shards import write_shard

SETS = 100
"""Number of tile sets per shard."""
NOTHING = 3
"""Number of patches per tile set that show no tile."""


def placed(glyphs: Sequence[Glyph]) -> npt.NDArray[np.float32]:
    """Return a face's glyphs that are in ``GLYPHS``, (MOST_GLYPHS, 5), as ``Patches`` holds them."""
    found = no_glyphs(1)[0]
    wide, high = (1 - 2 * MARGIN) * WIDTH / canvas.WIDTH, (1 - 2 * MARGIN) * HEIGHT / canvas.HEIGHT
    named = [glyph for glyph in glyphs if glyph.text.upper() in GLYPHS]
    for place, glyph in enumerate(named[-MOST_GLYPHS:]):  # later glyphs lie on top
        x, y = MARGIN * WIDTH + glyph.x * wide, MARGIN * HEIGHT + glyph.y * high
        found[place] = GLYPHS.index(glyph.text.upper()), x, y, glyph.height * high, glyph.turned
    return found


def draw_patches(seeds: range, *, held_out: bool, shots: int = 1, art: Path = ART) -> Patches:
    """Draw patches of the sets numbered ``seeds``, like those that ``patches.cut`` cuts from photographs.

    One shot shows some faces of each set. More shots show every face that many times, each time in another light.
    """
    pixels: list[Pixels] = []
    marks: list[tuple[int, int, int, int]] = []
    glyphs: list[npt.NDArray[np.float32]] = []
    for seed in seeds:
        style = draw_style(seed, held_out=held_out, art=art)
        rng = style.rng("shown")
        faces = draw_faces(style, rng if shots == 1 else None)
        own = zlib.crc32(f"tile-set-{seed}".encode())
        for number, face in enumerate(faces):
            mark = LABELS.index(face.label), own, zlib.crc32(f"face-{seed}-{number}".encode()), texts_of(face.texts)
            for _ in range(shots):
                beside = faces[int(rng.integers(len(faces)))].pixels
                pixels.append(photographed(face.pixels, style, rng, beside))
                marks.append(mark)
                glyphs.append(placed(face.glyphs))
        for _ in range(NOTHING):
            pixels.append(lit(draw_nothing(style, [face.pixels for face in faces], rng), rng))
            marks.append((NONE, own, -1, -1))
            glyphs.append(no_glyphs(1)[0])
    names, sets, numbers, texts = np.array(marks, np.int64).T
    upright, real = np.ones(len(marks), bool), np.zeros(len(marks), bool)
    return Patches(np.stack(pixels), names.astype(np.int16), upright, real, sets, numbers, texts, np.stack(glyphs))


def draw_shard(folder: Path, seeds: range, *, held_out: bool, shots: int = 1, art: Path = ART) -> Path:
    """Write the patches of some sets unless a file holds as many; return the file of their pixels."""
    path = folder / f"{'held' if held_out else 'sets'}-{seeds.start:07d}.npy"
    if not path.exists() or len(np.unique(np.load(path.with_suffix(".npz"))["sets"])) < len(seeds):
        write_shard(path, draw_patches(seeds, held_out=held_out, shots=shots, art=art))
    return path


def main() -> None:
    """Write shards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0, help="number of the first set")
    parser.add_argument("--sets", type=int, default=SETS)
    parser.add_argument("--art", type=Path, default=ART, help="what datasets.render.art.fetch laid out")
    parser.add_argument("--held-out", action="store_true", help="draw with packs and fonts that never train")
    parser.add_argument("--shots", type=int, default=1, help="more than one: every face so often, for sets and pairs")
    arguments = parser.parse_args()
    for first in range(arguments.seed, arguments.seed + arguments.sets, SETS):
        last = min(first + SETS, arguments.seed + arguments.sets)
        seeds, held_out = range(first, last), arguments.held_out
        path = draw_shard(arguments.out, seeds, held_out=held_out, shots=arguments.shots, art=arguments.art)
        print(path, flush=True)


if __name__ == "__main__":
    main()
