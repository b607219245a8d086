"""Print verdicts for people: the call, the hand as printed, the jokers, and the nearest hands of a lost rack."""

from __future__ import annotations

from itertools import groupby

from rich.console import Console
from rich.text import Text

from service.commands.display.payments import show_settlement
from service.commands.display.scan import show_scan
from service.commands.display.tiles import rack_text, tiles_text
from service.commands.support.output import error_text, printable
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name


def show_check(console: Console, document: JsonObject) -> None:
    """Print a verdict."""
    if document.get("id") is not None:
        console.print(Text(f"rack {printable(document['id'])}", "dim"))
    show_judged_by(console, document)
    if document["win"]:
        _won(console, document)
    elif document["win"] is None:
        console.print(Text("PLEASE LOOK FIRST", "bold yellow"))
    else:
        console.print(Text("NOT MAH JONGG", "bold red"))
    for reason in document["reasons"]:
        console.print(Text(f"  {printable(reason)}"))
    for doubt in document.get("doubts", ()):
        text = f"  {doubt['text']}: not sure, and it makes no difference to the verdict"
        console.print(Text(printable(text), "yellow"))
    console.print(Text.assemble("  rack: ", rack_text(document["rack"])))
    for match in document["matches"]:
        _match(console, match)
    if (more := document.get("pays_more")) is not None:
        # A hand called in the place of a more valuable one is paid less in rule sets without a double too.
        value = next(match["value"] for match in document["matches"] if match["hand"] == more["hand"])
        why = " without jokers" if more["pays"] > value else ""
        text = f"hand {more['hand']} pays more: {more['pays']}{why}, the first {more['best_pays']}"
        console.print(Text(f"{text}; --as-hand {more['hand']} calls it", "yellow"))
    _prospects(console, document)
    if document["near"]:
        console.print(Text("nearest hand" if len(document["near"]) == 1 else "nearest hands", "bold"))
    for near in document["near"]:
        _near(console, near)


def show_judged_by(console: Console, document: JsonObject) -> None:
    """Print the card and rules of a verdict, and whether `rackcheck use` chose them."""
    by = document.get("judged_by")
    if by is None:
        return
    names = " · ".join(printable(by[name]) for name in ("card", "rules") if by[name] is not None)
    # We do not wrap the first line, because scripts read it.
    console.print(Text(names + ("  (set with rackcheck use)" if by["used"] else ""), "dim"), soft_wrap=True)


def show_use(console: Console, document: JsonObject) -> None:
    """Print the card and rules of the table."""
    if document["judged_by"] is None:
        console.print(Text("No card is kept: name one with --card, or keep one with rackcheck use CARD"))
    else:
        show_judged_by(console, document)


def _won(console: Console, document: JsonObject) -> None:
    call = Text("MAH JONGG", "bold green")
    call.append(f"  hand {document['best']}", "bold")
    if document["value"] is not None:
        call.append(f", {plural(document['value'], 'point')}", "bold")
    console.print(call)
    # A verdict stored by an earlier version has no source.
    if source := document["matches"][0].get("source"):
        console.print(Text(f"  {printable(source)}", "dim"))


def _match(console: Console, match: JsonObject) -> None:
    head = Text(f"  hand {match['hand']}", "bold")
    if match.get("value") is not None:
        head.append(f" ({match['value']})")
    head.append(f"  {printable(match['title'])}")
    console.print(head)
    words = Text("    ")
    for group in match["groups"]:
        words.append_text(tiles_text(group["tiles"])).append(" (exposed)   " if group["exposed"] else "   ", "dim")
    words.rstrip()
    console.print(words)
    for scored in match.get("scored", ()):
        console.print(Text(f"    {scored['points']:>3} points  {printable(scored['name'])}"))
    for bonus in match.get("bonuses", ()):
        console.print(Text(f"    {plural(bonus['count'], 'bonus', 'bonuses')}  {printable(bonus['name'])}"))
    for limit in match.get("limits", ()):
        console.print(Text(f"    limit  {printable(limit['name'])}"))
    for group in match["groups"]:
        jokers = group["tiles"].count("J")
        if jokers and group["as"] != "J":
            console.print(Text(f"    {plural(jokers, 'joker')} in {_as(group)}", "yellow"))


