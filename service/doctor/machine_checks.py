"""Check the machine: the data folder, the disk, the clock, the port, the camera."""

from __future__ import annotations

import errno
import http.client
import json
import os
import shlex
import shutil
import ssl
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from service.doctor.finding import Finding
from service.shared.addresses import listening
from service.shared.wording import plural

LITTLE: Final = 500
"""Free megabytes below which the ledger and photos may soon fill the disk."""
NO_ROOM: Final = 50
"""Free megabytes below which an upload or an upgrade may fail."""

FUTURE: Final = timedelta(minutes=5)
"""Time that the clock may lie behind a past event."""

_PATIENCE: Final = 2.0


def standing(folder: Path) -> Path:
    """Return the folder itself, or its nearest ancestor that exists."""
    return next(one for one in (folder, *folder.parents) if one.exists())


_OURS: Final = (
    *("book.sqlite3*", "book.mark.json", "copies", "copies/*", "pairing.*"),
    *(f"{name}{inside}" for name in ("cards", "tables", "sets", "certificates", "evidence") for inside in ("", "/*")),
)
"""Patterns of the program's own files in the data folder."""


def judge_folder(folder: Path) -> Finding:
    """Judge whether the data folder is writable and closed to other users: write a file and delete it.

    This user must also be able to read and write the files in it: a command run as another user may have made them.

    The program makes a missing data folder when it stores its first file; until then we check the nearest ancestor.
    """
    ground, own = standing(folder), f"sudo chown -R {os.geteuid()} {shlex.quote(str(folder))}"
    choose = "let RACKCHECK_DATA_DIR name another folder"
    if lost := next((one for one in (folder, *folder.parents) if one.is_symlink() and not one.exists()), None):
        message = f"{lost} is a link to {lost.readlink()}, which is not there"
        return Finding("data-folder", "fail", message, f"put its disk back, make that folder, or {choose}")
    if not ground.is_dir():
        return Finding("data-folder", "fail", f"{ground} is a file, not a folder", f"move it away, or {choose}")
    try:
        with tempfile.NamedTemporaryFile(dir=ground, prefix=".rackcheck-doctor-") as file:
            file.write(b"rackcheck")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # The ancestors of a missing data folder belong to other users: never advise to change their owner.
        owner = own if ground == folder else f"sudo mkdir -p {shlex.quote(str(folder))} && {own}"
        mends = {
            errno.EROFS: f"mount its disk for writing, or {choose}",
            errno.ENOSPC: f"make room on its disk, or {choose}",
            errno.EACCES: f"{owner}, or {choose}",
            errno.EPERM: f"{owner}, or {choose}",
        }
        mend = mends.get(error.errno or 0, choose)
        return Finding("data-folder", "fail", f"{ground} cannot be written: {error.strerror}", mend)
    closed = [one for one in _kept(folder) if not os.access(one, os.R_OK | os.W_OK)]
    if closed:
        message = f"this user may not read and write {closed[0]}"
        more = f", nor {plural(len(closed) - 1, 'more file')} beside it" if len(closed) > 1 else ""
        return Finding("data-folder", "fail", message + more, own)
    if wide := [one for one in (folder, *_kept(folder)) if one.exists() and one.stat().st_mode & 0o077]:
        mend = f"chmod -R go= {shlex.quote(str(folder))}"
        return Finding("data-folder", "warn", f"other users of this machine may read {wide[0]}", mend)
    state = "can be written" if ground == folder else "is made when something is first kept"
    return Finding("data-folder", "ok", f"{folder} {state}")


def _kept(folder: Path) -> list[Path]:
    return sorted(found for pattern in _OURS for found in folder.glob(pattern))


def judge_room(place: Path, free: int) -> Finding:
    """Judge whether the disk of a folder has room; `free` in bytes."""
    megabytes = free // 1_000_000
    message = f"{megabytes:,} MB are free for {place}"
    mend = "delete what is no longer needed on that disk, or let RACKCHECK_DATA_DIR name a folder of another"
    if megabytes < NO_ROOM:
        return Finding("disk", "fail", message, mend)
    return Finding("disk", "warn", message, mend) if megabytes < LITTLE else Finding("disk", "ok", message)


def check_disks(folder: Path) -> list[Finding]:
    """Check the disk of the data folder, and the disk of temporary files if it is another one."""
    places = {standing(folder).stat().st_dev: standing(folder)}
    try:
        temporary = Path(tempfile.gettempdir())
    except FileNotFoundError as error:
        mend = "make room, or let TMPDIR name a folder that can be written"
        return [Finding("disk", "fail", f"no folder takes temporary files: {error}", mend)]
    places.setdefault(temporary.stat().st_dev, temporary)
    return [judge_room(place, shutil.disk_usage(place).free) for place in places.values()]


