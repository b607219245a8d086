"""Test cards over HTTP: check, keep, change, rename, copy and remove them, and never lose an update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rules.card.card_form import rename
from service.server.app import create_app
from service.server.schemas.cards import CardList
from service.shared.settings import Settings

TEXT = """# our own card
id = "our-club"
title = "Our club"
ruleset = "modern-american"

[[section]]
title = "Kongs"
lines = ["FF 1111a 2222a 3333a (run) x25", "FF 2222a 4444b 6666c x25"]
"""
BROKEN = TEXT.replace("4444b", "444b")


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application, in this process."""
    with TestClient(create_app(chosen)) as found:
        yield found


def put(client: TestClient, text: str, name: str = "our-club", **headers: str) -> Any:  # noqa: ANN401 - an httpx response
    """Send the text of a card by PUT."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return client.put(f"/api/v1/cards/{name}", content=text, headers={"content-type": "text/plain", **named})


def test_a_draft_is_checked_line_by_line(client: TestClient) -> None:
    """A draft is answered with its faults, and with the words and an example for each correct line."""
    report = client.post("/api/v1/cards/check", json={"text": BROKEN}).json()
    (fault,) = report["faults"]
    assert (fault["code"], fault["line"], fault["column"], fault["section"], fault["hand"]) == (
        "wrong-tile-count",
        8,
        45,
        0,
        "2",
    )
    mend = fault["mend"]
    row = BROKEN.splitlines()[mend["line"] - 1]
    mended = row[: mend["column"] - 1] + mend["text"] + row[mend["column"] - 1 + mend["length"] :]
    assert "FF 2222a 4444b 6666c x25" in mended
    (hand,) = report["hands"]
    assert (hand["number"], hand["concrete"], hand["suits"]) == ("1", 21, "any 1 suit")
    assert "numbers in a row" in hand["words"]
    assert sum(len(group["tiles"]) for group in hand["example"]) == 14


def test_another_example_is_drawn(client: TestClient) -> None:
    """A hand can show one example after another, and each makes the hand."""
    drawn = []
    for another in range(6):
        report = client.post("/api/v1/cards/check", json={"text": TEXT, "another": another}).json()
        drawn.append([tile for group in report["hands"][0]["example"] for tile in group["tiles"]])
        checked = {"text": TEXT, "rack": " ".join(drawn[-1]), "line": 0}
        assert client.post("/api/v1/cards/try", json=checked).json()["win"] is True
    assert len({" ".join(tiles) for tiles in drawn}) > 3


def test_a_form_and_a_text_are_the_same_card(client: TestClient) -> None:
    """A kept card's form, sent back unchanged, gives the same card."""
    kept = put(client, TEXT).json()
    assert kept["text"] == TEXT
    form = kept["form"]
    assert [line["text"] for line in form["sections"][0]["lines"]] == [
        "FF 1111a 2222a 3333a (run)",
        "FF 2222a 4444b 6666c",
    ]
    again = client.put("/api/v1/cards/our-club", json={"card": form}).json()
    assert again["lines"] == kept["lines"]
    assert again["form"] == form


def test_a_rack_is_tried_on_a_line_or_on_the_card(client: TestClient) -> None:
    """Broken lines do not keep others from being tried; a broken line that is asked for answers with its fault."""
    asked = {"text": BROKEN, "rack": "FF 5555D 6666D 7777D"}
    assert client.post("/api/v1/cards/try", json=asked).json()["best"] == "1"
    assert client.post("/api/v1/cards/try", json={**asked, "line": 0}).json()["win"] is True
    refused = client.post("/api/v1/cards/try", json={**asked, "line": 1})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "wrong-tile-count")
    assert client.post("/api/v1/cards/try", json={**asked, "line": 2}).json()["error"]["code"] == "unknown-line"


def test_a_lost_update_is_refused(client: TestClient) -> None:
    """A change names the version it started from; if the card changed since, the answer is 412 and nothing is lost."""
    made = put(client, TEXT, If_None_Match="*")
    assert (made.status_code, made.headers["etag"]) == (201, f'"{made.json()["version"]}"')
    assert put(client, TEXT, If_None_Match="*").status_code == 412
    seen = client.get("/api/v1/cards/our-club").headers["etag"]
    first = put(client, TEXT.replace("x25", "x30"), If_Match=seen)
    assert first.status_code == 200
    late = put(client, TEXT.replace("x25", "x35"), If_Match=seen)
    assert (late.status_code, late.json()["error"]["code"]) == (412, "version-conflict")
    assert client.get("/api/v1/cards/our-club").json()["lines"][0]["value"] == 30
    assert client.delete("/api/v1/cards/our-club", headers={"If-Match": seen}).status_code == 412


def test_a_removed_card_comes_back(client: TestClient, chosen: Settings) -> None:
    """Deleting returns the text, and sending it back restores the card; a file of it remains too."""
    version = put(client, TEXT).json()["version"]
    removed = client.delete("/api/v1/cards/our-club")
    assert removed.json() == {"removed": "our-club", "text": TEXT}
    assert client.get("/api/v1/cards/our-club").status_code == 404
    assert (chosen.cards_dir / "removed" / f"our-club.{version}.toml").read_text("utf-8") == TEXT
    assert put(client, removed.json()["text"], If_None_Match="*").json()["version"] == version


