"""Compare the answers of two trees: the same racks, games, disputes and photos to both command lines.

Answers must be equal byte for byte, the timings of scans aside. Exits with 1 where they differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scripts import questions

TIMINGS = "timing_ms"
SHOWN = 5
"""Most differences to print for one kind of question."""


def ask(tree: Path, arguments: Sequence[str], text: str = "") -> list[str]:
    """Run a command of a tree and return the printed lines; error messages of a rejected command count as answers."""
    done = subprocess.run(  # noqa: S603 - both trees are the caller's own
        [sys.executable, "-m", "service", *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in {0, 1, 3}:
        return [f"exit {done.returncode}: {line}" for line in (done.stdout + done.stderr).splitlines()]
    return done.stdout.splitlines()


def untimed(line: str) -> str:
    """Return an answer without its timings."""
    if f'"{TIMINGS}"' not in line:
        return line
    answer: dict[str, Any] = json.loads(line)
    answer.pop(TIMINGS, None)
    return json.dumps(answer)


def kind_of(line: str) -> str:
    """Return the kind of an answer in a word, for the count."""
    try:
        answer = json.loads(line)
    except ValueError:
        return "no JSON"
    if "error" in answer:
        return "error"
    return {True: "win", False: "no win", None: "answer"}[answer.get("win")]


def told_apart(old: str, new: str) -> list[str]:
    """Describe the difference of two answers: field by field, or both texts whole if they are no JSON objects."""
    try:
        one, other = json.loads(old), json.loads(new)
        fields = [name for name in one | other if one.get(name) != other.get(name)]
        which = f"  {one.get('id', one.get('image', ''))}"
        return [which, *(f"{name}: {one.get(name)} -> {other.get(name)}"[:1000] for name in fields)]
    except (ValueError, TypeError, AttributeError):
        return ["", f"{old[:1000]} -> {new[:1000]}"]


def compare(what: str, old: Sequence[str], new: Sequence[str], expected: int | None = None) -> int:
    """Print the number of answers that differ and the first few of them; return the number."""
    old, new = list(map(untimed, old)), list(map(untimed, new))
    wrong = [(a, b) for a, b in zip(old, new, strict=False) if a != b]
    missing = abs(len(old) - len(new)) + (0 if expected is None else abs(expected - len(old)))
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(Counter(map(kind_of, old)).items()))
    print(f"{what}: {len(old)} answers ({told}), {len(wrong) + missing} differ")
    for a, b in wrong[:SHOWN]:
        print(*told_apart(a, b), sep="\n  ")
    if missing:
        print(f"  {len(old)} answers by the old tree, {len(new)} by the new")
    return len(wrong) + missing


def compare_batch(what: str, trees: Sequence[Path], command: Sequence[str], asked: Iterable[questions.Question]) -> int:
    """Give both trees the same lines on standard input, and compare the answers."""
    lines = [json.dumps(question) for question in asked]
    text = "\n".join(lines) + "\n"
    old, new = (ask(tree, command, text) for tree in trees)
    return compare(what, old, new, len(lines))


def compare_commands(what: str, trees: Sequence[Path], commands: Iterable[Sequence[str]]) -> int:
    """Run the same commands in both trees, and compare the answers."""
    asked = list(commands)
    old, new = ([line for command in asked for line in ask(tree, command)] for tree in trees)
    return compare(what, old, new)


def main() -> None:
    """Ask both trees and exit with 1 if they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="the tree before the change")
    parser.add_argument("new", type=Path, help="the tree after it")
    parser.add_argument("--photos", type=Path, help="a folder of photos to scan")
    parser.add_argument("--racks", type=int, default=3000, help="how many racks to judge")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    trees = [given.old.resolve(), given.new.resolve()]
    differ = compare_batch(
        "check", trees, ["check", "--batch", "-", "--json"], questions.racks(given.racks, given.seed)
    )
    differ += compare_batch("settle", trees, ["settle", "-", "--json"], questions.outcomes(given.seed))
    differ += compare_commands("rule", trees, questions.disputes(given.seed))
    differ += compare_commands("lists", trees, questions.lists())
    if given.photos is not None:
        differ += compare_commands("scan", trees, [["scan", str(given.photos.resolve()), "--json"]])
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
