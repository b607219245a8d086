"""Test merging tile sets: what comes from where, which names stay, whether they look alike, and undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError
from service.shared.networks import drive_with
from service.shared.settings import Settings
from service.tilesets.merging import Merged, merge_sets
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.conftest import RunCli
from tests.service.tilesets import rendered_set
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, crop
from vision import Networks, TileSet, VisionError, empty_tile_set, teach_faces
from vision.tilesets.tile_set import MOST_FACES

SETS = "/api/v1/sets"

Faces = dict[int, str]
Taken = tuple[str, list[str], int, list[tuple[str, str]]]
"""Source tile set: name, labels of its new faces, number of known faces, and differing names (kept, source)."""


@pytest.fixture
def store(data_dir: Path) -> TileSetStore:
    """The tile sets in the data folder."""
    return TileSetStore(sets_folder(data_dir), files=False)


def _networks() -> Networks:
    """Return networks whose classifier embeds stripes."""
    return Networks(toys.networks().detector, classifier())


def _merged(name: str, others: list[str], store: TileSetStore, *, keep: bool) -> Merged:
    """Return the result of a merge with these networks."""
    networks = _networks()
    return drive_with(networks, merge_sets(name, others, store, networks.classifier.card, keep=keep))


def _set(name: str, faces: Faces) -> TileSet:
    """Return a tile set of striped faces, each named by its bits."""
    crops = np.stack([crop(bits) for bits in faces])
    origins = [f"{name}.jpg"] * len(faces)
    return empty_tile_set(name, classifier().card).with_faces(
        teach_faces(classifier(), crops, [*faces.values()], origins)
    )


def _taken(document: dict[str, Any]) -> list[Taken]:
    return [
        (
            one["set"],
            [face["label"] for face in one["faces"]],
            one["known"],
            [(face["label"], face["there"]) for face in one["otherwise"]],
        )
        for one in document["taken"]
    ]


def _files(data_dir: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sets_folder(data_dir).glob("*.json")}


BAM, TWO_BAM, JOKER, NEW_JOKER, FLOWER, THREE_BAM = 0b1100, 0b110011, 0b1100000, 0b110, 0b1010000, 0b1010101
GRANDMA = {BAM: "1B", TWO_BAM: "2B", JOKER: "J"}
NEW = {NEW_JOKER: "J", FLOWER: "F"}

MERGED: dict[str, tuple[dict[str, Faces], list[str], list[Taken], int]] = {
    "nothing in common": ({"New": NEW}, ["New"], [("New", ["F", "J"], 0, [])], 5),
    "all known": ({"Copy": GRANDMA}, ["Copy"], [("Copy", [], 3, [])], 3),
    "some known": ({"More": {**NEW, BAM: "1B"}}, ["More"], [("More", ["F", "J"], 1, [])], 5),
    "named otherwise": ({"Odd": {BAM: "9D", NEW_JOKER: "J"}}, ["Odd"], [("Odd", ["J"], 1, [("1B", "9D")])], 4),
    "the first brought what the second has": (
        {"New": NEW, "Late": {NEW_JOKER: "F", THREE_BAM: "3B"}},
        ["New", "Late"],
        [("New", ["F", "J"], 0, []), ("Late", ["3B"], 1, [("J", "F")])],
        6,
    ),
    "one twice": ({"New": NEW}, ["New", "NEW"], [("New", ["F", "J"], 0, []), ("New", [], 2, [])], 5),
    "none at all": ({}, [], [], 3),
}


@pytest.mark.parametrize(("sets", "others", "taken", "count"), MERGED.values(), ids=MERGED)
def test_a_merge_says_what_it_takes_from_where(
    data_dir: Path, sets: dict[str, Faces], others: list[str], taken: list[Taken], count: int
) -> None:
    """A preview changes nothing and says what the merge does; sources stay, and the target's own names win."""
    store, grandma = TileSetStore(sets_folder(data_dir), files=False), _set("Grandma", GRANDMA)
    for one in (grandma, *(_set(name, faces) for name, faces in sets.items())):
        store.put(one)
    before = _files(data_dir)
    asked = _merged("grandma", others, store, keep=False).to_json()
    assert _files(data_dir) == before
    done = _merged("grandma", others, store, keep=True).to_json()
    assert {**asked, "kept": True} == done
    assert _taken(done) == taken
    assert (done["set"], done["faces"], done["added"]) == ("Grandma", count, count - len(GRANDMA))
    after = _files(data_dir)
    assert {name for name in after if after[name] != before[name]} <= {"Grandma.json"}
    held = {face.id: face.label for face in store.load("Grandma").faces}
    assert len(held) == count
    assert {face.id: held[face.id] for face in grandma.faces} == {face.id: face.label for face in grandma.faces}
    # Deleting the new faces by id restores the tile set.
    ids = {face["id"]: face["label"] for one in done["taken"] for face in one["faces"]}
    assert {face: held[face] for face in ids} == ids
    store.put(store.load("Grandma").without(ids))
    assert _files(data_dir) == before


