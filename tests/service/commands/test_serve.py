import json
import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.service.conftest import ROOT, RunCli
from tests.service.helpers import GAME, WIN
from tests.service.running_server import running_server


def _run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_server_listens_on_this_machine_and_says_where() -> None:
    """The server prints a loopback address, and it answers at once with the page and with data."""
    with running_server(new=True) as server:
        assert server.address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(server.address, timeout=90) as page:
            assert "<title>Rackcheck</title>" in page.read().decode()
            assert "server" not in {name.lower() for name in page.headers}
        body = json.dumps(GAME).encode()
        request = urllib.request.Request(f"{server.address}api/v1/settle", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=90) as answer:
            assert json.load(answer)["net"]["Ann"] == 80


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminate"])
def test_the_server_ends_when_asked(stop: signal.Signals) -> None:
    """Ctrl-C exits with status 0; neither signal leaves a traceback on the screen."""
    with running_server(new=True) as server:
        server.process.send_signal(stop)
        _, err = server.process.communicate(timeout=90)
    assert server.process.returncode == (0 if stop is signal.SIGINT else -stop)
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_an_error() -> None:
    """A second server on a taken port says what to do and exits with status 1."""
    with running_server(new=True) as server:
        port = server.address.rstrip("/").rpartition(":")[2]
        result = _run("serve", "--port", port, "--json")
    assert result.returncode == 1
    error = json.loads(result.stdout)["error"]
    assert (error["code"], error["where"]) == ("address-in-use", f"127.0.0.1:{port}")


COMMANDS: dict[str, tuple[list[str], str, int]] = {
    "check": (["check", WIN, "--card", "nmjl-1976", "--json"], "", 0),
    "check batch": (["check", "--batch", "-"], f'{{"id": 1, "rack": "{WIN}", "card": "nmjl-1976"}}\n{{', 1),
    "settle": (["settle", "-", "--json"], json.dumps(GAME), 0),
    "bad settle": (["settle", "-", "--json"], "{", 1),
    "bad card": (["check", WIN, "--card", "none", "--json"], "", 1),
    "wrong usage": (["check", "--json"], "", 2),
    "no picture": (["scan", "README.md", "--json"], "", 1),
    "rulings": (["rulings", "--json"], "", 0),
    "cards": (["cards", "list", "--json"], "", 0),
}


@pytest.mark.parametrize(("arguments", "stdin", "status"), COMMANDS.values(), ids=COMMANDS)
def test_standard_output_is_json_and_nothing_else(arguments: list[str], stdin: str, status: int) -> None:
    """Real processes exit with the contract's status and print one JSON object a line, without a traceback."""
    result = _run(*arguments, stdin=stdin)
    assert result.returncode == status, result.stderr
    assert "Traceback" not in result.stderr
    lines = result.stdout.splitlines()
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_a_reader_that_goes_away_is_no_fault() -> None:
    """`rackcheck ... | head` ends without an error."""
    line = json.dumps({"rack": WIN, "card": "nmjl-1976"}) + "\n"
    with subprocess.Popen(
        [sys.executable, "-m", "service", "check", "--batch", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(line * 20)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(timeout=90) == 1
        assert process.stderr.read() == ""


def test_light_commands_load_nothing_heavy() -> None:
    """`check` starts in a moment: it loads no network, picture library or web server."""
    code = (
        "import sys; from service.commands.cli import main; "
        f"assert main(['check', {WIN!r}, '--card', 'nmjl-1976', '--json']) == 0; "
        "loaded = {'cv2', 'onnxruntime', 'numpy', 'fastapi', 'uvicorn'} & set(sys.modules); "
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stderr


def test_every_command_is_in_the_help_and_in_the_readme(run: RunCli) -> None:
    """The help and the README name every command."""
    listed = run("--help").out
    commands = {line.split()[0] for line in listed.partition("Commands:")[2].splitlines() if line.strip()}
    assert {"verify", "scan", "check", "settle", "cards", "rulings", "rule", "chart", "serve", "evidence"} <= commands
    readme = (ROOT / "README.md").read_text("utf-8")
    groups = {"cards": "list", "sets": "list", "evidence": "show", "game": "list", "site": "build", "tables": "list"}
    for name in commands:
        assert f"scripts/run {name}" in readme, name
        assert "--json" in run(name, *([groups[name]] if name in groups else []), "--help").out, name


def test_a_host_that_nobody_knows_is_named(run: RunCli) -> None:
    """An unknown host name's error repeats the name and says what to write instead."""
    result = run("serve", "--host", "nonexistent.invalid", "--port", "0", "--json")
    error = result.document["error"]
    assert (result.status, error["code"], error["where"]) == (1, "unknown-host", "nonexistent.invalid")
    assert "--host" in error["message"]
