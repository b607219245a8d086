"""Find the tiles of the rack, its exposures, and the tiles aside."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.tiles import is_like, is_run, may_be_one_meld
from tests.vision.toys import face, turned
from vision import VisionError
from vision.geometry import as_quads
from vision.layout import rack as layout_rack
from vision.layout.exposures import ExposureSplit, split_exposures
from vision.layout.loose_tiles import lay_loose
from vision.layout.rack import RackLayout
from vision.layout.rows import RowLayout, arrange_rows

Floats = npt.NDArray[np.float32]


def read_layout(labels: Sequence[str], quads: Floats) -> tuple[RowLayout, RackLayout]:
    """Return the layout of tiles by the rules of the game."""
    return layout_rack.read_layout(labels, as_quads(quads), may_be_one_meld)


def cut(labels: Sequence[str], gaps: Sequence[float]) -> ExposureSplit | None:
    """Return the exposures of a row by the rules of the game."""
    return split_exposures(labels, gaps, may_be_one_meld)


def line(count: int) -> Floats:
    """Return upright tiles side by side."""
    return np.array([face((200 + column * 75.6, 200), 100) for column in range(count)], np.float32)


def laid(upper: str, lower: str, *, gaps: bool = True, slant: float = 1.4) -> tuple[list[str], Floats]:
    """Return labels and quads of two rows; `/` in `upper` is half a tile's gap; `slant` stretches the lower faces."""
    places: list[Floats] = []
    labels: list[str] = []
    shift = 0.0
    for label in upper.split():
        if label == "/":
            shift += 0.5 * 72 if gaps else 0.0
            continue
        places.append(face((200 + len(labels) * 75 + shift, 200), 100))
        labels.append(label)
    for index, label in enumerate(lower.split()):
        places.append((face((0, 0), 100) * (1, slant) + (200 + index * 75, 340)).astype(np.float32))
        labels.append(label)
    return labels, np.array(places, np.float32)


def text_of(upper: str, lower: str, *, degrees: float = 0.0, gaps: bool = True) -> str:
    """Return the rack text of two rows in a turned picture."""
    labels, quads = laid(upper, lower, gaps=gaps)
    return read_layout(labels, turned(quads, degrees))[1].text(labels)


@pytest.mark.parametrize("degrees", [0, 20, -35, 90, 180, 205])
def test_groups_above_the_rack_are_exposures(degrees: float) -> None:
    """Groups of like tiles and jokers, with gaps between, in the row above the rack are exposures."""
    text = text_of("2C 2C J / F F F F / J 9D 9D 9D J", "1B 2B 3B", degrees=degrees)
    assert text == "[2C 2C J] [F F F F] [J 9D 9D 9D J] 1B 2B 3B"


@pytest.mark.parametrize(
    ("upper", "lower", "text"),
    [
        ("2C 2C 3C / 5D 5D 5D", "1B 2B 3B 4B 5B 6B 7B 8B", "2C 2C 3C 5D 5D 5D 1B 2B 3B 4B 5B 6B 7B 8B"),
        ("2C 2C / 5D 5D 5D", "1B 2B 3B 4B 5B 6B 7B 8B", "2C 2C 5D 5D 5D 1B 2B 3B 4B 5B 6B 7B 8B"),
        ("J J J / 5D 5D 5D", "1B 2B 3B 4B 5B 6B 7B 8B", "J J J 5D 5D 5D 1B 2B 3B 4B 5B 6B 7B 8B"),
        ("2C 2C 2C / 5D 5D 5D", "1B 2B 3B", "2C 2C 2C 5D 5D 5D 1B 2B 3B"),
        ("BACK 2C 2C / 5D 5D 5D", "1B 2B 3B 4B 5B 6B 7B 8B", "2C 2C 5D 5D 5D 1B 2B 3B 4B 5B 6B 7B 8B"),
        ("2C 2C 2C / 5D 5D 5D", "1B 2B 3B 4B BACK 6B 7B 8B", "[2C 2C 2C] [5D 5D 5D] 1B 2B 3B 4B 6B 7B 8B"),
    ],
    ids=["unlike", "a pair", "jokers alone", "too few tiles", "face down above", "face down below"],
)
def test_what_is_no_exposure_is_concealed(upper: str, lower: str, text: str) -> None:
    """If one group cannot be an exposure, or the tiles are too few for a hand, everything is concealed."""
    labels, quads = laid(upper, lower, slant=1.0)
    rack = read_layout(labels, quads)[1]
    assert rack.text(labels) == text


