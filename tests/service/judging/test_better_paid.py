"""A line that pays more than the one of the highest printed value is named, and the order of the lines stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.conftest import RunCli

CARD = """
id = "doubled"
title = "Doubled"
source = "made up"
ruleset = "modern-american"

[[section]]
title = "Twice"
lines = [
    "Kongs: NNNN SSSS EEEE WW x{usual}",
    "Pairs: NN NN SS SS EE EE WW x30 sp",
]
"""
RACK = "NNNN SSSS EEEE WW"


@pytest.mark.parametrize(("usual", "pays"), [(25, 50), (16, 32), (15, None), (10, None)])
def test_a_doubled_line_that_pays_more_is_named(run: RunCli, tmp_path: Path, usual: int, pays: int | None) -> None:
    """Singles and pairs earn no double: 30 points pay less than 25 doubled, and as much as 15 doubled."""
    card = tmp_path / "doubled.toml"
    card.write_text(CARD.replace("{usual}", str(usual)), "utf-8")
    found = run("check", RACK, "--card", card, "--json")
    assert found.status == 0, found.out + found.err
    document = found.document
    assert [match["value"] for match in document["matches"]] == [30, usual]
    assert document["value"] == 30
    more = document.get("pays_more")
    assert (more and (more["pays"], more["best_pays"])) == (pays and (pays, 30))
    assert ("pays more" in run("check", RACK, "--card", card).out) == (pays is not None)
