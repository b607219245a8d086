from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tiles import may_be_one_meld
from tests.vision.toys import LABELS, face, networks, picture
from vision import Observation, Photo, State, VisionError, observe
from vision.classification.faces import NONE, Faces
from vision.geometry import as_quads, centre
from vision.geometry import turned as renumbered_by
from vision.host.native import drive
from vision.live import camera_motion
from vision.live.camera_motion import Motion, ahead_of
from vision.live.fusion import GONE, HOLD, PATIENCE, Fusion
from vision.reading import Timing
from vision.requests import Homography

Floats = npt.NDArray[np.float32]

RACK = ["F", "F", "1B", "5B", "9B", "2C", "J", "8C", "3D", "0", "N", "W", "R", "G"]
SIZE = (1400, 500)
RATE = 0.05
"""Seconds between two frames."""

EYES = networks()
START = Fusion.start(EYES.cards, may_be_one_meld)


def row(labels: list[str], start: tuple[float, float] = (150, 250), height: float = 90) -> list[tuple[str, Floats]]:
    """Return tiles side by side."""
    return [(label, face((start[0] + 0.8 * height * i, start[1]), height)) for i, label in enumerate(labels)]


def seen(tiles: list[tuple[str, Floats]], size: tuple[int, int] = SIZE) -> Observation:
    """Observe tiles by the toy networks."""
    return observe(Photo.of(picture(*size, tiles)), EYES)


def with_probabilities(look: Observation, probabilities: Floats) -> Observation:
    """Return the observation with other probabilities."""
    each = zip(look.faces, probabilities.tolist(), strict=True)
    return replace(look, faces=look.faces.of(replace(face, probabilities=row) for face, row in each))


def probabilities_of(look: Observation) -> Floats:
    """Return the probabilities (N, labels)."""
    return np.array([face.probabilities for face in look.faces], np.float32)


def from_the_left(look: Observation) -> list[int]:
    """Return the indices of the faces from left to right."""
    return sorted(range(len(look.faces)), key=lambda index: centre(look.faces.quads[index]))


def step(fusion: Fusion, look: Observation, time: float) -> Fusion:
    """Return the fusion after one more frame."""
    return drive(fusion.step(look, time))


def follow(
    before: Floats, kinds: Floats, after: Floats, kinds_after: Floats, drift: tuple[float, float], *, told: bool = False
) -> Motion:
    """Return the motion between faces (N, 4, 2) and (M, 4, 2)."""
    quads, quads_after = as_quads(before), as_quads(after)
    return camera_motion.follow(quads, kinds.tolist(), quads_after, kinds_after.tolist(), drift, measured=told)


def apply(matrix: Homography, quads: Floats) -> Floats:
    """Return quads (N, 4, 2) moved by a homography."""
    return np.array(camera_motion.moved(matrix, as_quads(quads)), np.float32).reshape(-1, 4, 2)


def said(look: Observation, at: int, label: str, probability: float = 0.97) -> Observation:
    """Return the observation with another label for the `at`-th face from the left."""
    probabilities = probabilities_of(look)
    index = from_the_left(look)[at]
    probabilities[index] = (1 - probability) / (len(LABELS) - 1)
    probabilities[index, LABELS.index(label)] = probability
    return with_probabilities(look, probabilities)


def without(look: Observation, hidden: set[int]) -> Observation:
    """Return the observation without the faces `hidden`, counted from the left."""
    order = from_the_left(look)
    gone = {order[index] for index in hidden}
    faces, scores = look.chosen(index for index in range(len(order)) if index not in gone)
    return replace(look, faces=faces, scores=scores)


def ran(looks: list[Observation], fusion: Fusion | None = None) -> list[Fusion]:
    """Return the fusion after each frame, one every `RATE` seconds."""
    now = fusion or START
    after = []
    for look in looks:
        now = step(now, look, now.time + RATE)
        after.append(now)
    return after


def labels_of(fusion: Fusion) -> list[str]:
    """Return the labels of the fused reading, in reading order."""
    assert fusion.reading is not None
    return [tile.label for tile in fusion.reading.tiles]


