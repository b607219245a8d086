"""Load model cards, and name every fault where it lies."""

import copy
import hashlib
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from models import MODELS, ModelCard, ModelError, load_model_card, parse_model_card
from models.model_card import TASKS
from service.shared.errors import error_object

WEIGHTS = b"not really weights"
WEIGHTS_HASH = hashlib.sha256(WEIGHTS).hexdigest()
SOURCE = """[[data]]
name = "drawn by hand"
licence = "CC0"
use = "everything"
"""
READER = f"""
name = "reader-9"
version = "1.2"
task = "reader"
file = "model.onnx"
sha256 = "{WEIGHTS_HASH}"
labels = ["1B", "F", "NONE"]
temperature = 0.8

[input]
height = 160
width = 128
colour = "rgb"

[thresholds]
sure = 0.97
margin = 0.5

{SOURCE}
[measured]
right = 0.99
"""
FINDER = (
    READER.replace("reader", "finder")
    .replace('labels = ["1B", "F", "NONE"]\ntemperature = 0.8\n', "")
    .replace("height = 160\nwidth = 128", "stride = 32\nlong_side = 640")
)


def folder(root: Path, text: str = READER, name: str = "reader-9", weights: bytes | None = WEIGHTS) -> Path:
    """Write a model folder under `root`."""
    place = root / name
    place.mkdir()
    (place / "card.toml").write_text(text, "utf-8")
    if weights is not None:
        (place / "model.onnx").write_bytes(weights)
    return place


def fault(work: Callable[[], object]) -> ModelError:
    """Return the ModelError that `work` raises."""
    with pytest.raises(ModelError) as caught:
        work()
    return caught.value


def test_reader_card_is_read(tmp_path: Path) -> None:
    """Every field of a classifier's card loads, and the weights load after the check of their hash."""
    card = parse_model_card(folder(tmp_path))
    assert str(card) == "reader-9@1.2"
    assert card.labels == ("1B", "F", "NONE")
    assert (card.input.height, card.input.width, card.input.colour) == (160, 128, "rgb")
    assert (card.temperature, card.threshold("sure"), dict(card.measured)) == (0.8, 0.97, {"right": 0.99})
    assert [(source.name, source.licence) for source in card.data] == [("drawn by hand", "CC0")]
    assert card.read_weights() == WEIGHTS


def test_finder_card_is_read(tmp_path: Path) -> None:
    """A detector has neither labels nor temperature; its views have a stride and a long side."""
    card = parse_model_card(folder(tmp_path, FINDER, "finder-9"))
    assert (card.task, card.labels, card.input.stride, card.input.long_side) == ("finder", (), 32, 640)


def test_card_cannot_be_changed(tmp_path: Path) -> None:
    """A card and its tables are frozen."""
    card = parse_model_card(folder(tmp_path))
    with pytest.raises(AttributeError):
        card.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        card.thresholds["sure"] = 0.1  # type: ignore[index]


def test_card_can_be_pickled_and_copied(tmp_path: Path) -> None:
    """A card comes back equal from another process and from a deep copy, and is as frozen."""
    card = parse_model_card(folder(tmp_path))
    for made in (pickle.loads(pickle.dumps(card)), copy.deepcopy(card)):  # noqa: S301  (our own bytes)
        assert made == card
        with pytest.raises(TypeError):
            made.thresholds["sure"] = 0.1  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (('name = "reader-9"', 'name = "reader-8"'), "name"),
        (('version = "1.2"', "version = 1.2"), "version"),
        (('task = "reader"', 'task = "cook"'), "task"),
        (('file = "model.onnx"', 'file = "../model.onnx"'), "file"),
        (('file = "model.onnx"', 'file = ".."'), "file"),
        (('file = "model.onnx"', 'file = ""'), "file"),
        (('sha256 = "', 'sha256 = "zz'), "sha256"),
        ((WEIGHTS_HASH, "g" * 64), "sha256"),
        (('labels = ["1B", "F", "NONE"]\n', ""), "labels"),
        (('"F", "NONE"', '"F", "F"'), "labels"),
        (('"F", "NONE"', "3"), "labels"),
        (("temperature = 0.8", "temperature = 0"), "temperature"),
        (("temperature = 0.8", "temperature = true"), "temperature"),
        (("temperature = 0.8", "temperature = inf"), "temperature"),
        (("temperature = 0.8", f"temperature = 1{'0' * 309}"), "temperature"),
        (("height = 160\n", ""), "height"),
        (("width = 128", "width = -128"), "width"),
        (('colour = "rgb"', 'colour = "sepia"'), "colour"),
        (("sure = 0.97", "sure = 97"), "sure"),
        (("[thresholds]", "[other]"), "thresholds"),
        (('licence = "CC0"\n', ""), "licence"),
        (("[[data]]", "[[beta]]"), "data"),
        (("[[data]]", f"{SOURCE}\n[[data]]"), "data"),
        (("[measured]", "[weighed]"), "measured"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[1] or f"no {value[0]}",
)
def test_faults_name_file_and_field(tmp_path: Path, change: tuple[str, str], field: str) -> None:
    """The error for a missing or wrong field names the file and the field."""
    assert change[0] in READER
    error = fault(lambda: parse_model_card(folder(tmp_path, READER.replace(*change))))
    assert error.code == "bad-card"
    assert "card.toml" in error.where
    assert error.where.endswith(field)


