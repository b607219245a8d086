"""`rackcheck watch`: a webcam or a video file, read live."""

from __future__ import annotations

from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

from rich.text import Text

from service.cards.card_folder import home_library
from service.cards.table_card import TableCard
from service.commands.support import shared_options as shared
from service.commands.support.input_files import PHOTO_SUFFIXES
from service.commands.support.options import Json, argument, given, option, way_options, won_by_of
from service.commands.support.output import Output
from service.commands.support.table_card import named, named_by, table_card
from service.commands.verify import LOOK_FIRST
from service.judging.judge_setup import NEAR
from service.judging.photo_claim import PhotoClaim
from service.judging.rack_check import OpenCheck
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts, parse_players
from service.shared.errors import ServiceError
from service.tilesets.tileset_store import home_sets


def watch(
    *,
    source: Annotated[
        str,
        argument(
            "[CAMERA | FILE]",
            "A webcam's number, the first being 0, or its device, such as /dev/video0; or a video file.",
        ),
    ] = "0",
    card: shared.CardOption = None,
    ruleset: shared.RulesetOption = None,
    won_by: Annotated[
        str | None,
        option("--won-by", "WAY", "How the hand was won, as `rackcheck verify` has it. Left out: nobody pays yet."),
    ] = None,
    discarder: shared.Discarder = None,
    players: shared.Players = None,
    joker_was_used: shared.JokerWasUsed = False,
    near: shared.Near = NEAR,
    overlay: Annotated[
        str | None, option("--overlay", "DIR", "Save the picture of each reading with its tiles outlined in DIR.")
    ] = None,
    tile_set: shared.SetOption = None,
    as_json: Json = False,
) -> None:
    """Read a rack live, from a webcam or a video file; Ctrl-C ends it.

    Many looks at the tiles become one reading. It is printed when it stands, and again when it stands with something
    changed; with --card, --ruleset or `rackcheck use` the verdict comes with it, as `rackcheck verify` gives it. How it
    goes stands on standard error: looking, steady, moved. A video file is looked at up to thirty times to each of its
    seconds. --json prints one object a line for each reading: the document of `scan`, or with a card that of `verify`,
    with its `time` in seconds.

    Where a film ends and no reading of it stood, or the last that stood has no verdict before you look at a tile, the
    exit status is 3, as that of `rackcheck verify`. Ctrl-C is no failure, whatever was read by then.
    """
    from service.commands.display.watch import moment_text, show_steady  # noqa: PLC0415
    from service.photos.frame_source import frames_of, name, pace  # noqa: PLC0415 - the networks and the camera load in this command
    from service.photos.scanner import choose_set, write_overlay  # noqa: PLC0415
    from service.photos.watch import watch as moments_of  # noqa: PLC0415
    from service.shared.networks import load_networks  # noqa: PLC0415

    output = Output(as_json=as_json)
    where, drawn = name(source), won_by_of(won_by)
    stood, undecided, taken = False, False, set[str]()
    # A person ends the command with Ctrl-C, so it is no failure.
    with suppress(KeyboardInterrupt), output.answering({"image": where}, where):
        facts = WinFacts(won_by=drawn, discarder=discarder, players=parse_players(players or ""))
        if Path(source).suffix.lower() in PHOTO_SUFFIXES:
            # OpenCV would read it as a film of one frame, which never gives a stable reading.
            message = "this is a photo, not a film: `rackcheck scan` and `rackcheck verify` read it"
            raise ServiceError("unreadable-video", message, source)
        by = table_card(card, ruleset)
        judged = by != TableCard(None, None)
        options = {**given(joker_was_used=joker_was_used), **way_options(by.card, won_by, facts), "near": near}
        claim = PhotoClaim(by.card, by.ruleset, options, facts=facts)
        # Load the card first: a misspelt name must fail before we read any tiles.
        setup = claim.setup(home_library()) if judged else None
        networks = load_networks()
        chosen = choose_set(tile_set, home_sets(), networks).tile_set
        with closing(frames_of(source)) as pictures:
            for moment in moments_of(pictures, networks, pace(source), chosen):
                output.note(moment_text(moment))
                if moment.steady is None:
                    continue
                photo, reading = moment.steady
                stood = True
                with output.answering({"image": where, "time": moment.time}, where):
                    verdict = None if setup is None else verify_photo(reading, where, setup, claim)
                    chosen_by = named_by(by, card, ruleset)
                    undecided = verdict is not None and isinstance(verdict.check, OpenCheck)
                    drawing = None
                    if overlay is not None:
                        drawing = str(write_overlay(photo, reading, Path(overlay), where, taken))
                    if verdict is not None and verdict.error is not None:
                        output.fail()
                    found = reading.to_json(where) if verdict is None else {**named(chosen_by), **verdict.to_json()}
                    document = {**found, "time": round(moment.time, 3), **given(overlay=drawing)}
                    shown = partial(show_steady, image=where, reading=reading, verdict=verdict, by=chosen_by)
                    output.report(document, partial(shown, overlay=drawing))
        # Only a film reaches this point: a camera ends with an error or with Ctrl-C.
        if not stood:
            text = (
                "No reading stood long enough to be given. Hold the camera still above the rack for a second or two "
                "and film it again, or take a photo: `rackcheck scan` and `rackcheck verify` read it."
            )
            output.note(Text(text, "yellow"))
        if undecided or not stood:
            output.fail(LOOK_FIRST)
    output.end()
