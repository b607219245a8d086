"""`rackcheck serve`: the page and the HTTP interface."""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from typing import Annotated

import typer

from service.commands.options import Json
from service.output import Output
from service.show import show_address


def serve(
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="Where to listen. [default: 127.0.0.1, this machine alone]"),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port; 0 takes a free one. [default: 8152]")
    ] = None,
    as_json: Json = False,
) -> None:
    """Start the page and print its address; Ctrl-C ends it."""
    import uvicorn  # noqa: PLC0415 - only this command serves

    from service.http import create_app  # noqa: PLC0415
    from service.settings import settings  # noqa: PLC0415

    output = Output(as_json=as_json)
    # Ctrl-C is how a person ends the server: nothing has failed.
    with suppress(KeyboardInterrupt), output.answering():
        chosen = settings()
        listener = _listen(host or chosen.host, chosen.port if port is None else port)
        with closing(listener):
            app = create_app(chosen)
            name, bound = listener.getsockname()[:2]
            shown = f"[{name}]" if ":" in name else name
            output.answer({"address": f"http://{shown}:{bound}/", "host": name, "port": bound}, show_address)
            config = uvicorn.Config(app, log_level="warning", server_header=False, proxy_headers=False)
            uvicorn.Server(config).run([listener])
    output.end()


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; bound before the address is printed, so that what is printed answers."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, proto, _, address = found[0]
    listener = socket.socket(family, kind, proto)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        error.filename = f"{host}:{port}"
        raise
    return listener
