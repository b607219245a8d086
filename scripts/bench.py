"""Measure speed in one run: `rules` beside another package, `vision` beside OpenCV's decoder, `service` under load.

All need the packages of requirements/test.txt, `rules` those of requirements/bench.txt too. `rules` prints medians over
several rounds, and how many evaluations of a winning hand by `mahjong` each takes, and exits with 1 where one takes
more than it should. `vision` prints what is wanted beside what was found. `service` starts servers of its own on the
loopback: how long phones wait, how many are refused, what a scan over http takes beside the library's, and whether the
memory grows.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from contextlib import closing, redirect_stdout
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from datasets.evaluation.timing import Task, compare
from models import load_model_card
from models.model_card import TASKS
from rules.card.card import FOLDER, load_card, parse_card
from rules.claim import WinClaim
from rules.hand import parse_rack
from rules.judging import judge
from rules.matching.index.card_index import CardIndex
from rules.matching.winner import is_winner
from rules.ruleset import load_ruleset
from scripts.load.many_phones import begin_game, press
from scripts.load.memory_growth import LEAST_SCANS, library_growth, server_growth
from scripts.load.process_memory import worked
from scripts.load.report import growth_line, pressure_lines
from scripts.load.simulated_phone import Phone, photo_form
from scripts.load.started_server import started
from service.commands.cli import main as rackcheck
from service.photos.scanner import scan_image
from service.shared.networks import load_networks
from vision import decode

try:
    from datasets.evaluation.speed import cold_start, phone_photo, time_scan
except ModuleNotFoundError as error:
    # Rendering its photos takes packages that `scripts/run` does not install.
    sys.exit(f"{error.name} is missing: .venv/bin/python -m pip install -r requirements/test.txt")

CARD = "nmjl-1976"
SLOPE = "2C J 2C 3C 4C F 2C 3C 4C F 3C 4C 3C 4C"
RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
LOST = "2C 2C J 2C 3C 3C 3C 9D 4C 4C E F F 4C"
MOST = {"winner test": 0.12, "full verdict": 2.0, "ten nearest hands": 25.0}
"""Upper limit of each task's time, in evaluations by `mahjong`."""
MOST_SECONDS_A_CARD = 0.050
LEAST_RACKS_A_SECOND = 5_000


