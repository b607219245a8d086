"""Values that a careless or hostile program passes to a public name, and what must come of each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from enum import EnumType
from types import ModuleType
from typing import Any, Final

from rules import Reason

VALUES: Final[Mapping[str, object]] = {
    "none": None,
    "text": "Zed",
    "blank": "",
    "half a character": "\ud800",
    "bytes": b"5B",
    "true": True,
    "five": 5,
    "zero": 0,
    "minus one": -1,
    "vast": 10**5_000,
    "vast debt": -(10**5_000),
    "fraction": 2.5,
    "nan": float("nan"),
    "complex": 1j,
    "list": [],
    "texts": ["Zed"],
    "tuple": (),
    "tuple of texts": ("Zed",),
    "tuple of tuples": ((), ("Zed",)),
    "tuple of nothing": (None,),
    "set": {1},
    "mapping": {},
    "mapping of texts": {"Zed": "x"},
    "mapping by numbers": {1: 2},
    "wrong value": Reason("a", "b"),
    "object": object(),
    "type": int,
    "function": len,
}

TEXTS: Final = ("text", "blank", "half a character")
WHOLES: Final = ("five", "zero", "minus one", "vast", "vast debt")
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "text": TEXTS,
    "whole": WHOLES,
    "number": (*WHOLES, "fraction", "nan"),
    "flag": ("true",),
    "none": ("none",),
    "tuple": ("tuple", "list"),
    "list": ("list", "tuple", "set"),
    "bytes": ("bytes",),
    "texts": ("list", "tuple", "texts", "tuple of texts"),
    "tuple of texts": ("tuple", "tuple of texts", "list", "texts"),
    "mapping": ("mapping",),
    "any mapping": ("mapping", "mapping of texts"),
    "object": ("mapping", "mapping of texts", "mapping by numbers"),
    "function": ("function", "type"),
    "anything": tuple(VALUES),
}
"""The values that may be right for a parameter of each kind: it takes them, or refuses them for another reason."""

Parameters = Mapping[str, tuple[object, str]]
"""For each parameter a good value, and the kinds of `KINDS` that it takes beside it, with a plus between two."""


def public_callables(module: ModuleType) -> dict[str, Callable[..., object]]:
    """Return the public functions and values of a package, without its errors and enumerations."""
    found = {name: getattr(module, name) for name in dir(module)}
    return {
        name: one
        for name, one in found.items()
        if callable(one) and not isinstance(one, EnumType) and not (inspect.isclass(one) and issubclass(one, Exception))
    }


def public_methods(module: ModuleType) -> set[str]:
    """Return the public methods of a package's values that take an argument, as `Card.find`."""
    found = {name: one for name, one in public_callables(module).items() if inspect.isclass(one)}
    return {
        f"{name}.{attribute}"
        for name, kind in found.items()
        for attribute in vars(kind)
        if not attribute.startswith("_")
        and inspect.isroutine(one := getattr(kind, attribute))
        # A class method is bound to its class, any other method takes its value first.
        and len(inspect.signature(one).parameters) > (not inspect.ismethod(one))
    }


def faults(
    call: Callable[..., object], parameters: Parameters, error: type[Any], code: str = "wrong-type"
) -> Iterator[str]:
    """Pass each value for each parameter in turn; yield, in words, what breaks the promise."""
    declared = inspect.signature(call).parameters
    if list(declared) != list(parameters):
        yield f"its parameters are {list(declared)}"
        return
    good = {name: value for name, (value, _) in parameters.items()}
    positional = [name for name, one in declared.items() if one.kind is not one.KEYWORD_ONLY]

    def called(values: Mapping[str, object]) -> None:
        call(
            *(values[name] for name in positional), **{name: values[name] for name in values if name not in positional}
        )

    called(good)
    for name, (_, takes) in parameters.items():
        right = {label for kind in takes.split("+") if kind for label in KINDS[kind]}
        for label, value in VALUES.items():
            try:
                called({**good, name: value})
            except error as caught:
                told = caught.code == code and (
                    code != "wrong-type" or caught.message.startswith(("give ", "must be "))
                )
                if label not in right and not told:
                    yield f"{name} of {label}: {caught.code}: {caught}"
            except Exception as caught:  # noqa: BLE001
                yield f"{name} of {label}: {type(caught).__name__}"
            else:
                if label not in right:
                    yield f"{name} of {label}: is taken"
