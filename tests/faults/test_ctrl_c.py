"""Ctrl-C at every moment of a server's life, or while the program loads, ends it and leaves nothing on the screen."""

from __future__ import annotations

import random
import signal
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from service.start import main
from tests.faults.conftest import LONG
from tests.faults.nursery import Nursery


def test_ctrl_c_as_soon_as_the_address_is_told(servers: Nursery, tmp_path: Path) -> None:
    """Ctrl-C while the server makes its loop ends the server, without an error message."""
    dice = random.Random()
    for number in range(200 if LONG else 8):
        server = servers.start(environment={"RACKCHECK_DATA_DIR": str(tmp_path)})
        time.sleep(dice.choice((0, dice.uniform(0, 0.005), dice.uniform(0, 0.1))) if number else 0)
        server.signal(signal.SIGINT)
        assert server.wait() == 0, server.said
        _, _, more = server.said.partition("\n")
        assert more.strip() == ""


class _Interrupted(ModuleType):
    """A module during whose loading a person presses Ctrl-C."""

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_ctrl_c_while_the_program_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the packages load gives the status of a program that Ctrl-C ended, and no traceback."""
    monkeypatch.setitem(sys.modules, "service.commands.cli", _Interrupted("service.commands.cli"))
    assert main() == 130
