import json
import random

import pytest

from rules.card.card import Card, load_card, parse_card
from rules.claim import WinClaim
from rules.errors import ClaimError
from rules.hand import Hand, parse_rack
from rules.judging import judge
from rules.matching.example_hand import example_hand
from rules.matching.prospects import Prospects, Waits, prospects_of, waits_of
from rules.matching.winner import is_winner
from rules.ruleset import load_ruleset, parse_ruleset
from rules.tiles import ALL_TILES, JOKER, Tile, copies, overfull, parse_tiles
from tests.rules.matching.test_other_matching import load, some_rack


def waits(name: str, rack: str, table: str = "") -> Waits:
    """Return the waits of a rack on a card under its own rules."""
    return waits_of(parse_rack(rack), *load(name), table=parse_tiles(table))


def prospects(name: str, rack: str, table: str = "") -> Prospects:
    """Return the prospects of a rack on a card under its own rules."""
    return prospects_of(parse_rack(rack), *load(name), table=parse_tiles(table))


@pytest.mark.parametrize(
    ("name", "rack", "table", "tiles"),
    [
        ("nmjl-1976", "2222C 3333C 4444C F", "", "F: 73 24 / J: 24"),
        ("nmjl-1976", "2222C 3333C 4444C J", "", "F: 24 / J: 24"),
        ("nmjl-1976", "2222C 3333C 4444C F", "FFFFFFF", "J: 24"),
        ("nmjl-1976", "[2222C] [3333C] 444C FF", "", "4C: 73 24 / J: 24"),
        ("nmjl-1976", "[2222C] [333C J] 444C FF", "4C", "3C: 24 / J: 24"),
        ("nmjl-1976", "1122334455667B", "", "7B: 68"),
        ("nmjl-1976", "1122334455667B", "77B", "7B: 68"),
        ("nmjl-1976", "1122334455667B", "777B", ""),
        ("nmjl-1976", "1B 3C 5D 7B 9C NEWS RG FF", "", ""),
        ("set-manual", "333B 444B 3333D 444D", "", "4D: 1 / J: 1"),
        ("set-manual", "RRRR 8C EEEE WWWW", "", "8C: 9"),
        ("hoyle-league", "NNNN SSSS 3333B F", "", "F: 1a / J: 1a"),
        ("practice", "FF 11B 33B 55B 77B 99B G", "", "G: 27"),
        ("practice", "7777B 3333C JJJ FF", "", "4D: 19 / J: 26 19 / 7B: / 3C:"),
    ],
)
def test_what_a_rack_waits_for(name: str, rack: str, table: str, tiles: str) -> None:
    """The tiles that complete a rack, with the hands they make, match a solution by hand; no wait is out of play."""
    told = {wait.tile.code: " ".join(hand.number for hand in wait.hands) for wait in waits(name, rack, table).waits}
    expected = dict(part.split(": ") for part in tiles.split(" / ") if ": " in part)
    assert told == expected


@pytest.mark.parametrize(
    ("name", "others", "dead"),
    [
        ("nmjl-1976", "1B 1B J J J", False),
        ("nmjl-1976", "1B 1B 1B 1B J J J", True),
        ("set-manual", "1B 1B J J J", True),
    ],
    ids=["an exchange brings it", "no like tile is left", "jokers are never exchanged"],
)
def test_joker_that_an_exchange_may_bring(name: str, others: str, dead: bool) -> None:
    """A hand that needs a joker of another player's exposure is dead only where no exchange can bring it."""
    card, ruleset = load_card("nmjl-1976"), load_ruleset(name)
    rack, exposures = parse_rack("[N N N N J] SSSS RRRR 2C"), (parse_tiles(others), parse_tiles("F F J J J J"))
    found = prospects_of(rack, card, ruleset, table=parse_tiles("FFFFFF"), others=exposures)
    assert found.dead == dead
    near = judge(WinClaim(rack, table=parse_tiles("FFFFFF"), others=exposures), card, ruleset).near
    assert [(one.pattern.number, one.need) for one in near] == ([] if dead else [("12", (JOKER,))])


@pytest.mark.parametrize(
    ("others", "left"), [("1B J J J", [3]), ("1B 1B 1B 1B J J J", [])], ids=["an exchange brings it", "none is left"]
)
def test_rack_that_waits_for_a_joker_of_an_exposure(others: str, left: list[int]) -> None:
    """A rack waits for a joker that lies in another player's exposure as long as an exchange can bring it."""
    exposures = (parse_tiles(others), parse_tiles("F F J J J J"))
    rack = parse_rack("[N N N N J] SSSS RRRR")
    found = waits_of(rack, *load("nmjl-1976"), table=parse_tiles("FFFFFF"), others=exposures).waits
    assert [(wait.tile, wait.left, wait.self_pick_only) for wait in found] == [(JOKER, one, True) for one in left]


