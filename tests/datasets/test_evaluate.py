"""The shipped eyes on labelled pictures: real photographs where their folder is, rendered scenes everywhere."""

import json
from pathlib import Path

import pytest

from datasets.evaluate import chosen, evaluate, main
from datasets.index import read_index
from datasets.scoring import by_source
from vision.pipeline import Eyes

PHOTOS = Path(__file__).parents[3] / "shared" / "data" / "photos" / "index.jsonl"
EVERY = 4
"""Every fourth validation photograph keeps the test short; ``python -m datasets.evaluate`` reads them all."""


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs (../shared/data/photos) are not on this machine")
def test_validation_photographs_are_found_and_read() -> None:
    """At least 97 % of the boxed tiles are found and 97 % of those read right, and hardly any is wrong while sure."""
    photos = [p for p in chosen(read_index(PHOTOS), "validation") if not p.mirrored][::EVERY]
    *_, total = by_source(evaluate(photos, Eyes.load()))
    assert total.boxed > 500
    assert total.found >= 0.97 * total.boxed
    assert total.right >= 0.97 * total.known
    assert total.sure_wrong <= 0.002 * total.known
    assert total.exact_racks >= 0.8 * total.racks > 0


def test_the_command_reads_an_index_of_rendered_scenes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object a source and one over all, counting the tiles of the example rack."""
    row = json.loads((Path(__file__).parents[2] / "examples" / "rack.json").read_text(encoding="utf-8"))
    row["image"] = str(Path(__file__).parents[2] / "examples" / "rack.jpg")
    index = tmp_path / "index.jsonl"
    index.write_text(json.dumps(row) + "\n", encoding="utf-8")
    main([str(index), "--json"])
    rendered, total = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert total["source"] == "all"
    assert (rendered["photos"], rendered["boxed"], rendered["found"]) == (1, 14, 14)
    main([str(index)])
    assert "Found, read and sure" in capsys.readouterr().out
