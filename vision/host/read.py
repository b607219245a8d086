"""The program's entry points: the core's steps, driven by the native host."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rules.input.declared_types import checked
from rules.tiles import may_be_one_meld
from vision import pipeline
from vision.classification.faces import Faces
from vision.errors import VisionError
from vision.geometry import Quad
from vision.host.native import drive
from vision.host.networks import Classifier, Networks
from vision.image.photo import Photo, open_photo
from vision.live.live_reader import Live
from vision.observation import Observation
from vision.reading import RackReading, TileReading
from vision.requests import Steps, ready
from vision.tilesets import combine_scores, label_proposals, set_recognition, taught_likeness
from vision.tilesets.set_recognition import OtherSets, SetMatch
from vision.tilesets.tile_set import TileSet


@checked(VisionError, data=None)
def decode(data: bytes | bytearray | memoryview, where: str = "image") -> Photo:
    """Decode a JPEG, PNG, WebP or BMP into an upright photo (`vision.image.photo.open_photo`).

    ``data`` may also be another buffer of bytes, such as the array of `cv2.imencode`.

    Raises:
        VisionError: `wrong-type` for what is no bytes, such as a path; those of `open_photo`.
    """
    try:
        # The photo keeps the file for its closer picture, and the caller may fill a buffer anew.
        held = data if isinstance(data, bytes) else bytes(memoryview(data))
    except TypeError:
        message = f"give the bytes of the file, as of Path('photo.jpg').read_bytes(), not a {type(data).__name__}"
        raise VisionError("wrong-type", message, where) from None
    return drive(open_photo(held, where))


@checked(VisionError)
def read_rack(
    photo: Photo,
    networks: Networks,
    tile_set: TileSet | None = None,
    others: Callable[[], OtherSets] = tuple,
    *,
    loose: bool = False,
) -> RackReading:
    """Read every tile in view (`vision.pipeline.read_rack`)."""
    steps = pipeline.read_rack(photo, networks.cards, may_be_one_meld, tile_set, others, loose=loose)
    return drive(steps, networks.detector, networks.classifier)


@checked(VisionError, place=None)
def read_tile(photo: Photo, place: Quad, networks: Networks, tile_set: TileSet | None = None) -> TileReading:
    """Read the one tile at a place (`vision.pipeline.read_tile`)."""
    steps = pipeline.read_tile(photo, place, networks.cards, tile_set)
    return drive(steps, networks.detector, networks.classifier)


@checked(VisionError)
def observe(
    photo: Photo, networks: Networks, tile_set: TileSet | None = None, *, laid_out: bool = False
) -> Observation:
    """Find and read every face in view (`vision.pipeline.observe`)."""
    steps = pipeline.observe(photo, networks.cards, tile_set, laid_out=laid_out)
    return drive(steps, networks.detector, networks.classifier)


@checked(VisionError)
def propose(seen: Sequence[Observation], known: Collection[str] = ()) -> tuple[label_proposals.Proposal, ...]:
    """Propose labels for laid-out faces (`vision.tilesets.label_proposals.propose`)."""
    return label_proposals.propose(label_proposals.group_faces(seen), known)


def apply_tile_set(faces: Faces, tile_set: TileSet, classifier: Classifier) -> tuple[Faces, SetMatch]:
    """Combine the networks' scores with a taught set (`vision.tilesets.combine_scores.apply_tile_set`)."""
    return drive(combine_scores.apply_tile_set(faces, tile_set, classifier.card), classifier=classifier)


def better_set(faces: Faces, tile_sets: Iterable[TileSet], classifier: Classifier) -> str | None:
    """Return the name of the set that faces clearly belong to (`vision.tilesets.set_recognition.better_set`)."""
    known: Iterable[Steps[TileSet | None]] = (ready(one) for one in tile_sets)
    return drive(set_recognition.better_set(faces, known, classifier.card), classifier=classifier)


def likeness(faces: Faces, tile_set: TileSet) -> list[taught_likeness.Likeness]:
    """Return the likeness of faces to those of a taught set (`vision.tilesets.taught_likeness.likeness`)."""
    taught = tile_set.faces
    return taught_likeness.likeness(taught, drive(taught_likeness.compared(faces, taught)))


@checked(VisionError)
def start_live(networks: Networks, every: float = 0.0, tile_set: TileSet | None = None) -> Live:
    """Begin a live reading; it reads at most one picture in `every` seconds."""
    return Live.start(networks.cards, may_be_one_meld, every, tile_set)


@checked(VisionError)
def step_live(live: Live, photo: Photo, time: float, networks: Networks) -> Live:
    """Return the live reading after one more picture (`vision.live.live_reader.Live.step`)."""
    return drive(live.step(photo, time, networks.cards), networks.detector, networks.classifier)
