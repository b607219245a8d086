from collections import Counter
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.card.expansion import ExpansionError, expand
from rules.card.line.card_line import parse_line, read_line
from rules.card.line.cursor import PatternError
from rules.card.line.groups import parse_group
from rules.card.line.line_rules import parse_rule
from rules.card.packed_groups import GroupId, pack, tile_counts, unpack
from rules.card.pattern import Face, GroupPattern, HandPattern
from rules.card.words import suits_in_words
from rules.tiles import ALL_TILES, JOKER, copies, format_tiles


def only(line: str) -> HandPattern:
    """Return the one hand of a line."""
    (pattern,) = parse_line(line).patterns(1, "", "")
    return pattern


def meaning(line: str) -> set[str]:
    """Return the concrete hands of a line, each as its groups in printed order."""
    return {" | ".join(format_tiles(unpack(group).tiles) for group in hand) for hand in expand(only(line))}


@pytest.mark.parametrize(
    ("text", "faces", "suit", "natural"),
    [
        ("2222a", "2222", "a", False),
        ("FF", "FF", "", False),
        ("DDDDa", "DDDD", "a", False),
        ("DDDDD", "DDDD", "D", False),
        ("DD", "D", "D", False),
        ("1D", "1", "D", False),
        ("NEWS", "NEWS", "", False),
        ("2026b!", "2026", "b", True),
        ("ZZZ!", "ZZZ", "", True),
        ("AAAA", "AAAA", "", False),
        ("XXX*", "XXX", "*", False),
        ("JJ", "JJ", "", False),
        ("000", "000", "", False),
    ],
)
def test_groups(text: str, faces: str, suit: str, natural: bool) -> None:
    """A group is faces, a suit letter at the end, and ! for naturals only; it prints as it reads."""
    assert parse_group(text) == GroupPattern(tuple(map(Face, faces)), suit, natural)
    assert str(parse_group(text)) == text


def test_letters_with_something_added() -> None:
    """X+1 is one face: a letter plus a number."""
    assert parse_group("XX+1X+2a").faces == (Face("X"), Face("X", 1), Face("X", 2))
    assert str(parse_group("X+1X+1a")) == "X+1X+1a"


RULES = [
    "run",
    "like",
    "odd",
    "even",
    "X odd",
    "Y even",
    "X in 3 6 9",
    "X in run",
    "X not Y",
    "V = X+Y",
    "Y = X+1",
    "UV = X*X",
]


@pytest.mark.parametrize("text", [*RULES, "suits free", "differ"])
def test_rules_print_as_they_are_read(text: str) -> None:
    """Each rule of the grammar reads, and prints back as itself."""
    assert str(parse_rule(text)) == text


