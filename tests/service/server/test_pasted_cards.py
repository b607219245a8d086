"""Test card drafts over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.shared.settings import Settings


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application, in this process."""
    with TestClient(create_app(chosen)) as found:
        yield found


def test_pasted_text_becomes_a_draft(client: TestClient) -> None:
    """Each pasted line becomes a line in the card's language, with hints on what to check."""
    text = "2468\nFFFF 2222 4444 88 (Any 1 Suit) X 25\nFF 2222 4444 6666 X 30\n"
    answer = client.post("/api/v1/cards/draft", json={"text": text})
    assert answer.status_code == 200
    found = answer.json()
    assert [section["title"] for section in found["sections"]] == ["2468"]
    lines = found["sections"][0]["lines"]
    assert [(line["text"], line["sure"]) for line in lines] == [
        ("FFFF 2222a 4444a 88a x25", True),
        ("FF 2222a 4444a 6666a x30", False),
    ]
    assert (found["lines"], found["look"]) == (2, 1)


def test_a_draft_needs_a_text(client: TestClient) -> None:
    """A body without a text is refused with its field."""
    answer = client.post("/api/v1/cards/draft", json={})
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "text")
