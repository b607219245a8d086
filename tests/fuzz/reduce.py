"""Choose the inputs to keep: the smallest that together cover every step through the program."""

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
"""A file, and two lines that ran one after the other."""


class _Steps:
    """Traces the program's own files, in this thread and in threads begun later."""

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
    """Go through the inputs, shortest first, and keep each that takes a step no shorter one took.

    Exceptions of `run` do not matter here.
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
