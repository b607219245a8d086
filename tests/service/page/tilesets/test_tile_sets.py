"""Test teaching, choosing and correcting a taught tile set: the page in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.page.axe import faults_of
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import TWICE, photographed, play, show
from tests.service.tilesets import rendered_set
from vision.tilesets.tile_set import MadeBy

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page, Route

    from tests.service.running_server import Server

pytestmark = pytest.mark.usefixtures("networks_wanted")


def _file(picture: rendered_set.Picture) -> FilePayload:
    return {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture.data}


def _teach_elsewhere(page: Page, server: Server, name: str, picture: rendered_set.Picture) -> None:
    """Teach a tile set as another phone does; the page does not know of it."""
    address = f"{server.address}api/v1/sets/{name}"
    image: Any = _file(picture)
    proposed = page.request.post(f"{address}/proposal", multipart={"image": image}).json()["tiles"]
    tiles = [{"quad": tile["quad"], "label": tile["label"]} for tile in proposed]
    labels = json.dumps({"tiles": tiles})
    assert page.request.post(f"{address}/lessons", multipart={"image": image, "labels": labels}).ok


@pytest.fixture
def teach(page: Page, server: Server, sets: TileSetStore) -> Callable[[str], None]:
    """Teach a tile set as another phone does, and reload the page."""

    def teaching(name: str) -> None:
        _teach_elsewhere(page, server, name, rendered_set.faces())
        assert sets.names() == (name,)
        page.reload()

    return teaching


@pytest.mark.usefixtures("sets")
def test_a_set_is_taught_chosen_and_learns_from_a_correction(page: Page) -> None:
    """Name a photo's tiles, teach, read a rack by the tile set; a correction shows its effect, teaches, is undone."""
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.locator('[data-face="0"]').click()
    teaching.get_by_role("button", name="1 Bam", exact=True).click()
    first = teaching.locator('[data-face="0"]')
    first.get_by_text("1 Bam").wait_for()
    assert first.evaluate("element => element === document.activeElement"), "the focus stays on the face"
    teaching.get_by_role("button", name="Teach ").click()
    teaching.get_by_text("Photos are now read by it.").wait_for()
    teaching.get_by_role("button", name="Done").click()
    assert page.get_by_label("Your set").input_value() == "Jade"

    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    page.locator("#tiles .chip:not(.add)").first.wait_for()
    used = page.evaluate("JSON.parse(localStorage.getItem('rackcheck.1')).scan.set")
    assert used == {"name": "Jade", "used": True, "doubted": False, "better": None}
    page.locator("#tiles .chip:not(.add)").first.click()
    page.locator('#tile-dialog .key[data-label="S"]').click()
    if page.locator("#tile-dialog").is_visible():
        page.locator("#tile-dialog").get_by_role("button", name="Close").click()
    lesson = page.locator("#lesson")
    lesson.get_by_role("button", name="Show what would change").click()
    lesson.get_by_text("of this photo would be read differently").wait_for()
    lesson.get_by_role("button", name="Yes, teach it").click()
    lesson.get_by_role("button", name="Undo").wait_for()
    # The page asks once; the lesson can be undone after a reload too, whichever tile set is chosen by then.
    page.reload()
    page.get_by_label("Your set").select_option(label="Any set")
    lesson.get_by_text("The set Jade has learned from this photo.").wait_for()
    lesson.get_by_role("button", name="Undo").click()
    lesson.wait_for(state="hidden")


def _doubted(route: Route) -> None:
    """Answer a scan as the server does, but sure of no tile."""
    answer = route.fetch()
    document = answer.json()
    for tile in document["tiles"]:
        tile["sure"] = False
    route.fulfill(response=answer, json=document)


