"""Parse a form with a photo: one file, few fields, all of it in memory."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from service.shared.errors import ServiceError

MOST_FIELDS: Final = 4
"""Limit on the fields of a form beside its photo."""

LONGEST_FIELD: Final = 1_000_000
"""Limit on one field in bytes, the same as the limit on JSON in characters."""

_ONE_FILE: Final = "a form brings one file, named 'image'; leave out what stands beside it under that name or as a file"


async def photo_form(request: Request) -> tuple[bytes, str, dict[str, str]]:
    """Return the bytes and the name of the one file in a form, and its other fields.

    Raises:
        ServiceError: `unsupported-type`; `missing-field`; `bad-request` for a malformed form, or one over the limits.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind.lower() != b"multipart/form-data":
        raise ServiceError("unsupported-type", "send multipart/form-data with one file named 'image'", "Content-Type")
    if options.get(b"charset", b"utf-8").lower() not in {b"utf-8", b"utf8"}:
        # The parser accepts any Python codec, also codecs that yield no text or raise errors it does not catch.
        raise ServiceError("unsupported-type", "a form is UTF-8 text: leave the charset out", "Content-Type")
    async with aclosing(request.stream()) as stream, aclosing(_Form(request, stream)) as parser:
        try:
            form = await parser.parse()
        except MultiPartException as error:
            raise parser.fault(error) from None
        images = form.getlist("image")
        if len(images) > 1:
            raise ServiceError("bad-request", _ONE_FILE, "image")
        if not images or not isinstance(images[0], UploadFile):
            raise ServiceError("missing-field", "the form has no file named 'image'", "image")
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        return await images[0].read(), images[0].filename or "image", fields


class _Form(MultiPartParser):
    """Parse a form with its file in memory: no photo touches a disk, and a full disk refuses none."""

    spool_max_size = 0

    def __init__(self, request: Request, stream: AsyncGenerator[bytes, None]) -> None:
        super().__init__(request.headers, stream, max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD)

    async def aclose(self) -> None:
        """Close the file, also after a form that ended in the middle of it."""
        for file in self._files_to_close_on_error:
            file.close()

    def fault(self, error: MultiPartException) -> ServiceError:
        """Convert a parser error to our own error, with the limit that the form exceeded."""
        if self._current_files > self.max_files:
            return ServiceError("bad-request", _ONE_FILE, "image")
        if self._current_fields > self.max_fields:
            text = f"a form has at most {MOST_FIELDS} fields beside its photo; leave the others out"
            return ServiceError("bad-request", text, "form")
        if error.message.startswith("Part exceeded"):
            text = f"a field of a form has at most {LONGEST_FIELD:,} bytes; send less"
            return ServiceError("bad-request", text, self._current_part.field_name)
        return ServiceError("bad-request", f"this is no multipart form: {error.message}", "form")
