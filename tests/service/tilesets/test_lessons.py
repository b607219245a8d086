"""Test lessons: proposals follow the tile set's latest faces, and no question or lesson is wasted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from service.shared.errors import ServiceError
from service.shared.networks import drive_with
from service.tilesets.corrections import CorrectionEffect, correct
from service.tilesets.labels import NamedTile, as_proposed, labels_of_photos, read_labels
from service.tilesets.manage import forget_faces, rename_set, save_pictures
from service.tilesets.teaching import Taught, TaughtPhoto, teach
from service.tilesets.teaching_session import (
    TeachingPhoto,
    TeachingSession,
    ask_person,
    propose_labels,
    teach_photo,
)
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.helpers import jpeg
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, profile
from tests.vision.toys import closer
from vision import Networks, VisionError, decode, empty_tile_set
from vision.classification.faces import Faces
from vision.geometry import as_quads, turned
from vision.host.measures import detail
from vision.image.photo import Photo
from vision.requests import Steps
from vision.tilesets.label_proposals import Proposal

NETWORKS = Networks(toys.networks().detector, classifier())
TILE = toys.face((200, 150), 120)


def _photo() -> bytes:
    """Return a tile on ground that grows redder downwards, so that the stripe classifier tells its parts apart."""
    pixels = toys.picture(400, 300, [("5B", TILE)])
    red = np.broadcast_to(np.arange(300)[:, None] // 2, (300, 400))
    pixels[..., 2] = np.where(pixels[..., 0] > 90, pixels[..., 2], red)
    return jpeg(pixels)


PHOTO = _photo()


@pytest.fixture
def store(data_dir: Path) -> TileSetStore:
    """The tile sets in the data folder."""
    return TileSetStore(sets_folder(data_dir), files=False)


def _named(label: str) -> list[NamedTile]:
    """Return a person's label for the photo's tile."""
    return [NamedTile(label, as_quads([TILE])[0], exact=True)]


def test_a_face_that_was_named_anew_is_proposed_by_its_new_name(store: TileSetStore) -> None:
    """A renamed face is proposed under its new name for the same photo."""
    for label in ("5D", "6C", "5D"):
        taught = drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", _named(label), "Club", store, cards=NETWORKS.cards))
        assert len(taught.tile_set.faces) == 1
        look = drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
        assert look.proposal.labels == (label,)


NO_FACES = {
    "a point": [[100, 100]] * 4,
    "a line": [[100, 100], [120, 100], [140, 100], [160, 100]],
    "a bow-tie": [[100, 100], [180, 220], [180, 100], [100, 220]],
    "counter-clockwise": [[100, 100], [100, 220], [180, 220], [180, 100]],
    "less than a pixel": [[100, 100], [100.001, 100], [100.001, 100.001], [100, 100.001]],
    "outside the photo": [[-500, -500], [-420, -500], [-420, -380], [-500, -380]],
    "mostly outside the photo": [[360, 100], [460, 100], [460, 220], [360, 220]],
    "larger than any photo": [[-1e6, -1e6], [1e6, -1e6], [1e6, 1e6], [-1e6, 1e6]],
}


@pytest.mark.parametrize("quad", NO_FACES.values(), ids=NO_FACES)
def test_a_quad_that_is_no_face_teaches_nothing(store: TileSetStore, quad: list[list[float]]) -> None:
    """A lesson or correction with a quad that is no tile face is refused with the tile, and makes no tile set."""
    document = {
        "tiles": [{"quad": [[20, 20], [60, 20], [60, 80], [20, 80]], "label": "J"}, {"quad": quad, "label": "5D"}]
    }
    for lesson in (teach_photo, partial(correct, keep=True)):
        with pytest.raises(ServiceError) as caught:
            drive_with(NETWORKS, lesson(PHOTO, "a.jpg", read_labels(document), "Club", store, cards=NETWORKS.cards))
        assert caught.value.code == "bad-labels"
        assert "tile 2" in caught.value.where
    assert store.names() == ()


SQUARE = [[20, 20], [60, 20], [60, 80], [20, 80]]

BAD_LABELS: dict[str, tuple[object, str, str]] = {
    "no object": ([], "bad-labels", "give an object"),
    "no tiles": ({"image": "a.jpg"}, "bad-labels", 'give {"image": ..., "tiles"'),
    "three corners": ({"tiles": [{"quad": SQUARE[:3], "label": "J"}]}, "bad-labels", "must be four corners"),
    "five corners": ({"tiles": [{"quad": [*SQUARE, [10, 50]], "label": "J"}]}, "bad-labels", "must be four corners"),
    "a corner of three": ({"tiles": [{"quad": [[1, 2, 3]], "label": "J"}]}, "bad-labels", "must hold 2 numbers"),
    "a corner in words": ({"tiles": [{"quad": ["xy"], "label": "J"}]}, "bad-labels", "must hold 2 numbers"),
    "a box of three": ({"tiles": [{"box": [1, 2, 3], "label": "J"}]}, "bad-labels", "must hold 4 numbers"),
    "a box in words": ({"tiles": [{"box": "1234", "label": "J"}]}, "bad-labels", "must hold 4 numbers"),
    "a box without width": ({"tiles": [{"box": [5, 0, 5, 9], "label": "J"}]}, "bad-labels", "with x0 < x1"),
    "a box without height": ({"tiles": [{"box": [0, 5, 9, 5], "label": "J"}]}, "bad-labels", "with x0 < x1"),
    "a box from below": ({"tiles": [{"box": [0, 9, 9, 0], "label": "J"}]}, "bad-labels", "with x0 < x1"),
    "neither": ({"tiles": [{"label": "J"}]}, "bad-labels", "give a box"),
    "two tiles": ({"tiles": [{"box": [0, 0, 9, 9], "label": "J F"}]}, "bad-label", "names no single tile"),
    "no label": ({"tiles": [{"box": [0, 0, 9, 9]}]}, "bad-label", "names no single tile"),
}


@pytest.mark.parametrize(("document", "code", "message"), BAD_LABELS.values(), ids=BAD_LABELS)
def test_labels_that_are_none_say_what_is_wrong(document: object, code: str, message: str) -> None:
    """Labels are written by hand and by other programs: each fault is told, and none is guessed away."""
    with pytest.raises(ServiceError) as caught:
        read_labels(document)
    assert caught.value.code == code
    assert message in caught.value.message


def test_labels_of_photos_come_as_objects() -> None:
    """A labels file without an object, or with something else among them, is refused as a whole."""
    for given in ([], ["a.jpg"], [{"image": "a.jpg", "tiles": []}, 5]):
        with pytest.raises(ServiceError, match="one JSON object an image"):
            labels_of_photos(["a.jpg"], given)


@pytest.mark.parametrize("number", [0, -1, 2])
def test_a_correction_names_a_tile_of_the_photo(store: TileSetStore, number: int) -> None:
    """A correction of a tile that the photo does not show is refused with its number and the number of tiles."""
    look = drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
    with pytest.raises(ServiceError, match=f"there is no tile {number}; the photo shows 1") as caught:
        as_proposed(look.proposal, {1: "5D", number: "J"})
    assert (caught.value.code, caught.value.where) == ("no-such-tile", f"tile {number}")
    assert [one.label for one in as_proposed(look.proposal, {1: "J"})] == ["J"]


def test_a_face_at_the_edge_of_the_photo_is_taught(store: TileSetStore) -> None:
    """A quad with a corner or two slightly outside the photo is accepted."""
    document = {"tiles": [{"quad": [[-5, 20], [60, 20], [60, 80], [-5, 80]], "label": "J"}]}
    taught = drive_with(
        NETWORKS, teach_photo(PHOTO, "a.jpg", read_labels(document), "Club", store, cards=NETWORKS.cards)
    )
    assert taught.count == 1


@pytest.mark.parametrize("lesson", [teach_photo, partial(correct, keep=True)])
def test_two_names_for_one_face_teach_neither(
    store: TileSetStore, lesson: Callable[..., Steps[Taught | CorrectionEffect]]
) -> None:
    """Labels that name one face twice, each time otherwise, are refused with both tiles; the same name twice is one."""
    for others in (["6B"], ["NONE"], ["5B", "6B"]):
        named = [tile for label in ("5B", *others) for tile in _named(label)]
        with pytest.raises(ServiceError, match="this is tile 1 again, named otherwise") as caught:
            drive_with(NETWORKS, lesson(PHOTO, "a.jpg", named, "Club", store, cards=NETWORKS.cards))
        assert (caught.value.code, caught.value.where[-6:]) == ("bad-labels", f"tile {len(named)}")
    assert store.names() == ()
    done = drive_with(NETWORKS, lesson(PHOTO, "a.jpg", _named("5B") * 2, "Club", store, cards=NETWORKS.cards))
    assert [face.label for face in done.tile_set.faces] == ["5B"]


@pytest.mark.parametrize("lesson", [teach_photo, partial(correct, keep=True)])
def test_a_tile_is_taught_the_way_up_that_its_quad_says(
    store: TileSetStore, lesson: Callable[..., Steps[Taught | CorrectionEffect]]
) -> None:
    """A tile that the network takes to stand on its head is taught upright if the player's quad lies so."""
    look = drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
    (quad,) = look.proposal.faces.quads
    crops = []
    for turns, name in enumerate(("As read", "On its head")):
        named = [NamedTile("5B", turned(quad, 2 * turns), exact=True)]
        steps = lesson(PHOTO, "a.jpg", named, name, store, cards=NETWORKS.cards)
        (face,) = drive_with(NETWORKS, steps).tile_set.faces
        crops.append(face.crop)
    assert np.abs(crops[0].astype(int) - crops[1][::-1, ::-1]).mean() < 3


