"""Requests of the core to a host, for pixels and networks. No request knows which host answers it.

The core consists of generators that yield requests and receive their answers (sans-IO, as h11 and wsproto do it for
protocols). Numbers travel as plain sequences of floats. Pictures, crops and embeddings are handles: only the host that
made them looks into them. `vision.host` answers with OpenCV and ONNX Runtime; a browser answers the same requests with
a canvas and onnxruntime-web, waiting for its promises between two steps of the generator.

Pixels are unit squares: pixel (0, 0) covers [0, 1) x [0, 1), so its centre is (0.5, 0.5).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol, TypeVar

from vision.geometry import Box, Quad

T = TypeVar("T")

FACE_SIZE: Final = (160, 128)
"""Height and width of a crop in pixels."""

FACE_MARGIN: Final = 0.08
"""Part of a crop's height and width that lies outside the quad on each side."""


Pixels = Any
"""A picture or a crop that a host holds, 8 bits in each of three channels; its `shape` is height, width and 3."""

VIEWS: Final = 8
"""Views of one taught face that a host embeds, the crop itself among them."""

Embedding = Any
"""An embedding that a host holds; only a host compares two of them. Iteration yields its numbers."""

Homography = tuple[float, float, float, float, float, float, float, float, float]
"""Row by row: x' = (h0 x + h1 y + h2) / w, y' = (h3 x + h4 y + h5) / w with w = h6 x + h7 y + h8."""


@dataclass(frozen=True, slots=True)
class Decode:
    """Decode a picture file at one `factor`-th of its size, upright, transparent parts on white.

    A host may shrink while it decodes (a JPEG's transform does) or average afterwards.

    Answer: `Decoded`. The host raises VisionError (`unreadable`) for a picture that does not decode.

    Attributes:
        data: the file.
        kind: `jpeg`, `png`, `webp` or `bmp`.
        size: width and height of the stored picture in pixels.
        orientation: EXIF orientation 1 to 8 (EXIF 2.32, table 6).
        alpha: some pixels may be transparent, at 8 bits a channel.
        factor: 1, 2, 4 or 8.
        where: the file's name, for messages.
    """

    data: bytes
    kind: str
    size: tuple[int, int]
    orientation: int
    alpha: bool
    factor: int
    where: str


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded picture.

    Attributes:
        pixels: upright, the picture's sides divided by the factor, rounded up.
        damaged: whether the decoder met coded data that makes no sense; false on a host whose decoder does not tell.
    """

    pixels: Pixels
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Detect:
    """Run the detector on a part of a picture.

    The host cuts `box` out (whole pixels x0, y0, x1, y1), averages blocks of 2 x 2 pixels `halvings` times, leaving an
    odd last row or column out, resizes bilinearly to `size` (width, height), and runs the network.

    Answer: `DetectorOutput`.
    """

    pixels: Pixels
    box: tuple[int, int, int, int]
    halvings: int
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DetectorOutput:
    """The detector's output for a view.

    Attributes:
        scores: rows x columns numbers, row by row: 0 to 1 for a cell that is a peak, else 0.
        offsets: rows x columns x 8 numbers: x and y of the corners from the cell's middle, in pixels of the view.
        shape: rows, columns.
        view: the view's pixels, for a further look from farther away.
    """

    scores: Sequence[float]
    offsets: Sequence[float]
    shape: tuple[int, int]
    view: Pixels


@dataclass(frozen=True, slots=True)
class Rectify:
    """Cut faces out of a picture and straighten them to crops of `FACE_SIZE`.

    `maps` take the unit square to each of `quads`, in pixels of the picture; the square fills a crop but for
    `FACE_MARGIN` on each side. The host samples crops bilinearly, from the picture halved as often as brings a face
    nearest to its crop's size. Outside the picture a crop repeats the picture's edge.

    Answer: a tuple of N crops.
    """

    pixels: Pixels
    quads: tuple[Quad, ...]
    maps: tuple[Homography, ...]


@dataclass(frozen=True, slots=True)
class Classify:
    """Run a classifier on crops. Answer: `ClassifierOutput`.

    Attributes:
        crops: N faces.
        upright: whether the faces stand upright, as far as their rows tell; a separate network reads upright faces,
            each in the light of the others. The other network reads faces that lie any way up, one by one.
    """

    crops: tuple[Pixels, ...]
    upright: bool = False


@dataclass(frozen=True, slots=True)
class ClassifierOutput:
    """The classifier's output for N crops.

    Attributes:
        logits: N rows, one number a label.
        turns: N rows of 4 logits, one for each number of quarter turns clockwise that the face may need.
        embeddings: N handles.
        frames: N rows of 8: how far the face's corners lie from the crop's quad, x and y of each corner in widths and
            heights of that quad.
    """

    logits: Sequence[Sequence[float]]
    turns: Sequence[Sequence[float]]
    embeddings: Sequence[Embedding]
    frames: Sequence[Sequence[float]]


class Measurement(Enum):
    """Measurements of pictures and crops; each is small enough to become an ONNX graph."""

    DETAIL = "detail"
    """Four numbers a crop: the mean absolute second difference of three pixels in a line, divided by (the standard
    deviation of the pixels + 4). The lines run to the right, down, down to the right, and up to the right. The host
    makes the crop grey and averages blocks of 2 x 2 first; rows 8 to -8 and columns 6 to -6 of the result count."""

    GLARE = "glare"
    """One number a crop: the share of its pixels whose three channels are all at least 252."""

    LIGHT = "light"
    """One number a picture: the 95th percentile of grey, 0 to 255, sampled at about 200 rows or columns of its short
    side."""

    SHARPNESS = "sharpness"
    """One number a picture, or the part of it in `box`: the smallest of the four numbers of `DETAIL` over all of it,
    the last two halved. The host makes it grey and brings its long side to 320 pixels at most first."""

    SHIFT = "shift"
    """Ten triples x, y, peak for two small pictures (`Shrink`), by phase correlation under a Hanning window: the shift
    of the content from the first picture to the second, in pixels, and the height of the peak, at most 1. The first
    triple is of the whole pictures, the others are of three rows of three parts, half as high and wide."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Measure pictures or crops. Answer: a tuple with a tuple of numbers for each picture (`SHIFT`: ten tuples)."""

    what: Measurement
    pictures: tuple[Pixels, ...]
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Shrink:
    """Make a picture grey and bring its long side to 160 pixels at most, by averaging. Answer: its handle."""

    pixels: Pixels


