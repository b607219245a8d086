"""Correct a reading on the photo: wipe, swap, add, crop, undo; by finger and by keyboard."""

from __future__ import annotations

import io
import json
from email.parser import BytesParser
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from service.judging.confirmation import WEIGHED
from service.judging.photo_claim import PhotoClaim, read_claim
from tests.service.page.axe import faults_of
from tests.service.page.evening import ann_won, begin, post
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import RACK, chip, choose, focused, photographed, show, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, FilePayload, Page, Request, Route

    from tests.service.running_server import Server

EXPOSED = [[0, 1, 2, 3], [4, 5, 6, 7]]
DARK = {"code": "too-dark", "message": "The photo is dark. Turn on a light.", "tiles": []}
ODD = {"code": "odd-size", "message": "One tile is larger than the others.", "tiles": [13]}
ISSUES = {
    "Tile 15 lies face down: turn it over.": "1 tile lies face down: turn it over.",
    "Something covers a part of tiles 3, 4 and 9: look.": "Something covers a part of the Joker in the first exposure, "
    "the 2 Crak in the first exposure and the 4 Crak on the rack: look.",
    "There are more 4C, F than a set holds. Please look at tiles 9 and 10.": "There are more 4 Crak and Flower than a "
    "set holds. Please look at the 4 Crak on the rack.",
}
"""Issues as the reading words them, and as the page shows them."""


PIXEL = """([place, high]) => {
  const crop = document.querySelector("#tile-dialog canvas.crop");
  const { data } = crop.getContext("2d").getImageData(place * crop.width, high * crop.height, 1, 1);
  return data[0] > 200 && data[1] < 90;
}"""
"""Whether the picture of a tile is red at a place, in shares of its sides."""


def test_the_sheet_of_a_tile_shows_that_tile(page: Page) -> None:
    """The picture beside the names is the part of the photo where the tile lies, in its middle."""
    page.route("**/api/v1/scan", lambda route: route.fulfill(json=photographed(["1B", "2B", "3B", "4B", "5B"])))
    photo = Image.new("RGB", (640, 200), "green")  # twice as large as its reading says
    photo.paste("red", (260, 20, 340, 140))
    file = io.BytesIO()
    photo.save(file, "PNG")
    page.set_input_files("#pick-choose", {"name": "a.png", "mimeType": "image/png", "buffer": file.getvalue()})
    chip(page, 3).click()
    page.wait_for_function(PIXEL, arg=[0.5, 0.5])
    found = [page.evaluate(PIXEL, [place, 0.5]) for place in (0.2, 0.3, 0.7, 0.8)]
    found += [page.evaluate(PIXEL, [0.5, place]) for place in (0.08, 0.18, 0.82, 0.92)]
    assert found == [False, True, True, False] * 2


