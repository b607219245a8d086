"""Decide which tiles are sure, and which issues a photo has."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.tiles import Tile, copies
from tests.vision.toys import LABELS, card_with, face, faces_of
from vision import Issue, Photo
from vision.classification.faces import NONE, Faces
from vision.confidence.photo_issues import photo_issues
from vision.confidence.tile_confidence import TileConfidence, odd_sizes, rate_tiles, tiles_among
from vision.detection.nms import covered
from vision.geometry import as_quads
from vision.host.native import drive
from vision.requests import FACE_SIZE

Floats = npt.NDArray[np.float32]
CARD = card_with(reject=0.6)


APART = {"B": 14, "C": 8}
"""Pixels between horizontal stripes of a suit's face, which give Bams mostly vertical detail and Craks horizontal."""


def striped(blur: float, brightness: float = 1.0, count: int = 3, apart: int = 8) -> npt.NDArray[np.uint8]:
    """Return crops of printed stripes of two pixels, with a Gaussian blur in the same pixels."""
    crop = np.full((80, 64, 3), 210, np.uint8)
    for start in (20, 21):  # a grid, sharp both ways
        crop[start:60:apart] = (30, 120, 30)
        crop[20:60, start - 10 : 54 : 8] = (30, 120, 30)
    seen = cv2.GaussianBlur(crop, (0, 0), blur) if blur else crop
    shown = cv2.resize((seen * brightness).astype(np.uint8), FACE_SIZE[::-1], interpolation=cv2.INTER_NEAREST)
    return np.tile(shown, (count, 1, 1, 1))


def faces(rows: Sequence[Mapping[str, float]], quads: Floats | None = None, blur: float = 0.0) -> Faces:
    """Return faces with these probabilities; the rest to 1 is spread over the other labels."""
    probabilities = np.zeros((len(rows), len(LABELS)), np.float32)
    for index, row in enumerate(rows):
        probabilities[index] = (1 - sum(row.values())) / (len(LABELS) - len(row))
        for label, value in row.items():
            probabilities[index, LABELS.index(label)] = value
    if quads is None:
        quads = np.array([face((100 + 80 * index, 100), 100) for index in range(len(rows))], np.float32)
    prints = [APART.get(LABELS[best][1:], 10) if LABELS[best] != "1B" else 10 for best in probabilities.argmax(axis=1)]
    crops = np.concatenate([striped(blur, count=0), *(striped(blur, count=1, apart=apart) for apart in prints)])
    return faces_of(probabilities, quads, crops)


def issues(
    photo: Photo,
    quads: Floats,
    found: Sequence[TileConfidence],
    crops: npt.NDArray[np.uint8],
    indices: Sequence[int],
) -> tuple[Issue, ...]:
    """Return the issues of a photo of tiles with these crops."""
    return drive(photo_issues(photo, faces_of(np.zeros((len(crops), len(LABELS))), quads, crops), found, indices))


def sharpness(crops: npt.NDArray[np.uint8]) -> list[float]:
    """Return the sharpness of crops."""
    return [
        face.sharpness for face in faces_of(np.zeros((len(crops), len(LABELS))), np.zeros((len(crops), 4, 2)), crops)
    ]


CLOSE = 100_000
"""Area of a picture that one of these faces fills to a good part."""

COMPANY: list[Mapping[str, float]] = [{"1D": 0.99}, {"N": 0.99}]
"""Two sure faces, so that a face beside them is not alone."""


@pytest.mark.parametrize(
    ("row", "sure"),
    [
        ({"5B": 0.99}, True),
        ({"5B": 0.9001}, True),
        ({"5B": 0.89, "6B": 0.01}, False),
        ({"BACK": 0.97}, True),
        ({"5B": 0.5, "6B": 0.5}, False),
    ],
    ids=["certain", "at the threshold", "below it", "face down", "one of two"],
)
def test_sure_from_the_cards_threshold_up(row: dict[str, float], sure: bool) -> None:
    """A label is sure from the card's probability up."""
    assert rate_tiles(faces([row, *COMPANY]), CARD)[0].sure is sure


