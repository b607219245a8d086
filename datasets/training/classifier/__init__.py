"""The classifier: patches, data, network and training."""
