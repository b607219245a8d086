"""Write an evaluation as one self-contained HTML file."""

from collections.abc import Iterable, Sequence
from html import escape

from datasets.evaluation.report.charts import confusion_chart, coverage_chart, reliability_chart
from datasets.evaluation.report.figures import Report, ScoredPhoto
from datasets.evaluation.report.pictures import said, thumbnail
from datasets.evaluation.report.text import (
    COVERAGE_HEADS,
    HEADS,
    cells,
    corners_line,
    coverage_cells,
    coverages,
    tables,
    time_line,
)

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #20242a; --soft: #5c6470; --line: #d8d5cc; --panel: #fff;
  --accent: #0b6bcb; --good: #1d8348; --bad: #c0392b; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --ink: #e8e6e1; --soft: #a2a9b3; --line: #3a4048;
  --panel: #1d2126; --accent: #6db3ff; --good: #58d68d; --bad: #ff7b6b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p, dl { margin: .3rem 0; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; background: var(--panel); }
.wide:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--panel); min-width: 5rem;
  max-width: 22rem; white-space: normal; overflow-wrap: break-word; }
@media (max-width: 30rem) { th:first-child { max-width: 9rem; } }
tr:last-child > * { border-bottom: 0; } thead th { color: var(--soft); font-weight: 600; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; }
figure { margin: 0; } figcaption { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; } svg .tick { font-size: 9px; fill: var(--soft); }
.chart { width: 100%; max-width: 30rem; } .field { fill: none; stroke: var(--line); }
.matrix { max-width: none; display: block; }
.curve { fill: none; stroke: var(--accent); stroke-width: 2; } .dot { fill: var(--accent); fill-opacity: .75; }
.aim { fill: none; stroke: var(--soft); stroke-dasharray: 4 4; }
.right { fill: var(--good); } .wrong { fill: var(--bad); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
.pictures img { width: 100%; height: auto; border-radius: .3rem; display: block; }
.key span { white-space: nowrap; margin-right: 1rem; } .key i { display: inline-block; width: .8rem; height: .8rem;
  border-radius: .2rem; margin-right: .3rem; }
"""
COLOURS = (
    ("#28aa3c", "right and sure"),
    ("#ff8c00", "right, but asked about"),
    ("#e62828", "wrong"),
    ("#0078dc", "not found"),
    ("#b428c8", "read twice or no tile"),
)
"""Colours of the outlines that ``datasets.evaluation.report.pictures`` draws, with their meanings."""


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    # An empty corner cell is no header, so it is a <td>.
    head = "".join(f'<th scope="col">{escape(text)}</th>' if text else "<td></td>" for text in heads)
    body = "".join(
        f'<tr><th scope="row" title="{escape(first)}">{escape(first)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return (
        f"<h2>{escape(caption)}</h2>"
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _picture(one: ScoredPhoto) -> str:
    words = f"{one.photo.name} ({one.score.tile_set}): {said(one)}"
    return (
        f'<figure><img src="{thumbnail(one)}" loading="lazy" alt="{escape(words)}">'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _pictures(worst: Sequence[ScoredPhoto]) -> str:
    if not worst:
        return "<h2>Worst pictures</h2><p>None: every tile was found, read right and sure.</p>"
    key = "".join(f'<span><i style="background:{colour}"></i>{escape(words)}</span>' for colour, words in COLOURS)
    figures = "".join(_picture(one) for one in worst)
    return f'<h2>Worst pictures</h2><p class="key">{key}</p><div class="pictures">{figures}</div>'


def _charts(report: Report) -> str:
    reliable, covered = reliability_chart(report.certainty), coverage_chart(report.certainty)
    return (
        '<h2>Curves</h2><div class="charts">'
        f"<figure>{reliable}<figcaption>Confidence against the share read right; the dashed line is honesty, the size "
        f"of a dot the number of tiles. Calibration error {report.all.calibration_error:.4f}.</figcaption></figure>"
        f"<figure>{covered}<figcaption>Were tiles sure by confidence alone: the share covered against the share wrong "
        "of these. The dashed line is one in 1,000.</figcaption></figure></div>"
    )


def page(report: Report) -> str:
    """Write the page; it holds photographs, so give it only to people who may have them.

    Raises ``DatasetError`` if one of the worst pictures cannot be opened again.
    """
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.facts.items())
    sums = "".join(
        _table(title, (head, *HEADS), ((one.name, *cells(one)) for one in rows)) for title, head, rows in tables(report)
    )
    curve = "".join(
        _table(title, COVERAGE_HEADS, (coverage_cells(one) for one in points)) for title, points in coverages(report)
    )
    mistakes = _table(
        "Most frequent mistakes",
        ("there", "read as", "times"),
        ((truth, read, str(count)) for (truth, read), count in report.all.pairs),
    )
    matrix = (
        "<h2>Confusion matrix</h2><p>Rows are what is there, columns what was read, ? what was not found.</p>"
        '<div class="wide" role="region" tabindex="0" aria-label="Confusion matrix">'
        f"{confusion_chart(report.confusion)}</div>"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Rackcheck evaluation</title>'
        f"<style>{STYLE}</style></head><body><main><h1>How well the pictures are read</h1><dl>{facts}</dl>"
        f"<p>{corners_line(report)}</p><p>{time_line(report)}</p>"
        f"{sums}{_charts(report)}{curve}{mistakes}{matrix}{_pictures(report.worst)}</main></body></html>\n"
    )
