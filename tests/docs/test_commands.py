from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from models import ModelError, load_model_card
from tests.docs.pages import PAGES, Block, Command, blocks_of, commands_of, name_of
from tests.docs.session import agrees, clone, run_page
from tests.service.postgres import running_postgres
from tests.service.running_server import running_server

ADDRESS = "http://127.0.0.1:8152/"
"""The server's address in the pages; the tests use a free port instead."""
DATABASE = "postgresql://rackcheck:PASSWORD@127.0.0.1/rackcheck"
"""The address of the PostgreSQL database in the pages."""
PROGRAMS = ("curl", "sqlite3")
"""Other people's programs that the pages use; PostgreSQL brings its own with the server."""


def typed_in(block: Block) -> list[Command]:
    """Return the commands of a block that the test runs; none for blocks of other kinds."""
    return commands_of(block) if block.language in {"console", "sh"} else []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_commands_of_a_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    """In one shell, from top to bottom, each command and program of a page ends well and prints the text below it."""
    try:
        load_model_card("finder")
    except ModelError as error:
        pytest.skip(error.message)
    typed = "\n".join(command.text for block in blocks_of(page) for command in typed_in(block))
    for program in PROGRAMS:
        if re.search(rf"^{program} ", typed, re.MULTILINE) and shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path / "data")}
    put = {}
    folder = tmp_path / "clone"
    folder.mkdir()
    clone(folder)
    with ExitStack() as stack:
        if ADDRESS in typed:
            put[ADDRESS] = stack.enter_context(running_server(environment=environment)).address
        if DATABASE in typed:
            server = stack.enter_context(running_postgres())
            put[DATABASE] = server.url("rackcheck")
            environment["PATH"] = f"{server.programs}:{os.environ['PATH']}"
            make = [str(server.programs / "createdb"), "--maintenance-db", server.url("postgres"), "rackcheck"]
            subprocess.run(make, check=True)
        faults = run_page(page, folder, put, environment)
    assert not faults, "\n\n".join(faults)


def test_the_pages_have_commands() -> None:
    """The search finds the pages' commands."""
    assert sum(len(typed_in(block)) for page in PAGES for block in blocks_of(page)) > 40


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        pytest.param("a\nb", "a\nb\n", True, id="the-same"),
        pytest.param("a  \nb\n\n", "a\nb  \n", True, id="space-at-ends"),
        pytest.param("a", "a\nb\n", False, id="more-is-printed"),
        pytest.param("a\nb", "a\n", False, id="less-is-printed"),
        pytest.param("", "a\n", False, id="nothing-shown"),
        pytest.param("a\n...\nd", "a\nb\nc\nd\n", True, id="lines-left-out"),
        pytest.param("a\n...\nd", "a\nd\n", True, id="no-lines-left-out"),
        pytest.param("a\n...", "b\n", False, id="another-first-line"),
        pytest.param("took … ms", "took 3.1 ms\n", True, id="text-left-out"),
        pytest.param("took … ms", "took\n3.1 ms\n", False, id="not-over-lines"),
        pytest.param("a.c", "abc\n", False, id="no-pattern"),
    ],
)
def test_output_is_compared_as_promised(shown: str, printed: str, *, same: bool) -> None:
    """Only the places that a page marks as left out may differ from the output."""
    assert agrees(shown, printed) is same


def test_a_wrong_page_is_noticed(tmp_path: Path) -> None:
    """The check reports a failing command and one with other output, each with its line."""
    page = Path(__file__).resolve().parents[2] / "docs" / "wrong.md"
    text = "# W\n\n```sh\nfalse\ntrue\n```\n\n```console\n$ echo a\nb\n$ echo c\nc\n```\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_text", lambda *_: text)
        faults = run_page(page, tmp_path, {}, {})
    assert [re.match(r"docs/wrong.md:(\d+): (.*)", fault).groups() for fault in faults] == [  # type: ignore[union-attr]
        ("3", "false"),
        ("9", "echo a"),
    ]
