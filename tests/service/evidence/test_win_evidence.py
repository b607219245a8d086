"""Test evidence in the ledger: a bundle belongs to its own win, over HTTP and by command, and opens later."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rules.hand import WonBy
from rules.tiles import Tile
from service.cards.card_folder import CardFolder
from service.cards.table_rules import decide
from service.evidence.bundle_file import Bundle, read_bundle, write_bundle
from service.evidence.win_evidence import keep_with_win, whole_bundle, win_of
from service.judging.photo_claim import PhotoClaim
from service.judging.win_facts import WinFacts
from service.ledger.ledger import Ledger, open_ledger
from service.server.app import create_app
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.conftest import ROOT, RunCli
from tests.service.evidence.test_evidence import CLAIM, made_bundle, made_reading
from tests.service.helpers import CARD, WIN, jpeg, table_cloth
from vision import empty_tile_set
from vision.host.networks import Classifier

FOUR = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
A_WIN: dict[str, Any] = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}, "based_on": 0}
OTHER = "NNNN SSSS FFF FF +F<Bea"


@pytest.fixture
def ledger(chosen: Settings) -> Ledger:
    """Open the ledger of the settings."""
    return open_ledger(chosen, CardFolder(chosen.cards_dir, files=True))


@pytest.fixture
def game(ledger: Ledger) -> str:
    """A game with a win on the bundle's rack."""
    found = str(ledger.begin(FOUR).shown.to_json()["id"])
    ledger.add(found, A_WIN)
    return found


def test_a_bundle_is_kept_without_its_outlines(ledger: Ledger, game: str) -> None:
    """The stored bundle has the photo and all that the verdict needs, but not the overlay, which is drawn again."""
    bundle = made_bundle()
    keep_with_win(ledger, game, 1, bundle)
    kept = read_bundle(ledger.evidence(game, 1), "evidence")
    assert "overlay.jpg" in bundle.parts
    assert kept.parts == {name: part for name, part in bundle.parts.items() if name != "overlay.jpg"}
    assert not kept.altered


def test_the_evidence_of_another_rack_is_refused(ledger: Ledger, game: str) -> None:
    """Evidence of another rack is refused, so a photo never belongs to a win that it does not show."""
    entry = {"kind": "win", "outcome": {"winner": "Ann", "won_by": "self-pick", "value": 25}}
    ledger.add(game, {**entry, "based_on": 1})
    other = json.loads(made_bundle().parts["verdict.json"])
    other["rack"]["tiles"][0] = "9D"
    bundle = made_bundle()
    parts = {**bundle.parts, "verdict.json": json.dumps(other).encode()}
    data = write_bundle(replace(bundle, parts=parts))
    with pytest.raises(ServiceError) as caught:
        keep_with_win(ledger, game, 1, whole_bundle(data))
    assert caught.value.code == "other-hand"
    assert ledger.state(game).to_json()["evidence"] == []
    # A win entered by value names no rack, so the table may keep any photo with it.
    assert keep_with_win(ledger, game, 2, whole_bundle(data)).to_json()["evidence"][0]["entry"] == 2


def test_an_altered_bundle_is_not_kept(ledger: Ledger, game: str) -> None:
    """A bundle whose checks fail is not stored in the ledger."""
    data = bytearray(write_bundle(made_bundle()))
    at = data.index(b"Consecutive")
    data[at] ^= 1
    with pytest.raises(ServiceError) as caught:
        keep_with_win(ledger, game, 1, whole_bundle(bytes(data)))
    assert caught.value.code == "bad-evidence"


def test_the_hand_that_was_called_is_entered_from_evidence(ledger: Ledger) -> None:
    """If the rack makes several hands, the entry uses the one that the evidence names."""
    made = made_bundle()
    verdict = made.parts["verdict.json"].replace(b'"J"', b'"2C"')
    bundle = replace(made, parts={**made.parts, "verdict.json": verdict})
    claim = json.loads(bundle.parts["claim.json"])
    claim["options"] = {"as_hand": "24"}
    check = win_of(replace(bundle, parts={**bundle.parts, "claim.json": json.dumps(claim).encode()}))
    game = str(ledger.begin(FOUR).shown.to_json()["id"])
    ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": win_of(bundle), "based_on": 0})
    ledger.add(game, {"kind": "win", "outcome": {"winner": "Ann"}, "check": check, "based_on": 1})
    assert [one["check"]["match"]["hand"] for one in ledger.game(game).to_json()["entries"]] == ["73", "24"]
    assert ledger.recompute(game).to_json()["differs"] == []


