import itertools
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from rules.errors import ClaimError
from rules.hand import parse_rack
from rules.settlement.outcome import Win
from rules.tiles import Tile
from service.cards.card_folder import home_library
from service.commands.display.verdict import show_photo_verdict
from service.judging.confirmation import confirm
from service.judging.judge_setup import JudgeSetup
from service.judging.photo_claim import PhotoClaim
from service.judging.verify import verify_photo
from service.judging.win_facts import WinFacts
from tests.service.conftest import PHOTOS, RunCli
from tests.service.helpers import WIN, jpeg, table_cloth
from tests.vision import toys
from vision import Issue, Photo, RackReading, TileReading

LABELS = ["2C", "2C", "J", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]


def reading_of(doubts: dict[int, tuple[str, ...]]) -> RackReading:
    """Return a reading of hand 24: a row of exposures and the rack; `doubts` maps tile indices to alternatives."""
    tiles = tuple(
        TileReading(
            label,
            0.6 if index in doubts else 0.99,
            tuple((other, 0.2) for other in doubts.get(index, ())),
            ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),
            0 if index < 8 else 1,
            index,
            index not in doubts,
        )
        for index, label in enumerate(LABELS)
    )
    rack = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
    exposures = ((0, 1, 2, 3), (4, 5, 6, 7))
    return RackReading(640, 480, tiles, rack, (), "test@1", exposures=exposures)


@pytest.fixture
def bench() -> JudgeSetup:
    """The card of 1976 with its own rules."""
    library = home_library()
    return JudgeSetup(library.ruleset("nmjl-1976"), library.card("nmjl-1976"))


PLAYERS = ("Ann", "Bea", "Cat", "Dee")


