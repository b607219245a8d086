"""Print the findings of the doctor for people."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from service.commands.support.output import printable
from service.doctor.finding import Report

_STYLES: Final = {"ok": "green", "warn": "bold yellow", "fail": "bold red"}


def show_doctor(console: Console, report: Report) -> None:
    """Print the findings in order, each with its advice below it, and a summary."""
    width = max(len(one.check) for one in report.findings)
    for one in report.findings:
        verdict = (f"{one.verdict:4}", _STYLES[one.verdict])
        console.print(Text.assemble(verdict, f"  {one.check:{width}}  ", printable(one.message)))
        # A command to type gets a line of its own, and we never break it.
        if one.mend:
            console.print(Text(f"      {'':{width}}  do: {printable(one.mend)}", "bold"), soft_wrap=True)
    console.print(Text(report.summary, _STYLES[report.verdict]))