@pytest.mark.parametrize("rival", ["6B", NONE])
def test_sure_needs_the_margin(rival: str) -> None:
    """A label close to another label, or to "no tile", is not sure even above the threshold."""
    narrow = card_with(sure=0.5, reject=0.9)
    assert not rate_tiles(faces([{"5B": 0.6, rival: 0.3}, *COMPANY]), narrow)[0].sure
    assert rate_tiles(faces([{"5B": 0.8, rival: 0.1}, *COMPANY]), narrow)[0].sure


def test_alternatives_are_the_next_tiles() -> None:
    """Alternatives follow by probability, without "no tile" and nearly impossible labels."""
    opinion = rate_tiles(faces([{"6B": 0.55, "8B": 0.3, NONE: 0.1, "9B": 0.0499}]), CARD)[0]
    assert (opinion.label, round(opinion.confidence, 4)) == ("6B", 0.55)
    assert [label for label, _ in opinion.alternatives] == ["8B", "9B"]


def test_no_tile_goes_and_a_doubted_one_stays() -> None:
    """A face above the card's "no tile" threshold is dropped; one below it keeps its best label and is asked about."""
    seen = faces([{NONE: 0.61, "0": 0.3}, {NONE: 0.59, "0": 0.3}])
    which = tiles_among(seen, [0.9, 0.9], CARD, CLOSE)
    assert which == [1]
    assert [(opinion.label, opinion.sure) for opinion in rate_tiles(seen.chosen(which), CARD)] == [("0", False)]


@pytest.mark.parametrize(
    ("score", "best", "stays"), [(0.35, 0.3, False), (0.9, 0.3, True), (0.35, 0.9, True)], ids=["both", "one", "other"]
)
def test_what_neither_network_believes_in_goes(score: float, best: float, stays: bool) -> None:
    """A weak detection with a weak label is dropped; it stays if either network is certain."""
    assert bool(tiles_among(faces([{"5B": best}]), [score], CARD, CLOSE)) is stays


@pytest.mark.parametrize(
    ("label", "none", "score", "stays"),
    [
        ("BACK", 0.2, 0.45, False),
        ("BACK", 0.2, 0.55, True),
        ("BACK", 0.05, 0.45, True),
        ("5B", 0.2, 0.45, True),
    ],
    ids=["neither is convinced", "the finder is", "the reader is", "it has print"],
)
def test_a_back_that_both_networks_doubt_goes(label: str, none: float, score: float, stays: bool) -> None:
    """A doubtful back is dropped, such as a rack's end or a gap; a face with print stays and is asked about."""
    seen = faces([{label: 1 - none - 0.01, NONE: none}])
    assert bool(tiles_among(seen, [score], CARD, CLOSE)) is stays


@pytest.mark.parametrize(
    ("scores", "picture", "stay"),
    [
        ([0.45], 40 * CLOSE, False),
        ([0.75], 40 * CLOSE, True),
        ([0.45], CLOSE, True),
        ([0.45, 0.45, 0.45], 40 * CLOSE, False),
        ([0.45, 0.45, 0.75], 40 * CLOSE, True),
        ([0.45] * 6, 40 * CLOSE, True),
    ],
    ids=[
        "a die on an empty table",
        "a plain tile far away",
        "one tile shot from near",
        "three boxes of printed cloth",
        "two weak tiles beside a plain one",
        "more than a few",
    ],
)
def test_a_few_specks_go_unless_one_convinces(scores: list[float], picture: int, stay: bool) -> None:
    """A few small faces are tiles only if one of them is plainly one: dice and boxes lie on tables without tiles."""
    seen = faces([{"5D": 0.99}] * len(scores))
    assert tiles_among(seen, scores, CARD, picture) == (list(range(len(scores))) if stay else [])


@pytest.mark.parametrize(
    ("tiles", "score", "stays"),
    [(6, 0.71, True), (6, 0.69, False), (5, 0.71, False)],
    ids=["a joker of leaves on a rack", "a gap of a rack", "a box beside five tiles"],
)
def test_among_tiles_the_detector_is_believed(tiles: int, score: float, stays: bool) -> None:
    """A face that the classifier rejects stays among tiles if the detector is sure of it, and is asked about."""
    seen = faces([{"5D": 0.99}] * tiles + [{NONE: 0.99, "J": 0.009}])
    which = tiles_among(seen, [0.9] * tiles + [score], card_with(plain_score=0.7), CLOSE)
    assert which == list(range(tiles + stays))
    if stays:
        last = rate_tiles(seen.chosen(which), CARD)[-1]
        assert (last.label, last.sure) == ("J", False)


