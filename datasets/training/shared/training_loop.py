"""Run the training loop: bf16 on processors that have it, averaged weights, checkpoints, a log."""

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from datasets.training.run_config import RunConfig
from datasets.training.shared import processes
from datasets.training.shared.optimiser import MuonAndAdamW

Net = TypeVar("Net", bound=nn.Module)

WEIGHT_DECAY = 0.02
WARMUP = 0.05
"""Share of a run in which the rate rises to its peak."""
AVERAGED = 0.998
"""Share of the averaged weights that each step keeps."""


def device() -> torch.device:
    """Return the GPU if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _short_floats(place: torch.device) -> bool:
    """Return whether the machine multiplies bf16 natively; emulation is many times slower than floats."""
    if place.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    able = torch.cpu.get_capabilities()
    return any(able.get(name, False) for name in ("avx512_bf16", "amx_bf16", "bf16"))


def _schedule(progress: float, rate: float) -> float:
    if progress < WARMUP:
        return rate * progress / WARMUP
    rest = (progress - WARMUP) / (1 - WARMUP)
    return rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(rest, 1.0))))


def _averaged(average: dict[str, Tensor], net: nn.Module, keep: float) -> None:
    for name, value in net.state_dict().items():
        if value.dtype.is_floating_point:
            average[name].mul_(keep).add_(value.detach(), alpha=1 - keep)
        else:
            average[name].copy_(value)


def _log(out: Path, line: dict[str, float], said: Sequence[dict[str, float]]) -> None:
    """Add a line to the log, with the means of the figures of an epoch's batches, and show it."""
    means = {name: round(fmean(figures[name] for figures in said), 4) for name in (said[0] if said else ())}
    told = json.dumps(line | means)
    with (out / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(told + "\n")
    print(told, file=sys.stderr, flush=True)


def _keep(weights: dict[str, Tensor], path: Path) -> None:
    """Write weights; a run that is killed meanwhile leaves the earlier file whole."""
    unfinished = path.with_name(f"{path.name}.part")
    torch.save(weights, unfinished)
    unfinished.replace(path)


def fit(
    net: Net,
    batches: Callable[[int], Iterable[Any]],
    loss_of: Callable[[nn.Module, Any], tuple[Tensor, dict[str, float]]],
    run: RunConfig,
) -> Net:
    """Train ``net`` and return it with its averaged weights.

    ``batches(epoch)`` yields batches for ``loss_of``, which returns the loss and figures for the log. Each epoch
    writes ``checkpoint.pt`` (averaged weights) into ``run.out`` and adds a line to ``log.jsonl`` there, which it also
    shows on standard error; the end writes ``final.pt``. Among several processes (``processes.joined``) only the first
    one writes.
    """
    run.out.mkdir(parents=True, exist_ok=True)
    first = processes.joined()[0] == 0
    place = device()
    net.to(place)
    processes.begin_alike(net)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = {name: value.detach().clone() for name, value in net.state_dict().items()}
    short = _short_floats(place)
    optimiser = MuonAndAdamW(net, run.rate, WEIGHT_DECAY)
    torch.backends.cudnn.benchmark = True  # inputs keep one size, so let a GPU find its quickest convolutions once
    started, step, seconds = time.monotonic(), 0, 0.0
    steps = run.epochs * max(run.per_epoch // run.batch, 1)
    for epoch in range(run.epochs):
        net.train()
        said: list[dict[str, float]] = []
        for batch in batches(epoch):
            progress = max(step / steps, seconds / (run.minutes * 60) if run.minutes else 0.0)
            if progress >= 1.0:
                break
            with torch.autocast(place.type, torch.bfloat16, enabled=short):
                loss, figures = loss_of(net, batch)
            loss.backward()
            seconds = processes.average_gradients(net, time.monotonic() - started)
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step(_schedule(progress, run.rate))
            step += 1
            _averaged(average, net, min(AVERAGED, (1 + step) / (10 + step)))
            said.append(figures)
        if first:
            _log(run.out, {"epoch": epoch, "minutes": round(seconds / 60, 2), "steps": step}, said)
            _keep(average, run.out / "checkpoint.pt")
        if run.minutes and seconds >= run.minutes * 60:
            break
    net.load_state_dict(average)
    if first:
        _keep(net.state_dict(), run.out / "final.pt")
    return net.eval()
