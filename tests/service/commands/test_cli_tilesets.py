"""Test taught tile sets on the command line."""

from __future__ import annotations

import hashlib
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from service.shared.wording import tile_name
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.conftest import RunCli
from tests.service.helpers import jpeg
from tests.service.tilesets import rendered_set
from vision import empty_tile_set
from vision.host.networks import Classifier
from vision.tilesets.tile_set import MadeBy

pytestmark = pytest.mark.usefixtures("networks_wanted")


def test_a_set_is_taught_by_labels_and_reads(run: RunCli, tmp_path: Path, data_dir: Path) -> None:
    """A tile set taught from boxes can be listed, shown, used, exported, imported, renamed, merged and deleted."""
    photo, labels = rendered_set.faces().write(tmp_path, "faces.jpg")
    taught = run("sets", "teach", "Grandma's", photo, "--labels", labels, "--json")
    assert taught.status == 0, taught.out
    assert taught.document["taught"] + len(taught.document["missed"]) == len(rendered_set.faces().labels["tiles"])
    assert taught.document["missing"] == [] or taught.document["missed"]
    assert [one["set"] for one in run("sets", "list", "--json").document["sets"]] == ["Grandma's"]
    shown = run("sets", "show", "Grandma's", "--json").document
    assert {face["from"] for face in shown["taught"]} == {"faces.jpg"}

    rack, _ = rendered_set.rack().write(tmp_path, "rack.jpg")
    used = {"name": "Grandma's", "used": True, "doubted": False, "better": None}
    assert run("scan", rack, "--set", "Grandma's", "--json").document["set"] == used
    file = tmp_path / "out.json"
    assert run("sets", "export", "Grandma's", file).status == 0
    assert run("sets", "export", "Grandma's", file, "--json").document["error"]["code"] == "file-exists"
    assert run("scan", rack, "--set", file, "--json").document["set"]["used"]
    assert run("sets", "import", file, "--json").document["error"]["code"] == "set-exists"
    assert run("sets", "import", file, "--name", "Two", "--json").document["kinds"] == shown["kinds"]
    assert run("sets", "merge", "Two", "Grandma's", "--json").document["added"] == 0
    assert run("sets", "rename", "Two", "Three", "--json").document["was"] == "Two"
    assert run("sets", "delete", "Three").status == 0
    assert run("sets", "show", "Three", "--json").document["error"]["code"] == "unknown-set"
    # Each command leaves only the tile set itself behind.
    assert sorted(path.name for path in sets_folder(data_dir).iterdir()) == [".lock", "Grandma%27s.json"]


def test_the_set_that_the_tiles_are_of_is_named(run: RunCli, tmp_path: Path) -> None:
    """If the chosen tile set does not match, the networks read alone; the output says so and names the matching set."""
    for name, design in (("Travel", rendered_set.DESIGN), ("Home", rendered_set.OTHER)):
        photo, labels = rendered_set.faces(design).write(tmp_path, f"{name}.jpg")
        run("sets", "teach", name, photo, "--labels", labels)
    rack, _ = rendered_set.rack().write(tmp_path, "rack.jpg")
    scan = run("scan", rack, "--set", "Home", "--json").document
    assert scan["set"] == {"name": "Home", "used": False, "doubted": False, "better": "Travel"}
    assert scan["issues"][0]["code"] == "other-set"
    assert "They look like the set Travel" in scan["issues"][0]["message"]
    alone = run("scan", rack, "--json").document
    assert [tile["label"] for tile in scan["tiles"]] == [tile["label"] for tile in alone["tiles"]]
    assert run("scan", rack, "--set", "Travel", "--json").document["set"]["better"] is None


