"""Commands run as root on another user's ledger never lock that user out; the doctor names files that root owns."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from rules.card.card import FOLDER as CARDS
from service.cards.card_changes import add_card
from service.cards.card_folder import CardFolder
from service.commands.cli import main
from service.doctor.data_folder_checks import check_cards, judge_certificates, judge_sets
from service.doctor.machine_checks import judge_folder
from service.doctor.probe import certificates as certificate_facts
from service.doctor.probe import sets as set_facts
from service.ledger.database.copies import copy_before_upgrade
from service.server.access.pairing import attempts_file, load_secret
from service.server.access.pairing_attempts import PairingAttempts
from service.shared.settings import settings
from service.tilesets.tileset_store import TileSetStore
from vision import TileSet
from vision.tilesets.tile_set import MadeBy

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")

NOBODY: Final = 65_534
_NOW: Final = datetime.now(UTC)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make an empty data folder of an ordinary user, at a place which that user can reach."""
    with tempfile.TemporaryDirectory(prefix="rackcheck-root-") as found:
        os.chown(found, NOBODY, NOBODY)
        monkeypatch.setenv("RACKCHECK_DATA_DIR", found)
        settings.cache_clear()
        yield Path(found)
    settings.cache_clear()


@contextmanager
def nobody() -> Iterator[None]:
    """Act as the ordinary user inside the block."""
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


def _book(_: Path) -> None:
    assert main(["game", "new", "Ann,Bea,Cat,Dee"]) == 0
    assert main(["game", "win", "Ann", "--value", "25"]) == 0


def _copy(folder: Path) -> None:
    _book(folder)
    copy_before_upgrade(folder / "book.sqlite3", "0001")


def _card(folder: Path) -> None:
    text = (CARDS / "hoyle-league.toml").read_text("utf-8").replace("hoyle-league", "our-own")
    add_card(text, CardFolder(folder / "cards", files=False))


def _set(folder: Path) -> None:
    store = TileSetStore(folder / "sets", files=False)
    with store.changing():
        store.add(TileSet("Club", MadeBy("reader@1", "1" * 64), ()))


def _secret(folder: Path) -> None:
    load_secret(folder)


def _attempts(folder: Path) -> None:
    PairingAttempts(attempts_file(folder), lambda: 1.0).count("10.0.0.7", right=False)


def _certificates(folder: Path) -> None:
    from service.server.access.certificates import certificates

    certificates(folder / "certificates", ["127.0.0.1"])


MAKERS: Final[dict[str, Callable[[Path], None]]] = {
    "book": _book,
    "copy": _copy,
    "card": _card,
    "set": _set,
    "secret": _secret,
    "attempts": _attempts,
    "certificates": _certificates,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_root_keeps_is_the_owner_s(folder: Path, make: Callable[[Path], None]) -> None:
    """Every new file and folder belongs to the owner of the data folder, who can use it at once."""
    make(folder)
    made = list(folder.rglob("*"))
    assert made
    assert {one.name: (one.stat().st_uid, one.stat().st_gid) for one in made} == {
        one.name: (NOBODY, NOBODY) for one in made
    }
    with nobody():
        assert judge_folder(folder).verdict == "ok"
        if make in {_book, _copy}:
            assert main(["game", "win", "Bea", "--value", "25"]) == 0


def test_a_folder_above_that_root_makes_is_the_owner_s(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing data folder in the user's folder belongs to the user once root's command has made it."""
    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(folder / "share" / "rackcheck"))
    settings.cache_clear()
    _book(folder)
    assert {one.stat().st_uid for one in folder.rglob("*")} == {NOBODY}


def test_what_is_root_s_in_a_folder_of_root_stays_so(tmp_path: Path) -> None:
    """In root's own folder, the files stay root's."""
    load_secret(tmp_path / "data")
    assert {one.stat().st_uid for one in tmp_path.rglob("*")} == {0}


def test_the_doctor_says_whose_it_is(folder: Path) -> None:
    """The doctor tells the user to take over files of root (from an older program or `cp`), never to delete them."""
    for make in MAKERS.values():
        make(folder)
    for one in folder.rglob("*"):
        os.chown(one, 0, 0)
        if one.is_file():
            one.chmod(0o600)
    for inner in ("cards", "sets", "certificates"):
        (folder / inner).chmod(0o755)
    with nobody():
        found = judge_folder(folder)
        assert found.verdict == "fail"
        assert "more files beside it" in found.message
        assert found.mend == f"sudo chown -R {NOBODY} {folder}"
        judged = [
            *judge_certificates(certificate_facts(str(folder / "certificates"))["files"], _NOW),
            *judge_sets(set_facts(str(folder / "sets"))["sets"]),
            *check_cards(folder / "cards"),
        ]
        assert len(judged) >= 6
        assert {one.verdict for one in judged} == {"fail"}
        assert all(one.mend.startswith(f"sudo chown {NOBODY} ") for one in judged), [one.mend for one in judged]


def test_a_book_of_another_user_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message gives the other owner as a reason, and names the command that says more."""
    _book(folder)
    for one in folder.iterdir():
        os.chown(one, 0, 0)
    capsys.readouterr()
    with nobody():
        assert main(["game", "win", "Bea", "--value", "25", "--json"]) == 1
    said = capsys.readouterr().out
    assert "its file or folder is another user's" in said
    assert "rackcheck doctor" in said
