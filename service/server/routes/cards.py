"""The routes of cards and of a table's own rules: list, show, draft, check, store, change, share and remove."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response

from service.cards import card_changes, card_lists, table_card, table_rules
from service.cards.card_questions import check_draft, expected_version, new_names, pasted_draft, try_draft
from service.cards.photographed.native_print import read_card_photo
from service.server.routes.dependencies import CardTextOf, JsonBody, LibraryOf, ScansOf, TableTextOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies
from service.server.schemas import cards as schemas
from service.server.transport.error_answers import JsonAnswer

cards_routes = APIRouter(prefix="/api/v1/cards", responses=bodies.errors(404, 415, 422))
tables_routes = APIRouter(prefix="/api/v1", responses=bodies.errors(404, 415, 422))

IfMatch = Annotated[str | None, Header(description="the version that is to be changed, as the ETag named it")]
IfNoneMatch = Annotated[str | None, Header(description="`*`: only where there is no such card yet")]


@cards_routes.get("", response_model=schemas.CardList)
def cards(library: LibraryOf) -> JsonAnswer:
    """List the cards, and say which one `rackcheck use` keeps for this table."""
    return JsonAnswer(card_lists.CardList(card_lists.card_list(library), table_card.known_card(library)))


@cards_routes.post(
    "", status_code=201, response_model=schemas.CardDocument, openapi_extra=bodies.CARD, responses=bodies.errors(409)
)
def add_card(text: CardTextOf, library: LibraryOf) -> JsonAnswer:
    """Check the text of a card and keep it under its own id; a bad one is answered with line and column."""
    return kept_answer(card_changes.add_card(text, library), 201)


@cards_routes.post("/check", response_model=schemas.CardReport, openapi_extra=bodies.json_body(schemas.CardDraft))
def check(question: JsonBody, library: LibraryOf) -> JsonAnswer:
    """Check a card while it is written: every fault with its place and a mend, every hand in words and drawn."""
    return JsonAnswer(check_draft(question, library))


@cards_routes.post("/try", response_model=schemas.TriedRack, openapi_extra=bodies.json_body(schemas.RackTrial))
def try_rack(question: JsonBody, library: LibraryOf) -> JsonAnswer:
    """Judge a rack on a card while it is written, or on one of its lines."""
    return JsonAnswer(try_draft(question, library))


@cards_routes.post("/draft", response_model=schemas.PastedCard, openapi_extra=bodies.json_body(schemas.PastedText))
def draft(text: CardTextOf) -> JsonAnswer:
    """Make a draft of a card from pasted text: lines as people type them, cells of a spreadsheet, a card file."""
    return JsonAnswer(pasted_draft(text))


@cards_routes.post(
    "/photo", response_model=schemas.PastedCard, openapi_extra=bodies.CARD_PHOTO, responses=bodies.errors(501)
)
async def photo(request: Request, scans: ScansOf) -> JsonAnswer:
    """Make a draft of a card from a photo of its print; 501 where the machine has no text recognition."""
    with scans.place() as place:
        data, name, _ = await photo_form(request)
        return JsonAnswer(await place.run(read_card_photo, data, name))


@cards_routes.get("/{card}", response_model=schemas.CardDocument)
def card(card: str, library: LibraryOf) -> JsonAnswer:
    """Show one card, hand by hand, with its text, its form and its version."""
    return kept_answer(card_changes.kept_card(card, library))


@cards_routes.get("/{card}/file", response_class=Response)
def export(card: str, library: LibraryOf) -> Response:
    """The card as a file, to keep or to give away."""
    kept = card_changes.kept_card(card, library)
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'{kept.id}.toml', safe='')}",
        "ETag": f'"{kept.version}"',
    }
    return Response(kept.text.encode("utf-8"), media_type="application/toml", headers=headers)


@cards_routes.put(
    "/{card}",
    response_model=schemas.CardDocument,
    openapi_extra=bodies.CARD,
    responses={**bodies.begun(schemas.CardDocument), **bodies.errors(409, 412)},
)
def put_card(
    card: str, text: CardTextOf, library: LibraryOf, if_match: IfMatch = None, if_none_match: IfNoneMatch = None
) -> JsonAnswer:
    """Keep a card under this id, new or in place of the version that `If-Match` names; 412 where that is another."""
    kept, new = card_changes.put_card(card, text, library, expected_version(if_match, if_none_match))
    return kept_answer(kept, 201 if new else 200)


@cards_routes.delete("/{card}", response_model=schemas.RemovedCard, responses=bodies.errors(409, 412))
def remove_card(card: str, library: LibraryOf, if_match: IfMatch = None) -> JsonAnswer:
    """Remove an added card and answer its text: putting that back undoes it."""
    text = library.remove(card, expected_version(if_match, None))
    return JsonAnswer({"removed": card, "text": text})


@cards_routes.post(
    "/{card}/name",
    response_model=schemas.CardDocument,
    openapi_extra=bodies.CARD_NAME,
    responses=bodies.errors(409, 412),
)
def rename_card(card: str, question: JsonBody, library: LibraryOf, if_match: IfMatch = None) -> JsonAnswer:
    """Give an added card another id, another title, or both."""
    new, title = new_names(question, card)
    return kept_answer(card_changes.rename_card(card, new, title, library, expected_version(if_match, None)))


@cards_routes.post(
    "/{card}/copy",
    status_code=201,
    response_model=schemas.CardDocument,
    openapi_extra=bodies.CARD_COPY,
    responses=bodies.errors(409, 412),
)
def copy_card(card: str, question: JsonBody, library: LibraryOf) -> JsonAnswer:
    """Keep a card once more under another id, one that comes with the program too."""
    new, title = new_names(question, None)
    return kept_answer(card_changes.copy_card(card, new, title, library), 201)


def kept_answer(kept: card_changes.KeptCard | table_rules.KeptTable, status: int = 200) -> JsonAnswer:
    """Answer a card, or the rules of a table, with its version as the `ETag`."""
    return JsonAnswer(kept, status, {"ETag": f'"{kept.version}"'})


@tables_routes.get("/rulesets/{ruleset}/options", response_model=schemas.OptionList)
def options(ruleset: str, library: LibraryOf) -> JsonAnswer:
    """List what a table may decide under a rule set, as a person would say it."""
    return JsonAnswer(table_rules.options_of(ruleset, library))


@tables_routes.get("/tables", response_model=schemas.TableList)
def tables(library: LibraryOf) -> JsonAnswer:
    """List the tables whose rules are kept."""
    return JsonAnswer(table_rules.table_list(library))


@tables_routes.get("/tables/{table}", response_model=schemas.TableDocument)
def table(table: str, library: LibraryOf) -> JsonAnswer:
    """Show the rules of a table: what it decided, and every option as it stands."""
    return kept_answer(table_rules.kept_table(table, library))


@tables_routes.put(
    "/tables/{table}",
    response_model=schemas.TableDocument,
    openapi_extra=bodies.json_body(schemas.TableText),
    responses={**bodies.begun(schemas.TableDocument), **bodies.errors(409, 412)},
)
def put_table(
    table: str, text: TableTextOf, library: LibraryOf, if_match: IfMatch = None, if_none_match: IfNoneMatch = None
) -> JsonAnswer:
    """Keep the rules of a table under this id, new or in place of the version that `If-Match` names."""
    rules, new = library.put_table(table, text, expected_version(if_match, if_none_match))
    return kept_answer(table_rules.KeptTable(rules, text), 201 if new else 200)


@tables_routes.delete("/tables/{table}", response_model=schemas.RemovedTable, responses=bodies.errors(409, 412))
def remove_table(table: str, library: LibraryOf, if_match: IfMatch = None) -> JsonAnswer:
    """Remove the rules of a table and answer their text: putting that back undoes it."""
    text = library.remove_table(table, expected_version(if_match, None))
    return JsonAnswer({"removed": table, "text": text})
