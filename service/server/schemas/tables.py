"""Models of the rules of a table for `/openapi.json`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from service.server.schemas.core import ErrorBody, with_examples


class ChoiceDocument(BaseModel):
    """One of several ways to play."""

    value: str
    said: str


class OptionDocument(BaseModel):
    """One thing that a table may decide."""

    key: str
    group: str
    kind: Literal["flag", "number", "choice"]
    say: str
    none: str
    said: str
    usual: str
    effect: str
    value: bool | int | str
    default: bool | int | str
    least: int | None
    most: int | None
    choices: list[ChoiceDocument]


class OptionList(BaseModel):
    """What a table may decide under a rule set."""

    ruleset: str
    title: str
    parent: str | None
    options: list[OptionDocument]


class TableEntry(BaseModel):
    """A table and the rule set that it plays by."""

    id: str
    title: str
    parent: str


class ListedTable(BaseModel):
    """One table as a list shows it."""

    id: str
    title: str
    parent: str | None
    version: str | None = Field(None, description="for If-Match; left out where its file cannot be read")
    error: ErrorBody | None = Field(None, description="what is wrong with its file; left out where nothing is")


class TableList(BaseModel):
    """The tables whose rules are kept."""

    tables: list[ListedTable]


class TableForm(TableEntry):
    """The rules of a table: its rule set, and what it decided otherwise, by the keys of the options."""

    decided: dict[str, bool | int | str] | None = {}


class TableDocument(TableForm):
    """The rules of a table as they are kept."""

    version: str
    text: str
    says_more: bool
    options: list[OptionDocument]


class TableText(BaseModel):
    """The rules of a table, or the text of a house's file."""

    model_config = with_examples(
        {
            "table": {
                "id": "our-table",
                "title": "Our table",
                "parent": "modern-american",
                "decided": {"payment.east": 2},
            }
        },
    )

    table: TableForm | None = None
    text: str | None = None


class RemovedTable(BaseModel):
    """What was removed; putting the text back undoes it."""

    removed: str
    text: str
