"""Pasted lines come out in the card language, or with a remark that asks a person to look."""

from __future__ import annotations

import re
import string
from time import thread_time
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.card.card import list_cards, load_card
from rules.card.line.card_line import parse_line
from rules.card.line.cursor import PatternError
from rules.card.pasted.pasted_card import PastedCard, PastedLine
from rules.card.pasted.read_pasted import read_pasted, read_rows
from rules.card.pasted.source_lines import source_lines

SURE = {
    "as-printed": ("FFFF 2222 4444 88 (Any 1 Suit) X 25", "FFFF 2222a 4444a 88a x25"),
    "small-letters": ("ff 2222 4444 6666 (any 3 suits) x25", "FF 2222a 4444b 6666c x25"),
    "points-after": ("FF 2222 4444 6666 (3 suits) X 25 pts", "FF 2222a 4444b 6666c x25"),
    "remarks-without-brackets": (
        "2) 111 222 3333 4444 any 1 suit, any consec nos C 35", "111a 222a 3333a 4444a (run) c35"
    ),
    "colours-in-a-list": ("FF 11 222 3333 444 (G G R B) 25x", "FF 11a 222a 3333b 444c x25"),
    "colour-letters": ("2222G 444R 8888B FFF x 25", "2222a 444b 8888c FFF x25"),
    "small-colour-letters": ("22g 444g 66r 888r 2222b C 30", "22a 444a 66b 888b 2222c c30"),
    "colour-words": ("2222 green 444 red 8888 (blue) FFF X25", "2222a 444b 8888c FFF x25"),
    "one-colour-in-three-ways": ("2222G 444g [green]33[/green] [red]888[/red] 99R X 25", "2222a 444a 33a 888b 99b x25"),
    "forum-colours": ("**FFFF** [green]2222[/green] [red]4444[/red] [blue]88[/blue] X 25", "FFFF 2222a 4444b 88c x25"),
    "html-colours": (
        'FF <span style="color:#008000">3333</span> <font color="red">6666</font> [color=blue]9999[/color] X25',
        "FF 3333a 6666b 9999c x25",
    ),
    "colours-of-a-web-page": (
        'FF <u style="top:0;color:rgb(0, 128, 0)">3333</u> <b style="color:#c00">6666</b> <i color=navy>9999</i> X25',
        "FF 3333a 6666b 9999c x25",
    ),
    "shades-of-a-colour": (
        "FF <span style='color:#f00'>3333</span> [color=crimson]6666[/color] [color=#0070c0]9999[/color] X25",
        "FF 3333b 6666b 9999c x25",
    ),
    "colours-beside-red": (
        "FF [color=orange]3333[/color] [color=#ffa500]3333[/color] [color=#ff0000]99[/color] 00 X25",
        "FF 3333a 3333b 99c 00 x25",
    ),
    "colours-inside-colours": (
        "<b style='color:#000'>FF <b style='color:red'>333</b> 666</b> <b style='color:#000'>9999</b> FF X25",
        "FF 333a 666b 9999b FF x25",
    ),
    "one-colour-for-two-groups": ("[red]FF 3333 6666[/red] [blue]9999[/blue] X25", "FF 3333b 6666b 9999c x25"),
    "letter-o-and-l": ("FF llll 3333 5555 (Any 1 Suit; no jokers) C-40", "FF 1111a 3333a 5555a c40 nojoker"),
    "dollars": ("FF 2222 4444 6666 (any 3 suits) X $.25", "FF 2222a 4444b 6666c x25"),
    "dollars-and-cents": ("FF 2222 4444 6666 (any 3 suits) X $0.50", "FF 2222a 4444b 6666c x50"),
    "dashes-between": ("FFFF\u20142222\u20144444\u201488 (Any 1 suit) \u2014 X 25", "FFFF 2222a 4444a 88a x25"),
    "dashes-in-blanks": ("NNNN \u2013 EW \u2013 SSSS \u2043 DDDD (any dragon) \u2013 X25", "NNNN EW SSSS DDDD* x25"),
    "direction-of-text": ("\u202bFF 22\u206022 4444 6666 (any 3 su\u00adits) X 25\u202c", "FF 2222a 4444b 6666c x25"),
    "strokes-between": ("FF 2222/4444/6666 (any 3 suits) X 25", "FF 2222a 4444b 6666c x25"),
    "commas-between": ("FF,2222,4444,6666 (any 3 suits) X 25", "FF 2222a 4444b 6666c x25"),
    "dashes-between-colours": (
        "ff-3333g\u201366g\u2014DDDDr-ff (any 2 suits, opp. dragons) X 25", "FF 3333a 66a DDDDb FF x25"
    ),
    "strokes-between-colours": ("ff/222g/4444r/1r/8888b X 25", "FF 222a 4444b 1b 8888c x25"),
    "no-spaces": ("FF1111 2222 3333 (any run, any 1 suit) X25", "FF 1111a 2222a 3333a (run) x25"),
    "flowers-and-winds-together": ("FFNEWS 4444 7777 (any 2 Sults) X50", "FF NEWS 4444a 7777b x50"),
    "souths-beside-colours": ("FFFF 111g 333r SSSS X25", "FFFF 111a 333b SSSS x25"),
    "winds-together": ("NNEEWWSS 2031 FF (concealed) 50", "NN EE WW SS 2031a FF c50"),
    "flowers-and-year-together": ("FFF2026 222 6666 (any 3 suits) X25", "FFF 2026a 222b 6666c x25"),
    "winds-and-year-together": ("NEWS2026 222 666 (any 3 suits) X25", "NEWS 2026a 222b 666c x25"),
    "opposite-dragons": ("FF 1111 DDDD 3333 (Any 1 Suit w Opp. Dragons) X 25", "FF 1111a DDDDb 3333a x25"),
    "different-dragons": (
        "FF 1111 DDDD DDDD (any 1 suit, any 2 dragons) X 25",
        "FF 1111a DDDD* DDDD* (differ) x25",
    ),
    "three-dragons": ("FFFF DDDD DDDD DD (any 3 dragons) X 30", "FFFF DDDD* DDDD* DD* (differ) x30"),
    "matching-dragons": ("FF 1111 DDDD 3333 (any 1 suit with matching dragons) x 30", "FF 1111a DDDDa 3333a x30"),
    "any-dragon": ("NNNN EW SSSS DDDD (any dragon) X $25", "NNNN EW SSSS DDDD* x25"),
    "a-kong-of-dragons": ("NNNN EW SSSS DDDD X 25", "NNNN EW SSSS DDDD* x25"),
    "any-wind": ("FFFF NNNN 111 111 (Any wind, any like odd nos) X30", "FFFF ZZZZ 111a 111b (like, odd) x30"),
    "like-numbers": ("FF 1111 1111 1111 (any like nos.) X25", "FF 1111a 1111b 1111c (like) x25"),
    "sum": ("1. FF 2222 + 4444 = 6666 (any 3 suits) X 30", "FF 2222a + 4444b = 6666c x30"),
    "sum-without-spaces": ("FF 2222+4444=6666 (any 3 suits) X 30", "FF 2222a + 4444b = 6666c x30"),
    "one-by-one": ("F F 1 1 1 1 2 2 2 2 3 3 3 3 (any 1 suit) X 25", "FF 1111a 2222a 3333a x25"),
    "winds-one-by-one": ("N N N N E W S S S S F F F F X25", "NNNN E W SSSS FFFF x25"),
    "dragons-by-name": ("RRRR GGGG 0000 FF X 25", "RRRR GGGG 0000 FF x25"),
    "value-in-front": ("60 closed F NN EE WWW SSSS 88 (any 1 suit)", "F NN EE WWW SSSS 88a c60"),
    "remarks-in-front": ("any 1 suit, run  FF 1111 2222 3333  X 25", "FF 1111a 2222a 3333a (run) x25"),
    "dashes-around": ("111 33 5555 77 999 - Any 1 suit - C - 30", "111a 33a 5555a 77a 999a c30"),
    "year": ("FFFF 2031 2222 11 (any 1 suit) X25", "FFFF 2031a 2222a 11a x25"),
    "bullet": ("\u2022 FF 2222 4444 6666 (any 3 suits) \u00d725", "FF 2222a 4444b 6666c x25"),
    "tick-for-a-bullet": ("\u2713 FF 2222 4444 6666 (any 3 suits) X 25", "FF 2222a 4444b 6666c x25"),
    "number-and-bullet": ("1) \u2022 FF 2222 4444 6666 (any 3 suits) X 25", "FF 2222a 4444b 6666c x25"),
    "misread-suits": ("FF 2222 4444 6666 (Aay 3 Saits) X25", "FF 2222a 4444b 6666c x25"),
    "misread-suits-and-run": ("FF 1111 2222 3333 (Any 1 Swit, kay Ron) X25", "FF 1111a 2222a 3333a (run) x25"),
    "misread-consecutive": ("FF 1111 2222 3333 (Rey 1 Sait, Any Camsec. Mes) X25", "FF 1111a 2222a 3333a (run) x25"),
    "misread-like": ("FF 1111 1111 1111 (Any Lke Manbers, Any 3 Sutts) X25", "FF 1111a 1111b 1111c (like) x25"),
    "may-be-exposed": ("FF 2222 4444 6666 (any 3 suits, may be exposed) 25", "FF 2222a 4444b 6666c x25"),
    "title": ("Three kongs: FF 2222 4444 6666 (any 3 suits) X25", "Three kongs: FF 2222a 4444b 6666c x25"),
    "alternatives": (
        "FF 1111 2222 3333 (any 1 suit) or RRRR GGGG 0000 FF X25",
        "FF 1111a 2222a 3333a -or- RRRR GGGG 0000 FF x25",
    ),
    "each-way-has-its-suits": (
        "FF 2222 4444 6666 (any 1 suit) or FF 2222 4444 6666 (any 3 suits) X 25",
        "FF 2222a 4444a 6666a -or- FF 2222a 4444b 6666c x25",
    ),
    "cents-and-x": ("FF 2222 4444 6666 (any 3 suits) 25c X", "FF 2222a 4444b 6666c x25"),
    "any-number": ("FFFFF DDDD 11111 (any no., any dragon) X 50", "FFFFF DDDD* 11111a (like) x50"),
    "any-1-wind": ("FFFFF NNNN 11111 (any 1 wind, any number) X 50", "FFFFF ZZZZ 11111a (like) x50"),
    "quoted-twice": (">> FF 2222 4444 6666 (any 3 suits) X 25", "FF 2222a 4444b 6666c x25"),
    "quint": ("FF 11111 22 33333 (Any 3 suits, any run) X 45", "FF 11111a 22b 33333c (run) x45"),
    "own-rules": ("33 66 99 XXXX XXXX (X in 3 6 9) c25", None),
}  # fmt: skip
"""Typed line to the line that it surely means, or None if a person must look at it."""