def judged(reading: RackReading, setup: JudgeSetup, **claim: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the verify document of a reading named `a.jpg`, for a claim with these fields."""
    return verify_photo(reading, "a.jpg", setup, PhotoClaim(**claim)).to_json()


def test_a_sure_reading_is_judged_and_settled(bench: JudgeSetup) -> None:
    """One document holds scan, verdict and settlement: hand 24 for 20, and Bea's discard pays double."""
    table = WinFacts(discarder="Bea", players=PLAYERS)
    document = judged(reading_of({}), bench, facts=table)
    assert set(document) == {"scan", "check", "settlement", "unsettled"}
    assert document["scan"]["exposures"] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert (document["check"]["best"], document["check"]["value"]) == ("24", 20)
    assert document["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
    assert document["unsettled"] is None


def test_house_rules_settle_what_they_judged(bench: JudgeSetup, tmp_path: Path) -> None:
    """A house rule set from a file, not installed, governs the payments: nobody pays double."""
    path = tmp_path / "house.toml"
    path.write_text('parent = "nmjl-1976"\nid = "our-house"\ntitle = "Ours"\n[payment]\ndiscarder = 1\n', "utf-8")
    house = JudgeSetup(home_library().ruleset(str(path)), bench.card)
    document = judged(reading_of({}), house, facts=WinFacts(discarder="Bea", players=PLAYERS))
    assert document["check"]["ruleset"] == "our-house"
    assert document["settlement"]["net"] == {"Ann": 60, "Bea": -20, "Cat": -20, "Dee": -20}


@pytest.mark.parametrize(
    ("used", "net"), [(False, (200, -100, -50, -50)), (True, (100, -50, -25, -25))], ids=["never", "exchanged"]
)
def test_a_joker_that_was_exchanged_costs_the_double(
    bench: JudgeSetup, tmp_path: Path, used: bool, net: tuple[int, ...]
) -> None:
    """At a table that doubles jokerless hands, the book's hand in which a joker was once used pays its value."""
    path = tmp_path / "house.toml"
    path.write_text('parent = "nmjl-1976"\nid = "our-house"\ntitle = "Ours"\n[payment]\njokerless = 2\n', "utf-8")
    house = JudgeSetup(home_library().ruleset(str(path)), bench.card, joker_was_used=used)
    table = WinFacts(discarder="Bea", players=PLAYERS)
    document = judged(reading_of({}), house, facts=table, rack="1111C 5555C RRRR FF")
    assert document["check"]["best"] == "36"
    assert document["settlement"]["net"] == dict(zip(PLAYERS, net, strict=True))


@pytest.mark.parametrize(
    ("told", "table", "net"),
    [
        ("FF 11B 33B 55B 77B 99B GG", WinFacts(won_by="self-pick", players=PLAYERS), (300, -100, -100, -100)),
        ("FF 11B 33B 55B 77B 99B GG", WinFacts(discarder="Bea", players=PLAYERS), (200, -100, -50, -50)),
        ("FF 2222B GGGG 8888C", WinFacts(discarder="Bea", players=PLAYERS), (200, -100, -50, -50)),
        ("FF 222B J GGGG 8888C", WinFacts(discarder="Bea", players=PLAYERS), (100, -50, -25, -25)),
    ],
    ids=["singles and pairs picked", "singles and pairs on a discard", "jokerless", "with a joker"],
)
def test_singles_and_pairs_are_not_doubled(told: str, table: WinFacts, net: tuple[int, ...]) -> None:
    """Singles and Pairs have no jokers anyway, so the hand pays its value; another jokerless hand pays double."""
    practice = JudgeSetup(home_library().ruleset("modern-american"), home_library().card("practice"))
    document = judged(reading_of({}), practice, facts=table, rack=told)
    assert document["settlement"]["net"] == dict(zip(PLAYERS, net, strict=True))


def test_a_tile_that_is_not_sure_is_asked_about(bench: JudgeSetup) -> None:
    """An uncertain tile gives no verdict and no settlement, but a question: the tile, its labels, what each means."""
    table = WinFacts(won_by="self-pick", players=PLAYERS)
    document = judged(reading_of({12: ("J", "6B")}), bench, facts=table)
    check = document["check"]
    assert check["win"] is None
    assert check["matches"] == []
    assert document["settlement"] is None
    assert [(one["tile"], one["choices"]) for one in check["ask"]] == [(13, ["F", "J", "6B"])]
    assert {(tuple(case["tiles"].items()), case["best"]) for case in check["cases"]} == {
        ((("13", "F"),), "24"),
        ((("13", "J"),), "24"),
        ((("13", "6B"),), None),
    }
    assert "tile 13: Flower, Joker or 6 Bam" in check["reasons"][0]
    assert "with the 6 Bam no hand" in check["reasons"][0]
    assert check["rack"]["concealed"] == ["4C", "4C", "4C", "4C", None, "F"]


def _doubtful_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every photo show three kongs in a row and two flowers; the seventh tile is a 6 or an 8."""
    labels = ["9B", "9B", "J", "9B", "8B", "8B", "6B", "8B", "7B", "7B", "7B", "7B", "F", "F"]
    tiles = tuple(
        TileReading(
            label,
            0.55 if index == 6 else 0.999,
            (("8B", 0.44),) if index == 6 else (),
            ((40.0 * index, 0.0), (40.0 * index + 30, 0.0), (40.0 * index + 30, 40.0), (40.0 * index, 40.0)),
            0,
            index,
            sure=index != 6,
        )
        for index, label in enumerate(labels)
    )
    exposures = ((0, 1, 2, 3), (4, 5, 6, 7))
    reading = RackReading(640, 480, tiles, " ".join(labels), (), "test@1", exposures=exposures)
    monkeypatch.setattr("service.shared.networks.load_networks", toys.networks)
    monkeypatch.setattr("service.photos.scanner.scan_image", lambda *_: (Photo.of(table_cloth()), reading))


def test_the_question_about_one_tile_word_for_word(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text and JSON hold the same question with each case, and the exit status is its own."""
    _doubtful_rack(monkeypatch)
    photo = tmp_path / "a.jpg"
    photo.write_bytes(jpeg(table_cloth()))
    arguments = ["verify", photo, "--card", "nmjl-1976", "--won-by", "self-pick"]
    asked = (
        "cannot say until you look at tile 7: 6 Bam or 8 Bam; "
        "with the 8 Bam it is hand 24 for 20, with the 6 Bam no hand"
    )
    shown = run(*arguments)
    assert shown.status == 3
    assert asked in " ".join(shown.out.split())
    assert shown.out.splitlines()[1] == "PLEASE LOOK FIRST"
    told = run(*arguments, "--json")
    assert told.status == 3
    check = told.document["check"]
    assert check["reasons"] == [asked]
    assert (check["win"], check["best"], check["value"]) == (None, None, None)
    assert [(one["tile"], one["label"], one["choices"]) for one in check["ask"]] == [(7, "6B", ["6B", "8B"])]
    assert [(case["tiles"], case["win"], case["best"], case["value"]) for case in check["cases"]] == [
        ({"7": "6B"}, False, None, None),
        ({"7": "8B"}, True, "24", 20),
    ]
    assert (told.document["settlement"], told.document["unsettled"]) == (
        None,
        "who owes what waits for the tiles to look at",
    )


@pytest.mark.parametrize(("named", "best"), [("8B", "24"), ("6B", None)])
def test_the_answer_to_the_question_gives_the_verdict(
    run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, best: str | None
) -> None:
    """A person's answer decides either way; then there is a verdict, and the exit status is 0."""
    _doubtful_rack(monkeypatch)
    photo = tmp_path / "a.jpg"
    photo.write_bytes(jpeg(table_cloth()))
    result = run("verify", photo, "--card", "nmjl-1976", "--won-by", "self-pick", "--tile", f"7={named}", "--json")
    assert (result.status, result.document["check"]["best"]) == (0, best)
    assert result.document["check"]["win"] is (best is not None)


@pytest.mark.usefixtures("networks_wanted")
def test_a_photo_of_nothing_is_no_verdict(run: RunCli, tmp_path: Path) -> None:
    """A photo without tiles gives neither yes nor no: status 3, and nobody pays."""
    photo = tmp_path / "a.jpg"
    photo.write_bytes(jpeg(table_cloth()))
    arguments = ["verify", photo, "--card", "nmjl-1976", "--won-by", "self-pick"]
    told = run(*arguments, "--json")
    assert told.status == 3
    check = told.document["check"]
    assert (check["win"], check["near"], check["reasons"]) == (None, [], ["cannot say: no tile is in view"])
    assert "ask" not in check
    assert told.document["settlement"] is None
    shown = run(*arguments).out
    assert "PLEASE LOOK FIRST" in shown.splitlines()
    assert "Hold the phone above the rack" in " ".join(shown.split())
    assert "add to the line you typed" not in shown


OPEN = Issue("exposures-unclear", "?", tuple(range(8)))


def test_exposures_the_photo_leaves_open_are_asked_about(bench: JudgeSetup) -> None:
    """If the verdict depends on unclear exposures there is none until a person answers."""
    seen = replace(reading_of({}), exposures=((0, 1, 2), (3, 4, 5, 6, 7)), issues=(OPEN,))
    document = judged(seen, bench, facts=WinFacts(won_by="self-pick"))
    check = document["check"]
    assert (check["win"], check["ask_exposures"], document["settlement"]) == (None, list(range(1, 9)), None)
    assert document["unsettled"] == "who owes what waits for which tiles are exposed"
    assert "no hand, with none hand 24 for 20" in check["reasons"][1]
    told = judged(seen, bench, exposures=((1, 2, 3, 4), (5, 6, 7, 8)))
    assert (told["check"]["win"], told["check"]["best"]) == (True, "24")


def test_unclear_exposures_are_asked_about_beside_tiles(bench: JudgeSetup) -> None:
    """Unclear exposures and an uncertain tile are asked about together if both change the verdict."""
    lying = ((0, 1, 2), (3, 4, 5, 6, 7))
    document = judged(replace(reading_of({12: ("J",)}), exposures=lying, issues=(OPEN,)), bench)
    check = document["check"]
    assert ([one["tile"] for one in check["ask"]], check["ask_exposures"]) == ([13], list(range(1, 9)))


def test_a_photo_of_too_few_tiles_is_no_sure_loss(bench: JudgeSetup) -> None:
    """If the tiles found are all of one hand, the answer says that more of them may make it."""
    whole = reading_of({})
    few = replace(whole, tiles=whole.tiles[:12], rack="[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C")
    verdict = verify_photo(few, "a.jpg", bench, PhotoClaim())
    document = verdict.to_json()
    assert (document["check"]["win"], document["check"]["lost_by_count"]) == (False, True)
    assert document["unsettled"] == "who owes what waits for a photo of the whole rack and nothing else"
    shown = StringIO()
    show_photo_verdict(Console(file=shown, width=200), verdict)
    assert shown.getvalue().startswith(
        "NOT MAH JONGG AS THE PHOTO SHOWS IT\n"
        "  the photo shows 12 tiles; with more of them it may be: is one hidden or out of view?\n"
    )


def test_beside_a_verdict_that_stands_nothing_is_asked(bench: JudgeSetup) -> None:
    """A doubtful tile that changes nothing is named once; what the photo says besides is printed as ever."""
    cut = Issue("cut-off", "The edge cuts tile 1.", (0,))
    seen = reading_of({0: ("J",)})
    unlike = ["2C", "1B", "3C", "5D", "7B", "9C", "N", "E", "W", "S", "R", "G", "0", "F"]
    tiles = tuple(replace(tile, label=label) for tile, label in zip(seen.tiles, unlike, strict=True))
    seen = replace(seen, tiles=tiles, exposures=(), issues=(OPEN, cut))
    shown = StringIO()
    show_photo_verdict(Console(file=shown, width=200), verify_photo(seen, "a.jpg", bench, PhotoClaim()))
    text = shown.getvalue()
    assert "tile 1: 2 Crak or Joker: not sure, and it makes no difference to the verdict" in text
    assert "The edge cuts tile 1." in text
    assert "look at tile" not in text
    assert f"  {OPEN.message}\n" not in text


def test_a_verdict_that_stands_either_way_is_not_asked_about(bench: JudgeSetup) -> None:
    """If a hand wins the same with and without the unclear exposures, the verdict comes at once."""
    document = judged(replace(reading_of({}), issues=(OPEN,)), bench)
    assert (document["check"]["win"], document["check"]["value"]) == (True, 20)


def test_runs_on_an_american_rack_are_noticed(bench: JudgeSetup) -> None:
    """A card does not allow an exposed run, so its tiles stay concealed and become a question."""
    run = tuple(replace(tile, label=f"{tile.index + 5}D") if tile.index < 3 else tile for tile in reading_of({}).tiles)
    seen = replace(reading_of({}), tiles=run, exposures=((0, 1, 2), (4, 5, 6, 7)))
    assert confirm(seen, {}).runs == (1, 2, 3)


def test_a_person_answers_the_question(bench: JudgeSetup) -> None:
    """The person's label appears beside the classifier's, and the verdict uses it."""
    table = WinFacts(won_by="self-pick", players=PLAYERS)
    document = judged(reading_of({12: ("J",)}), bench, facts=table, corrections={13: "F"})
    assert document["check"]["win"] is True
    tile = document["scan"]["tiles"][12]
    assert (tile["label"], tile["said"], tile["sure"]) == ("F", "F", False)
    assert document["settlement"]["net"]["Ann"] == 120


@pytest.mark.parametrize(
    ("doubts", "said"),
    [
        pytest.param(
            {6: ("6B",), 10: ("6B",)},
            "tile 7: 3 Crak or 6 Bam, tile 11: 4 Crak or 6 Bam; "
            "with tile 7 a 3 Crak and tile 11 a 4 Crak it is hand 24 for 20, otherwise no hand",
            id="two tiles, one in an exposure",
        ),
        pytest.param(
            {2: ("F",)},
            "tile 3: Joker or Flower; with the Joker it is hand 24 for 20, with the Flower no hand",
            id="a joker in an exposure",
        ),
        pytest.param(
            {2: ("F",), 12: ("J",)},
            "tile 3: Joker or Flower, tile 13: Flower or Joker; "
            "with tile 3 a Joker and tile 13 a Flower it is hand 24 for 20, "
            "with tile 3 a Joker and tile 13 a Joker it is hand 24 for 20, otherwise no hand",
            id="a joker that may be a flower, and the other way round",
        ),
        pytest.param(
            {12: ("J", "6B")},
            "tile 13: Flower, Joker or 6 Bam; with the Flower or Joker it is hand 24 for 20, with the 6 Bam no hand",
            id="two of three make the same hand",
        ),
        pytest.param(
            {8: ("J",)},
            "tile 9: 4 Crak or Joker; whichever of these it is, it is hand 24 for 20",
            id="the same hand either way",
        ),
        pytest.param(
            dict.fromkeys((4, 5, 6), ("J",)),
            "tile 5: 3 Crak or Joker, tile 6: 3 Crak or Joker, tile 7: 3 Crak or Joker; "
            "whichever of these they are, it is hand 24 for 20",
            id="the same hand in eight ways",
        ),
        pytest.param(
            dict.fromkeys((0, 4, 8, 12), ("9D",)),
            "4 tiles: 1, 5, 9, 13; with tile 1 a 2 Crak and tile 5 a 3 Crak and tile 9 a 4 Crak and tile 13 a Flower "
            "it is hand 24 for 20, otherwise no hand",
            id="four tiles",
        ),
    ],
)
def test_the_question_about_several_tiles_word_for_word(
    bench: JudgeSetup, doubts: dict[int, tuple[str, ...]], said: str
) -> None:
    """The question names the tiles, their labels and each hand; no verdict and no payment before a person answers."""
    document = judged(reading_of(doubts), bench, facts=WinFacts(won_by="self-pick", players=PLAYERS))
    check = document["check"]
    assert check["reasons"] == [f"cannot say until you look at {said}"]
    assert (check["win"], check["best"], check["value"], document["settlement"]) == (None, None, None, None)
    assert [one["tile"] for one in check["ask"]] == [index + 1 for index in doubts]
    assert all(set(case["tiles"]) == {str(index + 1) for index in doubts} for case in check["cases"])


def test_ways_that_win_and_are_not_told_hide_none_that_loses(bench: JudgeSetup) -> None:
    """Of 32 combinations 8 win and the text lists 4: it also says that others make no hand."""
    doubts = {5: ("J",), 12: ("J", "R", "1B"), 13: ("J", "R", "1B")}
    document = judged(reading_of(doubts), bench)
    assert [case["win"] for case in document["check"]["cases"]].count(True) == 8
    assert document["check"]["reasons"][0].endswith(", and 4 more ways win, otherwise no hand")


def test_sure_alone_never_decides_a_doubt(bench: JudgeSetup) -> None:
    """No alternative of any uncertain tile gives a verdict without a person."""
    for index, other in itertools.product(range(len(LABELS)), ("F", "9D")):
        if other == LABELS[index]:
            continue
        document = judged(reading_of({index: (other,)}), bench)
        assert document["check"]["win"] is None


def test_nameless_seats_are_named_by_what_they_did(bench: JudgeSetup) -> None:
    """Without players' names the settlement says "winner", "discarder" and "others"."""
    net = judged(reading_of({}), bench, facts=WinFacts(discarder="Bea"))["settlement"]["net"]
    assert net == {"Winner": 80, "Bea": -40, "Player 3": -20, "Player 4": -20}


@pytest.mark.parametrize(
    ("facts", "net"),
    [
        (WinFacts(discarder="Player 3"), {"Winner": 80, "Player 3": -40, "Player 2": -20, "Player 4": -20}),
        (WinFacts(discarder="Winner"), {"Player 1": 80, "Winner": -40, "Player 3": -20, "Player 4": -20}),
        (
            WinFacts(discarder="Player 1", winner="Player 4"),
            {"Player 4": 80, "Player 1": -40, "Player 2": -20, "Player 3": -20},
        ),
        (
            WinFacts("self-pick", winner="Player 2"),
            {"Player 2": 120, "Player 1": -40, "Player 3": -40, "Player 4": -40},
        ),
    ],
    ids=["discarder", "discarder named Winner", "winner and discarder", "winner"],
)
def test_nameless_seats_leave_a_number_to_the_player_who_has_it(
    bench: JudgeSetup, facts: WinFacts, net: dict[str, int]
) -> None:
    """A player told as Player 3 takes that seat, and no nameless one has the same name."""
    assert judged(reading_of({}), bench, facts=facts)["settlement"]["net"] == net


@pytest.mark.parametrize(
    ("table", "corrections", "words"),
    [(WinFacts(), {}, "how the hand was won"), (WinFacts(won_by="self-pick"), {1: "9D"}, "nobody pays")],
    ids=["not told how", "no hand"],
)
def test_nothing_to_settle_says_why(
    bench: JudgeSetup, table: WinFacts, corrections: dict[int, str], words: str
) -> None:
    """When no settlement is possible the document says which fact is missing."""
    document = judged(reading_of({}), bench, facts=table, corrections=corrections)
    assert document["settlement"] is None
    assert words in document["unsettled"]


def test_a_table_that_cannot_be_settled_keeps_its_verdict(bench: JudgeSetup) -> None:
    """A discarder who does not play is an error beside the verdict."""
    table = WinFacts(discarder="Zoe", players=PLAYERS)
    document = judged(reading_of({}), bench, facts=table)
    assert document["check"]["win"] is True
    assert document["error"]["where"] == "outcome.discarder"


def test_the_winner_is_the_first_who_did_not_discard(bench: JudgeSetup) -> None:
    """With players but no winner, the first player wins, or the second if the first discarded."""
    match = bench.judge(parse_rack(WIN)).match
    assert match is not None
    for facts, winner in (
        (WinFacts(won_by="self-pick", players=PLAYERS), "Ann"),
        (WinFacts(discarder="Ann", players=PLAYERS), "Bea"),
        (WinFacts(discarder="Ann", winner="Dee", players=PLAYERS), "Dee"),
    ):
        event = facts.outcome(match).event
        assert isinstance(event, Win)
        assert event.winner == winner


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        (["--won-by", "discard"], "contradiction", "discarder"),
        (["--won-by", "self-pick", "--discarder", "Bea"], "contradiction", "discarder"),
        (["--winning-tile", "4C"], "contradiction", "won_by"),
        (["--winning-tile", "44C", "--won-by", "self-pick"], "bad-winning-tile", "winning_tile"),
        (["--tile", "7"], "bad-correction", "7"),
        (["--tile", "7=6B", "--tile", "7=8B"], "bad-correction", "7=8B"),
        (["--bettor", "Eve"], "bad-bettor", "Eve"),
        (["--exposures", "4-1"], "bad-exposures", "4-1"),
        (["--exposures", ""], "bad-exposures", "exposures"),
        (["--tile", ""], "bad-correction", "tile"),
        (["--bettor", " "], "bad-bettor", "bettor"),
        (["--discarder", ""], "blank", "discarder"),
        (["--winner", " "], "blank", "winner"),
        (["--east", ""], "blank", "east"),
        (["--players", "Ann,,Cat,Dee"], "blank", "players"),
        (["--players", "Ann,Bea,Cat,"], "blank", "players"),
    ],
    ids=[
        "no discarder",
        "discarder of a pick",
        "tile without how",
        "two tiles",
        "correction",
        "two corrections of a tile",
        "bettor",
        "exposures",
        "no exposures",
        "no correction",
        "no bettor",
        "discarder without a name",
        "winner without a name",
        "east without a name",
        "player without a name",
        "comma at the end",
    ],
)
def test_contradictory_options_are_wrong_usage(
    run: RunCli, tmp_path: Path, arguments: list[str], code: str, where: str
) -> None:
    """Contradictory options exit with status 2 and one error that names the option, before any photo is read."""
    result = run("verify", tmp_path / "none.jpg", "--card", "nmjl-1976", *arguments, "--json")
    assert result.status == 2
    assert (result.document["error"]["code"], result.document["error"]["where"]) == (code, where)


