"""Test the displacements that the browser host shares with the native one."""

from __future__ import annotations

from scripts.draw_displacements import FILE, module


def test_the_module_holds_what_the_native_host_draws() -> None:
    """Every host uses the same displacements for the views of taught tile faces."""
    assert FILE.read_text("utf-8") == module()
