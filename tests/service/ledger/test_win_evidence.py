"""Test the evidence of wins: stored beside the ledger, found, removed, and reported if lost."""

from __future__ import annotations

import json
import os
import stat
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.context import LedgerContext, OpenGame
from service.ledger.game import win_evidence
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError
from service.shared.http_status import status_of
from tests.service.helpers import WIN

DATA = b"photo, reading, card, rules and verdict"
FOUR = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
A_WIN: dict[str, Any] = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}}


@pytest.fixture
def ledger(url: URL, library: CardFolder, tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger of each kind, with its evidence in a folder."""
    made = Ledger(url, library, evidence=tmp_path / "evidence")
    yield made
    made.close()


@pytest.fixture
def game(ledger: Ledger) -> str:
    """A game with a win, a wall game and a win."""
    found = str(ledger.begin(FOUR).shown.to_json()["id"])
    for number, entry in enumerate((A_WIN, {"kind": "wall"}, A_WIN)):
        ledger.add(found, {**entry, "based_on": number})
    return found


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Ledger]:
    """Another house's ledger."""
    url = URL.create("sqlite", database=str(tmp_path / "elsewhere" / "book.sqlite3"))
    made = Ledger(url, CardFolder(tmp_path / "elsewhere" / "cards", files=False))
    yield made
    made.close()


def states(document: dict[str, Any]) -> dict[int, str]:
    """Return the state of each win's evidence."""
    return {one["entry"]: one["state"] for one in document["evidence"]}


def file_of(folder: Path) -> Path:
    """Return the only evidence file."""
    (found,) = (folder / "evidence").iterdir()
    return found


def refused(work: Callable[[], object]) -> str:
    """Return the error code of a refused call."""
    with pytest.raises(ServiceError) as caught:
        work()
    return caught.value.code


def test_evidence_is_kept_with_its_win_and_found_again(ledger: Ledger, game: str, tmp_path: Path) -> None:
    """The bytes return unchanged, the game lists the win, and nobody else may read the file."""
    state = ledger.keep_evidence(game, 1, DATA).to_json()
    assert states(state) == {1: "kept"}
    assert ledger.evidence(game, 1) == DATA
    assert states(ledger.game(game).to_json()) == states(ledger.since(game, 0).now.to_json()) == {1: "kept"}
    assert stat.S_IMODE(file_of(tmp_path).stat().st_mode) == 0o600
    assert stat.S_IMODE(file_of(tmp_path).parent.stat().st_mode) == 0o700


def test_evidence_belongs_to_a_win(ledger: Ledger, game: str) -> None:
    """Only wins can have evidence: a wall game and an unknown entry cannot, and a win without any says so."""
    assert refused(lambda: ledger.keep_evidence(game, 2, DATA).to_json()) == "no-win"
    assert refused(lambda: ledger.keep_evidence(game, 4, DATA).to_json()) == "no-such-entry"
    assert refused(lambda: ledger.evidence(game, 0)) == "no-such-entry"
    assert refused(lambda: ledger.evidence(game, 1)) == "no-evidence"
    assert refused(lambda: ledger.remove_evidence(game, 1).to_json()) == "no-evidence"


def test_it_is_kept_once(ledger: Ledger, game: str) -> None:
    """The same evidence again changes nothing; other evidence does not replace it."""
    first = ledger.keep_evidence(game, 1, DATA).to_json()
    assert ledger.keep_evidence(game, 1, DATA).to_json()["evidence"] == first["evidence"]
    assert refused(lambda: ledger.keep_evidence(game, 1, DATA + b"!").to_json()) == "evidence-kept"
    ledger.remove_evidence(game, 1)
    assert states(ledger.keep_evidence(game, 1, DATA + b"!").to_json()) == {1: "kept"}
    assert ledger.evidence(game, 1) == DATA + b"!"


def test_a_pipe_in_its_place_is_refused_at_once(ledger: Ledger, game: str, tmp_path: Path) -> None:
    """Nobody waits for the writer of a pipe; one that waits finds one here that says nothing."""
    ledger.keep_evidence(game, 1, DATA)
    pipe = file_of(tmp_path)
    pipe.unlink()
    os.mkfifo(pipe)
    threading.Thread(target=lambda: pipe.open("wb").close(), daemon=True).start()
    with pytest.raises(OSError, match="pipe"):
        ledger.evidence(game, 1)
    os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))


