"""Read a printed card from a photo."""

from __future__ import annotations

import math
from importlib import metadata
from pathlib import Path

import cv2
import numpy as np
import pytest

from service.cards.photographed import native_print
from service.cards.photographed.inks import inks_of
from service.cards.photographed.letters import LABELS, PrintedText, PrintedWord, columns_of, words_of_line
from service.cards.photographed.native_print import read_card_photo
from service.cards.photographed.print_boxes import boxes_of
from service.cards.photographed.print_requests import ReadSteps
from service.cards.photographed.printed_rows import Row, rows_of
from service.cards.photographed.read_photo import Piece, ink_of_winds, pieces_of, source_of
from service.shared.errors import ServiceError
from tests.service.cards.printed_cards import in_order, measure, needs_networks, photographed, printed
from vision.errors import VisionError
from vision.geometry import Point, Quad, width_and_height


def word(text: str, left: float, top: float, wide: float = 40, slope: float = 0.0) -> PrintedWord:
    """Return a word on a page that is skewed by `slope`."""
    y = top + slope * left
    corners = ((left, y), (left + wide, y + slope * wide), (left + wide, y + slope * wide + 20), (left, y + 20))
    return PrintedWord(text, 1.0, corners)


def text(*words: PrintedWord) -> PrintedText:
    """Return words that stand together."""
    first, last = words[0].quad, words[-1].quad
    return PrintedText((first[0], last[1], last[2], first[3]), words)


@pytest.mark.parametrize("slope", [-0.06, 0.0, 0.06])
def test_a_hand_its_remark_and_its_worth_are_one_row(slope: float) -> None:
    """On a skewed page each line keeps its own value, and the next column starts its own rows."""
    texts = []
    for column in (0, 700):
        for nth in range(4):
            top = 100.0 + 35 * nth
            texts.append(
                text(word("FF", column + 50, top, slope=slope), word(str(nth) * 4, column + 100, top, slope=slope))
            )
            texts.append(
                text(word("(any", column + 200, top + 6, slope=slope), word("run)", column + 250, top + 6, slope=slope))
            )
            texts.append(
                text(word("X", column + 500, top, 12, slope), word(f"{25 + 5 * nth}", column + 540, top, slope=slope))
            )
    found = [" ".join(one.text for one in row.words) for row in rows_of(texts)]
    assert found == [f"FF {str(nth) * 4} (any run) X {25 + 5 * nth}" for _ in range(2) for nth in range(4)]


def test_a_remark_that_stands_lower_moves_no_value() -> None:
    """If remarks stand lower than hands and rows are close, each hand keeps the value at the far right."""
    texts = []
    for nth in range(6):
        top, slope = 100.0 + 26 * nth, -0.03
        texts.append(text(word("2222", 40, top, slope=slope), word("4444", 90, top, slope=slope)))
        low = word("(any", 160, top + 9, slope=slope), word("2", 205, top + 9, 12, slope=slope)
        texts.append(text(*(PrintedWord(one.text, 1.0, (*one.quad[:2], *lower(one.quad))) for one in low)))
        texts.append(text(word("X", 900, top, 14, slope), word(f"{25 + 5 * nth}", 940, top, slope=slope)))
    found = [row.words[-1].text for row in rows_of(texts)]
    assert found == [f"{25 + 5 * nth}" for nth in range(6)]


def test_a_value_goes_on_with_letters_of_its_size() -> None:
    """A value halfway between a hand and its small remark belongs to the hand, whose letters have its size."""
    hand, remark = word("2222", 40, 100), word("(run)", 60, 128)
    small = PrintedWord(remark.text, 1.0, (*remark.quad[:2], *lower(remark.quad)))
    found = rows_of([text(hand), text(small), text(word("X", 700, 114, 14), word("25", 740, 114))])
    assert [" ".join(one.text for one in row.words) for row in found] == ["2222 X 25", "(run)"]


def joined(*texts: PrintedText) -> list[str]:
    """Return the words of each row of some texts."""
    return [" ".join(one.text for one in row.words) for row in rows_of(list(texts))]


def test_tiles_that_stand_apart_close_no_row() -> None:
    """A last pair that the detector boxed alone is no value: its remark and its value still belong to the row."""
    remark, value = (
        text(word("(any", 170, 100), word("run)", 220, 100)),
        text(word("X", 600, 100, 14), word("25", 640, 100)),
    )
    assert joined(text(word("FF", 40, 100)), text(word("99", 95, 100)), remark, value) == ["FF 99 (any run) X 25"]


