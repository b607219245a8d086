"""Take pictures of a camera or a video file one after the other; drop those that come faster than we read."""

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
"""Most looks a second at a file: the same on every machine, so that we always read a file alike."""

_PATIENCE: Final = 5.0
"""Seconds without a picture after which a camera counts as gone."""

_LARGEST_NUMBER: Final = 9999
"""Largest number of a camera; OpenCV takes the hundreds for a kind of driver and fails from 2**31 on."""


_DEVICE: Final = re.compile(r"/dev/video([0-9]+)")
"""A camera of Linux; links in /dev/v4l/by-id keep their name when it is plugged in anew."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """One picture and when it was taken, in seconds from the first one."""

    photo: Photo
    time: float


def name(source: str) -> str:
    """Return what messages and answers call a source."""
    number = _number(source)
    return source if number is None else f"camera {number}"


def pace(source: str) -> float:
    """Return the least seconds between two looks at a source; at a camera we look as often as the machine can."""
    return 1 / LOOKS if _number(source) is None else 0.0


def frames_of(source: str) -> Generator[CameraFrame, None, None]:
    """Yield the pictures of a camera, by its number or its device, or of a video file.

    A file gives every frame, in its own time. A camera gives its newest picture each time one is asked for, and is let
    go when the iterator is closed.

    Raises:
        OSError: for a file that is not there or may not be read.
        ServiceError: `unreadable-video`, `no-frames`, `no-camera`, `camera-lost`.
    """
    # Both libraries would write their own complaints between the answers.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    number = _number(source)
    return _file_frames(source) if number is None else _camera_frames(number)


def _number(source: str) -> int | None:
    """Return the number of a camera, given by itself, its device or a link to it; None for a file."""
    if source.isdecimal():
        return int(source)
    device = _DEVICE.fullmatch(os.path.realpath(source))
    return int(device[1]) if device else None


def _file_frames(source: str) -> Generator[CameraFrame, None, None]:
    with closing(frames(source)) as film:
        for pixels, time in film:
            yield CameraFrame(Photo.of(_colour(pixels)), time)


def _camera_frames(number: int) -> Generator[CameraFrame, None, None]:
    with closing(_Camera(number)) as camera:
        taken, start = 0, None
        while True:
            taken, pixels, time = camera.newest(taken)
            start = time if start is None else start
            yield CameraFrame(Photo.of(_colour(pixels)), time - start)


class _Camera:
    """A camera whose own thread keeps the newest picture at hand."""

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
        """Wait for a picture later than number `after`; return its number, pixels and time.

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
    """Return a frame, which may be grey, as (H, W, 3) uint8 BGR."""
    found = np.asarray(pixels, np.uint8)
    return np.asarray(cv2.cvtColor(found, cv2.COLOR_GRAY2BGR), np.uint8) if found.ndim == 2 else found
