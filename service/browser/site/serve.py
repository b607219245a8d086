"""Serve a built site on this machine, as any web host would: to try it, or on a laptop from a USB stick."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from service.shared.errors import ServiceError


class _Quiet(SimpleHTTPRequestHandler):
    """Send files with the media types that browsers need, and log nothing."""

    timeout = 60
    """Seconds without a byte after which a connection ends."""

    extensions_map = {  # noqa: RUF012 - the base class reads it as a class attribute
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name the base class calls it by
        """Print nothing."""


def site_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server for a built site, on the loopback address alone; `serve_forever` runs it.

    Raises:
        ServiceError: `no-site` if the folder holds no site.
        OSError: if the port is taken; `filename` is the address.
    """
    if not (folder / "index.html").is_file():
        raise ServiceError("no-site", "there is no site in this folder: rackcheck site build makes one", str(folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
    except OSError as error:
        error.filename = f"127.0.0.1:{port}"
        raise
