"""The rules of a table as `/openapi.json` describes them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class OptionDocument(BaseModel):
    """One thing that a table may decide."""

    key: str
    group: str
    kind: Literal["flag", "number"]
    say: str
    said: str
    effect: str
    value: bool | int
    default: bool | int
    least: int | None
    most: int | None


class OptionList(BaseModel):
    """What a table may decide under a rule set."""

    ruleset: str
    title: str
    parent: str | None
    options: list[OptionDocument]


class TableEntry(BaseModel):
    """One table as a list shows it."""

    id: str
    title: str
    parent: str


class TableList(BaseModel):
    """The tables whose rules are kept."""

    tables: list[TableEntry]


class TableForm(TableEntry):
    """The rules of a table: its rule set, and what it decided otherwise, by the keys of the options."""

    decided: dict[str, bool | int] = {}


class TableDocument(TableForm):
    """The rules of a table as they are kept."""

    version: str
    text: str
    options: list[OptionDocument]


class TableText(BaseModel):
    """The rules of a table, or the text of a house's file."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "table": {
                        "id": "our-table",
                        "title": "Our table",
                        "parent": "modern-american",
                        "decided": {"payment.east": 2},
                    }
                }
            ]
        }
    )

    table: TableForm | None = None
    text: str | None = None


class RemovedTable(BaseModel):
    """What was removed; putting the text back undoes it."""

    removed: str
    text: str
