"""The pictures of the documents can be taken anew from the page as it is."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from scripts import docs_pictures


@pytest.mark.skipif(not any(map(shutil.which, docs_pictures.CHROMIUM)), reason="no Chromium is installed")
def test_all_pictures_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk through the page takes each picture that the documents show."""
    monkeypatch.setattr(sys, "argv", ["docs_pictures", "--out", str(tmp_path)])
    docs_pictures.main()
    assert {path.name for path in tmp_path.iterdir()} | {"line.svg"} == {
        path.name for path in docs_pictures.PICTURES.iterdir()
    }
