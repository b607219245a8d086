"""Decode photos of every format, every orientation and every kind of damage."""

import struct
import tracemalloc
import zlib

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.shared.errors import error_object
from tests.vision import files
from tests.vision.toys import closer as closer_of
from vision import Photo, VisionError, decode
from vision.image.file_header import read_header
from vision.image.photo import MAX_BYTES, WORKING_SIDE

Pixels = npt.NDArray[np.uint8]


def patches(width: int = 60, height: int = 40) -> Pixels:
    """Return a picture of four flat colours, one a corner, so that every turn of it differs."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (230, 20, 20)
    pixels[: height // 2, width // 2 :] = (20, 230, 20)
    pixels[height // 2 :, width // 2 :] = (20, 20, 230)
    pixels[height // 2 :, : width // 2] = (200, 200, 200)
    return pixels


def stored_as(upright: Pixels, orientation: int) -> Pixels:
    """Return the picture as a camera stores it, by the table of EXIF 2.32: the places of row 0 and column 0."""
    height, width = upright.shape[:2]
    rows, columns = (height, width) if orientation < 5 else (width, height)
    stored = np.zeros((rows, columns, 3), np.uint8)
    for r in range(rows):
        for c in range(columns):
            y, x = {
                1: (r, c),  # row 0 top, column 0 left
                2: (r, width - 1 - c),  # top, right
                3: (height - 1 - r, width - 1 - c),  # bottom, right
                4: (height - 1 - r, c),  # bottom, left
                5: (c, r),  # left, top
                6: (c, width - 1 - r),  # right, top
                7: (height - 1 - c, width - 1 - r),  # right, bottom
                8: (height - 1 - c, r),  # left, bottom
            }[orientation]
            stored[r, c] = upright[y, x]
    return stored


@pytest.mark.parametrize("order", ["<", ">"], ids=["little-endian", "big-endian"])
@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_applied_once(orientation: int, kind: str, order: str) -> None:
    """All eight EXIF orientations come out upright, in each format that carries them."""
    upright = patches()
    data = files.with_exif(files.encoded(stored_as(upright, orientation), kind), files.exif(orientation, order))
    photo = decode(data)
    assert (photo.width, photo.height) == (60, 40)
    for y, x in ((8, 12), (8, 48), (32, 48), (32, 12)):
        assert np.abs(photo.pixels[y, x].astype(int) - upright[y, x].astype(int)).max() < 30


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_orientation_that_makes_no_sense_is_ignored(orientation: int) -> None:
    """An unknown orientation leaves the picture as stored."""
    photo = decode(files.with_exif(files.encoded(patches(), ".png"), files.exif(orientation)))
    assert (photo.pixels == patches()).all()


@pytest.mark.parametrize(
    "block", [b"", b"II", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff", b"XX*\0", files.exif(6)[:20]]
)
def test_broken_exif_does_not_hurt(block: bytes) -> None:
    """EXIF that ends early or points nowhere is ignored."""
    assert (decode(files.with_exif(files.encoded(patches(), ".png"), block)).pixels == patches()).all()


@pytest.mark.parametrize(
    ("width", "height", "factor", "closer"),
    [
        (640, 480, 1, 1),
        (1599, 1200, 1, 1),
        (1600, 1200, 2, 1),
        (3199, 2400, 2, 1),
        (3200, 2400, 4, 2),
        (4032, 3024, 4, 2),
        (6399, 700, 4, 2),
        (6400, 600, 8, 4),
        (301, 12801, 8, 8),
    ],
)
@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_large_pictures_are_shrunk_to_a_working_size(
    width: int, height: int, factor: int, closer: int, kind: str
) -> None:
    """The working picture is 1/1 to 1/8 of the full one, its long side at least 800 pixels, the closer one's 1600.

    A picture other than JPEG must be decoded whole anyway, and is the closer picture at once.
    """
    photo = decode(files.encoded(np.full((height, width, 3), 90, np.uint8), kind))
    for shown, times in ((photo, factor if kind == ".jpg" else closer), (closer_of(photo), closer)):
        assert (shown.width, shown.height) == (width, height)
        assert shown.scale == 1 / times
        assert shown.pixels.shape == (-(-height // times), -(-width // times), 3)
        if times > 1:
            assert max(shown.pixels.shape) >= WORKING_SIDE
        assert abs(int(shown.pixels.mean()) - 90) <= 1


def test_the_closer_picture_is_decoded_once_and_stands_upright() -> None:
    """The closer picture is decoded once, stands upright as the first one does, and has no closer one itself."""
    pixels = np.kron(patches(), np.ones((32, 32, 1), np.uint8))
    photo = decode(files.with_exif(files.encoded(pixels, ".jpg"), files.exif(6)))
    closer = closer_of(photo)
    assert (photo.pixels.shape, closer.pixels.shape) == ((960, 640, 3), (1920, 1280, 3))
    assert closer_of(photo) is closer
    assert closer_of(closer) is closer
    shrunk = cv2.resize(closer.pixels, (640, 960), interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk.astype(int) - photo.pixels).mean() < 3
    frame = Photo.of(patches())
    assert closer_of(frame) is frame


@pytest.mark.parametrize("view", [bytearray, memoryview])
def test_a_buffer_that_is_filled_anew_changes_no_photo(view: type[bytearray] | type[memoryview]) -> None:
    """A photo decoded from a buffer has the closer picture of its own file, whatever the buffer holds by then."""
    data = files.encoded(np.kron(patches(), np.ones((32, 32, 1), np.uint8)), ".jpg")
    buffer = bytearray(data)
    photo = decode(view(buffer))
    buffer[:] = bytes(len(buffer))
    assert (closer_of(photo).pixels == closer_of(decode(data)).pixels).all()


@pytest.mark.parametrize(
    ("pixels", "kind", "expected"),
    [
        (np.full((9, 7), 90, np.uint8), ".png", (90, 90, 90)),
        (np.full((9, 7), 90, np.uint8), ".jpg", (90, 90, 90)),
        (np.full((9, 7), 90 * 257, np.uint16), ".png", (90, 90, 90)),
        (np.full((9, 7, 3), 90 * 257, np.uint16), ".png", (90, 90, 90)),
        (np.full((9, 7, 4), (10, 20, 200, 255), np.uint8), ".png", (10, 20, 200)),
        (np.full((9, 7, 4), (10, 20, 200, 0), np.uint8), ".png", (255, 255, 255)),
        (np.full((9, 7, 4), (0, 0, 255, 51), np.uint8), ".png", (204, 204, 255)),
        (np.full((9, 7, 4), (10, 20, 200, 0), np.uint8), ".webp", (255, 255, 255)),
        (np.full((9, 7, 3), (10, 20, 200), np.uint8), ".bmp", (10, 20, 200)),
        (np.full((9, 7), 90, np.uint8), ".bmp", (90, 90, 90)),
    ],
    ids=[
        "grey png",
        "grey jpeg",
        "16-bit grey",
        "16-bit colour",
        "opaque",
        "transparent",
        "a fifth opaque",
        "transparent webp",
        "bmp",
        "grey bmp",
    ],
)
def test_every_kind_of_pixel_becomes_8_bit_colour(
    pixels: npt.NDArray[np.integer], kind: str, expected: tuple[int, int, int]
) -> None:
    """Grey, 16-bit and transparent pictures become BGR of 8 bits, with white behind transparent pixels."""
    photo = decode(files.encoded(pixels, kind))
    assert photo.pixels.shape == (9, 7, 3)
    assert np.abs(photo.pixels.astype(int) - expected).max() <= 2


@pytest.mark.parametrize(
    ("depth", "shade", "expected"),
    [
        pytest.param(8, b"\0\x5a", (255, 16), id="8 bits"),
        pytest.param(4, b"\0\5", (255, 17), id="4 bits"),
        pytest.param(8, b"\0", (90, 16), id="shade too short"),
        pytest.param(8, None, (90, 16), id="opaque"),
    ],
)
def test_the_transparent_shade_of_a_grey_png_is_white(
    depth: int, shade: bytes | None, expected: tuple[int, int]
) -> None:
    """A grey PNG may name one shade as transparent, which is white like any transparent pixel."""
    rows = b"\0\x5a\x10" * 2 if depth == 8 else b"\0\x51" * 2
    head = files.png_chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, depth, 0, 0, 0, 0))
    clear = b"" if shade is None else files.png_chunk(b"tRNS", shade)
    body = files.png_chunk(b"IDAT", zlib.compress(rows)) + files.png_chunk(b"IEND", b"")
    pixels = decode(b"\x89PNG\r\n\x1a\n" + head + clear + body).pixels
    assert pixels[0].tolist() == [[level] * 3 for level in expected]


def test_cmyk_jpeg_is_read() -> None:
    """A CMYK JPEG, as print shops make them, becomes colour: no cyan ink leaves red light."""
    photo = decode(files.cmyk_jpeg((128, -128, -128, 128)))  # inverted: full cyan value is no ink
    blue, green, red = (int(value) for value in photo.pixels[4, 4])
    assert photo.pixels.shape == (8, 8, 3)
    assert red > 200
    assert max(blue, green) < 60


def test_animation_gives_its_first_frame() -> None:
    """An animated WebP gives its first frame."""
    frames = cv2.Animation()
    frames.frames = [
        np.full((20, 30, 4), (200, 20, 20, 255), np.uint8),
        np.full((20, 30, 4), (20, 20, 200, 255), np.uint8),
    ]
    frames.durations = [100, 100]
    done, data = cv2.imencodeanimation(".webp", frames)
    assert done
    photo = decode(data.tobytes())
    assert photo.pixels.shape == (20, 30, 3)
    assert photo.pixels[10, 15, 0] > 150
    assert photo.pixels[10, 15, 2] < 60


JPEG = files.encoded(np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8), ".jpg")
PROGRESSIVE = files.encoded(
    np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1
)
PNG = files.encoded(patches(), ".png")
WEBP = files.encoded(patches(), ".webp")
BMP = files.encoded(patches(), ".bmp")
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 40


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"", "empty", "empty"),
        (b"hello, this is a letter", "not-an-image", "JPEG"),
        (b"\0" * 100, "not-an-image", "JPEG"),
        (HEIC, "heic-not-supported", "Most Compatible"),
        (HEIC.replace(b"heic", b"avif"), "heic-not-supported", "JPEG"),
        (HEIC.replace(b"ftypheic", b"ftypqt  "), "format-not-supported", "video"),
        (b"GIF89a" + b"\0" * 50, "format-not-supported", "GIF"),
        (b"II*\0" + b"\0" * 50, "format-not-supported", "TIFF"),
        (b"%PDF-1.7\n", "format-not-supported", "PDF"),
        (JPEG[:-2], "truncated", "Send it again"),
        (JPEG[: len(JPEG) // 2], "truncated", "Send it again"),
        (PROGRESSIVE[: len(PROGRESSIVE) // 2], "truncated", "Send it again"),
        (JPEG[:100], "truncated", "Send it again"),
        (JPEG[:3], "truncated", "Send it again"),
        (PNG[:-12], "truncated", "Send it again"),
        (PNG[: len(PNG) // 2], "truncated", "Send it again"),
        (WEBP[:-5], "truncated", "Send it again"),
        (BMP[:-5], "truncated", "Send it again"),
        (files.png_of(20, 10), "unreadable", "damaged"),
        (files.png_of(0, 10), "unreadable", "no pixels"),
        (b"\xff\xd8\xff\xd9" + b"\0" * 30, "unreadable", "damaged"),
        (files.png_of(100_000, 100_000), "too-large", "40 million"),
        (files.png_of(8000, 5001), "too-large", "40 million"),
        (files.jpeg_claiming(65_000, 65_000, PROGRESSIVE), "too-large", "40 million"),
        (files.jpeg_claiming(12_000, 9_000, JPEG), "truncated", "Send it again"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_what_cannot_be_read_says_why(data: bytes, code: str, says: str) -> None:
    """Each kind of broken or foreign file has its own code, a message with its name, and advice."""
    with pytest.raises(VisionError) as caught:
        decode(data, "rack.jpg")
    assert caught.value.code == code
    assert says in caught.value.message
    assert caught.value.where == "rack.jpg"
    assert error_object(caught.value) == {"code": code, "message": caught.value.message, "where": "rack.jpg"}


def test_more_than_120_megapixels_are_refused_even_when_streamed() -> None:
    """A JPEG above 120 megapixels is refused, even if it could be decoded row by row."""
    data = files.jpeg_claiming(14_000, 9_000, JPEG)
    filled = data[:-2] + b"\0" * (14_000 * 9_000 // 256) + data[-2:]
    with pytest.raises(VisionError) as caught:
        decode(filled)
    assert caught.value.code == "too-large"
    assert "120 million" in caught.value.message


def test_refusing_a_bomb_allocates_nothing() -> None:
    """A small file that claims a gigantic picture is refused from its header."""
    data = files.png_of(30_000, 30_000)
    tracemalloc.start()
    with pytest.raises(VisionError):
        decode(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


def test_huge_files_are_refused() -> None:
    """A file larger than any photo is refused unread."""
    with pytest.raises(VisionError) as caught:
        decode(bytes(MAX_BYTES + 1))
    assert caught.value.code == "too-large"
    assert caught.value.message.startswith("the file has 81 MB, at most 80 MB are read")


def test_jpeg_with_thousands_of_scans_is_refused() -> None:
    """A file of thousands of scans is refused, because each scan is a pass that would keep a decoder busy for hours."""
    at = PROGRESSIVE.rfind(b"\xff\xda")
    scan = PROGRESSIVE[at:-2]
    with pytest.raises(VisionError) as caught:
        decode(PROGRESSIVE[:-2] + scan * 500 + PROGRESSIVE[-2:])
    assert caught.value.code == "unreadable"


def test_bytes_behind_the_picture_do_not_matter() -> None:
    """A second picture or a film behind the first picture, as phones append, is ignored."""
    assert (decode(JPEG + b"MotionPhoto" + b"\1" * 999).pixels == decode(JPEG).pixels).all()


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 700), (700, 1), (33, 17)])
def test_header_tells_the_size_the_decoder_finds(kind: str, width: int, height: int) -> None:
    """In every format the header's size equals the decoded size."""
    data = files.encoded(np.full((height, width, 3), 50, np.uint8), kind)
    header = read_header(data)
    assert (header.width, header.height) == (width, height)
    assert decode(data).pixels.shape[:2] == (height, width)


