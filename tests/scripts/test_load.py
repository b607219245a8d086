"""The load bench of the service: a real server, a small budget, and the calculation of its figures."""

from __future__ import annotations

import json
import mmap
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from scripts import bench
from scripts.load.many_phones import Waits, begin_game, press
from scripts.load.memory_growth import Growth, growth, server_growth
from scripts.load.process_memory import Slope, held, slope
from scripts.load.report import growth_line
from scripts.load.simulated_phone import Phone, photo_form
from scripts.load.started_server import Started, started
from tests.service.helpers import jpeg, table_cloth
from vision import decode


@pytest.fixture(scope="module")
def server() -> Iterator[Started]:
    """Start a server that reads one photo at a time while one more waits."""
    with started(environment={"RACKCHECK_SCAN_QUEUE": "1"}) as found:
        yield found


WAITS = {
    "none": ([], Waits(0, 0.0, 0.0, 0.0)),
    "one": ([0.5], Waits(1, 0.5, 0.5, 0.5)),
    "a hundred": ([number / 100 for number in range(100, 0, -1)], Waits(100, 0.5, 0.95, 0.99)),
    "twenty": ([float(number) for number in range(1, 21)], Waits(20, 10.0, 19.0, 20.0)),
}


@pytest.mark.parametrize(("seconds", "found"), WAITS.values(), ids=WAITS)
def test_so_many_of_a_hundred_answers_came_within_a_wait(seconds: list[float], found: Waits) -> None:
    """A percentile is a wait that really occurred, and that many answers stayed within it."""
    assert Waits.of(seconds) == found


def test_a_slope_is_found_in_noise() -> None:
    """The slope of a noisy line lies within its stated error; noise alone does not grow."""
    noise = random.Random(1976)
    level = [1e8 + noise.gauss(0, 1e4) for _ in range(100)]
    found = slope([value + 300.0 * 8 * number for number, value in enumerate(level)], 8)
    assert found.grows
    assert abs(found.value - 300) < found.error < 30
    assert not slope(level, 8).grows
    assert not Slope(-5.0, 1.0).grows
    with pytest.raises(ValueError, match="samples"):
        slope(level[:10], 8)


def test_a_leak_is_seen() -> None:
    """A leak of three pages a scan shows as that growth, despite the noise of a real process."""
    kept: list[mmap.mmap] = []

    def leak() -> None:
        # A mapping takes fresh pages: the heap would reuse memory that this process freed earlier.
        page = mmap.mmap(-1, 3 * mmap.PAGESIZE)
        page[:] = b"x" * len(page)
        kept.append(page)

    # Not its children: a server that another test keeps ready may grow meanwhile.
    found = growth(leak, lambda: held([os.getpid()]), 400)
    assert found.grows
    assert found.slope.value == pytest.approx(3 * mmap.PAGESIZE, rel=0.2)
    assert len(found.memory) >= 100


@pytest.mark.parametrize(
    ("value", "error", "grows"),
    [
        pytest.param(18, 11, False, id="a hundredth in 100,000 scans"),
        pytest.param(145, 109, False, id="a little under a tenth"),
        pytest.param(190, 60, True, id="more than a tenth"),
        pytest.param(190, 200, False, id="no more than chance"),
        pytest.param(12_288, 90, True, id="three pages a scan"),
        pytest.param(-500, 20, False, id="less and less"),
    ],
)
def test_growth_is_what_a_long_run_would_feel(value: float, error: float, grows: bool) -> None:
    """Growth counts if it exceeds chance and adds more than a tenth in 100,000 scans; the line says how much."""
    found = Growth(5000, (183_000_000, 185_000_000), Slope(value, error))
    assert found.grows is grows
    assert found.to_json()["grows"] is grows
    line = growth_line("through the library", found)
    assert ("does not grow" in line) is not grows
    assert f"100,000 scans: {value / 10:+.1f} MB" in line


@pytest.mark.usefixtures("networks_wanted")
def test_phones_press_a_real_server(server: Started) -> None:
    """Three phones at a server with two places: it reads photos and the ledger, refuses one, and nothing fails."""
    form = photo_form(jpeg(table_cloth()))
    game = begin_game(server, 3)
    found = press(server, 3, 1.5, form, game)
    assert found.failed == 0
    assert found.scans.count > 0
    assert found.book.count > 0
    assert found.scans.p50 <= found.scans.p95 <= found.scans.p99
    assert len(found.memory) > 10
    assert min(found.memory) > 50e6
    with closing(Phone(server.host, server.port)) as phone:
        assert json.loads(phone.read(f"games/{game}").body)["version"] == 3


@pytest.mark.usefixtures("networks_wanted")
def test_the_bench_prints_a_table_or_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Table and JSON agree, and the ratio divides the two times."""
    budget = ["--rounds", "1", "--seconds", "0.5", "--phones", "1", "--scans", "0"]
    monkeypatch.setattr(bench, "UPLOAD", ((640, 480), 90))
    monkeypatch.setattr(sys, "argv", ["bench", "service", *budget, "--json"])
    bench.main()
    out, err = capsys.readouterr()
    document = json.loads(out)
    one = document["one_scan"]
    assert one["ratio"] == pytest.approx(one["http"] / one["library"])
    assert document["phones"][0]["failed"] == 0
    assert "at most 1.15" in err
    assert "p95" in err


@pytest.mark.parametrize("scans", ["1", "119"])
def test_too_few_scans_are_refused_before_the_phones_press(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scans: str
) -> None:
    """A run too short to tell a growth ends at once, not after the minutes of the other measurements."""
    monkeypatch.setattr(bench, "phone_photo", lambda *_: pytest.fail("it has begun to measure"))
    monkeypatch.setattr(sys, "argv", ["bench", "service", "--scans", scans])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert "at least 120, or 0" in capsys.readouterr().err


@pytest.mark.usefixtures("networks_wanted")
def test_memory_does_not_grow_scan_by_scan(server: Started, example: Path) -> None:
    """Of 240 scans over http the last hundred and ninety add less than 10 KB each, less than one forgotten crop."""
    pixels = cv2.resize(decode(example.read_bytes()).pixels, (800, 600))
    found = server_growth(server, [jpeg(np.asarray(pixels))], 240)
    assert len(found.memory) >= 100
    assert found.slope.value + found.slope.error < 10_000


def test_what_the_measurements_need_is_said() -> None:
    """With only the runtime packages, the scripts name the packages to install and print no traceback."""
    code = "import sys; sys.modules['PIL'] = None; import scripts.bench"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[3],
    )
    assert done.returncode == 1
    assert "PIL is missing" in done.stderr
    assert "requirements/test.txt" in done.stderr
    assert "Traceback" not in done.stderr