def tile(page: Page, number: int) -> tuple[float, float]:
    """Return the centre of a tile on the photo, in screen pixels."""
    box = page.locator(f'#photo [data-key="box-{number}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wipe(page: Page, first: int, last: int) -> None:
    """Wipe over tiles of the photo, from one tile to another."""
    page.mouse.move(*tile(page, first))
    page.mouse.down()
    page.mouse.move(*tile(page, last), steps=3)
    page.mouse.up()


def labels(page: Page) -> list[str]:
    """Return the tiles of the rack as a screen reader names them, exposures first."""
    return [str(one.get_attribute("aria-label")) for one in page.locator("#tiles .chip:not(.add)").all()]


def test_tiles_are_wiped_away_laid_aside_and_swapped(page: Page) -> None:
    """A wipe marks each tile it crosses; a tap removes, lays aside or swaps them, and each step can be undone."""
    show(page, photographed(RACK, exposures=EXPOSED))
    text_of(page, "verdict", "Mah jongg: 20 points")
    before = labels(page)
    page.get_by_role("button", name="Mark tiles").click()
    wipe(page, 9, 12)
    assert page.locator("#photo [aria-pressed=true]").count() == 4
    assert page.locator("#tiles [aria-pressed=true]").count() == 4
    assert faults_of(page) == []
    wipe(page, 12, 12)  # a tap on a marked tile clears the mark
    page.get_by_role("button", name="No tiles: remove 3").click()
    assert len(labels(page)) == 11
    page.keyboard.press("Control+z")
    assert labels(page) == before

    page.get_by_role("button", name="Mark tiles").click()
    wipe(page, 1, 4)
    page.get_by_role("button", name="Not mine: 4 tiles").click()
    text_of(page, "tiles", "10 tiles")
    assert page.locator("#photo .box.aside").count() == 4
    page.locator('[data-key="undo-photo"]').click()
    assert labels(page) == before

    # By keyboard: swap a joker of the exposure with a tile of the rack.
    page.get_by_role("button", name="Mark tiles").click()
    for number in (3, 9):
        page.locator(f'#photo [data-key="box-{number}"]').focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Swap the two").click()
    swapped = labels(page)
    assert swapped[2] == "4 Crak in the first exposure"
    assert "Joker on the rack" in swapped
    text_of(page, "tiles", "An exposure holds matching tiles and jokers only")
    assert page.locator("#photo .exposure.faulty").count() == 1
    page.get_by_role("button", name="Undo: The two have changed places.").first.click()
    assert labels(page) == before


def test_exposures_are_boxed_on_the_photo(page: Page) -> None:
    """The photo shows the reading's exposures as a guess until the person confirms; wiped tiles become one by a tap."""
    show(page, photographed(RACK, exposures=EXPOSED[:1]))
    assert "a guess" in text_of(page, "tiles", "The photo suggests these exposures.")
    assert page.locator("#photo .exposure.guess").count() == 1
    page.get_by_role("button", name="Mark tiles").click()
    wipe(page, 5, 8)
    page.get_by_role("button", name="Make an exposure of 4").click()
    text_of(page, "verdict", "Mah jongg: 20 points")
    assert page.locator("#photo .exposure:not(.guess)").count() == 2
    assert "a guess" not in page.locator("#tiles").inner_text()
    # The other direction: wipe over chips of the rack.
    page.get_by_role("button", name="Make an exposure").click()
    chip(page, 1).hover()
    page.mouse.down()
    chip(page, 4).hover()
    page.mouse.up()
    page.get_by_role("button", name="4 on the rack").click()
    assert page.locator("#tiles h3").all_inner_texts() == ["First exposure", "On the rack"]


def test_an_issue_names_its_tiles(page: Page) -> None:
    """The page numbers no tile, so an issue of the photo names its tiles, and counts those that lie face down."""
    issues = [{"code": f"issue-{at}", "message": text, "tiles": []} for at, text in enumerate(ISSUES)]
    show(page, photographed([*RACK, "BACK"], exposures=EXPOSED, issues=issues))
    page.locator("#photo .note.warn").first.wait_for()
    assert page.locator("#photo .note.warn > p").all_inner_texts() == list(ISSUES.values())


FIRST_OF_PHOTO = "document.querySelector('#photo :is(figure, .note.warn)').localName"
"""The element that stands first: the photo, or an issue of it."""


@pytest.mark.parametrize(("tiles", "first"), [(RACK, "figure"), ([], "div")], ids=["tiles", "no tiles"])
def test_the_photo_stands_before_its_issues(page: Page, tiles: list[str], first: str) -> None:
    """However many issues it has, the photo is in view at once; one without tiles follows the issue that says why."""
    show(page, photographed(tiles, issues=[DARK, ODD]))
    page.locator("#photo .note.warn").first.wait_for()
    assert page.evaluate(FIRST_OF_PHOTO) == first


def fields(request: Request) -> dict[str, bytes]:
    """Return the parts of a form that the page sent."""
    head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
    found: dict[str, bytes] = {}
    for part in BytesParser().parsebytes(head + (request.post_data_buffer or b"")).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            found[str(part.get_param("name", header="content-disposition"))] = content
    return found


def test_a_part_of_the_photo_is_read_again(page: Page) -> None:
    """The crop frame is dragged or moved by keys; the page sends only that part and keeps named tiles; undo works."""
    show(page, photographed([*RACK, "9B"], exposures=EXPOSED, issues=[DARK, ODD]))
    chip(page, 9).click()
    page.locator('dialog .key[data-label="7D"]').click()
    before = labels(page)
    # The test names the faulty tile, which removes that warning; the other stays until a person handles it.
    assert "larger than the others" in page.locator("#photo").inner_text()
    chip(page, 14).click()
    page.locator('dialog .key[data-label="4C"]').click()
    assert "larger than the others" not in page.locator("#photo").inner_text()
    assert "Turn on a light" in page.locator("#photo").inner_text()
    page.locator('[data-key="looked-too-dark"]').click()
    assert "Turn on a light" not in page.locator("#photo").inner_text()

    sent: list[dict[str, bytes]] = []
    part = photographed(RACK[:13], exposures=EXPOSED)

    def read(route: Route) -> None:
        sent.append(fields(route.request))
        route.fulfill(json=part)

    page.unroute("**/api/v1/scan")
    page.route("**/api/v1/scan", read)
    page.get_by_role("button", name="Crop", exact=True).click()
    assert faults_of(page) == []
    drawing = page.locator("svg.boxes").bounding_box()
    assert drawing is not None
    page.mouse.move(drawing["x"] + drawing["width"] * 0.3, drawing["y"] + drawing["height"] * 0.4)
    page.mouse.down()
    page.mouse.move(drawing["x"] + drawing["width"] * 0.8, drawing["y"] + drawing["height"] * 0.6, steps=3)
    page.mouse.up()
    edge = page.get_by_role("slider", name="Left edge")
    assert edge.get_attribute("aria-valuenow") in {"29", "30", "31"}
    for name, key, times in (("Left", "ArrowLeft", 20), ("Top", "ArrowUp", 30), ("Bottom", "ArrowDown", 30)):
        page.get_by_role("slider", name=f"{name} edge").focus()
        for _ in range(times):
            page.keyboard.press(key)
    assert edge.get_attribute("aria-valuenow") == "0"
    page.get_by_role("button", name="Read this part").click()
    text_of(page, "tiles", "13 tiles")
    with Image.open(io.BytesIO(sent[0]["image"])) as cut:
        assert abs(cut.width - 0.8 * 920) < 20
        assert cut.height == 100
    # The tile that the person named keeps its name, though the new reading differs.
    assert labels(page)[8] == "7 Dot on the rack"
    page.locator('[data-key="undo-photo"]').click()
    page.locator('[data-key="undo-photo"]').click()
    page.locator('[data-key="undo-photo"]').click()
    assert labels(page) == before


def frame(page: Page) -> list[int]:
    """Return the crop frame's left, top, right and bottom edges, in percent of the photo."""
    return [
        int(page.get_by_role("slider", name=f"{name} edge").get_attribute("aria-valuenow") or "")
        for name in ("Left", "Top", "Right", "Bottom")
    ]


def on_photo(page: Page, across: float, down: float) -> tuple[float, float]:
    """Convert a point of the photo, as fractions of its sides, to screen pixels."""
    drawing = page.locator("svg.boxes").bounding_box()
    assert drawing is not None
    return drawing["x"] + drawing["width"] * across, drawing["y"] + drawing["height"] * down


def test_the_frame_is_set_by_taps(page: Page) -> None:
    """A tap moves the nearest corner of the crop frame there, and no other, for people who cannot drag."""
    show(page, photographed(RACK, exposures=EXPOSED))
    page.get_by_role("button", name="Crop", exact=True).click()
    assert frame(page) == [8, 8, 92, 92]
    page.mouse.click(*on_photo(page, 0.3, 0.3))
    assert frame(page) == [30, 30, 92, 92]
    page.mouse.click(*on_photo(page, 0.8, 0.7))
    assert frame(page) == [30, 30, 80, 70]
    page.mouse.click(*on_photo(page, 0.9, 0.2))
    assert frame(page) == [30, 20, 90, 70]
    # A tap on an edge selects it for the arrow keys and moves nothing.
    page.get_by_role("slider", name="Left edge").click()
    page.keyboard.press("ArrowLeft")
    assert frame(page) == [28, 20, 90, 70]


def test_a_frame_that_is_dragged_when_its_part_was_read_is_let_go(page: Page) -> None:
    """If a person still drags the frame when the cropped reading arrives, the tool closes and can be opened again."""
    show(page, photographed(RACK, exposures=EXPOSED))
    text_of(page, "tiles", "14 tiles")
    page.unroute("**/api/v1/scan")
    held = HeldRequests(page, "**/api/v1/scan")
    page.get_by_role("button", name="Crop", exact=True).click()
    page.get_by_role("button", name="Read this part").click()
    held.wait()
    page.mouse.move(*on_photo(page, 0.4, 0.5))
    page.mouse.down()
    page.mouse.move(*on_photo(page, 0.6, 0.8))
    page.wait_for_timeout(900)  # longer than a tap; the page draws nothing meanwhile
    held.answer(0, json=photographed(RACK[:13], exposures=EXPOSED))
    text_of(page, "tiles", "13 tiles")
    page.mouse.move(*on_photo(page, 0.7, 0.9))
    page.mouse.up()
    page.get_by_role("button", name="Crop", exact=True).click()
    assert frame(page) == [8, 8, 92, 92]


def test_a_missed_tile_is_added_where_it_lies(page: Page) -> None:
    """A tap on the photo reads the tile there, and the person names it; the keyboard can do the same."""
    show(page, photographed([*RACK[:12], RACK[13]], exposures=EXPOSED, width=900))
    text_of(page, "tiles", "13 tiles")
    asked: list[dict[str, bytes]] = []
    found = iter([("F", [["9C", 0.1]]), ("BACK", [])])

    def look(route: Route) -> None:
        asked.append(fields(route.request))
        label, alternatives = next(found)
        quad = json.loads(asked[-1]["quad"])
        route.fulfill(json={"tile": {"label": label, "alternatives": alternatives, "quad": quad}})

    page.route("**/api/v1/scan/tile", look)
    page.get_by_role("button", name="Add a tile", exact=True).click()
    drawing = page.locator("svg.boxes").bounding_box()
    assert drawing is not None
    page.mouse.click(drawing["x"] + drawing["width"] * 840 / 900, drawing["y"] + drawing["height"] * 0.4)
    page.locator('#tile-dialog .candidate[data-label="9C"]').wait_for()
    page.locator('#tile-dialog .candidate[data-label="F"]').click()
    assert "Flower on the rack" in labels(page)[-1]
    (first,) = asked
    xs = [corner[0] for corner in json.loads(first["quad"])]
    assert min(xs) < 840 < max(xs)
    page.locator('[data-key="undo-photo"]').click()
    text_of(page, "tiles", "13 tiles")
    page.get_by_role("button", name="Add a tile", exact=True).click()
    page.get_by_role("button", name="Where the tile lies").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    focused(page, "Where the tile lies: move with the arrow keys, Enter adds it here")
    page.keyboard.press("Enter")
    page.get_by_text("Looking there").wait_for(state="hidden")
    assert page.locator("#tile-dialog h3").all_inner_texts() == ["Any tile"], "no label is likely there"
    page.locator('#tile-dialog .key[data-label="F"]').click()
    text_of(page, "tiles", "14 tiles")


def test_escape_ends_a_tool_of_the_photo_as_cancel_does(page: Page) -> None:
    """Escape ends Crop, Add a tile and Mark, and keeps the rack; in a dialog it closes only the dialog."""
    show(page, photographed(RACK, exposures=EXPOSED))
    text_of(page, "verdict", "Mah jongg: 20 points")
    before = labels(page)
    cancel = page.locator("#photo").get_by_role("button", name="Cancel")
    for name in ("Crop", "Add a tile", "Mark tiles"):
        page.get_by_role("button", name=name, exact=True).click()
        cancel.wait_for()
        page.keyboard.press("Escape")
        cancel.wait_for(state="detached")
        page.get_by_role("button", name=name, exact=True).wait_for()
    page.get_by_role("button", name="Make an exposure").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Make an exposure").wait_for()
    # A finger that still wipes does not begin the marking again.
    page.get_by_role("button", name="Mark tiles").click()
    page.mouse.move(*tile(page, 9))
    page.mouse.down()
    page.mouse.move(*tile(page, 10), steps=3)
    page.keyboard.press("Escape")
    page.mouse.move(*tile(page, 12), steps=3)
    page.mouse.up()
    page.get_by_role("button", name="Mark tiles").wait_for()
    assert page.locator(".picked").count() == 0

    page.route("**/api/v1/scan/tile", lambda route: route.fulfill(status=503, json={}))
    page.get_by_role("button", name="Add a tile", exact=True).click()
    page.get_by_role("button", name="Where the tile lies").press("Enter")
    page.locator("#tile-dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#tile-dialog").wait_for(state="hidden")
    cancel.wait_for()
    assert labels(page) == before


def coloured(colour: str) -> FilePayload:
    """Return a photo of one colour."""
    data = io.BytesIO()
    Image.new("RGB", (920, 100), colour).save(data, "PNG")
    return {"name": f"{colour}.png", "mimeType": "image/png", "buffer": data.getvalue()}


def test_the_photo_of_another_window_is_not_that_of_this_rack(page: Page) -> None:
    """Two windows read photos of equal size; after each reload the rack and the evidence of one hold its own photo."""
    other = page.context.new_page()
    other.goto(page.url)
    for window, colour in ((page, "red"), (other, "blue")):
        window.route("**/api/v1/scan", lambda route: route.fulfill(json=photographed(RACK, exposures=EXPOSED)))
        window.set_input_files("#pick-choose", coloured(colour))
        text_of(window, "verdict", "Mah jongg: 20 points")
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()  # stores this window's rack; the photo is the other's
    page.reload()
    asked: list[dict[str, bytes]] = []

    def keep(route: Route) -> None:
        asked.append(fields(route.request))
        route.fulfill(status=507, json={"error": {"code": "disk-full", "message": "the disk is full", "where": ""}})

    page.route("**/api/v1/evidence", keep)

    def evidence_is_red() -> bool:
        page.get_by_role("button", name="Keep as evidence").click()
        text_of(page, "evidence", "The disk is full")
        with Image.open(io.BytesIO(asked.pop()["image"])) as sent:
            red, _, blue = sent.convert("RGB").getpixel((9, 9))  # type: ignore[misc]
        return bool(red > blue)

    assert evidence_is_red()
    # What the other window stores last is none of this one's.
    chip(other, 13).click()
    other.get_by_role("button", name="The winning tile").click()
    page.reload()
    text_of(page, "tiles", "14 tiles")
    assert page.locator("#photo image").count() == 1
    assert evidence_is_red()


@pytest.fixture(scope="module")
def modules(browser: Browser, server: Server) -> Iterator[Page]:
    """A page for all tests that only call its modules."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    yield page
    context.close()


NUMBERED = """async () => {
  const names = ["rack", "from-photo", "to-check"];
  const modules = await Promise.all(names.map((name) => import(`/page/js/rack/${name}.js`)));
  const rack = Object.assign({}, ...modules);
  const at = (left) => [[left, 0], [left + 9, 0], [left + 9, 9], [left, 9]];
  const tile = (left) => (
    { label: "1B", sure: true, alternatives: [], row: 0, quad: at(left), box: rack.boxOf(at(left)) });
  const read = rack.fromScan({ tiles: [tile(0), tile(10), tile(20)], exposures: [], aside: [1] });
  const [first, aside, last] = read;
  const issues = [{ code: "odd-size", tiles: [1] }, { code: "exposures-unclear", tiles: [2] }];
  const scan = { issues };
  const codes = (tiles) => rack.openIssues({ scan, tiles, laid: false, looked: [] }).map((one) => one.code);
  const takenIn = rack.takeIn([first, last], aside); // has the id 4
  const missed = rack.addMissed([first], "2B", at(40)); // has the id 2, which is the number of the one aside
  const unclear = (tiles) => rack.doubtful(tiles, scan, false).map((one) => one.label);
  return { takenIn: codes(takenIn), missed: codes([...missed.slice(0, 1), { ...missed[1], said: false }]),
    unclear: unclear(rack.addMissed([first, aside], "3B", at(40))),
    ids: rack.beside(takenIn, [{ id: 1 }, { id: 4 }]).map((one) => one.id) };
}"""
"""Return the open issues of tiles taken in or added by hand, and the ids of tiles laid beside others."""


def test_a_tile_that_was_added_is_none_of_the_readings(modules: Page) -> None:
    """A number in the reading keeps meaning the reading's tile, even if an added tile has this number as its id."""
    assert modules.evaluate(NUMBERED) == {
        "takenIn": ["odd-size", "exposures-unclear"],
        "missed": ["exposures-unclear"],
        "unclear": [],
        "ids": [1, 3, 4, 5, 6],
    }


EXPOSED_BY = """async ([rules, labels]) => {
  const rack = await import("/page/js/rack/rack.js");
  const claim = await import("/page/js/shared/claim.js");
  const { rulesets } = await (await fetch("/api/v1/rulesets")).json();
  const tiles = labels.map((label, at) => ({ id: at + 1, label, group: 1, row: 0 }));
  return rack.exposureFault(tiles, 1, claim.exposureRules({ card: null, cards: [], ruleset: rules, rulesets }));
}"""


@pytest.mark.parametrize(
    ("rules", "labels", "fault"),
    [
        ("modern-american", "JJJ", None),
        ("nmjl-1976", "JJJ", "allJokers"),
        ("set-manual", "JJJJ", "allJokers"),
        ("hoyle-league", "NNN", "tooSmall"),
        ("hoyle-league", "NNNJ", None),
        ("modern-american", "NN", "tooSmall"),
        ("modern-american", "NNE", "unlike"),
    ],
)
def test_exposures_are_faulty_by_the_rules_in_use(modules: Page, rules: str, labels: str, fault: str | None) -> None:
    """Modern rules allow an exposure of jokers alone; the League of four asks for four tiles in it."""
    assert modules.evaluate(EXPOSED_BY, [rules, list(labels)]) == fault


def test_evidence_keeps_open_tiles_open(page: Page) -> None:
    """Evidence keeps named tiles named, removed tiles removed and the other uncertain tiles open."""
    scan = photographed([*RACK, "9B"], exposures=EXPOSED)
    for at in (8, 9):
        scan["tiles"][at] |= {"sure": False, "confidence": 0.5, "alternatives": [["9C", 0.4]]}  # type: ignore[index]
    show(page, scan)
    text_of(page, "verdict", "Not mah jongg")
    chip(page, 9).click()
    page.locator('#tile-dialog .key[data-label="4C"]').click()
    chip(page, 15).click()
    page.get_by_role("button", name="Not a tile: remove").click()
    assert "kept as open" in text_of(page, "evidence", "Keep as evidence")
    claim = claimed(page)
    assert (claim.rack, dict(claim.corrections)) == (None, {9: "4C", 15: "NONE"})
    assert claim.exposures is None, "how the tiles lie is still the photo's to say"


def test_evidence_with_an_open_tile_says_how_the_tiles_lie_and_which_won(page: Page) -> None:
    """Beside the open tiles the evidence keeps the exposures that the player has laid, and the winning tile."""
    scan = photographed(RACK, exposures=EXPOSED)
    scan["tiles"][0] |= {"sure": False, "alternatives": [["J", 0.1]]}  # type: ignore[index]  # it wins either way
    show(page, scan)
    chip(page, 5).click()
    page.get_by_role("button", name="Take the second exposure apart").click()
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    choose(page, "Who won?", "Player 1")
    choose(page, "How?", "Self-picked")
    claim = claimed(page)
    assert (claim.rack, claim.exposures) == (None, ((1, 2, 3, 4),))
    assert claim.facts.winning_tile is not None
    assert claim.facts.winning_tile.code == "4C"


def test_evidence_says_what_the_table_pays_more_for(page: Page, server: Server) -> None:
    """The evidence of a win in a game of the book names East and the wall game before, as the payments count them."""
    decided = {"payment.east": 2, "table.after_wall": 2}
    told = {"id": "walls-pay", "title": "Walls pay", "parent": "nmjl-1976", "decided": decided}
    assert page.request.put(f"{server.address}api/v1/tables/walls-pay", data={"table": told}).ok
    game = begin(server, ruleset="walls-pay")
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 0})
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    show(page, photographed(RACK, exposures=EXPOSED))
    ann_won(page)
    text_of(page, "money", "x 2 after a wall game")
    facts = claimed(page).facts
    assert (facts.east, facts.after_wall, facts.last_wall) == ("Bea", True, False), "East has passed on"


