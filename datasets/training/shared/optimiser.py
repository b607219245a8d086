"""Muon for the matrices that make up nearly all of a network, AdamW for the rest."""

from collections.abc import Collection

import torch
from torch import Tensor, nn

FRESH_RATE = 4.0
"""How many times faster layers learn that begin anew in a network that goes on."""
LEAST_SIDE = 64
"""Sides from which a linear layer counts as a matrix: those of fewer answers keep AdamW."""


class MuonAndAdamW:
    """Both optimisers in step (Jordan et al., "Muon", 2024: each step of a matrix has singular values near one).

    Muon's steps are scaled to the size of AdamW's, so that one rate fits both. torch's Muon takes matrices alone: a
    convolution's weights are shown to it as one, in the memory where they lie.
    """

    def __init__(self, net: nn.Module, rate: float, weight_decay: float, fresh: Collection[str]) -> None:
        """Take all parameters of ``net``, which lies ``channels_last``; ``fresh``: those that begin anew, by name."""
        self._matrices: list[tuple[nn.Parameter, nn.Parameter]] = []
        muon, adam = [], []
        for name, parameter in net.named_parameters():
            times = FRESH_RATE if name in fresh else 1.0
            decay = weight_decay if parameter.ndim > 1 else 0.0
            if _is_matrix(parameter):
                matrix = nn.Parameter(_as_matrix(parameter.detach()))
                if matrix.data_ptr() != parameter.data_ptr():
                    raise ValueError(f"{name}: its weights do not lie channels last")
                self._matrices.append((parameter, matrix))
                muon.append({"params": [matrix], "weight_decay": decay, "times": times})
            else:
                adam.append({"params": [parameter], "weight_decay": decay, "times": times})
        self._parts: list[torch.optim.Optimizer] = [torch.optim.AdamW(adam, lr=rate)]
        if muon:
            self._parts.append(torch.optim.Muon(muon, lr=rate, adjust_lr_fn="match_rms_adamw"))

    def step(self, rate: float) -> None:
        """Learn from the gradients at ``rate``, and forget them."""
        for parameter, matrix in self._matrices:
            matrix.grad = None if parameter.grad is None else _as_matrix(parameter.grad).contiguous()
            parameter.grad = None
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = rate * group["times"]
            part.step()
            part.zero_grad(set_to_none=True)


def _is_matrix(weights: Tensor) -> bool:
    """Tell convolutions behind the first and large linear layers from what else there is to learn."""
    return (weights.ndim == 4 and weights.shape[1] > 3) or (weights.ndim == 2 and min(weights.shape) >= LEAST_SIDE)


def _as_matrix(weights: Tensor) -> Tensor:
    """Return weights (outputs, inputs, h, w) or (outputs, inputs) as a matrix (outputs, the rest)."""
    return (weights.permute(0, 2, 3, 1) if weights.ndim == 4 else weights).flatten(1)
