"""Make the networks that read print out of PP-OCRv6: `python -m datasets.training.print_networks FOLDER`.

FOLDER holds the ONNX files of PP-OCRv6 small (Apache-2.0): `rapidocr/models` of the package rapidocr 3.10.0. The reader
keeps the letters of ASCII alone: a card has no others. Weights are stored as half floats and computed with as floats.
Pixels go in as uint8 (N, H, W, 3) BGR; letters come out as numbers of labels.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models import MODELS

ALPHABET: Final = "".join(map(chr, range(33, 127)))
"""What the reader may answer, beside a blank and a space."""

SMALL: Final = 64
"""Weights of fewer numbers stay floats: halving them saves nothing."""


def halved(graph: onnx.GraphProto) -> None:
    """Store the weights as half floats, each with a cast that the runtime folds away as it loads them."""
    casts = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < SMALL:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{weights.name}.half")
        graph.initializer.remove(weights)
        graph.initializer.append(half)
        casts.append(helper.make_node("Cast", [half.name], [weights.name], to=TensorProto.FLOAT))
    for cast in casts:
        graph.node.insert(0, cast)


def with_pixels(graph: onnx.GraphProto, height: int | str) -> None:
    """Let the network take pixels as they are, in place of (x / 255 - 0.5) / 0.5 with the channels first."""
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


def print_finder(model: onnx.ModelProto) -> onnx.ModelProto:
    """Make the finder: the probability of print in 255ths, (N, 1, H, W)."""
    graph = model.graph
    halved(graph)
    with_pixels(graph, "h")
    (said,) = graph.output
    graph.initializer.append(numpy_helper.from_array(np.array(255, np.float32), "print.most"))
    graph.node.append(helper.make_node("Mul", [said.name, "print.most"], ["print.scaled"]))
    graph.node.append(helper.make_node("Cast", ["print.scaled"], ["print"], to=TensorProto.UINT8))
    graph.output.remove(said)
    graph.output.append(helper.make_tensor_value_info("print", TensorProto.UINT8, ["n", 1, "h", "w"]))
    return model


def print_reader(model: onnx.ModelProto) -> onnx.ModelProto:
    """Make the reader: for each step across a line the likeliest label and its probability, (N, steps)."""
    (known,) = [entry.value for entry in model.metadata_props if entry.key == "character"]
    labels = ["", *known.splitlines(), " "]
    kept = [0, *(labels.index(letter) for letter in ALPHABET), len(labels) - 1]
    graph = model.graph
    (last,) = [node for node in graph.node if node.op_type == "Softmax" and node.output[0] == graph.output[0].name]
    (biased,) = [node for node in graph.node if last.input[0] in node.output]
    while biased.op_type == "Identity":
        (biased,) = [node for node in graph.node if biased.input[0] in node.output]
    (summed,) = [node for node in graph.node if biased.input[0] in node.output]
    heads = {name for node in (biased, summed) for name in node.input}
    for weights in graph.initializer:
        values = numpy_helper.to_array(weights)
        if weights.name in heads and values.shape[-1] == len(labels):
            weights.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values[..., kept]), weights.name))
    halved(graph)
    with_pixels(graph, 48)
    said = graph.output[0].name
    graph.node.append(helper.make_node("ReduceMax", [said], ["scores"], axes=[2], keepdims=0))
    graph.node.append(helper.make_node("ArgMax", [said], ["labels.long"], axis=2, keepdims=0))
    graph.node.append(helper.make_node("Cast", ["labels.long"], ["labels"], to=TensorProto.INT32))
    del graph.output[:], model.metadata_props[:]
    graph.output.append(helper.make_tensor_value_info("labels", TensorProto.INT32, ["n", "steps"]))
    graph.output.append(helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["n", "steps"]))
    return model


def main() -> None:
    """Write the networks into their folders of `models/`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    for name, file, make in (
        ("print-finder-1", "PP-OCRv6_det_small.onnx", print_finder),
        ("print-reader-1", "PP-OCRv6_rec_small.onnx", print_reader),
    ):
        model = make(onnx.load(folder / file))
        del model.graph.value_info[:]
        onnx.checker.check_model(model)
        to = MODELS / name / "model.onnx"
        to.parent.mkdir(exist_ok=True)
        onnx.save(model, to)


if __name__ == "__main__":
    main()
