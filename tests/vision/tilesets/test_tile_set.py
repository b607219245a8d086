"""Taught tile sets and their files, in a toy world whose embeddings show what was drawn."""

from __future__ import annotations

import base64
import json
import re
from array import array
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

import vision.host.teaching
from rules.tiles import ALL_TILES
from tests.vision import toys
from tests.vision.toys import LABELS, ToyReaderNetwork, faces_of
from vision import (
    Observation,
    Photo,
    TileSet,
    VisionError,
    empty_tile_set,
    propose,
    read_tile_set,
    renewed,
    teach_faces,
    write_tile_set,
)
from vision.classification.faces import NONE, Faces
from vision.host.crop_variants import views
from vision.host.networks import Classifier
from vision.host.read import apply_tile_set, better_set, likeness
from vision.host.teaching import crop_of
from vision.reading import Timing
from vision.requests import VIEWS
from vision.tilesets.combine_scores import decide
from vision.tilesets.label_proposals import crowded
from vision.tilesets.set_recognition import SetMatch
from vision.tilesets.tile_set import MOST_FACES, MadeBy, TaughtFace, folded, set_name
from vision.tilesets.tile_set_file import MOST_BYTES

STRIPES = ("1B", "2B", "3B", "F", "J")


class StripesNetwork(ToyReaderNetwork):
    """Embeds a crop by the mean grey of its eight bands from top to bottom; its logits are flat."""

    def run(self, pixels: np.ndarray) -> list[np.ndarray]:
        """Return flat logits (N, 38), upright orientation (N, 4) and embedding (N, 8) of unit length."""
        bands = pixels.astype(np.float32).mean(axis=(2, 3)).reshape(len(pixels), 8, -1).mean(axis=2)
        bands -= bands.mean(axis=1, keepdims=True)
        embedding = bands / np.maximum(np.linalg.norm(bands, axis=1, keepdims=True), 1e-6)
        turn = np.tile(np.array([9, 0, 0, 0], np.float32), (len(pixels), 1))
        return [
            np.zeros((len(pixels), len(LABELS)), np.float32),
            turn,
            embedding.astype(np.float32),
            np.zeros((len(pixels), 8), np.float32),
        ]


def classifier(sha256: str = "0" * 64) -> Classifier:
    """Return a classifier of stripes."""
    return toys.classifier(StripesNetwork(), sha256=sha256)


def crop(kind: int) -> np.ndarray:
    """Return a crop (160, 128, 3) whose bands are light or dark by the bits of `kind`."""
    pixels = np.full((160, 128, 3), 200, np.uint8)
    for band in range(8):
        if kind >> band & 1:
            pixels[band * 20 : band * 20 + 20, 20:108] = (40, 30, 60)
    return pixels


KINDS = {"1B": 0b00001100, "2B": 0b00110011, "3B": 0b01010000, "F": 0b00000110, "J": 0b01100000}


@cache
def profile(kinds: tuple[str, ...] = STRIPES) -> TileSet:
    """Return a tile set that was taught these kinds."""
    crops = np.stack([crop(KINDS[kind]) for kind in kinds])
    return empty_tile_set("Stripes", classifier().card).with_faces(
        teach_faces(classifier(), crops, kinds, ["a.jpg"] * len(kinds))
    )


def seen(kinds: list[int], sure_of: str | None = None) -> Faces:
    """Return faces as the stripes classifier reads them; with `sure_of` nearly all probability is on that label."""
    crops = np.stack([crop(kind) for kind in kinds])
    quads = np.array([[[i * 80, 0], [i * 80 + 60, 0], [i * 80 + 60, 80], [i * 80, 80]] for i in range(len(kinds))])
    even = np.full((len(kinds), len(LABELS)), 1 / len(LABELS), np.float32)
    if sure_of is not None:
        even[:] = 0.0001
        even[:, LABELS.index(sure_of)] = 1 - 0.0001 * (len(LABELS) - 1)
    return faces_of(even, quads, crops, classifier().embed(crops))


def with_probabilities(faces: Faces, rows: np.ndarray) -> Faces:
    """Return the faces with other probabilities."""
    return faces.of(replace(face, probabilities=row) for face, row in zip(faces, rows.tolist(), strict=True))


