"""Test names of taught tile sets: any spelling finds the tile set, and no two have the same name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.shared.errors import ServiceError
from service.shared.networks import drive_with
from service.tilesets.corrections import correct
from service.tilesets.labels import NamedTile
from service.tilesets.manage import delete_set, export_set, forget_face, forget_faces, rename_set
from service.tilesets.merging import merge_sets
from service.tilesets.teaching_session import TeachingSession, teach_photo
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.conftest import RunCli
from tests.service.helpers import jpeg
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, profile
from vision import Networks, TileSet, VisionError, write_tile_set
from vision.geometry import as_quads
from vision.tilesets.tile_set import folded, set_name

Files = dict[str, bytes]


def _named(name: str, *kinds: str) -> TileSet:
    """Return a tile set with this name; its kinds identify it."""
    return replace(profile(kinds or ("1B", "J")), name=name)


@pytest.fixture
def folder(data_dir: Path) -> Path:
    """The folder of the command line's tile sets."""
    path = sets_folder(data_dir)
    path.mkdir(parents=True)
    return path


@pytest.fixture
def store(folder: Path) -> TileSetStore:
    """The tile sets as the server sees them."""
    return TileSetStore(folder, files=False)


def _files(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".json"}


def _lay(folder: Path, *sets: TileSet) -> None:
    """Write files of an earlier version, which allowed names that differ only in case."""
    for one in sets:
        (folder / f"{one.name}.json").write_bytes(write_tile_set(one))


ALIKE = {
    "as it is kept": ("Grandma", "Grandma"),
    "small letters": ("Grandma", "grandma"),
    "capitals": ("grandma", "GRANDMA"),
    "doubled blanks": ("Club set", "  club   SET "),
    "a letter and its accent apart": ("Zo\u00e9", "ZOE\u0301"),
    "an accent of a capital": ("\u00d6lz", "o\u0308LZ"),
    "an apostrophe of a phone": ("Oma's", "oma\u2019S"),
    "a letter that is two as a capital": ("Stra\u00dfe", "STRASSE"),
    "a sigma at the end": ("\u039f\u03b4\u03cc\u03c2", "\u039f\u0394\u038c\u03a3"),
}


@pytest.mark.parametrize(("kept", "asked"), ALIKE.values(), ids=ALIKE)
def test_a_name_finds_its_set(store: TileSetStore, folder: Path, kept: str, asked: str) -> None:
    """Another spelling finds, collides with and deletes the tile set, which keeps its first spelling."""
    store.put(_named(kept))
    assert store.has(asked)
    assert store.load(asked).name == kept
    with pytest.raises(ServiceError, match=kept) as caught:
        store.add(_named(set_name(asked)))
    assert caught.value.code == "set-exists"
    assert store.names() == (kept,)
    assert store.delete(asked) == kept
    assert (store.names(), store.has(asked), _files(folder)) == ((), False, {})


