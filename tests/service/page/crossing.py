"""Imitate another window of a browser whose write crosses one of this window."""

from __future__ import annotations

from typing import Final

CROSSING: Final = """([key, patch, lands]) => {
  const oldValue = localStorage.getItem(key);
  const newValue = JSON.stringify({ ...JSON.parse(oldValue), ...patch });
  if (lands) localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue }));
}"""
"""Tell this window what another process has written: for `evaluate` with [key, the fields that it changed, lands].

Without `lands` this window still reads its own last write, which is on its way; with it the other one has replaced it.
"""

KEPT: Final = "(key) => JSON.parse(localStorage.getItem(key))"
"""Return what the browser keeps under a key."""
