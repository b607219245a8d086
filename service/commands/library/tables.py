"""`rackcheck tables`: the rules of a table, stored under a name, to play by and to share."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from rules.card.card import parse_card
from rules.errors import CardError, RuleSetError
from rules.ruleset import parse_ruleset
from service.cards import table_rules
from service.cards.card_folder import home_library
from service.commands.display.cards import change_words, show_options, show_table, show_table_list
from service.commands.library.cards import export_text
from service.commands.support import shared_options as shared
from service.commands.support.help import Helped
from service.commands.support.input_files import facts_of, read_text
from service.commands.support.options import Json, argument, option
from service.commands.support.output import Output, one_answer
from service.shared.errors import ServiceError

tables = typer.Typer(no_args_is_help=True, help="Say what your table decides, and play by it.")

Table = Annotated[str, argument("TABLE", "A name of `rackcheck tables list`.")]


@tables.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the tables that --ruleset can name."""
    with one_answer(as_json) as output:
        output.answer(table_rules.table_list(home_library()), show_table_list)


@tables.command(cls=Helped)
def options(
    rules: Annotated[str, argument("RULES", "The rules, such as modern-american, or a table.")], as_json: Json = False
) -> None:
    """Say all that a table may decide under some rules, and how it stands."""
    with one_answer(as_json, {"ruleset": rules}) as output:
        output.answer(table_rules.options_of(rules, home_library()), show_options)


@tables.command(cls=Helped)
def show(table: Table, as_json: Json = False) -> None:
    """Show what a table decides otherwise than its rules."""
    with one_answer(as_json, {"table": table}) as output:
        output.answer(table_rules.kept_table(table, home_library()), show_table)


@tables.command(cls=Helped)
def decide(
    table: Annotated[str, argument("TABLE", "Its name: small letters, digits and hyphens.")],
    decisions: Annotated[
        list[str] | None,
        argument("[KEY=VALUE]...", "What it decides, by the names of `tables options`; KEY=usual takes it back."),
    ] = None,
    rules: Annotated[str | None, option("--rules", "RULES", "The rules it plays by. Left out: those it has.")] = None,
    title: Annotated[str | None, option("--title", "TITLE", "What it is called. Left out: the title it has.")] = None,
    as_json: Json = False,
) -> None:
    """Decide something for a table, a new one or one that is kept.

    Commands and the page name it as rules from then on. Games that were begun keep what they were begun with.
    """
    with one_answer(as_json, {"table": table}) as output:
        said = facts_of(decisions or (), "payment.east=2", "is decided twice: leave one out")
        kept = table_rules.decide(table, said, rules, title, home_library())
        output.answer(kept, show_table)


@tables.command(cls=Helped)
def add(
    files: Annotated[list[str], argument("FILE...", "Files of a table, or - for standard input.")],
    as_json: Json = False,
) -> None:
    """Keep the rules of a table from a file.

    A table that is kept already stays as it is.
    """
    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            text, library = read_text(file), home_library()
            name = _table_id(text, file)
            if library.tables.path(name) is not None:
                message = f"there is a table {name!r} already: `rackcheck tables remove {name}` first, or change the id"
                raise ServiceError("version-conflict", message, file)
            rules, _ = library.put_table(name, text, "")
            kept = table_rules.KeptTable(rules, text)
            output.report({"done": "added", **kept.to_json()}, change_words("tables", "added", name))
    output.end()


def _table_id(text: str, file: str) -> str:
    """Return the id in the file of a table's rules."""
    try:
        return parse_ruleset(text, file).id
    except RuleSetError:
        with suppress(CardError):
            card = parse_card(text, file).id
            message = f"this is the card {card!r} and no table's rules: `rackcheck cards add` keeps cards"
            raise ServiceError("no-table", message, file) from None
        raise


@tables.command(cls=Helped)
def export(table: Table, file: shared.WrittenFile = None, as_json: Json = False) -> None:
    """Write the rules of a table to a file, to keep or to give away.

    `tables add` takes it in again. A file that is there already is left alone.
    """
    with one_answer(as_json, {"table": table}, file or "") as output:
        kept = table_rules.kept_table(table, home_library())
        export_text("tables", kept.id, kept.text, file, output)


@tables.command(cls=Helped)
def remove(table: Table, as_json: Json = False) -> None:
    """Remove the rules of a table.

    The file stays aside: adding that brings them back.
    """
    with one_answer(as_json, {"table": table}) as output:
        library = home_library()
        text = library.remove_table(table)
        aside = str(library.tables.removed_path(table, text))
        document = {"done": "removed", "id": table, "file": aside, "text": text}
        output.report(document, change_words("tables", "removed", table, aside))
