"""Test in a real browser that a taught tile set can be renamed and can learn tile faces from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from service.shared.networks import load_networks
from service.tilesets.tileset_store import TileSetStore
from tests.service.helpers import png, table_cloth
from tests.service.page.axe import faults_of
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import CAMERA, CONTRAST, CUT_CHOICES, NAMELESS, PATIENT
from tests.service.running_server import Server
from tests.vision.tilesets.test_tile_set import crop
from vision import empty_tile_set, teach_faces

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Locator, Page, Route

pytestmark = pytest.mark.usefixtures("networks_wanted")

JOKER, NEW_JOKER, FLOWER, BAM = 0b1100000, 0b110, 0b1010000, 0b1100
SETS = {
    "Grandma": {JOKER: "J", BAM: "1B"},
    "The new jokers": {NEW_JOKER: "J", FLOWER: "F", BAM: "2B"},
}
"""Striped tile faces of each tile set, each named by its bits; both know one face, under two names."""


@pytest.fixture
def store(sets: TileSetStore) -> TileSetStore:
    """The server's tile sets, as in `SETS`."""
    classifier = load_networks().classifier
    for name, faces in SETS.items():
        crops = np.stack([crop(bits) for bits in faces])
        sets.put(
            empty_tile_set(name, classifier.card).with_faces(
                teach_faces(classifier, crops, [*faces.values()], ["a.jpg"] * len(faces))
            )
        )
    return sets


@pytest.fixture
def opened(store: TileSetStore, page: Page) -> Page:
    """The page with the tile set Grandma chosen."""
    page.reload()
    page.get_by_label("Your set").select_option(label="Grandma")
    return page


def _labels(store: TileSetStore, name: str) -> list[str]:
    return sorted(face.label for face in store.load(name).faces)


def _dialog(page: Page) -> Locator:
    return page.locator("#set-change")


def test_a_set_is_renamed(opened: Page, store: TileSetStore) -> None:
    """An unusable or taken name gives an error; a good one renames the chosen tile set and survives a reload."""
    opened.get_by_role("button", name="Rename it").click()
    dialog = _dialog(opened)
    field = dialog.get_by_label("What to call the set")
    assert field.input_value() == "Grandma"
    assert field.evaluate("one => one === document.activeElement"), "whoever opens it can type at once"
    for typed, told in (("", "Give the set a name"), ("../x", "will not do"), ("the NEW jokers", "already")):
        field.fill(typed)
        dialog.get_by_role("button", name="Rename it").click()
        dialog.get_by_role("alert").get_by_text(told).wait_for()
        assert field.input_value() == typed
    assert faults_of(opened) == []
    assert store.names() == ("Grandma", "The new jokers")
    field.fill("Oma’s")
    field.press("Enter")
    dialog.wait_for(state="hidden")
    assert store.names() == ("Oma's", "The new jokers")
    assert opened.get_by_label("Your set").input_value() == "Oma's"
    opened.reload()
    opened.get_by_label("Your set").get_by_text("Oma's").wait_for(state="attached")
    assert opened.get_by_label("Your set").input_value() == "Oma's"
    # A change of capitals alone is allowed.
    opened.get_by_role("button", name="Rename it").click()
    field.fill("OMA'S")
    field.press("Enter")
    dialog.wait_for(state="hidden")
    assert store.names() == ("OMA'S", "The new jokers")


def test_a_set_is_renamed_once_however_often_it_is_tapped(opened: Page, store: TileSetStore) -> None:
    """A second tap sends nothing, since its answer would be that the old name is gone."""
    opened.get_by_role("button", name="Rename it").click()
    dialog = _dialog(opened)
    dialog.get_by_label("What to call the set").fill("Oma")
    held = HeldRequests(opened, "**/api/v1/sets/*/name")
    dialog.get_by_role("button", name="Rename it").click()
    held.wait()
    dialog.get_by_text("Renaming").wait_for()
    assert not dialog.get_by_role("button", name="Rename it").count()
    held.answer(0)
    dialog.wait_for(state="hidden")
    assert store.names() == ("Oma", "The new jokers")