@pytest.mark.parametrize("image", ["x/a.jpg", "a.jpg"])
def test_of_two_photos_of_one_file_name_each_needs_its_own_labels(image: str) -> None:
    """A photo gets no labels of another one that only has its file name; alone, a photo is found by it."""
    labels = [{"image": image, "tiles": [{"box": [0, 0, 9, 9], "label": "5B"}]}]
    with pytest.raises(ServiceError, match=r"name no image './a\.jpg'") as caught:
        labels_of_photos(["x/a.jpg", "y/a.jpg"], labels)
    assert caught.value.code == "no-labels"
    for photos in (["x/a.jpg"], ["y/a.jpg"], ["x/a.jpg", "x/a.jpg"]):
        assert {tile.label for tiles in labels_of_photos(photos, labels) for tile in tiles} == {"5B"}


def test_a_set_that_is_gone_while_its_photo_is_read_is_not_made_anew(
    store: TileSetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lesson for a known tile set makes no new one of its name, even if it is renamed once the lesson has begun."""
    drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", _named("5B"), "Club", store, cards=NETWORKS.cards))
    look = TeachingSession.look

    def slow(session: TeachingSession, photos: Sequence[tuple[str, bytes]]) -> Steps[tuple[TeachingPhoto, ...]]:
        found = yield from look(session, photos)
        if "Club" in store.names():
            rename_set("Club", "House", store)
        return found

    monkeypatch.setattr(TeachingSession, "look", slow)
    with pytest.raises(ServiceError) as caught:
        drive_with(NETWORKS, teach_photo(PHOTO, "b.jpg", _named("6B"), "Club", store, cards=NETWORKS.cards, known=True))
    assert caught.value.code == "unknown-set"
    assert store.names() == ("House",)
    assert store.load("House").labels == {"5B"}


def test_what_is_no_tile_is_not_missed(store: TileSetStore) -> None:
    """A box that the player calls no tile is not reported for having no face in it; a box of a tile is."""
    boxes = [{"box": [5, 5, 40, 40], "label": "NONE"}, {"box": [5, 5, 40, 40], "label": "F"}]
    named = [*_named("5B"), *read_labels({"tiles": boxes})]
    taught = drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", named, "Club", store, cards=NETWORKS.cards))
    assert [(one.number, one.label) for one in taught.missed] == [(3, "F")]


def _lesson(store: TileSetStore, photo: bytes, asked: list[str]) -> None:
    """Run a lesson on the command line, pressing Enter at each question; `asked` collects the questions."""

    def ask(question: str) -> str:
        asked.append(question)
        return ""

    session = drive_with(NETWORKS, TeachingSession.open("Club", store, NETWORKS.cards))
    photos = drive_with(NETWORKS, session.look([("a.jpg", photo)]))
    named = drive_with(NETWORKS, ask_person(session, photos, ask, lambda _text: None))
    drive_with(NETWORKS, session.teach(photos, named))


def test_a_set_more_than_are_kept_is_refused_before_anything_is_asked(
    store: TileSetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tile set too many is refused before any question, in the terminal and on the page; existing ones can learn."""
    store.add(empty_tile_set("Jade", NETWORKS.cards.classifier))
    monkeypatch.setattr("service.tilesets.tileset_store.MOST_SETS", 1)
    asked: list[str] = []
    with pytest.raises(ServiceError, match="delete one first") as caught:
        _lesson(store, PHOTO, asked)
    assert (caught.value.code, asked) == ("shelf-full", [])
    with pytest.raises(ServiceError, match="delete one first"):
        drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
    store.rename("Jade", "Club")
    _lesson(store, PHOTO, asked)
    assert (len(store.load("Club").faces), len(asked) > 0) == (1, True)


def test_more_faces_than_a_set_keeps_are_refused_before_anything_is_asked(
    store: TileSetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many faces are refused before any question, with the number; teaching the same photo again adds none."""
    other = jpeg(toys.picture(400, 300, [("J", toys.face((120, 150), 110)), ("F", toys.face((300, 150), 110))]))
    asked: list[str] = []
    _lesson(store, other, asked)
    monkeypatch.setattr("vision.tilesets.tile_set.MOST_FACES", 2)
    before, asked = store.load("Club"), []
    with pytest.raises(VisionError, match="has 2 faces and would learn 1 more") as caught:
        _lesson(store, PHOTO, asked)
    assert (caught.value.code, asked) == ("set-full", [])
    with pytest.raises(VisionError, match="would learn 1"):
        drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
    _lesson(store, other, asked)
    assert len(asked) > 0
    assert {face.id for face in store.load("Club").faces} == {face.id for face in before.faces}


def _read_as(photos: Sequence[TeachingPhoto], read: Sequence[dict[str, float]]) -> list[TeachingPhoto]:
    """Return photos whose faces are read with these probabilities, all faces of a photo alike."""
    laid_out, seen = photos[0].laid_out, []
    for (faces, rows), values in zip(laid_out.faces.photos, read, strict=True):
        row = [values.get(label, 0.0) for label in faces.labels]
        seen.append((faces.of(replace(face, probabilities=row) for face in faces), rows))
    changed = replace(laid_out, faces=replace(laid_out.faces, photos=tuple(seen)))
    return [replace(photo, laid_out=changed) for photo in photos]


def test_an_answer_about_the_next_photo_changes_no_accepted_name(store: TileSetStore) -> None:
    """Names that a person has accepted for one photo are taught, whatever they then say of the next photo's faces."""
    session = drive_with(NETWORKS, TeachingSession.open("Club", store, NETWORKS.cards))
    two = jpeg(toys.picture(400, 300, [("J", toys.face((120, 150), 110)), ("F", toys.face((300, 150), 110))]))
    photos = drive_with(NETWORKS, session.look([("a.jpg", PHOTO), ("b.jpg", two)]))
    read = _read_as(photos, [{"5B": 0.98, "6B": 0.02}, {"7B": 0.9, "8B": 0.1}])
    photos = drive_with(NETWORKS, session.again(read, [{}, {}]))
    told: list[str] = []
    answers = iter(["", "1=5B 2=5B", ""])
    named = drive_with(NETWORKS, ask_person(session, photos, lambda _question: next(answers), told.append))
    assert told[:2] == ["a.jpg: 1 face", "  1-1: 5B"]
    assert [tile.label for tiles in named for tile in tiles] == ["5B", "5B", "5B"]


def test_the_last_answer_about_a_photo_names_the_faces_of_the_next(store: TileSetStore) -> None:
    """A name that is corrected once all of a photo are named helps to name the next photo's faces."""
    session = drive_with(NETWORKS, TeachingSession.open("Club", store, NETWORKS.cards))
    other = jpeg(toys.picture(400, 300, [("F", toys.face((300, 150), 110))]))
    photos = drive_with(NETWORKS, session.look([("a.jpg", PHOTO), ("b.jpg", other)]))
    read = _read_as(photos, [{"5B": 0.999, "6B": 0.001}, {"5B": 0.55, "6B": 0.45}])
    photos = drive_with(NETWORKS, session.again(read, [{}, {}]))
    assert [photo.proposal.labels for photo in photos] == [("5B",), ("6B",)]
    told: list[str] = []
    answers = iter(["", "1=6B", "", "", ""])
    drive_with(NETWORKS, ask_person(session, photos, lambda _question: next(answers), told.append))
    assert told[told.index("b.jpg: 1 face") :][2] == "  5 Bam: tile 1"


def _answered(store: TileSetStore, answers: Sequence[str]) -> tuple[list[str], list[str]]:
    """Run a lesson about one unsure tile; return the labels, and what the terminal told."""
    session = drive_with(NETWORKS, TeachingSession.open("Club", store, NETWORKS.cards))
    photos = drive_with(NETWORKS, session.look([("a.jpg", PHOTO)]))
    photos = drive_with(NETWORKS, session.again(_read_as(photos, [{"7B": 0.6, "8B": 0.4}]), [{}]))
    told: list[str] = []
    left = iter(answers)
    named = drive_with(NETWORKS, ask_person(session, photos, lambda _question: next(left), told.append))
    assert next(left, None) is None
    return [tile.label for tiles in named for tile in tiles], told


@pytest.mark.parametrize(
    ("typo", "why"),
    [
        ("1=6X", "1=6X: "),
        ("16B", "16B: write the tile's number, = and what it is"),
        ("1=66B", "1=66B: "),
        ("2=6B", "2=6B: there is no tile 2; the last is 1"),
    ],
)
def test_a_mistyped_answer_is_no_yes(store: TileSetStore, typo: str, why: str) -> None:
    """A word that cannot be read is told, and the question comes again before anything counts as right."""
    labels, told = _answered(store, [typo, "1=6B", ""])
    assert labels == ["6B"]
    assert any(line.strip().startswith(why) for line in told)


def test_what_was_readable_beside_a_mistyped_word_counts(store: TileSetStore) -> None:
    """Only the mistyped word has to be written again."""
    assert _answered(store, ["1=6B 1=", "", ""])[0] == ["6B"]


@pytest.mark.parametrize("answers", [["1=back", ""], ["", "1=BACK", ""]])
def test_a_face_down_tile_is_named_in_the_terminal(store: TileSetStore, answers: list[str]) -> None:
    """Backs are taught in the terminal as on the page, at the first question and at the last."""
    assert _answered(store, answers)[0] == ["BACK"]


def test_a_second_name_for_one_tile_is_told_and_not_taught(store: TileSetStore) -> None:
    """Of two different answers for one tile in one line the first stands, and the person is told so."""
    labels, told = _answered(store, ["1=6B 1=7B 1=6B", "", ""])
    assert labels == ["6B"]
    assert [text for text in told if "twice" in text] == [
        "  1=7B: tile 1 is named twice; 6B stands until you say otherwise"
    ]


def test_a_set_that_is_deleted_during_a_lesson_stays_deleted(store: TileSetStore) -> None:
    """A lesson that ends after somebody deleted its set keeps the newly named faces, and brings no old face back."""
    other = jpeg(toys.picture(400, 300, [("F", toys.face((120, 150), 110))]))
    _lesson(store, other, [])
    (before,) = store.load("Club").faces
    session = drive_with(NETWORKS, TeachingSession.open("Club", store, NETWORKS.cards))
    photos = drive_with(NETWORKS, session.look([("a.jpg", PHOTO)]))
    store.delete("Club")
    named = [as_proposed(photo.proposal, {1: "J"}) for photo in photos]
    drive_with(NETWORKS, session.teach(photos, named))
    assert before.id not in {face.id for face in store.load("Club").faces}


@pytest.mark.parametrize("label", ["5D", "6C"])
def test_an_undone_correction_leaves_the_very_file(store: TileSetStore, data_dir: Path, label: str) -> None:
    """A correction of a face that a photo has taught can be undone to the byte, whether it renames the face or not."""
    drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", _named("5D"), "Club", store, cards=NETWORKS.cards))
    file = sets_folder(data_dir) / "Club.json"
    before = file.read_bytes()
    steps = correct(PHOTO, "rack.jpg", _named(label), "Club", store, cards=NETWORKS.cards, keep=True)
    done = drive_with(NETWORKS, steps)
    forget_faces("Club", done.faces, store, done.was)
    assert file.read_bytes() == before


def test_a_picture_is_saved_as_the_kind_that_it_is(store: TileSetStore, tmp_path: Path) -> None:
    """A face that a browser without WebP taught is saved as PNG, another one as WebP."""
    one, two = profile(("1B", "2B")).faces
    png = cv2.imencode(".png", one.crop)[1].tobytes()
    store.add(replace(profile(("1B",)), faces=(replace(one, picture=png), two)))
    save_pictures("Stripes", tmp_path / "pictures", store)
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["1B-1.png", "2B-1.webp"]


def test_pictures_are_saved_by_the_numbers_of_their_tile(store: TileSetStore, tmp_path: Path) -> None:
    """The faces of one tile are numbered from 1, folders on the way are made, and no picture is written over."""
    one, two, three = profile(("1B", "2B", "3B")).faces
    store.add(replace(profile(("1B",)), faces=(one, two, replace(three, label="1B"))))
    folder = tmp_path / "new" / "pictures"
    save_pictures("Stripes", folder, store)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "1B-1.webp": one.picture,
        "1B-2.webp": three.picture,
        "2B-1.webp": two.picture,
    }
    (folder / "1B-1.webp").write_bytes(b"another picture")
    with pytest.raises(FileExistsError):
        save_pictures("Stripes", folder, store)
    assert (folder / "1B-1.webp").read_bytes() == b"another picture"


NOTHING_FOUND = Proposal(Faces(toys.LABELS, ()), (), (), (), (), ())


def test_a_small_tile_that_was_not_found_is_taught_as_clearly_as_one_that_was() -> None:
    """A missed small tile is cropped from the large photo itself, not from the copy shrunk for the detector."""
    pixels = np.full((3000, 4000, 3), 90, np.uint8)
    fine = np.random.default_rng(0).integers(0, 2, (20, 16)).repeat(4, axis=0).repeat(4, axis=1)
    pixels[1000:1080, 2000:2064] = (fine * 200 + 30)[..., None]
    photo = decode(jpeg(pixels))
    assert photo.scale < closer(photo).scale
    named = read_labels({"tiles": [{"quad": [[2000, 1000], [2064, 1000], [2064, 1080], [2000, 1080]], "label": "J"}]})

    def clearness(of: Photo) -> float:
        begun = empty_tile_set("Club", NETWORKS.cards.classifier)
        taught = drive_with(NETWORKS, teach(begun, [TaughtPhoto("a.jpg", of, NOTHING_FOUND, named)]))
        return float(detail(np.stack([face.crop for face in taught.tile_set.faces]))[0, :2].min())

    assert clearness(photo) == pytest.approx(clearness(closer(photo)))
