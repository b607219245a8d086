"""Serve the page's script, and the service worker with the list of files that phones install."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.shared.page_script import join_script, joined_modules

PAGE: Final = Path(__file__).resolve().parents[2] / "page"
"""The folder of the page."""

MAIN: Final = PAGE / "js" / "main.js"
"""The main module of the page; its address answers with the module and all its imports as one script."""

WORKER: Final = "/worker.js"
"""The address of the service worker: at the root, because a service worker serves only paths below its own."""

_SCRIPT: Final = PAGE / "service_worker.js"
_NOT_OURS: Final = (PAGE / "README.md", PAGE / "site_worker.js", PAGE / "js" / "local")
"""Files and folders that a server's page does not need: the README, and the phone edition."""

router = APIRouter()


def shell() -> list[str]:
    """List the addresses of `/` and all files of the page, without the service worker and the joined modules."""
    joined = set(joined_modules(MAIN)) - {MAIN}
    return ["/", *(_address(path) for path in _files() if path not in joined)]


def _files() -> list[Path]:
    return sorted(path for path in PAGE.rglob("*") if path.is_file() and path != _SCRIPT and not _is_left_out(path))


def _address(path: Path) -> str:
    return f"/page/{path.relative_to(PAGE).as_posix()}"


def _is_left_out(path: Path) -> bool:
    return any(path == one or one in path.parents for one in _NOT_OURS)


@cache
def _script() -> str:
    """Return the text of the service worker; its version is a hash of all files, so any change updates phones."""
    found = hashlib.sha256(_SCRIPT.read_bytes())
    for path in _files():
        found.update(_address(path).encode() + path.read_bytes())
    version = json.dumps(found.hexdigest()[:16])
    return f"const VERSION = {version};\nconst FILES = {json.dumps(shell())};\n{_SCRIPT.read_text('utf-8')}"


@router.get(_address(MAIN), include_in_schema=False)
def main_script(request: Request) -> Response:
    """Answer with the page's modules as one; with nothing where the browser has them."""
    script = join_script(MAIN).encode()
    tag = f'"{hashlib.sha256(script).hexdigest()[:32]}"'
    # A proxy may have weakened the tag, and a client may name several.
    if tag in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers={"ETag": tag})
    return Response(script, media_type="text/javascript", headers={"ETag": tag})


@router.get(WORKER, include_in_schema=False)
def worker() -> Response:
    """Answer with the script."""
    return Response(_script(), media_type="text/javascript")