def test_a_still_rack_is_steady_within_a_second() -> None:
    """The state is first looking, then steady, and the reading equals that of a single good photo."""
    look = seen(row(RACK))
    after = ran([look] * 20)
    states = [fusion.state for fusion in after]
    assert states[0] is State.LOOKING
    first = states.index(State.STEADY)
    assert HOLD <= first * RATE <= 0.6
    assert set(states[first:]) == {State.STEADY}
    assert labels_of(after[-1]) == RACK
    assert after[-1].reading is not None
    assert after[-1].reading.unsure == ()


@pytest.mark.parametrize(
    "before",
    [pytest.param([], id="from-the-start"), pytest.param(row(RACK[:-1]), id="after-another-rack")],
)
def test_a_reading_stands_from_the_look_that_said_it_first(before: list[tuple[str, Floats]]) -> None:
    """A second frame with the same result confirms the first one's reading, without a new wait."""
    earlier = ran([seen(before)] * 20)[-1] if before else START
    after = ran([seen(row(RACK))] * 20, earlier)
    first = next(fusion.time for fusion in after if labels_of(fusion) == RACK)
    steady = next(fusion.time for fusion in after if labels_of(fusion) == RACK and fusion.state is State.STEADY)
    assert steady - first == pytest.approx(HOLD, abs=RATE / 2)


def test_a_panning_phone_keeps_identities() -> None:
    """Every tile keeps its name while the picture jumps by up to a whole tile a frame."""
    steps = [0, 10, 30, 70, 75, 140, 150, 90, 20, 20, 60, 110]
    after = ran([seen(row(RACK, (90.0 + step, 250.0 + step / 3))) for step in steps])
    for fusion in after[3:]:
        assert labels_of(fusion) == RACK
        assert fusion.names == after[3].names
    assert after[-1].next_name == len(RACK)


def test_names_stand_in_the_order_of_the_reading() -> None:
    """A rack seen from across the table reads from its owner's side, in any position of a wall behind it."""
    rack = [(label, np.roll(quad, 2, axis=0)) for label, quad in row(RACK, (150, 250))]
    wall = [tile for line in (600, 720) for tile in row(["BACK"] * 16, (100, line), 80)]
    after = ran([seen(rack + wall, (1500, 900))] * 4)[-1]
    assert after.reading is not None
    assert labels_of(after)[:14] == RACK[::-1] or labels_of(after)[-14:] == RACK[::-1]
    corners = {track.name: {tuple(corner) for corner in np.array(track.quad).tolist()} for track in after.tracks}
    assert [corners[name] for name in after.names] == [set(tile.quad) for tile in after.reading.tiles]


def test_like_tiles_that_shift_by_one_place_are_told_apart_by_their_neighbours() -> None:
    """After a move by one tile, a row of kongs is matched by all its tiles, not by like tiles in one place."""
    kongs = ["2C"] * 4 + ["7D"] * 4 + ["F"] * 4
    after = ran([seen(row(kongs))] * 3 + [seen(row(kongs, (150 + 72, 250)))])
    assert after[-1].names == after[2].names


def test_chance_misreadings_are_outvoted() -> None:
    """Each frame misreads another tile with certainty; the fused reading is right from the third frame on."""
    good = seen(row(RACK))
    after = ran([said(good, at % len(RACK), "4D") for at in range(20)])
    assert all(labels_of(fusion) == RACK for fusion in after[2:])
    assert after[-1].state is State.STEADY


def test_what_every_look_doubts_stays_in_doubt() -> None:
    """All frames share the tile's print and light, so that many at 60 percent are no surer than one."""
    doubtful = said(seen(row(RACK)), 6, "7C", 0.6)
    last = ran([doubtful] * 60)[-1]
    assert last.reading is not None
    assert last.reading.unsure == (6,)
    assert last.reading.tiles[6].confidence < 0.9
    assert last.state is State.STEADY