LOOK = {
    "no-colours": ("FFFF 2222 4444 88 X 25", "FFFF 2222a 4444a 88a x25", "suits-guessed"),
    "two-suits-of-three-groups": ("FF 2222 4444 6666 (any 2 suits) X 25", "FF 2222a 4444a 6666b x25", "suits-guessed"),
    "suits-named": ("22 bam 444 bam 666 crak 888 crak FFF 25X", "22B 444B 666C 888C FFF x25", "suits-guessed"),
    "one-colour-missing": ("FF 2222g 4444r 6666 X25", "FF 2222a 4444b 6666c x25", "suits-guessed"),
    "colours-against-the-remark": (
        "FF 2222g 4444g 6666r (any 3 suits) X25",
        "FF 2222a 4444a 6666b x25",
        "suits-guessed",
    ),
    "consecutive-without-a-remark": (
        "[green]FF 1111 2222[/green] [red]3333[/red] X25",
        "FF 1111a 2222a 3333b x25",
        "remark-missing",
    ),
    "alike-without-a-remark": (
        "FF [green]3333[/green] [red]3333[/red] [blue]3333[/blue] X25",
        "FF 3333a 3333b 3333c x25",
        "remark-missing",
    ),
    "two-alike-without-a-remark": (
        "FFFFF [green]333[/green] [red]3333[/red] 00 X25",
        "FFFFF 333a 3333b 00 x25",
        "remark-missing",
    ),
    "neither-x-nor-c": ("FF 2222 4444 6666 (any 3 suits) 25", "FF 2222a 4444b 6666c x25", "exposed-guessed"),
    "unknown-colours": (
        '<b style="color:hsl(120,99%,30%)">5555</b> <b style="color:hsl(9,99%,30%)">777777</b> FFFF X 25',
        "5555a 777777a FFFF x25",
        "suits-guessed",
    ),
    "blank-in-a-group": ("NNN EE S SS 4444 FF X 25", "NNN EE S SS 4444a FF x25", "not-understood"),
    "blank-in-a-group-of-one-color": (
        "FF [green]1111 22 22[/green] [red]4444[/red] X 25",
        "FF 1111a 22a 22a 4444b x25",
        "not-understood",
    ),
    "blank-before-the-last-tile-of-a-color": (
        "FF [green]2222[/green] [red]444 4[/red] [blue]6666[/blue] X 25",
        "FF 2222a 444b 4b 6666c x25",
        "not-understood",
    ),
    "c-or-x": ("FF 2222 4444 6666 (any 3 suits) C or X 25", "FF 2222a 4444b 6666c x25", "exposed-guessed"),
    "x-and-concealed": (
        "FF 2222 4444 6666 (any 3 suits, concealed) X 25",
        "FF 2222a 4444b 6666c x25",
        "exposed-guessed",
    ),
    "c-and-exposed": (
        "FF 2222 4444 6666 (any 3 suits, may be exposed) C 25",
        "FF 2222a 4444b 6666c x25",
        "exposed-guessed",
    ),
    "one-way-has-a-rule": (
        "FF 1111 2222 3333 (any 1 suit, any run) or FF 1111 3333 5555 (any 3 suits) X 25",
        "FF 1111a 2222a 3333a -or- FF 1111a 3333b 5555c (run) x25",
        "not-understood",
    ),
    "one-way-has-no-suits": (
        "FF 2222 4444 6666 (any 3 suits) or FF 1111 3333 5555 X 25",
        "FF 2222a 4444b 6666c -or- FF 1111a 3333a 5555a x25",
        "suits-guessed",
    ),
    "two-remarks-on-suits": (
        "FF 2222 4444 6666 (any 1 suit) -or- (any 3 suits) X 25",
        "FF 2222a 4444a 6666a x25",
        "not-understood",
    ),
    "twice-in-one-suit": ("FF 22 44 66 88 DD DD (any 1 suit) C 50", "FF 22a 44a 66a 88a DDa DDa c50", "suits-guessed"),
    "one-kong-in-two-words": ("FF 1111 22 22 3333 (any 1 suit) X 25", "FF 1111a 22a 22a 3333a x25", "suits-guessed"),
    "small-letters-of-suits": ("FFFF 2222b 4444c 88d X 25", "FFFF 2222B 4444C 88D x25", "suits-guessed"),
    "s-for-5": (
        "FF 1111 333S 7777 (any 1 suit) X 25",
        "FF 1111a 333a S 7777a x25",
        "unsure-letters",
    ),
    "letter-in-a-year": (
        "FFFF 2D31 222 666 (any 1 suit) X 25",
        "FFFF 2a Da 31a 222a 666a x25",
        "unsure-letters suits-guessed",
    ),
    "letter-for-4": ("FF 2222 4Y44 6666 (any 1 suit) X 25", "FF 2222a 4Y44a 6666a x25", "unsure-letters"),
    "fives-for-souths": ("NNNN EEE WWW 5555 X 25", "NNNN EEE WWW 5555a x25", "unsure-letters"),
    "white-dragons-or-west": ("RRR GGG WWW FFFFF C 25", "RRR GGG WWW FFFFF c25", "unsure-letters"),
    "white-dragons-or-west-in-the-language": ("GGGG WWWW 4444a 55b x25", "GGGG WWWW 4444a 55b x25", "unsure-letters"),
    "no-value": ("FF 2222 4444 6666 (any 3 suits)", "FF 2222a 4444b 6666c", "value-missing"),
    "c-without-a-value": ("FF 2222 4444 6666 (any 3 suits) C", "FF 2222a 4444b 6666c c", "value-missing"),
    "thirteen-tiles": ("FF 2222 4444 666 (any 3 suits) X25", "FF 2222a 4444b 666c x25", "tile-count"),
    "four-suits": ("1111 11111 1111 1111 X25", "1111a 11111b 1111c 1111c x25", "suits-guessed tile-count"),
    "value-out-of-bounds": ("FF 2222 4444 6666 (any 3 suits) C 3000", "FF 2222a 4444b 6666c c3000", "no-line"),
    "like-dragons": (
        "FF 2222 4444 6666 (any 3 suits, any like dragons) X25",
        "FF 2222a 4444b 6666c x25",
        "not-understood not-understood",
    ),
    "three-sixes": ("FF 2222 4444 6666 (any 3 sixes) X25", "FF 2222a 4444a 6666a x25", "not-understood suits-guessed"),
    "a-name": ("FF 2222 4444 6666 (any 3 suits, Kay) X25", "FF 2222a 4444b 6666c x25", "not-understood"),
    "unknown-remark": ("FF 2222 4444 6666 (any 3 suits, ask Dee) X25", "FF 2222a 4444b 6666c x25", "not-understood"),
    "matching-dragons-of-a-third-suit": (
        "FFFF 2222 DDDD 88 (any 3 suits, matching dragons) X 25",
        "FFFF 2222a DDDDb 88c x25",
        "suits-guessed",
    ),
    "colours-against-matching-dragons": (
        "FFFF 2222g DDDDr 88g (matching dragons) X 25",
        "FFFF 2222a DDDDb 88a x25",
        "suits-guessed",
    ),
    "colours-against-opposite-dragons": (
        "FFFF 2222g DDDDg 88g (opp. dragons) X 25",
        "FFFF 2222a DDDDa 88a x25",
        "suits-guessed",
    ),
    "any-run-of-these-numbers": (
        "FF 1111 2222 3333 (any 3 suits, any run, these nos. only) X 25",
        "FF 1111a 2222b 3333c (run) x25",
        "not-understood",
    ),
    "section-for-a-value": ("FF 2222 4444 6666 (any 3 suits) X 369", "FF 2222a 4444b 6666c x369", "value-missing"),
    "winds-in-two-words": ("FF 2026 2222 NE WS X 25 (any 1 suit)", "FF 2026a 2222a NE WS x25", "not-understood"),
    "pung-for-a-value": ("FFF NNNN SSSS 333 X 666 (any 1 suit)", "FFF NNNN SSSS 333a x666", "value-missing"),
    "torn-year": ("FF 2 026 1111 6666 (any 1 suit) X 25", "FF 2a 026a 1111a 6666a x25", "not-understood"),
    "year-and-kong-together": (
        "FF 20266666 2222 (any 1 suit) X 25",
        "FF 202a 66666a 2222a x25",
        "not-understood",
    ),
    "seven-of-a-tile": ("FFF 44444448888 (any 1 suit) C 45", "FFF 4444444a 8888a c45", "not-understood"),
    "any-run-of-numbers-with-a-gap": (
        "Consecutive Run  FF 3333 5555 6666 (any 3 suits)  X 25",
        "FF 3333a 5555b 6666c (run) x25",
        "not-understood",
    ),
    "red-dragons-or-a-color": ("EEEE WWWW DDDD red FF X 25", "EEEE WWWW DDDDb FF x25", "suits-guessed"),
    "letter-of-red-dragons-or-a-color": ("FF 3333g 9999g DDDD(R) X 25", "FF 3333a 9999a DDDDb x25", "suits-guessed"),
    "two-remarks-on-dragons": (
        "FF 1111 DDDD 3333 (any 1 suit, opp. dragons, matching dragons) X 25",
        "FF 1111a DDDDa 3333a x25",
        "not-understood",
    ),
    "suits-of-tiles-without-any": ("NNN EEE WWWW SSSS (any 2 suits) X 25", "NNN EEE WWWW SSSS x25", "suits-guessed"),
    "any-of-two-winds": (
        "NNNN EEEE 111 222 (any wind, any 1 suit) X 25",
        "NNNN EEEE 111a 222a x25",
        "not-understood",
    ),
    "kong-and-year-together": (
        "FF 11111999 2222 (any 1 suit) X 25",
        "FF 11111a 999a 2222a x25",
        "unsure-letters",
    ),
    "fives-read-as-souths": (
        "FFFF 111 333 SSSS (any 2 suits) X 25",
        "FFFF 111a 333b SSSS x25",
        "unsure-letters",
    ),
    "all-in-black": (
        "<b style='color:#000'>FFFF 2222 4444 88</b> X 25",
        "FFFF 2222a 4444a 88a x25",
        "suits-guessed",
    ),
    "section-in-front": (
        "ANY LIKE NUMBERS  NEWS 3333g DDDg FFF   X 20",
        "NEWS 3333a DDDa FFF (like) x20",
        "remark-missing",
    ),
    "section-behind": (
        "FF 2222r 33r 444g 555g  C 30  Consecutive Run",
        "FF 2222b 33b 444a 555a (run) c30",
        "remark-missing",
    ),
    "fives-beside-news-read-as-souths": (
        "FF NEWS 1111 SSSS (any 1 suit) X 25",
        "FF NEWS 1111a SSSS x25",
        "unsure-letters",
    ),
    "souths-read-as-fives": (
        "FFFF NNNN 5555 66 (any 2 suits) X 25",
        "FFFF NNNN 5555a 66b x25",
        "unsure-letters",
    ),
    "year-of-zeros-and-kong-together": (
        "FFFF 20001111 33 (any 1 suit) X 25",
        "FFFF 2a 000 1111a 33a x25",
        "unsure-letters",
    ),
    "value-or-tiles-in-front": (
        "30 FFFF 1111 3333 55 (any 1 suit) C",
        "FFFF 1111a 3333a 55a c30",
        "value-missing",
    ),
    "remark-without-use": ("FFFF RRRR GGGG 00 (any run) X25", "FFFF RRRR GGGG 00 x25", "not-understood"),
}
"""Typed line to the drafted line and the remarks that ask a person to look."""


