"""Build the phone edition: a folder of static files that any web host serves as they are."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from models import load_model_card
from models.model_card import TASKS
from service.browser.site.archives import book_archive, core_archive, python_archive
from service.browser.site.packages import Package, archive_of, files_of, pinned_packages
from service.shared.errors import ServiceError
from service.shared.page_script import join_script, joined_modules
from service.shared.version import version

PAGE: Final = Path(__file__).resolve().parents[2] / "page"
"""The folder of the page, which both editions share."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The page's content security policy: it loads nothing from another origin.

Python and the networks need WebAssembly; their worker starts as a blob, so that this policy holds for it too.
"""

_MARK: Final = "rackcheck-files.json"
"""The file that marks a folder as our own build, which we may overwrite."""

LATER: Final = frozenset({"models/upright.onnx", "print/finder.onnx", "print/reader.onnx"})
"""Files that a phone fetches after the start or at their first use.

A first visit need not wait for the network that re-reads doubtful faces, and few people photograph a card.
"""

PRINT_FILES: Final = ("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")
"""The files of the library rapidocr from which we make the networks that read print."""

_WORKER: Final = PAGE / "site_worker.js"

_FRAME: Final = frozenset({"index.html", "manifest.webmanifest", "service_worker.js", _WORKER.name})
"""Files of the page that lie outside a version's folder, and the service worker of the server."""


_MAIN: Final = PAGE / "js" / "main.js"
"""The main module of the page, which the phone stores with its imports as one script."""

_APART: Final = (PAGE / "js" / "local" / "begin.js",)
"""Modules that start before the main one, which imports them."""

_ALONE: Final = (*_APART, *(PAGE / "js" / "local" / name for name in ("worker.js", "networks-worker.js")))
"""Modules that start without the main one, and load their imports one by one."""


@dataclass(frozen=True, slots=True)
class Site:
    """A built site.

    Attributes:
        folder: the folder of the site.
        version: the version, a hash of its files.
        files: the bytes of its files by path, sorted.
    """

    folder: Path
    version: str
    files: Mapping[str, bytes]

    def is_later(self, place: str) -> bool:
        """Say whether a phone fetches a file only after the start (`LATER`)."""
        return place.removeprefix(f"v-{self.version}/") in LATER


