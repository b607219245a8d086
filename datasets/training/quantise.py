"""Quantise a network's convolutions to 8-bit integers: about half the time and half the file.

Representative pictures give the ranges of the activations (calibration); weights have a range per output channel.
Weights use 7 of their 8 bits, because processors with AVX2 but without VNNI add the products of two neighbours in 16
bits, which would overflow (onnxruntime, "Quantize ONNX models", data type selection).
"""

import logging
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static

from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import open_picture
from models.model_card import Task
from vision.host.arrays import Pixels
from vision.host.face_crops import rectify
from vision.host.networks import view_pixels
from vision.image.view import view_of

PICTURES = 120
"""Number of calibration pictures, spread evenly over the given ones."""
LONG_SIDE, STRIDE = 640, 32
"""Long side and stride of the detector's calibration views, pixels."""

_QUANTISED = ("Conv", "Relu", "Add", "Concat", "Reshape", "Transpose")
_FEEDING = ("Conv", "Gemm", "MatMul")


def quantise(path: Path, batches: Iterable[Pixels]) -> None:
    """Replace the float graph at ``path`` by one whose convolutions run on 8-bit integers.

    The output layers and all arithmetic after them stay floats, so scores, corners, logits and embeddings keep their
    resolution. ``batches``: inputs of the graph, to measure the activation ranges on.

    Raises:
        ValueError: for no batches.
    """
    model = onnx.load(str(path))
    inputs = [{model.graph.input[0].name: batch} for batch in batches]
    if not inputs:
        raise ValueError("no calibration pictures: an index without labelled tiles gives none")
    inner = set(_inner(model.graph))
    kept = [node.name for node in model.graph.node if node.op_type in _QUANTISED and node.name not in inner]
    with tempfile.TemporaryDirectory() as folder, _quiet():
        done = Path(folder) / "integer.onnx"
        quantize_static(
            model,
            str(done),
            _Inputs(inputs),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(_QUANTISED),
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=kept,
            calibrate_method=CalibrationMethod.MinMax,
        )
        whole = onnx.load(str(done))
    _straight_from_bytes(whole.graph)
    onnx.save(whole, str(path))


def _straight_from_bytes(graph: onnx.GraphProto) -> None:
    """Let the first convolution read the picture's bytes, which are 8-bit integers already.

    Bytes cast to floats, divided by 255 and quantised again are the same bytes. Shape nodes read the integer tensors,
    so that the graph computes no floats for them.
    """
    made_by = {output: node for node in graph.node for output in node.output}
    integers = {node.input[0]: node.output[0] for node in graph.node if node.op_type == "QuantizeLinear"}
    values = {one.name: one for one in graph.initializer}
    for node in list(graph.node):
        if node.op_type == "Shape":
            node.input[0] = integers.get(node.input[0], node.input[0])
        if node.op_type != "QuantizeLinear" or node.input[0] not in made_by:
            continue
        divided = made_by[node.input[0]]
        floats = made_by.get(divided.input[0])
        if divided.op_type != "Div" or floats is None or floats.op_type != "Cast":
            continue
        scale, zero = node.input[1:]
        values[scale].CopyFrom(numpy_helper.from_array(np.array(1 / 255, np.float32), scale))
        values[zero].CopyFrom(numpy_helper.from_array(np.array(0, np.uint8), zero))
        for after in graph.node:
            if node.output[0] in after.input:
                after.input[0] = floats.input[0]
        for one in (node, divided, floats, made_by[divided.input[1]]):
            graph.node.remove(one)


class _Inputs(CalibrationDataReader):
    """Adapt a graph's inputs to onnxruntime's calibration interface."""

    def __init__(self, inputs: Iterable[dict[str, Pixels]]) -> None:
        self._left = iter(inputs)

    def get_next(self) -> dict[str, Pixels] | None:
        """Return the next input, or None after the last."""
        return next(self._left, None)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the root logger: onnxruntime warns there about graphs that need no simplification."""
    logger = logging.getLogger()
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _inner(graph: onnx.GraphProto) -> Iterator[str]:
    """Yield the names of the nodes to quantise: they lie between two convolutions."""
    before: set[str] = set()  # tensors a convolution led to
    for node in graph.node:
        if node.op_type == "Conv" or before.intersection(node.input):
            before.update(node.output)
    after: set[str] = set()  # tensors that lead to a further convolution
    for node in reversed(graph.node):
        if node.op_type in _FEEDING or after.intersection(node.output):
            between = node.op_type == "Conv" or before.issuperset(_data(node))
            if between and node.op_type in _QUANTISED and after.intersection(node.output):
                yield node.name
            after.update(_data(node))


def _data(node: onnx.NodeProto) -> Sequence[str]:
    """Return a node's activation inputs, without weights and sizes."""
    return node.input if node.op_type in {"Add", "Concat", "Mul"} else node.input[:1]


def batches(task: Task, photos: Sequence[LabelledPhoto]) -> Iterator[Pixels]:
    """Yield the network's inputs for ``PICTURES`` pictures, RGB: views (1, H, W, 3) or faces (n, *FACE_SIZE, 3)."""
    chosen = np.unique(np.linspace(0, len(photos) - 1, min(PICTURES, len(photos))).round().astype(int))
    for place in chosen:
        labelled = photos[place]
        photo = open_picture(labelled.path)
        if task == "finder":
            views = view_pixels(view_of(photo, LONG_SIDE, STRIDE)[0])[None]
        else:
            boxes = [tile.corners for tile in labelled.tiles]
            views = rectify(photo.pixels, np.array(boxes, np.float32) * np.float32(photo.scale))
        if len(views):
            yield np.ascontiguousarray(views[..., ::-1])
