"""The clock moves back between two entries, by hours or to the year 1970, and only displayed times change."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.cards.kept_texts import KeptTexts
from service.ledger.database.book_mark import copies_of
from service.ledger.database.regular_copies import regular_copies
from service.ledger.ledger import Ledger
from service.server.access.certificates import certificates
from service.server.access.pairing import Pairing, SecretReader, attempts_file
from service.storage.data_folder import DataFolder
from service.tilesets.tileset_store import TileSetStore
from tests.faults.audit import audit
from tests.faults.conftest import Place
from tests.faults.phones import EVENING, Acknowledged, Diary
from vision import TileSet
from vision.tilesets.tile_set import MadeBy

_TONIGHT = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
BACK = pytest.mark.parametrize(
    "back", [timedelta(hours=1), timedelta(days=365), _TONIGHT - datetime(1970, 1, 1, tzinfo=UTC)], ids=str
)
"""Summer time ends, somebody mistypes a year, a small computer starts without a battery."""


@BACK
def test_the_book_goes_on_under_a_clock_that_was_moved_back(place: Place, back: timedelta) -> None:
    """Entries keep their order and count, each shows the clock's time, and a repeated request enters nothing."""
    now = _TONIGHT
    book = Ledger(place.url, CardFolder(Path("none"), files=False), lambda: now)
    diary = Diary()

    def enter(based_on: int) -> None:
        request = {"kind": "wall", "based_on": based_on, "key": f"k{based_on}"}
        found = book.add(game, request)
        assert found.new
        diary.sent.add(f"k{based_on}")
        diary.keep(Acknowledged(f"games/{game}/entries", request, found.shown.to_json()))

    game = book.begin(EVENING).shown.to_json()["id"]
    enter(0)
    now = _TONIGHT - back
    enter(1)
    enter(2)
    now = _TONIGHT + timedelta(minutes=5)
    enter(3)
    now = _TONIGHT - back
    enter(4)
    times = [entry["entered_at"] for entry in book.game(game).to_json()["entries"]]
    assert times[1] == times[2] == times[4] < times[0] < times[3]
    assert [shown.entry.seq for shown in book.since(game, 2).entries] == [3, 4, 5]
    (line,) = book.games().to_json()["games"]
    assert (line["version"], line["last_entry_at"]) == (5, times[4])
    assert book.import_game(book.export_json(game) | _renamed(book.export_json(game))).to_json()["version"] == 5
    book.close()
    assert audit(place.url, diary)["entries"] == 10


@BACK
def test_the_game_begun_last_is_the_one_that_is_meant(place: Place, back: timedelta) -> None:
    """The newest game is first in the list under any clock, so that an entry without a game goes into it alone."""
    now = _TONIGHT
    book = Ledger(place.url, CardFolder(Path("none"), files=False), lambda: now)
    begun = [book.begin(EVENING | {"title": "last week"}).shown.to_json()["id"]]
    now = _TONIGHT - back
    begun += [book.begin(EVENING | {"title": title}).shown.to_json()["id"] for title in ("tonight", "the same moment")]
    exported = book.export_json(begun[0])
    now = _TONIGHT + timedelta(days=3)
    begun.append(book.begin(EVENING | {"title": "clock put right"}).shown.to_json()["id"])
    book.import_game(exported | _renamed(exported))
    listed = book.games().to_json()["games"]
    book.close()
    assert [line["id"] for line in listed] == ["a" * 10, *reversed(begun)]
    times = [line["started_at"] for line in reversed(listed)]
    assert times[1] == times[2] < times[0] == times[4] < times[3]


def _renamed(document: dict[str, object]) -> dict[str, object]:
    """Return the game of an export under another id, as another house has it."""
    game = document["game"]
    assert isinstance(game, dict)
    return {"game": {**game, "id": "a" * 10}}


