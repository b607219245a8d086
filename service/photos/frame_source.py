"""Yield the frames of a camera or a video file; drop camera frames that arrive faster than we read."""

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
"""Maximum frames per second that we read of a file, fixed so that every machine reads a file alike."""

_PATIENCE: Final = 5.0
"""Seconds without a frame after which we give a camera up."""

_LARGEST_NUMBER: Final = 9999
"""Largest camera number; OpenCV reads the hundreds as a driver and fails from 2**31 on."""


_DEVICE: Final = re.compile(r"/dev/video([0-9]+)")
"""Device path of a camera on Linux; a link in /dev/v4l/by-id to it keeps its name when the camera is replugged."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraFrame:
    """One frame, and its time in seconds from the first frame."""

    photo: Photo
    time: float


def name(source: str) -> str:
    """Return the name of a source for messages and answers."""
    number = _number(source)
    return source if number is None else f"camera {number}"


def pace(source: str) -> float:
    """Return the minimum seconds between two frames that we read; 0 for a camera."""
    return 1 / LOOKS if _number(source) is None else 0.0


def frames_of(source: str) -> Generator[CameraFrame, None, None]:
    """Yield the frames of a camera, by its number or its device, or of a video file.

    A file yields every frame, with its own times. A camera yields its newest frame at each step; closing the iterator
    releases the camera.

    Raises:
        OSError: for a missing or unreadable file.
        ServiceError: `unreadable-video`, `no-frames`, `no-camera`, `camera-lost`.
    """
    # Otherwise FFmpeg and OpenCV would write their own messages between our answers.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    number = _number(source)
    return _file_frames(source) if number is None else _camera_frames(number)


def _number(source: str) -> int | None:
    """Return the camera number of a source (a number, a device or a link to one); None for a file."""
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
    """A camera with a thread of its own that always holds the newest frame."""

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
        """Wait for a frame later than number `after`; return its number, pixels and time.

        Raises:
            ServiceError: `camera-lost`.
        """
        with self._changed:
            ready = self._changed.wait_for(lambda: self._taken > after or not self._open, _PATIENCE)
            if self._newest is None or not ready or self._taken <= after:
                raise ServiceError("camera-lost", "the camera gives no more pictures. Is it still there?", self._where)
            return self._taken, self._newest, self._time

    def close(self) -> None:
        """Release the camera."""
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
