"""Render scenes with their ground truth, or the example rack: see ``datasets/render``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from datasets.render.design_splits import (
    HELD_OUT_DESIGNS,
    HELD_OUT_TILE_SET_DESIGNS,
    TILE_SET_DESIGNS,
    TRAINING_DESIGNS,
)
from datasets.render.example import write_example, write_scenes
from datasets.render.faces.novelty_motifs import novelty_designs
from datasets.render.scene.scene import PIECES, render_scene
from datasets.render.scene.scene_kinds import SCENE_KINDS


def main() -> None:
    """Read the arguments and render."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=0, help="how many scenes")
    parser.add_argument("--out", type=Path, help="folder for the scenes and their index.jsonl, which is added to")
    parser.add_argument("--seed", type=int, default=0, help="number of the first scene; the others follow it")
    parser.add_argument("--size", type=int, nargs=2, default=(640, 640), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--kind", choices=sorted((*SCENE_KINDS, PIECES)), help="one kind of scene only")
    parser.add_argument("--held-out", action="store_true", help="use the tile sets that training never sees")
    sets = parser.add_mutually_exclusive_group()
    sets.add_argument(
        "--novelty",
        action="store_true",
        help="only novelty sets, whose sticks and rings are leaves, hearts and the like",
    )
    sets.add_argument(
        "--tile-sets", action="store_true", help="only random tile sets (datasets/render/tilesets) in place of designs"
    )
    parser.add_argument("--example", type=Path, help="write the example rack to this file, its truth beside it")
    arguments = parser.parse_args()
    if arguments.count < 0 or not (arguments.count or arguments.example):
        parser.error("nothing to do: give --count and --out, or --example")
    if arguments.count and not arguments.out:
        parser.error("--count needs --out, the folder to write to")
    for_scenes = {name: value for name, value in vars(arguments).items() if name != "example"}
    given = [f"--{name.replace('_', '-')}" for name, value in for_scenes.items() if value != parser.get_default(name)]
    if not arguments.count and given:
        parser.error(f"--example takes no {', '.join(given)}: leave it out, or render scenes by --count and --out too")
    if arguments.example:
        row = write_example(arguments.example)
        print(f"{arguments.example}: {row['rack']}")
    designs: Sequence[int] = HELD_OUT_DESIGNS if arguments.held_out else TRAINING_DESIGNS
    if arguments.novelty:
        designs = novelty_designs(held_out=arguments.held_out)
    if arguments.tile_sets:
        designs = HELD_OUT_TILE_SET_DESIGNS if arguments.held_out else TILE_SET_DESIGNS
    width, height = arguments.size
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        scene = render_scene(seed, (width, height), arguments.kind, designs)
        write_scenes(arguments.out, [(seed, scene)])
        print(f"scene {seed}: {len(scene.labels)} tiles of {scene.design}", file=sys.stderr)


if __name__ == "__main__":
    main()
