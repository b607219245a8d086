"""What axe, the checker of accessibility, finds on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page


RULES: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}}
"""All rules that axe checks by itself, and the one of WCAG 2.2 AA that it leaves out unless it is asked for."""


def faults_of(page: Page) -> list[str]:
    """What axe finds on the screen as it is now: rule and element, one line each."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is missing").Axe()
    found: dict[str, Any] = axe.run(page, options=RULES).response
    assert len(found["passes"]) > 5, "axe has looked at something"
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
