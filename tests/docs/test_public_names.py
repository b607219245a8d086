"""docs/api.md shows exactly the public names of `rules`, each in an example that runs."""

import ast
import contextlib
import io
from collections.abc import Iterator

import pytest

import rules
from tests.docs.pages import ROOT, Block, blocks_of

PAGE = ROOT / "docs" / "api.md"


def section() -> list[Block]:
    """Return the blocks of the section on `rules`, in order."""
    text = PAGE.read_text("utf-8")
    start, end = (text[: text.index(f"\n### {name}\n")].count("\n") for name in ("Rules", "Seeing"))
    return [block for block in blocks_of(PAGE) if start < block.line < end]


def examples() -> Iterator[tuple[str, str]]:
    """Return each example with the output printed below it."""
    blocks = section()
    for block, below in zip(blocks[::2], blocks[1::2], strict=True):
        assert (block.language, below.language) == ("python", "text")
        yield block.text, below.text


def imported(source: str) -> set[str]:
    """Return the names that an example imports from `rules`."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in nodes if node.module == "rules" for alias in node.names}


def used(source: str) -> set[str]:
    """Return the names that an example uses."""
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def test_the_public_names_are_those_documented() -> None:
    """Every public name has an example, and no example shows a private name."""
    shown = [imported(source) & used(source) for source, _ in examples()]
    assert set().union(*shown) == set(dir(rules))


def test_public_names_are_typed_and_loaded_alike() -> None:
    """Each public name loads from the module that type checkers read."""
    tree = ast.parse((ROOT / "rules" / "__init__.py").read_text("utf-8"))
    typed = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rules.")
        for alias in node.names
    }
    assert set(typed) == set(dir(rules))
    for name, module in typed.items():
        value = getattr(rules, name)
        if hasattr(value, "__module__"):
            assert value.__module__ == module


def test_another_name_is_no_attribute() -> None:
    """A misspelt name raises Python's own error."""
    with pytest.raises(AttributeError, match="has no attribute 'Tiles'"):
        rules.Tiles  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(("source", "printed"), list(examples()))
def test_an_example_prints_what_it_says(source: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program of the section runs and prints the text below it."""
    monkeypatch.chdir(ROOT)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(source, "api.md", "exec"), {})  # noqa: S102 - the page's own example
    assert output.getvalue() == printed
