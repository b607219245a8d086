"""Unlimited random tile sets: the manifest of art, faces with names, patches on disk."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("PIL")

from datasets.errors import DatasetError
from datasets.render.art.categories import categories, is_usable
from datasets.render.art.manifest import LICENCES, Pack, read_manifest
from datasets.render.design_splits import HELD_OUT_TILE_SET_DESIGNS, TILE_SET_DESIGNS, is_held_out
from datasets.render.drawing.canvas import FONTS
from datasets.render.patch_size import HEIGHT as PATCH_HEIGHT
from datasets.render.patch_size import WIDTH as PATCH_WIDTH
from datasets.render.scene.scene import render_scene
from datasets.render.tilesets.backs import back_colour, draw_back
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas
from datasets.render.tilesets.drawing.illustration import illustrated
from datasets.render.tilesets.drawing.lettering import Font, Lettering, draw_glyph, fonts, glyphs
from datasets.render.tilesets.drawing.palette import distance, draw_palette, readable
from datasets.render.tilesets.drawing.peacocks import peacock
from datasets.render.tilesets.drawing.pips import arrangement
from datasets.render.tilesets.drawing.serpents import serpent
from datasets.render.tilesets.drawing.stick_figures import FIGURES, Sticks, draw_figure
from datasets.render.tilesets.sampler import LABELS, draw_face, draw_faces
from datasets.render.tilesets.shown.shot import lit
from datasets.render.tilesets.style import draw_style
from datasets.render.tilesets.suits import potted, strewn_tools
from datasets.training.classifier.drawn_shards import NOTHING, draw_patches, draw_shard
from datasets.training.classifier.labels import NONE
from datasets.training.classifier.shards import read_shards, write_shard

NO_ART = Path("no-art-was-fetched")


def test_each_pack_is_pinned_and_licensed() -> None:
    """Every pack has a version and an allowed licence; some packs of each kind only measure."""
    packs = read_manifest()
    assert {pack.licence for pack in packs} <= LICENCES
    assert all(pack.version[0].isdigit() for pack in packs)
    assert {pack.kind for pack in packs if pack.held_out} == {"icons", "latin", "cjk"}


@pytest.mark.parametrize("changed", [{"kind": "music"}, {"licence": "GPL-3.0"}, {"sha256": "12"}])
def test_a_pack_that_breaks_a_rule_is_refused(changed: dict[str, str]) -> None:
    """A kind, licence or hash outside the manifest's rules raises."""
    entry = {"name": "@a/b", "version": "1.0.0", "kind": "icons", "licence": "MIT", "sha256": "0" * 64}
    with pytest.raises(DatasetError):
        Pack(**{**entry, **changed})  # type: ignore[arg-type]


def test_icons_of_letters_numbers_and_cards_are_left_out() -> None:
    """A face must not show letters or numbers that do not name its tile."""
    assert not any(is_usable(name) for name in ("keycap-3", "letter-a", "playing-card", "number-one", "o-button"))
    assert is_usable("red-paper-lantern")
    assert categories("hummingbird") == ("bird",)
    assert categories("office-chair") == ()
    assert categories("office-chair", everything=True) == ("other",)


@pytest.mark.parametrize("character", ["東", "1"])
def test_a_font_of_one_file_a_character_draws_no_box_for_a_missing_character(tmp_path: Path, character: str) -> None:
    """A file without its character draws nothing, not the box or question mark that stands for any missing one."""
    shutil.copy(FONTS / "lat-roman.ttf", tmp_path / f"{ord(character):x}.woff")
    assert (glyphs(Font(tmp_path), character) is None) == (character == "東")


@pytest.mark.parametrize("seed", range(6))
def test_every_set_draws_all_its_kinds_without_fetched_art(seed: int) -> None:
    """The committed fonts and drawn shapes are enough to draw a whole set."""
    faces = draw_faces(draw_style(seed, held_out=False, art=NO_ART))
    assert {face.label for face in faces} == set(LABELS)
    assert all(face.pixels.shape == (HEIGHT, WIDTH, 3) and face.pixels.dtype == np.uint8 for face in faces)


