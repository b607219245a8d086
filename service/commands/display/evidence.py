"""Print evidence bundles for people: whether they agree, their origin, and the recomputed verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from service.commands.display.verdict import show_photo_verdict
from service.commands.support.output import printable

if TYPE_CHECKING:
    from service.evidence.recheck import Recheck

_MARKS: Final = {True: ("agrees", "green"), False: ("DIFFERS", "bold red"), None: ("not asked", "yellow")}


def show_evidence(console: Console, found: Recheck, digest: str) -> None:
    """Print whether a bundle agrees, check by check, then its recomputed verdict; `digest` is its SHA-256."""
    whole = Text("STILL AGREES", "bold green") if found.agrees else Text("NO LONGER AGREES", "bold red")
    console.print(whole.append(f"  {printable(found.where)}", "not bold"))
    console.print(Text(f"  made {printable(found.bundle.created)} by {printable(found.bundle.program)}"))
    console.print(Text(f"  SHA-256 {digest}", "dim"))
    for one in found.findings:
        word, style = _MARKS[one.agrees]
        line = Text.assemble(f"  {one.what}: ", (word, style), f", {printable(one.text)}")
        console.print(line)
    show_photo_verdict(console, found.now)
