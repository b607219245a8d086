"""Parts that all networks share: layers, checkpoints, augmentation, the training loop, reliability."""
