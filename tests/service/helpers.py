"""Racks, questions and pictures that several tests use."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from tests.vision.files import encoded

WIN: Final = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
"""Hand 24 of the 1976 card, worth 20."""

GAME: Final[dict[str, Any]] = {
    "id": "g1",
    "ruleset": "nmjl-1976",
    "players": ["Ann", "Bea", "Cat", "Dee"],
    "outcome": {"kind": "win", "winner": "Ann", "won_by": "discard", "discarder": "Bea", "value": 20},
}
"""Ann wins 20 on Bea's discard: Bea pays double."""

CARD: Final = """
id = "our-club"
title = "Our club"
source = "The club"
ruleset = "nmjl-1976"
[[section]]
title = "Kongs"
lines = ["Three kongs: 1111a 2222a 3333a FF x25"]
"""
"""A card that a club typed in."""


def jpeg(pixels: np.ndarray[Any, Any]) -> bytes:
    """Pixels (h, w, 3) uint8 BGR as a JPEG file."""
    return encoded(pixels, ".jpg")


def png(pixels: np.ndarray[Any, Any]) -> bytes:
    """Pixels (h, w, 3) uint8 BGR as a PNG file."""
    return encoded(pixels, ".png")


def table_cloth(height: int = 480, width: int = 640) -> np.ndarray[Any, Any]:
    """Return a picture without tiles: cloth with a little noise, (height, width, 3) uint8 BGR."""
    noise = np.random.default_rng(1976).integers(-6, 7, (height, width, 3))
    return (np.array([70, 110, 60]) + noise).astype(np.uint8)


class Answer(Protocol):
    """The part of an HTTP answer that tests use; the test client's own class depends on the installed library."""

    status_code: int

    @property
    def text(self) -> str:
        """The body as text."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, by name in any case."""

    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """The body as JSON."""


def error_of(answer: Answer, status: int) -> dict[str, Any]:
    """Return the error of an answer, which must have exactly the contract's form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert set(body) == {"error"}
    assert {"code", "message", "where"} <= set(body["error"])
    return body["error"]  # type: ignore[no-any-return]


def alter_book(file: Path, table: str, change: str) -> None:
    """Change rows of a table in a ledger's file around its triggers, as a bad disk does."""
    with closing(sqlite3.connect(file)) as book:
        book.execute(f"DROP TRIGGER {table}_no_update")
        book.execute(f"UPDATE {table} SET {change}")  # noqa: S608 - the test wrote it
        book.commit()