def test_tiles_named_at_the_table_begin_a_set(page: Page, sets: TileSetStore) -> None:
    """Without a set, the tiles that the player named may begin one under a name; an undo forgets it again."""
    page.route("**/api/v1/scan", _doubted)
    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    lesson = page.locator("#lesson")
    page.locator("#bar", has_text="tiles to look at").wait_for()
    assert lesson.is_hidden()
    page.locator("#bar button").click()
    page.locator('[data-key="all-right"]').click()
    remember = lesson.get_by_role("button", name="Remember these tiles")
    remember.click()
    lesson.get_by_role("alert").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lesson.get_by_label("What to call the set").fill("Jade")
    press = "(field) => [1, 2].forEach(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })))"
    lesson.get_by_label("What to call the set").evaluate(press)
    lesson.get_by_text("The set Jade has learned from this photo.").wait_for()
    assert page.get_by_label("Your set").input_value() == "Jade"
    assert len(sets.load("Jade").faces) > 3
    assert sum(url.endswith("/corrections") for url in asked) == 1
    lesson.get_by_role("button", name="Undo").click()
    lesson.wait_for(state="hidden")
    assert page.get_by_label("Your set").input_value() == ""
    assert not sets.names()
    assert page.locator("#photo [role=alert]").count() == 0


def test_an_undo_leaves_what_another_phone_has_taught_the_begun_set(
    page: Page, server: Server, sets: TileSetStore
) -> None:
    """The list of sets on this page may be older than the set; the undo takes back the faces of its lesson alone."""
    page.route("**/api/v1/scan", _doubted)
    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    page.locator("#bar", has_text="tiles to look at").wait_for()
    _teach_elsewhere(page, server, "Jade", rendered_set.faces())
    theirs = {face.id for face in sets.load("Jade").faces}
    page.locator("#bar button").click()
    page.locator('[data-key="all-right"]').click()
    lesson = page.locator("#lesson")
    lesson.get_by_label("What to call the set").fill("Jade")
    lesson.get_by_role("button", name="Remember these tiles").click()
    lesson.get_by_text("The set Jade has learned from this photo.").wait_for()
    assert {face.id for face in sets.load("Jade").faces} > theirs
    lesson.get_by_role("button", name="Undo").click()
    lesson.wait_for(state="hidden")
    assert {face.id for face in sets.load("Jade").faces} == theirs
    assert page.get_by_label("Your set").input_value() == "Jade"


def test_an_undo_skips_what_another_phone_has_forgotten(page: Page, sets: TileSetStore) -> None:
    """The begun set goes with the faces that are left. Where teaching brought nothing, no undo is offered."""
    page.route("**/api/v1/scan", _doubted)
    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    page.locator("#bar", has_text="tiles to look at").wait_for()
    page.locator("#bar button").click()
    page.locator('[data-key="all-right"]').click()
    lesson = page.locator("#lesson")
    lesson.get_by_label("What to call the set").fill("Jade")
    remember, undo = (lesson.get_by_role("button", name=name) for name in ("Remember these tiles", "Undo"))
    remember.click()
    undo.wait_for()
    begun = sets.load("Jade")
    sets.put(begun.without([begun.faces[0].id]))
    undo.click()
    lesson.wait_for(state="hidden")
    assert not sets.names()
    assert page.locator("#photo [role=alert]").count() == 0