def test_groups_without_a_gap_are_told_by_their_tiles() -> None:
    """The tiles' kinds separate two exposures that touch."""
    text = text_of("2C 2C 2C / 5D 5D 5D", "1B 2B 3B 4B 5B 6B 7B 8B", gaps=False)
    assert text == "[2C 2C 2C] [5D 5D 5D] 1B 2B 3B 4B 5B 6B 7B 8B"


def test_one_row_is_concealed() -> None:
    """A single row has no exposures, whatever its tiles."""
    quads = line(14)
    labels = ["2C"] * 4 + ["5D"] * 4 + ["F"] * 6
    assert read_layout(labels, quads)[1].text(labels) == " ".join(labels)


def table(extra: Sequence[tuple[float, float, float, float]], degrees: float = 0.0) -> tuple[RackLayout, int]:
    """Find the rack among 14 tiles, three of them exposed above the row on the left, and tiles elsewhere.

    `extra` gives x, y, height and angle of the others. Returns the rack and the number of its tiles.
    """
    quads = [face((200 + index * 75, 900), 100) for index in range(11)]
    quads += [face((200 + index * 75, 770), 100) for index in range(3)]
    quads += [face((x, y), height, angle) for x, y, height, angle in extra]
    labels = [f"{number}B" for number in range(1, 10)] + ["N", "E", "F", "F", "F"] + ["5D"] * len(extra)
    corners = turned(np.array(quads, np.float32), degrees)
    return read_layout(labels, corners)[1], 14


