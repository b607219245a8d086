"""Find the function that answers a request: a table of endpoints, and the parts of an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal
from urllib.parse import parse_qsl, unquote

from service.browser.messages import Asked
from service.browser.stores import Stores
from service.shared.errors import ServiceError
from service.shared.http_status import HTTP_CODES
from service.shared.whole_number import whole_number

Parts = Mapping[str, str]
"""The path parameters of a request, by name."""


@dataclass(frozen=True)
class Endpoint:
    """One endpoint for the page.

    Attributes:
        pattern: the path, with its parameters in braces.
        answer: the function, called with the stores, the request and the path parameters; it returns an `Answer`, a
            document (JSON, or a value with `to_json`), or steps to either, which the host drives.
        access: whether it reads or writes the files that the browser stores.
        status: the HTTP status of a document.
    """

    method: str
    pattern: str
    answer: Callable[[Stores, Asked, Parts], object]
    access: Literal["nothing", "reads", "writes"]
    status: int = 200

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.pattern)))

    def parts(self, path: str) -> dict[str, str] | None:
        """Return the parameters of a path by name; None if the path does not match."""
        found = self._regex.fullmatch(path)
        return None if found is None else {name: unquote(part) for name, part in found.groupdict().items()}


reads = partial(Endpoint, access="reads")
writes = partial(Endpoint, access="writes")
nothing = partial(Endpoint, access="nothing")
"""Make an endpoint, by its use of the stored files."""


def find(endpoints: Sequence[Endpoint], asked: Asked) -> tuple[Endpoint, dict[str, str]]:
    """Find the endpoint of a request, and the parameters of its path.

    Raises:
        ServiceError: `not-found`; `method-not-allowed`.
    """
    path = asked.address.partition("?")[0]
    fitting = [(one, parts) for one in endpoints if (parts := one.parts(path)) is not None]
    for one, parts in fitting:
        if one.method == asked.method:
            return one, parts
    code, message = HTTP_CODES[405 if fitting else 404]
    raise ServiceError(code, message, f"{asked.method} {unquote(path)}")


def query_text(asked: Asked, name: str) -> str | None:
    """Return a text of the query string; None if it is not given."""
    return dict(parse_qsl(asked.address.partition("?")[2], keep_blank_values=True)).get(name)


def query_number(asked: Asked, name: str, least: int, most: int) -> int | None:
    """Return a whole number of the query string; None if it is not given.

    Raises:
        ServiceError: `bad-field` if it is no number, or not between `least` and `most`.
    """
    text = query_text(asked, name)
    if text is None:
        return None
    where = f"query.{name}"
    found = read_whole(text, where)
    if found < least:
        raise ServiceError("bad-field", f"write {least} or more", where)
    if found > most:
        raise ServiceError("bad-field", f"write {most} or less", where)
    return found


def read_whole(text: str, where: str) -> int:
    """Return the whole number in a text of an address.

    Raises:
        ServiceError: `bad-field` if it is none, or too long for Python.
    """
    try:
        return whole_number(text)
    except ValueError as error:
        raise ServiceError("bad-field", str(error), where) from None
