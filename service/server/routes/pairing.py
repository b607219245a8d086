"""The routes of the pairing page, open to phones that have not paired."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.server.access.pairing import TOKEN_DAYS
from service.server.access.policy import AUTHORITY, PAGE_FILES, PAIR, Access
from service.server.routes.dependencies import JsonBody
from service.server.schemas import bodies, core
from service.server.transport.error_answers import JsonAnswer
from service.shared.errors import ServiceError

_FOLDER: Final = Path(__file__).resolve().parent / "pair"
CODE_THREADS: Final = 2
"""Number of threads that check codes, separate so that a guesser takes no thread from paired phones."""

router = APIRouter()


@router.post(
    PAIR,
    response_model=core.Paired,
    openapi_extra=bodies.json_body(core.PairingCode),
    responses=bodies.errors(415, 422, 429),
)
async def pair(request: Request, typed: JsonBody) -> JsonAnswer:
    """Pair this phone: with the right code the answer sets the cookie that everything else asks for."""
    access: Access = request.app.state.access
    code = typed.get("code")
    if not isinstance(code, str):
        raise ServiceError("missing-field", "give the pairing code as text", "code")
    if len(code) > core.LONGEST_CODE:
        raise ServiceError("out-of-range", f"no code has more than {core.LONGEST_CODE} characters", "code")
    answer = JsonAnswer({"paired": True})
    if access.pairing is not None and not access.lets_in_with(request.cookies):
        address = request.client.host if request.client is not None else ""
        loop, threads = asyncio.get_running_loop(), request.app.state.code_threads
        token = await loop.run_in_executor(threads, access.pairing.pair, code, address)
        answer.set_cookie(
            access.cookie(request.url.scheme),
            token,
            max_age=TOKEN_DAYS * 86_400,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return answer


@router.get(AUTHORITY, include_in_schema=False)
async def authority(request: Request) -> Response:
    """Give the certificate that a phone has to trust before it gives this page its camera."""
    access: Access = request.app.state.access
    if access.authority is None:
        text = "this server speaks plain http; start it with --https to get a certificate"
        raise ServiceError("not-found", text, AUTHORITY)
    return Response(access.authority, media_type="application/x-x509-ca-cert")


async def _file(request: Request) -> Response:
    name, kind = PAGE_FILES[request.url.path]
    # From memory: a FileResponse would use a thread of the pool that answers paired phones.
    return Response(_content(name), media_type=kind)


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


for _address in PAGE_FILES:
    router.add_api_route(_address, _file, methods=["GET"], include_in_schema=False)