PILE = [(150 + 130 * (i % 6), 100 + 130 * (i // 6), 80.0, float(i * 53 % 360)) for i in range(14)]


@pytest.mark.parametrize("degrees", [0, 12, -20, 180])
@pytest.mark.parametrize("extra", [PILE, PILE[:5]], ids=["a pile", "a few"])
def test_tiles_on_the_table_lie_aside(extra: list[tuple[float, float, float, float]], degrees: float) -> None:
    """Discards in view lie aside; the rack's exposures do not."""
    rack, count = table(extra, degrees)
    assert rack.concealed == tuple(range(11))
    assert rack.exposures == ((11, 12, 13),)
    assert sorted(rack.aside) == list(range(count, count + len(extra)))


def test_one_tile_far_from_a_full_row_lies_aside() -> None:
    """A single discard or object far from the rack's row lies aside; one close by belongs to the rack."""
    quads = np.array([*line(13), face((500, 900), 100)], np.float32)
    assert read_layout(["5B"] * 14, quads)[1].aside == (13,)
    quads[13] = face((500, 330), 100)
    assert read_layout(["5B"] * 14, quads)[1].aside == ()


def test_one_tile_apart_may_be_a_discard_where_others_lie() -> None:
    """A tile close to a row of 13 counts as the winning one, and is asked about if discards are in view."""
    alone = np.array([*line(13), face((500, 330), 100)], np.float32)
    labels = [f"{1 + index % 9}{'BCD'[index % 3]}" for index in range(14)]
    assert read_layout(labels, alone)[1].stray == ()
    pile = [face((x, y + 600), height, angle) for x, y, height, angle in PILE]
    among = np.array([*alone, *pile], np.float32)
    rack = read_layout([*labels, *["5D"] * len(pile)], among)[1]
    assert rack.stray == (13,)
    assert rack.concealed == tuple(range(14))
    assert sorted(rack.aside) == list(range(14, len(among)))
    assert table(PILE)[0].stray == ()


def test_a_pile_that_chains_into_a_long_row_is_no_rack() -> None:
    """Discards in a band hardly higher than a tile never rival the rack, however many they are."""
    rng = np.random.default_rng(2)
    band = [(150 + 45 * i, 300 + rng.uniform(-25, 25), 80.0, rng.uniform(0, 360)) for i in range(25)]
    rack, count = table(band)
    assert rack.concealed == tuple(range(11))
    assert sorted(rack.aside) == list(range(count, count + len(band)))


def test_far_racks_lie_aside() -> None:
    """The smaller, farther rack of a player across the table lies aside."""
    rack, count = table([(300 + index * 33, 200, 44, 0) for index in range(13)])
    assert rack.aside == tuple(range(count, count + 13))


def test_a_few_large_things_are_no_rack() -> None:
    """A few large white objects before the rack, taken for tiles, lie aside."""
    rack, count = table([(250 + index * 250, 1200, 300, 0) for index in range(4)])
    assert rack.aside == tuple(range(count, count + 4))


def test_no_row_stands_out_among_equals() -> None:
    """No row of a grid of tiles is the rack: every tile counts."""
    quads = np.concatenate([line(9) + np.array([0, 115 * row], np.float32) for row in range(4)])
    assert read_layout(["5B"] * 36, quads)[1].aside == ()


def test_rack_checks_itself() -> None:
    """A rack that loses or repeats a tile is refused."""
    for parts in ((((0,),), (0,), ()), ((), (1,), ()), (((),), (0,), ()), ((), (0,), (1,), (), (1,))):
        with pytest.raises(VisionError):
            RackLayout(*parts)


GROUPS = st.sampled_from(["2C 2C 2C", "5D 5D J 5D", "F F F F", "J W W J W", "R R R"])
HELD = [*(f"{number}B" for number in range(1, 10)), "N", "N"]


@settings(max_examples=60, deadline=None)
@given(
    groups=st.lists(GROUPS, min_size=1, max_size=3),
    gaps=st.booleans(),
    angle=st.floats(0, 360),
    scale=st.floats(0.2, 5),
    shift=st.tuples(st.floats(-3000, 3000), st.floats(-3000, 3000), st.integers(0, 99)),
)
def test_the_rack_is_the_same_however_the_picture_lies(
    groups: list[str], gaps: bool, angle: float, scale: float, shift: tuple[float, float, int]
) -> None:
    """At any angle, scale, shift and order of detection, the same tiles give the same rack."""
    upper = " / ".join(groups)
    exposed = len(upper.replace("/", "").split())
    assume(exposed < 14)  # a single row shows no exposures
    labels, quads = laid(upper, " ".join(HELD[: 14 - exposed]), gaps=gaps)
    plain = read_layout(labels, quads)[1]
    order = np.random.default_rng(shift[2]).permutation(len(labels))
    for placed in (order, order[::-1]):
        moved = (turned(quads, angle) * np.float32(scale) + np.array(shift[:2], np.float32))[placed]
        mixed = [labels[index] for index in placed]
        rack = read_layout(mixed, moved)[1]
        assert rack.text(mixed) == plain.text(labels)
        assert {int(placed[index]) for index in rack.unclear} == set(plain.unclear)
    if gaps:
        assert [[labels[index] for index in group] for group in plain.exposures] == [one.split() for one in groups]


@pytest.mark.parametrize(
    ("labels", "free", "groups", "clear"),
    [
        ("2C 2C 2C 3D 3D 3D 3D", {}, "2C 2C 2C|3D 3D 3D 3D", True),
        ("2C 2C J J 3D 3D", {}, "2C 2C J|J 3D 3D", True),
        ("2C 2C 2C J 3D 3D 3D", {}, None, False),
        ("2C 2C 2C J 3D 3D 3D", {3: 0.5}, "2C 2C 2C J|3D 3D 3D", True),
        ("F F F F F F", {}, "F F F F F F", True),
        ("F F F F F F", {2: 0.4}, "F F F|F F F", True),
        ("F F F F F F F F", {}, None, False),
        ("1B 2B 3B 3B 3B 3B", {}, "1B 2B 3B|3B 3B 3B", True),
        ("2C 2C 2C 9D", {2: 0.6}, "2C 2C 2C", True),
        ("9D 2C J 2C", {0: 0.6}, "2C J 2C", True),
        ("2C 2C 2C 9D 9D", {2: 0.6}, "", True),
        ("2C 2C J 2C 2C J 2C", {}, None, False),
        ("J J J", {}, "", True),
        ("BACK BACK BACK", {}, "", True),
        ("6C 6C 6C 8C 8C 8C 8C 8C", {}, "6C 6C 6C|8C 8C 8C 8C", True),
        ("8C 8C 8C 8C 8C", {}, "8C 8C 8C 8C", False),
    ],
    ids=[
        "two kinds",
        "jokers in the only way",
        "a joker between",
        "the gap tells",
        "six flowers",
        "two of flowers",
        "eight flowers",
        "a run and a pung",
        "the winning tile at the right",
        "the winning tile at the left",
        "a pair",
        "seven",
        "jokers alone",
        "face down",
        "a fifth of a kind",
        "a fifth of a kind at either end",
    ],
)
def test_a_row_is_cut_by_kinds_and_gaps(labels: str, free: dict[int, float], groups: str | None, clear: bool) -> None:
    """Kinds separate exposures that touch, gaps decide if kinds do not; otherwise the cut is unclear."""
    names = labels.split()
    way = cut(names, [free.get(place, 0.03) for place in range(len(names) - 1)])
    if groups == "":
        assert way is None
        return
    assert way is not None
    assert way.clear is clear
    if groups is not None:
        assert "|".join(" ".join(names[start:end]) for start, end in way.groups) == groups


@settings(max_examples=150, deadline=None)
@given(labels=st.lists(st.sampled_from(["1B", "2B", "3B", "J", "F", "BACK"]), max_size=11), data=st.data())
def test_every_cut_is_of_things_that_may_be_exposed(labels: list[str], data: st.DataObject) -> None:
    """The groups of any row follow each other, leave out at most one tile at an end, and are legal."""
    free = data.draw(st.lists(st.floats(0, 1), min_size=max(0, len(labels) - 1), max_size=max(0, len(labels) - 1)))
    way = cut(labels, free)
    if way is None or not labels:
        return
    used = [place for start, end in way.groups for place in range(start, end)]
    assert sorted([*used, *([] if way.single is None else [way.single])]) == list(range(len(labels)))
    assert way.single in {None, 0, len(labels) - 1}
    assert all(is_like(labels[start:end]) or is_run(labels[start:end]) for start, end in way.groups)


def placed(parts: Sequence[tuple[str, float, float, float]]) -> tuple[list[str], Floats]:
    """Return labels and quads of rows, given as labels, place of the first tile and height of the faces."""
    labels: list[str] = []
    quads: list[Floats] = []
    for text, x, y, stretch in parts:
        for index, label in enumerate(text.split()):
            labels.append(label)
            quads.append((face((0, 0), 100) * (1, stretch) + (x + 75 * index, y)).astype(np.float32))
    return labels, np.array(quads, np.float32)


TEN = "1B 2B 3B 4B 5B 6B 7B 8B 9B N"
ELEVEN = f"{TEN} N"


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 250])
@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(ELEVEN, 200, 400, 1.0), ("F F F", 400, 180, 0.6)], f"[F F F] {ELEVEN}"),
        ([(ELEVEN, 200, 400, 1.0), ("F F F", 1100, 420, 0.6)], f"[F F F] {ELEVEN}"),
        ([(f"{ELEVEN} E E", 200, 400, 1.0), ("5D", 1250, 410, 1.0)], f"{ELEVEN} E E 5D"),
        ([(f"{ELEVEN} E E", 200, 400, 1.0), ("5D", 700, 260, 0.8)], f"{ELEVEN} E E 5D"),
        ([(TEN, 200, 400, 1.0), ("F F F", 300, 270, 0.6), ("5D", 800, 270, 0.6)], None),
        ([(TEN, 200, 400, 1.0), ("F F F", 1000, 420, 0.6), ("5D", 500, 290, 0.6)], None),
        ([(TEN, 200, 400, 1.0), ("F F F", 1000, 420, 0.6), ("5D", 500, 510, 0.8)], None),
        ([(TEN, 200, 400, 1.0), ("F F F", 1000, 420, 0.6), ("5D", 500, 520, 1.0)], None),
    ],
    ids=[
        "on the table",
        "at the right",
        "won at the right",
        "won above",
        "won beside the exposures",
        "at the right, won above",
        "at the right, won below",
        "at the right, won below on the slope",
    ],
)
def test_where_exposures_and_the_winning_tile_lie(
    parts: list[tuple[str, float, float, float]], text: str | None, degrees: float
) -> None:
    """Exposures beyond the rack or at its right, and a winning tile apart, are found; the winning tile is read last."""
    labels, quads = placed(parts)
    rack = read_layout(labels, turned(quads, degrees))[1]
    assert rack.text(labels) == (text or f"[F F F] {TEN} 5D")
    assert (rack.aside, rack.unclear) == ((), ())