def test_a_win_is_entered_from_evidence(run: RunCli, tmp_path: Path) -> None:
    """`game win` takes rack, card and discarder from the bundle, and stores the file with the win."""
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
    """`--remove` without a number removes the evidence of all wins; opening evidence needs a number."""
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
    """A win entered by hand gets its evidence by number; an entry that is no win gets none."""
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
    """Over HTTP a photo and a claim make a bundle that agrees; an unknown number is an error."""
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


@pytest.mark.usefixtures("networks_wanted")
def test_evidence_goes_by_the_rules_that_its_game_began_with(chosen: Settings) -> None:
    """Evidence of a win is judged and settled by the game's card and table, also once these were changed or removed."""
    library = CardFolder(chosen.cards_dir, files=False)
    library.put("our-club", CARD.replace("2222a 3333a", "2222b 3333c"))
    decide("our-table", {"payment.self_pick": "4"}, "nmjl-1976", None, library)
    rack = "1111B 2222C 3333D F +F"
    table = {"won_by": "self-pick", "winner": "Ann", "players": FOUR["players"]}
    claim = {"card": "our-club", "ruleset": "our-table", "rack": rack, "table": table}
    with TestClient(create_app(chosen)) as client:
        begun = {"ruleset": "our-table", "card": "our-club", "players": FOUR["players"]}
        address = f"/api/v1/games/{client.post('/api/v1/games', json=begun).json()['id']}/entries"
        entered = client.post(address, json={**A_WIN, "check": {"rack": rack}}).json()
        decide("our-table", {"payment.self_pick": "2"}, None, None, library)
        library.remove("our-club")
        kept = client.post(
            f"{address}/1/evidence",
            files={"image": ("photo.jpg", jpeg(table_cloth()), "image/jpeg")},
            data={"claim": json.dumps(claim)},
        )
        assert kept.status_code == 201, kept.text
        parts = read_bundle(client.get(f"{address}/1/evidence").content, "").parts
    settled = json.loads(parts["settlement.json"])["settlement"]
    assert settled["net"] == entered["settlement"]["net"] == {"Ann": 300, "Bea": -100, "Cat": -100, "Dee": -100}


def test_a_photo_sent_again_is_the_same_evidence(ledger: Ledger, game: str) -> None:
    """A bundle made a second later of the same photo, claim and verdict counts as the same evidence."""
    bundle = made_bundle()
    first = keep_with_win(ledger, game, 1, bundle)
    data = ledger.evidence(game, 1)
    later = replace(bundle, created="2026-03-01T20:15:02Z")
    assert keep_with_win(ledger, game, 1, later).evidence == first.evidence
    assert ledger.evidence(game, 1) == data
    for name in ("photo.jpg", "claim.json"):
        other = replace(later, parts={**later.parts, name: later.parts[name] + b" "})
        with pytest.raises(ServiceError) as caught:
            keep_with_win(ledger, game, 1, other)
        assert caught.value.code == "evidence-kept"


@pytest.mark.usefixtures("networks_wanted")
def test_evidence_is_made_by_the_set_of_the_server(chosen: Settings, data_dir: Path) -> None:
    """`serve --set` applies to evidence as to a scan; a form with an empty set field reads without one."""
    TileSetStore(sets_folder(data_dir), files=False).add(empty_tile_set("Oak", Classifier.load().card))
    claim = json.dumps({"card": "nmjl-1976", "rack": WIN})
    app = create_app(chosen)
    app.state.tile_set = "Oak"
    with TestClient(app) as client:
        for named, is_read in (({}, True), ({"set": ""}, False), ({"set": "Oak"}, True)):
            form: dict[str, Any] = {"files": {"image": ("photo.jpg", jpeg(table_cloth()), "image/jpeg")}}
            made = client.post("/api/v1/evidence", **form, data={"claim": claim, **named})
            assert made.status_code == 200, made.text
            assert ("set.json" in read_bundle(made.content, "").parts) is is_read


def without_winning_tile(won_by: WonBy | None = None, discarder: str | None = None, **told: bool) -> Bundle:
    """The evidence of a win without a named winning tile."""
    facts = WinFacts(won_by, discarder, players=("Ann", "Bea", "Cat", "Dee"), **told)  # type: ignore[arg-type]
    return made_bundle(replace(CLAIM, facts=facts))


@pytest.fixture
def table(run: RunCli) -> None:
    """A new game."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--ruleset", "nmjl-1976").status == 0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a bundle of a win on Bea's discard."""
    found = tmp_path / "win.zip"
    found.write_bytes(write_bundle(made_bundle()))
    return found


