"""Check the blocks that no test can run: by their own program if it is installed, else as text."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
import typer

from service.commands.cli import app
from service.shared.settings import Settings
from tests.docs.pages import PAGES, Block, blocks_of, name_of
from tests.service.running_server import running_server

OURS = re.compile(r"(?:^|/)scripts/run$|/bin/rackcheck$")
PROGRAM = "/srv/rackcheck/.venv/bin/rackcheck"
"""The program in the systemd units of the documents."""

LANGUAGES = {"caddy", "console", "env", "ini", "nginx", "python", "sh", "shell", "text", "toml"}


def found(*languages: str) -> list[Block]:
    """Return the blocks of some languages, of all pages."""
    return [block for page in PAGES for block in blocks_of(page) if block.language in languages]


def where(block: Block) -> str:
    """Return the name of a block in test ids."""
    return f"{name_of(block.page)}:{block.line}"


def test_every_block_has_a_language_that_is_checked() -> None:
    """Every block has a language that some test checks; all other blocks are marked as text."""
    assert not {where(block): block.language for page in PAGES for block in blocks_of(page) if not known(block)}


def known(block: Block) -> bool:
    """Return whether some test reads blocks of this language."""
    return block.language in LANGUAGES


@pytest.mark.parametrize("block", found("shell"), ids=where)
def test_lines_for_another_machine_are_good_shell(block: Block) -> None:
    """The shell can parse the lines, and every option of our own commands in them exists."""
    done = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in re.sub(r"\\\n\s*", "", block.text).splitlines():
        words = shlex.split(line, comments=True)
        at = [number for number, word in enumerate(words) if OURS.search(word)]
        if at:
            assert not unknown_options(words[at[0] + 1 :]), line


def served() -> list[str]:
    """Return the different commands in `shell` blocks that start a server, from `serve` on."""
    lines = (line for block in found("shell") for line in block.text.splitlines())
    return sorted({line.removeprefix("scripts/run ") for line in lines if line.startswith("scripts/run serve")})


@pytest.mark.parametrize("command", served())
def test_each_server_of_a_page_starts(command: str, tmp_path: Path) -> None:
    """A command of a page that starts a server does so on a fresh data folder, and answers with a page."""
    options = shlex.split(command)[1:]
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    with running_server(*options, environment={"RACKCHECK_DATA_DIR": str(tmp_path)}) as server:
        port = server.address.rstrip("/").rpartition(":")[2]
        scheme = "https" if "--https" in options else "http"
        assert server.address.startswith(f"{scheme}://")
        # By the loopback, because a firewall may close the port to this machine's own address too.
        with urllib.request.urlopen(f"{scheme}://127.0.0.1:{port}/", timeout=90, context=unchecked) as page:
            assert "<title>" in page.read().decode()


def unknown_options(words: list[str]) -> list[str]:
    """Return the options that no command takes, or the unknown command, of a command line of `rackcheck`."""
    command = typer.main.get_command(app)
    rest = list(words)
    while rest and hasattr(command, "commands") and not rest[0].startswith("-"):
        if rest[0] not in command.commands:
            return [rest[0]]
        command = command.commands[rest.pop(0)]
    taken = {name for one in command.params for name in [*one.opts, *one.secondary_opts]} | {"--help", "-h"}
    return [word for word in rest if word.startswith("--") and word.partition("=")[0] not in taken]


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("serve --lan --https", []),
        ("", []),
        ("--version", []),
        ("game win Ann --value 25", []),
        ("serve --everywhere", ["--everywhere"]),
        ("game lose Ann", ["lose"]),
        ("play", ["play"]),
    ],
)
def test_options_that_nobody_takes_are_noticed(line: str, unknown: list[str]) -> None:
    """The check finds unknown options and commands."""
    assert unknown_options(line.split()) == unknown


def units() -> list[Block]:
    """Return the blocks that are systemd units; the first line of each names its file."""
    return found("ini")


@pytest.mark.parametrize("block", units(), ids=where)
def test_units_are_units(block: Block, tmp_path: Path) -> None:
    """Every unit has known sections and options of ours that exist, and systemd accepts it where it is installed."""
    name = re.match(r"# /etc/systemd/system/([\w-]+\.(?:service|timer))\n", block.text)
    assert name, "the first line names the file"
    unit = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # the keys of systemd have capitals
    unit.read_string(block.text)
    assert set(unit.sections()) <= {"Unit", "Service", "Timer", "Install"}
    started = unit.get("Service", "ExecStart", fallback="")
    if started.startswith(PROGRAM):
        assert not unknown_options(shlex.split(started)[1:])
    if shutil.which("systemd-analyze") is None:
        return
    # All units lie side by side, because a timer names its service. We ignore programs that are not installed here.
    for other in units():
        file = tmp_path / other.text.partition("\n")[0].rpartition("/")[2]
        file.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", other.text, flags=re.MULTILINE), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name[1])], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert not about_ours


def test_the_nightly_copy_outlives_the_book(tmp_path: Path) -> None:
    """The unit that copies the book every night replaces the last copy, and keeps it where the book is lost."""
    (unit,) = (block.text for block in units() if "/rackcheck-backup.service\n" in block.text)
    here = unit.replace("/var/lib/rackcheck", str(tmp_path)).replace(PROGRAM, f"{sys.executable} -m service")
    lines = [shlex.split(line) for line in re.findall(r"^ExecStart(?:Pre|Post)?=(.+)$", here, re.MULTILINE)]
    copy = tmp_path / "backup" / "book.sqlite3"
    copy.parent.mkdir()

    def ran(*words: str) -> bool:
        environment = {**os.environ, "RACKCHECK_DATA_DIR": str(tmp_path)}
        return subprocess.run(words, env=environment, capture_output=True, check=False).returncode == 0

    assert ran(sys.executable, "-m", "service", "game", "new", "Ann,Bea,Cat,Dee")
    copies = []
    for _ in range(2):
        assert all(ran(*line) for line in lines)
        copies.append(copy.stat().st_ino)
    assert copies[0] != copies[1]
    (tmp_path / "book.sqlite3").unlink()
    assert not all(ran(*line) for line in lines)
    assert copy.stat().st_ino == copies[1]


@pytest.mark.parametrize("block", found("nginx"), ids=where)
def test_the_configuration_of_nginx(block: Block, tmp_path: Path) -> None:
    """Every brace is closed and every line ended, every body fits, and nginx accepts it where it is installed."""
    from service.server.routes import evidence, ledger, tilesets

    (size,) = re.findall(r"client_max_body_size (\d+)m;", block.text)
    larger = ledger.LARGER_BODIES | evidence.LARGER_BODIES | tilesets.LARGER_BODIES
    assert int(size) * 2**20 >= max(limit.most for limit in larger.values())
    lines = [line.strip() for line in block.text.splitlines() if line.strip()]
    assert all(line.endswith(("{", "}", ";")) for line in lines)
    assert block.text.count("{") == block.text.count("}")
    program = shutil.which("nginx")
    if program is None:
        return
    # We leave out the certificate, which is the reader's own, and take ports that need no root.
    ports = block.text.replace("listen 443 ssl", "listen 127.0.0.1:8443").replace(
        "listen 80;", "listen 127.0.0.1:8080;"
    )
    server = re.sub(r"^ *ssl_certificate.*\n", "", ports, flags=re.MULTILINE)
    paths = "".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid ng.pid; error_log stderr; events {{}} http {{ access_log off; {paths} {server} }}", "utf-8")
    done = subprocess.run(
        [program, "-p", str(tmp_path), "-c", str(file), "-t"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", found("caddy"), ids=where)
def test_the_configuration_of_caddy(block: Block, tmp_path: Path) -> None:
    """Every brace is closed, and Caddy accepts the configuration where it is installed."""
    assert block.text.count("{") == block.text.count("}") > 0
    program = shutil.which("caddy")
    if program is None:
        return
    file = tmp_path / "Caddyfile"
    file.write_text(block.text, "utf-8")
    command = [program, "validate", "--adapter", "caddyfile", "--config", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def variables() -> set[str]:
    """Return the variables that the program reads."""
    return {f"RACKCHECK_{name.upper()}" for name in Settings.model_fields}


@pytest.mark.parametrize("block", found("env"), ids=where)
def test_settings_in_examples_exist(block: Block) -> None:
    """Each line of an environment file sets a variable that the program reads."""
    assert {line.partition("=")[0] for line in block.text.splitlines()} <= variables()


@pytest.mark.parametrize("block", found("toml"), ids=where)
def test_toml_is_toml(block: Block) -> None:
    """Every TOML block of a page parses; the commands below it do more with it."""
    assert "id" in tomllib.loads(block.text)


def page(name: str) -> str:
    """Return the text of a page of docs/."""
    (path,) = (one for one in PAGES if one.name == name)
    return path.read_text("utf-8")


def test_all_settings_are_listed() -> None:
    """The club page names every variable of the program and no other."""
    table = page("club.md").partition("## Settings\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(RACKCHECK_\w+)`", table)) == variables()


def test_the_routes_are_those_listed() -> None:
    """The API page lists each route of the program's OpenAPI document and no other; methods may share an address."""
    from service.server.access.policy import Access
    from service.server.app import create_app

    described = create_app(Settings(), Access(frozenset())).openapi()["paths"]
    table = page("api.md").partition("## The routes\n")[2].partition("\n## ")[0]
    told = re.findall(r"((?:`[A-Z]+`, )*`[A-Z]+) (/[\w/{}.-]+)`", table)
    listed = {(method.lower(), path) for methods, path in told for method in re.findall(r"[A-Z]+", methods)}
    assert listed == {(method, path) for path, methods in described.items() for method in methods}