def test_the_back_button_leaves_the_name_as_it_was(opened: Page, store: TileSetStore) -> None:
    """The back button closes the dialog without renaming, also in browsers that do not close dialogs themselves."""
    opened.evaluate("delete window.CloseWatcher")
    opened.get_by_role("button", name="Rename it").click()
    _dialog(opened).get_by_label("What to call the set").fill("Oma")
    opened.go_back()
    _dialog(opened).wait_for(state="hidden")
    assert store.names() == ("Grandma", "The new jokers")


def test_a_set_that_another_phone_renamed_is_told(opened: Page, store: TileSetStore) -> None:
    """If another phone renamed the chosen tile set, the reopened page says so until the person chooses again."""
    store.rename("Grandma", "Oma")
    opened.reload()
    told = opened.get_by_role("alert").get_by_text("The set Grandma is not there any more")
    told.wait_for()
    choice = opened.get_by_label("Your set")
    assert choice.input_value() == ""
    choice.select_option(label="Oma")
    told.wait_for(state="detached")
    opened.reload()
    choice.get_by_text("Oma").wait_for(state="attached")
    assert not told.count()


@pytest.mark.parametrize("action", ["Forget it", "Rename it", "Add another set's faces"])
def test_a_set_that_is_gone_at_a_tap_leaves_the_list(opened: Page, store: TileSetStore, action: str) -> None:
    """The tap says that another phone has renamed the set; the list shows the new name, and the focus is not lost."""
    store.rename("Grandma", "Oma")
    opened.get_by_role("button", name=action).press("Enter")
    if action == "Rename it":
        _dialog(opened).get_by_label("What to call the set").fill("Nana")
        opened.keyboard.press("Enter")
    opened.get_by_role("alert").get_by_text("not there any more").first.wait_for()
    choice = opened.get_by_label("Your set")
    choice.get_by_text("Oma").wait_for(state="attached")
    opened.keyboard.press("Escape")
    assert choice.input_value() == ""
    assert opened.evaluate("document.activeElement !== document.body")
    assert store.names() == ("Oma", "The new jokers")


def test_a_name_that_another_phone_has_given_is_in_the_list(opened: Page, store: TileSetStore) -> None:
    """The message says to merge the two sets of one name: the other can be chosen for that."""
    store.rename("The new jokers", "Oma")
    opened.get_by_role("button", name="Rename it").click()
    _dialog(opened).get_by_label("What to call the set").fill("Oma")
    opened.keyboard.press("Enter")
    _dialog(opened).get_by_role("alert").get_by_text("merge the two").wait_for()
    opened.get_by_label("Your set").get_by_text("Oma").wait_for(state="attached")


def test_a_forgotten_set_comes_back_with_what_another_phone_taught_it(opened: Page, store: TileSetStore) -> None:
    """Another phone teaches the tile set while this one forgets it: no face is lost."""

    def teach_first(route: Route) -> None:
        if route.request.method == "DELETE":
            store.put(store.load("Grandma").with_faces(store.load("The new jokers").faces[:2]))
        route.continue_()

    opened.route("**/api/v1/sets/Grandma", teach_first)
    opened.get_by_role("button", name="Forget it").click()
    opened.get_by_role("button", name="Undo: The set Grandma is forgotten.").click()
    opened.get_by_role("button", name="Forget it").wait_for()
    assert _labels(store, "Grandma") == ["1B", "F", "J", "J"]


def test_a_forgotten_set_comes_back_beside_one_of_its_name(opened: Page, store: TileSetStore) -> None:
    """Another phone has made a set of the same name since: it stays, and the page says how the other is called."""
    opened.get_by_role("button", name="Forget it").click()
    undo = opened.get_by_role("button", name="Undo: The set Grandma is forgotten.")
    undo.wait_for()
    store.rename("The new jokers", "Grandma")
    undo.press("Enter")
    opened.get_by_role("alert").get_by_text("Yours is back as Grandma 2.").wait_for()
    assert opened.get_by_label("Your set").input_value() == "Grandma 2"
    assert (_labels(store, "Grandma"), _labels(store, "Grandma 2")) == (["2B", "F", "J"], ["1B", "J"])
    assert opened.evaluate("document.activeElement !== document.body")


