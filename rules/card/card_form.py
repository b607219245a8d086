"""A card as a form that an editor shows and changes, and the text of its file.

The form keeps unreadable lines too, so that a draft loses nothing. `parse_form` and `CardForm.to_toml` are inverse
except for the file's blanks and the places of its comments, which all come to its head.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.card.card import card_argument
from rules.card.card_file import LARGEST_FILE, read_draft
from rules.card.line.cursor import PatternError
from rules.card.line.groups import parse_group
from rules.errors import CardError
from rules.input.strict_fields import StrictFields
from rules.input.toml_comments import STRING, comment_rows, comments_of

_WORTH: Final = re.compile(r"(?<!\S)(?P<kind>[xXcC])(?P<value>[0-9]{1,6})(?!\S)")
_HAND: Final = re.compile(r"\([^)]*\)?|\S+")


@dataclass(frozen=True, slots=True)
class LineForm:
    """A line in its parts: ``title: text kind value notes``, each as it is written.

    ``text`` holds the groups, with -or- between alternatives, and the rules in brackets. ``kind`` is ``x`` or ``c``;
    it and ``value`` are None where the line has no value yet. ``notes`` is the text behind the value.
    """

    title: str
    text: str
    kind: str | None
    value: int | None
    notes: str = ""

    @classmethod
    def of(cls, line: str) -> LineForm:
        """Take a line apart, whether or not it is a hand, and make blanks single."""
        title, colon, rest = line.partition(":")
        if not colon:
            title, rest = "", line
        found = list(_WORTH.finditer(rest))
        if not found:
            return cls(_single(title), _single(rest), None, None)
        worth = found[-1]
        return cls(
            _single(title),
            _single(rest[: worth.start()]),
            worth["kind"].lower(),
            int(worth["value"]),
            _single(rest[worth.end() :]),
        )

    def __str__(self) -> str:
        """Return the line as a card file has it."""
        worth = f"{self.kind or 'x'}{self.value}" if self.value is not None else ""
        parts = (f"{self.title}:" if self.title or ":" in self.text else "", self.text, worth, self.notes)
        return " ".join(part for part in parts if part)

    def to_json(self) -> dict[str, Any]:
        """Return its fields, the whole ``line``, and ``groups``: each alternative's words with their colours."""
        return {
            "title": self.title,
            "text": self.text,
            "kind": self.kind,
            "value": self.value,
            "notes": self.notes,
            "line": str(self),
            "groups": [_coloured(part) for part in self.text.split("-or-")],
        }


def _coloured(text: str) -> list[dict[str, Any]]:
    """Return the words of a hand; ``suit`` is the letter of the colour, None for a word that is no group."""
    found = []
    for word in _HAND.findall(text):
        if word.startswith("("):
            continue
        try:
            group = parse_group(word)
        except PatternError:
            found.append({"text": word, "faces": word, "suit": None, "natural": False})
            continue
        faces = "".join(map(str, group.faces))
        found.append({"text": word, "faces": faces, "suit": group.suit or None, "natural": group.natural_only})
    return found


@dataclass(frozen=True, slots=True)
class SectionForm:
    """A section: its title, where the source prints it, and its lines."""

    title: str
    lines: tuple[LineForm, ...]
    place: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return its fields."""
        return {"title": self.title, "place": self.place, "lines": [line.to_json() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class CardForm:
    """A card as people see it: head and sections; texts of the head that the file lacks are blank.

    ``comments`` are the file's comments, each in a row.
    """

    id: str
    title: str
    sections: tuple[SectionForm, ...]
    source: str = ""
    ruleset: str = ""
    flowers: str = ""
    comments: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return its fields; `read_form` reads them back."""
        return {
            "id": self.id,
            "title": self.title,
            "source": self.source,
            "ruleset": self.ruleset,
            "flowers": self.flowers,
            "comments": self.comments,
            "sections": [section.to_json() for section in self.sections],
        }

    def to_toml(self) -> str:
        """Return the text of the card's file."""
        head = {"id": self.id, "title": self.title, "source": self.source, "ruleset": self.ruleset}
        head["flowers"] = self.flowers
        rows = comment_rows(self.comments)
        rows += [f"{key} = {_quoted(value)}" for key, value in head.items() if value or key in {"id", "title"}]
        for section in self.sections:
            rows += ["", "[[section]]", f"title = {_quoted(section.title)}"]
            rows += [f"place = {_quoted(section.place)}"] if section.place else []
            rows += ["lines = [", *(f"    {_quoted(str(line))}," for line in section.lines), "]"]
        return "\n".join(rows) + "\n"


