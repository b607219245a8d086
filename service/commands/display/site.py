"""Print a built site for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.shared.json_text import JsonObject


def show_site(console: Console, document: JsonObject) -> None:
    """Print the folder of the site and the sizes of its parts."""
    console.print(
        Text.assemble("Built ", (document["folder"], "bold"), f", version {document['version']}"), soft_wrap=True
    )
    table = Table("part", box=None)
    for name in ("files", "MB stored", "MB compressed"):
        table.add_column(name, justify="right")
    for one in document["parts"]:
        table.add_row(one["part"], str(one["files"]), f"{one['stored'] / 1e6:.2f}", f"{one['compressed'] / 1e6:.2f}")
    console.print(table)
    console.print("Any web host serves it as it is; phones want https.")


def show_site_address(console: Console, document: JsonObject) -> None:
    """Print the address of a site."""
    console.print(Text.assemble("The site is at ", (document["address"], "bold underline"), "   (Ctrl-C ends it)"))
