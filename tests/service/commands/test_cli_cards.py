import shlex
from pathlib import Path

import pytest

from rules.card.card import list_cards, load_card
from rules.card.expansion import expand
from rules.card.line.card_line import parse_line
from rules.card.pasted.read_pasted import read_pasted
from tests.service.conftest import RunCli

CLUB = """
id = "our-club"
title = "Our club"
source = "The club"
ruleset = "nmjl-1976"
[[section]]
title = "Kongs"
lines = [
    "Three kongs: 1111a 2222a 3333a FF x25",
    "Broken: 1111a QQ x25",
]
"""


def test_cards_are_listed_and_shown(run: RunCli) -> None:
    """`cards` lists the 75 hands of 1976 in printed order."""
    listed = run("cards", "list", "--json").document["cards"]
    assert {"nmjl-1976": 75}.items() <= {card["id"]: card["hands"] for card in listed}.items()
    lines = run("cards", "show", "nmjl-1976", "--json").document["lines"]
    assert [line["hand"] for line in lines if line["hand"].isdecimal()][:3] == ["1", "2", "3"]
    shown = run("cards", "show", "nmjl-1976").out
    assert "FF" in shown


@pytest.mark.parametrize("name", list_cards())
@pytest.mark.parametrize("width", ["80", "160"])
def test_a_shown_card_can_be_pasted(run: RunCli, monkeypatch: pytest.MonkeyPatch, name: str, width: str) -> None:
    """What `cards show` prints means the same hands when it is pasted, also where rows of its table are wrapped."""
    monkeypatch.setenv("COLUMNS", width)
    lines = read_pasted(run("cards", "show", name).out).lines
    assert all(line.sure for line in lines), [line for line in lines if not line.sure]
    read = [line.patterns(1, "", "")[0] for line in map(parse_line, (line.text for line in lines))]
    card = load_card(name)
    assert tuple(map(expand, read)) == card.concrete
    assert [(hand.value, hand.concealed_only) for hand in read] == [
        (hand.value, hand.concealed_only) for hand in card.hands
    ]


