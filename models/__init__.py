"""The trained networks and their model cards.

One folder a model: `model.onnx`, `card.toml` (read by code: labels, input, thresholds, SHA-256) and `README.md`;
`active.toml` names the ones in use. This package imports the standard library only.
"""
