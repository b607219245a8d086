"""Parts that all networks share: layers, augmentation, the training loop, reliability."""