def test_a_set_brought_back_whose_answer_was_lost_comes_back_once(opened: Page, store: TileSetStore) -> None:
    """The machine has the set again, but its answer was lost: the second tap finds the set there."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    opened.get_by_role("button", name="Forget it").click()
    undo = opened.get_by_role("button", name="Undo: The set Grandma is forgotten.")
    opened.route("**/api/v1/copy", lose, times=1)
    undo.click()
    opened.get_by_role("alert").get_by_text("does not answer").wait_for()
    undo.click()
    undo.wait_for(state="detached")
    assert not opened.get_by_role("alert").count()
    assert opened.get_by_label("Your set").input_value() == "Grandma"
    assert store.names() == ("Grandma", "The new jokers")


def test_a_set_chosen_while_another_is_forgotten_stays_chosen(opened: Page) -> None:
    """The answer about the forgotten set takes back only the choice of that set."""
    held = HeldRequests(opened, "**/api/v1/sets/Grandma/file")
    opened.get_by_role("button", name="Forget it").click()
    held.wait()
    choice = opened.get_by_label("Your set")
    choice.select_option(label="The new jokers")
    held.answer(0)
    choice.get_by_text("Grandma").wait_for(state="detached")
    assert choice.input_value() == "The new jokers"


def test_who_forgets_a_set_is_not_told_of_another_phone(opened: Page, store: TileSetStore) -> None:
    """A person who deletes a tile set sees no message that it is gone."""
    opened.get_by_role("button", name="Forget it").click()
    opened.get_by_label("Your set").get_by_text("Grandma").wait_for(state="detached")
    assert store.names() == ("The new jokers",)
    assert not opened.get_by_role("alert").count()


def _teach(opened: Page, store: TileSetStore) -> None:
    """Reload the page as after a lesson that taught Grandma its first face."""
    face = store.load("Grandma").faces[0].id
    opened.evaluate(
        """(face) => {
          const kept = JSON.parse(sessionStorage.getItem('rackcheck.1'));
          const tiles = [{ id: 1, label: 'J', group: 0, sure: true, confidence: 1, alternatives: [] }];
          const set = { name: 'Grandma', used: true, doubted: false, better: null };
          const scan = { width: 100, height: 100, issues: [], model: 'test@1', set };
          const lesson = { step: 'taught', text: '', set: 'Grandma', faces: [face] };
          window.addEventListener('pagehide', () =>
            sessionStorage.setItem('rackcheck.1', JSON.stringify({ ...kept, tiles, scan, lesson })));
        }""",
        face,
    )
    opened.reload()
    opened.get_by_text("The set Grandma has learned from this photo.").wait_for()


def test_a_forgotten_set_takes_its_lesson_along(opened: Page, store: TileSetStore) -> None:
    """After the tile set of the last lesson was deleted, the page offers no undo of that lesson."""
    _teach(opened, store)
    opened.get_by_role("button", name="Forget it").click()
    opened.locator("#lesson").wait_for(state="hidden")
    assert store.names() == ("The new jokers",)


def test_a_renamed_set_is_still_that_of_its_lesson(opened: Page, store: TileSetStore) -> None:
    """The page's stored state follows the new name, so an earlier lesson can still be undone."""
    _teach(opened, store)
    opened.get_by_role("button", name="Rename it").click()
    field = _dialog(opened).get_by_label("What to call the set")
    field.fill("Oma")
    field.press("Enter")
    opened.get_by_text("The set Oma has learned from this photo.").wait_for()
    assert opened.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).scan.set.name") == "Oma"
    opened.locator("#lesson").get_by_role("button", name="Undo").click()
    opened.locator("#lesson").wait_for(state="hidden")
    assert _labels(store, "Oma") == ["1B"]


def test_a_set_that_another_phone_has_renamed_is_told(opened: Page, store: TileSetStore) -> None:
    """If the chosen tile set is gone, the page says so and reads no photo without it; the list shows the new name."""
    store.rename("Grandma", "Oma")
    file: FilePayload = {"name": "a.png", "mimeType": "image/png", "buffer": png(table_cloth())}
    opened.set_input_files("#pick-choose", file)
    opened.get_by_role("alert").get_by_text("The set Grandma is not there any more").wait_for()
    choice = opened.get_by_label("Your set")
    choice.get_by_text("Oma").wait_for(state="attached")
    assert choice.input_value() == ""
    assert choice.get_by_text("Grandma").count() == 0


