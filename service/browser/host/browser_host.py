"""Answer the core's requests in a browser: convert each request for JavaScript, and each answer for the core.

Pictures, crops and embeddings stay in JavaScript; Python holds handles. Arrays of numbers cross in one piece.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeVar

from service.browser.host.bare_picture import bare_picture
from service.browser.host.print_host import answer_print, flat
from service.cards.photographed.print_requests import (
    CutStrip,
    FindPrint,
    MeasureInk,
    PrintRequest,
    PrintSteps,
    ReadPrint,
)
from vision.errors import VisionError
from vision.image.photo import DAMAGED
from vision.requests import (
    FACE_MARGIN,
    FACE_SIZE,
    VIEWS,
    ClassifierOutput,
    Classify,
    Compare,
    Comparison,
    Decode,
    Decoded,
    Detect,
    DetectorOutput,
    EmbedViews,
    Encode,
    Encoded,
    Measure,
    Measurement,
    Rectify,
    Request,
    Shrink,
    Steps,
)
from vision.tilesets.crop_file import crop_request

T = TypeVar("T")

_AWAY: Final = (
    "what reads photos is not on this phone yet, and could not be fetched. Go online once and try again, with the new "
    "version if Rackcheck offers one, or enter the tiles by hand"
)

Js = Any
"""A JavaScript object."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A handle of a picture, crop or embedding in the browser, which frees it after the last handle."""

    js: Js
    shape: tuple[int, ...]

    def __iter__(self) -> Iterator[float]:
        """Yield the numbers of an embedding."""
        return iter(self.js.to_py())


class BrowserHost:
    """Answer requests through the JavaScript host (`openHost` of `js/local/host/host.js`)."""

    def __init__(self, js: Js) -> None:
        """Take the JavaScript host that `openHost` returned."""
        self._js = js

    async def drive(self, steps: Steps[T] | PrintSteps[T]) -> T:
        """Answer the requests of a part of the core one after the other, as `vision.requests.run` does."""
        try:
            request = next(steps)
            while True:
                try:
                    answer = await self.answer(request)
                except Exception as error:  # noqa: BLE001 - the core handles it
                    request = steps.throw(error)
                else:
                    request = steps.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result

    def crop_of(self, picture: bytes, where: str) -> Held:
        """Return a handle of the crop in a picture file; JavaScript decodes it only at its first use.

        Raises:
            VisionError: those of `vision.tilesets.crop_file.crop_request`.
        """
        from pyodide.ffi import to_js  # type: ignore[import-not-found]  # noqa: PLC0415

        asked = crop_request(picture, where)
        return Held(
            self._js.hold(to_js(bare_picture(asked.data, asked.kind)), asked.kind, to_js(asked.size)), (*FACE_SIZE, 3)
        )

    async def answer(self, request: Request | PrintRequest) -> object:
        """Answer a request as the docstring of its class defines."""
        if isinstance(request, FindPrint | ReadPrint | MeasureInk | CutStrip):
            return await answer_print(request, self._ask)
        match request:
            case Decode():
                return await self._decoded(request)
            case Detect(pixels, box, halvings, size):
                said = await self._ask("detect", picture=pixels.js, box=box, halvings=halvings, size=size)
                rows, columns = said.shape.to_py()
                return DetectorOutput(said.scores.to_py(), said.offsets.to_py(), (rows, columns), _picture(said.view))
            case Rectify(pixels, quads, maps):
                places = {"quads": flat(quads), "maps": array("d", chain.from_iterable(maps))}
                size = FACE_SIZE[::-1]
                return _crops(await self._ask("rectify", picture=pixels.js, **places, size=size, margin=FACE_MARGIN))
            case Classify(crops, upright):
                return await self._classified(crops, upright=upright)
            case Measure(what, pictures, box):
                numbers = await self._ask("measure", what=what.value, pictures=_handles(pictures), box=box)
                return _rows(numbers, 10 if what is Measurement.SHIFT else len(pictures), tuple)
            case Shrink(pixels):
                small = await self._ask("shrink", picture=pixels.js)
                return Held(small, (small.height, small.width))
            case _:
                return await self._of_taught(request)

    async def _of_taught(self, request: Encode | EmbedViews | Compare) -> object:
        """Answer a request about taught faces."""
        match request:
            case Encode(crops):
                said = await self._ask("encode", crops=_handles(crops))
                pictures = tuple(one.to_bytes() for one in said.pictures)
                return Encoded(pictures, _crops(said.crops))
            case EmbedViews(crops):
                said = await self._ask("embedViews", crops=_handles(crops))
                return [array("f", one.to_bytes()) for one in said]
            case Compare():
                return await self._compared(request)

    async def _decoded(self, request: Decode) -> Decoded:
        said = await self._ask(
            "decode",
            data=bare_picture(request.data, request.kind),
            type=request.kind,
            size=request.size,
            orientation=request.orientation,
            factor=request.factor,
        )
        if said is None:
            raise VisionError("unreadable", DAMAGED, request.where)
        return Decoded(_picture(said))

    async def _classified(self, crops: Sequence[Held], *, upright: bool) -> ClassifierOutput:
        if not crops:
            return ClassifierOutput([], [], [], [])
        said = await self._ask("classify", crops=_handles(crops), upright=upright)
        count = len(crops)
        return ClassifierOutput(
            _rows(said.logits, count, list),
            _rows(said.turns, count, list),
            [Held(one, (one.length,)) for one in said.embeddings],
            _rows(said.frames, count, list),
        )

    async def _compared(self, request: Compare) -> Comparison:
        views = array("f", chain.from_iterable(face.views for face in request.taught))
        said = await self._ask(
            "compare",
            crops=_handles(request.crops),
            embeddings=_handles(request.embeddings),
            taught=_handles(face.crop for face in request.taught),
            views=views,
            count=VIEWS,
        )
        count = len(request.crops)
        return Comparison(
            _rows(said.agreements, count, list), _rows(said.cosines, count, list), said.spreads.to_py().tolist()
        )

    async def _ask(self, kind: str, **parts: object) -> Js:
        """Send a request to JavaScript: its objects in place of handles, arrays of numbers as typed arrays."""
        from js import Object  # type: ignore[import-not-found]  # noqa: PLC0415
        from pyodide.ffi import JsException, to_js  # noqa: PLC0415

        try:
            return await self._js.answer(to_js({"kind": kind, **parts}, dict_converter=Object.fromEntries))
        except JsException as error:
            if error.name == "no-network":
                raise VisionError("no-network", _AWAY, "host") from None
            if error.name != "unreadable-picture":
                raise
            raise VisionError("unreadable", DAMAGED, "face.picture") from None


def _picture(js: Js) -> Held:
    return Held(js, (js.height, js.width, 3))


def _crops(js: Js) -> tuple[Held, ...]:
    return tuple(Held(one, (*FACE_SIZE, 3)) for one in js)


def _handles(held: Iterable[Held | Sequence[float]]) -> list[Any]:
    """Return the JavaScript objects of handles; an embedding of a taught face is already its numbers."""
    return [one.js if isinstance(one, Held) else one for one in held]


def _rows(numbers: Js, count: int, kind: type) -> list[Any]:
    """Split a flat array into `count` rows of equal length."""
    flat = numbers.to_py().tolist()
    length = len(flat) // count if count else 0
    return [kind(flat[row * length : (row + 1) * length]) for row in range(count)]
