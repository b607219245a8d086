"""Print scoring charts for people."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rules.settlement.scoring_chart import ChartCell
from service.cards.ruleset_lists import ScoringChart
from service.commands.support.output import printable
from service.shared.wording import plural


def show_chart(console: Console, chart: ScoringChart) -> None:
    """Print a chart in the layout of its source; a star marks each cell that the source misprints."""
    console.print(Text(printable(chart.source), "bold"))
    each = "Each cell: what a KO pays a KO who drew from the wall / a discarder pays a KO / a discarder pays OYA."
    console.print(Text(each, "dim"))
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    table.add_column("points", justify="right")
    for cell in chart.rows[0]:
        table.add_column(plural(cell.bonuses, "bonus", "bonuses"), justify="right", no_wrap=True)
    for row in chart.rows:
        table.add_row(Text(str(row[0].points), "bold"), *(_cell(cell) for cell in row))
    console.print(table)
    for cell in chart.misprints:
        place = f"{cell.points} points, {plural(cell.bonuses, 'bonus', 'bonuses')}"
        console.print(Text(f"* {place}: the source prints {printable(cell.printed)}, meant is {cell}"))


def _cell(cell: ChartCell) -> Text:
    """Return the three payments of a cell; a blank in place of the star keeps columns aligned."""
    star = " " if cell.printed is None else "*"
    style = "bold yellow" if cell.printed is not None else "green" if cell.limit else ""
    return Text(f"{cell}{star}", style)
