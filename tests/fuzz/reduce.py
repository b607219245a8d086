"""Which inputs to keep: the smallest that together take every way through the program that all of them take."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.fuzz.target import WATCHED

_ROOT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = tuple(str(_ROOT / name) for name in WATCHED)

Step = tuple[str, int, int]
"""A file, and two lines of it that were executed one after the other."""


class _Steps:
    """Tracing of the program's own files, in this thread and in those begun after."""

    def __init__(self) -> None:
        self.taken: set[Step] = set()

    def entered(self, frame: FrameType, _event: str, _value: object) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if not file.startswith(_OURS):
            return None
        before = frame.f_lineno
        taken = self.taken

        def line(inner: FrameType, event: str, _value: object) -> Callable[..., Any]:
            nonlocal before
            if event == "line":
                taken.add((file, before, inner.f_lineno))
                before = inner.f_lineno
            return line

        return line


def smallest(run: Callable[[bytes], None], inputs: Iterable[bytes]) -> list[bytes]:
    """Of the inputs, the shortest first, those that take a step which no shorter one has taken.

    What `run` raises is no matter here.
    """
    known: set[Step] = set()
    found = []
    steps = _Steps()
    before = sys.gettrace()
    threading.settrace(steps.entered)
    sys.settrace(steps.entered)
    try:
        for data in sorted(set(inputs), key=lambda one: (len(one), one)):
            steps.taken.clear()
            with suppress(Exception):
                run(data)
            if not steps.taken <= known:
                known |= steps.taken
                found.append(data)
    finally:
        sys.settrace(before)
        threading.settrace(None)
    return found
