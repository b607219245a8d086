"""Load the weights of a network from a checkpoint."""

from pathlib import Path
from typing import TypeVar

import torch
from torch import nn

Net = TypeVar("Net", bound=nn.Module)


def load_weights(net: Net, checkpoint: Path) -> Net:
    """Give ``net`` the weights of a checkpoint, and return it.

    Raises:
        ValueError: if the checkpoint holds the weights of another network.
    """
    try:
        net.load_state_dict(torch.load(checkpoint, map_location="cpu"))
    except RuntimeError as error:
        raise ValueError(f"{checkpoint} holds another network than {type(net).__name__}") from error
    return net
