"""Typing mistakes on a card, each with its place, message, and the mend that corrects it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.card.card import FOLDER, list_cards
from rules.card.fault import CardFault
from rules.claim import WinClaim
from rules.errors import CardError
from rules.hand import parse_rack
from rules.judging import try_rack
from rules.matching.lint.check import check_card, lint_card
from rules.ruleset import load_ruleset, parse_ruleset

INVENTED = sorted((Path(__file__).parent / "cards").glob("*.toml"))

HEAD = 'id = "club-2026"\ntitle = "Club 2026"\nruleset = "modern-american"\n'
SOUND = ("FF 1111a 2222b 3333c (run) x25", "FFFF 222a 4444b 666a x25", "NNNN EE WW SSSS 66a x30")


def card(*lines: str, head: str = HEAD) -> str:
    """Return a card of one section with these lines, the first of them on line 7, column 6."""
    rows = "\n".join(f'    "{line}",' for line in lines)
    return f'{head}[[section]]\ntitle = "All"\nlines = [\n{rows}\n]\n'


def mended(text: str, fault: CardFault) -> str:
    """Return the text with a fault's mend."""
    assert fault.mend is not None
    mend = fault.mend
    rows = text.splitlines(keepends=True)
    at = sum(map(len, rows[: mend.line - 1])) + mend.column - 1
    return text[:at] + mend.text + text[at + mend.length :]


@dataclass(frozen=True)
class Typed:
    """A mistyped line: the fault's code, the marked text, words of the message, and the intended line."""

    line: str
    code: str
    marked: str
    says: str
    meant: str


