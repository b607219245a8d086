"""Fetch the packs of the manifest, check their hashes and lay out what the generator draws with.

``python -m datasets.render.art.fetch --out out/art`` packs each ``name==version`` with npm, then writes
``fonts/`` (Latin fonts), ``cjk/`` (fonts with mahjong characters) and ``pictures/`` (rasterised icons, a file a pack).
A second run fetches only what is missing.
"""

import argparse
import hashlib
import json
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.render.art.categories import categories, is_usable
from datasets.render.art.manifest import Pack, read_manifest
from datasets.render.drawing.canvas import Pixels

SIDE = 96
"""Pixels of a rasterised picture."""
CHARACTERS = "一二三四五六七八九萬万伍東南西北中發発发白春夏秋冬梅蘭菊竹"
"""The characters that tiles need from a CJK font."""


def fetch(pack: Pack, folder: Path) -> Path:
    """Download ``name==version`` with npm into ``folder`` unless it is there; raises if the hash differs."""
    path = folder / pack.file
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", f"{pack.name}@{pack.version}"], cwd=folder, check=True)  # noqa: S603, S607
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != pack.sha256:
        raise DatasetError("bad-art", f"{pack.name}: the packed file's SHA-256 is {found}", str(path))
    return path


def unpack_latin(pack: Pack, archive: Path, out: Path) -> int:
    """Write the regular and bold Latin fonts of a pack to ``out/fonts``; return how many."""
    wanted = re.compile(rf"package/files/{re.escape(pack.short)}-latin-(400|700)-(normal|italic)\.woff$")
    count = 0
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            found = wanted.match(member.name)
            content = packed.extractfile(member) if found else None
            if found and content is not None:
                path = out / "fonts" / f"{pack.short}-{found[1]}-{found[2]}.woff"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())
                count += 1
    return count


def covered(ranges: str) -> Iterator[str]:
    """Yield the mahjong characters that a CSS ``unicode-range`` covers."""
    spans = [tuple(int(end, 16) for end in span.strip()[2:].split("-")) for span in ranges.split(",")]
    for character in CHARACTERS:
        if any(span[0] <= ord(character) <= span[-1] for span in spans):
            yield character


def unpack_cjk(pack: Pack, archive: Path, out: Path) -> int:
    """Write each mahjong character's font file to ``out/cjk/NAME/CODE.woff``; return how many characters it draws."""
    count = 0
    with tarfile.open(archive) as packed:
        names = set(packed.getnames())
        sheet = packed.extractfile("package/400.css")
        text = sheet.read().decode() if sheet else ""
        for block in text.split("@font-face")[1:]:
            file = re.search(r"\./files/([\w-]+\.woff)\)", block)
            ranges = re.search(r"unicode-range:\s*([^;]+);", block)
            if file is None or ranges is None or f"package/files/{file[1]}" not in names:
                continue
            content = packed.extractfile(f"package/files/{file[1]}")
            data = content.read() if content else b""
            for character in covered(ranges[1]):
                path = out / "cjk" / pack.short / f"{ord(character):x}.woff"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                count += 1
    return count


def svg_of(icon: dict[str, Any], pack: dict[str, Any]) -> str:
    """Return one icon of an Iconify pack as SVG text, black where the pack sets no colour."""
    box = [icon.get(key, pack.get(key, default)) for key, default in (("left", 0), ("top", 0))]
    box += [icon.get(key, pack.get(key, 16)) for key in ("width", "height")]
    body = icon["body"].replace("currentColor", "#000")
    view = " ".join(str(number) for number in box)
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {spaces} viewBox="{view}">{body}</svg>'


def rasterise(svg: str) -> Pixels | None:
    """Rasterise SVG text to (SIDE, SIDE, 4) uint8 RGBA; return None if the result is empty."""
    import resvg_py  # noqa: PLC0415 - a training package

    drawn = cv2.imdecode(np.frombuffer(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIDE)), np.uint8), -1)
    if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4 or drawn[..., 3].max() == 0:
        return None
    rows, columns = np.flatnonzero(drawn[..., 3].max(1) > 24), np.flatnonzero(drawn[..., 3].max(0) > 24)
    if len(rows) < 2 or len(columns) < 2:
        return None
    part = drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = (SIDE - 2) / max(part.shape[:2])
    part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((SIDE, SIDE, 4), np.uint8)
    top, left = (SIDE - part.shape[0]) // 2, (SIDE - part.shape[1]) // 2
    canvas[top : top + part.shape[0], left : left + part.shape[1]] = cv2.cvtColor(part, cv2.COLOR_BGRA2RGBA)
    return canvas


def unpack_icons(pack: Pack, archive: Path, out: Path) -> int:
    """Rasterise the icons that a tile may show to ``out/pictures/NAME.npz``; return how many.

    Raises DatasetError (`bad-art`).
    """
    path = out / "pictures" / f"{pack.short}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as packed:
        content, info = packed.extractfile("package/icons.json"), packed.extractfile("package/info.json")
        if content is None or info is None:
            raise DatasetError("bad-art", f"{pack.name} holds no icons", str(archive))
        icons, colourful = json.load(content), bool(json.load(info).get("palette"))
    names, pictures = [], []
    for name, icon in sorted(icons["icons"].items()):
        if icon.get("hidden") or not is_usable(name) or not categories(name, everything=colourful):
            continue
        try:
            picture = rasterise(svg_of(icon, icons))
        except (ValueError, RuntimeError):
            continue
        if picture is not None:
            names.append(name)
            pictures.append(picture)
    stacked = np.stack(pictures) if pictures else np.zeros((0, SIDE, SIDE, 4), np.uint8)
    np.savez_compressed(path, names=np.array(names), pictures=stacked if colourful else stacked[..., 3:])
    return len(names)


UNPACK: dict[str, Callable[[Pack, Path, Path], int]] = {"latin": unpack_latin, "cjk": unpack_cjk, "icons": unpack_icons}


def main() -> None:
    """Fetch and lay out every pack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/art"), help="folder for packs, fonts and pictures")
    arguments = parser.parse_args()
    packs = read_manifest()
    with ThreadPoolExecutor(3) as pool:
        archives = list(pool.map(lambda pack: fetch(pack, arguments.out / "packs"), packs))
    for pack, archive in zip(packs, archives, strict=True):
        if pack.kind == "icons" and (arguments.out / "pictures" / f"{pack.short}.npz").exists():
            continue
        print(f"{pack.name} {pack.version}: {UNPACK[pack.kind](pack, archive, arguments.out)}")


if __name__ == "__main__":
    main()
