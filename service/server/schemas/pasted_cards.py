"""Models of card drafts for `/openapi.json`, with examples."""

from __future__ import annotations

from pydantic import BaseModel, Field

from service.server.schemas.cards import CardForm

_SOURCE = "FFFF 2222 4444 88 (Any 1 Suit) X 25"
_LINE = {"text": "FFFF 2222a 4444a 88a x25", "source": _SOURCE, "row": 2, "sure": True}


class PastedText(BaseModel):
    """What somebody copied from a message, a page or a spreadsheet."""

    text: str = Field(examples=[f"2468\n{_SOURCE}"])


class PastedRemark(BaseModel):
    """One thing to know of a drafted line."""

    code: str = Field(examples=["suits-guessed"])
    message: str = Field(examples=["the colors were not said: they are a guess"])
    text: str = Field(examples=[""], description="the piece of the source it is about; empty for the whole line")
    look: bool = Field(examples=[True], description="whether a person should look at it before the line is used")


class PastedLine(BaseModel):
    """One line as it was understood, in the card's language."""

    text: str = Field(examples=["FFFF 2222a 4444a 88a x25"])
    source: str = Field(examples=[_SOURCE])
    row: int = Field(ge=1, examples=[2])
    sure: bool = Field(examples=[True], description="nothing of it was guessed, nothing left out")
    remarks: list[PastedRemark] = Field(examples=[[]])
    strip: str | None = Field(None, examples=[None], description="the line on the photo, as a data URL")


class PastedSection(BaseModel):
    """Lines under one heading; the title is empty before the first."""

    title: str = Field(examples=["2468"])
    lines: list[PastedLine]


class PastedRow(BaseModel):
    """A row that is neither a line nor a heading."""

    row: int = Field(ge=1)
    text: str


class PastedCard(BaseModel):
    """A draft of a card; nothing of the text is lost."""

    title: str = Field(examples=["Our card"])
    sections: list[PastedSection] = Field(examples=[[{"title": "2468", "lines": [{**_LINE, "remarks": []}]}]])
    left: list[PastedRow] = Field(examples=[[]], description="rows that were not understood, as they were")
    unread: int = Field(0, ge=0, examples=[0], description="from this row on nothing was read; 0: all was")
    lines: int = Field(ge=0, examples=[1])
    look: int = Field(ge=0, examples=[0], description="how many lines a person should look at")
    form: CardForm | None = Field(None, examples=[None], description="the whole card, where the text is a card file")
