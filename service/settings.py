"""What an installation may set, by environment variables that begin with `RACKCHECK_`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.errors import ServiceError


def _platform_folder() -> Path:
    return user_data_path("rackcheck", appauthor=False)


class Settings(BaseSettings):
    """The settings, checked when read.

    Attributes:
        data_dir: the folder that holds all the program keeps; made when something is first kept.
        host, port: where `rackcheck serve` listens. The default is this machine alone.
        upload_megabytes: the largest photo taken over HTTP.
        scan_workers: photos read at the same time.
        scan_queue: photos that may wait beyond those; one more is answered 503.
    """

    model_config = SettingsConfigDict(env_prefix="RACKCHECK_", frozen=True, extra="ignore")

    data_dir: Path = Field(default_factory=_platform_folder)
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8152
    upload_megabytes: Annotated[int, Field(ge=1, le=200)] = 25
    scan_workers: Annotated[int, Field(ge=1, le=64)] = 1
    scan_queue: Annotated[int, Field(ge=0, le=1000)] = 4

    @property
    def cards_dir(self) -> Path:
        """Where the cards lie that were added to this installation."""
        return self.data_dir / "cards"


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
        raise ServiceError("bad-setting", f"{name}: {first['msg']}; got {first['input']!r}", name) from None
