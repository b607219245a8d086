from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors_of, links_of, name_of, pictures_of

MOST_BYTES = 150_000
MOST_BYTES_TOGETHER = 1_500_000


def documents() -> list[Path]:
    """Return every Markdown file that is committed or new."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return list(PAGES)
    found = {path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()}
    return sorted({*found, *PAGES})


@pytest.mark.parametrize("page", documents(), ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Each link within the project names an existing file or folder, and a heading that it has."""
    wrong = []
    for link in links_of(page):
        target, _, anchor = link.partition("#")
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or not path.is_relative_to(ROOT) or (anchor and anchor not in anchors_of(path)):
            wrong.append(link)
    assert not wrong


def test_readme_leads_to_every_page() -> None:
    """The README links to every page, so that nobody has to look into the folder to find one."""
    named = {(ROOT / link.partition("#")[0]).resolve() for link in links_of(ROOT / "README.md")}
    assert not set(PAGES) - {ROOT / "README.md"} - named


def test_pictures_are_small() -> None:
    """The pictures of the documents stay small for a clone, and a page shows each of them."""
    shown = {(page.parent / name).resolve() for page in documents() for name in pictures_of(page)}
    kept = {path for path in (ROOT / "docs" / "pictures").glob("*.*") if path.suffix in {".png", ".jpg", ".svg"}}
    assert not kept - shown
    assert not {path.name: path.stat().st_size for path in kept if path.stat().st_size > MOST_BYTES}
    assert sum(path.stat().st_size for path in kept) <= MOST_BYTES_TOGETHER
