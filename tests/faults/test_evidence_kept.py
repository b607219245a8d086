"""If evidence cannot be written, the player still gets the verdict, and no half-written file stays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.disks import small_disk
from tests.faults.nursery import PATIENCE, ROOT, Nursery
from tests.faults.users import behind_doors
from tests.service.fork_server import fork_server


@dataclass(frozen=True)
class Done:
    """The result of a command line."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Return the one object of standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


def _rackcheck(data: Path, *arguments: str | Path, through: Sequence[str] = ()) -> Done:
    forks = fork_server(tuple(through))
    done = forks.run([*map(str, arguments)], {"RACKCHECK_DATA_DIR": str(data)}, PATIENCE)
    assert "Traceback" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def _verify(data: Path, file: Path, *more: str, through: Sequence[str] = ()) -> Done:
    photo = ROOT / "examples" / "rack.jpg"
    told: tuple[str | Path, ...] = (
        "verify",
        photo,
        "--card",
        "nmjl-1976",
        "--exposures",
        "none",
        "--evidence",
        file,
        *more,
    )
    return _rackcheck(data, *told, through=through)


def test_evidence_on_a_full_disk(servers: Nursery, tmp_path: Path) -> None:
    """The verdict comes with the reason why no evidence was kept; once there is room, the same command keeps it."""
    with small_disk(servers, tmp_path / "disk", megabytes=8) as disk:
        disk.fill(left=20_000)
        file = disk.folder / "friday.zip"
        done = _verify(tmp_path, file, "--json", through=disk.inside)
        assert done.status == 1 or done.document["check"]["win"] is None
        error = done.document["evidence"]["error"]
        assert (error["code"], error["where"]) == ("disk-full", str(file))
        assert "make room" in error["message"]
        assert done.document["check"]["rack"]["tiles"]
        said = _verify(tmp_path, file, through=disk.inside)
        assert "no evidence was kept" in said.out
        assert [path.name for path in disk.outside.iterdir()] == ["something-else"]
        disk.make_room()
        kept = _verify(tmp_path, file, "--json", through=disk.inside).document["evidence"]
        shown = _rackcheck(tmp_path, "evidence", "show", file, "--json", through=disk.inside)
        assert shown.document["agrees"] is True
        assert shown.document["sha256"] == kept["sha256"]


def test_evidence_in_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    """A folder of another user gives the same result; a missing folder is reported before the photo is read."""
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o555)
    done = _verify(tmp_path, folder / "friday.zip", "--json", through=behind_doors())
    assert done.document["evidence"]["error"]["code"] == "no-permission"
    assert done.document["evidence"]["error"]["where"] == str(folder / "friday.zip")
    assert done.document["check"]["rack"]["tiles"]
    assert list(folder.iterdir()) == []
    gone = _verify(tmp_path, tmp_path / "none" / "friday.zip", "--json")
    assert gone.status == 1
    assert (gone.document["error"]["code"], gone.document["error"]["where"]) == (
        "file-not-found",
        str(tmp_path / "none"),
    )
    assert "check" not in gone.document
