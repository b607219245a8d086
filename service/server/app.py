"""The HTTP interface and the page: one application, put together here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from service.cards.card_folder import CardFolder
from service.ledger.ledger import open_ledger
from service.photos.live_sessions import LiveSessions
from service.photos.scan_queue import ScanPool
from service.server.access.policy import Access, make_access
from service.server.routes import cards, core, evidence, ledger, live, page_files, pairing, tilesets
from service.server.schemas.bodies import add_models
from service.server.schemas.examples import add_examples
from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.error_answers import add_error_handlers
from service.server.transport.event_streams import EventStreams
from service.server.transport.request_guard import Guard
from service.server.transport.worker_messages import WorkerMessages
from service.shared.settings import Settings, settings
from service.shared.version import version
from service.storage.data_folder import DataFolder
from service.tilesets.tileset_store import TileSetStore, sets_folder

_ROUTERS = (
    core.router,
    pairing.router,
    core.api,
    cards.cards_routes,
    cards.tables_routes,
    evidence.router,
    ledger.router,
    tilesets.sets_routes,
    live.live_routes,
    page_files.router,
)


def create_app(
    chosen: Settings | None = None, access: Access | None = None, messages: WorkerMessages | None = None
) -> FastAPI:
    """Make the application.

    Args:
        chosen: the settings; None reads them from the environment.
        access: the access policy; None asks for a pairing code only if the settings name one.
        messages: the channel to the server's other workers; None for a single worker.

    Raises:
        ServiceError: `bad-setting`.
        OSError: if the policy asks for pairing and the data folder cannot hold the secret.
    """
    chosen = chosen or settings()
    access = access or make_access(chosen, pairing=False)
    messages = messages or WorkerMessages()
    limits = ConnectionLimits(chosen.address_connections, chosen.trusted_proxies, pairing=access.pairing is not None)
    home = DataFolder(chosen.data_dir)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        listening = await messages.listen(partial(_answer, app))
        yield
        if listening is not None:
            listening.close()
        app.state.streams.close()
        app.state.scans.close()
        app.state.ledger.close()
        app.state.code_threads.shutdown(wait=False)

    app = FastAPI(
        title="Rackcheck",
        version=version(),
        description="Reads an American mahjong rack from a photo, checks the hand and says who owes what.",
        lifespan=lifespan,
        # `include_router` would build each route once more for each application.
        routes=[route for router in _ROUTERS for route in router.routes],
        # An address with a slash behind it is another address, here as in the phone edition.
        redirect_slashes=False,
        # FastAPI's interactive documents load scripts from other sites; this server sends only its own files.
        docs_url=None,
        redoc_url=None,
    )
    app.state.library = CardFolder(chosen.cards_dir, files=False, home=home)
    app.state.ledger = open_ledger(chosen, app.state.library)
    app.state.importing = asyncio.Semaphore(1)
    app.state.messages = messages
    app.state.streams = EventStreams(app.state.ledger, messages)
    app.state.scans = ScanPool(chosen.scan_workers, chosen.scan_queue)
    app.state.live = LiveSessions(messages.number)
    app.state.access = access
    app.state.limits = limits
    app.state.code_threads = ThreadPoolExecutor(pairing.CODE_THREADS, thread_name_prefix="code")
    app.state.sets = TileSetStore(sets_folder(chosen.data_dir), files=False, home=home)
    app.state.tile_set = None
    app.mount("/page", StaticFiles(directory=page_files.PAGE), name="page")
    app.add_api_route("/", _page, include_in_schema=False)
    add_error_handlers(app)
    app.add_middleware(
        Guard,
        most_bytes=chosen.upload_megabytes * 1_000_000,
        access=access,
        limits=limits,
        larger=ledger.LARGER_BODIES | evidence.LARGER_BODIES | tilesets.LARGER_BODIES,
    )
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # the documented way to extend the schema
    return app


def _page() -> FileResponse:
    return FileResponse(page_files.PAGE / "index.html")


async def _answer(app: FastAPI, question: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Answer another worker: a new entry, a renamed or deleted tile set, or the next frame of a camera here."""
    if question["ask"] == "news":
        app.state.streams.nudge()
        return {}
    if question["ask"] == "renamed":
        tilesets.heed(app, question["was"], question["now"])
        return {}
    return await live.step_live(app, data, question["time"], question["session"])


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, made once."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        add_models(schema)
        add_examples(schema, app.state.library)
        app.openapi_schema = schema
    return app.openapi_schema
