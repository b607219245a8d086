"""What the page asks, and what it is answered: values that cross from JavaScript to Python and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from service.shared import json_text
from service.shared.errors import ServiceError, error_object
from service.shared.http_status import status_of
from service.shared.json_text import JsonObject

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """A form with one photo.

    Attributes:
        data: the photo's file.
        name: its name.
        fields: the form's other fields.
    """

    data: bytes
    name: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of the page.

    Attributes:
        method: `GET`, `POST` or `DELETE`.
        address: path and query, such as `/api/v1/games?most=20`.
        kind: what the body is, its `Content-Type`.
        body: empty where there is none, or where there is a form.
        form: the form with a photo, where one is sent.
        if_match, if_none_match: the headers of these names.
    """

    method: str
    address: str
    kind: str = ""
    body: bytes = b""
    form: PhotoForm | None = None
    if_match: str | None = None
    if_none_match: str | None = None

    @property
    def photo(self) -> PhotoForm:
        """The form.

        Raises:
            ServiceError: `unsupported-type`.
        """
        if self.form is None:
            message = "send multipart/form-data with one file named 'image'"
            raise ServiceError("unsupported-type", message, "Content-Type")
        return self.form


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the page.

    Attributes:
        status: as of HTTP.
        body: the document.
        kind: what it is, its `Content-Type`.
        file: the name it is to be kept under, where it is a file.
        etag: the version of what it shows, as the header of this name has it.
    """

    status: int
    body: bytes
    kind: str = JSON
    file: str | None = None
    etag: str | None = None


def answer_json(document: object, status: int = 200, file: str | None = None) -> Answer:
    """Make the answer of a JSON document, printed as the server prints it."""
    return Answer(status, json_text.dumps(document).encode("ascii"), JSON, file)


def answer_error(error: Exception, status: int | None = None) -> Answer:
    """Make the answer for any exception."""
    found = error_object(error)
    document: JsonObject = {"error": found}
    return answer_json(document, status_of(found["code"]) if status is None else status)
