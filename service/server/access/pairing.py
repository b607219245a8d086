"""Pairing: the code that a phone sends, and the token that a paired phone keeps."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

from rules.input.open_file import open_file
from service.server.access.pairing_attempts import PairingAttempts
from service.shared.errors import ServiceError
from service.shared.settings import CODE_LENGTH
from service.storage.atomic_files import write_private

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters of a code, without pairs that people confuse when they read a code aloud or type it."""

TOKEN_DAYS: Final = 180
"""Days that a phone stays paired."""

_SECRET_BYTES: Final = 32


def new_code() -> str:
    """Draw a random code, such as `7KQ2MXRA`."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def plain_code(text: str) -> str:
    """Normalise a typed code for comparison: capitals and digits alone."""
    return "".join(char for char in text.upper() if char.isascii() and char.isalnum())


def spoken_code(code: str) -> str:
    """Format a code for people, in groups of four: `7KQ2-MXRA`."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


class Pairing:
    """Give a token to each phone that sends the code, and check tokens.

    A token holds the time of the pairing and a MAC under a secret of the data folder. So a phone stays paired when the
    server restarts, and we store nothing per phone. `forget` invalidates all tokens.

    Args:
        code: the pairing code; `plain_code` normalises it.
        secret: returns the secret of this installation, as a `SecretReader` does.
        attempts: the file that counts wrong codes, from `attempts_file`.
        clock: returns seconds since the epoch.
    """

    def __init__(
        self, code: str, secret: Callable[[], bytes], attempts: Path, clock: Callable[[], float] = time
    ) -> None:
        self.code = plain_code(code)
        self._secret = secret
        self._clock = clock
        self._attempts = PairingAttempts(attempts, clock)

    def pair(self, typed: str, address: str) -> str:
        """Return a token for the right code.

        Raises:
            ServiceError: `wrong-code`; `too-many-tries`, also for the right code, until the window has passed.
            OSError: if we cannot count the attempt.
        """
        right = secrets.compare_digest(plain_code(typed).encode(), self.code.encode())
        self._attempts.count(address, right=right)
        if not right:
            text = "this is not the code; it stands beside the QR code on the machine that runs Rackcheck"
            raise ServiceError("wrong-code", text, "code")
        said = f"{int(self._clock())}.{secrets.token_hex(8)}"
        return f"{said}.{self._mac(said)}"

    def is_paired(self, token: str) -> bool:
        """Say whether this installation issued the token within the last `TOKEN_DAYS` days."""
        said, _, mac = token.rpartition(".")
        if not secrets.compare_digest(mac.encode(), self._mac(said).encode()):
            return False
        made = int(said.partition(".")[0])
        return self._clock() - made < TOKEN_DAYS * 86_400

    @property
    def mark(self) -> str:
        """The installation, in eight characters that tell nothing of its secret."""
        return hmac.new(self._secret(), b"rackcheck-installation-1", hashlib.sha256).hexdigest()[:8]

    def _mac(self, said: str) -> str:
        return hmac.new(self._secret(), f"rackcheck-pairing-1 {said}".encode(), hashlib.sha256).hexdigest()


def load_secret(data_dir: Path) -> bytes:
    """Return the secret of this installation; the first call makes it.

    Raises:
        OSError: if we cannot read or write its file.
        ServiceError: `bad-secret` if the file is damaged.
    """
    path = secret_file(data_dir)
    if not path.exists():
        write_private(path, secrets.token_bytes(_SECRET_BYTES), replace=False)
    with open_file(path) as file:
        found = file.read(_SECRET_BYTES + 1)
    if len(found) != _SECRET_BYTES:
        text = "this is not the secret that was written; delete the file, and pair the phones again"
        raise ServiceError("bad-secret", text, str(path))
    return found


class SecretReader:
    """Read the secret of an installation anew each time, since another process may forget all phones.

    While the file is missing or damaged, the last secret counts. This is no closure, because a server pickles it for
    its workers.
    """

    def __init__(self, data_dir: Path) -> None:
        """Read it for the first time; raise as `load_secret`."""
        self._path, self._last = secret_file(data_dir), load_secret(data_dir)

    def __call__(self) -> bytes:
        """Return the secret."""
        with suppress(OSError):
            found = self._path.read_bytes()
            self._last = found if len(found) == _SECRET_BYTES else self._last
        return self._last


def forget(data_dir: Path) -> None:
    """Make a new secret: every phone has to pair again.

    Raises:
        OSError: if we cannot write its file.
    """
    write_private(secret_file(data_dir), secrets.token_bytes(_SECRET_BYTES), replace=True)


def secret_file(data_dir: Path) -> Path:
    """Return the path of the file that holds the secret."""
    return data_dir / "pairing.secret"


def attempts_file(data_dir: Path) -> Path:
    """Return the path of the file that counts wrong codes."""
    return data_dir / "pairing.tries"