def test_the_figures_are_those_of_the_reader_s_card() -> None:
    """The page on the networks gives the figures that their card has."""
    from models import load_model_card

    measured = load_model_card("reader").measured
    text = page("models.md")
    rows = re.findall(r"^\|.*\| ([\d.]+) % \| `(\w+)` \|$", text, re.MULTILINE)
    assert len(rows) > 5
    assert {name: f"{100 * float(str(measured[name])):.1f}" for _, name in rows} == {
        name: figure for figure, name in rows
    }
    (error,) = re.findall(r"off by ([\d.]+) on average\s+\(`calibration_error`\)", text)
    assert float(error) == measured["calibration_error"]
    for figure in re.findall(r"([\d.]+) %", text):
        assert figure in {one for one, _ in rows}, f"{figure} % stands outside of the tables"


def test_the_detector_s_figures_are_those_of_the_reader_s_card() -> None:
    """What both cards in use say is one figure, as both networks were measured together."""
    from models import load_model_card

    detector, reader = load_model_card("finder").measured, load_model_card("reader").measured
    shared = detector.keys() & reader.keys()
    assert len(shared) > 3
    assert {name: detector[name] for name in shared} == {name: reader[name] for name in shared}


def test_the_drawing_of_the_line_names_what_there_is() -> None:
    """Each call in the drawing of the architecture page is a module or a function of one."""
    drawing = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "line.svg"
    names = re.findall(r'font-weight="bold"[^>]*>([\w.]+)<', drawing.read_text("utf-8"))
    assert len(names) == 6
    for name in names:
        module, _, last = name.rpartition(".")
        file = drawing.parents[2] / f"{module.replace('.', '/')}.py"
        assert (drawing.parents[2] / name.replace(".", "/")).is_dir() or f"def {last}(" in file.read_text("utf-8"), name


def test_the_first_line_of_the_server_is_as_shown() -> None:
    """The tutorial shows the server's first line as it prints it on a machine without settings."""
    from rich.console import Console

    from service.commands.display.server import show_address
    from service.commands.support.started import StartedServer

    console = Console(width=100, highlight=False, markup=False)
    with console.capture() as printed:
        show_address(console, StartedServer(f"http://{Settings().host}:8152/", Settings().host, 8152))
    (shown,) = (block for block in found("text") if block.page.name == "tutorial.md")
    assert printed.get() == shown.text
    assert Settings.model_fields["port"].default == 8152