def test_a_hand_that_passes_hides_no_tile() -> None:
    """A hand that covers up to four tiles for half a second changes neither the reading nor its state."""
    good = seen(row(RACK))
    start = ran([good] * 15)[-1]
    covered = [without(good, set(range(at // 3, min(len(RACK), at // 3 + 4)))) for at in range(3 * len(RACK))]
    for fusion in ran(covered, start):
        assert labels_of(fusion) == RACK
        assert fusion.state is State.STEADY


@pytest.mark.parametrize("apart", [1.0, 2.0, 20.0], ids=["a second", "two", "a pause"])
def test_a_look_that_misses_a_tile_does_not_lose_it(apart: float) -> None:
    """However far looks lie apart, the next look that finds the tile again gives it back with its name."""
    good = seen(row(RACK))
    start = ran([good] * 5)[-1]
    now = step(start, without(good, {4}), start.time + apart)
    for again in (1, 2):
        now = step(now, good, start.time + (1 + again) * apart)
        assert labels_of(now) == RACK
        assert now.names == start.names


def test_a_tile_that_is_taken_away_vanishes() -> None:
    """A removed tile leaves the reading within two seconds; the state is moved, then steady; other tiles keep names."""
    start = ran([seen(row(RACK))] * 15)[-1]
    less = [tile for index, tile in enumerate(row(RACK)) if index != 4]
    after = ran([seen(less)] * 60, start)
    left = [name for index, name in enumerate(start.names) if index != 4]
    assert labels_of(after[40]) == [label for index, label in enumerate(RACK) if index != 4]
    assert State.MOVED in [fusion.state for fusion in after]
    assert after[-1].state is State.STEADY
    assert list(after[-1].names) == left


def test_a_tile_that_appears_is_read_soon() -> None:
    """A fourteenth tile beside thirteen joins the reading after a few frames, and the state is steady again."""
    start = ran([seen(row(RACK[:13]))] * 15)[-1]
    after = ran([seen(row(RACK))] * 20, start)
    assert labels_of(after[4]) == RACK
    assert after[4].state is State.MOVED
    assert after[-1].state is State.STEADY


def test_a_tile_exchanged_for_another_is_read_anew() -> None:
    """A tile swapped for another is read anew within one and a half seconds, however long it was in view."""
    start = ran([seen(row(RACK))] * 100)[-1]
    other = [*RACK[:4], "6D", *RACK[5:]]
    after = ran([seen(row(other))] * 30, start)
    assert labels_of(after[-1]) == other
    assert after[-1].reading is not None
    assert after[-1].reading.unsure == ()


def test_another_rack_is_read_from_the_start() -> None:
    """After a turn to another rack the reading has nothing of the first one, and the state is moved."""
    start = ran([seen(row(RACK))] * 15)[-1]
    other = ["4C", "4C", "4C", "S", "S", "S", "2B"]
    after = ran([seen(row(other, (200, 80), 60))] * 15, start)
    assert after[2].state is State.MOVED
    assert labels_of(after[2]) == other
    assert after[-1].state is State.STEADY
    assert not set(after[-1].names) & set(start.names)


def test_an_empty_table_is_looked_at_anew() -> None:
    """After the rack is gone for a while the reading is empty and the state is looking."""
    start = ran([seen(row(RACK))] * 15)[-1]
    after = ran([seen([])] * 80, start)
    assert labels_of(after[-1]) == []
    assert after[-1].state is State.LOOKING
    assert after[-1].tracks == ()
    times = [fusion.time for fusion in after if fusion.state is State.LOOKING]
    assert times[0] - start.time >= GONE


def test_blurred_looks_count_for_little() -> None:
    """A sharp frame outweighs several blurred ones that agree on another label."""
    good = seen(row(RACK))
    flat = [replace(face, detail=(0.0, 0.0, 0.0, 0.0)) for face in good.faces]
    blurred = said(replace(good, faces=good.faces.of(flat)), 2, "9C")
    last = ran([good, *[blurred] * 8])[-1]
    assert labels_of(last) == RACK


def test_one_look_that_sees_more_adds_nothing() -> None:
    """A detection in a single frame of many is not a tile."""
    good, more = seen(row(RACK)), seen([*row(RACK), ("5D", face((700, 420), 90))])
    after = ran([good] * 10 + [more] + [good] * 10)
    assert all(labels_of(fusion) == RACK for fusion in after)
    assert after[-1].state is State.STEADY


def turned(look: Observation, at: int, corners: int) -> Observation:
    """Return the observation with the `at`-th face from the left turned by `corners` quarter turns."""
    each = list(look.faces)
    index = from_the_left(look)[at]
    each[index] = replace(each[index], quad=renumbered_by(each[index].quad, corners))
    return replace(look, faces=look.faces.of(each))


def test_a_face_read_on_its_head_now_and_then_keeps_its_corners() -> None:
    """A frame that sees a face the other way up neither turns it nor decides its label."""
    good = seen(row(RACK))
    upside_down = said(turned(good, 8, 2), 8, "6D", 0.999)
    last = ran([upside_down, good, good, upside_down, good, good, upside_down, good])[-1]
    assert last.reading is not None
    assert np.abs(np.array(last.reading.tiles[8].quad) - row(RACK)[8][1]).max() < 4
    assert labels_of(last) == RACK


@pytest.mark.parametrize(
    ("often", "label", "probability", "sure"),
    [
        pytest.param(2, RACK[8], 0.998, True, id="the-same-tile-whichever-way-up"),
        pytest.param(6, "6D", 0.999, True, id="another-tile-in-one-look-of-six"),
        pytest.param(2, "6D", 0.6, False, id="another-tile-doubtfully-in-every-other-look"),
        pytest.param(2, "6D", 0.999, False, id="another-tile-surely-in-every-other-look"),
    ],
)
def test_looks_that_take_a_face_another_way_up_are_heard(
    often: int, label: str, probability: float, sure: bool
) -> None:
    """Frames that see a face another way up do not turn it; if they surely contradict the others, we ask about it."""
    plain = said(seen(row(RACK)), 8, RACK[8], 0.998)
    other = said(turned(plain, 8, 1), 8, label, probability)
    last = ran([other if at % often == 1 else plain for at in range(13)])[-1]
    assert last.reading is not None
    assert labels_of(last) == RACK
    assert last.reading.tiles[8].sure is sure


def test_another_picture_size_starts_anew() -> None:
    """Another picture size, as from a turned phone, starts the fusion anew."""
    start = ran([seen(row(RACK))] * 5)[-1]
    after = step(start, seen(row(RACK[:5]), (500, 1400)), start.time + RATE)
    assert not set(after.names) & set(start.names)


def test_time_does_not_go_back() -> None:
    """A frame older than the last one is refused; one of the same moment is not."""
    look = seen(row(RACK))
    fusion = step(START, look, 5.0)
    assert step(fusion, look, 5.0).looks == 2
    with pytest.raises(VisionError) as error:
        step(fusion, look, 4.9)
    assert error.value.code == "bad-time"


def test_a_step_leaves_the_fusion_before_it_as_it_was() -> None:
    """A step makes a new fusion and leaves the old one unchanged, so that two phones may go on from one."""
    first, second = seen(row(RACK)), seen(row(["S"] * 4 + ["W"] * 5))
    start = ran([first] * 5)[-1]
    votes = [track.votes for track in start.tracks]
    reading = start.reading
    one, other = ran([first] * 5, start)[-1], ran([second] * 5, start)[-1]
    again = ran([first] * 5, start)[-1]
    assert start.reading is reading
    assert all(track.votes == old for track, old in zip(start.tracks, votes, strict=True))
    assert labels_of(one) == labels_of(again) == RACK
    assert labels_of(other) == ["S"] * 4 + ["W"] * 5


@settings(max_examples=15)
@given(
    labels=st.lists(st.sampled_from([one for one in LABELS if one not in {NONE, "BACK"}]), min_size=2, max_size=14),
    shifts=st.lists(st.tuples(st.integers(-60, 60), st.integers(-40, 40)), min_size=4, max_size=8),
)
def test_any_row_on_any_path_is_read_as_it_lies(labels: list[str], shifts: list[tuple[int, int]]) -> None:
    """On any path of the camera the fused reading equals the tiles in view."""
    after = ran([seen(row(labels, (200 + x, 250 + y))) for x, y in shifts])
    for fusion in after:
        assert labels_of(fusion) == labels


@pytest.mark.parametrize(("found", "turns"), [(2, False), (6, False), (7, True), (13, True)])
def test_a_few_faces_tell_a_shift_only(found: int, turns: bool) -> None:
    """Few faces give a shift without a turn: blurred corners of two tiles would displace the row's other end."""
    before = np.array([quad for _, quad in row([str(index) for index in range(13)], (100, 250), 60)], np.float32)
    kinds = np.eye(13, dtype=np.float32)
    angle = np.radians(3)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = before[:found].mean(axis=(0, 1))
    after = ((before - middle) @ turn + middle + (4, 0)).astype(np.float32)[:found]
    motion = follow(before, kinds, after, kinds[:found], (0.0, 0.0))
    assert len(motion.pairs) == found
    far = apply(motion.matrix, before)[-1].mean(axis=0) - before[-1].mean(axis=0)
    assert (abs(float(far[1])) > 5) is turns


@pytest.mark.parametrize(
    ("found", "told", "pairs"),
    [(1, False, 0), (3, False, 0), (4, False, 4), (13, False, 13), (3, True, 3)],
    ids=["one face", "three", "a third", "all", "three, and the picture says so"],
)
def test_a_jump_takes_witnesses(found: int, told: bool, pairs: int) -> None:
    """One face matches a like one anywhere; a jump of the whole row needs many faces, or the picture's own shift."""
    before = np.array([quad for _, quad in row([str(index) for index in range(13)], (100, 250), 60)], np.float32)
    kinds = np.eye(13, dtype=np.float32)
    jump = np.array([-180, 52], np.float32)
    expected = (float(jump[0]), float(jump[1])) if told else (0.0, 0.0)
    motion = follow(before, kinds, (before + jump)[:found], kinds[:found], expected, told=told)
    assert motion.pairs == tuple((index, index) for index in range(pairs))
    moved = (apply(motion.matrix, before) - before).mean(axis=(0, 1))
    assert moved == pytest.approx(jump if pairs else (0, 0), abs=2)


def test_an_unsure_tile_keeps_nothing_waiting() -> None:
    """A rack with a tile that only a person can name is steady as soon as any other, and the tile is asked about."""
    doubtful = [said(seen(row(RACK)), 3, RACK[3], 0.7)] * 15
    plain = [seen(row(RACK))] * 15
    first = [next(i for i, one in enumerate(ran(looks)) if one.state is State.STEADY) for looks in (doubtful, plain)]
    assert first[0] == first[1]
    reading = ran(doubtful)[first[0]].reading
    assert reading is not None
    assert reading.unsure == (3,)


def flickering(rack: list[str], at: int, between: tuple[str, str], looks: int) -> list[Observation]:
    """Return frames that take one tile for two others in turn, neither surely; the vote changes every fourth frame."""
    good = seen(row(rack))
    index = from_the_left(good)[at]

    def doubted(first: str, second: str) -> Observation:
        probabilities = probabilities_of(good)
        probabilities[index] = 0.02 / (len(LABELS) - 2)
        probabilities[index, LABELS.index(first)] = 0.6
        probabilities[index, LABELS.index(second)] = 0.38
        return with_probabilities(good, probabilities)

    pair = [doubted(*between), doubted(*reversed(between))]
    return [pair[(number + 2) // 4 % 2] for number in range(looks)]


def test_nobody_waits_for_a_tile_that_cannot_be_told() -> None:
    """If frames alternate between two labels, the reading is steady within a second and asks about the tile."""
    after = ran(flickering(RACK, 8, ("3D", "5D"), 40))
    assert {labels_of(fusion)[8] for fusion in after} == {"3D", "5D"}
    first = next(index for index, fusion in enumerate(after) if fusion.state is State.STEADY)
    assert PATIENCE <= first * RATE <= 1.0
    assert {fusion.state for fusion in after[first:]} == {State.STEADY}, "and goes on to stand"
    for fusion in after[first:]:
        assert fusion.reading is not None
        assert fusion.reading.unsure == (8,)


def test_who_does_not_wait_still_hears_of_an_exchange() -> None:
    """A reading that is steady despite a doubtful tile is moved once a sure tile changes."""
    start = ran(flickering(RACK, 8, ("3D", "5D"), 30))[-1]
    assert start.state is State.STEADY
    other = [*RACK[:2], "6D", *RACK[3:]]
    after = ran(flickering(other, 8, ("3D", "5D"), 60), start)
    states = [fusion.state for fusion in after]
    assert State.STEADY in states[states.index(State.MOVED) :]
    assert labels_of(after[-1])[:8] == other[:8]


def test_patience_begins_anew_with_another_rack() -> None:
    """Doubtful tiles of one rack do not shorten the wait for the next rack."""
    start = ran(flickering(RACK, 8, ("3D", "5D"), 30))[-1]
    gone = ran([seen([])] * 60, start)[-1]
    assert gone.state is State.LOOKING
    after = ran(flickering(RACK[:10], 8, ("3D", "5D"), 30), gone)
    first = next(index for index, fusion in enumerate(after) if fusion.state is State.STEADY)
    assert first * RATE >= PATIENCE


def test_a_motion_is_found_to_a_pixel() -> None:
    """Turned, scaled and shifted corners give that motion back, to a tenth of a pixel, and the right pairs."""
    before = np.array([face((200 + 80 * i, 300), 90) for i in range(10)], np.float32)
    turn = np.deg2rad(4)
    cosine, sine = 1.03 * float(np.cos(turn)), float(np.sin(turn))
    matrix = (cosine, -sine, 40.0, sine, cosine, -55.0, 2e-5, 1e-5, 1.0)
    order = np.random.default_rng(3).permutation(10)
    kinds = np.eye(10, dtype=np.float32)
    motion = follow(before, kinds, apply(matrix, before)[order], kinds[order], (0.0, 0.0))
    assert {(first, int(order[second])) for first, second in motion.pairs} == {(i, i) for i in range(10)}
    assert np.abs(apply(motion.matrix, before) - apply(matrix, before)).max() < 0.1


@pytest.mark.parametrize("ahead", range(4))
def test_corners_are_told_apart_however_they_are_numbered(ahead: int) -> None:
    """A quad numbered from another corner gives the number of corners between."""
    (quad,) = as_quads(face((100, 100), 80)[None])
    assert ahead_of(renumbered_by(quad, ahead), quad) == ahead


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_few_faces_are_followed_too(count: int) -> None:
    """No face, one or a few are followed through a small shift."""
    before = np.array([face((200 + 80 * i, 300), 90) for i in range(count)], np.float32).reshape(-1, 4, 2)
    kinds = np.eye(5, dtype=np.float32)[:count]
    motion = follow(before, kinds, before + np.float32(9), kinds, (0.0, 0.0))
    assert motion.pairs == tuple((i, i) for i in range(count))


def test_states_follow_one_another_sensibly() -> None:
    """Looking changes only to steady, and moved follows only steady."""
    good = seen(row(RACK))
    looks = [*[good] * 15, *[seen([])] * 60, *[good] * 15, *[seen(row(RACK[:6]))] * 60]
    states = [fusion.state for fusion in ran(looks)]
    changes = {(one, other) for one, other in pairwise(states) if one is not other}
    assert changes == {
        (State.LOOKING, State.STEADY),
        (State.STEADY, State.MOVED),
        (State.MOVED, State.LOOKING),
        (State.MOVED, State.STEADY),
    }


def test_faces_without_a_reader_are_no_tiles() -> None:
    """A frame without faces gives an empty reading in the state looking."""
    photo = Photo.of(picture(*SIZE, []))
    fusion = step(START, Observation(photo, Faces(LABELS, ()), (), Timing()), 0.0)
    assert labels_of(fusion) == []
    assert fusion.state is State.LOOKING
