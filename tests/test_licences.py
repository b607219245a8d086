"""Every package that the program runs with has an allowed licence, and none brings GPL code along."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PINNED = re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8"), re.MULTILINE)

ALLOWED = re.compile(
    r"MIT|BSD|Apache|ISC|PSF-2\.0|Zlib|CC0-1\.0|0BSD|Python Software Foundation",
)
COPYLEFT = re.compile(r"\bA?GPL\b|GNU (?:Affero )?General Public", re.IGNORECASE)
GPL_LIBRARIES = re.compile(r"lib(?:x26[45]|xvidcore|readline|gsl|fftw3|postproc|qt.*gpl)", re.IGNORECASE)
"""GPL libraries that wheels for pictures, films and numbers have brought along."""


def told(name: str) -> list[str]:
    """Return a distribution's licence statements, from each field that may hold one."""
    found = metadata.metadata(name)
    classifiers = [line for line in found.get_all("Classifier") or [] if line.startswith("License ::")]
    fields = [text for name in ("License-Expression", "License") for text in found.get_all(name) or []]
    return [text.partition("\n")[0] for text in (*fields, *classifiers) if text.strip()]


@pytest.mark.parametrize("name", PINNED)
def test_a_package_has_a_licence_that_is_allowed(name: str) -> None:
    """Everybody may use and give away everything that ships with the program or is installed for it."""
    try:
        said = told(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed here")
    assert said, f"{name} names no licence"
    assert any(ALLOWED.search(text) for text in said), said
    assert not any(COPYLEFT.search(text) for text in said), said


@pytest.mark.parametrize(
    ("text", "refused"),
    [("GPL-3.0-only", True), ("GNU Affero General Public License v3", True), ("AGPL-3.0", True), ("MIT", False)],
)
def test_copyleft_is_noticed(text: str, *, refused: bool) -> None:
    """The licence check finds copyleft."""
    assert bool(COPYLEFT.search(text)) is refused


def test_no_wheel_brings_a_library_under_the_gpl() -> None:
    """No wheel brings a known GPL library along, and FFmpeg comes without its GPL parts."""
    looked = 0
    for name in PINNED:
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:
            continue
        for file in files:
            if ".so" not in file.name:
                continue
            looked += 1
            assert not GPL_LIBRARIES.match(file.name), (name, file)
            if file.name.startswith(("libavcodec", "libavutil")):
                data = Path(str(file.locate())).read_bytes()
                assert b"--enable-gpl" not in data, (name, file)
                assert b"--enable-nonfree" not in data, (name, file)
    if not looked:
        pytest.skip("no wheel with compiled code is installed here")
