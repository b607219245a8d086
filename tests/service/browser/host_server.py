"""Serve the browser host over HTTP on the loopback: its files, the core's Python and test pictures."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from platformdirs import user_cache_path

from models import load_model_card
from models.model_card import TASKS
from service.browser.site.build import print_networks
from service.browser.site.packages import archive_of, files_of, pinned_packages

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent
JS = ROOT / "service/page/js"

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


def _core() -> bytes:
    """Return an archive of the core's Python and of the functions that the tests call in the browser."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for top in ("models", "rules", "service/browser", "service/cards", "service/shared", "vision"):
            for path in sorted((ROOT / top).rglob("*")):
                if path.suffix in {".py", ".toml"} and "__pycache__" not in path.parts:
                    archive.write(path, path.relative_to(ROOT).as_posix())
        archive.write(ROOT / "service/__init__.py", "service/__init__.py")
        archive.write(HERE / "in_browser.py", "in_browser.py")
        archive.write(HERE / "steps.py", "tests/service/browser/steps.py")
    return made.getvalue()


def _files() -> dict[str, bytes]:
    found = {"/": (HERE / "page.html").read_bytes(), "/worker.js": (HERE / "worker.js").read_bytes()}
    found["/networks-worker.js"] = (HERE / "networks-worker.js").read_bytes()
    found |= {f"/js/{path.relative_to(JS).as_posix()}": path.read_bytes() for path in JS.rglob("*.js")}
    found |= {f"/models/{task}": load_model_card(task).read_weights() for task in TASKS}
    cache = user_cache_path("rackcheck", appauthor=False) / "site"
    for package in pinned_packages():
        if package.folder:
            shipped = files_of(package, archive_of(package, cache))
            if package.folder == "print":
                # Tests of text recognition skip where nothing can make its networks.
                shipped = print_networks(shipped) if find_spec("onnx") else {}
            found |= {f"/npm/{package.folder}/{name}": data for name, data in shipped.items()}
    return found | {"/core.zip": _core()}


@contextmanager
def host_server(pictures: dict[str, bytes], asked: list[str] | None = None, gone: Container[str] = ()) -> Iterator[str]:
    """Serve the browser host, and pictures by name under `/pictures/`; yield the address.

    The server appends each requested path to `asked` and answers 404 for the paths in `gone`.
    """
    files = _files()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if asked is not None:
                asked.append(self.path)
            picture = self.path.removeprefix("/pictures/")
            data = pictures.get(picture) if picture != self.path else files.get(self.path)
            if self.path in gone:
                data = None
            self.send_response(404 if data is None else 200)
            kind = KINDS[".html"] if self.path == "/" else KINDS.get(Path(self.path).suffix, "application/octet-stream")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data or b"")))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
