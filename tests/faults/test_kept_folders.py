"""The server reports unreadable folders or files of taught sets and cards, never as "none", and answers the rest."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.card.card import FOLDER as CARDS
from tests.faults.nursery import PATIENCE, ROOT
from tests.faults.users import behind_doors
from tests.fuzz.targets.tile_set import TARGET as TILE_SETS
from tests.service.helpers import jpeg, table_cloth
from tests.service.running_server import Server, running_server

OWN = (CARDS / "hoyle-league.toml").read_text("utf-8").replace("hoyle-league", "our-own", 1)


def _asked(server: Server, path: str, data: bytes | None = None, kind: str = "application/json") -> Any:  # noqa: ANN401
    """Return status and document of an answer."""
    request = urllib.request.Request(f"{server.address}api/v1/{path}", data, {"Content-Type": kind})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)["error"]


def _scanned(server: Server, chosen: str = "") -> Any:  # noqa: ANN401
    form = b"".join(
        b'--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % part
        for part in ((b'image"; filename="a.jpg', jpeg(table_cloth())), (b"set", chosen.encode()))
        if part[1]
    )
    return _asked(server, "scan", form + b"--edge--\r\n", "multipart/form-data; boundary=edge")


def _closed(folder: Path) -> None:
    folder.chmod(0o000)


def _file_in_its_place(folder: Path) -> None:
    shutil.move(folder, folder.with_name("moved"))
    folder.write_text("shopping list", "utf-8")


def _as_it_was(folder: Path) -> None:
    if folder.is_file():
        folder.unlink()
        shutil.move(folder.with_name("moved"), folder)
    folder.chmod(0o700)


FAULTS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "closed": (_closed, "no-permission", "may not read or write"),
    "a file": (_file_in_its_place, "file-not-found", "a file stands where a folder is wanted: move it away"),
}


def test_folders_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    """With the folder of sets or cards closed, or a file in its place, the server never answers that there are none.

    An unreadable file hides no other set. Meanwhile the server reads photos without a set and lists the shipped cards.
    Once mended, it has every file again, to the byte.
    """
    sets, cards = tmp_path / "sets", tmp_path / "cards"
    for folder in (sets, cards):
        folder.mkdir()
    (sets / "Jade.json").write_bytes(TILE_SETS.seeds[0].replace(b"Grandma's", b"Jade", 1))
    (sets / "Shut.json").write_bytes(TILE_SETS.seeds[0].replace(b"Grandma's", b"Shut", 1))
    (cards / "our-own.toml").write_text(OWN, "utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_DATABASE_URL": ""}
    with running_server(environment=environment, through=behind_doors()) as server:
        for make, code, words in FAULTS.values():
            make(sets)
            for status, error in (_asked(server, "sets"), _asked(server, "sets/Jade"), _scanned(server, "Jade")):
                assert (status, error["code"]) == (503, code), error
                assert words in error["message"]
                assert str(sets) in error["where"]
            assert _asked(server, "sets", TILE_SETS.seeds[0])[0] == 503
            assert _scanned(server)[0] == 200
            _as_it_was(sets)
            make(cards)
            status, listed = _asked(server, "cards")
            assert (status, "nmjl-1976" in json.dumps(listed)) == (200, True)
            question = json.dumps({"rack": "1B", "card": "our-own"}).encode()
            for status, error in (_asked(server, "check", question), _asked(server, "cards/our-own")):
                assert (status, error["code"]) == (503, code), error
                assert words in error["message"]
            assert _asked(server, "check", question.replace(b"our-own", b"nmjl-1976"))[0] == 200
            _as_it_was(cards)
        (sets / "Shut.json").chmod(0o000)
        status, listed = _asked(server, "sets")
        shown = {one["set"]: one.get("error", {}).get("code") for one in listed["sets"]}
        assert (status, shown) == (200, {"Jade": None, "Shut": "no-permission"})
        assert _asked(server, "sets/Jade")[0] == 200
        status, error = _scanned(server, "Shut")
        assert (status, error["code"], error["where"]) == (503, "no-permission", str(sets / "Shut.json"))
        (sets / "Shut.json").chmod(0o600)
        assert _asked(server, "sets/Shut")[0] == 200
        assert _asked(server, "cards/our-own")[0] == 200
    assert {path: path.read_bytes() for path in before} == before


def _doctor(data: Path, *through: str) -> dict[str, dict[str, str]]:
    """Return the failed checks of `rackcheck doctor` by name."""
    done = subprocess.run(
        [*through, sys.executable, "-m", "service", "doctor", "--json"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "RACKCHECK_DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        check=False,
        timeout=5 * PATIENCE,
    )
    return {one["check"]: one for one in json.loads(done.stdout)["checks"] if one["verdict"] == "fail"}


def test_the_doctor_looks_into_closed_folders(tmp_path: Path) -> None:
    """The doctor never calls a closed folder, or a file in its place, "no sets, all can be read"; it gives advice."""
    (tmp_path / "sets").write_text("shopping list", "utf-8")
    for name in ("cards", "certificates"):
        (tmp_path / name).mkdir(mode=0o000)
    wrong = _doctor(tmp_path, *behind_doors())
    assert "move it away" in wrong["sets"]["mend"]
    for name in ("cards", "certificates"):
        assert str(tmp_path / name) in wrong[name]["message"]
        assert "let this user enter and read it" in wrong[name]["mend"]
