"""The rules of the own table on the page: decided, played by, shared, and kept when two phones decide at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from tests.service.page.phone import Page
