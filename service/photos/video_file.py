"""Read the frames of a video file, and when each was taken.

Anyone may send a film, because there was a dispute. FFmpeg opens some hundred kinds, among them playlists that lead to
other files and addresses, and some of its decoders had faults (MagicYUV before 8.1.2, CVE-2026-8461). So we open only
what cameras and browsers record.
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
"""What frames may be stored as: OpenCV's name of it, in capitals, and the one people know."""

_OPTIONS: Final = (
    "protocol_whitelist;file"
    "|format_whitelist;avi,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mpegts"
    "|codec_whitelist;h264,hevc,mpeg4,mjpeg,vp8,vp9,av1,libdav1d,libaom-av1"
)
"""FFmpeg's own options, as OpenCV hands them on. They bound the codecs that look into frames while a film is opened;
after that OpenCV decodes with whatever the film asks for, which `_check_codec` bounds."""

_SAVE: Final = "Save it as MP4 (H.264) or AVI (MJPEG) and try again."

_USUAL_STEP: Final = 1 / 30
"""Seconds between two frames of a file whose times say nothing."""

_LONGEST_STEP: Final = 10.0
"""Most seconds that a file may claim to lie between two frames."""


def frames(source: str) -> Generator[tuple[Pixels, float], None, None]:
    """Yield every frame of a video file, upright, as OpenCV gives it, with seconds from the first, which only grow.

    Raises:
        OSError: for a file that is not there or may not be read.
        ServiceError: `unreadable-video`, for what is no film of a camera, and `no-frames`.
    """
    with Path(source).open("rb"):
        pass
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = _OPTIONS
    # The whole path, because FFmpeg takes what stands before a colon for a protocol.
    video = cv2.VideoCapture(str(Path(source).absolute()), cv2.CAP_FFMPEG)
    try:
        if not video.isOpened():
            raise ServiceError("unreadable-video", f"this is no video that can be read here. {_SAVE}", source)
        _check_codec(int(video.get(cv2.CAP_PROP_FOURCC)), source)
        last, time = None, 0.0
        while True:
            there, pixels = video.read()
            if not there or pixels is None:
                break
            # A file's rate is no measure: phones film unevenly, and browsers write 1,000 a second.
            stated = float(video.get(cv2.CAP_PROP_POS_MSEC)) / 1e3
            if last is not None:
                time += _step(stated - last)
            last = stated
            yield np.asarray(pixels, np.uint8), time
        if last is None:
            raise ServiceError("no-frames", f"the video holds no frame that can be read. {_SAVE}", source)
    finally:
        video.release()


def _check_codec(tag: int, source: str) -> None:
    """Refuse, before a frame is decoded, what no camera stores; raises ServiceError (`unreadable-video`)."""
    name = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in (tag & 0xFFFFFFFF).to_bytes(4, "little"))
    if name.upper() not in CODECS:
        known = ", ".join(CODECS.values())
        message = f"its frames are stored as {name!r}, and only {known} are read. {_SAVE}"
        raise ServiceError("unreadable-video", message, source)


def _step(stated: float) -> float:
    """Return the seconds between two frames, by what the file says."""
    return stated if math.isfinite(stated) and 0 < stated <= _LONGEST_STEP else _USUAL_STEP
