"""The door of a server that is open to the network: the pairing page, and nothing else without its cookie."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.types import Scope

from service.server.access.pairing import TOKEN_DAYS, Pairing
from service.server.access.policy import Access
from service.server.routes.core import JsonObject, json_body
from service.server.schemas import core
from service.server.transport.error_answers import JsonAnswer, error_answer
from service.shared.errors import ErrorObject, ServiceError

COOKIE: Final = "rackcheck-paired"
"""The cookie of a paired phone."""

_FOLDER: Final = Path(__file__).resolve().parent / "pair"
_PAGE: Final = "/pair"
_FILES: Final = {
    _PAGE: (_FOLDER / "index.html", "text/html"),
    f"{_PAGE}/pair.css": (_FOLDER / "pair.css", "text/css"),
    f"{_PAGE}/pair.js": (_FOLDER / "pair.js", "text/javascript"),
}
_AUTHORITY: Final = "/ca.pem"
_PAIR: Final = "/api/v1/pair"

OPEN: Final = frozenset({*_FILES, _AUTHORITY, _PAIR})
"""What is answered without the cookie. The certificate is no secret: phones need it before they come in."""

_NOT_PAIRED: Final[ErrorObject] = {
    "code": "not-paired",
    "message": "this server asks for its pairing code first: open /pair, or scan the QR code it prints at its start",
    "where": "Cookie",
}

router = APIRouter(default_response_class=JsonAnswer)


def refusal(scope: Scope, pairing: Pairing | None) -> Response | None:
    """The answer for a request that may not come in, or None for one that may.

    Someone who opens the page is sent to the pairing page; everything else is answered 403 `not-paired`.
    """
    if pairing is None or scope["path"] in OPEN or _is_paired(HTTPConnection(scope), pairing):
        return None
    if scope["method"] in {"GET", "HEAD"} and scope["path"] == "/":
        return RedirectResponse(_PAGE, 303)
    return error_answer(_NOT_PAIRED)


def _is_paired(asked: HTTPConnection, pairing: Pairing) -> bool:
    return pairing.is_paired(asked.cookies.get(COOKIE, ""))


@router.post(
    _PAIR,
    response_model=core.Paired,
    openapi_extra=json_body("PairingCode"),
    responses={status: {"model": core.ErrorAnswer} for status in (400, 403, 413, 415, 422, 429, 503)},
)
async def pair(request: Request, typed: JsonObject) -> JsonAnswer:
    """Pair this phone: with the right code the answer sets the cookie that everything else asks for."""
    access: Access = request.app.state.access
    code = typed.get("code")
    if not isinstance(code, str):
        raise ServiceError("missing-field", "give the pairing code as text", "code")
    if len(code) > core.LONGEST_CODE:
        raise ServiceError("out-of-range", f"no code has more than {core.LONGEST_CODE} characters", "code")
    answer = JsonAnswer({"paired": True})
    if access.pairing is not None and not _is_paired(request, access.pairing):
        address = request.client.host if request.client is not None else ""
        token = await run_in_threadpool(access.pairing.pair, code, address)
        answer.set_cookie(
            COOKIE,
            token,
            max_age=TOKEN_DAYS * 86_400,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return answer


@router.get(_AUTHORITY, include_in_schema=False)
async def authority(request: Request) -> Response:
    """The certificate a phone has to trust before it gives this page its camera."""
    access: Access = request.app.state.access
    if access.authority is None:
        text = "this server speaks plain http; start it with --https to get a certificate"
        raise ServiceError("not-found", text, _AUTHORITY)
    return Response(access.authority, media_type="application/x-x509-ca-cert")


async def _file(request: Request) -> FileResponse:
    path, kind = _FILES[request.url.path]
    return FileResponse(path, media_type=kind)


for _address in _FILES:
    router.add_api_route(_address, _file, methods=["GET"], include_in_schema=False)
