"""Test the file names of overlays."""

from pathlib import Path

import pytest

from service.photos.scanner import write_overlay
from tests.vision.toys import networks, picture
from vision import Photo, read_rack


@pytest.mark.parametrize(
    ("photos", "names"),
    [
        pytest.param(("a/1.jpg", "b/1.png", "c/2.jpg"), ("1", "1-2", "2"), id="one-name-in-two-folders"),
        pytest.param(("a/1.jpg", "b/1-2.jpg", "c/1.jpg"), ("1", "1-2", "1-3"), id="a-number-that-a-photo-has"),
        pytest.param(("IMG_1.JPG", "img_1.jpg"), ("IMG_1", "img_1-2"), id="other-case"),
        pytest.param(("a/Straße.jpg", "b/STRASSE.jpg"), ("Straße", "STRASSE-2"), id="other-case-in-more-letters"),
        pytest.param(("a/caf\u00e9.jpg", "b/cafe\u0301.jpg"), ("caf\u00e9", "cafe\u0301-2"), id="other-encoding"),
    ],
)
def test_each_photo_has_an_overlay_of_its_own(tmp_path: Path, photos: tuple[str, ...], names: tuple[str, ...]) -> None:
    """No overlay of a run takes the place of another, even on a disk that takes `A` for `a`."""
    photo = Photo.of(picture(64, 64, []))
    reading, taken = read_rack(photo, networks()), set[str]()
    saved = [write_overlay(photo, reading, tmp_path / "seen", one, taken) for one in photos]
    assert [path.name for path in saved] == [f"{name}.overlay.jpg" for name in names]
