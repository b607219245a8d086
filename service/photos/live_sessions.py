"""Read cameras live: one session per phone, one frame at a time, a bounded number of sessions."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

from rules.tiles import may_be_one_meld
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.tileset_store import TileSetStore
from vision.image.photo import open_photo
from vision.live.fusion import Fusion
from vision.live.live_reader import Live
from vision.observation import NetworkCards
from vision.requests import Steps

MOST_SESSIONS: Final = 16
"""Maximum number of cameras at the same time; each takes a few megabytes, mostly for the crops of its tiles."""

EXPIRY: Final = 30.0
"""Seconds without a frame after which we forget a camera."""

MOST_FRAME_BYTES: Final = 1_500_000
"""Largest frame file in bytes; the page sends frames of about a tenth of this."""

MOST_FRAME_SIDE: Final = 1600
"""Longest side of a frame in pixels; a larger one takes longer to read than a hand holds still."""


@dataclass(slots=True, eq=False)
class _Session:
    """A camera: its state after the frame of `time`, when we last answered it, whether we are reading a frame.

    A clock of its own may begin anywhere, also below 0.
    """

    tile_set: str | None
    live: Live | None = None
    time: float = -math.inf
    answered: float = 0.0
    running: bool = False


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """The state of a camera after one more frame.

    Attributes:
        session: the camera's session; the phone sends it with the next frame.
        read: whether we read this frame.
        fusion: the fused reading of all frames, in pixels of this frame.
    """

    session: str
    read: bool
    fusion: Fusion

    def to_json(self) -> JsonObject:
        """Return the contract's live document."""
        reading = self.fusion.reading
        return {
            "session": self.session,
            "state": self.fusion.state.value,
            "read": self.read,
            "looks": self.fusion.looks,
            "names": list(self.fusion.names),
            "reading": None if reading is None else reading.to_json("frame"),
        }


class LiveSessions:
    """The live sessions of at most `MOST_SESSIONS` cameras; we forget a silent camera after `EXPIRY` seconds.

    Args:
        worker: the number of this worker; the names of its sessions begin with it.
        clock: returns the time in seconds.
    """

    def __init__(self, worker: int = 0, clock: Callable[[], float] = monotonic) -> None:
        self._worker = worker
        self._clock = clock
        self._lock = Lock()
        self._sessions: dict[str, _Session] = {}

    def __len__(self) -> int:
        """Return the number of sessions, including expired ones that we have not removed yet."""
        return len(self._sessions)

    def step(
        self,
        data: bytes,
        time: float,
        session: str | None,
        sets: TileSetStore,
        tile_set: str | None,
        *,
        cards: NetworkCards,
    ) -> Steps[LiveAnswer]:
        """Read one more frame of a camera and return the camera's state.

        Args:
            data: the frame, a JPEG, PNG or WebP file of at most `MOST_FRAME_BYTES` and `MOST_FRAME_SIDE`.
            time: when the camera took it, in seconds of the camera's own clock.
            session: the session from the answer to the camera's first frame; None begins a new one.
            sets: the taught tile sets.
            tile_set: the taught tile set for a new session; an existing session keeps its own.
            cards: the cards of the networks.

        Raises:
            ServiceError: `too-large`; `bad-time` for a frame older than the last; `busy` with too many cameras;
                `unknown-session` for a forgotten camera; `frame-in-flight` while we read a frame of this camera; any
                error of `TileSetStore.choose`.
            VisionError: for bytes that are no image.
        """
        if len(data) > MOST_FRAME_BYTES:
            raise _too_large(f"{len(data)} bytes, at most {MOST_FRAME_BYTES} are read live")
        name, found = self._begin(session, tile_set)
        try:
            live = yield from _step(found, data, time, sets, cards)
            return LiveAnswer(name, live.read, live.fusion)
        finally:
            with self._lock:
                # The silence of a camera begins with our answer: a slow machine may read one frame for longer.
                found.answered, found.running = self._clock(), False
                # Without an answer to its first frame the phone does not know the session, so nobody can use it.
                if found.live is None:
                    self._sessions.pop(name, None)

    def _begin(self, session: str | None, tile_set: str | None) -> tuple[str, _Session]:
        """Return the name and session of a frame, and mark the session as running."""
        with self._lock:
            self._forget(self._clock())
            if session is None:
                if len(self._sessions) >= MOST_SESSIONS:
                    raise ServiceError("busy", "too many cameras at once; take a photo, or try again soon", "session")
                name, found = f"{self._worker}.{secrets.token_urlsafe(16)}", _Session(tile_set)
                self._sessions[name] = found
            elif session in self._sessions:
                name, found = session, self._sessions[session]
            else:
                message = "this camera was not heard of for a while and is forgotten; begin anew without a session"
                raise ServiceError("unknown-session", message, "session")
            if found.running:
                message = "the last picture of this camera is still being read; send the next one after its answer"
                raise ServiceError("frame-in-flight", message, "session")
            found.running = True
            return name, found

    def _forget(self, now: float) -> None:
        for name, one in list(self._sessions.items()):
            if not one.running and now - one.answered > EXPIRY:
                del self._sessions[name]


def keeper(session: str | None) -> int | None:
    """Return the number of the worker that holds a session, from the session's name; None if it names no worker."""
    number, dot, _ = (session or "").partition(".")
    return int(number) if dot and number.isdecimal() and len(number) < 4 else None


def frame_time(fields: Mapping[str, str]) -> float:
    """Read the time of a frame from its form fields, in seconds.

    Raises:
        ServiceError: `missing-field`, `wrong-type`.
    """
    if "time" not in fields:
        raise ServiceError("missing-field", "say when the picture was taken, in seconds", "time")
    try:
        found = float(fields["time"])
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ServiceError("wrong-type", "the time is a number of seconds", "time")
    return found


def _step(found: _Session, data: bytes, time: float, sets: TileSetStore, cards: NetworkCards) -> Steps[Live]:
    if time < found.time:
        message = f"pictures come in order: this one, of {time} s, is older than the last, of {found.time} s"
        raise ServiceError("bad-time", message, "time")
    photo = yield from open_photo(data, "frame")
    if max(photo.width, photo.height) > MOST_FRAME_SIDE:
        raise _too_large(f"{photo.width} x {photo.height} pixels, at most {MOST_FRAME_SIDE} a side are read live")
    before = found.live
    if before is None:
        chosen = yield from sets.choose(found.tile_set, cards.classifier)
        before = Live.start(cards, may_be_one_meld, tile_set=chosen.tile_set)
    found.live = yield from before.step(photo, time, cards)
    found.time = time
    return found.live


def _too_large(size: str) -> ServiceError:
    return ServiceError("too-large", f"this picture has {size}; send it smaller", "image")
