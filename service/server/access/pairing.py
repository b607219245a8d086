"""Pairing: the code that lets a phone in, the token a paired phone keeps, and how often a code may be tried."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Final

from service.server.access.pairing_attempts import PairingAttempts
from service.shared.errors import ServiceError
from service.shared.settings import CODE_LENGTH
from service.storage.atomic_files import write_private

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: no character that is taken for another when a code is read aloud or typed."""

TOKEN_DAYS: Final = 180
"""How long a phone stays paired."""

_SECRET_BYTES: Final = 32


def new_code() -> str:
    """A code nobody can guess, such as `7KQ2MXRA`."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def plain_code(text: str) -> str:
    """A code as it is compared: capitals and digits alone, however it was typed."""
    return "".join(char for char in text.upper() if char.isascii() and char.isalnum())


def spoken_code(code: str) -> str:
    """A code as it is printed, in groups of four: `7KQ2-MXRA`."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


class Pairing:
    """Who may come in: whoever once knew the code.

    A token says when it was made and carries a MAC under a secret of the data folder, so that a paired phone stays
    paired when the server starts again, and nothing has to be kept for each phone. `forget` ends all of them.

    Args:
        code: what has to be typed; compared as `plain_code`.
        secret: the installation's own, of `load_secret`.
        attempts: the file in which wrong codes are counted, of `attempts_file`.
        clock: seconds since the epoch.
    """

    def __init__(self, code: str, secret: bytes, attempts: Path, clock: Callable[[], float] = time) -> None:
        self.code = plain_code(code)
        self._secret = secret
        self._clock = clock
        self._attempts = PairingAttempts(attempts, clock)

    def pair(self, typed: str, address: str) -> str:
        """A token for whoever types the code.

        Raises:
            ServiceError: `wrong-code`; `too-many-tries`, also for the right code, until the window has passed.
            OSError: where a try cannot be counted.
        """
        right = secrets.compare_digest(plain_code(typed).encode(), self.code.encode())
        self._attempts.count(address, right=right)
        if not right:
            text = "this is not the code; it stands beside the QR code on the machine that runs Rackcheck"
            raise ServiceError("wrong-code", text, "code")
        said = f"{int(self._clock())}.{secrets.token_hex(8)}"
        return f"{said}.{self._mac(said)}"

    def is_paired(self, token: str) -> bool:
        """Whether this installation gave out the token, not too long ago."""
        said, _, mac = token.rpartition(".")
        if not secrets.compare_digest(mac.encode(), self._mac(said).encode()):
            return False
        made = int(said.partition(".")[0])
        return self._clock() - made < TOKEN_DAYS * 86_400

    def _mac(self, said: str) -> str:
        return hmac.new(self._secret, f"rackcheck-pairing-1 {said}".encode(), hashlib.sha256).hexdigest()


def load_secret(data_dir: Path) -> bytes:
    """The secret of this installation, made at the first call.

    Raises:
        OSError: where it cannot be read or kept.
        ServiceError: `bad-secret` where the file was spoilt.
    """
    path = _secret_path(data_dir)
    if not path.exists():
        write_private(path, secrets.token_bytes(_SECRET_BYTES), replace=False)
    found = path.read_bytes()
    if len(found) != _SECRET_BYTES:
        text = "this is not the secret that was written; delete the file, and pair the phones again"
        raise ServiceError("bad-secret", text, str(path))
    return found


def forget(data_dir: Path) -> None:
    """Make a new secret: every phone has to pair again.

    Raises:
        OSError: where it cannot be kept.
    """
    write_private(_secret_path(data_dir), secrets.token_bytes(_SECRET_BYTES), replace=True)


def _secret_path(data_dir: Path) -> Path:
    return data_dir / "pairing.secret"


def attempts_file(data_dir: Path) -> Path:
    """Where wrong codes are counted."""
    return data_dir / "pairing.tries"