def test_a_seed_always_draws_the_same_pixels() -> None:
    """A seed determines every pixel of a set."""
    style = draw_style(7, held_out=False, art=NO_ART)
    for label in ("5B", "3C", "9D", "N", "R", "0", "F", "J", "BACK"):
        first, again = draw_face(style, label), draw_face(draw_style(7, held_out=False, art=NO_ART), label)
        assert np.array_equal(first.pixels, again.pixels)
        assert first.texts == again.texts


@pytest.mark.parametrize("seed", range(12))
def test_every_numeral_that_is_written_is_known_to_stand_somewhere(seed: int) -> None:
    """Every single figure on a face has a recorded place on the face and a height that fits it."""
    for face in draw_faces(draw_style(seed, held_out=False, art=NO_ART)):
        figures = {text for text in face.texts if text in set("123456789")}
        assert figures <= {glyph.text for glyph in face.glyphs}
        for glyph in face.glyphs:
            assert 0 < glyph.x < WIDTH
            assert 0 < glyph.y < HEIGHT
            assert 0 < glyph.height < HEIGHT


def test_a_set_takes_its_fonts_from_the_art_it_is_given(tmp_path: Path) -> None:
    """Fonts come from the folder of art, as pictures do, not from the default one: half of these are the folder's."""
    own = tmp_path / "fonts"
    own.mkdir()
    for font in FONTS.glob("lat-*.ttf"):
        shutil.copy(font, own / f"{font.stem}-400-normal.woff")
    styles = [draw_style(seed, held_out=False, art=tmp_path) for seed in range(12)]
    for lettering in ("words", "script"):
        assert any(getattr(style, lettering).font.path.parent == own for style in styles)


def test_a_glyph_stands_where_its_ink_is() -> None:
    """The ink of a 7 is centred on the recorded place and has the recorded height."""
    canvas = Canvas((255, 255, 255))
    assert draw_glyph(canvas, Lettering(fonts("latin", held_out=False, art=NO_ART)[0]), "7", 30, 40, 24, (0, 0, 0))
    (glyph,) = canvas.glyphs
    rows, columns = np.nonzero(canvas.pixels[..., 0] < 128)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(glyph.y, abs=1.5)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(glyph.x, abs=1.5)
    assert rows.max() - rows.min() + 1 == pytest.approx(glyph.height, abs=1.5)


def test_the_numbers_of_a_suit_differ() -> None:
    """No two numbers of a suit look alike."""
    for seed in range(8):
        style = draw_style(seed, held_out=False, art=NO_ART)
        for suit in "BCD":
            faces = [draw_face(style, f"{number}{suit}") for number in range(1, 10)]
            shown = [face.pixels.tobytes() for face in faces]
            assert len(set(shown)) == len(shown)


def test_arrangements_hold_as_many_places_as_they_should() -> None:
    """An arrangement has as many places as its number, all different."""
    rng = np.random.default_rng(1)
    for _ in range(60):
        for count in range(1, 10):
            places = arrangement(rng, count)
            assert places.shape == (count, 3)
            assert len({(round(x, 3), round(y, 3)) for x, y, _ in places.tolist()}) == count


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)
def test_a_figure_has_as_many_sticks_as_its_number(figure: Callable[[int, np.random.Generator], Sticks]) -> None:
    """A figure has as many sticks as its number, inside the face, each with a length, all different."""
    rng = np.random.default_rng(3)
    for count in range(3, 10):
        sticks = figure(count, rng)
        assert sticks.shape == (count, 2, 2)
        assert sticks.min() >= -0.13
        assert sticks.max() <= 1.13
        assert np.linalg.norm(sticks[:, 1] - sticks[:, 0], axis=1).min() > 0.05
        assert len({tuple(np.round(stick.ravel(), 3)) for stick in sticks}) == count


