"""Open labelled pictures."""

from pathlib import Path

from datasets.errors import DatasetError
from vision import Photo, VisionError, decode


def open_picture(path: Path) -> Photo:
    """Decode a picture as a scan does.

    Raises ``DatasetError`` (``bad-picture``) if it is missing or cannot be decoded.
    """
    try:
        return decode(path.read_bytes(), path.name)
    except (OSError, VisionError) as error:
        raise DatasetError(
            "bad-picture", f"cannot be read ({error}); put it right or leave it out", str(path)
        ) from error


def upright_size(path: Path, labelled: tuple[int, int] | None = None) -> tuple[int, int]:
    """Return width and height of a picture with its EXIF orientation applied.

    Raises ``DatasetError``: ``bad-picture``; ``wrong-size`` if ``labelled``, the size in its labels, differs.
    """
    picture = open_picture(path)
    size = (picture.width, picture.height)
    if labelled is not None and labelled != size:
        raise DatasetError(
            "wrong-size",
            f"the labels are for {labelled[0]} x {labelled[1]} pixels, the picture has {size[0]} x {size[1]} upright: "
            "label it as it is shown, and do not resize it afterwards",
            str(path),
        )
    return size
