"""Test the size limits of tile sets: an accepted one can be read, changed and exported; a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.evidence.bundle_file import MOST_BYTES as LARGEST_BUNDLE
from service.evidence.whole_copy import MOST_BYTES as LARGEST_COPY
from service.ledger.game.win_evidence import MOST_OF_BOOK
from service.server.app import create_app
from service.shared.networks import drive_with
from service.shared.settings import Settings
from service.tilesets.manage import export_set, forget_faces
from service.tilesets.merging import merge_sets
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, profile
from vision import Networks, VisionError, write_tile_set
from vision.image.photo import MAX_BYTES as LARGEST_PHOTO
from vision.tilesets.tile_set import MadeBy
from vision.tilesets.tile_set_file import MOST_BYTES

NETWORKS = Networks(toys.networks().detector, classifier())
CARD = NETWORKS.cards.classifier


@pytest.fixture
def store(data_dir: Path) -> TileSetStore:
    """A tile set of two faces, and one of two others."""
    found = TileSetStore(sets_folder(data_dir), files=False)
    found.add(replace(profile(("1B", "2B")), name="Club"))
    found.add(replace(profile(("F", "J")), name="New"))
    return found


GROWN: dict[str, Callable[[TileSetStore], object]] = {
    "taught more": lambda store: store.put(replace(profile(), name="Club")),
    "merged": lambda store: drive_with(NETWORKS, merge_sets("Club", ["New"], store, CARD)),
    "begun": lambda store: store.add(replace(profile(), name="All")),
}


@pytest.mark.parametrize("grow", GROWN.values(), ids=GROWN)
def test_a_set_that_would_be_too_large_is_left_as_it_is(
    store: TileSetStore, data_dir: Path, monkeypatch: pytest.MonkeyPatch, grow: Callable[[TileSetStore], object]
) -> None:
    """A change that would make a tile set too large is refused before its file is replaced."""
    size = len(export_set("Club", store)[1])
    monkeypatch.setattr("vision.tilesets.tile_set_file.MOST_BYTES", size + 100)
    before = {path.name: path.read_bytes() for path in sets_folder(data_dir).glob("*.json")}
    with pytest.raises(VisionError, match="take some faces out") as caught:
        grow(store)
    assert caught.value.code == "set-full"
    assert {path.name: path.read_bytes() for path in sets_folder(data_dir).glob("*.json")} == before
    assert export_set("Club", store)[1] == before["Club.json"]
    forget_faces("Club", [store.load("Club").faces[0].id], store)
    assert len(store.load("Club").faces) == 1


def test_a_set_without_room_for_other_embeddings_still_reads(
    store: TileSetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tile set without room for new embeddings still reads after an upgrade, by embedding its faces each time."""
    store.put(replace(store.load("Club"), made_by=MadeBy("old@1", "1" * 64)))
    monkeypatch.setattr("vision.tilesets.tile_set_file.MOST_BYTES", len(export_set("Club", store)[1]))
    # The new classifier has a longer name.
    card = replace(CARD, name="toy-reader-of-stripes-and-of-much-else")
    assert drive_with(NETWORKS, store.fitting("Club", card)).fits(card)
    assert store.load("Club").made_by.name == "old@1"


def test_the_largest_set_goes_wherever_sets_go() -> None:
    """The largest tile set fits into evidence with the largest photo, and into a full copy with all evidence."""
    assert LARGEST_PHOTO + MOST_BYTES + 30_000_000 < LARGEST_BUNDLE
    assert MOST_OF_BOOK * 4 / 3 + MOST_BYTES < LARGEST_COPY


@pytest.mark.usefixtures("networks_wanted")
def test_a_large_set_is_imported_over_http(chosen: Settings) -> None:
    """No earlier limit refuses the import of a tile set up to the largest size."""
    file = write_tile_set(profile())
    with TestClient(create_app(chosen), base_url="http://127.0.0.1") as client:
        # White space counts for the size alone.
        taken = client.post("/api/v1/sets", content=file + b" " * 12_000_000)
        assert (taken.status_code, taken.json()["set"]) == (201, "Stripes")
        refused = client.post("/api/v1/sets", content=b" " * (MOST_BYTES + 1))
        assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too-large")