def reading_of_chows() -> RackReading:
    """Return the sure reading of a run of Bams, a chow of Dots and a leg."""
    labels = ["1B", "2B", "3B", "4B", "5B", "6B", "7B", "8B", "9B", "1D", "2D", "3D", "5B", "5B"]
    tiles = tuple(
        TileReading(label, 0.99, (), ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 0, index, sure=True)
        for index, label in enumerate(labels)
    )
    return RackReading(640, 480, tiles, " ".join(labels), (), "test@1")


def test_a_game_without_a_card_is_settled_by_points() -> None:
    """Points and bonuses of the best split into melds go into the settlement; East is the OYA."""
    bench = JudgeSetup(home_library().ruleset("japanese-american-2009"), None)
    table = WinFacts(won_by="self-pick", players=PLAYERS, east="Ann", winning_tile=Tile("5B"))
    document = judged(reading_of_chows(), bench, facts=table)
    assert document["check"]["matches"][0]["points"] == 22
    # 22 points doubled three times are 176, to the nearest ten 180; the OYA draws 2 times that from each.
    assert document["settlement"]["net"] == {"Ann": 1080, "Bea": -360, "Cat": -360, "Dee": -360}


@pytest.mark.parametrize(
    ("facts", "net"),
    [
        # 20 points doubled three times are 160, and the OYA draws 2 times that from each.
        pytest.param({"won_by": "self-pick"}, {"Ann": 960, "Bea": -320, "Cat": -320, "Dee": -320}, id="picked"),
        # 20 points and 10 for the inside hand, doubled twice, are 120, and the discarder pays the OYA 6 times that.
        pytest.param({"discarder": "Bea"}, {"Ann": 720, "Bea": -720, "Cat": 0, "Dee": 0}, id="discarder alone"),
    ],
)
def test_a_game_without_a_card_is_judged_as_it_is_settled(facts: dict[str, Any], net: dict[str, int]) -> None:
    """The way of winning counts in the points as in the payments, even if only the discarder was named."""
    bench = JudgeSetup(home_library().ruleset("japanese-american-2009"), None)
    document = judged(reading_of_chows(), bench, facts=WinFacts(players=PLAYERS, east="Ann", **facts))
    assert document["settlement"]["net"] == net


