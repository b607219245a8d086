"""Draw the curves of an evaluation as inline SVG, coloured by the page's style sheet."""

import math
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from datasets.evaluation.report.figures import MISSED
from datasets.training.shared.reliability import WRONG_WHILE_SURE, Certainty, reliability
from rules.tiles import ALL_TILES
from vision.reading import BACK

SIDE = 280
"""Width and height of the plotting field, SVG units."""
LEFT, TOP, RIGHT, BOTTOM = 52, 12, 14, 40
LEAST_ERROR = 1e-4
"""Lower end of the error axis, where a curve without mistakes lies."""
MOST_POINTS = 240
CELL = 16


def _frame(label: str, across: str, up: str, body: str) -> str:
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    return (
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
        f'<rect class="field" x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}"/>{body}'
        f'<text x="{LEFT + SIDE / 2}" y="{height - 6}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(12 {TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">{escape(up)}</text></svg>'
    )


def _tick(text: str, x: float, y: float, anchor: str) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _at(across: float, up: float) -> tuple[float, float]:
    """Turn shares of the field, from its lower left corner, into SVG coordinates."""
    return LEFT + across * SIDE, TOP + (1 - up) * SIDE


def _line(points: Sequence[tuple[float, float]], name: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{name}" points="{path}"/>'


def reliability_chart(certainty: Certainty) -> str:
    """Draw the share of tiles read right against their confidence; the diagonal is perfect calibration."""
    bins = reliability(certainty)
    most = max((one.tiles for one in bins), default=1)
    parts = [_line([_at(0, 0), _at(1, 1)], "aim")]
    for value in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _at(value, 0)
        parts.append(_tick(f"{value:g}", x, y + 14, "middle"))
        x, y = _at(0, value)
        parts.append(_tick(f"{value:g}", x - 6, y + 4, "end"))
    parts.append(_line([_at(one.confidence, one.right) for one in bins], "curve"))
    for one in bins:
        x, y = _at(one.confidence, one.right)
        said = f"{one.tiles} tiles, confidence {one.confidence:.3f}, right {one.right:.3f}"
        radius = 3 + 6 * math.sqrt(one.tiles / most)
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"><title>{said}</title></circle>')
    return _frame("Reliability diagram", "confidence", "share read right", "".join(parts))


def curve(certainty: Certainty) -> list[tuple[float, float]]:
    """Return (coverage, error) for every threshold between two unlike confidences, highest threshold first.

    Both are shares from 0 to 1. There are at most ``MOST_POINTS`` points, and the last one covers every tile.
    """
    if not certainty:
        return []
    confidence = np.array([value for value, _ in certainty])
    order = np.argsort(-confidence, kind="stable")
    wrong = np.cumsum(~np.array([good for _, good in certainty], bool)[order])
    # Tiles of one confidence are on the same side of every threshold.
    ends = np.flatnonzero(np.append(np.diff(confidence[order]) != 0, True))
    if len(ends) > MOST_POINTS:
        ends = ends[np.linspace(0, len(ends) - 1, MOST_POINTS).round().astype(int)]
    return [(float(end + 1) / len(order), float(wrong[end]) / float(end + 1)) for end in ends]


def _error_up(error: float) -> float:
    """Return the height of an error on the logarithmic axis from ``LEAST_ERROR`` to 1."""
    return 1 - math.log10(max(error, LEAST_ERROR)) / math.log10(LEAST_ERROR)


def coverage_chart(certainty: Certainty) -> str:
    """Draw the error among sure tiles against the share of sure tiles, as the threshold falls."""
    aim = _error_up(WRONG_WHILE_SURE)
    parts = [_line([_at(0, aim), _at(1, aim)], "aim")]
    for value in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _at(value, 0)
        parts.append(_tick(f"{100 * value:g} %", x, y + 14, "middle"))
    for error in (1.0, 0.1, 0.01, 0.001, LEAST_ERROR):
        x, y = _at(0, _error_up(error))
        parts.append(_tick(f"{100 * error:g} %", x - 6, y + 4, "end"))
    parts.append(_line([_at(covered, _error_up(error)) for covered, error in curve(certainty)], "curve"))
    return _frame("Coverage against error", "share of tiles called sure", "wrong of these", "".join(parts))


def confusion_chart(confusion: Mapping[tuple[str, str], int]) -> str:
    """Draw the confusion matrix: true labels in rows, read labels in columns, shaded by share; titles hold counts."""
    there = {truth for truth, _ in confusion} | {read for _, read in confusion}
    names = [name for name in (*(tile.code for tile in ALL_TILES), BACK) if name in there]
    columns = [*names, MISSED]
    sums = {name: sum(count for (truth, _), count in confusion.items() if truth == name) for name in names}
    gap = 34
    parts = []
    for column, name in enumerate(columns):
        x = gap + column * CELL + CELL / 2
        text = "?" if name == MISSED else name
        parts.append(_tick(text, x, gap - 5, "middle"))
    for row, truth in enumerate(names):
        y = gap + row * CELL
        parts.append(_tick(truth, gap - 4, y + CELL - 4, "end"))
        for column, read in enumerate(columns):
            count = confusion.get((truth, read), 0)
            if not count:
                continue
            x, kind = gap + column * CELL, "right" if truth == read else "wrong"
            # Rare mistakes must stay visible beside thousands of right readings.
            strength = 0.15 + 0.85 * (count / sums[truth]) ** (1 if truth == read else 0.35)
            parts.append(
                f'<rect class="{kind}" x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" '
                f'fill-opacity="{strength:.2f}"><title>{truth} read as {escape(read)}: {count}</title></rect>'
            )
            if truth != read:
                parts.append(_tick(str(count), x + CELL / 2 - 0.5, y + CELL - 4.5, "middle"))
    width, height = gap + len(columns) * CELL + 4, gap + len(names) * CELL + 4
    return (
        f'<svg class="matrix" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'aria-label="Confusion matrix: rows are what is there, columns what was read">{"".join(parts)}</svg>'
    )
