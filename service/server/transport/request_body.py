"""Receive the body of a request within a limit on its size and its time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from starlette.types import Message, Receive

from service.shared.errors import ServiceError


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """The limits on the size and the time of a body.

    Attributes:
        most: the limit on its size, in bytes.
        seconds: the time limit, from the end of the head to the end of the body.
        hint: advice for the client when its body is too large or too slow.
    """

    most: int
    seconds: float
    hint: str

    def too_large(self) -> ServiceError:
        """Make the error for a body of more than `most` bytes."""
        size = f"{self.most / 1_000_000:.0f} MB" if self.most >= 1_000_000 else f"{self.most:,} bytes"
        return ServiceError("too-large", f"this is larger than {size}; {self.hint}", "body")


STRANGER: Final = BodyLimit(1_000, 5.0, "pair this phone first, with the code and nothing else")
"""The limit for an unpaired client, which has only its code to send."""


class Body:
    """Count and time a body as it arrives.

    `waits`: the client sends it only once we ask for it (`Expect: 100-continue`), as the first `receive` does.
    """

    def __init__(self, receive: Receive, limit: BodyLimit, *, waits: bool = False) -> None:
        self._receive = receive
        self._limit = limit
        self.waits = waits
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
        """Read the rest of the body, up to a limit: a client that still sends would miss an answer that comes early."""
        try:
            while not self.waits and not self._done and self._taken <= 2 * self._limit.most:
                await self._next()
        except ServiceError:
            return

    async def _next(self) -> Message:
        self.waits = False
        if self._done:
            # After a body comes only the client's disconnect, at any time.
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
