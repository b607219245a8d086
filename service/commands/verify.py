"""`rackcheck verify`: from a photo to who owes what."""

from __future__ import annotations

from errno import EEXIST, ENOENT
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from service.cards.card_folder import home_library
from service.commands.display.verdict import show_judged_photo
from service.commands.support import shared_options as shared
from service.commands.support.options import Json, argument, flag, given, option, way_options, won_by_of
from service.commands.support.output import one_answer
from service.commands.support.table_card import named, named_by, table_card
from service.commands.support.table_tiles import Table, table_options
from service.evidence.bundle_file import KeptBundle, keep_bundle
from service.judging.confirmation import parse_corrections, parse_exposures
from service.judging.judge_setup import NEAR
from service.judging.photo_claim import PhotoClaim
from service.judging.rack_check import OpenCheck
from service.judging.verify import PhotoVerdict, verify_photo
from service.judging.win_facts import WinFacts, parse_bettor, parse_players, parse_winning_tile
from service.shared.errors import error_object
from service.storage.read_whole import read_whole
from service.tilesets.tileset_store import ChosenSet, home_sets
from vision import Photo
from vision.image.photo import MAX_BYTES

LOOK_FIRST: Final = 3
"""Exit status without a verdict: a person has to look at a tile first, or `watch` saw no stable reading."""


def verify(
    *,
    image: Annotated[str, argument("IMAGE", "A photo of the winning rack (JPEG, PNG, WebP or BMP).")],
    card: shared.CardOption = None,
    ruleset: shared.RulesetOption = None,
    tile: Annotated[
        list[str] | None,
        option(
            "--tile", "N=TILE", "Tile N is this one, such as 7=6B; 7=NONE: it is no tile. May be given several times."
        ),
    ] = None,
    exposures: Annotated[
        str | None,
        option(
            "--exposures",
            "RANGES",
            "Which tiles lie in exposures, such as '1-4 5-7', or none. Left out: as the photo shows them.",
        ),
    ] = None,
    winning_tile: Annotated[
        str | None,
        option("--winning-tile", "TILE", "The tile the hand was won with, such as 4C. Left out: judged without it."),
    ] = None,
    won_by: Annotated[str | None, option("--won-by", "WAY", f"{shared.HOW_WON} Left out: nobody pays yet.")] = None,
    discarder: shared.Discarder = None,
    winner: Annotated[
        str | None, option("--winner", "NAME", "Who won. Left out: the first of --players who did not discard.")
    ] = None,
    players: shared.Players = None,
    east: Annotated[
        str | None, option("--east", "NAME", "Who is East, where the rules ask for it. Left out: not known.")
    ] = None,
    bettor: Annotated[
        list[str] | None,
        option(
            "--bettor", "NAME:PLAYER", "A person who bets, and on whom, such as Eve:Ann. May be given several times."
        ),
    ] = None,
    as_hand: shared.AsHand = None,
    joker_was_used: shared.JokerWasUsed = False,
    redeemed_joker: Annotated[bool, flag("--redeemed-joker", "The winner drew the tile by redeeming a joker.")] = False,
    own_wind: shared.OwnWind = None,
    table_wind: shared.TableWind = None,
    streak: shared.Streak = None,
    table: Table = None,
    tile_set: shared.SetOption = None,
    evidence: Annotated[
        str | None, option("--evidence", "FILE.zip", "Keep photo, reading, card, rules and verdict in one new file.")
    ] = None,
    near: shared.Near = NEAR,
    as_json: Json = False,
) -> None:
    """Read a photo of a rack, judge the hand and say who owes what.

    Tiles are numbered from 1 in reading order. Where Rackcheck is not sure of one there is no verdict: the answer says
    which tile to look at, and what each possibility would mean, and the exit status is 3; say what it is with --tile.
    The same holds where the verdict hangs on which tiles lie in exposures and the photo does not tell: say which with
    --exposures '1-4 5-8', or --exposures none. Who owes what needs --won-by (self-pick or discard in games with a
    card); without --players it names the seats Winner, the discarder and Player 3, Player 4. --evidence keeps all of it
    in one file, which `rackcheck evidence show` goes through again.
    """
    from service.photos.scanner import choose_set, scan_image  # noqa: PLC0415 - the networks load in this command
    from service.shared.networks import load_networks  # noqa: PLC0415

    drawn = won_by_of(won_by)
    with one_answer(as_json, {"image": image}, image) as output:
        names = parse_players(players or "")
        facts = WinFacts(
            won_by=drawn,
            discarder=discarder,
            winner=winner,
            players=names,
            east=east,
            bettors=tuple(parse_bettor(text, names) for text in bettor or ()),
            winning_tile=None if winning_tile is None else parse_winning_tile(winning_tile),
            redeemed_joker=redeemed_joker,
        )
        options = given(as_hand=as_hand, joker_was_used=joker_was_used, own_wind=own_wind, table_wind=table_wind)
        options |= given(streak=streak) | table_options(table)
        by = table_card(card, ruleset)
        claim = PhotoClaim(
            by.card,
            by.ruleset,
            {**options, **way_options(by.card, won_by, facts), "near": near},
            parse_corrections(tile or ()),
            None if exposures is None else parse_exposures(exposures),
            facts=facts,
        )
        # Load the card first: a misspelt name must fail before we read the photo.
        setup = claim.setup(home_library())
        if evidence is not None:
            _check_place(Path(evidence))
        networks = load_networks()
        chosen = choose_set(tile_set, home_sets(), networks)
        data = read_whole(Path(image), MAX_BYTES)
        photo, reading = scan_image(data, image, networks, chosen)
        verdict = verify_photo(reading, image, setup, claim)
        kept = None if evidence is None else _keep_evidence(evidence, data, photo, verdict, chosen)
        if (kept is not None and kept.error is not None) or verdict.error is not None:
            output.fail()
        elif isinstance(verdict.check, OpenCheck):
            output.fail(LOOK_FIRST)
        chosen_by = named_by(by, card, ruleset)
        document = {**named(chosen_by), **verdict.to_json(), **given(evidence=kept and kept.to_json())}
        output.report(document, partial(show_judged_photo, verdict=verdict, by=chosen_by, evidence=kept))


def _keep_evidence(file: str, data: bytes, photo: Photo, verdict: PhotoVerdict, chosen: ChosenSet) -> KeptBundle:
    """Write an evidence bundle; return its file with the hash, or with the error: a full disk hides no verdict."""
    from service.evidence.collect import collect_bundle  # noqa: PLC0415 - as the imports of `verify`
    from service.photos.scanner import encode_overlay  # noqa: PLC0415

    overlay = encode_overlay(photo, verdict.reading)
    bundle = collect_bundle(data, overlay, verdict, home_library(), tile_set=chosen.tile_set)
    try:
        return KeptBundle(str(Path(file)), keep_bundle(bundle, Path(file)))
    except OSError as error:
        return KeptBundle(file, error=error_object(error))


def _check_place(file: Path) -> None:
    """Refuse a path that we cannot write an evidence bundle to, before we read the photo."""
    if file.exists():
        raise FileExistsError(EEXIST, "", str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(ENOENT, "", str(file.parent))
