"""The workers of one server: which one this is, and how it asks the others for what only they know.

Workers share the data folder and the book. Only the cameras that one follows are known to it alone, while any worker
may receive a camera's next picture. So workers answer each other over sockets in a folder of this user alone.
A message is a JSON object and some bytes; an answer is a JSON object.
"""

from __future__ import annotations

import asyncio
import json
import logging
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from service.shared.errors import ServiceError, error_object

Document = dict[str, Any]
Answering = Callable[[Document, bytes], Awaitable[Document]]
"""Answer a message of another worker; what it raises is raised there."""

_SIZES: Final = struct.Struct(">II")
_PATIENCE: Final = 60.0
"""Seconds that a worker waits for another."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerMessages:
    """One worker among others.

    Attributes:
        number: which one it is, from 0.
        size: how many there are.
        folder: where their sockets lie; None for a worker that is alone.
    """

    number: int = 0
    size: int = 1
    folder: Path | None = None

    async def listen(self, answering: Answering) -> asyncio.Server | None:
        """Answer the others from now on; return None where there are none.

        Raises:
            OSError: where the socket cannot be made.
        """
        if self.folder is None:
            return None

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError, EOFError):
                async with _ending(writer):
                    question, data = await _receive(reader)
                    answer: Document
                    try:
                        answer = {"answer": await answering(question, data)}
                    except Exception as error:  # noqa: BLE001 - it is raised where it was asked
                        answer = {"error": dict(error_object(error))}
                        if answer["error"]["code"] == "internal":
                            _log.error("%s failed", question, exc_info=error)
                    await _send(writer, answer)

        return await asyncio.start_unix_server(connected, self._socket(self.number))

    async def ask(self, number: int, question: Document, data: bytes = b"") -> Document:
        """Ask another worker.

        Raises:
            ServiceError: what the other raised; `worker-gone` where it does not answer.
        """
        gone = ServiceError("worker-gone", "the worker that knew this has ended; begin anew", "server")
        if self.folder is None or not 0 <= number < self.size:
            raise gone
        try:
            async with asyncio.timeout(_PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._socket(number))
                async with _ending(writer):
                    await _send(writer, question, data)
                    found, _ = await _receive(reader)
        except (OSError, EOFError):
            raise gone from None
        if "error" in found:
            error = found["error"]
            raise ServiceError(error["code"], error["message"], error["where"])
        said: Document = found["answer"]
        return said

    async def tell(self, news: Document) -> None:
        """Tell all others something that they need not answer."""
        others = (number for number in range(self.size) if number != self.number)
        for found in await asyncio.gather(*(self.ask(other, news) for other in others), return_exceptions=True):
            if isinstance(found, BaseException):
                _log.info("another worker was not told: %s", found)

    def _socket(self, number: int) -> str:
        assert self.folder is not None
        return str(self.folder / f"{number}.sock")


@asynccontextmanager
async def _ending(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection at the end, and wait until it is closed: else a loop that ends leaves its socket open."""
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _send(writer: asyncio.StreamWriter, document: Document, data: bytes = b"") -> None:
    text = json.dumps(document).encode("ascii")
    # Not `writelines`: after an empty part at the end Python 3.12 spins until the process ends.
    writer.write(b"".join((_SIZES.pack(len(text), len(data)), text, data)))
    await writer.drain()


async def _receive(reader: asyncio.StreamReader) -> tuple[Document, bytes]:
    text, data = _SIZES.unpack(await reader.readexactly(_SIZES.size))
    document: Document = json.loads(await reader.readexactly(text))
    return document, await reader.readexactly(data)
