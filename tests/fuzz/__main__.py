"""Fuzz the parsers that a stranger's bytes reach: `python -m tests.fuzz [TARGET ...] [--minutes N]`.

Each target runs in a process of its own, from its seeds and its kept corpus. Findings go to the folder
`out/fuzz/TARGET`, and then the status is 1. The smallest inputs that together cover every step through the program
stay in `tests/fuzz/corpus/TARGET.zip`. Without a target all run, one after the other.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.fuzz import corpus, target
from tests.fuzz.reduce import smallest

ROOT: Final = Path(__file__).resolve().parents[2]
OUT: Final = ROOT / "out" / "fuzz"

SECONDS: Final = 300
"""Seconds on the wall clock after which libFuzzer ends a run at one input, to catch endless loops.

`tests.fuzz.engine` measures processor time, which other work on the machine does not lengthen.
"""

MEGABYTES: Final = 2048
"""Most memory of the whole process, in megabytes."""

LARGEST_CORPUS: Final = 3_000_000
"""Most bytes of the inputs that a target keeps."""


def main(arguments: list[str]) -> int:
    """Fuzz the targets and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="what to fuzz: " + ", ".join(target.names()))
    parser.add_argument("--minutes", type=float, default=10, help="for each target [default: 10]")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.targets) - set(target.names()):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(target.names())}")
    if importlib.util.find_spec("atheris") is None:
        parser.error("the fuzzer is not installed: python -m pip install -r requirements/audit.txt")
    found = [fuzz(name, asked.minutes) for name in asked.targets or target.names()]
    return 1 if any(found) else 0


def fuzz(name: str, minutes: float) -> int:
    """Fuzz one target, keep its new inputs, and return the number of findings."""
    findings = OUT / name
    findings.mkdir(parents=True, exist_ok=True)
    for old in findings.iterdir():
        old.unlink()
    about = target.load(name)
    before = corpus.kept(name)
    with tempfile.TemporaryDirectory(prefix=f"fuzz-{name}-") as folder:
        grown = Path(folder) / "grown"
        _lay(grown, (*before, *about.seeds))
        told = _engine(
            name,
            findings,
            *(f"-max_len={about.longest}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"),
            *(f"-max_total_time={minutes * 60:.0f}", "-print_final_stats=1", grown),
        )
        inputs = [path.read_bytes() for path in grown.iterdir()]
    after = smallest(about.run, inputs)
    if sum(map(len, after)) <= LARGEST_CORPUS:
        corpus.keep(name, after)
    hits = sorted({path.stem for path in findings.iterdir() if not path.name.startswith("slow-unit")})
    print(f"{name}: {_said(told)}, inputs {len(before)} -> {len(inputs)}, kept {len(after)}, findings {len(hits)}")  # noqa: T201
    for hit in hits:
        print(f"  {hit}")  # noqa: T201
    return len(hits)


def _lay(folder: Path, inputs: Iterable[bytes]) -> None:
    folder.mkdir()
    for data in inputs:
        (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def _engine(name: str, findings: Path, *options: str | Path) -> str:
    """Run the fuzzer and return its output."""
    command = [sys.executable, "-m", "tests.fuzz.engine", name, str(findings), f"-artifact_prefix={findings}/"]
    with (OUT / f"{name}.log").open("ab") as log:
        begun = log.tell()
        subprocess.run([*command, *map(str, options)], cwd=ROOT, stdout=log, stderr=log, check=False)
    with (OUT / f"{name}.log").open("rb") as log:
        log.seek(begun)
        return log.read().decode("utf-8", "replace")


def _said(text: str) -> str:
    runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text)
    peak = re.findall(r"stat::peak_rss_mb:\s*(\d+)", text)
    slowest = re.findall(r"stat::slowest_unit_time_sec:\s*(\d+)", text)
    branches = re.findall(r"\bcov: (\d+) ft: (\d+)", text)
    if not runs or not branches:
        return "ended early, see the log"
    first, last = branches[0], branches[-1]
    return (
        f"runs {runs[-1]}, branches {first[0]} -> {last[0]}, features {first[1]} -> {last[1]}, "
        f"memory {peak[-1]} MB, slowest {slowest[-1]} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
