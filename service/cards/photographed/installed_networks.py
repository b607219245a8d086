"""Run the PP-OCRv6 small networks from the library rapidocr, if it is installed.

We run none of the library's code, so that we need not install its requirements, among them a second OpenCV.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from service.cards.photographed.letters import columns_of
from service.shared.errors import ServiceError
from vision.host.onnx_network import open_session

_LIBRARY: Final = "rapidocr"
_FINDER: Final = "rapidocr/models/PP-OCRv6_det_small.onnx"
_READER: Final = "rapidocr/models/PP-OCRv6_rec_small.onnx"

_HOW: Final = (
    "this machine cannot read print yet: paste the card as text, or install requirements/ocr-no-deps.txt with "
    "pip's option --no-deps (docs/club.md)"
)


class PrintNetworks:
    """The two loaded networks; safe to call from several threads."""

    def __init__(self) -> None:
        """Load the networks.

        Raises:
            ServiceError: `no-text-recognition` if the library is not installed, or lacks these files.
            ModelError: `bad-model` if onnxruntime cannot load a network.
        """
        self._finder, self._reader = _open(_FINDER), _open(_READER)
        self._columns = columns_of(self._reader.get_modelmeta().custom_metadata_map["character"])

    def find(self, picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the probability of print at each pixel of a picture (h, w, 3) BGR, as uint8 in 255ths."""
        return np.asarray(_run(self._finder, picture)[0, 0] * 255, np.uint8)

    def read(self, crop: npt.NDArray[np.uint8]) -> tuple[list[int], list[float]]:
        """Return the index and probability of the likeliest label at each step across a line, (48, w, 3) BGR."""
        said = _run(self._reader, crop)[0][:, self._columns]
        # We drop the labels of other signs and renormalise, as if the network did not know them.
        said = said / np.maximum(said.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
        return said.argmax(axis=1).tolist(), said.max(axis=1).tolist()


@lru_cache(maxsize=1)
def print_networks() -> PrintNetworks:
    """Return the networks, loaded once; raises as `PrintNetworks` does."""
    return PrintNetworks()


def _open(file: str) -> Any:  # noqa: ANN401 - onnxruntime is not typed
    try:
        path = Path(str(metadata.distribution(_LIBRARY).locate_file(file)))
        weights = path.read_bytes()
    except (metadata.PackageNotFoundError, FileNotFoundError) as error:
        raise ServiceError("no-text-recognition", _HOW, "server") from error
    return open_session(weights, str(path))


def _run(session: Any, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:  # noqa: ANN401
    channels_first = np.ascontiguousarray(pixels.transpose(2, 0, 1)[None], np.float32)
    (said,) = session.run(None, {session.get_inputs()[0].name: (channels_first / 255 - 0.5) / 0.5})
    return np.asarray(said, np.float32)