REFUSED = {
    "itself": (["New", "GRANDMA"], "same-set"),
    "one that is not there": (["New", "Other"], "unknown-set"),
    "no name": (["New", "../x"], "bad-set-name"),
    "more than a set keeps": (["New", "Full"], "set-full"),
}


@pytest.mark.parametrize(("others", "code"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("keep", [True, False], ids=["to be kept", "only asked"])
def test_a_merge_that_cannot_be_changes_nothing(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch, others: list[str], code: str, *, keep: bool
) -> None:
    """If one of several sources is refused, none is merged."""
    store = TileSetStore(sets_folder(data_dir), files=False)
    for one in (_set("Grandma", GRANDMA), _set("New", NEW), _set("Full", {THREE_BAM: "3B"})):
        store.put(one)
    monkeypatch.setattr("vision.tilesets.tile_set.MOST_FACES", 5)
    before = _files(data_dir)
    with pytest.raises((ServiceError, VisionError)) as caught:
        _merged("Grandma", others, store, keep=keep)
    assert isinstance(caught.value, ServiceError | VisionError)
    assert caught.value.code == code
    assert _files(data_dir) == before


@pytest.fixture
def client(chosen: Settings, store: TileSetStore, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """The application with two tile sets of stripes, and networks for them."""
    for one in (_set("Grandma", GRANDMA), _set("The new jokers", NEW)):
        store.put(one)
    monkeypatch.setattr("service.shared.networks.load_networks", _networks)
    return TestClient(create_app(chosen), base_url="http://127.0.0.1")


def test_a_merge_over_http_is_asked_done_and_undone(client: TestClient, data_dir: Path) -> None:
    """With `keep` false a merge is only previewed; deleting the returned ids reverts it at once."""
    before = _files(data_dir)
    with client:
        asked = client.post(f"{SETS}/grandma/merge", json={"others": ["The new jokers"], "keep": False}).json()
        assert _files(data_dir) == before
        done = client.post(f"{SETS}/grandma/merge", json={"others": ["The new jokers"]}).json()
        assert (asked["kept"], done["kept"], done["set"]) == (False, True, "Grandma")
        assert asked["taken"] == done["taken"]
        ids = [face["id"] for face in done["taken"][0]["faces"]]
        # A double tap may name a face twice; it is forgotten once.
        left = client.post(f"{SETS}/grandma/forget", json={"faces": [*ids, ids[0]]})
        assert left.json() == {"set": "Grandma", "forgotten": ids, "faces": len(GRANDMA)}
    assert _files(data_dir) == before


def test_an_undo_skips_what_somebody_else_has_forgotten(client: TestClient, data_dir: Path) -> None:
    """An undo removes the faces that are left, and the tile set with its last one."""
    with client:
        faces = [face["id"] for face in client.get(f"{SETS}/Grandma").json()["taught"]]
        assert client.delete(f"{SETS}/Grandma/faces/{faces[0]}").status_code == 200
        undone = client.post(f"{SETS}/Grandma/forget", json={"faces": faces[:2], "was": {faces[0]: "N"}, "undo": True})
        assert undone.json() == {"set": "Grandma", "forgotten": [faces[1]], "faces": len(GRANDMA) - 2}
        last = client.post(f"{SETS}/Grandma/forget", json={"faces": faces, "undo": True}).json()
        assert (last["forgotten"], last["faces"]) == (faces[2:], 0)
    assert [*_files(data_dir)] == ["The new jokers.json"]


BODIES: dict[str, tuple[str, dict[str, Any], tuple[int, str]]] = {
    "no names": ("merge", {}, (422, "wrong-type")),
    "one name": ("merge", {"others": "The new jokers"}, (422, "wrong-type")),
    "numbers for names": ("merge", {"others": [1]}, (422, "wrong-type")),
    "a word for yes or no": ("merge", {"others": ["The new jokers"], "keep": "no"}, (422, "wrong-type")),
    "itself": ("merge", {"others": ["grandma"]}, (422, "same-set")),
    "a set that is not there": ("merge", {"others": ["Other"]}, (404, "unknown-set")),
    "no ids": ("forget", {}, (422, "wrong-type")),
    "an id that it has not": ("forget", {"faces": ["0123456789ab"]}, (404, "unknown-taught-face")),
    "a word for an undo": ("forget", {"faces": [], "undo": "yes"}, (422, "wrong-type")),
    "more ids than it keeps": ("forget", {"faces": ["a"] * (MOST_FACES + 1)}, (422, "out-of-range")),
    "no new name": ("name", {}, (422, "missing-field")),
    "a name that is none": ("name", {"name": "../x"}, (422, "bad-set-name")),
    "another set's name": ("name", {"name": "the NEW jokers"}, (409, "set-exists")),
}


@pytest.mark.parametrize(("path", "body", "refused"), BODIES.values(), ids=BODIES)
def test_what_cannot_be_done_is_refused(
    client: TestClient, data_dir: Path, path: str, body: dict[str, Any], refused: tuple[int, str]
) -> None:
    """A refused merge has its own error code, and every tile set stays as it is."""
    before = _files(data_dir)
    with client:
        answer = client.post(f"{SETS}/Grandma/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == refused
    assert _files(data_dir) == before


def test_some_of_the_ids_are_not_enough(client: TestClient, data_dir: Path) -> None:
    """If one of the ids does not exist, no face is deleted."""
    before = _files(data_dir)
    with client:
        one = client.get(f"{SETS}/Grandma").json()["taught"][0]["id"]
        answer = client.post(f"{SETS}/Grandma/forget", json={"faces": [one, "0123456789ab"]})
    assert answer.status_code == 404
    assert _files(data_dir) == before


@pytest.mark.parametrize("path", ["merge", "forget", "name"])
def test_another_sites_page_changes_no_set(client: TestClient, data_dir: Path, path: str) -> None:
    """A request from another site's page is refused before it is processed."""
    before = _files(data_dir)
    with client:
        face = client.get(f"{SETS}/Grandma").json()["taught"][0]["id"]
        body = {"others": ["The new jokers"], "faces": [face], "name": "Oma"}
        answer = client.post(f"{SETS}/Grandma/{path}", json=body, headers={"Origin": "https://else.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "foreign-origin")
    assert _files(data_dir) == before


@pytest.mark.usefixtures("client")
def test_the_servers_own_set_is_followed(chosen: Settings, tmp_path: Path) -> None:
    """All workers read by the renamed tile set of `serve --set` if a photo chooses none; by none once it is deleted."""
    apps = [create_app(chosen, messages=WorkerMessages(number, 2, tmp_path)) for number in range(2)]
    for one in apps:
        one.state.tile_set = "Grandma"
    with (
        TestClient(apps[0], base_url="http://127.0.0.1") as first,
        TestClient(apps[1], base_url="http://127.0.0.1") as second,
    ):
        renamed = first.post(f"{SETS}/The new jokers/name", json={"name": "Jokers"}).json()
        assert (renamed["was"], renamed["set"]) == ("The new jokers", "Jokers")
        assert [one.get(SETS).json()["default"] for one in (first, second)] == ["Grandma", "Grandma"]
        first.post(f"{SETS}/grandma/name", json={"name": "Oma"})
        assert [one.get(SETS).json()["default"] for one in (first, second)] == ["Oma", "Oma"]
        first.delete(f"{SETS}/Jokers")
        assert [one.get(SETS).json()["default"] for one in (first, second)] == ["Oma", "Oma"]
        first.delete(f"{SETS}/oma")
        assert [one.get(SETS).json()["default"] for one in (first, second)] == [None, None]


@pytest.mark.system
@pytest.mark.usefixtures("networks_wanted")
def test_sets_that_do_not_look_alike_are_told(run: RunCli, tmp_path: Path) -> None:
    """The preview warns about tiles of another design and not about another photo of the same ones; both are merged."""
    photos = {
        "Home": rendered_set.faces(),
        "Other": rendered_set.faces(rendered_set.OTHER),
        "Racks": rendered_set.rack(),
    }
    for name, picture in photos.items():
        photo, labels = picture.write(tmp_path, f"{name}.jpg")
        assert run("sets", "teach", name, photo, "--labels", labels).status == 0
    count = run("sets", "show", "Racks", "--json").document["faces"]
    same = run("sets", "merge", "Home", "Racks", "--json").document
    assert (same["issues"], same["added"]) == ([], count)
    mixed = run("sets", "merge", "Home", "other")
    told = " ".join(mixed.out.split())
    assert mixed.status == 0
    assert "added from Other" in told
    assert "The tiles of Other do not look like those of the same kinds that Home knows" in told
