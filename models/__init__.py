"""The trained networks and their model cards.

One folder a model: `model.onnx`, `card.toml` (read by code: labels, input, thresholds, SHA-256) and `README.md`;
`active.toml` names the ones in use. This package imports the standard library only.
"""

from models.active import MODELS, load_model_card
from models.errors import ModelError
from models.model_card import InputSpec, ModelCard, Source, parse_model_card

__all__ = ["MODELS", "InputSpec", "ModelCard", "ModelError", "Source", "load_model_card", "parse_model_card"]
