"""`rackcheck cards`, `rackcheck use` and `rackcheck chart`: cards, the table's own card, scoring charts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from rules.card.template import TEMPLATE
from service.cards import card_changes, card_lists, ruleset_lists
from service.cards.card_folder import home_library
from service.cards.card_lists import lint_file
from service.cards.table_card import TableCard, forget_card, judged_by_kept, keep_card, kept_card
from service.commands.display import cards as display
from service.commands.display.verdict import show_use
from service.commands.support import shared_options as shared
from service.commands.support.editor import edit_text
from service.commands.support.help import Helped
from service.commands.support.input_files import read_text
from service.commands.support.options import Json, argument, flag, option
from service.commands.support.output import Output, one_answer
from service.judging.judge_setup import make_setup
from service.storage.atomic_files import write_atomic

cards = typer.Typer(no_args_is_help=True, help="Start, check, keep, change and share cards.")

Name = Annotated[str, argument("CARD", "A name of `rackcheck cards list`.")]
New = Annotated[str, argument("NEW", "Its new name: small letters, digits and hyphens.")]
Files = Annotated[list[str], argument("FILE...", "Card files, or - for standard input.")]
Title = Annotated[str | None, option("--title", "TITLE", "Its new title. Left out: the old one.")]


@cards.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the cards that --card can name, and rules without a card."""
    with one_answer(as_json) as output:
        library = home_library()
        cards, rules = card_lists.card_list(library), ruleset_lists.ruleset_list(library)
        document = {"cards": [card.to_json() for card in cards], **rules.to_json()}
        output.report(document, partial(display.show_card_list, cards=cards, rulesets=rules.rulesets))