TYPED = {
    "sp forgotten after a run": Typed(
        "11a 22a 33a 44a 55a 66a 77a (run) c50",
        "missing-sp",
        "c50",
        "without sp",
        "11a 22a 33a 44a 55a 66a 77a (run) c50 sp",
    ),
    "missing space between groups": Typed(
        "FF 2222a4444b 6666c x25", "unknown-face", "a", "leave a space", "FF 2222a 4444b 6666c x25"
    ),
    "missing space behind flowers": Typed(
        "FF2222a 4444b 6666c x25", "missing-space", "FF2222a", "a space missing", "FF 2222a 4444b 6666c x25"
    ),
    "missing space between winds": Typed(
        "NNEEWWSS 2222a 66b x25", "missing-space", "NNEEWWSS", "a space missing", "NN EE WW SS 2222a 66b x25"
    ),
    "missing space before a pung": Typed(
        "FFFF 1222a 333a 666b x25", "missing-space", "1222a", "a space missing", "FFFF 1a 222a 333a 666b x25"
    ),
    "x 25": Typed("FF 2222a 4444b 6666c x 25", "misplaced-value", "x 25", "right before", "FF 2222a 4444b 6666c x25"),
    "X 25": Typed("FF 2222a 4444b 6666c X 25", "misplaced-value", "X 25", "right before", "FF 2222a 4444b 6666c x25"),
    "25x": Typed("FF 2222a 4444b 6666c 25x", "misplaced-value", "25x", "right before", "FF 2222a 4444b 6666c x25"),
    "30c": Typed("FF 2222a 4444b 6666c 30c", "misplaced-value", "30c", "right before", "FF 2222a 4444b 6666c c30"),
    "x25.": Typed("FF 2222a 4444b 6666c x25.", "misplaced-value", "x25.", "no sign", "FF 2222a 4444b 6666c x25"),
    "a multiplication sign": Typed(
        "FF 2222a 4444b 6666c \u00d725", "misplaced-value", "\u00d725", "no sign", "FF 2222a 4444b 6666c x25"
    ),
    "a blank without a width": Typed(
        "FF 2222a 4444b\u200b 6666c x25", "unknown-face", "\u200b", "nobody sees", "FF 2222a 4444b 6666c x25"
    ),
    "wide digits": Typed(
        "FF \uff12\uff12\uff12\uff12a 4444b 6666c x25",
        "unknown-face",
        "\uff12",
        "no face",
        "FF 2222a 4444b 6666c x25",
    ),
    "or between alternatives": Typed(
        "FF 2222a 4444b 6666c or FF 2222a 4444a 6666a x25",
        "wrong-or",
        "or",
        "-or-",
        "FF 2222a 4444b 6666c -or- FF 2222a 4444a 6666a x25",
    ),
    "a stray letter": Typed(
        "FF 2222a 4444r 6666c x25", "unknown-face", "r", "'r' is no face", "FF 2222a 4444b 6666c x25"
    ),
    "a colon for a space": Typed(
        "2222a: 4444b 6666c FF x25", "stray-colon", ":", "behind the title alone", "2222a  4444b 6666c FF x25"
    ),
    "a colon in a group": Typed(
        "Kongs: FF 2222a:4444b 6666c x25", "unknown-face", ":", "colon", "Kongs: FF 2222a 4444b 6666c x25"
    ),
    "an em dash for or": Typed(
        "FF 2222a 4444b 6666c \u2014or\u2014 FF 2222a 4444a 6666a x25",
        "wrong-or",
        "\u2014or\u2014",
        "-or-",
        "FF 2222a 4444b 6666c -or- FF 2222a 4444a 6666a x25",
    ),
    "an em dash between groups": Typed(
        "FF 2222a\u20144444b 6666c x25", "unknown-face", "\u2014", "dash", "FF 2222a 4444b 6666c x25"
    ),
    "an em dash alone": Typed(
        "FF 2222a \u2014 4444b 6666c x25", "unknown-face", "\u2014", "dash", "FF 2222a  4444b 6666c x25"
    ),
    "O for 0": Typed("FFFF 2O26a 222b 666b x25", "unknown-face", "O", "digit 0", "FFFF 2026a 222b 666b x25"),
    "l for 1": Typed("FF ll11a 2222a 4444b x25", "unknown-face", "l", "digit 1", "FF 1111a 2222a 4444b x25"),
    "I for 1": Typed("FF 11I1a 2222a 4444b x25", "unknown-face", "I", "digit 1", "FF 1111a 2222a 4444b x25"),
    "13 tiles": Typed(
        "FF 2222a 444b 6666c x25", "wrong-tile-count", "FF 2222a 444b 6666c", "13 tiles", "FF 2222a 4444b 6666c x25"
    ),
    "15 tiles": Typed(
        "FF 2222a 44444b 6666c x25", "wrong-tile-count", "FF 2222a 44444b 6666c", "15 tiles", "FF 2222a 4444b 6666c x25"
    ),
    "a pair of jokers": Typed("JJ 2222a 4444b 6666c x25", "printed-jokers", "JJ", "jokers", "FF 2222a 4444b 6666c x25"),
    "value missing": Typed("FF 2222a 4444b 6666c", "missing-value", "", "its value", "FF 2222a 4444b 6666c x25"),
    "value missing before nojoker": Typed(
        "FF 2222a 4444b 6666c nojoker", "missing-value", "", "its value", "FF 2222a 4444b 6666c  x25 nojoker"
    ),
    "value missing behind c": Typed(
        "FF 2222a 4444b 6666c c nojoker", "missing-value", "c", "its value", "FF 2222a 4444b 6666c c25 nojoker"
    ),
    "value 0": Typed("FF 2222a 4444b 6666c x0", "bad-value", "0", "1 to 1000", "FF 2222a 4444b 6666c x25"),
    "value not a multiple of 5": Typed(
        "FF 2222a 4444b 6666c x24", "odd-value", "x24", "multiple of 5", "FF 2222a 4444b 6666c x25"
    ),
    "value far from its section": Typed(
        "FF 2222a 4444b 6666c x250", "far-value", "x250", "far from", "FF 2222a 4444b 6666c x25"
    ),
    "X on pairs only": Typed(
        "11a 22a 33a 44a 55a 66a 77a x50 sp",
        "nothing-to-expose",
        "x50",
        "exposed",
        "11a 22a 33a 44a 55a 66a 77a c50 sp",
    ),
    "suits in words against colours": Typed(
        "Any 2 suits: FF 2222a 4444b 6666c x25",
        "suits-differ",
        "2",
        "letters show 3",
        "Any 3 suits: FF 2222a 4444b 6666c x25",
    ),
    "dragons without a suit": Typed(
        "FFF 1111a 2222a DDDD x25", "dragon-without-suit", "DDDD", "White dragons", "FFF 1111a 2222a DDDa x25"
    ),
    "a wind painted": Typed("FF NNNNa 4444b 6666c x25", "needless-suit", "NNNNa", "suit", "FF NNNN 4444b 6666c x25"),
    "NEWS misspelt": Typed("NESW FF 2222a 4444b x25", "misspelt-news", "NESW", "NEWS", "NEWS FF 2222a 4444b x25"),
    "NEWS with another letter": Typed(
        "NEWZ FF 2222a 4444b x25", "mixed-group", "NEWZ", "NEWZ", "NEWS FF 2222a 4444b x25"
    ),
    "NEWS in small letters": Typed(
        "news FF 2222a 4444b x25", "unknown-face", "n", "no face", "NEWS FF 2222a 4444b x25"
    ),
    "another year": Typed("FFFF 2025a 222b 555b x25", "wrong-year", "2025a", "2026", "FFFF 2026a 222b 555b x25"),
    "a rule misspelt": Typed(
        "FF 2222a 3333a 4444a (rum) x25", "unknown-rule", "rum", "no rule", "FF 2222a 3333a 4444a (run) x25"
    ),
    "a rule as cards print it": Typed(
        "FF 2222a 3333a 4444a (any 3 consec. nos.) x25",
        "unknown-rule",
        "any 3 consec. nos.",
        "no rule",
        "FF 2222a 3333a 4444a (run) x25",
    ),
    "a rule behind the value": Typed(
        "FF 2222a 3333a 4444a x25 (any run)",
        "misplaced-rules",
        "(any run)",
        "before the value",
        "FF 2222a 3333a 4444a (run) x25",
    ),
    "a bracket for each rule": Typed(
        "FF 2222a 4444a 6666a (run) (even) x25",
        "misplaced-rules",
        ") (",
        "one pair of brackets",
        "FF 2222a 4444a 6666a (run, even) x25",
    ),
    "a rule behind the flags": Typed(
        "11a 22a 33a 44a 55a 66a 77a c50 sp nojoker (run)",
        "misplaced-rules",
        "(run)",
        "before the value",
        "11a 22a 33a 44a 55a 66a 77a (run) c50 sp nojoker",
    ),
    "a flag misspelt": Typed(
        "FF 2222a 4444b 6666c x25 nojokers", "unknown-flag", "nojokers", "no flag", "FF 2222a 4444b 6666c x25 nojoker"
    ),
    "a bracket left open": Typed(
        "FF 2222a 3333a 4444a (run x25", "open-bracket", "(", "never closed", "FF 2222a 3333a 4444a (run ) x25"
    ),
    "a bracket too many": Typed(
        "FF 2222a 3333a 4444a ((run) x25", "open-bracket", "(", "never closed", "FF 2222a 3333a 4444a (run) x25"
    ),
    "a suit forgotten": Typed("FF 2222a 4444a 6666 x25", "missing-suit", "6666", "suit", "FF 2222a 4444a 6666a x25"),
}


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)
def test_a_mistyped_line_is_told_and_mended(typed: Typed) -> None:
    """Lint reports a mistake once, at its place, in words; its mend gives the intended line, which has no fault."""
    text = card(*SOUND, typed.line)
    (fault,) = lint_card(text).faults
    row = text.splitlines()[fault.line - 1]
    assert (fault.code, fault.line, fault.hand) == (typed.code, 10, "4")
    assert row[fault.column - 1 : fault.column - 1 + fault.length] == typed.marked
    assert typed.line[fault.start : (fault.start or 0) + fault.length] == typed.marked
    assert typed.says in fault.message
    better = mended(text, fault)
    assert better == card(*SOUND, typed.meant)
    assert fault.mend is not None
    assert typed.line[: fault.mend.start] + fault.mend.text + typed.line[fault.mend.end :] == typed.meant
    assert lint_card(better).faults == ()


