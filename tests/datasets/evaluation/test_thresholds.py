"""The sweep chooses thresholds one after the other and writes each into its card."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from datasets.evaluation.model_candidates import Remembered
from datasets.evaluation.scoring import Total, total
from datasets.evaluation.thresholds import quality, sweep, values_around, write_thresholds
from datasets.render.example import write_scenes
from datasets.render.scene.scene import render_scene
from models import MODELS, load_model_card, parse_model_card

NOTHING = total("all", [])


@pytest.mark.parametrize("value", [0.3, 0.5, 0.99, 0.9995])
def test_values_lie_around_the_present_one(value: float) -> None:
    """Values lie below and above the present one, include it, and never reach 0 or 1."""
    tried = values_around(value)
    assert value in tried
    assert tried == tuple(sorted(tried))
    assert 0 < tried[0] < value < tried[-1] < 1


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_what_is_off_stays_off(value: float) -> None:
    """A threshold of 0 or 1 switches something off, so there are no values around it."""
    assert values_around(value) == (value,)


def test_sure_mistakes_count_first() -> None:
    """A reading with one sure mistake more loses to one that asks more and has fewer whole racks."""
    careful = replace(NOTHING, known=1000, asked=500, exact_racks=3, right=990)
    bold = replace(NOTHING, known=1000, asked=0, exact_racks=9, right=995, sure_wrong=2)
    assert quality(careful) > quality(bold)
    assert quality(replace(bold, sure_wrong=1)) > quality(careful)


def test_each_threshold_is_chosen_with_those_before_it() -> None:
    """The second sweep uses the first one's choice; of equal values the one nearest to the present stays."""
    asked: list[Mapping[str, float]] = []

    def measure(values: Mapping[str, float]) -> Total:
        asked.append(values)
        return replace(NOTHING, exact_racks=round(100 * values["score"]))

    score, nms = sweep({"score": 0.3, "nms": 0.4}, measure)
    assert score.chosen == max(value for value, _ in score.rows) > 0.3
    assert nms.chosen == 0.4
    assert all(values["score"] == score.chosen for values in asked[len(score.rows) :])
    assert len({tuple(values.items()) for values in asked}) == len(asked)


def test_a_network_runs_once_for_each_crop() -> None:
    """Predictions come in the order of the crops, repeated or not, and no crop runs through the network twice."""
    ran: list[bytes] = []

    class Sums:
        def run(self, pixels: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
            ran.extend(one.tobytes() for one in pixels)
            sums = pixels.reshape(len(pixels), -1).sum(1, dtype=np.float32)
            return [sums[:, None], np.stack([sums, -sums], axis=1)]

    crops = np.random.default_rng(2).integers(0, 256, (5, 4, 3, 3), np.uint8)
    network, asked = Remembered(Sums()), ([0, 1, 2], [2, 3, 0], [4, 4], [1, 0])
    answers = [network.run(crops[places]) for places in asked]
    assert sorted(ran) == sorted(one.tobytes() for one in crops)
    for places, answer in zip(asked, answers, strict=True):
        for got, want in zip(answer, Sums().run(crops[places]), strict=True):
            assert np.array_equal(got, want)


def test_a_network_that_compares_the_crops_runs_once_for_each_batch() -> None:
    """What the other crops are changes an answer, so that only the same batch is answered out of memory."""
    ran: list[int] = []

    class Differences:
        def run(self, pixels: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
            ran.append(len(pixels))
            sums = pixels.reshape(len(pixels), -1).sum(1, dtype=np.float32)
            return [sums - sums.mean()]

    crops = np.random.default_rng(3).integers(0, 256, (4, 4, 3, 3), np.uint8)
    network = Remembered(Differences(), together=True)
    for places in ([0, 1, 2], [0, 1], [1, 0], [3, 3], [0, 1, 2]):
        (got,), (want,) = network.run(crops[places]), Differences().run(crops[places])
        assert np.array_equal(got, want)
    assert ran == [3, 3, 2, 2, 2, 2, 2, 2, 3]


def test_the_card_keeps_everything_else(tmp_path: Path) -> None:
    """Only the named thresholds change; comments, licences and figures stay, and the new card loads."""
    folder = tmp_path / load_model_card("reader").name
    folder.mkdir()
    text = (MODELS / load_model_card("reader").name / "card.toml").read_text("utf-8")
    (folder / "card.toml").write_text(text.replace('name = "reader-', 'name = "reader-', 1), "utf-8")
    before = parse_model_card(folder)
    write_thresholds(folder / "card.toml", {"sure": 0.985})
    after = parse_model_card(folder)
    assert after.thresholds == {**before.thresholds, "sure": 0.985}
    assert (after.data, after.measured, after.temperature) == (before.data, before.measured, before.temperature)


def test_the_command_sweeps_both_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every threshold of both cards has its table; it marks the present value if no other is better."""
    from datasets.evaluation import thresholds

    write_scenes(tmp_path, [(0, render_scene(0, (320, 240), "rack", range(3)))])
    monkeypatch.setattr(thresholds, "STEPS", (0.0, 0.4))
    thresholds.main([str(tmp_path / "index.jsonl"), "--split", "all"])
    printed = capsys.readouterr().out
    for task in ("finder", "reader"):
        for name in load_model_card(task).thresholds:
            assert f"{load_model_card(task).name}: {name}, now" in printed
