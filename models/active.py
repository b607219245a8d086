"""Load the card of the network in use: `active.toml` names one folder per task."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from models.errors import ModelError
from models.model_card import TASKS, ModelCard, Task, parse_model_card, read_toml

MODELS: Final = Path(__file__).resolve().parent
"""The folder with `active.toml` and one folder per network."""


def load_model_card(task: Task, root: Path = MODELS) -> ModelCard:
    """Read the card of the network in use for a task, from the folders under `root`.

    Does not read the weights: `ModelCard.read_weights` reads them and checks their SHA-256.

    Raises:
        ModelError: `unknown-task`; `missing-model` (no `active.toml`, no entry for the task, or no card);
            `bad-card`; `wrong-task` (the card is of a network for another task).
    """
    if task not in TASKS:
        raise ModelError("unknown-task", f"{task!r} is no task; tasks are {', '.join(TASKS)}", "task")
    file = root / "active.toml"
    name = read_toml(file, "list of models in use").get(task)
    if not isinstance(name, str) or not name or name != Path(name).name or name in {".", ".."}:
        message = f'names no model for the task; add a line {task} = "FOLDER"'
        raise ModelError("missing-model", message, f"{file}: {task}")
    card = parse_model_card(root / name)
    if card.task != task:
        message = f"{name} is a {card.task}; name a {task} here"
        raise ModelError("wrong-task", message, f"{file}: {task}")
    return card
