"""Test the doctor's judgements of given facts: tables of causes and repairs, without any installation."""

from __future__ import annotations

import itertools
import json
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from service.doctor import (
    data_folder_checks,
    ledger_checks,
    machine_checks,
    model_checks,
    package_checks,
    package_loading,
)
from service.doctor.finding import VERDICTS, Finding, Report, worst
from service.doctor.package_loading import MODULES, Loading
from service.doctor.version_numbers import canonical, read_asked, read_pins, release, within
from service.ledger.database.soundness import HEAD, STEPS, LedgerFacts
from service.server.access.certificates import RENEW_DAYS
from tests.service.conftest import ROOT

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
PINS = {"numpy": "2.4.6", "opencv-python": "5.0.0.93", "onnxruntime": "1.31.1", "protobuf": "7.36.2"}
ASKED = {"numpy": ">=1.26", "opencv-python": ">=4.11,<6"}
SOUND = {"numpy": ("2.4.6",), "opencv-python": ("5.0.0.93",), "onnxruntime": ("1.31.1",), "protobuf": ("7.36.2",)}


@pytest.mark.parametrize(("verdict", "mend"), [("ok", "do this"), ("fail", ""), ("warn", ""), ("bad", "x")])
def test_a_finding_that_says_nothing_to_do_is_refused(verdict: str, mend: str) -> None:
    """A finding with a problem needs a repair, and one without a problem must have none."""
    with pytest.raises(ValueError, match=r"verdict|ok"):
        Finding("disk", verdict, "told", mend)  # type: ignore[arg-type]


def test_the_worst_verdict_is_that_of_all() -> None:
    """The overall verdict is the worst one: fail, then warn; no finding at all is ok."""
    made = {verdict: Finding("x", verdict, "m", "" if verdict == "ok" else "d") for verdict in VERDICTS}
    for chosen in itertools.product(VERDICTS, repeat=3):
        wanted = "fail" if "fail" in chosen else "warn" if "warn" in chosen else "ok"
        assert worst(made[one] for one in chosen) == wanted
    assert worst([]) == "ok"


def test_the_document_and_its_text() -> None:
    """JSON and text contain every finding in order, with its repair; the last line counts them."""
    findings = [Finding("python", "ok", "Python 3.12"), Finding("disk", "fail", "no room", "make room")]
    report = Report("1.2.3", tuple(findings))
    found = report.to_json()
    assert json.loads(json.dumps(found)) == found
    assert [one["mend"] for one in found["checks"]] == [None, "make room"]
    lines = str(report).splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["ok", "fail"]
    assert lines[2].strip() == "do: make room"
    assert lines[3] == "Rackcheck 1.2.3: 1 wrong, 0 to look at, 1 well"


# Numbers


def test_ranges_are_read_as_the_packaging_library_reads_them() -> None:
    """For each range in pyproject.toml, versions around its bounds get the same answer as from `packaging`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ranges = set(read_asked(project["dependencies"]).values()) | {
        "",
        ">1.2",
        "<=1.2.0",
        "!=1.3",
        "==1.2",
        ">=1,<2,!=1.5",
    }
    versions = [f"{a}.{b}.{c}" for a in (0, 1, 2, 4, 5, 6, 44, 45) for b in (0, 2, 5, 11, 12) for c in (0, 1, 36)]
    versions += ["1", "2", "6", "4.11", "5.0.0.93", "25.12.19", "1.2.0.0"]
    for asked, version in itertools.product(ranges, versions):
        assert within(version, asked) is (version in SpecifierSet(asked)), (version, asked)
    with pytest.raises(ValueError, match="no range"):
        within("1.0", "~=1.0")


def test_pins_and_requirements_are_read() -> None:
    """Comments, markers and extras are skipped; names are normalised as in the packaging standard."""
    assert read_pins("# a\nNumPy==2.4.6\n\nopen_cv.Python==5.0.0.93\nfree>=1\n") == {
        "numpy": "2.4.6",
        "open-cv-python": "5.0.0.93",
    }
    lines = ["fastapi>=0.115", "x>=1; extra == 'dev'", "tomli>=2; python_version < '3.11'", "opencv-python<6,>=4.11"]
    assert read_asked(lines) == {"fastapi": ">=0.115", "tomli": ">=2", "opencv-python": "<6,>=4.11"}
    assert canonical("Foo__Bar.baz") == "foo-bar-baz"
    assert [release(text) for text in ("5.0.0-pre", "1.2rc1", "x")] == [(5, 0, 0), (1, 2), ()]


# Packages


@pytest.mark.parametrize(
    ("version", "system", "bits", "verdict"),
    [
        pytest.param((3, 11, 0), "Linux", 64, "ok", id="oldest"),
        pytest.param((3, 13, 9), "Linux", 64, "ok", id="newest-tested"),
        pytest.param((3, 10, 9), "Linux", 64, "fail", id="too-old"),
        pytest.param((2, 7, 18), "Linux", 64, "fail", id="python-2"),
        pytest.param((3, 14, 0), "Linux", 64, "warn", id="not-tested"),
        pytest.param((3, 12, 0), "Linux", 32, "fail", id="32-bit"),
        pytest.param((3, 12, 0), "Darwin", 64, "warn", id="another-system"),
    ],
)
def test_pythons(version: tuple[int, ...], system: str, bits: int, verdict: str) -> None:
    """Each Python is judged against the supported versions."""
    assert package_checks.judge_python(version, system, bits).verdict == verdict


def test_the_tested_pythons_are_those_of_the_project() -> None:
    """The doctor and the wheel's metadata name the same Python versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {line.rsplit(" ", 1)[-1] for line in project["classifiers"] if line.startswith("Programming Language")}
    assert {f"{major}.{minor}" for major, minor in package_checks.TESTED} == named
    assert project["requires-python"] == f">={package_checks.OLDEST[0]}.{package_checks.OLDEST[1]}"


