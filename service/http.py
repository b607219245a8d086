"""The HTTP interface and the page: one application, put together here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from service.access import Access, make_access
from service.crew import Crew
from service.home import Home
from service.ledger.book import open_book
from service.live import LiveSessions
from service.scans import ScanPool
from service.sets import SetStore, sets_folder
from service.settings import Settings, settings
from service.shelf import Shelf
from service.version import version
from service.web import book_documents, documents
from service.web.book import book as book_routes
from service.web.errors import JsonAnswer, add_error_handlers
from service.web.events import Watch
from service.web.evidence import router as evidence
from service.web.examples import add_examples
from service.web.guard import Guard
from service.web.live import live_routes, step_live
from service.web.pairing import router as pairing
from service.web.routes import api, router
from service.web.sets import heed, sets_routes
from service.web.worker import PAGE
from service.web.worker import router as worker

_QUESTIONS: Final = (
    documents.CheckQuestion,
    documents.SettleQuestion,
    documents.RulingQuestion,
    documents.CardText,
    documents.PairingCode,
    documents.EvidenceClaim,
)
"""Bodies that the flows read themselves: named here so that the OpenAPI document holds them."""


def create_app(chosen: Settings | None = None, access: Access | None = None, crew: Crew | None = None) -> FastAPI:
    """Make the application.

    Args:
        chosen: settings in the place of those of the environment.
        access: who may come in; None asks for a pairing code only where the settings name one.
        crew: the workers of the server, None for one that is alone.

    Raises:
        ServiceError: `bad-setting`.
        OSError: where pairing is asked for and the data folder cannot hold its secret.
    """
    chosen = chosen or settings()
    access = access or make_access(chosen, pairing=False)
    crew = crew or Crew()
    scans = ScanPool(chosen.scan_workers, chosen.scan_queue)
    home = Home(chosen.data_dir)
    shelf = Shelf(chosen.cards_dir, files=False, home=home)
    book = open_book(chosen, shelf)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        listening = await crew.listen(partial(_answer, app))
        yield
        if listening is not None:
            listening.close()
        app.state.watch.close()
        scans.close()
        book.close()

    app = FastAPI(
        title="Rackcheck",
        version=version(),
        description="Reads an American mahjong rack from a photo, checks the hand and says who owes what.",
        lifespan=lifespan,
        default_response_class=JsonAnswer,
        # The interactive documents load their scripts from elsewhere; this server sends only what is its own.
        docs_url=None,
        redoc_url=None,
    )
    app.state.shelf = shelf
    app.state.book = book
    app.state.crew = crew
    app.state.watch = Watch(book, crew)
    app.state.scans = scans
    app.state.live = LiveSessions(crew.number)
    app.state.access = access
    app.state.sets = SetStore(sets_folder(chosen.data_dir), files=False, home=home)
    app.state.tile_set = None
    app.include_router(router)
    app.include_router(pairing)
    app.include_router(api)
    app.include_router(evidence)
    app.include_router(book_routes)
    app.include_router(sets_routes)
    app.include_router(live_routes)
    app.include_router(worker)
    app.mount("/page", StaticFiles(directory=PAGE), name="page")

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(PAGE / "index.html")

    add_error_handlers(app)
    app.add_middleware(Guard, most_bytes=chosen.upload_megabytes * 1_000_000, access=access)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # the documented way to extend the schema
    return app


async def _answer(app: FastAPI, question: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Answer another worker: news of the book or of a set, or one more picture of a camera that is followed here.

    Raises:
        Exception: as `service.live.LiveSessions.read`.
    """
    if question["ask"] == "news":
        app.state.watch.nudge()
        return {}
    if question["ask"] == "renamed":
        heed(app, question["was"], question["now"])
        return {}
    return await step_live(app, data, question["time"], question["session"])


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the models of the bodies that no route signature names."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        parts = schema.setdefault("components", {}).setdefault("schemas", {})
        for model in (*_QUESTIONS, *book_documents.BODIES):
            made = model.model_json_schema(ref_template="#/components/schemas/{model}")
            parts.update(made.pop("$defs", {}))
            parts[model.__name__] = made
        add_examples(schema, app.state.shelf)
        app.openapi_schema = schema
    return app.openapi_schema
