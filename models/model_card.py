"""Model cards: what the program must know about a network, kept beside its weights and checked when loaded.

The format is written down in `models/README.md`.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from models.errors import ModelError

Task = Literal["finder", "reader"]
TASKS: Final[tuple[Task, ...]] = ("finder", "reader")
COLOURS: Final = ("rgb", "bgr")
_MEND: Final = "Put the file back as it was released, or install the program again."


@dataclass(frozen=True, slots=True)
class InputSpec:
    """The picture a network takes: uint8, channels last.

    Attributes:
        height, width: in pixels; 0 where the network takes any size.
        stride: height and width must be multiples of it.
        long_side: the size the long side of a whole picture is brought to, where a quick look does not do; 0 where
            height and width are fixed.
        colour: order of the channels, `rgb` or `bgr`.
    """

    height: int
    width: int
    stride: int
    long_side: int
    colour: str


@dataclass(frozen=True, slots=True)
class Source:
    """Something the network was trained on, with its licence and what it was used for."""

    name: str
    licence: str
    use: str


@dataclass(frozen=True, slots=True)
class ModelCard:
    """One network: its file, its alphabet, its thresholds and what is known about it.

    Attributes:
        name, version: as printed in every reading, `name@version`.
        task: `finder` or `reader`.
        path: the weights.
        sha256: of the weights, 64 lower-case hexadecimal digits.
        input: the picture it takes.
        labels: classes in the order of the network's output; empty for a finder.
        temperature: the logits are divided by it before the softmax.
        thresholds: named probabilities.
        data: what it was trained on.
        measured: figures by name, as the evaluation command printed them.
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

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"

    def threshold(self, name: str) -> float:
        """The named threshold; raises ModelError (`bad-card`) where the card has none of that name."""
        try:
            return self.thresholds[name]
        except KeyError:
            raise ModelError(
                "bad-card", f"the card names no threshold {name!r}; add it", self._at("thresholds")
            ) from None

    def require_labels(self, expected: Iterable[str]) -> None:
        """Check that the network's alphabet is exactly `expected`, in any order.

        Raises ModelError (`wrong-alphabet`), which names what is missing and what is too much.
        """
        wanted, have = set(expected), set(self.labels)
        if wanted != have:
            faults = [
                f"{word} {' '.join(sorted(labels))}"
                for word, labels in (("missing", wanted - have), ("unknown", have - wanted))
                if labels
            ]
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
        """The weights, after checking their SHA-256.

        Raises ModelError: `missing-model` (no such file), `altered-model` (other bytes than the card names).
        """
        try:
            weights = self.path.read_bytes()
        except OSError as error:
            message = f"the weights cannot be read ({error.strerror}). {_MEND}"
            raise ModelError("missing-model", message, str(self.path)) from error
        found = hashlib.sha256(weights).hexdigest()
        if found != self.sha256:
            message = f"the weights are not those of the card (SHA-256 {found}, card says {self.sha256}). {_MEND}"
            raise ModelError("altered-model", message, str(self.path))
        return weights

    def _at(self, field: str) -> str:
        return f"{self.path.parent / 'card.toml'}: {field}"


def no_toml(error: Exception, file: Path) -> ModelError:
    """The error of a file that is no TOML; what is too much for its reader the reader says in words about itself."""
    told = isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError)
    reason = str(error) if told else "it is nested too deeply, or holds a number of thousands of digits"
    return ModelError("bad-card", f"this is no TOML file: {reason}. {_MEND}", str(file))