@dataclass(frozen=True, slots=True)
class Encode:
    """Write N crops as picture files: WebP, or PNG on a host that cannot write WebP. Answer: `Encoded`."""

    crops: tuple[Pixels, ...]


@dataclass(frozen=True, slots=True)
class Encoded:
    """Crops as picture files.

    Attributes:
        pictures: N files.
        crops: N crops as decoded from these files.
    """

    pictures: tuple[bytes, ...]
    crops: tuple[Pixels, ...]


@dataclass(frozen=True, slots=True)
class EmbedViews:
    """Embed `VIEWS` views of each of N crops, the crop itself first: slightly displaced, in other light, less sharp.

    Answer: for each crop the numbers of its embeddings one after another, in single precision, each of unit length.
    """

    crops: tuple[Pixels, ...]


class KnownFace(Protocol):
    """A taught face: its crop, and embeddings of its views one after another."""

    @property
    def crop(self) -> Pixels:
        """The host's crop of the upright face."""

    @property
    def views(self) -> Sequence[float]:
        """`VIEWS` embeddings of unit length and one size."""


@dataclass(frozen=True, slots=True)
class Compare:
    """Compare N faces with F taught ones, by templates and by embeddings. Answer: `Comparison`.

    A template is the middle (32 x 25) of a crop averaged down to 40 x 32, less its mean colour, divided by (its length
    + 15). Agreement is the largest scalar product of a face's template with the taught face's template in 48 small
    displacements.
    """

    crops: tuple[Pixels, ...]
    embeddings: tuple[Embedding, ...]
    taught: tuple[KnownFace, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Likeness of N faces to F taught ones.

    Attributes:
        agreements: N rows of F: agreement of the templates, at most 1.
        cosines: N rows of F: cosine of the face's embedding and the most similar view of the taught face.
        spreads: F numbers: mean distance (1 less the cosine) of a taught face's views from the nearest other view.
    """

    agreements: Sequence[Sequence[float]]
    cosines: Sequence[Sequence[float]]
    spreads: Sequence[float]


Request = Decode | Detect | Rectify | Classify | Measure | Shrink | Encode | EmbedViews | Compare

Steps = Generator[Request, Any, T]
"""A part of the core: yields requests, receives their answers, returns a T."""


def ready(value: T) -> Steps[T]:
    """Return a value as steps that make no request."""
    return value
    yield  # makes it a generator


class Host(Protocol):
    """A host that answers each request at once."""

    def answer(self, request: Request) -> object:
        """Answer a request as its docstring says."""


def run(steps: Steps[T], host: Host) -> T:
    """Let a host answer the requests of the core one after the other, and return the result.

    If the host raises an exception, the core receives it at the request.
    """
    try:
        request = next(steps)
        while True:
            try:
                answer = host.answer(request)
            except Exception as error:  # noqa: BLE001 - the core's to handle
                request = steps.throw(error)
            else:
                request = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result
