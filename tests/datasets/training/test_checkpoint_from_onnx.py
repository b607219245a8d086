"""A checkpoint restored from a shipped graph predicts like it, trains on, and refuses other networks."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

torch = pytest.importorskip("torch", reason="torch is in the train requirements only")
onnx = pytest.importorskip("onnx", reason="onnx is in the train requirements only")
pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")

from torch import Tensor, nn  # noqa: E402 - after the skips above

from datasets.render.example import render_example  # noqa: E402
from datasets.training.checkpoint_from_onnx import SIZE, restore  # noqa: E402
from datasets.training.classifier.labels import LABELS  # noqa: E402
from datasets.training.classifier.likeness import LABELS_EMBEDDING  # noqa: E402
from datasets.training.classifier.network import ClassifierNet  # noqa: E402
from datasets.training.detector.network import DetectorNet  # noqa: E402
from datasets.training.export_onnx import export_classifier, export_detector  # noqa: E402
from models import load_model_card  # noqa: E402
from vision.host.face_crops import rectify  # noqa: E402
from vision.requests import FACE_SIZE  # noqa: E402

Pixels = npt.NDArray[np.uint8]
Net = DetectorNet | ClassifierNet
Exported = dict[str, tuple[Net, Path, tuple[int, ...]]]


def _noise(*shape: int, seed: int = 0) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


def _run(path: Path, pixels: Pixels, *inside: str) -> list[npt.NDArray[np.float32]]:
    """Run a graph; return its outputs, followed by the named tensors."""
    import onnxruntime

    graph = onnx.load(str(path))
    for name in inside:
        graph.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    return [np.asarray(out, np.float32) for out in session.run(None, {session.get_inputs()[0].name: pixels})]


def _tensor(pixels: Pixels) -> Tensor:
    shown: Tensor = torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255.0
    return shown


def _lived(net: Net) -> None:
    """Fill the normalisations with random statistics, so that every part of the network counts."""
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            assert module.running_mean is not None
            assert module.running_var is not None
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.5, 2.0)
            module.weight.data.uniform_(0.6, 1.4)
            module.bias.data.normal_(0, 0.1)
    net.eval()


NETS: dict[str, Callable[[], Net]] = {"finder": DetectorNet, "reader": lambda: ClassifierNet(LABELS[:5])}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Export a network of each kind with random statistics; return it with its graph and input shape."""
    torch.manual_seed(5)
    detector, classifier = DetectorNet(), ClassifierNet(LABELS[:5])
    for layer in (classifier.parts, classifier.way, classifier.of_glyphs):
        nn.init.normal_(layer.weight)
    _lived(detector)
    _lived(classifier)
    folder = tmp_path_factory.mktemp("exported")
    return {
        "finder": (detector, export_detector(detector, folder / "finder"), (1, 96, 160, 3)),
        "reader": (classifier, export_classifier(classifier, folder / "reader"), (6, *FACE_SIZE, 3)),
    }


@pytest.mark.parametrize("task", NETS)
def test_a_restored_network_answers_as_the_one_it_was(task: str, exported: Exported) -> None:
    """A float graph restores without loss: the network gives the same predictions on unseen pictures."""
    net, path, shape = exported[task]
    again = NETS[task]()
    pixels = [_noise(*shape, seed=seed) for seed in range(3)]
    restore(again, path, pixels[:2])
    with torch.inference_mode():
        want, got = net(_tensor(pixels[2])), again(_tensor(pixels[2]))
    # The graph stores weights as float16: one part in 2,000.
    for one, other in zip(want, got, strict=True):
        assert other.numpy() == pytest.approx(one.numpy(), abs=0.01 * float(one.abs().max()))


def test_the_newest_reader_is_restored_from_its_integers() -> None:
    """Both predict the same kind for every tile of the example, with like embeddings, and corners that agree."""
    card = load_model_card("reader")
    scene = render_example(size=(1600, 1200))
    faces = np.ascontiguousarray(rectify(scene.pixels, scene.quads)[..., ::-1])
    net = ClassifierNet(LABELS)
    restore(net, card.path, [faces])
    logits, _, _, frame, embedding = _run(card.path, faces, LABELS_EMBEDDING)
    with torch.inference_mode():
        mine = [answer.numpy() for answer in net(_tensor(faces))]
    assert (mine[0].argmax(1) == logits.argmax(1)).all()
    assert ((mine[2] * embedding).sum(1) > 0.99).all()
    assert np.abs(mine[3] - frame).max() < 0.03


def test_the_first_steps_of_training_see_what_evaluation_sees(tmp_path: Path) -> None:
    """Batch statistics give nearly the same embeddings as the fitted statistics."""
    torch.manual_seed(6)
    faces = _noise(64, *FACE_SIZE, 3, seed=7)
    shipped, net = ClassifierNet(LABELS[:5]), ClassifierNet(LABELS[:5])
    _lived(shipped)
    restore(net, export_classifier(shipped, tmp_path), [faces])
    net.drop.p = 0.0
    with torch.inference_mode():
        by_fit = net.eval()(_tensor(faces))[2]
        by_batch = net.train()(_tensor(faces))[2]
    assert float((by_fit * by_batch).sum(1).min()) > 0.999


@pytest.mark.parametrize("task", NETS)
def test_every_layer_goes_on_learning_as_fast_as_the_others(task: str, exported: Exported) -> None:
    """The restored convolutions all have weights of one size, so that a step changes each of them equally."""
    _, path, shape = exported[task]
    again = NETS[task]()
    restore(again, path, [_noise(*shape)])
    before = [module for module in again.modules() if isinstance(module, nn.Conv2d) and module.bias is None]
    assert len(before) > 8
    for module in before:
        size = module.weight.data.flatten(1).square().mean(1).sqrt()
        assert size.numpy() == pytest.approx(SIZE, rel=1e-3)


def test_what_training_alone_asks_does_not_ship(exported: Exported) -> None:
    """The exported graph lacks the layer that finds texts; a restored network starts it at zero."""
    _, path, shape = exported["reader"]
    assert not [one.name for one in onnx.load(str(path)).graph.initializer if "texts" in one.name]
    net = ClassifierNet(LABELS[:5])
    restore(net, path, [_noise(*shape)])
    assert not net.texts.weight.any()


def test_what_cannot_be_restored_is_refused(exported: Exported) -> None:
    """A graph of the other network, a graph of other labels, and an empty list of pictures are refused."""
    detector, classifier = exported["finder"][1], exported["reader"][1]
    faces = [_noise(4, *FACE_SIZE, 3)]
    with pytest.raises(ValueError, match=r"model\.onnx"):
        restore(ClassifierNet(LABELS[:5]), detector, faces)
    with pytest.raises(ValueError, match=r"model\.onnx"):
        restore(DetectorNet(), classifier, [_noise(1, 96, 160, 3)])
    with pytest.raises(ValueError, match=r"\(5, 128\) where \(7, 128\)"):
        restore(ClassifierNet(LABELS[:7]), classifier, faces)
    with pytest.raises(ValueError, match="no pictures"):
        restore(ClassifierNet(LABELS[:5]), classifier, [])
