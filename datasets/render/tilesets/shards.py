"""Patches of tile sets on disk: shards that a training run maps into memory instead of loading.

``python -m datasets.render.tilesets.shards --out runs/art --seed 0 --sets 4000`` writes one pair of files for each
hundred sets. A second run goes on where the first one ended.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from datasets.render.tilesets.lettering import ART
from datasets.render.tilesets.sampler import draw_patches
from datasets.training.patches import Patches

SETS = 100
"""Sets of a shard."""

Pixels = npt.NDArray[np.uint8]


class Shelf(Sequence[Pixels]):
    """Arrays (n, h, w, 3) uint8 one after another, read where they lie."""

    def __init__(self, arrays: Sequence[Pixels]) -> None:
        """Hold arrays, in memory or mapped."""
        self._arrays = list(arrays)
        self._ends = np.cumsum([len(array) for array in self._arrays])

    def __len__(self) -> int:
        """Count patches."""
        return int(self._ends[-1]) if len(self._ends) else 0

    def __getitem__(self, index: int) -> Pixels:  # type: ignore[override]
        """Return one patch."""
        shard = int(np.searchsorted(self._ends, index, side="right"))
        before = int(self._ends[shard - 1]) if shard else 0
        return np.asarray(self._arrays[shard][index - before])


def write_shard(folder: Path, seeds: range, labels: tuple[str, ...], *, held_out: bool, art: Path = ART) -> Path:
    """Write the patches of some sets unless they lie there; return the file of their pixels."""
    path = folder / f"{'held' if held_out else 'sets'}-{seeds.start:07d}.npy"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        patches = draw_patches(seeds, labels, held_out=held_out, art=art)
        np.savez(path.with_suffix(".npz"), labels=patches.labels, sets=patches.sets)
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.save(file, patches.pixels)
        part.rename(path)
    return path


def read_shards(folders: Sequence[Path]) -> Patches:
    """Map all shards of some folders into memory as patches."""
    arrays, labels, sets = [], [], []
    for path in (path for folder in folders for path in sorted(folder.glob("*.npy"))):
        arrays.append(np.load(path, mmap_mode="r"))
        with np.load(path.with_suffix(".npz")) as marks:
            labels.append(marks["labels"])
            sets.append(marks["sets"])
    names = np.concatenate(labels)
    shelf = Shelf(arrays)
    count = len(names)
    return Patches(shelf, names, np.ones(count, bool), np.zeros(count, bool), np.concatenate(sets))  # type: ignore[arg-type]


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
        path = write_shard(
            arguments.out, range(first, last), LABELS, held_out=arguments.held_out, art=arguments.art
        )
        print(path, flush=True)


if __name__ == "__main__":
    main()