@pytest.mark.parametrize(
    ("options", "facts", "where"),
    [
        pytest.param({"own_wind": "W"}, {"won_by": "self-pick", "winner": "Bea"}, "own_wind", id="another seat"),
        pytest.param({"own_wind": "W"}, {"won_by": "self-pick", "winner": "Cat"}, None, id="that seat"),
        pytest.param({"dealer": False}, {"won_by": "self-pick"}, "dealer", id="East is the winner"),
        pytest.param({"won_by": "wall"}, {"discarder": "Bea"}, "won_by", id="drawn and discarded"),
        pytest.param({"won_by": "robbed-kong"}, {"discarder": "Bea"}, None, id="a robbed kong is paid as a discard"),
    ],
)
def test_circumstances_that_the_facts_rule_out_are_refused(
    options: dict[str, object], facts: dict[str, Any], where: str | None
) -> None:
    """A hand is not scored by another seat or another way of winning than the one that it is paid by."""
    table = WinFacts(players=PLAYERS, east="Ann", **facts)
    claim = PhotoClaim(None, "japanese-american-2009", options, facts=table)
    if where is None:
        assert claim.setup(home_library()).ruleset.id == claim.ruleset
        return
    with pytest.raises(ClaimError) as caught:
        claim.setup(home_library())
    assert (caught.value.code, caught.value.where) == ("contradiction", f"options.{where}")


