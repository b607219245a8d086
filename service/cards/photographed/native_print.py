"""Answer the requests of print reading with OpenCV, and with the PP-OCRv6 small networks of the library rapidocr.

We run none of the library's code, so that we need not install its requirements, among them a second OpenCV.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from service.cards.photographed.letters import columns_of
from service.cards.photographed.print_requests import LINE, CutStrip, FindPrint, MeasureInk, ReadPrint, ReadSteps
from service.cards.photographed.read_photo import PhotographedCard, card_of_photo
from service.shared.errors import ServiceError
from vision.geometry import Quad
from vision.host.decode import decode_file
from vision.host.face_crops import cutter
from vision.host.onnx_network import open_session
from vision.requests import Decode, Steps, run

Array = npt.NDArray[np.uint8]

_LIBRARY: Final = "rapidocr"
_FINDER: Final = "rapidocr/models/PP-OCRv6_det_small.onnx"
_READER: Final = "rapidocr/models/PP-OCRv6_rec_small.onnx"

_HOW: Final = (
    "this machine cannot read print yet: paste the card as text, or install requirements/ocr-no-deps.txt with "
    "pip's option --no-deps (docs/club.md)"
)

_GREY: Final = 128
_QUALITY: Final = 70


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

    def find(self, picture: Array) -> Array:
        """Return the probability of print at each pixel of a picture (h, w, 3) BGR, as uint8 in 255ths."""
        return np.asarray(_run(self._finder, picture)[0, 0] * 255, np.uint8)

    def read(self, crop: Array) -> tuple[list[int], list[float]]:
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


def _run(session: Any, pixels: Array) -> npt.NDArray[np.float32]:  # noqa: ANN401
    channels_first = np.ascontiguousarray(pixels.transpose(2, 0, 1)[None], np.float32)
    (said,) = session.run(None, {session.get_inputs()[0].name: (channels_first / 255 - 0.5) / 0.5})
    return np.asarray(said, np.float32)


def read_card_photo(data: bytes, name: str) -> PhotographedCard:
    """Return the draft of a photographed card (`service.cards.photographed.read_photo.card_of_photo`).

    Raises:
        ServiceError, ModelError: as `print_networks`.
    """
    return run(cast("Steps[PhotographedCard]", card_of_photo(data, name)), _PrintHost())


class _PrintHost:
    """Answers the requests of print reading."""

    def answer(self, request: object) -> object:
        match request:
            case Decode():
                return decode_file(request)
            case FindPrint():
                return _found(request)
            case ReadPrint():
                return _read(request)
            case MeasureInk(pixels, quads, sizes):
                return [_ink(crop) for crop in _crops(np.asarray(pixels), quads, sizes)]
            case CutStrip(pixels, quads, sizes):
                return [_url(crop) for crop in _crops(np.asarray(pixels), quads, sizes)]
        raise TypeError(request)


def _found(request: FindPrint) -> bytes:
    picture = np.asarray(request.pixels)
    for _ in range(request.halvings):
        high, wide = max(1, picture.shape[0] // 2), max(1, picture.shape[1] // 2)
        picture = cv2.resize(picture[: 2 * high, : 2 * wide], (wide, high), interpolation=cv2.INTER_AREA)
    if (picture.shape[1], picture.shape[0]) != request.size:
        picture = cv2.resize(picture, request.size, interpolation=cv2.INTER_LINEAR)
    return print_networks().find(np.asarray(picture, np.uint8)).tobytes()


def _read(request: ReadPrint) -> list[ReadSteps]:
    sizes = tuple((width, LINE) for width in request.widths)
    found = []
    for crop in _crops(np.asarray(request.pixels), request.quads, sizes):
        filled = np.full((LINE, max(crop.shape[1], request.least), 3), _GREY, np.uint8)
        filled[:, : crop.shape[1]] = crop
        labels, scores = print_networks().read(filled)
        found.append(ReadSteps(labels, scores, filled.shape[1]))
    return found


def _crops(pixels: Array, quads: tuple[Quad, ...], sizes: tuple[tuple[int, int], ...]) -> Iterator[Array]:
    with cutter(pixels) as picture:
        for quad, (width, height) in zip(quads, sizes, strict=True):
            yield picture.cut(np.array([quad], np.float32), (height, width), 0.0)[0]


def _ink(crop: Array) -> tuple[float, float]:
    """Return a and b of the ink, minus those of the paper."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64) * (100 / 255, 1.0, 1.0)
    light = lab[:, 0]
    paper = lab[light >= _at(light, 0.8)].mean(axis=0)
    away = np.linalg.norm(lab - paper, axis=1)
    a, b = (lab[away >= _at(away, 0.88)].mean(axis=0) - paper)[1:].tolist()
    return a, b


def _at(values: npt.NDArray[np.float64], part: float) -> Any:  # noqa: ANN401 - a number of numpy
    """Return the quantile `part` of the values."""
    return np.sort(values)[min(int(part * len(values)), len(values) - 1)]


def _url(crop: Array) -> str:
    _, packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(packed.tobytes()).decode("ascii")