def test_long_side_must_fit_the_stride(tmp_path: Path) -> None:
    """A detector's long side is a multiple of its stride."""
    place = folder(tmp_path, FINDER.replace("640", "650"), "finder-9")
    assert fault(lambda: parse_model_card(place)).where.endswith("long_side")


@pytest.mark.parametrize(
    "text",
    ["[[[", "name = ", "name = " + "[" * 100_000, "name = " + "9" * 5000],
    ids=["brackets", "no value", "lists in lists", "thousands of digits"],
)
def test_what_is_no_toml_is_refused(tmp_path: Path, text: str) -> None:
    """A card that is not TOML raises an error that says so."""
    assert fault(lambda: parse_model_card(folder(tmp_path, text))).code == "bad-card"


def test_missing_card_and_weights_say_what_to_do(tmp_path: Path) -> None:
    """The error names the missing file and the way to mend it."""
    error = fault(lambda: parse_model_card(tmp_path / "nowhere"))
    assert (error.code, "install the program again" in error.message) == ("missing-model", True)
    card = parse_model_card(folder(tmp_path, weights=None))
    error = fault(card.read_weights)
    assert (error.code, error.where) == ("missing-model", str(card.path))


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    """One changed byte of the weights is noticed."""
    card = parse_model_card(folder(tmp_path, weights=WEIGHTS[:-1] + b"S"))
    assert fault(card.read_weights).code == "altered-model"


def test_alphabet_must_be_the_expected_one(tmp_path: Path) -> None:
    """The card orders the labels, the program fixes their set, and the error names the difference."""
    card = parse_model_card(folder(tmp_path))
    card.require_labels(["NONE", "F", "1B"])
    error = fault(lambda: card.require_labels(["1B", "J", "NONE"]))
    assert error.code == "wrong-alphabet"
    assert "missing J" in error.message
    assert "unknown F" in error.message


def test_input_size_must_be_the_expected_one(tmp_path: Path) -> None:
    """A model with other crops is refused with both sizes."""
    card = parse_model_card(folder(tmp_path))
    card.require_input(160, 128)
    error = fault(lambda: card.require_input(64, 64))
    assert (error.code, "160 x 128" in error.message) == ("wrong-input", True)


def test_unknown_threshold_is_named(tmp_path: Path) -> None:
    """The error for a missing threshold names it."""
    error = fault(lambda: parse_model_card(folder(tmp_path)).threshold("reject"))
    assert (error.code, "reject" in error.message) == ("bad-card", True)


@pytest.mark.parametrize(
    ("active", "code"),
    [
        (None, "missing-model"),
        ("reader = ", "bad-card"),
        ("reader = " + "[" * 100_000, "bad-card"),
        ('finder = "reader-9"', "missing-model"),
        ("reader = 3", "missing-model"),
        ('reader = "../reader-9"', "missing-model"),
        ('reader = "reader-8"', "missing-model"),
        ('reader = "finder-9"', "wrong-task"),
    ],
)
def test_active_models_that_are_not_there(tmp_path: Path, active: str | None, code: str) -> None:
    """The list of models in use must name an existing model of the right task."""
    folder(tmp_path)
    folder(tmp_path, FINDER, "finder-9")
    if active is not None:
        (tmp_path / "active.toml").write_text(active, "utf-8")
    assert fault(lambda: load_model_card("reader", tmp_path)).code == code


def test_active_model_is_loaded(tmp_path: Path) -> None:
    """The program reads the folder that the list names for the task."""
    folder(tmp_path)
    (tmp_path / "active.toml").write_text('reader = "reader-9"', "utf-8")
    assert load_model_card("reader", tmp_path).name == "reader-9"
    assert fault(lambda: load_model_card("cook", tmp_path)).code == "unknown-task"  # type: ignore[arg-type]


@pytest.mark.parametrize("task", TASKS)
def test_shipped_models_are_whole(task: str) -> None:
    """The models in use have sound cards and unaltered weights, and name the licence of all their training data."""
    card: ModelCard = load_model_card(task)  # type: ignore[arg-type]
    assert card.read_weights()
    assert all(source.licence for source in card.data)
    assert (MODELS / card.name / "README.md").is_file()


def test_shipped_models_are_small() -> None:
    """All networks together stay below 8 MB."""
    assert sum(load_model_card(task).path.stat().st_size for task in TASKS) < 8_000_000


def test_errors_survive_pickling() -> None:
    """An error arrives whole from another process."""
    error = ModelError("bad-card", "no", "card.toml")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  (our own bytes)
    assert (again.code, again.message, again.where, str(again)) == ("bad-card", "no", "card.toml", str(error))
    assert error_object(error) == {"code": "bad-card", "message": "no", "where": "card.toml"}


@pytest.mark.parametrize("task", TASKS)
def test_every_threshold_is_explained(task: str) -> None:
    """models/README.md explains every threshold of the networks in use, so that the next network has them all."""
    card: ModelCard = load_model_card(task)  # type: ignore[arg-type]
    text = (MODELS / "README.md").read_text("utf-8").partition("'s threshold | meaning |")[2]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    explained = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert set(card.thresholds) <= explained
