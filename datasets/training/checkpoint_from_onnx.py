"""Make a checkpoint to go on from, out of a network that ships.

A shipped graph holds 8-bit integers, and its convolutions hold the normalisations. Here every normalisation gets the
mean and spread that its channels have on pictures, so that the first training steps do not throw the network off, and
every convolution before one gets weights of a common size. That size changes no answer, but the same learning rate
turns small weights farther (``datasets/experiments/training-on.md``).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from datasets.training.classifier.likeness import PREFIX
from datasets.training.classifier.network import ClassifierNet
from datasets.training.detector.network import REACH, DetectorNet
from datasets.training.shared.layers import PIXELS

Arrays = Mapping[str, npt.NDArray[np.float32]]
Batches = Iterable[npt.NDArray[np.uint8]]


SIZE = 0.12
"""Root mean square of a restored convolution's weights by channel, as training from random weights leaves it."""


_ABSENT = "texts."
"""The layer that training alone asks: a graph lacks it."""


def restore(net: DetectorNet | ClassifierNet, path: Path, batches: Batches) -> None:
    """Put the weights of the graph at ``path`` into ``net``, which is left in evaluation mode.

    Args:
        net: of the form that was exported.
        path: ``model.onnx`` as ``datasets.training.export_onnx`` writes it, of integers or of floats.
        batches: RGB inputs of the graph (n, H, W, 3), as for ``quantise``: the normalisations are fit to them.

    Raises:
        ValueError: for a graph of another form, or no batches.
    """
    graph = onnx.load(str(path)).graph
    values = _constants(graph)
    blocks = {
        f"{name}.0": (block[0], block[1])
        for name, block in net.named_modules()
        if isinstance(block, nn.Sequential)
        and len(block) > 1
        and isinstance(block[0], nn.Conv2d)
        and isinstance(block[1], nn.BatchNorm2d)
    }
    # The head that tells prints apart is no part of the network: it is trained behind it, and put in afterwards.
    convolutions = [node for node in graph.node if node.op_type == "Conv" and not node.name.startswith(PREFIX)]
    bare = {name: one for name, one in net.named_modules() if isinstance(one, nn.Conv2d) and name not in blocks}
    if isinstance(net, DetectorNet):
        bare = {}  # in its graph they are one matrix, which `_answers` restores
    nodes = {_module_of(node.name, {*blocks, *bare}): node.input for node in convolutions}
    if set(nodes) != {*blocks, *bare}:
        raise ValueError(f"{path} holds another network than {type(net).__name__}")
    for name, one in bare.items():
        assert one.bias is not None
        one.weight.data.copy_(_fitting(torch.tensor(values[nodes[name][1]]), one.weight, path))
        one.bias.data.copy_(torch.tensor(values[nodes[name][2]]))
    for name, (plain, norm) in blocks.items():
        weight, bias = (torch.tensor(values[given]) for given in nodes[name][1:3])
        plain.weight.data.copy_(_fitting(weight, plain.weight, path))
        _plainly(norm, bias[-plain.out_channels :])
    _answers(net, values, path)
    _normalise(net, list(blocks.values()), batches)


def _constants(graph: onnx.GraphProto) -> Arrays:
    """Return the tensors that do not depend on the graph's input, as floats, however they are stored."""
    values = {one.name: np.asarray(numpy_helper.to_array(one), np.float32) for one in graph.initializer}
    for node in graph.node:
        if not node.input or any(name not in values for name in node.input):
            continue
        if node.op_type in {"Cast", "Identity"}:
            values[node.output[0]] = values[node.input[0]]
        elif node.op_type == "DequantizeLinear":
            whole, scale = values[node.input[0]], values[node.input[1]]
            values[node.output[0]] = whole * scale.reshape(-1, *[1] * (whole.ndim - 1))
    return values


def _module_of(name: str, blocks: Collection[str]) -> str:
    """Return the convolution behind a node's name: ``/net/body.3/first/first.0/Conv`` is ``body.3.first.0``.

    The first one's node bears the name of its block, which ``BytesFirst`` stands for.
    """
    parts: list[str] = []
    for part in name.strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts[-1] = part
        elif part != "net":
            parts.append(part)
    found = ".".join(parts)
    return found if found in blocks else f"{found}.0"