KONGS = {
    "one kong": "1B 1B 1B 1B / 2B 2B 2B / 3C 3C 3C / 4D 4D 4D",
    "two kongs": "1B 1B 1B 1B / 2B 2B 2B 2B / 3C 3C 3C / 4D 4D 4D",
    "two kongs and runs": "1B 1B 1B 1B / 2B 3B 4B / 3C 3C 3C 3C / 4D 5D 6D",
    "three kongs": "1B 1B 1B 1B / 2B 2B 2B 2B / 3C 3C 3C 3C / 4D 4D 4D",
    "four kongs": "1B 1B 1B 1B / 2B 2B 2B 2B / 3C 3C 3C 3C / 4D 4D 4D 4D",
}
"""Four exposures; each kong adds a tile to the 14 of a whole hand."""


def beside_exposures(upper: str, held: str, gap: float) -> tuple[list[str], Floats]:
    """Return labels and quads of exposures and of held tiles `gap` tile widths below them; `/` is half a tile's gap."""
    labels, quads = laid(upper, held)
    exposed = len(labels) - len(held.split())
    quads[exposed:, :, 0] += 300
    quads[exposed:, :, 1] += quads[:exposed, :, 1].max() + 72 * gap - quads[exposed:, :, 1].min()
    return labels, quads