@pytest.mark.parametrize(
    ("line", "hands"),
    [
        ("FF 2222a 4444b 6666c x25", 6),
        ("22a 4444b 6666a 8888b x25", 6),
        ("NNNN EW SSSS DDDDa x25", 3),
        ("NNNN EW SSSS DDDD* x25", 3),
        ("FF 1111B 2222C DDDDD x25", 1),
        ("FF 1111B 2222C DDDDD (suits free) x25", 6),
        ("FF 1111B 2222B 3333B (suits free) x25", 3),
        ("FF 1111a 2222a 3333a (run) x25", 21),
        ("FF 1111a 1111b 1111c (like) x25", 9),
        ("FF 1111a 1111b 1111c (like, even) x25", 4),
        ("FF 1111a 3333a 5555a (run, odd) x25", 9),
        ("FF 1111a 3333a 5555a (run, even) x25", 6),
        ("FF XXXXa X+1X+1X+1X+1a X+2X+2X+2X+2a x25", 21),
        ("FF XXXXa XXXXb YYYYc x25", 72 * 3 + 9),
        ("FF XXXXa XXXXb YYYYc (X not Y) x25", 216),
        ("FF XXXXa XXXXb YYYYc (X in 3 6 9, Y odd) x25", 13 * 3 + 2),
        ("FF XXXXa YYYYb VVVVc (V = X+Y) x25", 32 * 6 // 2 + 4 * 3),
        ("FF XXXXXa XXXXXb UVc (UV = X*X) x25", 18),
        ("FF XXXXXa YYYYYb UVc (Y = X+1, UV = X+Y) x25", 24),
        ("FF ZZZZ DDDD* RRRR x25 nojoker", 8),
        ("FF ZZZZ DDDD* RRRR (differ) x25", 8),
        ("ZZZZ ZZZZ ZZZZ FF (differ) x25", 4),
        ("AAAAAAAAAAAAAA x25", 1),
        ("11a 11a 11a 22a 22a 22a FF x25", 3),
        ("NEWS 2026a 2026b FF x25", 3),
        ("NEWS 2026a 2026b FF -or- FFFF 2026a 222b 666b x25", 3),
        ("FF JJ 1111a 222a 333a x25", 3),
        ("FF XX* YY* UU* RRRR VV* x30", comb(27 + 3, 4)),
        ("FF XX* YY* UU* RRRR VV* (differ) x30", comb(27, 4)),
    ],
)
def test_lines_mean_so_many_hands(line: str, hands: int) -> None:
    """Each feature of the language gives as many concrete hands as a count by hand."""
    pattern = parse_line(line).patterns(1, "", "")[0]
    assert len(expand(pattern)) == hands


@pytest.mark.parametrize(
    ("line", "hands"),
    [
        ("NEWS 2026C 0000 FF x25", {"N E W S | 2C 0 2C 6C | 0 0 0 0 | F F"}),
        ("FFFFF 11B 2DDB GGGG x25", {"F F F F F | 1B 1B | 2B G G | G G G G"}),
        (
            "DDDDa 8888a EEE WWW (run) x20",
            {
                f"{d} {d} {d} {d} | {n} {n} {n} {n} | E E E | W W W"
                for suit, d in (("B", "G"), ("C", "R"), ("D", "0"))
                for n in (f"{x}{suit}" for x in range(1, 10))
            },
        ),
        (
            "11111111a 2a 9a 99a XXa (X in 5) x20",
            {f"{'1S ' * 8}| 2S | 9S | 9S 9S | 5S 5S".replace("S", suit) for suit in "BCD"},
        ),
    ],
)
def test_lines_mean_these_hands(line: str, hands: set[str]) -> None:
    """Dragons follow their suit, zeros are Soaps, and numbers move as the rules say."""
    assert meaning(line) == hands


@pytest.mark.parametrize(
    ("line", "hands"),
    [
        pytest.param("FF 2026a 2222b 6666c x25", 6, id="year and two kongs"),
        pytest.param("222a 0000 222b 6666c x25", 3, id="year spelt in pungs and kongs"),
        pytest.param("NN EE WW SS 2026* FF c50 sp", 3, id="pairs of winds and the year"),
        pytest.param("22a 44a 666b 888b 2222c -or- 22a 44b 666a 888b 2222c x30", 6, id="several ways of dealing suits"),
        pytest.param("FF 11a 222a 3333a DDDb (run) x25", 42, id="run and the dragon of another suit"),
        pytest.param("11a 222a 33a 444a 5555a (run) x30", 15, id="five in a row"),
        pytest.param("1a 22a 333a 4444a 5555b (run) x30", 30, id="growing groups, the last in another suit"),
        pytest.param("11223344556677a (run) c50 sp", 9, id="seven pairs in a row as one group"),
        pytest.param("11a 22a 33a 44a 55a 66a 77a (run) c50 sp", 9, id="seven pairs in a row"),
        pytest.param("12345a Xa XXXXb XXXXc (run, X in run) x30", 75, id="a run, its pair, and kongs that match it"),
        pytest.param("FF 12345a XXXb XXXXc (run, X in run) x30", 150, id="kongs that match any tile of the run"),
        pytest.param("FF 1111a + 6666a = 7777a -or- FF 1111a + 6666b = 7777c x25", 3, id="a printed sum"),
        pytest.param("FF XXXXa + YYYYb = VVVVc (V = X+Y, X not Y) x25", 96, id="any sum"),
        pytest.param("FFFF XXXXa YYYYb UVc (UV = X*Y, X not Y) x25", 132, id="any product"),
        pytest.param("FF XXXXa XXXXb XXXXc x25", 9, id="kongs of any like number"),
        pytest.param("FF 1111a 1111b 1111c (like) x25", 9, id="kongs of any like number, by example"),
        pytest.param("11a DDa 11b DDb 1111c DDc (like) x30", 27, id="like numbers and their dragons"),
        pytest.param("FFFF 9999a XXXb XXXc (X odd) x30", 15, id="pungs of any like odd number in the other suits"),
        pytest.param("22a 44a 66a 88a XXXb XXXc (X even) c30", 12, id="even pairs and like even pungs"),
        pytest.param(
            "NNNN XXXXX* SSSSS -or- EEEE YYYYY* WWWWW (X odd, Y even) x30", 15, id="rules for one alternative"
        ),
        pytest.param("NEWS XXXa XXXb XXXXc x25", 27, id="all winds and a like number"),
        pytest.param("NNEWS XXXXa XXXXXb x25", 54, id="a pair among the winds"),
        pytest.param("ZZZZ ZZZZ DDD* DDD* (differ) x25", 18, id="two winds and two dragons of whichever"),
        pytest.param("FFFF DDDDa DDDDb ZZ x25", 12, id="two dragons and a pair of any wind"),
        pytest.param("FF NNNN RRRR 0000 x25", 1, id="named honours"),
        pytest.param("333a 6666a 666b 9999b x25", 6, id="3 6 9 in two suits"),
        pytest.param("FF 3333* 6666* 9999* x25", 27, id="3 6 9 in any suits"),
        pytest.param("XXXXX* YYYY* XXXXX* (differ) x35", 9 * 3 * 25, id="two quints of a number and any kong"),
        pytest.param("XXXXXa YYYY* DDDDD* x40", 9 * 3 * 27 * 3, id="a quint, any kong, any dragon"),
        pytest.param("1a 33a 5a 77a 9a 1b 33b 5b 77b 9b c50 sp", 3, id="singles and pairs twice"),
        pytest.param("XXa X+1X+1a X+2X+2a XXb X+1X+1b X+2X+2b FF c50 sp", 21, id="pairs in a row in two suits"),
        pytest.param("11a 22a 11b 22b 11c 22c FF (run) c50 sp", 8, id="pairs in a row in three suits"),
        pytest.param("13579a 11111b 9999c x30", 6, id="odd singles, quint and kong"),
        pytest.param("FFF 246a 8888a 246b 8b x30", 6, id="unlike groups beside like ones"),
        pytest.param("111a 333a FF 555b 777b -or- 333a 555a FF 777b 999b x30", 6, id="one or the other numbers"),
    ],
)
def test_lines_shaped_as_players_print_them(line: str, hands: int) -> None:
    """Each shape of line on printed cards reads; its first alternative gives as many hands as a count by hand."""
    assert len(expand(parse_line(line).patterns(1, "", "")[0])) == hands


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("NNNN EE SSSS XXXX* -or- NN EEEE WWWW YYYY* (X odd, Y even) x30", [["X odd"], ["Y even"]]),
        ("FF XXXXa YYYYb 1111c -or- FF XXXXa XXXXb NNNN (X not Y, X odd) x30", [["X not Y", "X odd"], ["X odd"]]),
        ("FF 1111a 2222a 3333a -or- FF NNNN SSSS RRRR (run) x30", [["run"], []]),
        ("FF 1111a 1111b 1111c -or- FF 2222a 4444b 6666c (like, odd) x30", [["like", "odd"], []]),
    ],
)
def test_a_rule_binds_the_alternatives_it_speaks_of(line: str, rules: list[list[str]]) -> None:
    """Alternatives share the rules of their line; an alternative ignores a rule that does not concern it."""
    assert [[str(rule) for rule in hand.rules] for hand in parse_line(line).patterns(1, "", "")] == rules


