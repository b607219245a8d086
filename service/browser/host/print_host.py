"""Answer the requests for reading print in a browser."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Iterable
from itertools import accumulate, chain, pairwise
from typing import Any, Final

from service.cards.photographed.print_requests import CutStrip, FindPrint, MeasureInk, ReadPrint, ReadSteps
from vision.classification.homography import square_to_quad
from vision.errors import VisionError
from vision.geometry import Quad

Ask = Callable[..., Awaitable[Any]]
"""A function that sends a request to JavaScript: its kind, and its parts by name."""

_AWAY: Final = (
    "what reads print is not on this phone yet, and could not be fetched. Go online once and photograph the card "
    "again, with the new version if Rackcheck offers one, or paste it as text"
)


async def answer_print(request: FindPrint | ReadPrint | MeasureInk | CutStrip, ask: Ask) -> object:
    """Answer a request as the docstring of its class defines.

    Raises:
        VisionError: `no-network` if the networks that read print are not available.
    """
    picture: Any = request.pixels
    if isinstance(request, FindPrint):
        if not await ask("openPrint"):
            raise VisionError("no-network", _AWAY, "print")
        found = await ask("findPrint", picture=picture.js, halvings=request.halvings, size=request.size)
        return found.to_bytes()
    places = _places(request.quads)
    if isinstance(request, ReadPrint):
        said = await ask("readPrint", picture=picture.js, **places, widths=request.widths, least=request.least)
        return _steps(said)
    kind = "measureInk" if isinstance(request, MeasureInk) else "cutStrip"
    answer = await ask(kind, picture=picture.js, **places, sizes=request.sizes)
    if kind == "cutStrip":
        return list(answer)
    numbers = answer.to_py().tolist()
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _places(quads: Iterable[Quad]) -> dict[str, array[float]]:
    """Return the corners of the quads, and their homographies from the unit square, each as one flat array."""
    held = tuple(quads)
    return {"quads": flat(held), "maps": array("d", chain.from_iterable(square_to_quad(quad, 0.0) for quad in held))}


def flat(quads: Iterable[Quad]) -> array[float]:
    """Return the corners of the quads, x and y of each, as one array."""
    return array("d", (value for quad in quads for corner in quad for value in corner))


def _steps(said: Any) -> list[ReadSteps]:  # noqa: ANN401 - an object of JavaScript
    labels, scores = said.labels.to_py().tolist(), said.scores.to_py().tolist()
    ends = pairwise(accumulate(said.steps.to_py(), initial=0))
    across = said.across.to_py()
    return [
        ReadSteps(labels[start:end], scores[start:end], wide) for (start, end), wide in zip(ends, across, strict=True)
    ]
