"""Run programs as a user who cannot open closed files and folders, because tests may run as root, who can."""

from __future__ import annotations

import os
import shutil
from typing import Final

import pytest

_DOORS: Final = "-dac_override,-dac_read_search"


def behind_doors() -> tuple[str, ...]:
    """Return the command that runs its arguments without root's way past permissions; skip without `setpriv`."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root passes all permissions, and there is no setpriv that would take that away")
    return (setpriv, f"--inh-caps={_DOORS}", f"--bounding-set={_DOORS}")