def test_a_person_is_asked_and_answers(run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command asks about uncertain tiles suit by suit, then takes any correction; NONE teaches nothing."""
    photo, _ = rendered_set.faces().write(tmp_path, "faces.jpg")
    proposal = run("sets", "teach", "Jade", photo, "--propose", "--json").document
    assert len({tile["group"] for tile in proposal["tiles"]}) == len(proposal["tiles"])
    # The test presses Enter for each question, then ends the corrections.
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 60))
    kept = run("sets", "teach", "First", photo, "--json")
    asked = kept.err.count("Enter for yes")
    assert asked <= 10
    assert kept.document["taught"] == len(proposal["tiles"])
    run("sets", "delete", "First")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * asked + "1=NONE 999=J nonsense\n2=7D\n\n"))
    result = run("sets", "teach", "Jade", photo, "--json")
    assert result.document["taught"] == len(proposal["tiles"]) - 1
    assert "there is no tile 999" in result.err
    assert "nonsense" in result.err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("sets", "teach", "Other", photo, "--json").document["error"]["code"] == "not-answered"
    assert [one["set"] for one in run("sets", "list", "--json").document["sets"]] == ["Jade"]


def test_a_photo_whose_name_is_no_utf8_teaches_a_set_that_can_be_read(run: RunCli, tmp_path: Path) -> None:
    """A byte of a file name that is no character is kept as a question mark, since the set's file holds only text."""
    photo, labels = rendered_set.faces().write(tmp_path, os.fsdecode(b"faces\xff.jpg"))
    labels.write_text(json.dumps({"tiles": rendered_set.faces().labels["tiles"]}), "utf-8")
    assert run("sets", "teach", "Jade", photo, "--labels", labels).status == 0
    shown = run("sets", "show", "Jade", "--json").document
    assert {face["from"] for face in shown["taught"]} == {"faces?.jpg"}


def test_the_overlay_of_a_lesson_numbers_every_tile(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tile of the saved photo shows the number by which the player corrects it, a sure tile too."""
    written: list[str] = []
    monkeypatch.setattr("vision.host.overlay.cv2.putText", lambda _drawn, text, *_style: written.append(text))
    photo, _ = rendered_set.faces().write(tmp_path, "faces.jpg")
    shown = run("sets", "teach", "Jade", photo, "--propose", "--overlay", tmp_path / "seen", "--json").document["tiles"]
    assert any(tile["sure"] for tile in shown)
    assert {text.partition(":")[0] for text in written} == {str(tile["index"] + 1) for tile in shown}
    assert (tmp_path / "seen" / "faces.overlay.jpg").stat().st_size > 0


def test_faces_of_another_set_are_not_mixed_in_silence(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Teaching another set's faces, or two sets at once, asks first and warns; more photos of one set do not."""
    home, labels = rendered_set.faces().write(tmp_path, "home.jpg")
    other, others = rendered_set.faces(rendered_set.OTHER).write(tmp_path, "other.jpg")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    both = run("sets", "teach", "Both", home, other)
    assert both.status == 1
    assert "Tiles of the same kind do not look alike" in both.err
    assert "nothing is taught" in both.err
    assert run("sets", "teach", "Home", home, "--labels", labels, "--json").document["issues"] == []
    assert run("sets", "teach", "Home", home, home, "--propose", "--json").documents[1]["issues"] == []
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    refused = run("sets", "teach", "Home", other, "--json")
    assert refused.document["error"]["code"] == "mixed-sets"
    assert "do not look like those that the set Home knows" in refused.err
    count = run("sets", "show", "Home", "--json").document["faces"]
    assert count == len(rendered_set.faces().labels["tiles"])
    taught = run("sets", "teach", "Home", other, "--labels", others)
    assert taught.status == 0
    assert "do not look like those" in " ".join(taught.out.split())
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n" + "\n" * 60))
    assert run("sets", "teach", "Home", other, "--json").status == 0


def test_a_photo_without_faces_is_told_before_anything_is_asked(run: RunCli, tmp_path: Path) -> None:
    """A photo without tile faces is refused by name before any question, so that no answer is lost."""
    photo, _ = rendered_set.faces().write(tmp_path, "faces.jpg")
    bare = tmp_path / "bare.jpg"
    bare.write_bytes(jpeg(np.full((600, 800, 3), 120, np.uint8)))
    result = run("sets", "teach", "Jade", photo, bare, "--json")
    assert result.document["error"]["code"] == "no-faces"
    assert result.document["error"]["where"] == str(bare)
    assert "tile 1" not in result.err
    assert "no face of a tile was found" in run("sets", "teach", "Jade", bare, "--propose").out


def test_a_set_that_is_not_there_is_said_before_any_photo_is_read(run: RunCli, tmp_path: Path) -> None:
    """An unknown tile set exits with status 1 and one error, before any photo is read."""
    rack, _ = rendered_set.rack().write(tmp_path, "rack.jpg")
    result = run("scan", rack, "--set", "Jade", "--json")
    assert result.status == 1
    assert result.document["error"]["code"] == "unknown-set"
    verified = run("verify", rack, "--card", "nmjl-1976", "--set", "Jade", "--json")
    assert verified.document["error"]["code"] == "unknown-set"


def test_labels_that_fit_no_photo_teach_nothing(run: RunCli, tmp_path: Path) -> None:
    """Labels of another image, two for one image, broken labels, and a name that could be a path are refused."""
    photo, labels = rendered_set.faces().write(tmp_path, "faces.jpg")
    labels.write_text(json.dumps({"image": "b.jpg", "tiles": []}), "utf-8")
    assert run("sets", "teach", "Jade", photo, "--labels", labels, "--json").document["error"]["code"] == "no-labels"
    labels.write_text("[1]", "utf-8")
    assert run("sets", "teach", "Jade", photo, "--labels", labels, "--json").document["error"]["code"] == "bad-labels"
    half, rest = ([tile] for tile in rendered_set.faces().labels["tiles"][:2])
    for names in (("faces.jpg", "faces.jpg"), ("1/faces.jpg", "2/faces.jpg")):
        twice = [{"image": name, "tiles": tiles} for name, tiles in zip(names, (half, rest), strict=True)]
        labels.write_text("\n".join(map(json.dumps, twice)), "utf-8")
        refused = run("sets", "teach", "Jade", photo, "--labels", labels, "--json").document["error"]
        assert (refused["code"], "'faces.jpg' more than once" in refused["message"]) == ("bad-labels", True)
    labels.write_text("[1]", "utf-8")
    assert run("sets", "teach", "../x", photo, "--labels", labels, "--json").document["error"]["code"] == "bad-set-name"
    assert run("sets", "list", "--json").document == {"sets": []}


def test_a_set_of_other_weights_is_renewed_from_its_crops(
    run: RunCli, tmp_path: Path, data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After an upgrade a tile set still reads; its embeddings are recomputed from the crops, with one notice."""
    photo, labels = rendered_set.faces().write(tmp_path, "faces.jpg")
    run("sets", "teach", "Jade", photo, "--labels", labels)
    store = TileSetStore(sets_folder(data_dir), files=False)
    now = store.load("Jade")
    store.put(replace(now, made_by=MadeBy("reader-0@0.9", "0" * 64)))
    rack, _ = rendered_set.rack().write(tmp_path, "rack.jpg")
    assert run("scan", rack, "--set", "Jade", "--json").document["set"]["used"]
    assert store.load("Jade").made_by == now.made_by
    assert run("scan", rack, "--set", "Jade", "--json").document["set"]["used"]
    said = [one.getMessage() for one in caplog.records if "embedded anew" in one.getMessage()]
    assert said == [f"the set Jade was taught with reader-0@0.9; its faces were embedded anew for {now.made_by.name}"]
    shown = run("sets", "show", "Jade", "--json").document
    assert (shown["reader"], shown["renewed_from"]) == (now.made_by.name, "reader-0@0.9")
    assert shown["faces"] == len(now.faces)
    assert "before that reader-0@0.9; all faces were kept" in " ".join(run("sets", "show", "Jade").out.split())


def test_one_face_is_forgotten(run: RunCli, tmp_path: Path) -> None:
    """`forget` removes a face by tile and number; if several match it asks which one and removes none."""
    photo, labels = rendered_set.faces().write(tmp_path, "faces.jpg")
    run("sets", "teach", "Jade", photo, "--labels", labels)
    shown = run("sets", "show", "Jade", "--pictures", tmp_path / "pictures", "--json").document
    flowers = [face["id"] for face in shown["taught"] if face["label"] == "F"]
    assert len(flowers) > 1
    pictures = {path.name: path.read_bytes() for path in (tmp_path / "pictures").iterdir()}
    assert len(pictures) == shown["faces"]
    one = next(label for label, count in shown["kinds"].items() if count == 1)
    for arguments in (("F",), ("F", 0), ("F", len(flowers) + 1), (one, 2)):
        refused = run("sets", "forget", "Jade", *arguments, "--json")
        assert refused.status == 1
        assert refused.document["error"]["code"] == "which-face"
    second = run("sets", "forget", "Jade", "F", 2, "--json").document
    assert (second["forgotten"], second["label"], second["from"]) == ([flowers[1]], "F", "faces.jpg")
    assert hashlib.sha256(pictures["F-2.webp"]).hexdigest().startswith(flowers[1])
    assert f"a face of {tile_name(one)} from faces.jpg is forgotten" in run("sets", "forget", "Jade", one.lower()).out
    assert run("sets", "forget", "Jade", one, "--json").document["error"]["code"] == "not-taught"
    assert run("sets", "forget", "Jade", "NONE", "--json").document["error"]["code"] == "bad-label"
    left = run("sets", "show", "Jade", "--json").document
    assert left["faces"] == shown["faces"] - 2
    assert one in left["missing"]
    again = run("sets", "show", "Jade", "--pictures", tmp_path / "pictures", "--json")
    assert again.document["error"]["code"] == "file-exists"


def test_a_set_that_cannot_be_read_does_not_lack_nothing(run: RunCli, data_dir: Path) -> None:
    """The list says what is wrong with a damaged tile set, and claims nothing about its faces."""
    sets_folder(data_dir).mkdir(parents=True)
    (sets_folder(data_dir) / "Jade.json").write_text("shopping list", "utf-8")
    listed = run("sets", "list").out
    assert "this is no file of a taught set" in " ".join(listed.split())
    assert "nothing" not in listed


def test_an_emptied_set_is_carried_too(run: RunCli, tmp_path: Path, data_dir: Path) -> None:
    """A tile set whose faces were all removed can be exported and imported."""
    TileSetStore(sets_folder(data_dir), files=False).add(empty_tile_set("Oak", Classifier.load().card))
    file = tmp_path / "oak.json"
    assert run("sets", "export", "Oak", file).status == 0
    brought = run("sets", "import", file, "--name", "Elm", "--json")
    assert brought.status == 0, brought.out
    assert [one["set"] for one in run("sets", "list", "--json").document["sets"]] == ["Elm", "Oak"]


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": 1}', '{"format": "rackcheck-game"}', "no JSON"])
def test_a_file_that_is_no_set_says_which_is(run: RunCli, tmp_path: Path, text: str) -> None:
    """Whatever a file holds that is no tile set, the error says which file to use, without programmer's terms."""
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    refused = run("sets", "import", file, "--json").document["error"]
    assert refused["code"] == "bad-set"
    assert "ake the file that `sets export` wrote" in refused["message"]