def test_a_file_gives_the_profile_back() -> None:
    """Names, labels, pictures, ids and embeddings survive the file, embeddings to half precision."""
    made = profile()
    again = read_tile_set(write_tile_set(made))
    assert (again.name, again.made_by) == (made.name, made.made_by)
    for one, other in zip(made.faces, again.faces, strict=True):
        assert (one.id, one.label, one.origin) == (other.id, other.label, other.origin)
        assert np.array_equal(one.crop, other.crop)
        assert np.abs(np.array(one.views) - other.views).max() < 0.002
        assert np.allclose(np.linalg.norm(np.reshape(other.views, (VIEWS, -1)), axis=1), 1, atol=1e-5)


def _noisy_faces(count: int, size: int = 128) -> tuple[TaughtFace, ...]:
    """Return faces whose pictures are as large as a browser without WebP writes: noise as PNG, with an opaque alpha."""
    rng = np.random.default_rng(0)
    view = np.zeros((VIEWS, size), np.float32)
    view[:, 0] = 1
    views_of_one = array("f", view.tobytes())
    noise = rng.integers(0, 256, (count, 160, 128, 4), np.uint8)
    noise[..., 3] = 255
    pictures = [cv2.imencode(".png", one)[1].tobytes() for one in noise]
    return tuple(TaughtFace("J", picture, crop(0), views_of_one, "\u9ebb" * 33) for picture in pictures)


def test_the_largest_set_can_be_read_again() -> None:
    """A set of the most faces with the largest crops reads back, so that no accepted set is refused later."""
    made = empty_tile_set("Noise", classifier().card).with_faces(_noisy_faces(MOST_FACES))
    again = read_tile_set(write_tile_set(made))
    assert [face.id for face in again.faces] == [face.id for face in made.faces]


