"""Decide which way up faces lie, for a whole row together: tiles of one row nearly always lie the same way.

A way counts quarter turns clockwise from the reading direction of the rows, a turn counts them from a quad's own
corners. The classifier makes the same errors on all faces of one tile set, so the evidence of a row grows with the root
of its length.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from vision.geometry import Point, Quad, width_and_height
from vision.layout.rows import RowLayout, arrange_rows

Row = Sequence[float]

_LEAST: Final = 0.002
"""Least probability of a turn, even one that the network calls impossible."""

_TEMPER: Final = 0.5
"""Power to which we raise the network's probabilities: it is overconfident on an unfamiliar tile set."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """How likely tiles lie the same way.

    Attributes:
        tile: probability that a tile lies the same way as its row.
        row: probability that a row lies the same way as the picture's tiles.
        picture: probabilities that the picture's tiles lie upright, a quarter, half, three quarters turned.
        tall: power of a quad's height over its width, as evidence that the face does not lie on its side; 0 at a table,
            where a camera that looks along it shows all tiles low.
    """

    tile: float
    row: float
    picture: tuple[float, float, float, float]
    tall: float = 0.0


AT_THE_TABLE: Final = Neighbourhood(0.9, 0.8, (0.8, 0.03, 0.14, 0.03))
"""Racks, exposures and discards of all players (`datasets/experiments/orientation.md`)."""

LAID_OUT: Final = Neighbourhood(0.97, 0.999, (0.93, 0.01, 0.05, 0.01), tall=6.0)
"""Tiles that a person has laid out to teach them."""


AS_TAUGHT: Final = Neighbourhood(0.9, 0.8, (0.25, 0.25, 0.25, 0.25))
"""Tiles that we compare with a taught set: its faces may be taught, and these read, any way up."""


def agreed_turns(quads: Sequence[Quad], turns: Sequence[Row], expected: Neighbourhood = AT_THE_TABLE) -> list[int]:
    """Return how many quarter turns clockwise each face needs, by its own, its row's and the picture's evidence.

    Args:
        quads: N faces, clockwise.
        turns: N rows of 4: the network's probabilities that the face needs 0 to 3 quarter turns.
        expected: how likely tiles lie the same way.
    """
    layout = arrange_rows(quads)
    aslant = [_quarters(quad, layout.direction) for quad in quads]
    tall = [_tall(quad, expected.tall) for quad in quads]
    ways = [_by_way(*one) for one in zip(turns, tall, aslant, strict=True)]
    found = agreed_ways(layout, ways, expected)
    return [(quarter - way) % 4 for quarter, way in zip(aslant, found, strict=True)]


def turns_as_taught(quads: Sequence[Quad], turns: Sequence[Row]) -> list[int]:
    """Return how many quarter turns clockwise each face needs, by its own, its row's and the picture's evidence.

    Args:
        quads: N faces, each from its top left as read.
        turns: N rows of 4: probabilities that the face needs 0 to 3 quarter turns, by its own evidence alone.
    """
    layout = arrange_rows(quads)
    aslant = [_quarters(quad, layout.direction) for quad in quads]
    ways = [
        [max(row[(quarter - way) % 4], _LEAST) for way in range(4)] for quarter, row in zip(aslant, turns, strict=True)
    ]
    found = agreed_ways(layout, ways, AS_TAUGHT)
    return [(quarter - way) % 4 for quarter, way in zip(aslant, found, strict=True)]


def agreed_ways(layout: RowLayout, ways: Sequence[Row], expected: Neighbourhood) -> list[int]:
    """Return the likeliest way of each face.

    Args:
        layout: the rows of N faces.
        ways: N rows of 4 probabilities, by the face's own evidence alone.
        expected: how likely tiles lie the same way.
    """
    like, alike = _likeness(expected.tile), _likeness(expected.row)
    said = [[math.log(_dot(row, way)) for row in like] for way in ways]
    heard = []
    for row in layout.rows:
        weight = len(row) ** -0.5
        heard.append([weight * sum(said[index][way] for index in row) for way in range(4)])
    messages = [_heard_through(alike, of_row) for of_row in heard]
    picture = [math.log(p) + sum(one[way] for one in messages) for way, p in enumerate(expected.picture)]
    found = [0] * len(ways)
    for row, of_row, message in zip(layout.rows, heard, messages, strict=True):
        others = _heard_through(alike, [whole - own for whole, own in zip(picture, message, strict=True)])
        weight = len(row) ** -0.5
        for index in row:
            rest = [of_row[way] - weight * said[index][way] + others[way] for way in range(4)]
            prior = _heard_through(like, rest)
            each = [prior[way] + math.log(ways[index][way]) for way in range(4)]
            found[index] = each.index(max(each))
    return found


def _quarters(quad: Quad, direction: Point) -> int:
    """Return how many quarter turns clockwise a face's top runs from the reading direction."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    x, y = direction
    across, down = x1 + x2 - x0 - x3, y1 + y2 - y0 - y3
    return round(math.atan2(across * -y + down * x, across * x + down * y) / (math.pi / 2)) % 4


def _tall(quad: Quad, power: float) -> float:
    """Return how much likelier a face stands upright or on its head than on its side, by the shape of its quad."""
    width, height = width_and_height(quad)
    return float(math.pow(max(height, 1e-6) / max(width, 1e-6), power))


def _by_way(turns: Row, tall: float, quarter: int) -> list[float]:
    """Return softened probabilities of a face's ways; its top runs `quarter` quarter turns from the rows."""
    soft = [value**_TEMPER * (1 / tall if turn % 2 else tall) for turn, value in enumerate(turns)]
    total = sum(soft)
    return [(1 - 4 * _LEAST) * soft[(quarter - way) % 4] / total + _LEAST for way in range(4)]


def _likeness(same: float) -> list[list[float]]:
    """Return the probability of each way beside each other way; a tile that differs mostly lies on its head."""
    by_difference = (same, (1 - same) * 0.15, (1 - same) * 0.7, (1 - same) * 0.15)
    return [[by_difference[(one - other) % 4] for other in range(4)] for one in range(4)]


def _dot(one: Row, other: Row) -> float:
    return sum(map(mul, one, other), 0.0)


def _heard_through(likeness: Sequence[Row], logs: Row) -> list[float]:
    """Return the message to a neighbour: log evidence for its ways, from unnormalised log probabilities."""
    most = max(logs)
    values = [math.exp(value - most) for value in logs]
    return [math.log(_dot(row, values)) for row in likeness]
