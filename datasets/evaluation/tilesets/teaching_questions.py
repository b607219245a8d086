"""Print what a person must answer to teach a set: ``python -m datasets.evaluation.tilesets.teaching_questions``.

The tiles of held-out drawn sets lie face up in any order, all of a set or one of each face. A person teaches each from
one photo as the page asks: they look at the marked names, put right the first wrong one, see the others named anew, and
at last take the marked names that are left with one tap. Names that are not marked they do not look at.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from rich.console import Console

from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import match_boxes
from datasets.evaluation.tilesets import drawn_sets
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import LIGHTS, Light
from datasets.progress import progress
from datasets.render.scene.scene import Scene
from vision import Networks, observe
from vision.classification.faces import NONE
from vision.host.face_crops import hulls
from vision.tilesets.label_proposals import LaidOutFaces, Proposal, group_faces, propose

HEADS = ("", "sets", "faces found", "right at first", "marked at first", "answers", "at most 3", "wrong")
"""Column heads. ``marked at first`` and ``answers`` are medians over sets; ``wrong`` counts wrong names accepted."""


@dataclass(frozen=True)
class LaidOutSet:
    """The faces found in the photo of a set, and the true label of each.

    The label is ``NONE`` if the detection is no face of the set. It is None for a hardly visible face, and then any
    name counts as right.
    """

    name: str
    detected: LaidOutFaces
    truth: tuple[str | None, ...]
    faces: int


@dataclass(frozen=True)
class Taught:
    """The effort of teaching one set.

    ``faces``: faces laid out; ``found``: faces detected; ``right``: names right before any answer; ``marked``: groups
    marked before any answer; ``answers``: names that the person corrects, plus one for accepting the rest if any is
    marked; ``wrong``: wrong names accepted, as ``true: taken``.
    """

    name: str
    faces: int
    found: int
    right: int
    marked: int
    answers: int
    wrong: tuple[str, ...]


def lay_out(seed: int, light: Light, networks: Networks, *, whole: bool) -> LaidOutSet:
    """Render a drawn set laid out in random order and find its faces."""
    scene = drawn_sets.any_order(seed, whole=whole, light=light)
    detected = group_faces([observe(scene_photo(scene), networks, laid_out=True)])
    return LaidOutSet(str(seed), detected, _truth(scene, detected), len(scene.labels))


def _truth(scene: Scene, detected: LaidOutFaces) -> tuple[str | None, ...]:
    ((faces, _),) = detected.photos
    labels, boxes = visible_truth(scene)
    found: list[str | None] = [NONE] * len(faces)
    for box, at in match_boxes(boxes, hulls(faces.quads)):
        found[at] = labels[box]
    return tuple(found)


def teach_by_page(laid_out: LaidOutSet) -> Taught:
    """Simulate the person who teaches a set, and count their answers."""
    truth, said = laid_out.truth, dict[int, str]()
    first = proposal = _propose(laid_out, said)
    answers = 0
    while (at := _first_wrong(proposal, truth, said)) is not None:
        # In a group of similar faces a person leaves out the faces of another kind.
        like = [other for other, of in enumerate(proposal.groups) if of == proposal.groups[at]]
        said |= {other: str(truth[at]) for other in like if truth[other] in {truth[at], None}}
        answers += 1
        proposal = _propose(laid_out, said)
    names = [said.get(at, label) for at, label in enumerate(proposal.labels)]
    marked = [not sure and at not in said for at, sure in enumerate(proposal.sure)]
    return Taught(
        laid_out.name,
        laid_out.faces,
        sum(label != NONE for label in truth),
        sum(label in {named, None} for named, label in zip(first.labels, truth, strict=True)),
        len({group for group, sure in zip(first.groups, first.sure, strict=True) if not sure}),
        answers + any(marked),
        tuple(f"{label}: {named}" for named, label in zip(names, truth, strict=True) if label not in {named, None}),
    )


def _propose(laid_out: LaidOutSet, said: dict[int, str]) -> Proposal:
    (found,) = propose(laid_out.detected, said=[said])
    return found


def _first_wrong(proposal: Proposal, truth: Sequence[str | None], said: dict[int, str]) -> int | None:
    """Return the first marked face with a wrong name; a person does not look at unmarked names."""
    for at, (label, sure) in enumerate(zip(proposal.labels, proposal.sure, strict=True)):
        if at not in said and not sure and truth[at] not in {label, None}:
            return at
    return None


def cells(name: str, sets: Sequence[Taught]) -> list[str]:
    """Return the texts under ``HEADS``."""
    answers = sorted(one.answers for one in sets)
    found, faces = sum(one.found for one in sets), sum(one.faces for one in sets)
    return [
        name,
        str(len(sets)),
        f"{share(found, faces)} of {faces}",
        share(sum(one.right for one in sets), found),
        f"{median(one.marked for one in sets):g}",
        f"{median(answers):g}",
        f"{sum(count <= 3 for count in answers)} of {len(sets)}",
        f"{sum(len(one.wrong) for one in sets)} of {found}",
    ]


def each(name: str, sets: Sequence[Taught]) -> str:
    """Return a line with the answers of each set, then a line for each set with wrong names accepted."""
    answers = " ".join(map(str, sorted(one.answers for one in sets)))
    wrong = [f"\n  set {one.name}, true name: taken name: {', '.join(one.wrong)}" for one in sets if one.wrong]
    return f"{name}: {answers} answers{''.join(wrong)}"


def measured(seeds: Sequence[int], wholes: Sequence[bool], networks: Networks) -> Iterator[tuple[str, list[Taught]]]:
    """Teach each set for each of ``wholes`` in each light; yield the name of the table row and its sets."""
    for whole in wholes:
        for light in LIGHTS:
            name = f"{'whole sets' if whole else 'one of each'}, {light} light"
            yield (
                name,
                [teach_by_page(lay_out(seed, light, networks, whole=whole)) for seed in progress(seeds, "teaching")],
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(
        prog="python -m datasets.evaluation.tilesets.teaching_questions", description=__doc__
    )
    parser.add_argument("--first", type=int, default=drawn_sets.FIRST + 300, help="number of the first set")
    parser.add_argument("--sets", type=int, default=12, help="how many sets")
    parser.add_argument("--laid", choices=("one-of-each", "whole"), help="one way of laying out alone")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.sets)
    wholes = [whole for whole in (False, True) if options.laid in {None, "whole" if whole else "one-of-each"}]
    rows, lines = [], []
    for name, sets in measured(seeds, wholes, Networks.load()):
        rows.append(cells(name, sets))
        lines.append(each(name, sets))
    Console(width=160).print(grid("What teaching a set in any order asks", HEADS, rows))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