def test_a_set_that_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing has the same bound as reading, and the error says what to do."""
    size = len(write_tile_set(profile()))
    monkeypatch.setattr("vision.tilesets.tile_set_file.MOST_BYTES", size)
    assert read_tile_set(write_tile_set(profile())).labels == profile().labels
    monkeypatch.setattr("vision.tilesets.tile_set_file.MOST_BYTES", size - 1)
    with pytest.raises(VisionError, match="take some faces out") as caught:
        write_tile_set(profile())
    assert caught.value.code == "set-full"


def _changed(**changes: object) -> bytes:
    document = json.loads(write_tile_set(profile()))
    document.update(changes)
    return json.dumps(document).encode()


def _face(**changes: object) -> bytes:
    document = json.loads(write_tile_set(profile()))
    document["faces"][1].update(changes)
    return json.dumps(document).encode()


def _picture(height: int, width: int) -> str:
    done, data = cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))
    assert done
    return base64.b64encode(data.tobytes()).decode()


def _views(value: float, size: int = 8) -> str:
    return base64.b64encode(np.full((VIEWS, size), value, "<f2").tobytes()).decode()


BAD = {
    "no JSON": (b"\x80\x04\x95", "bad-set"),
    "not an object": (b"[]", "bad-set"),
    "NaN": (b'{"format": NaN}', "bad-set"),
    "nested without end": (b"[" * 100_000, "bad-set"),
    "another format": (_changed(format="card"), "bad-set"),
    "a newer version": (_changed(version=2), "newer-set"),
    "true is no version": (_changed(version=True), "bad-set"),
    "a path for a name": (_changed(name="../../x"), "bad-set-name"),
    "a reader before that is no text": (_changed(renewed_from=7), "bad-set"),
    "half a character": (_changed(renewed_from="\ud800"), "bad-set"),
    "no hash": (_changed(reader={"name": "r", "sha256": "xyz"}), "bad-set"),
    "faces that are no list": (_changed(faces={"a": 1}), "bad-set"),
    "too many faces": (_changed(faces=[None] * (MOST_FACES + 1)), "set-full"),
    "a face that is no object": (_changed(faces=[1]), "bad-set"),
    "an unknown label": (_face(label="10B"), "bad-label"),
    "a picture of another size": (_face(picture=_picture(64, 80)), "bad-crop"),
    "a huge picture in a small file": (_face(picture=_picture(7000, 7000)), "too-large"),
    "no base64": (_face(picture="***"), "bad-set"),
    "a picture that is none": (_face(picture=base64.b64encode(b"GIF?").decode()), "not-an-image"),
    "embeddings of other length": (_face(views=_views(1.0)), "bad-embedding"),
    "embeddings that are not finite": (_face(views=_views(np.inf)), "bad-embedding"),
    "embeddings of another size": (_face(views=_views(8**-0.5 / 2**0.5, 16)), "bad-embedding"),
    "cut embeddings": (_face(views=base64.b64encode(b"12345").decode()), "bad-set"),
    "too large": (b" " * (MOST_BYTES + 1), "set-too-large"),
}


@pytest.mark.parametrize(("data", "code"), BAD.values(), ids=BAD)
def test_a_file_that_is_wrong_anywhere_is_refused(data: bytes, code: str) -> None:
    """A faulty file raises one error that names the fault; nothing of the file is used."""
    with pytest.raises(VisionError) as caught:
        read_tile_set(data)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("data", "where", "message"),
    [
        (_changed(name=7), "set: name", "must be text, not the number 7"),
        (_changed(renewed_from="\ud800"), "set: renewed_from", "half a surrogate pair"),
        (_changed(reader={"name": "r"}), "set: reader.sha256", "is missing: give a text"),
        (
            _changed(faces=[None] * (MOST_FACES + 1)),
            "set: faces",
            f"holds {MOST_FACES + 1} items, at most {MOST_FACES}",
        ),
        (_face(picture="***"), "set: faces[1].picture", "is no base64"),
        (_face(label=None), "set: faces[1].label", "is missing: give a text"),
        (_face(views=_views(1.0)), "set: faces[1]", "unit length"),
    ],
)
def test_a_fault_of_a_file_names_its_field(data: bytes, where: str, message: str) -> None:
    """The error says in which field of which face the fault lies, and what belongs there."""
    with pytest.raises(VisionError, match=re.escape(message)) as caught:
        read_tile_set(data)
    assert caught.value.where == where


def test_the_words_of_a_file_stay_as_they_are() -> None:
    """Where a face comes from may be blank, and a file of a later program may hold more fields."""
    assert [face.origin for face in read_tile_set(_changed(later=1)).faces][:2] == ["a.jpg", "a.jpg"]
    assert [face.origin for face in read_tile_set(_face(**{"from": " "})).faces][:2] == ["a.jpg", " "]


def test_a_set_taught_from_a_photo_of_any_name_is_read_back() -> None:
    """Python reads bytes of a file name that are no UTF-8 as half characters; a set that has them is not lost."""
    made = profile()
    faces = [replace(face, origin="caf\udce9.jpg" + "x" * 300) for face in made.faces]
    again = read_tile_set(write_tile_set(replace(made, faces=tuple(faces))))
    assert {face.origin for face in again.faces} == {"caf?.jpg" + "x" * 192}


def test_a_picture_that_is_no_crop_is_never_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader checks a picture's claimed size first: four hundred of 120 megabytes each fit into a small file."""
    decoded: list[object] = []
    monkeypatch.setattr(vision.host.teaching, "decode_file", lambda *given: decoded.append(given))
    for height, width in ((160, 129), (128, 160), (80, 65), (64, 80), (6000, 6000)):
        with pytest.raises(VisionError) as caught:
            crop_of(base64.b64decode(_picture(height, width)))
        assert (caught.value.code, f"is {width} x {height}" in caught.value.message) == ("bad-crop", True)
    assert len(decoded) == 0


def test_a_crop_as_version_0_1_kept_it_is_enlarged() -> None:
    """A set with the smaller crops of version 0.1 still loads, with each crop at twice its size."""
    small = crop(KINDS["2B"])[::2, ::2]
    done, data = cv2.imencode(".png", small)
    assert done
    made = crop_of(data.tobytes())
    assert made.shape == crop(0).shape
    assert np.abs(made[::2, ::2].astype(int) - small).mean() < 4


