"""Answer the requests of print reading with OpenCV and ONNX Runtime."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, Final, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from service.cards.photographed.installed_networks import print_networks
from service.cards.photographed.print_requests import (
    LINE,
    CutStrip,
    FindPrint,
    MeasureInk,
    PrintSteps,
    ReadPrint,
    ReadSteps,
)
from service.cards.photographed.read_photo import PhotographedCard, card_of_photo
from vision.geometry import Quad
from vision.host.decode import decode_file
from vision.host.face_crops import cutter
from vision.requests import Decode

T = TypeVar("T")
Array = npt.NDArray[np.uint8]

_GREY: Final = 128
_QUALITY: Final = 70


def read_card_photo(data: bytes, name: str) -> PhotographedCard:
    """Return the draft of a photographed card (`service.cards.photographed.read_photo.card_of_photo`).

    Raises:
        ServiceError, ModelError: as `installed_networks.print_networks`.
    """
    return _drive(card_of_photo(data, name))


def _drive(steps: PrintSteps[T]) -> T:
    """Run steps of print reading, answer their requests, and return the result."""
    try:
        request = next(steps)
        while True:
            request = steps.send(_answer(request))
    except StopIteration as end:
        result: T = end.value
        return result


def _answer(request: object) -> object:
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