def only(text: str) -> PastedLine:
    """Return the one line of a text."""
    draft = read_pasted(text)
    assert len(draft.lines) == 1, draft
    return draft.lines[0]


@pytest.mark.parametrize(("typed", "meant"), [pytest.param(*case, id=name) for name, case in SURE.items()])
def test_a_typed_line_is_understood(typed: str, meant: str | None) -> None:
    """A line with a certain meaning is taken without a question, and reads as a line of a card."""
    line = only(typed)
    if meant is None:
        assert not line.sure
        return
    assert (line.text, line.sure) == (meant, True), line
    parse_line(line.text)


@pytest.mark.parametrize(("typed", "made", "code"), [pytest.param(*case, id=name) for name, case in LOOK.items()])
def test_what_is_guessed_is_said(typed: str, made: str, code: str) -> None:
    """A guessed line is drafted with a remark that asks a person to look."""
    line = only(typed)
    assert line.text == made
    assert [remark.code for remark in line.remarks if remark.look] == code.split()
    assert all(remark.message for remark in line.remarks)


@pytest.mark.parametrize("name", list_cards())
def test_lines_in_the_cards_language_stay_as_they_are(name: str) -> None:
    """A line in the card language stays as it is, without a remark."""
    for hand in load_card(name).hands:
        line = only(hand.text)
        assert (line.text, line.sure) == (hand.text, True)


