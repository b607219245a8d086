"""What all networks train with: layers, augmentation, the training loop, reliability."""
