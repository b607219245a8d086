"""The Python side of the browser host: pass the core's requests to JavaScript, and return its answers."""

from service.browser.host.browser_host import BrowserHost, Held

__all__ = ["BrowserHost", "Held"]