def forum_text(hand: str) -> str:
    """Return a card line as a forum shows it: colours as letters, X and value apart."""
    return re.sub(
        r" ([xc])(\d+)",
        lambda m: f" {m[1].upper()} {m[2]}",
        re.sub(r"(?<=[0-9D])([abc])(?= |$)", lambda m: {"a": "G", "b": "R", "c": "B"}[m[1]], hand),
    )


@pytest.mark.parametrize("name", ["practice", "nmjl-1976"])
def test_lines_with_colour_letters_mean_what_the_card_means(name: str) -> None:
    """If every group has a colour, nothing is guessed: the suits match the printed ones up to their letters."""
    told = 0
    for hand in load_card(name).hands:
        suits = {group.suit for group in hand.groups if group.suit}
        if (
            not suits
            or not suits <= set("abc")
            or any(group.letters for group in hand.groups)
            or hand.singles_and_pairs
        ):
            continue
        line = only(forum_text(hand.text))
        in_order = {
            suit: "abc"[at] for at, suit in enumerate(dict.fromkeys(one.suit for one in hand.groups if one.suit))
        }
        wanted = [in_order.get(one.suit, "") for one in hand.groups]
        assert [one.suit for one in parse_line(line.text).hands[0]] == wanted, (hand.text, line)
        assert line.sure, (hand.text, line)
        told += 1
    assert told > 9


class Pasted(NamedTuple):
    """A text, and the (section, number of lines) pairs of its draft."""

    text: str
    sections: list[tuple[str, int]]
    title: str = ""
    left: int = 0


LINE = "FF 2222 4444 6666 (any 3 suits) X 25"
WHOLE = {
    "headings": Pasted(f"2468\n{LINE}\n{LINE}\n\nANY LIKE NUMBERS\n{LINE}\n", [("2468", 2), ("ANY LIKE NUMBERS", 1)]),
    "title-and-heading": Pasted(f"Our card 2031\n\n13579:\n{LINE}", [("13579", 1)], "Our card 2031"),
    "marked-headings": Pasted(f"## Quints\n1. {LINE}\n2. {LINE}\n=== 369 ===\n{LINE}", [("Quints", 2), ("369", 1)]),
    "numbered-headings": Pasted(
        f"1. Ours\n2. Winds\n1. {LINE}\n- (3) Dragons\n{LINE}\n", [("2. Winds", 1), ("(3) Dragons", 1)], "1. Ours"
    ),
    "no-heading": Pasted(LINE, [("", 1)]),
    "value-below": Pasted("FF 2222 4444 6666 (any 3 suits)\nX 25\n" + LINE, [("", 2)]),
    "worth-below": Pasted(
        "2468\nFF 2222 4444 6666 (any 3 suits)\nX - 25\nFF 2222 4444 6666\n(any 3 suits) C: 30\n"
        "FF 2222 4444 6666\nany 3 suits - closed, 20 points\nFF 2222 4444 6666\n"
        "(any 3 suits, these nos. only) 25 pts C\n" + LINE,
        [("2468", 5)],
    ),
    "worth-below-a-line-with-a-value": Pasted(f"2468\n{LINE}\nC 30\n{LINE}", [("2468", 2)], left=1),
    "section-of-three-digits-below-a-line-without-a-value": Pasted(
        f"2468\nFF 2222 4444 6666 (any 3 suits) X\n369\n{LINE}", [("2468", 1), ("369", 1)]
    ),
    "sections-behind-numbers": Pasted(
        "1|Consecutive Run|FFFF 2222 4444 88 (any 1 suit)|X|25\n2|Consecutive Run|FF 222 444 666 888|C|30\n"
        "3|2468|FF 222 444 666 888|C|30",
        [("Consecutive Run", 2), ("2468", 1)],
    ),
    "remark-below": Pasted("FF 2222 4444 6666 X 25\n(any 3 suits)\n" + LINE, [("", 2)]),
    "alternative-below": Pasted("11 222 3333 444 55 x25 or\n11 222 3333 444 55 (any 1 suit)\n" + LINE, [("", 2)]),
    "headings-under-lines-without-values": Pasted(
        "2468\nFF 2222 4444 6666 (any 3 suits)\nCONSECUTIVE RUN\nFF 1111 2222 3333 (any 3 suits, any run)\n"
        "SINGLES AND PAIRS\nFF 22 44 66 88 DD DD (any 1 suit, opp. dragons)",
        [("2468", 1), ("CONSECUTIVE RUN", 1), ("SINGLES AND PAIRS", 1)],
    ),
    "sentence": Pasted(f"Here is what I could read of it, sorry!\n{LINE}", [("", 1)], left=1),
    "remark-without-a-full-stop": Pasted(f"2468\n{LINE}\nOur favourite", [("2468", 1)], left=1),
    "remark-before-a-heading": Pasted(f"{LINE}\nOur favourite\n369\n{LINE}", [("", 1), ("369", 1)], left=1),
    "remarks-in-a-titled-card": Pasted(
        f"Our card\n2468\n{LINE}\nTricky\nRare\n369\n{LINE}", [("2468", 1), ("369", 1)], "Our card", 2
    ),
    "a-heading-alone": Pasted("Our favourite", [], left=1),
    "tabs": Pasted(
        "Section\tHand\tNotes\tX/C\tValue\n2468\tFFFF 2222 4444 88\tAny 1 suit\tX\t25\n"
        "\tFF 222 444 666 888\tAny 1 suit\tC\t30\nQuints\tFF 11111 22 33333\tAny 3 suits, any run\tX\t45\n",
        [("2468", 2), ("Quints", 1)],
    ),
    "commas": Pasted(
        '1,FFFF 2222 4444 88,"Any 1 suit, no jokers",X,25\n2,FF 222 444 666 888,any 1 suit,C,30\n', [("", 2)]
    ),
    "a-cell-a-group": Pasted(
        "2468,FFFF,2222,4444,88,,X,25\n13579,FF,111,333,555,777,C,30\n", [("2468", 1), ("13579", 1)]
    ),
    "headings-in-the-column-of-numbers": Pasted(
        "Our card\nNo\tHand\tX/C\tValue\nTwos\n1\tFFFF 2222 4444 88\tX\t25\n2\tFF 222 444 666 888\tC\t30\n"
        "Odd\t\t\t\n3\tFF 111 333 555 777\tC\t30",
        [("Twos", 2), ("Odd", 1)], "Our card",
    ),
    "a-numbered-heading-in-the-column-of-sections": Pasted(
        "1|Twos|\n2||FFFF 2222 4444 88 x25\n3||FF 222 444 666 888 c30\n4|Odd|\n5||FF 111 333 555 777 c30\n",
        [("Twos", 2), ("Odd", 1)],
    ),
    "sections-in-the-last-column": Pasted(
        "FFFF 2222 4444 88\tX\t25\t2468\nFF 222 444 666 888\tC\t30\t2468\nFF 111 333 555 777\tC\t30\tQuints",
        [("2468", 2), ("Quints", 1)],
    ),
    "line-breaks-in-cells": Pasted(
        '2468\t"FFFF 2222\n4444 88"\tX\t25\n\t"FF 222 444 666 888\n(any 1 suit)"\tC\t30\nQ\tFF 22222 44444 66\tX\t45',
        [("2468", 2), ("Q", 1)],
    ),
    "commas-in-the-cells-of-a-table": Pasted(
        "Line;Notes;Type;Pts\nFF 1111 2222 3333;any 3 suits, run;x;25\nFF 1111 1111 1111;any 3 suits, like nos.;c;30\n"
        "FFFF 22 444 66 888;any 1 suit, these nos. only;c;30",
        [("", 3)],
    ),
    "bars": Pasted(
        "| FFFF 2222 4444 88 | any 1 suit | X | 25 |\n| FF 222 444 666 888 | any 1 suit | C | 30 |", [("", 2)]
    ),
    "bars-without-a-frame": Pasted(
        "2468|FFFF 2222 4444 88|X|25\n|FF 222 444 666 888|C|30\n13579|FF 111 333 555 777|C|30",
        [("2468", 2), ("13579", 1)],
    ),
    "hands-in-a-column-called-line": Pasted(
        "Section,Line,Value\n2468,FFFF 2222 4444 88,X25\n2468,FF 222 444 666 888,C30", [("2468", 2)]
    ),
    "titles-in-a-column-called-line": Pasted(
        "Line,Hand,Value\nBig twos,FFFF 2222 4444 88,X25\nBig twos,FF 222 444 666 888,C30", [("Big twos", 2)]
    ),
    "values-in-the-first-column": Pasted(
        "25,FFFF 2222 4444 88,X\n30,FF 222 444 666 888,C\n30,FF 111 333 555 777,C", [("", 3)]
    ),
    "remarks-in-the-first-column": Pasted(
        "any 1 suit,FFFF 2222 4444 88,X,25\nno jokers,FF 222 444 666 888,C,30", [("", 2)]
    ),
    "edges-of-a-page": Pasted(
        f"SINGLES AND PAIRS\n{LINE}\n- 3 -\n\u00a9 2031 Our club\nwww.example.org\nPage 4 of 12\n{LINE}\n5/12\n{LINE}",
        [("SINGLES AND PAIRS", 3)], left=5,
    ),
    "a-column": Pasted(f"2468\n{LINE}\n{LINE}\n\n369\n{LINE}", [("2468", 2), ("369", 1)]),
    "windows-lines": Pasted(f"2468\r\n{LINE}\r\n{LINE}\r\n", [("2468", 2)]),
    "a-card-file-without-a-comma": Pasted(
        'id = "a"\ntitle = "A"\n\n[[section]]\ntitle = "One"\nlines = [\n    "FF 2222a 4444b 6666c x25"\n'
        "    'Two suits: FF 2222a 4444b 6666b x25',\n]\n",
        [("One", 2)], "A", 4,
    ),
    "a-card-file": Pasted(
        'id = "a"\ntitle = "A"\n[[section]]\ntitle = "One"\nlines = ["FF 2222a 4444b 6666c x25", "FF 22a x25"]\n',
        [("One", 2)], "A",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in WHOLE.items()])
