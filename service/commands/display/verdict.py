"""Print verdicts for people: the call, the hand as printed, the jokers, and the nearest hands of a lost rack."""

from __future__ import annotations

from itertools import groupby

from rich.console import Console
from rich.text import Text

from rules.card.pattern import HAND_SIZE
from rules.melds.meld_verdict import MeldVerdict
from rules.melds.nearest_melds import NearMelds
from rules.melds.scoring import TITLES, MeldReading
from rules.tiles import JOKER, Tile
from rules.verdict import GroupReading, HandReading, NearHand
from service.cards.table_card import JudgedBy
from service.commands.display.payments import show_settlement
from service.commands.display.scan import show_reading
from service.commands.display.tiles import rack_text, tiles_text
from service.commands.support.output import error_text, printable
from service.evidence.bundle_file import KeptBundle
from service.judging.rack_check import OpenCheck, RackCheck, question
from service.judging.verify import PhotoVerdict
from service.shared.wording import plural, tile_name


def show_judged_rack(console: Console, by: JudgedBy | None, check: RackCheck) -> None:
    """Print the answer of `check`."""
    show_judged_by(console, by)
    _check(console, check)


def _check(console: Console, check: RackCheck | OpenCheck) -> None:
    if isinstance(check, OpenCheck):
        console.print(Text("PLEASE LOOK FIRST", "bold yellow"))
        for text in check.reasons:
            console.print(Text(f"  {printable(text)}"))
        console.print(Text.assemble("  rack: ", rack_text(check.rack.known)))
        return
    unsaid = isinstance(check.verdict, MeldVerdict) and check.verdict.unsaid
    if unsaid:
        console.print(Text("PLEASE SAY MORE FIRST", "bold yellow"))
    elif check.lost_by_count:
        console.print(Text("NOT MAH JONGG AS THE PHOTO SHOWS IT", "bold yellow"))
        count = len(check.verdict.claim.hand.tiles if check.seen is None else check.seen.tiles)
        few = "more of them it may be: is one hidden or out of view?"
        text = few if count < HAND_SIZE else "fewer of them it may be: is each of them on the rack?"
        console.print(Text(f"  the photo shows {plural(count, 'tile')}; with {text}"))
    elif check.match is None:
        console.print(Text("NOT MAH JONGG", "bold red"))
    else:
        _won(console, check, check.match)
    remarks = check.verdict.remarks if isinstance(check.verdict, MeldVerdict) else ()
    for reason in (*check.verdict.reasons, *remarks):
        console.print(Text(f"  {printable(reason)}"))
    for tile in () if check.seen is None else check.seen.open:
        text = f"  {question(tile)}: not sure, and it makes no difference to the verdict"
        console.print(Text(printable(text), "yellow"))
    console.print(Text.assemble("  rack: ", rack_text(check.rack)))
    for match in check.verdict.matches:
        _match(console, match)
    if (more := check.better) is not None:
        number = more.match.pattern.number
        # A hand called in the place of a more valuable one is paid less in rule sets without a double too.
        why = " without jokers" if more.pays > more.match.value else ""
        text = f"hand {number} pays more: {more.pays}{why}, the first {more.best_pays}"
        console.print(Text(f"{text}; --as-hand {number} calls it", "yellow"))
    _prospects(console, check)
    if nearest := check.verdict.near:
        console.print(Text("nearest hand" if len(nearest) == 1 else "nearest hands", "bold"))
    for near in nearest:
        _near(console, near)


def show_judged_by(console: Console, by: JudgedBy | None) -> None:
    """Print the card and rules of a verdict, and whether `rackcheck use` chose them."""
    if by is None:
        return
    names = " · ".join(printable(name) for name in (by.card, by.rules) if name is not None)
    # We do not wrap the first line, because scripts read it.
    console.print(Text(names + ("  (set with rackcheck use)" if by.used else ""), "dim"), soft_wrap=True)


def show_use(console: Console, by: JudgedBy | None) -> None:
    """Print the card and rules of the table."""
    if by is None:
        console.print(Text("No card is kept: name one with --card, or keep one with rackcheck use CARD"))
    else:
        show_judged_by(console, by)


def _won(console: Console, check: RackCheck, match: HandReading | MeldReading) -> None:
    call = Text("MAH JONGG", "bold green").append(f"  hand {check.best}", "bold")
    console.print(call.append(f", {plural(match.value, 'point')}", "bold"))
    console.print(Text(f"  {printable(match.source)}", "dim"))


def _match(console: Console, match: HandReading | MeldReading) -> None:
    name, title = (
        (match.pattern.number, match.pattern.title or match.pattern.text)
        if isinstance(match, HandReading)
        else (match.form, TITLES[match.form])
    )
    head = Text(f"  hand {name}", "bold")
    console.print(head.append(f" ({match.value})").append(f"  {printable(title)}"))
    words = Text("    ")
    for group in match.groups:
        words.append_text(_tiles(group.tiles)).append(" (exposed)   " if group.exposed else "   ", "dim")
    words.rstrip()
    console.print(words)
    if isinstance(match, HandReading):
        _extras_of_card(console, match)
    else:
        _extras_of_melds(console, match)


def _extras_of_card(console: Console, match: HandReading) -> None:
    """Print the card's own bonuses, and what the jokers stand for."""
    for bonus in match.bonuses:
        console.print(Text(f"    {bonus}"))
    for group in match.groups:
        jokers = group.tiles.count(JOKER)
        if jokers and set(group.stand_for) != {JOKER}:
            console.print(Text(f"    {plural(jokers, 'joker')} in {_meant(group)}", "yellow"))


