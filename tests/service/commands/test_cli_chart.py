import pytest

from rules.ruleset import load_ruleset
from tests.service.conftest import RunCli


def test_the_chart_marks_what_the_source_misprints(run: RunCli) -> None:
    """Every cell of 20 to 58 points and 1 to 4 bonuses is computed; misprints are marked with the source's value."""
    result = run("chart", "japanese-american-2009", "--json")
    assert result.status == 0
    document = result.document
    assert [row["points"] for row in document["rows"]] == list(range(20, 60, 2))
    cells = {(cell["points"], cell["bonuses"]): cell for row in document["rows"] for cell in row["cells"]}
    assert len(cells) == 80
    assert cells[20, 4]["text"] == "320/1280/1920"
    assert cells[20, 4]["printed"] == "320/280/1920"
    assert cells[34, 4]["limit"] is True
    chart = load_ruleset("japanese-american-2009").chart
    assert chart is not None
    marked = {key: cell["printed"] for key, cell in cells.items() if cell["printed"] is not None}
    assert marked == dict(chart.misprints)
    assert [(cell["points"], cell["bonuses"]) for cell in document["misprints"]] == sorted(marked)


def test_people_see_a_star_at_each_misprint(run: RunCli) -> None:
    """A star marks a misprinted cell, and a note below the table has the source's value."""
    shown = run("chart", "japanese-american-2009").out
    assert "320/1280/1920*" in shown
    assert "* 54 points, 1 bonus: the source prints 110/400/600, meant is 110/440/660" in " ".join(shown.split())
    assert shown.count("*") == 2 * 7


@pytest.mark.parametrize(("width", "tables"), [("80", 1), ("71", 1), ("70", 2), ("60", 2), ("40", 2), ("30", 4)])
def test_a_narrow_terminal_gets_the_chart_in_pieces(
    run: RunCli, monkeypatch: pytest.MonkeyPatch, width: str, tables: int
) -> None:
    """A terminal without room for all columns gets them in tables below each other, and every figure is whole."""
    monkeypatch.setenv("COLUMNS", width)
    lines = run("chart", "japanese-american-2009").out.splitlines()
    cells = [row["cells"] for row in run("chart", "japanese-american-2009", "--json").document["rows"]]
    assert sum(line.split()[:1] == ["points"] for line in lines) == tables
    words = {word.rstrip("*") for line in lines for word in line.split()}
    assert {cell["text"] for row in cells for cell in row} <= words
    assert max(map(len, lines)) <= int(width)


def test_a_game_without_a_chart(run: RunCli) -> None:
    """Card games have none, and the error says so."""
    result = run("chart", "nmjl-1976", "--json")
    assert (result.status, result.document["error"]["code"]) == (1, "no-chart")