def test_a_value_in_cents_ends_its_column() -> None:
    """Behind a value in cents a remark continues the hand of its own column, though it stands nearer to that row."""
    hand = text(word("FF", 40, 104), word("2222", 95, 104)), text(word("C", 600, 104, 14), word("20c", 640, 104))
    other = text(word("FF", 800, 100), word("4444", 855, 100)), text(word("(any", 930, 104), word("run)", 975, 104))
    assert joined(*hand, *other) == ["FF 2222 C 20c", "FF 4444 (any run)"]


def test_a_remark_never_goes_on_behind_the_hand_of_the_next_column() -> None:
    """A row without its value takes no remark from behind a hand that begins at its right."""
    hand = text(word("FF", 40, 104), word("2222", 95, 104))
    other = text(word("FF", 800, 100), word("4444", 855, 100)), text(word("(any", 930, 104), word("run)", 975, 104))
    assert joined(hand, *other) == ["FF 2222", "FF 4444 (any run)"]


def test_a_whole_line_in_one_text_ends_its_row() -> None:
    """Behind a line that the detector boxed as one, a remark begins a row of its own."""
    whole = text(*(word(one, 40 + 60 * at, 100) for at, one in enumerate(("FF", "2222", "X", "25"))))
    assert joined(whole, text(word("(run)", 290, 100))) == ["FF 2222 X 25", "(run)"]


def lower(quad: Quad) -> tuple[Point, Point]:
    """Return the lower corners of a word of two thirds the height."""
    (_, (_, top), (x2, y2), (x3, y3)) = quad
    return (x2, y2 - (y2 - top) / 3), (x3, y3 - (y2 - top) / 3)


def test_groups_that_were_read_as_one_are_parted_by_their_ink() -> None:
    """Merged groups are split where the ink changes; a change of ink within one tile is marked for a person."""
    places = tuple(((x, 0.0), (x + 10.0, 0.0), (x + 10.0, 20.0), (x, 20.0)) for x in range(0, 80, 10))
    quad = (places[0][0], places[-1][1], places[-1][2], places[0][3])
    inks = ["green"] * 3 + ["red"] * 5
    parts = pieces_of(PrintedWord("88884444", 1.0, quad, places), iter(inks))
    assert [(part.word.text, part.ink, part.doubt) for part in parts] == [
        ("8888", "green", False),
        ("4444", "red", False),
    ]
    parts = pieces_of(PrintedWord("66666666", 1.0, quad, places), iter(["red"] * 4 + ["blue"] * 4))
    assert [(part.word.text, part.ink) for part in parts] == [("6666", "red"), ("6666", "blue")]
    assert all(part.doubt for part in parts)


def test_the_ink_of_winds_and_flowers_parts_none() -> None:
    """Winds and flowers have no suit, so a letter of another ink among them is no group of its own."""
    printed_word = word("NEWS", 0, 0)
    places = tuple(((x, 0.0), (x + 10.0, 0.0), (x + 10.0, 20.0), (x, 20.0)) for x in range(0, 40, 10))
    parts = pieces_of(PrintedWord("NEWS", 1.0, printed_word.quad, places), iter(["black"] * 3 + ["red"]))
    assert [part.word.text for part in parts] == ["NEWS"]


def test_an_ink_of_a_few_letters_is_none_of_the_others() -> None:
    """Two blue letters beside a hundred green and red ones are too few for an ink, but neither green nor red."""
    green, red, blue = (-40.0, 25.0), (50.0, 30.0), (10.0, -48.0)
    assert inks_of([green] * 50 + [red] * 50 + [blue] * 2)[-3:] == ["red", "", ""]


def test_a_speck_of_colour_makes_no_second_ink() -> None:
    """On a card in one ink a letter that seems red tells nothing of the others: they would all be of one suit."""
    assert set(inks_of([(2.0, -3.0)] * 100 + [(50.0, 30.0)])) == {""}