def test_a_pasted_card_keeps_its_sections(case: Pasted) -> None:
    """Headings, tables and lines over two rows come out as sections of lines."""
    draft = read_pasted(case.text)
    assert [(section.title, len(section.lines)) for section in draft.sections] == case.sections, draft
    assert (draft.title, len(draft.left)) == (case.title, case.left)


FIXED = """\
    Kongs                                  back, left
 1  FF 1111a 2222a 3333a (run)      X 25   Three in a
                                           row
 2  11a 22a 33a 44a 55a 66a 77a     C 50 sp
    (run)
 3  FF 1111a 2222b 3333c            X 25   any run
 4  FF 2222a 4444b 6666c            X 25   Ours, any run of evens
 5  FF XXXXa XXXXb XXXXc            X 25   Ours, odd numbers
 6  FF 2222a 4444b 6666c            X 30   Ours, concealed
 7  FF 5555a 6666b 7777c            X 30   (run)
    Pairs
 8  11a 22a 33a 44a 55a             C 50 nojoker
    66a 77a
"""
"""A table that blanks set out; the names of rows 3 to 7 are remarks, which their lines do not say."""


def test_a_table_set_out_by_blanks_is_read_by_its_columns() -> None:
    """Names stand in front of their hands, cells go on in the row below, and a name that is a remark stays one."""
    draft = read_pasted(FIXED)
    assert [(section.title, [line.text for line in section.lines if line.sure]) for section in draft.sections] == [
        (
            "Kongs",
            [
                "Three in a row: FF 1111a 2222a 3333a (run) x25",
                "11a 22a 33a 44a 55a 66a 77a (run) c50 sp",
                "FF 1111a 2222b 3333c (run) x25",
                "FF 5555a 6666b 7777c (run) x30",
            ],
        ),
        ("Pairs", ["11a 22a 33a 44a 55a 66a 77a c50 nojoker"]),
    ]
    assert [line.row for line in draft.lines] == [2, 4, 6, 7, 8, 9, 10, 12]


def test_a_remark_above_a_hand_of_a_table_set_out_by_blanks_is_asked_about() -> None:
    """A remark between two hands of such a table is not surely the one of the hand above it."""
    hands = ("1  FF 2222 4444 6666   X 25", "2  FF 3333 5555 7777   X 30", "3  FFFF 2222 4444 88   X 30")
    remarks = ("(any 3 suits)", "(any 1 suit)", "(any 3 suits)")
    draft = read_pasted("\n".join(f"   {remark}\n{hand}" for remark, hand in zip(remarks, hands, strict=True)))
    assert not any(line.sure for line in draft.lines)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        pytest.param("1  FF 1111a 2222a 3333a   X 25", "2  FF 4444a 5555b 6666c   X 30", id="table"),
        pytest.param("FF 1111a 2222a 3333a X 25", "FF 4444a 5555b 6666c X 30", id="lines"),
    ],
)
@pytest.mark.parametrize(("row", "sure"), [("\n   (run)\n\n", True), ("\n\n   (run)\n", False)])
def test_a_remark_goes_on_with_the_hand_that_stands_nearer(above: str, below: str, row: str, sure: bool) -> None:
    """A remark that a blank row parts from the hand above, and none from the hand below, is not surely the former's."""
    first, second = read_pasted(f"{above}{row}{below}").lines
    assert (first.sure, second.sure) == (sure, sure)
    assert ("(run)" in first.text) is sure


