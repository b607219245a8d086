"""Run the fuzzer once on one target, in a process of its own.

`python -m tests.fuzz.engine TARGET FOUND [OPTION ...]`; the options are those of libFuzzer.

Atheris (libFuzzer for Python) watches the branches of the program's own packages. It does not see into the compiled
libraries under them, above all OpenCV's decoders; there, the reaction of the surrounding Python chooses the inputs. If
the target lets an exception through, this module writes it to the folder FOUND, once for each line it comes from, and
the run goes on. libFuzzer itself ends the run at an input that takes too long or too much memory, and keeps it there
too.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import atheris

from tests.fuzz import target as targets
from tests.fuzz.mutate import mutated

SECONDS: Final = 5.0
"""Most processor seconds for one input: branch watching takes many times as long as the program alone."""


class SlowError(Exception):
    """A target answered an input correctly, but too late."""


class Findings:
    """Exceptions of a target, each kept once."""

    def __init__(self, run: targets.Target, folder: Path) -> None:
        self._target = run
        self._folder = folder
        self._known: set[str] = set()

    def one(self, data: bytes) -> None:
        """Run the target on one input."""
        if len(data) > self._target.longest:
            return
        begun = process_time()
        try:
            self._target.run(data)
            _soon(process_time() - begun)
        except Exception as error:  # noqa: BLE001 - what a target lets through is what is looked for
            frames = traceback.extract_tb(error.__traceback__)
            key = f"{type(error).__name__} {[(frame.filename, frame.lineno) for frame in frames[-4:]]}"
            if key in self._known:
                return
            self._known.add(key)
            name = f"{type(error).__name__}-{hashlib.sha256(key.encode()).hexdigest()[:8]}"
            (self._folder / f"{name}.input").write_bytes(data)
            text = "".join(traceback.format_exception(error))
            (self._folder / f"{name}.txt").write_text(text, encoding="utf-8", errors="backslashreplace")
            sys.stderr.write(f"FOUND {name}: {text.splitlines()[-1][:300]}\n")


def _soon(taken: float) -> None:
    if taken > SECONDS:
        raise SlowError(f"{taken:.1f} seconds of the processor")


def _changing(found: targets.Target) -> object:
    """Return the mutator: libFuzzer's own, the target's crafted one, or ours with the target's words."""

    def change(data: bytes, most: int, seed: int) -> bytes:
        rng = Random(seed)
        chance = rng.random()
        if found.craft is not None and chance < 0.6:
            made = found.craft(data, rng)
            return made if 0 < len(made) <= most else data[:most]
        if chance < 0.75:
            return mutated(data, rng, found.words, most)
        return bytes(atheris.Mutate(data, len(data)) if data else rng.randbytes(1))

    return change


def main(name: str, folder: str, *options: str) -> None:
    """Fuzz until a libFuzzer option, such as `-max_total_time`, ends the run."""
    with atheris.instrument_imports(include=list(targets.WATCHED)):
        found = targets.load(name)
    findings = Findings(found, Path(folder))
    atheris.Setup([name, *options], findings.one, custom_mutator=_changing(found))
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
