"""The server reports missing or altered networks at its start and at each scan, and recovers by itself."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from models import MODELS, load_model_card
from tests.faults.nursery import ROOT
from tests.service.helpers import jpeg, table_cloth
from tests.service.running_server import Server, running_server


def _scan(server: Server) -> tuple[int, dict[str, Any]]:
    head = b'Content-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    body = b"--edge\r\n" + head + jpeg(table_cloth()) + b"\r\n--edge--\r\n"
    request = urllib.request.Request(
        f"{server.address}api/v1/scan", body, {"Content-Type": "multipart/form-data; boundary=edge"}
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)["error"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the program with its own networks, which the test may spoil."""
    for name in ("rules", "service", "vision", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(MODELS, tmp_path / "models", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_networks_that_are_missing_or_altered(copy: Path) -> None:
    """A scan is refused with the file and advice, everything else works, and a restored network is used at once."""
    weights = copy / "models" / load_model_card("reader").path.relative_to(MODELS)
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with running_server(root=copy, environment={"PYTHONPATH": str(copy), "RACKCHECK_DATA_DIR": str(copy)}) as server:
        status, error = _scan(server)
        assert (status, error["code"], error["where"]) == (503, "altered-model", str(weights))
        assert "install the program again" in error["message"]
        weights.unlink()
        status, error = _scan(server)
        assert (status, error["code"], error["where"]) == (503, "missing-model", str(weights))
        assert "install the program again" in error["message"]
        with urllib.request.urlopen(f"{server.address}api/v1/cards", timeout=120) as answer:
            assert answer.status == 200
        weights.write_bytes(whole)
        status, document = _scan(server)
        assert (status, document["tiles"]) == (200, [])
        server.process.terminate()
        _, said = server.process.communicate(timeout=120)
    words = " ".join(said.split())
    assert "photos cannot be read" in words
    assert "the weights are not those of the card" in words
    assert "restore" in words
    assert "Traceback" not in said
