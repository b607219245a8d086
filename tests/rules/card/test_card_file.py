import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.card.card import FOLDER, Card, list_cards, load_card, parse_card, read_card_text
from rules.card.card_file import LARGEST_FILE, MOST_SECTIONS
from rules.card.card_form import parse_form, read_form, rename
from rules.card.line.card_line import read_line
from rules.card.toml_positions import line_and_column, strings_under
from rules.errors import CardError, RuleSetError
from rules.matching.lint.check import check_card
from rules.ruleset import parse_ruleset, read_ruleset_text

HEAD = 'id = "mine"\ntitle = "Mine"\nsource = "our kitchen table"\n'
GOOD = (
    HEAD
    + """ruleset = "modern-american"

# lines = [ "not this one" ]
[[section]]
title = "Runs"
place = "p. 1"
lines = [
    "Three in a row: FF 1111a 2222a 3333a (run) x25", # "nor this"
    'FF 1111a 2222b 3333c -or- FF 2222a 4444b 6666c x30 sp',
]

[[section]]
title = "Winds"
lines = ["NNNN EEEE SSSS WW c40 nojoker"]
"""
)


def test_a_card_of_sections_and_lines() -> None:
    """Numbers run through all sections; alternatives carry letters; sections give title and place."""
    card = parse_card(GOOD, "mine.toml")
    assert (card.id, card.title, card.source, card.ruleset) == (
        "mine",
        "Mine",
        "our kitchen table",
        "modern-american",
    )
    assert [(hand.number, hand.line, hand.section, hand.place, hand.title) for hand in card.hands] == [
        ("1", "1", "Runs", "p. 1", "Three in a row"),
        ("2a", "2", "Runs", "p. 1", ""),
        ("2b", "2", "Runs", "p. 1", ""),
        ("3", "3", "Winds", "", ""),
    ]
    assert [len(concrete) for concrete in card.concrete] == [21, 6, 6, 1]
    assert card.cite(card.hands[0]) == "our kitchen table: hand 1, p. 1"
    assert card.cite(card.hands[3]) == "our kitchen table: hand 3"


def test_blanks_of_a_heading_count_once() -> None:
    """File and form both read a run of blanks as one, so that a card keeps its sections' names."""
    wide = GOOD.replace('title = "Runs"', 'title = " Runs  of   three "')
    card = parse_card(wide, "mine.toml")
    assert card.hands[0].section == "Runs of three"
    assert parse_card(parse_form(wide).to_toml(), "mine.toml").hands == card.hands


def test_a_form_keeps_the_comments_of_a_file() -> None:
    """What people wrote beside their hands comes to the head of the file; a # in a text is no comment."""
    text = GOOD.replace('title = "Runs"', "title = 'Runs # 1' #\r\n   #from Bea")
    form = read_form(parse_form(text).to_json())
    assert form.comments.splitlines() == ['lines = [ "not this one" ]', "from Bea", '"nor this"']
    made = form.to_toml()
    assert made.splitlines()[1:4] == ["# from Bea", '# "nor this"', 'id = "mine"']
    assert parse_form(made) == form
    assert "Runs # 1" in {section.title for section in form.sections}
    parse_card(replace(form, comments="a\n\nid = 'b'").to_toml())


@pytest.mark.parametrize(
    "said",
    ['id = "mine"', "id='mine'", '"id" = "mine"', 'id = """mine"""', "'id' = '''mine'''", '  id="mine" # id = "x"'],
)
def test_a_card_is_renamed_however_its_file_writes_the_id(said: str) -> None:
    """A key may have quotes, and TOML has four kinds of them for a text; the rest of the file stays as it is."""
    text = GOOD.replace('id = "mine"', said)
    renamed = rename(text, id="yours", title='"Theirs"')
    assert (parse_card(renamed).id, parse_card(renamed).title) == ("yours", '"Theirs"')
    assert renamed.splitlines()[2:] == text.splitlines()[2:]


def test_hands_are_found_by_number() -> None:
    """A line's number finds all its alternatives, a hand's own number finds that hand, another number nothing."""
    card = parse_card(GOOD)
    assert [card.find(number) for number in ("1", "2", "2a", " 2B ", "3", "4", "")] == [
        (0,),
        (1, 2),
        (1,),
        (2,),
        (3,),
        (),
        (),
    ]