@pytest.mark.parametrize("gap", [0.1, 0.6, 1.0, 1.9])
@pytest.mark.parametrize("upper", KONGS.values(), ids=KONGS)
def test_the_pair_of_a_hand_with_kongs_is_of_the_rack(upper: str, gap: float) -> None:
    """The pair below four exposures is held, not left aside, however many tiles the exposures have."""
    labels, quads = beside_exposures(upper, "R R", gap)
    rack = read_layout(labels, quads)[1]
    assert rack.text(labels) == f"{' '.join(f'[{group}]' for group in upper.split(' / '))} R R"
    assert (rack.aside, rack.unclear) == ((), ())


@pytest.mark.parametrize("upper", KONGS.values(), ids=KONGS)
def test_a_pair_before_the_kongs_in_their_row_is_of_the_rack(upper: str) -> None:
    """Held tiles to the left of four exposures belong to the rack, even with a gap larger than within a row."""
    labels, quads = laid(upper, "R R")
    exposed = len(labels) - 2
    left, bottom = quads[:exposed, :, 0].min(), quads[:exposed, :, 1].max()
    quads[exposed:] += (left - 72 * 1.4 - quads[exposed:, :, 0].max(), bottom - quads[exposed:, :, 1].max())
    rack = read_layout(labels, quads)[1]
    assert rack.text(labels) == f"{' '.join(f'[{group}]' for group in upper.split(' / '))} R R"


def test_a_tile_by_four_exposures_with_kongs_is_held() -> None:
    """A tile below 14 exposed tiles with two kongs is held: the hand of 15 waits for the other tile of its pair."""
    labels, quads = beside_exposures(KONGS["two kongs"], "R", 0.6)
    rack = read_layout(labels, quads)[1]
    assert rack.text(labels) == "[1B 1B 1B 1B] [2B 2B 2B 2B] [3C 3C 3C] [4D 4D 4D] R"


@pytest.mark.parametrize(
    ("upper", "asked"),
    [(KONGS["one kong"], 0), (KONGS["two kongs"], 2), (KONGS["three kongs"], 0)],
    ids=["13 tiles", "14 tiles, a whole hand", "15 tiles"],
)
def test_a_pair_beside_a_whole_hand_is_asked_about(upper: str, asked: int) -> None:
    """A pair beside 14 exposed tiles, by some rules a whole hand, is asked about: it may be two discards."""
    labels, quads = beside_exposures(upper, "R R", 0.6)
    assert len(read_layout(labels, quads)[1].stray) == asked


@pytest.mark.parametrize(
    "upper",
    [
        "1B 1B 1B J J J / 2B 2B J 2B 2B / 3C 3C 3C",
        "1B 1B 1B J J / 2B 2B 2B J J / 3C 3C J 3C",
        "1B 1B 1B J / 2B J 2B 2B / 3C 3C 3C / 4D 4D 4D",
    ],
    ids=["a sextet and a quint", "quints", "kongs with jokers"],
)
def test_exposures_of_14_tiles_without_kongs_are_a_whole_hand(upper: str) -> None:
    """Jokers, quints and sextets make a hand of 14 tiles in all, so that two more beside them are discards."""
    labels, quads = beside_exposures(upper, "R R", 0.6)
    rack = read_layout(labels, quads)[1]
    assert rack.aside == (14, 15)


