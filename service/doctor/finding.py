"""The findings of the checks of an installation, and the report of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from service.shared.json_text import JsonObject

Verdict = Literal["ok", "warn", "fail"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
"""All verdicts, from good to bad."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a check.

    Attributes:
        check: the name of the check, in kebab-case; one check may give several findings.
        verdict: `ok`; `warn` if the program works, but not well or not for long; `fail` if a part does not work.
        mend: the advice; empty if there is nothing to do.
    """

    check: str
    verdict: Verdict
    message: str
    mend: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is no verdict")
        if (self.verdict == "ok") == bool(self.mend):
            raise ValueError(f"{self.check}: what is not ok says what to do, and what is ok needs nothing done")


def worst(findings: Iterable[Finding]) -> Verdict:
    """Return the worst verdict; `ok` without findings."""
    return max((one.verdict for one in findings), key=VERDICTS.index, default="ok")


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about an installation of one version of the program."""

    version: str
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the findings."""
        return worst(self.findings)

    @property
    def summary(self) -> str:
        """The report in one line for people."""
        counts = {verdict: sum(one.verdict == verdict for one in self.findings) for verdict in VERDICTS}
        if self.verdict == "ok":
            return f"Rackcheck {self.version} is well: {counts['ok']} checks"
        return f"Rackcheck {self.version}: {counts['fail']} wrong, {counts['warn']} to look at, {counts['ok']} well"

    def to_json(self) -> JsonObject:
        """Return the report as `rackcheck doctor --json` prints it."""
        return {
            "version": self.version,
            "verdict": self.verdict,
            "checks": [
                {"check": one.check, "verdict": one.verdict, "message": one.message, "mend": one.mend or None}
                for one in self.findings
            ],
        }

    def __str__(self) -> str:
        """Return the report as text, for a terminal without the packages that draw in colour."""
        width = max((len(one.check) for one in self.findings), default=0)
        lines = []
        for one in self.findings:
            lines.append(f"{one.verdict:4}  {one.check:{width}}  {one.message}")
            if one.mend:
                lines.append(f"{'':{width + 8}}do: {one.mend}")
        return "\n".join([*lines, self.summary])