@pytest.mark.parametrize(
    ("blanks", "table", "dead"),
    [(0, "NNN", True), (1, "NNN", False), (1, "NNNN", True), (2, "NNNN", False)],
    ids=["without blanks", "one copy left", "none left", "two blanks"],
)
def test_discard_that_a_blank_tile_may_bring(blanks: int, table: str, dead: bool) -> None:
    """A hand that needs discarded tiles is dead only where blank tiles cannot bring them."""
    text = f'id = "ours"\ntitle = "Ours"\nparent = "modern-american"\n[table]\nblanks = {blanks}\n'
    card = parse_card(
        'id = "a"\ntitle = "A"\nsource = "A"\n[[section]]\ntitle = "S"\nlines = ["1111B 2222B 3333B NN x25"]\n'
    )
    rack = parse_rack("[1111B] [2222B] [3333B] 5C")
    assert prospects_of(rack, card, parse_ruleset(text, "ours"), table=parse_tiles(table)).dead == dead


@pytest.mark.parametrize("name", ["nmjl-1976", "set-manual", "hoyle-league", "practice"])
def test_waits_agree_with_trying_every_tile(name: str) -> None:
    """A rack waits for a tile exactly if a copy is left and the rack wins with it."""
    card, ruleset = load(name)
    rng = random.Random(f"waits {name}")
    waiting = 0
    for _ in range(25):
        hand = some_set_hand(rng, card, name)
        if hand is None:
            continue
        table = tuple(rng.choices(ALL_TILES, k=6))
        if overfull((*hand.tiles, *table)):
            continue
        found = waits_of(hand, card, ruleset, table=table)
        for tile in ALL_TILES:
            left = copies(tile) - (*hand.tiles, *table).count(tile)
            wins = left > 0 and is_winner(Hand(hand.exposures, (*hand.concealed, tile)), card, ruleset)
            # An exchange of an own joker has brute force of its own.
            told = [wait for wait in found.waits if wait.tile is tile and wait.exchange is None]
            assert bool(told) == wins, (str(hand), tile)
            for wait in told:
                made = Hand(hand.exposures, (*hand.concealed, tile))
                matches = judge(WinClaim(made), card, ruleset, near=0).matches
                assert {match.pattern.number for match in matches} == {pattern.number for pattern in wait.hands}
                assert (wait.left, wait.value) == (left, matches[0].pattern.value)
                assert wait.self_pick_only == (tile is JOKER)
        waiting += bool(found.waits)
    assert waiting > 5


def some_set_hand(rng: random.Random, card: Card, name: str) -> Hand | None:
    """Make a rack of 13 tiles close to a hand, with legal exposures; None if the draw gave none."""
    if name == "nmjl-1976":
        whole = example_hand(card, rng.choice(card.hands).number, load_ruleset(name))
    else:
        whole = some_rack(rng, name, (0, 0, 1))
    concealed = list(whole.concealed)
    if not concealed or overfull(whole.tiles):
        return None
    concealed.pop(rng.randrange(len(concealed)))
    smallest = 4 if name == "hoyle-league" else 3
    for exposure in whole.exposures:
        kinds = set(exposure) - {JOKER}
        wild = {Tile("F")} if name == "hoyle-league" and len(kinds) > 1 else set()
        if len(exposure) < smallest or len(kinds - wild) != 1:
            return None
    return Hand(whole.exposures, tuple(concealed))


def test_the_best_paying_tile_comes_first() -> None:
    """Waits come by value, then in the order of tiles; a hand's own best value leads."""
    found = waits("nmjl-1976", "2222C 3333C 4444C F").waits
    assert [(wait.tile.code, wait.value, wait.left) for wait in found] == [("F", 35, 7), ("J", 20, 8)]


def test_waits_as_json() -> None:
    """The document names the rack, the rules, and each tile with its hands and values."""
    document = waits("nmjl-1976", "1122334455667B", "77B").to_json()
    assert json.loads(json.dumps(document)) == document
    assert (document["card"], document["ruleset"]) == ("nmjl-1976", "nmjl-1976")
    assert document["waits"] == [
        {
            "tile": "7B",
            "left": 1,
            "self_pick_only": False,
            "value": 30,
            "hands": [{"hand": "68", "title": "Pairs 1 to 7", "value": 30}],
        }
    ]


