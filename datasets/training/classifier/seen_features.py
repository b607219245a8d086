"""Run the body of an exported classifier over faces, for heads that learn behind weights that ship.

A head that is added to a classifier learns from the very numbers that the shipped, 8-bit network computes.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
from onnx import helper

from datasets.training.classifier.data import FaceDataset
from datasets.training.classifier.labels import LABELS
from datasets.training.classifier.patches import Patches
from datasets.training.shared.augmentation import photometric
from vision.host.arrays import Pixels
from vision.requests import FACE_SIZE

COARSE, FINE = "/net/Flatten_output_0", "/net/body.10/Relu_output_0_DequantizeLinear_Output"
"""Tensors of an exported classifier: the input of its embedding (n, channels x places), and the stage before the last
two (n, channels, rows, columns)."""
COARSE_SIZE = 48 * (FACE_SIZE[0] // 32) * (FACE_SIZE[1] // 32)

CORNERS = 0.6
"""Corner displacement relative to classifier training: smaller, because the second look has corrected most corners."""
BATCH = 256

Outputs = Sequence[npt.NDArray[Any]]


class _FoundFaces(FaceDataset):
    """Upright faces with corner errors like those of the program's final crops."""

    def crop_of(self, index: int) -> Pixels:
        """Return patch ``index`` as (*FACE_SIZE, 3) uint8 RGB."""
        rng = np.random.default_rng([self.seed, index])
        corners = self.face + CORNERS * (self.spoiled(rng) - self.face)
        return self.warped(self.patches.pixels[index], corners.astype(np.float32))


def open_inside(model: Path, names: Sequence[str]) -> Callable[[Pixels], Outputs]:
    """Open an exported classifier; the function maps crops (n, *FACE_SIZE, 3) RGB to the graph's tensors ``names``."""
    network = onnx.load(str(model))
    known = {output.name for output in network.graph.output}
    for name in names:
        if name not in known:
            network.graph.output.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(network.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return lambda crops: session.run(list(names), {"tiles": crops})


def seen_features(
    model: Path, patches: Patches, rows: npt.NDArray[np.intp], names: Sequence[str]
) -> Iterator[tuple[slice, Outputs]]:
    """Yield the tensors ``names`` of an exported classifier for the patches ``rows``, batch by batch.

    Each slice says which of ``rows`` the tensors belong to. Every patch is cut with random corner errors, and lit
    in some other way.
    """
    inside = open_inside(model, names)
    data = _FoundFaces(patches, seed=3)
    light = photometric(0.5, fine=2)
    for start in range(0, len(rows), BATCH):
        some = slice(start, min(start + BATCH, len(rows)))
        yield some, inside(np.stack([light(image=data.crop_of(int(row)))["image"] for row in rows[some]]))


def printed_faces(patches: Patches) -> npt.NDArray[np.int64]:
    """Return the number of each patch's printed face, (n,), -1 where unknown.

    In a photographed set all patches of one label count as one face, except flowers, jokers and NONE.
    """
    plain = ~np.isin(patches.labels, [LABELS.index(label) for label in ("F", "J", "NONE")])
    return np.where(
        (patches.faces < 0) & patches.real & plain, patches.sets * len(LABELS) + patches.labels, patches.faces
    )