def parse_form(text: str) -> CardForm:
    """Return the form of a card file, whether or not its lines are hands.

    Raises `CardError`: ``bad-toml`` for a text that is no TOML, ``too-long``, ``wrong-type`` for sections that are no
    tables.
    """
    draft = read_draft(text) if len(text) <= LARGEST_FILE else None
    try:
        document = tomllib.loads(text if draft is None else draft.text)
        return replace(_form(document), comments=comments_of(text if draft is None else draft.text))
    except (ValueError, RecursionError) as error:
        faults = [] if draft is None else draft.faults
        if faults:
            raise faults[0].error("card") from error
        raise CardError("bad-toml", "this is no card file", file="card") from error


def rename(text: str, *, id: str | None = None, title: str | None = None) -> str:  # noqa: A002 - the field's name
    """Return the text of a card file with another id or title; keep everything else, comments too.

    Raises `CardError` where the file has no such field.
    """
    for key, value in (("id", id), ("title", title)):
        if value is None:
            continue
        field = re.compile(rf"^([ \t]*[\"']?{key}[\"']?[ \t]*=[ \t]*)(?:{STRING})", re.MULTILINE)
        head = re.search(r"^[ \t]*\[\[", text, re.MULTILINE)
        found = field.search(text, 0, head.start() if head else len(text))
        if found is None:
            raise CardError("missing-field", f"the field {key} is missing", file="card")
        text = f"{text[: found.start()]}{found[1]}{_quoted(value)}{text[found.end() :]}"
    return text


def _form(document: dict[str, Any]) -> CardForm:
    texts = {key: value for key, value in document.items() if isinstance(value, str)}
    sections = document.get("section", [])
    if not isinstance(sections, list) or not all(isinstance(table, dict) for table in sections):
        raise CardError("wrong-type", "a card has one or more tables [[section]]", file="card")
    made = []
    for table in sections:
        lines = table.get("lines", [])
        found = [LineForm.of(line) for line in lines if isinstance(line, str)] if isinstance(lines, list) else []
        title, place = (value if isinstance(value := table.get(key, ""), str) else "" for key in ("title", "place"))
        made.append(SectionForm(_single(title), tuple(found), _single(place)))
    head = {key: _single(texts.get(key, "")) for key in ("id", "title", "source", "ruleset", "flowers")}
    return CardForm(sections=tuple(made), **head)


def read_form(value: object, where: str = "card") -> CardForm:
    """Read a form from its JSON value.

    A line may also be one text, or give its whole text as ``line`` alone; the reader ignores ``groups``.
    Raises `CardError` (``missing-field``, ``wrong-type``, ``unknown-field``) naming the field at fault.
    """
    fields = StrictFields.of(value, where, card_argument)
    form = CardForm(
        id=_text(fields, "id"),
        title=_text(fields, "title"),
        source=_text(fields, "source"),
        ruleset=_text(fields, "ruleset"),
        flowers=_text(fields, "flowers"),
        comments=fields.raw_text("comments") if fields.has("comments") else "",
        sections=tuple(map(_read_section, fields.optional_children("sections"))),
    )
    fields.done()
    return form


def _read_section(fields: StrictFields) -> SectionForm:
    lines = tuple(_read_line(one, fields.place(f"lines[{at}]")) for at, one in fields.items("lines"))
    section = SectionForm(_text(fields, "title"), lines, _text(fields, "place"))
    fields.done()
    return section


def _read_line(value: object, where: str) -> LineForm:
    if isinstance(value, str):
        return LineForm.of(value)
    fields = StrictFields.of(value, where, card_argument)
    whole, title, text, notes = (_text(fields, key) for key in ("line", "title", "text", "notes"))
    kind = _text(fields, "kind").lower()
    number = fields.whole("value", least=0, most=999_999) if fields.has("value") else None
    fields.has("groups")
    fields.done()
    if kind not in ("", "x", "c"):
        fields.fail("kind", "must be x (may be exposed) or c (concealed)", "unknown-choice")
    if ":" in title:
        fields.fail("title", "holds a colon, which ends the title", "wrong-type")
    if whole and not text:
        return LineForm.of(whole)
    return LineForm(title, text, (kind or "x") if number is not None else None, number, notes)


def _text(fields: StrictFields, name: str) -> str:
    """Return a text with single blanks; blank where the field is missing or null."""
    return _single(fields.raw_text(name)) if fields.has(name) else ""


def _single(text: object) -> str:
    return " ".join(str(text).split())


def _quoted(text: str) -> str:
    """Return a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
