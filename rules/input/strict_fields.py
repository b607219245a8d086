"""Read objects from outside strictly: JSON of a request or a stored file, a TOML table, inputs of a ruling.

A reader takes each field once, and finally refuses every field that it did not take. So a misspelt option is an error;
the program never ignores it silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from dataclasses import fields as fields_of
from typing import Any, Final, NoReturn, TypeVar, get_args, get_type_hints

T = TypeVar("T")
Name = TypeVar("Name", bound=str)

MakeError = Callable[[str, str, str], Exception]
"""Makes an error of code, message and place: an error class of any area, or a function that fixes the code."""

LARGEST: Final = 1_000_000
"""Largest whole number that a field may hold, in points or pieces; far above any of these games."""

MOST_ITEMS: Final = 200
"""Most items of a list whose reader sets no other limit; `StrictFields.texts` compares each name with each."""


@dataclass(frozen=True)
class StrictFields:
    """The fields of one mapping, taken one by one.

    ``where`` is the place of the mapping itself ("outcome"); errors name a field below it ("outcome.value"). Every
    method raises its faults as ``error(code, message, place)``. A null field counts as absent: forms send null for "not
    filled in".
    """

    table: Mapping[str, object]
    where: str
    error: MakeError
    taken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, obj: object, where: str, error: MakeError) -> StrictFields:
        """Return a reader of ``obj``; raise ``error`` (wrong-type) unless it is a mapping with text keys."""
        if not isinstance(obj, Mapping):
            raise error("wrong-type", f"give an object with named fields, not {describe(obj)}", where)
        for key in obj:
            if not isinstance(key, str):
                raise error("wrong-type", f"the field name {key!r} is not text", where)
        return cls(dict(obj), where, error)

    def place(self, name: str) -> str:
        """Return the full name of a field, as errors print it."""
        if not self.where or self.where.endswith(" ") or not name:
            return f"{self.where}{name}"
        return f"{self.where}.{name}"

    def fail(self, name: str, message: str, code: str) -> NoReturn:
        """Raise this reader's error for the field ``name``."""
        raise self.error(code, message, self.place(name))

    def has(self, name: str) -> bool:
        """Say whether the field is there and not null; mark it as taken."""
        self.taken.add(name)
        return self.table.get(name) is not None

    def value(self, name: str, hint: str) -> object:
        """Return the field's value; raise missing-field, with ``hint`` saying what belongs there."""
        if not self.has(name):
            self.fail(name, f"is missing: {hint}", "missing-field")
        return self.table[name]

    def text(self, name: str, hint: str = "give a text") -> str:
        """Return a text that is not blank, without the blanks around it."""
        return self.as_text(self.value(name, hint), name, hint)

    def raw_text(self, name: str) -> str:
        """Return a text as it stands, with its blanks; it may be blank."""
        value = self.value(name, "give a text")
        if not isinstance(value, str):
            self.fail(name, f"must be text, not {describe(value)}", "wrong-type")
        return value

    def as_text(self, value: object, name: str, hint: str = "give a text") -> str:
        """Return ``value`` as a text that is not blank; ``name`` is its place."""
        if not isinstance(value, str):
            self.fail(name, f"must be text, not {describe(value)}", "wrong-type")
        if not value.strip():
            self.fail(name, f"must not be blank: {hint}", "blank")
        return value.strip()

    def optional_text(self, name: str) -> str | None:
        """Return a text, or None where the field is absent."""
        return self.text(name) if self.has(name) else None

    def texts(self, name: str, hint: str = "give a list of texts") -> tuple[str, ...]:
        """Return a list of different texts."""
        found = tuple(self.as_text(item, f"{name}[{index}]") for index, item in self.items(name, hint))
        for index, item in enumerate(found):
            if item in found[:index]:
                self.fail(f"{name}[{index}]", f"names {item} a second time", "duplicate-name")
        return found

    def optional_texts(self, name: str) -> tuple[str, ...]:
        """Return a list of different texts, empty where the field is absent."""
        return self.texts(name) if self.has(name) else ()

    def items(self, name: str, hint: str = "give a list", *, most: int = MOST_ITEMS) -> Iterator[tuple[int, object]]:
        """Number the items of a list of at most ``most``."""
        value = self.value(name, hint)
        if isinstance(value, str) or not isinstance(value, list | tuple):
            self.fail(name, f"must be a list, not {describe(value)}", "wrong-type")
        if len(value) > most:
            self.fail(name, f"holds {len(value)} items, at most {most} are read", "too-many-items")
        return enumerate(value)

    def choice(self, name: str, allowed: Iterable[Name]) -> Name:
        """Return the one of ``allowed`` that the field names."""
        options = {str(option): option for option in allowed}
        value = self.text(name, f"give one of {', '.join(options)}")
        if value not in options:
            self.fail(name, f"{value!r} is none of {', '.join(options)}", "unknown-choice")
        return options[value]

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        """Return true or false; ``default`` where the field is absent, an error where there is no default."""
        if default is not None and not self.has(name):
            return default
        value = self.value(name, "give true or false")
        if not isinstance(value, bool):
            self.fail(name, f"must be true or false, not {describe(value)}", "wrong-type")
        return value

    def whole(self, name: str, *, least: int, most: int = LARGEST, hint: str = "give a whole number") -> int:
        """Return a whole number from ``least`` to ``most``."""
        return self.as_whole(self.value(name, hint), name, least=least, most=most)

    def as_whole(self, value: object, name: str, *, least: int, most: int = LARGEST) -> int:
        """Return ``value`` as a whole number from ``least`` to ``most``; ``name`` is its place."""
        # bool is an int in Python; True points would be nonsense.
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(name, f"must be a whole number, not {describe(value)}", "wrong-type")
        if value < least:
            self.fail(name, f"must be at least {least}, not {describe(value)}", "out-of-range")
        if value > most:
            self.fail(name, f"must be at most {most}", "out-of-range")
        return value

    def wholes(self, name: str, *, least: int, most_items: int = MOST_ITEMS) -> tuple[int, ...]:
        """Return a list of whole numbers from ``least``."""
        items = self.items(name, "give a list of whole numbers", most=most_items)
        return tuple(self.as_whole(item, f"{name}[{at}]", least=least) for at, item in items)

    def number(self, name: str, *, least: float, most: float) -> float:
        """Return a number, whole or not, from ``least`` to ``most``."""
        return self.as_number(self.value(name, "give a number"), name, least=least, most=most)

    def as_number(self, value: object, name: str, *, least: float, most: float) -> float:
        """Return ``value`` as a number from ``least`` to ``most``; ``name`` is its place."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(name, f"must be a number, not {describe(value)}", "wrong-type")
        # Written so that it refuses NaN, for which every comparison is false.
        if not least <= value <= most:
            self.fail(name, f"must be {least:g} to {most:g}", "out-of-range")
        return float(value)

    def points(self, name: str, hint: str = "give the points") -> int:
        """Return a whole number of points above zero."""
        return self.whole(name, least=1, hint=hint)

    def optional_points(self, name: str) -> int | None:
        """Return points, or None where the field is absent."""
        return self.points(name) if self.has(name) else None

    def mapping(self, name: str) -> Mapping[str, object]:
        """Return the mapping in this field, unread."""
        return self.as_mapping(self.value(name, "give an object"), name)

    def as_mapping(self, value: object, name: str) -> Mapping[str, object]:
        """Return ``value`` as a mapping; ``name`` is its place."""
        if not isinstance(value, Mapping):
            self.fail(name, f"must be an object, not {describe(value)}", "wrong-type")
        return value

    def optional_id(self) -> str | int | None:
        """Return the `id` of a question, a text or a whole number, or None where the field is absent."""
        value = self.table["id"] if self.has("id") else None
        if isinstance(value, bool) or not isinstance(value, str | int | None):
            self.fail("id", "must be a text or a whole number", "wrong-type")
        return value

    def child(self, name: str, hint: str = "give a table") -> StrictFields:
        """Return a reader of the mapping in this field."""
        return StrictFields.of(self.value(name, hint), self.place(name), self.error)

    def children(self, name: str, *, most: int = MOST_ITEMS) -> Iterator[StrictFields]:
        """Yield a reader of each mapping of the list in this field."""
        for at, item in self.items(name, most=most):
            yield StrictFields.of(item, self.place(f"{name}[{at}]"), self.error)

    def optional_children(self, name: str) -> Iterator[StrictFields]:
        """Yield as `children` does, and nothing where the field is absent."""
        return self.children(name) if self.has(name) else iter(())

    def done(self) -> None:
        """Raise this reader's error (unknown-field) for the first field, not null, that the caller did not take."""
        for name, value in self.table.items():
            if name not in self.taken and value is not None:
                known = ", ".join(sorted(self.taken))
                # A blank name would leave the place of its object, or none at all.
                named = name if name.strip() else repr(name)
                self.fail(named, f"is not a field that is known here (known: {known})", "unknown-field")


def read_table(kind: type[T], fields: StrictFields, **bounds: tuple[int, int]) -> T:
    """Read a table that has the fields of the dataclass ``kind``, each of the declared type, and no others.

    A field with a default may be absent. The types are bool, int, str and literals of texts. ``bounds`` give the least
    and the most of a whole number; others are from 1 to `LARGEST`. Raises the errors of ``fields``.
    """
    hints = get_type_hints(kind)
    found: dict[str, Any] = {}
    for one in fields_of(kind):  # type: ignore[arg-type]
        name, hint = one.name, hints[one.name]
        if one.default is not MISSING and not fields.has(name):
            continue
        if hint is bool:
            found[name] = fields.flag(name)
        elif hint is int:
            least, most = bounds.get(name, (1, LARGEST))
            found[name] = fields.whole(name, least=least, most=most)
        else:
            found[name] = fields.choice(name, get_args(hint)) if get_args(hint) else fields.text(name)
    fields.done()
    return kind(**found)


def describe(value: object) -> str:
    """Name the kind of ``value`` in words, short enough for a message."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {value[:40]!r}"
        case int() | float():
            return f"the number {value}" if abs(value) < LARGEST**3 else "a number without bounds"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
        case _:
            return f"a {type(value).__name__}"
