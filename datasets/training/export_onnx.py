"""Export a trained network as ONNX into its model folder, and write its hash into the model card."""

import hashlib
import re
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import compose, helper, numpy_helper
from torch import Tensor, nn

from datasets.training.classifier.likeness import (
    COARSE,
    COARSE_SIZE,
    FINE,
    FINE_CHANNELS,
    FINE_PLACES,
    LABELS_EMBEDDING,
    PREFIX,
    LikenessHead,
)
from datasets.training.classifier.network import ClassifierExport, ClassifierNet
from datasets.training.detector.network import DetectorExport, DetectorNet
from datasets.training.quantise import quantise
from vision.host.networks import CLASSIFIER_OUTPUTS
from vision.requests import FACE_SIZE

Batches = Iterable[npt.NDArray[np.uint8]]

SMALLEST_HALVED = 1024
"""Least number of values of a weight tensor that we store as 16-bit floats or bytes."""
LARGE = 100_000
"""Least number of weights of a classifier convolution that we round to every ``STEP``-th step."""
STEP = 4
"""Steps of the 8-bit weights per stored value: leaves five bits of seven, and six of a matrix's eight. The file
compresses to four fifths at the same accuracy (``datasets/experiments/eight-bits.md``)."""


def _write(
    graph: nn.Module,
    example: tuple[Tensor, ...],
    path: Path,
    names: tuple[list[str], list[str]],
    axes: dict[str, dict[int, str]],
    *,
    calibration: Batches | None,
    halves: bool = True,
) -> None:
    graph.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        # The tracing exporter is deprecated, but writes the smaller graph and needs no further package.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            graph,
            example,
            str(path),
            input_names=names[0],
            output_names=names[1],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
    if calibration is not None:
        quantise(path, calibration)
    if halves:
        _store_halves(path)


def _coarsen(graph: onnx.GraphProto) -> None:
    """Round the 8-bit weights of large convolutions to every ``STEP``-th step."""
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.int8 and values.ndim == 4 and values.size >= LARGE:
            rounded = np.round(values / STEP).astype(np.int8) * np.int8(STEP)
            weight.CopyFrom(numpy_helper.from_array(rounded, weight.name))


def _store_bytes(graph: onnx.GraphProto) -> None:
    """Store large matrices as 8-bit integers with one scale per row, and turn them back into floats in the graph.

    Uses every ``STEP``-th of the 255 steps.
    """
    nodes = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.ndim != 2 or values.size < SMALLEST_HALVED:
            continue
        name, scale = weight.name, np.maximum(np.abs(values).max(1), 1e-12).astype(np.float32) / (128 - STEP)
        steps = np.round(values / scale[:, None] / STEP).astype(np.int8) * np.int8(STEP)
        weight.CopyFrom(numpy_helper.from_array(steps, f"{name}.bytes"))
        graph.initializer.append(numpy_helper.from_array(scale, f"{name}.scale"))
        given = [f"{name}.bytes", f"{name}.scale"]
        nodes.append(helper.make_node("DequantizeLinear", given, [name], name=f"{name}.floats", axis=0))
    nodes += graph.node
    del graph.node[:]
    graph.node.extend(nodes)


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
    """Write ``folder/model.onnx``, which maps ``image`` uint8 (1, H, W, 3) RGB to ``score`` and ``offsets``.

    With ``calibration`` (representative inputs) its convolutions run on 8-bit integers.
    """
    path = folder / "model.onnx"
    _write(
        DetectorExport(net),
        (torch.zeros(1, 640, 480, 3, dtype=torch.uint8),),
        path,
        (["image"], ["score", "offsets"]),
        {"image": {1: "H", 2: "W"}, "score": {1: "h", 2: "w"}, "offsets": {1: "h", 2: "w"}},
        calibration=calibration,
    )
    return path


def export_classifier(net: ClassifierNet, folder: Path, calibration: Batches | None = None) -> Path:
    """Write ``folder/model.onnx``, which maps faces to the outputs of ``ClassifierNet``.

    In: ``tiles`` uint8 (n, *FACE_SIZE, 3) RGB. Out: ``logits``, ``turn``, ``embedding`` and ``frame``.
    With ``calibration`` (representative inputs) its convolutions run on 8-bit integers, and the file stores its
    matrices as 8-bit integers too.
    """
    path = folder / "model.onnx"
    names = [*CLASSIFIER_OUTPUTS]
    _write(
        ClassifierExport(net),
        (torch.zeros(2, *FACE_SIZE, 3, dtype=torch.uint8),),
        path,
        (["tiles"], names),
        {name: {0: "n"} for name in ["tiles", *names]},
        calibration=calibration,
        halves=calibration is None,
    )
    if calibration is not None:
        network = onnx.load(str(path))
        _store_bytes(network.graph)
        _coarsen(network.graph)
        onnx.checker.check_model(network)
        onnx.save(network, str(path))
    return path


def export_likeness(head: LikenessHead, model: Path, folder: Path) -> Path:
    """Write ``folder/model.onnx``: the classifier ``model`` with ``head`` as its embedding, all else unchanged."""
    network = onnx.load(str(model))
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "head.onnx"
        example = (torch.zeros(2, COARSE_SIZE), torch.zeros(2, FINE_CHANNELS, *FINE_PLACES))
        names = ["coarse", "fine"]
        axes = {name: {0: "n"} for name in (*names, "likeness")}
        _write(head, example, path, (names, ["likeness"]), axes, calibration=None, halves=False)
        made_of = onnx.load(str(path))
        _store_bytes(made_of.graph)
        added = compose.add_prefix(made_of, PREFIX).graph
    _drop(network.graph, PREFIX)
    if not any(LABELS_EMBEDDING in node.output for node in network.graph.node):
        _rename(network.graph, {"embedding": LABELS_EMBEDDING})
    places = {"coarse": COARSE, "fine": FINE, "likeness": "embedding"}
    _rename(added, {PREFIX + name: place for name, place in places.items()})
    network.graph.node.extend(added.node)
    network.graph.initializer.extend(added.initializer)
    onnx.checker.check_model(network)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(network, str(folder / "model.onnx"))
    return folder / "model.onnx"


def _drop(graph: onnx.GraphProto, prefix: str) -> None:
    """Remove the nodes and weights whose names start with ``prefix``, left by an earlier export."""
    nodes = [node for node in graph.node if not any(name.startswith(prefix) for name in (node.name, *node.output))]
    weights = [weight for weight in graph.initializer if not weight.name.startswith(prefix)]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(weights)


def _rename(graph: onnx.GraphProto, names: Mapping[str, str]) -> None:
    """Rename tensors in all nodes of a graph, from old name to new name."""
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]


def stamp(folder: Path) -> str:
    """Write the SHA-256 of ``model.onnx`` into ``card.toml`` and return it."""
    digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
    card = folder / "card.toml"
    text = card.read_text(encoding="utf-8")
    card.write_text(re.sub(r'(?m)^sha256 = ".*"$', f'sha256 = "{digest}"', text), encoding="utf-8")
    return digest
