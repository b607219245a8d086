"""How the rooms of `rules` may import each other."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "rules"

ORDER = ("input", "card", "settlement", "matching", "melds", "rulings")
"""The rooms from the lowest: each imports only rooms before it, and modules of the root."""


def imports_of(path: Path) -> Iterator[str]:
    """The modules of `rules` that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "rules":
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "rules")


def module_graph(folder: Path) -> dict[str, set[str]]:
    """Which module imports which."""
    return {
        ".".join(["rules", *path.relative_to(folder).with_suffix("").parts]): set(imports_of(path))
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    }


def room(module: str) -> str:
    """The folder of a module; nothing for those of the root."""
    parts = module.split(".")
    return parts[1] if len(parts) > 2 else ""


def room_graph(modules: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Which room imports which other."""
    rooms: dict[str, set[str]] = {}
    for module, imported in modules.items():
        rooms.setdefault(room(module), set()).update(map(room, imported))
    rooms.pop("", None)
    return {name: others - {name, ""} for name, others in rooms.items()}


def cycles(graph: Mapping[str, set[str]]) -> list[str]:
    """The nodes from which a way of imports leads back to themselves."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        left = [start]
        while left:
            for name in graph.get(left.pop(), set()) - found:
                found.add(name)
                left.append(name)
        return found

    return sorted(name for name in graph if name in reached(name))


def test_no_module_imports_itself_on_any_way() -> None:
    """Each module can be read and tested once the modules it imports are."""
    graph = module_graph(FOLDER)
    assert len(graph) > 40
    assert cycles(graph) == []


def test_the_rooms_stand_in_one_order() -> None:
    """A room imports only rooms before it."""
    rooms = room_graph(module_graph(FOLDER))
    assert sorted(rooms) == sorted(ORDER)
    early = {(name, other) for name, others in rooms.items() for other in others - set(ORDER[: ORDER.index(name)])}
    assert early == set()


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}, ["a", "b", "c"]),
        ({"a": {"a"}}, ["a"]),
    ],
)
def test_cycles_are_found(graph: dict[str, set[str]], found: list[str]) -> None:
    """The search itself tells a circle from a line."""
    assert cycles(graph) == found
