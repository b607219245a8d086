"""Measure the parts of a built site, stored and compressed as web hosts send them."""

from __future__ import annotations

import zlib
from collections import defaultdict
from dataclasses import dataclass

from service.browser.site.build import Site

PACKED = (".wasm", ".whl", ".zip", ".onnx")
"""Suffixes of the files that a phone stores compressed (`page/js/local/files.js`)."""


@dataclass(frozen=True, slots=True)
class PartSize:
    """The size of one part.

    Attributes:
        stored: bytes on the phone.
        compressed: bytes over the network, from a host that compresses with gzip; brotli needs fewer.
    """

    part: str
    files: int
    stored: int
    compressed: int


def sizes(site: Site) -> list[PartSize]:
    """Measure the parts of a site; the last item is the whole site."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, data in site.files.items():
        folder, _, rest = place.partition("/")
        part = rest.partition("/")[0] if folder.startswith("v-") and "/" in rest else "frame"
        part = "when first needed" if site.is_later(place) else part
        small = min(len(data), len(zlib.compress(data, 9)))
        found[part].append((small if place.endswith(PACKED) else len(data), small))
    parts = [_sum(part, one) for part, one in sorted(found.items())]
    return [*parts, _sum("all", [size for one in found.values() for size in one])]


def _sum(part: str, sizes: list[tuple[int, int]]) -> PartSize:
    return PartSize(part, len(sizes), sum(stored for stored, _ in sizes), sum(small for _, small in sizes))
