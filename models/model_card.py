"""Read and check the model card: the facts about a network that the program needs, in a file beside the weights.

`models/README.md` lists the fields of `card.toml`.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar, cast

from models.errors import ModelError

T = TypeVar("T")
Task = Literal["finder", "reader", "upright"]
"""Task of a network: `finder` detects tiles, `reader` classifies them, `upright` classifies upright tiles."""
TASKS: Final[tuple[Task, ...]] = ("finder", "reader", "upright")
COLOURS: Final = ("rgb", "bgr")
MOST_PIXELS: Final = 1 << 14
"""Largest side of a network's input, pixels."""
_REPAIR: Final = "Put the file back as it was released, or install the program again."


@dataclass(frozen=True, slots=True)
class InputSpec:
    """The picture a network takes: uint8, channels last.

    Attributes:
        height, width: pixels; 0 if the network takes any size.
        stride: height and width are multiples of it.
        long_side: long side of a whole picture, pixels; 0 if height and width are fixed.
        colour: order of the channels, `rgb` or `bgr`.
    """

    height: int
    width: int
    stride: int
    long_side: int
    colour: str


@dataclass(frozen=True, slots=True)
class Source:
    """A source of training data, its licence and its use."""

    name: str
    licence: str
    use: str


@dataclass(frozen=True, slots=True)
class ModelCard:
    """One network: its file, labels, thresholds, training data and measured figures.

    Attributes:
        name, version: every reading names its networks by them, as `name@version`.
        path: the weights.
        sha256: of the weights, 64 lower-case hexadecimal digits.
        labels: classes in the order of the output; empty for a finder.
        temperature: divides the logits before the softmax; 1 for tasks other than `reader`.
        thresholds: named probabilities.
        data: sources of the training data.
        measured: figures by name, as the evaluation printed them.
    """

    name: str
    version: str
    task: Task
    path: Path
    sha256: str
    input: InputSpec
    labels: tuple[str, ...]
    temperature: float
    thresholds: Mapping[str, float]
    data: tuple[Source, ...]
    measured: Mapping[str, object]

    def __post_init__(self) -> None:
        for name in ("thresholds", "measured"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[object, ...]:
        # Python neither pickles nor copies a view that is read only.
        held = (getattr(self, one.name) for one in fields(self))
        return type(self), tuple(dict(one) if isinstance(one, MappingProxyType) else one for one in held)

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"

    def threshold(self, name: str) -> float:
        """Return a threshold; raises ModelError (`bad-card`) if the card has none of that name."""
        if name not in self.thresholds:
            raise ModelError("bad-card", f"the card names no threshold {name!r}; add it", self._at("thresholds"))
        return self.thresholds[name]

    def require_labels(self, expected: Iterable[str]) -> None:
        """Check that the network knows exactly the labels `expected`, in any order.

        Raises ModelError (`wrong-alphabet`) with the missing and the unknown labels.
        """
        wanted, have = set(expected), set(self.labels)
        faults = [
            f"{word} {' '.join(sorted(labels))}"
            for word, labels in (("missing", wanted - have), ("unknown", have - wanted))
            if labels
        ]
        if faults:
            message = f"the model reads another alphabet ({'; '.join(faults)}). Use a model made for this version."
            raise ModelError("wrong-alphabet", message, self._at("labels"))

    def require_input(self, height: int, width: int) -> None:
        """Check that the network takes pictures of this size; raises ModelError (`wrong-input`)."""
        if (self.input.height, self.input.width) != (height, width):
            message = (
                f"the model takes {self.input.height} x {self.input.width} pixels (height x width), the program "
                f"makes {height} x {width}. Use a model made for this version."
            )
            raise ModelError("wrong-input", message, self._at("input"))

    def read_weights(self) -> bytes:
        """Read the weights and check their SHA-256.

        Raises ModelError: `missing-model` (no such file), `altered-model` (the hash differs from the card's).
        """
        try:
            weights = self.path.read_bytes()
        except OSError as error:
            message = f"the weights cannot be read ({error.strerror}). {_REPAIR}"
            raise ModelError("missing-model", message, str(self.path)) from error
        found = hashlib.sha256(weights).hexdigest()
        if found != self.sha256:
            message = f"the weights are not those of the card (SHA-256 {found}, card says {self.sha256}). {_REPAIR}"
            raise ModelError("altered-model", message, str(self.path))
        return weights

    def _at(self, field: str) -> str:
        return f"{self.path.parent / 'card.toml'}: {field}"


def read_toml(file: Path, what: str) -> dict[str, Any]:
    """Read a TOML file of this area.

    Raises ModelError: `missing-model` (unreadable; the message names the file by `what`), `bad-card` (not TOML).
    """
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        message = f"the {what} cannot be read ({error.strerror}). {_REPAIR}"
        raise ModelError("missing-model", message, str(file)) from error
    except (RecursionError, ValueError) as error:
        told = isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError)
        reason = str(error) if told else "it is nested too deeply, or holds a number of thousands of digits"
        raise ModelError("bad-card", f"this is no TOML file: {reason}. {_REPAIR}", str(file)) from error


