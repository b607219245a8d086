"""Teach tile sets without a person, from rendered designs and from labelled photographs."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from datasets.evaluation.scoring import match_boxes
from datasets.evaluation.tilesets.teaching_pictures import teaching_photo
from datasets.photographs.boxes import boxes_of
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import open_picture
from datasets.photographs.physical_sets import UNKNOWN, tile_set
from datasets.progress import progress
from datasets.render.scene.scene import Scene
from vision import Networks, Photo, TileSet, decode, empty_tile_set, observe, propose, teach_faces
from vision.host.face_crops import hulls

SEEN = 0.6
"""Share of a face that must show for the face to count, 0..1."""
JPEG_QUALITY = 92
TAUGHT_VARIANTS = Counter({"F": 2, "J": 2})
"""Number of faces to teach of kinds with several pictures; every other kind gets one."""


def scene_photo(scene: Scene) -> Photo:
    """Make a photo of a rendered scene: encode it as JPEG, as a phone does, and decode it as a scan does."""
    done, data = cv2.imencode(".jpg", scene.pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ValueError("the scene cannot be encoded")
    return decode(data.tobytes(), scene.design)


def visible_truth(scene: Scene) -> tuple[list[str | None], np.ndarray]:
    """Return labels and boxes (N, 4) of a scene's tiles; a face visible below ``SEEN`` has the label None."""
    labels = [label if seen >= SEEN else None for label, seen in zip(scene.labels, scene.visible, strict=True)]
    return labels, hulls(scene.quads)


def teach_design(number: int, networks: Networks) -> TileSet:
    """Teach a design from its teaching photo."""
    return teach_sheet(teaching_photo(number), networks, Counter())


def teach_sheet(scene: Scene, networks: Networks, counts: Counter[str]) -> TileSet:
    """Teach a set from one photo with its true labels.

    Adds to ``counts``: `faces` of the set, faces `found`, and faces labelled right by the classifier alone (`first`)
    and by the proposal (`proposed`).
    """
    (proposal,) = propose([observe(scene_photo(scene), networks, laid_out=True)])
    faces = proposal.faces
    pairs = match_boxes(hulls(scene.quads), hulls(faces.quads))
    first = {at: faces.best[at] for _, at in pairs}
    counts["faces"] += len(scene.labels)
    counts["found"] += len(pairs)
    counts["first"] += sum(first[at] == scene.labels[box] for box, at in pairs)
    counts["proposed"] += sum(proposal.labels[at] == scene.labels[box] for box, at in pairs)
    crops = np.array([faces.crops[at] for _, at in pairs], np.uint8)
    named = teach_faces(networks.classifier, crops, [scene.labels[box] for box, _ in pairs], ["photo"] * len(pairs))
    return empty_tile_set(scene.design, networks.classifier.card).with_faces(named)


def split_scenes(photos: Sequence[LabelledPhoto]) -> tuple[list[LabelledPhoto], list[LabelledPhoto]]:
    """Split a tile set's photographs into a teaching and a reading half, by group or, if there is one, by picture."""
    by_group = len({photo.group for photo in photos}) > 1
    halves: tuple[list[LabelledPhoto], list[LabelledPhoto]] = ([], [])
    for photo in sorted(photos, key=lambda one: hashlib.sha256(one.name.encode()).digest()):
        key = photo.group if by_group else photo.name
        halves[hashlib.sha256(f"half {key}".encode()).digest()[0] % 2].append(photo)
    return halves


def teach_photos(name: str, photos: Sequence[LabelledPhoto], networks: Networks) -> TileSet | None:
    """Teach each kind from the first photographs that show it; return None if no labelled tile is found."""
    taught = empty_tile_set(name, networks.classifier.card)
    held: Counter[str] = Counter()

    def missing(label: str | None) -> bool:
        return label is not None and held[label] < TAUGHT_VARIANTS.get(label, 1)

    for labelled in photos:
        if not any(missing(tile.label) for tile in labelled.tiles):
            continue
        faces = observe(open_picture(labelled.path), networks).faces
        for box, at in match_boxes(boxes_of(labelled.tiles), hulls(faces.quads)):
            label = labelled.tiles[box].label
            if label is not None and missing(label):
                held[label] += 1
                crop = np.array(faces.crops[at : at + 1])
                taught = taught.with_faces(teach_faces(networks.classifier, crop, [label], [labelled.name]))
    return taught if taught.faces else None


def taught_photo_sets(
    photos: Iterable[LabelledPhoto], most: int, networks: Networks
) -> Iterator[tuple[TileSet, list[LabelledPhoto]]]:
    """Teach each physical set from half of its photographs; yield it with at most ``most`` of the other half."""
    by_name: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for one in photos:
        if tile_set(one) != UNKNOWN and not one.mirrored:
            by_name[tile_set(one)].append(one)
    for name in progress(sorted(by_name), "teaching"):
        teaching, reading = split_scenes(by_name[name])
        taught = teach_photos(name, teaching, networks)
        if taught is not None:
            yield taught, reading[:most]
