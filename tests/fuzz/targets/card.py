"""Card files: typed by a club, or sent to `POST /api/v1/cards`."""

from __future__ import annotations

from pathlib import Path

from rules.card.card import FOLDER, parse_card
from rules.card.card_form import parse_form
from rules.card.line.card_line import parse_line
from rules.claim import WinClaim
from rules.errors import CardError, RulesError
from rules.hand import parse_rack
from rules.judging import judge
from rules.matching.lint.check import check_card, lint_card
from service.cards.card_folder import CardFolder
from service.cards.card_lists import lint_file
from service.shared import json_text
from tests.fuzz.target import Target, named

SHELF = CardFolder(Path("none"), files=False)
_HAND = parse_rack("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea")


def _run(data: bytes) -> None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return  # the program reads files and bodies as UTF-8 before it reads a card
    faults = check_card(text, "a.toml")
    lines = text.count("\n") + 1
    for fault in faults:
        assert isinstance(fault, CardError)
        assert 1 <= fault.line <= lines, fault
        assert 1 <= fault.column <= len(text) + 1, fault
    json_text.dumps(lint_file(text, "a.toml", SHELF).to_json())
    report = lint_card(text, another=3)
    json_text.dumps(report.to_json())
    for told in report.faults:
        assert told.mend is None or 1 <= told.mend.line <= lines, told
    _form_reads_back(text)
    try:
        card = parse_card(text, "a.toml")
    except CardError:
        assert faults
        return
    for hand in card.hands:
        (again,) = parse_line(hand.text).patterns(1, "", "")
        assert (again.groups, again.rules, again.value, again.bonuses, again.size) == (
            *(hand.groups, hand.rules, hand.value, hand.bonuses, hand.size),
        ), hand.text
    for ruleset in ("nmjl-1976", "modern-american"):
        try:
            judge(WinClaim(_HAND), card, SHELF.ruleset(ruleset), 2)
        except RulesError as error:
            named(error)


def _form_reads_back(text: str) -> None:
    """Check that a form reads back the same from the file it makes, and that a card stays the same card."""
    try:
        form = parse_form(text)
    except CardError:
        return
    made = form.to_toml()
    assert parse_form(made) == form
    assert check_card(text) or parse_card(made).hands == parse_card(text).hands


_HEAD = b'id = "a"\ntitle = "A"\nruleset = "nmjl-1976"\n\n[[section]]\ntitle = "S"\nlines = [\n'
_SEEDS = (
    (FOLDER / "practice.toml").read_bytes()[:3000],
    _HEAD + b'  "One: FF 1111a 2222b 3333c (run) x25",\n  "2222a NEWS 0000 FF x30 sp nojoker",\n]\n',
    _HEAD + b'  "XXXX* YYYY* UUUU* FF (X not Y, U = X+Y) c30",\n]\n',
    _HEAD + b"  'FFFF 1111a + 6666a = 77a -or- FFFF 2222a + 6666b = 88b (odd) x25',\n]\n",
    _HEAD + b'  """AAAA ZZZZ JJJJ 0D!""",\n]\nplace = "p. 3"\n',
    _HEAD
    + b'  "FF 2026a 2222b 6666c (any year 1937-2026) x25 +10 if concealed",\n'
    + b'  "FFF 2222a 4444b 6666c x30 15 tiles",\n]\n',
    _HEAD.replace(b"\n\n", b'\nflowers = "wild"\n\n')
    + b'  \xe2\x80\x9cFF 2222a4444b 666c X 25\xe2\x80\x9d,\n  "FF: 2O22a or 25x",\n]\n',
    _HEAD + b'  "X X+1 X+2 X+3a DDDDa RRRR GG (X in 1 3 5, suits free, differ) c50",\n]\n',
)
_WORDS = (
    *(b"[[section]]\n", b"lines = [", b"title = ", b'"""', b"'''", b"\\u0041", b"\\\n", b"#", b"ruleset = "),
    *(b" (run)", b" (like)", b" (odd)", b" (even)", b" (X odd)", b" (X in 3 6 9)", b" (X in run)", b" (X not Y)"),
    *(b" (V = X+Y)", b" (UV = X*Y)", b" (suits free)", b" (differ)", b" -or- ", b" x25", b" c30", b" sp", b" nojoker"),
    *(
        b" (any year)",
        b" (any year 1937-2026)",
        b" +10 if concealed",
        b" +5 if jokerless",
        b" 15 tiles",
        b'flowers = "wild"\n',
    ),
    *(b" or ", b" X 25", b" 25x", b": ", b"\xe2\x80\x9c", b"\xe2\x80\x94", b"O", b"l", b"NESW "),
    *(
        b"1111a ",
        b"2222b ",
        b"XXXX* ",
        b"YYYY* ",
        b"VVVV* ",
        b"UU* ",
        b"NEWS ",
        b"FFFF ",
        b"DDDDa ",
        b"X+1",
        b"AA ",
        b"ZZ ",
    ),
)

TARGET = Target(
    "card files: a card that can be played by, or CardErrors that name line and column", _run, _SEEDS, _WORDS, 4096
)