def test_evidence_says_who_is_dead_and_what_was_lost(page: Page, server: Server) -> None:
    """The evidence of a win in a game of the book names dead hands and balances: by them a tournament and a pie pay."""
    told = {"id": "a-pie", "title": "A pie", "parent": "nmjl-1976", "decided": {"table.pie": 50}}
    assert page.request.put(f"{server.address}api/v1/tables/a-pie", data={"table": told}).ok
    game = begin(server, ruleset="a-pie")
    first = {"winner": "Ann", "won_by": "self-pick", "value": 20}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": first, "based_on": 0})
    error = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Dee", "exposed": True, "threw_in": []}
    post(server, f"games/{game}/entries", {"kind": "penalty", "outcome": error, "based_on": 1})
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    show(page, photographed(RACK, exposures=EXPOSED))
    ann_won(page)
    money = text_of(page, "money", "10 is all that is left of the pie")
    assert "a dead hand pays like the others" in money, "as the book counts it"
    facts = claimed(page).facts
    assert (facts.dead, facts.balances) == (("Dee",), {"Ann": 120, "Bea": -40, "Cat": -40, "Dee": -40})


def claimed(page: Page) -> PhotoClaim:
    """Tap Keep as evidence, and return the claim that the page sends."""
    asked: list[dict[str, bytes]] = []

    def keep(route: Route) -> None:
        asked.append(fields(route.request))
        route.fulfill(status=503, json={"error": {"code": "busy", "message": "later", "where": "scan"}})

    page.route("**/api/v1/evidence*", keep)
    with page.expect_response("**/api/v1/evidence*"):
        page.get_by_role("button", name="Keep as evidence").click()
    return read_claim(json.loads(asked[0]["claim"]))


STANDING = """async (codes) => {
  const { isWeighed } = await import("/page/js/rack/to-check.js");
  return codes.filter((code) => isWeighed({ code }, { verdict: { win: false }, looked: [], scan: null }));
}"""
"""Return the codes of issues that ask nothing more beside a verdict that stands."""


def test_page_and_terminal_ask_the_same_beside_a_verdict(modules: Page) -> None:
    """An issue that a verdict has weighed is folded away on the page, and left out in the terminal."""
    others = {"cut-off", "blurred", "strange-set", "too-many-tiles", "odd-size"}
    assert set(modules.evaluate(STANDING, sorted(WEIGHED | others))) == WEIGHED
