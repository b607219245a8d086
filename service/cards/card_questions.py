"""Read questions about cards and tables, in the same way for the server and the browser edition."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from rules.card.card_form import CardForm, parse_form, read_form
from rules.card.pasted.pasted_card import PastedCard
from rules.card.pasted.read_pasted import read_pasted
from rules.claim import WinClaim
from rules.errors import CardError, ClaimError
from rules.hand import parse_rack
from rules.input.strict_fields import StrictFields
from rules.judging import try_rack
from rules.matching.lint.check import USUAL_RULES, lint_card
from rules.rulings.house_options import read_table
from rules.verdict import Verdict
from service.cards.card_folder import CardFolder
from service.cards.card_lists import CheckedDraft
from service.shared.errors import ServiceError
from service.shared.json_body import is_json, read_object
from service.shared.json_text import JsonObject


def read_card_text(body: bytes, kind: str) -> str:
    """Read the text of a card: the body itself, or the field `text` or `card` of a JSON object.

    Args:
        body: the body of the request.
        kind: its `Content-Type`.

    Raises:
        ServiceError, CardError: as `text_of_card`; `bad-json`.
        UnicodeDecodeError: for a body that is no UTF-8 text.
    """
    return text_of_card(read_object(body, kind)) if is_json(kind) else body.decode("utf-8-sig")


def read_table_text(body: bytes, kind: str) -> str:
    """Read the rules of a table: a text, or the field `text` or `table` of a JSON object.

    Args:
        body: the body of the request.
        kind: its `Content-Type`.

    Raises:
        ServiceError, RulesError: `missing-field`; for malformed rules.
        UnicodeDecodeError: for a body that is no UTF-8 text.
    """
    if not is_json(kind):
        return body.decode("utf-8-sig")
    question = read_object(body, kind)
    if question.get("table") is not None:
        return read_table(question["table"]).to_toml()
    return _text(question, "give the table's rules, or their text", "table")


def text_of_card(question: JsonObject) -> str:
    """Return the card text of a question: its field `text`, or the text of the form in `card`.

    Raises:
        ServiceError: `missing-field` without either.
        CardError: for a malformed form.
    """
    if question.get("card") is not None:
        return read_form(question["card"], "card").to_toml()
    return _text(question, "give the text of a card, or its form as card", "text")


def _text(question: JsonObject, hint: str, where: str) -> str:
    text = question.get("text")
    if not isinstance(text, str):
        raise ServiceError("missing-field", hint, where)
    return text.removeprefix("\ufeff")


def check_draft(question: JsonObject, library: CardFolder) -> CheckedDraft:
    """Check an unfinished card; raises as `text_of_card`."""
    text = text_of_card(question)
    fields = StrictFields.of(question, "", ClaimError)
    another = fields.whole("another", least=0) if fields.has("another") else 0
    return CheckedDraft(text, lint_card(text, rulesets=library.rulesets(), load=library.ruleset, another=another))


def try_draft(question: JsonObject, library: CardFolder) -> Verdict:
    """Judge a rack by an unfinished card, or by one of its lines.

    Raises:
        RulesError, ServiceError: for a malformed rack, rule set or card.
    """
    fields = StrictFields.of(question, "", ClaimError)
    rack = parse_rack(fields.text("rack", "give the rack as text"))
    ruleset = fields.optional_text("ruleset")
    line = fields.whole("line", least=0) if fields.has("line") else None
    for name in ("card", "text"):
        fields.has(name)
    fields.done()
    text = text_of_card(question)
    if ruleset is None:
        named = parse_form(text).ruleset
        ruleset = named if named in library.rulesets() else USUAL_RULES
    return try_rack(WinClaim(rack), text, library.ruleset(ruleset), line)


def new_names(question: JsonObject, old: str | None) -> tuple[str, str | None]:
    """Return the new id and title of a card; `old` is its present id if it may keep that, else None.

    Raises:
        ServiceError: `missing-field`.
    """
    fields = StrictFields.of(question, "", ClaimError)
    new, title = fields.optional_text("id"), fields.optional_text("title")
    fields.done()
    if new is None and (old is None or title is None):
        raise ServiceError("missing-field", "give the new id", "id")
    return new or old or "", title


def expected_version(if_match: str | None, if_none_match: str | None) -> str | None:
    """Return the version that a change replaces: empty for a new card, `*` for any, None without a header.

    Args:
        if_match: the request's `If-Match` header.
        if_none_match: the request's `If-None-Match` header.

    Raises:
        ServiceError: `bad-field`.
    """
    if if_none_match is not None:
        if if_none_match.strip() != "*":
            raise ServiceError("bad-field", "only * is understood here", "If-None-Match")
        return ""
    if if_match is None:
        return None
    return if_match.strip().removeprefix("W/").strip('"')


@dataclass(frozen=True, slots=True)
class PastedDraft:
    """The draft of a pasted text; `form` is None unless the text is a card file."""

    card: PastedCard
    form: CardForm | None

    def to_json(self) -> JsonObject:
        """Return the contract's draft, with the form."""
        return {**self.card.to_json(), **({} if self.form is None else {"form": self.form.to_json()})}


def pasted_draft(text: str) -> PastedDraft:
    """Make the draft of a pasted text."""
    card, form = read_pasted(text), None
    if "[[section]]" in text:
        with suppress(CardError):
            form = parse_form(text)
    return PastedDraft(card, form)