def test_a_section_behind_the_number_of_a_table_set_out_by_blanks_is_looked_at() -> None:
    """The name of a section between number and hand, as between others, is not surely a remark of the hand."""
    hands = ("FFFF NNNN SSS 777a", "FFF 2222a 333b 4444a")
    rows = (f"{at}  Any like numbers   {hand:22}C 20" for at, hand in enumerate(hands, 1))
    assert not any(line.sure for line in read_pasted("\n".join(rows)).lines)


def test_an_x_is_asked_about_where_the_others_have_none() -> None:
    """An X beside some hands, and nothing beside the others, may tick the concealed ones, also without a table."""
    ticked, plain = "FF 2222 4444 6666 (any 3 suits) X 25", "FF 1111 3333 5555 (any 3 suits) 30"
    assert [line.sure for line in read_pasted(f"{ticked}\n{plain}").lines] == [False, False]
    # A printed card has no ticks: the other X was not read in its photo.
    assert [line.sure for line in read_rows(source_lines(f"{ticked}\n{plain}")).lines] == [True, False]
    assert [line.sure for line in read_pasted(f"{ticked}\n{plain}\nFF 1111 3333 5555 (any 3 suits) C 30").lines] == [
        True,
        False,
        True,
    ]


def test_a_value_in_front_of_a_hand_is_no_title() -> None:
    """Where another number stands behind the tiles, such as that of the suits, the value before them is asked about."""
    (line,) = read_pasted("30\u00a2  FF 2222G 4444R 6666B  3  Exposed").lines
    assert [remark.code for remark in line.remarks] == ["value-missing"]


def test_tiles_in_front_of_a_table_set_out_by_blanks_are_no_numbers() -> None:
    """Pairs that stand before all hands of a table are tiles, and a heading in its middle is no part of a name."""
    pairs = "11  222a 3333a 444a 55a  X 25  Pairs"
    draft = read_pasted(f"{pairs}\n{pairs}\n                     Winds\n{pairs}")
    assert [section.title for section in draft.sections] == ["", "Winds"]
    assert all(line.text.startswith("11") and not line.sure for line in draft.lines)


@pytest.mark.parametrize(("other", "sure"), [("X 25c", False), ("25c X", False), ("X 25", True), ("25x", True)])
def test_a_c_that_means_cents_elsewhere_is_asked_about(other: str, sure: bool) -> None:
    """Beside values such as X 25c the c of 30c may mean cents too, and the X or C of its line be lost."""
    lines = read_pasted(f"FF 2222 4444 6666 (any 3 suits) {other}\nFF 2222 4444 6666 (any 3 suits) 30c").lines
    assert [line.sure for line in lines] == [True, sure]


def test_singles_and_pairs_are_marked_so() -> None:
    """Lines under the heading of singles and pairs earn no bonus for being jokerless."""
    for heading in ("SINGLES AND PAIRS", "Single & pair hands"):
        assert read_pasted(f"{heading}\nFF 11 33 55 77 99 DD (any 1 suit) C 50").lines[0].text.endswith("sp")
    draft = read_pasted("SINGLES AND PAIRS\nFF 11 33 55 77 99 DD (any 1 suit) C 50\nNN EE WW SS 2031 FF C 50")
    assert [line.text for line in draft.lines] == ["FF 11a 33a 55a 77a 99a DDa c50 sp", "NN EE WW SS 2031a FF c50 sp"]
    assert all(line.sure for line in draft.lines)


@pytest.mark.parametrize(
    ("heading", "typed", "meant"),
    [
        pytest.param("ANY LIKE NUMBERS", "FF 1111 DDDD 1111 (any 3 suits) X 25", "FF 1111a DDDDb 1111c (like) x25"),
        pytest.param("CONSECUTIVE RUN", "FF 1111 2222 3333 (any 3 suits) X 25", "FF 1111a 2222b 3333c (run) x25"),
    ],
)
def test_a_rule_of_the_heading_is_looked_at(heading: str, typed: str, meant: str) -> None:
    """A line takes the rule of its heading, with a question; a line that says its numbers keeps them."""
    (line,) = read_pasted(f"{heading}\n{typed}").lines
    assert (line.text, [remark.code for remark in line.remarks]) == (meant, ["remark-missing"])
    (fixed,) = read_pasted(f"{heading}\n{typed.replace(')', ', these nos. only)')}").lines
    assert (fixed.text, fixed.sure) == (re.sub(r" \(\w+\)", "", meant), True)
    (other,) = read_pasted(f"{heading}\nFF 2222 4444 8888 (any 3 suits) X 25").lines
    assert other.sure


@pytest.mark.parametrize("remark", ["no jokers", "any 3 suits", "these numbers only"])
def test_a_remark_in_a_row_of_its_own_is_looked_at(remark: str) -> None:
    """The hands above and below a row that may be a remark of either are no sure lines; those who say it are."""
    plain, said = "FF 2222r 4444g 6666b X 25", f"FF 2222r 4444g 6666b ({remark}) X 25"
    assert [line.sure for line in read_pasted(f"{plain}\n{remark}\n{plain}").lines] == [False, False]
    assert [line.sure for line in read_pasted(f"{said}\n{remark}\n{said}").lines] == [True, True]


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        pytest.param("2468\nFF 1111r 2222g 4444b X 25\nany consecutive run", [False], id="run-below"),
        pytest.param("2468\nFF 1111r 2222g 4444b X 25\nOur hands", [True], id="no-remark-below"),
        pytest.param("FF 2222r 4444g 6666b X 25\n2. any 1 suit\nFF 2222r 4444g 6666b X 25", [False] * 2, id="numbered"),
        pytest.param("Ours\nFFFFF 777a 7777b 77c C 25\nany like nos.", [False], id="like-numbers-below-like-numbers"),
        pytest.param("Ours\nFF 2222r 4444g 6666b C 25\nany like nos.", [True], id="like-numbers-below-others"),
        pytest.param("1.\n(no jokers)\nFF 2222r 4444g 6666b X 25", [False], id="above-in-brackets"),
        pytest.param("FF 2222r 4444g 6666b X 25\nany 3 suits, any like nos.\n", [False], id="with-a-full-stop"),
        pytest.param(
            "Lucky\nFF 2222r 4444g 6666b X 25\n(any 3 suits)\n2468\nFF 1111r 3333g 5555b\nFF 2222r 4444g 6666b\nX 25",
            [True, False, False],
            id="value-below-two-hands-of-a-section",
        ),
    ],
)
def test_a_remark_left_over_beside_a_line_is_looked_at(text: str, sure: list[bool]) -> None:
    """A row that is a remark and no heading leaves no sure line beside it that does not say it."""
    assert [line.sure for line in read_pasted(text).lines] == sure


def test_a_remark_and_or_below_a_line_go_on_with_it() -> None:
    """A row such as "(no jokers) or ..." ends one way to make the hand above, and begins another."""
    (line,) = read_pasted("FF 2222 4444 6666\n(any 1 suit) or FF 1111 3333 5555 (any 3 suits) X 25").lines
    assert (line.text, line.sure) == ("FF 2222a 4444a 6666a -or- FF 1111a 3333b 5555c x25", True)


