"""A printed card, photographed and read; and what is said where nothing can read print."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from service.cards.photographed import text_recognition
from service.cards.photographed.inks import inks_of
from service.cards.photographed.printed_rows import rows_of
from service.cards.photographed.text_recognition import PrintedText, PrintedWord, recognise
from service.shared.errors import ServiceError

FONT = Path("/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf")


def word(text: str, left: float, top: float, wide: float = 40, slope: float = 0.0) -> PrintedWord:
    """A word on a page that is held askew by `slope`."""
    y = top + slope * left
    corners = ((left, y), (left + wide, y + slope * wide), (left + wide, y + slope * wide + 20), (left, y + 20))
    return PrintedWord(text, 1.0, corners)


def text(*words: PrintedWord) -> PrintedText:
    """Words that stand together."""
    return PrintedText(" ".join(one.text for one in words), 1.0, words[0].quad, words)


@pytest.mark.parametrize("slope", [-0.06, 0.0, 0.06])
def test_a_hand_its_remark_and_its_worth_are_one_row(slope: float) -> None:
    """On a page held askew each line keeps its own value, and the next column begins rows of its own."""
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


def test_inks_are_told_apart() -> None:
    """Three colours on shaded paper are three inks, each word its own; one colour alone says nothing."""
    shade = np.linspace(0.7, 1, 400)[None, :, None]
    page = np.ascontiguousarray(np.full((60, 400, 3), (220, 235, 240)) * shade, np.uint8)
    inks = [(60, 120, 20), (30, 30, 190), (160, 60, 25), (60, 120, 20), (35, 35, 35)]
    words = []
    for at, ink in enumerate(inks):
        left = 20 + 75 * at
        cv2.putText(page, "88", (left, 40), cv2.FONT_HERSHEY_SIMPLEX, 1, ink, 3, cv2.LINE_AA)
        words.append(PrintedWord("88", 1.0, ((left, 15), (left + 45, 15), (left + 45, 45), (left, 45))))
    names = inks_of(page, words)
    assert names[0] == names[3]
    assert len(set(names)) == 4
    assert names[4] == "black"
    assert inks_of(page, [words[0], words[3]]) == ["", ""]


def test_a_machine_that_cannot_read_print_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the answer names the packages, and the other way: pasting."""
    known = builtins.__import__

    def without(name: str, *more: Any, **others: Any) -> Any:  # noqa: ANN401 - as the original
        if name == "rapidocr":
            raise ImportError(name)
        return known(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    text_recognition._engine.cache_clear()
    with pytest.raises(ServiceError, match="requirements/ocr") as caught:
        recognise(np.zeros((10, 10, 3), np.uint8))
    assert caught.value.code == "no-text-recognition"


def test_a_photographed_card_is_read() -> None:
    """Of an invented card on a photo, at least 80 lines of 100 need no touch, and none is wrong unmarked."""
    pytest.importorskip("rapidocr", reason="the extra that reads print is not installed")
    if not FONT.is_file():
        pytest.skip("no font to print with")
    from tests.service.cards.printed_cards import measure

    score = measure(range(100, 102), hard=False)
    assert score.untouched >= 0.8 * score.lines
    assert score.right >= 0.95 * score.letters
    assert score.wrong == 0
