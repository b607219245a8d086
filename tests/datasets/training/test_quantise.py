"""Tiny networks in 8-bit form predict like their float form, and some layers stay float."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

torch = pytest.importorskip("torch", reason="torch is in the train requirements only")
onnx = pytest.importorskip("onnx", reason="onnx is in the train requirements only")

from datasets.photographs.index import LabelledPhoto, LabelledTile  # noqa: E402 - after the skips above
from datasets.training.classifier.labels import LABELS  # noqa: E402
from datasets.training.classifier.network import ClassifierNet  # noqa: E402
from datasets.training.detector.network import DetectorNet, doubled  # noqa: E402
from datasets.training.export_onnx import export_classifier, export_detector  # noqa: E402
from datasets.training.quantise import LONG_SIDE, PICTURES, batches, quantise  # noqa: E402
from datasets.training.shared.layers import BytesFirst, Conv  # noqa: E402
from tests.vision.toys import face, picture  # noqa: E402
from vision.requests import FACE_SIZE  # noqa: E402

Pixels = npt.NDArray[np.uint8]


def _noise(*shape: int, seed: int = 0) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def _run(path: Path, name: str, pixels: Pixels) -> list[npt.NDArray[np.float32]]:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return [np.asarray(output, np.float32) for output in session.run(None, {name: pixels})]


def _quantised(path: Path) -> list[bool]:
    """Return for each convolution, in the graph's order, whether its weights come from integers."""
    graph = onnx.load(str(path)).graph
    made_by = {output: node for node in graph.node for output in node.output}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    return [node.input[1] in made_by and made_by[node.input[1]].op_type == "DequantizeLinear" for node in convolutions]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Detector and classifier with random weights, as floats and quantised on noise."""
    torch.manual_seed(3)
    made = tmp_path_factory.mktemp("networks")
    detector, classifier = DetectorNet().eval(), ClassifierNet(LABELS[:5]).eval()
    export_detector(detector, made / "finder")
    export_detector(detector, made / "finder-8", [_noise(1, 96, 160, 3, seed=seed) for seed in range(3)])
    export_classifier(classifier, made / "reader")
    export_classifier(classifier, made / "reader-8", [_noise(6, *FACE_SIZE, 3, seed=seed) for seed in range(3)])
    return made


def test_the_quantised_finder_answers_like_the_float_one(folder: Path) -> None:
    """Scores and offsets of a picture of a new size stay near the float graph's."""
    pixels = _noise(1, 128, 64, 3, seed=9)
    score, offsets = _run(folder / "finder" / "model.onnx", "image", pixels)
    near_score, near_offsets = _run(folder / "finder-8" / "model.onnx", "image", pixels)
    assert near_score.shape == score.shape == (1, 16, 8)
    assert np.abs(near_offsets - offsets).max() < 1.0
    assert (near_offsets != offsets).any()


