"""On a full disk or a read-only one nothing is half written, and the server goes on once the disk is mended."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import pytest

from rules.card.card import FOLDER as CARDS
from tests.faults.audit import audit
from tests.faults.conftest import sqlite_place
from tests.faults.disks import small_disk
from tests.faults.nursery import Nursery
from tests.faults.phones import EVENING, Diary, Line, Phone, Watcher, at_once, begin_games, wait_for_more

_CARD = {"text": (CARDS / "hoyle-league.toml").read_text("utf-8").replace("hoyle-league", "our-own")}


def test_the_disk_becomes_full_while_phones_enter(servers: Nursery, tmp_path: Path) -> None:
    """Entries without room are refused with advice and not in the ledger; the same server goes on when there is room.

    A card without room leaves nothing behind either, and the ledger stays readable all the time.
    """
    with small_disk(servers, tmp_path / "disk", megabytes=4) as disk:
        seen, data = sqlite_place(disk.folder / "data"), disk.outside / "data"
        server = servers.start(environment=seen.environment)
        diary = Diary()
        games = begin_games(server.address, diary, 2)
        line = Line(server.address)
        phones = [Phone(f"phone-{at}", server.address, [games[at]], diary) for at in range(2)]
        with at_once(phones, 12, [Watcher(server.address, games, diary)]) as going:
            wait_for_more(diary, "201", going)
            disk.fill(left=0)
            wait_for_more(diary, "503 disk-full", going)
            refused = line.post("cards", _CARD)
            assert line.get(f"games/{games[0]}").status == 200
            # The writer of a card holds the folder's lock, an empty file.
            assert [path.name for path in (data / "cards").iterdir() if path.name != ".lock"] == []
            disk.make_room()
        assert line.post("cards", _CARD).status == 201
        server.kill()
        # SQLite would look up the real path, which lies in another name space.
        copy = shutil.copytree(data, tmp_path / "copy")
    held = audit(sqlite_place(copy).url, diary)
    assert held["entries"] + len(diary.refused) == 24
    assert (refused.status, refused.code) == (503, "disk-full")
    assert str(refused.document["error"]["where"]).endswith("cards/our-own.toml")
    assert "make room" in refused.message
    assert "make room" in diary.errors["disk-full"]["message"]
    assert "internal" not in diary.errors


def test_a_server_that_starts_on_a_full_disk(servers: Nursery, tmp_path: Path) -> None:
    """A network server without room for its secrets says so, ends, and leaves no file that looks like a secret."""
    with small_disk(servers, tmp_path / "disk", megabytes=1) as disk:
        data = disk.folder / "data"
        (disk.outside / "data").mkdir()
        disk.fill(left=0)
        server = servers.begin("--port", "0", "--lan", environment={"RACKCHECK_DATA_DIR": str(data)})
        assert server.wait() == 1
        error = json.loads(server.said.partition("\n")[0])["error"]
        assert (error["code"], error["where"]) == ("disk-full", str(data / "pairing.secret"))
        assert list((disk.outside / "data").iterdir()) == []
        assert "Traceback" not in server.said


@pytest.mark.parametrize(
    ("ended", "power_cut"),
    [(signal.SIGINT, False), (signal.SIGKILL, False), (signal.SIGKILL, True)],
    ids=["ended", "killed", "power-cut"],
)
def test_a_data_folder_that_may_only_be_read(
    servers: Nursery, tmp_path: Path, ended: signal.Signals, *, power_cut: bool
) -> None:
    """The ledger reads and reports that it is read-only, and refuses entries; once the disk is mended, all goes on.

    A power cut leaves the ledger's log without the file that processes share.
    """
    with small_disk(servers, tmp_path / "disk", megabytes=4) as disk:
        environment = sqlite_place(disk.folder / "data").environment
        server = servers.start(environment=environment)
        line = Line(server.address)
        game = line.post("games", EVENING).document["id"]
        assert line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 0}).status == 201
        server.signal(ended)
        server.wait()
        if power_cut:
            (disk.outside / "data" / "book.sqlite3-shm").unlink()
        disk.set_read_only(True)
        server = servers.start(environment=environment)
        line = Line(server.address)
        assert line.get("cards").status == 200
        assert line.get(f"games/{game}").document["version"] == 1
        listed = line.get("games").document
        assert (listed["total"], listed["fault"]["code"]) == (1, "read-only")
        assert "read-only disk" in server.said
        refusals = [line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 1}), line.post("cards", _CARD)]
        for refusal in refusals:
            assert refusal.status == 503
            assert refusal.code == "read-only"
            assert "written" in refusal.message
            assert str(disk.folder) in str(refusal.document["error"]["where"])
        disk.set_read_only(False)
        assert "fault" not in line.get("games").document
        assert line.get(f"games/{game}").document["version"] == 1
        assert line.post(f"games/{game}/entries", {"kind": "wall", "based_on": 1}).status == 201
        assert line.post("cards", _CARD).status == 201
        server.kill()