def test_words_behind_the_value_are_one_fault() -> None:
    """A sentence after a value is one fault, not one for each word."""
    fault = only(card(*SOUND, "FF 2222a 4444b 6666c x25 as long as the cat is away sp"))
    assert fault.code == "unknown-flag"
    assert fault.length == len("as long as the cat is away")


def test_a_value_out_of_range_is_not_suggested_again() -> None:
    """Where most values of a section are out of range, the mend suggests one that is not."""
    text = card("FF 2222a 4444b 6666c x2500")
    assert lint_card(mended(text, only(text))).faults == ()


def test_a_value_is_compared_with_the_middle_one_of_its_section() -> None:
    """Three times the middle value is far from it, wherever the others stand; a little less is not."""
    others = ("FFFF 111a 3333b 555a x25", "FFFF 333a 5555b 777a x25")
    lines = [SOUND[0], others[0], SOUND[1].replace("x25", "x100"), others[1], SOUND[2].replace("x30", "x25")]
    for value, far in ((70, ["x100"]), (75, ["x100", "x75"])):
        text = card(*lines, f"FF 2222a 4444b 6666c x{value}")
        rows = text.splitlines()
        faults = lint_card(text).faults
        assert {fault.code for fault in faults} == {"far-value"}
        assert f"far from the other values of this section, 25 to {value}" in faults[0].message
        assert [rows[one.line - 1][one.column - 1 :][: one.length] for one in faults] == far


