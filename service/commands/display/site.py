"""Print a built site for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.commands.support.started import BuiltSite, StartedSite


def show_site(console: Console, site: BuiltSite) -> None:
    """Print the folder of the site and the sizes of its parts."""
    console.print(Text.assemble("Built ", (site.folder, "bold"), f", version {site.version}"), soft_wrap=True)
    table = Table("part", box=None)
    for name in ("files", "MB stored", "MB compressed"):
        table.add_column(name, justify="right")
    for one in site.parts:
        table.add_row(one.part, str(one.files), f"{one.stored / 1e6:.2f}", f"{one.compressed / 1e6:.2f}")
    console.print(table)
    console.print("Any web host serves it as it is; phones want https.")


def show_site_address(console: Console, started: StartedSite) -> None:
    """Print the address of a site."""
    console.print(Text.assemble("The site is at ", (started.address, "bold underline"), "   (Ctrl-C ends it)"))
