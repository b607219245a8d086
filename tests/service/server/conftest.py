"""The fixture that the HTTP tests share: the application in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.server.app import create_app
from service.shared.settings import Settings


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application, in this process."""
    with TestClient(create_app(chosen), raise_server_exceptions=False) as found:
        yield found