def test_a_webp_of_chunks_without_end_is_refused() -> None:
    """We stop walking a WebP of thousands of chunks, and say what is wrong with it."""
    body = b"WEBP" + (b"ABCD" + bytes(4)) * 20_001 + WEBP[12:]
    with pytest.raises(VisionError, match="too many WebP chunks") as caught:
        read_header(b"RIFF" + struct.pack("<I", len(body)) + body)
    assert caught.value.code == "unreadable"


def test_lossless_webp_tells_its_size() -> None:
    """The header reader also finds the size in the lossless form of WebP."""
    data = files.encoded(patches(), ".webp", cv2.IMWRITE_WEBP_QUALITY, 101)
    assert data[12:16] == b"VP8L"
    assert (read_header(data).width, read_header(data).height) == (60, 40)
    assert (decode(data).pixels == patches()).all()


@pytest.mark.parametrize("top_down", [False, True])
def test_bmp_rows_either_way(top_down: bool) -> None:
    """A BMP whose height is negative holds its rows from the top; both ways come out upright."""
    pixels = patches(32, 20)
    data = bytearray(files.encoded(pixels, ".bmp"))
    if top_down:
        (start,) = struct.unpack_from("<I", data, 10)
        struct.pack_into("<i", data, 22, -20)
        data[start:] = np.ascontiguousarray(pixels).tobytes()
    assert (decode(bytes(data)).pixels == pixels).all()