@pytest.mark.usefixtures("table")
def test_evidence_that_cannot_be_kept_enters_no_win(
    run: RunCli, file: Path, monkeypatch: pytest.MonkeyPatch, data_dir: Path
) -> None:
    """Evidence too large for a win or the ledger, of another rack, or altered is refused before the win is entered."""
    kept = len(file.read_bytes()) - len(made_bundle().parts["overlay.jpg"])
    for bound, size in (("MOST_BYTES", kept - 1_000), ("MOST_OF_GAME", 100), ("MOST_OF_BOOK", 100)):
        with monkeypatch.context() as bounds:
            bounds.setattr(f"service.ledger.keep_evidence.{bound}", size)
            refused = run("game", "win", "Ann", "--evidence", file, "--json")
        assert (refused.status, refused.document["error"]["code"]) == (1, "evidence-full")
        assert refused.document["error"]["where"] != "body"
    other = run("game", "win", "Ann", "--evidence", file, "--rack", OTHER, "--json")
    assert other.document["error"]["code"] == "other-hand"
    data = bytearray(file.read_bytes())
    data[data.index(b"Consecutive")] ^= 1
    file.write_bytes(data)
    for way in ([], ["--value", "20"]):
        assert run("game", "win", "Ann", "--evidence", file, *way, "--json").document["error"]["code"] == "bad-evidence"
    assert run("game", "show", "--json").document["version"] == 0
    assert not list(data_dir.glob("evidence/*"))


