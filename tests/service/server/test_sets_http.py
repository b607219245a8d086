"""Test taught tile sets over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.shared.settings import Settings
from tests.service.tilesets import rendered_set

pytestmark = pytest.mark.usefixtures("networks_wanted")

SETS = "/api/v1/sets"


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """A client of an application with a data folder of its own."""
    with TestClient(create_app(chosen), base_url="http://127.0.0.1") as found:
        yield found


def _photo(picture: rendered_set.Picture) -> dict[str, Any]:
    return {"image": ("a.jpg", picture.data, "image/jpeg")}


def _teach(client: TestClient, name: str = "Jade", design: int = rendered_set.DESIGN) -> dict[str, Any]:
    picture = rendered_set.faces(design)
    answer = client.post(f"{SETS}/{name}/lessons", files=_photo(picture), data={"labels": json.dumps(picture.labels)})
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


def _error(answer: Any, status: int) -> str:  # noqa: ANN401 - an httpx response
    assert answer.status_code == status, answer.text
    code: str = answer.json()["error"]["code"]
    return code


def test_a_set_is_proposed_taught_used_and_forgotten(client: TestClient) -> None:
    """The proposal can be sent back as labels, a scan names the taught tile set, and deleting removes it."""
    picture = rendered_set.faces()
    proposal = client.post(f"{SETS}/Jade/proposal", files=_photo(picture)).json()
    assert client.get(SETS).json()["sets"] == [], "a proposal teaches nothing"
    answer = client.post(f"{SETS}/Jade/lessons", files=_photo(picture), data={"labels": json.dumps(proposal)})
    assert answer.json()["taught"] == len(proposal["tiles"]) >= 36
    assert [one["set"] for one in client.get(SETS).json()["sets"]] == ["Jade"]
    scan = client.post("/api/v1/scan", files=_photo(rendered_set.rack()), data={"set": "Jade"}).json()
    assert scan["set"] == {"name": "Jade", "used": True, "doubted": False, "better": None}
    assert client.post("/api/v1/scan", files=_photo(rendered_set.rack())).json()["set"] is None
    assert client.delete(f"{SETS}/Jade").json() == {"set": "Jade", "deleted": True}
    assert (
        _error(client.post("/api/v1/scan", files=_photo(rendered_set.rack()), data={"set": "Jade"}), 404)
        == "unknown-set"
    )


def test_a_set_goes_from_one_installation_to_another(client: TestClient) -> None:
    """An exported tile set can be imported under another name with every face; its own name is taken."""
    taught = _teach(client)
    file = client.get(f"{SETS}/Jade/file").content
    assert _error(client.post(SETS, content=file), 409) == "set-exists"
    taken = client.post(SETS, params={"name": "Jade too"}, content=file)
    assert taken.status_code == 201
    assert taken.json()["kinds"] == taught["kinds"]
    merged = client.post(f"{SETS}/Jade/merge", json={"others": ["Jade too"], "keep": None}).json()
    assert merged["added"] <= merged["faces"] - taught["faces"] + len(taught["kinds"])
    renamed = client.post(f"{SETS}/Jade too/name", json={"name": "Copy"}).json()
    assert (renamed["set"], renamed["was"]) == ("Copy", "Jade too")


def test_a_name_is_one_set_however_it_is_written(client: TestClient) -> None:
    """Another spelling names the same tile set for teaching, correcting, reading and saving: `jade` is `Jade`."""
    taught = _teach(client)
    assert _teach(client, "JADE")["set"] == "Jade"
    scan = client.post("/api/v1/scan", files=_photo(rendered_set.rack()), data={"set": "jade"}).json()
    assert scan["set"] == {"name": "Jade", "used": True, "doubted": False, "better": None}
    form = {"labels": json.dumps({"tiles": [{"quad": scan["tiles"][0]["quad"], "label": "9D"}]}), "keep": "yes"}
    assert client.post(f"{SETS}/jaDE/corrections", files=_photo(rendered_set.rack()), data=form).json()["set"] == "Jade"
    file = client.get(f"{SETS}/jade/file")
    assert "Jade.json" in file.headers["content-disposition"]
    assert _error(client.post(SETS, params={"name": "jadE"}, content=file.content), 409) == "set-exists"
    entries = client.get(SETS).json()["sets"]
    assert [(one["set"], one["faces"]) for one in entries] == [("Jade", taught["faces"] + 1)]


def test_every_face_can_be_looked_at_and_forgotten(client: TestClient) -> None:
    """Each face of a tile set has a picture and can be deleted."""
    _teach(client)
    shown = client.get(f"{SETS}/Jade").json()
    face = shown["taught"][0]["id"]
    picture = client.get(f"{SETS}/Jade/faces/{face}")
    assert (picture.headers["content-type"], picture.content[:4]) == ("image/webp", b"RIFF")
    forgotten = client.delete(f"{SETS}/Jade/faces/{face}").json()
    assert forgotten["faces"] == shown["faces"] - 1
    assert _error(client.delete(f"{SETS}/Jade/faces/{face}"), 404) == "unknown-taught-face"


def test_a_correction_shows_its_effect_teaches_and_is_undone(client: TestClient) -> None:
    """A correction of the least certain tile is previewed, then taught; the tile reads so, and undo reverts it."""
    _teach(client)
    picture = rendered_set.rack()
    before = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()
    tile = min(before["tiles"], key=lambda one: one["confidence"])
    rivals = [label for label, _ in tile["alternatives"]]
    told = next(label for label in (*rivals, "9D", "8D") if label not in {"BACK", tile["label"]})
    form = {"labels": json.dumps({"tiles": [{"quad": tile["quad"], "label": told}]})}
    shown = client.post(f"{SETS}/Jade/corrections", files=_photo(picture), data=form).json()
    assert not shown["kept"]
    assert any(one["index"] == tile["index"] for one in shown["changes"])
    assert f"tile {tile['index'] + 1} " in shown["text"]
    again = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()
    assert again["rows"] == before["rows"]
    kept = client.post(f"{SETS}/Jade/corrections", files=_photo(picture), data={**form, "keep": "yes"}).json()
    assert kept["changes"] == shown["changes"]
    after = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()
    assert next(one for one in after["tiles"] if one["quad"] == tile["quad"])["label"] == told
    for face in kept["faces"]:
        assert client.delete(f"{SETS}/Jade/faces/{face}").status_code == 200
    undone = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()
    assert undone["rows"] == before["rows"]


def test_a_correction_said_otherwise_later_is_undone_too(client: TestClient) -> None:
    """A tile taught first as one kind and then as another is one face, and the second lesson can be undone."""
    _teach(client)
    picture = rendered_set.rack()
    tile = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()["tiles"][0]
    kept = []
    for label in ("9D", "8D"):
        form = {"labels": json.dumps({"tiles": [{"quad": tile["quad"], "label": label}]}), "keep": "yes"}
        kept.append(client.post(f"{SETS}/Jade/corrections", files=_photo(picture), data=form).json()["faces"])
    assert kept[0] == kept[1] != []
    assert client.delete(f"{SETS}/Jade/faces/{kept[1][0]}").status_code == 200


def test_undoing_a_correction_of_a_correction_gives_the_first_back(client: TestClient) -> None:
    """What the last correction changed is undone, and what the set had learned before it stays."""
    _teach(client)
    picture = rendered_set.rack()
    tile = client.post("/api/v1/scan", files=_photo(picture), data={"set": "Jade"}).json()["tiles"][0]

    def correct(label: str) -> dict[str, Any]:
        form = {"labels": json.dumps({"tiles": [{"quad": tile["quad"], "label": label}]}), "keep": "yes"}
        found: dict[str, Any] = client.post(f"{SETS}/Jade/corrections", files=_photo(picture), data=form).json()
        return {"faces": found["faces"], "was": found["was"]}

    def labels() -> dict[str, str]:
        return {face["id"]: face["label"] for face in client.get(f"{SETS}/Jade").json()["taught"]}

    taught = labels()
    first = correct("9D")
    known = labels()
    second = correct("8D")
    (face,) = second["faces"]
    assert (first["was"], second["was"]) == ({}, {face: "9D"})
    assert labels() == known | {face: "8D"}
    undone = client.post(f"{SETS}/Jade/forget", json=second).json()
    assert (undone["forgotten"], labels()) == ([], known)
    undone = client.post(f"{SETS}/Jade/forget", json=first).json()
    assert (undone["forgotten"], labels()) == ([face], taught)
    for wrong, status in (({face: "9D"}, 404), (None, 200), ([], 422), ({face: "10D"}, 422)):
        assert client.post(f"{SETS}/Jade/forget", json={"faces": [], "was": wrong}).status_code == status, wrong
    assert labels() == taught


def test_an_undo_that_leaves_no_face_leaves_no_default(client: TestClient) -> None:
    """The default set of the server goes with the last face that an undo takes back; photos are read without it."""
    _teach(client)
    client.app.state.tile_set = "Jade"  # type: ignore[attr-defined]
    faces = [face["id"] for face in client.get(f"{SETS}/Jade").json()["taught"]]
    assert client.post(f"{SETS}/Jade/forget", json={"faces": faces, "undo": True}).json()["faces"] == 0
    assert client.get(SETS).json() == {"sets": [], "default": None}
    assert client.post("/api/v1/scan", files=_photo(rendered_set.rack())).json()["set"] is None


def test_a_set_is_forgotten_only_in_the_version_that_was_seen(client: TestClient) -> None:
    """A set that was taught since stays; without a version, or with any, it goes."""
    _teach(client)
    shown = client.get(f"{SETS}/Jade").json()
    assert client.delete(f"{SETS}/Jade/faces/{shown['taught'][0]['id']}").status_code == 200
    assert (
        _error(client.delete(f"{SETS}/Jade", headers={"If-Match": f'"{shown["version"]}"'}), 412) == "version-conflict"
    )
    now = client.get(f"{SETS}/Jade").json()["version"]
    for version in (now, "*"):
        kept = client.get(f"{SETS}/Jade/file").content
        assert client.delete(f"{SETS}/Jade", headers={"If-Match": version}).status_code == 200
        assert client.post(SETS, content=kept).status_code == 201


BAD = {
    "no labels": ({}, "missing-field"),
    "no JSON": ({"labels": "{"}, "bad-json"),
    "no tiles": ({"labels": "{}"}, "bad-labels"),
    "a tile that is none": ({"labels": '{"tiles": [{"box": [1, 2, 3, 4], "label": "10B"}]}'}, "bad-label"),
    "an empty box": ({"labels": '{"tiles": [{"box": [5, 5, 5, 9], "label": "1B"}]}'}, "bad-labels"),
    "a quad of three": ({"labels": '{"tiles": [{"quad": [[1, 2], [3, 4], [5, 6]], "label": "1B"}]}'}, "bad-labels"),
    "nothing there": ({"labels": '{"tiles": [{"box": [0, 0, 3, 4], "label": "1B"}]}'}, "nothing-taught"),
}


@pytest.mark.parametrize(("form", "code"), BAD.values(), ids=BAD)
def test_bad_labels_are_refused_and_nothing_is_kept(client: TestClient, form: dict[str, str], code: str) -> None:
    """Wrong labels give an error that names the tile, and no tile set is made."""
    answer = client.post(f"{SETS}/Jade/lessons", files=_photo(rendered_set.faces()), data=form)
    assert answer.status_code in {400, 422}
    assert answer.json()["error"]["code"] == code
    assert client.get(SETS).json()["sets"] == []


def test_what_is_no_set_is_not_taken_in(client: TestClient) -> None:
    """A body that is no tile set, and a name that could be a path, are refused."""
    assert _error(client.post(SETS, content=b'{"format": "else"}'), 422) == "bad-set"
    assert _error(client.get(f"{SETS}/..%2Fcards"), 404) in {"unknown-set", "not-found"}
    assert _error(client.post("/api/v1/scan", files=_photo(rendered_set.rack()), data={"set": "../x.json"}), 422)
