"""Run the training loop: bf16 on processors that have it, averaged weights, checkpoints, a log."""

import json
import math
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from datasets.training.run_config import RunConfig
from datasets.training.shared import processes
from datasets.training.shared.optimiser import MuonAndAdamW


@dataclass(frozen=True, slots=True)
class Plan:
    """Length and rate of training; ``minutes`` limits its time (0: no limit), and the schedule shrinks to fit."""

    epochs: int
    rate: float
    weight_decay: float = 0.02
    warmup: float = 0.05
    average: float = 0.998
    minutes: float = 0.0

    @classmethod
    def of(cls, run: RunConfig) -> "Plan":
        """Return the plan of a run."""
        return cls(epochs=run.epochs, rate=run.rate, minutes=run.minutes)


def device() -> torch.device:
    """Return the GPU if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _short_floats(place: torch.device) -> bool:
    """Return whether the machine multiplies bf16 natively; emulation is many times slower than floats."""
    if place.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    able = torch.cpu.get_capabilities()
    return any(able.get(name, False) for name in ("avx512_bf16", "amx_bf16", "bf16"))


def _schedule(progress: float, plan: Plan) -> float:
    if progress < plan.warmup:
        return plan.rate * progress / plan.warmup
    rest = (progress - plan.warmup) / (1 - plan.warmup)
    return plan.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(rest, 1.0))))


def _averaged(average: dict[str, Tensor], net: nn.Module, keep: float) -> None:
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            average[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
        else:
            average[name].copy_(value)


def fit(
    net: nn.Module,
    batches: Callable[[int], Iterable[Any]],
    loss_of: Callable[[nn.Module, Any], tuple[Tensor, dict[str, float]]],
    plan: Plan,
    *,
    folder: Path,
    steps_per_epoch: int,
    fresh: Collection[str] = (),
) -> nn.Module:
    """Train ``net`` and return it with its averaged weights; ``fresh``: names of newly initialised parameters.

    ``batches(epoch)`` yields batches for ``loss_of``, which returns the loss and figures for the log. Each epoch
    writes ``folder/checkpoint.pt`` (averaged weights) and a line of ``folder/log.jsonl``; the end writes
    ``folder/final.pt``. Among several processes (``processes.joined``) only the first one writes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    first = processes.joined()[0] == 0
    place = device()
    net.to(place)
    processes.begin_alike(net)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = {name: value.detach().clone() for name, value in net.state_dict().items()}
    optimiser = MuonAndAdamW(net, plan.rate, plan.weight_decay, fresh)
    short = _short_floats(place)
    torch.backends.cudnn.benchmark = True  # inputs keep one size, so let a GPU find its quickest convolutions once
    started = time.monotonic()
    step, seconds = 0, 0.0
    for epoch in range(plan.epochs):
        net.train()
        sums: dict[str, float] = {}
        count = 0
        for batch in batches(epoch):
            by_steps = step / (plan.epochs * steps_per_epoch)
            by_clock = seconds / (plan.minutes * 60) if plan.minutes else 0.0
            progress = max(by_steps, by_clock)
            if progress >= 1.0:
                break
            with torch.autocast(place.type, torch.bfloat16, enabled=short):
                loss, figures = loss_of(net, batch)
            loss.backward()
            seconds = processes.average_gradients(net, time.monotonic() - started)
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step(_schedule(progress, plan))
            step += 1
            _averaged(average, net, min(plan.average, (1 + step) / (10 + step)))
            count += 1
            for name, value in figures.items():
                sums[name] = sums.get(name, 0.0) + value
        line = {"epoch": epoch, "minutes": round(seconds / 60, 2), "steps": step}
        line |= {name: round(value / max(count, 1), 4) for name, value in sums.items()}
        if first:
            with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(line) + "\n")
            torch.save(average, folder / "checkpoint.pt")
        if plan.minutes and seconds >= plan.minutes * 60:
            break
    net.load_state_dict(average)
    net.eval()
    if first:
        torch.save(net.state_dict(), folder / "final.pt")
    return net