def test_a_set_that_another_phone_has_renamed_is_told_by_the_camera_too(opened: Page, store: TileSetStore) -> None:
    """If the chosen tile set is gone when the camera opens, the page says so and chooses it no longer."""
    store.rename("Grandma", "Oma")
    opened.evaluate(CAMERA)
    opened.get_by_role("button", name="Use the camera").click()
    opened.get_by_role("alert").get_by_text("The set Grandma is not there any more").wait_for()
    choice = opened.get_by_label("Your set")
    choice.get_by_text("Oma").wait_for(state="attached")
    assert choice.input_value() == ""


def refuse(page: Page, address: str) -> None:
    """Refuse the next request to an address as a server whose disk is full does."""
    error = {"code": "disk-full", "message": "the disk is full", "where": "data"}
    page.route(address, lambda route: route.fulfill(status=422, json={"error": error}), times=1)


def test_a_set_learns_from_another_when_it_is_told_to(opened: Page, store: TileSetStore) -> None:
    """The preview lists new, known and kept names and changes nothing; the merge does it, and Undo reverts it.

    Either may be refused, and works at the next tap.
    """
    opened.get_by_role("button", name="Add another set's faces").click()
    dialog = _dialog(opened)
    dialog.get_by_text("2 faces would come from The new jokers: Flower and Joker.").wait_for()
    dialog.get_by_text("Grandma knows 1 face of it already.").wait_for()
    dialog.get_by_text("A face that is 2 Bam in The new jokers stays 1 Bam in Grandma.").wait_for()
    assert faults_of(opened) == []
    assert _labels(store, "Grandma") == ["1B", "J"]
    refuse(opened, "**/merge")
    dialog.get_by_role("button", name="Add 2 faces").click()
    dialog.get_by_role("alert").get_by_text("The disk is full").wait_for()
    dialog.get_by_role("button", name="Add 2 faces").click()
    dialog.get_by_text("2 faces came from The new jokers: Flower and Joker.").wait_for()
    dialog.get_by_text("It now knows 4 faces. The set The new jokers is still there.").wait_for()
    assert faults_of(opened) == []
    assert _labels(store, "Grandma") == ["1B", "F", "J", "J"]
    assert _labels(store, "The new jokers") == ["2B", "F", "J"]
    refuse(opened, "**/forget")
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_role("alert").get_by_text("The disk is full").wait_for()
    dialog.get_by_role("button", name="Undo").click()
    dialog.get_by_text("it knows 2 faces").wait_for()
    assert _labels(store, "Grandma") == ["1B", "J"]
    dialog.get_by_role("button", name="Done").click()
    dialog.wait_for(state="hidden")
    assert opened.get_by_label("Your set").input_value() == "Grandma"


def test_an_undone_merge_skips_what_another_phone_has_forgotten(opened: Page, store: TileSetStore) -> None:
    """One of the faces that came is gone already: the undo removes the other, and says how many are left."""
    opened.get_by_role("button", name="Add another set's faces").click()
    dialog = _dialog(opened)
    dialog.get_by_role("button", name="Add 2 faces").click()
    undo = dialog.get_by_role("button", name="Undo")
    undo.wait_for()
    merged = store.load("Grandma")
    store.put(merged.without(face.id for face in merged.faces if face.label == "F"))
    undo.click()
    dialog.get_by_text("it knows 2 faces").wait_for()
    assert _labels(store, "Grandma") == ["1B", "J"]


def test_a_merge_that_another_phone_has_done_is_not_undone(opened: Page, store: TileSetStore) -> None:
    """No face came with this phone's merge: there is nothing that it could take back."""
    opened.get_by_role("button", name="Add another set's faces").click()
    dialog = _dialog(opened)
    add = dialog.get_by_role("button", name="Add 2 faces")
    add.wait_for()
    store.put(store.load("Grandma").with_faces(store.load("The new jokers").faces[:2]))
    add.click()
    dialog.get_by_text("It now knows 4 faces.").wait_for()
    assert dialog.get_by_role("button", name="Undo").count() == 0


