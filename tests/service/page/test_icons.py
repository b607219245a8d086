"""Prove that the icons of the installed page match the script's drawing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from scripts import icons


@pytest.mark.parametrize("name", icons.ICONS)
def test_an_icon_is_the_drawing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script draws each shipped icon, pixel by pixel."""
    monkeypatch.setattr(sys, "argv", ["icons", "--out", str(tmp_path)])
    monkeypatch.setattr(icons, "ICONS", {name: icons.ICONS[name]})
    icons.main()
    made, shipped = cv2.imread(str(tmp_path / name)), cv2.imread(str(icons.FOLDER / name))
    assert made is not None
    assert shipped is not None
    assert made.shape == (icons.ICONS[name], icons.ICONS[name], 3)
    assert np.array_equal(made, shipped)


def test_every_icon_that_the_page_names_is_one_of_these() -> None:
    """Manifest and page refer only to these icons, each with its true size."""
    page = icons.FOLDER.parent
    manifest = json.loads((page / "manifest.webmanifest").read_text("utf-8"))
    named = {one["src"]: one["sizes"] for one in manifest["icons"] if one["type"] == "image/png"}
    assert named == {f"/page/icons/icon-{side}.png": f"{side}x{side}" for side in (192, 512)}
    touched = re.findall(r"page/icons/([\w-]+\.png)", (page / "index.html").read_text("utf-8"))
    assert {Path(one).name for one in named} | set(touched) == set(icons.ICONS)
    assert {path.name for path in icons.FOLDER.glob("*.png")} == set(icons.ICONS)


def test_what_systems_cut_off_is_ground() -> None:
    """The drawing lies within the safe circle of a maskable icon, four fifths of its side."""
    drawn = np.any(icons.draw(180) != icons.draw(180)[0, 0], axis=2)
    y, x = np.nonzero(drawn)
    assert drawn.any()
    assert np.hypot(x + 0.5 - 90, y + 0.5 - 90).max() < 0.4 * 180
