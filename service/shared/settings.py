"""Settings of an installation, from environment variables that begin with `RACKCHECK_`."""

from __future__ import annotations

import os
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Final

from platformdirs import user_data_path
from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.shared.errors import ServiceError
from service.shared.wording import what_to_write

CODE_LENGTH: Final = 8
"""Length of a pairing code in characters: at a few tries a minute nobody guesses one of this length."""


def _at_home(folder: Path) -> Path:
    """Expand a leading `~`, which a shell expands, but no environment file and no quoted text."""
    try:
        return folder.expanduser()
    except RuntimeError:
        raise ValueError("name the whole folder: nobody's home is known by this ~") from None


def _long_enough(code: str) -> str:
    if sum(char.isascii() and char.isalnum() for char in code) < CODE_LENGTH:
        raise ValueError(f"a pairing code needs at least {CODE_LENGTH} letters and digits")
    return code


def _addresses(text: str) -> str:
    for one in _parts(text):
        try:
            ip_address(one)
        except ValueError:
            raise ValueError(f"{one} is no address; write each as 127.0.0.1 or ::1, parted by commas") from None
    return text


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in text.split(",") if part.strip())


class Settings(BaseSettings):
    """The settings, validated on reading; an empty variable counts as unset.

    Attributes:
        data_dir: the folder for everything the program stores; the program creates it on the first write.
        database_url: the ledger's database, as `postgresql://USER:PASSWORD@HOST/DATABASE`; None for a SQLite file in
            the data folder.
        book_copies: how many backup copies of a SQLite ledger we keep beside it, one every few entries; 0 for none.
        host, port: where `rackcheck serve` listens. The default is this machine alone.
        host_names: more host names of this machine, such as a proxy's, separated by commas.
        proxies: the addresses of trusted reverse proxies, separated by commas; we take the caller's address from them.
        pairing_code: the code that lets a phone in; None makes a new one at each start. Once set, the server asks for
            it wherever it listens.
        upload_megabytes: the largest photo that the server accepts over HTTP.
        head_seconds: how long an https handshake may take, and after it the head of a request, counted from the
            connection or from its first byte.
        address_connections: open connections that one address may have to one process.
        workers: processes that `rackcheck serve` runs.
        scan_workers: photos that each worker reads at the same time.
        scan_queue: photos that may wait beyond those; the server answers 503 to the next one.
    """

    model_config = SettingsConfigDict(env_prefix="RACKCHECK_", env_ignore_empty=True, frozen=True, extra="ignore")

    data_dir: Annotated[Path, AfterValidator(_at_home)] = Field(
        default_factory=lambda: user_data_path("rackcheck", appauthor=False)
    )
    # Kept out of every printed form: it may hold a password.
    database_url: Annotated[str | None, Field(repr=False)] = None
    book_copies: Annotated[int, Field(ge=0, le=100)] = 3
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8152
    host_names: str = ""
    proxies: Annotated[str, AfterValidator(_addresses)] = ""
    pairing_code: Annotated[str, AfterValidator(_long_enough)] | None = None
    upload_megabytes: Annotated[int, Field(ge=1, le=200)] = 25
    head_seconds: Annotated[float, Field(gt=0, le=600)] = 15
    address_connections: Annotated[int, Field(ge=1, le=10_000)] = 128
    workers: Annotated[int, Field(ge=1, le=16)] = 1
    scan_workers: Annotated[int, Field(ge=1, le=64)] = 1
    scan_queue: Annotated[int, Field(ge=0, le=1000)] = 4

    @property
    def book_file(self) -> Path:
        """The SQLite file of the ledger, used without `database_url`."""
        return self.data_dir / "book.sqlite3"

    @property
    def cards_dir(self) -> Path:
        """The folder of the cards that users added to this installation."""
        return self.data_dir / "cards"

    @property
    def certificates_dir(self) -> Path:
        """The folder of the certificate authority and the https certificate."""
        return self.data_dir / "certificates"

    @property
    def more_names(self) -> tuple[str, ...]:
        """The names of `host_names`."""
        return _parts(self.host_names)

    @property
    def trusted_proxies(self) -> frozenset[str]:
        """The addresses of `proxies`."""
        return frozenset(_parts(self.proxies))


_OF_TESTS: Final = {"RACKCHECK_FAULTS", "RACKCHECK_PHOTOS"}
"""Variables that only the tests read."""


def strange_names() -> tuple[str, ...]:
    """Return `RACKCHECK_` variables that are no setting: misspelt or of another version, they have no effect."""
    known = {f"RACKCHECK_{name}".upper() for name in Settings.model_fields} | _OF_TESTS
    return tuple(sorted(name for name in os.environ if name.startswith("RACKCHECK_") and name not in known))


@cache
def settings() -> Settings:
    """Read the environment once.

    Raises:
        ServiceError: `bad-setting`, naming the variable.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "RACKCHECK_" + "_".join(str(part) for part in first["loc"]).upper()
        raise ServiceError(
            "bad-setting", f"{what_to_write(first['msg'])}; it is {first['input']!r} now", name
        ) from None