def test_what_a_lesson_changes_is_told_tile_by_tile(page: Page) -> None:
    """The page names each tile that would be read differently, as long as the player corrects no other tile.

    It asks about the tiles where they lie in the photo that it sends, which may be the small copy.
    """
    listed = [{"set": "Oak", "faces": 3, "reader": "test@1", "missing": []}]
    page.route("**/api/v1/sets", lambda route: route.fulfill(json={"sets": listed, "default": None}))
    page.reload()
    show(page, photographed(["1B", "2B", "3B", "4B", "F"], aside=[4]))
    page.locator("#tiles .chip:not(.add)").first.wait_for()
    page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('rackcheck.1').onsuccess = () => done(); })")
    page.reload()
    page.get_by_label("Your set").select_option("Oak")
    changes = [
        {"index": 0, "was": {"label": "1B", "sure": True}, "is": {"label": "8D", "sure": True}},
        {"index": 1, "was": {"label": "2B", "sure": False}, "is": {"label": "2B", "sure": True}},
        {"index": 2, "was": {"label": "3B", "sure": True}, "is": {"label": "3B", "sure": False}},
        {"index": 3, "was": {"label": "4B", "sure": True}, "is": None},
        {"index": 4, "was": {"label": "F", "sure": True}, "is": {"label": "J", "sure": True}},
        {"index": 5, "was": None, "is": {"label": "N", "sure": True}},
    ]
    asked: list[bytes] = []

    def correct(route: Route) -> None:
        asked.append(route.request.post_data_buffer or b"")
        route.fulfill(json={"set": "Oak", "faces": ["face-1"], "changes": changes})

    page.route("**/corrections", correct)
    lesson = page.locator("#lesson")
    page.locator("#tiles .chip:not(.add)").first.click()
    page.locator('#tile-dialog .key[data-label="8D"]').click()
    lesson.get_by_role("button", name="Show what would change").click()
    told = lesson.get_by_text("6 tiles of this photo would be read differently").inner_text()
    assert told.partition(": ")[2].split("; ") == [
        "the 8 Dot on the rack as 8 Dot, not 1 Bam",
        "the 2 Bam on the rack surely as 2 Bam",
        "the 3 Bam on the rack no longer surely as 3 Bam",
        "the 4 Bam on the rack would be left out",
        "the Flower beside the rack as Joker, not Flower",
        "a North would be seen.",
    ]
    found = re.search(rb'"quad":(\[\[.*?\]\])', asked[0])
    assert found is not None
    # The photo is 640 pixels wide, and its reading says 320.
    assert json.loads(found[1]) == [[20, 20], [100, 20], [100, 140], [20, 140]]
    page.locator("#tiles .chip:not(.add)").nth(1).click()
    page.locator('#tile-dialog .key[data-label="9D"]').click()
    lesson.get_by_role("button", name="Show what would change").wait_for()


def test_the_set_of_the_server_is_chosen_and_renamed(page: Page) -> None:
    """A set chosen for all phones stays chosen under a new name, though the server goes on naming the old one."""
    oak = {"set": "Oak", "faces": 3, "reader": "test@2", "missing": [], "renewed_from": "test@1"}
    broken = {"set": "Torn", "error": {"code": "bad-set", "message": "the file is damaged", "where": "Torn"}}
    page.route("**/api/v1/sets", lambda route: route.fulfill(json={"sets": [oak, broken], "default": "Oak"}))
    page.route("**/Oak/name", lambda route: route.fulfill(json={"was": "Oak", "set": "Elm"}))
    page.reload()
    choice = page.get_by_label("Your set")
    page.get_by_role("button", name="Good").click()
    assert choice.locator("option").all_inner_texts() == ["Any set", "Oak"]
    page.get_by_role("button", name="Rename it").click()
    page.locator("#set-change").get_by_label("What to call the set").fill("Elm")
    oak["set"] = "Elm"
    page.locator("#set-change").get_by_role("button", name="Rename it").click()
    page.locator("#set-change").wait_for(state="hidden")
    assert choice.input_value() == "Elm"
    assert page.get_by_role("alert").count() == 0
    assert page.get_by_role("button", name="Good").count() == 0, "the player has read what was made over"


@pytest.mark.usefixtures("sets")
def test_the_focus_follows_the_steps_of_teaching(page: Page) -> None:
    """Each step of the dialog takes the focus, as the control that led there is gone; back focuses the face again."""
    title = "() => document.activeElement.id === 'teach-title'"
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.locator("#teach-choose").focus()
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    face = teaching.locator('[data-face="0"]')
    face.wait_for()
    page.wait_for_function(title)
    face.press("Enter")
    teaching.get_by_role("group", name="All tiles").wait_for()
    assert page.evaluate(title)
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.dataset.face === '0'")
    teaching.get_by_role("button", name="Teach ").press("Enter")
    teaching.get_by_text("Photos are now read by it.").wait_for()
    page.wait_for_function(title)


