"""Write and read a dispute bundle: a reproducible zip of named parts with a manifest of their hashes.

We store parts without compression, so that reading a bundle never expands data and no version of a compressor changes
its bytes. The hashes show damage and careless changes; they are no signature. To prove later that a bundle is the one
of that evening, note the SHA-256 of the file, which the program prints when it makes the bundle.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from rules.errors import ClaimError
from rules.input.open_file import open_file
from rules.input.strict_fields import StrictFields
from service.shared import json_text
from service.shared.errors import ErrorObject, ServiceError
from service.shared.json_text import JsonObject
from service.storage.atomic_files import write_atomic
from vision.tilesets.tile_set_file import MOST_BYTES as LARGEST_SET

FORMAT: Final = "rackcheck-evidence"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
PHOTOS: Final = ("photo.jpg", "photo.png", "photo.webp", "photo.bin")
_TEXTS: Final = (
    "reading.json",
    "claim.json",
    "card.toml",
    "ruleset.toml",
    "ruleset-parent.toml",
    "verdict.json",
    "settlement.json",
)
PARTS: Final = frozenset({*PHOTOS, "overlay.jpg", "set.json", *_TEXTS})
"""Names of the parts that a bundle may have, each at most once."""

MOST_BYTES: Final = 120_000_000 + LARGEST_SET
"""Largest bundle in bytes: the largest photo, its overlay, the texts, and the taught tile set."""

MOST_TEXT: Final = 4_000_000
"""Largest text of a bundle in bytes."""

_NO_ZIP: Final = "this is no zip file as Rackcheck writes it: take the evidence as it was saved"
_BEGIN: Final = b"PK\x03\x04"  # signature of a zip's first part (APPNOTE 4.3.7)
_END: Final = 22  # bytes of the record at the end of a zip without a comment (APPNOTE 4.3.16)
_LOCATOR: Final = 20  # bytes of the zip64 end locator, which precedes that record
_MOST_DIRECTORY: Final = 16_384
_TIME: Final = (1980, 1, 1, 0, 0, 0)  # the earliest time of a zip; a part has no time of its own


@dataclass(frozen=True, slots=True)
class UsedNetwork:
    """A network that read a photo: its task, its `name@version`, and the SHA-256 of its weights."""

    task: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A dispute bundle.

    Attributes:
        created: the time of its making, ISO 8601 in UTC.
        models: the networks that read the photo.
        parts: the bytes of each part, by name.
        altered: names of the parts whose size or hash differs from the manifest.
    """

    created: str
    program: str
    models: tuple[UsedNetwork, ...]
    parts: Mapping[str, bytes]
    altered: tuple[str, ...] = ()


def write_bundle(bundle: Bundle) -> bytes:
    """Return the bytes of a bundle, the same on every machine and at every time.

    Raises:
        ServiceError: `too-large` for a text that `read_bundle` would refuse.
    """
    for name in _TEXTS:
        if len(bundle.parts.get(name, b"")) > MOST_TEXT:
            message = f"this text of the evidence is larger than {MOST_TEXT // 1_000_000} MB: ask for fewer near hands"
            raise ServiceError("too-large", message, name)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "created": bundle.created,
        "program": bundle.program,
        "models": [asdict(model) for model in bundle.models],
        "parts": {name: _entry(bundle.parts[name]) for name in sorted(bundle.parts)},
    }
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        archive.writestr(_info(MANIFEST), json_text.dumps(manifest) + "\n")
        for name in sorted(bundle.parts):
            archive.writestr(_info(name), bundle.parts[name])
    return made.getvalue()


@dataclass(frozen=True, slots=True)
class KeptBundle:
    """The file to which somebody wanted a bundle written, with its SHA-256; or the error, if we could not write it."""

    file: str
    sha256: str | None = None
    error: ErrorObject | None = None

    def to_json(self) -> JsonObject:
        """Return the file with its hash or the error."""
        return {"file": self.file, **({"sha256": self.sha256} if self.error is None else {"error": self.error})}


def keep_bundle(bundle: Bundle, path: Path) -> str:
    """Write a bundle atomically to a new file; return its SHA-256, for people to note; raises as `write_bundle`."""
    data = write_bundle(bundle)
    write_atomic(path, data, replace=False)
    return hashlib.sha256(data).hexdigest()


def load_bundle(path: Path) -> tuple[Bundle, str]:
    """Return the bundle of a file and the file's SHA-256; raises as `read_file` and `read_bundle`."""
    data = read_file(path)
    return read_bundle(data, str(path)), hashlib.sha256(data).hexdigest()


