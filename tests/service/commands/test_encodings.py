"""Prove that no command fails on a terminal's encoding and that nothing is dropped silently."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from service.commands import cli
from service.commands.support.help_examples import EXAMPLES
from tests.service.conftest import ROOT
from tests.service.helpers import WIN

ENCODINGS = ["latin-1", "ascii"]
NO_PICTURE = [name for name in EXAMPLES if name.split()[0] in {"check", "rulings", "rule", "chart", "cards", "game"}]
"""Commands without networks, in the order in which their examples find what they need."""
_OF_FILES = {"game import", "game restore", "game begin-anew", "game keep"}
"""Commands whose examples need a file that no earlier example makes."""

Narrow = Callable[..., tuple[int, str]]


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> Narrow:
    """Run a command line in this process on streams whose encoding fails on characters it cannot show."""

    def run(encoding: str, *arguments: str) -> tuple[int, str]:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding, errors="strict", newline="\n") for _ in "oe")
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            status = cli.main(list(arguments))
            out.flush()
            err.flush()
        said = [one.buffer.getvalue().decode(encoding) for one in (out, err)]
        assert "Unicode" not in "".join(said)
        return status, "".join(said)

    return run


def _names(command: object, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [path]
    for name, one in getattr(command, "commands", {}).items():
        found += _names(one, (*path, name))
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_help_of_every_command_is_shown(narrow: Narrow, encoding: str) -> None:
    """The help of the program, its groups and every command can be printed."""
    for name in _names(typer.main.get_command(cli.app)):
        status, said = narrow(encoding, *name, "--help")
        assert (status, "--help" in said) == (0, True), name


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_commands_print_is_shown(
    narrow: Narrow, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Examples without a photo print, then a game of people with non-ASCII names."""
    monkeypatch.chdir(tmp_path)
    for name in NO_PICTURE:
        for line in EXAMPLES[name]:
            if line.startswith("rackcheck ") and name not in _OF_FILES and "evidence" not in line:
                assert narrow(encoding, *shlex.split(line)[1:])[0] == 0, line
    assert narrow(encoding, "game", "new", "Zo\u00eb,\u6771,Cat,Dee", "--title", "\u2018Caf\u00e9\u2019")[0] == 0
    assert narrow(encoding, "game", "note", "\U0001f004 \u2192 \u00bd")[0] == 0
    status, said = narrow(encoding, "game", "show")
    assert status == 0
    assert "\\u6771" in said
    assert ("Zo\u00eb" if encoding == "latin-1" else "Zo\\xeb") in said
    status, said = narrow(encoding, "check", "\u6771", "--card", "\u6771")
    assert (status, "\\u6771" in said) == (1, True)


