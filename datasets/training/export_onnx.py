"""Write a trained network as ONNX into its model folder and its hash into its card."""

import hashlib
import re
import warnings
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from datasets.training.classifier.network import ClassifierExport, ClassifierNet
from datasets.training.detector.network import DetectorExport, DetectorNet
from datasets.training.quantise import quantise
from vision.host.networks import CLASSIFIER_OUTPUTS
from vision.requests import FACE_SIZE

Batches = Iterable[npt.NDArray[np.uint8]]

SMALLEST_HALVED = 1024
"""Weights with fewer values than this stay as they are."""


def _write(
    graph: nn.Module,
    example: Tensor,
    path: Path,
    names: tuple[str, list[str]],
    axes: dict[str, dict[int, str]],
    *,
    calibration: Batches | None,
) -> None:
    graph.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        # The exporter that traces is deprecated but writes the smaller graph and needs no further package.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            graph,
            (example,),
            str(path),
            input_names=[names[0]],
            output_names=names[1],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
    if calibration is not None:
        quantise(path, calibration)
    _store_halves(path)


def _store_halves(path: Path) -> None:
    """Store large weights as 16-bit floats and cast them back in the graph: half the file, the same arithmetic.

    onnxruntime folds the casts when it loads the file.
    """
    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < SMALLEST_HALVED:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def export_detector(net: DetectorNet, folder: Path, calibration: Batches | None = None) -> Path:
    """Write ``folder/model.onnx``: ``image`` uint8 (1, H, W, 3) RGB to ``score`` and ``offsets``.

    With ``calibration``, inputs like those to come, its convolutions are stored and run as 8-bit integers.
    """
    path = folder / "model.onnx"
    _write(
        DetectorExport(net),
        torch.zeros(1, 640, 480, 3, dtype=torch.uint8),
        path,
        ("image", ["score", "offsets"]),
        {"image": {1: "H", 2: "W"}, "score": {1: "h", 2: "w"}, "offsets": {1: "h", 2: "w"}},
        calibration=calibration,
    )
    return path


def export_classifier(net: ClassifierNet, folder: Path, calibration: Batches | None = None) -> Path:
    """Write ``folder/model.onnx``, which takes faces and gives what ``ClassifierNet`` does.

    In: ``tiles`` uint8 (n, *FACE_SIZE, 3) RGB. Out: ``logits``, ``turn``, ``embedding`` and ``frame``.
    With ``calibration``, inputs like those to come, its convolutions are stored and run as 8-bit integers.
    """
    path = folder / "model.onnx"
    names = [*CLASSIFIER_OUTPUTS]
    _write(
        ClassifierExport(net),
        torch.zeros(2, *FACE_SIZE, 3, dtype=torch.uint8),
        path,
        ("tiles", names),
        {name: {0: "n"} for name in ["tiles", *names]},
        calibration=calibration,
    )
    return path


def stamp(folder: Path) -> str:
    """Put the SHA-256 of ``model.onnx`` into ``card.toml`` and return it."""
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    card = folder / "card.toml"
    text = card.read_text(encoding="utf-8")
    card.write_text(re.sub(r'(?m)^sha256 = ".*"$', f'sha256 = "{digest}"', text), encoding="utf-8")
    return digest
