"""Training by several processes that ``torchrun`` starts: each sees pictures of its own, all take the same steps."""

import os

import torch
from torch import distributed, nn


def joined() -> tuple[int, int]:
    """Return this process's number and how many train together: 0 and 1 where ``torchrun`` has not started it."""
    if "WORLD_SIZE" not in os.environ:
        return 0, 1
    if not distributed.is_initialized():
        distributed.init_process_group("gloo")
    return distributed.get_rank(), distributed.get_world_size()


def begin_alike(net: nn.Module) -> None:
    """Give all processes the first one's weights."""
    if joined()[1] == 1:
        return
    for value in net.state_dict().values():
        common = value.detach().clone(memory_format=torch.contiguous_format)
        distributed.broadcast(common, 0)
        value.copy_(common)


def average_gradients(net: nn.Module, seconds: float) -> float:
    """Put the mean of all processes' gradients in the place of each; return the first one's ``seconds``.

    All go by one clock, since their rates must agree, and all must end at the same step.
    """
    number, count = joined()
    if count == 1:
        return seconds
    gradients = [parameter.grad for parameter in net.parameters() if parameter.grad is not None]
    clock = torch.tensor([seconds if number == 0 else 0.0])
    common = torch.cat([*(gradient.reshape(-1) for gradient in gradients), clock])
    distributed.all_reduce(common)
    sizes = [gradient.numel() for gradient in gradients]
    *means, clock = common.split([*sizes, 1])
    for gradient, mean in zip(gradients, means, strict=True):
        gradient.copy_(mean.view(gradient.shape) / count)
    return float(clock)
