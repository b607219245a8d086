"""Print how much better many frames read than one: ``python -m datasets.evaluation.live_films``.

Films of held-out designs (``datasets/render/scene/video.py``) are read as ``rackcheck watch`` reads a file: every frame
alone, and fused. Each frame from one second on counts: is the reading exactly the rack, and what does it say surely and
wrongly? A tile that a hand covers is part of the rack.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import PhotoScore, score, total
from datasets.photographs.index import LabelledPhoto, LabelledTile
from datasets.progress import progress
from datasets.render.scene.video import Frame, render_film
from vision import Networks, Photo, RackReading, State, read_rack, start_live, step_live
from vision.geometry import as_quads, hull

FROM = 1.0
"""Time of the first frame that counts, seconds: we require a live reading to be steady within a second."""
LOOKS = 30.0
"""Most frames read per second, the rate at which ``rackcheck watch`` reads a file."""


@dataclass(frozen=True, slots=True)
class FilmScore:
    """The scores of one film, one per frame.

    ``single``: each frame read alone; ``clear``: the single frames without a hand over the tiles; ``fused``: the live
    reading at each frame; ``steady``: the fused readings in the steady state; ``first_steady``: seconds to the first
    steady reading, None without one; ``looks``: number of frames that the live reading read.
    """

    single: tuple[PhotoScore, ...]
    clear: tuple[PhotoScore, ...]
    fused: tuple[PhotoScore, ...]
    steady: tuple[PhotoScore, ...]
    first_steady: float | None
    looks: int


def truth(frame: Frame, name: str) -> LabelledPhoto:
    """Return the frame as a labelled picture with a box for every tile."""
    tiles = (LabelledTile(hull(quad), label) for quad, label in zip(as_quads(frame.quads), frame.labels, strict=True))
    height, width = frame.pixels.shape[:2]
    return LabelledPhoto(Path(name), name, width, height, name, "rendered film", tuple(tiles), complete=True)


def watch_film(frames: Iterable[Frame], networks: Networks) -> FilmScore:
    """Read a film frame by frame and live, and score both; ``frames`` are in the order of their times."""
    live = start_live(networks, 1 / LOOKS)
    single, clear, fused, steady = [], [], [], []
    taken, first = 0, None
    reading: RackReading | None = None
    labelled: LabelledPhoto | None = None
    for number, frame in enumerate(frames):
        photo, here = Photo.of(frame.pixels), truth(frame, f"frame {number}")
        live = step_live(live, photo, frame.time, networks)
        if live.read:
            reading, labelled, taken = live.fusion.reading, here, taken + 1
        stands = live.fusion.state is State.STEADY
        if stands and first is None:
            first = frame.time
        if frame.time < FROM or reading is None or labelled is None:
            continue
        fused.append(score(labelled, reading))
        if stands:
            steady.append(fused[-1])
        single.append(score(here, read_rack(photo, networks)))
        if float(frame.covered.max(initial=0)) < 0.02:
            clear.append(single[-1])
    return FilmScore(tuple(single), tuple(clear), tuple(fused), tuple(steady), first, taken)


def _table(films: Sequence[FilmScore]) -> Table:
    totals = (
        total("single frames", [one for film in films for one in film.single]),
        total("single frames without a hand", [one for film in films for one in film.clear]),
        total("fused", [one for film in films for one in film.fused]),
        total("fused and steady", [one for film in films for one in film.steady]),
    )
    rows = (
        (
            sums.name,
            str(sums.photos),
            share(sums.exact, sums.photos),
            share(sums.right, sums.boxed),
            share(sums.sure, sums.boxed),
            f"{share(sums.sure_wrong, sums.sure)} ({sums.sure_wrong})",
        )
        for sums in totals
    )
    title = f"One look and many, {len(films)} films, moments from {FROM:g} s on"
    return grid(title, ("reading", "moments", "exact", "tiles right", "sure", "sure but wrong"), rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, render, read, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.live_films", description=__doc__)
    parser.add_argument("--films", type=int, default=24, help="how many")
    parser.add_argument("--seed", type=int, default=100, help="number of the first one; the others follow it")
    options = parser.parse_args(arguments)
    networks = Networks.load()
    films = [
        watch_film(render_film(seed), networks)
        for seed in progress(range(options.seed, options.seed + options.films), "films")
    ]
    waits = sorted(film.first_steady for film in films if film.first_steady is not None)
    console = Console(width=110)
    console.print(_table(films))
    middle = f"{median(waits):.2f} s in the median, {waits[-1]:.2f} s at most" if waits else "-"
    console.print(f"steady: {len(waits)} of {len(films)} films, first after {middle}")
    console.print(f"looks: {sum(film.looks for film in films)}; networks: {networks.name}")


if __name__ == "__main__":
    main()
