"""The body of a request on its way in: no larger than allowed, and not for ever."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import Message, Receive

from service.shared.errors import ErrorObject, ServiceError

SECONDS: Final = 60
"""How long a body may take to come: whoever sends one holds one of few places."""


class Body:
    """A body that is counted and timed as it comes."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._until = asyncio.get_running_loop().time() + SECONDS
        self._taken = 0
        self._done = False

    async def receive(self) -> Message:
        """The next message of the request.

        Raises:
            ServiceError: `too-large`; `too-slow`.
        """
        message = await self._next()
        if self._taken > self._most:
            found = too_large(self._most)
            raise ServiceError(found["code"], found["message"], found["where"])
        return message

    async def drain(self) -> None:
        """Read what is still to come, for a while: who is still sending never sees an answer that comes too early."""
        try:
            while not self._done and self._taken <= 2 * self._most:
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
            text = f"the rest did not come within {SECONDS} seconds; send a smaller photo, or move closer"
            raise ServiceError("too-slow", text, "body") from None
        self._taken += len(message.get("body", b""))
        self._done = not message.get("more_body", False)
        return message


def too_large(most: int) -> ErrorObject:
    """The error for a body of more than `most` bytes."""
    text = f"this is larger than {most / 1_000_000:.0f} MB; of a photo 2400 pixels on the long side are plenty"
    return {"code": "too-large", "message": text, "where": "body"}
