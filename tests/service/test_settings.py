from pathlib import Path

import pytest

from service.errors import ServiceError
from service.settings import settings


def test_the_data_folder_is_the_one_the_variable_names(data_dir: Path) -> None:
    """RACKCHECK_DATA_DIR decides where everything is kept."""
    assert settings().data_dir == data_dir
    assert settings().cards_dir == data_dir / "cards"


def test_the_server_is_for_this_machine_alone_unless_told_otherwise() -> None:
    """The default address is the loopback."""
    assert settings().host == "127.0.0.1"


@pytest.mark.parametrize(("name", "value"), [("RACKCHECK_PORT", "http"), ("RACKCHECK_SCAN_WORKERS", "0")])
def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The error names the variable and what it holds."""
    monkeypatch.setenv(name, value)
    settings.cache_clear()
    with pytest.raises(ServiceError) as caught:
        settings()
    assert (caught.value.code, caught.value.where) == ("bad-setting", name)
    assert repr(value) in caught.value.message
