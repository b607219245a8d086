"""The Python of the phone edition as two archives: what is ours, and what the book needs beside it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import models
import rules
import service
import vision
from service.shared.version import version

_SUFFIXES: Final = {".py", ".toml"}

_NOT_OURS: Final = (
    "service/cards/photographed",
    "service/commands",
    "service/doctor",
    "service/evidence",
    "service/page",
    "service/photos/frame_source.py",
    "service/photos/scan_queue.py",
    "service/photos/scanner.py",
    "service/photos/video_file.py",
    "service/photos/watch.py",
    "service/server",
    "service/browser/site",
    "service/tilesets",
    "service/start.py",
    "service/__main__.py",
    "service/shared/addresses.py",
    "service/shared/settings.py",
    "service/shared/terminal.py",
    "vision/host",
)
"""What needs OpenCV, a server or a terminal."""

_UNUSED: Final = (
    "alembic/templates",
    "alembic/testing",
    "mako/ext",
    "mako/testing",
    "sqlalchemy/dialects/mssql",
    "sqlalchemy/dialects/mysql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/ext/asyncio",
    "sqlalchemy/ext/mypy",
    "sqlalchemy/testing",
)
"""Parts of the book's packages that a book in SQLite never loads."""

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the same sources make the same bytes."""


def core_archive() -> bytes:
    """Return the core as a wheel: rules, reading and answering, cards and rule sets, the networks' cards."""
    name = f"rackcheck-{version()}.dist-info"
    facts = {
        f"{name}/METADATA": f"Metadata-Version: 2.1\nName: rackcheck\nVersion: {version()}\n".encode(),
        f"{name}/WHEEL": b"Wheel-Version: 1.0\nGenerator: rackcheck\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{name}/RECORD": b"",
    }
    return _zipped({**dict(_ours()), **facts})


def book_archive(packages: Iterable[Mapping[str, bytes]]) -> bytes:
    """Return the packages that the book needs as one archive."""
    every = {name: data for one in packages for name, data in one.items()}
    return _zipped({name: data for name, data in every.items() if not _within(name, _UNUSED)})


def _ours() -> Iterator[tuple[str, bytes]]:
    for package in (models, rules, service, vision):
        folder = Path(next(iter(package.__path__)))
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder.parent).as_posix()
            if path.suffix in _SUFFIXES and path.is_file() and not _within(name, _NOT_OURS):
                yield name, path.read_bytes()


def _within(name: str, places: Iterable[str]) -> bool:
    return any(name == place or name.startswith(f"{place}/") for place in places)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name], compresslevel=9)
    return made.getvalue()
