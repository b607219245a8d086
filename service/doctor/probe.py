"""Run the checks that need packages in a child process: a package may be missing or end the process.

`python -P probe.py NAME` reads its arguments as a JSON array from stdin and prints one line of JSON behind a mark. Only
`service.doctor.child_process` calls it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
MARK: Final = "rackcheck-probe "

Facts = dict[str, Any]


def settings() -> Facts:
    """Read the settings as the program does."""
    from service.shared.settings import Settings, strange_names  # noqa: PLC0415 - each probe loads only the packages that it checks
    from service.shared.settings import settings as read  # noqa: PLC0415

    found = read()
    return {
        "data_dir": str(found.data_dir),
        "database_url": found.database_url,
        "host": found.host,
        "port": found.port,
        "strange": strange_names(),
        "known": [f"RACKCHECK_{name}".upper() for name in Settings.model_fields],
    }


def database(address: str) -> Facts:
    """Read a ledger in PostgreSQL."""
    from sqlalchemy import text  # noqa: PLC0415

    from service.ledger.database.connection import Database, database_url  # noqa: PLC0415
    from service.ledger.database.soundness import POSTGRESQL_COLUMNS, read_facts  # noqa: PLC0415

    url = database_url(address)
    opened = Database(url)
    try:
        with opened.reading() as connection:
            return asdict(read_facts(lambda query: connection.execute(text(query)), POSTGRESQL_COLUMNS))
    finally:
        opened.close()


def certificates(folder: str) -> Facts:
    """Read the certificates and keys."""
    from cryptography import x509  # noqa: PLC0415
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415

    from rules.input.open_file import open_file  # noqa: PLC0415

    files: list[Facts] = []
    public: dict[str, Any] = {}
    read: dict[str, x509.Certificate] = {}
    for name in ("ca.pem", "ca.key", "server.pem", "server.key"):
        path = Path(folder) / name
        if not path.exists():
            continue
        fact: Facts = {"name": name, "path": str(path)}
        files.append(fact)
        try:
            with open_file(path) as file:
                data = file.read(1_000_000)  # no certificate is as long
            if name.endswith(".key"):
                public[name] = serialization.load_pem_private_key(data, None).public_key()
                fact["open"] = bool(path.stat().st_mode & 0o077)
            else:
                read[name] = x509.load_pem_x509_certificate(data)
                public[name] = read[name].public_key()
                fact["begins"] = read[name].not_valid_before_utc.isoformat()
                fact["ends"] = read[name].not_valid_after_utc.isoformat()
        except PermissionError:
            fact["error"], fact["closed"] = "this user may not read it", True
        except (OSError, ValueError, TypeError) as error:
            fact["error"] = f"this is not what was written ({error})"
    there = {fact["name"]: fact for fact in files}
    for pem, key in (("ca.pem", "ca.key"), ("server.pem", "server.key")):
        if (pem in there) != (key in there):
            one = there.get(pem) or there[key]
            one.setdefault("error", f"{key if pem in there else pem}, which belongs to it, is missing")
        elif pem in public and key in public and public[pem] != public[key]:
            there[pem].setdefault("error", f"{key} is not the key of this certificate")
    if len(read) == 2:
        try:
            read["server.pem"].verify_directly_issued_by(read["ca.pem"])
        except (ValueError, TypeError, InvalidSignature):
            there["server.pem"].setdefault("error", "ca.pem did not make this certificate")
    return {"files": files}


def sets(folder: str) -> Facts:
    """Read every taught tile set of a folder."""
    from urllib.parse import unquote  # noqa: PLC0415

    from service.storage.data_folder import files_in  # noqa: PLC0415
    from vision import VisionError, read_tile_set  # noqa: PLC0415
    from vision.tilesets.tile_set import folded  # noqa: PLC0415

    found: list[Facts] = []
    for path in sorted(files_in(Path(folder), ".json")):
        name = unquote(path.stem)
        fact: Facts = {"name": name, "meant": folded(name), "file": str(path)}
        try:
            read_tile_set(path.read_bytes(), path.name)
        except PermissionError:
            fact["error"], fact["closed"] = "this user may not read it", True
        except (VisionError, OSError) as error:
            fact["error"] = str(error)
        found.append(fact)
    return {"sets": found}


def opencv() -> Facts:
    """Try the codecs of the loaded OpenCV, and list its video backends."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    picture = np.full((32, 32, 3), 200, np.uint8)
    codecs = {}
    for ending in ("jpg", "png", "webp"):
        try:
            done, encoded = cv2.imencode(f".{ending}", picture)
            back = cv2.imdecode(encoded, cv2.IMREAD_COLOR) if done else None
        except cv2.error:
            back = None
        codecs[ending] = back is not None and back.shape == picture.shape
    backends = [cv2.videoio_registry.getBackendName(one) for one in cv2.videoio_registry.getBackends()]
    return {"version": cv2.__version__, "codecs": codecs, "video": backends}


def scan(picture: str) -> Facts:
    """Read the tiles of a picture as `rackcheck scan` does."""
    from time import perf_counter  # noqa: PLC0415

    from service.photos.scanner import scan_image  # noqa: PLC0415
    from service.shared.networks import load_networks  # noqa: PLC0415

    start = perf_counter()
    _, reading = scan_image(Path(picture).read_bytes(), picture, load_networks())
    return {"rack": reading.to_json(picture)["rack"], "unsure": len(reading.unsure), "seconds": perf_counter() - start}


def cameras(*numbers: str) -> Facts:
    """Count the cameras that give a picture."""
    from service.photos.frame_source import frames_of  # noqa: PLC0415
    from service.shared.errors import ServiceError  # noqa: PLC0415

    giving = 0
    for number in numbers:
        found = frames_of(number)
        try:
            next(found)
            giving += 1
        except ServiceError:
            continue
        finally:
            found.close()
    return {"giving": giving}


LOOKS: Final[dict[str, Callable[..., Facts]]] = {
    look.__name__: look for look in (settings, database, certificates, sets, opencv, scan, cameras)
}


def main() -> None:
    """Run one probe and print its facts; for an exception print `error`, `where` and `missing`."""
    # At the end of the path, as in an environment with the program installed.
    sys.path.append(str(ROOT))
    try:
        facts = LOOKS[sys.argv[1]](*json.load(sys.stdin))
    except Exception as error:  # noqa: BLE001 - the doctor reports any fault
        facts = {
            "error": getattr(error, "message", None) or f"{type(error).__name__}: {error}",
            "where": getattr(error, "where", "") or getattr(error, "filename", "") or "",
            "missing": isinstance(error, ImportError),
        }
    sys.stdout.write(f"\n{MARK}{json.dumps(facts)}\n")


if __name__ == "__main__":
    main()
