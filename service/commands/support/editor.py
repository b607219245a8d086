"""Let a person change a text in their editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from service.shared.errors import ServiceError


def edit_text(text: str, name: str) -> str:
    """Open a text in the editor of `VISUAL` or `EDITOR` (else `vi`) as a file `name`, and return the saved text.

    Raises:
        ServiceError: `no-editor` if the editor's line cannot be read, or the editor does not start or fails.
        OSError, UnicodeDecodeError: if we cannot write the file, or read and decode it.
    """
    editor = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip() or "vi"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(text.encode("utf-8"))
        try:
            subprocess.run([*shlex.split(editor), str(file)], check=True)  # noqa: S603 - the user names the editor
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            message = f"the editor {editor} cannot be used ({error}): name another in EDITOR, or give a file"
            raise ServiceError("no-editor", message, "EDITOR") from error
        return file.read_bytes().decode("utf-8-sig")
