"""The speed bench: its photographs, and a run on a small budget."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.evaluation.speed import GRAIN, grained, phone_photo, time_scan
from scripts import bench

RACK = Path(__file__).resolve().parents[3] / "examples" / "rack.jpg"


def test_phone_photos_are_the_same_every_time_and_as_long_as_a_phones() -> None:
    """Two calls give the same bytes; grain makes the file several times longer than the clean rendering."""
    data = phone_photo((800, 600), 92)
    assert phone_photo((800, 600), 92) == data
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    assert pixels.shape == (600, 800, 3)
    assert 0.2 < len(data) / (800 * 600) < 0.6
    assert len(phone_photo((800, 600), 80)) < 0.7 * len(data)


def test_grain_is_as_strong_as_said() -> None:
    """On middle grey the grain has the requested standard deviation and no mean; in the dark it is weaker."""
    grey, dark = np.full((200, 300, 3), 128, np.uint8), np.full((200, 300, 3), 24, np.uint8)
    noise = grained(grey).astype(float) - 128
    assert noise.std() == pytest.approx(GRAIN, rel=0.1)
    assert abs(noise.mean()) < 0.6  # the grain cuts to whole numbers instead of rounding
    assert grained(dark).astype(float).std() < 0.7 * noise.std()


def test_bench_prints_what_was_found_beside_what_is_wanted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bench prints a row for each photo with the ratio of its times; memory, cold start and weights have limits."""
    budget = ["--rounds", "1", "--starts", "1", "--sizes", "640x480", "--qualities", "90"]
    monkeypatch.setattr(sys, "argv", ["bench", "vision", *budget])
    bench.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    for line, name in zip(lines[1:3], ("near", "far"), strict=True):
        assert line.startswith(f"640 x 480, {name}, quality 90")
        megabytes, a_pixel, full, scan, ratio = (float(part) for part in line[32:].split()[:5])
        assert a_pixel == pytest.approx(megabytes * 1e6 / (640 * 480), abs=0.02)
        assert ratio == pytest.approx(scan / full, rel=0.1)
    seconds, processor = (float(part) for part in re.findall(r"([\d.]+) s", lines[3])[:2])
    assert seconds > 0.05
    assert processor > 0.05
    assert "under 1.5 s" in lines[3]
    memory = re.search(r"held: (\d+) MB", lines[4])
    assert memory is not None
    assert 30 < int(memory[1]) < 1000 or not sys.platform.startswith("linux")
    assert re.search(r"weights: [\d.]+ MB \(at most 8\)", lines[5])


def test_a_scan_is_timed_in_a_process_of_its_own() -> None:
    """A separate process scans the example rack; it finds the tiles, and the parts take no longer than the scan."""
    found = time_scan(RACK, 2)
    assert found.tiles == 14
    assert found.full > 0
    assert found.scan >= max(found.decode, found.detect, found.classify) > 0
    assert found.ratio == found.scan / found.full


def test_a_scan_that_cannot_be_timed(tmp_path: Path) -> None:
    """The error message is the last line that the process printed."""
    photo = tmp_path / "rack.jpg"
    photo.write_text("no picture")
    with pytest.raises(RuntimeError, match=r"timing rack\.jpg failed: .*this is not a picture"):
        time_scan(photo, 1)
