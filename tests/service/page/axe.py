"""Check the accessibility of a page with axe."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page


OPTIONS: dict[str, Any] = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
"""All rules that axe checks by default, and the rule of WCAG 2.2 AA that it leaves out by default."""

RUN = f"""async () => {{
  const {{ passes, violations }} = await axe.run({json.dumps(OPTIONS)});
  return {{ passed: passes.length, violations }};
}}"""
"""Return only the violations: describing each element that passes takes longer than the check."""


UNHEARD = """() => [...document.querySelectorAll("[aria-label]:not([role])")]
  .filter((one) => ["P", "SPAN", "DIV", "LI", "SMALL", "STRONG"].includes(one.nodeName) && one.checkVisibility())
  .map((one) => `name not read aloud: ${one.outerHTML.slice(0, 200)}`)"""
"""List elements whose name screen readers ignore; axe only warns about them."""


def faults_of(page: Page) -> list[str]:
    """Return one line for each violation that axe finds on the screen, and for each name that nobody hears."""
    base = pytest.importorskip("axe_playwright_python.base", reason="axe-playwright-python is missing")
    if not page.evaluate("'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate(RUN)
    assert found["passed"] > 5, "axe has looked at something"
    broken = [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
    return broken + list(page.evaluate(UNHEARD))