def _fitting(weight: Tensor, like: Tensor, path: Path) -> Tensor:
    """Return the weights in the shape of ``like``; those of ``BytesFirst`` come out of their block of pixels."""
    wide = like.shape[0]
    if weight.shape == (2 * wide, PIXELS * 3, 3, 3) and like.shape == (wide, 3, 3, 3):
        # The block's second output, whose three pixels begin one before its own; the first holds the same weights.
        blocks = weight.permute(0, 2, 3, 1).reshape(2, wide, 3, 3 * PIXELS, 3)
        first = PIXELS + 2 - 1
        return blocks[1, :, :, first : first + 3].permute(0, 3, 1, 2)
    if weight.shape != like.shape:
        raise ValueError(f"{path}: weights {tuple(weight.shape)} where {tuple(like.shape)} are wanted")
    return weight


def _answers(net: DetectorNet | ClassifierNet, values: Arrays, path: Path) -> None:
    """Restore what follows the convolutions."""
    found: dict[str, Tensor]
    if isinstance(net, DetectorNet):
        heat, corners = torch.tensor(values["weight"]).t().split([1, 8])
        bias = torch.tensor(values["bias"]).split([1, 8])
        found = {
            "heat.weight": heat[..., None, None],
            "heat.bias": bias[0],
            "corners.weight": corners[..., None, None] / REACH,
            "corners.bias": bias[1] / REACH,
        }
    else:
        names = [
            name
            for name, value in net.named_parameters()
            if name == "faces" or isinstance(net.get_submodule(name.rpartition(".")[0]), nn.Linear)
        ]
        zeros = {
            name: np.zeros(net.get_parameter(name).shape, np.float32) for name in names if name.startswith(_ABSENT)
        }
        found = {name: torch.tensor(values.get(f"net.{name}", zeros.get(name))) for name in names}
    for name, value in found.items():
        net.get_parameter(name).data.copy_(_fitting(value, net.get_parameter(name), path))


def _plainly(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let a normalisation add ``bias`` (channels,) and do nothing else while it is not training."""
    norm.running_mean, norm.running_var = torch.zeros_like(bias), torch.ones_like(bias)
    norm.weight.data.fill_((1 + norm.eps) ** 0.5)
    norm.bias.data.copy_(bias)


def _normalise(net: nn.Module, blocks: Sequence[tuple[nn.Conv2d, nn.BatchNorm2d]], batches: Batches) -> None:
    """Give every normalisation the mean and spread of its channels, without changing the answers.

    The convolutions' weights are brought to ``SIZE`` on the way.
    """
    spreads = _spreads(net.eval(), [plain for plain, _ in blocks], batches)
    for (plain, norm), (mean, spread) in zip(blocks, spreads, strict=True):
        weight = plain.weight.data
        size = weight.flatten(1).square().mean(1).sqrt()
        times = torch.where(size > 0, SIZE / size, 1.0)
        weight.mul_(times[:, None, None, None])
        wider = spread * times.square()
        norm.running_mean, norm.running_var = mean * times, wider
        norm.weight.data.copy_((wider + norm.eps).sqrt() / times)
        norm.bias.data.add_(mean)


def _spreads(net: nn.Module, convolutions: Sequence[nn.Module], batches: Batches) -> list[tuple[Tensor, Tensor]]:
    """Return mean and variance (channels,) of each convolution's output on the batches."""
    sums: list[list[Tensor]] = [[] for _ in convolutions]

    def listening(heard: list[Tensor]) -> Callable[[nn.Module, object, Tensor], None]:
        def hear(_module: nn.Module, _inputs: object, output: Tensor) -> None:
            each = output.double().transpose(0, 1).flatten(1)
            heard.append(torch.stack([torch.full_like(each[:, 0], each.shape[1]), each.sum(1), (each * each).sum(1)]))

        return hear

    hooks = [one.register_forward_hook(listening(heard)) for one, heard in zip(convolutions, sums, strict=True)]
    with torch.inference_mode():
        for batch in batches:
            net(torch.from_numpy(batch).permute(0, 3, 1, 2).float() / 255.0)
    for hook in hooks:
        hook.remove()
    if not all(sums):
        raise ValueError("no pictures to fit the normalisations to")
    found = []
    for heard in sums:
        count, total, squares = torch.stack(heard).sum(0)
        mean = total / count
        found.append((mean.float(), (squares / count - mean * mean).clamp(min=0).float()))
    return found
