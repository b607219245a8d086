"""`rackcheck verify`: from a photo to who owes what."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from rules.errors import ClaimError
from rules.fields import Fields
from rules.tiles import Tile, parse_tiles
from service.commands.options import CardOption, JokerWasUsed, Json, Near, RulesetOption
from service.confirm import parse_correction, parse_exposures
from service.errors import WrongUsageError
from service.flows import lay_out
from service.output import Output
from service.shelf import home_shelf
from service.show import show_verify
from service.table import Table, parse_bettor, parse_players


def verify(
    *,
    image: Annotated[str, typer.Argument(metavar="IMAGE", help="A photo of the winning rack.")],
    card: CardOption = None,
    ruleset: RulesetOption = None,
    tile: Annotated[
        list[str] | None,
        typer.Option("--tile", metavar="N=TILE", help="Tile N is this tile; N=NONE: it is no tile. Repeatable."),
    ] = None,
    exposures: Annotated[
        str | None,
        typer.Option("--exposures", metavar="RANGES", help="Which tiles lie in exposures, such as '1-4 5-7', or none."),
    ] = None,
    winning_tile: Annotated[
        str | None, typer.Option("--winning-tile", metavar="TILE", help="The tile the hand was won with.")
    ] = None,
    won_by: Annotated[
        Literal["self-pick", "discard"] | None, typer.Option("--won-by", help="How the hand was won.")
    ] = None,
    discarder: Annotated[
        str | None, typer.Option("--discarder", metavar="NAME", help="Who discarded the winning tile.")
    ] = None,
    winner: Annotated[
        str | None,
        typer.Option("--winner", metavar="NAME", help="Who won. Left out: the first of --players who did not discard."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B,C,D", help="The players in turn. Left out: nameless seats."),
    ] = None,
    east: Annotated[str | None, typer.Option("--east", metavar="NAME", help="Who is East.")] = None,
    bettor: Annotated[
        list[str] | None,
        typer.Option("--bettor", metavar="NAME:PLAYER", help="A person who bets, and on whom. Repeatable."),
    ] = None,
    joker_was_used: JokerWasUsed = False,
    redeemed_joker: Annotated[
        bool, typer.Option("--redeemed-joker", help="The winner drew the tile by redeeming a joker.")
    ] = False,
    near: Near = 3,
    as_json: Json = False,
) -> None:
    """Read a photo of a rack, judge the hand and say who owes what.

    Tiles are numbered from 1 in reading order. Where the reader is not sure of one there is no verdict: the answer says
    which tile to look at, and what each possibility would mean; say what it is with --tile. Who owes what needs
    --won-by; without --players it names the seats Winner, the discarder and Player 3, Player 4.
    """
    from service.sight import load_eyes, scan_image  # noqa: PLC0415 - the networks load in this command
    from service.verify import verify as from_scan  # noqa: PLC0415

    output = Output(as_json=as_json)
    with output.answering({"image": image}, image):
        table = Table(
            won_by=won_by,
            discarder=discarder,
            winner=winner,
            players=parse_players(players) if players is not None else (),
            east=east,
            bettors=tuple(parse_bettor(text) for text in bettor or ()),
            winning_tile=_one_tile(winning_tile) if winning_tile is not None else None,
            redeemed_joker=redeemed_joker,
        )
        corrections = dict(parse_correction(text) for text in tile or ())
        groups = None if exposures is None else parse_exposures(exposures)
        shelf = home_shelf()
        options = Fields.of({"joker_was_used": joker_was_used, "near": near}, "options", ClaimError)
        # The card first: a misspelt name is told at once, not after the photo has been read.
        bench = lay_out(card, ruleset, options, shelf)
        scan = scan_image(Path(image).read_bytes(), image, load_eyes())
        document = from_scan(scan, image, bench, table, shelf, corrections=corrections, exposures=groups)
        if "error" in document:
            output.fail()
        output.answer(document, show_verify)
    output.end()


def _one_tile(text: str) -> Tile:
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise WrongUsageError("bad-winning-tile", f"{text!r} names {len(tiles)} tiles; name one", "winning_tile")
    return tiles[0]