@pytest.mark.usefixtures("networks_wanted")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_read_in_a_photo_is_shown(narrow: Narrow, encoding: str, example: Path) -> None:
    """`scan` and `verify` print tiles and payments."""
    assert narrow(encoding, "scan", str(example))[0] == 0
    assert narrow(encoding, "verify", str(example), "--card", "nmjl-1976", "--won-by", "self-pick")[0] in {0, 3}
    status, said = narrow(encoding, "scan", "\u6771.jpg")
    assert (status, "\\u6771.jpg" in said) == (1, True)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_real_streams_take_all_that_is_said(encoding: str, data_dir: Path) -> None:
    """Real processes print a check, the help, doctor's findings, and a server's address as text."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "RACKCHECK_PAIRING_CODE": "7KQ2-MXRA", "COLUMNS": "120"}

    def begin(*arguments: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        line = [sys.executable, "-m", "service", *arguments]
        return subprocess.Popen(line, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe)

    with begin("serve", "--port", "0") as server:
        others = [begin("check", WIN, "--card", "nmjl-1976"), begin("--help"), begin("doctor")]
        try:
            for other in others:
                out, err = other.communicate(timeout=300)
                assert b"Unicode" not in out + err
                assert other.returncode in ({0} if other is not others[-1] else {0, 1})
        finally:
            assert server.stdout is not None
            said = b"".join(server.stdout.readline() for _ in range(2)).decode(encoding)
            server.send_signal(signal.SIGTERM)
            _, err = server.communicate(timeout=90)
    assert "Unicode" not in said + err.decode(encoding)
    lines = said.splitlines()
    assert lines[0].startswith("Rackcheck is at http://127.0.0.1:")
    assert "http://127.0.0.1:" in lines[1]
    assert "pair#7KQ2-MXRA" in lines[1]


def test_a_game_is_exported_whole_whatever_the_terminal_shows(narrow: Narrow) -> None:
    """Exported JSON is ASCII on every stream."""
    assert narrow("ascii", "game", "new", "Zo\u00eb,\u6771,Cat,Dee")[0] == 0
    status, said = narrow("ascii", "game", "export", "--json")
    assert status == 0
    assert "\u6771" in json.dumps(json.loads(said), ensure_ascii=False)


@pytest.mark.system
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["cards", "list"], id="for-people"),
        pytest.param(["cards", "list", "--json"], id="json"),
        pytest.param(["check", "1B", "--card", "no-such-card", "--json"], id="an-error"),
        pytest.param(["cards", "show", "practice", "--jason", "--json"], id="wrong-usage"),
        pytest.param(["--version"], id="version"),
        pytest.param(["cards", "--help"], id="help"),
    ],
)
def test_a_full_disk_behind_standard_output_is_said_in_a_line(arguments: list[str]) -> None:
    """A full disk behind standard output gives one line, without a traceback or an error at Python's exit."""
    command = [sys.executable, "-m", "service", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("error: standard output cannot be written")


@pytest.mark.system
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    ("arguments", "status", "answered"),
    [
        pytest.param(["settle", "games.jsonl"], 1, "Nobody pays.", id="the-next-game"),
        pytest.param(["check", "--json"], 2, '"code": "wrong-usage"', id="wrong-usage"),
    ],
)
def test_a_full_disk_behind_standard_error_loses_messages_alone(
    arguments: list[str], status: int, answered: str, unbuffered: str, tmp_path: Path
) -> None:
    """A message that cannot be written costs no answer and changes no exit status."""
    wall = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea"], "outcome": {"kind": "wall"}}
    (tmp_path / "games.jsonl").write_text(f'{{"players": 1}}\n{json.dumps(wall)}\n', encoding="utf-8")
    command = [sys.executable, "-m", "service", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=full, text=True, check=False
        )
    assert done.returncode == status
    assert answered in done.stdout


@pytest.mark.system
@pytest.mark.parametrize(
    ("closed", "arguments", "status", "told"),
    [
        pytest.param("<&-", ["settle", "-"], 1, "this is no JSON", id="input"),
        pytest.param(">&-", ["cards", "list"], 0, "", id="output"),
        pytest.param("2>&-", ["cards", "show", "none"], 1, "", id="errors"),
    ],
)
def test_a_closed_stream_is_an_empty_one(closed: str, arguments: list[str], status: int, told: str) -> None:
    """A stream that the parent process has closed is empty, or takes what nobody reads."""
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "service", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, told in done.stderr) == (status, True)
    assert "Traceback" not in done.stderr
    assert "a fault of the program" not in done.stderr


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("--players", ["--players", "Ann,Zo\udce9,Cat,Dee"]),
        ("--discarder", ["--discarder", "Zo\udce9", "--players", "Ann,Bea,Cat,Dee"]),
        ("--east", ["--east", "Zo\udce9"]),
        ("--bettor", ["--players", "Ann,Bea,Cat,Dee", "--bettor", "Zo\udce9:Ann"]),
    ],
)
def test_a_name_in_another_encoding_is_refused_before_evidence_is_made(
    narrow: Narrow, tmp_path: Path, option: str, names: list[str]
) -> None:
    """A terminal that writes Latin-1 sends half characters, and nobody could open an evidence file with such a name."""
    file = tmp_path / "a.zip"
    photo = str(ROOT / "examples/rack.jpg")
    status, said = narrow("utf-8", "verify", photo, "--card", "nmjl-1976", *names, "--evidence", str(file))
    assert status == 2
    assert f"error: {option}: " in said
    assert "UTF-8" in said
    assert not file.exists()