def test_a_file_nested_without_end_is_said_to_be() -> None:
    """The error for endless nesting gives advice, not Python's words about recursion."""
    with pytest.raises(VisionError, match=r"nested too deeply\. .*sets export"):
        read_tile_set(BAD["nested without end"][0])


@pytest.mark.parametrize(
    "name", ["", " ", ".hidden", "a/b", "a\\b", "x" * 65, "a\x00b", "-a", "café\u202e", "\u0e31a", "a\u200d"]
)
def test_odd_names_are_refused(name: str) -> None:
    """A name that could be a path, hide, or turn a line is refused."""
    with pytest.raises(VisionError) as caught:
        set_name(name)
    assert caught.value.code == "bad-set-name"


@pytest.mark.parametrize("name", ["मेरा सेट", "ชุดใหญ่ 2", "דנה", "مجموعه\u200cی من", "ශ්\u200dරී"])
def test_names_of_all_scripts_are_taken(name: str) -> None:
    """A name may have the vowel marks and joiners with which its script is written."""
    assert set_name(name) == name


def test_names_that_look_the_same_are_one() -> None:
    """Case and joiners do not tell two sets apart."""
    assert folded("O\u200dma") == folded("oma")


def test_names_have_one_form() -> None:
    """Spaces and composed letters do not make two sets of one."""
    assert set_name("  Grandma's   set ") == "Grandma's set"
    assert set_name("Cafe\u0301") == set_name("Café")


def test_the_same_face_taught_again_is_one_face_with_the_new_label() -> None:
    """The same face taught again replaces the old label, so that a person can correct a slip."""
    made = profile()
    again = made.with_faces(teach_faces(classifier(), crop(KINDS["1B"])[None], ["2B"], ["b.jpg"]))
    assert len(again.faces) == len(made.faces)
    assert [face.label for face in again.faces if face.origin == "b.jpg"] == ["2B"]
    assert len(again.without([again.faces[0].id]).faces) == len(made.faces) - 1
    with pytest.raises(VisionError, match="no face"):
        again.without(["000000000000"])


def test_other_weights_are_refused_until_the_set_is_renewed() -> None:
    """Embeddings of another classifier are refused until the kept crops give new ones."""
    made, other = profile(), classifier("1" * 64)
    with pytest.raises(VisionError) as caught:
        apply_tile_set(seen([KINDS["1B"]]), made, other)
    assert caught.value.code == "other-reader"
    new = renewed(made, other)
    assert new.made_by == MadeBy.of(other.card)
    assert [face.id for face in new.faces] == [face.id for face in made.faces]
    assert apply_tile_set(seen([KINDS["1B"]]), new, other)[1] is SetMatch.OF_IT
    assert made.renewed_from is None
    assert new.renewed_from == made.made_by.name
    assert read_tile_set(write_tile_set(new)).renewed_from == renewed(new, other).renewed_from == made.made_by.name


def test_an_emptied_set_is_renewed_and_no_faces_teach_nothing() -> None:
    """A set without faces gets its new classifier, and no crops give no taught faces."""
    other = classifier("1" * 64)
    assert renewed(replace(profile(), faces=()), other).made_by == MadeBy.of(other.card)
    assert teach_faces(other, np.zeros((0, 160, 128, 3), np.uint8), [], []) == ()


@pytest.mark.parametrize(
    "crops",
    [
        pytest.param(np.full((1, 160, 128, 3), 0.5, np.float32), id="shares of 1"),
        pytest.param(np.zeros((1, 160, 128, 4), np.uint8), id="four channels"),
        pytest.param(np.zeros((1, 160, 128), np.uint8), id="grey"),
        pytest.param(np.zeros((1, 80, 64, 3), np.uint8), id="half the size"),
        pytest.param(np.zeros((160, 128, 3), np.uint8), id="one alone"),
    ],
)
def test_an_array_of_no_crops_teaches_nothing(crops: np.ndarray) -> None:
    """Crops of another shape or type are refused instead of taught as black, grey or transparent faces."""
    with pytest.raises(VisionError, match=r"need crops \(N, 160, 128, 3\) uint8, got") as caught:
        teach_faces(classifier(), crops, ["5B"], ["a.jpg"])
    assert (caught.value.code, caught.value.where) == ("bad-crop", "crops")


