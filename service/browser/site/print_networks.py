"""Shrink the networks of PP-OCRv6 for phones: store weights as half floats, and keep only the letters of ASCII.

The networks take pixels as uint8 (N, H, W, 3) BGR, and return letters as label numbers. They compute in float32.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from service.cards.photographed.letters import columns_of

_SMALL: Final = 64
"""Smallest weight tensor, in numbers, that we store as half floats: below it we would save nothing."""


def _halved(graph: onnx.GraphProto) -> None:
    """Store the weights as half floats, each with a cast that the runtime folds away as it loads them."""
    casts = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < _SMALL:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half")
        graph.initializer.remove(weights)
        graph.initializer.append(half)
        casts.append(helper.make_node("Cast", [half.name], [weights.name], to=TensorProto.FLOAT))
    for cast in casts:
        graph.node.insert(0, cast)


def _with_pixels(graph: onnx.GraphProto, height: int | str) -> None:
    """Make the network take raw pixels: put (x / 255 - 0.5) / 0.5 and the channels-first transpose into the graph."""
    (taken,) = graph.input
    steps = [
        helper.make_node("Cast", ["pixels"], ["pixels.float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["pixels.float", "pixels.scale"], ["pixels.scaled"]),
        helper.make_node("Sub", ["pixels.scaled", "pixels.one"], ["pixels.centred"]),
        helper.make_node("Transpose", ["pixels.centred"], [taken.name], perm=[0, 3, 1, 2]),
    ]
    for step in reversed(steps):
        graph.node.insert(0, step)
    graph.initializer.append(numpy_helper.from_array(np.array(2 / 255, np.float32), "pixels.scale"))
    graph.initializer.append(numpy_helper.from_array(np.array(1, np.float32), "pixels.one"))
    graph.input.remove(taken)
    graph.input.append(helper.make_tensor_value_info("pixels", TensorProto.UINT8, ["n", height, "w", 3]))


def print_finder(file: bytes) -> bytes:
    """Convert the PP-OCR text detector; its output is the probability of print in 255ths, uint8 (N, 1, H, W)."""
    model = onnx.load_from_string(file)
    graph = model.graph
    _halved(graph)
    _with_pixels(graph, "h")
    (said,) = graph.output
    graph.initializer.append(numpy_helper.from_array(np.array(255, np.float32), "print.most"))
    graph.node.append(helper.make_node("Mul", [said.name, "print.most"], ["print.scaled"]))
    graph.node.append(helper.make_node("Cast", ["print.scaled"], ["print"], to=TensorProto.UINT8))
    graph.output.remove(said)
    graph.output.append(helper.make_tensor_value_info("print", TensorProto.UINT8, ["n", 1, "h", "w"]))
    return _saved(model)


def print_reader(file: bytes) -> bytes:
    """Convert the PP-OCR text recogniser; for each step across a line it gives top label and score, (N, steps)."""
    model = onnx.load_from_string(file)
    (known,) = [entry.value for entry in model.metadata_props if entry.key == "character"]
    kept = columns_of(known)
    signs = max(kept) + 1
    graph = model.graph
    (last,) = [node for node in graph.node if node.op_type == "Softmax" and node.output[0] == graph.output[0].name]
    (biased,) = [node for node in graph.node if last.input[0] in node.output]
    while biased.op_type == "Identity":
        (biased,) = [node for node in graph.node if biased.input[0] in node.output]
    (summed,) = [node for node in graph.node if biased.input[0] in node.output]
    heads = {name for node in (biased, summed) for name in node.input}
    for weights in graph.initializer:
        values = numpy_helper.to_array(weights)
        if weights.name in heads and values.shape[-1] == signs:
            weights.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values[..., kept]), weights.name))
    _halved(graph)
    _with_pixels(graph, 48)
    said = graph.output[0].name
    graph.node.append(helper.make_node("ReduceMax", [said], ["scores"], axes=[2], keepdims=0))
    graph.node.append(helper.make_node("ArgMax", [said], ["labels.long"], axis=2, keepdims=0))
    graph.node.append(helper.make_node("Cast", ["labels.long"], ["labels"], to=TensorProto.INT32))
    del graph.output[:], model.metadata_props[:]
    graph.output.append(helper.make_tensor_value_info("labels", TensorProto.INT32, ["n", "steps"]))
    graph.output.append(helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", "steps"]))
    return _saved(model)


def _saved(model: onnx.ModelProto) -> bytes:
    """Check a network and return its bytes; the same network makes the same bytes."""
    del model.graph.value_info[:]
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))