@pytest.mark.parametrize(
    ("change", "verdicts", "word"),
    [
        pytest.param({}, ["ok"], "as tested", id="sound"),
        pytest.param({"numpy": ()}, ["fail"], "numpy==2.4.6", id="missing"),
        pytest.param({"opencv-python": ("4.10.0.84",)}, ["fail"], "does not work", id="too-old"),
        pytest.param({"opencv-python": ("6.0.0.1",)}, ["fail"], "opencv-python==5.0.0.93", id="too-new"),
        pytest.param({"opencv-python": ("4.11.0.86",)}, ["warn"], "tested: 5.0.0.93", id="another-within-the-range"),
        pytest.param({"protobuf": ("6.0",)}, ["warn"], "protobuf 6.0", id="another-of-what-they-need"),
        pytest.param({"numpy": ("2.4.6", "1.26.4")}, ["fail"], "more than once", id="twice"),
        pytest.param({"numpy": (), "opencv-python": ("4.9",)}, ["fail", "fail"], "not installed", id="two-faults"),
    ],
)
def test_packages(change: dict[str, tuple[str, ...]], verdicts: list[str], word: str) -> None:
    """Each fault of the installed packages comes with the command that repairs it."""
    found = package_checks.judge_packages(ASKED, PINS, {**SOUND, **change}, "pins.txt")
    assert [one.verdict for one in found] == verdicts
    assert any(word in f"{one.message} {one.mend}" for one in found)
    assert all("pip install" in one.mend for one in found if one.verdict != "ok")


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        pytest.param(["opencv-python", "numpy"], "ok", id="one"),
        pytest.param([], "ok", id="none-is-told-by-packages"),
        pytest.param(["opencv-python", "opencv-python-headless"], "fail", id="headless-beside-it"),
        pytest.param(["opencv-contrib-python", "opencv-python"], "fail", id="contrib-beside-it"),
        pytest.param(["opencv-python-headless"], "fail", id="headless-alone"),
    ],
)
def test_opencv_beside_opencv(names: list[str], verdict: str) -> None:
    """If two packages own cv2, the repair removes all of them before it installs the right one."""
    found = package_checks.judge_opencv(names, "opencv-python==5.0.0.93")
    assert found.verdict == verdict
    if verdict == "fail":
        assert ("together" in found.message) is (len(names) > 1)
        away, back = found.mend.split(" && ")
        assert all(name in away for name in names if name.startswith("opencv"))
        assert back.endswith("opencv-python==5.0.0.93")


def test_foreign_packages_of_our_names() -> None:
    """A foreign package with one of our names is reported with its place, and so is a missing part of ours."""
    own: dict[str, str | None] = {name: f"/app/{name}" for name in package_checks.OWN}
    assert package_checks.judge_names(own, Path("/app")).verdict == "ok"
    found = package_checks.judge_names({**own, "models": "/elsewhere/models"}, Path("/app"))
    assert (found.verdict, "/elsewhere/models" in found.message) == ("fail", True)
    assert "are missing: rules" in package_checks.judge_names({**own, "rules": None}, Path("/app")).message


# Imports