def test_embeddings_of_another_size_are_refused() -> None:
    """A set whose file someone changed cannot stop a scan with anything but the promised error."""
    made, one = profile(), array("f", [1.0, 0.0] * VIEWS)
    changed = replace(made, faces=tuple(replace(face, views=one) for face in made.faces))
    with pytest.raises(VisionError) as caught:
        apply_tile_set(seen([KINDS["1B"]]), changed, classifier())
    assert caught.value.code == "bad-embedding"


def test_what_was_taught_is_read_as_taught() -> None:
    """A classifier without knowledge reads all taught kinds right."""
    faces, fit = apply_tile_set(seen([KINDS[kind] for kind in STRIPES]), profile(), classifier())
    assert fit is SetMatch.OF_IT
    assert faces.best == list(STRIPES)


@pytest.mark.parametrize("turns", [1, 2, 3], ids=["on a side", "on its head", "on the other side"])
def test_what_was_taught_is_read_whichever_way_up_it_was_cut(turns: int) -> None:
    """The network of stripes tells no way up, so that the set turns each face as it was taught."""
    upright = seen([KINDS["1B"], KINDS["2B"], KINDS["3B"]])
    lying = np.stack([cv2.resize(np.rot90(crop, turns), (128, 160)) for crop in np.array(upright.crops)])
    quads = [np.roll(np.array(quad), -turns, axis=0) for quad in upright.quads]
    faces = faces_of([face.probabilities for face in upright], quads, lying, classifier().embed(lying))
    read, _ = apply_tile_set(faces, profile(), classifier())
    assert read.best == ["1B", "2B", "3B"]
    assert [np.array_equal(one, other) for one, other in zip(read.quads, upright.quads, strict=True)] == [True] * 3


def test_a_taught_back_is_read() -> None:
    """A set that was taught a tile face down reads a photo with one."""
    back = teach_faces(classifier(), crop(0b11001010)[None], ["BACK"], ["a.jpg"])
    faces = seen([0b11001010, KINDS["1B"]])
    read, _ = apply_tile_set(faces, profile().with_faces(back), classifier())
    assert read.best == ["BACK", "1B"]


def test_probabilities_stay_probabilities() -> None:
    """Every row sums to 1, with all kinds taught or one."""
    for kinds in (STRIPES, ("J",)):
        faces = seen([*KINDS.values(), 0, 255])
        decided = decide(faces, likeness(faces, profile(kinds)))
        assert [sum(face.probabilities) for face in decided] == pytest.approx([1] * len(faces), abs=1e-5)


def test_a_face_like_none_that_was_taught_is_left_to_the_network() -> None:
    """A face that the network calls "no tile" stays so if it looks like no taught face."""
    faces = seen([0b10101010], sure_of=NONE)
    decided = decide(faces, likeness(faces, profile(("1B",))))
    assert decided.best == [NONE]


STRANGE = (0b10100101, 0b11011011, 0b10011001)
"""Faces of another set that look the same on their heads."""


def named(kinds: list[int], labels: tuple[str, ...]) -> Faces:
    """Return faces that the network gives these labels, nearly surely."""
    faces = seen(kinds)
    probabilities = np.full((len(faces), len(LABELS)), 0.0001)
    probabilities[np.arange(len(kinds)), [LABELS.index(label) for label in labels]] = 0.99
    return with_probabilities(faces, probabilities)


def test_another_set_has_no_say() -> None:
    """Certain faces unlike the taught faces of their kinds keep their reading, and the match is `OF_ANOTHER`."""
    faces = named([*STRANGE], ("1B", "2B", "3B"))
    decided, fit = apply_tile_set(faces, profile(), classifier())
    assert fit is SetMatch.OF_ANOTHER
    assert [face.probabilities for face in decided] == [face.probabilities for face in faces]


def test_a_misread_face_does_not_speak_against_the_set_it_is_of() -> None:
    """If the network confuses the set's own faces with each other, surely, the set still matches."""
    faces = named([KINDS[label] for label in ("1B", "2B", "3B", "F", "J")], ("1B", "3B", "F", "J", "2B"))
    assert apply_tile_set(faces, profile(), classifier())[1] is SetMatch.OF_IT


