"""Make small disks for servers: one that fills up soon, and one that is read-only."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.nursery import Nursery


@dataclass(frozen=True)
class Disk:
    """A file system in memory that the servers of a nursery see at `folder`; other processes reach it at `outside`."""

    folder: Path
    outside: Path
    inside: tuple[str, ...]

    @property
    def free(self) -> int:
        """Return the number of bytes that can still be written."""
        found = os.statvfs(self.outside)
        return found.f_bavail * found.f_frsize

    def fill(self, left: int) -> None:
        """Fill all room but `left` bytes with a foreign file."""
        with (self.outside / "something-else").open("ab") as file:
            while (room := self.free - left) > 0:
                file.write(bytes(min(room, 65_536)))
                file.flush()

    def make_room(self) -> None:
        """Remove the file of `fill`."""
        (self.outside / "something-else").unlink()

    def set_read_only(self, yes: bool) -> None:
        """Mount the disk read-only or writable; the system refuses while a file is open for writing."""
        self._run("mount", "-o", f"remount,{'ro' if yes else 'rw'}", str(self.folder))

    def _run(self, *command: str) -> None:
        done = subprocess.run([*self.inside, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@contextmanager
def small_disk(servers: Nursery, folder: Path, megabytes: int) -> Iterator[Disk]:
    """Mount a small disk at a new folder; skip the test where this machine does not allow that."""
    nsenter = shutil.which("nsenter")
    if not servers.apart or nsenter is None:
        pytest.skip("this machine allows no mount name space (unshare --mount), so that no small disk can be made")
    user = ("--user", "--preserve-credentials") if "--user" in servers.apart else ()
    inside = (nsenter, "--target", str(servers.process), "--mount", *user)
    folder.mkdir()
    disk = Disk(folder, Path(f"/proc/{servers.process}/root{folder}"), inside)
    mount = (*inside, "mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder))
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"this machine mounts no disk in memory: {done.stderr.strip()}")
    try:
        # Tests fill the disk: it must not be the one that holds this folder.
        assert disk.outside.is_mount()
        yield disk
    finally:
        subprocess.run([*inside, "umount", "--lazy", str(folder)], check=True)
