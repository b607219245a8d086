"""`rackcheck verify`: from a photo to who owes what."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules.errors import ClaimError
from rules.fields import Fields
from rules.hand import WonBy
from rules.sets.circumstances import DRAWN, WAYS
from rules.tiles import Tile, parse_tiles
from service.bench import NEAR, lay_out
from service.commands.options import (
    CardOption,
    JokerWasUsed,
    Json,
    Near,
    OwnWind,
    RulesetOption,
    SetOption,
    Streak,
    TableWind,
    given,
)
from service.confirm import parse_correction, parse_exposures
from service.errors import WrongUsageError
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
        str | None,
        typer.Option("--won-by", metavar="WAY", help=f"How: {', '.join(('self-pick', *WAYS))}."),
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
    own_wind: OwnWind = None,
    table_wind: TableWind = None,
    streak: Streak = None,
    tile_set: SetOption = None,
    near: Near = NEAR,
    as_json: Json = False,
) -> None:
    """Read a photo of a rack, judge the hand and say who owes what.

    Tiles are numbered from 1 in reading order. Where the reader is not sure of one there is no verdict: the answer says
    which tile to look at, and what each possibility would mean; say what it is with --tile. Who owes what needs
    --won-by (self-pick or discard in games with a card); without --players it names the seats Winner, the discarder
    and Player 3, Player 4.
    """
    from service.sets import home_sets  # noqa: PLC0415 - the networks load in this command
    from service.sight import load_eyes, scan_image  # noqa: PLC0415
    from service.verify import verify as from_scan  # noqa: PLC0415

    output = Output(as_json=as_json)
    picked_or_discarded = _won_by(won_by)
    with output.answering({"image": image}, image):
        table = Table(
            won_by=picked_or_discarded,
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
        facts = given(joker_was_used=joker_was_used, own_wind=own_wind, table_wind=table_wind, streak=streak)
        if card is None:
            facts |= {"won_by": "wall" if won_by == "self-pick" else won_by, "dealer": table.winner_is_east}
        options = Fields.of({**facts, "near": near}, "options", ClaimError)
        # The card first: a misspelt name is told at once, not after the photo has been read.
        bench = lay_out(card, ruleset, options, shelf)
        eyes = load_eyes()
        profile = None if tile_set is None else home_sets().load(tile_set, eyes.reader)
        scan = scan_image(Path(image).read_bytes(), image, eyes, profile)
        document = from_scan(scan, image, bench, table, corrections=corrections, exposures=groups)
        if "error" in document:
            output.fail()
        output.answer(document, show_verify)
    output.end()


def _won_by(way: str | None) -> WonBy | None:
    """Who the winning tile came from, for the settlement, by how it came."""
    if way is None:
        return None
    if way != "self-pick" and way not in WAYS:
        text = f"{way!r} is none of {', '.join(('self-pick', *WAYS))}"
        raise typer.BadParameter(text, param_hint="--won-by")
    return "self-pick" if way == "self-pick" or way in DRAWN else "discard"


def _one_tile(text: str) -> Tile:
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise WrongUsageError("bad-winning-tile", f"{text!r} names {len(tiles)} tiles; name one", "winning_tile")
    return tiles[0]