def test_photo_checks_itself() -> None:
    """A photo refuses pixels of another form and a size that contradicts its scale; its pixels are read-only."""
    for wrong in (np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3), np.float32), np.zeros((4, 4, 3), np.uint16)):
        with pytest.raises(VisionError) as caught:
            Photo(wrong, 4, 4)
        assert caught.value.code == "bad-pixels"
    with pytest.raises(VisionError):
        Photo(np.zeros((4, 4, 3), np.uint8), 40, 4)
    with pytest.raises(VisionError):
        Photo(np.zeros((4, 4, 3), np.uint8), 4, 4, scale=2.0)
    frame = np.zeros((4, 4, 3), np.uint8)
    photo = Photo.of(frame)
    with pytest.raises(ValueError, match="read-only"):
        photo.pixels[0, 0] = 1
    frame[0, 0] = 1  # a program draws on its own frame


SEEDS = {
    "jpeg": files.with_exif(JPEG, files.exif(6)),
    "progressive": PROGRESSIVE,
    "png": files.with_exif(PNG, files.exif(3)),
    "webp": files.with_exif(WEBP, files.exif(8)),
    "bmp": BMP,
    "heic": HEIC,
}


@settings(max_examples=400, deadline=None)
@given(
    seed=st.sampled_from(sorted(SEEDS)),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=12),
    early=st.floats(0, 1),
    cut=st.floats(0.05, 1),
)
@example(seed="png", changes=[], early=0.0, cut=1.0)
def test_mutated_files_raise_only_the_promised_error(
    seed: str, changes: list[tuple[float, int]], early: float, cut: float
) -> None:
    """A file with changed or missing bytes gives a photo or a VisionError."""
    data = bytearray(SEEDS[seed])
    reach = max(1, int(len(data) * early))  # changes crowd into the header as often as they spread
    for place, value in changes:
        data[int(place * reach)] = value
    try:
        photo = decode(bytes(data[: int(len(data) * cut)]))
    except VisionError:
        return
    assert photo.pixels.dtype == np.uint8
    assert max(photo.pixels.shape) < 2 * WORKING_SIDE or min(photo.width, photo.height) * 8 < WORKING_SIDE


@settings(max_examples=200, deadline=None)
@given(
    data=st.binary(max_size=300), begins=st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"BM"])
)
def test_any_bytes_raise_only_the_promised_error(data: bytes, begins: bytes) -> None:
    """Random bytes, also after a valid signature, give nothing but a VisionError."""
    with pytest.raises(VisionError):
        decode(begins + data)