@cards.command(cls=Helped)
def show(
    card: Annotated[str, argument("CARD", "A name of `rackcheck cards list`, or a card file.")],
    example: Annotated[
        str | None, option("--example", "N", "Show hand N alone, with a rack that makes it. Left out: the whole card.")
    ] = None,
    ruleset: Annotated[
        str | None, option("--ruleset", "RULES", "The rules the example is made by. Left out: the card's own.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a card as players read it, hand by hand.

    X is a hand that may be exposed, C one that must be concealed; the number behind it is its value.
    """
    if ruleset is not None and example is None:
        raise typer.BadParameter("only an example asks for rules: give --example N", param_hint="--ruleset")
    with one_answer(as_json, {"card": card}) as output:
        library = home_library()
        if example is None:
            found = library.card(card)
            output.report(card_lists.card_document(found), partial(display.show_card, card=found))
        else:
            output.answer(card_lists.card_example(card, example, ruleset, library), display.show_example)


@cards.command(cls=Helped)
def new(file: shared.WrittenFile = None, as_json: Json = False) -> None:
    """Write a card with remarks to start from.

    A file that is there already is left alone.
    """
    with one_answer(as_json, {"file": file}, file or "") as output:
        if file is not None:
            write_atomic(Path(file), TEMPLATE.encode("utf-8"), replace=False)
        words = TEMPLATE.rstrip("\n") if file is None else display.template_words(file)
        output.report({"file": file, "text": TEMPLATE}, words)


@cards.command(cls=Helped)
def lint(files: Files, as_json: Json = False) -> None:
    """Check card files: every fault with its place.

    What would mend it stands behind it. A warning is a fault too: the card can be played, but
    something is probably mistyped. A note is none.
    """
    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            linted = lint_file(read_text(file), file, home_library())
            if linted.weighty:
                output.fail()
            output.answer(linted, display.show_lint)
    output.end()


@cards.command(cls=Helped)
def add(files: Files, as_json: Json = False) -> None:
    """Keep card files, to be named by commands and page.

    A card that is kept already stays as it is: `cards edit` changes it.
    """
    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            kept = card_changes.add_card(read_text(file), home_library())
            _tell(output, "added", kept)
    output.end()


@cards.command(cls=Helped)
def edit(
    card: Name,
    file: Annotated[
        str | None,
        argument("[FILE]", "Its new text, or - for standard input. Left out: your editor opens, as EDITOR says."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Change a kept card: by a file, or in your editor.

    A text with a fault changes nothing, and what you wrote in the editor is kept in a file.
    """
    with one_answer(as_json, {"card": card}) as output:
        library = home_library()
        old = card_changes.kept_card(card, library)
        text = edit_text(old.text, f"{card}.toml") if file is None else read_text(file)
        try:
            kept, _ = card_changes.put_card(card, text, library, old.version)
        except Exception:
            if file is None:
                written = Path(f"{card}.draft.toml")
                write_atomic(written, text.encode("utf-8"), replace=True)
                output.note(Text(f"what you wrote is kept in {written}"))
            raise
        _tell(output, "changed", kept)


def _tell(output: Output, done: str, kept: card_changes.KeptCard) -> None:
    output.report({"done": done, **kept.to_json()}, display.change_words("cards", done, kept.id))


@cards.command(cls=Helped)
def remove(card: Name, as_json: Json = False) -> None:
    """Remove a kept card.

    Its file stays aside: adding that brings the card back.
    """
    with one_answer(as_json, {"card": card}) as output:
        library = home_library()
        text = library.remove(card)
        aside = str(library.added.removed_path(card, text))
        document = {"done": "removed", "id": card, "file": aside, "text": text}
        output.report(document, display.change_words("cards", "removed", card, aside))


@cards.command(cls=Helped)
def export(card: Name, file: shared.WrittenFile = None, as_json: Json = False) -> None:
    """Write a card to a file, to keep or to give away.

    `cards add` takes it in again. A file that is there already is left alone.
    """
    with one_answer(as_json, {"card": card}, file or "") as output:
        kept = card_changes.kept_card(card, home_library())
        export_text("cards", kept.id, kept.text, file, output)


@cards.command(cls=Helped)
def rename(card: Name, new: New, title: Title = None, as_json: Json = False) -> None:
    """Give a kept card another name."""
    with one_answer(as_json, {"card": card}) as output:
        kept = card_changes.rename_card(card, new, title, home_library())
        _tell(output, "renamed", kept)


@cards.command(cls=Helped)
def copy(card: Name, new: New, title: Title = None, as_json: Json = False) -> None:
    """Keep a card once more, to change it there."""
    with one_answer(as_json, {"card": card}) as output:
        kept = card_changes.copy_card(card, new, title, home_library())
        _tell(output, "copied", kept)


def export_text(group: str, name: str, text: str, file: str | None, output: Output) -> None:
    """Write the text of a card, or of a table's rules, to a new file; without one print it.

    Raises:
        OSError: if the file exists, or if we cannot write it.
    """
    if file is not None:
        write_atomic(Path(file), text.encode("utf-8"), replace=False)
    words = text.rstrip("\n") if file is None else display.change_words(group, "exported", name, file)
    output.report({"done": "exported", "id": name, "file": file, "text": text}, words)


def chart(
    ruleset: Annotated[str, argument("RULES", "The rules, such as japanese-american-2009, or a house's file.")],
    as_json: Json = False,
) -> None:
    """Print the scoring chart of a game that counts points.

    It is computed; what the source of the rules misprints is marked.
    """
    with one_answer(as_json, {"ruleset": ruleset}) as output:
        output.answer(ruleset_lists.chart(ruleset, home_library()), display.show_chart)


def use(
    *,
    card: Annotated[
        str | None, argument("[CARD]", "A name of `rackcheck cards list`. Left out: what is kept is shown.")
    ] = None,
    ruleset: Annotated[
        str | None,
        option(
            "--ruleset",
            "RULES",
            "The rules to play by: a name of `rackcheck cards list` or `tables list`. Left out: the card's own.",
        ),
    ] = None,
    forget: Annotated[bool, flag("--forget", "Keep none: each command names its card again.")] = False,
    as_json: Json = False,
) -> None:
    """Say which card and rules the table plays by.

    It is kept in the data folder: commands and new games go by it where you name no card or rules, and pages of `serve`
    begin with it. A game without a card is named by its rules alone: `--ruleset japanese-american-2009`.
    """
    from service.shared.settings import settings  # noqa: PLC0415 - pydantic loads slowly; the other commands need none

    if forget and (card is not None or ruleset is not None):
        raise typer.BadParameter("forget it, or name a card, not both", param_hint="--forget")
    with one_answer(as_json) as output:
        library, folder = home_library(), settings().data_dir
        if forget:
            forget_card(folder)
        elif card is not None or ruleset is not None:
            # Refuse an unknown name, or rules that need a card, before we store them.
            make_setup(card, ruleset, {}, library.names_only())
            keep_card(TableCard(card, ruleset), folder)
        kept = kept_card(folder)
        by = None if kept is None else judged_by_kept(kept, library)
        document = {"use": kept and kept.to_json(), "judged_by": by and by.to_json()}
        output.report(document, partial(show_use, by=by))
