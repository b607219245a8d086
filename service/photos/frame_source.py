"""Pictures of a camera or of a video file, one after the other; what comes faster than it is read is let go."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from threading import Condition, Thread
from time import monotonic
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from service.photos.video_file import frames
from service.shared.errors import ServiceError
from vision import Photo

Pixels = npt.NDArray[np.uint8]

LOOKS: Final = 30.0
"""Looks a second at most at a file, every frame of most: the same on every machine, so that a file is always read
alike. Two cores keep up with it (`vision/README.md`)."""

_PATIENCE: Final = 5.0
"""Seconds without a picture after which a camera counts as gone."""

_LARGEST_NUMBER: Final = 9999
"""Largest number of a camera: from 100 on OpenCV takes the hundreds for a kind of driver, and from 2**31 it fails."""


_DEVICE: Final = re.compile(r"/dev/video([0-9]+)")
"""A camera of Linux; links to it that keep their name when it is plugged in anew lie in /dev/v4l/by-id."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """One picture and when it was taken, in seconds from the first one."""

    photo: Photo
    time: float


def name(source: str) -> str:
    """What messages and answers call a source."""
    number = _number(source)
    return source if number is None else f"camera {number}"


def pace(source: str) -> float:
    """Seconds at least from one look at a source to the next; a camera is looked at as often as the machine can."""
    return 1 / LOOKS if _number(source) is None else 0.0


def shots(source: str) -> Generator[CameraFrame, None, None]:
    """The pictures of a camera, by its number or its device, or of a video file.

    Of a file every frame comes, in its own time. Of a camera the newest picture comes each time one is asked for; those
    in between are gone. The camera is let go when the iterator is closed.

    Raises:
        OSError: for a file that is not there or may not be read.
        ServiceError: `unreadable-video`, `no-frames`, `no-camera`, `camera-lost`.
    """
    # Both libraries would write their own complaints between the answers.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    number = _number(source)
    return _file_shots(source) if number is None else _camera_shots(number)


def _number(source: str) -> int | None:
    """The number of the camera that a source is, by itself or by a device or a link to one; None for a file."""
    if source.isdecimal():
        return int(source)
    device = _DEVICE.fullmatch(os.path.realpath(source))
    return int(device[1]) if device else None


def _file_shots(source: str) -> Generator[CameraFrame, None, None]:
    with closing(frames(source)) as film:
        for pixels, time in film:
            yield CameraFrame(Photo.of(_colour(pixels)), time)


def _camera_shots(number: int) -> Generator[CameraFrame, None, None]:
    with closing(_Camera(number)) as camera:
        taken, start = 0, None
        while True:
            taken, pixels, time = camera.newest(taken)
            start = time if start is None else start
            yield CameraFrame(Photo.of(_colour(pixels)), time - start)


class _Camera:
    """A camera read by a thread of its own into one place, which holds the newest picture."""

    def __init__(self, number: int) -> None:
        self._where = name(str(number))
        message = "there is no such camera, or another program uses it. Try another number, or name a video file."
        if number > _LARGEST_NUMBER:
            raise ServiceError("no-camera", message, self._where)
        self._video = cv2.VideoCapture(number)
        if not self._video.isOpened():
            self._video.release()
            raise ServiceError("no-camera", message, self._where)
        self._changed = Condition()
        self._newest: Pixels | None = None
        self._taken, self._time = 0, 0.0
        self._open = True
        self._thread = Thread(target=self._fill, name=self._where, daemon=True)
        self._thread.start()

    def newest(self, after: int) -> tuple[int, Pixels, float]:
        """Number, pixels and time of the newest picture, once there is one later than number `after`.

        Raises:
            ServiceError: `camera-lost`.
        """
        with self._changed:
            ready = self._changed.wait_for(lambda: self._taken > after or not self._open, _PATIENCE)
            if self._newest is None or not ready or self._taken <= after:
                raise ServiceError("camera-lost", "the camera gives no more pictures. Is it still there?", self._where)
            return self._taken, self._newest, self._time

    def close(self) -> None:
        """Let the camera go."""
        with self._changed:
            self._open = False
        self._thread.join(_PATIENCE)
        self._video.release()

    def _fill(self) -> None:
        while self._open:
            there, pixels = self._video.read()
            with self._changed:
                if there and pixels is not None:
                    self._newest, self._taken, self._time = np.asarray(pixels, np.uint8), self._taken + 1, monotonic()
                else:
                    self._open = False
                self._changed.notify_all()


def _colour(pixels: object) -> Pixels:
    """(H, W, 3) uint8 BGR of a frame, which may be grey."""
    found = np.asarray(pixels, np.uint8)
    return np.asarray(cv2.cvtColor(found, cv2.COLOR_GRAY2BGR), np.uint8) if found.ndim == 2 else found
