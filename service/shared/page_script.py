"""Join the page's modules into one script, so that a phone sends one request instead of one per module."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

VENDOR: Final = "vendor"
"""The folder of third-party modules, which we do not join."""

_IMPORT: Final = re.compile(r'^import (?P<names>\{[^}"]*\}|\* as [\w$]+) from "(?P<place>[^"]+)";$', re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r'\bimport\("(?P<place>\.[^"]+)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function)\b\*? ?(?P<name>[\w$]+))", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b[^\n]*", re.MULTILINE)


def joined_modules(main: Path, apart: Collection[Path] = (), *, later: bool = False) -> tuple[Path, ...]:
    """List the modules to join, each before its importers; `main` is the last.

    Args:
        main: the main module.
        apart: modules that stay files of their own.
        later: join modules that are imported later, too.

    Raises:
        ValueError: if modules import each other in a circle.
    """
    done: list[Path] = []
    under_way: set[Path] = set()

    def take(module: Path) -> None:
        if module in done or _stays(module, apart):
            return
        if module in under_way:
            raise ValueError(f"{module}: imports itself by way of others")
        under_way.add(module)
        text = module.read_text("utf-8")
        for found in [*_IMPORT.finditer(text), *(_IMPORT_LATER.finditer(text) if later else ())]:
            take((module.parent / found["place"]).resolve())
        done.append(module)

    take(main.resolve())
    return tuple(done)


def join_script(main: Path, apart: Collection[Path] = (), *, later: bool = False) -> str:
    """Join `main` and its imports, as `joined_modules` lists them, into one module.

    Each module becomes a function, called once, that returns the module's exports; `main` itself stands unchanged at
    the end. The script exports those of each module under its name. A module looks up its imports when it starts, so no
    module may assign an exported name later.

    Raises:
        ValueError: if an import or export has another form than ours, or an imported name is not exported.
    """
    written = tuple(module.stat().st_mtime_ns for module in sorted(main.parent.rglob("*.js")))
    return _joined(main.resolve(), tuple(apart), later, written)


def _stays(module: Path, apart: Collection[Path]) -> bool:
    return VENDOR in module.parts or module in apart


@lru_cache(maxsize=1)
def _joined(main: Path, apart: tuple[Path, ...], later: bool, _written: tuple[int, ...]) -> str:
    """Join modules; the cache entry is valid until a module's file changes (`_written`)."""
    base = main.parent
    outside: dict[str, str] = {}
    exports: dict[str, list[str]] = {}
    parts = []
    for module in joined_modules(main, apart, later=later):
        text = module.read_text("utf-8")
        exports[_name(module, base)] = exported = [found["name"] for found in _EXPORT.finditer(text)]

        def taken(found: re.Match[str], module: Path = module) -> str:
            place = (module.parent / found["place"]).resolve()
            if _stays(place, apart):
                outside[_name(place, base)] = _address(place, base)
            elif missing := _wanted(found["names"]) - set(exports[_name(place, base)]):
                raise ValueError(f"{module}: {found['place']} exports no {min(missing)}")
            return _constants(found["names"], _name(place, base))

        def taken_later(found: re.Match[str], module: Path = module) -> str:
            place = (module.parent / found["place"]).resolve()
            return _name(place, base) if later and not _stays(place, apart) else f'import("{_address(place, base)}")'

        body = _IMPORT_LATER.sub(taken_later, _EXPORT.sub("", _IMPORT.sub(taken, text)))
        if left := _LEFT.search(body):
            raise ValueError(f"{module}: {left[0]!r} is no import or export that can be joined")
        if module != main:
            name = _name(module, base)
            body = f"const {name} = (function {name}() {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"
        parts.append(body)
    imports = [f'import * as {name} from "{place}";\n' for name, place in sorted(outside.items())]
    names = [name for name in exports if name != _name(main, base)]
    return "".join([*imports, *parts, f"export {{ {', '.join(names)} }};\n"])


def _wanted(names: str) -> set[str]:
    """Return the names that an import lists; none if it imports the whole module."""
    return (
        set() if names.startswith("*") else {one.split()[0] for one in names.strip("{} \n").split(",") if one.strip()}
    )


def _constants(names: str, module: str) -> str:
    """Write an import as constants, taken from the result of the module's function."""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {module};"
    return f"const {names.replace(' as ', ': ')} = {module};"


def _name(module: Path, base: Path) -> str:
    return "$" + re.sub(r"\W", "_", module.relative_to(base).with_suffix("").as_posix())


def _address(module: Path, base: Path) -> str:
    return f"./{module.relative_to(base).as_posix()}"