def test_years_of_the_card_and_of_the_section_are_both_meant() -> None:
    """A card that names its year may print an earlier one in a section of that name, and there alone."""
    text = card("FFFF 2025a 222b 555b x25", "FFFF 2026a 222b 555b x25")
    assert "2025 is not the year of this card, 2026" in only(text).message
    assert lint_card(text.replace('title = "All"', 'title = "2025 and 2026"')).faults == ()


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [("", True), ('ruleset = "modern-american"\n', True), ('ruleset = "nmjl-1976"\n', False)],
    ids=["none named", "double for jokerless", "no bonus"],
)
def test_sp_is_missed_where_hands_without_jokers_are_paid_more(ruleset: str, told: bool) -> None:
    """A card that names no rule set is one of today's; where jokerless hands earn no more, sp says nothing."""
    head = f'id = "club-2026"\ntitle = "Club 2026"\n{ruleset}'
    faults = lint_card(card("11a 22a 33a 44a 55a 66a 77a (run) c50", head=head)).faults
    assert [fault.code for fault in faults if fault.code == "missing-sp"] == ["missing-sp"] * told


def only(text: str) -> CardFault:
    """Return the one fault of a card."""
    (fault,) = lint_card(text).faults
    return fault


@pytest.mark.parametrize(
    ("line", "marked"),
    [("FF 1111a 1111a 3333b x25", "1111a"), ("NNNN NNNN EEEE FF x25", "NNNN"), ("FFF FFF 1111a 1111b x25", "")],
)
def test_a_group_that_stands_twice_is_told(line: str, marked: str) -> None:
    """Two kongs of one tile are probably kongs in two suits; two pungs of flowers are no mistake."""
    faults = lint_card(card(*SOUND, line)).faults
    assert [fault.code for fault in faults] == ["group-twice"] * bool(marked)
    assert all(line.count(marked) == 2 and line[fault.start or 0 :].startswith(marked) for fault in faults)


def test_a_misspelt_table_is_mended_at_its_place() -> None:
    """A misspelt table is corrected where it stands; a field whose place cannot be told gets no mend."""
    text = card(*SOUND).replace("[[section]]", "[[Section]]")
    assert lint_card(mended(text, lint_card(text).faults[-1])).faults == ()
    inline = 'id = "t"\ntitle = "T"\nsection = [{titel = "All", lines = ["FF 1111a 2222b 3333c x25"]}]\n'
    assert [(fault.code, fault.mend) for fault in lint_card(inline).faults if fault.code == "unknown-field"] == [
        ("unknown-field", None)
    ]


def test_an_unknown_rule_set() -> None:
    """Lint compares the rule set's name with the known names, house rules included."""
    text = card(*SOUND, head=HEAD.replace("modern-american", "modern-amercan"))
    fault = only(text)
    assert (fault.code, fault.level, fault.line, fault.column) == ("unknown-ruleset", "warning", 3, 12)
    assert mended(text, fault) == card(*SOUND)
    assert lint_card(text, rulesets=["modern-amercan"]).faults == ()


def test_curly_quotes() -> None:
    """Lint reports a word processor's curly quotes one by one and reads the rest of the card."""
    text = card(*SOUND).replace('"FFFF 222a 4444b 666a x25"', "\u201cFFFF 222a 4444b 666 x25\u201d")
    faults = lint_card(text).faults
    assert [fault.code for fault in faults] == ["curly-quotes", "missing-suit", "curly-quotes"]
    for fault in (faults[0], faults[2]):
        text = mended(text, fault)
    assert '"FFFF 222a 4444b 666 x25"' in text


def test_fewer_hands_than_are_meant() -> None:
    """One of three dragons is Soap, and the year takes three Soaps: two hands remain, and a note says so."""
    report = lint_card(card(*SOUND, "2026a 2026b 2026c DDa c50 sp"))
    (fault,) = report.faults
    assert (fault.code, fault.level) == ("fewer-hands", "note")
    assert "means 3 hands" in fault.message
    assert "build 2 of them" in fault.message
    assert (report.hands[-1].meant, report.hands[-1].concrete) == (3, 2)