@pytest.mark.usefixtures("sets")
def test_like_faces_share_a_card_and_one_that_is_another_is_left_out(page: Page) -> None:
    """Marked cards come first; of two faces alike one gets a name, the other keeps its own and is asked about."""
    quad = [[0, 0], [40, 0], [40, 60], [0, 60]]
    faces = [("7D", 0, False), ("7D", 0, False), ("1B", 1, True)]
    tiles = [
        {"index": at, "label": label, "group": group, "sure": sure, "quad": quad, "box": [0, 0, 40, 60]}
        for at, (label, group, sure) in enumerate(faces)
    ]
    said: list[str] = []

    def propose(route: Route) -> None:
        said.append(route.request.post_data_buffer.decode("latin-1") if route.request.post_data_buffer else "")
        apart = [{**tile, "group": at} for at, tile in enumerate(tiles)]
        shown = apart if "labels" in said[-1] else tiles
        route.fulfill(json={"width": 100, "height": 100, "issues": [], "unsure": [0, 1], "tiles": shown})

    page.route("**/proposal", propose)
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    cards = teaching.locator("[data-face]")
    cards.first.wait_for()
    assert [one.get_attribute("aria-label") for one in cards.all()] == ["2 times 7 Dot, not sure, please look", "1 Bam"]
    cards.first.click()
    teaching.get_by_role("button", name="face 2 of 2").click()
    assert faults_of(page) == []
    with page.expect_response("**/proposal"):
        teaching.get_by_role("button", name="8 Dot", exact=True).click()
    teaching.get_by_role("button", name="7 Dot, not sure, please look", exact=True).wait_for()
    names = [one.get_attribute("aria-label") for one in cards.all()]
    assert names == ["7 Dot, not sure, please look", "1 Bam", "8 Dot"]
    assert said[-1].count('"label":') == 1
    assert '"8D"' in said[-1]


@pytest.mark.usefixtures("sets")
def test_a_note_that_an_answer_settles_goes_away(page: Page) -> None:
    """Once the lacking kind is named, the dialog no longer says that it lacks, while another face is still unsure."""
    box = {"quad": [[0, 0], [40, 0], [40, 60], [0, 60]], "box": [0, 0, 40, 60], "sure": False}
    tiles = [{"index": at, "label": label, "group": at, **box} for at, label in enumerate(("7D", "7D", "1B"))]
    lacking = "No face is 8 Dot, but 2 are 7 Dot: is one of them read wrongly?"
    issue = {"code": "kinds-lacking", "message": lacking, "tiles": [0, 1]}

    def propose(route: Route) -> None:
        settled = b'name="labels"' in (route.request.post_data_buffer or b"")
        issues = [] if settled else [issue]
        route.fulfill(json={"width": 100, "height": 100, "issues": issues, "unsure": [0, 1, 2], "tiles": tiles})

    page.route("**/proposal", propose)
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.get_by_text(lacking).wait_for()
    teaching.locator('[data-face="0"]').click()
    teaching.get_by_role("button", name="8 Dot", exact=True).click()
    teaching.get_by_text(lacking).wait_for(state="detached")
    assert teaching.get_by_role("button", name="not sure, please look").count() == 2


def test_arrow_keys_choose_a_set_and_open_nothing(page: Page, teach: Callable[[str], None]) -> None:
    """Who goes through the sets by arrow keys chooses, and no dialog opens on the way (WCAG 3.2.2, on input)."""
    teach("Jade")
    choice = page.get_by_label("Your set")
    choice.get_by_text("Jade").wait_for(state="attached")
    for key, chosen in (("ArrowDown", "Jade"), ("ArrowDown", "Jade"), ("ArrowUp", ""), ("End", "Jade")):
        choice.press(key)
        assert choice.input_value() == chosen
        assert page.locator("dialog[open]").count() == 0


@pytest.mark.usefixtures("sets")
def test_a_strange_set_is_said_so_and_leads_to_teaching(page: Page) -> None:
    """A photo of unfamiliar tiles says so once and leads to teaching in one tap; other warnings do not."""
    page.get_by_label("Your set").wait_for()
    strange = {"code": "strange-set", "message": "These tiles are strange.", "tiles": [0, 1, 2]}
    show(page, photographed(["1B", "2B", "3B", "4B"], issues=[strange]))
    said = page.locator('[data-key="issue-strange-set"]')
    said.get_by_text("These tiles are strange.").wait_for()
    assert said.count() == 1
    said.get_by_role("button", name="Teach your set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").wait_for()
    teaching.get_by_role("button", name="Close").click()
    said.get_by_role("button", name="It is all right").click()
    said.wait_for(state="hidden")
    dark = {"code": "too-dark", "message": "It is dark.", "tiles": []}
    page.unroute("**/api/v1/scan")
    show(page, photographed(["1B"], issues=[dark]))
    page.get_by_text("It is dark.").wait_for()
    assert page.get_by_role("button", name="Teach your set").count() == 0


