"""Messages between the workers of one server.

Workers share the data folder and the ledger. Only the state of a live camera belongs to one worker, while any worker
may receive the camera's next frame. So workers answer each other over Unix sockets in a folder that only this user may
enter. A message is a JSON object and some bytes; an answer is a JSON object.
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
from typing import Final

from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject

Answering = Callable[[JsonObject, bytes], Awaitable[JsonObject]]
"""A function that answers a message of another worker; we raise its exceptions in that worker."""

_SIZES: Final = struct.Struct(">II")
_PATIENCE: Final = 60.0
"""Seconds that a worker waits for another."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerMessages:
    """The channel from one worker to the others.

    Attributes:
        number: the number of this worker, from 0.
        size: the number of workers.
        folder: the folder of their sockets; None for a single worker.
    """

    number: int = 0
    size: int = 1
    folder: Path | None = None

    async def listen(self, answering: Answering) -> asyncio.Server | None:
        """Begin to answer the other workers; return None if there are no others.

        Raises:
            OSError: if we cannot make the socket.
        """
        if self.folder is None:
            return None

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError, EOFError):
                async with _ending(writer):
                    question, data = await _receive(reader)
                    answer: JsonObject
                    try:
                        answer = {"answer": await answering(question, data)}
                    except Exception as error:  # noqa: BLE001 - `ask` raises it in the worker that asked
                        answer = {"error": dict(error_object(error))}
                        if answer["error"]["code"] == "internal":
                            _log.error("%s failed", question, exc_info=error)
                    await _send(writer, answer)

        return await asyncio.start_unix_server(connected, self._socket(self.number))

    async def ask(self, number: int, question: JsonObject, data: bytes = b"") -> JsonObject:
        """Ask another worker, and return its answer.

        Raises:
            ServiceError: the error of the other worker; `worker-gone` if it does not answer.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._socket(number))
                async with _ending(writer):
                    await _send(writer, question, data)
                    found, _ = await _receive(reader)
        except (OSError, EOFError):
            raise ServiceError("worker-gone", "the worker that knew this has ended; begin anew", "server") from None
        if "error" in found:
            error = found["error"]
            raise ServiceError(error["code"], error["message"], error["where"])
        said: JsonObject = found["answer"]
        return said

    async def tell(self, news: JsonObject) -> None:
        """Tell all other workers, and ignore their answers."""
        others = (number for number in range(self.size) if number != self.number)
        for found in await asyncio.gather(*(self.ask(other, news) for other in others), return_exceptions=True):
            if isinstance(found, BaseException):
                _log.info("another worker was not told: %s", found)

    def _socket(self, number: int) -> str:
        assert self.folder is not None
        return str(self.folder / f"{number}.sock")


@asynccontextmanager
async def _ending(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection at the end and wait for it: otherwise a loop that ends leaves the socket open."""
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _send(writer: asyncio.StreamWriter, document: JsonObject, data: bytes = b"") -> None:
    text = json.dumps(document).encode("ascii")
    # Not `writelines`: after an empty part at the end Python 3.12 spins until the process ends.
    writer.write(b"".join((_SIZES.pack(len(text), len(data)), text, data)))
    await writer.drain()


async def _receive(reader: asyncio.StreamReader) -> tuple[JsonObject, bytes]:
    text, data = _SIZES.unpack(await reader.readexactly(_SIZES.size))
    document: JsonObject = json.loads(await reader.readexactly(text))
    return document, await reader.readexactly(data)
