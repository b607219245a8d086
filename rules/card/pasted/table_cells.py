"""Take the rows of a pasted table apart into cells: web pages, spreadsheets, commas, semicolons and bars."""

from __future__ import annotations

import csv
import re
from typing import Final

_ROW: Final = re.compile(r"<tr\b(?:(?!</?(?:tr|tbody|table)\b).)*", re.IGNORECASE | re.DOTALL)
_CELL: Final = re.compile(r"(?=<t[dh]\b)", re.IGNORECASE)
_FRAME: Final = re.compile(r"</?(?:table|tbody|thead|tfoot|tr)\b[^<>]*>", re.IGNORECASE)
"""A table of a web page: a row, where a cell begins, and the tags that hold no text."""

_BROKEN: Final = re.compile(r'^(?:[^\n"]*\t)?"[^"\t]*"(?:\t[^\n"]*)?$', re.MULTILINE)
"""A row of a spreadsheet with a cell in quotes, which may go over several rows."""


def tabbed(text: str) -> str:
    """Return text with each row of a table in one row: of web pages with tabs, of spreadsheets without line breaks."""
    text = _BROKEN.sub(lambda row: _one_row(row.group()) if "\t" in row.group() else row.group(), text)
    if not _ROW.search(text):
        return text
    return _FRAME.sub("", _ROW.sub(_tabbed_row, re.sub(r"(?i)(?<=\S)[^\S\n]*(?=<tr\b)", "\n", text)))


def _tabbed_row(row: re.Match[str]) -> str:
    first, *cells = _CELL.split(row.group().replace("\t", " "))
    closed = [f"{cell}</{cell[1:3]}>" for cell in cells]  # one end too many does no harm
    return _one_row(first + "\t".join(closed))


def _one_row(row: str) -> str:
    """Return a row without line breaks inside; put them behind it, so that the rows below keep their numbers."""
    return row.replace("\n", " ") + "\n" * row.count("\n")


def cells_of(rows: list[str]) -> list[list[str]] | None:
    """Return the cells of each row where the text is a table, or None for plain lines."""
    filled = [row for row in rows if row.strip()]
    best: tuple[int, list[list[str]]] | None = None
    for sign in ("\t", ",", ";", "|"):
        having = [row for row in filled if sign in row]
        # One row with a comma or two is a line with remarks; a row with a tab comes from a spreadsheet.
        if not having or len(having) * 2 < len(filled) or (sign != "\t" and len(having) < 2):
            continue
        try:
            bare = _without_frame(rows, having) if sign == "|" else rows
            table = [next(csv.reader([row], delimiter=sign, skipinitialspace=True), []) for row in bare]
        except csv.Error:
            continue
        if sign == "\t":
            return table
        widths = [len(cells) for row, cells in zip(rows, table, strict=True) if sign in row]
        # In prose and notes a comma stands here and there; the cells of a table stand in columns.
        common = max(set(widths), key=widths.count)
        columns = common > 1 and widths.count(common) * 10 >= len(filled) * 6 and _outside_brackets(having, sign)
        if columns and (best is None or widths.count(common) > best[0]):
            best = widths.count(common), table
    return None if best is None else best[1]


def _without_frame(rows: list[str], having: list[str]) -> list[str]:
    """Take off the bars around a table; a row without a frame may begin or end with an empty cell."""
    bare = [row.strip() for row in rows]
    if all(row.strip().startswith("|") for row in having):
        bare = [row.removeprefix("|") for row in bare]
    if all(row.strip().endswith("|") for row in having):
        bare = [row.removesuffix("|") for row in bare]
    return bare


def _outside_brackets(rows: list[str], sign: str) -> bool:
    """Say whether the sign stands outside brackets in every row, so that it can separate cells."""
    return all(sign in re.sub(r"\([^()]*\)", "", row) for row in rows)
