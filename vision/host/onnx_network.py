"""Run a network in an onnxruntime session of its own, without changing anything global."""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import Any, Protocol, cast

import cv2
import numpy as np

from models import ModelCard, ModelError
from vision.host.arrays import Floats, Pixels

_ERRORS_ONLY = 3
_THREADS = 2


@cache
def _onnxruntime() -> ModuleType:
    """Import onnxruntime with its reports switched off.

    onnxruntime reads the switch once, on loading. Without it, onnxruntime reports its runs to its maker online.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415

    return cast("ModuleType", onnxruntime)


def open_session(weights: bytes, where: str) -> Any:  # noqa: ANN401 - onnxruntime is not typed
    """Open a network for onnxruntime; `where` names it in messages.

    Raises ModelError: `bad-model`, if it is no ONNX file that this version runs.
    """
    runtime = _onnxruntime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = _THREADS
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    # Two sessions whose idle threads spin would take the processor from each other and from the decoder. Spinning
    # for 100 microseconds within a run gains 3 % of a scan: not worth a setting that differs between versions.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a private class for each of its status codes
        message = f"onnxruntime cannot load it ({error}). Install the program again."
        raise ModelError("bad-model", message, where) from error


class Runs(Protocol):
    """A network that the detector or the classifier can run."""

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return the outputs for pixels (N, H, W, 3) uint8 BGR, each float32 with N as its first axis."""


class Network:
    """A loaded network that maps one uint8 array to its named outputs. Safe to call from several threads."""

    def __init__(self, card: ModelCard, source: str, outputs: tuple[str, ...]) -> None:
        """Load the weights of `card`, checking their hash and the names of input and outputs.

        Raises ModelError: `missing-model`, `altered-model`, `bad-model` (no ONNX file, or other inputs and outputs).
        """
        self.card = card
        self._source = source
        self._outputs = outputs
        self._session = open_session(card.read_weights(), str(card.path))
        have = ({node.name for node in self._session.get_inputs()}, {node.name for node in self._session.get_outputs()})
        if have[0] != {source} or not have[1].issuperset(outputs):
            message = f"need input {source!r} and outputs {', '.join(outputs)}; it has {have[0]} and {have[1]}."
            raise ModelError("bad-model", message, str(card.path))

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return the outputs for pixels (N, H, W, 3) uint8 BGR, in the order of `outputs` at loading."""
        if self.card.input.colour == "rgb":
            rows = pixels.reshape(-1, pixels.shape[2], 3)
            pixels = np.asarray(cv2.cvtColor(rows, cv2.COLOR_BGR2RGB), np.uint8).reshape(pixels.shape)
        results: list[Any] = self._session.run(list(self._outputs), {self._source: np.ascontiguousarray(pixels)})
        return [np.asarray(result, np.float32) for result in results]
