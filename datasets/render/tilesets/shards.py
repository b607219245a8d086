"""Patches of tile sets on disk: shards that a training run maps into memory instead of loading.

``python -m datasets.render.tilesets.shards --out runs/art --seed 0 --sets 4000`` writes one pair of files for each
hundred sets. A second run goes on where the first one ended.
"""

import argparse
from pathlib import Path

from datasets.render.tilesets.lettering import ART
from datasets.render.tilesets.sampler import draw_patches
from datasets.training.shards import write_shard

SETS = 100
"""Sets of a shard."""


def draw_shard(folder: Path, seeds: range, labels: tuple[str, ...], *, held_out: bool, art: Path = ART) -> Path:
    """Write the patches of some sets unless they lie there; return the file of their pixels."""
    path = folder / f"{'held' if held_out else 'sets'}-{seeds.start:07d}.npy"
    if not path.exists():
        write_shard(path, draw_patches(seeds, labels, held_out=held_out, art=art))
    return path


def main() -> None:
    """Write shards."""
    from datasets.training.recipes import LABELS  # noqa: PLC0415 - torch is slow to load

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0, help="number of the first set")
    parser.add_argument("--sets", type=int, default=SETS)
    parser.add_argument("--art", type=Path, default=ART, help="what datasets.render.art.fetch laid out")
    parser.add_argument("--held-out", action="store_true", help="draw with packs and fonts that never train")
    arguments = parser.parse_args()
    for first in range(arguments.seed, arguments.seed + arguments.sets, SETS):
        last = min(first + SETS, arguments.seed + arguments.sets)
        path = draw_shard(arguments.out, range(first, last), LABELS, held_out=arguments.held_out, art=arguments.art)
        print(path, flush=True)


if __name__ == "__main__":
    main()