def test_two_sticks_are_no_polygon() -> None:
    """A 2 shows two separate sticks, not one line drawn twice."""
    for seed in range(30):
        canvas = Canvas((255, 255, 255))
        rngs = np.random.default_rng(1), np.random.default_rng(seed)
        draw_figure(canvas, *rngs, 2, (10, 10, 110, 150), ((0, 80, 0), (90, 0, 0), (255, 255, 255)))
        assert (canvas.pixels != 255).any()


@pytest.mark.parametrize("seed", range(12))
def test_a_serpent_shows_its_own_ink_and_fits_the_face(seed: int) -> None:
    """A serpent in lines uses its ink alone, fills a good part of the face, and lets the rest show through."""
    ink, ground = (200, 20, 40), (250, 250, 250)
    art = serpent(np.random.default_rng(seed), ink, ground)
    assert art.shape == (HEIGHT, WIDTH, 4)
    there = art[..., 3] > 0
    rows, columns = np.flatnonzero(there.any(1)), np.flatnonzero(there.any(0))
    assert np.ptp(rows) > HEIGHT / 2
    assert np.ptp(columns) > WIDTH / 4
    assert 0.03 < there.mean() < 0.6
    along = np.array(ink, float) - ground
    off = art[there][:, :3] - np.array(ground, float)
    aside = off - (off @ along / (along @ along))[:, None] * along
    assert np.abs(aside).max() < 6


@pytest.mark.parametrize("seed", range(8))
def test_a_peacock_shows_its_three_inks_and_fits_the_face(seed: int) -> None:
    """As fan or train, filled or in lines, a peacock shows each of its inks and lets the rest show through."""
    inks, ground = ((10, 90, 120), (20, 160, 90), (230, 190, 40)), (250, 248, 240)
    art = peacock(np.random.default_rng(seed), inks, ground)
    assert art.shape == (160, 120, 4)
    shown = art[art[..., 3] > 0][:, :3].astype(int)
    assert 0.05 < len(shown) / (160 * 120) < 0.9
    for ink in inks:
        assert (np.abs(shown - ink).max(1) < 8).sum() > 20


@pytest.mark.parametrize("seed", range(8))
def test_a_picture_is_filled_where_it_is_and_nowhere_else(seed: int) -> None:
    """Patterns and lines change a picture's colours, never its outline; the same seed fills it the same way."""
    art = np.zeros((96, 96, 4), np.uint8)
    art[20:76, 30:66] = (200, 60, 60, 255)
    found = [illustrated(art, np.random.default_rng(seed), ((20, 20, 90), (240, 220, 60)), (0, 0, 0)) for _ in range(2)]
    assert (found[0] == found[1]).all()
    assert (found[0][..., 3] == art[..., 3]).all()
    inside = art[..., 3] > 0
    assert (found[0][inside] != art[inside]).any(1).mean() > 0.2


def test_strewn_tools_differ_by_count_and_pots_by_seed() -> None:
    """More tools cover more of the face; a pot varies by its seed."""
    style = draw_style(11, held_out=False, art=NO_ART)
    box, inks = (8.0, 8.0, 112.0, 152.0), ((10, 90, 30), (120, 30, 90))
    inked = []
    for count in (1, 4, 9):
        canvas = style.canvas()
        strewn_tools(canvas, style, count, box, inks, np.random.default_rng(4))
        inked.append(float((canvas.pixels != canvas.pixels[0, 0]).any(2).mean()))
    assert 0 < inked[0] < inked[1] < inked[2]
    pots = [style.canvas() for _ in range(2)]
    for seed, canvas in enumerate(pots):
        potted(canvas, style, box, np.random.default_rng(seed))
    assert not np.array_equal(pots[0].pixels, pots[1].pixels)