def judge_clock(now: datetime, past: Iterable[tuple[str, datetime]]) -> Finding:
    """Judge whether the clock is later than all past events, each with its time; all times have a time zone."""
    message = now.astimezone().isoformat(" ", "minutes")
    ahead = [(when - now, what) for what, when in past if when - now > FUTURE]
    if not ahead:
        return Finding("clock", "ok", f"it is {message}")
    by, what = max(ahead)
    days = f"{by.days} days" if by >= timedelta(days=2) else f"{int(by.total_seconds() // 60)} minutes"
    mend = "set the clock (timedatectl set-ntp true); where it stops without power, wait for the network before serving"
    return Finding("clock", "warn", f"it is {message} by this machine's clock, {days} before {what}", mend)


def installed_at(root: Path) -> list[tuple[str, datetime]]:
    """Return the time of the installation, from the times of its files; an empty list if it is unknown."""
    # Files from the wheel have the time of the release; pip writes RECORD at the time of the installation.
    made = [*root.glob("rackcheck-*.dist-info/RECORD"), root / "pyproject.toml"]
    times = [path.stat().st_mtime for path in made if path.exists()]
    return [("this program was installed", datetime.fromtimestamp(max(times), UTC))] if times else []


def judge_port(host: str, port: int) -> Finding:
    """Judge whether a server can listen at the host and port of the settings; our own may already answer there."""
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        listening(host, port).close()
    except OSError as error:
        return _taken(host, port, where, error)
    return Finding("port", "ok", f"{where} is free")


def _taken(host: str, port: int, where: str, error: OSError) -> Finding:
    if error.errno == errno.EADDRINUSE:
        answer = _asked(host, port, http.client.HTTPConnection) or _asked(host, port, _unverified)
        if answer is not None:
            return Finding("port", "ok", f"{answer} answers at {where}")
        mend = "end the other program (ss -ltnp names it), or serve with another --port or RACKCHECK_PORT"
        return Finding("port", "fail", f"another program listens at {where}", mend)
    if error.errno == errno.EACCES:
        mend = "choose a port of 1024 or more with --port or RACKCHECK_PORT"
        return Finding("port", "fail", f"this user may not listen at {where}", mend)
    mend = "set RACKCHECK_HOST to 127.0.0.1 or an address of this machine (ip addr lists them), or leave it out"
    return Finding("port", "fail", f"nothing can listen at {where}: {error.strerror}", mend)


def _unverified(host: str, port: int, timeout: float) -> http.client.HTTPSConnection:
    # We only ask whether it is a Rackcheck, and send nothing secret; its certificate may be expired.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)


def _asked(host: str, port: int, connect: Callable[..., http.client.HTTPConnection]) -> str | None:
    """Return the name and version of the Rackcheck that answers there; None for anything else."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where a server on all addresses is asked
    try:
        with closing(connect(everywhere.get(host, host), port, timeout=_PATIENCE)) as connection:
            connection.request("GET", "/healthz")
            found = json.loads(connection.getresponse().read(10_000))
        if found.get("error", {}).get("code") == "not-paired":
            return "Rackcheck"
        return f"Rackcheck {found['version']}" if found.get("status") == "ok" else None
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError, http.client.HTTPException):
        return None


def judge_cameras(there: int, allowed: int, giving: int) -> Finding:
    """Judge whether a webcam is usable, by the numbers there, open to this user (`allowed`), and giving a picture."""
    if giving:
        return Finding("camera", "ok", f"{giving} of {there} camera devices give a picture")
    if not there:
        return Finding("camera", "ok", "no camera is plugged in; only `rackcheck watch` needs one, phones bring theirs")
    if not allowed:
        mend = 'sudo usermod -aG video "$USER", then log in again'
        return Finding("camera", "warn", "there is a camera, but this user may not open it", mend)
    mend = "end the program that uses it, or plug it in again"
    return Finding("camera", "warn", "there is a camera device, but it gives no picture", mend)


def camera_devices(folder: Path = Path("/dev")) -> tuple[list[int], list[int]]:
    """List the device numbers of all cameras (Linux), and of the cameras this user may open."""
    numbered = [path for path in folder.glob("video*") if path.name.removeprefix("video").isdecimal()]
    there = sorted(int(path.name.removeprefix("video")) for path in numbered)
    return there, [number for number in there if os.access(folder / f"video{number}", os.R_OK | os.W_OK)]
