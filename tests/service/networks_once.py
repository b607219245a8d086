"""Let the networks of a test process run once for each input: many tests show them the same few photos."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pytest

from vision.host.onnx_network import Network

Pixels = npt.NDArray[np.uint8]
Outputs = list[npt.NDArray[np.float32]]

_MOST = 200
"""Remembered answers: a photo of a whole tile set needs about ten."""

_answers: dict[bytes, Outputs] = {}


@contextmanager
def networks_once() -> Iterator[None]:
    """Answer an input that a network of the same weights has had before from memory, bit for bit."""
    run = Network.run

    def run_once(network: Network, pixels: Pixels) -> Outputs:
        asked = hashlib.blake2b(f"{network.card.sha256} {network.card.input} {pixels.shape} ".encode())
        asked.update(np.ascontiguousarray(pixels).data)
        key = asked.digest()
        if key not in _answers:
            if len(_answers) >= _MOST:
                _answers.clear()
            _answers[key] = run(network, pixels)
        return [output.copy() for output in _answers[key]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "run", run_once)
        yield
