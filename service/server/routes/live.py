"""The route of live pictures: a camera's frames one after another, and what they say together."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

from fastapi import APIRouter, FastAPI, Request
from pydantic import BaseModel, Field

from service.photos.live_sessions import MOST_FRAME_BYTES, MOST_FRAME_SIDE, LiveSessions, keeper
from service.photos.scan_queue import ScanPool
from service.server.routes.core import ScansOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import core
from service.server.transport.error_answers import JsonAnswer
from service.server.transport.worker_messages import WorkerMessages
from service.shared.errors import ServiceError

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": core.ErrorAnswer} for status in (400, 404, 408, 409, 413, 415, 422, 503)
}
_FORM: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["image", "time"],
                    "properties": {
                        "image": {
                            "type": "string",
                            "format": "binary",
                            "description": f"a JPEG, PNG or WebP picture of at most {MOST_FRAME_BYTES} bytes and "
                            f"{MOST_FRAME_SIDE} pixels a side",
                        },
                        "time": {
                            "type": "number",
                            "description": "when it was taken, in seconds of the camera's own clock",
                        },
                        "session": {
                            "type": "string",
                            "description": "as the answer to the camera's first picture named it; left out, one begins",
                        },
                        "set": {
                            "type": "string",
                            "description": "a new session is read by this taught set; empty: by none",
                        },
                    },
                }
            }
        },
    }
}


class LiveDocument(BaseModel):
    """What is known of a camera's view after one more picture."""

    session: str = Field(description="to be sent with the next picture", examples=["q1Zz0b2mJp0C6oQmPqv2xA"])
    state: Literal["looking", "steady", "moved"] = Field(
        description="steady: the reading has stood long enough to be acted on; moved: it did, and stands no longer"
    )
    read: bool = Field(description="whether this picture was sharp enough, beside the last ones, to be read")
    looks: int = Field(ge=0, description="how many pictures were read so far")
    names: list[int] = Field(description="by which each tile of the reading is known from picture to picture")
    reading: core.ScanDocument | None = Field(description="what all pictures together say, where the last one lies")


live_routes = APIRouter(prefix="/api/v1", default_response_class=JsonAnswer, responses=_ERRORS)


@live_routes.post("/live", response_model=LiveDocument, openapi_extra=_FORM)
async def live(request: Request, scans: ScansOf) -> JsonAnswer:
    """Look at one more picture of a camera: send the next one after the answer, 503 asks to wait a little first."""
    crew: WorkerMessages = request.app.state.crew
    with scans.place() as place:
        data, _, fields = await photo_form(request)
        session, time = fields.get("session") or None, _time(fields)
        other = keeper(session)
        if other is None or other == crew.number or other >= crew.size:
            sessions: LiveSessions = request.app.state.live
            tile_set = fields.get("set", request.app.state.tile_set) or None
            return JsonAnswer(await place.run(sessions.read, data, time, session, request.app.state.sets, tile_set))
    # This camera is followed by another worker.
    try:
        return JsonAnswer(await crew.ask(other, {"ask": "live", "time": time, "session": session}, data))
    except ServiceError as error:
        if error.code != "worker-gone":
            raise
        raise ServiceError("unknown-session", error.message, "session") from None


async def step_live(app: FastAPI, data: bytes, time: float, session: str) -> dict[str, Any]:
    """One more picture of a camera that this worker follows, received by another.

    Raises:
        ServiceError: `busy`, and as `service.photos.live_sessions.LiveSessions.read`.
    """
    scans: ScanPool = app.state.scans
    sessions: LiveSessions = app.state.live
    with scans.place() as place:
        return await place.run(sessions.read, data, time, session, app.state.sets, None)


def _time(fields: dict[str, str]) -> float:
    if "time" not in fields:
        raise ServiceError("missing-field", "say when the picture was taken, in seconds", "time")
    try:
        found = float(fields["time"])
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ServiceError("wrong-type", "the time is a number of seconds", "time")
    return found