def test_undoing_and_correcting_keep_it(ledger: Ledger, game: str) -> None:
    """An undone win keeps its evidence; a correction inherits it unless it has its own."""
    ledger.keep_evidence(game, 1, DATA)
    right = {"kind": "win", "outcome": {"winner": "Bea", "won_by": "self-pick", "value": 20}, "instead_of": 1}
    ledger.add(game, {**right, "based_on": 3})
    assert {one["entry"]: one["of"] for one in ledger.state(game).to_json()["evidence"]} == {1: 1, 4: 1}
    assert ledger.evidence(game, 4) == ledger.evidence(game, 1) == DATA
    ledger.keep_evidence(game, 4, b"another photo")
    assert ledger.evidence(game, 4) == b"another photo"
    ledger.add(game, {"kind": "undo", "undoes": 4, "based_on": 4})
    assert ledger.evidence(game, 4) == b"another photo"
    assert ledger.evidence(game, 1) == DATA


def test_a_win_in_place_of_a_wall_game_has_no_evidence_of_the_win_before(ledger: Ledger, game: str) -> None:
    """A win corrected to a wall game keeps its own evidence; a win in place of that wall game does not take it over."""
    ledger.keep_evidence(game, 1, DATA)
    ledger.add(game, {"kind": "wall", "instead_of": 1, "based_on": 3})
    cat = {"kind": "win", "outcome": {"winner": "Cat", "won_by": "self-pick", "value": 20}, "instead_of": 4}
    ledger.add(game, {**cat, "based_on": 4})
    assert {one["entry"]: one["of"] for one in ledger.state(game).to_json()["evidence"]} == {1: 1}
    assert ledger.evidence(game, 1) == DATA
    assert refused(lambda: ledger.evidence(game, 5)) == "no-evidence"
    assert refused(lambda: ledger.remove_evidence(game, 5).to_json()) == "no-evidence"


def test_what_is_lost_or_altered_is_said(ledger: Ledger, game: str, tmp_path: Path) -> None:
    """The list, the win and the recomputation report lost evidence; reading finds altered bytes of equal length."""
    ledger.keep_evidence(game, 1, DATA)
    file = file_of(tmp_path)
    file.write_bytes(DATA.replace(b"photo", b"PHOTO"))
    assert refused(lambda: ledger.evidence(game, 1)) == "evidence-altered"
    assert ledger.recompute(game).to_json()["evidence"] == [{"entry": 1, "state": "altered"}]
    file.write_bytes(DATA[:-1])
    assert states(ledger.state(game).to_json()) == {1: "altered"}
    file.unlink()
    assert states(ledger.state(game).to_json()) == {1: "missing"}
    assert refused(lambda: ledger.evidence(game, 1)) == "evidence-missing"
    assert ledger.recompute(game).to_json()["evidence"] == [{"entry": 1, "state": "missing"}]
    ledger.keep_evidence(game, 1, DATA)
    assert ledger.evidence(game, 1) == DATA
    assert "evidence" not in ledger.recompute(game).to_json()


def test_removed_evidence_is_gone_from_the_disk(ledger: Ledger, game: str, tmp_path: Path) -> None:
    """The ledger says that evidence was removed; a file that another win shares stays for that win."""
    ledger.keep_evidence(game, 1, DATA)
    ledger.keep_evidence(game, 3, DATA)
    assert states(ledger.remove_evidence(game, 1).to_json()) == {1: "removed", 3: "kept"}
    assert refused(lambda: ledger.evidence(game, 1)) == "evidence-removed"
    assert ledger.evidence(game, 3) == DATA
    assert states(ledger.remove_evidence(game, None).to_json()) == {1: "removed", 3: "removed"}
    assert not list((tmp_path / "evidence").iterdir())


