"""Test the doctor on real faults: broken packages, altered models, full disks, taken ports, damaged files."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import cv2
import pytest

from models import MODELS, load_model_card
from service.doctor import data_folder_checks, examine, machine_checks, model_checks, package_checks, package_loading
from service.doctor.child_process import ask
from service.doctor.finding import Finding
from service.doctor.version_numbers import read_pins
from service.server.access.certificates import certificates
from service.storage.atomic_files import make_folder
from tests.service.conftest import ROOT
from tests.service.helpers import jpeg, table_cloth

PINS = read_pins((ROOT / "requirements" / "runtime.txt").read_text("utf-8"))


def doctor(data: Path, *options: str, before: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `rackcheck doctor` as a user does; modules in the folder `before` hide installed ones."""
    path = os.pathsep.join(str(one) for one in (before, ROOT) if one is not None)
    environment = {**os.environ, "PYTHONPATH": path, "RACKCHECK_DATA_DIR": str(data), "RACKCHECK_PORT": "0"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "service", "doctor", *options],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )


def verdicts(found: subprocess.CompletedProcess[str]) -> dict[str, list[str]]:
    """Return the verdicts of each check."""
    assert "Traceback" not in found.stdout + found.stderr
    told: dict[str, list[str]] = {}
    for one in json.loads(found.stdout)["checks"]:
        told.setdefault(one["check"], []).append(one["verdict"])
    return told