def test_every_package_of_the_program_is_loaded() -> None:
    """Every dependency of the project is among the packages that the doctor loads."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(MODULES) == set(read_asked(project["dependencies"]))


@pytest.mark.parametrize(
    ("module", "error", "said", "mend"),
    [
        pytest.param(
            "cv2",
            "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
            "system libraries that OpenCV needs",
            "apt-get install -y libgl1 libglib2.0-0",
            id="no-libGL",
        ),
        pytest.param(
            "onnxruntime",
            "ImportError: libgomp.so.1: cannot open shared object file: No such file or directory",
            "system library libgomp.so.1 is missing",
            "holds libgomp.so.1",
            id="another-library",
        ),
        pytest.param(
            "cv2", "ModuleNotFoundError: No module named 'cv2'", "cv2 is missing", "opencv-python==5.0.0.93", id="gone"
        ),
        pytest.param(
            "onnxruntime",
            "ModuleNotFoundError: No module named 'google.protobuf'",
            "google.protobuf is missing",
            "onnxruntime==1.31.1",
            id="its-own-need-is-missing",
        ),
        pytest.param(
            "cv2",
            "ModuleNotFoundError: No module named 'numpy'",
            "numpy is missing",
            "numpy==2.4.6",
            id="numpy-is-missing",
        ),
        pytest.param("cv2", "empty: ['/x/cv2']", "damaged", "--force-reinstall", id="a-folder-without-code"),
        pytest.param(
            "cv2",
            "ImportError: numpy.core.multiarray failed to import",
            "another version of numpy",
            "numpy==2.4.6",
            id="built-for-another-numpy",
        ),
        pytest.param(
            "onnxruntime",
            "ImportError: /lib/libc.so.6: version `GLIBC_2.38' not found (required by x.so)",
            "GLIBC_2.38",
            "update the system",
            id="an-old-system",
        ),
        pytest.param(
            "numpy",
            "ImportError: a.so: failed to map segment from shared object",
            "does not let programs run",
            "noexec",
            id="noexec",
        ),
        pytest.param(
            "numpy", "killed: it ended the process (SIGILL)", "newer processor", "another machine", id="sigill"
        ),
        pytest.param("segno", "ValueError: who knows", "ValueError: who knows", "--force-reinstall", id="unknown"),
    ],
)
def test_what_a_failed_import_means(module: str, error: str, said: str, mend: str) -> None:
    """Each known import failure has a cause in words and a repair."""
    (found,) = package_loading.judge_imports([Loading(module, error)], PINS)
    assert found.verdict == "fail"
    assert said in found.message
    assert mend in found.mend


# Networks


def test_the_known_reading_is_that_of_the_example() -> None:
    """The doctor's expected reading matches the ground truth of the example picture, rows and labels."""
    truth = json.loads((ROOT / "examples" / "rack.json").read_text("utf-8"))
    assert sorted(box[4] for box in truth["boxes"]) == sorted(
        model_checks.READING.replace("[", "").replace("]", "").split()
    )
    assert model_checks.READING in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("rack", "unsure", "verdict"),
    [
        pytest.param(model_checks.READING, 0, "ok", id="right"),
        pytest.param(model_checks.READING.replace("F F", "F J"), 0, "fail", id="a-wrong-tile"),
        pytest.param(model_checks.READING, 1, "fail", id="a-question"),
        pytest.param("", 0, "fail", id="nothing-seen"),
    ],
)
def test_the_scan_of_the_example(rack: str, unsure: int, verdict: str) -> None:
    """Any other reading of the example is a fault."""
    assert model_checks.judge_scan({"rack": rack, "unsure": unsure, "seconds": 0.4}).verdict == verdict


@pytest.mark.parametrize(
    ("version", "codecs", "video", "verdict"),
    [
        pytest.param("5.0.0", {}, ["FFMPEG", "V4L2"], "ok", id="whole"),
        pytest.param("5.0.0-pre", {}, ["FFMPEG", "V4L2"], "ok", id="pre-release"),
        pytest.param("4.12.0", {}, ["FFMPEG", "V4L2"], "fail", id="written-over"),
        pytest.param("5.0.0", {"jpg": False}, ["FFMPEG", "V4L2"], "fail", id="no-jpeg"),
        pytest.param("5.0.0", {"webp": False}, ["FFMPEG", "V4L2"], "warn", id="no-webp"),
        pytest.param("5.0.0", {}, ["V4L2"], "warn", id="no-films"),
    ],
)
def test_builds_of_opencv(version: str, codecs: dict[str, bool], video: list[str], verdict: str) -> None:
    """The loaded OpenCV must be the installed one and have the features the program uses."""
    facts = {"version": version, "codecs": {"jpg": True, "png": True, "webp": True, **codecs}, "video": video}
    (found,) = model_checks.judge_opencv_build(facts, "5.0.0.93", "opencv-python==5.0.0.93")
    assert found.verdict == verdict


# The machine


