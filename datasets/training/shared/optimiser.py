"""Optimise matrices, nearly all of a network's weights, by Muon and the rest by AdamW."""

import torch
from torch import Tensor, nn

LEAST_SIDE = 64
"""Least side of a linear layer that counts as a matrix; smaller ones keep AdamW."""


class MuonAndAdamW:
    """Both optimisers in step (Jordan et al., "Muon", 2024: each step of a matrix has singular values near one).

    Muon's steps are scaled to the size of AdamW's, so that one rate fits both. torch's Muon takes only matrices, so we
    pass it a convolution's weights as a matrix view of the same memory.
    """

    def __init__(self, net: nn.Module, rate: float, weight_decay: float) -> None:
        """Take all parameters of ``net`` (in ``channels_last`` format)."""
        self._matrices: list[tuple[nn.Parameter, nn.Parameter]] = []
        muon, adam = [], []
        for name, parameter in net.named_parameters():
            decay = weight_decay if parameter.ndim > 1 else 0.0
            if _is_matrix(parameter):
                matrix = nn.Parameter(_as_matrix(parameter.detach()))
                if matrix.data_ptr() != parameter.data_ptr():
                    raise ValueError(f"{name}: its weights do not lie channels last")
                self._matrices.append((parameter, matrix))
                muon.append({"params": [matrix], "weight_decay": decay})
            else:
                adam.append({"params": [parameter], "weight_decay": decay})
        self._parts: list[torch.optim.Optimizer] = [torch.optim.AdamW(adam, lr=rate)]
        if muon:
            self._parts.append(torch.optim.Muon(muon, lr=rate, adjust_lr_fn="match_rms_adamw"))

    def step(self, rate: float) -> None:
        """Take a step along the gradients at ``rate``, and clear them."""
        for parameter, matrix in self._matrices:
            matrix.grad = None if parameter.grad is None else _as_matrix(parameter.grad).contiguous()
            parameter.grad = None
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = rate
            part.step()
            part.zero_grad(set_to_none=True)


def _is_matrix(weights: Tensor) -> bool:
    """Return whether ``weights`` belong to a convolution after the first or to a large linear layer."""
    return (weights.ndim == 4 and weights.shape[1] > 3) or (weights.ndim == 2 and min(weights.shape) >= LEAST_SIDE)


def _as_matrix(weights: Tensor) -> Tensor:
    """Return weights (outputs, inputs, h, w) or (outputs, inputs) as a matrix (outputs, the rest)."""
    return (weights.permute(0, 2, 3, 1) if weights.ndim == 4 else weights).flatten(1)
