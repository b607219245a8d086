"""Make a checkpoint from a shipped network, so that training can continue from it.

A shipped graph holds 8-bit integers, and its convolutions have absorbed the normalisations. We give every normalisation
the mean and variance of its channels on pictures, so that the first training steps do not throw the network off. We
scale the weights of every convolution before a normalisation to a common size. That size changes no output, but the
same learning rate turns small weights farther (``datasets/experiments/training-on.md``).
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
"""Prefix of the layer that only training uses: a shipped graph lacks it."""


def restore(net: DetectorNet | ClassifierNet, path: Path, batches: Batches) -> None:
    """Load the weights of the graph at ``path`` into ``net``, and leave ``net`` in evaluation mode.

    Args:
        net: a network of the exported architecture.
        path: ``model.onnx`` as ``datasets.training.export_onnx`` writes it, with integer or float weights.
        batches: RGB inputs of the graph (n, H, W, 3), as for ``quantise``; we fit the normalisations to them.

    Raises:
        ValueError: for a graph of another architecture, or no batches.
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
    # The likeness head is no part of the network: it trains on the finished network, and export adds it.
    convolutions = [node for node in graph.node if node.op_type == "Conv" and not node.name.startswith(PREFIX)]
    bare = {name: one for name, one in net.named_modules() if isinstance(one, nn.Conv2d) and name not in blocks}
    if isinstance(net, DetectorNet):
        bare = {}  # the graph holds them as one matrix, and `_answers` restores it
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
    """Return all constant tensors of the graph as floats, however the graph stores them."""
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
    """Return the module name of a convolution's node: ``/net/body.3/first/first.0/Conv`` is ``body.3.first.0``.

    The node of the first convolution has the name of its block, because ``BytesFirst`` replaces the block.
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
    """Return the weights in the shape of ``like``, extracting ``BytesFirst`` weights from their block of pixels."""
    wide = like.shape[0]
    if weight.shape == (2 * wide, PIXELS * 3, 3, 3) and like.shape == (wide, 3, 3, 3):
        # Take the block's second output: its three pixels begin one before its own. The first has the same weights.
        blocks = weight.permute(0, 2, 3, 1).reshape(2, wide, 3, 3 * PIXELS, 3)
        first = PIXELS + 2 - 1
        return blocks[1, :, :, first : first + 3].permute(0, 3, 1, 2)
    if weight.shape != like.shape:
        raise ValueError(f"{path}: weights {tuple(weight.shape)} where {tuple(like.shape)} are wanted")
    return weight


def _answers(net: DetectorNet | ClassifierNet, values: Arrays, path: Path) -> None:
    """Restore the layers after the convolutions."""
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
        found = {
            name: torch.zeros_like(value) if name.startswith(_ABSENT) else torch.tensor(values[f"net.{name}"])
            for name, value in net.named_parameters()
            if name == "faces" or isinstance(net.get_submodule(name.rpartition(".")[0]), nn.Linear)
        }
    for name, value in found.items():
        net.get_parameter(name).data.copy_(_fitting(value, net.get_parameter(name), path))


def _plainly(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Make a normalisation add ``bias`` (channels,) and do nothing else in evaluation mode."""
    norm.running_mean, norm.running_var = torch.zeros_like(bias), torch.ones_like(bias)
    norm.weight.data.fill_((1 + norm.eps) ** 0.5)
    norm.bias.data.copy_(bias)


def _normalise(net: nn.Module, blocks: Sequence[tuple[nn.Conv2d, nn.BatchNorm2d]], batches: Batches) -> None:
    """Give every normalisation the mean and variance of its channels, without changing the outputs.

    Also scales the convolutions' weights to ``SIZE``.
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
