"""Store patches on disk as shards, which a training run maps into memory instead of cutting or drawing anew.

A shard is a pair of files: ``NAME.npy`` holds the pixels, ``NAME.npz`` the labels and other annotations.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from datasets.training.classifier.patches import MARKS, Patches
from vision.host.arrays import Pixels


class MappedPixels:
    """A read-only view over several arrays (n, h, w, 3) uint8 as one, to serve as ``Patches.pixels``."""

    def __init__(self, arrays: Sequence[Pixels]) -> None:
        """Take arrays, in memory or mapped."""
        self._arrays = list(arrays)
        self._ends = np.cumsum([len(array) for array in self._arrays])

    def __len__(self) -> int:
        """Count patches."""
        return int(self._ends[-1]) if len(self._ends) else 0

    def __getitem__(self, index: int) -> Pixels:
        """Return one patch."""
        shard = int(np.searchsorted(self._ends, index, side="right"))
        before = int(self._ends[shard - 1]) if shard else 0
        return np.asarray(self._arrays[shard][index - before])


def write_shard(path: Path, patches: Patches) -> Path:
    """Write patches as the shard ``path`` (``.npy``); the pixel file appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    marks = {name: getattr(patches, name) for name in MARKS}
    np.savez(path.with_suffix(".npz"), **marks)
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.save(file, patches.pixels)
    part.rename(path)
    return path


def read_shards(folders: Sequence[Path]) -> tuple[Patches, npt.NDArray[np.intp]]:
    """Map all shards of some folders into memory; return the patches and each patch's folder index, (n,)."""
    arrays: list[Pixels] = []
    marks: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in MARKS}
    numbers = []
    for number, folder in enumerate(folders):
        for path in sorted(folder.glob("*.npy")):
            arrays.append(np.load(path, mmap_mode="r"))
            with np.load(path.with_suffix(".npz")) as stored:
                for name, values in marks.items():
                    values.append(stored[name])
            numbers.append(np.full(len(arrays[-1]), number, np.intp))
    if not arrays:
        raise FileNotFoundError(f"no shards in {', '.join(str(folder) for folder in folders)}")
    pixels = cast(Pixels, MappedPixels(arrays))
    joined = {name: np.concatenate(values) for name, values in marks.items()}
    return Patches(pixels, **joined), np.concatenate(numbers)
