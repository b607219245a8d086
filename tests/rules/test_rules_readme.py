import re
from pathlib import Path

import pytest

from rules.card.card import parse_card
from rules.card.expansion import expand
from rules.card.line.card_line import parse_line
from rules.card.line.line_rules import parse_rule
from rules.card.pattern import LETTERS
from rules.ruleset import SECTIONS

FOLDER = Path(__file__).parents[2] / "rules"
LANGUAGE = (FOLDER.parent / "docs" / "card-language.md").read_text(encoding="utf-8")
MAPS = sorted(FOLDER.rglob("README.md"))
ROOMS = sorted({path.parent for path in FOLDER.rglob("*.py")})


def fenced(language: str) -> list[str]:
    """Return the blocks of one language on the page."""
    blocks: list[tuple[str, str]] = re.findall(r"^```(\w*)\n(.*?)^```$", LANGUAGE, re.DOTALL | re.MULTILINE)
    return [text for name, text in blocks if name == language]


def test_the_example_card_is_a_card() -> None:
    """The card on the page loads."""
    (text,) = fenced("toml")
    card = parse_card(text)
    assert [hand.number for hand in card.hands] == ["1", "2a", "2b", "3"]
    assert card.hands[3].singles_and_pairs


EXAMPLES = re.findall(r"^\| `(.+? [xc]\d+.*?)` \| (\d+) \|$", LANGUAGE, re.MULTILINE)


@pytest.mark.parametrize(("line", "hands"), EXAMPLES)
def test_example_lines_mean_so_many_hands(line: str, hands: str) -> None:
    """Each example line gives as many concrete hands as the page says."""
    (pattern,) = parse_line(line).patterns(1, "", "")
    assert len(expand(pattern)) == int(hands)


def test_there_are_examples() -> None:
    """The search finds the table of examples."""
    assert len(EXAMPLES) >= 10


def test_every_rule_of_the_table_reads() -> None:
    """Every rule in the table is a rule of the language."""
    table = LANGUAGE.partition("### Rules\n")[2].partition("###")[0]
    rules = [rule for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for rule in re.findall(r"`(.+?)`", row)]
    assert len(rules) >= 12
    for rule in rules:
        assert str(parse_rule(rule)) == rule


def test_every_letter_of_the_language_is_documented() -> None:
    """The table of faces names each face and letter once."""
    table = LANGUAGE.partition("### Groups\n")[2].partition("### Suits")[0]
    named = "".join(re.findall(r"^\| (`.+?) \|", table, re.MULTILINE))
    for face in f"{LETTERS}DRG0NEWSFZAJ":
        assert face in named


def test_every_table_of_a_rule_set_is_documented() -> None:
    """The page on rule sets names each table that a house may change."""
    rows = re.findall(r"^\| (`\[.+?) \|", (FOLDER / "rulesets" / "README.md").read_text("utf-8"), re.MULTILINE)
    assert set(SECTIONS) <= set(re.findall(r"\[(\w+)", "".join(rows)))


@pytest.mark.parametrize("page", MAPS, ids=lambda page: page.parent.name)
def test_every_module_that_a_map_names_exists(page: Path) -> None:
    """Every module in the maps exists."""
    named = re.findall(r"`((?:\.\./)?[\w/-]+\.(?:py|toml))`", page.read_text(encoding="utf-8"))
    places = (page.parent, FOLDER.parent)
    assert [name for name in named if not any((place / name).is_file() for place in places)] == []


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_module_stands_in_its_map(room: Path) -> None:
    """Each folder has a map of one screen that names all its modules."""
    text = (room / "README.md").read_text(encoding="utf-8")
    modules = [path.name for path in room.glob("*.py") if path.name != "__init__.py"]
    assert [name for name in modules if f"`{name}`" not in text] == []
    assert len(text.splitlines()) <= 50
