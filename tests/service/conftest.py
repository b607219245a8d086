"""Fixtures that all service tests share: a data folder, the command line, the HTTP application, pictures."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from models import MODELS, ModelError, load_model_card
from models.model_card import TASKS
from service.commands import cli
from service.shared.settings import Settings, settings
from tests.service.networks_once import networks_once

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "rack.jpg"
PHOTOS = Path(os.environ.get("RACKCHECK_PHOTOS", ROOT.parent / "shared" / "data" / "photos"))


@pytest.fixture(scope="module", autouse=True)
def remembered_answers() -> Iterator[None]:
    """Let the networks run once for each input; `tests/vision` runs them each time."""
    with networks_once():
        yield


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data folder for each test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(folder))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set the time zone of this machine for a test."""

    def set_to(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_to
    monkeypatch.undo()
    time.tzset()


@dataclass(frozen=True)
class Run:
    """The result of one command line."""

    status: int
    out: str
    err: str

    @property
    def documents(self) -> list[dict[str, Any]]:
        """Parse standard output, which must be one JSON object a line and nothing else."""
        found = [json.loads(line) for line in self.out.splitlines()]
        assert all(isinstance(one, dict) for one in found)
        return found

    @property
    def document(self) -> dict[str, Any]:
        """Return the only document of standard output."""
        (found,) = self.documents
        return found


RunCli = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> RunCli:
    """Run a command line in this process."""

    def running(*arguments: str | Path) -> Run:
        status = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(status, out, err)

    return running


@pytest.fixture
def networks_wanted() -> None:
    """Skip where no trained networks are installed."""
    for task in TASKS:
        try:
            load_model_card(task)
        except ModelError as error:
            pytest.skip(f"no trained networks under {MODELS.name}/: {error.message}")


@pytest.fixture
def example() -> Path:
    """The project's example photo."""
    if not EXAMPLE.is_file():
        pytest.skip("examples/rack.jpg is not there")
    return EXAMPLE


@pytest.fixture
def chosen(data_dir: Path) -> Settings:
    """Return settings for an application under test."""
    # The test client uses this host name.
    return Settings(data_dir=data_dir, host_names="testserver")