@pytest.mark.parametrize(
    ("row", "asked"),
    [
        (("X", "30"), True),
        (("(any", "2", "suits)", "C", "25c"), True),
        (("25",), True),
        (("FF", "2222", "4444", "X", "30"), False),
        (("(any", "2", "suits)"), False),
    ],
)
def test_a_value_in_a_row_of_its_own_is_asked_about(row: tuple[str, ...], asked: bool) -> None:
    """The hand of a value that stands alone may not have been found, so the hand above does not surely take it."""
    words = [word(one, 60.0 * at, 0) for at, one in enumerate(row)]
    assert bool(source_of(Row(words), 1, [Piece(one) for one in words]).remarks) is asked


@pytest.mark.parametrize(
    ("tiles", "ink", "asked"),
    [
        pytest.param("SSSS", "red", True, id="fives-read-as-souths"),
        pytest.param("SSSS", "black", False, id="souths"),
        pytest.param("78", "red", True, id="a-lost-gap"),
        pytest.param("5566", "red", False, id="a-lost-gap-that-shows"),
        pytest.param("888888", "red", True, id="a-lost-gap-of-like-tiles"),
        pytest.param("88888", "red", False, id="a-quint"),
        pytest.param("2026", "red", False, id="a-year"),
    ],
)
def test_tiles_that_may_be_misread_print_are_asked_about(tiles: str, ink: str, asked: bool) -> None:
    """A person looks at Souths in the ink of a suit, and at groups that may be two whose gap was not read."""
    pieces = [
        Piece(word(one, 60.0 * at, 0), colour)
        for at, (one, colour) in enumerate((("FF", "black"), ("444", "red"), (tiles, ink), ("X", ""), ("25", "")))
    ]
    winds = ink_of_winds([pieces])
    assert winds == "black"
    assert bool(source_of(Row([one.word for one in pieces]), 1, pieces, winds).remarks) is asked


def test_inks_are_told_apart() -> None:
    """Three colours are three inks, each word has its own, and black is another; one colour alone tells nothing."""
    green, red, blue, black = (-40.0, 25.0), (50.0, 30.0), (10.0, -48.0), (2.0, -3.0)
    names = inks_of([green, red, blue, (-36.0, 20.0), black])
    assert names[0] == names[3]
    assert len(set(names)) == 4
    assert names[4] == "black"
    assert names == ["green", "red", "blue", "green", "black"]
    assert inks_of([green, green]) == ["", ""]


@pytest.mark.parametrize(
    ("colours", "names"),
    [
        pytest.param([(-17, 7), (-15, 7), (2, 1), (0, 2)], ["green", "green", "black", "black"], id="thin and pale"),
        pytest.param([(50, 30), (3, -14), (2, -12)], ["red", "black", "black"], id="black in warm light"),
        pytest.param([(3, -14), (2, -12), (0, -9)], ["", "", ""], id="nothing but black"),
    ],
)
def test_pale_ink_is_told_from_black(colours: list[tuple[float, float]], names: list[str]) -> None:
    """Pale ink is told from black by the gap between their colours: thin print is pale, and light tints black."""
    assert inks_of(colours) == names


def drawn(*boxes: tuple[tuple[int, int], tuple[int, int], float]) -> tuple[bytes, int, int]:
    """Return a detector's map that is certain of print in rectangles (centre, width and height, degrees)."""
    page = np.zeros((200, 320), np.uint8)
    for box in boxes:
        cv2.fillPoly(page, [cv2.boxPoints(box).round().astype(np.int32)], 240)
    return page.tobytes(), 320, 200


@pytest.mark.parametrize("turn", [-8.0, 0.0, 5.0])
def test_places_of_print_are_found(turn: float) -> None:
    """A line of print and a single letter get boxes larger than their cores, rotated like the line."""
    found = boxes_of(*drawn(((160, 60), (200, 12), turn), ((160, 130), (14, 12), turn)))
    assert len(found) == 2
    (line, letter) = sorted(found, key=lambda box: -width_and_height(box)[0])
    assert width_and_height(line)[0] == pytest.approx(200 + 1.6 * 12, abs=8)
    assert width_and_height(letter) == pytest.approx((14 + 1.6 * 6.5, 12 + 1.6 * 6.5), abs=5)
    for (x0, y0), (x1, y1), *_ in found:
        assert math.degrees(math.atan2(y1 - y0, x1 - x0)) == pytest.approx(turn, abs=2)


def test_a_speck_is_no_print() -> None:
    """Specks and weak regions are dropped."""
    page = np.zeros((50, 50), np.uint8)
    page[10:12, 10:12] = 255
    page[20:40, 10:40] = 90
    assert boxes_of(page.tobytes(), 50, 50) == []