def test_a_letter_of_the_run_moves_with_it() -> None:
    """X in a run is one of the printed numbers, wherever the run has moved."""
    found = meaning("FF 12a XXXXXb XXXXXc (run, X in run) x30")
    assert "F F | 1B 2B | 2C 2C 2C 2C 2C | 2D 2D 2D 2D 2D" in found
    assert "F F | 8D 9D | 8B 8B 8B 8B 8B | 8C 8C 8C 8C 8C" in found
    assert not any("| 1B 2B | 3C" in hand for hand in found)
    assert len(found) == 8 * 2 * 3


def test_suits_free_moves_named_suits_and_their_dragons() -> None:
    """Under `suits free` another suit may replace a named one, and its dragon goes with it."""
    assert meaning("DDDDC 88C EEEE WWWW (suits free) x20") == {
        "R R R R | 8C 8C | E E E E | W W W W",
        "G G G G | 8B 8B | E E E E | W W W W",
        "0 0 0 0 | 8D 8D | E E E E | W W W W",
    }
    assert meaning("DDDDC 88C EEEE WWWW x20") == {"R R R R | 8C 8C | E E E E | W W W W"}


def test_groups_never_merge() -> None:
    """Two pairs of a tile are not a kong."""
    pairs, kong = only("11a 11a 2222a 3333a FF x20"), only("1111a 2222a 3333a FF x20")
    assert {len(hand) for hand in expand(pairs)} == {5}
    assert {len(hand) for hand in expand(kong)} == {4}