@pytest.mark.parametrize(
    ("rack", "table", "code"),
    [
        ("2222C 3333C 4444C FF", "", "wrong-tile-count"),
        ("2222C", "", "wrong-tile-count"),
        ("2222C 3333C 444C F +4C", "", "winning-tile-marked"),
        ("22222C 3333C 444C F", "", "impossible-rack"),
        ("2222C 3333C 4444C F", "2C", "impossible-rack"),
        ("2222C 3333C 444C [FF]", "", "wrong-exposure"),
    ],
)
def test_racks_that_cannot_wait(rack: str, table: str, code: str) -> None:
    """A rack that is not 13 tiles of one set with whole exposures raises an error that names the rack."""
    with pytest.raises(ClaimError) as caught:
        waits("nmjl-1976", rack, table)
    assert (caught.value.code, caught.value.where) == (code, "rack")


def test_a_joker_once_used_ends_the_wait_for_a_hand_without_jokers() -> None:
    """Once a joker lay in the hand, Seven pairs is impossible and the rack waits for nothing."""
    found = waits_of(parse_rack("1122334455667B"), *load("nmjl-1976"), joker_was_used=True)
    assert found.waits == ()


def out_of_play(rng: random.Random, hand: Hand, number: int) -> tuple[Tile, ...]:
    """Draw tiles of the set that are not in the rack."""
    rest = [tile for tile in ALL_TILES for _ in range(copies(tile) - hand.tiles.count(tile))]
    return tuple(rng.sample(rest, number))


@pytest.mark.parametrize("name", ["set-manual", "hoyle-league", "practice"])
def test_prospects_agree_with_near_hands_and_matches(name: str) -> None:
    """Possible hands are the matches and near hands, at the same distances; a dead hand has reasons."""
    card, ruleset = load(name)
    rng = random.Random(f"prospects {name}")
    for _ in range(20):
        hand = some_rack(rng, name, (0, 1, 3))
        table = out_of_play(rng, hand, 30)
        found = prospects_of(hand, card, ruleset, table=table)
        verdict = judge(WinClaim(hand, table=table), card, ruleset, near=100)
        complete = {match.pattern.number for match in verdict.matches}
        if hand.won_by is None:
            assert {near.pattern.number for near in found.possible if near.away == 0} == complete
        assert tuple(near for near in found.possible if near.away) == verdict.near
        assert found.dead == bool(found.reasons) == (not found.possible)


@pytest.mark.parametrize(
    ("name", "rack", "table", "hands"),
    [
        ("set-manual", "[333B]", "", "1 7"),
        ("set-manual", "[888C J]", "", ""),
        ("set-manual", "[NNNN]", "", "10"),
        ("set-manual", "[NNN]", "", ""),
        ("set-manual", "[NNNN] [SSSS]", "8D 8D", "10"),
        ("set-manual", "[NNNN] [SSSS]", "888D", ""),
        ("set-manual", "[FFFF]", "", "6 7 8"),
        ("nmjl-1976", "[2222C] [9999C]", "", "73"),
        ("nmjl-1976", "[222C J] [9999C]", "", ""),
        ("nmjl-1976", "[111B] [222B]", "", "72"),
        ("nmjl-1976", "[111B] [222B]", "FFFFFFF", ""),
        ("hoyle-league", "[NNNN]", "", "1a"),
        ("hoyle-league", "[NNNNJ]", "", "2a"),
        ("hoyle-league", "[NNNNFJ]", "", "7"),
        ("practice", "[777B] [99C J]", "", ""),
    ],
)
def test_hands_that_are_still_possible(name: str, rack: str, table: str, hands: str) -> None:
    """The hands that exposures and the table leave possible match a solution by hand."""
    found = prospects(name, rack, table)
    assert sorted(near.pattern.number for near in found.possible) == sorted(hands.split())
    assert found.dead == (not hands)


@pytest.mark.parametrize(
    ("name", "rack", "table", "reason", "place"),
    [
        ("set-manual", "[NNN] [SSSS]", "", "no hand on the card holds [N N N] [S S S S] together", "Step IV"),
        ("set-manual", "[NNNNN]", "", "too many alike: 5 of N", "Step I"),
        ("set-manual", "[RRR]", "", "no hand on the card holds [R R R], a group of 3x R", "Step IV"),
        (
            "nmjl-1976",
            "[111B] [333B]",
            "",
            "only concealed hands hold [1B 1B 1B] [3B 3B 3B]: hand 23, hand 28, hand 32",
            "p. 8",
        ),
        ("nmjl-1976", "[22C]", "", "[2C 2C] cannot be exposed: a pair is never an exposure", "p. 7"),
        (
            "set-manual",
            "[NNNN] [SSSS]",
            "888D",
            "hand 10 cannot be made any more: too few tiles are left, short by 1 of 8D",
            "hand 10",
        ),
        (
            "nmjl-1976",
            "[NNNN] [SSSS] [FFF] FF +J<Bea",
            "FFF JJJJJJJ",
            "hand 8 cannot be made any more: too few tiles are left, short by 1 of F",
            "hand 8",
        ),
        ("nmjl-1976", "NNNN SSSS FFFF EEEE", "", "the rack has 16 tiles", "p. 8"),
        (
            "hoyle-league",
            "[NNN]",
            "",
            "[N N N] cannot be exposed: a pung is never an exposure; the smallest is a kong",
            "Hoyle",
        ),
    ],
)
def test_why_a_hand_is_dead(name: str, rack: str, table: str, reason: str, place: str) -> None:
    """A dead hand has a reason, with the place in the source or on the card."""
    found = prospects(name, rack, table)
    assert found.dead
    assert found.reasons[0].text.startswith(reason)
    assert place in found.reasons[0].source


