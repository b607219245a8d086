"""Run the blocks of one page as a person would: from top to bottom, in one shell, in one folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.docs.pages import ROOT, Block, Command, blocks_of, commands_of, name_of
from tests.service.fork_server import fork_server

_MARK: Final = "=== end of command"
_NAMED: Final = re.compile(r"# (\w[\w./-]*\.(?:toml|py|jsonl?))\n")
_COLUMNS: Final = 100
_SECONDS: Final = 900
_RUN: Final = Path(__file__).with_name("run_forked.py")
_COPIED: Final = ("examples", "docs")
"""Folders that commands may write into; the rest of the clone consists of links."""


def clone(folder: Path) -> Path:
    """Make a folder like a clone with a finished environment; `.venv` starts this Python, `scripts/run` a fork."""
    for entry in ROOT.iterdir():
        if entry.name in _COPIED:
            shutil.copytree(entry, folder / entry.name)
        elif entry.name not in {"scripts", ".venv", ".git"}:
            (folder / entry.name).symlink_to(entry)
    (folder / "scripts").mkdir()
    for script in (ROOT / "scripts").glob("*.py"):
        (folder / "scripts" / script.name).symlink_to(script)
    _program(folder / "scripts" / "run", f'exec {sys.executable} -IS {_RUN} {fork_server().fileno()} "$@"')
    _program(folder / ".venv" / "bin" / "python", f'exec {sys.executable} "$@"')
    return folder


def _program(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    path.chmod(0o755)


def run_page(page: Path, folder: Path, put: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    """Run the blocks of a page in a clone; return one text for each difference from the page.

    `put` replaces texts of the page, such as the address of a server; `environment` holds further variables.
    """
    steps: list[tuple[Command, str]] = []
    for number, block in enumerate(blocks_of(page)):
        steps += _steps(block, folder / f".block-{number}", put)
    script = "".join(f"{shell}\nprintf '\\n%s %d\\n' '{_MARK}' $?\n" for _, shell in steps)
    done = subprocess.run(
        ["bash", "--norc"],
        cwd=folder,
        input=script,
        env={**os.environ, "COLUMNS": str(_COLUMNS), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=(fork_server().fileno(),),
        timeout=_SECONDS,
        check=False,
    )
    parts = re.split(rf"\n{_MARK} (\d+)\n", done.stdout)
    outputs, statuses = parts[:-1:2], parts[1::2]
    assert len(outputs) == len(steps), f"{name_of(page)}: the shell ended early:\n{done.stdout}"
    back = {new: old for old, new in put.items()}
    return [
        text
        for (command, _), output, status in zip(steps, outputs, statuses, strict=True)
        if (text := _fault(page, command, _replaced(output, back), int(status)))
    ]


def _steps(block: Block, scratch: Path, put: Mapping[str, str]) -> list[tuple[Command, str]]:
    """Return the shell lines of one block, each with its command."""
    if block.language in {"console", "sh"}:
        return [(one, _replaced(one.text, put)) for one in commands_of(block)]
    named = _NAMED.match(block.text)
    if block.language == "python":
        scratch.write_text(_replaced(block.text, put), "utf-8")
        target = f".venv/bin/python {scratch.name}"
        if named:
            target = f"cp {scratch.name} {named[1]} && .venv/bin/python {named[1]}"
        return [(Command(block.line, "python", _printed_below(block)), target)]
    if named:
        scratch.write_text(block.text, "utf-8")
        return [(Command(block.line, f"a file {named[1]}", None), f"cp {scratch.name} {named[1]}")]
    return []


def _printed_below(block: Block) -> str | None:
    """Return the `text` block that follows a program and shows its output."""
    after = [one for one in blocks_of(block.page) if one.line > block.line]
    return after[0].text.rstrip("\n") if after and after[0].language == "text" else None


def _replaced(text: str, put: Mapping[str, str]) -> str:
    for old, new in put.items():
        text = text.replace(old, new)
    return text


def _fault(page: Path, command: Command, output: str, status: int) -> str:
    """Return the fault of a command's end, or an empty text. Where the page shows the output, any status is right."""
    place = f"{name_of(page)}:{command.line}: {command.text}"
    if command.printed is None:
        return f"{place}\nended with status {status}:\n{output}" if status else ""
    if not agrees(command.printed, output):
        return f"{place}\nprinted (status {status}):\n{output}\nand the page says:\n{command.printed}"
    return ""


def agrees(shown: str, printed: str) -> bool:
    """Return whether output matches the page: a line `...` stands for any lines, `…` for any text within a line."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("…"))) + r"\n"
        for line in _trimmed(shown).splitlines()
    )
    return re.fullmatch(pattern, _trimmed(printed)) is not None


def _trimmed(text: str) -> str:
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return "".join(f"{line}\n" for line in lines)
