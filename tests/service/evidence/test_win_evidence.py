"""Evidence in the book: a bundle goes with its own win alone, over HTTP and by command, and opens again later."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.evidence.bundle_file import read_bundle, write_bundle
from service.evidence.win_evidence import keep_with_win, win_of
from service.ledger.ledger import Ledger, open_ledger
from service.server.app import create_app
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.service.conftest import RunCli
from tests.service.evidence.test_evidence import made_bundle
from tests.service.helpers import WIN, jpeg, table_cloth

FOUR = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
A_WIN: dict[str, Any] = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}, "based_on": 0}
OTHER = "NNNN SSSS FFF FF +F<Bea"


@pytest.fixture
def ledger(chosen: Settings) -> Ledger:
    """The book of the settings."""
    from service.cards.card_folder import CardFolder

    return open_ledger(chosen, CardFolder(chosen.cards_dir, files=True))


@pytest.fixture
def game(ledger: Ledger) -> str:
    """A game with a win on the rack of the bundle."""
    found = str(ledger.begin(FOUR).document["id"])
    ledger.add(found, A_WIN)
    return found


def test_a_bundle_is_kept_without_its_outlines(ledger: Ledger, game: str) -> None:
    """All that the verdict stands on is there, the photo too; the second picture, which is drawn anew, is not."""
    bundle = made_bundle()
    keep_with_win(ledger, game, 1, write_bundle(bundle))
    kept = read_bundle(ledger.evidence(game, 1), "evidence")
    assert "overlay.jpg" in bundle.parts
    assert kept.parts == {name: part for name, part in bundle.parts.items() if name != "overlay.jpg"}
    assert not kept.altered


def test_the_evidence_of_another_rack_is_refused(ledger: Ledger, game: str) -> None:
    """A photo never stands beside a win that it does not show."""
    entry = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}}
    ledger.add(game, {**entry, "based_on": 1})
    other = json.loads(made_bundle().parts["verdict.json"])
    other["rack"]["tiles"][0] = "9D"
    bundle = made_bundle()
    parts = {**bundle.parts, "verdict.json": json.dumps(other).encode()}
    data = write_bundle(replace(bundle, parts=parts))
    with pytest.raises(ServiceError) as caught:
        keep_with_win(ledger, game, 1, data)
    assert caught.value.code == "other-hand"
    assert ledger.state(game)["evidence"] == []
    # A win that was entered by its value says no rack: the table knows what it keeps.
    assert keep_with_win(ledger, game, 2, data)["evidence"][0]["entry"] == 2


def test_an_altered_bundle_is_not_kept(ledger: Ledger, game: str) -> None:
    """What a bundle says of itself must hold when it goes into the book."""
    data = bytearray(write_bundle(made_bundle()))
    at = data.index(b"Consecutive")
    data[at] ^= 1
    with pytest.raises(ServiceError) as caught:
        keep_with_win(ledger, game, 1, bytes(data))
    assert caught.value.code == "bad-evidence"


def test_the_hand_that_was_called_is_entered_from_evidence(ledger: Ledger) -> None:
    """Of several hands that the rack is, the book judges the one that the evidence was made for."""
    made = made_bundle()
    verdict = made.parts["verdict.json"].replace(b'"J"', b'"2C"')
    bundle = replace(made, parts={**made.parts, "verdict.json": verdict})
    claim = json.loads(bundle.parts["claim.json"])
    claim["options"] = {"as_hand": "24"}
    check = win_of(replace(bundle, parts={**bundle.parts, "claim.json": json.dumps(claim).encode()}))
    game = str(ledger.begin(FOUR).document["id"])
    ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": win_of(bundle), "based_on": 0})
    ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": check, "based_on": 1})
    assert [one["check"]["match"]["hand"] for one in ledger.game(game)["entries"]] == ["73", "24"]
    assert ledger.recompute(game)["differs"] == []


def test_a_win_is_entered_from_evidence(run: RunCli, tmp_path: Path) -> None:
    """Rack, card and discarder come from the verdict in it, and the file is kept with the win."""
    bundle = made_bundle()
    file = tmp_path / "win.zip"
    file.write_bytes(write_bundle(bundle))
    assert win_of(bundle)["rack"].endswith("+4C<Bea")
    run("game", "new", "Ann,Bea,Cat,Dee", "--ruleset", "nmjl-1976")
    entered = run("game", "win", "Ann", "--evidence", file, "--json")
    assert entered.status == 0, entered.err
    assert entered.document["entry"]["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    assert [one["state"] for one in entered.document["state"]["evidence"]] == ["kept"]
    assert run("game", "evidence", "1", "--save", tmp_path / "again.zip").status == 0
    assert read_bundle((tmp_path / "again.zip").read_bytes(), "").parts["claim.json"] == bundle.parts["claim.json"]
    opened = run("game", "evidence", "1", "--json")
    assert opened.status == 0, opened.out
    assert opened.document["agrees"] is True
    assert opened.document["was"]["check"]["win"] is True
    assert run("game", "evidence", "1", "--remove").status == 0
    gone = run("game", "evidence", "1", "--json")
    assert gone.status == 1
    assert gone.document["error"]["code"] == "evidence-removed"


def test_the_evidence_of_a_whole_game_is_removed(run: RunCli, tmp_path: Path) -> None:
    """Without a number `--remove` is for all wins; to open evidence takes one."""
    file = tmp_path / "win.zip"
    file.write_bytes(write_bundle(made_bundle()))
    run("game", "new", "Ann,Bea,Cat,Dee", "--ruleset", "nmjl-1976")
    for _ in range(2):
        assert run("game", "win", "Ann", "--evidence", file).status == 0
    assert run("game", "evidence").status == 2
    gone = run("game", "evidence", "--remove", "--json")
    assert [one["state"] for one in gone.document["state"]["evidence"]] == ["removed", "removed"]
    assert run("game", "evidence", "--remove").out.count("removed") == 2


def test_evidence_comes_to_a_win_later(run: RunCli, tmp_path: Path) -> None:
    """A win entered by hand gets its file by its number; one that is no win does not."""
    file = tmp_path / "win.zip"
    file.write_bytes(write_bundle(made_bundle()))
    run("game", "new", "Ann,Bea,Cat,Dee", "--ruleset", "nmjl-1976")
    run("game", "wall")
    run("game", "win", "Ann", "--rack", WIN)
    assert run("game", "keep", "1", file, "--json").document["error"]["code"] == "no-win"
    assert "is kept" in run("game", "keep", "2", file).out
    assert "the evidence of entry 2 is kept" in run("game", "show").out


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_is_kept_over_http(chosen: Settings, game: str) -> None:
    """The photo goes in with what a person says of it, and the file that comes out agrees; a strange number is told."""
    address = f"/api/v1/games/{game}/entries/1/evidence"
    claim = {
        "card": "nmjl-1976",
        "ruleset": "nmjl-1976",
        "rack": WIN,
        "table": {"won_by": "discard", "discarder": "Bea"},
    }
    form: dict[str, Any] = {
        "files": {"image": ("photo.jpg", jpeg(table_cloth()), "image/jpeg")},
        "data": {"claim": json.dumps(claim)},
    }
    with TestClient(create_app(chosen)) as client:
        assert client.get(address).status_code == 404
        kept = client.post(address, **form)
        assert kept.status_code == 201, kept.text
        assert [one["state"] for one in kept.json()["evidence"]] == ["kept"]
        found = client.get(address)
        assert found.headers["content-type"] == "application/zip"
        again = client.post("/api/v1/evidence/recheck", content=found.content)
        assert again.json()["agrees"] is True
        strange = {**form, "data": {"claim": json.dumps({**claim, "rack": OTHER})}}
        assert client.post(address, **strange).json()["error"]["code"] in {"other-hand", "evidence-kept"}
        assert client.delete(address).json()["evidence"][0]["state"] == "removed"
        refused = client.post(address, **strange)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "other-hand")
        assert client.get(address).json()["error"]["code"] == "evidence-removed"
        assert client.delete(f"/api/v1/games/{game}/evidence").status_code == 200
        assert client.get(f"/api/v1/games/{game}/entries/x/evidence").status_code == 422