@settings(max_examples=80, deadline=None)
@given(
    label=st.sampled_from([label for label in LABELS if label not in {NONE, "BACK"}]),
    # Faces hold probabilities in single precision, where two that differ less are equal.
    confidences=st.lists(st.floats(0.91, 0.999).map(lambda value: float(np.float32(value))), min_size=1, max_size=14),
)
def test_no_more_sure_tiles_than_a_set_holds(label: str, confidences: list[float]) -> None:
    """Of too many copies the least certain are not sure, with no more confidence than the set's count allows."""
    others = [other for other in ("1D", "N", "5C") if other != label][:2]
    company: list[Mapping[str, float]] = [{other: 0.99} for other in others]
    rows: list[Mapping[str, float]] = [{label: confidence} for confidence in confidences]
    found = rate_tiles(faces([*rows, *company]), CARD)[: len(confidences)]
    room = copies(Tile(label))
    doubted = [index for index, opinion in enumerate(found) if opinion.crowded]
    assert len(doubted) == max(0, len(confidences) - room)
    assert sum(opinion.sure for opinion in found) == min(room, len(confidences))
    for index in doubted:
        assert found[index].confidence <= room / len(confidences)
        assert confidences[index] <= min(c for i, c in enumerate(confidences) if i not in doubted)


def test_any_number_of_tiles_may_lie_face_down() -> None:
    """Any number of face-down tiles may be sure, because their kinds are unknown."""
    assert all(opinion.sure for opinion in rate_tiles(faces([{"BACK": 0.99}] * 40), CARD))


@pytest.mark.parametrize("size", [40, 170])
def test_a_face_of_another_size_is_doubted(size: float) -> None:
    """A face much larger or smaller than its neighbours is asked about, however certain its label."""
    quads = np.array([face((100 + 80 * index, 100), size if index == 3 else 100) for index in range(9)], np.float32)
    found = rate_tiles(faces([{"0": 0.99}] * 4 + [{"5B": 0.99}] * 4 + [{"F": 0.99}], quads), CARD)
    assert [index for index, opinion in enumerate(found) if not opinion.sure] == [3]
    assert found[3].odd_size


def test_a_row_that_lies_flat_beyond_a_row_that_stands_is_no_odd_size() -> None:
    """On a rack seen from above the exposures are half as high and as wide as the tiles below; a card is larger."""

    def box(left: float, top: float, width: float, height: float) -> list[tuple[float, float]]:
        return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]

    exposed = [box(48 * at, 0, 45, 20) for at in range(7)]
    concealed = [box(48 * at, 40, 45, 42) for at in range(7)]
    assert not any(odd_sizes(as_quads(np.array([*exposed, *concealed]))))
    odd = odd_sizes(as_quads(np.array([*exposed, *concealed, box(360, 0, 80, 110)])))
    assert odd == [False] * 14 + [True]


def test_perspective_is_no_odd_size() -> None:
    """Tiles that shrink along the rack, to half from end to end, are no odd sizes; nor are few tiles."""
    quads = np.array([face((100 + 80 * index, 100), 120 - 5 * index) for index in range(13)], np.float32)
    assert not any(odd_sizes(as_quads(quads)))
    assert not any(odd_sizes(as_quads([face((0, 0), 50), face((300, 0), 200)])))


def test_a_face_that_another_one_covers_is_asked_about() -> None:
    """If one face covers a third of another, both are asked about and named, and both stay."""
    quads = np.array([face((x, 100), 100) for x in (100, 148, 300, 380, 460)], np.float32)
    found = rate_tiles(faces([{"5B": 0.99}, {"6B": 0.99}, {"7B": 0.99}, *COMPANY], quads), CARD)
    assert [one.hidden for one in found] == [True, True, False, False, False]
    assert [one.sure for one in found] == [False, False, True, True, True]
    photo = Photo.of(np.full((400, 600, 3), 120, np.uint8))
    named = issues(photo, quads, found, striped(0, count=5), range(5))
    assert [(issue.code, issue.tiles) for issue in named] == [("half-hidden", (0, 1))]