def test_a_house_decides_what_a_set_can_build() -> None:
    """Where a house lets jokers stand in pairs, the third of these hands can be built too."""
    house = parse_ruleset(
        'id = "ours"\ntitle = "Ours"\nparent = "modern-american"\n[jokers]\nin_pairs = true\n', "ours"
    )
    text = card(*SOUND, "2026a 2026b 2026c DDa c50 sp", head=HEAD.replace("modern-american", "ours"))
    report = lint_card(text, rulesets=["ours"], load=lambda _: house)
    assert report.faults == ()
    assert (report.hands[-1].meant, report.hands[-1].concrete) == (3, 3)


def test_a_line_twice() -> None:
    """Lint reports a repeated line, in the same letters or in others, and its mend removes it."""
    text = card(*SOUND, "666a FFFF 222a 4444b x25")
    fault = only(text)
    assert (fault.code, fault.level, fault.hand) == ("duplicate-hand", "error", "4")
    text = card(*SOUND, "FFFF 222b 4444c 666b x25")
    fault = only(text)
    assert (fault.code, fault.level, fault.hand) == ("same-hand", "warning", "4")
    assert "hand 2 in other suits" in fault.message
    assert lint_card(mended(text, fault)).faults == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("FF 4444a 5555b 6666c x25", "some of the hands"),
        ("FF 4444a 5555b 6666c c25", "some of the hands"),
        ("FF 4444a 5555b 6666c x30", ""),
        ("FF 4444a 5555b 7777c x25", ""),
        ("FF 4444a 5555b 6666c (run) x25", "the hands"),
        ("FF 1111a 2222b 3333c (run) x30 nojoker", ""),
        ("FF 1111b 2222c 3333a (run) x30 nojoker", ""),
        ("FF XXXXa X+1X+1X+1X+1b X+2X+2X+2X+2c x25", "the hands"),
    ],
    ids=[
        "the same value",
        "concealed",
        "worth more",
        "another hand",
        "another run",
        "worth more without jokers",
        "worth more without jokers, in other suits",
        "in letters",
    ],
)
def test_a_line_inside_another(line: str, told: str) -> None:
    """A line is at fault if another line pays as much for all its hands; a line that pays more is not."""
    text = card(*SOUND, line)
    faults = lint_card(text).faults
    assert [(fault.code, fault.hand) for fault in faults] == [("hand-inside-hand", "4")] * bool(told)
    if told:
        assert f"hand 4 means {told} of 1, which pays as much" in faults[0].message
        assert lint_card(mended(text, faults[0])).faults == ()


@pytest.mark.parametrize("way", ["FF 4444a 5555b 6666c", "FF 1111c 2222b 3333a (run)"])
def test_no_mend_removes_another_way_to_make_a_line(way: str) -> None:
    """A way to make a line that another line has already is told; its other way stays, so no mend removes the line."""
    hand, _, rules = way.partition(" (")
    text = card(*SOUND, f"{hand} -or- EEEE NN SS WWWW 66a {f'({rules} ' if rules else ''}x25")
    (fault,) = lint_card(text).faults
    assert (fault.code, fault.hand, fault.mend) == ("same-hand" if rules else "hand-inside-hand", "4", None)


def test_strange_winds_of_another_number_get_no_mend() -> None:
    """NEWS in the place of three winds would give the hand a tile too many."""
    (fault,) = lint_card(card(*SOUND, "NEW FFF 2222a 4444b x25")).faults
    assert (fault.code, fault.mend) == ("misspelt-news", None)


@pytest.mark.parametrize(
    "line",
    [
        "FFFF 1999a 222b 555b (any year 1937-2026) x25",
        "Any 2 suits: FF 2222a 4444B 6666C x25",
        "Any 3 suits: 22a 33b 44c 55B 66C 77D NN c50 sp",
        "FF DDDD 1111a 22222a (suits free) x25",
    ],
    ids=["any-year", "a-may-be-Dots", "a-to-c-and-B-to-D", "dragons-of-free-suits"],
)
def test_no_doubt_about_what_the_line_says(line: str) -> None:
    """Years and named suits may be examples, and letters beside named suits leave the number of suits open."""
    assert lint_card(card(*SOUND, line)).faults == ()


def test_a_section_without_lines() -> None:
    """Lint reports a section without lines, and its mend removes it."""
    empty = '[[section]]\ntitle = "Later"\nlines = []\n'
    text = card(*SOUND) + empty
    fault = only(text)
    assert (fault.code, fault.section, fault.line) == ("empty-section", 1, 11)
    assert mended(text, fault) == card(*SOUND)


