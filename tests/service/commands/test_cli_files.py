import json
import os
import threading
import tracemalloc
from pathlib import Path

import pytest

from tests.service.conftest import RunCli
from tests.service.helpers import WIN

pytestmark = pytest.mark.usefixtures("networks_wanted")

READING = {
    "photo": ("scan", "FILE"),
    "photo of a win": ("verify", "FILE", "--card", "nmjl-1976"),
    "photo of a table": ("check", WIN, "--card", "nmjl-1976", "--table", "FILE"),
    "photo of a set": ("sets", "teach", "Jade", "FILE", "--propose"),
    "card": ("check", WIN, "--card", "FILE"),
    "rules": ("check", WIN, "--card", "nmjl-1976", "--ruleset", "FILE"),
    "racks": ("check", "--batch", "FILE"),
    "card to add": ("cards", "add", "FILE"),
    "table to add": ("tables", "add", "FILE"),
    "set": ("sets", "import", "FILE"),
    "game": ("game", "import", "FILE"),
    "payments": ("settle", "FILE"),
    "evidence": ("evidence", "show", "FILE"),
    "film": ("watch", "FILE"),
}
"""A command line for each kind of file that we read."""


def _named(command: tuple[str, ...], file: Path) -> list[str]:
    return [str(file) if word == "FILE" else word for word in command]


@pytest.mark.parametrize("command", READING.values(), ids=READING)
def test_a_pipe_or_a_folder_is_refused_at_once(run: RunCli, tmp_path: Path, command: tuple[str, ...]) -> None:
    """We do not wait for a pipe's writer; the error names the pipe, or the folder in the place of a file."""
    end = ".jpg" if "photo" in next(name for name, one in READING.items() if one == command) else ".toml"
    pipe, folder = tmp_path / f"pipe{end}", tmp_path / f"folder{end}"
    os.mkfifo(pipe)
    # Whoever waits for a writer finds one here that says nothing.
    threading.Thread(target=lambda: pipe.open("wb").close(), daemon=True).start()
    error = run(*_named(command, pipe), "--json").document["error"]
    assert (error["where"], "pipe" in error["message"]) == (str(pipe), True)
    os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
    if command[0] != "scan":
        folder.mkdir()
        error = run(*_named(command, folder), "--json").document["error"]
        assert (error["where"], "folder" in error["message"] + error["where"]) == (str(folder), True)


@pytest.mark.parametrize("name", ["photo", "photo of a table", "set", "rules", "card to add"])
def test_of_a_huge_file_only_the_beginning_is_read(run: RunCli, tmp_path: Path, name: str) -> None:
    """A film of a gigabyte in the place of a photo or a card costs no gigabyte of memory and is refused."""
    huge = tmp_path / ("film.jpg" if "photo" in name else "film.toml")
    with huge.open("wb") as file:
        file.truncate(1_000_000_000)
    tracemalloc.start()
    try:
        error = run(*_named(READING[name], huge), "--json").document["error"]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error["code"] in {"too-large", "too-long"}
    assert huge.name in error["where"]
    assert peak < 300_000_000


def test_a_line_without_an_end_fails_alone(run: RunCli, tmp_path: Path) -> None:
    """A line of a batch longer than any question is one error, and the next line is answered."""
    batch = tmp_path / "racks.jsonl"
    batch.write_bytes(b"1" * 9_000_000 + b'\n{"id": 2, "rack": "2C", "card": "nmjl-1976"}\n')
    first, second = run("check", "--batch", batch).documents
    assert (first["error"]["code"], first["error"]["where"]) == ("too-large", "line 1")
    assert second["id"] == 2


@pytest.mark.parametrize("name", ["card", "ruleset"])
def test_a_name_that_no_file_can_have_is_a_missing_file(run: RunCli, tmp_path: Path, name: str) -> None:
    """A line of a batch may name any file: one with a NUL in its name is missing, and no fault of the program."""
    batch = tmp_path / "racks.jsonl"
    batch.write_text(json.dumps({"rack": "2C", "card": "nmjl-1976", name: "ours\0.toml"}), "utf-8")
    error = run("check", "--batch", batch).document["error"]
    assert (error["code"], "No such file" in error["message"]) == ("unreadable-file", True)


def test_a_pipe_of_the_shell_is_read(run: RunCli) -> None:
    """A pipe that a shell has opened for `<(command)` has its writer, and is read to its end."""
    reading, writing = os.pipe()
    try:
        os.write(writing, b'{"ruleset": "nmjl-1976", "players": ["A", "B", "C", "D"], "outcome": {"kind": "wall"}}')
        os.close(writing)
        assert run("settle", f"/dev/fd/{reading}", "--json").document["transfers"] == []
    finally:
        os.close(reading)


def test_a_proposal_names_no_photo_that_labels_could_not_name(run: RunCli, tmp_path: Path) -> None:
    """A file name that is no UTF-8 is refused before a proposal is printed that nobody could read back."""
    photo = tmp_path / os.fsdecode(b"faces\xff.jpg")
    photo.write_bytes(b"")
    refused = run("sets", "teach", "Jade", photo, "--propose", "--json")
    assert (refused.status, refused.document["error"]["code"]) == (2, "wrong-usage")
    assert "faces?.jpg: its name is no UTF-8" in refused.document["error"]["message"]
