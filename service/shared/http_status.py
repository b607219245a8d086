"""The one table from error codes to HTTP statuses, for the server and for the browser edition."""

from __future__ import annotations

from typing import Final

_CODES: Final = {
    400: "bad-json bad-request foreign-origin foreign-host",
    403: "not-paired wrong-code",
    404: "not-found unknown-card unknown-ruleset unknown-ruling unknown-game unknown-set unknown-taught-face "
    "unknown-session no-evidence evidence-removed evidence-missing evidence-altered",
    405: "method-not-allowed",
    408: "too-slow",
    409: "card-exists shipped-card conflict key-reused player-exists game-exists set-exists frame-in-flight "
    "evidence-kept",
    412: "version-conflict",
    413: "too-large set-too-large copy-too-large evidence-full",
    415: "unsupported-type not-an-image heic-not-supported format-not-supported",
    429: "too-many-tries",
    500: "internal",
    501: "no-text-recognition",
    503: "busy book-busy book-unreachable book-damaged book-lost newer-book missing-model altered-model "
    "disk-full read-only data-folder-gone no-permission file-not-found is-a-folder too-many-files io-error "
    "out-of-memory broken-installation",
}
"""HTTP status to error codes. Every other code is 422: we understood the input, and it is wrong.

Faults of the machine are 503. A missing file is one of them, because no request names a file.
"""

_STATUS: Final = {code: status for status, codes in _CODES.items() for code in codes.split()}

HTTP_CODES: Final = {
    400: ("bad-request", "this request cannot be read"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method-not-allowed", "this address does not answer that method"),
}
"""Error code and message for a request that matches no route."""


def status_of(code: str) -> int:
    """Return the HTTP status for an error code."""
    return _STATUS.get(code, 422)
