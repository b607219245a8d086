"""The scoring chart of a rule set that counts points: computed cells, and the misprints of its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from rules.input.frozen_mapping import FrozenMapping
from rules.input.strict_fields import StrictFields
from rules.settlement.payments import OyaKoPayment


@dataclass(frozen=True, slots=True)
class ChartCell:
    """Three payments: a KO to a KO who drew from the wall, a discarder to a KO, and a discarder to OYA.

    ``printed`` is the source's misprint, None where the source agrees.
    """

    points: int
    bonuses: int
    ko_pays: int
    discarder_pays_ko: int
    discarder_pays_oya: int
    limit: bool
    printed: str | None = None

    def __str__(self) -> str:
        return f"{self.ko_pays}/{self.discarder_pays_ko}/{self.discarder_pays_oya}"

    def to_json(self) -> dict[str, object]:
        """Return every field under its own name."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Chart:
    """The rows and columns that the source prints, and its misprints by (points, bonuses)."""

    rows: range
    bonuses: int
    place: str
    misprints: Mapping[tuple[int, int], str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "misprints", FrozenMapping(self.misprints))

    def cells(self, payment: OyaKoPayment) -> tuple[tuple[ChartCell, ...], ...]:
        """Return all rows, each with a cell for 1, 2, ... bonuses."""
        columns = range(1, self.bonuses + 1)
        return tuple(tuple(self._cell(payment, points, bonuses) for bonuses in columns) for points in self.rows)

    def _cell(self, payment: OyaKoPayment, points: int, bonuses: int) -> ChartCell:
        amount = payment.amount(points, bonuses)
        return ChartCell(
            points=points,
            bonuses=bonuses,
            ko_pays=amount * payment.wall_ko_from_ko,
            discarder_pays_ko=amount * payment.discard_ko,
            discarder_pays_oya=amount * payment.discard_oya,
            limit=payment.is_limit(points, bonuses),
            printed=self.misprints.get((points, bonuses)),
        )


def load_chart(fields: StrictFields) -> Chart:
    """Read the table ``chart`` of a rule set file; raise the reader's error naming the field."""
    points = fields.child("points")
    rows = range(points.points("from"), points.points("to") + 1, points.points("step"))
    points.done()
    misprints = {}
    for entry in fields.children("misprints"):
        misprints[entry.points("points"), entry.points("bonuses")] = entry.text("printed")
        entry.done()
    chart = Chart(rows, fields.points("bonuses"), fields.text("place"), misprints)
    fields.done()
    return chart
