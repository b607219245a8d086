"""The finding of one check of an installation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

Verdict = Literal["ok", "warn", "fail"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
"""All verdicts, from good to bad."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a check.

    Attributes:
        check: the name of the check, in kebab-case; one check may give several findings.
        verdict: `ok`; `warn` if the program works, but not well or not for long; `fail` if a part does not work.
        message: the state that the check found.
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


def document(findings: Sequence[Finding], version: str) -> dict[str, Any]:
    """Return the findings as `rackcheck doctor --json` prints them."""
    return {
        "version": version,
        "verdict": worst(findings),
        "checks": [
            {"check": one.check, "verdict": one.verdict, "message": one.message, "mend": one.mend or None}
            for one in findings
        ],
    }


def summary(found: dict[str, Any]) -> str:
    """Sum up the document in one line for people."""
    counts = {verdict: sum(one["verdict"] == verdict for one in found["checks"]) for verdict in VERDICTS}
    if found["verdict"] == "ok":
        return f"Rackcheck {found['version']} is well: {counts['ok']} checks"
    return f"Rackcheck {found['version']}: {counts['fail']} wrong, {counts['warn']} to look at, {counts['ok']} well"


def plain(found: dict[str, Any]) -> str:
    """Print the document as text, for a terminal without the packages that draw in colour."""
    width = max((len(one["check"]) for one in found["checks"]), default=0)
    lines = []
    for one in found["checks"]:
        lines.append(f"{one['verdict']:4}  {one['check']:{width}}  {one['message']}")
        if one["mend"]:
            lines.append(f"{'':{width + 8}}do: {one['mend']}")
    return "\n".join([*lines, summary(found)])
