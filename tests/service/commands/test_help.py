"""Test `--help`: every command and option in a player's words, with working examples."""

import re
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import typer

from service.commands.cli import app
from service.commands.support.help_examples import EXAMPLES
from service.shared.settings import settings
from tests.service.conftest import ROOT, RunCli

ROOM = 80
"""Characters in a line of a terminal of the default width."""
NOT_RUN = {"watch", "serve", "doctor", "site build", "site serve"}
"""Commands whose examples wait for a camera or Ctrl-C, or need a sound installation."""


ADDS = {
    "batch", "bet", "bettor", "bonuses", "claim", "discarder", "evidence", "instead_of", "labels", "limit", "note",
    "overlay", "pictures", "points", "rack", "table", "tile", "value",
}  # fmt: skip
"""Options that only add something; without them nothing takes its place."""
ASKED = {(name, "card") for name in ("verify", "check", "watch")}
"""Options that some games need and others do not have; a command asks for a missing one."""


def _commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - no public type
    """Yield every command that does something, by its name after `rackcheck`."""
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(path), command
    for name, one in (below or {}).items():
        yield from _commands(one, (*path, name))


COMMANDS = dict(_commands(typer.main.get_command(app)))


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the usual terminal width."""
    monkeypatch.setenv("COLUMNS", str(ROOM))
    monkeypatch.setenv("TERMINAL_WIDTH", str(ROOM))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_and_option_is_explained(run: RunCli, name: str) -> None:
    """The help has words on every line, and no type name or bracket of a programmer."""
    shown = run(*name.split(), "--help").out
    explained = shown.partition("Examples:")[0]
    assert not re.search(r"<(str|int|list|float)|\{[A-Z]|\[\[|\bx[<>]=|default:", explained)
    for one in COMMANDS[name].params:
        assert one.help, one.name
        assert one.help.rstrip().endswith((".", "be", "from")), one.help


@pytest.mark.parametrize("name", COMMANDS)
def test_what_holds_where_an_option_is_left_out_is_said(name: str) -> None:
    """Each option shows its default, or says what its absence means or when the command asks for it."""
    for one in COMMANDS[name].params:
        has_default = one.param_type_name != "option" or one.is_flag or one.default is not None
        if not has_default and one.name not in ADDS and (name, one.name) not in ASKED:
            assert "eft out" in one.help, one.name


def test_the_lists_of_commands_are_not_cut_short(run: RunCli) -> None:
    """In a terminal of the usual width each command's summary fits beside its name."""
    for group in ((), ("cards",), ("game",), ("evidence",), ("sets",)):
        listed = run(*group, "--help").out.partition("Commands:")[2]
        assert listed
        assert "..." not in listed, group


def test_every_command_has_examples() -> None:
    """Each command's help ends with an example that can be typed, and examples use only existing commands."""
    assert set(EXAMPLES) == set(COMMANDS)
    for name, lines in EXAMPLES.items():
        assert [line for line in lines if line.startswith(f"rackcheck {name}")], name


@pytest.mark.parametrize("name", sorted(NOT_RUN))
def test_examples_that_are_not_run_can_be_typed(name: str) -> None:
    """The options and arguments of examples that are not run are accepted."""
    for line in EXAMPLES[name]:
        COMMANDS[name].make_context(name, shlex.split(line)[1 + len(name.split()) :])


@pytest.mark.system
@pytest.mark.usefixtures("networks_wanted")
def test_the_examples_work_from_top_to_bottom(
    run: RunCli, example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed in order, with the example photo and its tile faces at hand, all examples succeed."""
    monkeypatch.chdir(tmp_path)
    Path("photos").mkdir()
    for copy in ("photo.jpg", "photos/one.jpg"):
        Path(copy).write_bytes(example.read_bytes())
    Path("faces.jpg").write_bytes((ROOT / "docs/pictures/faces.jpg").read_bytes())
    for name, lines in EXAMPLES.items():
        _write_files(lines)
        for line in [] if name in NOT_RUN else lines:
            if line.startswith("rackcheck "):
                if name in {"game import", "game begin-anew"}:
                    # A ledger refuses a game that it holds, and `begin-anew` refuses a ledger that misses nothing.
                    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(tmp_path / name))
                    settings.cache_clear()
                monkeypatch.setattr("sys.stdin", StringIO("\n" * 60))
                result = run(*shlex.split(line)[1:])
                assert result.status == 0, (line, result.err)


def _write_files(lines: tuple[str, ...]) -> None:
    """Write the files in the examples: `NAME: text`, and more text in the indented lines below."""
    at = None
    for line in lines:
        named = re.fullmatch(r"(\S+\.\w+): +(.*)", line)
        if named:
            at = Path(named[1])
            at.write_text(named[2], "utf-8")
        elif at is not None and line.startswith(" "):
            at.write_text(at.read_text("utf-8") + line, "utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_names_every_command(name: str) -> None:
    """The README's table names every command, in full or behind another of its group."""
    table = (ROOT / "README.md").read_text("utf-8").partition("## Commands")[2]
    group, _, last = name.rpartition(" ")
    rows = [row for row in table.splitlines() if f"`scripts/run {group or last}" in row]
    assert any(f"`scripts/run {name}" in row or f"`{last}`" in row for row in rows), name