def test_hands_no_set_could_build_are_left_out() -> None:
    """Five of a tile need a joker, so the line has no such hand without jokers; nine exceed any set."""
    assert len(expand(only("11111a 22222a 3333a x20"))) == 3
    assert meaning("XXXX* YYYY* 111B 222B x20 nojoker")
    assert all(" 1B | 1B" not in hand for hand in meaning("XXXXC YYYYC 111B 222B x20 nojoker"))
    for line in ("11111a 22222a 3333a x20 nojoker", "11111a! 22222a 3333a x20", "1111111111111a 2a x20"):
        with pytest.raises(ExpansionError) as caught:
            expand(only(line))
        assert caught.value.code == "no-hand"


def test_too_many_hands_are_refused_before_they_are_listed() -> None:
    """A line with millions of hands is refused at once."""
    for line in ("AA AA AA AA AA AA AA x20", "AAAA AAAA AAAA AA (differ) x20"):
        with pytest.raises(ExpansionError) as caught:
            expand(only(line))
        assert caught.value.code == "too-many-hands"
        assert "combinations to list; name more of its suits or numbers" in caught.value.message


def test_naturals_only_groups_tell_hands_apart() -> None:
    """If one of two like groups takes no joker, exchanging their suits gives another hand."""
    assert len(expand(only("222a! 222b 3333c FFFF x20"))) == 6
    assert len(expand(only("222a 222b 3333c FFFF x20"))) == 3


