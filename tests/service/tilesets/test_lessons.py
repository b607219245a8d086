"""Lessons: what is proposed follows from what the set knows now, and nothing is asked or taught in vain."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.shared.networks import drive_with
from service.tilesets.labels import NamedTile
from service.tilesets.teaching_session import propose_labels, teach_photo
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.helpers import jpeg
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier
from vision import Networks
from vision.geometry import as_quads

NETWORKS = Networks(toys.networks().detector, classifier())
TILE = toys.face((200, 150), 120)
PHOTO = jpeg(toys.picture(400, 300, [("5B", TILE)]))


@pytest.fixture
def store(data_dir: Path) -> TileSetStore:
    """The sets of the data folder."""
    return TileSetStore(sets_folder(data_dir), files=False)


def _named(label: str) -> list[NamedTile]:
    """What a person says of the tile of the photo."""
    return [NamedTile(label, as_quads([TILE])[0], exact=True)]


def test_a_face_that_was_named_anew_is_proposed_by_its_new_name(store: TileSetStore) -> None:
    """The photo is the same and so is the face; what the set calls it is not."""
    for label in ("5D", "6C", "5D"):
        taught = drive_with(
            NETWORKS, teach_photo(PHOTO, "a.jpg", _named(label), "Club", store, cards=NETWORKS.cards)
        )
        assert len(taught.tile_set.faces) == 1
        look = drive_with(NETWORKS, propose_labels(PHOTO, "a.jpg", [], "Club", store, cards=NETWORKS.cards))
        assert look.proposal.labels == (label,)
