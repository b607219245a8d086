"""Run real reverse proxies on the loopback with the configuration from docs/club.md, for tests."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Final

import pytest

from service.server.access.certificates import certificates
from tests.docs.pages import ROOT, blocks_of
from tests.service.running_server import PATIENCE, free_port

NAME: Final = "mahjong.example.org"
"""The site's host name in the documentation."""

CLUB: Final = ROOT / "docs" / "club.md"


def block(language: str, holding: str = "") -> str:
    """Return the club page's code block in a language that contains a text."""
    (found,) = (one.text for one in blocks_of(CLUB) if one.language == language and holding in one.text)
    return found


def environment() -> dict[str, str]:
    """Return the variables that the club page sets for a server behind a proxy."""
    return dict(line.split("=", 1) for line in block("env", "RACKCHECK_PROXIES").splitlines())


@dataclass(frozen=True)
class Site:
    """A proxy for `NAME`, with https on `port`, and http on `plain` if it listens there."""

    port: int
    plain: int
    trust: ssl.SSLContext

    @property
    def host(self) -> str:
        """Return the Host header that a browser sends."""
        return f"{NAME}:{self.port}"

    @property
    def origin(self) -> str:
        """Return the Origin header of the page's own requests."""
        return f"https://{self.host}"


@dataclass
class Caller:
    """A client at a loopback address that asks the site and keeps its cookie."""

    site: Site
    address: str
    cookie: str = field(default="", init=False)

    @contextmanager
    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[HTTPResponse]:
        """Send a request on a new connection; return the unread response."""
        with closing(_Connection(self)) as connection:
            given = {"Host": self.site.host, "Cookie": self.cookie, **(headers or {})}
            connection.request(method, path, body, {name: value for name, value in given.items() if value})
            with connection.getresponse() as answer:
                if (cookie := answer.headers.get("Set-Cookie")) is not None:
                    self.cookie = cookie.partition(";")[0]
                yield answer

    def write(self, path: str, body: bytes, **headers: str) -> AbstractContextManager[HTTPResponse]:
        """Send JSON as the page does."""
        own = {"Content-Type": "application/json", "Origin": self.site.origin}
        return self.ask("POST", path, body, own | {name.replace("_", "-"): value for name, value in headers.items()})


class _Connection(HTTPSConnection):
    """A connection to the loopback from the caller's address, under the site's name."""

    def __init__(self, caller: Caller) -> None:
        super().__init__("127.0.0.1", caller.site.port, timeout=PATIENCE)
        self._caller = caller

    def connect(self) -> None:
        """Connect, and check that the certificate is the site's."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self._caller.address, 0))
        self.sock = self._caller.site.trust.wrap_socket(plain, server_hostname=NAME)


@contextmanager
def proxied(kind: str, server_port: int, folder: Path) -> Iterator[Site]:
    """Start nginx or Caddy before a server; end that process, and no other, afterwards.

    Only ports, the folder of its files and the certificate differ from the document, as they do for a reader.
    """
    program = shutil.which(kind)
    if program is None:
        pytest.skip(f"{kind} is not installed")
    made = certificates(folder / "certificates", [NAME])
    site = Site(free_port(), free_port(), ssl.create_default_context(cadata=made.authority.decode()))
    settings = block(kind, "127.0.0.1:8152").replace("127.0.0.1:8152", f"127.0.0.1:{server_port}")
    if kind == "nginx":
        settings = re.sub(r"(ssl_certificate) .*;", rf"\1 {made.chain};", settings)
        settings = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {made.key};", settings)
        settings = settings.replace("listen 443", f"listen 127.0.0.1:{site.port}")
        settings = settings.replace("listen 80;", f"listen 127.0.0.1:{site.plain};")
        paths = "".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # nginx's workers drop root, and then cannot enter the test's folder.
        user = "user root;" if os.geteuid() == 0 else ""
        text = f"daemon off; pid ng.pid; {user} events {{}} http {{ access_log off; {paths} {settings} }}"
        file = folder / "nginx.conf"
        command = [program, "-p", str(folder), "-e", "stderr", "-c", str(file)]
    else:
        settings = settings.replace(f"{NAME} {{", f"{NAME} {{\n\ttls {made.chain} {made.key}")
        text = (
            f"{{\n\tadmin off\n\thttp_port {site.plain}\n\thttps_port {site.port}\n\tskip_install_trust\n}}\n{settings}"
        )
        file = folder / "Caddyfile"
        command = [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    file.write_text(text, "utf-8")
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    log = folder / f"{kind}.log"
    with log.open("wb") as said, subprocess.Popen(command, env=os.environ | homes, stdout=said, stderr=said) as process:
        try:
            _wait(site.port, process, log)
            yield site
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, log.read_text("utf-8")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < until, log.read_text("utf-8")
        time.sleep(0.05)
