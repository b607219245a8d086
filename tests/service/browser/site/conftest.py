"""One built site for the tests of the phone edition, served by a plain server of files."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest
from platformdirs import user_cache_path

from service.browser.site.build import Site, build_site
from service.shared.errors import ServiceError
from tests.service.page.phone import PATIENT, browser  # noqa: F401 - a fixture of all files here
from tests.shared_once import shared_once

if TYPE_CHECKING:
    from playwright.sync_api import Page

PREPARED = """async (patient) => {
  const cache = await caches.open("rackcheck-files");
  const kept = async () => (await cache.keys()).some(({ url }) => url.includes("/kept/snapshot-"));
  for (let left = patient / 200; left > 0 && !await kept(); left--) await new Promise((done) => setTimeout(done, 200));
  return kept();
}"""
"""Whether the phone keeps a snapshot of Python, by so many milliseconds from now."""


def cache() -> Path:
    """Where fetched packages are kept."""
    return user_cache_path("rackcheck", appauthor=False) / "site"


class _Silent(SimpleHTTPRequestHandler):
    """Python's own server of files."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name the base class calls it by
        """Print nothing."""


def _breaking(once: set[str]) -> type[_Silent]:
    """Return a server's handler that breaks off in the middle of files that end so, each once."""

    class Breaking(_Silent):
        def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
            """Send a file, or the first half of one that is to break off."""
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
def served(folder: Path, port: int = 0, break_once: Iterable[str] = ()) -> Iterator[str]:
    """Serve a folder with a server that knows nothing of it, and give its address."""
    handler = _breaking(set(break_once))
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(handler, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def prepared(page: Page) -> None:
    """Wait until the phone has what Python begins from the next time: it is made once all files are stored."""
    assert page.evaluate(PREPARED, PATIENT), "the snapshot is made"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A built site, in a folder of its own below the one that is served; built once for all processes of a run."""
    place = Path("club/rackcheck")
    try:
        folder = shared_once(tmp_path_factory, "public", lambda public: build_site(public / place, cache())) / place
    except ServiceError as error:
        if error.code not in {"no-client", "not-fetched", "no-onnx"} or os.environ.get("CI") == "true":
            raise
        pytest.skip(f"what the phone edition is made with is not here: {error.message}")
    return built_site(folder)


def built_site(folder: Path) -> Site:
    """Read a site back as it was built."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Site(folder, json.loads(files["rackcheck-files.json"])["version"], dict(sorted(files.items())))