def _extras_of_melds(console: Console, match: MeldReading) -> None:
    """Print the parts that make up the points, and the limit."""
    for scored in match.scored:
        console.print(Text(f"    {scored.points:>3} points  {printable(scored.name)}"))
    for bonus in match.bonuses:
        console.print(Text(f"    {plural(bonus.count, 'bonus', 'bonuses')}  {printable(bonus.name)}"))
    for limit in match.limits:
        console.print(Text(f"    limit  {printable(limit.name)}"))


def _meant(group: GroupReading) -> str:
    """Describe the tiles that a group with jokers stands for."""
    codes = [tile.code for tile in group.stand_for]
    return f"{tile_name(codes[0])} group" if len(set(codes)) == 1 else " ".join(codes)


def _tiles(tiles: tuple[Tile, ...]) -> Text:
    return tiles_text(tile.code for tile in tiles)


def _prospects(console: Console, check: RackCheck) -> None:
    """Print the tiles that the rack waits for, joker exchanges, and the hands still possible."""
    for wait in check.waits or ():
        made = ", ".join(f"hand {hand.number} ({hand.value})" for hand in wait.hands)
        only = ", self-pick only" if wait.self_pick_only else ""
        line = Text("  waits for ").append_text(tiles_text([wait.tile.code]))
        console.print(line.append(f": {printable(made)}, {wait.left} left{only}"))
        if wait.exchange is not None:
            console.print(Text(f"    {printable(wait.exchange)}"))
    if check.waits == ():
        console.print(Text("  waits for no one tile"))
    for exchange in check.exchanges or ():
        line = Text(f"  exchange {plural(exchange.jokers, 'joker')} of ").append_text(_tiles(exchange.exposure))
        console.print(line.append(" for ").append_text(tiles_text([exchange.tile.code])))
    prospects = check.prospects
    if prospects is None:
        return
    if prospects.dead:
        console.print(Text("THIS HAND IS DEAD", "bold red"))
        for reason in prospects.reasons:
            console.print(Text(f"  {printable(reason)}"))
        return
    console.print(Text(f"{plural(len(prospects.possible), 'hand')} still possible", "bold"))
    for away, hands in groupby(prospects.possible, key=lambda hand: hand.away):
        names = ", ".join(hand.pattern.number for hand in hands)
        console.print(Text(f"  {plural(away, 'tile')} away: {printable(names)}"))


def _near(console: Console, near: NearHand | NearMelds) -> None:
    # A rack with one tile too many may already hold the whole hand.
    complete = near.away == 0
    name = near.pattern.number if isinstance(near, NearHand) else near.form
    line = Text(f"  hand {name}: {'complete' if complete else plural(near.away, 'tile') + ' away'}")
    if near.need:
        line.append(", needs ").append_text(_tiles(near.need))
    if near.drop:
        line.append(" without " if complete else " for ").append_text(_tiles(near.drop))
    console.print(line)


def show_photo_verdict(console: Console, verdict: PhotoVerdict) -> None:
    """Print the verdict, the settlement, and the reading of the photo."""
    _check(console, verdict.check)
    if verdict.settlement is not None:
        console.print(Text("who owes what", "bold"))
        show_settlement(console, verdict.settlement)
    if verdict.error is not None:
        # We leave out the error's place: it names a field of a request, and the player has typed no request.
        console.print(Text.assemble(("error: ", "bold red"), printable(verdict.error["message"])))
    elif verdict.unsettled is not None:
        console.print(Text(printable(verdict.unsettled), "yellow"))
    console.print(Text("read from the photo", "bold"))
    check = verdict.check
    settled = isinstance(check, RackCheck) and not check.lost_by_count
    show_reading(console, verdict.image, verdict.reading, verdict.claim.corrections, verdict.told, settled=settled)


def show_judged_photo(
    console: Console, verdict: PhotoVerdict, by: JudgedBy | None = None, evidence: KeptBundle | None = None
) -> None:
    """Print the answer of `verify`, and below it the options that answer its questions.

    `evidence` keeps all of it; None if nobody asked for it.
    """
    show_judged_by(console, by)
    show_photo_verdict(console, verdict)
    if evidence is not None:
        if evidence.error is not None:
            console.print(Text("no evidence was kept; ", "bold red").append_text(error_text(evidence.error)))
        else:
            console.print(Text(f"  evidence: {printable(evidence.file)}, SHA-256 {evidence.sha256}"))
    check = verdict.check
    if isinstance(check, RackCheck):
        if check.win and verdict.unsettled is not None and verdict.error is None:
            console.print(Text("  add --won-by self-pick, or --won-by discard --discarder NAME", "yellow"))
        return
    if not check.asked and not check.ask_exposures:
        return
    console.print(Text("add to the line you typed, with what you see", "bold yellow"))
    # We print no guess here: people would copy it without a look at the tile.
    if check.asked:
        tiles = " ".join(f"--tile {one.tile.number}=TILE" for one in check.asked)
        console.print(Text(f"  {tiles}   (TILE as in 6B, 3C, R or J; NONE where it is no tile)"))
    if check.ask_exposures:
        console.print(Text("  --exposures '1-4 5-8', the first and the last tile of each; or --exposures none"))
