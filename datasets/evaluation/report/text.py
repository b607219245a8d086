"""Print an evaluation as tables."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table

from datasets.evaluation.report.figures import Report
from datasets.evaluation.scoring import Coverage, Total

HEADS = (
    *("pictures", "boxed", "found", "read", "both", "exact racks", "strays", "asked", "sure but wrong"),
    *("calibration", "ms"),
)
"""Column heads of a total."""


def share(part: int, whole: int) -> str:
    """Format a share in per cent, or a dash if ``whole`` is 0."""
    return f"{100 * part / whole:.2f} %" if whole else "-"


def cells(one: Total) -> tuple[str, ...]:
    """Return the texts under ``HEADS``: found of boxed, read of found, both of all known boxed, ms as the median."""
    return (
        str(one.photos),
        str(one.boxed),
        share(one.found, one.boxed),
        share(one.right, one.known),
        share(one.right, one.both),
        f"{one.exact_racks}/{one.racks}",
        str(one.strays),
        share(one.asked, one.known),
        f"{one.sure_wrong}/{one.sure}",
        f"{one.calibration_error:.4f}",
        f"{one.milliseconds:.0f}",
    )


def tables(report: Report) -> Iterator[tuple[str, str, Sequence[Total]]]:
    """Yield title, first column head and rows: by use, by source, and by tile set if there are several."""
    yield "What training leaves out, and the rest", "", report.by_use
    yield "By source", "source", report.by_source
    if len(report.by_tile_set) > 2:
        yield "By tile set", "tile set", report.by_tile_set


def coverage_cells(one: Coverage) -> tuple[str, str, str, str]:
    """Return the texts under ``COVERAGE_HEADS``."""
    return f"{one.threshold:g}", share(one.covered, one.tiles), str(one.wrong), share(one.wrong, one.covered)


def coverages(report: Report) -> Iterator[tuple[str, Sequence[Coverage]]]:
    """Yield title and rows of each coverage table: one per use if there are several, then one for all pictures."""
    for name, points in report.coverage.items():
        if name == "all" or len(report.by_use) > 1:
            yield f"Were a tile sure by its confidence alone: {name}", points


COVERAGE_HEADS = ("confidence from", "covers", "wrong", "wrong of covered")


def time_line(report: Report) -> str:
    """Return a sentence about the time of a scan."""
    return f"A scan took {report.all.milliseconds:.0f} ms (median), one in ten more than {report.all.slow:.0f} ms."


def corners_line(report: Report) -> str:
    """Return a sentence about the corner error of tiles with known corners."""
    one = report.all
    if not one.corners:
        return "No picture says where the corners of its tiles lie."
    return (
        f"Of {one.corners} tiles with known corners the worst corner is off by {100 * one.corners_off:.1f} % of the "
        f"face's short side (median), of one in ten by more than {100 * one.corners_far:.1f} %."
    )


def grid(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Make a table whose first column names the rows."""
    table = Table(title=title, title_justify="left")
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def print_report(report: Report, console: Console) -> None:
    """Print every table, the most frequent mistakes, the corner error and the time of a scan."""
    for title, head, rows in tables(report):
        console.print(grid(title, (head, *HEADS), ((one.name, *cells(one)) for one in rows)))
    for title, points in coverages(report):
        console.print(grid(title, COVERAGE_HEADS, map(coverage_cells, points)))
    mistakes = ", ".join(f"{truth} read as {read} ({count})" for (truth, read), count in report.all.pairs)
    console.print(f"most frequent mistakes: {mistakes or 'none'}")
    console.print(corners_line(report))
    console.print(time_line(report))
