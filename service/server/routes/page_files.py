"""The worker that lets phones install the page: its script, with the version and the list of the page's files."""

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

router = APIRouter()


def shell() -> list[str]:
    """The addresses of all that the page is made of: `/` and its files, the worker's own left out."""
    files = sorted(path for path in PAGE.rglob("*") if path.is_file() and path != _SCRIPT)
    return ["/", *(f"/page/{path.relative_to(PAGE).as_posix()}" for path in files)]


@cache
def _script() -> str:
    """The worker's text; its version is that of the files, so that every change of one replaces what phones keep."""
    found = hashlib.sha256(_SCRIPT.read_bytes())
    for address in shell()[1:]:
        found.update(address.encode() + (PAGE / address.removeprefix("/page/")).read_bytes())
    version = json.dumps(found.hexdigest()[:16])
    return f"const VERSION = {version};\nconst FILES = {json.dumps(shell())};\n{_SCRIPT.read_text('utf-8')}"


@router.get(WORKER, include_in_schema=False)
def worker() -> Response:
    """The script."""
    return Response(_script(), media_type="text/javascript")
