"""Print evidence bundles for people: whether they agree, their origin, and the recomputed verdict."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from service.commands.display.verdict import show_verify
from service.commands.support.output import printable
from service.shared.json_text import JsonObject

_MARKS: Final = {True: ("agrees", "green"), False: ("DIFFERS", "bold red"), None: ("not asked", "yellow")}


def show_evidence(console: Console, document: JsonObject) -> None:
    """Print whether a bundle agrees, check by check, then its recomputed verdict."""
    whole = Text("STILL AGREES", "bold green") if document["agrees"] else Text("NO LONGER AGREES", "bold red")
    console.print(whole.append(f"  {printable(document['evidence'])}", "not bold"))
    console.print(Text(f"  made {printable(document['created'])} by {printable(document['program'])}"))
    console.print(Text(f"  SHA-256 {document['sha256']}", "dim"))
    for check in document["checks"]:
        word, style = _MARKS[check["agrees"]]
        line = Text.assemble(f"  {check['what']}: ", (word, style), f", {printable(check['text'])}")
        console.print(line)
    show_verify(console, document)