@pytest.mark.parametrize(
    ("players", "code"), [(("Bea",), "wrong-number"), (("Bea", "Bea", "Bea", "Bea"), "duplicate-name")]
)
def test_a_discarder_alone_at_the_table_is_no_fault_of_the_program(
    bench: JudgeSetup, players: tuple[str, ...], code: str
) -> None:
    """Where nobody but the discarder is named there is no winner, and the error names the players."""
    facts = WinFacts(discarder="Bea", players=players, east="Bea")
    assert facts.winner_is_east is False
    document = judged(reading_of({}), bench, facts=facts)
    assert (document["check"]["win"], document["error"]["code"]) == (True, code)
    assert document["error"]["where"].startswith("players")


def test_facts_of_another_kind_of_game_are_refused(run: RunCli, tmp_path: Path) -> None:
    """A seat wind with a card, and a used joker without one, are refused rather than ignored."""
    photo = tmp_path / "none.jpg"
    wind = run("verify", photo, "--card", "nmjl-1976", "--own-wind", "E", "--json")
    assert (wind.status, wind.document["error"]["where"]) == (1, "options.own_wind")
    joker = run("verify", photo, "--ruleset", "japanese-american-2009", "--joker-was-used", "--json")
    assert (joker.status, joker.document["error"]["where"]) == (1, "options.joker_was_used")


