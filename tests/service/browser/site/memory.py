"""Say how much memory the phone edition takes after many scans: `python -m tests.service.browser.site.memory`.

Read from the kernel: the proportional set size of the process that shows the page, its worker with Python and the
networks in it. Linux only.
"""

from __future__ import annotations

import argparse
import base64
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from service.browser.site.build import build_site
from tests.service.browser.site.conftest import cache, served
from tests.service.browser.site.processes import browsers
from tests.service.browser.site.same_labels import SCAN, opened
from tests.service.browser.site.speed import SIZES, photo
from tests.service.page.phone import chromium


def megabytes(process: int) -> float:
    """Return the proportional set size of a process in MB."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    assert found is not None, "the kernel says it"
    return int(found[1]) / 1024


def main() -> None:
    """Scan and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scans", type=int, default=50, help="photos, of 12 megapixels and phone-sized in turn")
    scans = parser.parse_args().scans
    files = [base64.b64encode(photo(size)).decode() for size in SIZES.values()]
    with TemporaryDirectory() as folder, chromium() as browser:
        site = build_site(Path(folder) / "site", cache())
        with served(site.folder) as address:
            page = opened(browser, address)
            for number in range(1, scans + 1):
                assert page.evaluate(SCAN, files[number % len(files)])
                if number in {1, scans // 5, scans // 2, scans}:
                    most = max(map(megabytes, browsers(b"--type=renderer")), default=0.0)
                    sys.stdout.write(f"after {number} scans: {most:.0f} MB\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