def test_a_card_is_renamed_and_copied(client: TestClient) -> None:
    """A copy has another id and keeps the remarks; a renamed card exists only under the new id."""
    put(client, TEXT)
    copied = client.post("/api/v1/cards/our-club/copy", json={"id": "next-year", "title": "Next year"})
    assert (copied.status_code, copied.json()["title"], copied.json()["text"][:15]) == (
        201,
        "Next year",
        "# our own card\n",
    )
    renamed = client.post("/api/v1/cards/our-club/name", json={"id": "last-year"})
    assert renamed.json()["id"] == "last-year"
    ids = {card["id"] for card in client.get("/api/v1/cards").json()["cards"]}
    assert {"next-year", "last-year"} <= ids
    assert "our-club" not in ids
    taken = client.post("/api/v1/cards/last-year/name", json={"id": "next-year"})
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "card-exists")


@pytest.mark.parametrize("meanwhile", ["changed", "renamed"])
def test_a_card_that_is_renamed_meanwhile_is_there_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    """If another phone changes or renames a card during a rename, no version is lost."""
    assert put(client, TEXT).status_code == 201

    def renamed(text: str, **names: str | None) -> str:
        monkeypatch.undo()
        if meanwhile == "changed":
            assert put(client, TEXT + "# ours\n").status_code == 200
        else:
            assert client.post("/api/v1/cards/our-club/name", json={"id": "theirs"}).status_code == 200
        return rename(text, **names)

    monkeypatch.setattr("service.cards.card_changes.rename", renamed)
    answer = client.post("/api/v1/cards/our-club/name", json={"id": "mine"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (412, "version-conflict")
    kept = {one["id"] for one in client.get("/api/v1/cards").json()["cards"] if not one["shipped"]}
    assert kept == {"our-club" if meanwhile == "changed" else "theirs"}
    if meanwhile == "changed":
        assert client.get("/api/v1/cards/our-club").json()["text"].endswith("# ours\n")


def test_cards_that_ship_stay_as_they_are(client: TestClient) -> None:
    """A shipped card can be copied, but not changed or removed."""
    text = client.get("/api/v1/cards/practice").json()["text"]
    for answer in (put(client, text, "practice"), client.delete("/api/v1/cards/practice")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "shipped-card")
    assert client.post("/api/v1/cards/practice/copy", json={"id": "mine"}).status_code == 201


def test_a_card_with_a_fault_can_be_mended(client: TestClient, chosen: Settings) -> None:
    """A kept file with a fault is still answered with its text, form and version."""
    put(client, TEXT)
    (chosen.cards_dir / "our-club.toml").write_text(BROKEN, "utf-8")
    found = client.get("/api/v1/cards/our-club")
    assert (found.status_code, found.json()["error"]["code"]) == (200, "wrong-tile-count")
    assert found.json()["form"]["sections"][0]["lines"][1]["text"] == "FF 2222a 444b 6666c"
    assert put(client, TEXT, If_Match=found.headers["etag"]).status_code == 200


def test_a_list_with_a_faulty_card_is_as_described(client: TestClient, chosen: Settings) -> None:
    """Every card of the list has the fields that /openapi.json requires, one whose file has a fault too."""
    put(client, TEXT)
    (chosen.cards_dir / "our-club.toml").write_text(BROKEN, "utf-8")
    listed = CardList.model_validate(client.get("/api/v1/cards").json())
    (faulty,) = (card for card in listed.cards if card.error is not None)
    assert (faulty.id, faulty.source) == ("our-club", "")


def test_a_byte_order_mark_is_no_part_of_a_card(client: TestClient, chosen: Settings) -> None:
    """A card file that begins with the mark of some editors is shown and changed as any other."""
    chosen.cards_dir.mkdir(parents=True)
    (chosen.cards_dir / "our-club.toml").write_text(TEXT, "utf-8-sig")
    shown = client.get("/api/v1/cards/our-club").json()
    assert (shown["text"], shown["form"]["id"]) == (TEXT, "our-club")
    assert put(client, shown["text"], If_Match=f'"{shown["version"]}"').status_code == 200


def test_a_card_is_a_file(client: TestClient) -> None:
    """The downloaded file is the kept text, line ends included."""
    text = TEXT.replace("\n", "\r\n")
    put(client, text)
    file = client.get("/api/v1/cards/our-club/file")
    assert file.content == text.encode()
    assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''our-club.toml"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing-field"),
        ({"text": 7}, "missing-field"),
        ({"card": []}, "wrong-type"),
        ({"card": {"id": "a", "sections": [{"title": "S", "lines": [{"kind": "z"}]}]}}, "unknown-choice"),
        ({"card": {"id": "a", "colour": "red"}}, "unknown-field"),
        ({"text": TEXT, "another": -1}, "out-of-range"),
    ],
)
def test_requests_that_cannot_be_read(client: TestClient, body: dict[str, Any], code: str) -> None:
    """A malformed request is refused with its field; a card with faults is answered."""
    answer = client.post("/api/v1/cards/check", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
