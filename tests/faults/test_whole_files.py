"""Every kind of file is whole or absent after its writing process is killed halfway."""

from __future__ import annotations

import ast
import errno
import os
import resource
import signal
import stat
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Final, NoReturn

import pytest

from rules.card.card import FOLDER as CARDS
from service.cards.card_changes import add_card
from service.cards.card_folder import CardFolder
from service.commands.cli import main
from service.evidence.bundle_file import Bundle, keep_bundle, load_bundle
from service.ledger.database.copies import copy_book
from service.ledger.database.sqlite_file import make_file
from service.server.access.certificates import certificates
from service.server.access.pairing import forget, load_secret
from service.server.access.pairing_attempts import PairingAttempts
from service.shared.errors import error_object
from service.storage.atomic_files import write_atomic, write_private
from service.tilesets.tileset_store import TileSetStore
from tests.faults.nursery import ROOT
from vision import TileSet
from vision.tilesets.tile_set import MadeBy

_CARD: Final = (CARDS / "hoyle-league.toml").read_text("utf-8").replace("hoyle-league", "our-own")
_HOSTS: Final = ("127.0.0.1", "here.local")
_OLD, _NEW = (TileSet("Club", MadeBy(f"reader@{number}", str(number) * 64), ()) for number in (1, 2))


def _bundle(folder: Path) -> None:
    keep_bundle(Bundle("2026-01-01T00:00:00Z", "rackcheck", (), {"claim.json": b"{}"}), folder / "bundle.zip")


def _cards(folder: Path) -> None:
    library = CardFolder(folder / "cards", files=False)
    assert [library.card(name).id for name in library.cards()] == list(library.cards())


def _lint(file: Path) -> None:
    assert not file.exists() or main(["cards", "lint", str(file), "--json"]) == 0


def _same_set(folder: Path) -> None:
    kept = TileSetStore(folder / "sets", files=False).load("Club")
    assert kept.made_by in {_OLD.made_by, _NEW.made_by}


def _speaks(folder: Path) -> None:
    for name in ("127.0.0.1", "here.local"):
        assert name in certificates(folder / "certificates", _HOSTS).hosts


@dataclass(frozen=True)
class Kind:
    """A kind of file: its old content, how to write it, and a check that fails on a half-written file."""

    write: Callable[[Path], object]
    look: Callable[[Path], object]
    before: Callable[[Path], object] = lambda _: None
    replaces: bool = False


KINDS: Final = {
    "a card": Kind(
        lambda folder: add_card(_CARD, CardFolder(folder / "cards", files=False)),
        _cards,
    ),
    "a set in the place of what it was": Kind(
        lambda folder: TileSetStore(folder / "sets", files=False).put(_NEW),
        _same_set,
        lambda folder: TileSetStore(folder / "sets", files=False).put(_OLD),
        replaces=True,
    ),
    "the secret of pairings": Kind(load_secret, load_secret),
    "a new secret of pairings": Kind(forget, load_secret, load_secret, replaces=True),
    "certificates": Kind(lambda folder: certificates(folder / "certificates", _HOSTS), _speaks),
    "certificates for another name": Kind(
        lambda folder: certificates(folder / "certificates", (*_HOSTS, "10.0.0.9")),
        _speaks,
        lambda folder: certificates(folder / "certificates", _HOSTS),
        replaces=True,
    ),
    "evidence": Kind(_bundle, lambda folder: (folder / "bundle.zip").exists() and load_bundle(folder / "bundle.zip")),
    "a file that a command writes": Kind(
        lambda folder: main(["cards", "new", str(folder / "new.toml"), "--json"]),
        lambda folder: _lint(folder / "new.toml"),
    ),
}


