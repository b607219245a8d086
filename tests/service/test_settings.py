from pathlib import Path

import pytest

from service.shared.errors import ServiceError
from service.shared.settings import settings, strange_names


def test_the_data_folder_is_the_one_the_variable_names(data_dir: Path) -> None:
    """RACKCHECK_DATA_DIR names the folder of all stored data."""
    assert settings().data_dir == data_dir
    assert settings().cards_dir == data_dir / "cards"


def test_a_data_folder_at_home_is_found_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`~` is the home folder, as in a shell: no folder of that name begins wherever the program starts."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("RACKCHECK_DATA_DIR", "~/club")
    settings.cache_clear()
    assert settings().data_dir == tmp_path / "club"


def test_the_server_is_for_this_machine_alone_unless_told_otherwise() -> None:
    """By default the server listens only on the loopback."""
    assert settings().host == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "value"),
    [("RACKCHECK_PORT", "http"), ("RACKCHECK_SCAN_WORKERS", "0"), ("RACKCHECK_DATA_DIR", "~no-such-user/club")],
)
def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The error names the variable and what it holds."""
    monkeypatch.setenv(name, value)
    settings.cache_clear()
    with pytest.raises(ServiceError) as caught:
        settings()
    assert (caught.value.code, caught.value.where) == ("bad-setting", name)
    assert repr(value) in caught.value.message
    # The printing code puts the place before the message.
    assert name not in caught.value.message


def test_a_variable_that_is_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty RACKCHECK_DATA_DIR counts as unset; as a path it would mean the current folder."""
    monkeypatch.delenv("RACKCHECK_DATA_DIR", raising=False)
    settings.cache_clear()
    usual = settings().data_dir
    for name in ("DATA_DIR", "PORT", "PAIRING_CODE"):
        monkeypatch.setenv(f"RACKCHECK_{name}", "")
    settings.cache_clear()
    assert (settings().data_dir, settings().port, settings().pairing_code) == (usual, 8152, None)


def test_a_misspelt_variable_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds misspelt variables and leaves valid ones alone."""
    monkeypatch.setenv("RACKCHECK_DATABSE_URL", "postgresql://book")
    monkeypatch.setenv("RACKCHECK_PORT", "8153")
    assert "RACKCHECK_DATABSE_URL" in strange_names()
    assert "RACKCHECK_PORT" not in strange_names()
