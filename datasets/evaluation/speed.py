"""Measure the cost of one scan beside OpenCV's decoder, on photographs as a phone stores them.

The photographs are the example rack with the grain of a small sensor, because grain makes up much of a phone's JPEG.
They are the same every time. We time each in a process of its own, because a C library that holds on to freed memory
makes a full decoding faster than it is elsewhere.
"""

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.evaluation.timing import compare
from datasets.render.example import render_example
from vision import Networks, decode, read_rack
from vision.host.arrays import Pixels

GRAIN = 3.0
"""Standard deviation of the grain on middle grey, grey values: a phone indoors after its own noise reduction."""
GRAIN_SIZE = 0.6
"""Standard deviation of the blur that demosaicing leaves in the grain, pixels."""

_CHILD = """
import sys
from service.commands.cli import main
sys.argv = ["rackcheck", "scan", "--json", sys.argv[1]]
try:
    main()
except SystemExit as end:
    status = end.code or 0
else:
    status = 0
try:
    peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0]
except OSError:
    peak = 0
print(peak, file=sys.stderr)
sys.exit(status)
"""
"""Program that scans a photo and then prints the most memory it held, in KiB (Linux; elsewhere 0)."""


def phone_photo(size: tuple[int, int], quality: int, *, far: bool = False) -> bytes:
    """Return the example rack as a JPEG of ``size`` (width, height); with ``far`` the rack fills half of each side.

    Raises OSError where OpenCV cannot encode it.
    """
    width, height = size
    shown = render_example(size=(width // 2, height // 2) if far else size).pixels
    clean = np.asarray(cv2.resize(cv2.blur(shown, (width // 8, height // 8)), size), np.uint8)
    top, left = (height - shown.shape[0]) // 2, (width - shown.shape[1]) // 2
    clean[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    done, data = cv2.imencode(
        ".jpg",
        grained(clean),
        [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420],
    )
    if not done:
        raise OSError(f"cannot encode a JPEG of {width} x {height} pixels")
    return data.tobytes()


def grained(pixels: Pixels) -> Pixels:
    """Add a sensor's grain to pixels (h, w, 3): stronger in lightness than in colour, and stronger in bright parts."""
    rng = np.random.default_rng(0)
    height, width = pixels.shape[:2]
    light = rng.standard_normal((height, width, 1), np.float32)
    colours = rng.standard_normal((height, width, 3), np.float32)
    grain = cv2.GaussianBlur(light + np.float32(0.5) * colours, (0, 0), GRAIN_SIZE)
    strength = np.sqrt((pixels.astype(np.float32) + 16) / 144) * np.float32(GRAIN / grain.std())
    return np.asarray(np.clip(pixels + grain * strength, 0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class ScanTime:
    """The cost of scanning one photo, in milliseconds of wall time, the best of some rounds.

    ``full``: decoding all of it with OpenCV; ``scan``: decoding, detecting and classifying; ``decode``, ``detect`` and
    ``classify``: the parts of a scan; ``processor``: median processor time of a scan over that of a full decoding;
    ``tiles``: number of tiles found.
    """

    full: float
    scan: float
    decode: float
    detect: float
    classify: float
    processor: float
    tiles: int

    @property
    def ratio(self) -> float:
        """Return the time of a scan as a multiple of a full decoding."""
        return self.scan / self.full


def time_scan(photo: Path, rounds: int) -> ScanTime:
    """Time a scan and a full decoding of the same file in turns, in a process of its own.

    Raises:
        RuntimeError: if the process fails; the message is the last line that it printed.
    """
    child = subprocess.run(  # noqa: S603 - this program itself, on a file of the caller's
        [sys.executable, "-m", "datasets.evaluation.speed", str(photo.resolve()), str(rounds)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    if child.returncode:
        *_, said = ["no reason was given", *child.stderr.splitlines()]
        raise RuntimeError(f"timing {photo.name} failed: {said}")
    return ScanTime(**json.loads(child.stdout))


def _timed(data: bytes, networks: Networks, rounds: int) -> ScanTime:
    """Do the measurement of `time_scan` in this process."""
    stages: list[tuple[float, float, float]] = []
    tiles = 0

    def scan() -> None:
        nonlocal tiles
        reading = read_rack(decode(data), networks)
        stages.append((reading.timing_ms.decode, reading.timing_ms.detect, reading.timing_ms.classify))
        tiles = len(reading.tiles)

    def full() -> None:
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)

    tasks = {"full": full, "scan": scan}
    best = compare(tasks, rounds=rounds, seconds=0.0, clock=time.perf_counter, of=min)
    worked = compare(tasks, rounds=max(1, rounds // 2), seconds=0.0)
    decoded, found, read = (min(times) for times in zip(*stages, strict=True))
    return ScanTime(
        full=best["full"] * 1e3,
        scan=best["scan"] * 1e3,
        decode=decoded,
        detect=found,
        classify=read,
        processor=worked["scan"] / worked["full"],
        tiles=tiles,
    )


@dataclass(frozen=True, slots=True)
class ColdStart:
    """The cost of one run of ``rackcheck scan`` on one photo, from a cold start.

    ``wall`` and ``processor`` are in seconds and include the start of Python and loading the networks; ``peak`` is the
    most memory held, in MB (10^6 bytes), 0 on systems without this figure.
    """

    wall: float
    processor: float
    peak: float


def cold_start(photo: Path, rounds: int) -> ColdStart:
    """Run ``rackcheck scan`` in a new process each round; return the best times and the highest peak.

    Raises:
        RuntimeError: if a scan fails; the message is its output.
    """
    found = []
    for _ in range(rounds):
        start, worked = time.perf_counter(), os.times()
        child = subprocess.run(  # noqa: S603 - this program itself, on a file of the caller's
            [sys.executable, "-c", _CHILD, str(photo)], capture_output=True, text=True, check=False
        )
        if child.returncode:
            raise RuntimeError(f"rackcheck scan failed: {child.stderr or child.stdout}")
        wall, done = time.perf_counter() - start, os.times()
        processor = done.children_user + done.children_system - worked.children_user - worked.children_system
        found.append(ColdStart(wall, processor, int(child.stderr.split()[-1]) * 1024 / 1e6))
    return ColdStart(
        min(one.wall for one in found), min(one.processor for one in found), max(one.peak for one in found)
    )


def main() -> None:
    """Time the scan of one file and print the result for `time_scan`."""
    photo, rounds = sys.argv[1:]
    print(json.dumps(asdict(_timed(Path(photo).read_bytes(), Networks.load(), int(rounds)))))


if __name__ == "__main__":
    main()
