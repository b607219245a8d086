"""Check the picture file of a taught face's crop, which may come from anyone."""

from __future__ import annotations

from typing import Final

from vision.errors import VisionError
from vision.image.file_header import read_header
from vision.image.photo import check_size
from vision.requests import FACE_SIZE, Decode

_HALF: Final = FACE_SIZE[0] // 2, FACE_SIZE[1] // 2
"""Height and width of the crops in files of version 0.1."""


def crop_request(picture: bytes, where: str = "face.picture") -> Decode:
    """Return the request for the crop in a picture file; the host enlarges crops of half the size, from version 0.1.

    A file from elsewhere may hold hundreds of pictures, each with a header as large as any photo's: we never decode one
    that is no crop.

    Raises:
        VisionError: `bad-crop` for a picture of another size; as `vision.image.file_header.read_header`.
    """
    header = read_header(picture, where)
    check_size(header, 1, where)
    size = header.height, header.width
    if size not in (FACE_SIZE, _HALF) or header.orientation != 1:
        turned = "" if header.orientation == 1 else ", turned by its EXIF orientation"
        message = f"must be {FACE_SIZE[1]} x {FACE_SIZE[0]} pixels, is {header.width} x {header.height}{turned}"
        raise VisionError("bad-crop", message, where)
    return Decode(picture, header.kind, size[::-1], 1, header.alpha, 1, where)
