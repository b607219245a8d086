"""The page on a phone, as the tests of the phone edition use it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache as cache_of
from pathlib import Path
from typing import TYPE_CHECKING

from tests.service.browser.site.conftest import Host
from tests.service.cards.printed_cards import photographed, printed
from tests.service.page.jobs import API
from tests.service.page.phone import PATIENT, only_ours

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

PHOTO = Path(__file__).parents[5] / "examples" / "rack.jpg"
STORED = "Stored on this phone"
GAME = {"players": ["Ann", "Bea", "Cat", "Dee"], "ruleset": "nmjl-1976", "key": "0123456789ab1"}

ASK = f"""async ([method, path, body]) => {{
  const api = await {API};
  const options = body === null ? {{ method }} : {{ method, headers: {{ "Content-Type": "application/json" }}, body }};
  const answer = await api.answered(path, options);
  return [answer.status, answer.headers.get("Content-Type"), await answer.text()];
}}"""
"""Ask as the page does; return the answer's status, media type and text."""

EVIDENCE = f"""async (data) => {{
  const api = await {API};
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const photo = new Blob([bytes], {{ type: "image/jpeg" }});
  const made = new Uint8Array(await (await api.evidence(photo, {{ card: "nmjl-1976" }}, null)).arrayBuffer());
  return btoa(made.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}}"""
"""Return the evidence bundle of a photo, as base64."""

IN_WORKERS = """window.Blob = new Proxy(Blob, {
  construct: (Whole, [[text, ...more], kind]) =>
    new Whole([text, ...more, ...(kind?.type === "text/javascript" ? [`%s`] : [])], kind),
});"""
"""Let workers run a script first."""

NO_NETWORKS = IN_WORKERS % "self.Worker = class extends EventTarget { postMessage() {} terminate() {} };"
"""Keep the worker of Python from starting that of the networks, which a test without photos does not ask."""


@dataclass(frozen=True)
class Phone:
    """A page on a phone that has stored the program, with its host and all faults so far."""

    page: Page
    host: Host
    faults: list[str]


@cache_of
def card_photo() -> FilePayload:
    """A photographed card."""
    return {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photographed(printed(101)[0], 101)}


def ask(page: Page, method: str, path: str, body: object = None) -> tuple[int, str, str]:
    """Ask the program behind the page, once the page has started."""
    page.locator("#views a").first.wait_for()
    found = page.evaluate(ASK, [method, path, None if body is None else json.dumps(body)])
    return int(found[0]), str(found[1]), str(found[2])


def watch(page: Page, address: str, faults: list[str]) -> None:
    """Note what goes wrong on a page, and requests to another machine."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.on("request", lambda request: only_ours(request.url, address, faults))


def until(page: Page, condition: str) -> None:
    """Wait until a condition holds; the page's content security policy forbids `wait_for_function`."""
    for _ in range(PATIENT // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)