@pytest.mark.usefixtures("table")
def test_a_size_is_measured_without_the_outlines(run: RunCli, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size limit ignores the overlay."""
    monkeypatch.setattr("service.ledger.keep_evidence.MOST_BYTES", len(file.read_bytes()) - 100)
    assert run("game", "win", "Ann", "--evidence", file).status == 0


@pytest.mark.usefixtures("table")
def test_a_win_whose_evidence_is_lost_on_the_way_is_said_to_be_entered(
    run: RunCli, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fills up while evidence is written, the answer shows the entry, so that nobody enters it again."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("service.ledger.evidence_folder.EvidenceFolder.keep", full)
    told = run("game", "win", "Ann", "--evidence", file, "--json")
    assert told.status == 1
    assert (told.document["entry"]["seq"], told.document["state"]["version"]) == (1, 1)
    assert told.document["error"]["code"] == "disk-full"
    assert told.document["error"]["message"].startswith("the win is entered as 1; only its evidence was not kept: ")
    said = run("game", "win", "Ann", "--evidence", file)
    assert "Ann won on Bea's discard" in said.out
    assert "the win is entered as 2; only its evidence was not kept" in said.err


@pytest.mark.usefixtures("table")
def test_a_win_with_an_open_tile_is_entered_with_its_rack(run: RunCli, tmp_path: Path) -> None:
    """Where a win is sure whatever one tile is, the error names that tile and the option that gives the rack."""
    reading = made_reading()
    either = replace(reading.tiles[12], label="F", alternatives=(("J", 0.09),))
    tiles = (*reading.tiles[:12], either, *reading.tiles[13:])
    bundle = made_bundle(replace(CLAIM, corrections={}), replace(reading, tiles=tiles))
    (tmp_path / "open.zip").write_bytes(write_bundle(bundle))
    refused = run("game", "win", "Ann", "--evidence", tmp_path / "open.zip", "--json").document["error"]
    assert refused["code"] == "open-rack"
    assert "(tile 13: Flower or Joker): look, then give the rack with --rack" in refused["message"]
    entered = run("game", "win", "Ann", "--evidence", tmp_path / "open.zip", "--rack", WIN, "--json")
    assert (entered.status, entered.document["entry"]["settlement"]["net"]["Ann"]) == (0, 80)


@pytest.mark.usefixtures("table")
def test_the_evidence_says_how_the_win_came(run: RunCli, tmp_path: Path) -> None:
    """Without a winning tile the claim still says self-pick or whose discard, and both are settled."""
    for name, bundle in (
        ("picked.zip", without_winning_tile(won_by="self-pick")),
        ("discarded.zip", without_winning_tile(discarder="Bea")),
        ("redeemed.zip", without_winning_tile(won_by="self-pick", redeemed_joker=True)),
        ("walls.zip", without_winning_tile(won_by="self-pick", rolled_double=True, after_wall=True, last_wall=True)),
    ):
        (tmp_path / name).write_bytes(write_bundle(bundle))
    picked = run("game", "win", "Ann", "--evidence", tmp_path / "picked.zip", "--json")
    assert picked.document["entry"]["settlement"]["net"] == {"Ann": 120, "Bea": -40, "Cat": -40, "Dee": -40}
    discarded = run("game", "win", "Ann", "--evidence", tmp_path / "discarded.zip", "--json")
    assert discarded.document["entry"]["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    by_hand = run("game", "win", "Ann", "--evidence", tmp_path / "discarded.zip", "--value", "20", "--json")
    assert by_hand.document["entry"]["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    redeemed = run("game", "win", "Ann", "--evidence", tmp_path / "redeemed.zip", "--json")
    assert redeemed.document["entry"]["question"]["outcome"]["redeemed_joker"] is True
    walls = run("game", "win", "Ann", "--evidence", tmp_path / "walls.zip", "--json")
    outcome = walls.document["entry"]["question"]["outcome"]
    assert (outcome["rolled_double"], outcome["last_wall"], "after_wall" in outcome) == (True, True, False)


@pytest.mark.usefixtures("table")
def test_the_game_names_the_discarder(run: RunCli, file: Path) -> None:
    """The game's name for the discarder wins over the evidence's; another winning way is refused."""
    named = run("game", "win", "Ann", "--evidence", file, "--discarder", "Dee", "--json")
    assert named.document["entry"]["question"]["outcome"]["discarder"] == "Dee"
    refused = run("game", "win", "Ann", "--evidence", file, "--won-by", "self-pick", "--json")
    assert refused.document["error"]["code"] == "contradiction"
    said = run("game", "win", "Ann", "--evidence", file, "--won-by", "self-pick")
    assert "--won-by: the evidence says discard" in said.err
    file.write_bytes(write_bundle(without_winning_tile()))
    untold = run("game", "win", "Ann", "--evidence", file, "--discarder", "Dee", "--json")
    assert untold.document["entry"]["settlement"]["net"] == {"Ann": 80, "Bea": -20, "Cat": -20, "Dee": -40}
    file.write_bytes(write_bundle(without_winning_tile(won_by="self-pick")))
    picked = run("game", "win", "Ann", "--evidence", file, "--discarder", "Dee")
    assert "--discarder: the evidence says self-pick, not discard" in picked.err


@pytest.mark.usefixtures("table")
def test_a_rack_without_a_winning_tile_takes_won_by(run: RunCli) -> None:
    """As in `verify`, the error names the missing fact by its option, and that option supplies it."""
    rack = WIN.replace("+4C<Bea", "4C")
    assert "--won-by: is missing" in run("game", "win", "Ann", "--rack", rack).err
    won = run("game", "win", "Ann", "--rack", rack, "--won-by", "self-pick", "--json")
    assert won.document["entry"]["settlement"]["net"]["Ann"] == 120
    assert "last-tile" in run("game", "win", "Ann", "--rack", rack, "--won-by", "magic").err


def test_what_a_hand_was_judged_by_is_entered_with_it(run: RunCli, tmp_path: Path) -> None:
    """Without a card winds and last tile score, so the ledger counts with the evidence's facts."""
    labels = ["1B", "1B", "1B", "4C", "5C", "6C", "7D", "8D", "9D", "2D", "3D", "4D", "5B", "5B"]
    claim = PhotoClaim(
        None,
        "japanese-american-2009",
        {"own_wind": "E", "table_wind": "E", "won_by": "last-tile", "dealer": True, "near": 3},
        dict(enumerate(labels, 1)),
        (),
        facts=WinFacts(won_by="self-pick", winning_tile=Tile("4D")),
    )
    bundle = made_bundle(claim)
    assert win_of(bundle)["options"] == {"own_wind": "E", "table_wind": "E", "dealer": True, "won_by": "last-tile"}
    (tmp_path / "last.zip").write_bytes(write_bundle(bundle))
    run("game", "new", "Ann,Bea,Cat,Dee", "--ruleset", "japanese-american-2009")
    entered = run("game", "win", "Ann", "--evidence", tmp_path / "last.zip", "--json")
    assert entered.status == 0, entered.out
    was = json.loads(bundle.parts["verdict.json"])["matches"][0]["bonuses"]
    assert entered.document["entry"]["check"]["match"]["bonuses"] == was
    assert [one["name"] for one in was]
    rack = "111B 456C 789D 23D 55B +4D"
    typed = run("game", "win", "Ann", "--rack", rack, "--won-by", "last-tile", "--json")
    assert typed.document["entry"]["check"]["match"]["bonuses"] == was


def test_a_told_rack_names_its_discarder(run: RunCli, tmp_path: Path) -> None:
    """If a person entered the whole rack, its text alone may name the discarder."""
    claim = replace(CLAIM, corrections={}, exposures=None, rack=WIN, facts=WinFacts())
    assert win_of(made_bundle(claim))["rack"].endswith("+4C<Bea")


@pytest.mark.usefixtures("table")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.system
def test_an_answer_that_cannot_be_printed_says_what_is_entered(run: RunCli) -> None:
    """When standard output is on a full disk the entry stands, and one line on standard error says so."""
    for options in ([], ["--json"]):
        command = [sys.executable, "-m", "service", "game", "win", "Ann", "--value", "20", *options]
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "is made; only this answer is not" in line
    assert run("game", "show", "--json").document["version"] == 2