def test_no_name_said_while_teaching_is_lost(page: Page, sets: TileSetStore) -> None:
    """A lesson survives a missing or unfit name, the back button, closing the dialog, a reload, and another name."""
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.get_by_text("Give the set a name first.").wait_for()
    teaching.get_by_label("What to call the set").fill("../Oma")
    again = teaching.get_by_role("button", name="Go on with the same photo")
    again.click()
    teaching.get_by_text("“../Oma” will not do").wait_for()
    assert faults_of(page) == []
    teaching.get_by_label("What to call the set").fill("Oma’s")
    again.click()
    teaching.locator('[data-face="1"]').click()
    teaching.get_by_role("button", name="Back to all faces").wait_for()
    page.keyboard.press("Escape")
    teaching.locator('[data-face="1"]').click()
    teaching.get_by_role("button", name="No face of the set").click()
    teaching.get_by_role("button", name="Close").click()
    page.reload()
    page.get_by_role("button", name="Teach a new set").click()
    teaching.get_by_role("heading", name="Oma's", exact=True).wait_for()
    teaching.locator('[data-face="1"]').get_by_text("no face").wait_for()
    teaching.get_by_role("button", name="Another name or photo").click()
    teaching.get_by_label("What to call the set").fill("Oma’s second")
    again.click()
    teaching.locator('[data-face="1"]').get_by_text("no face").wait_for()
    teaching.get_by_role("button", name="Teach ").click()
    teaching.get_by_text("Photos are now read by it.").wait_for()
    taught = sets.load("Oma's second")
    assert len(taught.faces) == len(rendered_set.faces().labels["tiles"]) - 1
    page.reload()
    page.get_by_role("button", name="Teach a new set").click()
    assert teaching.get_by_label("What to call the set").input_value() == ""


def test_an_answer_names_the_other_faces_under_another_name_too(page: Page) -> None:
    """Faces that an answer has named keep that name if the photo is then taught to a set of another name."""

    def proposed(route: Route) -> None:
        said = b'"label":"8D"' in (route.request.post_data_buffer or b"")
        tiles = []
        for at, label in enumerate(("8D" if said else "7D", "9D" if said else "1D")):
            left, right = 20 * at, 20 * at + 9
            quad = [[left, 0], [right, 0], [right, 9], [left, 9]]
            tiles.append(
                {"index": at, "label": label, "group": at, "sure": True, "box": [left, 0, right, 9], "quad": quad}
            )
        route.fulfill(json={"width": 100, "height": 100, "issues": [], "unsure": [], "tiles": tiles})

    page.route("**/proposal", proposed)
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.get_by_role("button", name="7 Dot", exact=True).click()
    teaching.get_by_role("button", name="8 Dot", exact=True).click()
    teaching.get_by_role("button", name="9 Dot", exact=True).wait_for()
    teaching.get_by_role("button", name="Another name or photo").click()
    teaching.get_by_label("What to call the set").fill("Oma")
    teaching.get_by_role("button", name="Go on with the same photo").click()
    teaching.get_by_role("button", name="8 Dot", exact=True).wait_for()
    assert teaching.get_by_role("button", name="9 Dot", exact=True).is_visible()


