"""The browser host, seen from Python: the core's requests handed to JavaScript, its answers brought back."""

from service.browser.host.browser_host import BrowserHost, Held

__all__ = ["BrowserHost", "Held"]
