"""Strict reading of objects that came from outside: JSON of an outcome, a TOML table of a rule set, inputs of a ruling.

A reader takes each field once and finally refuses what nobody asked for, so a misspelt option is an error and never a
silently ignored wish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from rules.errors import RulesError

LARGEST = 1_000_000
"""No value, limit or penalty of these games comes near this; a larger number is a slip of the keyboard."""

MOST_ITEMS = 200
"""No list of people, tiles or cases has as many; names are compared each with each, so a list is no longer than that
where its reader does not say otherwise."""


@dataclass
class StrictFields:
    """The fields of one mapping, taken one by one.

    ``where`` is the place of the mapping itself ("outcome"); a field is named below it ("outcome.value"). Every fault
    is raised as ``error`` with a kebab-case code. A field that is null counts as absent: forms send null for "not
    filled in".
    """

    table: Mapping[str, object]
    where: str
    error: type[RulesError]
    taken: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, obj: object, where: str, error: type[RulesError]) -> StrictFields:
        """Return a reader of ``obj``; raise ``error`` (wrong-type) unless it is a mapping with text keys."""
        if not isinstance(obj, Mapping):
            raise error(f"give an object with named fields, not {describe(obj)}", code="wrong-type", where=where)
        for key in obj:
            if not isinstance(key, str):
                raise error(f"the field name {key!r} is not text", code="wrong-type", where=where)
        return cls({str(key): value for key, value in obj.items()}, where, error)

    def place(self, name: str) -> str:
        """The full name of a field, as errors print it."""
        if not self.where or self.where.endswith(" ") or not name:
            return f"{self.where}{name}"
        return f"{self.where}.{name}"

    def fail(self, name: str, message: str, code: str) -> NoReturn:
        """Raise this reader's error for the field ``name``."""
        raise self.error(message, code=code, where=self.place(name))

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; also marks it as known."""
        self.taken.add(name)
        return self.table.get(name) is not None

    def value(self, name: str, hint: str) -> object:
        """The field's value; raises missing-field, with ``hint`` saying what belongs there."""
        if not self.has(name):
            self.fail(name, f"is missing: {hint}", "missing-field")
        return self.table[name]

    def text(self, name: str, hint: str = "give a text") -> str:
        """A text that is not blank, without the blanks around it."""
        return self.as_text(self.value(name, hint), name)

    def as_text(self, value: object, name: str) -> str:
        """``value`` as a text that is not blank."""
        if not isinstance(value, str):
            self.fail(name, f"must be text, not {describe(value)}", "wrong-type")
        if not value.strip():
            self.fail(name, "must not be blank", "blank")
        return value.strip()

    def optional_text(self, name: str) -> str | None:
        """A text, or None where the field is absent."""
        return self.text(name) if self.has(name) else None

    def texts(self, name: str, hint: str = "give a list of texts") -> tuple[str, ...]:
        """A list of different texts."""
        found = tuple(self.as_text(item, f"{name}[{index}]") for index, item in self.items(name, hint))
        for index, item in enumerate(found):
            if item in found[:index]:
                self.fail(f"{name}[{index}]", f"names {item} a second time", "duplicate-name")
        return found

    def items(self, name: str, hint: str = "give a list", *, most: int = MOST_ITEMS) -> Iterator[tuple[int, object]]:
        """The numbered items of a list of at most so many."""
        value = self.value(name, hint)
        if isinstance(value, str) or not isinstance(value, list | tuple):
            self.fail(name, f"must be a list, not {describe(value)}", "wrong-type")
        if len(value) > most:
            self.fail(name, f"holds {len(value)} items, at most {most} are read", "too-many-items")
        return enumerate(value)

    def choice(self, name: str, allowed: Iterable[str]) -> str:
        """One of ``allowed``."""
        options = tuple(allowed)
        value = self.text(name, f"give one of {', '.join(options)}")
        if value not in options:
            self.fail(name, f"{value!r} is none of {', '.join(options)}", "unknown-choice")
        return value

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        """True or false; ``default`` where absent, and a missing field is an error where there is no default."""
        if default is not None and not self.has(name):
            return default
        value = self.value(name, "give true or false")
        if not isinstance(value, bool):
            self.fail(name, f"must be true or false, not {describe(value)}", "wrong-type")
        return value

    def whole(self, name: str, *, least: int, most: int = LARGEST, hint: str = "give a whole number") -> int:
        """A whole number from ``least`` to ``most``."""
        value = self.value(name, hint)
        # bool is an int in Python; True points would be nonsense.
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(name, f"must be a whole number, not {describe(value)}", "wrong-type")
        if value < least:
            self.fail(name, f"must be at least {least}, not {describe(value)}", "out-of-range")
        if value > most:
            self.fail(name, f"must be at most {most}", "out-of-range")
        return value

    def points(self, name: str, hint: str = "give the points") -> int:
        """A whole number of points above zero."""
        return self.whole(name, least=1, hint=hint)

    def optional_points(self, name: str) -> int | None:
        """Points, or None where the field is absent."""
        return self.points(name) if self.has(name) else None

    def child(self, name: str, hint: str = "give a table") -> StrictFields:
        """A reader of the mapping in this field."""
        return StrictFields.of(self.value(name, hint), self.place(name), self.error)

    def done(self) -> None:
        """Refuse the fields nobody asked for."""
        for name in self.table:
            if name not in self.taken:
                known = ", ".join(sorted(self.taken))
                self.fail(name, f"is not a field that is known here (known: {known})", "unknown-field")


def describe(value: object) -> str:
    """Say in words what kind of thing ``value`` is, short enough for a message."""
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
