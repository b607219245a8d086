"""The route of live cameras: take one frame after another, and answer the fused reading."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, FastAPI, Request

from service.photos.live_sessions import LiveAnswer, frame_time, keeper
from service.photos.scan_queue import ScanPool
from service.server.routes.dependencies import ScansOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies, core
from service.server.transport.error_answers import JsonAnswer
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError
from service.shared.networks import read_here

live_routes = APIRouter(prefix="/api/v1", responses=bodies.errors(404, 409, 415, 422))


@live_routes.post("/live", response_model=core.LiveDocument, openapi_extra=bodies.LIVE)
async def live(request: Request, scans: ScansOf) -> JsonAnswer:
    """Look at one more picture of a camera: send the next one after the answer, 503 asks to wait a little first."""
    messages: WorkerMessages = request.app.state.messages
    with scans.place() as place:
        data, _, fields = await photo_form(request)
        session, time = fields.get("session") or None, frame_time(fields)
        other = keeper(session)
        if other is None or other == messages.number or other >= messages.size:
            state = request.app.state
            tile_set = fields.get("set", state.tile_set) or None
            step = partial(state.live.step, data, time, session, state.sets, tile_set)
            return JsonAnswer(await place.run(read_here, lambda cards: step(cards=cards)))
    # Another worker holds the session of this camera.
    try:
        return JsonAnswer(await messages.ask(other, {"ask": "live", "time": time, "session": session}, data))
    except ServiceError as error:
        if error.code != "worker-gone":
            raise
        raise ServiceError("unknown-session", error.message, "session") from None


async def step_live(app: FastAPI, data: bytes, time: float, session: str) -> dict[str, Any]:
    """Read the next frame of a live session of this worker, after another worker received it.

    Raises:
        ServiceError: `busy`, and those of `service.photos.live_sessions.LiveSessions.step`.
    """
    scans: ScanPool = app.state.scans
    step = partial(app.state.live.step, data, time, session, app.state.sets, None)
    with scans.place() as place:
        found: LiveAnswer = await place.run(read_here, lambda cards: step(cards=cards))
        return found.to_json()