def test_letters_become_words() -> None:
    """Repeated steps of a letter count once unless a blank separates them; words lie where their letters do."""
    labels = ["", *"FX25", " ", "("]
    steps = [1, 1, 0, 1, 0, 5, 0, 2, 2, 0, 3, 4, 0, 0]
    scores = [0.9, 0.8, 1, 0.7, 1, 1, 1, 0.95, 0.6, 1, 0.99, 0.5, 1, 1]
    quad = ((0.0, 0.0), (140.0, 0.0), (140.0, 20.0), (0.0, 20.0))
    words = words_of_line(ReadSteps(steps, scores, 140), labels, quad, 140)
    assert [(one.text, one.score) for one in words] == [("FF", 0.7), ("X25", 0.5)]
    assert words[0].left[0] == 0.0
    assert words[0].right[0] < words[1].left[0]
    assert words[0].height == 20
    beside = words_of_line(ReadSteps([1, 0, 1, 6, 3], [1] * 5, 50), labels, quad, 50)
    assert [one.text for one in beside] == ["FF", "(2"], "a bracket begins a word"


@pytest.mark.system
@needs_networks
def test_a_photographed_card_is_read() -> None:
    """Of an invented card's photo, at least 80 lines of 100 need no correction, and every wrong line is marked."""
    score = measure(range(101, 103), hard=False)
    assert score.untouched >= 0.8 * score.lines
    assert score.right >= 0.95 * score.letters
    assert score.wrong == 0


@pytest.mark.system
@needs_networks
def test_a_photo_of_twelve_megapixels_is_read_at_its_size() -> None:
    """A large photo is decoded with enough pixels that a whole page's small print reads like a part's."""
    page, lines = printed(102)
    whole = cv2.imdecode(np.frombuffer(photographed(page, 102), np.uint8), cv2.IMREAD_COLOR)
    assert whole is not None
    large = np.full((3024, 4032, 3), 90, np.uint8)
    small = cv2.resize(whole, None, fx=2900 / whole.shape[0], fy=2900 / whole.shape[0], interpolation=cv2.INTER_CUBIC)
    large[60 : 60 + small.shape[0], 800 : 800 + small.shape[1]] = small
    draft = read_card_photo(cv2.imencode(".jpg", large)[1].tobytes(), "large.jpg").to_json()
    read = {in_order(line["text"]) for section in draft["sections"] for line in section["lines"]}
    assert len(read & {line.text for line in lines}) >= 0.8 * len(lines)


@needs_networks
def test_what_is_no_photo_of_a_card_is_told() -> None:
    """A picture without print has no lines; a file that is no picture gives an error."""
    blank = cv2.imencode(".jpg", np.full((400, 300, 3), 200, np.uint8))[1].tobytes()
    assert read_card_photo(blank, "blank.jpg").to_json()["sections"] == []
    with pytest.raises(VisionError):
        read_card_photo(b"no picture", "words.txt")


def test_letters_are_found_among_other_signs() -> None:
    """A network with more characters, in its own order, still gives each letter's column."""
    known = ["\u4e00", *LABELS[-2:0:-1], "\u00e9"]
    columns = columns_of("\n".join(known))
    output = ["", *known, " "]
    assert tuple(output[column] for column in columns) == LABELS


class Other(metadata.Distribution):
    """A version of the library that ships other networks."""

    def read_text(self, filename: str) -> None:
        """Return no text, as in a library without files."""

    def locate_file(self, path: object) -> Path:
        """Return a path where nothing exists."""
        return Path("/nowhere") / str(path)


@pytest.mark.parametrize("installed", [None, Other()], ids=["not installed", "without these networks"])
def test_a_machine_that_cannot_read_print_says_what_to_do(
    installed: Other | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the text recognition library the error names the package to install, and pasting as the other way."""

    def distribution(name: str) -> Other:
        if installed is None:
            raise metadata.PackageNotFoundError(name)
        return installed

    monkeypatch.setattr(metadata, "distribution", distribution)
    native_print.print_networks.cache_clear()
    page = cv2.imencode(".jpg", np.full((400, 300, 3), 200, np.uint8))[1].tobytes()
    with pytest.raises(ServiceError, match=r"paste the card.*requirements/ocr-no-deps\.txt.*--no-deps") as caught:
        read_card_photo(page, "card.jpg")
    assert caught.value.code == "no-text-recognition"
