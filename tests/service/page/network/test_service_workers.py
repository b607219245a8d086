"""Test the service workers against a browser whose storage is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.server.routes.page_files import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ASKED = """async ([script, broken]) => {
  const refuse = () => Promise.reject(new DOMException("broken", "UnknownError"));
  const caches = { open: refuse, match: refuse };
  if (broken === "match") caches.open = async () => ({ match: refuse });
  const heard = {};
  const addEventListener = (name, hear) => { heard[name] = hear; };
  const self = { location: new URL("https://club.example/worker.js"), addEventListener };
  let count = 0;
  const fetch = async () => new Response(`from the network ${count += 1}`, { status: 503 });
  const files = ["/", "/page/a.js"];
  new Function("self", "caches", "fetch", "VERSION", "FILES", "POLICY", script)(self, caches, fetch, "1", files, "");
  const answers = [];
  for (const [path, mode] of [["", "navigate"], ["page/a.js", "no-cors"]]) {
    const request = { url: `https://club.example/${path}`, method: "GET", mode };
    heard.fetch({ request, respondWith: (answer) => answers.push(answer.then((one) => one.text())) });
  }
  return Promise.all(answers);
}"""
"""Return how a service worker answers for the page and one of its files where the storage is broken."""


@pytest.mark.parametrize("broken", ["open", "match"])
@pytest.mark.parametrize("script", ["service_worker.js", "site_worker.js"])
def test_the_network_answers_where_the_storage_is_broken(browser: Browser, script: str, broken: str) -> None:
    """A page whose kept files cannot be read comes from the network, whatever that answers."""
    page: Any = browser.new_page()
    text = (PAGE / script).read_text("utf-8")
    assert page.evaluate(ASKED, [text, broken]) == ["from the network 1", "from the network 2"]
    page.close()
