"""The native host: answers the core's requests with OpenCV and ONNX Runtime."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.host import measures
from vision.host.buffer_pool import BufferPool, buffers
from vision.host.crop_variants import encode_crops, views
from vision.host.decode import decode_file
from vision.host.face_crops import FaceCropper
from vision.host.image_shift import shifts_between, shrunk
from vision.host.networks import Classifier, Detector, view_pixels
from vision.host.template_match import compare
from vision.requests import (
    FACE_SIZE,
    VIEWS,
    Classify,
    Compare,
    Decode,
    Detect,
    EmbedViews,
    Encode,
    Measure,
    Measurement,
    Pixels,
    Rectify,
    Request,
    Shrink,
    Steps,
    run,
)

T = TypeVar("T")
Array = npt.NDArray[np.uint8]


def drive(steps: Steps[T], detector: Detector | None = None, classifier: Classifier | None = None) -> T:
    """Answer the requests of a part of the core, and return its result."""
    with buffers() as memory:
        return run(steps, _NativeHost(memory, detector, classifier))


class _NativeHost:
    """Answers the requests of one run; its handles of pictures, crops and embeddings are arrays."""

    def __init__(self, memory: BufferPool, detector: Detector | None, classifier: Classifier | None) -> None:
        self._memory = memory
        self._detector = detector
        self._classifier = classifier
        self._cropper: tuple[Pixels, FaceCropper] | None = None

    def answer(self, request: Request) -> object:
        """Answer a request as its docstring says."""
        match request:
            case Decode():
                return decode_file(request)
            case Detect():
                return _needed(self._detector, "detector").detect(view_pixels(request))
            case Rectify():
                return self._rectified(request)
            case Classify(crops, upright):
                return _needed(self._classifier, "classifier").classify(_stacked(crops), upright=upright)
            case Measure():
                return _measured(request)
            case Shrink(pixels):
                return shrunk(np.asarray(pixels))
            case Encode(crops):
                return encode_crops(_stacked(crops))
            case EmbedViews(crops):
                return _embedded(_stacked(crops), _needed(self._classifier, "classifier"))
            case Compare(crops, embeddings, taught):
                return compare(_stacked(crops), np.array(embeddings, np.float32), taught)

    def _rectified(self, request: Rectify) -> tuple[Array, ...]:
        """Return the crops; requests for one picture share its `FaceCropper`."""
        if self._cropper is None or self._cropper[0] is not request.pixels:
            self._cropper = request.pixels, FaceCropper(np.asarray(request.pixels), self._memory)
        quads = np.array(request.quads, np.float32).reshape(-1, 4, 2)
        return tuple(self._cropper[1].cut(quads, homographies=request.maps))


def _measured(request: Measure) -> Sequence[Sequence[object]]:
    """Return the numbers of each picture."""
    arrays = [np.asarray(picture) for picture in request.pictures]
    match request.what:
        case Measurement.DETAIL:
            return [tuple(row) for row in measures.detail(_stacked(arrays)).tolist()]
        case Measurement.GLARE:
            return [(measures.burnt_out(array),) for array in arrays]
        case Measurement.LIGHT:
            return [(measures.light(array),) for array in arrays]
        case Measurement.SHARPNESS:
            return [(measures.picture_sharpness(array, request.box),) for array in arrays]
        case Measurement.SHIFT:
            before, after = arrays
            return shifts_between(before, after)


def _embedded(crops: Array, classifier: Classifier) -> tuple[array[float], ...]:
    """Return the embeddings of the views of each crop."""
    made = classifier.embed(views(crops).reshape(-1, *FACE_SIZE, 3))
    each = np.ascontiguousarray(made, np.float32).reshape(len(crops), VIEWS * made.shape[1])
    return tuple(array("f", one.tobytes()) for one in each)


def _stacked(crops: Sequence[Pixels]) -> Array:
    """Return crops as one array (N, 160, 128, 3)."""
    return np.array(crops, np.uint8) if crops else np.zeros((0, *FACE_SIZE, 3), np.uint8)


def _needed(network: T | None, name: str) -> T:
    if network is None:
        raise VisionError("no-network", f"this needs a {name}; load the networks first", "host")
    return network
