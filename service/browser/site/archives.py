"""The Python of the phone edition as archives: our own packages, the ledger's packages, and Python's library."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import models
import rules
import service
import vision
from service.browser.site.left_out import OF_BOOK, OF_PYTHON, within, without
from service.shared.version import version

_SUFFIXES: Final = {".py", ".toml"}

_NOT_OURS: Final = (
    "service/cards/photographed/native_print.py",
    "service/commands",
    "service/doctor",
    "service/page",
    "service/photos/frame_source.py",
    "service/photos/scan_queue.py",
    "service/photos/scanner.py",
    "service/photos/video_file.py",
    "service/photos/watch.py",
    "service/server",
    "service/browser/site",
    "service/start.py",
    "service/__main__.py",
    "service/shared/addresses.py",
    "service/shared/settings.py",
    "service/shared/terminal.py",
    "vision/host",
)
"""Our modules that need OpenCV, a server or a terminal."""

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file, fixed so that the same sources make the same bytes."""


def core_archive() -> bytes:
    """Return our packages: rules, vision, service and the model cards, with cards and rule sets."""
    # The file by which Python's library knows our version.
    facts = f"Metadata-Version: 2.1\nName: rackcheck\nVersion: {version()}\n".encode()
    return _zipped({**dict(_ours()), f"rackcheck-{version()}.dist-info/METADATA": facts})


def book_archive(packages: Iterable[Mapping[str, bytes]]) -> bytes:
    """Return the ledger's packages as one `.tar.bz2` archive, a third smaller than a zip file."""
    kept = without({name: data for one in packages for name, data in one.items()}, OF_BOOK)
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w:bz2") as archive:
        for name in sorted(kept):
            entry = tarfile.TarInfo(name)
            entry.size = len(kept[name])
            archive.addfile(entry, BytesIO(kept[name]))
    return made.getvalue()


def python_archive(archive: bytes) -> bytes:
    """Return Python's own library without the modules of `OF_PYTHON`."""
    with zipfile.ZipFile(BytesIO(archive)) as library:
        return _zipped(without({name: library.read(name) for name in library.namelist()}, OF_PYTHON))


def _ours() -> Iterator[tuple[str, bytes]]:
    for package in (models, rules, service, vision):
        folder = Path(next(iter(package.__path__)))
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder.parent).as_posix()
            if path.suffix in _SUFFIXES and path.is_file() and not within(name, _NOT_OURS):
                yield name, path.read_bytes()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of uncompressed files: hosts compress it better than a deflated zip, and phones store it packed."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return made.getvalue()
