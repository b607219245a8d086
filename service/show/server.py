"""Where the server listens, for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text


def show_address(console: Console, document: dict[str, Any]) -> None:
    """Print the address of the page."""
    console.print(Text.assemble("Rackcheck is at ", (document["address"], "bold underline"), "   (Ctrl-C ends it)"))