@pytest.mark.parametrize(
    ("line", "code", "start"),
    [
        ("", "empty-line", 0),
        ("Title only:", "empty-line", 11),
        ("FF 2222a 4444b -or- x25", "wrong-tile-count", 0),
        ("FF 2222a 4444b 6666c -or- x25", "empty-line", 26),
        ("FF 2222a 4444b 666c x25", "wrong-tile-count", 0),
        ("T: FF 2222a 4444b 666c x25", "wrong-tile-count", 3),
        ("FF 2222q 4444b 6666c x25", "unknown-face", 7),
        ("FF 2222a 44K4b 6666c x25", "unknown-face", 11),
        ("FF 2222a ! 6666c x25", "unknown-face", 9),
        ("FF 2222 4444b 6666c x25", "missing-suit", 3),
        ("FFa 2222a 4444b 6666c x25", "needless-suit", 0),
        ("NFZZ 22a 4444b 6666c x25", "mixed-group", 0),
        ("FF 2222a 4444b 6666c", "missing-value", 20),
        ("FF 2222a 4444b 6666c (run)", "missing-value", 26),
        ("FF 2222a 4444b 6666c x0", "bad-value", 22),
        ("FF 2222a 4444b 6666c x25 fast", "unknown-flag", 25),
        ("FF 2222a 4444b 6666c (run x25", "open-bracket", 21),
        ("FF 2222a 3333a 4444a (run)(odd) x25", "misplaced-rules", 25),
        ("FF 2222a 3333a 4444a (run) -or- FF 2222a 3333b 4444c x25", "misplaced-rules", 25),
        ("FF 2222a 3333a 4444a x25 -or- FF 2222a 3333b 4444c x30", "misplaced-value", 21),
        ("FF 2222a 4444b 6666c (jump) x25", "unknown-rule", 22),
        ("FF 2222a 4444b 6666c () x25", "unknown-rule", 22),
        ("FF 2222a 4444b 6666c (like) x25", "rule-without-use", 22),
        ("FF 2222a 4444b 6666c (odd) x25", "rule-without-use", 22),
        ("FF 2222a 4444b 6666c (X odd) x25", "rule-without-use", 22),
        ("FF 2222a 4444b 6666c (run, X in 3 6) x25", "rule-without-use", 27),
        ("FF XXXXa 4444b 6666c (X in run) x25", "rule-without-use", 22),
        ("FF XXXXa NNNN SSSS (X in run) x25", "rule-without-use", 20),
        ("FF 2222a NNNN SSSS -or- FF 2222a 3333b SSSS (X odd) x25", "rule-without-use", 45),
        ("FF 2222a + = x25", "wrong-tile-count", 0),
        ("+ = x25", "empty-line", 0),
        ("FF XXXXa YYYYb 6666c (X not V) x25", "rule-without-use", 22),
        ("FF XXXXa YYYYb 6666c (X not X) x25", "rule-without-use", 22),
        ("FF XXXXa YYYYb 6666c (V = X+Y) x25", "rule-without-use", 22),
        ("FF 2222a 4444b 6666c (suits free) x25", "rule-without-use", 22),
        ("FF NNNN EEEE SSSS (run) x25", "rule-without-use", 19),
        ("FF 2222a 4444b 6666c (run, run) x25", "contradicting-rules", 27),
        ("FF 2222a 2222b 2222c (run, like) x25", "contradicting-rules", 27),
        ("FF 2222a 2222b 2222c (like, odd, even) x25", "contradicting-rules", 33),
        ("NNNNNNNNNNNNNN -or- " * 26 + "NNNNNNNNNNNNNN x25", "too-many-alternatives", 0),
    ],
)
def test_faults_name_their_place(line: str, code: str, start: int) -> None:
    """The error for an unreadable line has its code and the character where the fault begins."""
    with pytest.raises(PatternError) as caught:
        parse_line(line)
    assert (caught.value.code, caught.value.start) == (code, start)
    assert caught.value.message


def test_many_brackets_are_read_in_time_linear_in_their_number() -> None:
    """A hostile line gets no mend that copies all of it, and no more alternatives than a line may have."""
    _, faults = read_line("FF 2222a 3333a 4444a x25" + " (odd)" * 1000)
    assert len(faults) == 1000
    assert sum(fault.mend is not None for fault in faults) < 40
    _, faults = read_line("FF 2222a 3333a 4444a (run) -or- " * 1000 + "x25")
    assert len(faults) < 100


def test_a_wrong_count_of_dragons_is_explained() -> None:
    """DDDD is three dragons of Dots; the error says so, because a kong of any dragon has another form."""
    with pytest.raises(PatternError) as caught:
        parse_line("DDDD 1111a 2222a FF x25")
    assert "DDDD is 3 dragons of the Dots" in caught.value.message


def test_alternatives_carry_letters() -> None:
    """The alternatives of a line share its rules and value and have the numbers 5a, 5b."""
    hands = parse_line("Either: FF 1111a 2222a 3333a -or- FF 1111a 2222b 3333c (run) x25 sp").patterns(
        5, "Runs", "p. 1"
    )
    assert [(hand.number, hand.line, hand.title, hand.value) for hand in hands] == [
        ("5a", "5", "Either", 25),
        ("5b", "5", "Either", 25),
    ]
    assert all(hand.singles_and_pairs and str(hand.rules[0]) == "run" for hand in hands)


