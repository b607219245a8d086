"""Fetch other people's packages with the ordinary clients of their registries, and take only what is pinned."""

from __future__ import annotations

import base64
import gzip
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, write_atomic

LIST: Final = Path(__file__).with_name("packages.toml")
"""The packages with their pins and licences."""

_PATIENCE: Final = 600
"""Seconds that a registry may take for a package."""


@dataclass(frozen=True, slots=True)
class Package:
    """A pinned package.

    Attributes:
        name, version, licence: as its registry has them.
        registry: `npm` or `pypi`.
        integrity: the hash of its archive, as the registry writes it.
        use: what it is for.
        folder: where its files lie in the site; empty for a Python package.
        files: the files that ship, by their place in the package; empty for a Python package.
    """

    name: str
    version: str
    registry: str
    integrity: str
    licence: str
    use: str
    folder: str = ""
    files: tuple[str, ...] = ()

    def accepts(self, archive: bytes) -> bool:
        """Say whether these are the bytes that were pinned."""
        if self.registry == "npm":
            return base64.b64encode(hashlib.sha512(archive).digest()).decode() == self.integrity
        return hashlib.sha256(archive).hexdigest() == self.integrity


def pinned_packages() -> tuple[Package, ...]:
    """Return all packages that ship, in the order of the list."""
    found = tomllib.loads(LIST.read_text("utf-8"))["package"]
    return tuple(Package(**{**one, "files": tuple(one.get("files", ()))}) for one in found)


def archive_of(package: Package, cache: Path) -> bytes:
    """Return the archive of a package: the one in the cache, or else one that its registry's client fetches.

    Raises:
        ServiceError: `no-client` without `npm`; `not-fetched` where the registry does not answer; `altered-package`
            where it sends other bytes than those that were pinned.
        OSError: where the cache cannot be written.
    """
    kept = cache / f"{package.name}-{package.version}.archive"
    if kept.is_file() and package.accepts(found := kept.read_bytes()):
        return found
    with TemporaryDirectory() as folder:
        _fetch(package, Path(folder))
        (file,) = Path(folder).iterdir()
        found = file.read_bytes()
    if not package.accepts(found):
        message = "the registry sent other bytes than those that are pinned: nothing was built"
        raise ServiceError("altered-package", message, f"{package.name} {package.version}")
    make_folder(cache)
    write_atomic(kept, found, replace=True)
    return found


def _fetch(package: Package, folder: Path) -> None:
    """Let the registry's client put one archive into an empty folder."""
    if package.registry == "npm":
        client = shutil.which("npm")
        if client is None:
            message = "npm fetches this and is not here: install it (its package is called npm), then build again"
            raise ServiceError("no-client", message, f"{package.name} {package.version}")
        _run(
            package,
            [client, "pack", f"{package.name}@{package.version}", "--pack-destination", str(folder), "--silent"],
        )
        return
    wanted = f"{package.name}=={package.version}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
    # The source archive where no wheel is for every system: a compiled one runs in no browser.
    form = ["--no-binary", ":all:"] if package.name == "markupsafe" else ["--only-binary", ":all:", "--platform", "any"]
    _run(package, [*pip, *form, "--dest", str(folder), wanted])


def _run(package: Package, command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        reason = f"no answer in {_PATIENCE} seconds"
    else:
        if done.returncode == 0:
            return
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    message = f"cannot be fetched ({reason}): connect this machine to the internet once, then build again"
    raise ServiceError("not-fetched", message, f"{package.name} {package.version}")


def files_of(package: Package, archive: bytes) -> dict[str, bytes]:
    """Return the files of a package that ship: those that are listed, or all Python files of a Python package.

    Raises:
        ServiceError: `altered-package` where one is missing.
    """
    if archive[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(archive)) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist() if name.endswith(".py")}
    # Unpacked as one: reading a file here and a file there would begin from the start each time.
    with tarfile.open(fileobj=BytesIO(gzip.decompress(archive))) as source:
        if package.registry == "npm":
            return {Path(name).name: _member(package, source, f"package/{name}") for name in package.files}
        found = {}
        for member in source.getmembers():
            _, marker, place = member.name.partition("/src/")
            file = source.extractfile(member) if marker and place.endswith(".py") else None
            if file is not None:
                found[place] = file.read()
        return found


def _member(package: Package, source: tarfile.TarFile, name: str) -> bytes:
    try:
        file = source.extractfile(name)
    except KeyError:
        file = None
    if file is None:
        raise ServiceError("altered-package", f"holds no {name}; see service/browser/site/packages.toml", package.name)
    return file.read()
