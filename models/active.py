"""Which models are in use: `active.toml` names one folder a task."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from models.errors import ModelError
from models.model_card import TASKS, ModelCard, Task, no_toml, parse_model_card

MODELS: Final = Path(__file__).resolve().parent
"""The folder that holds `active.toml` and one folder a model."""


def load_model_card(task: Task, root: Path = MODELS) -> ModelCard:
    """The card of the model in use for a task, from the models under `root`.

    The weights are not read yet: `ModelCard.read_weights` does that and checks their SHA-256.

    Raises:
        ModelError: `unknown-task`; `missing-model` (no `active.toml`, or none named for the task, or its card is
            missing); `bad-card`; `wrong-task` (the card is of a model for another task).
    """
    if task not in TASKS:
        raise ModelError("unknown-task", f"{task!r} is no task; tasks are {', '.join(TASKS)}", "task")
    file = root / "active.toml"
    try:
        active = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        message = f"the list of models in use cannot be read ({error.strerror}). Install the program again."
        raise ModelError("missing-model", message, str(file)) from error
    except (RecursionError, ValueError) as error:
        raise no_toml(error, file) from error
    name = active.get(task)
    if not isinstance(name, str) or not name or name != Path(name).name or name in {".", ".."}:
        message = f'names no model for the task; add a line {task} = "FOLDER"'
        raise ModelError("missing-model", message, f"{file}: {task}")
    card = parse_model_card(root / name)
    if card.task != task:
        message = f"{name} is a {card.task}; name a {task} here"
        raise ModelError("wrong-task", message, f"{file}: {task}")
    return card
