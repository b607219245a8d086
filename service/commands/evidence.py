"""`rackcheck evidence`: dispute bundles."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from service.commands.display.evidence import show_evidence
from service.commands.support.help import Helped
from service.commands.support.options import Json, argument
from service.commands.support.output import Output
from service.evidence.bundle_file import Bundle, load_bundle

evidence = typer.Typer(help="Look at dispute bundles that `verify --evidence` has kept.", no_args_is_help=True)


@evidence.callback()
def _group() -> None:
    """Look at dispute bundles that `verify --evidence` has kept."""


@evidence.command(cls=Helped)
def show(*, files: Annotated[list[str], argument("FILE.zip...", "Dispute bundles.")], as_json: Json = False) -> None:
    """Go through dispute bundles again and say whether each still agrees.

    The verdict and who owes what are worked out anew from the reading, the card and the rules in the bundle; the photo
    is read again where the same networks are in use. The exit status is 1 where anything no longer agrees or cannot be
    read. The hashes in a bundle show what was damaged; against forgery note the SHA-256 of the file when it is made.
    """
    output = Output(as_json=as_json)
    for name in files:
        with output.answering({"evidence": name}, name):
            check_again(output, *load_bundle(Path(name)), name)
    output.end()


def check_again(output: Output, bundle: Bundle, digest: str, where: str) -> None:
    """Recheck a bundle, whose SHA-256 is `digest`, and print whether it still agrees."""
    from service.evidence.recheck import recheck  # noqa: PLC0415 - the networks load in this command
    from service.shared.networks import load_networks  # noqa: PLC0415

    found = recheck(bundle, where, load_networks)
    if not found.agrees:
        output.fail()
    output.report({**found.to_json(), "sha256": digest}, partial(show_evidence, found=found, digest=digest))