@pytest.mark.usefixtures("networks_wanted")
class TestExample:
    """From the example photo to who owes what, with the trained networks."""

    def _arguments(self, example: Path) -> list[str | Path]:
        return ["verify", example, "--card", "nmjl-1976", "--discarder", "Bea", "--players", "Ann,Bea,Cat,Dee"]

    def test_a_person_who_looks_at_every_doubt_gets_the_verdict(self, run: RunCli, example: Path) -> None:
        """With the uncertain tiles named from the ground truth the hand is 24, and Bea pays double."""
        truth = json.loads(example.with_suffix(".json").read_text("utf-8"))
        scan = run("scan", example, "--json").document
        said = []
        for index in scan["unsure"]:
            x0, y0, x1, y1 = scan["tiles"][index]["box"]
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            (label,) = [
                box[4] for box in truth["boxes"] if box[0] <= middle[0] <= box[2] and box[1] <= middle[1] <= box[3]
            ]
            said += ["--tile", f"{index + 1}={label}"]
        result = run(*self._arguments(example), "--exposures", "1-4 5-8", *said, "--json")
        assert result.status == 0
        document = result.document
        assert (document["check"]["win"], document["check"]["best"]) == (True, "24")
        assert document["settlement"]["net"] == {"Ann": 80, "Bea": -40, "Cat": -20, "Dee": -20}
        shown = run(*self._arguments(example), "--exposures", "1-4 5-8", *said)
        assert shown.out.splitlines()[1] == "MAH JONGG  hand 24, 20 points"

    def test_the_card_is_looked_up_before_the_photo_is_read(self, run: RunCli, example: Path) -> None:
        """A misspelt card is an error before the photo is read."""
        result = run("verify", example, "--card", "nmjl-1999", "--json")
        assert (result.status, result.document["error"]["code"]) == (1, "unknown-card")

    def test_the_hand_that_is_called_is_one_of_the_card(self, run: RunCli, example: Path) -> None:
        """A called hand that is not on the card is an error before the photo is read; one that is there is judged."""
        result = run(*self._arguments(example), "--as-hand", "99", "--json")
        assert (result.status, result.document["error"]["where"]) == (1, "options.as_hand")
        result = run(*self._arguments(example), "--as-hand", "24", "--json")
        assert result.document["check"]["best"] == "24"

    def test_a_tile_that_is_not_there(self, run: RunCli, example: Path) -> None:
        """Correcting tile 99 of 14 is an error that gives the number of tiles."""
        result = run(*self._arguments(example), "--tile", "99=1B", "--json")
        assert (result.status, result.document["error"]["code"]) == (1, "no-such-tile")


