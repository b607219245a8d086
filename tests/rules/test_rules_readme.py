import contextlib
import io
import re
from pathlib import Path

import pytest

from rules.card.card import parse_card
from rules.card.expansion import expand
from rules.card.pattern import LETTERS
from rules.card.pattern_parser import parse_line, parse_rule

FOLDER = Path(__file__).parents[2] / "rules"
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def fenced(language: str) -> list[str]:
    """The blocks of one language in the README."""
    blocks: list[tuple[str, str]] = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for name, text in blocks if name == language]


def test_the_example_prints_what_it_says() -> None:
    """The program in the README runs and prints the text beneath it."""
    (program,) = fenced("python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102
    assert printed.getvalue() in fenced("")


def test_the_example_card_is_a_card() -> None:
    """The card in the README loads."""
    (text,) = fenced("toml")
    card = parse_card(text)
    assert [hand.number for hand in card.hands] == ["1", "2a", "2b", "3"]
    assert card.hands[3].singles_and_pairs


EXAMPLES = re.findall(r"^\| `(.+? [xc]\d+.*?)` \| (\d+) \|$", README, re.MULTILINE)


@pytest.mark.parametrize(("line", "hands"), EXAMPLES)
def test_example_lines_mean_so_many_hands(line: str, hands: str) -> None:
    """Each example line reads and means as many concrete hands as the README says."""
    (pattern,) = parse_line(line).patterns(1, "", "")
    assert len(expand(pattern)) == int(hands)


def test_there_are_examples() -> None:
    """The table of examples was found."""
    assert len(EXAMPLES) >= 10


def test_every_rule_of_the_table_reads() -> None:
    """The rules listed are rules of the language."""
    table = README.partition("### Rules\n")[2].partition("###")[0]
    rules = [rule for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for rule in re.findall(r"`(.+?)`", row)]
    assert len(rules) >= 12
    for rule in rules:
        assert str(parse_rule(rule)) == rule


def test_every_letter_of_the_language_is_documented() -> None:
    """The table of faces names each face and letter once."""
    table = README.partition("### Groups\n")[2].partition("### Suits")[0]
    named = "".join(re.findall(r"^\| (`.+?) \|", table, re.MULTILINE))
    for face in f"{LETTERS}DRG0NEWSFZAJ":
        assert face in named


def test_every_module_that_the_readme_names_exists() -> None:
    """The map of modules is true."""
    named = re.findall(r"`(\w+\.py)`", README)
    assert len(named) > 10
    assert all((FOLDER / name).is_file() for name in named)
