"""Check what a program passes to a public function or value against the types that this declares.

Python itself checks no declared type: a text in the place of a hand would travel on until some inner line fails with
an error that names neither the argument nor the remedy.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, cached_property, wraps
from inspect import isfunction
from types import UnionType
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from rules.input.strict_fields import MakeError, describe

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")
Hint = Any
"""A declared type, as annotations hold it."""

_TEXTS: Final = (str, bytes)

_WORDS: Final = {
    "NoneType": "None",
    "bool": "true or false",
    "bytes": "the bytes of the file, as of Path('photo.jpg').read_bytes()",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "Path": "a path",
    "Card": 'a card, as of load_card("nmjl-1976")',
    "Circumstances": "the facts, as of Circumstances()",
    "Classifier": "a classifier, as of Networks.load().classifier",
    "Hand": 'a hand, as of parse_rack("NNNN SSSS FFF FFF")',
    "Networks": "the networks, as of Networks.load()",
    "Outcome": 'an outcome, as of parse_outcome({"players": ..., "outcome": ...})',
    "Photo": "a photo, as of decode(data)",
    "RackReading": "a reading, as of read_rack(photo, networks)",
    "RuleSet": 'a rule set, as of load_ruleset("nmjl-1976")',
    "Seats": "who plays, as Seats(players)",
    "Tile": 'a tile, as of Tile("5B")',
    "TileSet": "a taught tile set, as of read_tile_set(data)",
    "WinClaim": 'a claim, as of WinClaim(parse_rack("..."))',
}
"""What to give for a type, by its name, so that no type is loaded for the words alone."""


def checked(error: MakeError, /, **places: str | None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse an argument of another type than the function declares, with ``error`` (wrong-type).

    Errors name the argument, or the place that ``places`` gives for it; the function itself checks an argument whose
    place is None. A list in the place of a tuple becomes one.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        declared = _Declared(function, places)
        # Classes of arguments that fitted once, with the names of named ones, where classes alone decide.
        fitting: set[tuple[type | str, ...]] = set()

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> R:  # noqa: ANN401 - of the declared types
            kinds: tuple[type | str, ...] = tuple(map(type, args))
            if kwargs:
                kinds += (*kwargs, *map(type, kwargs.values()))
            if kinds in fitting:
                return function(*args, **kwargs)
            tests = declared.tests
            # Python itself tells of arguments too many or unknown.
            asked = [*zip(tests.values(), args, strict=False)]
            given = [test.accepted(value, error) for test, value in asked]
            named = {name: tests[name].accepted(value, error) for name, value in kwargs.items() if name in tests}
            asked += [(tests[name], kwargs[name]) for name in named]
            if all(test.by_class and test.fits(value) for test, value in asked):
                fitting.add(kinds)
            return function(*given, *args[len(given) :], **kwargs | named)

        return cast("Callable[P, R]", call)

    return decorate


def checked_fields(error: MakeError, /, **places: str | None) -> Callable[[type[C]], type[C]]:
    """Refuse a field of another type than the value declares, as `checked` does; stands below ``@dataclass``.

    The value checks its types first, so its own checks can rely on them.
    """

    def decorate(kind: type[C]) -> type[C]:
        own: Callable[[C], None] | None = kind.__dict__.get("__post_init__")
        declared = _Declared(kind, places)

        def post_init(self: C) -> None:
            for name, test in declared.tests.items():
                given = getattr(self, name)
                if not test.fits(given):
                    object.__setattr__(self, name, test.accepted(given, error))
            if own is not None:
                own(self)

        kind.__post_init__ = post_init  # type: ignore[attr-defined]
        return kind

    return decorate


class _Test(NamedTuple):
    """A declared type, how to test for it, the place to name, and whether the class of a value alone decides."""

    hint: Hint
    fits: Callable[[Any], bool]
    where: str
    by_class: bool

    def accepted(self, value: Any, error: MakeError) -> Any:  # noqa: ANN401 - of the declared type
        """Return a value that fits, or a list as the declared tuple; raise ``error`` for any other value."""
        if self.fits(value):
            return value
        if self.fits(frozen := _frozen(value)):
            return frozen
        raise error("wrong-type", f"give {in_words(self.hint)}, not {describe(value)}", self.where)


_DEEPEST: Final = 8
"""Levels of lists in which to look for tuples; no declared type nests as many."""


def _frozen(value: object, levels: int = _DEEPEST) -> object:
    """Return a value with tuples in the place of lists, nested ones too."""
    if type(value) not in {list, tuple} or not levels:
        return value
    return tuple([_frozen(item, levels - 1) for item in value])  # type: ignore[attr-defined]


class _Declared:
    """The types that a function or value declares, by name, in the order of its parameters or fields."""

    def __init__(self, declaring: Callable[..., object], places: Mapping[str, str | None]) -> None:
        self._declaring = declaring
        self._places = places

    @cached_property
    def tests(self) -> dict[str, _Test]:
        # On first use, when all modules that the types come from are loaded.
        # The `self` or `cls` of a method comes first and declares no type.
        first = self._declaring.__code__.co_varnames[:1] if isfunction(self._declaring) else ()
        hints = {**dict.fromkeys(first, Any), **get_type_hints(self._declaring)}
        hints.pop("return", None)
        return {name: _test(hint, self._places.get(name, name)) for name, hint in hints.items()}


def _test(hint: Hint, where: str | None) -> _Test:
    if where is None:
        hint, where = object, ""
    # True has the class bool, so a value of the class int itself is a whole number.
    return _Test(hint, fits(hint), where, hint in {Any, int} or bool(_classes(hint)))


@cache
def fits(hint: Hint) -> Callable[[Any], bool]:
    """Return a function that says whether a value is of a declared type, its items included.

    True is no number, a whole number too large for a float is none for its place, and a text is no list of texts. Items
    of an iterator stay for the one who needs them.
    """
    if hint is Any or hint is object:
        return lambda _: True
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if hint is float:
        return _is_number
    if kinds := _classes(hint):
        return lambda value: isinstance(value, kinds)
    origin: Hint = get_origin(hint)
    args = get_args(hint)
    if origin in {Union, UnionType}:
        each = tuple(map(fits, args))
        return lambda value: any(test(value) for test in each)
    if origin is tuple and args[-1] is not ...:
        each = tuple(map(fits, args))
        return lambda value: isinstance(value, tuple) and len(value) == len(each) and _all(each, value)
    if issubclass(origin, Mapping):
        key, item = map(fits, args)
        return lambda value: isinstance(value, origin) and all(map(key, value)) and all(map(item, value.values()))
    if origin.__module__ in {"builtins", "collections.abc"} and issubclass(origin, Iterable):
        item = fits(args[0])
        plain = {args[0]}  # a hand is made often: items of exactly this type need no look each
        if origin is tuple:
            return lambda value: isinstance(value, tuple) and ({*map(type, value)} <= plain or all(map(item, value)))
        return lambda value: (
            isinstance(value, origin)
            and not isinstance(value, _TEXTS)
            and (not isinstance(value, Collection) or all(map(item, value)))
        )
    return lambda value: isinstance(value, origin)


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return True
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    try:
        float(value)  # the largest float is too large to compare numpy's smaller ones with
    except OverflowError:
        return False
    return True


def _classes(hint: Hint) -> tuple[type, ...]:
    """Return the classes of which a value must be one, where that is all a type declares; else none."""
    origin: Hint = get_origin(hint)
    args = get_args(hint)
    if origin is None:
        return () if hint in {int, float, Any} else (hint,)
    if origin is Literal:  # a text that is none of the choices has an error of its own
        return tuple(map(type, args))
    each = [_classes(one) for one in args] if origin in {Union, UnionType} else [()]
    return tuple(one for classes in each for one in classes) if all(each) else ()


def _all(tests: tuple[Callable[[Any], bool], ...], values: tuple[Any, ...]) -> bool:
    return all(test(value) for test, value in zip(tests, values, strict=True))


def in_words(hint: Hint) -> str:
    """Say in words what to give for a declared type."""
    origin: Hint = get_origin(hint)
    args = [one for one in get_args(hint) if one is not ...]
    if origin in {Union, UnionType}:
        return " or ".join(in_words(one) for one in args)
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin is None or not args:
        name = getattr(hint, "__name__", str(hint))
        return _WORDS.get(name, f"a {name}")
    if issubclass(origin, Mapping):
        return f"an object with, for each name, {in_words(args[1])}"
    if origin.__module__ in {"builtins", "collections.abc"} and issubclass(origin, Iterable):
        kind = "a tuple" if origin is tuple else "a list"
        return f"{kind}; each item {' or '.join(dict.fromkeys(map(in_words, args)))}"
    return f"a {origin.__name__}"