def test_a_narrow_terminal_cuts_nothing_off(run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 40 columns, as on a phone, the names to type and the numbers stay whole, and all words are there."""
    monkeypatch.setenv("COLUMNS", "40")
    begun = run("game", "new", "Ann,Bea,Cat,Dee", "--json").document["id"]
    games, cards = run("game", "list").out, run("cards", "list").out
    assert "…" not in games + cards
    assert f"{begun} " in games
    assert all(f"{card} " in cards for card in list_cards())
    assert "1000" in run("game", "standings").out
    assert max(map(len, run("game", "list").out.splitlines())) <= 40


def test_own_cards_come_first_and_then_those_of_the_modern_game(run: RunCli, data_dir: Path) -> None:
    """The list of cards has the table's own first and old cards of other games last."""
    folder = data_dir / "cards"
    folder.mkdir(parents=True)
    (folder / "zebra.toml").write_text(CLUB.replace('    "Broken: 1111a QQ x25",\n', ""), "utf-8")
    listed = run("cards", "list", "--json").document["cards"]
    assert [one["shipped"] for one in listed] == sorted(one["shipped"] for one in listed)
    modern = [one["ruleset"] == "modern-american" for one in listed if one["shipped"]]
    assert modern == sorted(modern, reverse=True)
    assert modern[0]
    assert not listed[0]["shipped"]


def test_faults_of_a_card_are_listed_with_their_places(run: RunCli, tmp_path: Path) -> None:
    """Every fault has line and column; the status says that the file failed."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, "utf-8")
    result = run("cards", "lint", path, "--json")
    assert result.status == 1
    fault = result.document["faults"][0]
    assert result.document["error"] == fault
    line = CLUB.splitlines().index('    "Broken: 1111a QQ x25",')
    assert (fault["line"], fault["column"]) == (line + 1, CLUB.splitlines()[line].index("QQ") + 1)
    shown = run("cards", "lint", path).out.splitlines()
    assert shown[0].startswith(f"{path}:{fault['line']}:{fault['column']}: {fault['message']}")


def test_a_sound_card_says_what_its_lines_mean(run: RunCli, tmp_path: Path) -> None:
    """Lint prints each line with its number of concrete hands: three suits for one of one suit."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace('    "Broken: 1111a QQ x25",\n', ""), "utf-8")
    result = run("cards", "lint", path, "--json")
    assert result.status == 0
    assert [line["concrete"] for line in result.document["lines"]] == [3]
    assert run("check", "1111B 2222B 3333B FF", "--card", path, "--json").document["win"] is True


def test_a_card_in_the_data_folder_is_found(run: RunCli, data_dir: Path) -> None:
    """Cards added to this installation are listed and found by name; a broken one hides no other."""
    folder = data_dir / "cards"
    folder.mkdir(parents=True)
    (folder / "our-club.toml").write_text(CLUB.replace('    "Broken: 1111a QQ x25",\n', ""), "utf-8")
    (folder / "spoilt.toml").write_text("id = ", "utf-8")
    listed = {card["id"]: card for card in run("cards", "list", "--json").document["cards"]}
    assert listed["our-club"]["hands"] == 1
    assert listed["spoilt"]["error"]["code"] == "bad-toml"
    assert run("check", "1111B 2222B 3333B FF", "--card", "our-club", "--json").document["win"] is True


def test_a_new_card_is_a_template_without_a_fault(run: RunCli, tmp_path: Path) -> None:
    """The template of a new card is written once, lints clean and plays; an existing file is left alone."""
    path = tmp_path / "ours.toml"
    assert run("cards", "new", path).status == 0
    assert run("cards", "lint", path).status == 0
    assert run("check", "1111B 1111C 1111D FF", "--card", path, "--json").document["win"] is True
    path.write_text("mine", "utf-8")
    again = run("cards", "new", path, "--json")
    assert (again.status, again.document["error"]["code"]) == (1, "file-exists")
    assert path.read_text("utf-8") == "mine"


def test_a_new_card_can_be_printed(run: RunCli, tmp_path: Path) -> None:
    """Without a file the template goes to standard output unchanged, also with --json."""
    printed = run("cards", "new").out
    assert run("cards", "new", "--json").document == {"file": None, "text": printed}
    path = tmp_path / "printed.toml"
    path.write_text(printed, "utf-8")
    assert run("cards", "lint", path).status == 0


@pytest.mark.system
def test_every_line_of_a_card_has_an_example_that_wins(run: RunCli) -> None:
    """The example rack of each hand wins with that hand; alternatives have their own."""
    for line in run("cards", "show", "practice", "--json").document["lines"]:
        document = run("cards", "show", "practice", "--example", line["hand"], "--json").document
        assert document["lines"] == [line]
        assert document["example"]["hand"] == line["hand"]
        verdict = run("check", document["example"]["text"], "--card", "practice", "--json").document
        assert line["hand"] in {match["hand"] for match in verdict["matches"]}
    assert "hand 23a, for example: R R G G 0 0" in run("cards", "show", "practice", "--example", "23").out


def test_an_example_needs_rules_and_a_hand_that_is_there(run: RunCli, tmp_path: Path) -> None:
    """A card without rules of its own needs a rule set for examples; a number that is not on the card is refused."""
    path = tmp_path / "club.toml"
    text = CLUB.replace('    "Broken: 1111a QQ x25",\n', "").replace('ruleset = "nmjl-1976"\n', "")
    path.write_text(text, "utf-8")
    asked = ["cards", "show", path, "--example", "1", "--json"]
    assert run(*asked).document["error"]["code"] == "missing-field"
    assert run(*asked, "--ruleset", "nmjl-1976").document["example"]["hand"] == "1"
    assert run("cards", "show", "practice", "--example", "99", "--json").document["error"]["code"] == "unknown-hand"


def test_people_see_sections_and_what_a_hand_is_worth(run: RunCli) -> None:
    """Sections, X or C with the value, flags, and rules in brackets are shown as on a printed card."""
    lines = [line.split() for line in run("cards", "show", "practice").out.splitlines()]
    assert ["Evens", "and", "odds"] in lines
    assert ["5", "FF", "2222a", "DDDDa", "8888b", "X", "25"] in lines
    assert ["11", "11a", "22b", "333a", "444b", "5555c", "(run)", "C", "30"] in lines
    assert any(line[-3:] == ["C", "50", "sp"] for line in lines)


def test_a_card_that_is_not_there(run: RunCli) -> None:
    """An unknown card's error names the existing cards."""
    result = run("cards", "show", "nmjl-1999", "--json")
    assert result.status == 1
    assert "nmjl-1976" in result.document["error"]["message"]


SOUND = CLUB.replace('    "Broken: 1111a QQ x25",\n', "")


def test_a_card_is_added_changed_and_removed(run: RunCli, tmp_path: Path) -> None:
    """A file becomes a card that commands find by name; it can be changed, exported, removed and restored."""
    path = tmp_path / "club.toml"
    path.write_text(SOUND, "utf-8")
    assert run("cards", "add", path).status == 0
    assert run("check", "1111B 2222B 3333B FF", "--card", "our-club", "--json").document["value"] == 25
    again = run("cards", "add", path, "--json")
    assert (again.status, again.document["error"]["code"]) == (1, "card-exists")
    path.write_text(SOUND.replace("x25", "x30"), "utf-8")
    assert run("cards", "edit", "our-club", path).status == 0
    assert run("check", "1111B 2222B 3333B FF", "--card", "our-club", "--json").document["value"] == 30
    path.write_text(CLUB, "utf-8")
    refused = run("cards", "edit", "our-club", path, "--json")
    assert (refused.status, refused.document["error"]["code"]) == (1, "unknown-face")
    assert run("cards", "export", "our-club").out.strip() == SOUND.replace("x25", "x30").strip()
    removed = run("cards", "remove", "our-club", "--json").document
    assert run("cards", "show", "our-club").status == 1
    assert run("cards", "add", removed["file"]).status == 0
    assert run("cards", "show", "our-club").status == 0


def test_a_card_is_copied_renamed_and_exported(run: RunCli, tmp_path: Path) -> None:
    """A shipped card can be copied; the copy can be renamed and exported, remarks included."""
    assert run("cards", "copy", "practice", "ours", "--title", "Ours").status == 0
    assert run("cards", "rename", "ours", "mine").status == 0
    ids = {card["id"]: card["title"] for card in run("cards", "list", "--json").document["cards"]}
    assert ids["mine"] == "Ours"
    assert "ours" not in ids
    file = tmp_path / "my card.toml"
    said = run("cards", "export", "mine", file).out
    assert shlex.split(said)[-4:] == ["rackcheck", "cards", "add", str(file)]
    assert file.read_text("utf-8").startswith("# A card of Rackcheck's own")
    assert run("cards", "export", "mine", file, "--json").document["error"]["code"] == "file-exists"
    assert run("cards", "rename", "practice", "x", "--json").document["error"]["code"] == "shipped-card"


def test_a_card_is_edited_in_the_editor(run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file the editor opens; a text with a fault changes nothing and is saved beside the card."""
    monkeypatch.chdir(tmp_path)
    Path("club.toml").write_text(SOUND, "utf-8")
    run("cards", "add", "club.toml")
    monkeypatch.setenv("EDITOR", "sed -i s/x25/x35/")
    assert run("cards", "edit", "our-club").status == 0
    assert run("cards", "show", "our-club", "--json").document["lines"][0]["value"] == 35
    monkeypatch.setenv("EDITOR", "sed -i s/3333a/333a/")
    assert run("cards", "edit", "our-club").status == 1
    assert "333a" in Path("our-club.draft.toml").read_text("utf-8")
    assert run("cards", "show", "our-club", "--json").document["lines"][0]["text"] == "1111a 2222a 3333a FF x35"


@pytest.mark.parametrize("editor", ["no-such-editor", "vi 'it", "''", "false"])
def test_an_editor_that_cannot_be_used_is_named(run: RunCli, monkeypatch: pytest.MonkeyPatch, editor: str) -> None:
    """An editor that is not there, is written with a stray quote, is blank or fails gives an error of ours."""
    monkeypatch.setenv("VISUAL", " ")
    monkeypatch.setenv("EDITOR", editor)
    run("cards", "copy", "practice", "mine")
    error = run("cards", "edit", "mine", "--json").document["error"]
    assert (error["code"], error["where"]) == ("no-editor", "EDITOR")
    assert error["message"].startswith(f"the editor {editor} cannot be used")


def test_lint_wraps_nothing(run: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When piped, each fault and line of a card stays on one line; a warning fails the command and a note does not."""
    monkeypatch.setenv("COLUMNS", "80")
    long = "11a 22a 33a 44a 55a 66a 77a -or- 22a 33a 44a 55a 66a 77a 88a -or- 33a 44a 55a 66a 77a 88a 99a"
    path = tmp_path / "club.toml"
    path.write_text(SOUND.replace("1111a 2222a 3333a FF x25", f"{long} c50 nojoker"), "utf-8")
    sound = run("cards", "lint", path)
    assert (sound.status, len(sound.out.splitlines())) == (0, 4)
    path.write_text(path.read_text("utf-8").replace("c50", "c51"), "utf-8")
    doubtful = run("cards", "lint", path)
    assert (doubtful.status, len(doubtful.out.splitlines())) == (1, 2)
    assert "warning: 51 is not a multiple of 5" in doubtful.out
    assert "[write c50]" in doubtful.out