def test_tiles_beside_a_row_of_13_that_make_it_more_than_a_hand_are_asked_about() -> None:
    """Two tiles beside 13 concealed ones are asked about, because only one can belong to the hand."""
    labels, quads = placed([(f"{ELEVEN} E E", 200, 400, 1.0), ("5D 6D", 500, 290, 1.0)])
    rack = read_layout(labels, quads)[1]
    assert rack.stray == (13, 14)


def test_two_rows_on_one_plane_are_asked_about() -> None:
    """A flat hand in two rows looks like exposures before a rack if its upper row is legal, so we ask about it."""
    labels, quads = placed([("2C 2C 2C 5D 5D 5D 5D", 200, 200, 1.0), ("1B 2B 3B 4B 5B 6B 7B", 200, 310, 1.0)])
    rack = read_layout(labels, quads)[1]
    assert rack.unclear == tuple(range(7))


def test_rows_at_slightly_other_slants_are_asked_about() -> None:
    """Two flat rows seen from close by may differ in slant as exposures differ from the rack below, so we ask."""
    labels, quads = placed([("2C 2C 2C 5D 5D 5D 5D", 200, 200, 1.0), ("1B 2B 3B 4B 5B 6B 7B", 200, 318, 1.14)])
    assert read_layout(labels, quads)[1].unclear == tuple(range(7))


@pytest.mark.parametrize("gap", [0.6, 0.9, 2.0])
@pytest.mark.parametrize("last", ["5D 5D 5D 5D", "5D 6D 5D 5D"], ids=["as they are", "one misread"])
def test_groups_set_apart_in_one_flat_row_are_asked_about(gap: float, last: str) -> None:
    """A row laid out in groups is asked about, because its gaps do not show whether the groups are exposed."""
    labels, quads = placed([("1B 2B 5B 7B 8B", 200, 200, 1.0), ("2C 2C 2C", 0, 200, 1.0), (last, 0, 200, 1.0)])
    for start, after in ((5, 4), (8, 7)):
        quads[start:, :, 0] += quads[after, :, 0].mean() + 72 * (1 + gap) - quads[start, :, 0].mean()
    rack = read_layout(labels, quads)[1]
    assert rack.exposures == ()
    assert set(rack.unclear) == set(range(5, 12))


def test_the_only_other_tile_is_the_winning_one() -> None:
    """A tile half as large as 13 beside it belongs to the rack and is asked about; among others it is a discard."""
    labels, quads = placed([(f"{ELEVEN} E E", 200, 400, 1.0), ("5D", 1230, 400, 1.0)])
    quads[13] = quads[13].mean(axis=0) + (quads[13] - quads[13].mean(axis=0)) / 2
    rack = read_layout(labels, quads)[1]
    assert (rack.concealed[-1], rack.stray, rack.aside) == (13, (13,), ())
    pile = np.array([*quads, *[face((x, y + 800), height, angle) for x, y, height, angle in PILE]], np.float32)
    assert 13 in read_layout([*labels, *["5D"] * len(PILE)], pile)[1].aside
    assert read_layout([*labels[:13], "BACK"], quads)[1].aside == (13,)


def test_a_misread_exposure_is_asked_about() -> None:
    """One odd tile in the exposures above the rack is asked about, and the exposures stay exposed."""
    labels, quads = laid("2C 2C 2C / 5D 6D 5D 5D", "1B 2B 3B 4B 5B 6B 7B")
    rack = read_layout(labels, quads)[1]
    assert rack.exposures == ((0, 1, 2), (3, 4, 5, 6))
    assert rack.unclear == (4,)


def test_exposures_that_lie_across_do_not_turn_the_rack() -> None:
    """If more tiles lie across than are held, the held tiles still decide which way is up."""
    labels, quads = laid("2C 2C 2C 2C / 5D 5D 5D 5D / F F F", "1B 2B 3B")
    quads[:11] = np.roll(quads[:11], 2, axis=1)
    for degrees in (0, 20, -30):
        assert read_layout(labels, turned(quads, degrees))[1].text(labels) == (
            "[2C 2C 2C 2C] [5D 5D 5D 5D] [F F F] 1B 2B 3B"
        )