@settings(max_examples=60, deadline=None)
@given(shift=st.tuples(st.floats(3, 90), st.floats(3, 120)), angle=st.floats(0, 359))
@example(shift=(3.0, 100.0), angle=60.0)  # edges along each other: OpenCV reports one face inside the other
def test_a_face_is_covered_by_what_overlaps_so_much_of_it(shift: tuple[float, float], angle: float) -> None:
    """The covered part of two upright faces is that of their rectangles, at any angle."""
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    pair = np.stack([face((0, 0), 100), face(shift, 100)]) @ matrix.T
    part = max(0.0, 1 - shift[0] / 72) * max(0.0, 1 - shift[1] / 100)
    assert part < 0.03 or all(covered(as_quads(pair), part - 0.03))
    assert not any(covered(as_quads(pair), part + 0.03))


def test_a_blurred_face_is_asked_about() -> None:
    """A face without any sharp edge is not sure, however certain the classifier is."""
    rows: list[Mapping[str, float]] = [{"5B": 0.99}, *COMPANY]
    assert [seen.sure for seen in rate_tiles(faces(rows, blur=6.0), CARD)] == [False] * 3
    assert [seen.sure for seen in rate_tiles(faces(rows), CARD)] == [True] * 3


@pytest.mark.parametrize(
    ("rows", "heights", "alone"),
    [
        ([{"5D": 0.999}], [100], [0]),
        ([{"5D": 0.999}, {"8D": 0.999}], [100, 90], [0, 1]),
        ([{"5D": 0.999}, {"8D": 0.999}, {"6B": 0.5, "8B": 0.5}], [100, 90, 100], [0, 1]),
        ([{"5D": 0.999}, {"8D": 0.999}, {"6B": 0.999}], [100, 90, 100], []),
        ([{"5D": 0.999}, {"8D": 0.999}, {"6B": 0.999}, {"7C": 0.999}], [100, 100, 100, 220], [3]),
    ],
    ids=["one", "two", "two and a doubted one", "three", "three and a large one"],
)
def test_what_lies_alone_is_asked_about(
    rows: list[Mapping[str, float]], heights: list[float], alone: list[int]
) -> None:
    """A face without two sure ones of its size in view may be a die or a card: it is asked about and named."""
    quads = np.array([face((150 + 250 * index, 200), height) for index, height in enumerate(heights)], np.float32)
    found = rate_tiles(faces(rows, quads), CARD)
    assert [index for index, one in enumerate(found) if one.alone] == alone
    assert not any(found[index].sure for index in alone)
    photo = Photo.of(np.full((400, 1200, 3), 120, np.uint8))
    named = issues(photo, quads, found, striped(0, count=len(rows)), range(len(rows)))
    assert [issue.tiles for issue in named if issue.code == "few-tiles"] == ([tuple(alone)] if alone else [])


@pytest.mark.parametrize(
    ("count", "codes"),
    [(5, ["blurred", "few-tiles"]), (6, ["blurred"]), (13, ["blurred"])],
    ids=["five", "six", "a hand"],
)
def test_few_tiles_are_told_of_only_where_few_are_in_view(count: int, codes: list[str]) -> None:
    """A sure tile among doubtful ones is asked about; the issue of few tiles appears only if few are in view."""
    quads = np.array([face((80 + 80 * index, 200), 100) for index in range(count)], np.float32)
    rows: list[Mapping[str, float]] = [{"5D": 0.999}, *[{"6B": 0.5, "8B": 0.5}] * (count - 1)]
    found = rate_tiles(faces(rows, quads), CARD)
    assert not any(one.sure for one in found)
    photo = Photo.of(np.full((400, 1300, 3), 120, np.uint8))
    named = issues(photo, quads, found, striped(4.0, count=count), range(count))
    assert [issue.code for issue in named if issue.code != "too-many-copies"] == codes


def opinion(*, sure: bool) -> TileConfidence:
    """Return the confidence of a 5 Bam."""
    return TileConfidence("5B", 0.99 if sure else 0.6, (), sure)


def codes(crops: npt.NDArray[np.uint8], *, sure: bool, height: float = 100, ground: int = 120) -> set[str]:
    """Return the codes of the issues of a photo of such faces."""
    photo = Photo.of(np.full((400, 600, 3), ground, np.uint8))
    quads = np.array([face((150 + 80 * index, 200), height) for index in range(len(crops))], np.float32)
    return {issue.code for issue in issues(photo, quads, [opinion(sure=sure)] * len(crops), crops, range(len(crops)))}


