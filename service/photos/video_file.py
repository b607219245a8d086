"""Read the frames of a video file and their times.

In a dispute anyone may send a video. FFmpeg opens hundreds of formats, among them playlists that refer to other files
and addresses, and some of its decoders had faults (MagicYUV before 8.1.2, CVE-2026-8461). So we open only the formats
that cameras and browsers record.
"""

from __future__ import annotations

import math
import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from rules.input.open_file import open_file
from service.shared.errors import ServiceError

Pixels = npt.NDArray[np.uint8]

CODECS: Final = {
    "H264": "H.264",
    "HEVC": "H.265",
    "FMP4": "MPEG-4",
    "MJPG": "MJPEG",
    "VP80": "VP8",
    "VP90": "VP9",
    "AV01": "AV1",
}
"""Codecs that we decode: OpenCV's FourCC in capitals, and the common name."""

_OPTIONS: Final = (
    "protocol_whitelist;file"
    "|format_whitelist;avi,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mpegts"
    "|codec_whitelist;h264,hevc,mpeg4,mjpeg,vp8,vp9,av1,libdav1d,libaom-av1"
)
"""Options that OpenCV passes to FFmpeg. They limit the protocols, formats and codecs that FFmpeg uses to open a video.
OpenCV then decodes with the codec that the video names, so `_check_codec` limits that one."""

_SAVE: Final = "Save it as MP4 (H.264) or AVI (MJPEG) and try again."

_USUAL_STEP: Final = 1 / 30
"""Seconds between two frames of a file without usable times."""

_LONGEST_STEP: Final = 10.0
"""Longest step between two frames that we accept from a file, in seconds."""


def frames(source: str) -> Generator[tuple[Pixels, float], None, None]:
    """Yield every frame of a video file, upright, as OpenCV returns it, with its time in seconds from the first.

    The times always increase.

    Raises:
        OSError: for a missing or unreadable file.
        ServiceError: `unreadable-video` for a file that no camera or browser records, `no-frames`, and `bad-path`.
    """
    with open_file(Path(source)):
        pass
    # An absolute path, because FFmpeg reads the text before a colon as a protocol.
    path = str(Path(source).absolute())
    _check_path(path, source)
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = _OPTIONS
    video = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
    try:
        if not video.isOpened():
            raise ServiceError("unreadable-video", f"this is no video that can be read here. {_SAVE}", source)
        _check_codec(int(video.get(cv2.CAP_PROP_FOURCC)), source)
        last, time = None, 0.0
        while True:
            there, pixels = video.read()
            if not there or pixels is None:
                break
            # We ignore the frame rate of the file: phones film unevenly, and browsers write 1,000 frames a second.
            stated = float(video.get(cv2.CAP_PROP_POS_MSEC)) / 1e3
            if last is not None:
                time += _step(stated - last)
            last = stated
            yield np.asarray(pixels, np.uint8), time
        if last is None:
            raise ServiceError("no-frames", f"the video holds no frame that can be read. {_SAVE}", source)
    finally:
        video.release()


def _check_path(path: str, source: str) -> None:
    """Refuse a path that is no UTF-8, at which OpenCV would end the process; raises ServiceError (`bad-path`)."""
    try:
        path.encode()
    except UnicodeEncodeError:
        message = "its name, or that of a folder it lies in, is no UTF-8: rename it, or copy the film elsewhere"
        raise ServiceError("bad-path", message, source) from None


def _check_codec(tag: int, source: str) -> None:
    """Refuse a codec outside `CODECS` before we decode a frame; raises ServiceError (`unreadable-video`)."""
    name = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in (tag & 0xFFFFFFFF).to_bytes(4, "little"))
    if name.upper() not in CODECS:
        known = ", ".join(CODECS.values())
        message = f"its frames are stored as {name!r}, and only {known} are read. {_SAVE}"
        raise ServiceError("unreadable-video", message, source)


def _step(stated: float) -> float:
    """Return the seconds between two frames: the step from the file if it is plausible, else the usual one."""
    return stated if math.isfinite(stated) and 0 < stated <= _LONGEST_STEP else _USUAL_STEP