@pytest.mark.parametrize(
    ("rack", "table"),
    [
        pytest.param("NNNN SSSS FFF FF 1B", "1111B", id="a-tile-to-give-up"),
        pytest.param("NNNN SSSS FFF FF", "99999D", id="a-tile-the-rack-has-not"),
        pytest.param("NNNN SSSS FFF FF", "JJJJJJJJJ", id="nine-jokers"),
        pytest.param("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea", "4C", id="the-claimed-discard"),
        pytest.param("[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F", "99999D", id="beside-exposures"),
    ],
)
def test_a_discard_that_the_rack_does_not_need_leaves_it_alive(rack: str, table: str) -> None:
    """A table that lists a tile too often is misread; it does not make a hand without this tile dead."""
    found = prospects("nmjl-1976", rack, table)
    assert not found.dead
    assert found.reasons == ()
    assert {near.pattern.number for near in found.possible} <= {
        near.pattern.number for near in prospects("nmjl-1976", rack).possible
    }


def test_a_tile_listed_too_often_is_gone() -> None:
    """Hands that need the tile are out of reach, however often the table lists it."""
    found = prospects("set-manual", "[NNNN] [SSSS]", "88888D")
    assert found.dead
    assert found.reasons[0].text == "hand 10 cannot be made any more: too few tiles are left, short by 2 of 8D"


def test_a_rack_that_no_set_holds_is_dead_whatever_lies_on_the_table() -> None:
    """Five like tiles in the rack itself make it dead."""
    found = prospects("set-manual", "[NNNNN]", "NN")
    assert found.dead
    assert found.reasons[0].text == "too many alike: 7 of N in the rack and on the table, but a set holds 4"


@pytest.mark.parametrize("name", ["set-manual", "hoyle-league", "practice"])
def test_dead_hands_are_those_that_the_tiles_out_of_play_leave_out(name: str) -> None:
    """A surplus of misread tiles makes no hand dead that is alive without the surplus."""
    card, ruleset = load(name)
    rng = random.Random(f"surplus {name}")
    for _ in range(20):
        hand = some_rack(rng, name, (0, 1, 3))
        table = out_of_play(rng, hand, 60)
        surplus = tuple(tile for tile in ALL_TILES if hand.tiles.count(tile) + table.count(tile) >= copies(tile))
        found = prospects_of(hand, card, ruleset, table=(*table, *surplus))
        assert found.possible == prospects_of(hand, card, ruleset, table=table).possible


def test_hands_that_a_used_joker_forbids() -> None:
    """After a used joker, exposures that fit only hands without jokers are dead."""
    found = prospects_of(parse_rack("[2222C] [9999C]"), *load("nmjl-1976"), joker_was_used=True)
    assert found.dead
    assert "played without jokers" in found.reasons[0].text


def test_prospects_as_json() -> None:
    """The document lists the possible hands with titles, values and distances, or the reasons."""
    open_hand = prospects("set-manual", "[NNNN] [SSSS] 0000 8D", "8D").to_json()
    assert json.loads(json.dumps(open_hand)) == open_hand
    assert (open_hand["dead"], open_hand["reasons"], open_hand["table"]) == (False, [], ["8D"])
    (only,) = open_hand["possible"]
    assert {"shape": "88", "tiles": ["8D", None], "as": "8D 8D", "exposed": False} in only["groups"]
    named = {name: only[name] for name in ("hand", "title", "value", "away", "need", "drop")}
    assert named == {
        "hand": "10",
        "title": "White dragons, pair of 8 Dot, South and North",
        "value": 20,
        "away": 1,
        "need": ["8D"],
        "drop": [],
    }
    dead = prospects("set-manual", "[RRR]").to_json()
    assert (dead["dead"], dead["possible"], len(dead["reasons"])) == (True, [], 1)


def test_rule_sets_without_cards_have_no_prospects() -> None:
    """A rule set without cards refuses both questions."""
    card, ruleset = load_card("practice"), load_ruleset("japanese-american-2009")
    for ask in (waits_of, prospects_of):
        with pytest.raises(ClaimError) as caught:
            ask(parse_rack("FF"), card, ruleset)
        assert caught.value.code == "no-card-rules"