def in_section(lines: str) -> str:
    """Return a card whose one section has this text after its title, from line 6 on."""
    return f'{HEAD}[[section]]\ntitle = "S"\n{lines}\n'


BROAD = [f'"FF XX* YY* UU* VV* {kong} x1"' for kong in ("RRRR", "GGGG", "0000", "NNNN")]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "missing-field", 1, 1),
        ("id = ", "bad-toml", 1, 6),
        ("a = 1\na = 2\n", "bad-toml", 2, 6),
        ("x" * (LARGEST_FILE + 1), "too-long", 1, 1),
        ("a = " + "[" * 5000, "bad-toml", 1, 5005),
        ("a = " + "9" * 5000, "bad-toml", 1, 5005),
        (GOOD.replace('id = "mine"', 'id = "My Card"'), "bad-id", 1, 1),
        (GOOD.replace('title = "Mine"', "title = 7"), "wrong-type", 2, 1),
        (GOOD.replace('title = "Mine"', 'title = " "'), "wrong-type", 2, 1),
        (GOOD.replace("ruleset =", "rule_set ="), "unknown-field", 4, 1),
        (GOOD.replace("source =", "sauce ="), "unknown-field", 3, 1),
        (GOOD.replace("title =", "titel =", 1), "missing-field", 1, 1),
        (GOOD.replace('place = "p. 1"', 'page = "p. 1"'), "unknown-field", 9, 1),
        (HEAD, "missing-field", 1, 1),
        (HEAD + "section = 3", "wrong-type", 4, 1),
        (HEAD + "[section]\ntitle = 'x'", "wrong-type", 4, 2),
        (GOOD + "[[sections]]\ntitle = 'x'", "unknown-field", 18, 3),
        (f'{HEAD}[[section]]\nlines = ["FF 1111a 2222a 3333a x25"]', "missing-field", 4, 1),
        (in_section("lines = 3"), "wrong-type", 6, 1),
        (in_section("lines = [3]"), "wrong-type", 6, 1),
        (in_section(""), "wrong-type", 4, 1),
        (in_section("lines = []"), "empty-card", 6, 1),
        (GOOD.replace('"Winds"', "“Winds”"), "curly-quotes", 16, 9),
        (GOOD.replace("source =", 'flowers = "tame"\nsource ='), "unknown-choice", 3, 1),
        (HEAD + "[[section]]\n" * (MOST_SECTIONS + 1), "too-many-sections", 4 + MOST_SECTIONS, 1),
        (in_section('lines = [\n  "FF 1111a 2222a 333a x25",\n]'), "wrong-tile-count", 7, 4),
        (in_section('lines = ["Kongs: FF 1111a 2222q 3333a x25"]'), "unknown-face", 6, 31),
        (in_section("lines = ['FF 1111a 2222q 3333a x25']"), "unknown-face", 6, 24),
        (in_section('lines = ["FF \\u0031\\U00000031\\u003111a 2222q 3333a x25"]'), "unknown-face", 6, 44),
        (in_section('lines = ["FF \\u003111a 2222q 3333a x25"]'), "unknown-face", 6, 28),
        (in_section('lines = ["""\nFF 1111a\n2222q 3333a x25"""]'), "unknown-face", 8, 5),
        (in_section("lines = ['''FF 1111a\n2222q 3333a x25''']"), "unknown-face", 7, 5),
        (in_section('lines = ["""FF 1111a \\\n   2222q 3333a x25"""]'), "unknown-face", 7, 8),
        (in_section('lines = ["FF 1111a 2222a 3333a x25", "a \\"b\\": FF 111q 1a x2"]'), "unknown-face", 6, 54),
        (in_section('lines = ["11111a 22222a 3333a x25 nojoker"]'), "no-hand", 6, 11),
        (in_section('lines = ["AA AA AA AA AA AA AA x25"]'), "too-many-hands", 6, 11),
        (in_section(f"lines = [{','.join(BROAD)}]"), "too-many-hands", 6, 98),
        (in_section('lines = ["FF 1111a 2222b 3333c x25", "FF 3333c 1111a 2222b x30"]'), "duplicate-hand", 6, 39),
        (in_section('lines = ["FF 1111a 2222b 3333c -or- FF 2222b 1111a 3333c x30"]'), "duplicate-hand", 6, 11),
    ],
)
def test_faults_name_line_and_column(text: str, code: str, line: int, column: int) -> None:
    """The error has the first fault's code, file, line and column."""
    with pytest.raises(CardError) as caught:
        parse_card(text, "bad.toml")
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)
    assert (error.file, error.where) == ("bad.toml", f"bad.toml:{line}:{column}")
    assert f"``{code}``" in f"{parse_card.__doc__}{read_line.__doc__}", "the docstrings name every code"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        pytest.param('x25"\n"FF', "a comma stands behind each line", id="no comma"),
        pytest.param('x25,\n"FF', "a quotation mark stands at both ends", id="no quotation mark"),
        pytest.param('x25"]\nplace: "p. 1"\nnone = ["FF', "a field is written as", id="a colon"),
    ],
)
def test_a_file_that_is_no_toml_is_told_what_to_write(typed: str, says: str) -> None:
    """The message on a slip that people make says what to write instead."""
    (fault,) = check_card(in_section(f'lines = ["FF 1111a 2222b 3333c {typed} 1111a 2222a 3333a x25"]'))
    assert (fault.code, says in fault.message) == ("bad-toml", True)


