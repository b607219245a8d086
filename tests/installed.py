"""Try an installed Rackcheck as a user does, from an empty folder: `python tests/installed.py FOLDER-OF-RACKCHECK`.

It uses the standard library only and nothing of the project, so that it tries the installed files. It reads the
example photo by command line and over http, fetches the page with all it loads, and runs the doctor.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

EXAMPLE: Final = Path(__file__).resolve().parents[1] / "examples" / "rack.jpg"
RACK: Final = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
_LINKS: Final = re.compile(
    r"""(?:href|src)="(/?[\w./-]+)"|(?:from\s+|import\s+|import\()"(\.{1,2}/[\w./-]+\.js)"|"(/page/[\w./-]+)\""""
)
_PATIENCE: Final = 300.0


class BrokenInstallationError(Exception):
    """An installed Rackcheck lacks something that a user would miss."""


def try_installation(programs: Path) -> list[str]:
    """Try the installed program and return what was tried, in words.

    Args:
        programs: the folder that holds the command `rackcheck`.

    Raises:
        BrokenInstallationError: for the first thing that does not work.
    """
    with tempfile.TemporaryDirectory() as empty:
        # Neither the folder nor the environment may lead to the sources.
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RACKCHECK"))
        }
        environment |= {"RACKCHECK_DATA_DIR": str(Path(empty) / "data"), "RACKCHECK_PORT": "0", "OMP_NUM_THREADS": "1"}
        command = str(programs / "rackcheck")
        told = [_scan(command, empty, environment), _doctor(command, empty, environment)]
        told += _serve(command, empty, environment)
    return told


def _run(command: list[str], folder: str, environment: dict[str, str]) -> str:
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=_PATIENCE
    )
    if ran.returncode:
        raise BrokenInstallationError(f"{' '.join(command)}: status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def _scan(command: str, folder: str, environment: dict[str, str]) -> str:
    document = json.loads(_run([command, "scan", str(EXAMPLE), "--json"], folder, environment))
    _agree("scan", document)
    return f"scan: {document['rack']}"


def _agree(what: str, document: dict[str, Any]) -> None:
    if document.get("rack") != RACK or document.get("unsure"):
        raise BrokenInstallationError(f"{what} read {document}")


def _doctor(command: str, folder: str, environment: dict[str, str]) -> str:
    document = json.loads(_run([command, "doctor", "--json"], folder, environment))
    return f"doctor: {document['verdict']}, {len(document['checks'])} checks"


def _serve(command: str, folder: str, environment: dict[str, str]) -> list[str]:
    process = subprocess.Popen(
        [command, "serve", "--port", "0", "--json"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    with process:
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            return [f"page: {_page(address)} files", _http_scan(address)]
        finally:
            process.terminate()


def _page(address: str) -> int:
    """Fetch the page, every file it names and every file that phones keep, each once; return their number."""
    waiting, seen = ["/", "/openapi.json", "/healthz", "/worker.js"], set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        try:
            with urllib.request.urlopen(f"{address.rstrip('/')}{path}", timeout=_PATIENCE) as answer:
                data, kind = answer.read(), answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            raise BrokenInstallationError(f"{path}: {error}") from error
        if not data:
            raise BrokenInstallationError(f"{path} is empty")
        # The page's frame is also one of its files, where its links lead nowhere.
        if path == "/" or kind in {"text/javascript", "application/javascript"}:
            names = ("".join(found) for found in _LINKS.findall(data.decode()))
            waiting += [os.path.normpath(os.path.join(os.path.dirname(path), name)) for name in names]  # noqa: PTH118, PTH120
    return len(seen)


def _http_scan(address: str) -> str:
    mark = "rackcheck-form"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="image"; filename="rack.jpg"\r\n\r\n'
    body = head.encode() + EXAMPLE.read_bytes() + f"\r\n--{mark}--\r\n".encode()
    asked = urllib.request.Request(
        f"{address}api/v1/scan", data=body, headers={"Content-Type": f"multipart/form-data; boundary={mark}"}
    )
    with urllib.request.urlopen(asked, timeout=_PATIENCE) as answer:
        document = json.loads(answer.read())
    _agree("http", document)
    return "http: the same"


if __name__ == "__main__":
    try:
        sys.stdout.write("\n".join(try_installation(Path(sys.argv[1]))) + "\n")
    except BrokenInstallationError as error:
        sys.exit(str(error))
