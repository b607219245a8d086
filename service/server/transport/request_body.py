"""The body of a request on its way in: no larger than allowed, and not for ever."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from starlette.types import Message, Receive

from service.shared.errors import ServiceError


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """How large a body may be, and how long it may take to come.

    Attributes:
        most: bytes.
        seconds: from the end of the head to the end of the body.
        hint: what to do about one that is larger or slower.
    """

    most: int
    seconds: float
    hint: str

    def too_large(self) -> ServiceError:
        """Make the error for a body of more bytes."""
        size = f"{self.most / 1_000_000:.0f} MB" if self.most >= 1_000_000 else f"{self.most:,} bytes"
        return ServiceError("too-large", f"this is larger than {size}; {self.hint}", "body")


STRANGER: Final = BodyLimit(1_000, 5.0, "pair this phone first, with the code and nothing else")
"""Of a client that is not paired: it has only its code to send."""


class Body:
    """A body that is counted and timed as it comes."""

    def __init__(self, receive: Receive, limit: BodyLimit) -> None:
        self._receive = receive
        self._limit = limit
        self._until = asyncio.get_running_loop().time() + limit.seconds
        self._taken = 0
        self._done = False

    async def receive(self) -> Message:
        """Return the next message of the request.

        Raises:
            ServiceError: `too-large`; `too-slow`.
        """
        message = await self._next()
        if self._taken > self._limit.most:
            raise self._limit.too_large()
        return message

    async def drain(self) -> None:
        """Read what is still to come, for a while: who is still sending never sees an answer that comes too early."""
        try:
            while not self._done and self._taken <= 2 * self._limit.most:
                await self._next()
        except ServiceError:
            return

    async def _next(self) -> Message:
        if self._done:
            # What follows a body is only that the caller goes away, whenever that is.
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self._done = True
            text = f"the rest did not come within {self._limit.seconds:g} seconds; {self._limit.hint}"
            raise ServiceError("too-slow", text, "body") from None
        self._taken += len(message.get("body", b""))
        self._done = not message.get("more_body", False)
        return message