def test_no_mend_removes_the_last_section() -> None:
    """A card has a section, so the one without lines stays where there is no other."""
    fault = only(f'{HEAD}[[section]]\ntitle = "Later"\nlines = []\n')
    assert (fault.code, fault.mend) == ("empty-card", None)


def test_a_card_without_any_line() -> None:
    """Nobody can play by a card that has no hand yet, so that is a fault, in the place where its lines belong."""
    text = card()
    fault, _ = lint_card(text + '[[section]]\ntitle = "Later"\nlines = []\n').faults
    assert (fault.code, fault.level, fault.section, fault.length) == ("empty-card", "error", 0, len("lines"))
    assert text.split("\n")[fault.line - 1].startswith("lines")
    assert [one.code for one in check_card(text)] == ["empty-card"]
    with pytest.raises(CardError, match="no hand yet"):
        try_rack(WinClaim(parse_rack("FF")), text, load_ruleset("nmjl-1976"))


@pytest.mark.parametrize(
    "said", ["", 'lines = "FF 1111a 2222b 3333c x25"\n', "lines = [25]\n"], ids=["none", "text", "25"]
)
def test_a_section_whose_lines_are_no_list_of_texts(said: str) -> None:
    """A section without a list of texts is told once, and the lines of the next section stay where they are."""
    text = card(*SOUND).replace("[[section]]", f'[[section]]\ntitle = "First"\n{said}[[section]]')
    (fault,) = (report := lint_card(text)).faults
    assert (fault.code, fault.section) == ("wrong-type", 0)
    assert [hand.section for hand in report.hands] == [1, 1, 1]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("FFFFFFFFF NNNNN x25", "more-than-a-set", "9 flowers; a set has 8"),
        ("NFFFF NFFFFF NNN x25", "more-than-a-set", "9 flowers; a set has 8"),
        ("JJJJJJJJJ NNNNN x25", "no-hand", "9 jokers; a set has 8"),
        ("1111111111111a F x25", "no-hand", "13 of 1B"),
        ("11a 11a 11a 2222b 2222c x25", "unplayable-hand", "6 of 1B"),
        ("11111a FFFFF NNNN x25 nojoker", "no-hand", "5 of 1B"),
    ],
)
def test_more_of_a_kind_than_a_set_holds(line: str, code: str, says: str) -> None:
    """The message gives the number of each kind that a set lacks, flowers and jokers included."""
    found = [fault for fault in lint_card(card(*SOUND, line)).faults if fault.code == code]
    assert len(found) == 1
    assert says in found[0].message


def test_letters_that_may_stand_for_one_number_may_be_exposed() -> None:
    """A group of three letters may be a pung, so that the line is no hand of singles and pairs."""
    assert lint_card(card(*SOUND, "XYVa 11b 22b 33b 44c 55c F x25")).faults == ()
    assert [fault.code for fault in lint_card(card(*SOUND, "XYVa 11b 22b 33b 44c 55c F (X not Y) x25")).faults] == [
        "nothing-to-expose",
        "missing-sp",
    ]


def test_all_faults_at_once() -> None:
    """One pass reports every fault of a card: in the head, in each line, and several in one line."""
    head = HEAD.replace("club-2026", "My Card").replace("modern", "modem")
    text = card("FF 2O22a 4444r 6666c 25x", *SOUND, "FF 2222a 444b 6666c x24", "NNNNa EEE WWW SSSS x25", head=head)
    assert [(fault.line, fault.code) for fault in lint_card(text).faults] == [
        (1, "bad-id"),
        (3, "unknown-ruleset"),
        (7, "unknown-face"),
        (7, "unknown-face"),
        (7, "misplaced-value"),
        (11, "wrong-tile-count"),
        (12, "needless-suit"),
    ]


@pytest.mark.parametrize(
    "path", [FOLDER / f"{name}.toml" for name in list_cards()] + INVENTED, ids=lambda path: path.stem
)
def test_no_false_alarm(path: Path) -> None:
    """A correct card has no fault, not even a note, and each of its hands has an example."""
    text = path.read_text(encoding="utf-8")
    report = lint_card(text)
    assert report.faults == ()
    assert all(hand.concrete == hand.meant > 0 and hand.example is not None and hand.words for hand in report.hands)
    assert check_card(text) == ()


def test_there_are_thirteen_invented_cards() -> None:
    """The search finds all invented cards."""
    assert len(INVENTED) == 13