def test_a_photo_whose_tiles_are_all_corrected_reads_as_told() -> None:
    """A reading with every tile corrected is exactly the person's rack."""
    reading = reading_of(dict.fromkeys(range(14), ()))
    rack = confirm(reading, {index + 1: "1B" for index in range(14)})
    assert rack.open == ()
    assert {tile.label for tile in rack.tiles} == {"1B"}


def test_real_photographs_are_judged_by_what_is_read(run: RunCli) -> None:
    """On photos the verdict is that of the rack as read, or a question names the tiles."""
    index = PHOTOS / "index.jsonl"
    if not index.is_file():
        pytest.skip(f"the photographs are not there ({PHOTOS}); RACKCHECK_PHOTOS may name their folder")
    entries = [json.loads(line) for line in index.read_text("utf-8").splitlines()]
    racks = [one for one in entries if not one["augmented"] and 13 <= len(one["boxes"]) <= 14][:4]
    assert len(racks) == 4
    judged = 0
    for entry in racks:
        result = run("verify", PHOTOS / entry["image"], "--card", "nmjl-1976", "--won-by", "self-pick", "--json")
        (document,) = result.documents
        found = document["check"]
        assert result.status == (3 if found["win"] is None else 0)
        if found["win"] is None:
            assert found["ask"]
            assert document["settlement"] is None
            continue
        judged += 1
        (alone,) = run("check", document["scan"]["rack"], "--card", "nmjl-1976", "--json").documents
        assert (found["win"], found["best"], found["reasons"]) == (alone["win"], alone["best"], alone["reasons"])
        assert (document["settlement"] is not None) == alone["win"]
    assert judged
