"""Replay the fuzzer's kept inputs and some fresh ones: the program gives nothing but the promised errors."""

from __future__ import annotations

import os
import sys
from random import Random, SystemRandom

import pytest

from tests.fuzz import corpus, target
from tests.fuzz.mutate import mutated

FRESH = 120
"""Number of fresh inputs of each target in one test run."""


@pytest.fixture(autouse=True)
def quiet_decoders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Swallow the picture decoders' line for every damaged picture; `capfd` of pytest keeps the rest."""
    monkeypatch.setenv("OPENCV_LOG_LEVEL", "SILENT")


@pytest.mark.parametrize("name", target.names())
def test_what_was_kept_is_answered_as_promised(name: str) -> None:
    """Every kept input gets a value or an error of its area, and no other."""
    found = target.load(name)
    inputs = (*found.seeds, *corpus.kept(name))
    assert corpus.kept(name), f"no corpus is kept for {name}: python -m tests.fuzz {name}"
    for data in inputs:
        assert len(data) <= found.longest, "a target keeps no input that it would not be given"
        found.run(data)


@pytest.mark.parametrize("name", target.names())
def test_fresh_inputs_are_answered_as_promised(name: str) -> None:
    """Changed inputs get only promised errors too; CI repeats the same ones, so that a red build can be repeated."""
    seed = 7 if os.environ.get("CI") == "true" else SystemRandom().getrandbits(32)
    found = target.load(name)
    rng = Random(seed)
    inputs = (*found.seeds, *corpus.kept(name))
    for nth in range(FRESH):
        data = rng.choice(inputs)
        crafted = found.craft is not None and rng.random() < 0.6
        made = found.craft(data, rng) if crafted and found.craft else mutated(data, rng, found.words, found.longest)
        try:
            found.run(made[: found.longest])
        except Exception:
            sys.stderr.write(f"seed {seed}, input {nth}: {made!r}\n")
            raise


def test_a_corpus_is_the_same_bytes_for_the_same_inputs(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of the inputs and the clock leave no trace in the file, so that it changes only with an input."""
    files = []
    for inputs in ([b"a", b"bb", b""], [b"", b"bb", b"a", b"a"]):
        folder = tmp_path_factory.mktemp("corpus")
        monkeypatch.setattr(corpus, "FOLDER", folder)
        corpus.keep("x", inputs)
        assert corpus.kept("x") == (b"", b"a", b"bb")
        files.append((folder / "x.zip").read_bytes())
    assert files[0] == files[1]