@pytest.mark.parametrize(("megabytes", "verdict"), [(49, "fail"), (50, "warn"), (499, "warn"), (500, "ok")])
def test_room_on_the_disk(megabytes: int, verdict: str) -> None:
    """A nearly full disk is a warning before it is full."""
    assert machine_checks.judge_room(Path("/data"), megabytes * 1_000_000).verdict == verdict


@pytest.mark.parametrize(
    ("ahead", "verdict"),
    [
        pytest.param(timedelta(hours=-1), "ok", id="past"),
        pytest.param(timedelta(minutes=4), "ok", id="a-little-behind"),
        pytest.param(timedelta(minutes=6), "warn", id="minutes-behind"),
        pytest.param(timedelta(days=20_000), "warn", id="begun-at-1970"),
    ],
)
def test_clocks(ahead: timedelta, verdict: str) -> None:
    """A clock earlier than a past event is reported together with that event."""
    found = machine_checks.judge_clock(NOW, [("long ago", NOW - timedelta(days=9)), ("the newest entry", NOW + ahead)])
    assert found.verdict == verdict
    assert ("the newest entry" in found.message) is (verdict == "warn")


@pytest.mark.parametrize(
    ("there", "allowed", "giving", "verdict"), [(0, 0, 0, "ok"), (2, 2, 1, "ok"), (1, 0, 0, "warn"), (1, 1, 0, "warn")]
)
def test_cameras(there: int, allowed: int, giving: int, verdict: str) -> None:
    """No camera is fine; a camera without frames is a fault."""
    assert machine_checks.judge_cameras(there, allowed, giving).verdict == verdict


# What is kept


def test_the_newest_step_is_that_of_the_program() -> None:
    """The steps that the program knows are those of the migrations' file names."""
    versions = ROOT / "service" / "ledger" / "database" / "migrations" / "versions"
    assert list(STEPS) == sorted(path.name[1:5] for path in versions.glob("v*.py"))
    assert timedelta(days=RENEW_DAYS) == data_folder_checks.SOON


@pytest.mark.parametrize(
    ("facts", "verdict", "word"),
    [
        pytest.param(LedgerFacts(None), "ok", "no book", id="none"),
        pytest.param(LedgerFacts(HEAD, 2, 9), "ok", "9 entries", id="sound"),
        pytest.param(LedgerFacts("0000", 2, 9), "ok", "when next opened", id="older"),
        pytest.param(LedgerFacts("9999"), "fail", "update the program", id="newer"),
        pytest.param(LedgerFacts(HEAD, 1, 2, ("a", "b")), "fail", "a and 1 more", id="damaged"),
    ],
)
def test_books(facts: LedgerFacts, verdict: str, word: str) -> None:
    """Each state of a ledger comes with what to do."""
    found = ledger_checks.judge_ledger(facts, "SQLite", "restore it")
    assert (found.verdict, word in f"{found.message} {found.mend}") == (verdict, True)


def _certificate(**more: object) -> dict[str, object]:
    begins, ends = NOW - timedelta(days=10), NOW + timedelta(days=400)
    return {
        "name": "server.pem",
        "path": "/d/server.pem",
        "begins": begins.isoformat(),
        "ends": ends.isoformat(),
        **more,
    }


@pytest.mark.parametrize(
    ("facts", "verdict", "word"),
    [
        pytest.param([], "ok", "none has been made", id="none"),
        pytest.param([_certificate()], "ok", "good until", id="good"),
        pytest.param([_certificate(ends=NOW.isoformat())], "fail", "ended", id="ended"),
        pytest.param([_certificate(ends=(NOW + timedelta(days=29)).isoformat())], "warn", "ends on", id="ends-soon"),
        pytest.param([_certificate(begins=(NOW + timedelta(days=1)).isoformat())], "fail", "clock", id="not-yet"),
        pytest.param([_certificate(name="ca.pem", ends=NOW.isoformat())], "fail", "phones", id="the-authority"),
        pytest.param(
            [{"name": "ca.key", "path": "/d/ca.key", "open": True}], "warn", "chmod 600", id="a-public-key-file"
        ),
        pytest.param([{"name": "ca.key", "path": "/d/ca.key", "error": "spoilt"}], "fail", "spoilt", id="damaged"),
    ],
)
def test_certificates(facts: list[dict[str, object]], verdict: str, word: str) -> None:
    """Each state of a certificate is reported, with the steps that phones need."""
    (found,) = data_folder_checks.judge_certificates(facts, NOW)
    assert (found.verdict, word in f"{found.message} {found.mend}") == (verdict, True)
    anew = verdict == "fail" and facts[0]["name"] != "server.pem"
    assert ("phones have to install" in found.mend) is anew
