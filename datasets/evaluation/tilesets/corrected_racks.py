"""Print what corrections alone teach a set: ``python -m datasets.evaluation.tilesets.corrected_racks``.

Nobody lays the set out. On one photographed rack after the other the person names each tile that is wrong or asked
about, and these faces teach the set, as on the page. After each rack other photographs of the same set are read by it.
The sets are drawn with art that never trains, photographed in good light.
"""

import argparse
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import ReadingCounts, match_boxes, read_faces
from datasets.evaluation.tilesets import drawn_sets
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import KINDS
from datasets.progress import progress
from datasets.render.scene.scene import Scene
from vision import Networks, TileSet, empty_tile_set, observe, read_rack, teach_faces
from vision.host.face_crops import hulls

HEADS = ("racks corrected", "faces taught", "kinds taught", "tiles found", "read right", "sure", "sure but wrong")
"""Column heads; faces and kinds are means over the sets."""
OTHERS = 100
"""Number of the first photograph that is read and corrects nothing."""


def correct(scene: Scene, tile_set: TileSet, networks: Networks) -> TileSet:
    """Teach a set those tiles of a photograph that are read wrong or asked about."""
    photo, (labels, boxes) = scene_photo(scene), visible_truth(scene)
    reading = read_rack(photo, networks, tile_set if tile_set.faces else None)
    named = {
        box: label
        for box, label, tile in read_faces(labels, boxes, reading)
        if tile is not None and not (tile.sure and tile.label == label)
    }
    faces = observe(photo, networks).faces
    pairs = [(box, at) for box, at in match_boxes(boxes, hulls(faces.quads)) if box in named]
    if not pairs:
        return tile_set
    crops = np.array([faces.crops[at] for _, at in pairs], np.uint8)
    taught = teach_faces(networks.classifier, crops, [named[box] for box, _ in pairs], ["correction"] * len(pairs))
    return tile_set.with_faces(taught)


def measure(sets: int, racks: int, others: int) -> list[Sequence[str]]:
    """Return a row of `HEADS` for each number of corrected racks, from none to ``racks``."""
    networks = Networks.load()
    counts = [ReadingCounts() for _ in range(racks + 1)]
    faces, kinds = [0] * (racks + 1), [0] * (racks + 1)
    of_racks = [number for number in range(2 * racks) if KINDS[number % len(KINDS)] == "rack"][:racks]
    for seed in progress(range(drawn_sets.FIRST, drawn_sets.FIRST + sets), "correcting"):
        tile_set = empty_tile_set("own", networks.classifier.card)
        for done in range(racks + 1):
            if done:
                scene = drawn_sets.photograph(seed, of_racks[done - 1], "good")
                tile_set = correct(scene, tile_set, networks)
            faces[done] += len(tile_set.faces)
            kinds[done] += len({face.label for face in tile_set.faces})
            for number in range(OTHERS, OTHERS + others):
                scene = drawn_sets.photograph(seed, number, "good")
                reading = read_rack(scene_photo(scene), networks, tile_set if tile_set.faces else None)
                for _, label, tile in read_faces(*visible_truth(scene), reading):
                    counts[done].add(label, tile)
    return [
        (
            str(done),
            f"{faces[done] / sets:.1f}",
            f"{kinds[done] / sets:.1f}",
            share(one.found, one.boxed),
            share(one.right, one.found),
            share(one.sure, one.found),
            f"{one.sure_wrong} of {one.sure}",
        )
        for done, one in enumerate(counts)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.corrected_racks", description=__doc__)
    parser.add_argument("--sets", type=int, default=8, help="how many drawn sets")
    parser.add_argument("--racks", type=int, default=5, help="racks corrected, one after the other")
    parser.add_argument("--others", type=int, default=4, help="other photographs of each set, read after each rack")
    options = parser.parse_args(arguments)
    with one_line_on_error(parser):
        rows = measure(options.sets, options.racks, options.others)
    Console(width=140).print(grid("Tiles of other photographs", HEADS, rows))


if __name__ == "__main__":
    main()
