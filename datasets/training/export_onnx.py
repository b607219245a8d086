"""Export a trained network as ONNX into its model folder, and write its hash into the model card."""

import hashlib
import re
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import compose, helper, numpy_helper
from torch import Tensor, nn

from datasets.training.classifier import context, likeness
from datasets.training.classifier.network import ClassifierExport, ClassifierNet
from datasets.training.classifier.seen_features import COARSE, COARSE_SIZE, FINE
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
    store: Callable[[onnx.GraphProto], None],
    calibration: Batches | None = None,
) -> None:
    """Trace ``graph`` into ``path``; ``store`` changes how the file stores the weights."""
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
    model = onnx.load(str(path))
    store(model.graph)
    _save(model, path)


def _save(model: onnx.ModelProto, path: Path) -> Path:
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))
    return path


def _store_coarsely(graph: onnx.GraphProto) -> None:
    """Store large matrices as 8-bit integers; round those of large convolutions to every ``STEP``-th step."""
    _store_bytes(graph)
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
    _prepend(graph, nodes)


def _prepend(graph: onnx.GraphProto, nodes: Sequence[onnx.NodeProto]) -> None:
    later = [*graph.node]
    del graph.node[:]
    graph.node.extend([*nodes, *later])


def _store_halves(graph: onnx.GraphProto) -> None:
    """Store large weights as 16-bit floats and cast them back in the graph: half the file, the same arithmetic.

    onnxruntime folds the casts when it loads the file.
    """
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < SMALLEST_HALVED:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    _prepend(graph, casts)


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
        store=_store_halves,
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
        store=_store_halves if calibration is None else _store_coarsely,
        calibration=calibration,
    )
    return path


def export_likeness(head: likeness.LikenessHead, model: Path, folder: Path) -> Path:
    """Write ``folder/model.onnx``: the classifier ``model`` with ``head`` as its embedding, all else unchanged."""
    network = onnx.load(str(model))
    _drop(network.graph, likeness.PREFIX)
    if not any(likeness.LABELS_EMBEDDING in node.output for node in network.graph.node):
        _rename(network.graph, {"embedding": likeness.LABELS_EMBEDDING})
    example = (torch.zeros(2, COARSE_SIZE), torch.zeros(2, likeness.FINE_CHANNELS, *likeness.FINE_PLACES))
    added = _head(head, example, likeness.PREFIX, {"coarse": COARSE, "fine": FINE}, "embedding")
    return _with_head(network, added, folder)


def export_context(head: context.ContextHead, model: Path, folder: Path) -> Path:
    """Write ``folder/model.onnx``: the classifier ``model`` whose logits of all faces of a batch go through ``head``.

    All else stays unchanged.
    """
    network = onnx.load(str(model))
    _drop(network.graph, context.PREFIX)
    if not context.has_context(network):
        _rename(network.graph, {"logits": context.ALONE})
    features = f"{context.PREFIX}features"
    inputs = [context.ALONE if name == "logits" else name for name in context.INPUTS]
    network.graph.node.append(helper.make_node("Concat", inputs, [features], name=features, axis=1))
    example = (torch.zeros(2, sum(context.INPUTS.values())),)
    return _with_head(network, _head(head, example, context.PREFIX, {"features": features}, "logits"), folder)


def _head(
    head: nn.Module, example: tuple[Tensor, ...], prefix: str, inputs: Mapping[str, str], output: str
) -> onnx.GraphProto:
    """Return a head's graph with 8-bit matrices and names that fit into the network it extends.

    ``inputs`` maps the head's arguments to the network's tensors; ``output`` is the network's name of what it returns.
    """
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "head.onnx"
        axes = {name: {0: "n"} for name in (*inputs, "answer")}
        _write(head, example, path, (list(inputs), ["answer"]), axes, store=_store_bytes)
        made_of = onnx.load(str(path))
    graph = compose.add_prefix(made_of, prefix).graph
    _rename(graph, {prefix + name: place for name, place in {**inputs, "answer": output}.items()})
    return graph


def _with_head(network: onnx.ModelProto, added: onnx.GraphProto, folder: Path) -> Path:
    """Write ``folder/model.onnx``: the network with the nodes and weights of a head."""
    network.graph.node.extend(added.node)
    network.graph.initializer.extend(added.initializer)
    return _save(network, folder / "model.onnx")


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


def stamp(folder: Path) -> None:
    """Write the SHA-256 of ``model.onnx`` into ``card.toml``, if the folder has one."""
    card = folder / "card.toml"
    if card.exists():
        digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
        text = re.sub(r'(?m)^sha256 = ".*"$', f'sha256 = "{digest}"', card.read_text(encoding="utf-8"))
        card.write_text(text, encoding="utf-8")
