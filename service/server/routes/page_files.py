"""Serve the worker that lets phones install the page, with the version and the list of the page's files."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

PAGE: Final = Path(__file__).resolve().parents[2] / "page"
"""The files of the page."""

WORKER: Final = "/worker.js"
"""Its address: at the root, because a worker answers for what lies below it."""

_SCRIPT: Final = PAGE / "service_worker.js"
_NOT_OURS: Final = (PAGE / "README.md", PAGE / "site_worker.js", PAGE / "js" / "local")
"""What the page of a server does without: its description, and the edition that needs no server."""

router = APIRouter()


def shell() -> list[str]:
    """List the addresses of all that the page is made of: `/` and its files, without the worker."""
    files = sorted(path for path in PAGE.rglob("*") if path.is_file() and path != _SCRIPT and not _is_left_out(path))
    return ["/", *(f"/page/{path.relative_to(PAGE).as_posix()}" for path in files)]


def _is_left_out(path: Path) -> bool:
    return any(path == one or one in path.parents for one in _NOT_OURS)


@cache
def _script() -> str:
    """Write the worker's text. Its version is that of the files: every change of one replaces what phones keep."""
    found = hashlib.sha256(_SCRIPT.read_bytes())
    for address in shell()[1:]:
        found.update(address.encode() + (PAGE / address.removeprefix("/page/")).read_bytes())
    version = json.dumps(found.hexdigest()[:16])
    return f"const VERSION = {version};\nconst FILES = {json.dumps(shell())};\n{_SCRIPT.read_text('utf-8')}"


@router.get(WORKER, include_in_schema=False)
def worker() -> Response:
    """Answer with the script."""
    return Response(_script(), media_type="text/javascript")
