"""The detector: data, targets, loss, network and training."""