def test_names_that_come_late_leave_the_player_where_they_are(page: Page) -> None:
    """The newest answer names the other faces, none that the player has named; it moves nothing and ends no tap."""
    kinds = [f"{number}{suit}" for suit in "BCD" for number in range(1, 10)]

    def proposal(**read: str) -> dict[str, object]:
        tiles = [
            {"index": at, "label": read.get(f"face_{at}", label), "group": at, "sure": True, "box": [0, 0, 9, 9],
             "quad": [[0, 0], [9, 0], [9, 9], [0, 9]]}
            for at, label in enumerate(kinds)
        ]  # fmt: skip
        return {"width": 100, "height": 100, "issues": [], "unsure": [], "tiles": tiles}

    held = HeldRequests(page, "**/proposal")
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    held.wait()
    held.answer(0, json=proposal())
    for face, label in enumerate(("N", "E")):
        teaching.locator(f'[data-face="{face}"]').click()
        teaching.locator(f'.key[data-label="{label}"]').click()
        held.wait(face + 2)
    names = [teaching.locator(f'[data-face="{face}"]') for face in range(3)]
    teaching.evaluate("(dialog) => { dialog.scrollTop = 90; }")
    held.answer(2, json=proposal(face_0="R", face_2="G"))
    teaching.get_by_role("button", name="Green").wait_for()
    assert teaching.evaluate("(dialog) => dialog.scrollTop") == 90
    held.answer(1, json=proposal(face_2="S"))
    assert [one.get_attribute("aria-label") for one in names] == ["North", "East", "Green dragon"]
    page.reload()
    page.get_by_role("button", name="Teach a new set").click()
    assert [one.get_attribute("aria-label") for one in names] == ["North", "East", "Green dragon"]
    names[2].click()
    teaching.locator('.key[data-label="S"]').click()
    held.wait(4)
    names[0].hover()
    page.mouse.down()
    held.answer(3, json=proposal())
    page.mouse.up()
    teaching.locator('.key[data-label="N"][aria-pressed="true"]').wait_for()