@pytest.mark.parametrize(
    ("typed", "line", "says"),
    [
        pytest.param("title = Ours", 2, "a text stands in straight quotation marks", id="no-quotation-marks"),
        pytest.param("title = \u201cOurs\u201d", 2, "straight quotation marks", id="curly-quotation-marks"),
        pytest.param("[payment]\neast = yes", 3, "yes is written true", id="yes"),
        pytest.param('title = "Ours', 2, "a quotation mark stands at both ends", id="one-quotation-mark"),
        pytest.param('title = "C:\\Ours"', 2, "write two of them", id="backslash"),
        pytest.param('title = "Ours" // from Bea', 2, "which begins with #", id="strokes-behind"),
        pytest.param('// from Bea\ntitle = "Ours"', 2, "a comment, which begins with #", id="strokes-before"),
        pytest.param('title = "Ours"\ntitle = "Bea"', 3, "for the second time; keep one", id="twice"),
        pytest.param("[payment]\neast = 2\n[payment]\nother = 2", 4, "a heading such as", id="table-twice"),
        pytest.param('title: "Ours"', 2, "a field is written as", id="colon"),
    ],
)
def test_a_rule_set_that_is_no_toml_is_told_what_to_write(typed: str, line: int, says: str) -> None:
    """Slips in the rules of a table are told like those in a card, with their line."""
    with pytest.raises(RuleSetError, match=says) as caught:
        parse_ruleset(f'id = "ours"\n{typed}\n', "ours.toml")
    assert f"(at line {line}, column" in caught.value.message
    assert any(says in fault.message for fault in check_card(f'id = "ours"\n{typed}\n')) or "\u201c" in typed


def test_the_rules_of_a_table_without_a_parent_are_told_to_name_one() -> None:
    """A misspelt parent is not taken for a rule set of one's own that lacks its rulings."""
    with pytest.raises(RuleSetError, match=r"one of .*modern-american") as caught:
        parse_ruleset('id = "ours"\ntitle = "Ours"\nparant = "modern-american"\n', "ours.toml")
    assert (caught.value.code, caught.value.where) == ("missing-field", "ours.toml: parent")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_a_rule_set_in_another_encoding_is_told_how_to_save_it(tmp_path: Path, encoding: str) -> None:
    """An editor that saves another encoding than UTF-8 is told so, not that a codec failed."""
    file = tmp_path / "ours.toml"
    file.write_bytes('title = "Café"'.encode(encoding))
    with pytest.raises(RuleSetError, match="save it as UTF-8"):
        read_ruleset_text(file)


def test_check_card_lists_every_fault() -> None:
    """The check lists all faults in the order of the file; a good card has none."""
    text = in_section('lines = [\n"FF 1111q 2222a 3333a x25",\n"FF 1111a 222a 3333a x25",\n"RR x25"]\nplaze = "p. 1"')
    assert [(fault.code, fault.line) for fault in check_card(text)] == [
        ("unknown-face", 7),
        ("wrong-tile-count", 8),
        ("wrong-tile-count", 9),
        ("unknown-field", 10),
    ]
    assert check_card(GOOD) == ()