@pytest.mark.parametrize("degrees", [0, 30, 90, 150, 180, 270])
@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("2C 2C J 2C / 3C 3C 3C 3C", "4C 4C 4C 4C F F"),
        ("2C 2C J 2C / 3C 3C 3C 3C", "5D 5D F 5D F F"),
        ("2C 2C J 2C / 3C 3C 3C 3C", "1B 3B 5B 7B 9B N"),
    ],
    ids=["held as a kong and a pair", "held as two pungs that mingle", "held as singles"],
)
def test_exposures_that_lie_across_are_told_however_the_picture_lies(upper: str, lower: str, degrees: float) -> None:
    """A row that reads as exposures counts before one that would need a misread tile."""
    labels, quads = laid(upper, lower)
    quads[:8] = np.roll(quads[:8], 2, axis=1)
    rack = read_layout(labels, turned(quads, degrees))[1]
    assert rack.text(labels) == f"{' '.join(f'[{group}]' for group in upper.split(' / '))} {lower}"
    assert rack.unclear == ()


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_rows_that_may_both_be_exposed_are_asked_about(degrees: float) -> None:
    """If both rows hold only exposures, readable from either side, we ask which row is held."""
    labels, quads = laid("2C 2C 2C 2C / 3C 3C 3C 3C", "5D 5D 5D 6D 6D 6D")
    quads[:8] = np.roll(quads[:8], 2, axis=1)
    rack = read_layout(labels, turned(quads, degrees))[1]
    assert rack.exposures != ()
    assert set(rack.unclear) == {index for group in rack.exposures for index in group}


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_misread_exposure_before_held_melds_is_asked_about(degrees: float) -> None:
    """If one row reads as exposures, and the other would with one misread tile, we ask."""
    labels, quads = laid("2C 2C J 2C / 3C 9D 3C 3C", "5D 5D 5D 6D 6D 6D")
    quads[:8] = np.roll(quads[:8], 2, axis=1)
    assert read_layout(labels, turned(quads, degrees))[1].unclear != ()


def test_a_wall_is_no_rack() -> None:
    """A longer row of face-down tiles beyond the rack lies aside."""
    labels, quads = placed([(" ".join(["BACK"] * 18), 100, 150, 0.5), (f"{ELEVEN} E E E", 200, 400, 1.0)])
    rack = read_layout(labels, quads)[1]
    assert rack.aside == tuple(range(18))
    assert rack.text(labels) == f"{ELEVEN} E E E"


@pytest.mark.parametrize("degrees", [0, 30, 180])
@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("5B 5B 5B J / 6B 6B 6B", "[5B 5B 5B J] [6B 6B 6B]"),
        ("5B 5B 5B / J 6B 6B", "[5B 5B 5B] [J 6B 6B]"),
        ("5B 5B J / J 6B 6B", "[5B 5B J] [J 6B 6B]"),
        ("5B 5B 5B J 6B 6B", "[5B 5B 5B J] 6B 6B"),
        ("3D / J 6B 6B", "[J 6B 6B] 3D"),
        ("F F F / F F F", "[F F F] [F F F]"),
        ("F F F F F F", "[F F F F F F]"),
        ("F F F F F F F", "F F F F F F F"),
    ],
)
def test_loose_exposures_are_told_by_kinds_and_gaps(row: str, text: str, degrees: float) -> None:
    """Of other players' exposures, a joker belongs to the one that it lies beside; two of one kind have a gap."""
    labels, quads = laid(row, "")
    plain = as_quads(turned(quads, degrees))
    assert lay_loose(labels, plain, arrange_rows(plain).rows, may_be_one_meld).text(labels) == text


def test_loose_corners_take_no_tile_from_a_kong() -> None:
    """Gaps between all tiles of a row separate none of them, so that a kong keeps its first tile."""
    labels = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C"]
    free = [0.23, 0.13, 0.15, 1.07, 0.29, 0.27, 0.21]  # as measured in a photo of two kongs on a steep rack
    way = cut(labels, free)
    assert way is not None
    assert (way.groups, way.single) == (((0, 4), (4, 8)), None)