def parse_model_card(folder: Path) -> ModelCard:
    """Read `folder/card.toml`.

    Raises ModelError: `missing-model` (no card), `bad-card` (not TOML, or a field that is missing or out of range).
    """
    file = folder / "card.toml"
    card = _Table(read_toml(file, "model card"), str(file))
    task = cast("Task", card.text("task", TASKS.__contains__, f"one of {', '.join(TASKS)}"))
    name = card.text("name", lambda value: value == folder.name, f"the folder's name, {folder.name!r}")
    weights = card.text("file", lambda value: value == Path(value).name != "..", "a plain file name beside the card")
    digest = card.text("sha256", re.compile("[0-9a-fA-F]{64}").fullmatch, "64 hexadecimal digits")
    thresholds = card.table("thresholds")
    return ModelCard(
        name=name,
        version=card.text("version"),
        task=task,
        path=folder / weights,
        sha256=digest.lower(),
        input=_input(card.table("input"), task),
        labels=() if task == "finder" else _labels(card),
        temperature=card.number("temperature", lambda value: 0 < value <= sys.float_info.max, "a number above 0")
        if task == "reader"
        else 1.0,
        thresholds={
            one: thresholds.number(one, lambda value: 0 <= value <= 1, "from 0 to 1") for one in thresholds.values
        },
        data=_sources(card),
        measured=card.table("measured").values,
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A TOML table with checked access to its values; every error names file and field."""

    values: Mapping[str, Any]
    where: str

    def take(self, field: str, kind: type[T] | tuple[type[T], ...], ok: Callable[[T], object], wanted: str) -> T:
        if field not in self.values:
            raise self.fault(field, "is missing; add it (models/README.md says how)")
        value = self.values[field]
        if not isinstance(value, kind) or isinstance(value, bool) or not ok(value):
            raise self.fault(field, f"must be {wanted}, got {value!r}")
        return value

    def fault(self, field: str, what: str) -> ModelError:
        return ModelError("bad-card", f"{field} {what}", f"{self.where}: {field}")

    def text(self, field: str, ok: Callable[[str], object] = bool, wanted: str = "a text") -> str:
        return self.take(field, str, lambda value: value and ok(value), wanted)

    def number(self, field: str, ok: Callable[[float], bool], wanted: str) -> float:
        return float(self.take(field, (int, float), ok, wanted))

    def pixels(self, field: str, least: int) -> int:
        """Take a whole number of pixels; a missing field counts as 0 if `least` is 0."""
        if not least and field not in self.values:
            return 0
        allowed = range(least, MOST_PIXELS + 1)
        return self.take(field, int, allowed.__contains__, f"a whole number from {least} to {MOST_PIXELS}")

    def table(self, field: str) -> _Table:
        return _Table(self.take(field, dict, lambda _: True, "a table"), f"{self.where}: {field}")


def _input(table: _Table, task: Task) -> InputSpec:
    side, long_side = (0, 1) if task == "finder" else (1, 0)
    spec = InputSpec(
        height=table.pixels("height", side),
        width=table.pixels("width", side),
        stride=max(1, table.pixels("stride", 0)),
        long_side=table.pixels("long_side", long_side),
        colour=table.text("colour", COLOURS.__contains__, f"one of {', '.join(COLOURS)}"),
    )
    if spec.long_side % spec.stride:
        raise table.fault("long_side", f"must be a multiple of stride {spec.stride}, got {spec.long_side}")
    return spec


def _labels(card: _Table) -> tuple[str, ...]:
    labels = card.take("labels", list, bool, "a list of texts in the order of the network's output")
    if not all(isinstance(label, str) for label in labels) or len(set(labels)) != len(labels):
        raise card.fault("labels", "must be a list of texts, each once, in the order of the network's output")
    return tuple(labels)


def _sources(card: _Table) -> tuple[Source, ...]:
    entries = card.take("data", list, bool, "a list of what the network was trained on: [[data]]")
    rows = [_Table({f"data[{n}]": entry}, card.where).table(f"data[{n}]") for n, entry in enumerate(entries)]
    sources = tuple(Source(row.text("name"), row.text("licence"), row.text("use")) for row in rows)
    if len({source.name for source in sources}) != len(sources):
        raise card.fault("data", "names a source twice; each is credited once, by its own name")
    return sources