@pytest.mark.parametrize(
    ("crops", "height", "ground", "code"),
    [
        (striped(4.0), 100, 120, "blurred"),
        (striped(0.0), 25, 120, "tiles-small"),
        (striped(0.0, 0.2), 100, 20, "too-dark"),
        (np.full((3, 160, 128, 3), 255, np.uint8), 100, 120, "glare"),
    ],
    ids=["blurred", "small", "dark", "glare"],
)
def test_causes_of_doubt_are_named(crops: npt.NDArray[np.uint8], height: float, ground: int, code: str) -> None:
    """A doubtful tile comes with the photo's issue; the same photo without doubtful tiles has none."""
    assert code in codes(crops, sure=False, height=height, ground=ground)
    assert codes(crops, sure=True, height=height, ground=ground) == set()


def test_a_good_photo_has_no_issues() -> None:
    """Sharp faces in good light give no issue, even if a tile is doubtful."""
    assert codes(striped(0.0), sure=False) == set()


@pytest.mark.parametrize(
    ("doubted", "of", "code"),
    [(6, 6, True), (6, 12, True), (6, 13, False), (5, 5, False)],
    ids=["all of six", "half of twelve", "fewer than half", "all of five"],
)
def test_a_set_it_does_not_know_is_told(doubted: int, of: int, code: bool) -> None:
    """If half of the tiles in a good photo are doubtful, the issue reports an unfamiliar set and lists those tiles."""
    photo = Photo.of(np.full((400, 1300, 3), 120, np.uint8))
    quads = np.array([face((80 + 80 * index, 200), 100) for index in range(of)], np.float32)
    found = [opinion(sure=index >= doubted) for index in range(of)]
    named = issues(photo, quads, found, striped(0, count=of, apart=APART["B"]), range(of))
    assert [(issue.code, issue.tiles) for issue in named] == ([("strange-set", tuple(range(doubted)))] if code else [])
    blurred = issues(photo, quads, found, striped(4.0, count=of), range(of))
    assert [issue.code for issue in blurred] == ["blurred"]


def test_backs_make_no_strange_set() -> None:
    """Doubtful face-down tiles neither make the set unfamiliar nor count against it."""
    photo = Photo.of(np.full((400, 1300, 3), 120, np.uint8))
    quads = np.array([face((80 + 80 * index, 200), 100) for index in range(12)], np.float32)
    crops = striped(0, count=12, apart=APART["B"])
    down = [TileConfidence("BACK", 0.6, (), False)] * 6
    known = issues(photo, quads, [*down, *[opinion(sure=True)] * 6], crops, range(12))
    assert "strange-set" not in {issue.code for issue in known}
    strange = issues(photo, quads, [*down, *[opinion(sure=False)] * 6], crops, range(12))
    assert ("strange-set", tuple(range(6, 12))) in {(issue.code, issue.tiles) for issue in strange}


def test_sharpness_falls_with_blur_and_not_with_light() -> None:
    """Sharpness falls with blur and not with poor light."""
    levels = [sharpness(striped(blur))[0] for blur in (0, 1, 2, 4)]
    assert levels == sorted(levels, reverse=True)
    assert levels[-1] < 0.5 * levels[0]
    assert sharpness(striped(0, 0.4))[0] == pytest.approx(levels[0], rel=0.15)


def test_sharpness_knows_a_hand_that_shook() -> None:
    """Blur along one direction alone lowers sharpness."""
    shaken = np.stack([cv2.blur(crop, (30, 1)) for crop in striped(0)])
    assert sharpness(shaken)[0] < 0.5 * sharpness(striped(0))[0]
    assert sharpness(np.zeros((0, 160, 128, 3), np.uint8)) == []


def test_tiles_are_counted_from_one_in_words() -> None:
    """Messages number tiles from 1; the indices beside them count from 0."""
    photo = Photo.of(np.full((400, 600, 3), 120, np.uint8))
    quads = np.array([face((20, 200), 100), face((300, 200), 100), face((590, 200), 100)], np.float32)
    found = issues(photo, quads, [opinion(sure=True)] * 3, striped(0), [4, 5, 6])
    assert [(issue.code, issue.tiles) for issue in found] == [("cut-off", (4, 6))]
    assert "tiles 5 and 7" in found[0].message
