"""Fetch third-party packages with the ordinary clients of their registries, and accept only pinned bytes."""

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
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, write_atomic

LIST: Final = Path(__file__).with_name("packages.toml")
"""The list of packages with their pins and licences."""

_PATIENCE: Final = 600
"""Time limit for fetching one package, in seconds."""


@dataclass(frozen=True, slots=True)
class Package:
    """A pinned package.

    Attributes:
        name, version, licence: as the registry states them.
        registry: `npm` or `pypi`.
        integrity: the hash of its archive, as the registry writes it.
        use: its purpose.
        folder: the folder of its files in the site; empty for a Python package that runs in the browser.
        files: the shipped files, by path in the package; empty for such a Python package.
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
        """Say whether an archive has the pinned hash."""
        if self.registry == "npm":
            return base64.b64encode(hashlib.sha512(archive).digest()).decode() == self.integrity
        return hashlib.sha256(archive).hexdigest() == self.integrity


def pinned_packages() -> tuple[Package, ...]:
    """Return all shipped packages, in the order of the list."""
    found = tomllib.loads(LIST.read_text("utf-8"))["package"]
    return tuple(Package(**{**one, "files": tuple(one.get("files", ()))}) for one in found)


def archive_of(package: Package, cache: Path) -> bytes:
    """Return the archive of a package from the cache; else fetch it with the registry's client.

    Raises:
        ServiceError: `no-client` without `npm`; `not-fetched` if the registry does not answer; `altered-package` if it
            sends other bytes than the pinned ones.
        OSError: if we cannot write the cache.
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
    """Fetch one archive into an empty folder with the registry's client."""
    if package.registry == "npm":
        client = shutil.which("npm")
        if client is None:
            message = "npm fetches this and is not here: install it (its package is called npm), then build again"
            raise ServiceError("no-client", message, f"{package.name} {package.version}")
        wanted = f"{package.name}@{package.version}"
        _run(package, [client, "pack", wanted, "--pack-destination", str(folder), "--silent"])
        return
    wanted = f"{package.name}=={package.version}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
    # markupsafe has no pure Python wheel, and a compiled wheel does not run in a browser: take its source archive.
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
    """Return the shipped files of a package: its listed files, or else all its Python files.

    Raises:
        ServiceError: `altered-package` if a listed file is missing.
    """
    if archive[:2] == b"PK":
        wheel = zipfile.ZipFile(BytesIO(archive))
        found = {name: partial(wheel.read, name) for name in wheel.namelist()}
    else:
        # Decompress once: random access in a gzip file would start from the beginning each time.
        source = tarfile.open(fileobj=BytesIO(gzip.decompress(archive)))  # noqa: SIM115 - it holds no file open
        inside = "package/" if package.registry == "npm" else "/src/"
        files = [one for one in source.getmembers() if one.isfile() and inside in one.name]
        found = {one.name.partition(inside)[2]: partial(_read, source, one) for one in files}
    if not package.files:
        return {name: read() for name, read in found.items() if name.endswith(".py")}
    if lacking := [name for name in package.files if name not in found]:
        message = f"holds no {lacking[0]}; see service/browser/site/packages.toml"
        raise ServiceError("altered-package", message, package.name)
    return {Path(name).name: found[name]() for name in package.files}


def _read(source: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = source.extractfile(member)
    assert file is not None, "it is a file"
    return file.read()