def _as(group: JsonObject) -> str:
    """Describe the tiles that a group with jokers stands for."""
    meant = str(group["as"])
    names = meant.split()
    return tile_name(meant) + " group" if len(names) == 1 else " ".join(names)


def _prospects(console: Console, document: JsonObject) -> None:
    """Print the tiles that the rack waits for, joker exchanges, and the hands still possible."""
    for wait in document.get("waits", ()):
        line = Text("  waits for ").append_text(tiles_text([wait["tile"]]))
        made = ", ".join(f"hand {hand['hand']} ({hand['value']})" for hand in wait["hands"])
        line.append(
            f": {printable(made)}, {wait['left']} left" + (", self-pick only" if wait["self_pick_only"] else "")
        )
        console.print(line)
    if "waits" in document and not document["waits"]:
        console.print(Text("  waits for no one tile"))
    for exchange in document.get("exchanges", ()):
        line = Text(f"  exchange {plural(exchange['jokers'], 'joker')} of ").append_text(
            tiles_text(exchange["exposure"].split())
        )
        console.print(line.append(" for ").append_text(tiles_text([exchange["tile"]])))
    prospects = document.get("prospects")
    if prospects is None:
        return
    if prospects["dead"]:
        console.print(Text("THIS HAND IS DEAD", "bold red"))
        for reason in prospects["reasons"]:
            console.print(Text(f"  {printable(reason)}"))
        return
    console.print(Text(f"{plural(len(prospects['possible']), 'hand')} still possible", "bold"))
    for away, hands in groupby(prospects["possible"], key=lambda hand: hand["away"]):
        names = ", ".join(hand["hand"] for hand in hands)
        console.print(Text(f"  {plural(away, 'tile')} away: {printable(names)}"))


def _near(console: Console, near: JsonObject) -> None:
    # A rack with one tile too many may already hold the whole hand.
    complete = near["away"] == 0
    line = Text(f"  hand {near['hand']}: {'complete' if complete else plural(near['away'], 'tile') + ' away'}")
    if near["need"]:
        line.append(", needs ").append_text(tiles_text(near["need"]))
    if near["drop"]:
        line.append(" without " if complete else " for ").append_text(tiles_text(near["drop"]))
    console.print(line)


def show_verify(console: Console, document: JsonObject) -> None:
    """Print the verdict, the settlement, and the reading of the photo."""
    show_judged_by(console, document)
    show_check(console, document["check"])
    if document["settlement"] is not None:
        console.print(Text("who owes what", "bold"))
        show_settlement(console, document["settlement"])
    if "error" in document:
        # We leave out the error's place: it names a field of a request, and the player has typed no request.
        console.print(Text.assemble(("error: ", "bold red"), printable(document["error"]["message"])))
    elif document["unsettled"] is not None:
        console.print(Text(printable(document["unsettled"]), "yellow"))
    console.print(Text("read from the photo", "bold"))
    show_scan(console, document["scan"])
    if isinstance(document.get("evidence"), dict):
        kept = document["evidence"]
        if "error" in kept:
            console.print(Text("no evidence was kept; ", "bold red").append_text(error_text(kept["error"])))
        else:
            console.print(Text(f"  evidence: {printable(kept['file'])}, SHA-256 {kept['sha256']}"))


def show_verify_asking(console: Console, document: JsonObject) -> None:
    """Print the verdict as `show_verify`, and below it the options that answer its questions."""
    show_verify(console, document)
    check = document["check"]
    if check["win"] is not None:
        if check["win"] and document["unsettled"] is not None and "error" not in document:
            console.print(Text("  add --won-by self-pick, or --won-by discard --discarder NAME", "yellow"))
        return
    if "ask" not in check and "ask_exposures" not in check:
        return
    console.print(Text("add to the line you typed, with what you see", "bold yellow"))
    # We print no guess here: people would copy it without a look at the tile.
    if "ask" in check:
        tiles = " ".join(f"--tile {one['tile']}=TILE" for one in check["ask"])
        console.print(Text(f"  {tiles}   (TILE as in 6B, 3C, R or J; NONE where it is no tile)"))
    if "ask_exposures" in check:
        console.print(Text("  --exposures '1-4 5-8', the first and the last tile of each; or --exposures none"))
