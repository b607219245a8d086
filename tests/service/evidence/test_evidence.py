"""Test evidence bundles: made with a verdict, and reviewed later by anyone."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import ClaimError, RulesError
from rules.tiles import Tile
from service.cards.card_folder import home_library
from service.evidence.bundle_file import Bundle, UsedNetwork, load_bundle, read_bundle, write_bundle
from service.evidence.collect import collect_bundle
from service.evidence.recheck import Finding, check_again, recheck
from service.evidence.win_evidence import win_of
from service.judging.photo_claim import PhotoClaim, read_claim
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts
from service.photos.scanner import encode_overlay
from service.server.app import create_app
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.service.conftest import RunCli
from tests.service.helpers import jpeg, table_cloth
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, profile
from vision import Networks, Photo, RackReading, SetInUse, TileReading, TileSet, VisionError, write_tile_set
from vision.host.native import drive
from vision.host.teaching import crop_of
from vision.observation import NetworkCards
from vision.requests import Steps

STRIPES = Networks(toys.networks().detector, classifier())

LABELS = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "6B", "F"]
PLAYERS = ("Ann", "Bea", "Cat", "Dee")
CLAIM = PhotoClaim(
    "nmjl-1976",
    None,
    {"near": 2, "joker_was_used": False},
    {13: "F"},
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    facts=WinFacts(
        discarder="Bea",
        players=PLAYERS,
        east="Cat",
        bettors=(("Eve", "Ann"),),
        winning_tile=Tile("4C"),
        after_wall=True,
    ),
)


def made_reading(model: str = "other@9") -> RackReading:
    """Return a winning rack of fourteen tiles, one of them uncertain."""
    tiles = tuple(
        TileReading(
            label,
            0.9 if index == 12 else 0.999,
            (("F", 0.08), ("8B", 0.01)) if index == 12 else (),
            ((40.0 * index, 10.0), (40.0 * index + 30, 10.0), (40.0 * index + 30, 50.0), (40.0 * index, 50.0)),
            0,
            index,
            sure=index != 12,
        )
        for index, label in enumerate(LABELS)
    )
    return RackReading(640, 480, tiles, "2C 2C J 2C 3C 3C 3C 3C 4C 4C 4C 4C 6B F", (), model)


def made_bundle(claim: PhotoClaim = CLAIM, reading: RackReading | None = None) -> Bundle:
    """Return a bundle of networks that are not installed here."""
    library = home_library()
    reading = reading or made_reading()
    photo = jpeg(table_cloth())
    verdict = verify_photo(reading, "evening/rack.jpg", claim.setup(library), claim)
    overlay = encode_overlay(Photo.of(table_cloth()), reading)
    made = collect_bundle(photo, overlay, verdict, library)
    return replace(made, created="2026-03-01T20:15:00Z", models=(UsedNetwork("reader", "other@9", "0" * 64),))


def _no_eyes() -> Networks:
    pytest.fail("the photo was read again although other networks read it")


def _rechecked(bundle: Bundle) -> dict[str, Any]:
    return recheck(read_bundle(write_bundle(bundle), "a.zip"), "a.zip", _no_eyes).to_json()


def _agreements(document: dict[str, Any]) -> dict[str, bool | None]:
    return {check["what"]: check["agrees"] for check in document["checks"]}


def _with(bundle: Bundle, name: str, change: Callable[[Any], object]) -> Bundle:
    """Return the bundle with one part changed and the manifest updated to match."""
    old = bundle.parts[name]
    new: bytes
    if name.endswith(".json"):
        document = json.loads(old)
        new = json_text.dumps(change(document) or document).encode()
    else:
        new = str(change(old.decode())).encode()
    assert new != old
    return replace(bundle, parts={**bundle.parts, name: new})


# Claims


@pytest.mark.parametrize(
    "claim",
    [CLAIM, PhotoClaim("nmjl-1976", "nmjl-1976"), PhotoClaim(None, "japanese-american-2009", rack="1B 2B 3B")],
    ids=["full", "bare", "no card"],
)
def test_a_claim_is_read_back_from_its_json(claim: PhotoClaim) -> None:
    """A claim survives writing to and reading from the file."""
    assert read_claim(json.loads(json_text.dumps(claim.to_json()))) == claim


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ([], "claim"),
        ({"card": 3}, "claim.card"),
        ({"tile": {}}, "claim.tile"),
        ({"corrections": {"x": "5B"}}, "x=5B"),
        ({"corrections": {"1": "5X"}}, "1=5X"),
        ({"corrections": {"1": 5}}, "claim.corrections.1"),
        ({"exposures": [["1"]]}, "claim.exposures[0]"),
        ({"exposures": "1-4"}, "claim.exposures"),
        ({"table": {"won_by": "luck"}}, "claim.table.won_by"),
        ({"table": {"won_by": "discard"}}, "discarder"),
        ({"table": {"bettors": [{"name": "Eve"}]}}, "claim.table.bettors[0].bet_on"),
        ({"table": {"dead": "Dee"}}, "claim.table.dead"),
        ({"table": {"balances": ["Dee"]}}, "claim.table.balances"),
        ({"table": {"balances": {"Dee": "much"}}}, "claim.table.balances.Dee"),
        ({"table": {"winning_tile": "44C", "won_by": "self-pick"}}, "winning_tile"),
    ],
)
def test_a_bad_claim_names_its_fault(document: object, where: str) -> None:
    """Each field of a claim is checked, and an unknown field is refused."""
    with pytest.raises((RulesError, ServiceError)) as error:
        read_claim(document)
    assert error.value.where == where  # type: ignore[attr-defined]


def test_a_table_of_the_discarder_alone_lacks_players() -> None:
    """A claim that lists only the discarder is told that more people play, and is no fault of the program."""
    facts = WinFacts(discarder="Bea", players=("Bea",), east="Bea")
    settled = json.loads(made_bundle(replace(CLAIM, facts=facts)).parts["settlement.json"])
    assert (settled["error"]["code"], settled["error"]["where"]) == ("wrong-number", "players")


CONTRADICTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "judged discarded, settled picked": ({"options": {"won_by": "discard"}}, "options.won_by"),
    "judged drawn, settled discarded": (
        {"options": {"won_by": "last-tile"}, "table": {"discarder": "Bea"}},
        "options.won_by",
    ),
    "a robbed kong picked": ({"options": {"won_by": "robbed-kong"}}, "options.won_by"),
    "judged as East, settled as another": ({"options": {"dealer": True}, "table": {"east": "Bea"}}, "options.dealer"),
    "judged by East's wind": ({"options": {"own_wind": "E"}, "table": {"east": "Bea"}}, "options.dealer"),
    "told discarded, settled picked": ({"rack": "111B 456C 789D 55B 23D +4D<Bea"}, "rack"),
    "told picked, settled discarded": (
        {"rack": "111B 456C 789D 55B 23D +4D", "table": {"discarder": "Bea"}},
        "rack",
    ),
    "a winning tile not marked": (
        {"rack": "111B 456C 789D 55B 234D", "table": {"winning_tile": "1B"}},
        "table.winning_tile",
    ),
    "another discarder": ({"rack": "111B 456C 789D 55B 23D +4D<Bea", "table": {"discarder": "Cat"}}, "rack"),
}


@pytest.mark.parametrize(("said", "where"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_claim_is_judged_as_it_is_settled(said: dict[str, Any], where: str) -> None:
    """A claim that judges one win and settles another is refused before its photo is read."""
    table = {"winner": "Ann", "players": list(PLAYERS)} | said.get("table", {})
    table |= {"won_by": "discard" if "discarder" in table else "self-pick"}
    document = {"ruleset": "japanese-american-2009", "options": {}, **said, "table": table}
    with pytest.raises(ClaimError) as error:
        read_claim(document).setup(home_library())
    assert (error.value.code, error.value.where) == ("contradiction", where)


def test_a_robbed_kong_is_no_contradiction() -> None:
    """A robbed kong is judged as such and settled as a discard; facts that settle nothing contradict nothing."""
    rack = "111B 456C 789D 55B 23D +4D<bea"
    for options, table in (
        ({"won_by": "robbed-kong"}, {"discarder": "Bea"}),
        ({"won_by": "discard", "dealer": True}, {"east": "Bea", "players": list(PLAYERS)}),
    ):
        document = {"ruleset": "japanese-american-2009", "rack": rack, "options": options, "table": table}
        assert read_claim(document).setup(home_library()).circumstances.won_by == options["won_by"]


# Bundles


def test_a_bundle_holds_all_a_verdict_stands_on() -> None:
    """A bundle has photo, overlay, reading with corrections, whole card and rules, claim, verdict, settlement."""
    bundle = made_bundle()
    assert sorted(bundle.parts) == [
        "card.toml",
        "claim.json",
        "overlay.jpg",
        "photo.jpg",
        "reading.json",
        "ruleset.toml",
        "settlement.json",
        "verdict.json",
    ]
    assert bundle.parts["photo.jpg"] == jpeg(table_cloth())
    reading = json.loads(bundle.parts["reading.json"])
    assert (reading["tiles"][12]["label"], reading["tiles"][12]["said"]) == ("6B", "F")
    assert [number for number, tile in enumerate(reading["tiles"], 1) if "said" in tile] == [13]
    assert reading["image"] == "rack.jpg"
    assert json.loads(bundle.parts["verdict.json"])["best"] == "24"
    assert json.loads(bundle.parts["settlement.json"])["settlement"]["net"]["Ann"] == 80
    assert b"Kongs of any three in a row" in bundle.parts["card.toml"]


def test_equal_claims_make_equal_bytes() -> None:
    """The same photo and claim make the same bytes twice."""
    assert write_bundle(made_bundle()) == write_bundle(made_bundle())


def test_an_untouched_bundle_still_agrees() -> None:
    """A review recomputes verdict and settlement from the bundle; it skips the photo if other networks read it."""
    document = _rechecked(made_bundle())
    assert document["agrees"] is True
    assert _agreements(document) == {
        "parts": True,
        "reading": None,
        "corrections": True,
        "verdict": True,
        "settlement": True,
    }
    assert document["check"]["best"] == "24"
    assert document["claim"] == {**CLAIM.to_json(), "ruleset": "nmjl-1976"}


CHANGES: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "a tile was another": ("reading.json", lambda one: one["tiles"][0].update(label="9D"), "verdict"),
    "a correction unmarked": ("reading.json", lambda one: one["tiles"][12].update(said="8B"), "corrections"),
    "a correction claimed": ("claim.json", lambda one: one["corrections"].update({"1": "2C"}), "corrections"),
    "won by nobody": ("verdict.json", lambda one: one.update(win=False), "verdict"),
    "worth more": ("verdict.json", lambda one: one.update(value=50), "verdict"),
    "another rack": ("verdict.json", lambda one: one["rack"]["concealed"].pop() and None, "verdict"),
    "won otherwise": ("verdict.json", lambda one: one["rack"].update(won_by="self-pick"), "verdict"),
    "another hand": ("verdict.json", lambda one: one["matches"][0].update(hand="25"), "verdict"),
    "matches no list": ("verdict.json", lambda one: one.update(matches="all"), "verdict"),
    "card worth more": ("card.toml", lambda text: text.replace("x20", "x75"), "verdict"),
    "other payments": ("settlement.json", lambda one: one["settlement"]["transfers"][0].update(points=1), "settlement"),
    "other receiver": ("settlement.json", lambda one: one["settlement"]["transfers"][0].update(to="Cat"), "settlement"),
    "another sheet": ("settlement.json", lambda one: one["settlement"].update(sheet={"Ann": 50}), "settlement"),
    "money": ("settlement.json", lambda one: one["settlement"].update(money={"Ann": "$99.00"}), "settlement"),
    "settlement no object": ("settlement.json", lambda one: one.update(settlement=[1]), "settlement"),
    "other discarder": ("claim.json", lambda one: one["table"].update(discarder="Cat"), "settlement"),
}


@pytest.mark.parametrize(("name", "change", "what"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_no_longer_agrees(name: str, change: Callable[[Any], object], what: str) -> None:
    """Even with an updated manifest, a review finds parts that do not follow from the rest."""
    document = _rechecked(_with(made_bundle(), name, change))
    assert document["agrees"] is False
    assert _agreements(document)[what] is False
    assert _agreements(document)["parts"] is True


def _read_again(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Finding], TileSet | None]:
    """Recheck a bundle on a machine whose networks read its photo as `made_reading`; return checks and taught set."""
    used: list[TileSet | None] = []

    def read_by(_data: bytes, _name: str, tile_set: TileSet | None, _cards: NetworkCards) -> Steps[RackReading]:
        yield from ()
        used.append(tile_set)
        return made_reading()

    monkeypatch.setattr("service.evidence.recheck.models_here", lambda: bundle.models)
    monkeypatch.setattr("service.evidence.recheck.read_by", read_by)
    monkeypatch.setattr("service.evidence.recheck.NetworkCards.load", lambda: STRIPES.cards)
    found = drive(check_again(bundle, "a.zip", crop_of), STRIPES.detector, STRIPES.classifier)
    return [*found.findings], used[0]


READ_OTHERWISE: dict[str, Callable[[Any], object]] = {
    "a kind that it cannot be": lambda one: one["alternatives"].append(["9D", 0.55]),
    "one kind twice": lambda one: one["alternatives"].append(["F", 0.55]),
    "less sure than it was": lambda one: one.update(confidence=0.35),
    "another tile's place": lambda one: one.update(quad=[[40, 10], [70, 10], [70, 50], [40, 50]]),
}


@pytest.mark.parametrize("change", READ_OTHERWISE.values(), ids=READ_OTHERWISE)
def test_what_a_tile_could_be_is_read_again(change: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A review finds a reading that names other kinds for an unsure tile than the photo does, and the tile."""
    bundle = made_bundle()
    forged = _with(bundle, "reading.json", lambda one: change(one["tiles"][12]))
    (_, reading, *_), _ = _read_again(forged, monkeypatch)
    assert (reading.agrees, reading.text) == (False, "the photo now reads otherwise at tile 13")


