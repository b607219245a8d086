"""Let the networks of a test process run once for each input: many tests show them the same few photos."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest

from vision.host import crop_variants, native
from vision.host.networks import Classifier
from vision.host.onnx_network import Network

T = TypeVar("T")
Pixels = npt.NDArray[np.uint8]
Outputs = list[npt.NDArray[np.float32]]

_MOST = 200
"""Remembered answers of each kind: a photo of a whole tile set needs about ten of the networks."""

_MOST_FILES = 4000
"""Remembered files of crops: a whole tile set has about forty, of 5 KB each."""

_answers: dict[bytes, Outputs] = {}
_embeddings: dict[bytes, tuple[array[float], ...]] = {}
_files: dict[bytes, bytes] = {}


def _once(answers: dict[bytes, T], most: int, make: Callable[[], T], pixels: Pixels, network: str = "") -> T:
    asked = hashlib.blake2b(f"{network} {pixels.shape} ".encode())
    asked.update(np.ascontiguousarray(pixels).data)
    key = asked.digest()
    if key not in answers:
        if len(answers) >= most:
            answers.clear()
        answers[key] = make()
    return answers[key]


@contextmanager
def networks_once() -> Iterator[None]:
    """Answer from memory, bit for bit, what was asked before.

    These are the inputs of networks of the same weights, the embeddings of the views of faces, and the files of crops.
    """
    run, embed, encode = Network.run, native._embedded, crop_variants._encoded

    def run_once(network: Network, pixels: Pixels) -> Outputs:
        name = f"{network.card.sha256} {network.card.input}"
        return [output.copy() for output in _once(_answers, _MOST, lambda: run(network, pixels), pixels, name)]

    def embed_once(crops: Pixels, classifier: Classifier) -> tuple[array[float], ...]:
        name = classifier.card.sha256
        found = _once(_embeddings, _MOST, lambda: embed(crops, classifier), crops, name)
        return tuple(one[:] for one in found)

    def encode_once(crop: Pixels) -> bytes:
        return _once(_files, _MOST_FILES, lambda: encode(crop), crop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "run", run_once)
        patch.setattr(native, "_embedded", embed_once)
        patch.setattr(crop_variants, "_encoded", encode_once)
        yield