def test_backs_vary_in_the_bodys_colour_too() -> None:
    """Some backs have the colour of the faces, and not all of these are plain."""
    drawn = []
    for seed in range(160):
        style = draw_style(seed, held_out=False, art=NO_ART)
        if back_colour(style) == style.palette.body:
            drawn.append(bool((draw_back(style).pixels != np.array(style.palette.body, np.uint8)).any()))
    assert len(drawn) > 8
    assert {True, False} == set(drawn)


def test_light_and_lens_keep_the_size_and_differ() -> None:
    """A poor photograph of a patch keeps its size; some are bleached, some blurred."""
    patch = np.full((PATCH_HEIGHT, PATCH_WIDTH, 3), 150, np.uint8)
    patch[40:90:4, 30:80] = 20
    shown = [lit(patch, np.random.default_rng(seed)) for seed in range(60)]
    assert all(one.shape == patch.shape and one.dtype == np.uint8 for one in shown)
    contrast = [float(one[40:90, 30:80].std()) for one in shown]
    assert min(contrast) < 0.45 * max(contrast)
    assert max(float(one.mean()) for one in shown) > 180


def test_a_random_set_can_stand_in_a_scene() -> None:
    """A scene of a random set shows its faces; the set's number says that it is random and whether it only measures."""
    scene = render_scene(5, (320, 240), "rows", [TILE_SET_DESIGNS[17]])
    assert scene.design == f"design-{TILE_SET_DESIGNS[17]}"
    assert len(scene.labels) > 0
    assert not is_held_out(scene.design)
    assert is_held_out(f"design-{HELD_OUT_TILE_SET_DESIGNS[3]}")


def test_patches_of_a_set_hold_places_that_are_no_tile() -> None:
    """Each set adds patches labelled NONE, which belong to the same set."""
    patches = draw_patches(range(3), held_out=False, art=NO_ART)
    nothing = patches.labels == NONE
    assert nothing.sum() == 3 * NOTHING
    assert len(set(patches.sets.tolist())) == 3
    assert patches.pixels[nothing].std(axis=(1, 2, 3)).max() > 5


def test_every_ink_can_be_read_on_its_body() -> None:
    """Every ink stands out from its body."""
    for seed in range(200):
        palette = draw_palette(np.random.default_rng(seed))
        assert all(distance(ink, palette.body) >= 24 for ink in (*palette.suits, palette.dark, palette.red))
    assert distance(readable((250, 250, 250), (255, 255, 255)), (255, 255, 255)) >= 60


def test_patches_survive_a_shard(tmp_path: Path) -> None:
    """Shards give back the written patches in order, each with the number of its folder."""
    patches = draw_patches(range(2), held_out=False, art=NO_ART)
    assert patches.pixels.shape[1:] == (PATCH_HEIGHT, PATCH_WIDTH, 3)
    write_shard(tmp_path / "a" / "one.npy", patches)
    write_shard(tmp_path / "b" / "two.npy", patches)
    found, numbers = read_shards([tmp_path / "a", tmp_path / "b"])
    assert len(found.pixels) == len(found.labels) == 2 * len(patches.labels)
    assert numbers.tolist() == [0] * len(patches.labels) + [1] * len(patches.labels)
    assert np.array_equal(found.pixels[len(patches.labels)], patches.pixels[0])
    assert np.array_equal(found.sets[: len(patches.labels)], patches.sets)


def test_a_shard_of_fewer_sets_is_drawn_anew(tmp_path: Path) -> None:
    """A run that ended within a shard leaves it short; a longer run draws the missing sets, a shorter one keeps all."""
    for asked, found in ((1, 1), (2, 2), (1, 2)):
        draw_shard(tmp_path, range(3, 3 + asked), held_out=False, art=NO_ART)
        patches, _ = read_shards([tmp_path])
        assert len(np.unique(patches.sets)) == found
        assert len(patches.pixels) == len(patches.labels)


def test_a_folder_without_shards_is_refused(tmp_path: Path) -> None:
    """A folder without shards raises, because training on nothing is a mistake in the command."""
    with pytest.raises(FileNotFoundError):
        read_shards([tmp_path])