def test_a_removal_waits_for_what_another_keeps(
    ledger: Ledger, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one phone removes evidence another replaces it: the new one is removed, and no file stays behind."""
    ledger.keep_evidence(game, 1, DATA)
    opened = LedgerContext.open

    def slowly(context: LedgerContext, name: str) -> OpenGame:
        found = opened(context, name)
        monkeypatch.undo()
        ledger.remove_evidence(game, 1)
        ledger.keep_evidence(game, 1, DATA + b", again")
        return found

    monkeypatch.setattr(LedgerContext, "open", slowly)
    assert states(ledger.remove_evidence(game, 1).to_json()) == {1: "removed"}
    assert list((tmp_path / "evidence").iterdir()) == []


def test_evidence_just_above_the_limit_is_said_to_be_above(ledger: Ledger, game: str) -> None:
    """The error rounds the size up: it never says of a size that is refused that it is the limit."""
    with pytest.raises(ServiceError) as caught:
        ledger.keep_evidence(game, 1, bytes(win_evidence.MOST_BYTES + 1))
    assert caught.value.message.startswith("evidence of one win is at most 4 MB, and this has 5 MB: ")


def test_no_more_is_kept_than_can_be_carried(
    ledger: Ledger, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One win, one game and the ledger have limits; evidence sent again takes no room; a refused file stays out."""
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_BYTES", 50)
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_OF_GAME", 60)
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_OF_BOOK", 80)
    assert refused(lambda: ledger.keep_evidence(game, 1, b"x" * 51).to_json()) == "evidence-full"
    ledger.keep_evidence(game, 1, b"x" * 50)
    assert states(ledger.keep_evidence(game, 1, b"x" * 50).to_json()) == {1: "kept"}
    assert refused(lambda: ledger.keep_evidence(game, 3, b"y" * 11).to_json()) == "evidence-full"
    other = str(ledger.begin({**FOUR, "title": "Saturday"}).shown.to_json()["id"])
    ledger.add(other, {**A_WIN, "based_on": 0})
    assert refused(lambda: ledger.keep_evidence(other, 1, b"z" * 31).to_json()) == "evidence-full"
    assert len(list((tmp_path / "evidence").iterdir())) == 1
    ledger.remove_evidence(game, 1)
    assert states(ledger.keep_evidence(other, 1, b"z" * 31).to_json()) == {1: "kept"}


def test_what_is_missing_takes_no_room(
    ledger: Ledger, game: str, elsewhere: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imported evidence that did not fit does not count against the limit."""
    ledger.keep_evidence(game, 1, b"x" * 50)
    ledger.keep_evidence(game, 3, b"y" * 40)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_OF_GAME", 60)
    assert states(elsewhere.import_game(exported).to_json()) == {1: "kept", 3: "missing"}
    copy = str(elsewhere.games().to_json()["games"][0]["id"])
    elsewhere.add(copy, {**A_WIN, "based_on": 3})
    assert states(elsewhere.keep_evidence(copy, 4, b"z" * 10).to_json()) == {1: "kept", 3: "missing", 4: "kept"}
    assert refused(lambda: elsewhere.keep_evidence(copy, 3, b"y" * 40).to_json()) == "evidence-full"


def test_the_bounds_fit_an_export() -> None:
    """With base64's extra third, a full game's evidence fits an export, and the ledger's fits a full copy."""
    from service.evidence.whole_copy import MOST_BYTES
    from service.ledger.game.limits import _FULL, LARGEST_EXPORT

    assert win_evidence.MOST_OF_GAME * 4 / 3 + _FULL < LARGEST_EXPORT
    assert win_evidence.MOST_OF_BOOK * 4 / 3 + 40_000_000 < MOST_BYTES


def test_an_exported_game_brings_it(ledger: Ledger, game: str, elsewhere: Ledger) -> None:
    """An imported game has the same evidence, and knows which was removed."""
    ledger.keep_evidence(game, 1, DATA)
    ledger.keep_evidence(game, 3, b"not for everybody")
    ledger.remove_evidence(game, 3)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    assert b"not for everybody".hex() not in json.dumps(exported)
    assert states(elsewhere.import_game(exported).to_json()) == {1: "kept", 3: "removed"}
    assert elsewhere.evidence(game, 1) == DATA
    assert elsewhere.export_json(game)["evidence"] == exported["evidence"]


def test_a_copy_brings_what_is_lacking(ledger: Ledger, game: str, elsewhere: Ledger) -> None:
    """A second import adds later and lost evidence to the game; removed evidence stays away."""
    first = json.loads(json.dumps(ledger.export_json(game)))
    assert elsewhere.bring_in(first)[1:] == (True, 3, 0)
    ledger.keep_evidence(game, 1, DATA)
    ledger.keep_evidence(game, 3, b"third")
    later = json.loads(json.dumps(ledger.export_json(game)))
    assert elsewhere.bring_in(later)[1:] == (False, 0, 2)
    assert elsewhere.bring_in(later)[1:] == (False, 0, 0)
    elsewhere.remove_evidence(game, 3)
    assert elsewhere.bring_in(later)[1:] == (False, 0, 0)
    assert states(elsewhere.state(game).to_json()) == {1: "kept", 3: "removed"}
    back = json.loads(json.dumps(elsewhere.export_json(game)))
    ledger.bring_in(back)
    assert states(ledger.state(game).to_json()) == {1: "kept", 3: "kept"}


@pytest.mark.parametrize("altered", [b"x" * len(DATA), b""], ids=["of-the-same-size", "emptied"])
def test_a_copy_mends_what_was_altered(
    ledger: Ledger, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, altered: bytes
) -> None:
    """A copy brings altered evidence back, as the ledger advises, also where the game has no room for more."""
    ledger.keep_evidence(game, 1, DATA)
    copy = json.loads(json.dumps(ledger.export_json(game)))
    file_of(tmp_path).write_bytes(altered)
    assert refused(lambda: ledger.evidence(game, 1)) == "evidence-altered"
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_OF_GAME", len(DATA))
    assert ledger.bring_in(copy)[1:] == (False, 0, 1)
    assert ledger.evidence(game, 1) == DATA
    assert ledger.bring_in(copy)[1:] == (False, 0, 0)


@pytest.mark.parametrize("altered", [DATA[::-1], DATA[1:]], ids=["of-the-same-size", "shorter"])
def test_a_file_that_was_altered_on_its_way_is_missing(
    ledger: Ledger, game: str, elsewhere: Ledger, tmp_path: Path, altered: bytes
) -> None:
    """Evidence whose hash is wrong is not stored; the game is imported and says so."""
    ledger.keep_evidence(game, 1, DATA)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    exported["evidence"][0]["file"] = b64encode(altered).decode("ascii")
    assert states(elsewhere.import_game(exported).to_json()) == {1: "missing"}
    assert refused(lambda: elsewhere.evidence(game, 1)) == "evidence-missing"
    assert list((tmp_path / "elsewhere").rglob("*.zip")) == []


@pytest.mark.parametrize(
    ("change", "where"),
    [
        pytest.param({"entry": 2}, "evidence[0].entry", id="of-a-wall-game"),
        pytest.param({"entry": 9}, "evidence[0].entry", id="of-no-entry"),
        pytest.param({"sha256": "../../x"}, "evidence[0].sha256", id="a-path-for-a-hash"),
        pytest.param({"bytes": 4_000_001}, "evidence[0].bytes", id="too-large"),
        pytest.param({"kept_at": "soon"}, "evidence[0].kept_at", id="no-time"),
    ],
)
def test_strange_evidence_is_refused(
    ledger: Ledger, game: str, elsewhere: Ledger, change: dict[str, Any], where: str
) -> None:
    """Strange evidence is named with its place, and nothing of the file is imported."""
    ledger.keep_evidence(game, 1, DATA)
    exported = json.loads(json.dumps(ledger.export_json(game)))
    exported["evidence"][0] |= change
    with pytest.raises(Exception) as caught:
        elsewhere.import_game(exported)
    assert getattr(caught.value, "where", None) == where
    assert elsewhere.games().to_json()["total"] == 0


def test_files_of_a_book_that_was_set_aside_take_no_room(
    ledger: Ledger, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Evidence of a ledger that was set aside does not count against the new ledger's limit."""
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_OF_BOOK", 80)
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / f"{'0' * 64}.zip").write_bytes(b"x" * 79)
    assert states(ledger.keep_evidence(game, 1, b"x" * 50).to_json()) == {1: "kept"}
    assert refused(lambda: ledger.keep_evidence(game, 3, b"y" * 50).to_json()) == "evidence-full"


def test_evidence_that_cannot_be_given_out_is_not_found() -> None:
    """Evidence that is lost, altered or removed gives 404 at its address."""
    for code in ("no-evidence", "evidence-removed", "evidence-missing", "evidence-altered"):
        assert status_of(code) == 404
