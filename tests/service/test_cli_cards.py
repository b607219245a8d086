from pathlib import Path

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
    """The 75 hands of 1976 are there, in printed order."""
    listed = run("cards", "list", "--json").document["cards"]
    assert {"nmjl-1976": 75}.items() <= {card["id"]: card["hands"] for card in listed}.items()
    lines = run("cards", "show", "nmjl-1976", "--json").document["lines"]
    assert [line["hand"] for line in lines if line["hand"].isdecimal()][:3] == ["1", "2", "3"]
    shown = run("cards", "show", "nmjl-1976").out
    assert "FF" in shown


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
    assert f"{path}:{fault['line']}:{fault['column']}" in run("cards", "lint", path).out.replace("\n", "")


def test_a_sound_card_says_what_its_lines_mean(run: RunCli, tmp_path: Path) -> None:
    """Each line comes with its number of concrete hands: three suits for one of one suit."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace('    "Broken: 1111a QQ x25",\n', ""), "utf-8")
    result = run("cards", "lint", path, "--json")
    assert result.status == 0
    assert [line["concrete"] for line in result.document["lines"]] == [3]
    assert run("check", "1111B 2222B 3333B FF", "--card", path, "--json").document["win"] is True


def test_a_card_in_the_data_folder_is_found(run: RunCli, data_dir: Path) -> None:
    """Cards that were added to this installation are listed and can be named; a spoilt one hides no other."""
    folder = data_dir / "cards"
    folder.mkdir(parents=True)
    (folder / "our-club.toml").write_text(CLUB.replace('    "Broken: 1111a QQ x25",\n', ""), "utf-8")
    (folder / "spoilt.toml").write_text("id = ", "utf-8")
    listed = {card["id"]: card for card in run("cards", "list", "--json").document["cards"]}
    assert listed["our-club"]["hands"] == 1
    assert listed["spoilt"]["error"]["code"] == "bad-toml"
    assert run("check", "1111B 2222B 3333B FF", "--card", "our-club", "--json").document["win"] is True


def test_a_card_that_is_not_there(run: RunCli) -> None:
    """The error names the cards there are."""
    result = run("cards", "show", "nmjl-1999", "--json")
    assert result.status == 1
    assert "nmjl-1976" in result.document["error"]["message"]
