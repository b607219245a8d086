"""The version of the program."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path


@cache
def version() -> str:
    """Return the version of the installed distribution, or of the source tree."""
    try:
        return metadata.version("rackcheck")
    except metadata.PackageNotFoundError:
        project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text("utf-8"))
        return str(project["project"]["version"])
