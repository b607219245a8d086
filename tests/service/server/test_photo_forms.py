"""Test photo forms: the error for a wrong one says what is wrong, and the limit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.server.routes.photo_form import LONGEST_FIELD, MOST_FIELDS
from service.shared.settings import Settings

EDGE = "edge"
KIND = {"content-type": f"multipart/form-data; boundary={EDGE}"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The application; no test changes it."""
    with TestClient(create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), host_names="testserver"))) as found:
        yield found


def _part(name: str, value: str, *, file: bool = False) -> str:
    named = f'form-data; name="{name}"' + ('; filename="a.jpg"' if file else "")
    return f"--{EDGE}\r\nContent-Disposition: {named}\r\n\r\n{value}\r\n"


IMAGE = _part("image", "x", file=True)
FORMS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "two images": (IMAGE * 2, "image", ("one file", "image")),
    "two files": (IMAGE + _part("other", "x", file=True), "image", ("one file", "image")),
    "an image and a text of its name": (IMAGE + _part("image", "x"), "image", ("one file", "image")),
    "five thousand fields": ("".join(_part(f"f{at}", "x") for at in range(5000)), "form", (f"{MOST_FIELDS} fields",)),
    "a field too long": (IMAGE + _part("set", "x" * (LONGEST_FIELD + 1)), "set", (f"{LONGEST_FIELD:,} bytes",)),
    "no form": ("no parts", "form", ("multipart",)),
}


@pytest.mark.parametrize("path", ["scan", "live", "evidence"])
@pytest.mark.parametrize("kind", FORMS)
def test_a_form_that_cannot_be_taken_says_why(client: TestClient, kind: str, path: str) -> None:
    """The error gives the field and the limit that the form exceeds."""
    body, where, words = FORMS[kind]
    answer = client.post(f"/api/v1/{path}", content=body + f"--{EDGE}--\r\n", headers=KIND)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["where"]) == (400, "bad-request", where)
    for word in words:
        assert word in error["message"]