def build_site(folder: Path, cache: Path) -> Site:
    """Build the site into a folder (new, empty, or an older build), and keep fetched packages in the folder `cache`.

    Raises:
        ServiceError: `not-empty` if the folder holds other files; errors of `service.browser.site.packages.archive_of`.
        ModelError: if a network is missing or altered.
        OSError: if we cannot write the folder.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise ServiceError("not-empty", "this folder holds other files: name a new one, or empty it", str(folder))
    parts = _parts(cache)
    name = hashlib.sha256()
    for place in sorted(parts):
        name.update(f"{place}\0{hashlib.sha256(parts[place]).hexdigest()}\n".encode())
    for data in (_worker(), (PAGE / "index.html").read_bytes(), (PAGE / "manifest.webmanifest").read_bytes()):
        name.update(data)
    found = name.hexdigest()[:16]
    files = {f"v-{found}/{place}": data for place, data in parts.items()}
    files["index.html"] = _index(found)
    files["manifest.webmanifest"] = _manifest(found)
    listed = {place: [hashlib.sha256(data).hexdigest(), len(data)] for place, data in sorted(files.items())}
    files["worker.js"] = _worker()
    files[f"v-{found}/files.json"] = _json(
        {"version": found, "program": version(), "files": listed, "later": sorted(f"v-{found}/{one}" for one in LATER)}
    )
    files[_MARK] = _json({"version": found, "program": version()})
    _write(folder, files)
    return Site(folder, found, dict(sorted(files.items())))


def _parts(cache: Path) -> dict[str, bytes]:
    """Return all files of a version by path within it."""
    parts: dict[str, bytes] = {}
    python = []
    packages = pinned_packages()
    for package in packages:
        found = files_of(package, archive_of(package, cache))
        if package.folder:
            parts |= {f"{package.folder}/{name}": data for name, data in found.items()}
        else:
            python.append(found)
    # We use none of Pyodide's own packages, and their list would be the largest text of all.
    lock = json.loads(parts["pyodide/pyodide-lock.json"])
    parts["pyodide/pyodide-lock.json"] = _json({**lock, "packages": {}})
    parts["pyodide/python_stdlib.zip"] = python_archive(parts["pyodide/python_stdlib.zip"])
    parts["core/rackcheck.whl"] = core_archive()
    parts["core/book.tar.bz2"] = book_archive(python)
    parts |= {f"models/{task}.onnx": load_model_card(task).read_weights() for task in TASKS}
    of_print = print_networks({name: parts.pop(f"print/{name}") for name in PRINT_FILES})
    parts |= {f"print/{name}": data for name, data in of_print.items()}
    joined = set(joined_modules(_MAIN, _APART, later=True)).difference(*map(joined_modules, _ALONE))
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix != ".md" and path.name not in _FRAME and path not in joined:
            parts[f"page/{path.relative_to(PAGE).as_posix()}"] = path.read_bytes()
    parts["page/js/main.js"] = join_script(_MAIN, _APART, later=True).encode()
    parts["licences.txt"] = _licences(packages)
    return parts


def print_networks(library: Mapping[str, bytes]) -> dict[str, bytes]:
    """Convert the library's files to the networks that read print on a phone.

    Raises:
        ServiceError: `no-onnx` if the package onnx is not installed.
    """
    try:
        from service.browser.site.print_networks import print_finder, print_reader  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        install = ".venv/bin/python -m pip install -r requirements/site.txt"
        message = f"the networks need the package onnx: {install}, then build again"
        raise ServiceError("no-onnx", message, "print") from error
    finder, reader = (library[name] for name in PRINT_FILES)
    return {"finder.onnx": print_finder(finder), "reader.onnx": print_reader(reader)}


def _worker() -> bytes:
    """Return the service worker: it adds the page's policy to each file, which a plain host cannot do."""
    return f"const POLICY = {json.dumps(POLICY)};\n".encode() + _WORKER.read_bytes()


def _index(name: str) -> bytes:
    """Return the page's index.html, with links into the folder of its version."""
    text = (
        (PAGE / "index.html")
        .read_text("utf-8")
        .replace('"page/manifest.', '"manifest.')
        .replace('"page/', f'"v-{name}/page/')
    )
    head = (
        f'<meta charset="utf-8">\n  <meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'  <meta name="referrer" content="no-referrer">\n  <meta name="rackcheck-site" content="v-{name}">'
    )
    main = f'<script type="module" src="v-{name}/page/js/main.js">'
    begin = main.replace("main.js", "local/begin.js")
    return text.replace('<meta charset="utf-8">', head).replace(main, f"{begin}</script>\n  {main}").encode()


def _manifest(name: str) -> bytes:
    """Return the manifest for installing the page on a phone, with relative links so that any host path works."""
    found = json.loads((PAGE / "manifest.webmanifest").read_text("utf-8"))
    del found["id"]
    found |= {"start_url": "./", "scope": "./"}
    for icon in found["icons"]:
        icon["src"] = f"v-{name}/page/{icon['src'].removeprefix('/page/')}"
    return _json(found)


def _licences(packages: tuple[Package, ...]) -> bytes:
    lines = ["Rackcheck: Apache-2.0", "", "It ships with these packages, unchanged but for parts left out:", ""]
    lines += [f"{one.name} {one.version} ({one.registry}): {one.licence}. For: {one.use}." for one in packages]
    lines.append(
        "The networks that read print are those of PP-OCRv6 small (PaddleOCR, PaddlePaddle Authors: Apache-2.0), "
        "changed: half floats, and of the signs those of ASCII alone."
    )
    return ("\n".join(lines) + "\n").encode()


def _json(document: object) -> bytes:
    return (json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n").encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Delete the older build and write the files; the mark comes first, so that a build cut short can be repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).write_bytes(files[_MARK])
    for old in folder.glob("v-*"):
        shutil.rmtree(old)
    for place, data in files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
