"""Check photos for teaching: report tiles of another tile set, and kinds that we probably misread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from models import ModelCard
from service.shared.wording import either, tile_name
from vision.reading import Issue, SetInUse
from vision.requests import Steps
from vision.tilesets.group_names import OPEN
from vision.tilesets.label_proposals import Proposal, crowded
from vision.tilesets.set_recognition import SetMatch, recognise
from vision.tilesets.taught_faces import teach_faces

ENOUGH: Final = 3
"""Minimum number of tiles to compare before we judge whether they are of one tile set; one may be misread."""

LACKING: Final = "kinds-lacking"
"""Code of an issue about the proposed labels, not about the faces."""

MIXED: Final = frozenset({"other-set", "two-sets"})
"""Codes of issues about faces that one tile set should not learn together."""

Places = Sequence[tuple[int, int]]
"""Tiles, each as the index of its photo and its index in that photo."""


def oddities(
    chosen: Sequence[SetInUse | None], proposals: Sequence[Proposal], known: Collection[str], card: ModelCard
) -> Steps[tuple[tuple[Issue, ...], ...]]:
    """Return the issues of each photo, to show to the player before we teach its faces.

    Args:
        chosen: how well each photo's faces match the tile set to teach; None if the set has no face yet.
        proposals: the proposed labels of each photo.
        known: the kinds that the tile set already knows.
        card: the card of the classifier.

    Returns:
        Issues of each photo: `other-set` and `set-in-doubt` if its faces are not, or may not be, of the tile set;
        `two-sets` if tiles of one kind do not look alike; `kinds-lacking` if one kind is missing and another appears
        more than once, as after a misread tile.
    """
    places = defaultdict(list)
    for photo, proposal in enumerate(proposals):
        for index, label in enumerate(proposal.labels):
            places[label].append((photo, index))
    of_one_print = {label: found for label, found in places.items() if label not in OPEN}
    labels = [label for one in proposals for label in one.labels]
    found = []
    for photo, of in enumerate(chosen):
        two_sets = yield from _two_sets(photo, of_one_print, proposals, card)
        issues = (_other_set(of), two_sets, _lacking(photo, labels, places, known))
        found.append(tuple(one for one in issues if one is not None))
    return tuple(found)


def _other_set(of: SetInUse | None) -> Issue | None:
    if of is None or (of.used and not of.doubted):
        return None
    if of.used:
        message = f"These faces may not be of the set {of.name}. Look them over before it learns them."
        return Issue("set-in-doubt", message)
    message = (
        f"These faces do not look like those that the set {of.name} knows. If they are of another set, give that one a "
        "name of its own: two sets in one are read worse."
    )
    return Issue("other-set", message)


def _lacking(photo: int, labels: Sequence[str], places: Mapping[str, Places], known: Collection[str]) -> Issue | None:
    """Report the tiles of this photo whose kinds appear more than once while other kinds are missing."""
    twice, lacking = crowded(labels, known)
    tiles = tuple(sorted(index for label in twice for of, index in places[label] if of == photo))
    if not tiles:
        return None
    more = ", ".join(f"{len(places[label])} are {tile_name(label)}" for label in twice)
    none = either([tile_name(label) for label in lacking])
    message = f"No face is {none}, but {more}: is one of them read wrongly?"
    return Issue(LACKING, message, tiles)


def _two_sets(
    photo: int, places: Mapping[str, Places], proposals: Sequence[Proposal], card: ModelCard
) -> Steps[Issue | None]:
    """Report the repeated tiles of this photo if they do not look like the first tiles of their kinds."""
    seconds = [(index, label) for label, found in places.items() for of, index in found[1:] if of == photo]
    if len(seconds) < ENOUGH:
        return None
    kinds = sorted({label for _, label in seconds})
    crops = [proposals[of].faces.crops[index] for of, index in (places[label][0] for label in kinds)]
    first = yield from teach_faces(crops, kinds, kinds)
    faces = proposals[photo].faces.chosen(index for index, _ in seconds)
    if (yield from recognise(faces, first, card)) is SetMatch.OF_IT:
        return None
    message = (
        "Tiles of the same kind do not look alike here. If they are of two sets, photograph each set by itself and "
        "give it a name of its own: two sets in one are read worse."
    )
    return Issue("two-sets", message, tuple(sorted(index for index, _ in seconds)))