@given(st.lists(st.integers(0, len(ALL_TILES) - 1), min_size=1, max_size=14))
def test_packed_groups_read_back(indexes: list[int]) -> None:
    """A group packed into a number gives back its tiles in order, and their counts."""
    packed: GroupId = pack(indexes)
    assert [tile.index for tile in unpack(packed).tiles] == indexes
    assert dict(tile_counts(packed)) == {index: indexes.count(index) for index in indexes}
    assert unpack(packed).alike == (len(set(indexes)) == 1)


GROUPS = st.from_regex(r"[1-9XYUV0DRGNEWSZFJA]{1,5}[abcBCD*]?!?", fullmatch=True)
LINES = st.builds(
    lambda groups, rules, tail: f"{' '.join(groups)} {rules} {tail}",
    st.lists(GROUPS, min_size=1, max_size=7),
    st.sampled_from(["", "(run)", "(like)", "(X in 3 6 9)", "(X not Y, V = X+Y)", "(differ", "(odd,)"]),
    st.sampled_from(["x25", "c30 nojoker", "x25 sp", "25", ""]),
)


@given(st.one_of(LINES, st.text(max_size=60)))
def test_any_line_is_read_or_refused_with_the_promised_error(line: str) -> None:
    """Fuzzed lines end in hands of 14 tiles that print and read back the same, or in `PatternError` with a place."""
    try:
        hands = parse_line(line).patterns(1, "", "")
    except PatternError as error:
        refused = error
    else:
        for hand in hands:
            assert sum(len(group.faces) for group in hand.groups) == 14
            (again,) = parse_line(hand.text).patterns(1, "", "")
            assert (again.groups, again.rules, again.value) == (hand.groups, hand.rules, hand.value)
        return
    assert 0 <= refused.start <= len(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("NNNN EE WW SSSS RR x25", ""),
        ("FF 2222a 4444b 6666a x25", "any 2 suits"),
        ("FF 2222B 4444C 6666D x25", "the suits that are printed"),
        ("FF 2222B 4444C 6666D (suits free) x25", ""),
        ("DDDD* DDDD* XXX* XXX* x15", "any suit for each group"),
        ("369a XXXXX* YYYY* FF x35", "any 1 suit and any suit for each other group"),
        ("FF 2222B 4444a 6666b x25", "the suits that are printed and any 2 suits"),
        ("FF 2222B 4444* 6666* x25", "the suits that are printed and any suit for each other group"),
    ],
)
def test_suits_in_words_are_true_of_every_group(line: str, said: str) -> None:
    """The words of the suits leave out no group, and call no suits printed where others may take their places."""
    assert suits_in_words(only(line)) == said


SIZES = st.sampled_from([(4, 4, 4, 2), (2, 2, 3, 3, 4), (5, 5, 4), (2,) * 7, (3, 3, 3, 5), (6, 6, 1, 1)])


@st.composite
def whole_lines(draw: st.DrawFn) -> str:
    """Draw a line of 14 tiles in like groups of any face."""
    groups = []
    for size in draw(SIZES):
        face = draw(st.sampled_from([*"1239XYUVDRG0NEWSZFJA", "X+1", "Y+3"]))
        suit = draw(st.sampled_from("abcBCD**")) if face[0] in "1239XYUVD" else ""
        groups.append(face * size + suit + draw(st.sampled_from(["", "", "", "!"])))
    rules = draw(st.sampled_from(["", "(run)", "(run, odd)", "(X in 3 6 9)", "(X not Y)", "(V = X+Y)", "(differ)"]))
    return f"{' '.join(groups)} {rules} {draw(st.sampled_from(['x25', 'c30 nojoker']))}"


@settings(max_examples=150, deadline=None)
@given(whole_lines())
def test_any_hand_expands_or_is_refused_with_the_promised_error(line: str) -> None:
    """A readable line gives distinct concrete hands of 14 tiles that a set can build, or is refused."""
    try:
        hands = expand(only(line))
    except (PatternError, ExpansionError):
        return
    assert len(set(hands)) == len(hands) > 0
    for hand in hands[:20]:
        counts = Counter(tile for group in hand for tile in unpack(group).tiles)
        assert counts.total() == 14
        jokers = counts.pop(JOKER, 0)
        assert jokers + sum(max(0, number - copies(tile)) for tile, number in counts.items()) <= copies(JOKER)