def read_file(path: Path) -> bytes:
    """Read the file of a bundle, after a look at both its ends, so that no other file costs us its whole size.

    Raises:
        OSError: as `open_file`.
        ServiceError: `bad-evidence` for a file that is too large, or no zip file as we write it.
    """
    where = str(path)
    with open_file(path) as file:
        begin = file.read(len(_BEGIN))
        if begin != _BEGIN:
            raise _bad(_NO_ZIP, where)
        if file.seekable():
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _END - _LOCATOR))
            _check_shape(size, file.read(_END + _LOCATOR), where)
            file.seek(len(_BEGIN))
        return begin + file.read(MOST_BYTES + 1 - len(_BEGIN))


def now_text() -> str:
    """Return the time in the form of a bundle: ISO 8601 in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, _TIME)
    info.create_system = 3  # Unix, on every system, for reproducible bytes
    info.external_attr = 0o644 << 16
    return info


def _entry(data: bytes) -> dict[str, int | str]:
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def read_bundle(data: bytes, where: str) -> Bundle:
    """Read an untrusted bundle in memory, without unpacking it to a disk.

    Raises:
        ServiceError: `bad-evidence` for bytes that are no bundle of this version.
        ClaimError: for a manifest field of the wrong type.
    """
    _check_shape(len(data), data[-_END - _LOCATOR :], where)
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = _parts(archive, len(data), where)
    except (BadZipFile, EOFError, NotImplementedError, UnicodeDecodeError, ValueError, OSError, RuntimeError) as error:
        # zipfile quotes an unknown name in full, and a name may have any length.
        raise _bad(f"this is no whole zip file: {str(error)[:100]}", where) from None
    text = parts.pop(MANIFEST, None)
    if text is None:
        raise _bad("it has no manifest.json, so it is no dispute bundle", where)
    return _of_manifest(json_text.loads(text, f"{where}: {MANIFEST}"), parts, where)


def _check_shape(size: int, tail: bytes, where: str) -> None:
    """Refuse a file, by its size and last bytes, that would cost zipfile more work or memory than any bundle."""
    if size > MOST_BYTES:
        raise _bad(f"it is larger than {MOST_BYTES // 1_000_000} MB", where)
    end = tail[-_END:]
    if len(end) < _END or end[:4] != b"PK\x05\x06" or tail[:4] == b"PK\x06\x07":
        raise _bad(_NO_ZIP, where)
    entries, directory = int.from_bytes(end[10:12], "little"), int.from_bytes(end[12:16], "little")
    if entries > len(PARTS) + 1 or directory > _MOST_DIRECTORY:
        raise _bad("it holds more parts than a bundle has", where)


def _parts(archive: ZipFile, size: int, where: str) -> dict[str, bytes]:
    infos = archive.infolist()
    names = [info.filename for info in infos]
    for info in infos:
        if info.filename != MANIFEST and info.filename not in PARTS:
            raise _bad(f"{info.filename[:60]!r} is no part of a bundle", where)
        if names.count(info.filename) > 1:
            raise _bad(f"it holds {info.filename} twice", where)
        if info.compress_type != ZIP_STORED or info.compress_size != info.file_size or info.flag_bits & 1:
            raise _bad(f"{info.filename} is compressed or encrypted; a bundle's parts are not", where)
        if info.filename in {MANIFEST, *_TEXTS} and info.file_size > MOST_TEXT:
            raise _bad(f"{info.filename} is larger than {MOST_TEXT // 1_000_000} MB", where)
    if sum(info.file_size for info in infos) > size:
        raise _bad("its parts lie over each other", where)
    return {info.filename: archive.read(info) for info in infos}


def _of_manifest(manifest: object, parts: dict[str, bytes], where: str) -> Bundle:
    fields = StrictFields.of(manifest, f"{where}: {MANIFEST}: ", ClaimError)
    if fields.text("format") != FORMAT:
        raise _bad("its manifest is not that of a dispute bundle", where)
    if (version := fields.whole("version", least=1)) != VERSION:
        raise _bad(f"it has form {version}; this program knows form {VERSION}: use the one it was made with", where)
    listed = fields.child("parts").table
    missing, strange = sorted(set(listed) - set(parts)), sorted(set(parts) - set(listed))
    if missing or strange:
        raise _bad(f"manifest and parts do not agree on {', '.join((*missing, *strange))[:200]}", where)
    return Bundle(
        created=fields.text("created"),
        program=fields.text("program"),
        models=tuple(map(_model, fields.children("models"))),
        parts=parts,
        altered=tuple(name for name in sorted(parts) if listed[name] != _entry(parts[name])),
    )


def _model(fields: StrictFields) -> UsedNetwork:
    found = UsedNetwork(fields.text("task"), fields.text("name"), fields.text("sha256"))
    if not re.fullmatch(r"[0-9a-f]{64}", found.sha256):
        fields.fail("sha256", "must be 64 hexadecimal digits", "wrong-type")
    return found


def _bad(message: str, where: str) -> ServiceError:
    return ServiceError("bad-evidence", message, where)
