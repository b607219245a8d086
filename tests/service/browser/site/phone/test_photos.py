"""Test photos on a phone that has stored the page: tiles, taught tile sets, printed cards."""

from __future__ import annotations

import base64
from pathlib import Path

from fastapi.testclient import TestClient

from service.server.app import create_app
from service.shared.networks import load_networks
from service.shared.settings import Settings
from tests.service.browser.site.phone.phone_page import EVIDENCE, GAME, PHOTO, Phone, ask, card_photo
from tests.service.browser.site.stored_phone import HOME, without_threads
from tests.service.page.jobs import API
from tests.service.page.phone import text_of
from vision import decode, read_rack

LESSON = f"""async (data) => {{
  const api = await {API};
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const photo = new Blob([bytes], {{ type: "image/jpeg" }});
  const {{ tiles }} = await api.proposeFaces("Club", photo, "rack.jpg");
  const named = await api.proposeFaces("Club", photo, "rack.jpg", tiles);
  const taught = await api.teachFaces("Club", photo, "rack.jpg", tiles);
  const corrected = await api.correctSet("Club", photo, [{{ ...tiles[0], label: "9B" }}], false);
  const scan = await api.scan(photo, "rack.jpg", "Club");
  const labels = scan.tiles.map((one) => one.label);
  return [tiles.length, named.tiles.length, taught.taught, corrected.kept, scan.set, labels];
}}"""
"""Teach a tile set the tiles of a photo as the program proposes them, and read the photo with it."""


def test_a_set_is_taught_and_all_is_kept_without_a_network(phone: Phone, tmp_path: Path) -> None:
    """Teaching, reading by the taught tile set, evidence and a full copy work offline; a server opens the copy."""
    photo, page = base64.b64encode(PHOTO.read_bytes()).decode(), phone.page
    phone.host.gone = True
    page.goto(HOME)
    page.locator("#views a").first.wait_for()
    found, named, taught, kept, used, labels = page.evaluate(LESSON, photo)
    assert (found, named, taught, kept) == (14, 14, 14, False)
    assert (used["name"], used["used"]) == ("Club", True)
    assert labels == [tile.label for tile in read_rack(decode(PHOTO.read_bytes()), load_networks()).tiles]
    game = GAME | {"title": "Friday"}
    assert ask(page, "POST", "/api/v1/games", game)[0] == 201
    # The next page finds the taught tile set.
    page.goto(f"{HOME}#book")
    page.reload()
    assert "changes are in no copy yet" in text_of(page, "whole-copy", "Save a copy")
    with page.expect_download() as saving:
        page.locator('[data-key="copy-save"]').click()
    text_of(page, "whole-copy", "Saved as rackcheck-copy.json")
    assert page.get_by_text("in no copy yet").count() == 0
    # New entries count as not copied, and the page stops saying that the copy holds everything.
    assert ask(page, "POST", "/api/v1/games", game | {"title": "Saturday", "key": "0123456789ab2"})[0] == 201
    assert "Saved as" not in text_of(page, "whole-copy", "1 change is in no copy yet.")
    copy = saving.value.path().read_bytes()
    with TestClient(create_app(Settings(data_dir=tmp_path)), base_url="http://127.0.0.1") as server:
        headers = {"Content-Type": "application/json"}
        brought = server.post("/api/v1/copy", content=copy, headers=headers).json()
        assert [(one["what"], one["name"]) for one in brought["added"]] == [("set", "Club"), ("game", "Friday")]
        (entry,) = brought["added"][1:]
        assert entry["entries"] == 0
        read = server.post("/api/v1/scan", files={"image": PHOTO.read_bytes()}, data={"set": "Club"}).json()
        assert read["set"]["used"] is True
        back = tmp_path / "back.json"
        back.write_bytes(server.get("/api/v1/copy").content)
    page.set_input_files("#copy-open", str(back))
    assert "Nothing in it is new here" in text_of(page, "whole-copy", "Nothing in it")
    bundle = tmp_path / "evidence.zip"
    bundle.write_bytes(base64.b64decode(page.evaluate(EVIDENCE, photo)))
    page.goto(f"{HOME}#disputes")
    page.set_input_files("#evidence-open", str(bundle))
    assert "the photo reads the same" in text_of(page, "open-evidence", "It still stands").lower()
    bundle.write_bytes(b"tea")
    page.set_input_files("#evidence-open", str(bundle))
    text_of(page, "open-evidence", "no zip file as Rackcheck writes it")
    assert all("ERR_" in one for one in phone.faults), phone.faults


def test_a_printed_card_is_photographed(phone: Phone) -> None:
    """The first photo of a card fetches the text recognition; the second one is read without a network."""
    page = phone.page
    without_threads(page)
    page.goto(HOME)
    page.get_by_role("link", name="Cards", exact=True).click()
    page.set_input_files("#card-photo", card_photo())
    text_of(page, "paste-dialog", "14 lines")
    assert phone.faults == []
    phone.host.gone = True
    page.get_by_role("button", name="Use these 14 lines").click()
    page.locator("#card-editor .printed-line").first.wait_for()
    page.get_by_role("button", name="All cards").click()
    page.set_input_files("#card-photo", card_photo())
    # What was said of the first photo still stands in the dialog, for screen readers.
    page.get_by_role("button", name="Use these 14 lines").wait_for()


LOSE_WORKER = """if (!window.name) {
  window.name = "lost once";
  const Whole = Blob;
  window.Blob = class extends Whole {
    constructor([text, ...more], kind) {
      super([String(text).replace("local/worker.js", "local/none.js"), ...more], kind);
    }
  };
}"""
"""Let the script of the first worker not load, once."""


def test_a_question_is_answered_where_the_worker_did_not_load(phone: Phone) -> None:
    """Where the worker's script did not load, a photo is refused with what to do, and the next try works."""
    page = phone.page
    page.add_init_script(LOSE_WORKER)
    page.goto(HOME)
    text_of(page, "local", "could not be loaded")
    page.set_input_files("#pick-choose", str(PHOTO))
    text_of(page, "photo", "Open the page again")
    with page.expect_navigation():
        page.get_by_role("button", name="Try again").click()
    page.set_input_files("#pick-choose", str(PHOTO))
    page.locator("#tiles .chip").first.wait_for()