def test_of_several_sets_one_is_chosen(opened: Page, store: TileSetStore) -> None:
    """None of several tile sets is preselected; one that is gone or adds nothing gives a message and another choice."""
    store.put(empty_tile_set("Copy", load_networks().classifier.card).with_faces(store.load("Grandma").faces))
    store.put(empty_tile_set("Gone", load_networks().classifier.card).with_faces(store.load("Grandma").faces))
    opened.reload()
    opened.get_by_role("button", name="Add another set's faces").click()
    store.delete("Gone")
    dialog = _dialog(opened)
    choice = dialog.get_by_label("Faces of which set?")
    assert choice.input_value() == ""
    assert dialog.get_by_role("button", name="Add").count() == 0
    choice.select_option("Copy")
    dialog.get_by_text("There is nothing to add: Grandma knows all faces of Copy.").wait_for()
    choice.select_option("Gone")
    dialog.get_by_role("alert").get_by_text("This set is not there any more").wait_for()
    assert dialog.get_by_role("button", name="Add").count() == 0
    held = HeldRequests(opened, "**/merge")
    for name in ("Copy", "The new jokers"):
        choice.select_option(name)
    held.wait(2)
    for late in (1, 0):
        held.answer(late)
    dialog.get_by_role("button", name="Add 2 faces").wait_for()
    dialog.get_by_role("button", name="Close").click()
    assert _labels(store, "Grandma") == ["1B", "J"]


def test_a_long_name_of_a_set_is_whole_in_both_lists(opened: Page, store: TileSetStore) -> None:
    """At 320 pixels the list of sets, and the list of sets to learn from, show the whole name of the chosen one."""
    long, other = (
        "The set of the Tuesday ladies with the green backs",
        "The set that Grandmother left to all of us in 1976",
    )
    for name in (long, other):
        store.put(empty_tile_set(name, load_networks().classifier.card).with_faces(store.load("Grandma").faces))
    opened.set_viewport_size({"width": 320, "height": 640})
    opened.reload()
    opened.get_by_label("Your set").select_option(label=long)
    opened.get_by_role("button", name="Add another set's faces").click()
    opened.get_by_label("Faces of which set?").select_option(other)
    _dialog(opened).get_by_text("There is nothing to add").wait_for()
    assert opened.evaluate(CUT_CHOICES) == []
    opened.keyboard.press("Escape")
    assert opened.locator(".sets .chosen").inner_text() == long


def test_where_there_is_one_set_nothing_is_to_be_added(opened: Page, store: TileSetStore) -> None:
    """With only one tile set the page has no button to add from another."""
    assert opened.get_by_role("button", name="Add another set's faces").is_visible()
    store.delete("The new jokers")
    opened.reload()
    opened.get_by_role("button", name="Rename it").wait_for()
    assert opened.get_by_role("button", name="Add another set's faces").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.usefixtures("store")
def test_it_fits_a_narrow_phone_and_every_eye(
    browser: Browser,
    server: Server,
    scheme: str,
) -> None:
    """At 320 pixels: no sideways scrolling, enough contrast, named controls, no axe violation."""
    page = browser.new_page(viewport={"width": 320, "height": 640}, color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(PATIENT)
    page.goto(server.address)
    page.get_by_label("Your set").select_option(label="Grandma")
    dialog = _dialog(page)

    def looks_well() -> None:
        for one in ("document.documentElement", "document.querySelector('#set-change')"):
            assert page.evaluate(f"{one}.scrollWidth <= {one}.clientWidth")
        assert page.evaluate(CONTRAST) == []
        assert page.evaluate(NAMELESS) == []
        assert faults_of(page) == []

    looks_well()
    page.get_by_role("button", name="Rename it").click()
    dialog.get_by_label("What to call the set").fill("#")
    dialog.get_by_role("button", name="Rename it").click()
    dialog.get_by_role("alert").wait_for()
    looks_well()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.get_by_role("button", name="Add another set's faces").click()
    dialog.get_by_role("button", name="Add 2 faces").wait_for()
    looks_well()
    dialog.get_by_role("button", name="Add 2 faces").click()
    dialog.get_by_role("button", name="Undo").wait_for()
    looks_well()
    page.close()
