"""Tile sets without limit: the manifest of art, faces that can be named, patches on disk."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL")

from datasets.errors import DatasetError
from datasets.render.art.categories import categories, is_usable
from datasets.render.art.manifest import LICENCES, Pack, read_manifest
from datasets.render.patch_size import HEIGHT as PATCH_HEIGHT
from datasets.render.patch_size import WIDTH as PATCH_WIDTH
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH
from datasets.render.tilesets.drawing.palette import distance, draw_palette, readable
from datasets.render.tilesets.drawing.pips import arrangement
from datasets.render.tilesets.sampler import LABELS, draw_face, draw_faces
from datasets.render.tilesets.style import draw_style
from datasets.training.classifier.drawn_shards import draw_patches
from datasets.training.classifier.shards import read_shards, write_shard

NO_ART = Path("no-art-was-fetched")
NAMES = (*LABELS, "NONE")


def test_each_pack_is_pinned_and_licensed() -> None:
    """Every pack has a version and a licence of the list; of each kind some only measure."""
    packs = read_manifest()
    assert {pack.licence for pack in packs} <= LICENCES
    assert all(pack.version[0].isdigit() for pack in packs)
    assert {pack.kind for pack in packs if pack.held_out} == {"icons", "latin", "cjk"}


@pytest.mark.parametrize("changed", [{"kind": "music"}, {"licence": "GPL-3.0"}, {"sha256": "12"}])
def test_a_pack_that_breaks_a_rule_is_refused(changed: dict[str, str]) -> None:
    """A kind, licence or hash that the manifest may not hold raises."""
    entry = {"name": "@a/b", "version": "1.0.0", "kind": "icons", "licence": "MIT", "sha256": "0" * 64}
    with pytest.raises(DatasetError):
        Pack(**{**entry, **changed})  # type: ignore[arg-type]


def test_icons_of_letters_numbers_and_cards_are_left_out() -> None:
    """A face must not show letters or numbers that do not name it."""
    assert not any(is_usable(name) for name in ("keycap-3", "letter-a", "playing-card", "number-one", "o-button"))
    assert is_usable("red-paper-lantern")
    assert categories("hummingbird") == ("bird",)
    assert categories("office-chair") == ()
    assert categories("office-chair", everything=True) == ("other",)


@pytest.mark.parametrize("seed", range(6))
def test_every_set_draws_all_its_kinds_without_fetched_art(seed: int) -> None:
    """The committed fonts and drawn shapes are enough to draw a whole set."""
    faces = draw_faces(draw_style(seed, held_out=False, art=NO_ART))
    assert {label for label, _ in faces} == set(LABELS)
    assert all(face.shape == (HEIGHT, WIDTH, 3) and face.dtype == np.uint8 for _, face in faces)


def test_a_seed_always_draws_the_same_pixels() -> None:
    """A set is its seed."""
    style = draw_style(7, held_out=False, art=NO_ART)
    for label in ("5B", "3C", "9D", "N", "R", "0", "F", "J", "BACK"):
        first, again = draw_face(style, label), draw_face(draw_style(7, held_out=False, art=NO_ART), label)
        assert first is not None
        assert again is not None
        assert np.array_equal(first, again)


def test_the_numbers_of_a_suit_differ() -> None:
    """No two numbers of a suit look alike."""
    for seed in range(8):
        style = draw_style(seed, held_out=False, art=NO_ART)
        for suit in "BCD":
            faces = [draw_face(style, f"{number}{suit}") for number in range(1, 10)]
            shown = [face.tobytes() for face in faces if face is not None]
            assert len(set(shown)) == len(shown)


def test_arrangements_hold_as_many_places_as_they_should() -> None:
    """As many places as the number says, none twice."""
    rng = np.random.default_rng(1)
    for _ in range(60):
        for count in range(1, 10):
            places = arrangement(rng, count)
            assert places.shape == (count, 3)
            assert len({(round(x, 3), round(y, 3)) for x, y, _ in places.tolist()}) == count


def test_every_ink_can_be_read_on_its_body() -> None:
    """Inks stand out from the body they are printed on."""
    for seed in range(200):
        palette = draw_palette(np.random.default_rng(seed))
        assert all(distance(ink, palette.body) >= 34 for ink in (*palette.suits, palette.dark, palette.red))
    assert distance(readable((250, 250, 250), (255, 255, 255)), (255, 255, 255)) >= 60


def test_patches_survive_a_shard(tmp_path: Path) -> None:
    """What is read from shards is what was written, in order, with its folder."""
    patches = draw_patches(range(2), NAMES, held_out=False, art=NO_ART)
    assert patches.pixels.shape[1:] == (PATCH_HEIGHT, PATCH_WIDTH, 3)
    write_shard(tmp_path / "a" / "one.npy", patches)
    write_shard(tmp_path / "b" / "two.npy", patches)
    found, numbers = read_shards([tmp_path / "a", tmp_path / "b"])
    assert len(found.pixels) == len(found.labels) == 2 * len(patches.labels)
    assert numbers.tolist() == [0] * len(patches.labels) + [1] * len(patches.labels)
    assert np.array_equal(found.pixels[len(patches.labels)], patches.pixels[0])
    assert np.array_equal(found.sets[: len(patches.labels)], patches.sets)


def test_a_folder_without_shards_is_refused(tmp_path: Path) -> None:
    """Training on nothing is a mistake in the command."""
    with pytest.raises(FileNotFoundError):
        read_shards([tmp_path])
