"""`rackcheck site`: build and try the phone edition, which needs no server."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from service.commands.display.site import show_site, show_site_address
from service.commands.support.help import Helped
from service.commands.support.options import Json, argument, option
from service.commands.support.output import one_answer

site = typer.Typer(no_args_is_help=True, help="Build and try the phone edition, which needs no server.")

Folder = Annotated[str, argument("FOLDER", "The folder of the site.")]


@site.command(cls=Helped)
def build(folder: Folder, as_json: Json = False) -> None:
    """Build the phone edition: a folder of static files that any web host serves as they are.

    The same program makes the same bytes. Packages of others (Python for browsers, the runtime of the networks, what
    the book needs) are fetched once with npm and pip, checked against their pins and kept in this user's cache.
    """
    from platformdirs import user_cache_path  # noqa: PLC0415 - only this command builds

    from service.browser.site.build import build_site  # noqa: PLC0415
    from service.browser.site.sizes import sizes  # noqa: PLC0415

    with one_answer(as_json, {"folder": folder}) as output:
        made = build_site(Path(folder), user_cache_path("rackcheck", appauthor=False) / "site")
        version, parts = made.version, list(sizes(made))
        document = {"folder": folder, "version": version, "parts": [asdict(one) for one in parts]}
        output.report(document, partial(show_site, folder=folder, version=version, parts=parts))


@site.command(cls=Helped)
def serve(
    folder: Folder,
    port: Annotated[int, option("--port", "N", "The port, 0 for any that is free. It may be", min=0, max=65535)] = 8153,
    as_json: Json = False,
) -> None:
    """Serve a built site on this machine, to try it; Ctrl-C ends it.

    Other machines are not served: phones take the camera and work without internet only where the site comes by https.
    """
    from service.browser.site.serve import site_server  # noqa: PLC0415 - only this command serves

    with (
        suppress(KeyboardInterrupt),
        one_answer(as_json, {"folder": folder}) as output,
        site_server(Path(folder), port) as server,
    ):
        address = f"http://127.0.0.1:{server.server_port}/"
        output.report({"address": address}, partial(show_site_address, address=address))
        server.serve_forever()
