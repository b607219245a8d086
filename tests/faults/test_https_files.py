"""`serve --https` remakes certificates that are missing, closed, half written or another's, or reports them."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.server.access.certificates import certificates
from tests.faults.nursery import PATIENCE
from tests.faults.users import behind_doors
from tests.service.fork_server import fork_server
from tests.service.running_server import running_server

HOSTS = ("127.0.0.1", "::1", "localhost")


def _gone(path: Path) -> None:
    path.unlink()


def _closed(path: Path) -> None:
    path.chmod(0o000)


def _half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _another(path: Path) -> None:
    other = path.parent.with_name("other")
    certificates(other, HOSTS, datetime.now(UTC))
    path.write_bytes((other / path.name).read_bytes())
    shutil.rmtree(other)


def _file_for_folder(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("shopping list", "utf-8")


TOLD: dict[str, tuple[str, Callable[[Path], None], str, str]] = {
    "the authority closed": ("ca.pem", _closed, "no-permission", "change its owner"),
    "its key closed": ("ca.key", _closed, "no-permission", "change its owner"),
    "the authority half written": ("ca.pem", _half, "bad-certificate", "delete ca.pem and start again"),
    "its key half written": ("ca.key", _half, "bad-certificate", "delete ca.key and start again"),
    "its key empty": ("ca.key", _empty, "bad-certificate", "delete ca.key and start again"),
    "the key of another": ("ca.key", _another, "bad-certificate", "delete ca.key and start again"),
    "the folder closed": ("", _closed, "no-permission", "change its owner"),
    "a file for the folder": ("", _file_for_folder, "file-not-found", "move it away"),
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Make a folder of certificates as a server does."""
    folder = tmp_path / "certificates"
    certificates(folder, HOSTS, datetime.now(UTC))
    return folder


@pytest.mark.parametrize("kind", TOLD)
def test_an_authority_that_cannot_be_used_is_told(kept: Path, kind: str) -> None:
    """The server ends before it listens, names the file and the remedy, and touches no file."""
    name, change, code, mend = TOLD[kind]
    change(kept / name)
    before = {path.name: path.read_bytes() for path in kept.iterdir()} if kept.is_dir() else {}
    done = fork_server(behind_doors()).run(
        ["serve", "--https", "--port", "0", "--json"], {"RACKCHECK_DATA_DIR": str(kept.parent)}, PATIENCE
    )
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"]) == (1, code), error
    assert error["where"].startswith(str(kept / name))
    assert mend in error["message"]
    assert "Traceback" not in done.stderr
    assert "key" not in done.stderr.lower()
    assert before == ({path.name: path.read_bytes() for path in kept.iterdir()} if kept.is_dir() else {})


HEALED: dict[str, tuple[str, Callable[[Path], None], bool]] = {
    "the key of the authority gone": ("ca.key", _gone, True),
    "the certificate closed": ("server.pem", _closed, False),
    "its key closed": ("server.key", _closed, False),
    "the certificate half written": ("server.pem", _half, False),
    "its key another's": ("server.key", _another, False),
}


@pytest.mark.parametrize("kind", HEALED)
def test_a_certificate_that_cannot_be_used_is_made_anew(kept: Path, kind: str) -> None:
    """A client that trusts the authority trusts the server, which says whether phones need a new authority."""
    name, change, anew = HEALED[kind]
    authority = (kept / "ca.pem").read_bytes()
    change(kept / name)
    environment = {"RACKCHECK_DATA_DIR": str(kept.parent)}
    with running_server("--https", environment=environment, through=behind_doors()) as server:
        assert server.told["new_authority"] is anew
        assert ((kept / "ca.pem").read_bytes() == authority) is not anew
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.load_verify_locations(kept / "ca.pem")
        with (
            socket.create_connection(("127.0.0.1", server.told["port"]), timeout=PATIENCE) as plain,
            trusting.wrap_socket(plain, server_hostname="127.0.0.1") as secure,
        ):
            secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert secure.recv(12) == b"HTTP/1.1 200"
