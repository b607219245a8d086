"""Models of cards and of the rules of tables for `/openapi.json`: stored ones, drafts, checks while a person writes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from service.server.schemas.core import ErrorBody, OpenModel, with_examples

_TEXT = (
    'id = "our-club"\ntitle = "Our club"\nsource = "The club"\nruleset = "nmjl-1976"\n'
    '[[section]]\ntitle = "Kongs"\nlines = ["Three kongs: 1111a 2222a 3333a FF x25"]\n'
)
_PASTED = "FFFF 2222 4444 88 (Any 1 Suit) X 25"
_LINE = {"text": "FFFF 2222a 4444a 88a x25", "source": _PASTED, "row": 2, "sure": True}


class CardEntry(OpenModel):
    """One card as a list shows it."""

    id: str
    title: str
    source: str
    ruleset: str | None
    hands: int
    shipped: bool | None = Field(None, description="it comes with the program and cannot be changed; said in lists")
    version: str | None = Field(None, description="of an added card, for If-Match; said in lists")
    error: ErrorBody | None = Field(None, description="what is wrong with its file; left out where nothing is")


class TableCard(OpenModel):
    """What this installation's table plays by."""

    card: str | None = Field(description="null in a game without a card")
    ruleset: str | None = Field(description="null for the card's own")


class CardList(BaseModel):
    """The cards that can be named in a question."""

    cards: list[CardEntry]
    used: TableCard | None = Field(None, description="what `rackcheck use` keeps; null where nobody has said")


class LineForm(OpenModel):
    """A line in its parts; `line` is all of it, and `groups` are its words with their colours, for showing.

    In what is sent, null counts as left out.
    """

    title: str | None = ""
    text: str | None = Field("", description="the groups, with -or- between alternatives, and the rules in brackets")
    kind: Literal["x", "c"] | None = Field(None, description="x: may be exposed; c: concealed")
    value: int | None = None
    notes: str | None = Field("", description="what stands behind the value, such as sp or nojoker")
    line: str | None = None
    groups: list[list[dict[str, Any]]] | None = None


class SectionForm(OpenModel):
    """A section of a card."""

    title: str
    place: str | None = ""
    lines: list[LineForm | str]


class CardForm(OpenModel):
    """A card as an editor shows and changes it."""

    id: str
    title: str
    source: str | None = ""
    ruleset: str | None = ""
    flowers: str | None = Field("", description="wild: flowers stand for any tile, as jokers do")
    comments: str | None = Field("", description="the comments of its file, each in a row; they come to its head")
    sections: list[SectionForm]


class CardDocument(CardEntry):
    """A card as it is kept: its hands, its text, its form and its version."""

    lines: list[dict[str, Any]]
    shipped: bool = Field(description="it comes with the program and cannot be changed")
    version: str = Field(description="the same for the same text; the ETag")
    text: str
    form: CardForm | None


class CardText(BaseModel):
    """The text of a card file, or the card as a form."""

    model_config = with_examples({"text": _TEXT})

    text: str | None = None
    card: CardForm | None = None


class CardDraft(CardText):
    """A card that is being written."""

    model_config = with_examples({"text": _TEXT, "another": 1})

    another: int | None = Field(0, ge=0, le=1_000_000, description="draws other examples")


class MendDocument(BaseModel):
    """Replace so many characters by a text."""

    line: int
    column: int
    length: int
    text: str
    say: str
    start: int | None = Field(description="the place in the text of its line, from 0; null outside of lines")
    end: int | None = Field(description="the place behind it in the text of its line; null outside of lines")


class FaultDocument(BaseModel):
    """A fault of a card: where it stands, what is wrong, and what would put it right."""

    code: str
    message: str
    level: Literal["error", "warning", "note"]
    line: int
    column: int
    length: int
    section: int | None
    hand: str | None
    start: int | None = Field(description="the place in the text of its line, from 0; null outside of lines")
    mend: MendDocument | None


class HandReport(OpenModel):
    """One hand that reads: what it means."""

    index: int
    line: int
    section: int
    number: str
    title: str
    text: str
    value: int
    concealed_only: bool
    words: str
    suits: str
    concrete: int
    meant: int
    example: list[dict[str, Any]] | None


class CardReport(OpenModel):
    """A card as checked."""

    card: CardEntry | None
    faults: list[FaultDocument]
    hands: list[HandReport]
    text: str


class RackTrial(CardText):
    """A rack to try on a card that is being written."""

    model_config = with_examples({"text": _TEXT, "rack": "1111B 2222B 3333B FF"})

    rack: str
    line: int | None = Field(None, ge=0, le=1_000_000, description="on this line alone, counted from 0")
    ruleset: str | None = Field(None, description="the card's own where left out")


class TriedRack(OpenModel):
    """The verdict, as of `POST /api/v1/check`."""

    rack: dict[str, Any]
    card: str
    ruleset: str
    win: bool
    matches: list[dict[str, Any]] = Field(description="each with the `source` that prints the hand")
    best: str | None
    value: int | None
    reasons: list[str]
    near: list[dict[str, Any]]


class RemovedCard(BaseModel):
    """What was removed; putting the text back undoes it."""

    removed: str
    text: str


class PastedText(BaseModel):
    """What somebody copied from a message, a page or a spreadsheet."""

    text: str = Field(examples=[f"2468\n{_PASTED}"])


class PastedRemark(BaseModel):
    """One thing to know of a drafted line."""

    code: str = Field(examples=["suits-guessed"])
    message: str = Field(examples=["the colors were not said: they are a guess"])
    text: str = Field(examples=[""], description="the piece of the source it is about; empty for the whole line")
    look: bool = Field(examples=[True], description="whether a person should look at it before the line is used")


class PastedLine(BaseModel):
    """One line as it was understood, in the card's language."""

    text: str = Field(examples=["FFFF 2222a 4444a 88a x25"])
    source: str = Field(examples=[_PASTED])
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


class TableForm(BaseModel):
    """The rules of a table: its rule set, and what it decided otherwise, by the keys of the options."""

    id: str
    title: str
    parent: str
    decided: dict[str, bool | int | str] | None = {}
    comments: str | None = Field("", description="the comments of its file, each in a row; they come to its head")


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
        }
    )

    table: TableForm | None = None
    text: str | None = None


class RemovedTable(RemovedCard):
    """What was removed; putting the text back undoes it."""