@pytest.mark.parametrize(
    ("line", "ruleset", "playable"),
    [
        ("FF 11a 11a 11a 2222b 22b x25", "modern-american", False),
        ("FF 11a 11a 11a 2222b 22b x25", "nmjl-1976", True),
        ("NNNNEEEEESSSSW x25", "modern-american", False),
        ("NNNNEEEEESSSSW x25", "nmjl-1976", True),
        ("11111a 22222a 3333a x25", "modern-american", True),
        ("11a 11a 11a 2222b 3333c x25", "set-manual", False),
        ("FF 11a 11a 11a 2222b 22b x25", "house-of-cards", True),
    ],
)
def test_hands_no_set_could_build_under_the_rules_of_the_card(line: str, ruleset: str, playable: bool) -> None:
    """A line is at fault if the card's own rules let no joker stand for tiles that a set lacks."""
    text = f'{HEAD}ruleset = "{ruleset}"\n[[section]]\ntitle = "S"\nlines = [\n  "{line}",\n]\n'
    faults = check_card(text, "mine.toml")
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [("unplayable-hand", 8, 4)] * (not playable)


def test_a_card_is_not_played_under_rules_without_cards() -> None:
    """A card that names a rule set without cards has a fault."""
    (fault,) = check_card(GOOD.replace("modern-american", "japanese-american-2009"))
    assert fault.code == "no-card-rules"


@pytest.mark.parametrize("name", list_cards())
def test_cards_that_ship_are_good(name: str) -> None:
    """Every shipped card loads under its own id, once, and has no fault."""
    card = load_card(name)
    assert check_card((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), name) == ()
    assert card.id == name
    assert load_card(name) is card


def test_a_card_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    """A path, as such or as text, loads that file."""
    path = tmp_path / "kitchen.toml"
    path.write_text(GOOD, encoding="utf-8-sig")  # as some editors of Windows write it
    assert load_card(path) == load_card(str(path)) == parse_card(GOOD)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("nmjl-1977", "unknown-card"),
        ("", "unknown-card"),
        ("No Such", "unknown-card"),
        ("missing.toml", "unreadable-file"),
        ("./missing", "unreadable-file"),
        ("\0.toml", "unreadable-file"),
    ],
)
def test_cards_that_cannot_be_loaded(name: str, code: str) -> None:
    """A name that is neither a card nor a readable file gets its error code."""
    with pytest.raises(CardError) as caught:
        load_card(name)
    assert caught.value.code == code


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 give an unreadable file, not a traceback."""
    path = tmp_path / "photo.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(CardError) as caught:
        load_card(path)
    assert caught.value.code == "unreadable-file"


def test_cards_are_values() -> None:
    """Two readings of one text are equal, because the compiled form is not part of the value."""
    assert parse_card(GOOD) == parse_card(GOOD)
    assert parse_card(GOOD) != parse_card(GOOD.replace("x30 sp", "x35 sp"))


@pytest.mark.parametrize("hands", [0, 1, 3])
def test_a_card_made_by_a_program_has_the_concrete_hands_of_each_hand(hands: int) -> None:
    """A card made of other numbers of hands and of concrete hands is refused when made, not when a rack is judged."""
    good = load_card("set-manual")
    with pytest.raises(CardError) as caught:
        Card("c", "C", "C", None, good.hands[:hands], good.concrete[: 2 * (hands > 0)])
    assert (caught.value.code, caught.value.where) == ("empty-card", "concrete")


@given(st.text(alphabet="ab\n\r é", max_size=30), st.integers(0, 30))
def test_line_and_column_count_from_one(text: str, offset: int) -> None:
    """The offset of a fault gives its line and column, both from one, and back."""
    offset = min(offset, len(text))
    line, column = line_and_column(text, offset)
    assert sum(len(part) + 1 for part in text.split("\n")[: line - 1]) + column - 1 == offset


@given(st.lists(st.text(max_size=12), max_size=4))
def test_strings_are_found_in_every_quotation(values: list[str]) -> None:
    """Each string of an array has its TOML value and one place for each character."""
    quoted = ["".join(f"\\U{ord(char):08X}" for char in value) for value in values]
    text = 'x = "lines = [1]" # lines = ["no"]\nlines = [' + ", ".join(f'"{value}"' for value in quoted) + "]\n"
    (found,) = strings_under(text, "lines")
    assert [literal.value for literal in found] == values
    for literal in found:
        assert len(literal.offsets) == len(literal.value) + 1
        assert all(text[offset] == "\\" for offset in literal.offsets[:-1])


FRAGMENTS = st.sampled_from(
    [
        *("[[section]]\n", 'title = "x"\n', "lines = [", "]\n", '"FF 1111a 2222a 3333a x25",', '"A: JJ x1"'),
        *('id = "a"\n', 'source = "s"\n', "\n", "=", "run", "lines", "[", "{", "}", ".", "\0", "é"),
        *('"', "'", '"""', "\\", "#"),
    ]
)