def module(folder: Path, name: str, text: str) -> None:
    """Write a module of this name into the folder, to hide the installed one."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text, "utf-8")


def test_an_installation_that_is_well(tmp_path: Path, networks_wanted: None) -> None:
    """In a sound installation every check runs, none fails, the status is 0, and no data folder is made."""
    found = doctor(tmp_path / "data", "--json")
    told = verdicts(found)
    assert found.returncode == 0, found.stdout
    assert not [check for check, said in told.items() if "fail" in said]
    assert told["scan"] == told["imports"] == told["models"] == ["ok"]
    names = "python packages opencv-clash names imports models opencv scan settings data-folder disk book certificates"
    assert set(told) == {*names.split(), "sets", "cards", "pairing", "copies", "port", "clock", "camera"}
    assert not (tmp_path / "data").exists()


def test_neither_opencv_nor_onnxruntime_loads(tmp_path: Path) -> None:
    """Without OpenCV and ONNX Runtime the doctor names both with the repair, lists skipped checks and runs the rest."""
    broken = tmp_path / "broken"
    module(broken, "cv2", "raise ImportError('libGL.so.1: cannot open shared object file: No such file or directory')")
    module(broken, "onnxruntime", "import a_package_that_is_not_there")
    found = doctor(tmp_path / "data", "--json", before=broken)
    told = verdicts(found)
    assert found.returncode == 1
    assert told["imports"] == ["fail", "fail"]
    assert (told["opencv"], told["scan"], told["sets"]) == (["warn"], ["warn"], ["warn"])
    assert (told["models"], told["data-folder"], told["book"], told["port"]) == (["ok"], ["ok"], ["ok"], ["ok"])
    mends = [one["mend"] for one in json.loads(found.stdout)["checks"] if one["check"] == "imports"]
    assert any("libgl1" in mend for mend in mends)
    assert any("onnxruntime" in mend for mend in mends)


def test_the_command_line_itself_does_not_load(tmp_path: Path) -> None:
    """Without the argument parser's package the doctor answers as text, and other commands point to the doctor."""
    broken = tmp_path / "broken"
    module(broken, "typer", "raise ImportError('no such thing')")
    found = doctor(tmp_path / "data", before=broken)
    assert found.returncode == 1
    assert "typer cannot be loaded" in found.stdout
    assert f"typer=={PINS['typer']}" in found.stdout
    assert found.stderr == ""
    environment = {**os.environ, "PYTHONPATH": f"{broken}{os.pathsep}{ROOT}"}
    other = subprocess.run(
        [sys.executable, "-P", "-m", "service", "scan", "a.jpg", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert other.returncode == 1
    error = json.loads(other.stdout)["error"]
    assert (error["code"], "rackcheck doctor" in error["message"]) == ("broken-installation", True)


def test_a_command_whose_package_does_not_load(tmp_path: Path) -> None:
    """`scan` without OpenCV prints one error that points to the doctor, without a traceback."""
    broken = tmp_path / "broken"
    module(broken, "cv2", "raise ImportError('libGL.so.1')")
    found = subprocess.run(
        [sys.executable, "-P", "-m", "service", "scan", "a.jpg"],
        env={**os.environ, "PYTHONPATH": f"{broken}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "")
    assert "rackcheck doctor" in found.stderr
    assert "Traceback" not in found.stderr


def test_an_old_python_is_told_as_such() -> None:
    """On a Python below 3.11 the program names the version that it needs, without a syntax error."""
    names = [shutil.which(f"python3.{minor}") for minor in range(7, 11)]
    names += sorted(str(path) for path in Path.home().glob(".pyenv/versions/3.[789]*/bin/python"))
    old = next((name for name in names if name and _runs(name)), None)
    if old is None:
        pytest.skip("no Python below 3.11 is installed here")
    found = subprocess.run([old, "-m", "service", "scan"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert "needs Python 3.11 or newer" in found.stderr
    assert "Traceback" not in found.stderr


def _runs(name: str) -> bool:
    return subprocess.run([name, "-c", "pass"], capture_output=True, check=False).returncode == 0


# Packages


def distribution(folder: Path, name: str, version: str) -> None:
    """Write the metadata that pip leaves of an installed distribution."""
    place = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")


@pytest.mark.parametrize(
    ("made", "check", "said"),
    [
        pytest.param([("opencv-python-headless", "4.12.0.88")], "opencv-clash", "installed together", id="headless"),
        pytest.param([("numpy", "1.20.0")], "packages", "does not work", id="too-old"),
        pytest.param([("segno", "1.6.1"), ("segno", "1.5.0")], "packages", "more than once", id="remains"),
        pytest.param([("rich", "14.0.0")], "packages", "rich 14.0.0 (tested", id="not-the-pinned-one"),
    ],
)
def test_what_is_installed_beside_or_before(
    made: list[tuple[str, str]], check: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor finds a second OpenCV, an old one that comes first on the path, and remains of another."""
    for name, version in made:
        distribution(tmp_path, name, version)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = [one for one in package_checks.check_packages() if one.check == check and one.verdict != "ok"]
    assert any(said in one.message for one in found)
    assert all("pip" in one.mend for one in found)


def test_an_environment_without_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty environment the doctor names every missing package with its pinned version."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    found = [one for one in package_checks.check_packages() if "not installed" in one.message]
    assert len(found) == len(package_loading.MODULES)
    assert any(one.mend.endswith(f"opencv-python=={PINS['opencv-python']}") for one in found)


def shared_object(path: Path, source: str, *options: str) -> None:
    """Compile a shared library."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("no compiler is installed here")
    subprocess.run(
        [compiler, "-shared", "-x", "c", "-", "-o", str(path), *options], input=source, text=True, check=True
    )


def test_imports_that_fail_for_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real import failures: a corrupt library, a missing dependency, another processor's library, an empty folder."""
    needed = tmp_path / "libxcb-gone.so.1"
    shared_object(needed, "int gone(void) { return 1; }")
    shared_object(
        tmp_path / "lacking.so", "int gone(void); int here(void) { return gone(); }", "-x", "none", str(needed)
    )
    needed.unlink()
    (tmp_path / "damaged.so").write_bytes(b"no library" * 100)
    (tmp_path / "cut.so").write_bytes(b"\x7fELF")
    (tmp_path / "hollow").mkdir()
    module(tmp_path, "dies", "import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n")
    module(tmp_path, "leaves", "import os\nos._exit(3)\n")
    module(tmp_path, "lacks", "import something_else\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    names = ["lacking", "damaged", "dies", "cut", "leaves", "hollow", "lacks", "json"]
    loaded = package_loading.load_apart(names)
    assert [one.module for one in loaded] == names
    assert loaded[-1].error == ""
    told = {one.message.split()[0]: one.message for one in package_loading.judge_imports(loaded, PINS)}
    words = {
        "lacking": "system libraries that OpenCV needs are missing",
        "damaged": "damaged",
        "cut": "damaged",
        "dies": "newer processor",
        "leaves": "status 3",
        "hollow": "damaged",
        "lacks": "something_else is missing",
    }
    assert set(told) == set(words)
    assert not [name for name, word in words.items() if word not in told[name]]


# Networks


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        pytest.param("altered", "not those of the card", id="one-byte"),
        pytest.param("gone", "cannot be read", id="weights-gone"),
        pytest.param("unlisted", "names no model", id="not-in-the-list"),
    ],
)
def test_models_that_are_not_as_released(fault: str, said: str, tmp_path: Path, networks_wanted: None) -> None:
    """A flipped bit, a missing file and a list without networks are reported, with where to get the files."""
    root = tmp_path / "models"
    shutil.copytree(MODELS, root, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    assert [one.verdict for one in model_checks.check_models(root)] == ["ok"]
    weights = root / load_model_card("reader").name / "model.onnx"
    if fault == "altered":
        data = bytearray(weights.read_bytes())
        data[len(data) // 2] ^= 1
        weights.write_bytes(data)
    elif fault == "gone":
        weights.unlink()
    else:
        (root / "active.toml").write_text('finder = "finder-0"\n', "utf-8")
    found = model_checks.check_models(root)
    assert found
    assert all(one.verdict == "fail" for one in found)
    assert any(said in one.message for one in found)
    assert "git restore models" in found[-1].mend


def test_no_picture_is_read_by_networks_that_are_not_as_released() -> None:
    """With altered networks the scan is skipped and the fault reported once, under models."""
    (found,) = examine.check_scan([Finding("models", "fail", "the reader: altered", "git restore models")])
    assert (found.check, found.verdict) == ("scan", "warn")
    assert "models first" in found.mend


def test_a_picture_that_is_not_read_right(tmp_path: Path, networks_wanted: None) -> None:
    """With another picture in place of the example the scan runs, and its reading is reported as wrong."""
    other = tmp_path / "cloth.jpg"
    other.write_bytes(jpeg(table_cloth()))
    found = model_checks.judge_scan(ask("scan", str(other)))
    assert (found.verdict, found.check) == ("fail", "scan")


def test_the_opencv_of_this_installation() -> None:
    """The child process reports the facts of the OpenCV loaded here."""
    facts = ask("opencv")
    assert facts["version"] == cv2.__version__
    assert all(facts["codecs"].values())


# The machine


@contextmanager
def somebody_else() -> Iterator[None]:
    """A user who may not write our files: root could write anywhere, and the tests may run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("there", [True, False], ids=["there", "not-yet"])
def test_a_data_folder_that_may_not_be_written(there: bool, tmp_path: Path) -> None:
    """The report has the command that gives this user the data folder, never a folder above it."""
    folder = tmp_path / "kept"
    (folder if there else tmp_path).mkdir(exist_ok=True)
    for place in (folder, tmp_path) if there else (tmp_path,):
        place.chmod(0o555)
    # pytest makes its folders private to root; the other user could not even see them.
    above = [
        one for one in tmp_path.parents if one.stat().st_uid == os.geteuid() and one.stat().st_mode & 0o055 != 0o055
    ]
    for one in above:
        one.chmod(one.stat().st_mode | 0o055)
    try:
        with somebody_else():
            found = machine_checks.judge_folder(folder)
    finally:
        for one in above:
            one.chmod(one.stat().st_mode & ~0o055)
        tmp_path.chmod(0o755)
    assert found.verdict == "fail"
    changed = [line.split(",")[0].split()[-1] for line in found.mend.split(" && ")]
    assert set(changed) == {str(folder)}
    assert ("mkdir" in found.mend) is not there


def test_a_data_folder_behind_a_closed_door(tmp_path: Path) -> None:
    """A folder below one that this user may not enter gives an error in each check, and never a crash."""
    closed = tmp_path / "closed"
    closed.mkdir()
    settings = examine._Settings(closed / "data", None, "127.0.0.1", 0)
    closed.chmod(0o000)
    try:
        with somebody_else():
            found, _ = examine._data(settings)
    finally:
        closed.chmod(0o755)
    told = {one.check: one for one in found}
    assert (told["data-folder"].verdict, "RACKCHECK_DATA_DIR" in told["data-folder"].mend) == ("fail", True)
    assert told["book"].verdict == "fail"


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    """A file in place of the data folder, or of a folder above it, is reported."""
    (tmp_path / "data").write_text("", "utf-8")
    for folder in (tmp_path / "data", tmp_path / "data" / "below"):
        assert machine_checks.judge_folder(folder).verdict == "fail"


@pytest.mark.parametrize("below", ["", "kept"])
def test_a_data_folder_on_a_disk_that_is_away(tmp_path: Path, below: str) -> None:
    """A dangling link as data folder is reported with its target, since nothing can be created behind it."""
    (tmp_path / "data").symlink_to(tmp_path / "stick")
    found = machine_checks.judge_folder(tmp_path / "data" / below)
    assert (found.verdict, str(tmp_path / "stick") in found.message) == ("fail", True)
    with pytest.raises(FileNotFoundError) as caught:
        make_folder(tmp_path / "data" / below)
    assert caught.value.filename == str(tmp_path / "stick")


def test_a_data_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    """The doctor deletes its test file, and does not create a missing data folder."""
    assert machine_checks.judge_folder(tmp_path).verdict == "ok"
    assert machine_checks.judge_folder(tmp_path / "a" / "b").verdict == "ok"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["book.sqlite3", "copies/book-after-20.sqlite3", "sets/Jade.json", "evidence/a.zip"])
def test_a_file_that_others_may_read(tmp_path: Path, name: str) -> None:
    """The doctor names a kept file, the photo of a win too, that is open to other users of the machine."""
    tmp_path.chmod(0o700)
    (tmp_path / name).parent.mkdir(mode=0o700, exist_ok=True)
    (tmp_path / name).touch(0o600)
    assert machine_checks.judge_folder(tmp_path).verdict == "ok"
    (tmp_path / name).chmod(0o644)
    found = machine_checks.judge_folder(tmp_path)
    assert (found.verdict, name in found.message, found.mend[:8]) == ("warn", True, "chmod -R")


def test_a_full_disk(tmp_path: Path) -> None:
    """On a real disk of one megabyte the doctor reports too little room, and a failed write when it is full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "rackcheck-test", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a disk")
    try:
        assert machine_checks.check_disks(disk / "data")[0].verdict == "fail"
        with pytest.raises(OSError, match="No space"):
            (disk / "all").write_bytes(bytes(2_000_000))
        found = machine_checks.judge_folder(disk)
        assert (found.verdict, "make room" in found.mend) == ("fail", True)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        found = machine_checks.judge_folder(disk)
        assert (found.verdict, "for writing" in found.mend) == ("fail", True)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


class _Health(BaseHTTPRequestHandler):
    """A server that answers like a Rackcheck."""

    answer = b'{"status": "ok", "version": "9.8.7"}'

    def do_GET(self) -> None:
        """Answer every path alike."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: Any) -> None:  # noqa: ANN401 - as the base class has it
        """Say nothing."""


def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor tells a free port, a Rackcheck's port and another program's port apart, with what to do."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]

        def hang_up() -> None:
            other.accept()[0].close()

        threading.Thread(target=hang_up, daemon=True).start()
        found = machine_checks.judge_port("127.0.0.1", port)
        assert (found.verdict, "--port" in found.mend) == ("fail", True)
    with HTTPServer(("127.0.0.1", 0), _Health) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = machine_checks.judge_port("127.0.0.1", server.server_port)
        assert (found.verdict, "9.8.7" in found.message) == ("ok", True)
        # A server that asks for its code tells strangers only that.
        monkeypatch.setattr(
            _Health, "answer", b'{"error": {"code": "not-paired", "message": "first", "where": "Cookie"}}'
        )
        found = machine_checks.judge_port("127.0.0.1", server.server_port)
        assert (found.verdict, found.message) == ("ok", f"Rackcheck answers at 127.0.0.1:{server.server_port}")
        server.shutdown()
    assert machine_checks.judge_port("127.0.0.1", port).verdict == "ok"


@pytest.mark.parametrize(
    "answer", [b"[" * 9000, b'"ok"', b"9" * 5000, b"\xff"], ids=["lists in lists", "a text", "digits", "no text"]
)
def test_a_port_of_something_strange(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any strange answer counts as another program and does not break the doctor."""
    monkeypatch.setattr(_Health, "answer", answer)
    with HTTPServer(("127.0.0.1", 0), _Health) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = machine_checks.judge_port("127.0.0.1", server.server_port)
        server.shutdown()
    assert (found.verdict, "--port" in found.mend) == ("fail", True)


@pytest.mark.parametrize(
    ("host", "said"), [("192.0.2.7", "RACKCHECK_HOST"), ("no.such.name.invalid", "RACKCHECK_HOST")]
)
def test_an_address_this_machine_has_not(host: str, said: str) -> None:
    """The doctor reports another machine's address, and a host name that does not exist."""
    found = machine_checks.judge_port(host, 0)
    assert (found.verdict, said in found.mend) == ("fail", True)


def test_camera_devices(tmp_path: Path) -> None:
    """The doctor finds camera devices by number; a broken device gives no frame."""
    assert machine_checks.camera_devices(tmp_path) == ([], [])
    for name in ("video10", "video2", "videophone", "null"):
        (tmp_path / name).write_bytes(b"")
    assert machine_checks.camera_devices(tmp_path) == ([2, 10], [2, 10])
    # No machine has a camera with this number.
    assert ask("cameras", "987") == {"giving": 0}


def test_files_from_the_future(tmp_path: Path) -> None:
    """A program that was installed tomorrow means that the clock is wrong."""
    project = tmp_path / "pyproject.toml"
    project.write_text("", "utf-8")
    assert machine_checks.judge_clock(datetime.now(UTC), machine_checks.installed_at(tmp_path)).verdict == "ok"
    ahead = (datetime.now(UTC) + timedelta(days=400)).timestamp()
    os.utime(project, (ahead, ahead))
    found = machine_checks.judge_clock(datetime.now(UTC), machine_checks.installed_at(tmp_path))
    assert (found.verdict, "399 days before this program was installed" in found.message) == ("warn", True)


# What is kept


def test_certificates_that_are_kept(tmp_path: Path) -> None:
    """The doctor passes the certificates of `serve --https`, warns before they expire, and reports a replaced file."""
    folder = tmp_path / "certificates"
    assert ask("certificates", str(folder)) == {"files": []}
    certificates(folder, ["127.0.0.1"])
    facts = ask("certificates", str(folder))["files"]
    now = datetime.now(UTC)
    assert [one.verdict for one in data_folder_checks.judge_certificates(facts, now)] == ["ok"]
    assert {one.verdict for one in data_folder_checks.judge_certificates(facts, now + timedelta(days=800))} == {"warn"}
    assert [one.verdict for one in data_folder_checks.judge_certificates(facts, now + timedelta(days=1000))] == ["fail"]
    assert [one.verdict for one in data_folder_checks.judge_certificates(facts, now - timedelta(days=9))] == [
        "fail",
        "fail",
    ]
    ((what, when),) = data_folder_checks.begun(facts)
    assert abs(when - now) < timedelta(minutes=5), what
    certificates(tmp_path / "other", ["127.0.0.1"])
    shutil.copy(tmp_path / "other" / "server.pem", folder / "server.pem")
    (folder / "ca.key").chmod(0o644)
    found = data_folder_checks.judge_certificates(ask("certificates", str(folder))["files"], now)
    assert sorted(one.verdict for one in found) == ["fail", "warn"]
    (folder / "ca.pem").write_text("spoilt", "utf-8")
    (folder / "server.key").unlink()
    found = data_folder_checks.judge_certificates(ask("certificates", str(folder))["files"], now)
    assert [one.message.split(":")[0] for one in found if one.verdict == "fail"] == ["ca.pem", "server.pem"]


def test_taught_sets_that_cannot_be_read(tmp_path: Path) -> None:
    """A damaged taught tile set is reported by name and file, and hides no other."""
    assert data_folder_checks.judge_sets(ask("sets", str(tmp_path / "sets"))["sets"])[0].verdict == "ok"
    folder = tmp_path / "sets"
    folder.mkdir()
    (folder / "Grandma%27s.json").write_text('{"format": "rackcheck-set", "version": 1', "utf-8")
    (folder / "new.json").write_text('{"format": "rackcheck-set", "version": 99}', "utf-8")
    found = data_folder_checks.judge_sets(ask("sets", str(tmp_path / "sets"))["sets"])
    assert [one.verdict for one in found] == ["fail", "fail"]
    assert "Grandma's" in found[0].message
    assert "version" in found[1].message


def test_taught_sets_whose_names_differ_in_capitals_alone(tmp_path: Path) -> None:
    """Names that differ only in capitals, which older versions allowed, are reported with the repair; others pass."""
    for name in ("Oak", "oak", "Jade", "OAK"):
        (tmp_path / f"{name}.json").write_text("{", "utf-8")
    told = [one for one in data_folder_checks.judge_sets(ask("sets", str(tmp_path))["sets"]) if one.verdict == "warn"]
    assert [one.message.split(" differ")[0] for one in told] == ["the taught sets 'OAK' and 'Oak' and 'oak'"]
    assert told[0].mend == "rackcheck sets rename OAK ANOTHER-NAME"


def test_cards_that_cannot_be_read(tmp_path: Path) -> None:
    """A stored card that was damaged is reported with the place of its fault."""
    shutil.copy(ROOT / "rules" / "cards" / "practice.toml", tmp_path / "good.toml")
    assert [one.verdict for one in data_folder_checks.check_cards(tmp_path)] == ["ok"]
    (tmp_path / "bad.toml").write_text('id = "bad"\ntitle = ', "utf-8")
    (found,) = data_folder_checks.check_cards(tmp_path)
    assert (found.verdict, "bad.toml:2" in found.message) == ("fail", True)


def test_a_pipe_and_a_huge_file_hold_up_no_look(tmp_path: Path) -> None:
    """A pipe or a file of gigabytes in place of a card, a certificate or the table's choice is named, not read."""
    for name in ("cards/pipe.toml", "certificates/ca.pem", "table.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        os.mkfifo(tmp_path / name)
    with (tmp_path / "cards" / "huge.toml").open("wb") as huge:
        huge.truncate(2**40)
    assert [one.verdict for one in data_folder_checks.check_cards(tmp_path / "cards")] == ["fail", "fail"]
    (fact,) = ask("certificates", str(tmp_path / "certificates"), patience=30.0)["files"]
    assert "it is a pipe" in fact["error"]
    with pytest.raises(OSError, match="it is a pipe"):
        data_folder_checks.check_table_card(tmp_path)


@pytest.mark.parametrize("spoilt", [b"", b"x" * 31, b"x" * 33])
def test_a_secret_that_is_damaged(tmp_path: Path, spoilt: bytes) -> None:
    """A damaged secret of the pairings lets no server start that asks for a code: the doctor says how to mend it."""
    (missing,) = data_folder_checks.check_pairing(tmp_path)
    assert (missing.verdict, list(tmp_path.iterdir())) == ("ok", [])
    file = tmp_path / "pairing.secret"
    file.write_bytes(b"x" * 32)
    assert data_folder_checks.check_pairing(tmp_path)[0].verdict == "ok"
    file.write_bytes(spoilt)
    found, _ = examine._data(examine._Settings(tmp_path, None, "127.0.0.1", 0))
    (told,) = (one for one in found if one.check == "pairing")
    assert (told.verdict, told.mend.startswith(f"rm {file}; ")) == ("fail", True)


@pytest.mark.parametrize("text", ["", "[1]", '{"card": "nmjl-1976", "rules": "x"}', "\x00"])
def test_what_the_table_plays_by_cannot_be_read(tmp_path: Path, text: str) -> None:
    """Most commands fail without it, so the doctor names the file and how to choose the card anew."""
    assert data_folder_checks.check_table_card(tmp_path) == []
    (tmp_path / "table.json").write_text(text, "utf-8")
    found, _ = examine._data(examine._Settings(tmp_path, None, "127.0.0.1", 0))
    (told,) = (one for one in found if one.check == "tables")
    assert (told.verdict, "table.json" in told.message, told.mend) == ("fail", True, "rackcheck use CARD")


def test_a_setting_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong variable is reported with how to unset it; the doctor does not guess what it meant."""
    monkeypatch.setenv("RACKCHECK_PORT", "many")
    found, settings = examine._settings()
    assert settings is None
    assert (found.verdict, "unset RACKCHECK_PORT" in found.mend) == ("fail", True)


def test_a_misspelt_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt variable would silently move the ledger to a file, so the doctor warns and lists the valid names."""
    monkeypatch.setenv("RACKCHECK_DATABSE_URL", "postgresql://book")
    found, settings = examine._settings()
    assert settings is not None
    assert (found.check, found.verdict) == ("settings", "warn")
    assert "RACKCHECK_DATABSE_URL is no setting" in found.message
    assert "RACKCHECK_DATABASE_URL" in found.mend


def test_a_password_is_no_argument_of_any_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database address reaches the child process hidden, since every user can list a process's arguments."""
    seen: list[list[str]] = []
    real = subprocess.run

    def watched(command: list[str], **more: Any) -> Any:  # noqa: ANN401 - as the real one
        seen.append(command)
        return real(command, **more)

    monkeypatch.setattr(subprocess, "run", watched)
    facts = ask("database", "postgresql://rackcheck:secret@127.0.0.1:1/book")
    assert "does not answer" in facts["error"]
    assert len(seen) == 1
    assert "secret" not in " ".join(seen[0])


def test_a_look_that_never_ends_is_given_up() -> None:
    """A child process that exceeds its time is an error, and the doctor goes on."""
    assert "no answer" in ask("opencv", patience=0.01)["error"]
