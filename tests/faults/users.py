"""Programs as a user for whom closed files and folders are closed: for root they are not, and tests may run as root."""

from __future__ import annotations

import os
import shutil
from typing import Final

import pytest

_DOORS: Final = "-dac_override,-dac_read_search"


def behind_doors() -> tuple[str, ...]:
    """The command that runs the rest of its arguments without root's way past permissions; skips without `setpriv`."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root passes all permissions, and there is no setpriv that would take that away")
    return (setpriv, f"--inh-caps={_DOORS}", f"--bounding-set={_DOORS}")
