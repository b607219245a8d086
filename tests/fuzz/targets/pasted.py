"""Pasted cards: text copied from a message or a spreadsheet, sent to `POST /api/v1/cards/draft`."""

from __future__ import annotations

from rules.card.line.card_line import parse_line
from rules.card.pasted.read_pasted import read_pasted
from service.shared import json_text
from tests.fuzz.target import Target


def _run(data: bytes) -> None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return  # the program reads bodies as UTF-8 before it reads a card
    draft = read_pasted(text)
    for line in draft.lines:
        assert line.text or line.remarks, line
        if line.sure:
            parse_line(line.text)
    json_text.dumps(draft.to_json())


_SEEDS = (
    b"Our card\n2468\n1. FFFF 2222 4444 88 (Any 1 Suit) X 25\n2) FF 2222g 4444r 6666b C 30\n",
    b"ANY LIKE NUMBERS\nFF 1111 1111 1111 (any like nos.) $.25 or FF 111 1111 11111\nSINGLES AND PAIRS\n",
    b"Section\tHand\tNotes\tX/C\tValue\n2468\tFFFF 2222 4444 88\tAny 1 suit\tX\t25\n",
    b'1,"FFFF 2222 4444 88","no jokers, concealed",30\n2,FF [red]2222[/red] 4444 6666 + 11 = 22,,25\n',
    "FF\u20142222\u2014DDDD (w/ opp. dragons) \u00d725 \u201cwinds\u201d NNEEWWSS 2031".encode(),
)
_WORDS = (
    *(b"(any 2 suits)", b"any run", b" or ", b"-or-", b"[red]", b"[/red]", b"[[section]]\n", b"lines = ["),
    *(b"FFFF ", b"2222", b"DDDDa ", b"NEWS", b"0", b"O", b"l", b"X 25", b"$", b".25", b"\t", b",", b"+", b"=", b"X+1"),
)

TARGET = Target("pasted cards: a draft, whose sure lines are lines of a card", _run, _SEEDS, _WORDS, 2048)
