"""Fixtures of the phone edition's tests: one built site, served by a plain file server."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest
from platformdirs import user_cache_path

from service.browser.site.build import Site, build_site
from service.shared.errors import ServiceError
from tests.service.browser.site.stored_phone import FORGET, HOME, opened
from tests.service.page.phone import PATIENT, browser, text_of  # noqa: F401 - a fixture of all files here
from tests.shared_once import shared_once

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PREPARED = """async (patient) => {
  const cache = await caches.open("rackcheck-files");
  const kept = async () => (await cache.keys()).some(({ url }) => url.includes("/kept/snapshot-"));
  for (let left = patient / 200; left > 0 && !await kept(); left--) await new Promise((done) => setTimeout(done, 200));
  return kept();
}"""
"""Wait up to so many milliseconds; return whether the phone has stored a snapshot of Python."""


def cache() -> Path:
    """Return the folder of the downloaded packages."""
    return user_cache_path("rackcheck", appauthor=False) / "site"


@dataclass
class Host:
    """A plain file server at `address`, which ends each connection without an answer while it is `gone`.

    `asked` lists the paths of all requests that it took. Of files whose paths end like a key of `in_place` a page takes
    the place, with the status that it names.
    """

    address: str = ""
    gone: bool = False
    in_place: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)


class _Silent(SimpleHTTPRequestHandler):
    """Python's own file server."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name the base class calls it by
        """Print nothing."""


def _breaking(once: set[str], host: Host) -> type[_Silent]:
    """Return a request handler that breaks off once in the middle of each file whose path ends like one of `once`."""

    class Breaking(_Silent):
        def parse_request(self) -> bool:
            """Take the request, unless the host is gone."""
            taken = super().parse_request() and not host.gone
            if taken:
                host.asked.append(self.path)
            return taken

        def send_head(self) -> IO[bytes] | None:  # type: ignore[override]
            """Begin the answer; a page may stand in for the file."""
            path = self.path.partition("?")[0]
            status = next((one for end, one in host.in_place.items() if path.endswith(end)), None)
            if status is None:
                return super().send_head()
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.close_connection = True
            return BytesIO(b"<h1>Not this</h1>")

        def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
            """Send a file, or only its first half if it has to break off."""
            path = self.path.partition("?")[0]
            found = next((end for end in once if path.endswith(end)), None)
            if found is None:
                super().copyfile(source, outputfile)
                return
            once.discard(found)
            data = source.read()
            outputfile.write(data[: len(data) // 2])
            self.close_connection = True

    return Breaking


@contextmanager
def served(folder: Path, break_once: Iterable[str] = ()) -> Iterator[str]:
    """Serve a folder with a plain file server; yield the address."""
    with hosted(folder, break_once) as host:
        yield host.address


@contextmanager
def hosted(folder: Path, break_once: Iterable[str] = ()) -> Iterator[Host]:
    """Serve a folder with a plain file server that can go and come back."""
    host = Host()
    handler = _breaking(set(break_once), host)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    host.address = f"http://127.0.0.1:{server.server_port}/"
    yield host
    server.shutdown()
    server.server_close()
    thread.join()


def prepared(page: Page) -> None:
    """Wait until the phone has made its snapshot of Python, which it does once it has stored all files."""
    assert page.evaluate(PREPARED, PATIENT), "the snapshot is made"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build a site in a subfolder of the served folder, once for all processes of a test run."""
    place = Path("club/rackcheck")
    try:
        folder = shared_once(tmp_path_factory, "public", lambda public: build_site(public / place, cache())) / place
    except ServiceError as error:
        if error.code not in {"no-client", "not-fetched", "no-onnx"} or os.environ.get("CI") == "true":
            raise
        pytest.skip(f"what the phone edition is made with is not here: {error.message}")
    return built_site(folder)


def built_site(folder: Path) -> Site:
    """Load a built site from its folder."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Site(folder, json.loads(files["rackcheck-files.json"])["version"], dict(sorted(files.items())))


@pytest.fixture(scope="module")
def profile(site: Site, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: F811
    """The profile of a phone that has stored the page and made its snapshot, once for all processes of a test run."""
    return shared_once(tmp_path_factory, "phone", partial(_first_visit, site, browser))


def _first_visit(site: Site, browser: Browser, profile: Path) -> None:  # noqa: F811
    """Open the page on a new phone, wait until it has stored everything, and forget what its owner did."""
    shutil.rmtree(profile, ignore_errors=True)  # an earlier visit that failed
    with served(site.folder.parents[1]) as host, opened(browser, profile, host) as context:
        page = context.new_page()
        page.goto(HOME)
        text_of(page, "local", "Stored on this phone")
        prepared(page)
        # No script of the page runs at this address; one would write its state again.
        page.goto(f"{HOME}manifest.webmanifest")
        page.evaluate(FORGET)