@settings(max_examples=300)
@given(st.lists(FRAGMENTS, max_size=14).map("".join))
def test_any_text_is_a_card_or_refused_with_the_promised_error(text: str) -> None:
    """Fuzzed files end in a card or in `CardError` with a place inside the file."""
    try:
        card = parse_card(HEAD + text)
    except CardError as error:
        refused = error
    else:
        assert isinstance(card, Card)
        return
    assert 1 <= refused.line <= (HEAD + text).count("\n") + 1
    assert refused.column >= 1


def test_a_card_without_a_source_is_cited_by_its_title() -> None:
    """A table's own card needs no book as its source."""
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith("source"))
    assert parse_card(text, "mine.toml").source == "Mine"


@pytest.mark.parametrize(
    ("value", "says"), [("[" * 5000, "nested too deeply"), ("9" * 5000, "write it shorter")], ids=["deep", "digits"]
)
def test_what_is_too_much_for_the_reader_is_said_in_our_words(value: str, says: str) -> None:
    """The error hides Python's recursion and conversion limits, which mean nothing to a card's author."""
    (fault,) = read_card_text(f"a = {value}")[1]
    assert says in fault.message
    with pytest.raises(RuleSetError, match=says) as caught:
        parse_ruleset(f"a = {value}", "house.toml")
    assert (caught.value.code, caught.value.where) == ("bad-toml", "house.toml")


def _spelt(lines: Iterable[str]) -> str:
    """Return a card of as many of these lines as 30,000 characters hold."""
    text = 'id = "long"\ntitle = "Long"\n[[section]]\ntitle = "All"\nlines = [\n'
    for line in lines:
        if len(text) + len(line) > 30_000:
            break
        text += f'"{line}",\n'
    return f"{text}]\n"


DEALT = list(product("123456789", *["abc"] * 4))
LABORIOUS = {
    "letters that no number fits": [
        f"{number}* XXX{a} YYY{b} UUU{c} VVV{d} F (run, UV = X*X, Y = X*X) x25" for number, a, b, c, d in DEALT
    ],
    "letters that one number fits": [
        f"{number}* XXX{a} YYY{b} UUU{c} VVV{d} F (run, X in 1, Y = X+X, U = Y+Y, V = U+U) x25"
        for number, a, b, c, d in DEALT
    ],
    "letters of one group that one number fits": [
        f"{one}{a} {two}{b} X+8Y+8U+8V+8* FFFF FFFF (run) x25"
        for one, two, a, b in product("123456789", "123456789", "abc", "abc")
    ],
    "free letters": ["X* Y* U* V* X+1* Y+1* U+1* V+1* X+2* Y+2* U+2* V+2* X+3* Y+3* x25"] * 400,
    "any tiles": ["A A A A A A A A A A A A A A x25"] * 900,
    "words that are none": ["x"] * 6_000,
}


@pytest.mark.parametrize("kind", LABORIOUS)
def test_reading_a_card_is_so_much_work_and_no_more(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsing a card stops after a number of steps limited by its work, whatever its letters and rules allow.

    The test counts function calls, because time depends on other work of the machine.
    """
    work, calls = 10_000, 0
    monkeypatch.setattr("rules.card.card_file.MOST_WORK", work)

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}
        if calls > 100 * work:
            sys.setprofile(None)
            pytest.fail(f"more than {calls} calls")

    text, before = _spelt(LABORIOUS[kind]), sys.getprofile()
    sys.setprofile(count)
    try:
        found, faults = read_card_text(text)
    finally:
        sys.setprofile(before)
    print(f"{kind}: {calls} calls")  # noqa: T201 - shown with -s
    assert found is None
    assert faults
