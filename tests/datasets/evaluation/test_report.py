"""The evaluation report: curves calculated by hand, a complete and harmless page, marked pictures."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.evaluation.report.charts import MOST_POINTS, confusion_chart, coverage_chart, curve, reliability_chart
from datasets.evaluation.report.figures import MISSED, USES, ScoredPhoto, build_report
from datasets.evaluation.report.html import COLOURS, page
from datasets.evaluation.report.pictures import ASKED, MISSING, RIGHT, STRAY, WRONG, marks, said
from datasets.evaluation.scoring import score
from datasets.photographs.index import LabelledPhoto, LabelledTile
from tests.service.page.axe import faults_of
from tests.service.page.phone import browser  # noqa: F401 - the fixture
from vision import RackReading, TileReading

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOXES = [(10.0 + 60 * i, 20.0, 60.0 + 60 * i, 90.0) for i in range(5)]


def _tile(place: int, label: str, confidence: float = 0.99, *, sure: bool = True) -> TileReading:
    x0, y0, x1, y1 = BOXES[place]
    return TileReading(label, confidence, (), ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, place, sure)


@pytest.fixture
def scored(tmp_path: Path) -> ScoredPhoto:
    """Score a picture of four tiles (right, asked about, sure but wrong, missed) and a stray."""
    cv2.imwrite(str(tmp_path / "a.png"), np.full((120, 330, 3), 120, np.uint8))
    tiles = tuple(LabelledTile(box, label) for box, label in zip(BOXES, ("1B", "2B", "3B", "4B"), strict=False))
    photo = LabelledPhoto(
        tmp_path / "a.png", "<a & b>.png", 330, 120, "g", "<source> & co", tiles, single_tile=False, complete=True
    )
    read = (_tile(0, "1B"), _tile(1, "2B", 0.6, sure=False), _tile(2, "J"), _tile(4, "W"))
    reading = RackReading(330, 120, tuple(replace(tile, index=at) for at, tile in enumerate(read)), "", (), "test@1")
    return ScoredPhoto(photo, reading, score(photo, reading))


def test_the_curve_by_hand() -> None:
    """The curve starts with the highest confidence; equal confidences fall on one side of every cut."""
    certainty = [(0.5, False), (0.9, True), (0.9, False), (0.99, True)]
    assert np.array(curve(certainty)) == pytest.approx(np.array([(0.25, 0.0), (0.75, 1 / 3), (1.0, 0.5)]))
    assert curve([]) == []


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=600))
def test_the_curve_ends_with_everything(certainty: list[tuple[float, bool]]) -> None:
    """Coverage rises, the curve stays short enough to draw, and it ends at all tiles with their error rate."""
    points = curve(certainty)
    covered = [point[0] for point in points]
    assert covered == sorted(set(covered))
    assert len(points) <= MOST_POINTS
    assert points[-1] == pytest.approx((1.0, sum(not good for _, good in certainty) / len(certainty)))


def test_charts_are_well_formed_with_and_without_tiles() -> None:
    """Each chart is one SVG element that an XML parser reads."""
    some = [(0.4, False), (0.99, True)]
    charts = [reliability_chart([]), reliability_chart(some), coverage_chart([]), coverage_chart(some)]
    charts += [confusion_chart({}), confusion_chart({("1B", "1B"): 3, ("1B", MISSED): 1})]
    for chart in charts:
        assert ET.fromstring(chart).tag == "svg"  # noqa: S314 - our own text


def test_the_confusion_matrix_says_every_count() -> None:
    """Rows of the confusion matrix are true labels; it counts right, wrong and missed tiles apart."""
    chart = confusion_chart({("1B", "1B"): 3, ("1B", "J"): 2, ("2B", MISSED): 1})
    assert "1B read as J: 2" in chart
    assert "2B read as not found: 1" in chart
    assert (chart.count('class="right"'), chart.count('class="wrong"')) == (1, 2)


def test_marks_tell_five_kinds_apart(scored: ScoredPhoto) -> None:
    """Right tiles are drawn first and without words, mistakes last and on top."""
    assert [(mark.colour, mark.words) for mark in marks(scored)] == [
        (RIGHT, ""),
        (ASKED, "2B?"),
        (STRAY, "stray W"),
        (MISSING, "4B missed"),
        (WRONG, "3B read J"),
    ]


def test_the_key_shows_the_colours_that_are_drawn() -> None:
    """The key on the page lists the colours of the outlines, in the same order."""
    drawn = [f"#{red:02x}{green:02x}{blue:02x}" for blue, green, red in (RIGHT, ASKED, WRONG, MISSING, STRAY)]
    assert [colour for colour, _ in COLOURS] == drawn


def test_mistakes_are_said_in_words(scored: ScoredPhoto) -> None:
    """A sentence lists the mistakes and says which ones were sure."""
    assert said(scored) == "3B read as J (0.990, sure); not found: 4B; 1 stray; 1 of 3 asked about"


def test_gathering_sums_what_trains_nothing_apart(scored: ScoredPhoto) -> None:
    """The report totals left-out sets, mirrored copies and known scenes apart; the worst picture comes first."""
    unseen = replace(scored, photo=replace(scored.photo, group="686b54d220"))
    mirrored = replace(scored, photo=replace(scored.photo, mirrored=True))
    fine = replace(scored, score=replace(scored.score, tiles=(), missed=(), strays=0, found=4))
    report = build_report([fine, mirrored, unseen, scored], {}, ["camerash"])
    assert [(one.name, one.photos) for one in report.by_use] == list(zip(USES, (1, 2, 1), strict=True))
    assert list(report.worst) == [unseen, scored, mirrored]
    assert list(report.coverage) == [*USES, "all"]
    assert [points[0].tiles for points in report.coverage.values()] == [3, 3, 3, 9]
    assert report.confusion["3B", "J"] == 3
    assert report.confusion["4B", MISSED] == 3
    assert ["3B", "J", 3] in report.to_json()["confusions"]
    assert not [pair for pair in report.to_json()["confusions"] if pair[0] == pair[1]]


class _Tags(HTMLParser):
    """Collects addresses and checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag and the address it points to."""
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in {"meta", "img", "rect", "circle", "polyline"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that the tag closes the innermost open one."""
        if tag not in {"rect", "circle", "polyline"}:
            assert self.open.pop() == tag