def test_other_hosts_round_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone decodes a photo a little differently; its probabilities and places are no disagreement."""

    def move(one: dict[str, Any]) -> None:
        tile = one["tiles"][12]
        tile.update(confidence=0.68, alternatives=[["F", 0.31]], quad=[[x + 2, y - 2] for x, y in tile["quad"]])

    for bundle in (made_bundle(), _with(made_bundle(), "reading.json", move)):
        found, _ = _read_again(bundle, monkeypatch)
        assert [one.agrees for one in found] == [True] * 5


def test_taught_faces_are_read_by_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review trusts no embedding of the taught set in a bundle, and embeds the set's pictures again."""
    taught = profile(("1B", "2B"))
    one, other = taught.faces
    swapped = taught.with_faces([replace(one, views=other.views), replace(other, views=one.views)])
    bundle = made_bundle()
    bundle = replace(bundle, parts={**bundle.parts, "set.json": write_tile_set(swapped)})
    _, used = _read_again(bundle, monkeypatch)
    assert used is not None
    assert [(face.label, face.views) for face in used.faces] == [(face.label, face.views) for face in taught.faces]


def test_a_bundle_of_an_earlier_program_still_agrees() -> None:
    """A bundle from the time of `reader-2` passes each check and pays the same."""
    path = Path(__file__).parent / "older" / "evidence-reader-2.zip"
    bundle, _ = load_bundle(path)
    document = recheck(bundle, path.name, _no_eyes).to_json()
    expected = {"parts": True, "reading": None, "corrections": True, "verdict": True, "settlement": True}
    assert (document["agrees"], _agreements(document)) == (True, expected)
    assert document["check"]["best"] == "24"
    assert document["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}


def test_a_bundle_of_a_later_form_is_left_to_its_program() -> None:
    """A bundle of a newer format is refused with the version that reads it, whatever else it contains."""
    made = write_bundle(made_bundle())
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["manifest.json"] = parts["manifest.json"].replace(b'"version": 1', b'"version": 2', 1)
    later = io.BytesIO()
    with zipfile.ZipFile(later, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    with pytest.raises(ServiceError) as error:
        read_bundle(later.getvalue(), "a.zip")
    assert error.value.code == "bad-evidence"
    assert "use the one it was made with" in error.value.message


def test_other_words_are_the_same_verdict() -> None:
    """Reworded reasons of a later program are no disagreement."""
    reworded = _with(made_bundle(), "verdict.json", lambda one: one.update(reasons=["said otherwise"]))
    reworded = _with(reworded, "settlement.json", lambda one: one["settlement"].update(source="page 4"))
    assert _rechecked(reworded)["agrees"] is True


def test_a_source_cited_otherwise_is_the_same_verdict() -> None:
    """An older program's bonus, which cites only the heading of its source, is no disagreement."""
    claim = PhotoClaim(None, "japanese-american-2009", rack="EEE RRR 999D 234C 5D +5D", options={"own_wind": "E"})
    bundle = made_bundle(claim)

    def cite_headings_alone(check: dict[str, Any]) -> None:
        for bonus in check["matches"][0]["bonuses"]:
            bonus["source"] = bonus["source"].partition(": ")[2]

    assert _rechecked(_with(bundle, "verdict.json", cite_headings_alone))["agrees"] is True


def test_a_long_verdict_is_opened_again_and_a_longer_one_is_not_written() -> None:
    """What can be written can be reviewed and entered; a verdict beyond that is refused, with what to do."""

    def longer(size: int) -> Bundle:
        return _with(made_bundle(), "verdict.json", lambda one: one.update(near=[{"need": ["3C"] * (size // 6)}]))

    bundle = longer(2_000_000)
    assert _rechecked(bundle)["agrees"] is True
    assert win_of(bundle)["card"] == "nmjl-1976"
    with pytest.raises(ServiceError, match="ask for fewer near hands") as caught:
        write_bundle(longer(4_000_000))
    assert (caught.value.code, caught.value.where) == ("too-large", "verdict.json")


def test_a_damaged_part_is_named() -> None:
    """A part whose bytes differ from the manifest is reported, and the other checks still run."""
    bundle = replace(read_bundle(write_bundle(made_bundle()), "a.zip"), altered=("overlay.jpg",))
    document = recheck(bundle, "a.zip", _no_eyes).to_json()
    assert document["agrees"] is False
    assert document["checks"][0]["text"] == "not as they were written: overlay.jpg"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("reading.json", lambda one: one.update(tiles=3)),
        ("reading.json", lambda one: one.update(alike=[3])),
        ("reading.json", lambda one: one["tiles"][0].update(label="XX")),
        ("reading.json", lambda one: one["tiles"][0].update(sure="yes")),
        ("reading.json", lambda one: one["tiles"][0].update(confidence=10**400)),
        ("reading.json", lambda one: one["tiles"][0].update(quad=[[0, 0]] * 3)),
        ("reading.json", lambda one: one.update(tiles=one["tiles"] * 100)),
        ("reading.json", lambda _: [1]),
        ("claim.json", lambda one: one.update(card="hoyle-league")),
        ("claim.json", lambda one: one.update(ruleset="set-manual")),
        ("claim.json", lambda one: one["corrections"].update({"99": "1B"})),
        ("ruleset.toml", lambda text: text + "\n[["),
        ("card.toml", lambda text: text.replace("title", "tittle", 1)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_parts_that_cannot_be_read_are_errors(name: str, change: Callable[[Any], object]) -> None:
    """A part of the wrong type gives one of our errors, whatever is wrong."""
    with pytest.raises((ServiceError, RulesError, VisionError)) as error:
        _rechecked(_with(made_bundle(), name, change))
    assert error.value.code  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["reading.json", "claim.json", "ruleset.toml", "verdict.json", "settlement.json"])
def test_a_part_that_is_missing_is_an_error(name: str) -> None:
    """A bundle without a required part gives an error with that part's name."""
    bundle = made_bundle()
    with pytest.raises(ServiceError) as error:
        _rechecked(replace(bundle, parts={one: data for one, data in bundle.parts.items() if one != name}))
    assert name in error.value.message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def base() -> Iterator[Bundle]:
    """One bundle that many cases change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RACKCHECK_DATA_DIR", "nowhere")
        yield made_bundle()


@settings(max_examples=25)
@given(data=st.data())
def test_no_value_in_a_bundle_is_a_fault_of_the_program(base: Bundle, data: st.DataObject) -> None:
    """Any value in any field of any part gives a disagreement or one of our errors, never a crash."""
    name = data.draw(st.sampled_from(["reading.json", "claim.json", "verdict.json", "settlement.json"]))
    document = json.loads(base.parts[name])
    at: Any = document
    while isinstance(at, dict | list) and at:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            at[key] = data.draw(json_values)
            break
        at = at[key]
    changed = replace(base, parts={**base.parts, name: json_text.dumps(document).encode()})
    with suppress(ServiceError, RulesError, VisionError):
        recheck(changed, "a.zip", _no_eyes)


def test_a_rack_told_by_hand_is_marked() -> None:
    """A rack that a person entered whole is judged, and the reading lists its differences from the photo."""
    claim = PhotoClaim(
        "nmjl-1976", None, rack="[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C", facts=WinFacts(won_by="self-pick")
    )
    bundle = made_bundle(claim)
    told = json.loads(bundle.parts["reading.json"])["told"]
    assert (told["added"], told["left_out"]) == (["F"], ["6B"])
    document = _rechecked(bundle)
    assert (document["agrees"], document["check"]["best"]) == (True, "24")
    hidden = _with(bundle, "reading.json", lambda one: one.pop("told") and None)
    assert _agreements(_rechecked(hidden))["corrections"] is False


def test_the_set_it_was_read_by_and_like_tiles_are_read_back() -> None:
    """A review of a bundle still says which tile set read the photo, whether it did, and which tiles look alike."""
    reading = replace(made_reading(), tile_set=SetInUse("Jade", used=False), alike=((8, 12),))
    bundle = made_bundle(reading=reading)
    document = _rechecked(bundle)
    assert document["agrees"]
    assert document["scan"]["alike"] == [[8, 12]]
    assert document["scan"]["set"] == {"name": "Jade", "used": False, "doubted": False, "better": None}


def test_a_question_is_kept_as_a_question() -> None:
    """A verdict that waits for a person is bundled as a question, without a settlement."""
    bundle = made_bundle(replace(CLAIM, corrections={}, facts=WinFacts()))
    document = _rechecked(bundle)
    assert (document["agrees"], document["check"]["win"], document["settlement"]) == (True, None, None)
    answered = _with(bundle, "verdict.json", lambda one: one.update(win=True))
    assert _agreements(_rechecked(answered))["verdict"] is False


def test_a_win_is_settled_with_dead_hands_and_the_pie(tmp_path: Path) -> None:
    """A claim that names dead hands and balances is settled by them, as a game of the ledger is."""
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\ntitle = "Our house"\nparent = "nmjl-1976"\n[table]\npie = 50\n', "utf-8")
    facts = replace(CLAIM.facts, dead=("Dee",), balances={"Ann": 40, "Bea": -20, "Cat": -35})
    claim = replace(CLAIM, ruleset=str(house), facts=facts)
    assert read_claim(json.loads(json_text.dumps(claim.to_json()))) == claim
    bundle = made_bundle(claim)
    document = _rechecked(bundle)
    settled = document["settlement"]
    assert (document["agrees"], settled["net"]["Bea"], settled["net"]["Cat"]) == (True, -30, -15)
    assert "a dead hand pays like the others" in str(settled["transfers"])


def test_a_house_rule_set_brings_its_parent(tmp_path: Path) -> None:
    """A bundle has a house rule set and its parent, so later changes to either do not matter."""
    house = tmp_path / "house.toml"
    house.write_text(
        'id = "house"\ntitle = "Our house"\nparent = "nmjl-1976"\n[payment]\ndiscarder = 3\n',
        "utf-8",
    )
    claim = replace(CLAIM, ruleset=str(house))
    bundle = made_bundle(claim)
    house.unlink()
    assert json.loads(bundle.parts["claim.json"])["ruleset"] == "house"
    assert _rechecked(bundle)["agrees"] is True
    dearer = _with(bundle, "ruleset-parent.toml", lambda text: text.replace("self_pick = 2", "self_pick = 4"))
    assert _rechecked(dearer)["agrees"] is True
    dearer = _with(bundle, "ruleset-parent.toml", lambda text: text.replace("\nother = 1", "\nother = 5"))
    assert _agreements(_rechecked(dearer))["settlement"] is False


@pytest.mark.usefixtures("networks_wanted")
class TestExample:
    """From photo to bundle with the trained networks."""

    def _verify(self, run: RunCli, example: Path, file: Path) -> dict[str, Any]:
        result = run(
            "verify", example, "--card", "nmjl-1976", "--discarder", "Bea", "--players", "Ann,Bea,Cat,Dee",
            "--tile", "3=J", "--evidence", file, "--json",
        )  # fmt: skip
        assert result.status == 0
        return result.document

    def test_a_bundle_is_kept_and_shown(self, run: RunCli, example: Path, tmp_path: Path) -> None:
        """The photo reads the same, all checks agree, status 0, in JSON and text."""
        file = tmp_path / "evening.zip"
        document = self._verify(run, example, file)
        assert document["evidence"]["file"] == str(file)
        assert load_bundle(file)[0].parts["photo.jpg"] == example.read_bytes()
        result = run("evidence", "show", file, "--json")
        assert result.status == 0
        assert set(_agreements(result.document).values()) == {True}
        assert result.document["sha256"] == document["evidence"]["sha256"]
        assert result.document["check"] == document["check"]
        shown = run("evidence", "show", file)
        assert shown.out.startswith("STILL AGREES")
        assert "(you)" in shown.out

    def test_a_changed_photo_is_noticed(self, run: RunCli, example: Path, tmp_path: Path) -> None:
        """A replaced photo reads differently, even if the manifest was updated."""
        file, forged = tmp_path / "evening.zip", tmp_path / "forged.zip"
        self._verify(run, example, file)
        bundle = load_bundle(file)[0]
        other = replace(bundle, parts={**bundle.parts, "photo.jpg": jpeg(table_cloth())})
        forged.write_bytes(write_bundle(other))
        result = run("evidence", "show", file, forged, "--json")
        assert result.status == 1
        assert [one["agrees"] for one in result.documents] == [True, False]
        assert _agreements(result.documents[1])["reading"] is False
        assert run("evidence", "show", forged).out.startswith("NO LONGER AGREES")

    def test_a_bundle_of_that_name_stays(self, run: RunCli, example: Path, tmp_path: Path) -> None:
        """Existing evidence is never overwritten; the error comes before the photo is read."""
        file = tmp_path / "evening.zip"
        file.write_text("something else")
        result = run("verify", example, "--card", "nmjl-1976", "--evidence", file, "--json")
        assert (result.status, result.document["error"]["code"]) == (1, "file-exists")
        assert file.read_text() == "something else"

    def test_the_page_gets_the_same_bundle(self, run: RunCli, example: Path, chosen: Settings, tmp_path: Path) -> None:
        """The same photo and claim make the same parts over HTTP as on the command line."""
        file = tmp_path / "evening.zip"
        self._verify(run, example, file)
        parts = load_bundle(file)[0].parts
        with TestClient(create_app(chosen)) as client:
            sent = {"image": ("rack.jpg", io.BytesIO(example.read_bytes()), "image/jpeg")}
            answer = client.post("/api/v1/evidence", files=sent, data={"claim": parts["claim.json"].decode()})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/zip"
        assert "attachment" in answer.headers["content-disposition"]
        assert read_bundle(answer.content, "a.zip").parts == parts


@pytest.mark.parametrize(
    ("claim", "status", "code"),
    [
        (None, 422, "missing-field"),
        ("{", 400, "bad-json"),
        ('{"card": "none"}', 404, "unknown-card"),
        ('{"card": "../secret.toml"}', 404, "unknown-card"),
        ('{"table": 1}', 422, "wrong-type"),
    ],
    ids=["none", "no json", "no card", "a path", "table"],
)
def test_a_bad_request_makes_no_bundle(chosen: Settings, claim: str | None, status: int, code: str) -> None:
    """The claim is checked before the photo is read; over HTTP it names a card by id only."""
    with TestClient(create_app(chosen)) as client:
        data = {} if claim is None else {"claim": claim}
        answer = client.post("/api/v1/evidence", files={"image": ("a.jpg", b"x")}, data=data)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_claim_goes_by_the_cards_of_a_game(chosen: Settings) -> None:
    """A claim that names a game may name its card although it was removed since: then the photo is what is refused."""
    section = '[[section]]\ntitle = "One"\nlines = ["2222a 3333a 4444a FF x25"]\n'
    card = f'id = "gone"\ntitle = "Gone"\nruleset = "nmjl-1976"\n{section}'
    begun = {"title": "Friday", "ruleset": "nmjl-1976", "card": "gone", "players": ["Ann", "Bea", "Cat", "Dee"]}
    with TestClient(create_app(chosen)) as client:
        tag = client.put("/api/v1/cards/gone", json={"text": card}).headers["ETag"]
        game = client.post("/api/v1/games", json=begun).json()["id"]
        assert client.delete("/api/v1/cards/gone", headers={"If-Match": tag}).is_success
        codes = []
        for game_part in ("", f"?game={game}"):
            photo, data = {"image": ("a.jpg", b"x")}, {"claim": '{"card": "gone"}'}
            answer = client.post(f"/api/v1/evidence{game_part}", files=photo, data=data)
            codes.append(answer.json()["error"]["code"])
    assert codes == ["unknown-card", "not-an-image"]


@pytest.mark.parametrize("content", [b"", b"PK", b"hello world" * 20], ids=["empty", "short", "text"])
def test_a_file_that_is_no_bundle(run: RunCli, tmp_path: Path, content: bytes) -> None:
    """Each file gets an answer; a file that is no bundle gets an error with its name."""
    file = tmp_path / "a.zip"
    file.write_bytes(content)
    result = run("evidence", "show", file, tmp_path / "none.zip", "--json")
    assert result.status == 1
    assert [one["error"]["code"] for one in result.documents] == ["bad-evidence", "file-not-found"]
