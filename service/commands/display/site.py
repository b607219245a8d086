"""Print a built site for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from service.browser.site.sizes import PartSize


def show_site(console: Console, folder: str, version: str, parts: Iterable[PartSize]) -> None:
    """Print the folder of the site and the sizes of its parts."""
    console.print(Text.assemble("Built ", (folder, "bold"), f", version {version}"), soft_wrap=True)
    table = Table("part", box=None)
    for name in ("files", "MB stored", "MB compressed"):
        table.add_column(name, justify="right")
    for one in parts:
        table.add_row(one.part, str(one.files), f"{one.stored / 1e6:.2f}", f"{one.compressed / 1e6:.2f}")
    console.print(table)
    console.print("Any web host serves it as it is; phones want https.")


def show_site_address(console: Console, address: str) -> None:
    """Print the address of a site."""
    console.print(Text.assemble("The site is at ", (address, "bold underline"), "   (Ctrl-C ends it)"))
