"""Ctrl-C at every moment of a server's life ends it and leaves nothing on the screen."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

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