def test_a_disk_that_ignores_case_changes_no_name(store: TileSetStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system that ignores case the tile set keeps the spelling of its listed file."""
    store.put(_named("Grandma"))
    monkeypatch.setattr(
        Path, "exists", lambda self: self.name.lower() in {one.name.lower() for one in self.parent.iterdir()}
    )
    assert store.load("GRANDMA").name == "Grandma"
    store.put(store.load("grandma").with_faces(_named("x", "3B").faces))
    assert store.names() == ("Grandma",)


APART = {
    "another letter": ("Grandma", "grandpa"),
    "an accent more": ("Zoe", "Zo\u00e9"),
    "a blank more": ("Grandma", "Grand ma"),
    "a sign more": ("Grandma", "grandma's"),
}


@pytest.mark.parametrize(("kept", "asked"), APART.values(), ids=APART)
def test_another_name_is_another_set(store: TileSetStore, kept: str, asked: str) -> None:
    """Only case, blanks and Unicode forms are ignored."""
    store.put(_named(kept))
    assert not store.has(asked)
    with pytest.raises(ServiceError, match="there is no taught set") as caught:
        store.load(asked)
    assert caught.value.code == "unknown-set"
    store.add(_named(asked))
    assert set(store.names()) == {kept, asked}


RENAMED: dict[str, tuple[list[str], tuple[str, str], list[str] | None]] = {
    "a capital more": (["grandma"], ("grandma", "Grandma"), ["Grandma"]),
    "asked otherwise than kept": (["Grandma"], ("GRANDMA", "Oma"), ["Oma"]),
    "to what it is": (["Grandma"], ("grandma", "Grandma"), ["Grandma"]),
    "to another's name": (["Grandma", "Oma"], ("Oma", "grandma"), None),
    "to the other of two": (["Grandma", "grandma"], ("grandma", "Grandma"), None),
    "to a third of two": (["Grandma", "grandma"], ("grandma", "GRANDMA"), None),
    "away from the other of two": (["Grandma", "grandma"], ("grandma", "Oma"), ["Grandma", "Oma"]),
}


@pytest.mark.parametrize(("kept", "names", "then"), RENAMED.values(), ids=RENAMED)
def test_a_set_is_renamed_or_all_is_as_it_was(
    store: TileSetStore, folder: Path, kept: list[str], names: tuple[str, str], then: list[str] | None
) -> None:
    """Case may change; another tile set's name is refused, and no file is touched."""
    _lay(folder, *map(_named, kept))
    before, (name, new) = _files(folder), names
    if then is None:
        with pytest.raises(ServiceError, match="already") as caught:
            store.rename(name, new)
        assert caught.value.code == "set-exists"
        assert _files(folder) == before
        return
    assert store.rename(name, new).name == new
    assert list(store.names()) == then
    assert [store.load(one).name for one in then] == then


def test_a_full_shelf_can_still_be_renamed(store: TileSetStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename works with the most tile sets, since it adds none."""
    store.add(_named("Grandma"))
    monkeypatch.setattr("service.tilesets.tileset_store.MOST_SETS", 1)
    assert store.rename("grandma", "Oma").name == "Oma"
    with pytest.raises(ServiceError, match="delete one first"):
        store.add(_named("Jade"))


@pytest.fixture
def two(folder: Path) -> Files:
    """A folder of an earlier version with two tile sets of one name, and its files."""
    _lay(folder, _named("Grandma", "1B", "J"), _named("grandma", "2B", "F"))
    return _files(folder)


def test_of_two_that_were_kept_the_exact_name_wins(store: TileSetStore, folder: Path, two: Files) -> None:
    """Each of the two can be read, changed and deleted by its exact name; the other keeps every byte."""
    assert store.load("Grandma").labels == {"1B", "J"}
    assert store.load("grandma").labels == {"2B", "F"}
    store.put(store.load("grandma").with_faces(_named("x", "3B").faces))
    assert store.load("grandma").labels == {"2B", "3B", "F"}
    assert _files(folder)["Grandma.json"] == two["Grandma.json"]
    assert store.delete("grandma") == "grandma"
    assert _files(folder) == {"Grandma.json": two["Grandma.json"]}
    assert store.load("grandma").labels == {"1B", "J"}


ON_TWO: dict[str, tuple[Callable[[TileSetStore], object], str]] = {
    "read": (lambda store: store.load("GRANDMA"), "unknown-set"),
    "deleted": (lambda store: store.delete("GRANDMA"), "unknown-set"),
    "renamed": (lambda store: store.rename("GRANDMA", "Oma"), "unknown-set"),
    "begun": (lambda store: store.add(_named("GRANDMA")), "set-exists"),
    "kept": (lambda store: store.put(_named("GRANDMA")), "set-exists"),
}


@pytest.mark.parametrize(("act", "code"), ON_TWO.values(), ids=ON_TWO)
def test_a_name_that_may_be_either_is_neither(
    store: TileSetStore, folder: Path, two: Files, act: Callable[[TileSetStore], object], code: str
) -> None:
    """A spelling that fits both is refused, and nothing is lost."""
    assert store.has("GRANDMA")
    with pytest.raises(ServiceError) as caught:
        act(store)
    assert caught.value.code == code
    assert "Grandma" in caught.value.message
    assert _files(folder) == two


def test_files_with_odd_names_are_in_nobodys_way(store: TileSetStore, folder: Path) -> None:
    """A file whose name is no tile set's name hides no other."""
    (folder / "~notes#.json").write_text("shopping list", "utf-8")
    store.add(_named("Grandma"))
    assert store.load("GRANDMA").name == "Grandma"
    with pytest.raises(VisionError):
        store.load("~notes#")


@given(st.text(max_size=40))
def test_what_names_have_in_common_is_stable(text: str) -> None:
    """A name's normal form is the same for every case, and normalising it again changes nothing."""
    try:
        name = set_name(text)
    except VisionError:
        return
    assert folded(folded(name)) == folded(name)
    assert folded(name.lower()) == folded(name)
    assert folded(set_name(name)) == folded(name)


def test_every_command_finds_the_set(run: RunCli, store: TileSetStore, tmp_path: Path) -> None:
    """Show, export, rename and delete find a tile set by another spelling and answer with the stored one."""
    store.add(_named("Grandma", "1B", "J"))
    assert run("sets", "show", "GRANDMA", "--json").document["set"] == "Grandma"
    assert run("sets", "export", "grandma", tmp_path / "a.json", "--json").document["set"] == "Grandma"
    assert run("sets", "forget", "gRANDMA", "J", "--json").document["set"] == "Grandma"
    renamed = run("sets", "rename", "grandma", "GRANDMA", "--json").document
    assert (renamed["was"], renamed["set"]) == ("Grandma", "GRANDMA")
    assert run("sets", "delete", "Grandma", "--json").document == {"set": "GRANDMA", "deleted": True}
    assert store.names() == ()


NETWORKS = Networks(toys.networks().detector, classifier())
CARD = NETWORKS.cards.classifier
TILE = toys.face((200, 150), 120)
PHOTO = jpeg(toys.picture(400, 300, [("5B", TILE)]))
NAMED = (NamedTile("5B", as_quads([TILE])[0], exact=True),)


@pytest.fixture
def typed(folder: Path) -> TileSetStore:
    """The tile sets as the command line sees them."""
    return TileSetStore(folder, files=True)


@pytest.fixture
def backup(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An older export of the tile set `club` in the current folder, and the tile set as it is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backup.json").write_bytes(write_tile_set(_named("club", "1B", "2B")))
    _lay(folder, _named("club", "1B", "J"), _named("spare", "F"))
    return tmp_path / "backup.json"


CHANGES: dict[str, Callable[[TileSetStore, str], object]] = {
    "merge": lambda store, name: drive_with(NETWORKS, merge_sets(name, ["spare"], store, CARD)),
    "forget a tile": lambda store, name: forget_face(name, "1B", None, store),
    "forget faces": lambda store, name: forget_faces(name, [store.load("club").faces[0].id], store),
    "rename": lambda store, name: rename_set(name, "new", store),
    "delete": lambda store, name: delete_set(name, store),
    "teach": lambda store, name: drive_with(NETWORKS, TeachingSession.open(name, store, NETWORKS.cards)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("path", ["backup.json", "./backup.json"])
def test_a_file_does_not_stand_for_the_set_that_is_kept(
    typed: TileSetStore, folder: Path, backup: Path, change: Callable[[TileSetStore, str], object], path: str
) -> None:
    """Commands that change a stored tile set refuse a file, whatever name is inside, and touch neither."""
    before, file = _files(folder), backup.read_bytes()
    with pytest.raises((ServiceError, VisionError)) as caught:
        change(typed, path)
    assert getattr(caught.value, "code", None) in {"unknown-set", "bad-set-name"}
    assert _files(folder) == before
    assert backup.read_bytes() == file


def test_an_older_export_of_a_set_may_be_added_to_it(typed: TileSetStore, folder: Path, backup: Path) -> None:
    """An older export can be merged into the tile set of its name; the stored file itself cannot, by any path."""
    merged = drive_with(NETWORKS, merge_sets("club", [backup.name], typed, CARD))
    assert merged.added == 1
    assert typed.load("club").labels == {"1B", "2B", "J"}
    for same in ("CLUB", str(folder / "club.json")):
        with pytest.raises(ServiceError, match="is the set itself"):
            drive_with(NETWORKS, merge_sets("club", [same], typed, CARD))


COPIES = {"as we write it": "copy", "as a person writes it": "the club's copy", "with an accent": "caf\u00e9"}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copied_file_is_a_set_of_its_own(store: TileSetStore, folder: Path, copy: str) -> None:
    """A copied file is a tile set of its own: lessons, corrections and a rename change it and not the original."""
    store.add(_named("club", "1B", "J"))
    (folder / f"{copy}.json").write_bytes((folder / "club.json").read_bytes())
    before = _files(folder)["club.json"]
    assert (store.load(copy).name, export_set(copy, store)[0]) == (copy, copy)
    taught = drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", NAMED, copy, store, cards=NETWORKS.cards))
    assert taught.tile_set.name == copy
    assert store.load(copy).labels == {"1B", "J", "5B"}
    (told,) = (NamedTile("6B", one.corners, exact=True) for one in NAMED)
    steps = correct(PHOTO, "a.jpg", [told], copy, store, cards=NETWORKS.cards, keep=True)
    assert drive_with(NETWORKS, steps).tile_set.name == copy
    assert store.load(copy).labels >= {"1B", "J", "6B"}
    assert len(_files(folder)) == 2
    assert rename_set(copy, "new", store).was == copy
    assert store.names() == ("club", "new")
    assert _files(folder)["club.json"] == before


def test_a_file_whose_embeddings_are_exchanged_reads_by_its_crops(typed: TileSetStore, tmp_path: Path) -> None:
    """A tile set's file that nobody has imported reads and merges by its pictures, whatever embeddings stand beside."""
    honest = profile(("1B", "2B"))
    one, two = honest.faces
    exchanged = replace(honest, faces=(replace(one, views=two.views), replace(two, views=one.views)))
    file = tmp_path / "friend.json"
    file.write_bytes(write_tile_set(exchanged))
    read = drive_with(NETWORKS, typed.fitting(str(file), CARD))
    assert [face.views for face in read.faces] == [face.views for face in honest.faces]


def test_a_set_whose_name_reads_like_a_file_stays_in_reach(typed: TileSetStore, store: TileSetStore) -> None:
    """A tile set whose name looks like a file, from a phone or an earlier version, can be used by name."""
    store.add(_named("club.json", "1B", "J"))
    assert typed.load("club.json").labels == {"1B", "J"}
    assert export_set("Club.json", typed)[0] == "club.json"
    drive_with(NETWORKS, teach_photo(PHOTO, "a.jpg", NAMED, "club.json", typed, cards=NETWORKS.cards))
    assert typed.load("club.json").labels == {"1B", "J", "5B"}
    forget_face("club.json", "J", None, typed)
    assert rename_set("club.json", "club", typed).tile_set.name == "club"
    assert store.names() == ("club",)


def test_no_new_set_gets_a_name_that_reads_like_a_file(typed: TileSetStore) -> None:
    """A new name that looks like a file is refused before a photo is read, with advice."""
    typed.add(_named("club", "1B"))
    for begin in (
        lambda: drive_with(NETWORKS, TeachingSession.open("jade.json", typed, NETWORKS.cards)),
        lambda: typed.add(_named("jade.json", "1B")),
        lambda: typed.rename("club", "jade.json"),
    ):
        with pytest.raises(ServiceError, match=r"does not end in \.json.*sets import FILE") as caught:
            begin()
        assert caught.value.code == "bad-set-name"
    assert typed.names() == ("club",)