def peer() -> Task:
    """Return the task of the package that we compare with: one evaluation of a winning hand."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - told below where it is missing
        from mahjong.tile import TilesConverter  # noqa: PLC0415
    except ImportError as error:
        sys.exit(f"{error.name} is missing: pip install -r requirements/bench.txt")
    tiles = TilesConverter.string_to_136_array(man="22444", pin="333567", sou="444")
    winning = TilesConverter.string_to_136_array(sou="4")[0]
    return partial(HandCalculator().estimate_hand_value, tiles, winning)


def ours() -> dict[str, Task]:
    """Return our own tasks; they share one compiled card, as at a table."""
    card, ruleset = load_card(CARD), load_ruleset(CARD)
    slope, rack, lost = map(parse_rack, (SLOPE, RACK, LOST))
    text = (FOLDER / f"{CARD}.toml").read_text(encoding="utf-8")
    jokers = ruleset.jokers
    if jokers is None:
        sys.exit(f"{CARD} is played without jokers")
    return {
        "winner test": partial(is_winner, slope, card, ruleset),
        "full verdict": lambda: judge(WinClaim(rack), card, ruleset, near=0),
        "ten nearest hands": lambda: judge(WinClaim(lost), card, ruleset, near=10),
        "card of 75 lines": lambda: CardIndex(parse_card(text), jokers),
    }


def racks_a_second(count: int) -> float:
    """Run `check --batch` in this process; return racks per second of processor time, input and output included."""
    racks = (SLOPE, RACK, LOST, "NNNN SSSS FFF FFF", "11223344556677B", "1B 3C 5D 7B 9C NEWS RG FF J")
    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder) / "racks.jsonl", Path(folder) / "answers.jsonl"
        lines = [json.dumps({"id": number, "rack": racks[number % len(racks)]}) for number in range(count)]
        questions.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = ["rackcheck", "check", "--card", CARD, "--batch", str(questions)]
        status = None
        with answers.open("w", encoding="utf-8") as output, redirect_stdout(output), patch.object(sys, "argv", command):
            start = time.process_time()
            try:
                rackcheck()
            except SystemExit as end:
                status = end.code
            taken = time.process_time() - start
        if status or len(answers.read_text(encoding="utf-8").splitlines()) != count:
            sys.exit(f"check --batch failed with status {status}")
    return count / taken


def rules(arguments: argparse.Namespace) -> None:
    """Measure the rules and print; exit with 1 if a task is too slow."""
    found = compare({"mahjong": peer(), **ours()}, rounds=arguments.rounds)
    late = []
    print(f"{'':22}{'one call':>12}{'/ mahjong':>11}{'at most':>10}")
    for name, seconds in found.items():
        ratio = seconds / found["mahjong"]
        most = MOST.get(name)
        print(f"{name:22}{seconds * 1e6:10.1f}us{ratio:11.3f}{'' if most is None else f'{most:10.2f}'}")
        if most is not None and ratio > most:
            late.append(name)
    if found["card of 75 lines"] > MOST_SECONDS_A_CARD:
        late.append("card of 75 lines")
    batch = racks_a_second(arguments.racks)
    print(f"check --batch: {batch:,.0f} racks a second (at least {LEAST_RACKS_A_SECOND:,})")
    if batch < LEAST_RACKS_A_SECOND:
        late.append("check --batch")
    if late:
        sys.exit(f"too slow: {', '.join(late)}")


MOST_OF_A_DECODING = {(4032, 3024): 0.8, (2048, 1536): 1.4}
"""Upper limit of a scan's time in full decodings, by the photo's size (width, height)."""
MOST_MEMORY = 400.0
MOST_START = 1.5
MOST_BYTES = 8.0


def vision(arguments: argparse.Namespace) -> None:
    """Measure and print."""
    heads = (f"{'photo':32}", "    MB", "  B/pixel", "  full ms", "  scan ms", "  ratio", "  at most", "  processor")
    print(*heads, "  decode", "  detect", "  classify", "  tiles", sep="")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rack.jpg"
        for size in arguments.sizes:
            for quality in arguments.qualities:
                for far in (False, True):
                    path.write_bytes(phone_photo(size, quality, far=far))
                    name = f"{size[0]} x {size[1]}, {'far' if far else 'near'}, quality {quality}"
                    most = None if far else MOST_OF_A_DECODING.get(size)
                    print(_row(name, path, most, arguments.rounds), flush=True)
        for photo in arguments.photos:
            print(_row(photo.name[-31:], photo, None, arguments.rounds), flush=True)
        path.write_bytes(phone_photo(max(arguments.sizes), max(arguments.qualities)))
        start = cold_start(path, arguments.starts)
    weights = {card.name: card.path.stat().st_size / 1e6 for card in map(load_model_card, TASKS)}
    print(
        f"rackcheck scan from nothing: {start.wall:.2f} s, {start.processor:.2f} s of processor (under {MOST_START} s)"
    )
    print(f"most memory held: {start.peak:.0f} MB (under {MOST_MEMORY:.0f})")
    sizes = ", ".join(f"{name} {size:.2f}" for name, size in weights.items())
    print(f"weights: {sum(weights.values()):.2f} MB (at most {MOST_BYTES:.0f}): {sizes}")


def _row(name: str, path: Path, most: float | None, rounds: int) -> str:
    data = path.read_bytes()
    photo, found = decode(data), time_scan(path, rounds)
    wanted = "" if most is None else f"{most:.2f}"
    return (
        f"{name:32}{len(data) / 1e6:6.2f}{len(data) / (photo.width * photo.height):9.3f}{found.full:9.1f}"
        f"{found.scan:9.1f}{found.ratio:7.2f}{wanted:>9}{found.processor:11.2f}{found.decode:8.1f}{found.detect:8.1f}"
        f"{found.classify:10.1f}{found.tiles:7}"
    )


UPLOAD = ((2400, 1800), 92)
"""Size (width, height) and JPEG quality of a photo as the page sends it."""
MOST_OF_THE_LIBRARY = 1.15
"""Upper limit of the time of a scan over http, as a multiple of one by the library."""


def service(arguments: argparse.Namespace) -> None:
    """Measure and print."""
    photos = [phone_photo(*UPLOAD), *(path.read_bytes() for path in arguments.photos)]
    form = photo_form(photos[0])
    document: dict[str, Any] = {}

    def say(line: str) -> None:
        print(line, file=sys.stderr if arguments.json else sys.stdout, flush=True)

    if arguments.rounds:
        document["one_scan"] = _one_scan(photos[0], form, arguments.rounds)
        found = document["one_scan"]
        say(
            f"one scan, best of {arguments.rounds}: library {found['library'] * 1e3:.1f} ms, "
            f"http {found['http'] * 1e3:.1f} ms, ratio {found['ratio']:.3f} (at most {MOST_OF_THE_LIBRARY}); "
            f"processor time, medians: ratio {found['processor']:.3f}"
        )
    if arguments.seconds:
        pressed = []
        for phones in arguments.phones:
            with started("--workers", str(arguments.workers)) as server:
                pressed.append(press(server, phones, arguments.seconds, form, begin_game(server)))
        for line in pressure_lines(pressed):
            say(line)
        document["phones"] = [asdict(one) for one in pressed]
    if arguments.scans:
        inside = library_growth(photos, arguments.scans)
        say(growth_line("through the library", inside))
        with started() as server:
            outside = server_growth(server, photos, arguments.scans)
        say(growth_line("over http", outside))
        document["growth"] = {"library": inside.to_json(), "http": outside.to_json()}
    if arguments.json:
        print(json.dumps(document))


def _one_scan(photo: bytes, form: tuple[bytes, str], rounds: int) -> dict[str, float]:
    """Time one scan by the library and one over http in turns; return the seconds and their ratios.

    Processor time adds up this process and the server; other load on the machine hardly changes it.
    """
    networks = load_networks()
    with started() as server, closing(Phone(server.host, server.port)) as phone:
        tasks: dict[str, Task] = {
            "library": lambda: scan_image(photo, "photo.jpg", networks)[1].to_json("photo.jpg"),
            "http": lambda: phone.scan(form).insist(200),
        }
        best = compare(tasks, rounds=rounds, seconds=0.0, clock=time.perf_counter, of=min)
        both = compare(
            tasks,
            rounds=max(1, rounds // 2),
            seconds=0.0,
            clock=lambda: time.process_time() + worked(server.processes()),
        )
    return {**best, "ratio": best["http"] / best["library"], "processor": both["http"] / both["library"]}


def _size(text: str) -> tuple[int, int]:
    """Parse WIDTHxHEIGHT."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True)
    judging = parts.add_parser("rules", help="winner test, verdict, near hands, card, batch")
    judging.add_argument("--rounds", type=int, default=9, help="rounds of which the median is taken")
    judging.add_argument("--racks", type=int, default=20_000, help="racks of the batch")
    seeing = parts.add_parser("vision", help="scans of phone photos, memory, cold start, weights")
    seeing.add_argument("--rounds", type=int, default=15, help="rounds of which the best is taken")
    seeing.add_argument("--starts", type=int, default=3, help="cold starts of which the best is taken")
    seeing.add_argument("--sizes", type=_size, nargs="+", default=list(MOST_OF_A_DECODING), metavar="WIDTHxHEIGHT")
    seeing.add_argument("--qualities", type=int, nargs="+", default=[85, 92, 96], help="JPEG qualities")
    seeing.add_argument("--photos", type=Path, nargs="*", default=[], help="JPEG files to measure as well")
    serving = parts.add_parser("service", help="phones at once, one scan over http, memory")
    serving.add_argument("--seconds", type=float, default=60.0, help="for how long phones press; 0 leaves it out")
    serving.add_argument("--phones", type=int, nargs="+", default=[1, 4, 16], help="how many at once")
    serving.add_argument("--workers", type=int, default=1, help="workers of the server that they press")
    serving.add_argument("--rounds", type=int, default=200, help="rounds of which the best is taken; 0 leaves it out")
    serving.add_argument("--scans", type=int, default=5000, help="scans over which memory is watched; 0 leaves it out")
    serving.add_argument("--photos", type=Path, nargs="*", default=[], help="JPEG files to watch memory with as well")
    serving.add_argument("--json", action="store_true", help="print one JSON document; the table goes to stderr")
    arguments = parser.parse_args()
    if arguments.part == "service" and 0 < arguments.scans < LEAST_SCANS:
        serving.error(f"--scans: {arguments.scans} say nothing of growth; give at least {LEAST_SCANS}, or 0")
    {"rules": rules, "service": service, "vision": vision}[arguments.part](arguments)


if __name__ == "__main__":
    main()