def test_another_photo_takes_the_place_of_one_that_has_not_taught(page: Page) -> None:
    """The faces of a photo that gave way to another do not come back after a reload, even if that one shows none."""
    tile = {"index": 0, "label": "7D", "group": 0, "sure": True, "box": [0, 0, 9, 9]}
    tile["quad"] = [[0, 0], [9, 0], [9, 9], [0, 9]]
    tiles = [[tile], []]
    found = {"width": 100, "height": 100, "issues": [], "unsure": []}
    page.route("**/proposal", lambda route: route.fulfill(json={**found, "tiles": tiles.pop(0)}))
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    teaching.get_by_label("What to call the set").fill("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.get_by_role("button", name="7 Dot", exact=True).wait_for()
    teaching.get_by_role("button", name="Another name or photo").click()
    page.set_input_files("#teach-choose", _file(rendered_set.rack()))
    teaching.get_by_role("alert").wait_for()
    page.reload()
    page.get_by_role("button", name="Teach a new set").click()
    assert teaching.get_by_label("What to call the set").input_value() == ""


def test_answers_wait_while_another_set_is_taught(page: Page) -> None:
    """Faces named for one tile set stay named while the person looks at teaching another, also under a new name."""
    listed = [{"set": name, "faces": 3, "made_with": "test@1"} for name in ("Jade", "Oak")]
    page.route("**/api/v1/sets", lambda route: route.fulfill(json={"sets": listed, "default": None}))
    tile = {"index": 0, "label": "7D", "group": 0, "sure": True, "box": [0, 0, 9, 9]}
    tile["quad"] = [[0, 0], [9, 0], [9, 9], [0, 9]]
    found = {"width": 100, "height": 100, "issues": [], "unsure": [], "tiles": [tile]}
    page.route("**/proposal", lambda route: route.fulfill(json=found))
    page.route("**/Jade/name", lambda route: route.fulfill(json={"was": "Jade", "set": "Oma"}))
    page.reload()
    teaching, choice = page.locator("#teach-dialog"), page.locator('[data-key="set"]')

    def teach_more(name: str) -> None:
        choice.select_option(name)
        page.get_by_role("button", name="Teach it more").click()

    teach_more("Jade")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    teaching.get_by_role("button", name="7 Dot", exact=True).click()
    teaching.get_by_role("button", name="8 Dot", exact=True).click()
    teaching.get_by_role("button", name="Close").click()
    teach_more("Oak")
    assert teaching.get_by_label("What to call the set").input_value() == "Oak"
    assert teaching.get_by_role("button", name="Go on with the same photo").count() == 0
    teaching.get_by_role("button", name="Close").click()
    choice.select_option("Jade")
    page.get_by_role("button", name="Rename it").click()
    page.locator("#set-change").get_by_label("What to call the set").fill("Oma")
    listed[0]["set"] = "Oma"
    page.locator("#set-change").get_by_role("button", name="Rename it").click()
    page.locator("#set-change").wait_for(state="hidden")
    teach_more("Oma")
    teaching.get_by_role("heading", name="Oma").wait_for()
    teaching.get_by_role("button", name="8 Dot", exact=True).wait_for()


def test_a_set_goes_from_one_phone_to_another(page: Page, teach: Callable[[str], None], tmp_path: Path) -> None:
    """A tile set saved as a file keeps its name in it and opens under another; a wrong file is refused in the form."""
    teach("Oma's second")
    page.get_by_label("Your set").select_option(label="Oma's second")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert saved.value.suggested_filename == "Oma's second.json"
    saved.value.save_as(tmp_path / "set.json")
    page.get_by_role("button", name="Teach a new set").click()
    teaching = page.locator("#teach-dialog")
    (tmp_path / "list.json").write_text("shopping list", "utf-8")
    page.set_input_files("#teach-file", tmp_path / "list.json")
    teaching.get_by_role("alert").get_by_text("this is no file of a taught set").wait_for()
    teaching.get_by_label("What to call the set").fill("A friend's")
    page.set_input_files("#teach-file", tmp_path / "set.json")
    teaching.get_by_text("Photos are now read by it.").wait_for()
    teaching.get_by_role("button", name="Done").click()
    assert page.get_by_label("Your set").input_value() == "A friend's"


def test_faces_of_another_set_are_told_before_a_set_learns_them(page: Page, teach: Callable[[str], None]) -> None:
    """When the tiles look like another tile set's, the teaching dialog says so above them."""
    teach("Jade")
    page.get_by_label("Your set").select_option(label="Jade")
    page.get_by_role("button", name="Teach it more").click()
    page.set_input_files("#teach-choose", _file(rendered_set.faces(rendered_set.OTHER)))
    page.locator("#teach-dialog").get_by_text("do not look like those that the set Jade knows").wait_for()
    assert faults_of(page) == []


def test_a_set_that_was_made_over_says_so_once(page: Page, teach: Callable[[str], None], sets: TileSetStore) -> None:
    """After an upgrade the first photo rebuilds the tile set; the page says once that it kept all tile faces."""
    teach("Jade")
    before = sets.load("Jade")
    sets.put(replace(before, made_by=MadeBy("reader-0@0.9", "0" * 64)))
    page.reload()
    page.get_by_label("Your set").select_option(label="Jade")
    note = page.get_by_text("your set Jade goes on with it")
    assert note.count() == 0
    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    note.wait_for()
    assert f"All {len(before.faces)} faces were kept" in note.inner_text()
    assert faults_of(page) == []
    page.get_by_role("button", name="Good").click()
    note.wait_for(state="detached")
    page.reload()
    page.locator("#tiles .chip:not(.add)").first.wait_for()
    assert note.count() == 0


def test_a_forgotten_set_is_no_longer_offered_until_undo(
    page: Page, teach: Callable[[str], None], sets: TileSetStore
) -> None:
    """A forgotten tile set leaves the list, and the choice returns to any set; Undo brings back all its faces once."""
    teach("Jade")
    faces = sets.load("Jade").faces
    page.get_by_label("Your set").select_option(label="Jade")
    page.get_by_role("button", name="Forget it").evaluate(TWICE)
    page.get_by_role("button", name="Forget it").wait_for(state="hidden")
    assert page.get_by_label("Your set").input_value() == ""
    assert sets.names() == ()
    page.get_by_role("button", name="Undo: The set Jade is forgotten.").evaluate(TWICE)
    page.get_by_role("button", name="Forget it").wait_for()
    assert page.get_by_label("Your set").input_value() == "Jade"
    assert page.get_by_role("button", name="Undo").count() == 0
    assert page.get_by_role("alert").count() == 0
    assert {(face.id, face.label) for face in sets.load("Jade").faces} == {(face.id, face.label) for face in faces}


def test_a_set_brought_back_outlives_a_list_that_comes_late(page: Page, teach: Callable[[str], None]) -> None:
    """The list without the forgotten set comes after the one that has it again: the set stays chosen."""
    teach("Jade")
    page.get_by_label("Your set").select_option(label="Jade")
    held = HeldRequests(page, "**/api/v1/sets")
    page.get_by_role("button", name="Forget it").click()
    held.wait()
    page.get_by_role("button", name="Undo: The set Jade is forgotten.").click()
    held.wait(2)
    held.answer(1)
    page.get_by_role("button", name="Forget it").wait_for()
    held.answer(0, json={"sets": [], "default": None})
    assert page.get_by_label("Your set").input_value() == "Jade"
    assert page.get_by_role("alert").count() == 0


@pytest.fixture
def unreadable(data: Path, sets: TileSetStore) -> Iterator[Path]:
    """Replace the folder of the tile sets by a file."""
    assert not sets.names()
    folder = sets_folder(data)
    if folder.exists():
        folder.rename(data / "moved")
    folder.write_text("shopping list", "utf-8")
    yield folder
    folder.unlink()
    if (data / "moved").exists():
        (data / "moved").rename(folder)


@pytest.mark.usefixtures("unreadable")
def test_sets_that_cannot_be_read_keep_nobody_from_playing(page: Page) -> None:
    """If the tile sets are unreadable the page says why; a person can still enter and judge a rack."""
    page.get_by_role("alert").get_by_text("a file stands where a folder is wanted").wait_for()
    play(page)
    page.locator("#verdict").get_by_text("Mah jongg: 20 points").first.wait_for()


def test_who_teaches_a_set_more_hears_that_it_is_gone(
    page: Page, teach: Callable[[str], None], sets: TileSetStore
) -> None:
    """Another phone has renamed it: the faces go to its new name, and no second set begins under the old one."""
    teach("Jade")
    page.get_by_label("Your set").select_option(label="Jade")
    page.get_by_role("button", name="Teach it more").click()
    teaching = page.locator("#teach-dialog")
    page.set_input_files("#teach-choose", _file(rendered_set.faces()))
    learn = teaching.get_by_role("button", name="Teach ")
    learn.wait_for()
    sets.rename("Jade", "Oma")
    learn.click()
    teaching.get_by_role("alert").get_by_text("This set is not there any more").wait_for()
    assert sets.names() == ("Oma",)
    page.get_by_label("Your set").get_by_text("Oma").wait_for(state="attached")
    teaching.get_by_role("button", name="Another name or photo").click()
    teaching.get_by_label("What to call the set").fill("Oma")
    teaching.get_by_role("button", name="Go on with the same photo").click()
    learn.click()
    teaching.get_by_text("Photos are now read by it.").wait_for()
    assert sets.names() == ("Oma",)


@pytest.mark.parametrize("button", ["Show what would change", "Yes, teach it"])
def test_corrections_begin_no_set_that_another_phone_has_renamed(
    page: Page, teach: Callable[[str], None], sets: TileSetStore, button: str
) -> None:
    """The page says that the set is gone and lists its new name; no set begins under the old name, with one face."""
    teach("Jade")
    page.get_by_label("Your set").select_option(label="Jade")
    page.set_input_files("#pick-choose", _file(rendered_set.rack()))
    page.locator("#tiles .chip:not(.add)").first.click()
    page.locator('#tile-dialog .key[data-label="S"]').click()
    page.locator("#tile-dialog").evaluate("dialog => dialog.close()")
    lesson = page.locator("#lesson")
    if button == "Yes, teach it":
        lesson.get_by_role("button", name="Show what would change").click()
        lesson.get_by_role("button", name=button).wait_for()
    sets.rename("Jade", "Oma")
    lesson.get_by_role("button", name=button).focus()
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("The set Jade is not there any more").wait_for()
    assert sets.names() == ("Oma",)
    lesson.wait_for(state="hidden")
    assert page.evaluate("document.activeElement !== document.body")
    page.get_by_label("Your set").select_option(label="Oma")
    lesson.get_by_role("button", name="Show what would change").wait_for()
