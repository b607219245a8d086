"""The trained networks, their model cards, and the list of networks in use."""

from models.active import MODELS, load_model_card
from models.errors import ModelError
from models.model_card import InputSpec, ModelCard, Source, parse_model_card

__all__ = ["MODELS", "InputSpec", "ModelCard", "ModelError", "Source", "load_model_card", "parse_model_card"]