def test_lines_copied_out_of_a_card_file_stay_as_they_are() -> None:
    """Quotation marks and commas around lines of a card file are no tiles; a letter alone with its suit is a group."""
    texts = ["FF 2222a 4444b 6666c x25", "Two suits: FF 2222a 4444b 6666b c30", "FF 4a Va UUUUa DDDDa DDa x25"]
    found = read_pasted("".join(f'    "{text}",\n' for text in texts)).lines
    assert [(line.text, line.sure) for line in found] == [(text, True) for text in texts]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            ["1 FF 2222 4444 6666 (any 3 suits) X 25", "2a FFFF 222 4444 666 (any 1 suit) C 30"],
            ["FF 2222a 4444b 6666c x25", "FFFF 222a 4444a 666a c30"],
        ),
        (
            ["  1  FF 2222a 4444b 6666c   X 25", " 10  FFFF 222a 4444a 666a   C 30"],
            ["FF 2222a 4444b 6666c x25", "FFFF 222a 4444a 666a c30"],
        ),
        (
            ["1 22 333 4444 DDDD (any 1 suit) X 25", "2 44 666 8888 DDDD (any 1 suit) X 25"],
            ["1a 22a 333a 4444a DDDDa x25", "2a 44a 666a 8888a DDDDa x25"],
        ),
    ],
    ids=["counted", "as the program shows a card", "tiles"],
)
def test_numbers_that_count_the_rows_are_no_tiles(typed: list[str], meant: list[str]) -> None:
    """Numbers before whole hands, which rise from row to row, are not read as tiles; the first tile of a hand is."""
    assert [(line.text, line.sure) for line in read_pasted("\n".join(typed)).lines] == [(one, True) for one in meant]


def test_ticks_of_a_table_mean_their_column() -> None:
    """An X below "concealed" is a concealed hand, a no an exposed one."""
    hands = "FFFF 2222 4444 88,any 1 suit,{},25\nFF 2222 4444 6666,any 3 suits,{},30"
    (first, second) = read_pasted(f"Hand,Suits,Concealed?,Value\n{hands.format('no', 'X')}").lines
    assert (first.text, second.text) == ("FFFF 2222a 4444a 88a x25", "FF 2222a 4444b 6666c c30")
    assert first.sure
    assert second.sure


COLOURED = """\
<table><tbody>
<tr><th>No</th><th>Hand</th><th>X/C</th><th>Value</th></tr>
<tr><td>1</td><td><font color="green">2222</font>&nbsp;<font color="red">4444</font> FF <b style="color:#c00">6666
    </b></td><td>X</td><td>25&cent;</td></tr>
<tr><td>2<td style="color:blue">222 444<br>666 888 FF<td>C<td>30
</table>"""


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(COLOURED, id="web-page"),
        pytest.param(COLOURED.replace("\n", ""), id="web-page-in-one-row"),
        pytest.param(
            '1\t<font color="green">2222</font> [red]4444[/red] FF {red:6666}\tX\t25\n'
            "2\t[blue]222 444 666 888 FF[/blue]\tC\t30",
            id="tabs",
        ),
    ],
)
def test_the_colours_of_a_tables_cells_are_the_suits(table: str) -> None:
    """Tags, styles and marks in the cells of a table give its groups their suits."""
    assert [(line.text, line.sure) for line in read_pasted(table).lines] == [
        ("2222a 4444b FF 6666b x25", True),
        ("222c 444c 666c 888c FF c30", True),
    ]


@pytest.mark.parametrize("above", ["2468\n1\u20142\u201444\u20145\u201466 or\n", "2468\n2\u20144\u20146\nor "])
def test_another_way_to_make_a_hand_that_was_not_read_is_no_hand_of_its_own(above: str) -> None:
    """Where the first way is left over, the one beside the or is looked at."""
    assert [line.sure for line in read_pasted(f"{above}FF 2222 4444 6666 (any 3 suits) X 25").lines] == [False]


def test_an_or_in_a_column_of_its_own_is_no_section() -> None:
    """Another way to make a hand goes on with the hand above, also where each word of a table is a cell."""
    rows = "one\tFF\t1111\t3333\t5555\t(any 1 suit)\nor\tFF\t2222\t4444\t6666\t(any 3 suits)\tX\t25"
    (line,) = read_pasted(rows).lines
    assert line.text.endswith("FF 1111a 3333a 5555a -or- FF 2222a 4444b 6666c x25")


def test_a_number_that_no_heading_explains_is_no_value() -> None:
    """A column of ones, twos and threes beside values is asked about, and is neither tiles nor a value."""
    table = "25 pts;C;FF 777G 888G 999G DDDG;1\n30 pts;X;FF 111R 33R 555G 9999R;3"
    assert [(line.text, [remark.text for remark in line.remarks]) for line in read_pasted(table).lines] == [
        ("FF 777a 888a 999a DDDa c25", ["1"]),
        ("FF 111b 33b 555a 9999b x30", ["3"]),
    ]


@pytest.mark.parametrize("no", ["", "no"])
def test_ticks_of_a_column_without_a_name_are_looked_at(no: str) -> None:
    """An X beside hands that have none may say concealed; where the others have a C it says exposed."""
    hands = "FFFF 2222 4444 88 (any 1 suit)\t25\t{}\nFF 2222 4444 6666 (any 3 suits)\t30\tX"
    assert [line.sure for line in read_pasted(hands.format(no)).lines] == [False, False]
    assert [line.sure for line in read_pasted(hands.format("C")).lines] == [True, True]
    points = "FFFF 2222 4444 88 (any 1 suit),{},25 pts\nFF 2222 4444 6666 (any 3 suits),X,30 pts"
    assert [line.sure for line in read_pasted(points.format(no)).lines] == [False, False]
    blanks = "Hand                            Concealed?  Points\nFF 2222 4444 6666 (any 3 suits)  X           30"
    assert [line.sure for line in read_pasted(blanks).lines] == [False]
    assert [line.sure for line in read_pasted(blanks.replace("Concealed?", "Exposed")).lines] == [True]


@pytest.mark.parametrize(
    "table",
    [
        pytest.param("Value,Hand,Suits,X/C\n25,FF 2222 4444 6666,3,X\n30,FFFF 1111 3333 55,1,C", id="named"),
        pytest.param("X|FF 2222 4444 6666|any 3 suits|1|25\nC|FFFF 1111 3333 55|any 1 suit|2|30", id="not-named"),
        pytest.param(
            "X 25\tFF\t2222 4444\t6666\tany 3 suits\nc30\tFFFF\t1111 3333\t55\tany 1 suit", id="cells-of-tiles"
        ),
        pytest.param(
            "Pts\tX/C\tTiles\tColors\n25\tX\tFF 2222 4444 6666\tany 3\n30\tC\tFFFF 1111 3333 55\t1", id="tabs"
        ),
    ],
)
def test_the_columns_of_a_table_stand_in_any_order(table: str) -> None:
    """Value, X or C and the number of suits mean the same before the hand and behind it."""
    (first, second) = read_pasted(table).lines
    assert (first.text, second.text) == ("FF 2222a 4444b 6666c x25", "FFFF 1111a 3333a 55a c30")
    assert first.sure
    assert second.sure


def kept(draft: PastedCard) -> str:
    """Join all texts of a draft."""
    sources = [line.source for line in draft.lines]
    return "\n".join([draft.title, *(one.title for one in draft.sections), *sources, *(one.text for one in draft.left)])