def _die(*_: object, **__: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _half() -> None:
    """Make the kernel end the process when a file grows beyond twenty bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))


def _before_it_is_on_the_disk() -> None:
    os.fsync = _die


def _before_it_has_its_name() -> None:
    os.link = _die
    os.replace = _die


def _after_it_has_its_name() -> None:
    link, replace = os.link, os.replace

    def linked(*names: Path) -> None:
        link(*names)
        _die()

    def replaced(*names: Path) -> None:
        replace(*names)
        _die()

    os.link, os.replace = linked, replaced  # type: ignore[assignment]


STEPS: Final = (_half, _before_it_is_on_the_disk, _before_it_has_its_name, _after_it_has_its_name)


def _killed(step: Callable[[], None], write: Callable[[], object]) -> None:
    """Write in a separate process, which is killed at a step of the writing."""
    with warnings.catch_warnings():
        # Newer Pythons warn of threads, but the forked process uses none.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            step()
            write()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in {-signal.SIGKILL, -signal.SIGXFSZ}, "it was not killed"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__.strip("_"))
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_killed_while_a_file_is_written(tmp_path: Path, kind: Kind, step: Callable[[], None]) -> None:
    """After the kill the old file or the whole new file is there, and writing again succeeds."""
    kind.before(tmp_path)
    before = _contents(tmp_path)
    _killed(step, lambda: kind.write(tmp_path))
    if step is not _after_it_has_its_name:
        assert _contents(tmp_path) == before
    found = _contents(tmp_path)
    kind.look(tmp_path)
    if kind.replaces or found == before:
        kind.write(tmp_path)
        kind.look(tmp_path)


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the files by path; names that begin with a dot are unfinished files."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


@pytest.mark.parametrize("replace", [True, False], ids=["replaced", "new"])
def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    """A power cut never leaves a name for unwritten content: content comes first, then the name, then the folder."""
    done = []
    fsync = os.fsync

    def synced(handle: int) -> None:
        done.append("flush folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "flush file")
        fsync(handle)

    def named(how: Callable[..., None]) -> Callable[..., None]:
        def naming(*names: Path) -> None:
            done.append("name")
            how(*names)

        return naming

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "link", named(os.link))
    monkeypatch.setattr(os, "replace", named(os.replace))
    write_atomic(tmp_path / "a", b"text", replace=replace)
    assert done == ["flush file", "name", "flush folder"]
    assert _contents(tmp_path) == {"a": b"text"}


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int, call: str) -> None:
    """The old file stays, no other file lies beside it, and the error names the file and the remedy."""
    path = tmp_path / "pairing.secret"
    write_private(path, b"old", replace=True)

    def failing(*_: object) -> NoReturn:
        raise OSError(fault, "no")

    monkeypatch.setattr(os, call, failing)
    with pytest.raises(OSError) as caught:
        write_private(path, b"new", replace=True)
    monkeypatch.undo()
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"
    found = error_object(caught.value)
    assert found["where"] == str(path)
    assert found["code"] in {"disk-full", "io-error", "read-only"}
    assert any(word in found["message"] for word in ("try again", "look at it", "name another"))


def test_a_disk_without_second_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a memory card without hard links a new file is whole too, and an existing one stays."""

    def failing(*_: object) -> NoReturn:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", failing)
    write_atomic(tmp_path / "a", b"first", replace=False)
    with pytest.raises(FileExistsError):
        write_atomic(tmp_path / "a", b"second", replace=False)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"first"}


@pytest.mark.parametrize("letter", ["a", "й", "麻", "🀄"])
def test_a_name_as_long_as_the_disk_takes_it(tmp_path: Path, letter: str) -> None:
    """A file is written under any name of 255 bytes, whatever its script: the unfinished one has a shorter name."""
    path = tmp_path / (letter * (251 // len(letter.encode())) + ".zip")
    for replace in (False, True):
        write_atomic(path, b"text", replace=replace)
    book, copied = tmp_path / "book.sqlite3", path.with_suffix(".bak")
    make_file(book)
    copy_book(book, copied, lambda _: None)
    assert {one.name for one in tmp_path.iterdir()} == {path.name, copied.name, book.name}


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda folder: add_card(_CARD, CardFolder(folder, files=False)), id="cards"),
        pytest.param(
            lambda folder: PairingAttempts(folder / "attempts", time).count("10.0.0.7", right=False), id="pairing"
        ),
    ],
)
def test_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], object]) -> None:
    """Where no folder can be locked nothing is written, and the error names the folder and the way out."""

    def failing(*_: object) -> NoReturn:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", failing)
    with pytest.raises(OSError) as caught:
        write(tmp_path)
    found = error_object(caught.value)
    assert found["where"] == str(tmp_path)
    assert "move the data folder to a disk that does" in found["message"]
    assert not any(_contents(tmp_path).values())


ELSEWHERE: Final = {
    "service/storage/atomic_files.py": "the one way",
    "service/storage/data_folder.py": "a lock, whose file stays empty",
    "service/commands/support/editor.py": "a copy for an editor, in a folder of its own that goes",
    "service/browser/site/build.py": "a site, which a build that was cut short begins anew",
    "service/doctor/machine_checks.py": "tries whether anything can be written at all",
}


def test_files_are_written_in_one_way() -> None:
    """No module of the service bypasses `service.storage.atomic_files` to write a file, or half a file might stay."""
    found = set()
    for path in (ROOT / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _writes(node):
                found.add(str(path.relative_to(ROOT)))
    assert found == set(ELSEWHERE)


def _writes(call: ast.Call) -> bool:
    name = ast.unparse(call.func).split(".")[-1]
    mode = next((one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)), "")
    return name in {"write_bytes", "write_text", "NamedTemporaryFile", "mkstemp"} or (
        name == "open" and bool(set(mode) & set("wxa")) and set(mode) <= set("wxab+t")
    )
