"""Train by several processes under ``torchrun``: each sees its own pictures, and all take the same steps."""

import atexit
import os

import torch
from torch import distributed, nn


def joined() -> tuple[int, int]:
    """Return this process's rank and the number of processes: 0 and 1 without ``torchrun``."""
    if "WORLD_SIZE" not in os.environ:
        return 0, 1
    if not distributed.is_initialized():
        # torch's optimisers load this; loaded later, it holds the group, which then never ends.
        import torch._dynamo  # noqa: F401, PLC0415

        distributed.init_process_group("gloo")
        # A thread of the group that outlives the interpreter makes some exits abort.
        atexit.register(distributed.destroy_process_group)
    return distributed.get_rank(), distributed.get_world_size()


def begin_alike(net: nn.Module) -> None:
    """Copy the first process's weights to all processes."""
    if joined()[1] == 1:
        return
    for value in net.state_dict().values():
        common = value.detach().clone(memory_format=torch.contiguous_format)
        distributed.broadcast(common, 0)
        value.copy_(common)


def average_gradients(net: nn.Module, seconds: float) -> float:
    """Replace each process's gradients by the mean over all processes; return the first process's ``seconds``.

    All processes follow one clock, because their rates must agree and they must end at the same step.
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