_WORDS = (
    "FFFF|2222|444a|66r|NEWS|DDDD|0000|2031|(any|x25|C30|25|or|-or-|+|=|X+1|suits)|[red]|[/red]|*|:|,|\t|2468|O|l|run"
)
_PIECES = st.sampled_from(
    [*_WORDS.split("|"), "(any 2 suits)", "any 1 suit", "(", ")", "\n", "\n", "Quints", "$.25", "\u2014"]
)


# Marks of word processors, forums and web pages are no text.
_MARKUP = re.compile(
    r"\[/?(?:red|[biu])\]|</?(?:b|i|u|em|strong|p|br|div|table|td|th|tr|li|span|font)\b[^<>]*>", re.IGNORECASE
)


@given(st.lists(_PIECES, max_size=40).map(" ".join) | st.text(string.printable, max_size=120))
@example("A<P>")
@example("0. A\nA")
def test_nothing_is_lost(text: str) -> None:
    """Any pasted text gives a draft, and every row of it stands somewhere in the draft."""
    draft = read_pasted(text)
    letters = re.sub(r"[\W_]", "", _MARKUP.sub("", kept(draft)))
    for row in text.replace("\r", "\n").split("\n"):
        if "\t" in row or any(sign * 2 in text or text.count(sign) > 1 for sign in ",;|"):
            continue  # the parser uses a table's heading and does not keep it
        shown = re.sub(r"[\W_]", "", re.sub(r"[^\x20-\x7e]", "", _MARKUP.sub("", row)))
        assert shown in letters, row


@given(st.lists(_PIECES, max_size=30).map(" ".join))
def test_a_sure_line_can_be_read(text: str) -> None:
    """The card parser accepts every line without a remark."""
    for line in read_pasted(text).lines:
        if line.sure:
            try:
                parse_line(line.text)
            except PatternError as error:
                pytest.fail(f"{line}: {error.message}")


def test_a_row_below_one_without_a_value_is_looked_at() -> None:
    """If the word "or" between two rows is lost, the second row is not taken as a line of its own."""
    found = read_pasted("FF 2222r 4444g 6666b\nFF 1111r 3333g 5555b X 25\nFF 3333r 5555g 7777b X 30")
    first, second, third = found.sections[0].lines
    assert not first.sure
    assert not second.sure
    assert "another way" in second.remarks[-1].message
    assert third.sure


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("X 25\nFF 2222r 4444g 6666b\nC 30\nFF 1111r 3333g 5555b\nX 35", id="values-above"),
        pytest.param("75C\nFF 2222r 4444g 6666b\n25X\nFF 1111r 3333g 5555b\n60X", id="values-with-c-above"),
        pytest.param("FF 2222r 4444g 6666b\nX 35\nC 30", id="two-values-below"),
        pytest.param("FF 2222r 4444g 6666b\nFF 1111r 3333g 5555b\nX 35\nC 30", id="values-below-all"),
        pytest.param("like numbers X 25\nFF 1111r 3333g 5555b\nC 30\nFF 2222r 4444g 6666b\nC 30", id="like-above"),
        pytest.param("(like numbers)\nFF 1111r 3333g 5555b\nC 30\n(no jokers)\nFF 2222r 4444g 6666b\nC 30", id="head"),
        pytest.param("(any 1 suit)\nFF 2222 4444 6666 X 25\n(any 3 suits)\nFF 1111 3333 5555 X 30", id="remarks-above"),
    ],
)
def test_a_row_that_may_be_of_another_hand_is_looked_at(text: str) -> None:
    """Values and remarks above their hands, or below several, are not surely taken for the wrong hand's."""
    assert not any(line.sure for line in read_pasted(text).lines)


def test_small_letters_that_name_suits_in_one_line_may_do_so_in_another() -> None:
    """Where one line writes b, c and d for Bams, Craks and Dots, a line with b and c alone is looked at."""
    alone = "555c 666c 7777b 8888b x25"
    assert only(alone).sure
    named, unnamed, free = read_pasted(f"333b 444b 3333d 4444d x25\n{alone}\n1111a 2222a 3333b FF x25").lines
    assert [line.text.split()[0] for line in (named, unnamed, free)] == ["333B", "555c", "1111a"]
    assert [[remark.code for remark in line.remarks] for line in (named, unnamed, free)] == [
        ["suits-guessed"],
        ["suits-guessed"],
        [],
    ]


def test_blue_beside_green_and_red_of_another_line_is_looked_at() -> None:
    """Where a line writes G and R for colors, the B of a line without them may be blue in place of Bams."""
    alone = "NNNN EE WWW SSS 44B x30"
    assert only(alone).sure
    coloured, blue = read_pasted(f"22G 444R 66R 888B FFFF x25\n{alone}").lines
    assert coloured.sure
    assert [remark.code for remark in blue.remarks] == ["suits-guessed"]


def test_remarks_in_small_print_are_understood() -> None:
    """Misread forms of "any 2 suits" mean the same; another number of suits does not."""
    for remark in (
        "Anmy 2 Suits",
        "ANY2 SUTTS",
        "Amy 2 sUrTs",
        "Any 2 Suito",
        "any I suit",
        "Aay 2 Suits",
        "Amy 2 uits",
    ):
        other = "g" if "2" in remark else "r"
        (line,) = read_pasted(f"FF 2222r 4444r 6666{other} X 25 ({remark})").sections[0].lines
        assert line.sure, (remark, line.remarks)
    (line,) = read_pasted("FF 2222r 4444g 6666g X 25 (Any 8 Suits)").sections[0].lines
    assert not line.sure


@pytest.mark.system
def test_a_text_that_is_too_long_says_where_it_was_left() -> None:
    """The draft stops after 2,000 rows or 200,000 letters, names the first row left out, and cuts no row in half."""
    line = "FFFF 2222 4444 88 (any 1 suit) X 25"
    assert read_pasted(f"{line}\n" * 2_000).unread == 0
    many = read_pasted(f"2468\r\n\r\n{line}\r\n" * 1_001)
    assert len(many.lines) == 1_000
    assert many.unread == 3_001
    wide = f"{line}{' ' * 1_000}\n" * 300
    cut = read_pasted(wide)
    assert cut.unread == 200_000 // (len(line) + 1_001) + 1
    assert len(cut.lines) == cut.unread - 1
    assert all(one.sure for one in cut.lines)


@pytest.mark.parametrize("row", ["(ours)", "or", "or 1111"])
def test_a_line_takes_in_only_some_rows(row: str) -> None:
    """Thousands of rows below a line are not joined with it one by one, which takes time with their square."""
    draft = read_pasted("FF 2222 4444 6666 (any 3 suits)\n" + f"{row}\n" * 100)
    assert max(line.source.count(row) for line in draft.lines) == 30
    assert kept(draft).count(row) >= 100


@pytest.mark.parametrize(
    "group",
    [
        "1111 ",
        "FF 1111 ",
        "\u202e1111",
        "111 ",
        "\u0327\u0301",
        "[red]",
        "[color=red]",
        "<font color=red>",
        "<b x ",
        "2\t",
    ],
)
def test_a_long_row_takes_no_more_than_its_length(group: str) -> None:
    """Eight times the groups take about eight times as long, not sixty-four."""

    def seconds(groups: int) -> float:
        begun = thread_time()
        read_pasted(group * groups)
        return thread_time() - begun

    def quickest(groups: int) -> float:  # other programs and garbage collection only add time
        return min(seconds(groups) for _ in range(3))

    seconds(100)
    assert quickest(4000) < 24 * quickest(500)