def test_what_cannot_be_told_is_said_as_doubt() -> None:
    """With one face like the taught one and two unlike, the match is in doubt, and the set still reads."""
    faces = named([KINDS["1B"], *STRANGE[:2]], ("1B", "2B", "3B"))
    decided, fit = apply_tile_set(faces, profile(), classifier())
    assert fit is SetMatch.IN_DOUBT
    assert [face.probabilities for face in decided] != [face.probabilities for face in faces]
    assert apply_tile_set(faces.chosen(range(2)), profile(), classifier())[1] is SetMatch.OF_IT


def test_a_stranger_among_the_faces_of_the_set_is_asked_about() -> None:
    """A face unlike the taught face of its sure name is not sure; the set's own faces stay sure."""
    faces = named([KINDS["1B"], KINDS["2B"], KINDS["F"], KINDS["J"], STRANGE[2]], ("1B", "2B", "F", "J", "3B"))
    decided, fit = apply_tile_set(faces, profile(), classifier())
    assert fit is SetMatch.OF_IT
    most = [max(face.probabilities) for face in decided]
    assert min(most[:4]) > 0.95
    assert most[4] <= 0.8
    assert decided.best[4] == "3B"


def test_faces_that_are_not_read_plainly_tell_nothing() -> None:
    """Uncertain faces, and kinds that were not taught, do not count against a set."""
    assert apply_tile_set(seen([0b10101010, 0b10001001]), profile(), classifier())[1] is SetMatch.OF_IT
    assert apply_tile_set(named([0b10101010], ("9D",)), profile(), classifier())[1] is SetMatch.OF_IT


def test_the_set_that_fits_better_is_named() -> None:
    """The best of the known sets is named, or none if the faces belong to none of them."""
    faces = named([KINDS["1B"], KINDS["2B"], KINDS["3B"]], ("1B", "2B", "3B"))
    crops = np.stack([crop(kind) for kind in STRANGE])
    other = empty_tile_set("Other", classifier().card).with_faces(
        teach_faces(classifier(), crops, ("1B", "2B", "3B"), ["a"] * 3)
    )
    assert better_set(faces, [other, profile(), empty_tile_set("New", classifier().card)], classifier()) == "Stripes"
    assert better_set(faces, [other], classifier()) is None
    assert better_set(faces.chosen([]), [profile()], classifier()) is None


class NamingNetwork(StripesNetwork):
    """Labels a crop surely by its bands, either way up."""

    def __init__(self, names: dict[str, int]) -> None:
        super().__init__()
        self.names = names

    def run(self, pixels: np.ndarray) -> list[np.ndarray]:
        """As `StripesNetwork.run`, with logits that know."""
        _, *others = super().run(pixels)
        logits = np.zeros((len(pixels), len(LABELS)), np.float32)
        bands = pixels.astype(np.float32).mean(axis=(2, 3)).reshape(len(pixels), 8, -1).mean(axis=2) < 150
        for at, dark in enumerate(bands):
            bits = {sum(int(bit) << band for band, bit in enumerate(order)) for order in (dark, dark[::-1])}
            logits[at, [LABELS.index(label) for label, kind in self.names.items() if kind in bits]] = 20.0
        return [logits, *others]


def on_heads(faces: Faces) -> Faces:
    """Return the same faces, each on its head in its quad."""
    crops = np.ascontiguousarray(np.array(faces.crops)[:, ::-1])
    return faces_of([face.probabilities for face in faces], np.array(faces.quads), crops, classifier().embed(crops))


@pytest.mark.parametrize("overturned", [False, True], ids=["as they were taught", "on their heads"])
def test_the_set_that_fits_better_is_named_either_way_up(overturned: bool) -> None:
    """A set still matches if its faces were taught the other way up than the network reads them."""
    faces = named([KINDS["1B"], KINDS["2B"], KINDS["3B"]], ("1B", "2B", "3B"))
    knowing = toys.classifier(NamingNetwork(KINDS))
    assert better_set(on_heads(faces) if overturned else faces, [profile()], knowing) == "Stripes"