def test_the_page_needs_nothing_beside_it(scored: ScoredPhoto) -> None:
    """All tags close, names are escaped, and the only address is the picture itself, a JPEG of its size."""
    text = page(build_report([scored], {"models": "<x>"}))
    tags = _Tags()
    tags.feed(text)
    assert not tags.open
    assert "<a & b>" not in text
    assert "&lt;source&gt; &amp; co" in text
    assert not re.search(r"https?:|@import|url\(", text)
    (address,) = tags.addresses
    kind, data = address.split(",", 1)
    assert kind == "data:image/jpeg;base64"
    shown = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (131, 360, 3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_read_on_a_phone(
    scored: ScoredPhoto,
    browser: Browser,  # noqa: F811 - the fixture
    tmp_path: Path,
    scheme: Literal["light", "dark"],
) -> None:
    """At 320 pixels nothing is wider than the screen, row headings are words, and axe finds no fault."""
    file = tmp_path / "report.html"
    file.write_text(page(build_report([scored], {"models": "finder-1@1.0.0"})), "utf-8")
    context = browser.new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    shown = context.new_page()
    shown.goto(file.as_uri())
    assert shown.evaluate("document.documentElement.scrollWidth") <= 320
    heads = shown.locator("tbody th").evaluate_all("all => all.map(one => [one.textContent, one.clientWidth])")
    assert heads
    assert [text for text, width in heads if width < 80] == []
    assert faults_of(shown) == []
    context.close()


def test_the_page_says_that_nothing_went_wrong(scored: ScoredPhoto) -> None:
    """A report without mistakes says so and shows no pictures."""
    fine = replace(scored, score=replace(scored.score, tiles=(), missed=(), strays=0, found=4))
    assert "<img" not in page(build_report([fine], {}))