@BACK
def test_the_copy_made_last_is_the_newest(tmp_path: Path, back: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies from before the clock moved back make way for newer ones, and none is made more often."""
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 2)
    file = tmp_path / "book.sqlite3"
    book = Ledger(URL.create("sqlite", database=str(file)), CardFolder(Path("none"), files=False), copies=2)
    game = book.begin(EVENING).shown.to_json()["id"]
    for based_on in range(8):
        book.add(game, {"kind": "wall", "based_on": based_on})
        if based_on == 1:
            for copy in copies_of(file):
                ahead = copy.stat().st_mtime + back.total_seconds()
                os.utime(copy, (ahead, ahead))
    book.close()
    assert [copies_of(file)[one] for one in regular_copies(file)] == [7, 5]


COPIED = {
    "reversed": (True, lambda entries: -entries),
    "at one moment": (True, lambda _: 0),
    "in order, of an older version": (False, lambda entries: entries),
}
"""Whether the copies have numbers, and the times that copying their folder gives them, by their entries."""


@pytest.mark.parametrize(("numbered", "time"), COPIED.values(), ids=COPIED)
def test_a_copied_folder_has_the_same_newest_copy(
    tmp_path: Path, numbered: bool, time: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The times of copied files say nothing: the copy made last stays the newest, and makes way last."""
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 2)
    file = tmp_path / "book.sqlite3"
    url = URL.create("sqlite", database=str(file))
    with closing(Ledger(url, CardFolder(Path("none"), files=False), copies=3)) as book:
        game = book.begin(EVENING).shown.to_json()["id"]
        for based_on in range(8):
            book.add(game, {"kind": "wall", "based_on": based_on})
            if based_on == 4:
                for copy, entries in copies_of(file).items():
                    if not numbered:
                        with closing(sqlite3.connect(copy)) as held:
                            held.execute("PRAGMA user_version = 0")
                    os.utime(copy, (1e9 + time(entries), 1e9 + time(entries)))
                assert [copies_of(file)[one] for one in regular_copies(file)] == [5, 3, 1]
    assert [copies_of(file)[one] for one in regular_copies(file)] == [7, 5, 3]


@BACK
def test_a_removed_card_can_be_put_back(tmp_path: Path, back: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many removed cards, one from before the clock moved back makes way, and not the one removed last."""
    monkeypatch.setattr("service.cards.kept_texts.MOST_KEPT", 2)
    texts = KeptTexts(tmp_path / "cards", DataFolder(tmp_path), "card")
    for name in ("first", "second", "last"):
        texts.put(name, name)
        texts.remove(name)
        removed = texts.removed_path(name, name)
        ahead = removed.stat().st_mtime + back.total_seconds()
        if name != "last":
            os.utime(removed, (ahead, ahead))
    assert [texts.removed_path(name, name).exists() for name in ("first", "second", "last")] == [False, True, True]


@BACK
def test_paired_phones_stay_paired(tmp_path: Path, back: timedelta) -> None:
    """Future tokens still let phones in, future wrong codes lock nobody out, and codes still work."""
    now = _TONIGHT.timestamp()
    pairing = Pairing("ABCDEFGH", SecretReader(tmp_path), attempts_file(tmp_path), lambda: now)
    token = pairing.pair("ABCD-EFGH", "10.0.0.7")
    for _ in range(5):
        with pytest.raises(Exception, match="not the code"):
            pairing.pair("wrong", "10.0.0.7")
    with pytest.raises(Exception, match="too many"):
        pairing.pair("ABCD-EFGH", "10.0.0.7")
    now -= back.total_seconds()
    assert pairing.is_paired(token)
    early = pairing.pair("ABCD-EFGH", "10.0.0.7")
    assert pairing.is_paired(early)


@BACK
def test_phones_still_trust_the_server(tmp_path: Path, back: timedelta) -> None:
    """The authority that phones trust stays, and the certificates it signs meanwhile are valid at the right time."""
    hosts = ("127.0.0.1", "192.168.1.5")
    before = certificates(tmp_path, hosts, _TONIGHT)
    again = certificates(tmp_path, hosts, _TONIGHT - back)
    moved = certificates(tmp_path, (*hosts, "192.168.1.9"), _TONIGHT - back)
    assert again.fingerprint == moved.fingerprint == before.fingerprint
    assert not moved.new_authority
    assert "192.168.1.9" in moved.hosts
    signed = x509.load_pem_x509_certificate(moved.chain.read_bytes())
    assert signed.not_valid_before_utc <= _TONIGHT < signed.not_valid_after_utc - timedelta(days=365)


def test_a_set_that_was_changed_within_one_tick(tmp_path: Path) -> None:
    """The store reads a changed set although the clock, set back, gave its file the time of the old one."""
    sets = TileSetStore(tmp_path, files=False)
    for number in (1, 2):
        sets.put(TileSet("Club", MadeBy(f"reader@{number}", str(number) * 64), ()))
        (path,) = tmp_path.glob("*.json")
        os.utime(path, ns=(1_000_000_000, 1_000_000_000))
        assert sets.load("Club").made_by.name == f"reader@{number}"
