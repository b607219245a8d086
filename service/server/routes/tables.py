"""The routes of a table's own rules: the options, and the table's decisions."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from service.cards import table_rules
from service.cards.card_questions import expected_version
from service.server.routes.cards import IfMatch, IfNoneMatch, kept_answer
from service.server.routes.dependencies import LibraryOf, TableTextOf
from service.server.schemas import bodies
from service.server.schemas import tables as schemas
from service.server.transport.error_answers import JsonAnswer

tables_routes = APIRouter(prefix="/api/v1", default_response_class=JsonAnswer, responses=bodies.errors(404, 415, 422))


@tables_routes.get("/rulesets/{ruleset}/options", response_model=schemas.OptionList)
def options(ruleset: str, library: LibraryOf) -> JsonAnswer:
    """List what a table may decide under a rule set, as a person would say it."""
    return JsonAnswer(table_rules.options_of(ruleset, library).to_json())


@tables_routes.get("/tables", response_model=schemas.TableList)
def tables(library: LibraryOf) -> JsonAnswer:
    """List the tables whose rules are kept."""
    return JsonAnswer(table_rules.table_list(library).to_json())


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
async def put_table(
    table: str, text: TableTextOf, library: LibraryOf, if_match: IfMatch = None, if_none_match: IfNoneMatch = None
) -> JsonAnswer:
    """Keep the rules of a table under this id, new or in place of the version that `If-Match` names."""
    expected = expected_version(if_match, if_none_match)
    rules, new = await run_in_threadpool(library.put_table, table, text, expected)
    return kept_answer(table_rules.KeptTable(rules, text), 201 if new else 200)


@tables_routes.delete("/tables/{table}", response_model=schemas.RemovedTable, responses=bodies.errors(409, 412))
async def remove_table(table: str, library: LibraryOf, if_match: IfMatch = None) -> JsonAnswer:
    """Remove the rules of a table and answer their text: putting that back undoes it."""
    text = await run_in_threadpool(library.remove_table, table, expected_version(if_match, None))
    return JsonAnswer({"removed": table, "text": text})
