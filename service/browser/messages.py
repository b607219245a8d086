"""Requests of the page and answers to it: values that cross from JavaScript to Python and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.shared import json_text
from service.shared.errors import ServiceError, error_object
from service.shared.http_status import status_of
from service.shared.json_body import read_object


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """A form with one photo.

    Attributes:
        data: the bytes of the photo's file.
        name: the name of the file.
        fields: the form's other fields.
    """

    data: bytes
    name: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of the page.

    Attributes:
        method: `GET`, `POST`, `PUT` or `DELETE`.
        address: path and query, such as `/api/v1/games?most=20`.
        kind: the `Content-Type` of the body.
        body: the body; empty if there is none, or if the request has a form.
        form: the form with a photo, if there is one.
        if_match, if_none_match: the `If-Match` and `If-None-Match` headers.
    """

    method: str
    address: str
    kind: str = ""
    body: bytes = b""
    form: PhotoForm | None = None
    if_match: str | None = None
    if_none_match: str | None = None

    @property
    def document(self) -> dict[str, Any]:
        """The JSON object of the body; raises ServiceError as `read_object`."""
        return read_object(self.body, self.kind)

    @property
    def photo(self) -> PhotoForm:
        """The form with a photo.

        Raises:
            ServiceError: `unsupported-type` if the request has no form.
        """
        if self.form is None:
            message = "send multipart/form-data with one file named 'image'"
            raise ServiceError("unsupported-type", message, "Content-Type")
        return self.form


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the page.

    Attributes:
        status: the HTTP status.
        body: the bytes of the document.
        kind: its `Content-Type`.
        etag: the `ETag` header: the version of the document.
    """

    status: int
    body: bytes
    kind: str = "application/json"
    etag: str | None = None


def answer_json(document: object, status: int) -> Answer:
    """Make the answer for a document, JSON or a value with `to_json`, in the format of the server."""
    return Answer(status, json_text.dumps(document).encode("ascii"))


def answer_error(error: Exception) -> Answer:
    """Make the answer for any exception."""
    found = error_object(error)
    return answer_json({"error": found}, status_of(found["code"]))