def parse_model_card(folder: Path) -> ModelCard:
    """Read `folder/card.toml`.

    Raises ModelError: `missing-model` (no card), `bad-card` (not TOML, or a field that is missing or out of range).
    """
    file = folder / "card.toml"
    try:
        fields = _Fields(tomllib.loads(file.read_text("utf-8")), str(file))
    except OSError as error:
        message = f"the model card cannot be read ({error.strerror}). {_MEND}"
        raise ModelError("missing-model", message, str(file)) from error
    except (RecursionError, ValueError) as error:
        raise no_toml(error, file) from error
    task = fields.text("task", one_of=TASKS)
    name = fields.text("name")
    if name != folder.name:
        raise fields.fault("name", f"is {name!r} but the folder is called {folder.name!r}; they must agree")
    weights = fields.text("file")
    if weights != Path(weights).name or weights in {".", ".."}:
        raise fields.fault("file", f"must be a plain file name beside the card, got {weights!r}")
    return ModelCard(
        name=name,
        version=fields.text("version"),
        task=cast("Task", task),
        path=folder / weights,
        sha256=_digest(fields),
        input=_input(fields.table("input"), task),
        labels=_labels(fields, task),
        temperature=fields.number("temperature", above=0.0) if task == "reader" else 1.0,
        thresholds=_thresholds(fields.table("thresholds")),
        data=_sources(fields),
        measured=MappingProxyType(dict(fields.table("measured").values)),
    )


class _Fields:
    """A TOML table whose values are taken out by type; every fault names file and field."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        self.values = values
        self.where = where

    def fault(self, field: str, what: str) -> ModelError:
        return ModelError("bad-card", f"{field} {what}", f"{self.where}: {field}")

    def take(self, field: str) -> Any:  # noqa: ANN401  (TOML gives any of its types; the callers check)
        if field not in self.values:
            raise self.fault(field, "is missing; add it (models/README.md says how)")
        return self.values[field]

    def text(self, field: str, one_of: tuple[str, ...] = ()) -> str:
        value = self.take(field)
        if not isinstance(value, str) or not value or (one_of and value not in one_of):
            wanted = f"one of {', '.join(one_of)}" if one_of else "a text"
            raise self.fault(field, f"must be {wanted}, got {value!r}")
        return value

    def number(self, field: str, above: float = -math.inf, most: float = math.inf) -> float:
        value = self.take(field)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not above < value <= most:
            raise self.fault(field, f"must be a number above {above:g} and at most {most:g}, got {value!r}")
        return float(value)

    def count(self, field: str) -> int:
        value = self.values.get(field, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1 << 14:
            raise self.fault(field, f"must be a whole number from 0 to {1 << 14}, got {value!r}")
        return value

    def table(self, field: str) -> _Fields:
        value = self.take(field)
        if not isinstance(value, dict):
            raise self.fault(field, f"must be a table, got {value!r}")
        return _Fields(value, f"{self.where}: {field}")


def _digest(fields: _Fields) -> str:
    digest = fields.text("sha256").lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise fields.fault("sha256", f"must be 64 hexadecimal digits, got {digest!r}")
    return digest


def _input(fields: _Fields, task: str) -> InputSpec:
    spec = InputSpec(
        height=fields.count("height"),
        width=fields.count("width"),
        stride=max(1, fields.count("stride")),
        long_side=fields.count("long_side"),
        colour=fields.text("colour", one_of=COLOURS),
    )
    needed = ("long_side",) if task == "finder" else ("height", "width")
    for field in needed:
        if not getattr(spec, field):
            raise fields.fault(field, "is missing; add it (models/README.md says how)")
    if spec.long_side % spec.stride:
        raise fields.fault("long_side", f"must be a multiple of stride {spec.stride}, got {spec.long_side}")
    return spec


def _labels(fields: _Fields, task: str) -> tuple[str, ...]:
    if task == "finder":
        return ()
    labels = fields.take("labels")
    if not isinstance(labels, list) or not labels or not all(isinstance(label, str) for label in labels):
        raise fields.fault("labels", "must be a list of texts in the order of the network's output")
    if len(set(labels)) != len(labels):
        raise fields.fault("labels", "names a label twice")
    return tuple(labels)


def _thresholds(fields: _Fields) -> Mapping[str, float]:
    return MappingProxyType({name: fields.number(name, above=-1e-9, most=1.0) for name in fields.values})


def _sources(fields: _Fields) -> tuple[Source, ...]:
    entries = fields.take("data")
    if not isinstance(entries, list) or not entries:
        raise fields.fault("data", "must list what the network was trained on: [[data]] with name, licence and use")
    sources = []
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise fields.fault("data", f"entry {number} must be a table with name, licence and use")
        source = _Fields(entry, f"{fields.where}: data[{number}]")
        sources.append(Source(source.text("name"), source.text("licence"), source.text("use")))
    return tuple(sources)