def test_faces_that_may_be_of_another_set_lie_as_the_network_says() -> None:
    """A set in doubt names faces, but does not turn them to look like its own."""
    shown = {"1B": KINDS["1B"], "2B": STRANGE[0], "3B": STRANGE[1]}
    faces = on_heads(named([*shown.values()], ("1B", "2B", "3B")))
    decided, fit = apply_tile_set(faces, profile(), toys.classifier(NamingNetwork(shown)))
    assert fit is SetMatch.IN_DOUBT
    assert decided.best[0] == "1B"
    assert decided.quads == faces.quads
    assert all(one.crop is other.crop for one, other in zip(decided, faces, strict=True))


def test_views_are_the_same_each_time_and_begin_with_the_crop() -> None:
    """The views of a crop do not depend on the other crops."""
    crops = np.stack([crop(5), crop(9)])
    made = views(crops)
    assert np.array_equal(made[:, 0], crops)
    assert np.array_equal(made[1], views(crops[1:])[0])
    assert made.shape == (2, VIEWS, 160, 128, 3)


def test_proposals_choose_for_all_faces_together() -> None:
    """Of two faces read as one kind, the surer one keeps it and the other gets its next label; jokers may repeat."""
    faces = seen([1, 2, 3, 4])
    probabilities = np.full((len(faces), len(LABELS)), 0.001)
    for row, said in enumerate(({"5B": 0.96}, {"5B": 0.6, "6B": 0.3}, {"J": 0.8}, {"J": 0.7})):
        for label, value in said.items():
            probabilities[row, LABELS.index(label)] = value
    blank = Photo.of(np.zeros((100, 400, 3), np.uint8))
    look = Observation(blank, with_probabilities(faces, probabilities), (1.0,) * 4, Timing())
    (proposal,) = propose([look])
    assert proposal.labels == ("5B", "6B", "J", "J")
    assert not proposal.sure[1]
    assert propose([replace(look, faces=faces.chosen([]))])[0].labels == ()


def test_a_surely_misread_tile_shows_by_what_is_lacking() -> None:
    """With two tiles of one kind and none of another, one is asked about as the missing kind, unless laid out so."""
    kinds = [tile.code for tile in ALL_TILES]
    laid = ["1B" if kind == "G" else kind for kind in kinds]
    assert crowded(laid, ()) == (("1B",), ("G",))
    assert crowded(laid, {"G"}) == ((), ())
    assert crowded(kinds, ()) == ((), ())
    assert crowded([*kinds, "F", "F", "J"], ()) == ((), ())
    assert crowded([kind for kind in kinds if kind != "G"] * 2, ()) == ((), ()), "two of each, on purpose"
    assert crowded(["1B", "1B", "2B"], ()) == ((), ()), "a part of the set"
    assert crowded(["BACK", "BACK", *kinds[1:]], ()) == ((), ()), "two tiles face down are not read wrongly"
    faces = seen(list(range(1, len(laid) + 1)))
    probabilities = np.full((len(faces), len(LABELS)), 0.0001)
    probabilities[range(len(laid)), [LABELS.index(kind) for kind in laid]] = 0.99
    blank = Photo.of(np.zeros((100, 400, 3), np.uint8))
    look = Observation(blank, with_probabilities(faces, probabilities), (1.0,) * len(laid), Timing())
    for known, labels in ((), kinds), (("G",), laid):
        (proposal,) = propose([look], known)
        assert sorted(proposal.labels) == sorted(labels)
        assert known or not proposal.sure[proposal.labels.index("G")]


def test_a_taught_face_is_checked_when_made() -> None:
    """Impossible labels, crops and embeddings are refused."""
    face = profile().faces[0]
    for changes, code in (
        ({"label": "XX"}, "bad-label"),
        ({"crop": face.crop[:40]}, "bad-crop"),
        ({"views": array("f", [2 * value for value in face.views])}, "bad-embedding"),
        ({"views": array("f", [np.nan] * len(face.views))}, "bad-embedding"),
    ):
        with pytest.raises(VisionError) as caught:
            TaughtFace(**{**{name: getattr(face, name) for name in TaughtFace.__slots__}, **changes})
        assert caught.value.code == code
