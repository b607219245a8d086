"""Take the documents of the project apart: fenced blocks, links, headings, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
"""Pages for readers, whose commands the tests run; each folder's tests cover its README."""

_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_IMAGE: Final = re.compile(r'<img src="([^"]+)"')
_LINK: Final = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line where it begins."""

    page: Path
    line: int
    language: str
    text: str


@dataclass(frozen=True)
class Command:
    """One command of a `console` or `sh` block, with the output that the page shows below it, or None."""

    line: int
    text: str
    printed: str | None


def name_of(page: Path) -> str:
    """Return the name of a page in test ids."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text = page.read_text("utf-8")
    return [Block(page, text.count("\n", 0, at.start()) + 1, at[1], at[2]) for at in _FENCE.finditer(text)]


def prose_of(page: Path) -> str:
    """Return a page without its fenced blocks and inline code."""
    return re.sub(r"`[^`\n]*`", "", _FENCE.sub("", page.read_text("utf-8")))


def links_of(page: Path) -> list[str]:
    """Return the targets of a page's links, pictures included."""
    text = _FENCE.sub("", page.read_text("utf-8"))
    return [*(target for _, target in _LINK.findall(text)), *_IMAGE.findall(text)]


def pictures_of(page: Path) -> list[str]:
    """Return the addresses of a page's pictures."""
    text = prose_of(page)
    return [*(target for sign, target in _LINK.findall(text) if sign), *_IMAGE.findall(text)]


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them: small letters, hyphens for spaces, no signs."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
        anchor = plain.replace(" ", "-")
        count = sum(one == anchor or re.fullmatch(rf"{re.escape(anchor)}-\d+", one) is not None for one in found)
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def commands_of(block: Block) -> list[Command]:
    """Return the commands of a block, each with the output that the page shows below it.

    In `console`, a command follows `$ ` and continues after `> `, and its output stands below it. In `sh` every line is
    a command, unless a backslash ends it, and the page shows no output.
    """
    return list(_shown(block) if block.language == "console" else _plain(block))


def _shown(block: Block) -> Iterator[Command]:
    command: list[str] = []
    printed: list[str] = []
    begun = block.line
    for number, line in enumerate([*block.text.splitlines(), "$ "], block.line + 1):
        if line.startswith("$ "):
            if command:
                yield Command(begun, "\n".join(command), "\n".join(printed))
            begun, command, printed = number, [line[2:]], []
        elif line.startswith("> ") and not printed:
            command.append(line[2:])
        else:
            assert command, f"{name_of(block.page)}:{number}: output without a command"
            printed.append(line)


def _plain(block: Block) -> Iterator[Command]:
    joined = re.sub(r"\\\n\s*", "", block.text)
    for line in joined.splitlines():
        if line and not line.startswith("#"):
            yield Command(block.line, line, None)