def test_the_quantised_reader_answers_like_the_float_one(folder: Path) -> None:
    """Embeddings keep their direction and unit length, for any number of faces."""
    pixels = _noise(3, *FACE_SIZE, 3, seed=9)
    logits, turn, embedding, frame = _run(folder / "reader" / "model.onnx", "tiles", pixels)
    near_logits, near_turn, near_embedding, near_frame = _run(folder / "reader-8" / "model.onnx", "tiles", pixels)
    assert np.linalg.norm(near_embedding, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert ((near_embedding * embedding).sum(axis=1) > 0.99).all()
    assert np.abs(near_logits - logits).max() < 0.1 * np.abs(logits).max()
    assert near_turn.shape == turn.shape == (3, 4)
    assert np.abs(near_frame - frame).max() < 0.02
    assert (near_embedding != embedding).any()


def test_every_convolution_is_of_integers_and_the_first_one_reads_bytes(folder: Path) -> None:
    """The first convolution reads bytes, all convolutions are integers, and the matrix products stay floats."""
    for name, source in (("finder", "image"), ("reader", "tiles")):
        assert all(_quantised(folder / f"{name}-8" / "model.onnx"))
        assert not any(_quantised(folder / name / "model.onnx"))
        graph = onnx.load(str(folder / f"{name}-8" / "model.onnx")).graph
        readers = {node.op_type for node in graph.node if source in node.input}
        assert readers == {"Reshape", "Shape"}
        ways, seen = {source}, set[str]()
        for node in graph.node:  # in order of computing: from the bytes on to the first convolution
            if ways.intersection(node.input) and node.op_type in {"Reshape", "Transpose", "DequantizeLinear", "Cast"}:
                ways.update(node.output)
                seen.add(node.op_type)
        assert seen == {"Reshape", "Transpose", "DequantizeLinear"}
        assert {node.op_type for node in graph.node if node.op_type in {"MatMul", "Gemm"}}


@pytest.mark.parametrize(("height", "width"), [(32, 32), (96, 160), (6, 4)])
def test_bytes_in_blocks_are_what_the_first_convolution_makes_of_pixels(height: int, width: int) -> None:
    """Four pixels as one place with twelve channels give the same result with the same weights."""
    torch.manual_seed(4)
    conv = Conv(3, 16, stride=2)
    state = conv.state_dict()
    state["1.running_mean"].uniform_(-1, 1)
    state["1.running_var"].uniform_(0.5, 2)
    pixels = torch.from_numpy(_noise(2, height, width, 3, seed=5))
    with torch.inference_mode():
        wanted = conv.eval()(pixels.permute(0, 3, 1, 2).float() / 255.0)
        found = BytesFirst(conv)(pixels)
    assert found.shape == wanted.shape == (2, 16, height // 2, width // 2)
    assert found.numpy() == pytest.approx(wanted.numpy(), abs=1e-4)


def test_doubled_is_the_nearest_neighbour() -> None:
    """Doubling repeats each cell along both axes."""
    cells = torch.from_numpy(np.random.default_rng(6).random((2, 5, 3, 4), np.float32))
    wanted = torch.nn.functional.interpolate(cells, scale_factor=2.0, mode="nearest")
    assert torch.equal(doubled(cells, torch.zeros(2, 5, 6, 8)), wanted)


def test_weights_use_seven_bits(folder: Path) -> None:
    """No integer weight is beyond 64, so that the sum of two products fits into 16 bits on every processor."""
    weights = [
        onnx.numpy_helper.to_array(weight)
        for task in ("finder-8", "reader-8")
        for weight in onnx.load(str(folder / task / "model.onnx")).graph.initializer
        if weight.data_type == onnx.TensorProto.INT8 and len(weight.dims) == 4
    ]
    assert weights
    largest = max(int(np.abs(weight.astype(int)).max()) for weight in weights)
    assert 2 * 255 * largest < 2**15
    assert largest > 48


def test_the_file_is_little_more_than_half_as_long(folder: Path) -> None:
    """Convolution weights take eight bits instead of sixteen; the output layers stay as they are."""
    for task in ("finder", "reader"):
        float_, integer = (folder / name / "model.onnx" for name in (task, f"{task}-8"))
        assert integer.stat().st_size < 0.65 * float_.stat().st_size


def test_nothing_to_calibrate_by_is_refused(folder: Path, tmp_path: Path) -> None:
    """Without pictures quantisation raises, because no range is known, and leaves the file as it is."""
    path = tmp_path / "model.onnx"
    path.write_bytes((folder / "finder" / "model.onnx").read_bytes())
    before = path.read_bytes()
    with pytest.raises(ValueError, match="calibration"):
        quantise(path, iter(()))
    assert path.read_bytes() == before


def _photos(folder: Path, count: int) -> Iterator[LabelledPhoto]:
    import cv2

    path = folder / "picture.png"
    quads = [face((100 + 90 * place, 120), 100) for place in range(2)]
    cv2.imwrite(str(path), picture(400, 300, [("1B", quad) for quad in quads]))
    exact = tuple((float(x), float(y)) for x, y in quads[0])
    boxes = [(*map(float, quad.min(axis=0)), *map(float, quad.max(axis=0))) for quad in quads]
    tiles = (LabelledTile(boxes[0], "1B", exact), LabelledTile(boxes[1], None))  # type: ignore[arg-type]
    for number in range(count):
        yield LabelledPhoto(path, f"{number}.png", 400, 300, f"g{number}", "test", tiles)


def test_calibration_sees_what_the_networks_will_see(tmp_path: Path) -> None:
    """Calibration gets views for the detector, two RGB faces a picture for the classifier, spread over the pictures."""
    views = list(batches("finder", list(_photos(tmp_path, 2))))
    assert [view.shape for view in views] == [(1, LONG_SIDE * 3 // 4, LONG_SIDE, 3)] * 2
    faces = list(batches("reader", list(_photos(tmp_path, 2))))
    assert [batch.shape for batch in faces] == [(2, *FACE_SIZE, 3)] * 2
    blue, red = faces[0][..., 2].mean(), faces[0][..., 0].mean()
    assert blue > red  # toy tiles are blue, and the networks take RGB
    assert len(list(batches("reader", list(_photos(tmp_path, PICTURES + 50))))) == PICTURES
